"""Cases of the state of databases."""

from __future__ import annotations

from collections.abc import Iterator

from specharness.qualify.case import (
    FAILED,
    NOT_PASSED,
    Case,
    Content,
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
from specharness.qualify.draw import Draw
from specharness.qualify.typed_tables import database
from specharness.validators.state import MAX_CONDITIONS


def _emptied(case: Case, draw: Draw) -> World | None:
    """The table loses its rows, where some must be there, and gets many where few may be."""
    table, where = str(case.params["table"]), case.params.get("where")
    columns = list(where) if isinstance(where, dict) else [draw.word()]
    if case.params.get("exists") is False or not any(name in case.params for name in ("exists", "count", "min")):
        return None
    rows = [("x",) * len(columns)] * (0 if where or case.params.get("count") != 0 else 9)
    return World({"s.db": database({table: (columns, rows)})})


@cases_for("state_query", keeps=("other_file",), breaks=(_emptied,))
def state_query(draw: Draw) -> Iterator[Case]:
    table, other, state, key, open_, done = draw.words(6)
    many, few = draw.integer(4, 9), draw.integer(1, 3)
    rows = [(number, open_ if number <= few else done, number * 1.5) for number in range(1, many + 1)]
    data = database({table: ((key, state, "price"), rows), other: ((key,), [(1,)])})
    files: dict[str, Content] = {"s.db": data}

    def ask(**params: object) -> tuple[dict[str, object], dict[str, Content]]:
        return {"path": "s.db", "table": table, **params}, files

    for bound, outside in (("min", 1), ("max", -1)):
        yield near_pass(bound, *ask(**{bound: many}), "at the bound")
        yield near_fail(bound, *ask(**{bound: many + outside}), "just outside")
        yield near_pass(f"{bound}_exclusive", *ask(**{f"{bound}_exclusive": many - outside}), "just inside")
        yield near_fail(f"{bound}_exclusive", *ask(**{f"{bound}_exclusive": many}), "at the bound")
    yield near_pass("count", *ask(count=many), "all rows")
    yield near_fail("count", *ask(count=many + 1), "one more")
    yield near_fail("count", *ask(count=many - 1), "one less")
    yield near_pass("where", *ask(where={state: open_}, count=few), "those of one state")
    yield near_fail("where", *ask(where={state: open_}, count=many), "not all are of it")
    yield near_fail("where", *ask(where={state: f"{open_}s"}, min=1), "one letter more")
    yield near_pass("where", *ask(where={state: [open_, done]}, count=many), "either state")
    yield near_pass("where", *ask(where={state: open_, key: 1}, count=1), "two conditions")
    yield near_fail("where", *ask(where={state: done, key: 1}, min=1), "two conditions that exclude each other")
    yield near_pass("exists", *ask(where={key: many}, exists=True), "it is there")
    yield near_fail("exists", *ask(where={key: many + 1}, exists=True), "it is not there")
    yield near_pass("exists", *ask(where={key: many + 1}, exists=False), "it is not there, as asked")
    yield near_fail("exists", *ask(where={key: many}, exists=False), "it is there, though not asked")
    yield near_pass("values", *ask(where={key: 1}, values={state: open_}), "of one row")
    yield near_fail("values", *ask(where={key: many}, values={state: open_}), "another state")
    yield near_fail("values", *ask(values={state: open_}), "not in all rows")
    yield near_pass("values", *ask(values={state: [open_, done]}), "either, in all rows")
    yield satisfying(*ask(where={"price": many * 1.5}, count=1), "by a number")
    yield violating(*ask(where={"price": many * 1.5 + 0.5}, min=1), "by another number")
    yield near_pass("table", {"path": "s.db", "table": other, "count": 1}, files, "the table named")
    yield near_fail("table", {"path": "s.db", "table": other, "count": many}, files, "another table")
    yield missing({"path": "s.db", "table": f"{table}x", "exists": True}, files, "no such table", FAILED)
    yield missing(*ask(where={f"{state}x": open_}, exists=False), "no such column", FAILED)
    yield missing(*ask(where={open_: open_}, exists=True), "a value is no column", FAILED)
    small = {**files, "t.db": database({table: ((key,), [])})}
    yield near_pass("path", {"path": "s.db", "table": table, "min": 1}, small, "the file named")
    yield near_fail("path", {"path": "t.db", "table": table, "min": 1}, small, "another file")
    yield debatable(*ask(where={state: open_.upper()}, min=1), "another case")
    yield debatable(*ask(where={key: "1"}, count=1), "a number as text")
    yield debatable(*ask(where={key: many + 5}, values={state: open_}), "no row is meant")
    yield debatable(*ask(where={key: 1}, values={state: open_.upper()}), "a value in another case")
    yield malformed(
        {"path": "s.db", "table": table, "count": many}, {"s.db": f"{key},{state}\n1,x\n"}, "a CSV file", FAILED
    )
    yield malformed({"path": "s.db", "table": table, "count": many}, {"s.db": data[:300]}, "cut off", NOT_PASSED)
    yield hostile(
        {"path": "s.db", "table": table, "min": 1}, {"s.db": data[:100] + b"\xff" * 4_000 + data[4_100:]}, "torn"
    )
    yield from _spelled(draw)
    yield from _many_columns(draw)
    yield debatable({"path": "../no such table: x.db", "table": table, "count": 1}, files, "out of the workspace")
    for bad in (5, " ", f"{table}]", "x" * 121, "a\tb"):
        yield refused({"path": "s.db", "table": bad, "count": 1}, "no name")
        if isinstance(bad, str):
            yield refused(ask(where={bad: 1, key: 1}, count=1)[0], "no name of a column")
            yield refused(ask(where={key: 1, bad: 1}, count=1)[0], "no name of another column")
    nan = float("nan")
    for value in ([], [[1]], [1, [2]], [[2], 1], [1, {}], [{}, 1], {}, {key: 1}, nan, [1, nan]):
        yield refused(ask(where={key: value}, count=1)[0], "no value")
        yield refused(ask(values={state: 1, key: value})[0], "no value that all may have")
    for conditions in ("x", 5, [key], None):
        yield refused(ask(where=conditions, count=1)[0], "no conditions")
    yield refused({"path": "s.db", "table": table}, "nothing asked")
    yield refused({"path": "s.db", "table": f"{table}] UNION SELECT 1 --", "count": 1}, "no name")
    yield refused({"path": "s.db", "table": table, "where": {f"{key}] = 1 OR [{key}": 1}, "exists": True}, "no column")
    yield refused({"path": "s.db", "table": table, "count": 1, "exists": True}, "two questions")
    yield refused({"path": "s.db", "table": table, "where": {}, "count": 1}, "no condition")


def _spelled(draw: Draw) -> Iterator[Case]:
    """Rows that may be meant, by another spelling of a value; truth values, for which numbers stand."""
    table, state, key, flag, word, other, third = draw.words(7)
    sure, perhaps = draw.integer(2, 4), draw.integer(130, 160)
    number = iter(range(1, 1000))
    rows: list[tuple[object, ...]] = [(next(number), word, 1, other) for _ in range(sure)]
    rows += [(next(number), word.upper(), 0, other) for _ in range(perhaps)]
    rows += [(next(number), third, "true", third)]
    files = {"s.db": database({table: ((key, state, flag, "mark"), rows)})}

    def ask(**params: object) -> tuple[dict[str, object], dict[str, Content]]:
        return {"path": "s.db", "table": table, **params}, {**files}

    meant = {state: word}
    yield satisfying(*ask(where=meant, min=sure), "at least those that surely are meant")
    yield satisfying(*ask(where=meant, min=sure, max=sure + perhaps), "whichever are meant")
    yield satisfying(*ask(where=meant, exists=True), "one surely is meant")
    yield violating(*ask(where=meant, max=sure - 1), "more surely are meant")
    yield violating(*ask(where=meant, min=sure + perhaps + 1), "less, whichever are meant")
    yield violating(*ask(where=meant, exists=False), "one surely is meant, though none is asked for")
    yield debatable(*ask(where=meant, count=sure), "if the others are not meant")
    yield debatable(*ask(where=meant, count=sure + perhaps), "if the others are meant")
    yield debatable(*ask(where=meant, count=sure + 1), "if one of the others is meant")
    yield debatable(*ask(where=meant, count=sure + perhaps - 1), "if all others but one are meant")
    yield debatable(*ask(where=meant, min=sure + 0.5, max=sure + 1), "if one of the others is meant, in fractions")
    window = {"min_exclusive": sure + 110, "max_exclusive": sure + 112}
    yield debatable(*ask(where=meant, **window), "if a certain number of the others is meant")
    yield violating(*ask(where=meant, min_exclusive=sure + 110, max_exclusive=sure + 111), "no number is between")
    yield debatable(*ask(where={state: word.title()}, exists=True), "none surely is meant")
    yield debatable(*ask(where={state: word.title()}, exists=False), "some may be meant")
    yield satisfying(*ask(where=meant, values={"mark": other}), "the same in all that may be meant")
    yield violating(*ask(where=meant, values={"mark": third}), "another in those that surely are meant")
    yield debatable(*ask(where=meant, values={flag: 1}), "another in those that may be meant")
    yield debatable(*ask(where=meant, values={"mark": other.upper()}), "in another spelling")
    yield debatable(*ask(where={state: word.title()}, values={"mark": other}), "no row surely is meant")
    yield debatable(*ask(where={state: word.title()}, values={"mark": third}), "no row surely is meant, and another")
    yield satisfying(*ask(where={flag: True, state: word}, count=sure), "true, for which a one stands")
    yield satisfying(*ask(where={flag: False}, count=perhaps), "false, for which a naught stands")
    yield violating(*ask(where={flag: False}, count=perhaps + sure), "ones are not false")
    yield debatable(*ask(where={flag: True}, count=sure), "a word that may be true")
    yield satisfying(*ask(where=meant, values={"mark": [other, third]}), "either, in all that may be meant")


def _many_columns(draw: Draw) -> Iterator[Case]:
    """As many columns as one question may speak of."""
    table, word = draw.words(2)
    names = [f"{word}{place}" for place in range(MAX_CONDITIONS + 1)]
    row = [draw.integer(1, 99) for _ in names]
    files: dict[str, Content] = {"s.db": database({table: (names, [tuple(row)])})}
    every = dict(zip(names, row, strict=True))
    last = names[-1]
    most = {name: every[name] for name in names[:-1]}
    asked: dict[str, object] = {"path": "s.db", "table": table}
    yield satisfying({**asked, "where": most, "exists": True}, files, "as many conditions as may be")
    yield refused({**asked, "where": every, "exists": True}, "one more")
    half = {name: every[name] for name in names[:5]}
    rest = {name: every[name] for name in names[5:-1]}
    yield satisfying({**asked, "where": half, "values": rest}, files, "as many conditions and values as may be")
    yield refused({**asked, "where": half, "values": {**rest, last: every[last]}}, "one more value")
    yield violating({**asked, "where": half, "values": {**rest, names[6]: 100}}, files, "one value is another")


DEFINITIONS = (state_query,)
