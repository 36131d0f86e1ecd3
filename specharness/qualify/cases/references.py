"""Cases of what formulas refer to; `sheet_rules` asks them of `formula_parts` and `formula_results`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from specharness.evidence.views import CellView
from specharness.ir import Outcome
from specharness.qualify.artifacts import Scalar, calculated, named
from specharness.qualify.case import (
    Asked,
    Case,
    Definition,
    Files,
    World,
    debatable,
    hostile,
    missing,
    near_fail,
    near_pass,
    satisfying,
    violating,
)
from specharness.qualify.draw import Draw

Cells = Mapping[str, Scalar | CellView]
_FILE = "b.xlsx"


def _book(cells: Cells, **more: Cells) -> Files:
    return {_FILE: calculated({"S": cells, **more})}


def _ask(formula: str, value: Scalar = 7, **params: object) -> tuple[Asked, Files]:
    return {"path": _FILE, "range": "F1", **params}, _book({"A1": 3, "A2": 4, "F1": CellView(value, formula)})


def covered(draw: Draw) -> Iterator[Case]:
    """Which cells a formula refers to, asked of `formula_parts`."""
    name, sheet, high = draw.word(), draw.word(), draw.integer(4, 9)
    function = draw.pick(["SUM", "AVERAGE", "MAX"])
    part = f"B2:C{high}"

    def refers(formula: str, covers: str) -> tuple[Asked, Files]:
        return _ask(formula.replace("F(", f"{function}("), covers=covers)

    for formula, why in (
        (f"=F(A1:D{high + 1})", "more on every side"), (f"=F(B1:C{high})", "more above"),
        (f"=F(A2:C{high})", "more to the left"), (f"=F(B2:D{high})", "more to the right"),
        (f"=F(B2:C{high + 1})", "more below"), (f"=F(C{high}:B2)", "from corner to corner"),
        (f"=F(B2:B{high},C2:C{high})", "column by column"), (f"=F(B2:C2,B3:C{high})", "above and below"),
        (f"=F(B3:C{high},B2:C2)", "below and above"), (f"=F(C2:C{high})+F(B1:B{high + 3})", "right and left"),
        (f"=F(B2,C{high},B2:C{high})", "some twice"), ("=F(B:C)", "both columns"), ("=F(C:B)", "columns turned round"),
        ("=F(A:D)", "more columns"), (f"=F(2:{high})", "rows"), (f"=F({high}:1)", "rows turned round"),
        ("=F($B$1:$XFD$1048576)", "to the end of the sheet"), (f"=F(S!{part})", "its own sheet named"),
        (f"=F('S'!{part})", "its own sheet in marks"), (f"=F(s!{part})+{name}", "the sheet in small letters"),
    ):  # fmt: skip
        yield near_pass("covers", *refers(formula, part), why)
    for formula, why in (
        (f"=F(B3:C{high})", "less above"), (f"=F(C2:C{high})", "less to the left"), (f"=F(B2:B{high})", "one column"),
        (f"=F(B2:C{high - 1})", "less below"), ("=F(C:D)", "the next columns"), ("=F(A:B)", "the column before"),
        (f"=F(3:{high})", "a row less"), (f"=F(2:{high - 1})", "a row less at the end"),
        (f"=F(B2:B{high},C3:C{high})", "all but a corner"), (f"=F(B2:C2,B{high}:C{high})+A1", "the first and the last"),
        (f"=F(D2:E{high})", "beside it"), (f"=F(A2:A{high})", "before it"), ("=F(B1:C1)", "above it"),
        (f"=F(B{high + 1}:C{high + 9})", "below it"), (f"=F('{sheet}'!{part})", "on another sheet"),
    ):  # fmt: skip
        yield near_fail("covers", *refers(formula, part), why)
    large = f"A1:B{2_000 + high}"
    yield near_pass("covers", *refers(f"=F({large})", large), "thousands of cells")
    yield near_pass("covers", *refers(f"=F(A1:A{2_000 + high},B1:B{2_000 + high})", large), "thousands in two parts")
    yield near_fail("covers", *refers(f"=F(A1:A{2_000 + high},B2:B{2_000 + high})", large), "one of thousands is not")
    yield near_pass("covers", *refers(f"=F({sheet}!A1:A2)", f"{sheet}!A1:A2"), "of another sheet")
    yield near_pass("covers", *refers(f"=F('{sheet}''s'!A1:A2)", f"'{sheet}''s'!A1:A2"), "a name with an apostrophe")
    yield near_fail("covers", *refers(f"=F('{sheet}''s'!A1:A2)", f"{sheet}!A1:A2"), "of the sheet without it")
    yield near_fail("covers", *refers("=F(A1:A2)", f"{sheet}!A1:A2"), "of its own sheet")
    middle = f"D4:E{high + 4}"
    for beside in ("A1:B99", "H1:I99", "A1:Z2", f"A{high + 6}:Z{high + 9}"):
        yield near_pass("covers", *refers(f"=F({beside},{middle})", middle), "behind a range that is far away")
        yield near_fail("covers", *refers(f"=F({beside})", middle), "a range that is far away")
    yield near_pass("covers", *refers(f"=F(2:{high})", f"A2:A{high}"), "rows from the first column on")
    yield debatable(*refers("=F(ZZZ1:ZZZ9)", part), "a name that looks like a cell")
    yield debatable(*refers("=F(A1:A1048577)", part), "rows that no sheet has")
    yield debatable(*refers("=F(A1:XFE9)", part), "columns that no sheet has")
    yield debatable(*refers(f"=F({name}[Amount])", part), "a table")
    yield debatable(*refers(f"=F([1]S!{part})", part), "another workbook, perhaps")
    yield debatable(*refers(f"=F({part})", "A1:A9999999"), "a range that no sheet has")


def typed_in(draw: Draw) -> Iterator[Case]:
    """Functions and constants in formulas, asked of `formula_parts`."""
    name, rate = draw.word(), draw.integer(13, 90)
    longest = '=A1&"' + "x" * (8_192 - len('=A1&""') - 1) + "y" + '"'
    yield near_pass("functions", *_ask(f"=ROUND(A1*{rate},2)", functions=[" ROUND "]), "whatever is multiplied")
    yield near_pass("functions", *_ask('=CONCATENATE(A1,"x")', "3x", functions=["CONCATENATE"]), "a text as result")
    yield near_pass("no_constants", *_ask(longest, "3x", no_constants=True), "as long as Excel admits")
    yield debatable(*_ask(longest.replace("y", "yy"), "3x", no_constants=True), "longer than Excel admits")
    yield near_pass("no_constants", *_ask(f"={name}*100", no_constants=True), "hundred beside a name")
    yield debatable(*_ask(f"={name}*7", no_constants=True), "a small number beside a name")
    yield near_fail("no_constants", *_ask("=100", no_constants=True), "hundred alone")
    for truth in ("TRUE", "false"):
        yield near_fail("no_constants", *_ask(f"=IF({truth},7)", no_constants=True), "a number and no reference")
    yield near_fail("no_constants", *_ask(f"=A1*{rate}+7", no_constants=True), "one of two surely")
    yield near_fail("no_constants", *_ask(f"=A1*7+{rate}", no_constants=True), "the second surely")
    yield near_fail("no_constants", *_ask("=A1*13", no_constants=True), "the first number that is not small")
    yield near_fail("no_constants", *_ask("=A1*5%", no_constants=True), "a rate")
    yield near_fail("no_constants", *_ask(f"=A1*{rate}%", no_constants=True), "a higher rate")
    yield near_pass("no_constants", *_ask("=A1*100%", no_constants=True), "all of it")
    yield violating(*_ask("=A1*7", functions=["SUM"], no_constants=True), "a small number, and no sum")


def in_range(draw: Draw) -> Iterator[Case]:
    """Which cells are asked, by `formula_parts`."""
    number, sheet = draw.integer(20, 90), f"{draw.word()}'s {draw.word()}"
    quoted = "'" + sheet.replace("'", "''") + "'"
    column: dict[str, Scalar | CellView] = {f"C{row}": CellView(row, f"=SUM(A{row})") for row in range(1, 5)}
    asked: Asked = {"path": _FILE, "functions": "SUM", "range": "C:C"}
    yield near_pass("range", asked, _book(column), "a whole column")
    yield near_fail("range", asked, _book({**column, "C3": number}), "one cell of a whole column")
    yield near_pass("range", asked, _book({"C1": column["C1"], "A1": number}), "a whole column of one row")
    two = {_FILE: calculated({sheet: column, "S": {"C1": number}})}
    yield near_pass("range", {**asked, "range": f"{quoted}!C1:C4"}, two, "a sheet whose name is in marks")
    yield near_fail("range", {**asked, "range": "'S'!C1"}, two, "the other sheet")
    yield near_fail("range", {**asked, "range": f"{quoted}!C1:C5"}, two, "one cell more")
    yield debatable({**asked, "range": "A1:GR1001"}, _book(column), "more cells than are looked at")


def led_back(draw: Draw) -> Iterator[Case]:
    """Formulas that lead back to themselves, and such that don't, asked of `formula_results`."""
    low, column = draw.integer(1, 90), draw.pick("GHKM")
    asked: Asked = {"path": _FILE}
    good: dict[str, Scalar | CellView] = {"A1": low, "A2": CellView(low, "=A1")}

    def linked(**formulas: str) -> dict[str, Scalar | CellView]:
        return {**good, **{place: CellView(low, f"={formula}") for place, formula in formulas.items()}}

    ring = linked(B1="C1", C1="D1", D1="B1")
    for place in ("B1", "C1", "D1"):
        yield near_fail("range", {**asked, "range": place}, _book(ring), "one of three in a circle")
    yield near_pass("range", {**asked, "range": "A2"}, _book(ring), "beside the circle")
    yield near_pass("range", {**asked, "range": "B2:D9"}, _book({**ring, "B3": CellView(1, "=A1")}), "below the circle")
    yield near_pass("range", {**asked, "range": "A1:A3"}, _book(linked(C2="C2")), "left of the circle")
    yield near_pass("range", {**asked, "range": "D1:E3"}, _book(linked(C2="C2", D2="A1")), "right of the circle")
    yield near_pass("range", {**asked, "range": "C3:C5"}, _book(linked(C2="C2", C3="A1")), "the next row")
    yield near_pass("range", {**asked, "range": "C1:C2"}, _book(linked(C3="C3", C2="A1")), "the row before")
    for area in ("C2:C5", "C1:C2", "C2:D3", "B1:C2"):
        yield near_fail("range", {**asked, "range": area}, _book(linked(C2="C2")), "at the edge of the range")
    yield near_fail("range", {**asked, "range": "A1:XFD1048576"}, _book(linked(C2="C2")), "in a very large range")
    yield near_fail("range", {**asked, "range": f"A:{column}"}, _book(linked(C2="C2")), "in columns")
    yield violating(asked, _book(linked(B1="C1", C1="D1", D1="C1")), "a circle behind a formula")
    yield violating(asked, _book(linked(B1="C1", C1="A1", D9="D9")), "behind formulas that are looked at before")
    yield violating(asked, _book(linked(B1="C1", C1="C1")), "a formula with itself behind another one")
    yield violating(asked, _book(linked(B1="Gone!A1+B1")), "beside a sheet that is not there")
    yield satisfying(asked, _book(linked(B1="Gone!A1")), "a sheet that is not there, whose value was kept")
    yield violating(asked, _book(linked(B1="SUM(D1:B1)")), "a range from right to left")
    yield violating(asked, _book(linked(B5="SUM(B1:B5)")), "the last of a range")
    yield satisfying(asked, _book(linked(B5="SUM(B1:B4)", C5="SUM(C6:C9)")), "a range that ends before")
    yield satisfying(asked, _book(linked(C2="SUM(D1:E9)", B1="SUM(C2:C5)")), "ranges that begin behind")
    yield violating(asked, _book(linked(D1="B2", B2="SUM(A1:H1)")), "columns whose order is not that of the rows")
    yield violating(asked, _book(linked(C2="SUM(2:2)")), "a row with itself")
    yield satisfying(asked, _book(linked(C2="SUM(1:1)")), "the row above")
    yield violating(asked, _book(linked(C2="SUM(D:B)")), "columns with itself")
    yield satisfying(asked, _book(linked(C2="SUM(D:E)")), "the next columns")
    yield violating(asked, _book(good, T={"B1": CellView(low, "=T!B1")}), "on the second sheet, by its own name")
    yield near_pass(
        "sheet", {**asked, "sheet": "S"}, _book(good, T={"A2": CellView(low, "=A2")}), "on the other sheet, same place"
    )
    yield near_fail(
        "sheet", {**asked, "sheet": "T"}, _book(good, T={"A2": CellView(low, "=A2")}), "on the sheet, same place"
    )
    yield debatable(asked, _book(linked(B1="ROW(C1)", C1="B1+1")), "the first takes a row and no value")
    yield debatable(asked, _book(linked(B1="C1+1", C1="ROW(B1)")), "the second takes a row and no value")
    long = '"x"&' * 2_100 + "A1"
    yield debatable(asked, _book(linked(B1=long)), "a formula that is too long to be read")
    yield debatable(asked, _book(linked(B1="OFFSET(A1,1,0)", C1='INDIRECT("B1")')), "two calculated references")


def errors_of(draw: Draw) -> Iterator[Case]:
    """Error values and where they are looked for, by `formula_results`."""
    low, other = draw.integer(1, 90), draw.word()
    asked: Asked = {"path": _FILE}
    good: dict[str, Scalar | CellView] = {"A1": low, "A2": CellView(low, "=A1")}
    for formula in ("=A1+#REF!", "=#REF!+#N/A", "=IF(A1>0,#N/A,#REF!)"):
        yield violating(asked, _book({**good, "B1": CellView(low, formula)}), f"a deleted cell in {formula}")
    yield satisfying(asked, _book({**good, "B1": CellView(low, "=IF(A1>0,A1,#N/A)")}), "an error value not taken")
    yield satisfying(asked, _book({**good, "B1": CellView("x", '=IF(A1>0,"x","#REF!")')}), "an error value as text")
    yield debatable(asked, _book({**good, "B1": "#N/A "}), "an error value and a blank, typed")
    yield violating(asked, _book({**good, "B1": CellView(" #N/A", '=" #N/A"&A9')}), "an error value behind a blank")
    both = _book(good, T={"A1": CellView("#N/A", "=NA()")})
    yield debatable({**asked, "range": "A1:A2"}, both, "of which sheet is not said")
    yield debatable({**asked, "sheet": "s"}, both, "a sheet's name in another spelling")
    yield near_pass("range", {**asked, "range": "S!A1:A2"}, both, "the sheet named in the range")
    yield near_pass("range", {**asked, "range": "'S'!A1:A2"}, both, "the sheet named in marks")
    yield near_fail("range", {**asked, "range": "T!A1:A2"}, both, "the other sheet")
    yield near_pass("range", {**asked, "range": "A:A"}, _book({**good, "B2": CellView("#N/A", "=NA()")}), "a column")
    yield near_fail("range", {**asked, "range": "B:B"}, _book({**good, "B2": CellView("#N/A", "=NA()")}), "the other")
    yield debatable({**asked, "range": "D1:D9"}, _book(good), f"no formula, {other}")


def calculated_anew(draw: Draw) -> Iterator[Case]:
    """Results after recalculation beside stored ones, asked of `formula_results`."""
    low = draw.integer(2, 90)
    asked: Asked = {"path": _FILE, "recalculated": True}
    good: dict[str, Scalar | CellView] = {"A1": low, "A2": CellView(low, "=A1")}

    def anew(formula: str, stored: Scalar, now: Scalar, **more: Scalar | CellView) -> World:
        before, after = CellView(stored, formula), CellView(now, formula)
        return World(_book({**good, "B1": before, **more}), recalculated=_book({**good, "B1": after, **more}))

    yield near_pass("recalculated", asked, anew("=A1+1", None, low + 1), "a result that nobody had stored")
    yield near_pass("recalculated", asked, anew("=A1+1", low + 1, low + 1), "the same result again")
    yield near_fail("recalculated", asked, anew("=A1/0", low, "#DIV/0!"), "an error value that was not stored")
    yield near_fail("recalculated", asked, anew("=A1/0", None, "#DIV/0!"), "an error value where nothing was stored")
    yield near_fail("recalculated", asked, anew("=A1/0", "#DIV/0!", "#DIV/0!"), "an error value before and after")
    yield near_fail("recalculated", asked, anew("=NOPE(A1)", "#NAME?", "#NAME?"), "unknown to both programs")
    yield near_fail("recalculated", asked, anew("=#REF!+A1", low, low), "a deleted cell, whatever comes of it")
    yield debatable(asked, anew("=A1/0", "#DIV/0!", low), "an error value that is gone")
    yield debatable(asked, anew("=LET(x,A1,x)", low, "#NAME?"), "a function that LibreOffice may not know")
    yield debatable(asked, anew("=A1+RAND()", low, low), "chance")
    yield debatable(asked, anew("=A1/0+RAND()", low, "#DIV/0!"), "an error value in a workbook with chance in it")
    yield debatable(asked, anew("=A1+1", low, low, C1="#N/A"), "an error value that is typed")
    yield from _blame(draw)
    lost = World(_book({**good, "B1": CellView(low, "=A1")}), recalculated=_book(good))
    yield debatable(asked, lost, "a formula that LibreOffice leaves out")
    one = World(_book(good), recalculated={})
    yield missing(asked, one, "LibreOffice gives nothing", frozenset({Outcome.UNKNOWN}))
    more = _book({**good, **{f"C{row}": row for row in range(1, 9)}})
    stopped = World(_book(good), recalculated=more, limits={"sheet_cells": 5})
    yield hostile(asked, stopped, "more cells than are read", frozenset({Outcome.ERROR}))
    wrong = World(_book({"A2": CellView(low, "=#REF!")}), recalculated=more, limits={"sheet_cells": 5})
    yield violating(asked, wrong, "more cells than are read, and a deleted cell")


def _blame(draw: Draw) -> Iterator[Case]:
    """Error values that came with recalculation: whose fault they are."""
    low, word = draw.integer(2, 90), draw.word()
    asked: Asked = {"path": _FILE, "recalculated": True}
    good: dict[str, Scalar | CellView] = {"A1": low, "A2": CellView(low, "=A1")}

    def came(formula: str, error: str, names: Any = None, **more: Scalar | CellView) -> World:
        before, after = CellView(low, formula), CellView(error, formula)
        other = {"A1": word}
        return World(
            {_FILE: named(calculated({"S": {**good, "B1": before, **more}, "T": other}), names or {})},
            recalculated={_FILE: named(calculated({"S": {**good, "B1": after, **more}, "T": other}), names or {})},
        )

    for formula, error, why in (
        ("=A1/0", "#DIV/0!", "a division by zero"),
        ("=A1+C1", "#VALUE!", "a sum with a word"),
        ("=A1+c1", "#VALUE!", "its place in small letters"),
        ('=A1+"x"', "#VALUE!", "a word in the formula"),
        ("=SUM(A1:A2)/C9", "#DIV/0!", "a division by an empty cell"),
        ("=A1+T!A1", "#VALUE!", "a word of another sheet"),
        ("=A1+t!A1", "#VALUE!", "the sheet in small letters"),
        ("=LN(-1)", "#NUM!", "no logarithm"),
        ('=IF(A1>0,1/0,"#N/A {x}")', "#DIV/0!", "an error value and signs inside of a text"),
    ):
        yield near_fail("recalculated", asked, came(formula, error, C1=word), f"{why}, not stored")
    beside: dict[str, Scalar | CellView] = {"C1": word, "C2": "7", "CZ400": 1}
    for formula, error, why in (
        ("=A1+C1", "#NAME?", "a name that one program may not know"),
        ("=A1+C2", "#VALUE!", "text with a digit, which some programs take for a number"),
        ('=A1+"7"', "#VALUE!", "text with a digit in the formula"),
        ('=A1&"x"+"7"', "#VALUE!", "one of two texts has a digit"),
        ("=SUM(A1,C1:C2)*C2", "#VALUE!", "text with a digit in a range"),
        ("=SUM(C1:CZ400)+C1", "#VALUE!", "more cells than are looked at"),
        ("=A1+U!A1", "#VALUE!", "a sheet that is not there"),
        ("=A1+[1]Other!A1", "#REF!", "another file"),
        ("=A1/{0}", "#DIV/0!", "an array written out"),
        ("=LET(x,A1,x/0)", "#DIV/0!", "a newer function"),
        ("=A1/0+missing", "#DIV/0!", "a name that nobody has defined"),
    ):
        yield debatable(asked, came(formula, error, **beside), f"{error} after recalculation: {why}")
    strange = came("=A1/0", "#DIV/0!", C1=CellView(low, "=LET(x,A1,x)"))
    yield debatable(asked, strange, "another formula may be calculated in another way")
    plain = came("=A1/0", "#DIV/0!", C1=CellView(low, '=IF(A1>0,A1,"[x] {y} @z")'))
    yield near_fail("recalculated", asked, plain, "signs inside of a text are no syntax")
    for name, text, sure, why in (
        ("Rate", "S!$A$1", True, "a name of a cell"),
        ("Rate", "SUM(S!$A$1)", False, "a name of a calculation"),
        ("Rate", "{1}", False, "a name of an array"),
    ):
        world = came("=A1/0*rate", "#DIV/0!", {name: text})
        yield near_fail("recalculated", asked, world, why) if sure else debatable(asked, world, why)


DEFINITIONS: tuple[Definition, ...] = ()
