"""Cases of what a reader sees as text in a file: cells of typed tables and sheets, notes, tables of charts, names of
members; and of places between that hold none. Nothing is drawn here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from specharness.evidence.views import CellView
from specharness.qualify.artifacts import calculated, charted, document, pdf, slides, workbook
from specharness.qualify.case import Case, Content, Definition, World, debatable, near_fail, near_pass
from specharness.qualify.draw import json_text
from specharness.qualify.typed_tables import parquet

DEFINITIONS: tuple[Definition, ...] = ()
"""What is yielded here belongs to the validators' definitions in other modules."""

_LONG = "We came to the harbor early, and the boats had left for the islands when "
"""More than what a finding shows of a text."""


def left_over() -> Iterator[Case]:
    """Cases of `placeholders_gone`."""
    stored = parquet(
        {
            "code": ("BIGINT", [4711, None]),
            "name": ("VARCHAR", ["amber", f"{_LONG}TODO"]),
            "on": ("BOOLEAN", [True] * 2),
        }
    )
    book = calculated(
        {
            "S": {
                "A1": "amber",
                "A2": f"{_LONG}TODO",
                "A3": 4711.0,
                "A4": CellView(None, "=1+1", "General"),
                "A5": True,
                "A6": CellView(1e15, "=10^15", "General"),
            }
        }
    )
    chart = charted("amber", {"TODO": 5, "basin": 7})
    shown: tuple[tuple[str, Content, str, bool, str], ...] = (
        ("t.parquet", stored, "4711", True, "a stored number"),
        ("t.parquet", stored, "TODO", True, "far behind in a stored text"),
        ("t.parquet", stored, "true", True, "a stored truth value"),
        ("t.parquet", stored, "name", True, "a column's name"),
        ("t.parquet", stored, "null", False, "nothing stored"),
        ("t.parquet", stored, "4712", False, "another number"),
        ("b.xlsx", book, "TODO", True, "far behind in a cell's text"),
        ("b.xlsx", book, "TRUE", True, "a truth value, as a sheet shows it"),
        ("b.xlsx", book, "true", False, "a truth value, as a sheet does not show it"),
        ("b.xlsx", book, "4711", True, "a whole number"),
        ("b.xlsx", book, "4711.0", False, "a whole number, with a digit that is not shown"),
        ("b.xlsx", book, "null", False, "a formula without a stored result"),
        ("p.pptx", chart, "TODO", True, "in the table of a chart"),
        ("p.pptx", chart, "basin", True, "in the table of a chart"),
        ("p.pptx", chart, "cedar", False, "not in the table of a chart"),
        ("q.pptx", slides([["amber"], ["basin"]], ["cedar", "TODO"]), "TODO", True, "in the notes of the last slide"),
        ("d.json", json_text({"TODO": 1}), "TODO", True, "the name of a member"),
        ("d.json", json_text({"TODOS": 1}), "TODO", False, "a longer name of a member"),
    )
    for path, content, pattern, left, why in shown:
        make = near_fail if left else near_pass
        yield make("patterns", {"path": path, "patterns": pattern}, {path: content}, why)


def contained() -> Iterator[Case]:
    """Cases of `text_contains`."""
    for path, close, apart in (
        ("d.docx", document(["amber", "basin"]), document(["amber", "", "basin"])),
        ("p.pptx", slides([["amber", "basin"]]), slides([["amber", "", "basin"]])),
        ("b.xlsx", workbook({"S": [["amber"], ["basin"]]}), workbook({"S": [["amber"], ["=1+1"], ["basin"]]})),
    ):
        lines: dict[str, Any] = {"path": path, "texts": ["amber\nbasin"]}
        yield near_pass("texts", lines, {path: close}, "two places, one right below the other")
        yield debatable(lines, {path: apart}, "two places, and an empty one between")
        yield near_fail("texts", {**lines, "texts": ["amber basins"]}, {path: apart}, "a text that is nowhere")
    pages = {"p.pdf": pdf(["amber", "", "basin"])}
    yield debatable({"path": "p.pdf", "texts": ["amber\nbasin"]}, pages, "two pages, and an empty one between")
    yield near_pass("texts", {"path": "p.pdf", "texts": ["amber", "basin"]}, pages, "on two pages")


def counted() -> Iterator[Case]:
    """Cases of `count`."""
    hidden: dict[str, Any] = {"path": "d/.json", "of": "words"}
    yield near_pass("count", {**hidden, "count": 3}, {"d/.json": "amber basin cedar\n"}, "a name that is no ending")
    yield near_fail("count", {**hidden, "count": 4}, {"d/.json": "amber basin cedar\n"}, "a name that is no ending")
    dotted: dict[str, Any] = {"path": "v1.json/readme", "of": "words"}
    yield near_pass(
        "count", {**dotted, "count": 2}, {"v1.json/readme": "amber basin\n"}, "a folder's name with a point"
    )
    rows: dict[str, Any] = {"path": "t.csv", "of": "rows", "min": 1}
    table = World({"t.csv": "a,b\n1,2\n"})
    yield near_pass("max", {**rows, "max": 10**12}, table, "the largest number that may be asked for").unspoiled()
    blank = workbook({"S": [["amber", " "], [1, 2], [3, 4]]})
    for number in (2, 3):
        sheet: dict[str, Any] = {"path": "b.xlsx", "of": "rows", "count": number}
        yield debatable(sheet, {"b.xlsx": blank}, "a name that is a blank: the first row may be data")
