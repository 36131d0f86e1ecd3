"""Cases of a text that states a value of another file."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from specharness.qualify.artifacts import document, pdf, workbook
from specharness.qualify.case import (
    NOT_FAILED,
    OPEN,
    TEXT_LAWS,
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
from specharness.qualify.cases import borders
from specharness.qualify.cases.agreeing import digits_changed
from specharness.qualify.draw import Draw, json_text


@cases_for("text_states", ungiven=NOT_FAILED, keeps=TEXT_LAWS, breaks=(digits_changed,))
def text_states(draw: Draw) -> Iterator[Case]:
    field, near, name, spare = draw.words(4)
    value = draw.decimal(1000, 90_000, 3)
    source = {"r.json": json_text({field: float(value), spare: name, "few": 7})}
    asked: dict[str, Any] = {"path": "o.md", "other": "r.json", "other_field": field}

    def files(text: str) -> dict[str, str]:
        return {**source, "o.md": text}

    for form in (f"{value}", f"{value:,}", f"${value}", f"**{value}**", f"({value})", f"{value} EUR"):
        yield satisfying(asked, files(f"{draw.sentence()}\n\nThe {near}: {form}\n"), form)
    for wrong in (
        value + 1,
        value * 10,
        -value,
        value + Decimal("0.01"),
        f"1{value}",
        f"{value}1",
        f"{value}.5",
        "none",
    ):
        yield violating(asked, files(f"{draw.sentence()}\n\nThe {near}: {wrong}\n"), f"{wrong}")
    rounded = round(value, 2)
    yield near_pass("decimals", {**asked, "decimals": 2}, files(f"The {near} is {rounded}."), "rounded as stated")
    off = rounded + Decimal("0.02")
    yield near_fail("decimals", {**asked, "decimals": 2}, files(f"The {near} is {off}."), "two off the rounded one")
    yield debatable(asked, files(f"The {near} is {rounded}."), "rounded where no rounding is stated")
    yield near_pass("tolerance", {**asked, "tolerance": 2}, files(f"About {value + 1}."), "inside")
    yield near_fail("tolerance", {**asked, "tolerance": 2}, files(f"About {value + 3}."), "outside")
    yield near_pass("relative", {**asked, "relative": 0.01}, files(f"About {value * 1009 / 1000:.3f}."), "inside")
    yield near_fail("relative", {**asked, "relative": 0.01}, files(f"About {value * 1011 / 1000:.3f}."), "outside")
    yield near_pass("near", {**asked, "near": near}, files(f"1\n{near.upper()}: {value}\n"), "in the line")
    yield near_fail("near", {**asked, "near": near}, files(f"{near}: 1\nthe other: {value}\n"), "in another line")
    few = {**asked, "other_field": "few"}
    yield debatable(few, files("There are 7 of them."), "a short number may be there by chance")
    yield near_pass("near", {**few, "near": near}, files(f"{near}: 7"), "a short number beside its name")
    yield near_fail("near", {**few, "near": near}, files(f"{near}: 8"), "another short number beside its name")
    texts = {**asked, "other_field": spare}
    yield near_pass("other_field", texts, files(f"By {name}, on Monday"), "a text")
    yield near_fail("other_field", texts, files(f"By {value}, on Monday"), "another value of the other file")
    yield debatable(texts, files(f"By {name}son, on Monday"), "inside of a longer word")
    yield debatable(texts, files(f"By {name.upper()}, on Monday"), "another spelling")
    yield near_pass("path", {**asked, "path": "a.md"}, {**files("x"), "a.md": f"{value}"}, "this file")
    yield near_fail("path", {**asked, "path": "b.md"}, files(f"{value}"), "no such file")
    other = {**files(f"{value}"), "s.json": json_text({field: float(value) + 1})}
    yield near_pass("other", asked, other, "this file's")
    yield near_fail("other", {**asked, "other": "s.json"}, other, "the other file's")
    sheet = draw.word()
    book: dict[str, Any] = {"r.xlsx": workbook({sheet: [[float(value)]], spare: [[1234.5]]}), "o.md": f"{value}"}
    of_book = {**asked, "other": "r.xlsx", "other_field": "A1"}
    yield near_pass("other_sheet", {**of_book, "other_sheet": sheet}, book, "this sheet's")
    yield near_fail("other_sheet", {**of_book, "other_sheet": spare}, book, "the other sheet's")
    letter: dict[str, Any] = {**source, "o.docx": document([draw.sentence(), f"The {near}: {value}"])}
    yield satisfying({**asked, "path": "o.docx"}, letter, "in a document")
    yield violating({**asked, "path": "o.docx"}, {**source, "o.docx": document([f"The {near}: {value + 1}"])}, "off")
    yield satisfying(asked, World(files(f"{value}"), before=source), "the other file as it was handed over")
    bent = {"r.json": json_text({field: float(value) + 1}), "o.md": f"{value + 1}"}
    yield debatable(asked, World(bent, before=source), "the other file was changed to fit")
    yield near_pass("own", {**asked, "own": True}, World(bent, before=source), "an artifact, too")
    old = {**bent, "o.md": f"{value}"}
    yield near_fail("own", {**asked, "own": True}, World(old, before=source), "an artifact, as it is now")
    yield debatable(asked, files(f"{value} %"), "a percentage")
    yield missing(asked, {"o.md": f"{value}"}, "no other file", OPEN)
    yield missing({**asked, "other_field": "none"}, files(f"{value}"), "no such member", OPEN)
    yield hostile(asked, files("9" * 50_000), "a number without end")
    yield hostile(
        asked, {**files(f"{value}"), "r.json": f'{{"{field}": {value}, "{field}": 1}}'}, "a member twice", OPEN
    )
    yield malformed(asked, {**source, "o.md": b"\x00\x01\xff"}, "no text")
    yield malformed(asked, {"o.md": f"{value}", "r.json": "{"}, "the other file is cut off", OPEN)
    yield refused({**asked, "other": "r.pkl"}, "no observer")
    yield refused({"path": "o.md", "other": "r.json"}, "no field")
    yield from _other_values(draw)
    yield from _figures(draw)
    yield from borders.stated()


def _other_values(draw: Draw) -> Iterator[Case]:
    """Texts to be stated, and what can't be stated at all."""
    name, second, spare = draw.words(3)

    def ask(value: object, text: str, **more: object) -> tuple[dict[str, object], dict[str, str]]:
        params: dict[str, object] = {"path": "o.md", "other": "r.json", "other_field": "v", **more}
        return params, {"r.json": json_text({"v": value}), "o.md": text}

    yield satisfying(*ask(name, f"{draw.sentence()}\nBy {name}, on Monday\n{draw.sentence()}"), "in one of three lines")
    yield satisfying(*ask(f" {name} ", f"By {name}."), "blanks around it in the other file")
    yield satisfying(*ask(f"({name})", f"see({name})now"), "marks of its own around it")
    yield near_pass("near", *ask(name, f"{spare}: {name}", near=spare.upper()), "in the line, case aside")
    yield near_fail("near", *ask(name, f"{spare}: {second}\nthe other: {name}", near=spare.upper()), "in another line")
    yield violating(*ask(name, f"By {second}"), "another text")
    yield violating(*ask(f"{name} {second}", f"{name} and {second}"), "its words apart")
    yield debatable(*ask(name, f"By x{name}"), "inside of a longer word, at its end")
    yield debatable(*ask(f"a-{name}", f"By xa-{name}"), "its first part inside of a longer word")
    yield debatable(*ask(f"{name} 7", f"By {name} 78"), "its number inside of a longer one")
    yield debatable(*ask("v 1", f"It is v 1.{draw.integer(1, 9)}"), "a version with one more part")
    yield debatable(*ask(f"{name} {second}", f"{spare}\nBy {name.upper()}-{second}\n"), "another spelling, in one line")
    for value, text in (("", name), (None, "None"), (True, "It is True"), ([1, 2], "[1, 2]"), ({}, "{}")):
        yield debatable(*ask(value, text), "nothing that can be stated")
    many: dict[str, object] = {"path": "o.md", "other": "r.json", "other_field": "$[].v"}
    two = {"r.json": json_text([{"v": name}, {"v": second}]), "o.md": f"By {name}"}
    yield debatable(many, two, "two values")
    yield debatable(many, {**two, "r.json": json_text([{"v": name}, {"w": second}])}, "one of two has it")
    yield satisfying(many, {**two, "r.json": json_text([{"v": name}])}, "the only item's")
    yield debatable({**many, "path": "o.exe"}, {**two, "o.exe": name}, "a file that nobody reads")
    page: dict[str, Any] = {"r.json": json_text({"v": name}), "o.pdf": pdf([f"By {name}."])}
    paged: dict[str, object] = {"path": "o.pdf", "other": "r.json", "other_field": "v"}
    yield satisfying(paged, page, "on a page")
    yield debatable(paged, {**page, "o.pdf": pdf([f"By {second}."])}, "pages may not show all of their text")


def _figures(draw: Draw) -> Iterator[Case]:
    """Numbers with signs, as texts, and of few digits."""
    value = draw.decimal(1000, 90_000, 2)
    share, whole = draw.decimal(0, 1, 4), draw.integer(101, 998)
    few = draw.integer(11, 98)

    def ask(value: object, text: str, **more: object) -> tuple[dict[str, object], dict[str, str]]:
        params: dict[str, object] = {"path": "o.md", "other": "r.json", "other_field": "v", **more}
        return params, {"r.json": json_text({"v": value}), "o.md": text}

    yield satisfying(*ask(f"{value}", f"It is {value:,}."), "a number as text, in groups")
    yield violating(*ask(f"{value}", f"It is {value + 1:,}."), "another number than the text's")
    yield satisfying(*ask(f"${value:,}", f"It is ${value:,}."), "as it is written, with its sign")
    yield violating(*ask(f"${value:,}", f"It is ${value + 1:,}."), "another amount of money")
    yield violating(*ask(f"${value:,}", f"It is {value.scaleb(-2)}."), "a hundredth of the money")
    yield debatable(*ask(f"${value:,}", f"It is {value}."), "without its sign and its groups")
    yield debatable(*ask(f"{few}.5%", f"It is 0.{few}5."), "a percentage as a share")
    yield debatable(*ask(f"{few}.5%", f"It is {few}.5 per cent."), "a percentage without its sign")
    yield debatable(*ask("5%", f"It is {few}.5%."), "the end of another percentage")
    yield violating(*ask(f"{few}.5%", f"It is {few + 1}.5%."), "another percentage")
    yield debatable(*ask(float(share), f"It is {share * 100}%."), "a share as a percentage")
    yield violating(*ask(float(share), f"It is {share * 10000}%."), "a hundred times the share")
    yield violating(*ask(whole, f"It is {whole + 1} %."), "another number, with a percent sign")
    yield satisfying(*ask(whole, f"There are {whole} of them."), "three digits")
    yield debatable(*ask(few, f"There are {few} of them."), "two digits may be there by chance")
    yield violating(*ask(few, f"There are {few + 1} of them."), "two other digits")
    long = "9" * 450
    yield satisfying(*ask(float(value), f"{long} and {value}"), "behind a number that is too long to be one")
    yield satisfying(
        *ask(float(value), f"{draw.sentence()} {value + 1}\nIt is {value}.\n{whole}"), "among other numbers"
    )


DEFINITIONS = (text_states,)
