"""Cases of numbers of things, and of how numbers are written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from specharness.qualify.artifacts import document, pdf, slides, workbook
from specharness.qualify.case import (
    FAILED,
    NOT_PASSED,
    OPEN,
    TEXT_LAWS,
    Asked,
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
from specharness.qualify.cases import figures, large, near_right, queried, readings, seen_texts
from specharness.qualify.draw import Draw, csv_text, json_text
from specharness.qualify.typed_tables import over_typed_tables

_Made = Callable[[int], Content]


def _things(draw: Draw) -> Iterator[tuple[dict[str, object], str, _Made, int]]:
    """What is counted, a file's name, how it is made with so many of them, and the least number that is no doubt."""
    a, b, sheet = draw.words(3)
    yield {"of": "rows"}, "t.csv", lambda n: csv_text([a, b], [[draw.pick("xyz"), "y"]] * n), 0
    yield {"of": "rows"}, "t.tsv", lambda n: csv_text([a, b], [["x", "y"]] * n, "\t"), 0
    yield {"of": "rows"}, "b.xlsx", lambda n: workbook({sheet: [[a, b], *[[1, 2]] * n]}), 0
    yield {"of": "items"}, "d.json", lambda n: json_text([{a: number} for number in range(n)]), 0
    yield {"of": "items", "field": f"{a}.{b}"}, "d.json", lambda n: json_text({a: {b: ["x"] * n}}), 0
    yield {"of": "items", "field": a}, "d.json", lambda n: json_text({a: {f"k{i}": 1 for i in range(n)}, b: 1}), 0
    yield {"of": "items", "field": f"{a}[]"}, "d.json", lambda n: json_text({a: [{b: 1}] * n}), 0
    yield {"of": "items"}, "d.jsonl", lambda n: f'{{"{a}": 1}}\n' * n, 1
    yield {"of": "lines"}, "n.txt", lambda n: f"{a} {b}\n" * n, 0
    yield {"of": "words"}, "n.txt", lambda n: " ".join([a] * n) + "\n", 0
    yield {"of": "words"}, "n.md", lambda n: "。" * 0 + "字" * n + "\n", 1
    yield {"of": "files"}, "d", lambda n: "", 0
    yield {"of": "pages"}, "p.pdf", lambda n: pdf([a] * n), 1
    yield {"of": "slides"}, "s.pptx", lambda n: slides([[a]] * n), 0
    yield {"of": "sheets"}, "b.xlsx", lambda n: workbook({f"{sheet}{i}": [[1]] for i in range(n)}), 1
    yield {"of": "columns"}, "t.csv", lambda n: csv_text([f"{a}{i}" for i in range(n)], [["x"] * n]), 1
    yield (
        {"of": "columns", "sheet": sheet},
        "b.xlsx",
        lambda n: workbook({sheet: [["x"] * n, ["y"] * n], b: [["z"]]}),
        1,
    )


def _files(name: str, make: _Made, number: int) -> dict[str, Content]:
    if name != "d":
        return {name: make(number)}
    return {"x.txt": "x", **{f"d/f{place}.txt": "x" for place in range(number)}}


def _twice(case: Case, draw: Draw) -> World | None:
    """Everything is there twice, and once more."""
    path = str(case.params["path"])
    text = case.world.files.get(path)
    if not path.endswith((".csv", ".txt")) or not isinstance(text, str) or not {"count", "max"} & set(case.params):
        return None
    if case.params["of"] not in {"rows", "lines"}:
        return None
    *_, last = text.splitlines()
    return replace(case.world, files={path: text + f"{last}\n" * 100})


_LAWS = ("line_ends", "final_newline", "byte_order_mark", "indentation", "key_order", "row_order", "line_order")


@cases_for(
    "count",
    may_accept=("empty", "garbage", "maximal"),  # nothing may be few enough, and much text enough
    keeps=_LAWS,
    breaks=(_twice,),
)
def count(draw: Draw) -> Iterator[Case]:
    yield from over_typed_tables(draw, "count")
    for thing, name, make, least in _things(draw):
        number = draw.integer(3, 7)
        asked: Asked = {"path": name, **thing}
        near = "field" if "field" in thing else "sheet" if "sheet" in thing else "of"
        yield near_pass(near, {**asked, "count": number}, _files(name, make, number), "just so many")
        yield near_fail("count", {**asked, "count": number}, _files(name, make, number - 1), "one less")
        yield near_fail("count", {**asked, "count": number}, _files(name, make, number + 1), "one more")
        for bound, inside, outside in (
            ("min", number, number - 1),
            ("max", number, number + 1),
            ("min_exclusive", number + 1, number),
            ("max_exclusive", number - 1, number),
        ):
            yield near_pass(bound, {**asked, bound: number}, _files(name, make, inside), "at the bound")
            yield near_fail(bound, {**asked, bound: str(number)}, _files(name, make, outside), "just beyond")
        both = {**asked, "min": number, "max": number + 1}
        yield satisfying(both, _files(name, make, number + 1), "between two bounds")
        yield violating(both, _files(name, make, number + 2), "above the upper one")
        yield violating({**asked, "min": 1}, _files(name, make, least) if not least else {"x.y": ""}, "none")
    a, b, sheet = draw.words(3)
    rows: Asked = {"path": "t.csv", "of": "rows", "count": 2}
    yield debatable(rows, {"t.csv": "1,2\n3,4\n"}, "the first row may be data")
    yield debatable(rows, {"t.csv": f"{a},{b}\nx,y\n,\n"}, "a row of blanks")
    yield debatable({**rows, "path": "n.txt", "of": "lines"}, {"n.txt": f"{a}\n\n{b}\n"}, "a blank line")
    words: Asked = {"path": "n.txt", "of": "words", "count": 3}
    yield debatable(words, {"n.txt": f"{a} - {b}"}, "a dash may be a word")
    yield satisfying(words, {"n.txt": f"{a}-{b}, it's {a}!"}, "a hyphen makes one word")
    yield violating(words, {"n.txt": f"{a} {b}"}, "one less")
    yield debatable({**words, "path": "n.md", "count": 2}, {"n.md": "好。"}, "whether its mark counts")
    prose: Asked = {"path": "d.docx", "of": "words", "min": 20}
    yield satisfying(prose, {"d.docx": document([" ".join([a] * 30)])}, "enough, however they are counted")
    yield debatable(prose, {"d.docx": document([" ".join([a] * 20)])}, "headers may not count")
    yield violating(prose, {"d.docx": document([" ".join([a] * 15)])}, "too few")
    signs: Asked = {"path": "n.txt", "of": "characters", "count": 6}
    room: Asked = {"path": "n.txt", "of": "characters", "min": 6, "max": 8}
    yield satisfying(room, {"n.txt": "abc de"}, "enough, whether or not a last line end counts")
    yield violating(room, {"n.txt": "abcd"}, "too few, whether or not a last line end counts")
    yield violating(signs, {"n.txt": "abcdefg"}, "one more")
    yield debatable(signs, {"n.txt": "abcdef\n"}, "the last line end")
    globbed: Asked = {"path": "d", "of": "files", "glob": "*.json", "count": 2}
    found = {"d/1.json": "", "d/2.json": "", "d/3.txt": ""}
    yield near_pass("glob", globbed, found, "two fit")
    yield near_fail("glob", {**globbed, "glob": "*.txt"}, found, "one fits")
    yield debatable(globbed, {**found, "d/e/4.json": ""}, "one stands deeper")
    yield debatable(globbed, {**found, "d/.4.json": ""}, "one is hidden")
    yield satisfying({**globbed, "path": "."}, {"1.json": "", "2.json": "", "3.txt": ""}, "of the whole workspace")
    two = {"b.xlsx": workbook({sheet: [[a], [1], [2]], b: [[a], [1]]})}
    book: Asked = {"path": "b.xlsx", "of": "rows", "count": 2}
    yield near_pass("sheet", {**book, "sheet": sheet}, two, "on this sheet")
    yield near_fail("sheet", {**book, "sheet": b}, two, "on the other sheet")
    yield debatable(book, two, "on one of the sheets")
    yield debatable({**book, "sheet": f"{sheet}x"}, two, "no such sheet")
    titled = {"b.xlsx": workbook({sheet: [[a.upper(), None, None], [a, b, "c"], [1, 2, 3], [4, 5, 6]]})}
    yield debatable(book, titled, "a title above the header")
    here: Asked = {"path": "d.json", "of": "items", "field": a, "count": 2}
    lists = {"d.json": json_text({a: [1, 2], b: [1], "n": 5, "e": []})}
    yield near_pass("field", here, lists, "this list")
    yield near_fail("field", {**here, "field": b}, lists, "the other list")
    yield violating({**here, "field": "n"}, lists, "no list")
    yield missing({**here, "field": f"{a}x"}, lists, "no such member", FAILED)
    yield debatable({**here, "field": "e[].v"}, lists, "no item that could have it")
    some = {
        "d.json": json_text({a: [{b: [1, 2]}, {b: [1, 2]}], sheet: [{b: [1, 2]}, {b: [1]}], "h": [{b: [1, 2]}, {}]})
    }
    yield satisfying({**here, "field": f"{a}[].{b}", "count": 2}, some, "each of them")
    yield debatable({**here, "field": f"h[].{b}", "count": 2}, some, "one item lacks it")
    gaps = {"d.json": json_text({a: [1, None, 3]})}
    yield debatable({**here, "field": f"{a}[]"}, gaps, "null may not count")
    one = {"d.json": json_text({"rows": [1, 2, 3], "n": 1}), "e.json": json_text(5)}
    yield debatable({"path": "d.json", "of": "items", "count": 2}, one, "members, or those of the only list")
    yield debatable({"path": "e.json", "of": "items", "count": 1}, one, "neither list nor object")
    yield near_pass("path", {"path": "d/n.txt", "of": "lines", "count": 1}, {"d/n.txt": a, "n.txt": ""}, "this file")
    yield near_fail("path", {"path": "n.txt", "of": "lines", "count": 1}, {"d/n.txt": a, "n.txt": ""}, "the other")
    for path, of in (
        ("d.docx", "pages"),
        ("n.txt", "slides"),
        ("t.csv", "sheets"),
        ("a.zip", "rows"),
        ("n.txt", "files"),
    ):
        yield debatable(
            {"path": path, "of": of, "max": 2}, {path: document([a]) if path == "d.docx" else a}, "not seen"
        )
    yield malformed({"path": "d.json", "of": "items", "min": 1}, {"d.json": "[1, 2"}, "cut off", FAILED)
    yield malformed({"path": "b.xlsx", "of": "rows", "max": 9}, {"b.xlsx": b"PK"}, "no workbook", NOT_PASSED)
    yield hostile({"path": "t.csv", "of": "rows", "max": 9}, {"t.csv": b"a\x00\xff\xfe"}, "no text")
    yield from near_right.rows(draw)
    yield hostile({"path": "d.json", "of": "items", "min": 1}, {"d.json": "[" * 100_000}, "very deep")
    yield hostile({"path": "..", "of": "files", "max": 10**9}, {"x": ""}, "out of the workspace", OPEN)
    yield refused({"path": "t.csv", "of": "rows"}, "no bound")
    yield refused({"path": "t.csv", "of": "cells", "count": 1}, "no such thing")
    for bad in (-1, 1.5, "few", True, 10**13):
        yield refused({"path": "t.csv", "of": "rows", "count": bad}, "no count")
    yield refused({"of": "rows", "count": 1}, "no path")
    yield refused({"path": "t.csv", "of": "rows", "count": 1, a: 1}, "an unknown parameter")
    yield from readings.counts(draw)
    yield from large.counts()
    yield from queried.counts()
    yield from seen_texts.counted()


@cases_for("number_format", keeps=(*TEXT_LAWS, "indentation", "key_order", "row_order", "column_order"), may_accept=())
def number_format(draw: Draw) -> Iterator[Case]:
    yield from over_typed_tables(draw, "number_format")
    field, other, sheet = draw.words(3)
    for places in (1, 2, 3):
        good = [f"{draw.decimal(1, 90, places)}" for _ in range(draw.integer(2, 4))]
        long = [*good, f"{draw.decimal(1, 90, places + 1)}"]
        short = [*good, f"{draw.decimal(1, 90, places - 1)}"] if places > 1 else [*good, "7"]
        at: Asked = {"path": "t.csv", "field": field, "decimals": places}
        column = {
            name: {"t.csv": csv_text([other, field], [["9.87654321", value] for value in values])}
            for name, values in (("good", good), ("long", long), ("short", short))
        }
        yield near_pass("decimals", at, column["good"], "just so many")
        yield near_fail("decimals", at, column["long"], "one more")
        yield near_pass("mode", {**at, "mode": "max"}, column["short"], "less is allowed")
        yield near_fail("mode", {**at, "mode": "exact"}, column["short"], "less is not allowed")
        yield near_pass("mode", {**at, "mode": "exact"}, column["good"], "exactly so many")
        yield near_fail("field", {**at, "field": other}, column["good"], "the other column has more")
        yield near_fail("field", {"path": "t.csv", "decimals": places}, column["good"], "some number has more")
        zeros = {"t.csv": csv_text([field, other], [[f"{good[0]}0", "x"], [good[1], "x"]])}
        yield debatable(at, zeros, "a zero beyond")
        yield violating({**at, "mode": "exact"}, zeros, "a zero beyond what is exact")
        data = {
            "d.json": json_text({"good": [float(v) for v in good], "long": [float(v) for v in long], "n": {"v": 1.5}})
        }
        yield satisfying({"path": "d.json", "field": "good[]", "decimals": places}, data, "numbers of JSON")
        yield violating({"path": "d.json", "field": "long[]", "decimals": places}, data, "numbers of JSON")
        yield violating({"path": "d.json", "decimals": places}, data, "one number of the whole file")
        only = {"d.json": json_text({"a": [float(v) for v in good], "b": {"c": 1, "d": "1.23456 m", "e": True}})}
        yield satisfying({"path": "d.json", "decimals": places}, only, "all numbers of the file")
        book = {
            "b.xlsx": workbook(
                {sheet: [[field], *[[float(v)] for v in good]], other: [[field], *[[float(v)] for v in long]]}
            )
        }
        yield near_pass("sheet", {"path": "b.xlsx", "field": field, "sheet": sheet, "decimals": places}, book, "this")
        yield near_fail("sheet", {"path": "b.xlsx", "field": field, "sheet": other, "decimals": places}, book, "other")
    two: Asked = {"path": "d.json", "field": "v", "decimals": 2}
    for value in (0.1 + 0.2, 30.299999999999997, -1.0000000000000002):
        yield debatable(two, {"d.json": json_text({"v": value})}, "binary noise")
    for odd in (None, "", [1.5], {"a": 1}, "1.5 kg", "many"):
        yield debatable(two, {"d.json": json_text({"v": odd})}, "no plain number")
    yield debatable({**two, "field": "v[]"}, {"d.json": json_text({"v": []})}, "no number")
    yield debatable({**two, "field": "v[]"}, {"d.json": json_text({"v": [1.25, "much"]})}, "a word among them")
    yield debatable({**two, "field": "v[]"}, {"d.json": json_text({"v": [1.25, True]})}, "a truth value among them")
    shown = {"b.xlsx": workbook({sheet: [[field], [1.23456]]}, {f"{sheet}!A2": "0.00"})}
    yield debatable({"path": "b.xlsx", "field": field, "decimals": 2}, shown, "shown with fewer")
    yield debatable({"path": "b.xlsx", "field": field, "decimals": 6, "mode": "exact"}, shown, "shown with fewer")
    yield satisfying({"path": "b.xlsx", "field": field, "decimals": 6}, shown, "fewer are allowed")
    yield debatable({"path": "b.xlsx", "decimals": 2}, shown, "which cells is not said")
    plain: Asked = {"path": "t.csv", "field": field, "no_scientific": True}
    for text, right in (("1e3", False), ("1.5E-7", False), ("1000", True), ("0.00000015", True)):
        table = {"t.csv": csv_text([field], [[text]])}
        yield (near_pass if right else near_fail)("no_scientific", plain, table, "as digits or not")
        yield near_pass("no_scientific", {**plain, "no_scientific": False, "decimals": 9}, table, "either way")
        data = {"d.json": f'{{"v": {text}}}'}
        yield (satisfying if right else violating)(
            {"path": "d.json", "field": "v", "no_scientific": True}, data, "JSON"
        )
    exponent: Asked = {"path": "t.csv", "field": field, "decimals": 2, "mode": "exact"}
    yield debatable(exponent, {"t.csv": csv_text([field], [["1.25e0"]])}, "exact decimals of an exponent")
    grouped: Asked = {"path": "t.csv", "field": field, "no_thousands": True}
    for text, right in (("1,234", False), ("12,345.67", False), ("1234", True), ("12345.67", True)):
        table = {"t.csv": csv_text([field, other], [[text, "x"]])}
        yield (near_pass if right else near_fail)("no_thousands", grouped, table, "with commas or not")
        yield near_pass("no_thousands", {**grouped, "no_thousands": False, "decimals": 2}, table, "either way")
    free = {"n.txt": f"{draw.decimal(1, 9)}\n", "p.txt": f"{field} 1.25 {other} 2.5\n"}
    yield near_pass("path", {"path": "n.txt", "decimals": 2}, free, "a file that is one number")
    yield near_fail("path", {"path": "m.txt", "decimals": 2}, free, "no such file")
    yield violating({"path": "n.txt", "decimals": 1}, free, "one more")
    yield debatable({"path": "p.txt", "decimals": 2}, free, "prose")
    ids = {"t.csv": csv_text(["id", field], [[1, "2.50"], [2, "3.25"]])}
    yield satisfying({"path": "t.csv", "decimals": 2, "mode": "exact"}, ids, "whole numbers may be ids")
    blanks = {"t.csv": csv_text([field, other], [["1.25", "x"], ["", "x"]])}
    yield satisfying({"path": "t.csv", "field": field, "decimals": 2}, blanks, "blanks are left out")
    yield missing({"path": "t.csv", "field": f"{field}x", "decimals": 2}, ids, "no such column", FAILED)
    yield malformed({"path": "d.json", "decimals": 2}, {"d.json": '{"a": 1.2'}, "cut off", FAILED)
    yield hostile({"path": "d.json", "decimals": 2}, {"d.json": '{"a": [NaN, Infinity]}'}, "no numbers")
    yield hostile(
        {"path": "d.json", "field": "v", "decimals": 2}, {"d.json": f'{{"v": 0.{"1" * 900}}}'}, "long", NOT_PASSED
    )
    yield debatable({"path": "a.zip", "decimals": 2}, {"a.zip": "1"}, "nothing reads it")
    yield debatable({"path": "a.docx", "decimals": 2}, {"a.docx": document(["1.5"])}, "which numbers is not said")
    yield refused({"path": "t.csv"}, "nothing asked")
    yield refused({"path": "t.csv", "no_scientific": False}, "nothing asked")
    for bad in (-1, 1.5, "two", True):
        yield refused({"path": "t.csv", "decimals": bad}, "no count")
    yield refused({"path": "t.csv", "decimals": 2, "mode": "min"}, "no such mode")
    yield refused({"path": "t.csv", "decimals": 2, other: 1}, "an unknown parameter")
    yield from figures.figures()
    yield from large.formats()
    yield from queried.formats()


@cases_for("single_number")
def single_number(draw: Draw) -> Iterator[Case]:
    path, other = f"{draw.word()}.txt", draw.word()
    for places in (0, 1, 2, 4):
        number = draw.decimal(1, 900, places) if places else draw.integer(1, 900)
        bare: Asked = {"path": path}
        yield satisfying(bare, {path: f"{number}\n"}, "a number")
        yield satisfying(bare, {path: f"  -{number}"}, "with a sign and blanks")
        yield violating(bare, {path: f"{number} {number}"}, "two numbers")
        yield violating(bare, {path: f"{other} {number}"}, "with a word")
        yield violating(bare, {path: f"{number}\n{other}"}, "a second line")
        yield debatable(bare, {path: f"{number}%"}, "a percentage")
        yield debatable(bare, {path: f"${number}"}, "with a currency")
        asked: Asked = {**bare, "decimals": places}
        yield near_pass("decimals", asked, {path: f"{number}"}, "just so many decimals")
        yield near_fail("decimals", asked, {path: f"{draw.decimal(1, 90, places + 1)}"}, "one more")
        yield near_pass("mode", {**asked, "mode": "exact"}, {path: f"{number}"}, "exactly so many")
        yield near_fail("mode", {**asked, "mode": "exact"}, {path: f"{draw.decimal(1, 90, places + 1)}"}, "one more")
        if places:
            fewer = f"{draw.decimal(1, 90, places - 1)}" if places > 1 else "12"
            yield near_pass("mode", {**asked, "mode": "max"}, {path: fewer}, "fewer are allowed")
            yield near_fail("mode", {**asked, "mode": "exact"}, {path: fewer}, "fewer are not")
            yield debatable(asked, {path: f"{number}0"}, "a zero beyond")
        yield near_pass("path", bare, {path: f"{number}", "x.txt": other}, "this file")
        yield near_fail("path", {"path": "x.txt"}, {path: f"{number}", "x.txt": other}, "the other file")
    for text in ("NaN", "inf", "1/2", "0x1F", "1.2.3", "--1", "1e", "", "\n", "twelve", "[1]", '"1"'):
        yield violating({"path": path}, {path: text}, "no number")
    yield debatable({"path": path}, {path: "12,345"}, "with a comma")
    yield satisfying({"path": path}, {path: "1.5e-7"}, "in scientific notation")
    yield missing({"path": path}, {"x.txt": "1"}, "no file", FAILED)
    yield malformed({"path": path}, {path: b"\xff\xfe1\x00\xd8"}, "no text", NOT_PASSED)
    yield hostile({"path": path}, {path: "9" * 10_000}, "too long for a number")
    yield hostile({"path": path}, {path: "1e99999"}, "a huge exponent")
    yield hostile({"path": path}, {f"{path}/1": "1"}, "a folder")
    yield refused({"path": " "}, "no path")
    yield refused({"path": path, "decimals": -1}, "no count")
    yield refused({"path": path, "mode": "least"}, "no such mode")
    yield refused({"path": path, other: 1}, "an unknown parameter")


DEFINITIONS = (count, number_format, single_number)
