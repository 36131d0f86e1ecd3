"""Validators of the columns of a table: CSV, TSV, Parquet, a sheet of a workbook or a table of a database. Cells are
not their business."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from specharness.evidence.views import (
    Failure,
    QueryView,
    Request,
    SheetView,
    Side,
    TableView,
    View,
    ViewKind,
    WorkbookView,
)
from specharness.ir import Family, Outcome
from specharness.validators import grid
from specharness.validators.base import Check, Finding, Params, Seen, view_or_finding
from specharness.validators.compare import Match, composed, match_text
from specharness.validators.params import BOOL, TEXT, TEXTS, choice, text_of, texts_of, typed
from specharness.validators.scan import Table, answer, refusal, too_large
from specharness.validators.subject import VIEWS, content_of
from specharness.validators.tally import Tally
from specharness.validators.wording import listed, plural

Names = tuple[str, ...]
DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", "pipe": "|"}
"""Separators of delimited text by name: those that the observer of tables tells apart."""


def table_request(path: str, sheet: str = "", side: Side = Side.AFTER) -> Request:
    """A workbook, Parquet or a database's table is seen as one; every other file as delimited text."""
    request = content_of(path, sheet, side)
    known = request is not None and request.kind in {ViewKind.WORKBOOK, ViewKind.TABLE}
    return request if request is not None and known else Request(ViewKind.TABLE, path, side)


def header_row(sheet: SheetView, wanted: Sequence[str] = ()) -> Names:
    """The row that has the most of the wanted names; without any, the first row with more than half of the sheet's
    columns filled by text (a title is none), else the first row with text."""
    rows = sorted(grid.first_rows(sheet).items())
    if not rows:
        return ()
    names = {composed(name) for name in wanted}
    if names:
        _, best = max(rows, key=lambda row: (sum(composed(text) in names for text in row[1].values()), -row[0]))
    else:
        wide = [row for row in rows if 2 * len(row[1]) > sheet.max_column]
        _, best = (wide or rows)[0]
    return tuple(best[column] for column in sorted(best))


class TableColumns(Check):
    """A table's header has the named columns; with `exact` no others, with `ordered` in this order. `delimiter` is what
    separates them in delimited text.

    Passed: every name stands in the header, letter by letter. In a workbook without `sheet`: in one sheet's header.
    Failed: a name is missing; with `exact`, there is another column; with `ordered`, the order is another; with
    `delimiter`, several columns are separated by something else.
    Unknown: there are no separators (a workbook, Parquet); only a spelling variant (case, spaces, quotes, hyphens,
    underscores) of a name is there, or a workbook has the name elsewhere than in a header.
    """

    name = "table_columns"
    families = (Family.SCHEMA,)
    demanded = typed(path=TEXT, columns=TEXTS)
    admitted = typed(exact=BOOL, ordered=BOOL, sheet=TEXT, delimiter=choice(*DELIMITERS))

    def needs(self, params: Params) -> Sequence[Request]:
        return (table_request(text_of(params["path"]), text_of(params.get("sheet"))),)

    def further(self, params: Params, seen: Seen) -> Sequence[Request]:
        (request,) = self.needs(params)
        return (Table(request).header,) if too_large(seen.get(request)) else ()

    def decide(self, params: Params, seen: Seen) -> Finding:
        wanted = texts_of(params["columns"])
        exact, ordered = params.get("exact") is True, params.get("ordered") is True
        path, delimiter = text_of(params["path"]), text_of(params.get("delimiter"))
        words = "exactly the columns" if exact else "columns"
        between = f", {delimiter}-separated," if delimiter else ""
        expected = f"{words} {listed(wanted)}{' in this order' if ordered else ''}{between} in {path}"
        found = self._found(params, seen, wanted, expected)
        return found if not delimiter or found.outcome is not Outcome.PASSED else self._separated(params, seen, found)

    def _separated(self, params: Params, seen: Seen, found: Finding) -> Finding:
        """What becomes of a pass where the separator is demanded, too."""
        request, wanted = self.needs(params)[0], DELIMITERS[text_of(params["delimiter"])]
        view = answer(seen, Table(request).header) or seen[request].view
        stands = view.delimiter if isinstance(view, TableView | QueryView) else ""
        if not stands:
            return replace(found, outcome=Outcome.UNKNOWN, message="nothing separates the columns of such a file")
        if stands == wanted or len(texts_of(params["columns"])) == 1:
            return found
        return replace(found, outcome=Outcome.FAILED, observed=f"separated by {stands!r}")

    def _found(self, params: Params, seen: Seen, wanted: Names, expected: str) -> Finding:
        exact, ordered = params.get("exact") is True, params.get("ordered") is True
        request = self.needs(params)[0]
        if too_large(seen.get(request)):
            table = Table(request)
            header, names = answer(seen, table.header), table.names(seen)
            if header is None or names is None:
                return refusal(seen, table.header, expected)
            unsure = [header.columns[place] for place in table.nameless(header) if header.columns[place] in wanted]
            if unsure:
                message = f"whether a column is named `{unsure[0]}`, or has no name, is not seen"
                return Finding(Outcome.UNKNOWN, expected, "undecided", message=message)
            return _compare(wanted, names, exact, ordered, expected)
        view = view_or_finding(seen, request, VIEWS[request.kind], expected)
        if isinstance(view, Finding):
            return view
        if isinstance(view, TableView):
            return _compare(wanted, view.columns, exact, ordered, expected)
        if not isinstance(view, WorkbookView):
            return Finding(Outcome.UNKNOWN, expected, "not observed", message="this file has no columns")
        sheet = text_of(params.get("sheet"))
        found = grid.find_sheet(view, sheet) if sheet else None
        if isinstance(found, str):
            return Finding(Outcome.UNKNOWN, expected, "undecided", message=found)
        if sheet and found is None:
            return Finding(Outcome.FAILED, expected, f"no sheet `{sheet}`")
        return _best_sheet(wanted, [found] if found else list(view.sheets), exact, ordered, expected)


def _compare(wanted: Names, header: Names, exact: bool, ordered: bool, expected: str) -> Finding:
    tally = Tally(expected)
    places: list[int] = []
    plain = [composed(name) for name in header]
    for name in wanted:
        if composed(name) in plain:
            places.append(plain.index(composed(name)))
            tally.satisfy()
            continue
        variant = next((other for other in header if match_text(name, other) is Match.VARIANT), None)
        if variant is not None:
            tally.doubt("", f"`{variant}` may be meant by `{name}`")
        else:
            tally.violate("", f"no column `{name}`; there are {listed(header)}" if header else f"no column `{name}`")
    if exact:
        for other in header:
            if all(match_text(name, other) is Match.DIFFERENT for name in wanted):
                if other.strip():
                    tally.violate("", f"one more column `{other}`")
                else:
                    tally.doubt("", "one more column, without a name")
        if len(set(plain)) < len(plain):
            tally.doubt("", "a column's name stands there twice")
    if ordered and places != sorted(places):
        tally.violate("", f"the order is {listed([header[place] for place in sorted(places)])}")
    return tally.finding(f"{plural(len(header), 'column')}, the demanded ones among them", nothing="no header")


def _best_sheet(wanted: Names, sheets: list[SheetView], exact: bool, ordered: bool, expected: str) -> Finding:
    headers = [header_row(sheet, wanted) for sheet in sheets]
    findings = [_compare(wanted, header, exact, ordered, expected) for header in headers]
    for outcome in (Outcome.PASSED, Outcome.UNKNOWN):
        for finding in findings:
            if finding.outcome is outcome:
                return finding
    if not findings:
        return Finding(Outcome.FAILED, expected, "a workbook without sheets")
    for header, finding in zip(headers, findings, strict=True):
        if {composed(name) for name in wanted} <= {composed(name) for name in header}:
            return finding
    texts = {cell.value for sheet in sheets for cell in sheet.cells.values() if isinstance(cell.value, str)}
    if all(any(match_text(name, text) is not Match.DIFFERENT for text in texts) for name in wanted):
        message = "the names are there, but not in one header row"
        return Finding(Outcome.UNKNOWN, expected, findings[0].observed, message=message)
    return findings[0]


class SameColumns(Check):
    """A table has the same columns as another table that was there before; `what`: `names` (in any order) or `count`.

    Passed: equal names, or an equal number.
    Failed: they differ.
    Unknown: the other table can't be seen, or the agent changed its columns; only spelling differs.
    """

    name = "same_columns"
    families = (Family.CROSS_CONSISTENT,)
    demanded = typed(path=TEXT, other=TEXT)
    admitted = typed(what=choice("names", "count"), sheet=TEXT)

    def needs(self, params: Params) -> Sequence[Request]:
        other, sheet = text_of(params["other"]), text_of(params.get("sheet"))
        own = table_request(text_of(params["path"]), sheet)
        return (own, table_request(other, sheet, Side.BEFORE), table_request(other, sheet))

    def decide(self, params: Params, seen: Seen) -> Finding:
        path, other = text_of(params["path"]), text_of(params["other"])
        count = params.get("what") == "count"
        expected = f"{path} has {'as many columns' if count else 'the same columns'} as {other}"
        own, before, after = self.needs(params)
        view = view_or_finding(seen, own, VIEWS[own.kind], expected)
        if isinstance(view, Finding):
            return view
        sheet = text_of(params.get("sheet"))
        mine = _header(view, sheet)
        theirs = _other_header(seen, before, after, sheet)
        if isinstance(theirs, str) or isinstance(mine, str):
            message = mine if isinstance(mine, str) else str(theirs)
            return Finding(Outcome.UNKNOWN, expected, "not observed", message=message)
        if not theirs:
            return Finding(Outcome.UNKNOWN, expected, "not observed", message=f"{other} has no header")
        if count:
            outcome = Outcome.PASSED if len(mine) == len(theirs) else Outcome.FAILED
            return Finding(outcome, f"{expected}: {len(theirs)}", plural(len(mine), "column"))
        left, right = {composed(name) for name in mine}, {composed(name) for name in theirs}
        if left == right and len(mine) == len(theirs):
            return Finding(Outcome.PASSED, expected, plural(len(mine), "column"))
        lost = [name for name in theirs if all(match_text(name, found) is Match.DIFFERENT for found in mine)]
        added = [name for name in mine if all(match_text(name, found) is Match.DIFFERENT for found in theirs)]
        if lost:
            return Finding(Outcome.FAILED, expected, f"no column {listed(lost)}")
        if added:
            return Finding(Outcome.FAILED, expected, f"one more column: {listed(added)}")
        message = "the names differ in spelling or number only"
        return Finding(Outcome.UNKNOWN, expected, listed(mine), message=message)


def _header(view: View, sheet: str) -> Names | str:
    if isinstance(view, TableView):
        return view.columns
    if not isinstance(view, WorkbookView):
        return "this file has no columns"
    found = grid.find_sheet(view, sheet)
    if isinstance(found, str):
        return found
    return header_row(found) if found else f"no sheet `{sheet}`"


def _other_header(seen: Seen, before: Request, after: Request, sheet: str) -> Names | str:
    """The other table's header as it was handed over; as it is now where nobody kept the former state."""
    headers: list[Names | str] = []
    for request in (before, after):
        observation = seen.get(request)
        if observation is not None and observation.view is not None:
            headers.append(_header(observation.view, sheet))
        elif request is before and observation is not None and observation.failure is Failure.ABSENT:
            return f"{before.path} was not there before"
    if not headers:
        return f"{before.path} is not seen"
    if len(headers) == 2 and headers[0] != headers[1]:
        return f"{before.path} was changed"
    return headers[0]
