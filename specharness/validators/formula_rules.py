"""Validators of what formulas are made of and of what they come to: references, constants, error values, loops."""

from __future__ import annotations

from collections.abc import Sequence

from specharness.evidence.views import CellView, Request, SheetView, ViewKind, WorkbookView
from specharness.ir import Family, Outcome
from specharness.validators import formulas, grid
from specharness.validators.base import Check, Finding, Params, Seen, view_or_finding
from specharness.validators.params import BOOL, TEXT, TEXTS, text_of, texts_of, typed
from specharness.validators.recalculation import ERRORS, Recalculated
from specharness.validators.tally import Tally
from specharness.validators.wording import clip, listed, plural, said
from specharness.validators.workbook import RANGE, cells_of

HARMLESS = frozenset({"0", "1", "2", "100", "12", "100%", "1.0", "0.0"})
"""Constants that belong to a method (a rounding, a match type, a percentage, months) rather than to the data."""

_SMALL = frozenset(map(str, range(13)))
"""Other whole numbers that may belong to a method: a column to look up, a quarter, months."""


class FormulaParts(Check):
    """The formulas in a `range` call all of these `functions`, refer to all of the range `covers` (with or without a
    sheet's name), and, with `no_constants`, hold no typed number; 1, 2, 100 and their like beside references belong
    to a method, not to the data.

    Passed: every cell of the range holds a formula that does.
    Failed: a cell holds a typed number or nothing, or a formula that surely does not.
    Unknown: names, tables and calculated references, whose cells are not seen; other small whole constants; text in the
    range, which may be a label; which sheet is not certain.
    """

    name = "formula_parts"
    families = (Family.FORMULA,)
    demanded = typed(path=TEXT, range=RANGE)
    admitted = typed(sheet=TEXT, functions=TEXTS, covers=RANGE, no_constants=BOOL)

    def problem(self, params: Params) -> str:
        asked = any(params.get(name) for name in ("functions", "covers", "no_constants"))
        return "" if asked else "needs one of functions, covers, no_constants"

    def needs(self, params: Params) -> Sequence[Request]:
        return (Request(ViewKind.WORKBOOK, text_of(params["path"])),)

    def decide(self, params: Params, seen: Seen) -> Finding:
        tally = Tally(f"formulas in {text_of(params['range'])} that {_in_words(params)}")
        view = view_or_finding(seen, self.needs(params)[0], WorkbookView, tally.expected)
        if isinstance(view, Finding):
            return view
        sheet, area = _place(view, params)
        if isinstance(sheet, str):
            return Finding(Outcome.UNKNOWN, tally.expected, "undecided", message=sheet)
        if sheet is None:
            return Finding(Outcome.FAILED, tally.expected, "no such sheet")
        for place, cell in cells_of(sheet, area, tally):
            where = f"{sheet.name}!{place}"
            if cell is None:
                tally.violate(where, "a blank cell")
            elif cell.formula is None and isinstance(cell.value, str):
                tally.doubt(where, f"the text {said(cell.value)}, which may be a label")
            elif cell.formula is None:
                tally.violate(where, f"the typed value {said(cell.value)}")
            else:
                _judge(cell.formula, sheet.name, params, where, tally)
        return tally.finding(f"{plural(tally.satisfied, 'formula')}", nothing="there is no cell to look at")


def _in_words(params: Params) -> str:
    parts = []
    if params.get("functions"):
        parts.append(f"call {listed(texts_of(params['functions']))}")
    if params.get("covers"):
        parts.append(f"refer to {text_of(params['covers'])}")
    if params.get("no_constants"):
        parts.append("hold no typed number")
    return " and ".join(parts)


def _place(view: WorkbookView, params: Params) -> tuple[SheetView | str | None, str]:
    """The sheet and the area of `sheet` and `range`."""
    name, area = grid.split_range(text_of(params.get("range")))
    return grid.find_sheet(view, text_of(params.get("sheet")) or name), area


def _bare(function: str) -> str:
    return function.strip().removeprefix("=").removesuffix("()").upper()


def _judge(text: str, sheet: str, params: Params, where: str, tally: Tally) -> None:
    formula = formulas.read(text)
    if formula.too_long:
        tally.doubt(where, f"longer than MAX_FORMULA ({formulas.MAX_FORMULA})")
        return
    wrong: list[tuple[bool, str]] = []
    wanted_functions = [_bare(function) for function in texts_of(params.get("functions"))]
    wrong += [(True, f"no {clip(name)} in {clip(text)}") for name in wanted_functions if name not in formula.functions]
    if params.get("covers"):
        prefix, wanted = grid.split_range(text_of(params["covers"]))
        area = formulas.area_of(wanted)
        if area is None:
            wrong.append((False, "which range is meant is not certain"))
        elif not formulas.covers(formula, sheet, area, prefix):
            hidden = formula.names or formulas.DYNAMIC.intersection(formula.functions)
            wrong.append((not hidden, f"{clip(text)} does not refer to all of {wanted}"))
    if params.get("no_constants"):
        only = not formula.references and not formula.names
        typed_in = formula.numbers if only else [number for number in formula.numbers if number not in HARMLESS]
        if typed_in:
            sure = only or any(number not in _SMALL for number in typed_in)
            wrong.append((sure, f"the constant {typed_in[0]} in {clip(text)}"))
    surely = next((words for sure, words in wrong if sure), "")
    if surely:
        tally.violate(where, surely)
    elif wrong:
        tally.doubt(where, wrong[0][1])
    else:
        tally.satisfy()


class FormulaResults(Check):
    """No formula of a workbook (of a `sheet`, of a `range`) shows an error value, refers to a deleted cell or leads
    back to itself; with `recalculated`, also after LibreOffice has calculated all of them anew in a sandbox.

    Passed: there are formulas, all have results (stored or recalculated), none is an error value, none refers back to
    itself.
    Failed: a result is an error value, a formula holds `#REF!`, or formulas surely lead back to themselves; after
    recalculation there is an error value that any spreadsheet program would show.
    Unknown: no formula; results that nobody has stored and nothing recalculates; an error value as typed text;
    references that only a calculation knows; with `recalculated`, LibreOffice is not there, the workbook depends on
    chance or on another file, or an error value may be LibreOffice's own, or is gone after recalculation. Where
    a limit stops LibreOffice or it breaks down on the file, that is an error.
    """

    name = "formula_results"
    families = (Family.FORMULA,)
    demanded = typed(path=TEXT)
    admitted = typed(sheet=TEXT, range=RANGE, recalculated=BOOL)

    def needs(self, params: Params) -> Sequence[Request]:
        kinds = [ViewKind.WORKBOOK, *([ViewKind.RECALCULATED] if params.get("recalculated") else [])]
        return [Request(kind, text_of(params["path"])) for kind in kinds]

    def decide(self, params: Params, seen: Seen) -> Finding:
        requests = self.needs(params)
        tally = Tally(f"no error value among the formulas of {text_of(params.get('range')) or text_of(params['path'])}")
        view = view_or_finding(seen, requests[0], WorkbookView, tally.expected)
        if isinstance(view, Finding):
            return view
        sheet, area = _place(view, params)
        if isinstance(sheet, str) and (params.get("sheet") or area):
            return Finding(Outcome.UNKNOWN, tally.expected, "undecided", message=sheet)
        if sheet is None:
            return Finding(Outcome.FAILED, tally.expected, "no such sheet")
        chosen = [sheet] if isinstance(sheet, SheetView) else list(view.sheets)
        again = _recalculated(view, seen, requests[1], tally) if len(requests) > 1 else None
        number = sum(_judge_results(one, area, again, tally) for one in chosen)
        _judge_loops(view, chosen, area, tally)
        if not number and not tally.violated:
            return Finding(Outcome.UNKNOWN, tally.expected, "no formula", message="vacuous: there is no formula")
        return tally.finding(f"{plural(number, 'formula')}, no error value", nothing="there is no formula")


def _judge_results(sheet: SheetView, area: str, again: Recalculated | None, tally: Tally) -> int:
    """The number of formulas in a sheet's area."""
    number = 0
    for place, cell in cells_of(sheet, area, tally):
        where = f"{sheet.name}!{place}"
        if cell is None:
            continue
        shows = _error(cell)
        if cell.formula is None:
            if shows:
                tally.doubt(where, f"{shows}, typed or kept from a formula")
            continue
        number += 1
        if formulas.read(cell.formula).deleted:
            tally.violate(where, clip(cell.formula))
        elif again is not None:
            _judge_again(sheet, cell.formula, shows, again.value(sheet, place), again, where, tally)
        elif shows:
            tally.violate(where, f"{shows} from {clip(cell.formula)}")
        elif cell.value is None:
            tally.doubt(where, f"no stored result of {clip(cell.formula)}")
        else:
            tally.satisfy()
    return number


def _error(cell: CellView) -> str:
    shows = cell.value.strip() if isinstance(cell.value, str) else ""
    return shows if shows in ERRORS else ""


def _judge_again(
    sheet: SheetView,
    formula: str,
    stored: str,
    now: CellView | None,
    again: Recalculated,
    where: str,
    tally: Tally,
) -> None:
    """One formula by its stored error value, if any, and by its cell after recalculation."""
    error = _error(now) if now is not None else ""
    if now is None:
        tally.doubt(where, f"LibreOffice gives no result of {clip(formula)}")
    elif error and stored:
        tally.violate(where, f"{stored} from {clip(formula)}, {error} after recalculation")
    elif stored:
        tally.doubt(where, f"{stored} from {clip(formula)}, but {said(now.value)} after recalculation")
    elif error and again.doubt:
        tally.doubt(where, f"{error} after recalculation; {again.doubt}")
    elif error and (blamed := again.blamed(sheet, formula, error)):
        tally.doubt(where, f"{error} from {clip(formula)} after recalculation by LibreOffice; {blamed}")
    elif error:
        tally.violate(where, f"{error} from {clip(formula)} after recalculation")
    else:
        tally.satisfy()


def _judge_loops(view: WorkbookView, chosen: Sequence[SheetView], area: str, tally: Tally) -> None:
    names = {sheet.name.casefold() for sheet in chosen}
    rectangle = grid.parse_area(area, rows=formulas.LAST_ROW)
    found, doubt = formulas.loops(view)
    for loop in found:
        if any(_among(place, names, rectangle) for place in loop.places):
            places = sorted(map(formulas.shown, loop.places))
            judge = tally.violate if loop.sure else tally.doubt
            judge(formulas.shown(loop.places[0]), f"{listed(places)} lead back to themselves")
    if doubt:
        tally.doubt("", doubt)


def _among(place: formulas.Place, names: set[str], area: grid.Area | None) -> bool:
    sheet, column, row = place
    within = area is None or (area.left <= column <= area.right and area.top <= row <= area.bottom)
    return sheet in names and within


def _recalculated(view: WorkbookView, seen: Seen, request: Request, tally: Tally) -> Recalculated | None:
    """The workbook after LibreOffice has calculated everything anew; None, with a doubt or an error, where it can't."""
    found = view_or_finding(seen, request, WorkbookView, tally.expected)
    if isinstance(found, WorkbookView):
        again = Recalculated(view, found)
        if again.doubt:
            tally.doubt("", again.doubt)
        return again
    if found.outcome is Outcome.ERROR:
        tally.unseen = found.message
    else:
        tally.doubt("", found.message or found.observed)
    return None
