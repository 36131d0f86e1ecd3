"""Cases of quantities with units, and of sizes of files."""

from __future__ import annotations

from collections.abc import Iterator

from specharness.qualify.artifacts import workbook
from specharness.qualify.case import (
    FAILED,
    OPEN,
    Case,
    Content,
    Folder,
    Link,
    Pipe,
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
from specharness.qualify.draw import Draw, csv_text, json_text
from specharness.validators.numerals import MAX_LITERAL

_UNITS = (("km", "m", 1000), ("kg", "g", 1000), ("h", "min", 60), ("MB", "kB", 1000), ("min", "s", 60))
"""A unit, a smaller one of its kind, and how many of these it has."""


def _other_kind(case: Case, draw: Draw) -> World | None:
    """The amount gets a unit of another kind."""
    field = str(case.params["field"])
    return World({"d.json": json_text({field: f"{draw.integer(1, 99)} {draw.pick(['lb', 'ft'])} x"})})


@cases_for(
    "quantity",
    keeps=("line_ends", "final_newline", "byte_order_mark", "other_file", "key_order"),
    breaks=(_other_kind,),
)
def quantity(draw: Draw) -> Iterator[Case]:
    field, other = draw.words(2)
    large, small, per = draw.pick(_UNITS[:3])
    number = draw.integer(3, 90)

    def ask(found: object, /, **params: object) -> tuple[dict[str, object], dict[str, Content]]:
        return {"path": "d.json", "field": field, **params}, {"d.json": json_text({field: found, other: "0 lb"})}

    yield near_pass("value", *ask(f"{number} {large}", value=f"{number * per} {small}"), "in another unit")
    yield near_fail("value", *ask(f"{number} {large}", value=f"{number * per + 1} {small}"), "one more")
    yield near_fail("value", *ask(f"{number} {large}", value=f"{number} {small}"), "the number in another unit")
    yield satisfying(*ask(f"{number}{large}", value=f"{number}.0 {large}"), "written together")
    yield near_pass("min", *ask(f"{number} {large}", min=f"{number * per} {small}"), "at the bound")
    yield near_fail("min", *ask(f"{number} {large}", min=f"{number * per + 1} {small}"), "below")
    yield near_pass("max", *ask(f"{number} {large}", max=f"{number * per} {small}"), "at the bound")
    yield near_fail("max", *ask(f"{number} {large}", max=f"{number * per - 1} {small}"), "above")
    yield near_pass("min_exclusive", *ask(f"{number} {large}", min_exclusive=f"{number * per - 1} {small}"), "above")
    yield near_fail("min_exclusive", *ask(f"{number} {large}", min_exclusive=f"{number * per} {small}"), "at the bound")
    yield near_pass("max_exclusive", *ask(f"{number} {large}", max_exclusive=f"{number * per + 1} {small}"), "below")
    yield near_fail("max_exclusive", *ask(f"{number} {large}", max_exclusive=f"{number * per} {small}"), "at the bound")
    yield near_pass(
        "tolerance", *ask(f"{number * per + 2} {small}", value=f"{number} {large}", tolerance=f"2 {small}"), "at it"
    )
    yield near_fail(
        "tolerance", *ask(f"{number * per + 3} {small}", value=f"{number} {large}", tolerance=f"2 {small}"), "beyond"
    )
    yield near_pass(
        "tolerance",
        *ask(f"{number * 100 + number} {large}", value=f"{number * 100} {large}", tolerance="1 %"),
        "percent",
    )
    yield near_fail(
        "tolerance",
        *ask(f"{number * 100 + number + 1} {large}", value=f"{number * 100} {large}", tolerance="1 %"),
        "more percent",
    )
    yield near_fail(
        "tolerance", *ask(f"{number * per - 3} {small}", value=f"{number} {large}", tolerance=f"2 {small}"), "below it"
    )
    yield near_pass(
        "unit", *ask(number, value=f"{number * per} {small}", unit=large), "a bare number in the stated unit"
    )
    yield near_fail("unit", *ask(number, value=f"{number * per} {small}", unit=small), "a bare number in another unit")
    yield violating(
        *ask(f"{number} lb" if large != "kg" else f"{number} ft", value=f"{number} {large}"), "of another kind"
    )
    yield violating(*ask("many", max=f"{number} {large}"), "no number")
    yield violating(*ask(True, max=f"{number} {large}"), "a truth value")
    yield satisfying(*ask(f"{number}%", min=f"{number - 1} %", max=f"{number} %"), "percent")
    yield violating(*ask(f"{number + 1}%", max=f"{number} %"), "more percent")
    yield satisfying(*ask(f"{number} USD", value=f"{number} USD"), "money")
    yield violating(*ask(f"{number + 1} USD", value=f"{number} USD"), "more money")
    yield satisfying(*ask(f"{number} MB", max=f"{number} MB"), "bytes, in one spelling")
    yield violating(*ask(f"{number * 2} GB", max=f"{number} MB"), "far too many bytes")
    rows = [[str(n), f"{number + n} {large}"] for n in range(4)]
    table: dict[str, Content] = {"t.csv": csv_text([other, field], rows)}
    asked: dict[str, object] = {"path": "t.csv", "field": field, "min": f"{number} {large}"}
    yield near_pass("path", asked, table, "every row of a table")
    yield near_fail(
        "path", {**asked, "path": "u.csv"}, {**table, "u.csv": csv_text([field], [[f"1 {small}"]])}, "another table"
    )
    yield near_pass("field", {**asked, "max": f"{number + 3} {large}"}, table, "the column named")
    yield near_fail("field", {**asked, "field": f"{field}s"}, table, "no such column")
    yield violating({**asked, "min": f"{number + 1} {large}"}, table, "one row below")
    book: dict[str, Content] = {
        "b.xlsx": workbook({"S": [[field], [f"{number} {large}"]], other: [[field], [f"1 {small}"]]})
    }
    cells: dict[str, object] = {"path": "b.xlsx", "field": field, "min": f"{number} {large}"}
    yield near_pass("sheet", {**cells, "sheet": "S"}, book, "the sheet")
    yield near_fail("sheet", {**cells, "sheet": other}, book, "the other sheet")
    yield missing(
        {"path": "d.json", "field": f"{field}x", "max": f"{number} {large}"}, ask("1 m")[1], "no such field", FAILED
    )
    yield debatable(*ask(number, value=f"{number} {large}"), "no unit")
    yield debatable(*ask(f"{number} EUR", value=f"{number} USD"), "another currency")
    yield debatable(*ask(f"{number} parsec", value=f"{number} km"), "a unit that is not known")
    yield debatable(*ask(f"{number} MiB", max=f"{number} MB"), "how many bytes an MB has")
    yield debatable(*ask(None, max=f"{number} {large}"), "nothing stands there")
    yield debatable(*ask(" ", max=f"{number} {large}"), "a blank text")
    yield malformed(
        {"path": "d.json", "field": field, "max": f"{number} {large}"}, {"d.json": '{"a": '}, "cut off", FAILED
    )
    yield hostile(
        *ask("9" * 500 + f" {large}", max=f"{number} {large}"), "a number without end", frozenset(OPEN | FAILED)
    )
    yield from _tolerated(draw)
    yield from _written(draw)
    for sign in ("0%", "0.0%"):
        percent = {"b.xlsx": workbook({"S": [[field], [number / 100], [number / 100]]}, {"S!A2": sign, "S!A3": sign})}
        of_cells: dict[str, object] = {"path": "b.xlsx", "field": field}
        yield satisfying({**of_cells, "value": f"{number} %"}, percent, "cells that show a percentage")
        yield violating({**of_cells, "value": f"{number + 1} %"}, percent, "cells that show another percentage")
        yield violating({**of_cells, "max": f"{number} {large}"}, percent, "a percentage for something else")
        yield violating({**of_cells, "max": f"{number} {large}", "unit": large}, percent, "shown as a percentage")
    yield debatable(*ask(number / 100, value=f"{number} %"), "a share, or a percentage")
    yield near_fail("unit", *ask(number / 100, value=f"{number} %", unit="%"), "a bare number of percent")
    yield violating(*ask(f"{number} USD", value=f"{number} {large}"), "money for something else")
    yield violating(*ask(f"{number} {large}", value=f"{number} USD"), "something else for money")
    yield debatable(*ask(f"{number} USD", value=f"{number} EUR", tolerance="5 EUR"), "money of another country")
    mixed = {"t.csv": csv_text([other, field], [["1", ""], ["2", f"{number + 1} {large}"], ["3", f"{number} {large}"]])}
    yield violating({**asked, "max": f"{number} {large}"}, mixed, "one above, behind a blank")
    yield refused({"path": "d.json", "field": field, "value": "5 km", "unit": "kg"}, "a unit of another kind")
    yield refused({"path": "d.json", "field": field, "value": "5 km", "tolerance": "-1 m"}, "less than none")
    yield refused({"path": "d.json", "field": field}, "nothing asked")
    yield refused({"path": "d.json", "field": field, "value": str(number)}, "no unit")
    yield refused({"path": "d.json", "field": field, "value": f"{number} {large}", "max": "5 USD"}, "two kinds")
    yield refused({"path": "d.json", "field": field, "min": "5 km", "tolerance": "1 m"}, "a tolerance of nothing")
    yield refused(
        {"path": "d.json", "field": field, "value": "5 km", "tolerance": "1 kg"}, "a tolerance of another kind"
    )
    yield refused({"path": "d.json", "field": field, "value": "5 km", "unit": "parsec"}, "no unit")


def _tolerated(draw: Draw) -> Iterator[Case]:
    """What is close enough: none, a fraction, percent of percents, bytes by both readings."""
    field, number = draw.word(), draw.integer(20, 60)

    def ask(found: str, value: str, tolerance: str) -> tuple[dict[str, object], dict[str, Content]]:
        params: dict[str, object] = {"path": "d.json", "field": field, "value": value, "tolerance": tolerance}
        return params, {"d.json": json_text({field: found})}

    yield near_pass("tolerance", *ask(f"{number} km", f"{number} km", "0 m"), "none is needed")
    yield near_fail("tolerance", *ask(f"{number}.001 km", f"{number} km", "0 m"), "none is left")
    yield near_pass("tolerance", *ask(f"{number}.0005 km", f"{number} km", "0.5 m"), "a fraction")
    yield near_fail("tolerance", *ask(f"{number}.0006 km", f"{number} km", "0.5 m"), "more than a fraction")
    yield near_pass("tolerance", *ask(f"{number}.9 %", f"{number} %", "1 %"), "percentage points")
    yield near_fail("tolerance", *ask(f"{number + 1}.1 %", f"{number} %", "1 %"), "more percentage points")
    yield near_pass("tolerance", *ask(f"-{number * 99} km", f"-{number * 100} km", "1 %"), "percent of less than none")
    yield near_pass("tolerance", *ask(f"{number + 1} KB", f"{number} KB", "1 KB"), "in KB throughout")
    yield near_fail("tolerance", *ask(f"{number + 2} KB", f"{number} KB", "1 KB"), "in KB throughout, beyond")
    exact = number * 1024
    yield near_pass("tolerance", *ask(f"{exact + 1000} B", f"{number} KiB", "1 KB"), "by both readings of a KB")
    yield debatable(*ask(f"{exact + 1024} B", f"{number} KiB", "1 KB"), "by one reading of a KB")
    yield near_fail("tolerance", *ask(f"{exact + 1025} B", f"{number} KiB", "1 KB"), "by no reading of a KB")


def _written(draw: Draw) -> Iterator[Case]:
    """How units are written."""
    field, number = draw.word(), draw.integer(20, 60)

    def ask(found: object, /, **params: object) -> tuple[dict[str, object], dict[str, Content]]:
        return {"path": "d.json", "field": field, **params}, {"d.json": json_text({field: found})}

    yield satisfying(*ask(f"{number} Hours", value=f"{number * 60} min"), "a long name in another case")
    yield satisfying(*ask(f"{number} Min", value=f"{number * 60} s"), "a name of three letters in another case")
    yield debatable(*ask(f"{number} Mg", value=f"{number} mg"), "a capital that makes another unit")
    yield debatable(*ask(f"1.{number}.3 km", max=f"{number} km"), "two points in a number")
    yield debatable(*ask(f"${number} USD", value=f"{number} USD"), "a sign and a name")
    yield satisfying(*ask(f"${number}", value=f"{number} $"), "a sign before the number")
    yield violating(*ask(f"${number + 1}", value=f"{number} $"), "a sign before another number")
    yield near_pass("unit", *ask(number, value=f"{number} km", unit=" km. "), "a unit with blanks and a full stop")
    yield near_fail("unit", *ask(number, value=f"{number} km", unit="m."), "another one")
    yield refused(ask(number, value=f"{number} km", unit="k.m")[0], "no unit")
    yield satisfying(*ask(f"{number} km".ljust(MAX_LITERAL), value=f"{number} km"), "as long as may be")
    yield hostile(*ask(f"{number} km".ljust(MAX_LITERAL + 1), value=f"{number} km"), "longer than what is read", OPEN)
    yield debatable(*ask(f"{number} GB", value=f"{number * 1024} MB"), "by the powers of 1024")
    for name, power in (("KB", 1), ("MB", 2), ("GB", 3), ("TB", 4)):
        yield debatable(*ask(f"{number} {name}", value=f"{number * 1024**power} B"), "by the powers of 1024")
        yield debatable(*ask(f"{number} {name}", value=f"{number * 1000**power} B"), "by the powers of 1000")
        yield violating(*ask(f"{number} {name}", value=f"{number * 1024**power + 1} B"), "by neither powers")


@cases_for("file_size", keeps=("other_file",), may_accept=("empty", "garbage", "maximal"))
def file_size(draw: Draw) -> Iterator[Case]:
    """Stray texts may rightly be accepted: any bytes have a size, and what they say does not matter."""
    name = f"{draw.word()}.{draw.pick(['bin', 'txt', 'csv'])}"
    size = draw.integer(900, 9_000)
    files: dict[str, Content] = {name: draw.word()[0] * size}

    def ask(**params: object) -> tuple[dict[str, object], dict[str, Content]]:
        return {"path": name, **params}, files

    for bound, outside in (("min", 1), ("max", -1)):
        yield near_pass(bound, *ask(**{bound: f"{size} B"}), "at the bound")
        yield near_fail(bound, *ask(**{bound: f"{size + outside} B"}), "one byte outside")
        yield near_pass(f"{bound}_exclusive", *ask(**{f"{bound}_exclusive": f"{size - outside} bytes"}), "just inside")
        yield near_fail(f"{bound}_exclusive", *ask(**{f"{bound}_exclusive": f"{size} B"}), "at the bound")
    yield satisfying(*ask(min="100 B", max="1 MB"), "far inside")
    yield satisfying(*ask(max=f"{size // 1000 + 2} KB"), "inside by both readings")
    yield violating(*ask(max="0.5 kB"), "too large")
    yield violating(*ask(min="1 MB"), "too small")
    yield violating(*ask(min="1 B", max=f"{size - 1} B"), "one bound of two")
    yield near_pass("path", {"path": f"d/{name}", "max": "9 B"}, {**files, f"d/{name}": "x"}, "the file named")
    yield near_fail("path", {"path": name, "max": "9 B"}, {**files, f"d/{name}": "x"}, "another file")
    yield missing({"path": f"{name}x", "max": "1 MB"}, files, "nothing stands there", FAILED)
    yield violating({"path": "d", "max": "1 MB"}, {**files, "d": Folder()}, "a folder")
    yield debatable(*ask(**{"max": f"{size / 1010:.4f} KB"}), "how many bytes a KB has")
    yield hostile({"path": "p", "max": "1 MB"}, {**files, "p": Pipe()}, "a pipe", FAILED)
    yield hostile({"path": "p", "max": "1 MB"}, {**files, "p": Link("/etc/hostname")}, "a link out", OPEN)
    yield refused({"path": name}, "nothing asked")
    none: dict[str, Content] = {"none.txt": ""}
    yield near_pass("max", {"path": "none.txt", "max": "0 B"}, none, "no byte, and none may be")
    yield near_fail("max", {"path": name, "max": "0 B"}, files, "some bytes where none may be")
    yield near_fail("min_exclusive", {"path": "none.txt", "min_exclusive": "0 B"}, none, "no byte")
    yield refused({"path": name, "max": "-5 B"}, "less than none")
    yield refused({"path": name, "max": "few"}, "no amount")
    yield refused({"path": name, "max": "5 km"}, "no bytes")
    yield refused({"path": name, "max": str(size)}, "no unit")


DEFINITIONS = (quantity, file_size)
