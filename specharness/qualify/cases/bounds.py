"""Cases of values inside bounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from pydantic import JsonValue

from specharness.qualify.artifacts import workbook
from specharness.qualify.case import (
    FAILED,
    NOT_PASSED,
    OPEN,
    TEXT_LAWS,
    Case,
    Content,
    World,
    cases_for,
    debatable,
    hostile,
    malformed,
    missing,
    near_fail,
    near_pass,
    refused,
    satisfying,
    violating,
)
from specharness.qualify.cases import large, near_right, queried, somewhere
from specharness.qualify.draw import Draw, csv_text, json_text
from specharness.qualify.typed_tables import over_typed_tables

_STEP = Decimal("0.01")
_BOUNDS = {"min": -1, "max": 1, "min_exclusive": -1, "max_exclusive": 1}
"""Each bound with the direction of its outside."""


def _number(value: Decimal) -> JsonValue:
    return int(value) if value == value.to_integral_value() else float(value)


def _one_outside(case: Case, draw: Draw) -> World | None:
    """One value of the table leaves the bounds."""
    name = str(case.params["path"])
    text = case.world.files.get(name)
    if not name.endswith(".csv") or not isinstance(text, str):
        return None
    lines = text.splitlines()
    place = draw.integer(1, len(lines) - 1)
    high = any(bound.startswith("max") for bound in case.params)
    lines[place] = lines[place].rpartition(",")[0] + (",99999.5" if high else ",-99999.5")
    return replace(case.world, files={**case.world.files, name: "\n".join(lines) + "\n"})


@cases_for(
    "value_range", keeps=(*TEXT_LAWS, "key_order", "indentation", "row_order", "column_order"), breaks=(_one_outside,)
)
def value_range(draw: Draw) -> Iterator[Case]:
    yield from over_typed_tables(draw, "value_range")
    field, other, sheet = draw.words(3)
    low = draw.decimal(1, 400)
    high = low + draw.integer(3, 300)
    for bound, outside in _BOUNDS.items():
        limit = low if outside < 0 else high
        inside = limit if "exclusive" not in bound else limit - outside * _STEP
        beyond = limit if "exclusive" in bound else limit + outside * _STEP
        asked: dict[str, JsonValue] = {bound: draw.pick([float(limit), str(limit)])}
        for value, make, why in ((inside, near_pass, "at the bound's inside"), (beyond, near_fail, "just outside")):
            amounts = draw.shuffled([value, *(low + 1 + n for n in range(draw.integer(1, 5)))])
            rows = [[draw.word(), f"{amount}"] for amount in amounts]
            sheet_rows: list[list[str | float]] = [[other, field]]
            sheet_rows += [[name, float(amount)] for name, amount in rows]
            files: dict[str, Content] = {
                "t.csv": csv_text([other, field], rows),
                "d.json": json_text({field: float(value), other: -1}),
                "l.json": json_text({"rows": [{field: float(amount)} for amount in amounts]}),
                "b.xlsx": workbook({sheet: sheet_rows}),
            }
            yield make(bound, {"path": "t.csv", "field": field, **asked}, files, f"a column, {why}")
            yield make(bound, {"path": "d.json", "field": field, **asked}, files, f"a member, {why}")
            yield make(bound, {"path": "l.json", "field": f"rows[].{field}", **asked}, files, f"every item, {why}")
            yield make(bound, {"path": "b.xlsx", "field": field, "sheet": sheet, **asked}, files, f"a sheet, {why}")
    both: dict[str, JsonValue] = {"min": _number(low), "max": _number(high)}
    flat = {"d.json": json_text({field: float(low + 1), other: float(high + 1), "empty": [], "none": None})}
    yield near_pass("field", {"path": "d.json", "field": field, **both}, flat, "this one is inside")
    yield near_fail("field", {"path": "d.json", "field": other, **both}, flat, "the other one is outside")
    two = {"b.xlsx": workbook({sheet: [[field], [float(low + 1)]], other: [[field], [float(high + 1)]]})}
    yield near_pass("sheet", {"path": "b.xlsx", "field": field, "sheet": sheet, **both}, two, "on this sheet")
    yield near_fail("sheet", {"path": "b.xlsx", "field": field, "sheet": other, **both}, two, "on the other sheet")
    yield debatable({"path": "b.xlsx", "field": field, **both}, two, "which sheet is not said")
    yield near_pass("path", {"path": "a/d.json", "field": field, **both}, {"a/d.json": flat["d.json"]}, "this file")
    yield near_fail("path", {"path": "b/d.json", "field": field, **both}, {"a/d.json": flat["d.json"]}, "no such file")
    yield missing({"path": "d.json", "field": f"{field}x", **both}, flat, "no such member", FAILED)
    for odd in (True, {"a": 1}):
        yield violating({"path": "d.json", "field": field, **both}, {"d.json": json_text({field: odd})}, "no number")
    for text in ("", None, f"{low + 1}", f"{low + 1} EUR", [float(low + 1)], "n/a"):
        shown = {"d.json": json_text({field: text})}
        yield debatable({"path": "d.json", "field": field, **both}, shown, "blank, or a number written as text")
    yield debatable({"path": "d.json", "field": "empty[]", **both}, flat, "no item to look at")
    yield debatable({"path": "t.csv", "field": field, **both}, {"t.csv": csv_text([field, other], [])}, "no row")
    yield debatable(
        {"path": "t.csv", "field": field, **both},
        {"t.csv": csv_text([other, field], [["a", low + 1], ["b", ""]])},
        "blank",
    )
    yield debatable({"path": "d.feather", "field": field, **both}, {"d.feather": b"x"}, "no such observer, or no table")
    noise = {"d.json": json_text({field: 0.1 + 0.2, other: 0.30001})}
    yield debatable({"path": "d.json", "field": field, "max": 0.3}, noise, "outside by binary noise only")
    yield near_fail("max", {"path": "d.json", "field": other, "max": 0.3}, noise, "outside by more than noise")
    for low_side in (0.7999999999999999, 0.8 - 3e-13):
        yield debatable({"path": "d.json", "field": "v", "min": 0.8}, {"d.json": json_text({"v": low_side})}, "noise")
    edge = {"d.json": '{"v": 1.0000000000000002, "w": 1.0000000011, "x": [1.0000000000000002, 0.5]}'}
    yield debatable({"path": "d.json", "field": "v", "max": 1}, edge, "outside by just as much as is noise")
    yield near_fail("max", {"path": "d.json", "field": "w", "max": 1}, edge, "outside by a little more")
    yield debatable({"path": "d.json", "field": "x[]", "max": 1}, edge, "noise beside one inside")
    never = {"path": "d.json", "field": "v", "max": 5, "min_exclusive": 5}
    yield near_fail("min_exclusive", never, {"d.json": json_text({"v": 5})}, "bounds that nothing keeps")
    yield violating({"path": "d.json", "field": field, **both}, {"d.json": json_text({field: []})}, "an empty list")
    among_them = _number(low + 1)
    for unsure in (f"{low + 1}", [among_them], f"{low + 1} EUR", None, ""):
        among = {"d.json": json_text({"v": [among_them, unsure]})}
        yield debatable({"path": "d.json", "field": "v[]", **both}, among, "in doubt, beside one inside")
    for text in ("n/a", f"${low + 1}", "50 %", f"{low:,}.00.1"):
        among = {"t.csv": csv_text([other, field], [["a", low + 1], ["b", text]])}
        yield debatable({"path": "t.csv", "field": field, **both}, among, "no plain number beside one inside")
    percent = {"b.xlsx": workbook({sheet: [[field], [0.5]]}, {f"{sheet}!A2": "0%"})}
    yield debatable({"path": "b.xlsx", "field": field, "min": 1, "max": 99}, percent, "shown as a percentage")
    yield satisfying({"path": "b.xlsx", "field": field, "min": 0, "max": 1}, percent, "inside as it is stored")
    for literal in ("NaN", "Infinity", "-Infinity", "1e400"):
        yield hostile({"path": "d.json", "field": field, **both}, {"d.json": f'{{"{field}": {literal}}}'}, literal)
    twice = {"d.json": f'{{"{field}": {low + 1}, "{field}": {high + 5}}}'}
    yield hostile({"path": "d.json", "field": field, **both}, twice, "the member stands there twice", OPEN)
    yield hostile({"path": "d.json", "field": field, **both}, {"d.json": "[" * 100_000}, "very deep")
    yield malformed({"path": "d.json", "field": field, **both}, {"d.json": flat["d.json"][:-4]}, "cut off", FAILED)
    yield malformed({"path": "b.xlsx", "field": field, **both}, {"b.xlsx": two["b.xlsx"][:500]}, "half a file", FAILED)
    yield malformed({"path": "d.json", "field": field, **both}, {"d.json": b"\xff\xfe\x00\xd8"}, "no text", NOT_PASSED)
    yield refused({"path": "d.json", "field": field}, "no bound")
    yield refused({"path": "d.json", "field": field, "min": draw.pick(["many", True, float("nan")])}, "no number")
    yield refused({"path": "d.json", "min": 1}, "no field")
    yield refused({"path": "d.json", "field": field, "count": 1}, "an unknown parameter")
    yield from near_right.bounds(draw)
    yield from large.ranges()
    yield from queried.ranges()
    yield from somewhere.somewhere()


DEFINITIONS = (value_range,)
