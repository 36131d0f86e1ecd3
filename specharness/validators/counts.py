"""Validator of numbers of things. What a row, a word or a line is can be read in more than one way: it passes only if
every reading agrees with the demand, and fails only if none does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fnmatch import fnmatchcase
from posixpath import basename

from specharness.evidence.views import (
    DocumentView,
    Failure,
    JsonView,
    PdfView,
    QueryView,
    Request,
    SheetView,
    SlidesView,
    TableView,
    TextView,
    TreeView,
    View,
    ViewKind,
    WorkbookView,
)
from specharness.ir import Family, Outcome
from specharness.validators import grid, numerals
from specharness.validators.base import Check, Finding, Params, Seen, view_or_finding
from specharness.validators.locate import shown
from specharness.validators.params import COUNT, NAME, NUMBER, TEXT, as_number, choice, text_of, typed
from specharness.validators.paths import is_noise
from specharness.validators.scan import Table, answer, numbers, refusal, too_large
from specharness.validators.select import bare, select
from specharness.validators.subject import VIEWS, content_of, is_database, passages
from specharness.validators.tables import table_request
from specharness.validators.wording import clip, figure, said

BOUNDS = ("count", "min", "max", "min_exclusive", "max_exclusive")
_WORDS = {
    "count": "exactly",
    "min": "at least",
    "max": "at most",
    "min_exclusive": "more than",
    "max_exclusive": "fewer than",
}
_WORD = re.compile(r"\w+(?:['’.,\-]\w+)*")
CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]")
"""A character of a script without spaces between words."""
_CJK_PUNCTUATION = re.compile(r"[\u3001-\u303f\uff01-\uff0f\uff1a-\uff1f\u2014\u2018-\u201d\u2026]")


_BODY_SHARE = 0.9
"""Headers, footers and notes may or may not count; a document has at least this share of its words in its body."""

Readings = list[int] | str
"""All defensible counts, or why nothing can be counted."""


def bounds_in_words(params: Params, noun: str) -> str:
    """`exactly 7 rows`, `at least 2 and at most 5 items`."""
    parts = [f"{_WORDS[name]} {figure(as_number(params[name]))}" for name in BOUNDS if params.get(name) is not None]
    return f"{' and '.join(parts)} {noun}"


def within(params: Params, number: int | Decimal) -> bool:
    """Whether a number keeps every bound of the parameters."""
    tests = {
        "count": lambda bound: number == bound,
        "min": lambda bound: number >= bound,
        "max": lambda bound: number <= bound,
        "min_exclusive": lambda bound: number > bound,
        "max_exclusive": lambda bound: number < bound,
    }
    bounds = ((name, as_number(params.get(name))) for name in BOUNDS)
    return all(tests[name](bound) for name, bound in bounds if bound is not None)


def judge(params: Params, readings: Iterable[int], expected: str, noun: str, where: str = "") -> Finding:
    """One finding over every defensible count of one thing."""
    every = sorted(set(readings))
    kept = [within(params, number) for number in every]
    observed = " or ".join(str(number) for number in every) + f" {noun if every != [1] else noun.removesuffix('s')}"
    if every and all(kept):
        return Finding(Outcome.PASSED, expected, observed, where)
    if every and not any(kept):
        return Finding(Outcome.FAILED, expected, observed, where)
    return Finding(Outcome.UNKNOWN, expected, observed, where, "it depends on how they are counted")


def words_in(text: str) -> list[int]:
    """Defensible numbers of words: by spaces, and by runs of letters. Where there are none between words (Chinese,
    Japanese), each such character counts, with and without its punctuation."""
    ideographs = len(CJK.findall(text))
    if not ideographs:
        return [len(text.split()), len(_WORD.findall(text))]
    words = ideographs + len(_WORD.findall(CJK.sub(" ", text)))
    return [words, words + len(_CJK_PUNCTUATION.findall(text))]


_COUNTED: dict[ViewKind, type[View]] = {**VIEWS, ViewKind.TREE: TreeView}


@dataclass(frozen=True)
class _Thing:
    kind: ViewKind | None
    """How it is seen; None: by the path's ending."""


_THINGS = {
    "rows": _Thing(None),
    "items": _Thing(None),
    "lines": _Thing(ViewKind.TEXT),
    "words": _Thing(None),
    "characters": _Thing(ViewKind.TEXT),
    "files": _Thing(ViewKind.TREE),
    "pages": _Thing(None),
    "slides": _Thing(None),
    "sheets": _Thing(None),
    "columns": _Thing(None),
}


class Count(Check):
    """How many: `of` is rows, items, lines, words, characters, files, pages, slides, sheets or columns; bounds are
    `count`, `min`, `max`, `min_exclusive`, `max_exclusive`. `field` names the array or object whose items count (with
    `items` alone), `sheet` the sheet, `glob` the files, by their names or, where it has a `/`, by their paths.

    Passed: every defensible way of counting keeps the bounds.
    Failed: none does; or the field is missing or holds nothing that has items.
    Unknown: ways of counting disagree (a blank line at the end, a header that may be data), or files of this kind have
    no such things that could be seen (pages of a word processor's file).
    """

    name = "count"
    families = (Family.COUNT,)
    demanded = typed(path=TEXT, of=choice(*_THINGS))
    admitted = typed(
        count=COUNT,
        min=NUMBER,
        max=NUMBER,
        min_exclusive=NUMBER,
        max_exclusive=NUMBER,
        sheet=TEXT,
        field=TEXT,
        glob=TEXT,
    )

    def problem(self, params: Params) -> str:
        if params.get("field") and params["of"] != "items":
            return "`field` holds items, and nothing else is counted there"
        return "" if any(params.get(name) is not None for name in BOUNDS) else f"needs one of {', '.join(BOUNDS)}"

    def needs(self, params: Params) -> Sequence[Request]:
        path, of = text_of(params["path"]), text_of(params["of"])
        if of == "columns":
            return (table_request(path, text_of(params.get("sheet"))),)
        kind = _THINGS[of].kind
        request = content_of(path, text_of(params.get("sheet"))) if kind is None else Request(kind, path)
        return (request,) if request is not None else ()

    def further(self, params: Params, seen: Seen) -> Sequence[Request]:
        requests = self.needs(params)
        if requests and _is_large_in_a_database(requests[0], seen, params):
            return (_rows_in_a_database(requests[0]),)
        if not requests or not too_large(seen.get(requests[0])):
            return ()
        table = Table(requests[0])
        header = answer(seen, table.header)
        return (table.header,) if header is None else _row_measures(table, header, params, seen)

    def decide(self, params: Params, seen: Seen) -> Finding:
        path, of, field = text_of(params["path"]), text_of(params["of"]), text_of(params.get("field"))
        expected = f"{bounds_in_words(params, of)} in {path}" + (f", `{shown(field)}`" if field else "")
        requests = self.needs(params)
        if not requests:
            return Finding(Outcome.UNKNOWN, expected, "not observed", message=f"no observer counts {of} in such a file")
        if _is_large_in_a_database(requests[0], seen, params):
            query = _rows_in_a_database(requests[0])
            counted = answer(seen, query)
            return refusal(seen, query, expected) if counted is None else judge(params, numbers(counted), expected, of)
        if too_large(seen.get(requests[0])):
            return _count_large(Table(requests[0]), params, seen, expected)
        view = view_or_finding(seen, requests[0], _COUNTED[requests[0].kind], expected)
        if isinstance(view, Finding):
            return view
        if field:
            return _items_of_field(params, view, expected)
        readings = _count(view, of, params)
        if isinstance(readings, str):
            return Finding(Outcome.UNKNOWN, expected, "undecided", message=readings)
        return judge(params, readings, expected, of)


def _count(view: View, of: str, params: Params) -> Readings:
    match of, view:
        case "rows", TableView():
            return _table_rows(view)
        case "rows", WorkbookView():
            return _sheet_rows(view, text_of(params.get("sheet")))
        case "rows" | "items", JsonView():
            return _json_items(view)
        case "items", TableView():
            return _table_rows(view)
        case "rows" | "lines" | "items", TextView():
            return _lines(view.text)
        case "characters", TextView():
            return [len(view.text), len(view.text.strip()), len(view.text.replace("\r\n", "\n"))]
        case "files", TreeView():
            return _files(view, text_of(params.get("glob")))
        case "pages", PdfView():
            return [len(view.pages)]
        case "slides", SlidesView():
            return [len(view.slides)]
        case "sheets", WorkbookView():
            return [len(view.sheets)]
        case "columns", TableView():
            named = sum(1 for name in view.columns if name.strip())
            return [named, len(view.columns)]
        case "columns", WorkbookView():
            return _sheet_columns(view, text_of(params.get("sheet")))
        case "words", TextView():
            return words_in(view.text)
        case "words", DocumentView() | SlidesView():
            readings = words_in("\n".join(passage.text for passage in passages(view)))
            return [*readings, *(int(number * _BODY_SHARE) for number in readings)]
        case _:
            return f"{of} of such a file are not seen"


def _items_of_field(params: Params, view: View, expected: str) -> Finding:
    field = text_of(params["field"])
    selection = select(view, field, text_of(params.get("sheet")))
    if selection.doubt:
        return Finding(Outcome.UNKNOWN, expected, "undecided", message=selection.doubt)
    if selection.missing and not selection.picked:
        return Finding(Outcome.FAILED, expected, f"no {selection.missing[0]}")
    if not isinstance(view, JsonView) or field.rstrip().endswith(("[]", "*")):
        filled = sum(1 for place in selection.picked if place.value not in (None, "") or place.opaque)
        return judge(params, [len(selection.picked), filled], expected, "items")
    findings = []
    for place in selection.picked:
        if not isinstance(place.value, list | dict):
            return Finding(Outcome.FAILED, expected, f"{said(place.value)} in the place of a list", place.where)
        findings.append(judge(params, [len(place.value)], expected, "items", place.where))
    failed = [finding for finding in findings if finding.outcome is Outcome.FAILED]
    if failed:
        return failed[0]
    if selection.missing or not findings:
        message = f"no {selection.missing[0]}" if selection.missing else "vacuous: nothing has the field"
        return Finding(Outcome.UNKNOWN, expected, "undecided", message=message)
    return findings[0]


def _json_items(view: JsonView) -> Readings:
    value = view.value
    if isinstance(value, list):
        return [len(value)]
    if isinstance(value, dict):
        inner = [len(item) for item in value.values() if isinstance(item, list | dict)]
        return [len(value), *inner] if len(inner) == 1 else [len(value)]
    return "the data is neither a list nor an object"


def _table_rows(view: TableView) -> Readings:
    full = sum(1 for row in view.rows if any(cell is not None and str(cell).strip() for cell in row))
    readings = [len(view.rows), len(view.rows) if _quoted_alone(view.typed, view.columns) else full]
    if not view.typed and _may_be_data(view.columns):
        readings.extend(number + 1 for number in list(readings))
    return readings


def _quoted_alone(typed: bool, columns: Sequence[str]) -> bool:
    """Whether a row in which nothing stands was written as one: in text of one column it is a quoted empty field, for
    an empty line is none."""
    return not typed and len(columns) == 1


def _is_large_in_a_database(request: Request, seen: Seen, params: Params) -> bool:
    """Whether the rows of a table that is named are to be counted where a database has too many to be held."""
    observation = seen.get(request)
    beyond = observation is not None and observation.failure is Failure.LIMIT and bool(observation.limit)
    countable = params["of"] in {"rows", "items"} and not params.get("field") and NAME.problem(request.argument) == ""
    return beyond and countable and is_database(request.path)


def _rows_in_a_database(request: Request) -> Request:
    """SQLite counts; a row of nothing but NULL is one there."""
    return replace(request, kind=ViewKind.QUERY, argument=f"SELECT count(*) FROM main.[{request.argument}]")


def _row_measures(table: Table, header: QueryView, params: Params, seen: Seen) -> tuple[Request, ...]:
    """Rows, and those that hold nothing; of a column its cells, and the filled ones."""
    if params["of"] == "columns":
        return ()
    if params.get("field"):
        column = table.column(bare(text_of(params["field"])), seen)
        return () if column is None else (table.measures("count(*)", f"count(*) FILTER (WHERE {column} = '')"),)
    nothing = " AND ".join(table.empty(name, seen) for name in header.columns)
    return (table.measures("count(*)", f"count(*) FILTER (WHERE {nothing})"),)


def _count_large(table: Table, params: Params, seen: Seen, expected: str) -> Finding:
    """The count of a table too large to be held, as `_count` and `_items_of_field` have it."""
    of, header, names = text_of(params["of"]), answer(seen, table.header), table.names(seen)
    if header is None or names is None:
        return refusal(seen, table.header, expected)
    if of == "columns":
        return judge(params, [sum(1 for name in names if name.strip()), len(names)], expected, of)
    measures = _row_measures(table, header, params, seen)
    if not measures:
        _, doubt = table.find(header, bare(text_of(params["field"])))
        if doubt:
            return Finding(Outcome.UNKNOWN, expected, "undecided", message=doubt)
        return Finding(Outcome.FAILED, expected, f"no column `{clip(text_of(params['field']))}`")
    counted = answer(seen, measures[0])
    if counted is None:
        return refusal(seen, measures[0], expected)
    rows, empty = numbers(counted)
    names_only = table.typed or params.get("field")
    readings = [rows, rows if not params.get("field") and _quoted_alone(table.typed, names) else rows - empty]
    if not names_only and _may_be_data(names):
        readings.extend(number + 1 for number in list(readings))
    return judge(params, readings, expected, of)


def _may_be_data(columns: Sequence[str]) -> bool:
    """Whether a first row could be data: a header has no numbers and no blanks."""
    return any(not name.strip() or numerals.parse(name) is not None for name in columns)


def _sheet_rows(view: WorkbookView, name: str) -> Readings:
    """Rows below the header; without a name, of any sheet that may be meant."""
    if not name:
        return [count for sheet in view.sheets for count in _rows_of(sheet)]
    sheet = grid.find_sheet(view, name)
    if isinstance(sheet, str):
        return sheet
    return f"no sheet `{name}`" if sheet is None else _rows_of(sheet)


def _rows_of(sheet: SheetView) -> list[int]:
    cells = [row for _, row, _ in grid.filled(sheet)]
    rows = set(cells)
    if not rows:
        return [0]
    headers = grid.first_rows(sheet)
    first = min(rows)
    width = cells.count(first)
    if first in headers and len(headers[first]) == width and 2 * width > sheet.max_column:
        return [len(rows) - 1]
    below = [sum(1 for row in rows if row > header) for header in headers]
    return [len(rows), len(rows) - 1, *below]


def _sheet_columns(view: WorkbookView, name: str) -> Readings:
    sheet = grid.find_sheet(view, name)
    if isinstance(sheet, str):
        return sheet
    if sheet is None:
        return f"no sheet `{name}`"
    return [len({column for column, _, _ in grid.filled(sheet)})]


def _lines(text: str) -> Readings:
    lines = text.splitlines()
    return [len(lines), sum(1 for line in lines if line.strip())]


def _files(view: TreeView, glob: str) -> Readings:
    if "." in view.entries:
        return "a file stands there, not a folder"
    level = glob.count("/")
    files = [name for name, entry in view.entries.items() if entry.type == "file"]
    if glob:
        files = [name for name in files if fnmatchcase(name if level else basename(name), glob)]
    clean = [name for name in files if not is_noise(name) and not basename(name).startswith(".")]
    here = [sum(name.count("/") == level for name in names) for names in (files, clean)]
    return [len(files), len(clean), *here]
