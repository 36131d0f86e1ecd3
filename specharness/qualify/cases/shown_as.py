"""Cases of the text that a reader of a file sees: how a workbook shows values, and by what endings files are read.
Nothing is drawn here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from specharness.qualify.artifacts import document, slides, workbook
from specharness.qualify.case import Asked, Case, Content, Definition, near_fail, near_pass

DEFINITIONS: tuple[Definition, ...] = ()
"""What is yielded here belongs to the definitions of `text_contains` and `text_absent`."""

_CELLS: dict[str, Any] = {"A1": "sign", "A2": True, "A3": False, "A4": 3, "A5": 2.5, "A6": 1_234_567_890_123}
_BOOK = workbook({"s": _CELLS, "t": [["other"], [None], [7]]})

_SHOWN: tuple[tuple[str, Content, str, bool, str], ...] = (
    ("b.xlsx", _BOOK, "TRUE", True, "a truth value in a workbook"),
    ("b.xlsx", _BOOK, "FALSE", True, "the other truth value"),
    ("b.xlsx", _BOOK, "2.5", True, "a fraction"),
    ("b.xlsx", _BOOK, "1234567890123", True, "a large number"),
    ("b.xlsx", _BOOK, "other", True, "in the second sheet"),
    ("b.xlsx", _BOOK, "None", False, "an empty cell shows nothing"),
    ("B.XLSX", _BOOK, "sign", True, "an ending in capitals"),
    ("dir.xlsx/notes", "a sign\n", "sign", True, "a file without an ending, in a folder that has one"),
    ("dir.xlsx/notes", "a sign\n", "other", False, "a file without an ending, in a folder that has one"),
    (".xlsx", "a sign\n", "sign", True, "a name that is no ending"),
    ("t.csv", "sign,n\nother,1\n", "sign", True, "in the header"),
    ("t.csv", "sign,n\nother,1\n", "other", True, "in a row"),
    ("t.csv", "sign,n\nother,1\n", "header", False, "what nobody wrote"),
    ("d.docx", document(["a sign", "", "other"]), "other", True, "behind an empty paragraph"),
    ("s.pptx", slides([["a sign", ""], ["other"]], ["spoken"]), "spoken", True, "in the notes of a slide"),
    ("s.pptx", slides([["a sign", ""], ["other"]], ["spoken"]), "other", True, "on the second slide"),
    ("d.json", '{"sign": ["other", 5]}', "sign", True, "the name of a member"),
    ("d.json", '{"sign": ["other", 5]}', "other", True, "an item of a list"),
)


def shown(*, demanded: bool) -> Iterator[Case]:
    """Cases of `text_contains`, or of `text_absent`."""
    for path, content, text, there, why in _SHOWN:
        asked: Asked = {"path": path, "texts": [text]}
        yield (near_pass if there is demanded else near_fail)("texts", asked, {path: content}, why)
