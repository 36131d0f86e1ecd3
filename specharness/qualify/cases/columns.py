"""Cases of columns, sheets, filled cells and placeholders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from specharness.qualify.artifacts import document, workbook
from specharness.qualify.case import (
    FAILED,
    NOT_FAILED,
    NOT_PASSED,
    OPEN,
    TEXT_LAWS,
    Asked,
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
from specharness.qualify.cases import headers, near_right, queried
from specharness.qualify.cases.filled import called_there, half_filled, named_cells
from specharness.qualify.draw import Draw, csv_text
from specharness.qualify.typed_tables import over_typed_tables


def _renamed(case: Case, draw: Draw) -> World | None:
    """The first column gets another name."""
    path = str(case.params["path"])
    text = case.world.files.get(path)
    if not path.endswith(".csv") or not isinstance(text, str) or "," not in text.splitlines()[0]:
        return None
    columns = case.params.get("columns")
    head, *rows = text.splitlines()
    names = head.split(",")
    wanted = [str(name) for name in columns] if isinstance(columns, list) else [str(columns)]
    if wanted[0] not in names:  # composed otherwise
        return None
    names[names.index(wanted[0])] = f"other than {draw.word()}"
    return replace(case.world, files={path: "\n".join([",".join(names), *rows]) + "\n"})


@cases_for("table_columns", keeps=(*TEXT_LAWS, "row_order"), breaks=(_renamed,), may_accept=())
def table_columns(draw: Draw) -> Iterator[Case]:
    yield from over_typed_tables(draw, "table_columns")
    yield from queried.columns()
    for _ in range(2):
        names = draw.words(draw.integer(2, 5))
        extra, sheet, other = draw.words(3)
        mixed = draw.shuffled(names)
        row = ["x"] * len(names)
        asked: Asked = {"path": "t.csv", "columns": names}
        yield near_pass("columns", asked, {"t.csv": csv_text(names, [row])}, "just these")
        yield satisfying(asked, {"t.csv": csv_text(mixed, [row])}, "in another order")
        yield satisfying(asked, {"t.csv": csv_text([extra, *names], [["x", *row]])}, "and another one")
        yield satisfying({**asked, "path": "t.tsv"}, {"t.tsv": csv_text(names, [row], "\t")}, "with tabs")
        yield satisfying({**asked, "columns": names[0]}, {"t.csv": csv_text(mixed, [])}, "one name, no row")
        for place in range(len(names)):
            less = names[:place] + names[place + 1 :]
            yield near_fail("columns", asked, {"t.csv": csv_text(less, [row[1:]])}, "one is missing")
            changed = [*names[:place], f"{names[place]}s", *names[place + 1 :]]
            yield near_fail("columns", asked, {"t.csv": csv_text(changed, [row])}, "one has a letter more")
            spelt = [*names[:place], draw.pick([names[place].upper(), f" {names[place]}", f"{names[place]}_"])]
            yield debatable(asked, {"t.csv": csv_text([*spelt, *names[place + 1 :]], [row])}, "one in another spelling")
        yield violating(asked, {"t.csv": csv_text([extra, other], [names[:2]])}, "they stand in the first row of data")
        exact: Asked = {**asked, "exact": True}
        yield near_pass("exact", exact, {"t.csv": csv_text(mixed, [row])}, "just these")
        yield near_fail("exact", exact, {"t.csv": csv_text([*names, extra], [[*row, "x"]])}, "one more")
        yield near_pass(
            "exact", {**asked, "exact": False}, {"t.csv": csv_text([*names, extra], [])}, "one more is fine"
        )
        yield debatable(exact, {"t.csv": csv_text([*names, ""], [[*row, "x"]])}, "one more without a name")
        yield debatable(exact, {"t.csv": csv_text([*names, names[0]], [[*row, "x"]])}, "one name twice")
        ordered: Asked = {**asked, "ordered": True}
        yield near_pass("ordered", ordered, {"t.csv": csv_text([names[0], extra, *names[1:]], [])}, "in order")
        yield near_fail("ordered", ordered, {"t.csv": csv_text(mixed, [])}, "in another order")
        yield near_pass("ordered", {**asked, "ordered": False}, {"t.csv": csv_text(mixed, [])}, "in any order")
        both = {"b.xlsx": workbook({sheet: [names, row], other: [[extra], ["x"]]})}
        book: Asked = {"path": "b.xlsx", "columns": names}
        yield satisfying(book, both, "on one of the sheets")
        yield near_pass("sheet", {**book, "sheet": sheet}, both, "on this sheet")
        yield near_fail("sheet", {**book, "sheet": other}, both, "on the other sheet")
        yield missing({**book, "sheet": extra}, both, "no such sheet", FAILED)
        yield debatable({**book, "sheet": sheet.upper()}, both, "a sheet in another spelling")
        titled = {"b.xlsx": workbook({sheet: [["All of it"], [], names, row]})}
        yield satisfying(book, titled, "below a title")
        apart = {"b.xlsx": workbook({sheet: [[names[0]], [names[1]], *[[name] for name in names[2:]]]})}
        yield debatable(book, apart, "the names stand below each other")
        yield violating(book, {"b.xlsx": workbook({sheet: [[extra, other], [1, 2]]})}, "none of them")
        yield near_pass("path", {**asked, "path": "d/t.csv"}, {"d/t.csv": csv_text(names, []), "t.csv": "x"}, "this")
        yield near_fail("path", asked, {"d/t.csv": csv_text(names, []), "t.csv": "x,y\n"}, "the other file")
    name = draw.word()
    accent = {"t.csv": "cafe\u0301,b\n1,2\n"}
    yield satisfying({"path": "t.csv", "columns": ["caf\u00e9"]}, accent, "composed otherwise")
    yield malformed({"path": "b.xlsx", "columns": [name]}, {"b.xlsx": name}, "no workbook", FAILED)
    yield malformed({"path": "t.csv", "columns": [name]}, {"t.csv": b"\xff\xfe\x00\xd8"}, "no text", NOT_PASSED)
    yield hostile({"path": "t.csv", "columns": [name]}, {"t.csv": f'"{name},b\n'}, "a quote that never ends")
    yield hostile({"path": "../t.csv", "columns": [name]}, {"t.csv": f"{name}\n"}, "out of the workspace", OPEN)
    yield refused({"path": "t.csv", "columns": []}, "no name")
    yield refused({"path": "t.csv", "columns": [name, 1]}, "a number")
    yield refused({"path": "t.csv", "columns": name, "exact": 1}, "no truth value")
    yield refused({"path": "t.csv", "columns": name, "ordered": "yes"}, "no truth value")
    yield refused({"columns": name}, "no path")
    yield refused({"path": "t.csv", "columns": name, name: 1}, "an unknown parameter")
    yield from headers.columns()
    yield from near_right.separators(draw)


@cases_for("same_columns", keeps=("line_ends", "final_newline", "byte_order_mark", "row_order"), ungiven=NOT_FAILED)
def same_columns(draw: Draw) -> Iterator[Case]:
    for _ in range(4):
        names = draw.words(draw.integer(2, 5))
        extra, sheet, other = draw.words(3)
        row = ["x"] * len(names)
        source = {"in.csv": csv_text(names, [row])}
        asked: Asked = {"path": "o.csv", "other": "in.csv"}

        def world(made: str | bytes, name: str = "o.csv", source: dict[str, str] = source) -> World:
            return World({**source, name: made}, before=source)

        mixed = csv_text(draw.shuffled(names), [row, row])
        more, less = csv_text([*names, extra], []), csv_text(names[:-1], [])
        yield satisfying(asked, world(mixed), "the same ones")
        yield near_pass("what", {**asked, "what": "names"}, world(mixed), "the same names")
        yield violating(asked, world(more), "one more")
        yield violating(asked, world(less), "one less")
        changed = csv_text([*names[:-1], extra], [])
        yield near_fail("what", {**asked, "what": "names"}, world(changed), "one is another")
        yield near_pass("what", {**asked, "what": "count"}, world(changed), "as many")
        yield near_fail("what", {**asked, "what": "count"}, world(more), "one more")
        yield near_fail("what", {**asked, "what": "count"}, world(less), "one less")
        yield debatable(asked, world(csv_text([name.upper() for name in names], [])), "another spelling")
        yield near_pass("path", {**asked, "path": "p.csv"}, world(mixed, "p.csv"), "this file")
        yield near_fail("path", asked, world(mixed, "p.csv"), "no such file")
        two = World({"a.csv": more, "o.csv": more, **source}, before={"a.csv": more, **source})
        yield near_pass("other", {**asked, "other": "a.csv"}, two, "as in this one")
        yield near_fail("other", asked, two, "as in the other one")
        book = World({**source, "b.xlsx": workbook({sheet: [names, row], other: [[extra]]})}, before=source)
        edited = World({"in.csv": more, "o.csv": more}, before=source)
        yield debatable(asked, edited, "the other table was changed")
        yield debatable(asked, World({**source, "o.csv": mixed}, before={}), "it was not there before")
        yield debatable({"path": "b.xlsx", "other": "in.csv"}, book, "which sheet is not said")
        sheets = {"b.xlsx": workbook({sheet: [names, row], other: [[extra]]})}
        same = World({"c.xlsx": workbook({sheet: [names], other: [[extra, "x"]]}), **sheets}, before=sheets)
        yield near_pass("sheet", {"path": "c.xlsx", "other": "b.xlsx", "sheet": sheet}, same, "on this sheet")
        yield near_fail("sheet", {"path": "c.xlsx", "other": "b.xlsx", "sheet": other}, same, "on the other sheet")
    yield missing(
        {"path": "o.csv", "other": "in.csv"}, World({"in.csv": "a,b\n"}, before={"in.csv": "a,b\n"}), "no", FAILED
    )
    broken = World({"in.csv": "a,b\n", "o.csv": b"\xff\xfe\x00\xd8"}, before={"in.csv": "a,b\n"})
    yield malformed({"path": "o.csv", "other": "in.csv"}, broken, "no text")
    yield hostile({"path": "o.csv", "other": "../in.csv"}, {"o.csv": "a,b\n"}, "out of the workspace", OPEN)
    yield refused({"path": "o.csv"}, "no other table")
    yield refused({"path": "o.csv", "other": "in.csv", "what": "rows"}, "no such thing")
    yield refused({"path": "o.csv", "other": "in.csv", "x": 1}, "an unknown parameter")
    yield from headers.alike()


@cases_for("sheets_present", keeps=("other_file",))
def sheets_present(draw: Draw) -> Iterator[Case]:
    for _ in range(2):
        names = [draw.word().title() for _ in range(draw.integer(2, 5))]
        extra = draw.word()
        made = {"b.xlsx": workbook({name: [[1]] for name in draw.shuffled(names)})}
        more = {"b.xlsx": workbook({name: [[1]] for name in [extra, *names]})}
        asked: Asked = {"path": "b.xlsx", "sheets": names}
        yield satisfying(asked, made, "all of them")
        yield satisfying(asked, more, "and another one")
        yield satisfying({**asked, "sheets": names[0]}, made, "one of them")
        yield satisfying({**asked, "sheets": names[-1]}, more, "one of them")
        for place in range(len(names)):
            less = names[:place] + names[place + 1 :]
            yield near_pass("sheets", {**asked, "sheets": less}, made, "all but one are asked for")
            yield near_fail("sheets", asked, {"b.xlsx": workbook({name: [[1]] for name in less})}, "one is missing")
            longer = {"b.xlsx": workbook({name: [[1]] for name in [*less, f"{names[place]}s"]})}
            yield near_fail("sheets", asked, longer, "one has a letter more")
            spelt = {"b.xlsx": workbook({name: [[1]] for name in [*less, f"{names[place].upper()} "]})}
            yield debatable(asked, spelt, "one in another spelling")
        exact: Asked = {**asked, "exact": True}
        yield near_pass("exact", exact, made, "just these")
        yield near_fail("exact", exact, more, "one more")
        yield near_pass("exact", {**asked, "exact": False}, more, "one more is fine")
        yield near_pass("path", {**asked, "path": "d/b.xlsx"}, {"d/b.xlsx": made["b.xlsx"]}, "this file")
        yield near_fail("path", {**asked, "path": "d/c.xlsx"}, {"d/b.xlsx": made["b.xlsx"]}, "no such file")
        yield violating(asked, {"b.xlsx": workbook({extra: [[name] for name in names]})}, "the names stand in cells")
    name = draw.word()
    yield missing({"path": "b.xlsx", "sheets": [name]}, {"c.xlsx": workbook({name: []})}, "no file", FAILED)
    yield malformed({"path": "b.xlsx", "sheets": [name]}, {"b.xlsx": f"{name},b\n"}, "a text", FAILED)
    yield malformed({"path": "b.xlsx", "sheets": [name]}, {"b.xlsx": document([name])}, "a document", FAILED)
    yield hostile({"path": "b.xlsx", "sheets": [name]}, {"b.xlsx": workbook({name: []})[:-30]}, "cut off")
    yield refused({"path": "b.xlsx", "sheets": []}, "no name")
    yield refused({"path": "b.xlsx", "sheets": [""]}, "a blank name")
    yield refused({"path": "b.xlsx", "sheets": name, "exact": "no"}, "no truth value")
    yield refused({"sheets": name}, "no path")
    yield refused({"path": "b.xlsx", "sheets": name, name: 1}, "an unknown parameter")


@cases_for("cells_filled", keeps=(*TEXT_LAWS, "row_order", "column_order"), may_accept=())
def cells_filled(draw: Draw) -> Iterator[Case]:
    for _ in range(2):
        field, other, sheet, extra = draw.words(4)
        rows = [[draw.word(), str(draw.integer(1, 99)), "x"] for _ in range(draw.integer(3, 6))]
        head = [field, other, extra]
        gap = [list(row) for row in rows]
        gap[draw.integer(0, len(rows) - 1)][1] = draw.pick(["", "  "])
        full, holed = csv_text(head, rows), csv_text(head, gap)
        asked: Asked = {"path": "t.csv", "column": other}
        yield near_pass("column", asked, {"t.csv": full}, "every row has one")
        yield near_fail("column", asked, {"t.csv": holed}, "one row has none")
        yield near_pass("column", {**asked, "column": field}, {"t.csv": holed}, "the blank is in another column")
        yield violating({**asked, "column": f"{other}x"}, {"t.csv": full}, "no such column")
        yield debatable({**asked, "column": other.upper()}, {"t.csv": full}, "a column in another spelling")
        yield satisfying({"path": "t.csv"}, {"t.csv": full}, "every column")
        yield violating({"path": "t.csv"}, {"t.csv": holed}, "some column has a blank")
        yield debatable({"path": "t.csv"}, {"t.csv": csv_text([field, ""], [["a", "b"]])}, "a column without a name")
        yield debatable(asked, {"t.csv": csv_text(head, [])}, "no row")
        sparse = {"t.csv": csv_text([*head, "y", "z"], [["", "", "x", "", ""], ["a", "b", "c", "d", "e"]])}
        yield debatable(asked, sparse, "a blank in a sparse row")
        for word in ("TBD", "n/a", "???", "-", "#REF!"):
            unsure = {"t.csv": csv_text(head, [["a", word, "x"], ["b", "5", "y"]])}
            yield debatable(asked, unsure, "a word that may stand for nothing")
        cells: list[list[str | int | float | bool | None]] = [[*head]]
        cells += [[a, int(b), c] for a, b, c in rows]
        blank = [list(row) for row in cells]
        blank[2][1] = None
        two = {"b.xlsx": workbook({sheet: cells, extra: blank})}
        book: Asked = {"path": "b.xlsx", "sheet": sheet}
        yield near_pass("sheet", {**book, "column": other}, two, "on this sheet")
        yield near_fail("sheet", {**book, "column": other, "sheet": extra}, two, "on the other sheet")
        yield satisfying(book, two, "every column of the sheet")
        yield violating({**book, "sheet": extra}, two, "a blank on the other sheet")
        yield near_pass("range", {**book, "range": f"B2:B{len(cells)}"}, two, "these cells")
        yield near_fail("range", {**book, "range": f"B2:B{len(cells) + 1}"}, two, "one cell beyond")
        yield near_pass("range", {"path": "b.xlsx", "range": f"{sheet}!A1:C2"}, two, "a sheet in the range")
        yield near_fail("range", {"path": "b.xlsx", "range": f"{extra}!B3"}, two, "just the blank one")
        yield satisfying({**book, "range": "A:C"}, two, "whole columns")
        yield debatable({"path": "b.xlsx", "column": other}, two, "which sheet is not said")
        yield missing({**book, "sheet": f"{sheet}x", "column": other}, two, "no such sheet", FAILED)
        yield debatable({**book, "column": "B"}, two, "a letter, which may be meant as a column")
        formula = {"b.xlsx": workbook({sheet: [[field, other], [1, "=A2*2"], [2, "=A3*2"]]})}
        yield satisfying({"path": "b.xlsx", "column": other}, formula, "formulas fill a cell")
        yield debatable({**book, "range": "A1:ZZ99999"}, two, "too many cells")
        yield near_pass("path", {"path": "d/t.csv", "column": other}, {"d/t.csv": full, "t.csv": holed}, "this file")
        yield near_fail("path", asked, {"d/t.csv": full, "t.csv": holed}, "the other file")
    name = draw.word()
    same = {"b.xlsx": workbook({name: [["a", "a"], [1, 2]]})}
    yield debatable({"path": "b.xlsx"}, same, "columns of one name")
    yield malformed({"path": "b.xlsx", "column": name}, {"b.xlsx": "a,b\n"}, "a text", FAILED)
    yield malformed({"path": "t.csv", "column": name}, {"t.csv": b"\xff\xfe\x00\xd8"}, "no text", NOT_PASSED)
    yield hostile({"path": "t.csv", "column": name}, {"t.csv": f'{name}\n"x\n'}, "a quote that never ends")
    yield hostile({"path": "../t.csv", "column": name}, {"t.csv": f"{name}\nx\n"}, "out of the workspace", OPEN)
    yield refused({"path": "b.xlsx", "range": draw.pick(["all", "A0", "", "1:2"])}, "no range")
    yield refused({"path": "b.xlsx", "column": " "}, "a blank column")
    yield from half_filled(draw)
    yield from named_cells(draw)
    yield refused({"column": name}, "no path")
    yield refused({"path": "b.xlsx", name: 1}, "an unknown parameter")


def _book(sheets: tuple[str, str], head: Sequence[str], column: Sequence[str | int | None]) -> bytes:
    """A sheet whose third column is given, and another one without a formula."""
    rows: list[list[str | int | float | bool | None]] = [[1, 2, cell] for cell in column]
    return workbook({sheets[0]: [[*head], *rows], sheets[1]: [[*head], [1, 2, 3]]})


@cases_for("formula_cells", keeps=("other_file",))
def formula_cells(draw: Draw) -> Iterator[Case]:
    for _ in range(3):
        sheet, other, label, name = draw.words(4)
        function, wrong = draw.sample(["SUM", "AVERAGE", "MAX", "VLOOKUP", "SUMIFS"], 2)
        rows = draw.integer(2, 4)
        area = f"C2:C{rows + 1}"
        good = [f"={function}(A{row}:B{row})" for row in range(2, rows + 2)]
        book = partial(_book, (sheet, other), (label, name, "x"))
        files = {"b.xlsx": book([*good])}
        asked: Asked = {"path": "b.xlsx", "sheet": sheet, "range": area}
        called: Asked = {**asked, "function": function}
        yield near_pass("range", asked, files, "these cells")
        yield near_fail("range", {**asked, "range": f"C2:C{rows + 2}"}, files, "one cell beyond, which is blank")
        yield near_fail("range", {**asked, "range": "B2:C2"}, files, "a typed number beside")
        yield satisfying({"path": "b.xlsx", "range": f"{sheet}!C2"}, files, "one cell, the sheet in the range")
        yield near_pass("function", called, files, "they call it")
        yield near_fail("function", {**called, "function": wrong}, files, "they call another one")
        yield near_fail("function", {**called, "function": f"{function}X"}, files, "one letter more")
        yield satisfying({**called, "function": f"={function.lower()}()"}, files, "written otherwise")
        yield near_pass("sheet", {"path": "b.xlsx", "sheet": sheet}, files, "some cell of this sheet")
        yield near_fail("sheet", {"path": "b.xlsx", "sheet": other}, files, "no cell of the other sheet")
        yield satisfying({"path": "b.xlsx"}, files, "some cell of the workbook")
        yield satisfying({"path": "b.xlsx", "function": function}, files, "some cell calls it")
        yield violating({"path": "b.xlsx", "function": wrong}, files, "no cell calls it")
        yield near_pass("path", {**asked, "path": "d/b.xlsx"}, {"d/b.xlsx": files["b.xlsx"]}, "this file")
        yield near_fail("path", {**asked, "path": "d/c.xlsx"}, {"d/b.xlsx": files["b.xlsx"]}, "no such file")
        typed = {"b.xlsx": book([*good[:-1], 7])}
        yield violating(asked, typed, "a typed number among them")
        yield violating(asked, {"b.xlsx": book([None, *good[1:]])}, "a blank among them")
        yield violating(called, {"b.xlsx": book([f"={wrong}(A2)", *good[1:]])}, "one calls another")
        quoted = {"b.xlsx": book([f'=IF(A2,"{function}(B2)",1)', *good[1:]])}
        yield violating(called, quoted, "its name stands in a text")
        yield satisfying(called, {"b.xlsx": book([f"=1+_xlfn.{function} (A2)", *good[1:]])}, "behind a prefix")
        yield violating(called, {"b.xlsx": book([f"=MY{function}(A2)", *good[1:]])}, "the end of another name")
        yield debatable({**asked, "range": f"C1:C{rows + 1}"}, files, "a header among them")
        yield debatable(asked, {"b.xlsx": book(["=SORT(A2:A9)", 5, *good[2:]])}, "a value that may have spilled")
        yield debatable({"path": "b.xlsx", "range": area}, files, "which sheet is not said")
        yield debatable({**asked, "sheet": sheet.upper()}, files, "a sheet in another spelling")
        yield debatable({**asked, "range": "A1:ZZ99999"}, files, "too many cells")
        yield missing({**asked, "sheet": name}, files, "no such sheet", FAILED)
        yield missing({"path": "b.xlsx", "sheet": name}, files, "no such sheet", FAILED)
    word = draw.word()
    yield malformed({"path": "b.xlsx"}, {"b.xlsx": "=SUM(A1)"}, "a text", FAILED)
    yield hostile({"path": "b.xlsx"}, {"b.xlsx": workbook({word: [["=A1"]]})[:-40]}, "cut off")
    loop = {"b.xlsx": workbook({word: [["=B1", "=A1"]]})}
    yield hostile({"path": "b.xlsx", "range": "A1:C1"}, loop, "a loop, and a blank")
    yield refused({"path": "b.xlsx", "range": draw.pick(["all", "0", ""])}, "no range")
    yield refused({"path": "b.xlsx", "function": " "}, "a blank function")
    yield from called_there(draw)
    yield refused({"range": "A1"}, "no path")
    yield refused({"path": "b.xlsx", word: 1}, "an unknown parameter")


DEFINITIONS = (table_columns, same_columns, sheets_present, cells_filled, formula_cells)
