"""Cases of format codes and of where they are looked for; `sheet_rules` asks them of `cell_format`."""

from __future__ import annotations

from collections.abc import Iterator

from specharness.evidence.views import CellView
from specharness.qualify.artifacts import Scalar, workbook
from specharness.qualify.case import (
    Asked,
    Case,
    Definition,
    Files,
    debatable,
    missing,
    near_fail,
    near_pass,
    refused,
    satisfying,
    violating,
)
from specharness.qualify.draw import Draw

_FILE = "b.xlsx"
_SAME = (
    ("#,##0_);(#,##0)", "#,##0;(#,##0)", "padding"), ("0.00", "_(0.00_)", "padding before and behind"),
    ("* 0.00", "0.00", "a filling"), ('0"m"', "0\\m", "a letter behind a stroke"),
    ('"EUR" 0', "[$EUR] 0", "a currency"),
    ("general", "General", "general in small letters"), ("0.00e+00", "0.00E+00", "the exponent in small letters"),
    ("hh:mm AM/PM", "HH:MM am/pm", "half a day"), ("[hh]:mm", "[HH]:mm", "time that has gone by"),
    ("[red]0.00", "[Red]0.00", "a colour"), ('""0.0', "0.0", "no text in quotation marks"),
    ("yyyy-mm-dd", "yyyy\\-mm\\-dd", "strokes before hyphens"), ("[>100]0;0.0", "[>100]0;0.0", "a condition"),
)  # fmt: skip
_OTHER = (
    ("0.00", "0.000", "a digit more"), ("0.0#", "0.00", "a digit that may not show"), ("#,##0", "0", "no separator"),
    ("0,", "0", "in thousands"), ("$0", "€0", "another sign"), ('0" m"', "0 m", "months"),
    ("0%", '0"%"', "a sign alone"),
    ("yyyy-mm-dd", "yyyy-mm", "no day"), ("yyyy-mm-dd", "hh:mm", "a time"), ("dd/mm/yyyy", "dd/mm/yy", "a short year"),
    ("hh:mm", "0.00", "a number"), ("0.00E+00", "0.00", "no exponent"), ("0.00", '0".00"', "digits as text"),
)  # fmt: skip
_PERHAPS = (
    ('0"m"', '0"M"', "a capital"), ("0", "[>100]0", "under a condition"), ("0.00", "[Red]0.00", "a colour"),
    ("[>1]000", ">1000", "a condition, or a sign"), ("dd/mm/yyyy", "yyyy-mm-dd", "the year first"),
    ("0.0;-0.0", "0.0", "one section of two"), ("0 ", "0", "a blank behind"),
)  # fmt: skip


def codes(draw: Draw) -> Iterator[Case]:
    """A code that is asked, and the code of the cell."""
    amount = float(draw.decimal(1, 900))

    def ask(shown: str, value: Scalar = amount, **params: object) -> tuple[Asked, Files]:
        return {"path": _FILE, "range": "A1", **params}, {_FILE: workbook({"S": {"A1": CellView(value, None, shown)}})}

    for wanted, shown, why in _SAME:
        yield near_pass("format", *ask(shown, format=wanted), why)
        yield near_pass("format", *ask(wanted, format=shown), f"{why}, the other way round")
    for wanted, shown, why in _OTHER:
        yield near_fail("format", *ask(shown, format=wanted), why)
    for wanted, shown, why in _PERHAPS:
        yield debatable(*ask(shown, format=wanted), why)
    longest = '0.00"' + "x" * 395 + '"'
    longest = longest[:399] + '"'
    yield near_pass("decimals", *ask(longest, decimals=2), "as long as is read")
    yield debatable(*ask(longest.replace("x", "xx", 1), decimals=2), "longer than is read")
    yield near_pass("format", *ask(longest, format=longest), "as long as is asked")
    yield refused({"path": _FILE, "range": "A1", "format": longest.replace("x", "xx", 1)}, "longer than is read")


def kinds(draw: Draw) -> Iterator[Case]:
    """Kinds, digits, separators and signs that a code shows."""
    amount = float(draw.decimal(1, 900))

    def ask(shown: str, value: Scalar = amount, **params: object) -> tuple[Asked, Files]:
        return {"path": _FILE, "range": "A1", **params}, {_FILE: workbook({"S": {"A1": CellView(value, None, shown)}})}

    for shown, asked, why in (
        ("0.00E+00", {"decimals": 2}, "of a scientific number"),
        ("0.00;(0.0)", {"decimals": 2}, "of the first section"),
        ("0.00_);(0)", {"decimals": 2}, "before padding"), ("\\€0", {"symbol": "€"}, "a sign behind a stroke"),
        ('"€"0', {"symbol": " € "}, "a sign as text"), ("€0", {"symbol": "€"}, "a sign"),
        ("[h]", {"kind": "date"}, "hours"),
        ("h AM/PM", {"kind": "date"}, "half a day"), ("#,##0.0%", {"thousands": True}, "of a percentage"),
        ("#,##0;-0", {"thousands": True}, "of the first section"), ("0.00,", {"decimals": 2}, "of thousands"),
        ("0", {"decimals": 0}, "no digit"), ("0.", {"decimals": 0}, "a point and no digit"),
        ('0.00" pct"', {"kind": "number"}, "a text behind"), ("0;0%", {"kind": "number"}, "a number"),
        ("[Blue]0.0", {"kind": "number", "decimals": 1}, "a colour before"), ("#,##0.0", {"decimals": 1}, "separators"),
        ("# ?/?", {"thousands": False}, "a fraction"), ("yyyy", {"thousands": False}, "a year"),
    ):  # fmt: skip
        yield satisfying(*ask(shown, **asked), f"{shown}: {why}")
    for shown, asked, why in (
        ("0.00E+00", {"decimals": 4}, "of a scientific number"),
        ("0_.00", {"decimals": 2}, "padding in place of a point"),
        ("0;0.00", {"decimals": 2}, "of the second section"), ("_€0.00", {"kind": "currency"}, "the room of a sign"),
        ("0%", {"thousands": True}, "of a percentage"), ("General", {"thousands": True}, "as it is"),
        ("0", {"thousands": True}, "of a number"), ("[ss]", {"kind": "number"}, "seconds"),
        ("AM/PM", {"kind": "number"}, "half a day"), ("# ?/?", {"kind": "number"}, "a fraction"),
        ("General", {"kind": "date"}, "as it is"), ("@", {"kind": "number"}, "as text"),
        ("$0", {"symbol": "£"}, "a sign"),
        ("#,##0", {"thousands": False}, "separators"), ("0.00;0", {"decimals": 0}, "of the first section"),
        ("0%;0", {"kind": "number"}, "a percentage"), ("0", {"symbol": "EUR"}, "no sign"),
    ):  # fmt: skip
        yield violating(*ask(shown, **asked), f"{shown}: {why}")
    for shown, asked, why in (
        ("General", {"kind": "number"}, "as it is"), (";;;", {"kind": "number"}, "nothing"),
        ('"x"', {"kind": "currency"}, "a text"),
        ('"n"/"a"', {"kind": "number"}, "a stroke between texts"), ("0,", {"thousands": True}, "in thousands"),
        ("yyyy", {"thousands": True}, "a year"), ("# ?/?", {"thousands": True}, "a fraction"),
        ("0.0?", {"decimals": 1}, "a digit that may not show"), ("# ?/?", {"decimals": 2}, "a fraction"),
        ('"USD" 0', {"symbol": "$"}, "another way to write it"),
    ):  # fmt: skip
        yield debatable(*ask(shown, **asked), f"{shown}: {why}")
    day = "2024-05-01"
    yield satisfying(*ask("yyyy-mm-dd", day, kind="date"), "a date as text, shown as a date")
    yield debatable(*ask("0.00", day, decimals=2), "a date as text, shown as a number")
    yield debatable(*ask("yyyy-mm-dd", f"{draw.word()} 5", kind="date"), "a word, shown as a date")
    yield near_pass("kind", *ask("@", day, kind="text"), "a date as text")


def shown_where(draw: Draw) -> Iterator[Case]:
    """Sheets, ranges and columns whose cells are asked."""
    name, other, third = draw.words(3)
    places = draw.integer(1, 4)
    code, wrong = f"0.{'0' * places}", f"0.{'0' * (places + 1)}"
    column: dict[str, Scalar | CellView] = {"A1": name, "B1": other, "B3": "x"}
    column |= {f"A{row}": CellView(row + 0.5, None, code) for row in (2, 4)}
    bad: dict[str, Scalar | CellView] = {"A1": third, "A2": CellView(0.5, None, wrong)}
    sheet = f"{third}'s {other}"
    quoted = "'" + sheet.replace("'", "''") + "'"
    two = {_FILE: workbook({sheet: column, "T": bad})}
    asked: Asked = {"path": _FILE, "decimals": places}
    yield near_pass("range", {**asked, "range": f"{quoted}!A2:A4"}, two, "the sheet named in marks")
    yield near_fail("range", {**asked, "range": "'T'!A2"}, two, "the other sheet in marks")
    yield near_fail("range", {**asked, "range": "T!A2:A3"}, two, "the other sheet")
    yield near_pass("column", {**asked, "column": name}, two, "the only sheet with such a column, a row left blank")
    far: dict[str, Scalar | CellView] = {"B300000": CellView(0.5, None, code), "XFC2": CellView(0.5, None, code)}
    deep = {_FILE: workbook({"S": {**column, **far}})}
    for area in ("B300000:C300001", "XFB2:XFD20", "XFD2:XFB20"):
        yield near_pass("range", {**asked, "range": area}, deep, "few cells, far off")
        yield near_fail("range", {**asked, "range": area, "decimals": places + 1}, deep, "few cells, far off")
    alone = {_FILE: workbook({"S": {"B2": CellView(0.5, None, code), "C2": CellView(0.5, None, code)}})}
    for area in ("B2 : C2", " B2:C2 ", " B:C ", "C:B", "c:b", "$B$2:$C$2"):
        yield near_pass("range", {**asked, "range": area}, alone, "however it is written")
        yield near_fail("range", {**asked, "range": area, "decimals": places + 1}, alone, "however it is written")
    for area in ("S'!B2", "'S!B2", "''!B2", "'!B2"):
        yield missing({**asked, "range": area}, alone, "no such sheet: a mark without another one")
    short = {_FILE: workbook({"x": {"B2": CellView(0.5, None, code)}})}
    for area in ("yx'!B2", "'xy!B2"):
        yield missing({**asked, "range": area}, short, "no such sheet: a mark behind or before another name")
    yield near_pass("range", {**asked, "range": "'x'!B2"}, short, "a name in marks")
    again: dict[str, Scalar | CellView] = {**column, "B25": name, "A25": CellView(0.5, None, code)}
    yield near_pass("column", {**asked, "column": name}, {_FILE: workbook({"S": again})}, "its name again, far below")
    near: dict[str, Scalar | CellView] = {**column, "B20": name}
    yield debatable({**asked, "column": name}, {_FILE: workbook({"S": near})}, "its name again, where headers stand")
    yield near_fail("column", {**asked, "column": third}, two, "the other sheet's column")
    one = {_FILE: workbook({"S": column})}
    for area, why in (("A2:A9", "rows without anything"), ("A2", "one cell"), ("A4:A4", "the last")):
        yield near_pass("range", {**asked, "range": area}, one, why)
    whole = {_FILE: workbook({"S": {f"D{row}": CellView(row, None, code) for row in range(1, 5)}})}
    yield near_pass("range", {**asked, "range": "D:D"}, whole, "a whole column")
    off = {_FILE: workbook({"S": {**{f"D{row}": CellView(row, None, code) for row in (1, 2)}, "D3": bad["A2"]}})}
    yield near_fail("range", {**asked, "range": "D:D"}, off, "the last of a whole column")
    twice = {_FILE: workbook({"S": {**column, "C1": name, "C2": CellView(2.5, None, code)}})}
    yield debatable({**asked, "column": name}, twice, "a name that stands twice")
    yield debatable({**asked, "column": name.upper()}, one, "a name in another spelling")
    yield missing({**asked, "column": third}, one, "no such column")


DEFINITIONS: tuple[Definition, ...] = ()
