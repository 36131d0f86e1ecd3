"""Runs: stretches of a paragraph's text in one formatting, of WordprocessingML and DrawingML."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from specharness.evidence.observers.ooxml import A, W, is_left_out, mark, on, text_within
from specharness.evidence.observers.text import clean
from specharness.evidence.views import RunView


def runs(paragraph: etree._Element) -> Iterator[RunView]:
    """In reading order; joined, they are the paragraph's text. Runs without text are left out."""
    for child in paragraph:
        if is_left_out(child):
            continue
        if child.tag in (W + "r", A + "r", A + "fld"):
            text = text_within(child)
            if text:
                yield _word(child, text) if child.tag == W + "r" else _drawn(child, text)
        elif (found := mark(child)) is not None:
            yield RunView(found)
        else:
            yield from runs(child)


def _word(run: etree._Element, text: str) -> RunView:
    properties = run.find(W + "rPr")
    if properties is None:
        return RunView(text)

    def switch(tag: str) -> bool | None:
        found = properties.find(W + tag)
        return None if found is None else found.get(W + "val", "1") not in ("0", "false", "off", "none")

    def value(tag: str, attribute: str = "val") -> str:
        found = properties.find(W + tag)
        return "" if found is None else clean(str(found.get(W + attribute, "")))

    color = value("color")
    return RunView(
        text=text,
        bold=switch("b"),
        italic=switch("i"),
        underline=switch("u"),
        font=value("rFonts", "ascii"),
        size=_half_points(value("sz")),
        color="" if color == "auto" else color.upper(),
        style=value("rStyle"),
    )


def _drawn(run: etree._Element, text: str) -> RunView:
    properties = run.find(A + "rPr")
    if properties is None:
        return RunView(text)

    def switch(name: str) -> bool | None:
        found = properties.get(name)
        return None if found is None else on(found)

    font = properties.find(A + "latin")
    color = properties.find(f"{A}solidFill/{A}srgbClr")
    underline = properties.get("u")
    size = properties.get("sz", "")
    return RunView(
        text=text,
        bold=switch("b"),
        italic=switch("i"),
        underline=None if underline is None else underline != "none",
        font="" if font is None else clean(str(font.get("typeface", ""))),
        size=int(size) / 100 if size.isdecimal() and len(size) < 9 else 0.0,
        color="" if color is None else str(color.get("val", "")).upper(),
    )


def _half_points(value: str) -> float:
    return int(value) / 2 if value.isdecimal() and len(value) < 9 else 0.0
