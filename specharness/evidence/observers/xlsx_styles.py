"""The styles of a workbook: what the style number of a cell stands for (ECMA-376 part 1, 18.8)."""

from __future__ import annotations

from lxml import etree
from openpyxl.styles.numbers import BUILTIN_FORMATS

from specharness.evidence.observers.ooxml import on
from specharness.evidence.observers.text import clean
from specharness.evidence.views import CellStyle

S = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_SIDES = ("left", "right", "top", "bottom")


def styles(root: etree._Element) -> tuple[CellStyle, ...]:
    """By number, from the styles part."""
    codes = dict(BUILTIN_FORMATS)
    for code in root.iterfind(f"{S}numFmts/{S}numFmt"):
        codes[_number(code.get("numFmtId"))] = clean(str(code.get("formatCode", "")))
    fonts = root.findall(f"{S}fonts/{S}font")
    fills = [_fill(fill) for fill in root.iterfind(f"{S}fills/{S}fill")]
    borders = [_border(border) for border in root.iterfind(f"{S}borders/{S}border")]
    return tuple(_style(xf, codes, fonts, fills, borders) for xf in root.iterfind(f"{S}cellXfs/{S}xf"))


def _style(
    xf: etree._Element,
    codes: dict[int, str],
    fonts: list[etree._Element],
    fills: list[str],
    borders: list[tuple[str, ...]],
) -> CellStyle:
    index = _number(xf.get("fontId"))
    font = fonts[index] if index < len(fonts) else etree.Element("font")
    alignment = xf.find(f"{S}alignment")
    protection = xf.find(f"{S}protection")
    fill, border = _number(xf.get("fillId")), _number(xf.get("borderId"))
    return CellStyle(
        number_format=codes.get(_number(xf.get("numFmtId")), "General"),
        font=clean(_value(font, "name")),
        size=_size(_value(font, "sz")),
        bold=_on(font, "b"),
        italic=_on(font, "i"),
        underline=_on(font, "u") and _value(font, "u") != "none",
        strike=_on(font, "strike"),
        color=_color(font.find(f"{S}color")),
        fill=fills[fill] if fill < len(fills) else "",
        horizontal="" if alignment is None else str(alignment.get("horizontal", "")),
        vertical="" if alignment is None else str(alignment.get("vertical", "")),
        wrap=alignment is not None and on(alignment.get("wrapText", "0")),
        borders=borders[border] if border < len(borders) else (),
        locked=protection is None or on(protection.get("locked", "1")),
    )


def _value(font: etree._Element, tag: str) -> str:
    found = font.find(S + tag)
    return "" if found is None else str(found.get("val", ""))


def _on(font: etree._Element, tag: str) -> bool:
    found = font.find(S + tag)
    return found is not None and on(found.get("val", "1"))


def _size(value: str) -> float:
    try:
        return float(value or 0)
    except ValueError:
        return 0.0


def _number(value: str | None) -> int:
    return int(value) if value is not None and value.isdecimal() and len(value) < 10 else 0


def _fill(fill: etree._Element) -> str:
    pattern = fill.find(f"{S}patternFill")
    if pattern is None or pattern.get("patternType", "none") in ("none", "gray125"):
        return ""
    return _color(pattern.find(f"{S}fgColor"))


def _border(border: etree._Element) -> tuple[str, ...]:
    lined = (border.find(S + side) for side in _SIDES)
    return tuple(
        side
        for side, line in zip(_SIDES, lined, strict=True)
        if line is not None and line.get("style", "none") != "none"
    )


def _color(color: etree._Element | None) -> str:
    if color is None:
        return ""
    if color.get("rgb"):
        return str(color.get("rgb"))[-6:].upper()
    return next((f"{name}:{color.get(name)}" for name in ("theme", "indexed") if color.get(name)), "")
