"""Cases of two places that must agree."""

from __future__ import annotations

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
from specharness.qualify.cases.spreads import spreads
from specharness.qualify.draw import Draw, csv_text, json_text


def digits_changed(case: Case, draw: Draw) -> World | None:
    """The artifact's digits are others."""
    name = str(case.params["path"])
    text = case.world.files.get(name)
    if not isinstance(text, str) or not any(map(str.isdigit, text)):
        return None
    lost = str.maketrans("0123456789", "9876543210")
    return replace(case.world, files={**case.world.files, name: text.translate(lost)})


@cases_for(
    "numbers_agree",
    ungiven=NOT_FAILED,
    keeps=(*TEXT_LAWS, "key_order", "indentation", "row_order", "column_order"),
    breaks=(digits_changed,),
)
def numbers_agree(draw: Draw) -> Iterator[Case]:
    key, amount, field, one, two = draw.words(5)
    rows: list[list[Any]] = [[name, draw.decimal(10, 400)] for name in (one, two, one)]
    table = csv_text([key, amount], rows)
    total = sum((Decimal(row[1]) for row in rows), Decimal(0))
    left = {"result": {"op": "value", "path": "o.json", "field": field}}
    right = {"result": {"op": "sum", "rows": {"path": "r.csv"}, "of": amount}}
    count = {"result": {"op": "count", "rows": {"path": "r.csv"}}}
    asked: dict[str, Any] = {"path": "o.json", "left": left, "right": right}

    def files(value: object) -> dict[str, str]:
        return {"r.csv": table, "o.json": json_text({field: value, key: 1})}

    for step, make in ((0, near_pass), (1, near_fail), (-1, near_fail), (draw.integer(2, 99), near_fail)):
        yield make("right", asked, files(float(total + step)), f"{step} off the sum")
        yield make("right", {**asked, "right": count}, files(3 + step), f"{step} off the count")
    other_left = {"result": {"op": "value", "path": "o.json", "field": key}}
    yield near_fail("left", {**asked, "left": other_left}, files(float(total)), "another member")
    yield near_pass("left", asked, files(float(total)), "this member")
    for name, within, beyond in (
        ("tolerance", total + 2, total + 3),
        ("relative", total * 102 / 100, total * 104 / 100),
    ):
        spread = {name: 2.5 if name == "tolerance" else 0.03}
        yield near_pass(name, {**asked, **spread}, files(float(within)), "inside")
        yield near_fail(name, {**asked, **spread}, files(float(beyond)), "outside")
    yield near_pass("decimals", {**asked, "decimals": 0}, files(round(total)), "rounded")
    yield near_fail("decimals", {**asked, "decimals": 0}, files(round(total) + 2), "two off the rounded one")
    yield near_pass("factor", {**asked, "factor": "0.001"}, files(float(total * 1000)), "in other units")
    yield near_fail("factor", {**asked, "factor": "0.001"}, files(float(total)), "in the same units")
    elsewhere = {**asked, "path": "p.json", "left": {"result": {"op": "value", "path": "p.json", "field": field}}}
    yield near_fail("path", elsewhere, files(float(total)), "no such file")
    yield near_pass("path", elsewhere, {**files(0), "p.json": json_text({field: float(total)})}, "this file")
    sums = {one: Decimal(rows[0][1]) + Decimal(rows[2][1]), two: Decimal(rows[1][1])}
    grouped: dict[str, Any] = {
        "path": "g.csv",
        "left": {"result": {"op": "sum", "rows": {"path": "g.csv"}, "of": field}, "by": [key]},
        "right": {"result": {"op": "sum", "rows": {"path": "r.csv"}, "of": amount}, "by": [key]},
    }
    for listed, shown, why in (
        (list(sums.items()), satisfying, "group by group"),
        ([(one, sums[one])], violating, "a group is missing"),
        ([(one, sums[two]), (two, sums[one])], violating, "the groups are exchanged"),
        ([*sums.items(), ("others", Decimal(0))], violating, "one more group"),
        ([(one.upper(), sums[one]), (two, sums[two])], debatable, "a group in another spelling"),
        ([(one, "?"), (two, sums[two])], debatable, "no number"),
    ):
        yield shown(grouped, {"r.csv": table, "g.csv": csv_text([key, field], listed)}, why)
    yield satisfying(asked, World(files(float(total)), before={"r.csv": table}), "the rows as they were handed over")
    bent = {"r.csv": table + f"{one},1\n", "o.json": json_text({field: float(total + 1)})}
    yield near_pass("own", {**asked, "own": "r.csv"}, World(bent, before={"r.csv": table}), "an artifact, too")
    more = {**bent, "o.json": json_text({field: float(total)})}
    yield near_fail("own", {**asked, "own": "r.csv"}, World(more, before={"r.csv": table}), "an artifact, as it is now")
    yield debatable(asked, World(bent, before={"r.csv": table}), "the rows were changed")
    yield debatable(asked, files(str(total)), "a number as text")
    yield violating({**asked}, {"r.csv": table, "o.json": json_text({"x": 1})}, "no such member")
    yield missing(asked, {"o.json": json_text({field: 1})}, "nothing to agree with", OPEN)
    spoilt = {"r.csv": table + f"{one},n/a\n", "o.json": json_text({field: float(total)})}
    yield debatable(asked, spoilt, "a text in the column of numbers")
    yield hostile(asked, {**files(0), "o.json": f'{{"{field}": NaN}}'}, "NaN")
    yield hostile(asked, {**files(0), "o.json": f'{{"{field}": 1e999}}'}, "beyond any double")
    yield malformed(asked, {**files(0), "o.json": "{"}, "cut off", FAILED)
    yield malformed(asked, {**files(0), "r.csv": b"\x00\xff"}, "the rows are no text", OPEN)
    yield from _several_readings(draw)
    yield from spreads()
    places = {"path": "o.json", "field": "$[].rows[]"}
    parts: dict[str, Any] = {"path": "o.json", "right": right}
    parts["left"] = {"result": {"op": "sum", "rows": places, "of": field}}
    lists: list[Any] = [{"rows": [{field: float(total)}]}, {"x": 1}]
    part = {"r.csv": table, "o.json": json_text(lists)}
    yield debatable(parts, part, "rows that one part lacks")
    yield near_pass("left", parts, {**part, "o.json": json_text(lists[:1])}, "rows of the only part")
    yield violating(parts, {**part, "o.json": json_text(lists[1:])}, "rows that are nowhere")
    sum_of_large = {"op": "sum", "rows": {"path": "t.csv"}, "of": amount}
    large: dict[str, Any] = {"path": "t.csv", "left": {"result": sum_of_large}}
    large["right"] = {"result": {"op": "value", "path": "o.json", "field": field}}
    small = {"t.csv": f"{key},{amount}\na,1\nb,2\n", **{"o.json": json_text({field: 3})}}
    yield satisfying(large, World(small, limits={"table_bytes": 5}), "a table too large to be held")
    four = {**small, "o.json": json_text({field: 4})}
    yield violating(large, World(four, limits={"table_bytes": 5}), "another sum of a table too large to be held")
    also = {"op": "add", "left": sum_of_large, "right": {"op": "value", "path": "p.json", "field": field}}
    lost = {**large, "left": {"result": also}}
    yield violating(lost, World(small, limits={"table_bytes": 5}), "beside a large table, one artifact is missing")
    further = {"result": {"op": "add", "left": left["result"], "right": {**left["result"], "path": "p.json"}}}
    parts = {**files(float(total - 1)), "p.json": json_text({field: 1})}
    yield satisfying({**asked, "left": further}, parts, "two artifacts on one side")
    changed = World({**parts, "p.json": json_text({field: 2})}, before=parts)
    yield violating({**asked, "left": further}, changed, "both artifacts count as they are now")
    yield refused({**asked, "right": {"result": {"op": "count", "rows": {"path": "r.pkl"}}}}, "no observer")
    yield refused({**asked, "right": left}, "both sides are one place")
    yield refused({**asked, "left": right, "right": left}, "the left side does not look at the artifact")
    yield refused({**asked, "left": {**left, "by": [key]}}, "groups on one side only")
    yield refused({**asked, "right": {"result": {"op": "number", "value": 1}}}, "nothing to agree with")


def _several_readings(draw: Draw) -> Iterator[Case]:
    """A spread whose kind is not stated, of a sample or of a population; and a percentile of which there are many."""
    field, value = draw.words(2)
    low, step = draw.integer(10, 90), draw.integer(2, 9) * 10
    numbers = [low, low + step, low + 2 * step, low + 4 * step]
    rows = {"rows": {"path": "g.csv"}, "of": field}

    def ask(op: object, right: object, factor: int = 1) -> tuple[dict[str, Any], dict[str, str]]:
        stated = {"result": {"op": "value", "path": "in.json", "field": value}}
        params: dict[str, Any] = {"path": "g.csv", "left": {"result": op}, "right": stated}
        more = {"factor": factor} if factor != 1 else {}
        return {**params, **more}, {
            "g.csv": csv_text([field], [[n] for n in numbers]),
            "in.json": json_text({value: right}),
        }

    spread = {"op": "variance", **rows}
    mean = Decimal(sum(numbers)) / 4
    squares = sum((n - mean) ** 2 for n in numbers)
    population, sample = float(squares / 4), float(squares / 3)
    yield debatable(*ask(spread, population), "if it is of a population")
    yield debatable(*ask(spread, sample), "if it is of a sample")
    yield violating(*ask(spread, (population + sample) / 2), "between the two, and neither")
    yield satisfying(*ask({**spread, "ddof": 0}, population), "of a population, as stated")
    quarter = {"op": "percentile", "q": 25, **rows}
    yield debatable(*ask(quarter, low + step / 3), "between two numbers, by one of many kinds")
    yield debatable(*ask(quarter, 1000 * low + 1000 * step / 3, 1000), "between two numbers, in other units")
    yield violating(*ask(quarter, low - 1), "below all kinds")
    yield violating(*ask(quarter, low + step + 1), "above all kinds")
    twice = {**ask(quarter, 0)[0], "path": "h.csv"}
    twice["left"] = {"result": {**quarter, "rows": {"path": "h.csv"}}}
    twice["right"] = {"result": spread}
    tables = ask(quarter, 0)[1]
    around = [[int(sample) - 1], [int(sample) + 2], [int(sample) + 3], [int(sample) + 4]]
    yield debatable(twice, {**tables, "h.csv": csv_text([field], around)}, "one of two readings is between")


def _ids_lost(case: Case, draw: Draw) -> World | None:
    """Every value of the artifact has a letter more."""
    name = str(case.params["path"])
    text = case.world.files.get(name)
    if not isinstance(text, str) or not name.endswith(".csv"):
        return None
    head, *lines = text.splitlines()
    return replace(case.world, files={**case.world.files, name: "\n".join([head, *(f"q{line}" for line in lines)])})


@cases_for(
    "values_agree",
    ungiven=NOT_FAILED,
    keeps=(*TEXT_LAWS, "key_order", "indentation", "row_order", "column_order"),
    breaks=(_ids_lost,),
)
def values_agree(draw: Draw) -> Iterator[Case]:
    mine, theirs, sheet, spare = draw.words(4)
    ids = draw.words(draw.integer(3, 6))
    extra = draw.word()
    given = csv_text([spare, theirs], [[str(n), name] for n, name in enumerate(ids)])
    asked = {"path": "o.csv", "field": mine, "other": "in.csv", "other_field": theirs}

    def files(values: list[str]) -> dict[str, str]:
        return {"in.csv": given, "o.csv": csv_text([mine, spare], [[value, "x"] for value in values])}

    for how, values, make, why in (
        ("same", draw.shuffled(ids), near_pass, "the same, in another order"),
        ("same", [*ids, ids[0]], near_pass, "the same, one of them twice"),
        ("same", ids[1:], near_fail, "one is missing"),
        ("same", [*ids, extra], near_fail, "one more"),
        ("within", ids[1:], near_pass, "some of them"),
        ("within", [*ids[1:], extra], near_fail, "one that is not there"),
        ("covers", [*ids, extra], near_pass, "all of them and one more"),
        ("covers", [*ids[1:], extra], near_fail, "all of them but one"),
    ):
        yield make("how", {**asked, "how": how}, files(values), why)
    yield satisfying(asked, files(ids), "the same, by default")
    yield violating(asked, files([*ids[1:], ids[0] + "s"]), "one letter more")
    yield debatable(asked, files([ids[0].upper(), *ids[1:]]), "another spelling")
    yield debatable({**asked, "how": "within"}, files([ids[0], ""]), "a blank")
    yield debatable({**asked, "how": "within"}, files([]), "no value")
    right = files(ids)
    yield near_fail("field", {**asked, "field": spare}, right, "another column")
    yield near_pass("field", asked, right, "this column")
    yield near_fail("other_field", {**asked, "other_field": spare}, right, "another column of the other file")
    yield near_pass("other_field", asked, right, "this column of the other file")
    yield near_fail(
        "other", {**asked, "other": "in2.csv"}, {**right, "in2.csv": csv_text([theirs], [["a"]])}, "another file"
    )
    yield near_pass("other", {**asked, "other": "in2.csv"}, {**right, "in2.csv": given}, "this file")
    yield near_pass("path", {**asked, "path": "a/o.csv"}, {**right, "a/o.csv": right["o.csv"]}, "this file")
    yield near_fail("path", {**asked, "path": "b/o.csv"}, right, "no such file")
    yield near_pass("ignore", {**asked, "ignore": [extra]}, files([*ids, extra]), "one that does not count")
    yield near_fail("ignore", {**asked, "ignore": [extra]}, files([*ids, extra + "s"]), "one that does count")
    book: dict[str, Any] = {
        "o.xlsx": workbook({sheet: [[mine], *([name] for name in ids)], spare: [[mine], [extra]]}),
        "in.xlsx": workbook({sheet: [[theirs], *([name] for name in ids)], spare: [[theirs], [extra]]}),
        "in.csv": given,
        "o.csv": right["o.csv"],
    }
    of_book = {**asked, "path": "o.xlsx"}
    yield near_pass("sheet", {**of_book, "sheet": sheet}, book, "this sheet")
    yield near_fail("sheet", {**of_book, "sheet": spare}, book, "the other sheet")
    to_book = {**asked, "other": "in.xlsx"}
    yield near_pass("other_sheet", {**to_book, "other_sheet": sheet}, book, "this sheet of the other file")
    yield near_fail("other_sheet", {**to_book, "other_sheet": spare}, book, "the other sheet of the other file")
    numbers = csv_text([theirs], [[n] for n in range(1, 5)])
    typed = {"path": "o.json", "field": f"$[].{mine}", "other": "in.csv", "other_field": theirs}
    yield satisfying(typed, {"in.csv": numbers, "o.json": json_text([{mine: n} for n in range(1, 5)])}, "typed numbers")
    yield violating(typed, {"in.csv": numbers, "o.json": json_text([{mine: n} for n in range(1, 6)])}, "a number more")
    padded = csv_text([theirs], [[f"0{n}"] for n in range(1, 5)])
    yield debatable(typed, {"in.csv": padded, "o.json": json_text([{mine: n} for n in range(1, 5)])}, "padded numbers")
    yield satisfying(asked, World(right, before={"in.csv": given}), "the other file as it was handed over")
    bent = {**files([*ids, extra]), "in.csv": given + f"9,{extra}\n"}
    yield debatable(asked, World(bent, before={"in.csv": given}), "the other file was changed to fit")
    yield near_pass("own", {**asked, "own": True}, World(bent, before={"in.csv": given}), "an artifact, too")
    grown = {**files(ids), "in.csv": given + f"9,{extra}\n"}
    yield near_fail("own", {**asked, "own": True}, World(grown, before={"in.csv": given}), "an artifact, as it is now")
    yield missing(asked, {"o.csv": right["o.csv"]}, "nothing to agree with", OPEN)
    yield missing({**asked, "other_field": "none"}, right, "no such column of the other file", OPEN)
    yield missing({**asked, "field": "none"}, right, "no such column", FAILED)
    yield hostile(asked, {**right, "o.csv": f"{mine},{spare}\n" + f"{ids[0]}\u200b,x\n"}, "a space that is not seen")
    yield hostile(asked, {**right, "o.csv": f'{mine},{spare}\n"{ids[0]}\n'}, "a quote that never ends")
    yield malformed(asked, {**right, "o.csv": b"\x00\x01\xff"}, "no text")
    yield from _other_values(draw)
    blank = World({**right, "in.csv": given + "9,\n"})
    yield debatable({**asked, "how": "within"}, blank, "a blank in the other file")
    yield debatable({**asked, "how": "within"}, files(["", ids[0], " ", ids[1]]), "two blanks")
    yield violating({**asked, "how": "within"}, files(["", extra]), "one that is not there, behind a blank")
    missed = {**asked, "how": "within", "ignore": [ids[0], spare]}
    yield near_fail("ignore", missed, files([ids[0], ids[1], extra]), "one that is not there, behind one ignored")
    yield satisfying(asked, files([f" {name} " for name in ids]), "blanks around cells")
    both = {"path": "o.csv", "field": mine, "other": "o.csv", "other_field": spare}
    grown = {"o.csv": csv_text([mine, spare], [[name, name] for name in ids])}
    yield satisfying(both, World(grown, before={"o.csv": csv_text([mine, spare], [["x", "y"]])}), "two columns, as now")
    yield violating(both, right, "two columns that differ")
    yield refused({**asked, "how": "nearly"}, "no such relation")
    yield refused({**asked, "other": "in.pkl"}, "no observer")


def _other_values(draw: Draw) -> Iterator[Case]:
    """Values with types: numbers, truth values, lists."""
    one, two = draw.words(2)
    number = draw.integer(100, 900)
    asked = {"path": "o.json", "field": "$[].v", "other": "in.json", "other_field": "$[].v"}

    def files(mine: list[Any], theirs: list[Any]) -> dict[str, str]:
        made = {"o.json": mine, "in.json": theirs}
        return {name: json_text([{"v": value} for value in values]) for name, values in made.items()}

    yield satisfying(asked, files([one, two, number], [number, two, one]), "texts and a number")
    yield satisfying(asked, files([number], [float(number)]), "a number as another number of the same value")
    yield satisfying(asked, files([True, one], [one, True]), "a truth value")
    yield violating(asked, files([True, False], [True]), "another truth value")
    yield violating(asked, files([True], [1]), "a truth value is no number")
    yield satisfying(asked, files([[1, one], two], [two, [1, one]]), "a list as a value")
    yield violating(asked, files([[1, one]], [[1, two]]), "another list")
    long = 10**30 + number
    yield violating(asked, files([long], [long + 1]), "the last of many digits")
    yield violating(asked, files([one, f"{number}"], [one, number + 1]), "a text that is another number")
    yield debatable(asked, files([one, f"{number}"], [one, number]), "a text that is a number")
    yield debatable(asked, files([one, number], [one, f"{number}"]), "a number that is a text there")
    yield debatable(asked, files([f"{number}.0"], [f"{number}"]), "two texts that are one number")
    yield debatable(asked, files([one], []), "no value in the other file")
    some = {**files([one], []), "in.json": json_text([{"v": one}, {"w": two}])}
    yield debatable(asked, some, "one item of the other file lacks it")
    yield debatable(asked, {**some, "in.json": json_text([{"V": one}])}, "a member in another case")
    yield debatable(
        asked, {**some, "in.json": json_text([{"v": one}, {"v": None}, {"v": " "}])}, "nothing stands there"
    )
    table = {"o.json": files([number, one], [])["o.json"], "in.csv": csv_text(["v"], [[one], [number]])}
    mixed = {**asked, "other": "in.csv", "other_field": "v"}
    yield satisfying(mixed, table, "a number of JSON as the text of a cell")
    yield satisfying(mixed, {**table, "o.json": json_text([{"v": float(number)}, {"v": one}])}, "with a decimal point")
    turned = {"path": "in.csv", "field": "v", "other": "o.json", "other_field": "$[].v"}
    yield satisfying(turned, table, "the text of a cell as a number of JSON")
    yield debatable(mixed, {**table, "in.csv": csv_text(["v"], [[one], [f"{number}.00"]])}, "with more decimals")
    yield violating(mixed, {**table, "in.csv": csv_text(["v"], [[one], [number + 1]])}, "another number")


DEFINITIONS = (numbers_agree, values_agree)
