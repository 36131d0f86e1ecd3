"""Cases of tables that are joined, and of rows that are kept by conditions, for calculations over them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from specharness.qualify.artifacts import Scalar, calculated, workbook
from specharness.qualify.case import Asked, Case, Content, debatable, near_fail, near_pass
from specharness.qualify.draw import json_text

DEFINITIONS = ()
"""What is yielded here belongs to the definition of `computed`."""

_LINES = "item,amount\n7,10\n8,20\n007,40\n2.50,80\n"
"""Amounts by item; sums of any of them differ."""


def joins(seed_words: list[str]) -> Iterator[Case]:
    """Keys of several types and spellings, and what is no key."""
    red, blue = seed_words
    yield from _typed_keys(red)
    yield from _doubtful_keys(red, blue)
    yield from _conditions(red, blue)


def _sum(other: str, on: dict[str, str], *where: dict[str, Any], of: str = "amount") -> dict[str, Any]:
    rows: dict[str, Any] = {"path": "in.csv", "join": [{"path": other, "on": on}]}
    return {"op": "sum", "rows": {**rows, "where": list(where)} if where else rows, "of": of}


def _asked(result: dict[str, Any]) -> Asked:
    return {"path": "o.json", "field": "v", "calculation": {"result": result}}


def _world(value: float, **files: Content) -> dict[str, Content]:
    named = {name.replace("_", "."): content for name, content in files.items()}
    return {**named, "o.json": json_text({"v": value})}


def _typed_keys(red: str) -> Iterator[Case]:
    """Texts of a CSV file beside numbers of JSON and of a workbook: `7` is 7, `007` is a name, `2.50` is 2.5."""
    result = _asked(_sum("names.json", {"item": "code"}))
    for codes, right, wrong, why in (
        ([7], 10, 50, "a number beside its text"),
        (["007"], 40, 50, "a name with leading zeros"),
        ([2.5], 80, 0, "a fraction by its value"),
        ([7, 8, 2.5], 110, 150, "several"),
        ([70, 8], 20, 30, "another number"),
        (["0", 8], 20, 30, "a text of another number"),
        ([7.5, 8], 20, 30, "another fraction"),
    ):
        other = json_text([{"code": code, "colour": red} for code in codes])
        yield near_pass("calculation", result, _world(right, in_csv=_LINES, names_json=other), why)
        yield near_fail("calculation", result, _world(wrong, in_csv=_LINES, names_json=other), why)
    book = workbook({"s": [["code", "colour"], [7, red], [8, red]]})
    sheet = _asked(_sum("names.xlsx", {"item": "code"}))
    yield near_pass("calculation", sheet, _world(30, in_csv=_LINES, names_xlsx=book), "numbers of a workbook")
    yield near_fail("calculation", sheet, _world(70, in_csv=_LINES, names_xlsx=book), "numbers of a workbook")
    turned = {"op": "sum", "rows": {"path": "names.json", "join": [{"path": "in.csv", "on": {"code": "item"}}]}}
    both = _asked({**turned, "of": "amount"})
    rows = json_text([{"code": 8}, {"code": 7}, {"code": 8}])
    yield near_pass("calculation", both, _world(50, in_csv=_LINES, names_json=rows), "the second table is the texts'")
    yield near_fail("calculation", both, _world(30, in_csv=_LINES, names_json=rows), "a partner counts once a row")
    zero = "item,amount\n0,3\n00,5\n0.5,7\n+4,9\n"
    for codes, right, wrong, why in (([0], 3, 8, "zero"), ([0.5], 7, 0, "a fraction below one"), ([4], 9, 0, "a sign")):
        other = json_text([{"code": code} for code in codes])
        if why != "a sign":
            yield near_pass("calculation", result, _world(right, in_csv=zero, names_json=other), why)
            yield near_fail("calculation", result, _world(wrong, in_csv=zero, names_json=other), why)
    opaque = workbook({"s": [["code", "colour"], ["=3+4", red]]})
    yield debatable(sheet, _world(10, in_csv=_LINES, names_xlsx=opaque), "a key that nobody has calculated")
    stored = calculated({"s": _header(code_7=7)})
    yield near_pass("calculation", sheet, _world(10, in_csv=_LINES, names_xlsx=stored), "a header and one key")


def _header(code_7: int) -> dict[str, Scalar]:
    return {"A1": "code", "B1": "colour", "A2": code_7, "B2": "x"}


def _doubtful_keys(red: str, blue: str) -> Iterator[Case]:
    lines = f"g,h,amount\n{red},a,1\n{blue},a,2\n{red},b,4\n"
    one = _asked(_sum("names.csv", {"g": "code"}))
    names = f"code,zone\n{red},cold\n"
    yield near_pass("calculation", one, _world(5, in_csv=lines, names_csv=names), "rows with a partner")
    yield near_fail("calculation", one, _world(7, in_csv=lines, names_csv=names), "all rows")
    other = f"code,zone\n{red.upper()},cold\n"
    yield debatable(one, _world(0, in_csv=lines, names_csv=other), "a partner up to case")
    yield debatable(one, _world(5, in_csv=lines, names_csv=other), "a partner up to case, taken for one")
    yield debatable(one, _world(5, in_csv=lines + ",b,8\n", names_csv=names), "a blank key")
    yield debatable(one, _world(5, in_csv=lines + ",b,8\n", names_csv=names + ",warm\n"), "a blank key with a partner")
    two = _asked(_sum("names.csv", {"g": "code", "h": "part"}))
    pairs = f"code,part,zone\n{red},a,cold\n{blue},b,cold\n"
    yield near_pass("calculation", two, _world(1, in_csv=lines, names_csv=pairs), "both keys")
    yield near_fail("calculation", two, _world(5, in_csv=lines, names_csv=pairs), "one of two keys")
    half = f"g,h,amount\n{red},a,1\n{blue},,2\n"
    yield debatable(two, _world(1, in_csv=half, names_csv=pairs), "one of two keys is blank")
    spelled = f"code,part,zone\n{red},A,cold\n"
    yield debatable(two, _world(0, in_csv=lines, names_csv=spelled), "one of two keys has a partner up to case")
    twice = _asked(_sum("names.csv", {"g": "code"}, of="weight"))
    weights = f"code,weight\n{red},3\n{red},5\n"
    yield near_pass("calculation", twice, _world(16, in_csv=lines, names_csv=weights), "a column of the second table")
    yield near_fail("calculation", twice, _world(8, in_csv=lines, names_csv=weights), "each row once")
    same = _asked(_sum("names.csv", {"g": "g"}))
    named = f"g,zone\n{red},cold\n"
    yield near_pass("calculation", same, _world(5, in_csv=lines, names_csv=named), "keys of one name")
    yield near_fail("calculation", same, _world(7, in_csv=lines, names_csv=named), "keys of one name")
    ragged = json_text([{"code": red, "weight": 3}, {"code": blue}])
    uneven = {"op": "count", "rows": {"path": "in.csv", "join": [{"path": "names.json", "on": {"g": "code"}}]}}
    filled = _asked({**uneven, "of": "weight"})
    yield near_pass("calculation", filled, _world(2, in_csv=lines, names_json=ragged), "a member that one item lacks")
    yield near_fail("calculation", filled, _world(3, in_csv=lines, names_json=ragged), "a member that one item lacks")


def _conditions(red: str, blue: str) -> Iterator[Case]:
    """Values of rows: texts, numbers and nothing, in CSV, JSON and workbooks."""

    def kept(path: str, test: str, *values: Any, column: str = "g") -> Asked:
        where = [{"column": column, "test": test, "values": list(values)}]
        return _asked({"op": "sum", "rows": {"path": path, "where": where}, "of": "amount"})

    table = f"g,n,amount\n{red},1,1\n {red} ,2,2\n,3,4\n{blue},,8\n"
    items = [(red, 1, 1), (None, 2, 2), ("", 3, 4), (" ", 4, 8), (7, None, 16), (True, 6, 32)]
    objects = json_text([{"g": g, "n": n, "amount": amount} for g, n, amount in items])
    for path, test, values, right, wrong, why in (
        ("t.csv", "is", [red], 3, 1, "a text with spaces around is the text"),
        ("t.csv", "is_not", [red], 12, 14, "all others, blank ones included"),
        ("t.csv", "is", [blue], 8, 12, "a blank is no other text"),
        ("t.json", "is", [red], 1, 3, "a text"),
        ("t.json", "is", [7], 16, 17, "a number"),
        ("t.json", "is", [None], 14, 2, "nothing is null, empty or space alone"),
        ("t.json", "is", [""], 14, 4, "an empty text likewise"),
        ("t.json", "is_not", [None], 49, 63, "what is there"),
        ("t.json", "is", [True], 32, 33, "a truth value"),
        ("t.json", "is_not", [red], 62, 63, "others, blank ones included"),
        ("t.json", "filled", [], 49, 63, "filled"),
        ("t.json", "blank", [], 14, 2, "blank"),
    ):
        files = {"t_csv": table} if path == "t.csv" else {"t_json": objects}
        yield near_pass("calculation", kept(path, test, *values), _world(right, **files), why)
        yield near_fail("calculation", kept(path, test, *values), _world(wrong, **files), why)
    value: Any
    for value in (red.upper(), red.replace(red[0], red[0].upper(), 1)):
        yield debatable(kept("t.csv", "is", value), _world(0, t_csv=table), "a value up to case")
        yield debatable(kept("t.csv", "is", value), _world(3, t_csv=table), "a value up to case, taken for it")
    for test in ("above", "at_least", "below", "at_most"):
        yield debatable(
            kept("t.csv", test, 2, column="n"), _world(4, t_csv=table), f"{test}: a blank among the numbers"
        )
    numbers = "g,n,amount\na,1,1\na,2,2\na,3,4\n"
    for test, right, wrong in (("above", 4, 6), ("at_least", 6, 4), ("below", 1, 3), ("at_most", 3, 1)):
        yield near_pass("calculation", kept("t.csv", test, 2, column="n"), _world(right, t_csv=numbers), test)
        yield near_fail("calculation", kept("t.csv", test, 2, column="n"), _world(wrong, t_csv=numbers), test)
    open_: dict[str, list[list[Scalar]]] = {"s": [["g", "n", "amount"], ["=1+1", 1, 1], [red, 2, 2]]}
    for value in (0, 1, 2, 3):
        book = _world(value, t_xlsx=workbook(open_))
        yield debatable(kept("t.xlsx", "is", red), book, "a formula that nobody has calculated may be the text")
    first = kept("t.xlsx", "at_most", 1, column="n")
    yield debatable(
        _asked({"op": "count", "rows": {"path": "t.xlsx", "where": [{"column": "n", "test": "above", "values": [0]}]},
                "of": "g"}),
        _world(2, t_xlsx=workbook(open_)),
        "a formula that nobody has calculated may be blank",
    )  # fmt: skip
    yield near_pass("calculation", first, _world(1, t_xlsx=workbook(open_)), "the formula stands in another column")
    yield near_fail("calculation", first, _world(3, t_xlsx=workbook(open_)), "the formula stands in another column")
