"""Field selectors: from a name written in a specification to the places of an artifact.

Grammar over JSON: `$` the root, `a.b` a member, `a[]` every item of an array, `*` every member's value, `a[0]` one
item; a key with a dot or brackets stands in backticks. A member asked of an array of objects is asked of every item.
`**.a` is `a` where its place is not said (`locate`).
A table's field is a column name (of Parquet and databases, too). A workbook's is `Sheet!B3`, `Sheet!B3:B9` or
`Sheet!Column name`; the sheet may be left out where there is only one. A text's is `$` (all of it, spaces around it
aside) or `$[]` (every line).

Guarantees that a selection says what was demanded and not found, and why it may not mean what was meant, so that a
validator never passes over nothing. Not its business: what the values should be.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pydantic import JsonValue

from specharness.evidence.stored import DATES, holds
from specharness.evidence.views import JsonView, Scalar, SheetView, TableView, TextView, View, WorkbookView
from specharness.validators import grid
from specharness.validators.compare import Match, match_text
from specharness.validators.locate import ANYWHERE, locate, shown

_NAME = re.compile(r"`([^`]+)`|([^.`\[\]]+)")
_INDEX = re.compile(r"\[(\d{0,9}|\*)\]")


class Picked(NamedTuple):
    """One selected place and what stands there. A named tuple: large artifacts have millions of places."""

    where: str
    value: JsonValue
    untyped: bool = False
    """The place can hold text only: a CSV cell, a line."""
    group: str = ""
    """The array or sheet that it stands in: order and uniqueness are within one."""
    number_format: str = ""
    """Of a workbook's cell; of a day or moment of Parquet its type: how a reader shows it is not said."""
    opaque: bool = False
    """A formula whose value was not stored with it: there is something, nobody knows what."""
    pointer: str = ""
    """JSON pointer, in JSON data."""
    literal: str = ""
    """A JSON number as it is written in the file; empty where that is not known."""
    truths: bool = True
    """Whether truth values are stored as such; else 1 and 0 stand for them."""
    times: int = 1
    """How many cells this stands for: in a large table, each different text is judged once."""


@dataclass(frozen=True)
class Selection:
    picked: tuple[Picked, ...] = ()
    missing: tuple[str, ...] = ()
    """Places where the demanded member, column or cell is not there."""
    doubt: str = ""
    """Why the field can't be told for sure; then nothing is picked."""


@dataclass(frozen=True)
class _Step:
    kind: str
    """`member`, `items`, `values` or `index`."""
    name: str = ""
    index: int = 0


def select(view: View, field: str, sheet: str = "") -> Selection:
    """The places of a view that a field names."""
    match view:
        case JsonView():
            return _select_json(view, field)
        case TableView():
            return _select_column(view, bare(field))
        case WorkbookView():
            return _select_workbook(view, bare(field), sheet)
        case TextView():
            return _select_text(view, field)
        case _:
            return Selection(doubt="files of this kind have no fields")


@lru_cache(maxsize=512)
def parse_field(field: str) -> tuple[_Step, ...] | None:
    """The steps of a JSON selector, or None where the field is none."""
    rest = field.strip()
    steps: list[_Step] = []
    if rest.startswith("$"):
        rest = rest[1:]
        if rest and rest[0] not in ".[":
            return None
    elif rest and rest[0] not in "[.":
        rest = "." + rest
    while rest:
        index = _INDEX.match(rest)
        if index is not None:
            steps.append(_Step("items") if index[1] in {"", "*"} else _Step("index", index=int(index[1])))
            rest = rest[index.end() :]
            continue
        name = _NAME.match(rest, 1) if rest[0] == "." else None
        if name is None:
            return None
        steps.append(_Step("values") if name[2] == "*" else _Step("member", name[1] or name[2].strip()))
        rest = rest[name.end() :]
    return tuple(steps)


def bare(field: str) -> str:
    """A column's name without what marks it as a field of every item, and without backticks."""
    name = field.strip()
    for prefix in ("$[].", "[].", "$."):
        name = name.removeprefix(prefix)
    return name[1:-1] if len(name) > 2 and name[0] == name[-1] == "`" else name


def _select_json(view: JsonView, field: str) -> Selection:
    if field.startswith(ANYWHERE):
        located = locate(view.value, field)
        if located.doubt:
            return Selection(doubt=located.doubt)
        if not located.selector:
            return Selection(missing=(f"`{shown(field)}` anywhere",))
        field = located.selector
    steps = parse_field(field)
    if steps is None:
        return Selection(doubt=f"`{field}` is not a field selector")
    places = [Picked("$", view.value)]
    missing: list[str] = []
    for step in steps:
        places = [found for place in places for found in _follow(place, step, missing)]
    variants = [found for found in missing if found.startswith("~")]
    if variants:
        return Selection(doubt=variants[0][1:])
    broken = {*view.duplicate_keys, *view.nonstandard}
    unsure = next((place.where for place in places if broken and place.pointer in broken), None)
    if unsure is not None:
        return Selection(doubt=f"{unsure} stands there twice, or as NaN or Infinity")
    if view.literals:
        places = [place._replace(literal=view.literals.get(place.pointer, "")) for place in places]
    return Selection(tuple(places), tuple(missing))


def _follow(place: Picked, step: _Step, missing: list[str]) -> list[Picked]:
    """The places one step on. What is not there is written to `missing`, spelling variants marked by `~`."""
    value, where = place.value, place.where
    if step.kind == "member" and isinstance(value, list):
        items = [item_of(place, number, item) for number, item in enumerate(value)]
        missing.extend(f"{item.where}.{step.name}" for item in items if not isinstance(item.value, dict))
        return [found for item in items if isinstance(item.value, dict) for found in _follow(item, step, missing)]
    if step.kind == "member" and isinstance(value, dict):
        if step.name in value:
            return [member_of(place, step.name, value[step.name], place.group)]
        variant = next((key for key in value if match_text(step.name, key) is not Match.DIFFERENT), None)
        if variant is not None:
            missing.append(f"~{where} has `{variant}`, which may be meant by `{step.name}`")
            return []
    elif step.kind == "values" and isinstance(value, dict):
        return [member_of(place, key, item, where) for key, item in value.items()]
    elif step.kind in {"items", "values"} and isinstance(value, list):
        return [item_of(place, number, item) for number, item in enumerate(value)]
    elif step.kind == "index" and isinstance(value, list) and step.index < len(value):
        return [item_of(place, step.index, value[step.index])]
    ending = {"member": f".{step.name}", "values": ".*", "items": "[]"}.get(step.kind, f"[{step.index}]")
    missing.append(f"{where}{ending}")
    return []


def item_of(place: Picked, number: int, value: JsonValue) -> Picked:
    """An array's item as a place."""
    return Picked(f"{place.where}[{number}]", value, group=place.where, pointer=f"{place.pointer}/{number}")


def member_of(place: Picked, key: str, value: JsonValue, group: str) -> Picked:
    """An object's member as a place."""
    escaped = key.replace("~", "~0").replace("/", "~1")
    return Picked(f"{place.where}.{key}", value, group=group, pointer=f"{place.pointer}/{escaped}")


def _select_column(view: TableView, name: str) -> Selection:
    place, doubt = grid.find_name(view.columns, name)
    if doubt:
        return Selection(doubt=doubt)
    if place is None:
        return Selection(missing=(f"column `{name}`",))
    if place in view.unclear:
        return Selection(doubt=f"column `{name}` holds {view.types[place] or 'binary data'}, no single plain values")
    missing: Scalar = None if view.typed else ""
    form = view.types[place] if view.typed and view.strict and holds(view.types[place]) in DATES else ""
    return Selection(
        tuple(
            Picked(
                f"`{name}`, row {number}",
                row[place] if place < len(row) else missing,
                untyped=not view.typed,
                number_format=form,
                truths=view.strict,
            )
            for number, row in enumerate(view.rows, 1)
        )
    )


def overlong(view: View) -> str:
    """The first row of delimited text with more in it than the header has columns for: what stands where is not sure.
    Empty where there is none."""
    if not isinstance(view, TableView) or view.typed:
        return ""
    width = len(view.columns)
    rows = (number for number, row in enumerate(view.rows, 1) if len(row) > width and any(map(_filled, row[width:])))
    first = next(rows, None)
    return "" if first is None else f"row {first}"


def _filled(cell: Scalar) -> bool:
    return bool(str(cell).strip())


def _select_workbook(view: WorkbookView, field: str, sheet: str) -> Selection:
    if "!" in field:
        sheet, _, field = field.rpartition("!")
        sheet = sheet.strip("'")
    found = grid.find_sheet(view, sheet, field)
    if isinstance(found, str):
        return Selection(doubt=found)
    if found is None:
        return Selection(missing=(f"sheet `{sheet}`",))
    area = grid.parse_area(field)
    header = grid.header_of(found, field)
    if isinstance(header, str):
        return Selection(doubt=header)
    if area is not None and header is None:
        if area.size > grid.MAX_CELLS:
            return Selection(doubt=f"{field} has more cells than MAX_CELLS ({grid.MAX_CELLS})")
        cells = [_cell(found, coordinate) for coordinate in area.coordinates()]
        return Selection(tuple(cells))
    if header is None:
        return Selection(missing=(f"column `{field}` of sheet `{found.name}`",))
    if area is not None:
        return Selection(doubt=f"`{field}` is a cell and a column name")
    rows = [row for row in grid.data_rows(found, header) if grid.at(found, header.column, row) is not None]
    return Selection(tuple(_cell(found, grid.coordinate(header.column, row)) for row in rows))


def _cell(sheet: SheetView, coordinate: str) -> Picked:
    cell = sheet.cells.get(coordinate)
    where = f"{sheet.name}!{coordinate}"
    if cell is None:
        return Picked(where, None, group=sheet.name)
    return Picked(
        where,
        cell.value,
        group=sheet.name,
        number_format=cell.number_format,
        opaque=cell.value is None and cell.formula is not None,
    )


def _select_text(view: TextView, field: str) -> Selection:
    if field.strip() == "$":
        return Selection((Picked("", view.text.strip(), untyped=True),))
    if field.strip() in {"$[]", "[]"}:
        lines = [(number, line.strip()) for number, line in enumerate(view.text.splitlines(), 1)]
        return Selection(tuple(Picked(f"line {number}", line, untyped=True) for number, line in lines if line))
    return Selection(doubt="a plain text has no fields")
