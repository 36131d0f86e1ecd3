"""Cases of texts in values, in several lines, and in what shows not all of its text; `texts` asks them."""

from __future__ import annotations

from collections.abc import Iterator

from specharness.evidence.views import CellView
from specharness.qualify.artifacts import Scalar, pdf, workbook
from specharness.qualify.case import (
    OPEN,
    Asked,
    Case,
    Definition,
    debatable,
    missing,
    near_fail,
    near_pass,
    satisfying,
    violating,
)
from specharness.qualify.draw import Draw, csv_text, json_text


def contained(draw: Draw) -> Iterator[Case]:
    """Several texts of which not all are there, asked of `text_contains`."""
    one, two, three, field = draw.words(4)
    page = {"a.pdf": pdf([f"{one} {three}"])}
    yield debatable({"path": "a.pdf", "texts": [one, two]}, page, "one of two is not in the text of a PDF")
    yield near_pass("texts", {"path": "a.pdf", "texts": [one, three]}, page, "both are in the text of a PDF")
    spelt = {"a.txt": f"{one.upper()} {three}\n"}
    some: Asked = {"path": "a.txt", "texts": [two, one], "all": False}
    yield violating({"path": "a.txt", "texts": [one, two]}, spelt, "one in another spelling, and one is missing")
    yield debatable(some, spelt, "one of them, in another spelling")
    yield debatable({**some, "texts": [one, two]}, spelt, "one of them, in another spelling, and one is missing")
    yield near_pass("all", {**some, "texts": [two, three]}, spelt, "one of them")
    yield near_fail("all", {**some, "texts": [two, field]}, spelt, "none of them")
    held: Asked = {"path": "t.csv", "field": field}
    for cells in ([one.upper()], [one.upper(), f"{one}s"], [one, one.upper()]):
        values = {"t.csv": csv_text([field], [[cell] for cell in cells])}
        yield debatable({**held, "texts": [one]}, values, "values in another spelling")
    values = {"t.csv": csv_text([field], [[one.upper()], [two]])}
    yield violating({**held, "texts": [one]}, values, "a spelling in one, nothing in the other")


def not_seen(draw: Draw) -> Iterator[Case]:
    """Texts that are not seen as they are shown, asked of `text_absent`."""
    one, two, field = draw.words(3)
    book = {"b.xlsx": workbook({"S": [[field], [0.125], [two]]})}
    yield debatable({"path": "b.xlsx", "texts": [one, "12.5%"]}, book, "a number may be shown as that")
    yield debatable({"path": "b.xlsx", "texts": ["12.5%", one]}, book, "a number may be shown as that, named first")
    yield near_pass("texts", {"path": "b.xlsx", "texts": [one]}, book, "a word that is not there")
    yield near_fail("texts", {"path": "b.xlsx", "texts": [two, "12.5%"]}, book, "a word that is there")
    yield missing({"path": "t.csv", "field": field, "texts": [one]}, {"u.csv": f"{field}\nx\n"}, "no such file", OPEN)
    spelt = {"t.csv": csv_text([field], [[two], [one.upper()]])}
    yield debatable({"path": "t.csv", "field": field, "texts": [one]}, spelt, "one value in another spelling")


def written_forms(draw: Draw) -> Iterator[Case]:
    """Values whose written form is seen or not, asked of `text_pattern`."""
    field, other, word = draw.words(3)
    number = draw.integer(100, 999)

    def cells(pattern: str, *values: Scalar | CellView) -> tuple[Asked, dict[str, bytes]]:
        rows = {"A1": field, **{f"A{row}": value for row, value in enumerate(values, 2)}}
        return {"path": "b.xlsx", "field": field, "pattern": pattern}, {"b.xlsx": workbook({"S": rows})}

    day = CellView(45_413, None, "dd/mm/yyyy")

    yield near_pass("field", *cells(r"\d{3}", number, f"{number}"), "a number as it is")
    yield debatable(*cells(r"\d{3}|[a-z]+", word, number * 10), "a number that may be shown otherwise")
    yield debatable(*cells(r"[a-z]+|\d{4}-\d\d-\d\d", word, day), "a day, shown otherwise")
    yield debatable(*cells(r"[a-z]+|\d\d/\d\d/\d{4}", word, day), "a day, as it is shown")
    yield debatable(*cells(r"[a-z]+|0\.5", word, CellView(0.5, None, "0.00")), "a number with more digits")
    yield near_pass("field", *cells("[a-z]+", CellView(word, None, "@"), word), "a text that is shown as one")
    yield near_fail("field", *cells("[a-z]+", word, CellView(word.upper(), None, "@")), "another text, shown as one")
    yield near_fail("field", *cells("[a-z]+|True", word, True), "a truth value")

    def member(pattern: str, literal: str) -> tuple[Asked, dict[str, str]]:
        return {"path": "d.json", "field": field, "pattern": pattern}, {"d.json": f'{{"{field}": {literal}}}'}

    yield near_pass("field", *member(r"\d+\.\d\d", f"{number}.50"), "digits as they are written")
    yield near_fail("field", *member(r"\d+\.\d", f"{number}.50"), "one digit less")
    yield near_pass("field", *member("[0-9]e3", "5e3"), "an exponent as it is written")
    yield near_fail("field", *member("[a-z]+", f'" {word}"'), "a blank that belongs to the text")
    yield near_pass("field", *member("[a-z ]+", f'" {word}"'), "a blank that the form has")
    yield near_fail("field", *member(".+", f'["{word}"]'), "a list")
    yield near_fail("field", *member("[a-z]+", '""'), "an empty text")
    yield satisfying(*member("[a-z]*", '""'), "an empty text, which the form admits")

    def column(*values: str) -> tuple[Asked, dict[str, str]]:
        rows = [[other, value] for value in values]
        return {"path": "t.csv", "field": field, "pattern": "[a-z]+"}, {"t.csv": csv_text(["x", field], rows)}

    yield near_pass("field", *column(word, f" {other} "), "blanks around a cell")
    yield debatable(*column(word, "  "), "a cell of blanks")


def lines_and_all(draw: Draw) -> Iterator[Case]:
    """Several lines, asked of `text_pattern`."""
    one, two = draw.words(2)
    asked: Asked = {"path": "a.txt", "pattern": "[a-z]+"}
    lined = {"a.txt": f"  {one} \n\n \n{two}\t\n"}
    yield near_pass("scope", {**asked, "scope": "line"}, lined, "blanks around lines and between them")
    yield near_fail("scope", {**asked, "scope": "whole"}, lined, "every line, and not the whole")
    pair: Asked = {**asked, "pattern": r"[a-z]+\n[a-z]+"}
    yield near_pass("scope", {**pair, "scope": "whole"}, {"a.txt": f"{one}\n{two}\n"}, "two lines")
    yield near_fail("scope", {**pair, "scope": "line"}, {"a.txt": f"{one}\n{two}\n"}, "no line")
    yield near_fail("scope", {**asked, "scope": "line"}, {"a.txt": f"{one}\n{two}\n{two.upper()}\n"}, "the last line")
    work = {"a.txt": f"{one}\n" + "x" * 40_000 + "\n"}
    yield debatable({**asked, "scope": "line", "pattern": "x*y|[a-w]+[a-z]*"}, work, "a line that takes too much work")
    yield near_pass("scope", {**asked, "scope": "any", "pattern": one}, work, "a line before one that takes much work")
    yield satisfying({**asked, "pattern": rf"{one}\s+{two}"}, {"a.txt": f"{one}\n\n{two}"}, "over an empty line")
    data = {"d.json": json_text({one: two})}
    yield satisfying({**asked, "path": "d.json", "pattern": f'"{one}": "{two}"'}, data, "as it stands in the file")
    yield violating({**asked, "path": "d.json", "pattern": f"{two}{one}"}, data, "in no rendering of the file")


def both_asked(draw: Draw) -> Iterator[Case]:
    """A text and a form at once, and other line ends, asked of `whole_text`."""
    word, other = draw.words(2)
    both: Asked = {"path": "a.txt", "text": word, "pattern": "[A-Za-z]+"}
    yield debatable(both, {"a.txt": word.upper()}, "the form, and the text in another spelling")
    yield near_pass("text", both, {"a.txt": word}, "the form and the text")
    yield near_fail("text", both, {"a.txt": other}, "the form and another text")
    yield near_fail("pattern", {**both, "text": f"{word} 5"}, {"a.txt": f"{word} 5"}, "the text in another form")
    yield near_pass("text", {"path": "a.txt", "text": f" {word}\n"}, {"a.txt": word}, "blanks around the demanded text")
    lines = f"{word}\r\n{other}"
    yield near_pass("text", {"path": "a.txt", "text": lines}, {"a.txt": f"{word}\n{other}\n"}, "other line ends")
    yield near_fail("text", {"path": "a.txt", "text": lines}, {"a.txt": f"{word}\n{word}\n"}, "another second line")


DEFINITIONS: tuple[Definition, ...] = ()
