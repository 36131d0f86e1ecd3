"""Cases of how numbers are written: what hides behind a cell's format, noise of doubles, numbers among other things."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from specharness.qualify.artifacts import workbook
from specharness.qualify.case import Case, debatable, near_fail, near_pass, satisfying, violating
from specharness.qualify.typed_tables import parquet

DEFINITIONS = ()
"""What is yielded here belongs to the definition of `number_format`."""


def figures() -> Iterator[Case]:
    """Cases of `number_format`."""
    yield from _stored()
    yield from _in_sheets()
    yield from _everywhere()


def _stored() -> Iterator[Case]:
    asked: dict[str, Any] = {"path": "d.json", "field": "v"}

    def of(literal: str) -> dict[str, str | bytes]:
        return {"d.json": f'{{"v": {literal}}}'}

    two = {**asked, "decimals": 2}
    yield near_pass("no_scientific", {**asked, "decimals": 4}, of("1.5e-3"), "an exponent where none is forbidden")
    yield near_fail("decimals", {**asked, "decimals": 3}, of("1.5e-3"), "0.0015 has four decimals")
    for noise in ("1.2300000000000002", "0.30000000000000004", "123456789.12000002"):
        yield debatable(two, of(noise), "rounded to two decimals, up to binary noise")
    for more in ("1.000005", "123456789.123", "1.234", "0.001", "99999.999"):
        yield near_fail("decimals", two, of(more), "more decimals, by more than noise")
    yield near_pass("decimals", two, of("123456789.12"), "a large number")
    whole = {**asked, "decimals": 0}
    yield debatable(whole, of("5000000.001"), "as far from a whole number as noise may be, at most")
    yield near_fail("decimals", whole, of("5000000.001001"), "further from a whole number than noise may be")
    one = {**asked, "decimals": 1}
    yield debatable(one, of("0.500000001"), "as far as noise may be, of a small number")
    yield near_fail("decimals", one, of("0.5000000015"), "further than noise may be, of a small number")
    yield near_fail("decimals", {**asked, "decimals": 310}, of("1.5e-311"), "more decimals than any that is asked")
    yield near_pass("decimals", {**asked, "decimals": 312}, of("1.5e-311"), "so many decimals")
    yield near_pass("decimals", {**asked, "decimals": 500}, of("1.5"), "a great many decimals are allowed")
    exact = {**two, "mode": "exact"}
    yield near_pass("mode", exact, of("1.5"), "JSON has no zeros at the end of a number")
    yield near_fail("mode", exact, of("1.555"), "one more")


def _in_sheets() -> Iterator[Case]:
    asked: dict[str, Any] = {"path": "b.xlsx", "field": "v"}

    def book(value: float, code: str = "General") -> dict[str, str | bytes]:
        return {"b.xlsx": workbook({"s": [["v"], [value]]}, {"s!A2": code})}

    two, digits, plain = {**asked, "decimals": 2}, {**asked, "no_thousands": True}, {**asked, "no_scientific": True}
    for code in ("General", "@"):
        yield near_fail("decimals", two, book(1.23456, code), f"nothing hides its digits: {code}")
        yield near_pass("no_thousands", digits, book(1234.5, code), f"nothing adds signs: {code}")
        yield near_pass("no_scientific", plain, book(1234.5, code), f"nothing adds an exponent: {code}")
        yield near_pass("mode", {**two, "mode": "exact"}, book(1.25, code), f"as it is stored: {code}")
    yield debatable(two, book(1.23456, "0.0"), "shown with fewer decimals")
    yield debatable(digits, book(1234.5, "#,##0.0"), "shown with a comma")
    yield debatable(plain, book(1234.5, "0.00E+00"), "shown with an exponent")
    yield debatable({**two, "mode": "exact"}, book(1.25, "0.000"), "shown with more decimals")
    yield debatable(plain, book(1.5e-07), "how a program shows a small number is not seen")
    yield near_pass("no_scientific", {**plain, "no_scientific": False, "decimals": 9}, book(1.5e-07), "either way")


_PRICES: dict[str, tuple[str, list[object]]] = {
    "n": ("BIGINT", [1, 2]),
    "p": ("DOUBLE", [1.25, None]),
    "l": ("DOUBLE[]", [[1.2345], [2.5]]),
}
"""Lists are no single numbers, and are not looked into."""


def _everywhere() -> Iterator[Case]:
    two: dict[str, Any] = {"path": "t.csv", "decimals": 2}

    def table(*cells: str) -> dict[str, str | bytes]:
        return {"t.csv": "k,v\n" + "".join(f"{n},{cell}\n" for n, cell in enumerate(cells))}

    stored = parquet(
        {
            "n": ("BIGINT", [1, 2]),
            "p": ("DOUBLE", [1.25, None]),
            "t": ("VARCHAR", ["1.2345", "x"]),
            "l": ("DOUBLE[]", [[1.2345], [2.5]]),
        }
    )
    yield near_pass("decimals", {**two, "path": "t.parquet"}, {"t.parquet": parquet(_PRICES)}, "stored numbers")
    yield near_fail("decimals", {**two, "path": "t.parquet", "decimals": 1}, {"t.parquet": parquet(_PRICES)}, "stored")
    yield near_fail("decimals", {**two, "path": "t.parquet"}, {"t.parquet": stored}, "a number as a stored text")
    yield near_pass("decimals", two, table("1.25", "a.b", "7.5"), "a word with a point is no number")
    yield near_fail("decimals", two, table("a.b", "7.505"), "one number behind a word with a point")
    plain, grouped = {"path": "t.csv", "no_scientific": True}, {"path": "t.csv", "no_thousands": True}
    yield near_pass("no_scientific", plain, table("1.25", "1000"), "no number has an exponent")
    yield near_fail("no_scientific", plain, table("1.25", "1e3"), "one number has an exponent")
    yield near_pass("no_thousands", grouped, table("1.25", "1000"), "no number has a comma")
    yield near_fail("no_thousands", grouped, table("1.25", '"1,000"'), "one number has a comma")
    yield satisfying({"path": "n.txt", "decimals": 2}, {"n.txt": "  1.25 \n"}, "a file that is one number")
    yield violating({"path": "n.txt", "decimals": 2}, {"n.txt": "  1.255 \n"}, "a file that is one number")
    yield debatable({"path": "n.txt", "decimals": 2}, {"n.txt": "1.25 2.255\n"}, "which of two numbers is meant")
    nested = {"d.json": '{"a": [1.25, {"b": 1.5}], "c": 7, "d": [[2.5, "x"], null]}'}
    yield near_pass("decimals", {"path": "d.json", "decimals": 2}, nested, "every number of the data")
    yield near_fail("decimals", {"path": "d.json", "decimals": 1}, nested, "one number of the data")
