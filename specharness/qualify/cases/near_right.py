"""Cases of artifacts that are right at first sight: days that no calendar has, whole numbers beside fractions, other
separators, keys that stand there twice, rows in which nothing stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from specharness.qualify.artifacts import workbook
from specharness.qualify.case import Case, World, debatable, near_fail, near_pass, refused, satisfying, violating
from specharness.qualify.draw import Draw, csv_text, json_text

DEFINITIONS = ()
"""What is yielded here belongs to the definitions of several validators."""

_DAY = r"\d{4}-\d{2}-\d{2}"


def dates(draw: Draw) -> Iterator[Case]:
    """Cases of `text_pattern`: the day of a form has to exist."""
    year, other, field = draw.integer(1900, 2099), draw.word(), draw.word()
    leap = "29" if year % 4 == 0 and (year % 100 or year % 400 == 0) else "28"
    for form, pattern, good, bad in (
        ("YYYY-MM-DD", _DAY, f"{year}-02-{leap}", f"{year}-02-30"),
        ("yyyy-mm-dd", _DAY, f"{year}-12-31", f"{year}-13-01"),
        ("DD/MM/YYYY", r"\d\d/\d\d/\d{4}", f"30/04/{year}", f"31/04/{year}"),
        ("YYYY/MM/DD", r"\d{4}/\d\d/\d\d", f"{year}/01/31", f"{year}/00/31"),
        ("YYYYMMDD", r"\d{8}", f"{year}0930", f"{year}0931"),
        ("YYYY-MM-DDTHH:MM:SSZ", r"[\dTZ:-]{20}", f"{year}-06-30T23:59:59Z", f"{year}-06-31T23:59:59Z"),
        ("YYYY-MM-DD HH:MM", r"[\d :-]{16}", f"{year}-11-30 24:00", f"{year}-11-30 25:00"),
        ("YYYY-MM-DD hh:mm:ss", r"[\d :-]{19}", f"{year}-11-30 10:59:60", f"{year}-11-30 10:60:00"),
        ("DD.MM.YY", r"\d\d\.\d\d\.\d\d", "29.02.00", "29.02.01"),
        ("YYYY-MM-DD_YYYY-MM-DD", r"[\d_-]{21}", f"{year}-01-31_{year}-02-28", f"{year}-01-31_{year}-02-30"),
        ("YYYY-MM-DD_YYYY-MM-DD", r"[\d_-]{21}", f"{year}-01-31_{year}-03-31", f"{year}-01-32_{year}-03-31"),
    ):
        asked: dict[str, Any] = {"path": "t.csv", "pattern": pattern, "field": field, "date": form}
        table = {"t.csv": csv_text([other, field], [["x", good], ["y", good]])}
        spoilt = {"t.csv": csv_text([other, field], [["x", good], ["y", bad]])}
        yield near_pass("date", asked, table, f"days that there are, {form}")
        yield near_fail("date", asked, spoilt, f"one that there is not, {form}")
        for scope in ("whole", "line"):
            text: dict[str, Any] = {"path": "a.txt", "pattern": pattern, "scope": scope, "date": form}
            yield near_pass("date", text, {"a.txt": f"{good}\n"}, f"a day, {scope}")
            yield near_fail("date", text, {"a.txt": f"{bad}\n"}, f"no day, {scope}")
    asked = {"path": "t.csv", "pattern": _DAY, "field": field, "date": "YYYY-MM-DD"}
    table = {"t.csv": csv_text([field, other], [["0000-01-01", "x"], ["2024-02-29", "x"]])}
    yield violating(asked, table, "a year that the calendar has not")
    yield violating(
        {**asked, "date": "YYYY/MM/DD"}, {"t.csv": csv_text([field, other], [["2024-02-29", "x"]])}, "other"
    )
    data = {"d.json": json_text({field: "2024-02-30", other: "2024-02-29"})}
    yield violating({**asked, "path": "d.json"}, data, "in a member")
    yield satisfying({**asked, "path": "d.json", "field": other}, data, "in the other member")
    yield violating({**asked, "ignore_case": True}, {"t.csv": csv_text([field, other], [["2023-02-29", "x"]])}, "case")
    for wrong in ("YYYY-MM", "HH:MM", "year", "YYYY-MM-DD" * 5, "", "YYYY-MM-DD_DD", "MM-DD", "YYYY-YYYY-MM-DD", 5):
        yield refused({**asked, "date": wrong}, "no form of a day")
    anywhere: dict[str, Any] = {"path": "a.txt", "pattern": _DAY, "date": "YYYY-MM-DD"}
    yield refused(anywhere, "somewhere in a text")
    yield refused({**anywhere, "scope": "any"}, "somewhere in a text, as is said")


def exact_numbers(draw: Draw) -> Iterator[tuple[float, float, bool | None, str]]:
    """A number asked for, one found, whether they are the same (None: for nobody to say), and why."""
    whole = draw.integer(1_000_000_000, 9_000_000_000)
    yield whole, whole + 0.5, False, "a large whole number and a half more"
    yield whole + 0.5, whole, False, "half less"
    yield whole + 0.25, whole + 0.5, False, "a quarter more"
    yield whole, float(whole), True, "written with a point"
    yield 1e15 + 1, 1e15 + 2, False, "whole numbers of 16 digits"
    yield 123456789.12345, 123456789.12346, False, "14 digits that differ in the last"
    yield 0.3, 0.30000000000000004, True, "the noise of a sum"
    yield 30.3, 30.299999999999997, True, "noise below it"
    yield 1000, 1000.0000000001588, True, "the noise of ten thousand additions"
    yield 1000, 1000.0000000158801, False, "more than the noise of a sum"
    yield 0.30000000000000004, 0.3, True, "noise in what is asked for"
    yield 0.1 + 0.7, 0.7999999999999999, True, "noise in both"
    yield 0.30000000000000004, 0.30000000000000010, True, "noise in both that differs"
    yield 0.33333333333333331, 0.33333333333433331, False, "long numbers that differ in the 12th digit"
    yield 2000000000.124, 2000000000.1234561, False, "a long number that is not the short one"
    yield 1234567890123456, 1234567890123456.5, False, "a whole number of 16 digits, and a half more"
    yield 0, 5.551115123125783e-17, False, "nothing and noise beside nothing"


def values(draw: Draw) -> Iterator[Case]:
    """Cases of `value_equals`."""
    field, other = draw.words(2)
    for wanted, found, same, why in exact_numbers(draw):
        asked: dict[str, Any] = {"path": "d.json", "field": field, "value": wanted}
        make = near_pass if same else near_fail
        yield make("value", asked, {"d.json": json_text({field: found, other: wanted})}, why)
        table = {"t.csv": csv_text([other, field], [["x", repr(found)]])}
        yield make("value", {**asked, "path": "t.csv"}, table, f"{why}, in a table")


def bounds(draw: Draw) -> Iterator[Case]:
    """Cases of `value_range`: noise at a bound is in doubt, a number beyond it is not."""
    field, whole = draw.word(), draw.integer(1_000_000_000, 9_000_000_000)
    for name, bound, found, doubtful in (
        ("max", whole, whole + 0.5, False),
        ("min", whole, whole - 0.5, False),
        ("max", whole + 0.5, whole + 0.75, False),
        ("max", 0.3, 0.30000000000000004, True),
        ("min", 30.3, 30.299999999999997, True),
        ("max", 0.3, 0.300000001, False),
    ):
        asked = {"path": "d.json", "field": field, name: bound}
        world = {"d.json": json_text({field: found})}
        yield debatable(asked, world, "noise") if doubtful else near_fail(name, asked, world, "just beyond")


def separators(draw: Draw) -> Iterator[Case]:
    """Cases of `table_columns`."""
    names, cells = draw.words(3), draw.words(3)
    marks = {"comma": ",", "semicolon": ";", "tab": "\t", "pipe": "|"}
    tables = {name: f"{mark.join(names)}\n{mark.join(cells)}\n" for name, mark in marks.items()}
    for name in marks:
        asked: dict[str, Any] = {"path": "t.csv", "columns": names, "delimiter": name}
        other = draw.pick([found for found in marks if found != name])
        yield near_pass("delimiter", asked, {"t.csv": tables[name]}, f"separated by {name}")
        yield near_fail("delimiter", asked, {"t.csv": tables[other]}, f"separated by {other} in the place of {name}")
        yield near_pass(
            "exact", {**asked, "exact": True, "ordered": True}, {"t.csv": tables[name]}, "all that is asked"
        )
        yield violating({**asked, "columns": [*names[:2], "x"]}, {"t.csv": tables[name]}, "a column is missing")
        spelt = {"t.csv": tables[other].upper()}
        yield debatable(asked, spelt, "other spelling and another separator")
    wanted = {"path": "t.csv", "columns": ["a", "b"]}
    fixed = World({"t.csv": "a;b\n1;2\n"}, limits={"table_bytes": 1})
    yield near_pass("delimiter", {**wanted, "delimiter": "semicolon"}, fixed, "a large table")
    yield near_fail("delimiter", {**wanted, "delimiter": "comma"}, fixed, "a large table, by another separator")
    one = {"path": "t.csv", "columns": "a", "delimiter": "semicolon"}
    yield near_pass("delimiter", one, {"t.csv": "a\n1\n"}, "one column has no separator")
    yield near_fail("delimiter", one, {"t.csv": "b\n1\n"}, "one column, of another name")
    tabs = {"path": "t.tsv", "columns": ["a", "b"], "delimiter": "tab"}
    yield near_pass("delimiter", tabs, {"t.tsv": "a\tb\n1\t2\n"}, "the separator of the ending")
    book = {"b.xlsx": workbook({"s": [["a", "b"], [1, 2]]})}
    yield debatable({"path": "b.xlsx", "columns": ["a", "b"], "delimiter": "comma"}, book, "a workbook has none")
    yield refused({**wanted, "delimiter": ","}, "a mark in the place of its name")


def twice(draw: Draw) -> Iterator[Case]:
    """Cases of `format_valid`: keys that stand there twice."""
    key, other, value = draw.words(3)
    for path, text, right, why in (
        ("a.yaml", f"{key}: 1\n{other}: 2\n{key}: 3\n", False, "a key twice"),
        ("a.yaml", f"{other}:\n  - {key}: 1\n    {key}: 2\n", False, "a key twice, in an item"),
        ("a.yaml", f"{key}: 1\n---\n{key}: 1\n{key}: 2\n", False, "a key twice, in the second document"),
        ("a.yaml", f'{key}: 1\n"{key}": 2\n', False, "a key twice, once in quotes"),
        ("a.yaml", f"{{{key}: 1, {key}: 1}}\n", False, "a key twice, with one value"),
        ("a.yaml", f"{key}: 1\n{other}: {{{key}: 2}}\n", True, "a key once in each of two mappings"),
        ("a.yaml", f"- {key}: 1\n- {key}: 2\n", True, "a key once in each of two items"),
        ("a.yaml", f'1: {value}\n"1": {value}\n', True, "a number and a text as keys"),
        ("a.yaml", f"a: &x\n  {key}: 1\nb:\n  <<: *x\n  {key}: 2\n", True, "a key that is merged and set again"),
        ("a.yaml", f"a: &x [{value}]\nb: *x\nc: *x\n", True, "one value in several places"),
        ("a.toml", f'{key} = 1\n{key} = "{value}"\n', False, "a key twice in TOML"),
        ("a.json", f'{{"{key}": 1, "{key}": 2}}', None, "a key twice in JSON"),
        ("a.json", f'[{{"{key}": 1}}, {{"{key}": 2}}]', True, "a key once in each of two objects"),
        ("a.jsonl", f'{{"{key}": 1}}\n{{"{key}": 1, "{key}": 2}}\n', None, "a key twice in a line"),
        ("a.ini", f"[{other}]\n{key} = 1\n{key} = 2\n", None, "a key twice in a section"),
        ("a.ini", f"[{other}]\n{key} = 1\n[{value}]\n{key} = 2\n", True, "a key once in each of two sections"),
        ("a.json", f'{{"{key}": 1, "{key}": 2', False, "a key twice, and no end"),
    ):
        asked = {"path": path, "format": path[2:]}
        if right is None:
            yield debatable(asked, {path: text}, why)
        else:
            yield (satisfying if right else violating)(asked, {path: text}, why)


def rows(draw: Draw) -> Iterator[Case]:
    """Cases of `count`: rows in which nothing stands."""
    name, cell = draw.words(2)
    for limits in ({}, {"table_bytes": 1}):
        for text, number, why in (
            (f'{name}\n""\n{cell}\n', 2, "a quoted empty cell is a row"),
            (f"{name}\n\n{cell}\n\n", 1, "an empty line is none"),
            (f'{name}\n{cell}\n\n""', 2, "an empty line, and a quoted empty cell at the end"),
            (f'{name}\r\n""\r\n\r\n""\r\n', 2, "nothing but quoted empty cells"),
            (f"{name}\n{cell}\n  \n", 1, "a line of blanks is none"),
        ):
            world = World({"t.csv": text}, limits=limits)
            asked: dict[str, Any] = {"path": "t.csv", "of": "rows"}
            yield near_pass("count", {**asked, "count": number}, world, why).unspoiled()
            yield near_fail("count", {**asked, "count": number + 1}, world, why)
        two = World({"t.csv": f"{name},{name}x\n{cell},1\n,\n"}, limits=limits)
        yield debatable({"path": "t.csv", "of": "rows", "count": 2}, two, "a row of two cells in which nothing stands")


def different() -> Iterator[Case]:
    """Cases of `unique`: one value in several forms."""
    asked: dict[str, Any] = {"path": "d.json", "field": "v[]"}
    for first, second, right, why in (
        (1, 1.0, False, "one number"),
        (1000, 1e3, False, "one number"),
        (0, -0.0, False, "nothing, and nothing with a sign"),
        (1, "1", None, "a number and its text"),
        (1.0, "1", None, "a number with a point and a text without"),
        (1, "1.0", None, "a number and a text with a point"),
        (1000, "1,000", None, "a number and a text with a comma"),
        (True, "true", None, "a truth value and its text"),
        ("True", True, None, "a text and a truth value"),
        (True, 1, True, "a truth value is no number"),
        ("1", "01", None, "texts that are one number"),
        ("1", "-1", True, "texts that are two numbers"),
        ("1.2.3", "1.2.30", True, "texts that are no numbers"),
        (".5", "0.50", None, "texts that are one fraction"),
        ("1e3", "1000", True, "letters in a text"),
        ("v1.0", "v1", True, "texts that hold a number"),
        (1, 1.5, True, "two numbers"),
        (10, 100, True, "zeros at the end of whole numbers count"),
    ):
        make = debatable if right is None else satisfying if right else violating
        yield make(asked, {"d.json": json_text({"v": [first, "x", second]})}, why)
    for first, second, right, why in (
        ("1", "1.0", None, "cells that are one number"),
        ("1", "+1", None, "cells that are one number but for a sign"),
        ("7", "007", None, "cells that may be codes"),
        ("1,000", "1000", None, "a cell with a comma"),
        ("-0", "0", None, "nothing with a sign"),
        (".5", "0.5", None, "without a zero"),
        ("5.", "5", None, "with a point at the end"),
        ("-1", "1", True, "two numbers"),
        ("10", "100", True, "zeros at the end of whole numbers count"),
        ("1.5", "1.50", None, "zeros at the end of a fraction don't"),
        ("a1.0", "a1", True, "texts that hold a number"),
        ("1,00", "100", True, "no thousands"),
        ("1.0", "1.0", False, "twice"),
    ):
        table = csv_text(["v", "n"], [[first, "x"], ["y", "z"], [second, "x"]])
        for limits in ({}, {"table_bytes": 1}):
            world = World({"t.csv": table}, limits=limits)
            make = debatable if right is None else satisfying if right else violating
            yield make({"path": "t.csv", "field": "v"}, world, f"{why}{', in a large table' if limits else ''}")
    book = {"b.xlsx": workbook({"s": [["v"], [1], [1.0]]}), "c.xlsx": workbook({"s": [["v"], [1], ["1.0"]]})}
    yield violating({"path": "b.xlsx", "field": "v"}, book, "one number in two cells")
    yield debatable({"path": "c.xlsx", "field": "v"}, book, "a number and a text")
    yaml = {"d.yaml": "v: [1, 1.0]\n", "e.yaml": "v: [1, '1']\n"}
    yield violating({"path": "d.yaml", "field": "v[]"}, yaml, "one number in YAML")
    yield debatable({"path": "e.yaml", "field": "v[]"}, yaml, "a number and a text in YAML")
