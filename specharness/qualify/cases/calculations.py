"""Cases of every part of a calculation: operations, conditions, groups, joins, closeness, inputs of every sort.

The data are small and fixed, with results that a reader can check by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from specharness.qualify.artifacts import workbook
from specharness.qualify.case import (
    FAILED,
    OPEN,
    PASSED,
    Case,
    Content,
    World,
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
from specharness.qualify.draw import json_text

DEFINITIONS = ()
"""What is yielded here belongs to the definition of `computed`."""

Data = dict[str, Content]
TABLE = "g,p,n,w,k\na,10.5,2,1,x\nb,20.25,1,3,y\na,4,5,2,X\nb,8,3,1,\n"
"""p times n: 21 and 20 of `a` (41), 20.25 and 24 of `b` (44.25); together 85.25."""
DATA: Data = {"in.csv": TABLE}
ROWS = {"path": "in.csv"}
REVENUE = {"op": "multiply", "left": "p", "right": "n"}
TOTAL = {"op": "sum", "rows": ROWS, "of": REVENUE}


def number(value: str | float) -> dict[str, Any]:
    """A literal."""
    return {"op": "number", "value": value}


def of(op: str, column: Any = "p", **more: Any) -> dict[str, Any]:
    """An aggregate of a column of the table."""
    return {"op": op, "rows": ROWS, "of": column, **more}


def two(op: str, left: Any, right: Any) -> dict[str, Any]:
    """Arithmetic of two results."""
    return {"op": op, "left": left, "right": right}


def kept(*conditions: tuple[str, str, list[Any]], op: str = "sum", column: Any = "p") -> dict[str, Any]:
    """An aggregate of the rows that keep some conditions."""
    where = [{"column": name, "test": test, "values": values} for name, test, values in conditions]
    return {"op": op, "rows": {**ROWS, "where": where}, **({"of": column} if column else {})}


def asked(result: Any, **more: Any) -> dict[str, Any]:
    """The demand that `v` of `o.json` is a result."""
    return {"path": "o.json", "field": "v", "calculation": {"result": result}, **more}


def found(value: Any, data: Mapping[str, Content] = DATA) -> Data:
    """The data beside an artifact with a value."""
    return {**data, "o.json": json_text({"v": value})}


def calculations() -> Iterator[Case]:
    """All cases of this module."""
    for result, right, off in _RESULTS:
        yield near_pass("calculation", asked(result), found(right), f"{result['op']}: as computed")
        yield near_fail("calculation", asked(result), found(off), f"{result['op']}: another value")
    yield from _open()
    yield from _groups()
    yield from _closeness()
    yield from _noise()
    yield from _values()
    yield from _inputs()
    yield from _refused()


_RESULTS: list[tuple[dict[str, Any], float, float]] = [
    (of("weighted_mean", "p", weight="n"), 7.75, 10.6875),
    (of("weighted_mean", REVENUE, weight=number("2")), 21.3125, 85.25),
    (of("variance", "n", ddof=0), 2.1875, 2.916666666666667),
    (of("variance", "n", ddof=1), 2.9166666666666665, 2.1875),
    (of("deviation", "n", ddof=0), 1.479019945774904, 2.1875),
    (of("percentile", "n", q=50, method="lower"), 2, 2.5),
    (of("percentile", "n", q=50, method="higher"), 3, 2.5),
    (of("percentile", "n", q=50, method="midpoint"), 2.5, 3),
    ({"op": "round", "of": of("mean"), "decimals": 1}, 10.7, 10.69),
    ({"op": "round", "of": two("multiply", TOTAL, number(10)), "decimals": -1}, 850, 852.5),
    ({"op": "absolute", "of": two("subtract", of("min"), of("max"))}, 16.25, -16.25),
    (two("add", number("0.5"), of("sum", "n")), 11.5, 10.5),
    (two("add", of("sum", "n"), number(0)), 11, 12),
    (two("divide", TOTAL, of("sum", "n")), 7.75, 7.5),
    (of("sum", two("add", "n", number(1))), 15, 11),
    (of("sum", two("subtract", "n", number(1))), 7, 11),
    (of("sum", two("divide", "n", number("0.5"))), 22, 5.5),
    (of("count", "k"), 3, 4),
    (of("count", REVENUE), 4, 3),
    (of("distinct", "g"), 2, 4),
    (kept(("g", "is", ["a"])), 14.5, 28.25),
    (kept(("g", "is", ["a", "b"])), 42.75, 14.5),
    (kept(("g", "is_not", ["a"])), 28.25, 14.5),
    (kept(("n", "above", [2])), 12, 22.5),
    (kept(("n", "at_least", [2])), 22.5, 12),
    (kept(("n", "below", [3])), 30.75, 38.75),
    (kept(("n", "at_most", [3])), 38.75, 30.75),
    (kept(("k", "filled", [])), 34.75, 8),
    (kept(("k", "blank", [])), 8, 34.75),
    (kept(("g", "is", ["a"]), ("n", "above", ["2"])), 4, 14.5),
    (kept(("g", "is", ["none"])), 0, 1),
    (kept(("g", "is", ["none"]), op="count", column=None), 0, 1),
]


def _open() -> Iterator[Case]:
    """Results that careful readers would not agree on."""
    yield debatable(asked(of("variance", "n")), found(2.1875), "of a population, where a sample may be meant")
    yield debatable(asked(of("variance", "n")), found(2.9166666666666665), "of a sample, where a population may be")
    yield violating(asked(of("variance", "n")), found(2.5), "between the two kinds of a variance")
    unstated = of("percentile", "n", q=30)
    low, plus = two("subtract", unstated, number(1)), two("add", number(1), unstated)
    for result, value in ((unstated, 1.6), (low, 0.6), (plus, 2.6), ({"op": "absolute", "of": low}, 0.6)):
        yield debatable(asked(result), found(value), "of some kind of percentile")
        yield violating(asked(result), found(value + 2), "above every kind of percentile")
        yield violating(asked(result), found(value - 1.5), "below every kind of percentile")
    yield debatable(asked({"op": "round", "of": low, "decimals": 2}), found(0.33), "of some kind, rounded")
    yield violating(asked(of("percentile", "n", q=30, method="linear")), found(1.6), "of another kind than is stated")
    half = {"op": "round", "of": kept(("n", "is", [1])), "decimals": 1}
    for value in (20.2, 20.3):
        yield debatable(asked(half), found(value), "a half rounded up, or to the even digit")
    yield violating(asked(half), found(20.25), "not rounded")
    yield debatable(asked(of("distinct", "k")), found(3), "two differ in case only")
    yield debatable(asked(of("distinct", "k")), found(2), "two differ in case only")
    yield violating(asked(of("distinct", "k")), found(4), "a blank is no value")
    nothing = ("g", "is", ["none"])
    for op in ("mean", "min", "max", "median"):
        yield debatable(asked(kept(nothing, op=op)), found(0), f"the {op} of no rows")
    yield debatable(asked(two("divide", TOTAL, kept(nothing))), found(0), "a division by a sum of no rows")
    many = two("multiply", two("multiply", unstated, two("add", unstated, number(2))), two("add", unstated, number(3)))
    yield hostile(asked(many), found(10**6), "several hundred readings of one result", OPEN | FAILED)
    gap = {"in.csv": "g,p,n\na,1,2\nb,,3\na,4,\nb,5,6\n"}
    skipping = of("sum", REVENUE, blanks="skip")
    yield satisfying(asked(skipping), found(32, gap), "rows with a blank are stated to be left out")
    yield violating(asked(skipping), found(2, gap), "rows behind a blank count")
    yield debatable(asked(of("sum", REVENUE)), found(32, gap), "a blank in a row that counts")
    yield satisfying(asked(of("count", REVENUE)), found(2, gap), "rows that have both numbers")
    yield violating(asked(of("count", REVENUE)), found(4, gap), "rows that have both numbers")
    weighted = of("weighted_mean", "p", weight="n", blanks="skip")
    yield satisfying(asked(weighted), found(4, gap), "rows without number or weight are stated to be left out")
    yield debatable(asked(of("weighted_mean", "p", weight="n")), found(4, gap), "a weight is blank")
    bare = {"in.json": json_text([3, 4, 5])}
    plain = {"op": "sum", "rows": {"path": "in.json"}}
    yield near_pass("calculation", asked(plain), found(12, bare), "numbers of a list")
    yield near_fail("calculation", asked(plain), found(3, bare), "numbers of a list, not how many")
    yield near_pass("calculation", asked({**plain, "op": "count"}), found(3, bare), "how many numbers")
    yield near_fail("calculation", asked({**plain, "op": "count"}), found(12, bare), "how many, not their sum")


def _groups() -> Iterator[Case]:
    by: dict[str, Any] = {"path": "o.csv", "field": "v", "calculation": {"result": TOTAL, "by": ["g"]}}

    def table(*rows: str, head: str = "g,v") -> Data:
        return {**DATA, "o.csv": "\n".join([head, *rows]) + "\n"}

    yield satisfying(by, table("a,41", "b,44.25"), "both groups")
    yield violating(by, table("a,41", "b,43"), "one group is off")
    share = {"result": two("divide", TOTAL, {**TOTAL, "overall": True}), "by": ["g"]}
    yield satisfying(
        {**by, "calculation": share, "decimals": 2}, table("a,0.48", "b,0.52"), "each group's share of the whole"
    )
    yield violating({**by, "calculation": share, "decimals": 2}, table("a,1", "b,1"), "of the whole, not of itself")
    for result in (two("subtract", number(100), TOTAL), two("multiply", number(2), TOTAL)):
        first = {"subtract": ("a,59", "b,55.75"), "multiply": ("a,82", "b,88.5")}[result["op"]]
        yield satisfying(
            {**by, "calculation": {"result": result, "by": ["g"]}}, table(*first), "one number beside each"
        )
        yield violating(
            {**by, "calculation": {"result": result, "by": ["g"]}}, table(*first[::-1], "a,1"), "one is off"
        )
    halved = {"result": two("divide", TOTAL, number(2)), "by": ["g"]}
    yield satisfying({**by, "calculation": halved}, table("a,20.5", "b,22.125"), "each by one number")
    both = {"result": two("divide", TOTAL, of("sum", "n")), "by": ["g"]}
    yield satisfying({**by, "calculation": both}, table("a,5.857142857142857", "b,11.0625"), "group by group")
    yield violating({**by, "calculation": both}, table("a,5.857142857142857", "b,12"), "group by group, one off")
    uneven = {"result": two("add", TOTAL, kept(("n", "above", [3]))), "by": ["g"]}
    yield debatable({**by, "calculation": uneven}, table("a,45", "b,44.25"), "one part lacks a group")
    for op, right in (("count", ("a,2", "b,1")), ("distinct", ("a,2", "b,1"))):
        counted = {"result": of(op, "k"), "by": ["g"]}
        outcome = satisfying if op == "count" else debatable
        yield outcome({**by, "calculation": counted}, table(*right), f"{op} of each group; `x` and `X` may be one")
        yield violating({**by, "calculation": counted}, table("a,4", "b,4"), f"{op} of all groups")
    products = {"result": of("count", REVENUE), "by": ["g"]}
    yield satisfying({**by, "calculation": products}, table("a,2", "b,2"), "rows with a product, of each group")
    yield violating({**by, "calculation": products}, table("a,2", "b,3"), "rows with a product, one off")
    rows = {"result": {"op": "count", "rows": ROWS}, "by": ["g"]}
    yield satisfying({**by, "calculation": rows}, table("a,2", "b,2"), "rows of each group")
    yield violating({**by, "calculation": rows}, table("a,4", "b,4"), "rows of all groups")
    nameless = {**by, "calculation": {"result": TOTAL, "by": ["k"]}}
    yield debatable(nameless, table("x,21", "y,20.25", "X,20", ",24", head="k,v"), "a group without a name")
    spelled = {"in.csv": "g,p\nNorth,1\nnorth,2\n"}
    sums = {"result": of("sum"), "by": ["g"]}
    joined = {**spelled, "o.csv": "g,v\nNorth,1\nnorth,2\n"}
    yield debatable({**by, "calculation": sums}, joined, "groups in two spellings may be one")
    double = {"in.csv": "g,h,p\na,x,1\na,y,2\nb,x,4\n", "o.csv": "g,h,v\na,x,1\na,y,2\nb,x,4\n"}
    pair = {**by, "calculation": {"result": of("sum"), "by": ["g", "h"]}}
    yield satisfying(pair, double, "groups by two columns")
    yield violating(pair, {**double, "o.csv": "g,h,v\na,x,1\na,y,4\nb,x,2\n"}, "groups by two columns, two exchanged")
    yield debatable(pair, {**double, "in.csv": double["in.csv"] + "c,,8\n"}, "half of a group's name is blank")
    nested = {**DATA, "o.json": json_text({"v": {"a": 1, "b": 2}})}
    yield debatable({**pair, "path": "o.json"}, {**double, **nested}, "an object has no groups by two columns")
    yield near_pass("keys", {**pair, "keys": ["i", "j"]}, {**double, "o.csv": "j,i,v\nx,a,1\ny,a,2\nx,b,4\n"}, "these")
    yield near_fail("keys", {**pair, "keys": ["j", "i"]}, {**double, "o.csv": "j,i,v\nx,a,1\ny,a,2\nx,b,4\n"}, "turned")
    # the artifact's form
    yield missing(by, DATA, "no artifact", FAILED)
    yield debatable({**by, "path": "o.pkl"}, {**DATA, "o.pkl": b"x"}, "nothing reads it")
    yield violating(by, table("a,41", "b,44.25", head="g,w"), "no column of the results")
    yield violating(by, table("a,41", "b,44.25", head="h,v"), "no column of the groups")
    yield debatable(by, table("a,41", "b,44.25", head="g,V"), "the column in another spelling")
    yield debatable(by, table("a,41", "b,44.25", head="G,v"), "the column in another spelling")
    yield debatable(by, table("a,41,41", "b,44.25,44.25", head="g,v,v"), "two columns of results")
    yield debatable(by, table("a,41", "b,44.25", "c,1"), "one more group")
    yield debatable(by, table("a,41", "B,44.25"), "one group in another spelling")
    yield debatable(by, table("a,41", "b,44.2"), "one result cut off")
    yield debatable(by, table("a,41", "b,44.25 EUR"), "one result with a unit")
    yield debatable(by, table("a,41", 'b,"44.25%"'), "one result with a sign")
    yield violating(by, table("a,41", "b,"), "one result is blank")
    yield violating(by, table("a,41", "b,much"), "a word in the place of a result")
    yield violating(by, table("a,41 EUR", "a,999", "b,44.25"), "a group twice, one of them far off")
    yield violating(by, table("a,much", "a,41", "b,44.25"), "a group twice, one of them a word")
    thousand = {"in.csv": "g,p,n\na,1000,1\nb,5,1\n", "o.csv": 'g,v\na,"1,000"\nb,5\n'}
    yield debatable(by, thousand, "one result with a separator")
    in_json = {**by, "path": "o.json"}
    yield satisfying(in_json, {**DATA, "o.json": json_text({"v": {" a ": 41, "b": 44.25}})}, "keys with spaces around")
    yield violating(in_json, {**DATA, "o.json": json_text({"v": {"a": 41, "b": 43}})}, "one key's value is off")
    records = [{"g": "a", "v": 41}, {"g": "b", "v": 44.25}]
    yield satisfying(in_json, {**DATA, "o.json": json_text(records)}, "a list of records")
    yield violating(in_json, {**DATA, "o.json": json_text([records[0], {"g": "b"}])}, "a record lacks its result")
    yield debatable(in_json, {**DATA, "o.json": json_text([*records, 5])}, "a number among records")
    yield debatable(in_json, {**DATA, "o.json": json_text([records[0], {"g": [1], "v": 2}])}, "a list for a group")
    object_list = json_text({"v": {"a": 1, "b": 2}, "rows": records})
    yield near_pass("records", {**in_json, "records": "rows[]"}, {**DATA, "o.json": object_list}, "these")
    yield near_fail("records", in_json, {**DATA, "o.json": object_list}, "an object by its keys")
    both_cased = json_text({"V": {"a": 41, "b": 44.25}})
    yield debatable(in_json, {**DATA, "o.json": both_cased}, "the object's name in another spelling")
    lists = json_text({"v": [{"a": 41, "b": 44.25}, {"a": 41, "b": 44.25}]})
    yield missing({**in_json, "field": "v[]"}, {**DATA, "o.json": lists}, "two objects", OPEN | FAILED)
    sheets: dict[str, Any] = {"s": [["g", "v"], ["a", 41], ["b", 44.25]], "t": [["g", "v"], ["a", 1], ["b", 2]]}
    book: Data = {**DATA, "o.xlsx": workbook(sheets)}
    in_book = {**by, "path": "o.xlsx"}
    yield near_pass("sheet", {**in_book, "sheet": "s"}, book, "this sheet")
    yield near_fail("sheet", {**in_book, "sheet": "t"}, book, "the other sheet")
    yield debatable(in_book, book, "which sheet is not said")


def _closeness() -> Iterator[Case]:
    total = asked(TOTAL)  # 85.25
    for value, rounded in ((85.0, near_pass), (84.0, near_fail), (87.0, near_fail)):
        yield rounded("decimals", {**total, "decimals": 0}, found(value), "to no decimals")
    yield debatable({**total, "decimals": 0}, found(86), "rounded up")
    eleven = asked(of("sum", "n"), decimals=0)
    yield near_fail("decimals", eleven, found(12), "one off where nothing was to be rounded")
    yield near_fail("decimals", eleven, found(10), "one off where nothing was to be rounded")
    spread = {**total, "tolerance": 1}
    for value, close in ((86.25, near_pass), (84.25, near_pass), (86.26, near_fail), (84.24, near_fail)):
        yield close("tolerance", spread, found(value), f"{value} for 85.25")
        yield close("tolerance", {**spread, "tolerance": -1}, found(value), "a sign of a tolerance means nothing")
    yield near_fail("tolerance", asked(of("mean"), tolerance=0.001), found(10.7), "a tolerance is stated, no rounding")
    yield near_pass("tolerance", {**spread, "relative": 0.1}, found(90), "inside of the larger of two bounds")
    yield near_pass("relative", {**spread, "relative": 0.001}, found(86), "inside of the larger of two bounds")
    yield near_fail("relative", {**spread, "relative": -0.1}, found(94), "outside of both bounds")
    yield near_pass("relative", {**total, "relative": -0.1}, found(93), "a sign of a share means nothing")
    loose = {**spread, "decimals": 0}
    for value, close in ((86.7, near_pass), (83.8, near_pass), (87.3, near_fail), (83.2, near_fail)):
        yield close("tolerance", loose, found(value), "a tolerance beside the rounding")
    yield debatable(loose, found(87.1), "a tolerance beside a rounding up")
    mean = asked(of("mean"))  # 10.6875
    for value in (10.69, 10.68, 10.688, 10.7, 10.6):
        yield debatable(mean, found(value), "rounded or cut off, where nothing is said of it")
    for value in (11, 10, 10.5, 10.8, 10.67, 10.70001):
        yield near_fail("calculation", mean, found(value), f"{value}, which is 10.6875 in no way of rounding")
    small = {"in.csv": "p\n0.1\n0.2\n"}
    yield near_pass("calculation", asked(of("sum")), found(0.1 + 0.2, small), "0.30000000000000004")
    negative = {"in.csv": "p\n-10.5\n-0.1875\n"}
    yield near_pass("calculation", asked(of("sum")), found(-10.6875, negative), "below zero")
    yield near_fail("calculation", asked(of("sum")), found(10.6875, negative), "without its sign")
    yield debatable(asked(of("sum")), found(-10.68, negative), "below zero, cut off")
    percent: Data = {
        **DATA,
        "o.xlsx": workbook({"s": [["g", "v"], ["a", 41], ["b", 0.4425]]}, {"s!B3": "0.00%"}),
        "p.xlsx": workbook({"s": [["v"], [0.8525]]}, {"s!A2": "0%"}),
        "q.xlsx": workbook({"s": [["v"], [0.8525]]}, {"s!A2": "0.00"}),
    }
    yield debatable({**total, "path": "p.xlsx", "field": "A2"}, percent, "85.25 % shown, where 85.25 is the result")
    yield violating({**total, "path": "q.xlsx", "field": "A2"}, percent, "0.8525, where 85.25 is the result")
    pair: Data = {**DATA, "o.xlsx": workbook({"s": {"A1": "v", "A2": 85.25, "A3": 0.8525}}, {"s!A3": "0%"})}
    yield debatable({**total, "path": "o.xlsx", "field": "A2:A3"}, pair, "the result, and a percentage of its digits")


def _noise() -> Iterator[Case]:
    """What binary arithmetic makes of right results, and whole numbers, which it keeps."""
    fine = {"in.csv": "p,q\n1000000000.1,1000000000\n"}
    difference = 1000000000.1 - 1000000000  # 0.10000002384185791 in doubles
    lost = two("subtract", of("sum"), of("sum", "q"))
    ends = two("subtract", of("max"), of("max", "q"))
    for result, value in (
        (lost, difference),
        (ends, difference),
        (two("multiply", lost, number(1000)), difference * 1000),
        (two("multiply", number(1000), lost), 1000 * difference),
        (two("multiply", {"op": "count", "rows": ROWS}, ends), difference),
        (two("divide", lost, number("0.001")), difference / 0.001),
        (two("divide", number(1), lost), 1 / difference),
        (two("divide", number(1), ends), 1 / difference),
        (two("add", lost, number(1)), difference + 1),
    ):
        wide = asked(result)
        yield debatable(wide, found(value, fine), "right up to what doubles lose")
        yield near_fail("calculation", wide, found(value * 40 + 7, fine), "far beyond what doubles lose")
    yield debatable(asked(lost, tolerance=1e-12), found(difference, fine), "a tolerance below what doubles lose")
    yield debatable(asked(lost, decimals=12), found(difference, fine), "a rounding below what doubles lose")
    whole = {"in.csv": "p\n4503599627370000\n497\n"}
    yield near_pass("calculation", asked(of("sum")), found(4503599627370497, whole), "a large whole number")
    for off in (4503599627370496, 4503599627370498):
        yield near_fail("calculation", asked(of("sum")), found(off, whole), "one off: whole numbers lose nothing")
    huge = {"in.csv": "p\n9007199254740992\n1\n"}
    yield debatable(asked(of("sum")), found(9007199254740992, huge), "one off, where doubles can't hold the result")
    billion = {"in.csv": "p\n3000000000\n1\n"}
    yield near_fail("calculation", asked(of("sum")), found(3000000002, billion), "one off of three billion")
    yield near_fail("calculation", asked(of("sum")), found(3000000000, billion), "one below three billion and one")
    part = {"in.csv": "p\n300.25\n0.5\n"}
    yield near_pass("calculation", asked(of("sum")), found(300.75 * (1 + 1e-12), part), "up to noise")
    yield debatable(asked(of("sum")), found(300.750000000001, part), "15 digits, right up to what doubles lose")
    yield near_pass("calculation", asked(of("sum")), found(300.7500000000001, part), "16 digits, where noise begins")
    mean: Data = {"in.csv": "p\n2000000001\n2000000000\n2000000000\n"}
    yield debatable(asked(of("mean")), found(2000000000, mean), "a mean of a whole number and a third, cut off")
    yield near_fail("calculation", asked(of("mean")), found(2000000000.25, mean), "another fraction")
    third: Data = {"in.csv": "p\n1\n0\n0\n"}
    for value in (0.3333333333333333, 0.333333333333333, 0.33333333333333337):
        yield near_pass("calculation", asked(of("mean")), found(value, third), "a third, as a double is written")
    for value in (0.33333333333333, 0.3333333333):
        yield debatable(asked(of("mean")), found(value, third), "a third in fewer digits")
    yield near_fail("calculation", asked(of("mean")), found(0.3333333333433333, third), "beyond noise")
    yield violating(asked(of("sum")), found(310, part), "a whole number far from it")
    yield debatable(asked(of("sum")), found(301, part), "rounded to a whole number")


def _values() -> Iterator[Case]:
    """Single values of files as parts of a calculation."""
    data: Data = {
        "c.json": json_text({"rate": 0.2, "n": 4, "text": "7", "words": "much", "l": [1, 2], "one": [5]}),
        "b.xlsx": workbook({"s": [["r"], [0.5], ["=1+1"]], "t": [["r"], [8]]}),
    }

    def value(field: str, path: str = "c.json", **more: str) -> dict[str, Any]:
        return {"op": "value", "path": path, "field": field, **more}

    rate, count = value("rate"), value("n")
    for result, right, off in (
        (count, 4, 5),
        (two("multiply", count, number(3)), 12, 4),
        (two("multiply", number(3), count), 12, 4),
        (two("subtract", count, rate), 3.8, -3.8),
        ({"op": "round", "of": two("divide", number(1), value("A2", "b.xlsx", sheet="s")), "decimals": 0}, 2, 1),
        ({"op": "absolute", "of": two("subtract", rate, count)}, 3.8, -3.8),
        (value("A2", "b.xlsx", sheet="t"), 8, 0.5),
        (value("one[]"), 5, 1),
        (two("add", value("l[0]"), value("l[1]")), 3, 2),
    ):
        yield near_pass("calculation", asked(result), found(right, data), f"{result['op']} with values of files")
        yield near_fail("calculation", asked(result), found(off, data), f"{result['op']} with values of files, off")
    for result, why in (
        (value("none"), "there is no such member"),
        (value("Rate"), "the member in another spelling"),
        (value("l[]"), "two values"),
        (value("text"), "a number as text"),
        (value("words"), "a word"),
        (value("A2", "b.xlsx"), "which sheet is not said"),
        (value("A3", "b.xlsx", sheet="s"), "a formula without a stored value"),
        (value("A2:A3", "b.xlsx", sheet="s"), "two cells"),
        (value("A9", "b.xlsx", sheet="s"), "an empty cell"),
        (value("rate", "d.json"), "no such file"),
    ):
        for right in (0.2, 3, 7, 0.5):
            yield debatable(asked(result), found(right, data), why)
    both = two("multiply", of("sum", "n"), rate)
    yield satisfying(asked(both), found(2.2, {**DATA, **data}), "a sum of a table times a value")
    yield violating(asked(both), found(11, {**DATA, **data}), "a sum of a table times a value, off")


def _inputs() -> Iterator[Case]:
    """Data as they were handed over, and what became of them."""
    total = asked(of("sum", "n"))  # 11
    yield satisfying(total, World(found(11), before=DATA), "handed over as they are")
    yield satisfying(total, World(found(11, {}), before=DATA), "the data were removed after use")
    yield violating(total, World(found(12, {}), before=DATA), "the data were removed, and the result is off")
    ends = {"in.csv": TABLE.replace("\n", "\r\n")}
    yield satisfying(total, World(found(11, ends), before=DATA), "the data with other line ends")
    spoilt: Data = {"in.csv": b"g,n\n\xff\xfe\x00,\x81\n"}
    yield malformed(total, World(found(11), before=spoilt), "handed over so that they can't be read", OPEN)
    yield malformed(total, World(found(11, spoilt), before=DATA), "can't be read now", OPEN | PASSED)
    odd: Data = {"in.json": '{"rows": [{"v": 1}, {"v": 2}], "rest": NaN}'}
    listed = asked({"op": "sum", "rows": {"path": "in.json", "field": "rows[]"}, "of": "v"})
    yield satisfying(listed, World(found(3, odd), before=odd), "the same bytes, with NaN in another place")
    yield violating(listed, World(found(4, odd), before=odd), "the same bytes, and the result is off")
    bent = {"in.json": odd["in.json"].replace("2", "3")} if isinstance(odd["in.json"], str) else odd
    yield debatable(listed, World(found(4, bent), before=odd), "the data were changed to fit")
    yield debatable(listed, World(found(3, bent), before=odd), "the data were changed")
    own = asked({"op": "sum", "rows": {"path": "o.json", "field": "rows[]"}, "of": "n"})
    made = {"o.json": json_text({"v": 5, "rows": [{"n": 2}, {"n": 3}]})}
    was = {"o.json": json_text({"v": 1, "rows": [{"n": 1}]})}
    yield satisfying(own, World(made, before=was), "the artifact's own rows as they are now")
    yield violating(
        own, World({"o.json": json_text({"v": 1, "rows": [{"n": 2}]})}, before=was), "its rows as they were"
    )
    sheet_rows = {"op": "sum", "rows": {"path": "in.xlsx", "sheet": "s"}, "of": "n"}
    book = workbook({"s": [["n"], [2], [3]], "t": [["n"], [7]]})
    yield near_pass("calculation", asked(sheet_rows), found(5, {"in.xlsx": book}), "rows of this sheet")
    yield near_fail("calculation", asked(sheet_rows), found(7, {"in.xlsx": book}), "rows of the other sheet")
    codes = {**DATA, "names.csv": "code,zone\na,cold\nb,warm\n"}
    join = {"path": "in.csv", "join": [{"path": "names.csv", "on": {"g": "code"}}]}
    zone = {"op": "sum", "rows": {**join, "where": [{"column": "zone", "test": "is", "values": ["cold"]}]}, "of": "n"}
    yield near_pass("calculation", asked(zone), found(7, codes), "rows by a column of a second table")
    yield near_fail("calculation", asked(zone), found(4, codes), "rows by a column of a second table")
    yield debatable(asked(zone), found(7), "no second table")


def _refused() -> Iterator[Case]:
    """Calculations that say less, or more, than they need."""
    rows = {"rows": ROWS}
    for result, why in (
        ({"op": "percentile", **rows, "of": "p"}, "a percentile without its share"),
        ({"op": "percentile", **rows, "of": "p", "q": 101}, "a share above the whole"),
        ({"op": "mean", **rows, "of": "p", "q": 5}, "a share of a mean"),
        ({"op": "mean", **rows, "of": "p", "method": "linear"}, "a method of a mean"),
        ({"op": "mean", **rows, "of": "p", "ddof": 1}, "a divisor of a mean"),
        ({"op": "weighted_mean", **rows, "of": "p"}, "no weight"),
        ({"op": "mean", **rows, "of": "p", "weight": "n"}, "a weight of a plain mean"),
        ({"op": "distinct", **rows}, "different values of nothing"),
        ({"op": "distinct", **rows, "of": REVENUE}, "different products"),
        (number("many"), "a word for a number"),
        (number(True), "a truth value for a number"),
        (kept(("k", "filled", ["x"])), "a value that is filled"),
        (kept(("k", "blank", ["x"])), "a value that is blank"),
        (kept(("k", "is", [])), "equal to nothing"),
        (kept(("k", "is_not", [])), "different from nothing"),
        *((kept(("n", test, [])), f"{test} no number") for test in ("above", "at_least", "below", "at_most")),
        *((kept(("n", test, [1, 2])), f"{test} two numbers") for test in ("above", "at_least", "below", "at_most")),
        *((kept(("n", test, ["x"])), f"{test} a word") for test in ("above", "at_least", "below", "at_most")),
        ({"op": "count", "rows": {"path": "in.png"}}, "a picture has no rows"),
    ):
        yield refused(asked(result), why)
    for odd in (5, "sum", [TOTAL], {}, {"result": 5}):
        yield refused({**asked(TOTAL), "calculation": odd}, "no calculation")
    deep: Any = TOTAL
    for _ in range(40):
        deep = {"op": "absolute", "of": deep}
    yield refused(asked(deep), "nested too deeply")
    yield near_pass("calculation", asked(_of_parts(400)), found(14.5), "as many parts as may be")
    yield refused(asked(_of_parts(401)), "one part too many")
    tests = {"path": "o.csv", "field": "v", "calculation": {"result": TOTAL, "by": ["g"]}}
    yield refused({**tests, "keys": ["a", "b"]}, "two keys for one column of groups")


def _of_parts(parts: int) -> dict[str, Any]:
    """A sum over one group, whose condition has so many values that the calculation has just so many parts."""
    empty = kept(("g", "is", []))
    return kept(("g", "is", ["a", *(f"x{n}" for n in range(parts - _parts({"result": empty}) - 1))]))


def _parts(value: Any) -> int:
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    return len(inner) + sum(map(_parts, inner))
