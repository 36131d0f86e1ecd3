"""Cases of what can be counted in more than one way: blank cells, headers that may be data, hidden files, line ends.

Each thing in doubt stands beside bounds that all ways of counting keep, and one that they don't.
"""

from __future__ import annotations

from collections.abc import Iterator

from specharness.qualify.artifacts import document, slides, workbook
from specharness.qualify.case import (
    FAILED,
    OPEN,
    Asked,
    Case,
    Folder,
    debatable,
    missing,
    near_fail,
    near_pass,
    refused,
    satisfying,
    violating,
)
from specharness.qualify.draw import Draw, csv_text, json_text

DEFINITIONS = ()
"""What is yielded here belongs to the definition of `count`."""


_OPEN_OR_FAILED = OPEN | FAILED


def counts(draw: Draw) -> Iterator[Case]:
    """Cases of `count`, by what is counted."""
    yield from _rows(draw)
    yield from _sheets(draw)
    yield from _files(draw)
    yield from _items(draw)
    yield from _texts(draw)


def _rows(draw: Draw) -> Iterator[Case]:
    a, b, c = draw.words(3)
    rows: Asked = {"path": "t.csv", "of": "rows"}
    for head, why in ((f"{a},2", "a number"), (f"{a},", "a blank"), (f"{a}, ", "a space")):
        unsure = {"t.csv": f"{head}\nx,3\ny,4\n"}
        yield debatable({**rows, "count": 2}, unsure, f"{why} in the first row, which may be data")
        yield debatable({**rows, "count": 3}, unsure, f"{why} in the first row, which may be data")
        yield satisfying({**rows, "min": 2, "max": 3}, unsure, f"{why} in the first row, data or not")
        yield violating({**rows, "max": 1}, unsure, f"{why} in the first row, too many in any case")
    yield satisfying({**rows, "count": 2}, {"t.csv": f"{a},{b}\nx,\n,y\n"}, "no row is empty")
    spaces = {"t.csv": f"{a},{b}\nx,y\n , \n"}
    yield debatable({**rows, "count": 2}, spaces, "a row of spaces")
    yield debatable({**rows, "count": 1}, spaces, "a row of spaces")
    yield satisfying({**rows, "min": 1, "max": 2}, spaces, "a row of spaces, counted or not")
    columns: Asked = {"path": "t.csv", "of": "columns"}
    for head in (f"{a},,{b}", f"{a}, ,{b}"):
        nameless = {"t.csv": f"{head}\nx,y,z\n"}
        yield debatable({**columns, "count": 3}, nameless, "one of three columns has no name")
        yield debatable({**columns, "count": 2}, nameless, "one of three columns has no name")
        yield satisfying({**columns, "min": 2, "max": 3}, nameless, "with or without a name")
    text = {"t.txt": csv_text([a, b, c], [[1, 2, 3]])}
    yield near_pass("of", {"path": "t.txt", "of": "columns", "count": 3}, text, "a table whatever its ending")
    yield near_fail("of", {"path": "t.txt", "of": "columns", "count": 2}, text, "a table whatever its ending")


def _sheets(draw: Draw) -> Iterator[Case]:
    a, b, one, two = draw.words(4)
    rows: Asked = {"path": "b.xlsx", "of": "rows"}
    yield near_pass("count", {**rows, "count": 0}, {"b.xlsx": workbook({one: []})}, "an empty sheet")
    yield near_fail("min", {**rows, "min": 1}, {"b.xlsx": workbook({one: []})}, "an empty sheet")
    bare = {"b.xlsx": workbook({one: [[1, 2], [3, 4], [5, 6]]})}
    partly = {"b.xlsx": workbook({one: [[a, 2], [3, 4], [5, 6]]})}
    titled = {"b.xlsx": workbook({one: [[a.upper(), None], [a, b], [5, 6]]})}
    for book, why in ((bare, "no header"), (partly, "a number beside a text"), (titled, "a title above two columns")):
        yield debatable({**rows, "count": 2}, book, f"the first row may be data: {why}")
        yield satisfying({**rows, "min": 1, "max": 3}, book, f"however it is read: {why}")
        yield violating({**rows, "min": 4}, book, f"too few in any case: {why}")
    yield debatable({**rows, "count": 1}, titled, "below the title, or below the header")
    yield violating({**rows, "max": 1}, bare, "too many, whether or not the first row is data")
    wide = {"b.xlsx": workbook({one: [[a, b, None], [1, 2, 3], [4, 5, 6]]})}
    yield near_pass("count", {**rows, "count": 2}, wide, "two of three columns have a name")
    deep = {"b.xlsx": workbook({one: [[a, None, None], [a, b, "x"], [1, 2, 3], [4, 5, 6]]})}
    yield satisfying({**rows, "min": 2, "max": 4}, deep, "with or without title and header")
    alike = {"b.xlsx": workbook({one: [[a], [1], [2]], two: [[b], ["x"], ["y"]]})}
    yield near_pass("count", {**rows, "count": 2}, alike, "on whichever sheet")
    yield near_fail("count", {**rows, "count": 3}, alike, "on no sheet")
    yield debatable({**rows, "sheet": one.upper(), "count": 2}, alike, "the sheet's name in another spelling")
    columns: Asked = {**rows, "of": "columns"}
    yield debatable({**columns, "count": 1}, alike, "which sheet is not said")
    yield debatable({**columns, "sheet": f"{one}x", "count": 1}, alike, "no such sheet")
    yield near_pass("sheet", {**columns, "sheet": two, "count": 1}, alike, "this sheet")
    cells: Asked = {**rows, "of": "items", "field": a, "sheet": one}
    gaps = {"b.xlsx": workbook({one: [[a, b], ["=1+1", 1], [2, 2], ["x", 3]], two: [[a], [1]]})}
    yield near_pass("sheet", {**cells, "count": 3}, gaps, "cells of this sheet; a formula is one")
    yield near_fail("sheet", {**cells, "sheet": two, "count": 3}, gaps, "the other sheet has one")
    less = {"b.xlsx": workbook({one: [[a, b], [1, 1], [None, 2], ["x", 3]]})}
    yield satisfying({**cells, "min": 2, "max": 3}, less, "an empty cell, counted or not")


def _files(draw: Draw) -> Iterator[Case]:
    files: Asked = {"path": "d", "of": "files"}
    two = {"d/1.json": "", "d/2.json": ""}
    yield near_pass("count", {**files, "count": 2}, {**two, "d/e": Folder()}, "folders are no files")
    yield near_fail("count", {**files, "count": 3}, {**two, "d/e": Folder()}, "folders are no files")
    yield violating({**files, "min": 1}, {"d/e": Folder()}, "a folder alone")
    for left in ("Thumbs.db", "1.json~", ".keep", "__pycache__/a.pyc", f"e/{draw.word()}", "e/.keep", ".e/x"):
        more = {**two, f"d/{left}": ""}
        yield debatable({**files, "count": 3}, more, f"whether {left} counts")
        yield debatable({**files, "count": 2}, more, f"whether {left} counts")
        yield satisfying({**files, "min": 2, "max": 3}, more, f"{left}, counted or not")
    globbed: Asked = {**files, "glob": "?.json"}
    yield near_pass("glob", {**globbed, "count": 2}, {**two, "d/10.json": ""}, "names of one letter")
    yield debatable({**globbed, "count": 2}, {**two, "d/e/3.json": ""}, "one more stands deeper")
    yield satisfying({**globbed, "min": 2, "max": 3}, {**two, "d/e/3.json": ""}, "the deeper one counted or not")
    below = {"d/1.json": "", "d/e/1.json": "", "d/e/2.json": "", "d/f/1.json": ""}
    inside: Asked = {**files, "glob": "e/*.json"}
    yield near_pass("glob", {**inside, "count": 2}, below, "in this folder")
    yield near_fail("glob", {**inside, "glob": "f/*.json", "count": 2}, below, "in the other folder")
    yield debatable({**inside, "count": 3}, {**below, "d/e/x/3.json": ""}, "one stands deeper than the pattern says")
    yield debatable({**inside, "count": 3}, {**below, "d/e/.3.json": ""}, "one is hidden")
    yield near_fail("glob", {**files, "glob": "e*.json", "min": 1}, below, "a folder's name is no part of a file's")
    yield debatable({"path": "d/1.json", "of": "files", "count": 1}, below, "a file in the place of a folder")


def _items(draw: Draw) -> Iterator[Case]:
    a, b, c = draw.words(3)
    items: Asked = {"path": "d.json", "of": "items"}
    members = {"d.json": json_text({a: 1, b: 2, c: 3})}
    yield near_pass("count", {**items, "count": 3}, members, "members of an object")
    yield near_fail("count", {**items, "count": 2}, members, "members of an object")
    lists = {"d.json": json_text({a: [1, 2, 3], b: [4]})}
    yield near_pass("count", {**items, "count": 2}, lists, "two members that are lists")
    yield near_fail("count", {**items, "count": 3}, lists, "one of two lists has as many")
    only = {"d.json": json_text({a: [*range(8)]})}
    yield debatable({**items, "count": 8}, only, "the member, or what it holds")
    yield satisfying({**items, "min": 1, "max": 8}, only, "the member, or what it holds")
    here: Asked = {**items, "field": a}
    yield debatable({**here, "field": a.upper(), "count": 3}, lists, "the name in another spelling")
    yield near_pass("field", {**here, "field": f"{a}[] ", "count": 3}, lists, "the items of a list")
    yield near_pass("field", {**here, "field": f"{a}.*", "count": 2}, {"d.json": json_text({a: {b: 1, c: [2]}})}, "all")
    yield near_fail("field", {**here, "field": f"{a}.*", "count": 3}, {"d.json": json_text({a: {b: 1, c: [2]}})}, "all")
    several = {"d.json": json_text({a: [{b: [1, 2]}, {b: [3]}, {b: [4, 5]}]})}
    yield near_fail("field", {**here, "field": f"{a}[].{b}", "count": 2}, several, "one of the lists is shorter")
    yield near_pass("field", {**here, "field": f"{a}[].{b}", "max": 2}, several, "none is longer")
    mixed = {"d.json": json_text({a: [{b: [1, 2]}, {b: 5}]})}
    yield violating({**here, "field": f"{a}[].{b}", "count": 2}, mixed, "a number in the place of a list")
    gaps = {"d.json": json_text({a: [1, "", None, "x"]})}
    yield debatable({**here, "field": f"{a}[]", "count": 4}, gaps, "two of them hold nothing")
    yield debatable({**here, "field": f"{a}[]", "count": 2}, gaps, "two of them hold nothing")
    yield satisfying({**here, "field": f"{a}[]", "min": 2, "max": 4}, gaps, "two of them hold nothing")
    table = {"t.csv": csv_text([a, b], [["x", ""], ["y", 1]])}
    of_table: Asked = {**here, "path": "t.csv"}
    yield near_pass("field", {**of_table, "count": 2}, table, "a column's cells")
    yield near_fail("field", {**of_table, "count": 3}, table, "a column's cells")
    yield debatable({**of_table, "field": b, "count": 2}, table, "one of them is blank")
    yield debatable({**of_table, "field": b, "count": 1}, table, "one of them is blank")
    yield missing({**of_table, "field": f"{a}x", "count": 2}, table, "no such column", FAILED)
    for of in ("rows", "lines", "columns"):
        yield refused({**of_table, "of": of, "count": 2}, f"{of} stand in a file, not at a field")


def _texts(draw: Draw) -> Iterator[Case]:
    a, b = draw.words(2)
    marks: Asked = {"path": "n.txt", "of": "characters"}
    two = {"n.txt": "ab\r\ncd"}
    yield debatable({**marks, "count": 6}, two, "a line end may be one character")
    yield debatable({**marks, "count": 5}, two, "a line end may be two characters")
    yield satisfying({**marks, "min": 5, "max": 6}, two, "a line end of one character or two")
    lines: Asked = {"path": "n.txt", "of": "lines"}
    gap = {"n.txt": f"{a}\n \t\n{b}\n"}
    yield debatable({**lines, "count": 3}, gap, "a line of spaces")
    yield debatable({**lines, "count": 2}, gap, "a line of spaces")
    for of in ("rows", "items"):
        yield near_pass("of", {**lines, "of": of, "count": 2}, {"n.txt": f"{a}\n{b}\n"}, f"lines as {of}")
        yield near_fail("of", {**lines, "of": of, "count": 3}, {"n.txt": f"{a}\n{b}\n"}, f"lines as {of}")
    table = {"t.csv": csv_text([a, b], [["x", 1], ["y", 2]]), "d.json": json_text([1, 2])}
    for path, of in (("t.csv", "items"), ("d.json", "rows")):
        yield near_pass("of", {"path": path, "of": of, "count": 2}, table, f"{of} of {path}")
        yield near_fail("of", {"path": path, "of": of, "count": 3}, table, f"{of} of {path}")
    words: Asked = {"of": "words", "max": 20}
    for name, make in (("d.docx", document), ("s.pptx", lambda texts: slides([texts]))):
        long = {name: make([" ".join([a] * 12), "  ", " ".join([b] * 8)])}
        yield near_pass("max", {**words, "path": name}, long, "twenty words over two passages")
        yield near_fail("max", {**words, "path": name, "max": 17}, long, "twenty words over two passages")
        yield debatable({**words, "path": name, "max": 19}, long, "headers may not count")
    for name, of in (("p.png", "pages"), ("p.png", "words"), ("t.csv", "characters"), ("b.xlsx", "lines")):
        yield missing(
            {"path": name, "of": of, "max": 3}, {"x.txt": a}, f"{of} of such a file are not seen", _OPEN_OR_FAILED
        )
