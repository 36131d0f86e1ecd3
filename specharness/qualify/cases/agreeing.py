"""Cases of two places that must agree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any

from specharness.qualify.artifacts import document, workbook
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
from specharness.qualify.draw import Draw, csv_text, json_text


def _digits_changed(case: Case, draw: Draw) -> World | None:
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
    breaks=(_digits_changed,),
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
    yield refused({**asked, "right": left}, "both sides are one place")
    yield refused({**asked, "left": right, "right": left}, "the left side does not look at the artifact")
    yield refused({**asked, "left": {**left, "by": [key]}}, "groups on one side only")
    yield refused({**asked, "right": {"result": {"op": "number", "value": 1}}}, "nothing to agree with")


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
    yield refused({**asked, "how": "nearly"}, "no such relation")
    yield refused({**asked, "other": "in.pkl"}, "no observer")


@cases_for("text_states", ungiven=NOT_FAILED, keeps=TEXT_LAWS, breaks=(_digits_changed,))
def text_states(draw: Draw) -> Iterator[Case]:
    field, near, name, spare = draw.words(4)
    value = draw.decimal(1000, 90_000, 3)
    source = {"r.json": json_text({field: float(value), spare: name, "few": 7})}
    asked: dict[str, Any] = {"path": "o.md", "other": "r.json", "other_field": field}

    def files(text: str) -> dict[str, str]:
        return {**source, "o.md": text}

    for form in (f"{value}", f"{value:,}", f"${value}", f"**{value}**", f"({value})", f"{value} EUR"):
        yield satisfying(asked, files(f"{draw.sentence()}\n\nThe {near}: {form}\n"), form)
    for wrong in (
        value + 1,
        value * 10,
        -value,
        value + Decimal("0.01"),
        f"1{value}",
        f"{value}1",
        f"{value}.5",
        "none",
    ):
        yield violating(asked, files(f"{draw.sentence()}\n\nThe {near}: {wrong}\n"), f"{wrong}")
    rounded = round(value, 2)
    yield near_pass("decimals", {**asked, "decimals": 2}, files(f"The {near} is {rounded}."), "rounded as stated")
    off = rounded + Decimal("0.02")
    yield near_fail("decimals", {**asked, "decimals": 2}, files(f"The {near} is {off}."), "two off the rounded one")
    yield debatable(asked, files(f"The {near} is {rounded}."), "rounded where no rounding is stated")
    yield near_pass("tolerance", {**asked, "tolerance": 2}, files(f"About {value + 1}."), "inside")
    yield near_fail("tolerance", {**asked, "tolerance": 2}, files(f"About {value + 3}."), "outside")
    yield near_pass("relative", {**asked, "relative": 0.01}, files(f"About {value * 1009 / 1000:.3f}."), "inside")
    yield near_fail("relative", {**asked, "relative": 0.01}, files(f"About {value * 1011 / 1000:.3f}."), "outside")
    yield near_pass("near", {**asked, "near": near}, files(f"1\n{near.upper()}: {value}\n"), "in the line")
    yield near_fail("near", {**asked, "near": near}, files(f"{near}: 1\nthe other: {value}\n"), "in another line")
    few = {**asked, "other_field": "few"}
    yield debatable(few, files("There are 7 of them."), "a short number may be there by chance")
    yield near_pass("near", {**few, "near": near}, files(f"{near}: 7"), "a short number beside its name")
    yield near_fail("near", {**few, "near": near}, files(f"{near}: 8"), "another short number beside its name")
    texts = {**asked, "other_field": spare}
    yield near_pass("other_field", texts, files(f"By {name}, on Monday"), "a text")
    yield near_fail("other_field", texts, files(f"By {value}, on Monday"), "another value of the other file")
    yield debatable(texts, files(f"By {name}son, on Monday"), "inside of a longer word")
    yield debatable(texts, files(f"By {name.upper()}, on Monday"), "another spelling")
    yield near_pass("path", {**asked, "path": "a.md"}, {**files("x"), "a.md": f"{value}"}, "this file")
    yield near_fail("path", {**asked, "path": "b.md"}, files(f"{value}"), "no such file")
    other = {**files(f"{value}"), "s.json": json_text({field: float(value) + 1})}
    yield near_pass("other", asked, other, "this file's")
    yield near_fail("other", {**asked, "other": "s.json"}, other, "the other file's")
    sheet = draw.word()
    book: dict[str, Any] = {"r.xlsx": workbook({sheet: [[float(value)]], spare: [[1234.5]]}), "o.md": f"{value}"}
    of_book = {**asked, "other": "r.xlsx", "other_field": "A1"}
    yield near_pass("other_sheet", {**of_book, "other_sheet": sheet}, book, "this sheet's")
    yield near_fail("other_sheet", {**of_book, "other_sheet": spare}, book, "the other sheet's")
    letter: dict[str, Any] = {**source, "o.docx": document([draw.sentence(), f"The {near}: {value}"])}
    yield satisfying({**asked, "path": "o.docx"}, letter, "in a document")
    yield violating({**asked, "path": "o.docx"}, {**source, "o.docx": document([f"The {near}: {value + 1}"])}, "off")
    yield satisfying(asked, World(files(f"{value}"), before=source), "the other file as it was handed over")
    bent = {"r.json": json_text({field: float(value) + 1}), "o.md": f"{value + 1}"}
    yield debatable(asked, World(bent, before=source), "the other file was changed to fit")
    yield near_pass("own", {**asked, "own": True}, World(bent, before=source), "an artifact, too")
    old = {**bent, "o.md": f"{value}"}
    yield near_fail("own", {**asked, "own": True}, World(old, before=source), "an artifact, as it is now")
    yield debatable(asked, files(f"{value} %"), "a percentage")
    yield missing(asked, {"o.md": f"{value}"}, "no other file", OPEN)
    yield missing({**asked, "other_field": "none"}, files(f"{value}"), "no such member", OPEN)
    yield hostile(asked, files("9" * 50_000), "a number without end")
    yield hostile(
        asked, {**files(f"{value}"), "r.json": f'{{"{field}": {value}, "{field}": 1}}'}, "a member twice", OPEN
    )
    yield malformed(asked, {**source, "o.md": b"\x00\x01\xff"}, "no text")
    yield malformed(asked, {"o.md": f"{value}", "r.json": "{"}, "the other file is cut off", OPEN)
    yield refused({**asked, "other": "r.pkl"}, "no observer")
    yield refused({"path": "o.md", "other": "r.json"}, "no field")


DEFINITIONS = (numbers_agree, values_agree, text_states)
