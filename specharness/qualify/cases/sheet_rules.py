"""Cases of formats of cells, and of what formulas are made of and come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from specharness.evidence.views import CellView
from specharness.qualify.artifacts import Scalar, calculated, workbook
from specharness.qualify.case import (
    NOT_PASSED,
    Case,
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
from specharness.qualify.cases.format_codes import codes, kinds, shown_where
from specharness.qualify.cases.references import calculated_anew, covered, errors_of, in_range, led_back, typed_in
from specharness.qualify.draw import Draw

Cells = Mapping[str, Scalar | CellView]
_FILE = "b.xlsx"


def _book(cells: Cells, **more: Cells) -> dict[str, bytes]:
    return {_FILE: calculated({"S": cells, **more})}


def _shown(case: Case, draw: Draw) -> World | None:
    """Every number of the workbook is shown by a format of another sort."""
    code = draw.pick(['0.00000"x"', "# ?/?", "0.000000"])
    if case.params.get("thousands") is False:
        code = f"#,##{code.removeprefix('# ')}"
    if case.params.get("range") != "A1" or case.params.get("kind") == "number":
        return None
    return World({_FILE: workbook({"S": {"A1": CellView(5.25, None, code)}})})


@cases_for("cell_format", keeps=("other_file",), breaks=(_shown,))
def cell_format(draw: Draw) -> Iterator[Case]:
    amount, name, other = float(draw.decimal(1, 900)), draw.word(), draw.word()

    def ask(code: str, value: Scalar = amount, **params: object) -> tuple[dict[str, object], dict[str, bytes]]:
        return {"path": _FILE, "range": "A1", **params}, {_FILE: workbook({"S": {"A1": CellView(value, None, code)}})}

    places = draw.integer(1, 4)
    code = f"0.{'0' * places}"
    yield near_pass("decimals", *ask(code, decimals=places), "so many digits")
    yield near_fail("decimals", *ask(code, decimals=places + 1), "one digit less")
    yield near_fail("decimals", *ask(code, decimals=places - 1), "one digit more")
    yield satisfying(*ask(f"#,##{code}", decimals=places), "with separators")
    yield satisfying(*ask(f"{code}%", decimals=places, kind="percent"), "of a percentage")
    yield violating(*ask("0", decimals=places), "no digit")
    yield violating(*ask("yyyy-mm-dd", decimals=places), "a date")
    yield near_pass("kind", *ask("0%", kind="percent"), "a percentage")
    yield near_fail("kind", *ask(code, kind="percent"), "a number")
    yield near_fail("kind", *ask("General", kind="percent"), "as it is")
    yield near_pass("kind", *ask('"$"#,##0.00', kind="currency"), "a dollar sign")
    yield near_fail("kind", *ask("#,##0.00", kind="currency"), "no sign")
    yield near_pass("kind", *ask("dd/mm/yyyy", 45_000 + places, kind="date"), "a date")
    yield near_fail("kind", *ask(code, kind="date"), "a number, no date")
    yield near_pass("kind", *ask("0.00E+00", kind="scientific"), "scientific")
    yield near_fail("kind", *ask(code, kind="scientific"), "not scientific")
    yield near_pass("kind", *ask("@", name, kind="text"), "text")
    yield near_fail("kind", *ask(code, kind="text"), "a number, no text")
    yield near_pass("kind", *ask(code, kind="number"), "a number")
    yield near_fail("kind", *ask("0%", kind="number"), "a percentage, no number")
    yield near_pass("symbol", *ask("[$€-407] #,##0.00", symbol="€"), "euro")
    yield near_fail("symbol", *ask("$#,##0.00", symbol="€"), "dollar")
    yield near_fail("symbol", *ask(code, symbol="€"), "no sign at all")
    yield near_pass("thousands", *ask("#,##0", thousands=True), "with")
    yield near_fail("thousands", *ask("0", thousands=True), "without")
    yield near_pass("thousands", *ask(code, thousands=False), "without, as asked")
    yield near_fail("thousands", *ask("#,##0.0", thousands=False), "with, though not asked")
    yield near_pass("format", *ask("YYYY\\-MM\\-DD", 44_000 + places, format="yyyy-mm-dd"), "the same code")
    yield near_pass("format", *ask(code, format=code), "the code")
    yield near_fail("format", *ask(code + "0", format=code), "one digit more")
    yield near_fail("format", *ask(f"{code}%", format=code), "a percentage")
    yield near_fail("format", *ask("0m", format='0"m"'), "a letter that stands for months")

    rows: dict[str, Scalar | CellView] = {"A1": name, "B1": other}
    rows |= {f"A{row}": CellView(row + 0.5, None, code) for row in range(2, 5)}
    rows |= {f"B{row}": CellView(row, None, "0%") for row in range(2, 5)}
    table = {_FILE: workbook({"S": rows})}
    yield near_pass("column", {"path": _FILE, "column": name, "decimals": places}, table, "all of a column")
    yield near_fail("column", {"path": _FILE, "column": other, "decimals": places}, table, "the other column")
    yield missing({"path": _FILE, "column": f"{name}x", "decimals": places}, table, "no such column")
    one_off = {_FILE: workbook({"S": {**rows, "A3": CellView(3.5, None, "0")}})}
    yield violating({"path": _FILE, "column": name, "decimals": places}, one_off, "one cell of a column")
    yield near_pass("range", {"path": _FILE, "range": "A2:A4", "decimals": places}, table, "a range")
    yield near_fail("range", {"path": _FILE, "range": "A2:B4", "decimals": places}, table, "a range too wide")
    sheets = {_FILE: workbook({"S": rows, other: {"A2": CellView(1.5, None, "0.000000")}})}
    asked: dict[str, object] = {"path": _FILE, "range": "A2", "decimals": places}
    yield near_pass("sheet", {**asked, "sheet": "S"}, sheets, "the sheet")
    yield near_fail("sheet", {**asked, "sheet": other}, sheets, "the other sheet")
    yield violating({**asked, "sheet": f"{other}x"}, sheets, "no such sheet")
    yield near_pass("path", asked, {**table, "c.xlsx": workbook({"S": {"A2": 1}})}, "the file named")
    yield near_fail(
        "path",
        {**asked, "path": "c.xlsx"},
        {**table, "c.xlsx": workbook({"S": {"A2": CellView(1, None, "0")}})},
        "another file",
    )

    yield debatable(*ask("General", decimals=places), "digits that depend on the number")
    yield debatable(*ask("0.0#", decimals=2), "a digit that may not show")
    yield debatable(*ask(code, name, decimals=places), "a text")
    yield debatable(*ask(code, True, decimals=places), "a truth value")
    yield debatable(*ask('"EUR" 0', symbol="€"), "a code for the sign")
    yield debatable(*ask(f"{code};-{code}", format=code), "the same in two sections")
    yield debatable(*ask("dd/mm/yyyy", 45_000 + places, format="yyyy-mm-dd"), "the same parts in another order")
    yield debatable({"path": _FILE, "range": "C1:C9", "decimals": places}, table, "nothing stands there")
    yield debatable({"path": _FILE, "range": "A2", "decimals": places}, sheets, "which sheet is not said")
    yield debatable({"path": _FILE, "range": "A1:XFD1048576", "decimals": places}, table, "too many cells")
    yield malformed({"path": _FILE, "range": "A1", "decimals": places}, {_FILE: f"{name}\n{amount}\n"}, "no workbook")
    yield refused({"path": _FILE, "range": "A1"}, "nothing asked")
    yield refused({"path": _FILE, "decimals": places}, "of which cells is not said")
    yield refused({"path": _FILE, "range": "A1", "column": name, "decimals": places}, "range and column")
    yield refused({"path": _FILE, "range": "A1", "format": "0" * 900}, "no format")
    yield refused({"path": _FILE, "range": name, "kind": "percent"}, "no range")
    for more in (codes, kinds, shown_where):
        yield from more(draw)


def _typed_over(case: Case, draw: Draw) -> World | None:
    """The formulas are replaced by what they came to."""
    return World(_book({f"{column}{row}": draw.integer(1, 99) for column in "ABCDEF" for row in range(1, 9)}))


@cases_for("formula_parts", keeps=("other_file",), breaks=(_typed_over,))
def formula_parts(draw: Draw) -> Iterator[Case]:
    high, far = draw.integer(3, 7), draw.integer(20, 900)
    function, another = draw.sample(["SUM", "AVERAGE", "MEDIAN", "MAX", "PRODUCT"], 2)
    column = f"A1:A{high}"

    def ask(formula: str | int | None, **params: object) -> tuple[dict[str, object], dict[str, bytes]]:
        cell = CellView(far, formula) if isinstance(formula, str) else formula
        cells: dict[str, Scalar | CellView] = {f"A{row}": row for row in range(1, high + 1)}
        return {"path": _FILE, "range": "C1", **params}, _book({**cells, "C1": cell} if cell is not None else cells)

    full = f"={function}({column})"
    yield near_pass("functions", *ask(full, functions=[function]), "called")
    yield near_fail("functions", *ask(full, functions=[another]), "another one")
    yield near_fail("functions", *ask(f"={function}IFS({column},{column},1)", functions=function), "a longer name")
    yield near_fail("functions", *ask(f'="{function}("&A1&")"', functions=function), "in a text alone")
    yield near_pass(
        "functions", *ask(f"=ROUND({function.lower()}({column}),2)", functions=[function, "ROUND"]), "inside"
    )
    yield near_fail("functions", *ask(f"=ROUND({column},2)", functions=[function, "ROUND"]), "one of two")
    yield near_pass("functions", *ask(f"=_xlfn.{function}({column})", functions=[f"={function}()"]), "a prefix")
    yield near_pass("covers", *ask(full, covers=column), "all of it")
    yield near_fail("covers", *ask(f"={function}(A1:A{high - 1})", covers=column), "one cell less")
    yield near_fail("covers", *ask(f"={function}(A2:A{high})", covers=column), "from the second on")
    yield near_pass("covers", *ask(f"={function}($A$1:$A${high})", covers=f"S!{column}"), "fixed, and the sheet named")
    yield near_pass("covers", *ask(f"={function}(A:A)", covers=column), "the whole column")
    yield near_pass(
        "covers", *ask("=" + "+".join(f"A{row}" for row in range(1, high + 1)), covers=column), "one by one"
    )
    yield near_fail(
        "covers", *ask("=" + "+".join(f"A{row}" for row in range(1, high)), covers=column), "one by one, less one"
    )
    yield near_fail("covers", *ask(f"={function}(B1:B{high})", covers=column), "another column")
    yield near_fail("covers", *ask(f"={function}(T!{column})", covers=column), "another sheet")
    yield near_pass("no_constants", *ask(full, no_constants=True), "none")
    yield near_fail("no_constants", *ask(f"={far}", no_constants=True), "nothing else")
    yield near_fail("no_constants", *ask(f"=A1*{far}", no_constants=True), "beside a reference")
    yield near_fail("no_constants", *ask("=A1*1.19", no_constants=True), "a rate")
    yield near_fail("no_constants", *ask(f"={high}+5", no_constants=True), "a sum of two")
    yield near_pass("no_constants", *ask(f"=ROUND({full[1:]},2)*100", no_constants=True), "digits and hundred")
    yield near_pass("no_constants", *ask(f'=IF(A1>A2,"{far}",A1)', no_constants=True), "a number in a text")
    yield violating(*ask(far, functions=function), "a typed number")
    yield violating(*ask(None, functions=function), "a blank cell")
    yield violating(*ask(far, no_constants=True), "a typed number, and no formula")

    cells: dict[str, Scalar | CellView] = {f"A{row}": row for row in range(1, 5)}
    cells |= {f"B{row}": CellView(row, f"={function}(A{row})") for row in range(1, 5)}
    rows: dict[str, object] = {"path": _FILE, "functions": function}
    yield near_pass("range", {**rows, "range": "B1:B4"}, _book(cells), "every cell")
    yield near_fail("range", {**rows, "range": "B1:B5"}, _book(cells), "one cell too many")
    yield violating({**rows, "range": "B1:B4"}, _book({**cells, "B3": far}), "one typed over")
    both = _book(cells, T={"B1": far})
    yield near_pass("sheet", {**rows, "range": "B1", "sheet": "S"}, both, "the sheet")
    yield near_fail("sheet", {**rows, "range": "B1", "sheet": "T"}, both, "the other sheet")
    yield violating({**rows, "range": "U!B1"}, both, "no such sheet")
    yield near_pass(
        "path", {**rows, "range": "B2"}, {**_book(cells), "c.xlsx": _book({"B2": far})[_FILE]}, "the file named"
    )
    yield near_fail(
        "path",
        {**rows, "range": "B2", "path": "c.xlsx"},
        {**_book(cells), "c.xlsx": _book({"B2": far})[_FILE]},
        "another",
    )
    yield debatable(*ask("=SUM(Rng)", covers=column), "a name")
    yield debatable(*ask(f'=SUM(INDIRECT("A1:A{high}"))', covers=column), "a calculated reference")
    yield debatable(*ask("=A1*7", no_constants=True), "a small whole number")
    yield debatable(*ask("=A1&" + '"x"' * 3_000, functions=function), "longer than Excel's bound")
    yield debatable({**rows, "range": "A1"}, _book({"A1": "total"}), "a label")
    yield debatable({**rows, "range": "B1"}, both, "which sheet is not said")
    yield debatable({**rows, "range": "A1:XFD1048576"}, _book(cells), "too many cells")
    yield malformed({**rows, "range": "B1"}, {_FILE: f"a,b\n{far},={function}(A1)\n"}, "no workbook")
    yield refused({"path": _FILE, "range": "A1"}, "nothing asked")
    yield refused({"path": _FILE, "functions": function}, "of which cells is not said")
    yield refused({"path": _FILE, "range": "A1", "covers": "x y"}, "no range")
    for more in (covered, typed_in, in_range):
        yield from more(draw)


def _broken(case: Case, draw: Draw) -> World | None:
    """A result becomes an error value."""
    sheet = str(case.params.get("sheet") or "S")
    return World({_FILE: calculated({sheet: {"A3": CellView(draw.pick(["#REF!", "#N/A", "#VALUE!"]), "=A1")}})})


@cases_for("formula_results", keeps=("other_file",), breaks=(_broken,))
def formula_results(draw: Draw) -> Iterator[Case]:
    low, high = draw.integer(1, 50), draw.integer(60, 900)
    asked: dict[str, object] = {"path": _FILE}
    good: dict[str, Scalar | CellView] = {"A1": low, "A2": high, "A3": CellView(low + high, "=SUM(A1:A2)")}
    yield satisfying(asked, _book(good), "a sum")
    yield satisfying(asked, _book({**good, "A4": CellView(low, "=MIN(A1:A3)"), "B1": CellView("x", '="x"')}), "three")
    yield satisfying(asked, _book({**good, "C1": CellView(high, "=INDEX(A1:A2,2)")}), "a choice among others")
    yield satisfying(asked, _book(good, T={"A1": CellView(low, "=S!A3")}), "over two sheets")
    chain = {f"B{row}": CellView(row, f"=B{row + 1}+1") for row in range(1, 40)}
    yield satisfying(asked, _book({**good, **chain}), "a long chain")
    yield near_pass(
        "path", asked, {**_book(good), "c.xlsx": _book({"A1": CellView("#N/A", "=NA()")})[_FILE]}, "the file named"
    )
    yield near_fail(
        "path",
        {"path": "c.xlsx"},
        {**_book(good), "c.xlsx": _book({"A1": CellView("#N/A", "=NA()")})[_FILE]},
        "another",
    )
    for error, formula in (
        ("#DIV/0!", "=A1/0"), ("#REF!", "=#REF!"), ("#NAME?", "=NOPE(A1)"), ("#VALUE!", "=A1+B9"), ("#N/A", "=NA()"),
        ("#NUM!", "=SQRT(-1)"), ("#NULL!", "=A1 A2"),
    ):  # fmt: skip
        place = f"{draw.pick(['B', 'C', 'D'])}{draw.integer(1, 9)}"
        yield violating(asked, _book({**good, place: CellView(error, formula)}), f"{error} in one cell")
    yield violating(
        asked, _book({**good, "B2": CellView(low, "=#REF!+A1")}), "a deleted reference, not calculated again"
    )
    yield violating(asked, _book({**good, "B2": CellView(0, "=B2+A1")}), "leads back to itself")
    yield violating(
        asked, _book({**good, "B1": CellView(0, "=B2"), "B2": CellView(0, "=B1")}), "two lead to each other"
    )
    yield violating(asked, _book({**good, "A4": CellView(0, "=SUM(A:A)")}), "a column with itself")
    yield violating(asked, _book({**good, "B1": CellView(0, "=T!B1")}, T={"B1": CellView(0, "='S'!B1")}), "over sheets")
    bad: dict[str, Scalar | CellView] = {**good, "C5": CellView("#DIV/0!", "=A1/0")}
    yield near_pass("range", {**asked, "range": "A1:A3"}, _book(bad), "a range without it")
    yield near_fail("range", {**asked, "range": "A1:C5"}, _book(bad), "a range with it")
    yield near_fail("range", {**asked, "range": "C1:C9"}, _book({**good, "C9": CellView(0, "=C9")}), "a loop in it")
    yield near_pass("range", {**asked, "range": "A1:A3"}, _book({**good, "C9": CellView(0, "=C9")}), "a loop elsewhere")
    two = _book(good, T=bad)
    yield near_pass("sheet", {**asked, "sheet": "S"}, two, "the sheet without it")
    yield near_fail("sheet", {**asked, "sheet": "T"}, two, "the sheet with it")
    yield violating(asked, two, "on the second sheet")
    yield violating({**asked, "sheet": "U"}, two, "no such sheet")
    yield near_pass("recalculated", {**asked, "recalculated": False}, _book(good), "as stored")
    yield near_fail(
        "recalculated", {**asked, "recalculated": True}, _book(bad), "an error as stored, whatever comes of it"
    )
    yield debatable(asked, _book({"A1": low}), "no formula")
    yield debatable(asked, {_FILE: workbook({"S": {"A1": f"=SUM({low},{high})"}})}, "no stored result")
    yield debatable(asked, _book({**good, "B1": "#N/A"}), "an error value as text")
    yield debatable(asked, _book({**good, "B1": CellView(1, "=ROW(B1)")}), "its own row is no loop")
    yield debatable(asked, _book({**good, "B1": CellView(1, "=IF(A1>0,1,B1)")}), "a branch that may not be taken")
    yield debatable(asked, _book({**good, "B1": CellView(low, '=INDIRECT("A1")')}), "a calculated reference")
    yield malformed(asked, {_FILE: f"a\n{low}\n"}, "no workbook")
    yield hostile(asked, {_FILE: b"PK\x03\x04" + low.to_bytes(4, "big") * 50}, "no zip", NOT_PASSED)
    yield refused({"path": _FILE, "range": "x y"}, "no range")
    yield refused({}, "no path")
    for more in (led_back, errors_of, calculated_anew):
        yield from more(draw)


DEFINITIONS = (cell_format, formula_parts, formula_results)
