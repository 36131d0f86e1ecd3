"""Cases of values that follow from data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any

from specharness.qualify.artifacts import workbook
from specharness.qualify.case import (
    FAILED,
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
from specharness.qualify.cases import large, queried, record_kinds
from specharness.qualify.cases.calculations import calculations
from specharness.qualify.cases.joins import joins
from specharness.qualify.draw import Draw, csv_text, json_text


def _other_rows(case: Case, draw: Draw) -> World | None:
    """More rows of the data, above and below all others, so that no result is right any more."""
    table = case.world.files.get("in.csv")
    kept = any(name in str(case.params) for name in ("'where':", "'join':", "'distinct'"))  # more rows need not count
    if not isinstance(table, str) or case.world.before is not None or kept:
        return None
    groups = sorted({line.split(",")[0] for line in table.splitlines()[1:]})
    prices = ("0.77", "977.31", "977.33", "977.35", "977.37")
    rest = ",13" * max(1, table.partition("\n")[0].count(",") - 1)
    rows = "".join(f"{name},{price}{rest}\n" for n, name in enumerate(groups) for price in prices[: 4 + n])
    return replace(case.world, files={**case.world.files, "in.csv": f"{table}{rows}"})


def _value_off(case: Case, draw: Draw) -> World | None:
    """Every number of the artifact gets two more digits."""
    name = str(case.params["path"])
    text = case.world.files.get(name)
    if not isinstance(text, str) or not any(map(str.isdigit, text)):
        return None
    return replace(case.world, files={**case.world.files, name: re.sub(r"(?<![\d.])(?=\d)", "77", text)})


@cases_for(
    "computed",
    ungiven=NOT_FAILED,
    keeps=(*TEXT_LAWS, "key_order", "indentation", "row_order", "column_order"),
    breaks=(_other_rows, _value_off),
)
def computed(draw: Draw) -> Iterator[Case]:
    group, price, number, field, one, two = draw.words(6)
    rows: list[list[Any]] = [[name, draw.decimal(10, 400), draw.integer(2, 9)] for name in (one, two, one, two, one)]
    table = csv_text([group, price, number], rows)
    inputs = {"in.csv": table}
    prices = [Decimal(row[1]) for row in rows]
    amounts = [Decimal(row[1]) * row[2] for row in rows]
    total = sum(amounts, Decimal(0))
    source: dict[str, Any] = {"path": "in.csv"}
    revenue = {"op": "sum", "rows": source, "of": {"op": "multiply", "left": price, "right": number}}
    ordered = sorted(prices)
    results: list[tuple[dict[str, Any], Decimal]] = [
        (revenue, total),
        ({"op": "sum", "rows": source, "of": price}, sum(prices, Decimal(0))),
        ({"op": "min", "rows": source, "of": price}, min(prices)),
        ({"op": "max", "rows": source, "of": price}, max(prices)),
        ({"op": "median", "rows": source, "of": price}, ordered[2]),
        ({"op": "percentile", "q": 25, "method": "linear", "rows": source, "of": price}, ordered[1]),
        ({"op": "count", "rows": source}, Decimal(5)),
        ({"op": "distinct", "rows": source, "of": group}, Decimal(2)),
        ({"op": "mean", "rows": source, "of": price}, sum(prices, Decimal(0)) / 5),
    ]
    chosen = {"column": group, "test": "is", "values": [one]}
    partial = {**revenue, "rows": {**source, "where": [chosen]}}
    results.append((partial, sum(amounts[::2], Decimal(0))))
    results.append(
        ({"op": "subtract", "left": revenue, "right": partial}, sum(amounts[1::2], Decimal(0))),
    )
    for result, right in results:
        asked = {"path": "o.json", "field": field, "calculation": {"result": result}}
        yield near_pass("calculation", asked, {**inputs, "o.json": json_text({field: float(right)})}, result["op"])
        off = float(right + draw.pick([1, -1, 2]))
        yield near_fail("calculation", asked, {**inputs, "o.json": json_text({field: off})}, f"{result['op']} is off")
    plain = {"path": "o.json", "field": field, "calculation": {"result": revenue}}
    sheet = draw.word()
    inside = {**inputs, "o.json": json_text({field: float(total), price: 1})}
    yield near_fail("field", {**plain, "field": price}, inside, "another member")
    yield near_pass("field", plain, inside, "this member")
    yield near_pass("path", {**plain, "path": "a/o.json"}, {**inputs, "a/o.json": inside["o.json"]}, "this file")
    yield near_fail("path", {**plain, "path": "b/o.json"}, inside, "no such file")
    book: dict[str, Any] = {**inputs, "o.xlsx": workbook({sheet: [[field], [float(total)]], group: [[field], [1.5]]})}
    in_sheet = {**plain, "path": "o.xlsx", "field": "A2"}
    yield near_pass("sheet", {**in_sheet, "sheet": sheet}, book, "this sheet")
    yield near_fail("sheet", {**in_sheet, "sheet": group}, book, "the other sheet")
    yield debatable(in_sheet, book, "which sheet is not said")
    spread = draw.integer(1, 3)
    for difference, make in ((spread, near_pass), (-spread, near_pass), (spread + 0.01, near_fail)):
        found = {**inputs, "o.json": json_text({field: float(total + Decimal(str(difference)))})}
        yield make("tolerance", {**plain, "tolerance": spread}, found, f"{difference} off")
    for share, make in (("1.009", near_pass), ("0.991", near_pass), ("1.011", near_fail), ("0.989", near_fail)):
        found = {**inputs, "o.json": json_text({field: float(total * Decimal(share))})}
        yield make("relative", {**plain, "relative": 0.01}, found, f"{share} of it")
    mean = {"op": "divide", "left": revenue, "right": {"op": "number", "value": 7}}
    rounded = {**plain, "calculation": {"result": mean}, "decimals": 1}
    nearest = round(total / 7, 1)
    for step, make in (("0", near_pass), ("0.2", near_fail), ("-0.2", near_fail)):
        found = {**inputs, "o.json": json_text({field: float(nearest + Decimal(step))})}
        yield make("decimals", rounded, found, f"{step} from the rounded one")
    cut = {**inputs, "o.json": json_text({field: float(round(total / 7, 3))})}
    if (total / 7) != round(total / 7, 3):
        yield debatable({**plain, "calculation": {"result": mean}}, cut, "rounded where no rounding is stated")
    by_group = {one: float(sum(amounts[::2], Decimal(0))), two: float(sum(amounts[1::2], Decimal(0)))}
    grouped = {"path": "o.csv", "field": field, "calculation": {"result": revenue, "by": [group]}}
    listed = draw.shuffled(list(by_group.items()))
    right_table = {**inputs, "o.csv": csv_text([group, field], listed)}
    yield satisfying(grouped, right_table, "every group")
    yield violating(grouped, {**inputs, "o.csv": csv_text([group, field], listed[:1])}, "a group is missing")
    swapped = [[one, by_group[two]], [two, by_group[one]]]
    yield violating(grouped, {**inputs, "o.csv": csv_text([group, field], swapped)}, "the groups are exchanged")
    more = [*listed, ["all", float(total)]]
    yield debatable(grouped, {**inputs, "o.csv": csv_text([group, field], more)}, "a row that may be a total")
    upper = [[key.upper(), value] for key, value in listed]
    yield debatable(grouped, {**inputs, "o.csv": csv_text([group, field], upper)}, "groups in another spelling")
    named = {**inputs, "o.csv": csv_text([sheet, group, field], [[key, "x", value] for key, value in listed])}
    yield near_pass("keys", {**grouped, "keys": [sheet]}, named, "the groups stand in another column")
    yield near_fail("keys", grouped, named, "they do not stand in this one")
    records = [{group: key, field: value} for key, value in listed]
    nested = {**inputs, "o.json": json_text({"rows": records, "none": records[:1]})}
    in_json = {**grouped, "path": "o.json"}
    yield near_pass("records", {**in_json, "records": "rows[]"}, nested, "these records")
    yield near_fail("records", {**in_json, "records": "none[]"}, nested, "the other records lack a group")
    yield satisfying({**in_json}, {**inputs, "o.json": json_text({field: by_group})}, "an object of groups")
    wrong = {**by_group, one: by_group[one] + 1}
    yield violating({**in_json}, {**inputs, "o.json": json_text({field: wrong})}, "one group is off")
    handed = World({**inputs, "o.json": inside["o.json"]}, before=inputs)
    yield satisfying(plain, handed, "the data as they were handed over")
    bent = csv_text([group, price, number], [*rows, [one, 1, 1]])
    tampered = World({"in.csv": bent, "o.json": json_text({field: float(total + 1)})}, before=inputs)
    yield debatable(plain, tampered, "the data were changed to fit")
    for odd in ("", "n/a", "1,000", "5%", "NaN"):
        spoiled = csv_text([group, price, number], [*rows, [one, odd, 1]])
        yield debatable(plain, {"in.csv": spoiled, "o.json": inside["o.json"]}, f"{odd!r} in a column of numbers")
    skipping = {**revenue, "blanks": "skip"}
    blank = csv_text([group, price, number], [*rows, [one, "", 1]])
    skipped = {"in.csv": blank, "o.json": inside["o.json"]}
    yield satisfying({**plain, "calculation": {"result": skipping}}, skipped, "a blank that is stated to be left out")
    twice = csv_text([group, price, price, number], [[*row[:2], *row[1:]] for row in rows])
    yield debatable(plain, {"in.csv": twice, "o.json": inside["o.json"]}, "a column's name stands there twice")
    nothing: tuple[Any, ...] = (None, "", [], {}, True, "none")
    for empty in nothing:
        yield violating(plain, {**inputs, "o.json": json_text({field: empty})}, f"{empty!r} in the place of a number")
    for text in (str(total), f"{total} EUR", f"${total}"):
        yield debatable(plain, {**inputs, "o.json": json_text({field: text})}, "a number as text")
    unstated = {"op": "percentile", "q": 30, "rows": source, "of": price}
    between = {**inputs, "o.json": json_text({field: float((ordered[1] + ordered[2]) / 2)})}
    yield debatable({**plain, "calculation": {"result": unstated}}, between, "the kind of percentile is not stated")
    zero = {"op": "divide", "left": revenue, "right": {"op": "number", "value": 0}}
    yield debatable({**plain, "calculation": {"result": zero}}, inside, "a division by zero")
    yield missing(plain, {"o.json": inside["o.json"]}, "no data", OPEN)
    yield missing({**plain, "field": f"{field}x"}, inside, "no such member", FAILED)
    for literal in ("NaN", "Infinity", "1e400"):
        yield hostile(plain, {**inputs, "o.json": f'{{"{field}": {literal}}}'}, literal)
    yield hostile(plain, {"in.csv": table + "x," * 20_000 + "\n", "o.json": inside["o.json"]}, "a very wide row")
    huge = csv_text([group, price, number], [*rows, [one, "1e9999", "1e9999"]])
    yield hostile(plain, {"in.csv": huge, "o.json": inside["o.json"]}, "numbers beyond any double")
    yield malformed(plain, {**inputs, "o.json": inside["o.json"][:-3]}, "cut off", FAILED)
    yield malformed(plain, {"in.csv": b"\x00\x01\xff", "o.json": inside["o.json"]}, "the data are no text", OPEN)
    yield refused({**plain, "calculation": {"result": {"op": "eval", "code": "1"}}}, "no such operation")
    yield refused({**plain, "keys": [group]}, "keys without groups")
    yield refused({**plain, "calculation": {"result": {"op": "count", "rows": {"path": "in.pkl"}}}}, "no observer")
    yield refused({"path": "o.json", "field": field}, "no calculation")
    yield from calculations()
    yield from joins([one, two])
    yield from large.calculated()
    yield from queried.calculated()
    yield from record_kinds.records()


DEFINITIONS = (computed,)
