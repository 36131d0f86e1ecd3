"""Several spans, one direction: lead-ins join what they introduce, a repeated demand is one."""

from __future__ import annotations

import pytest
from local_world import source_of

from specharness.compile.local.merge import merge
from specharness.ir import Direction, Disposition, Family, Kind, Modality, Param, Source, Span, Unit
from specharness.segment import segment


def span(source: Source, quote: str, after: int = 0) -> Span:
    start = source.text.index(quote, after)
    return Span(source=source.id, start=start, end=start + len(quote))


def direction(source: Source, quote: str, after: int = 0, **fields: object) -> Direction:
    values: dict[str, object] = {
        "id": "d0",
        "spans": (span(source, quote, after),),
        "disposition": Disposition.HARD,
        "modality": Modality.MUST,
        "kind": Kind.OUTCOME,
        "statement": quote,
        "confidence": 0.9,
    }
    return Direction.model_validate(values | fields)


def path(source: Source, name: str) -> dict[str, Param]:
    return {"path": Param(value=name, spans=(span(source, name),))}


def read(text: str) -> tuple[Source, tuple[Unit, ...]]:
    source = source_of(text)
    return source, segment(source)


TWICE = "Write `a.txt`.\n\nKeep it short.\n\nRemember to write `a.txt`.\n"


def test_a_repeated_demand_is_one_direction_with_both_spans() -> None:
    source, units = read(TWICE)
    first = direction(source, "Write `a.txt`.", family=Family.PATH_EXISTS, params=path(source, "a.txt"))
    second = direction(source, "Remember to write `a.txt`.", family=Family.PATH_EXISTS, params=path(source, "a.txt"))
    (merged,) = merge(source, units, [first, second])
    assert [source.quote(part) for part in merged.spans] == ["Write `a.txt`.", "Remember to write `a.txt`."]
    assert merged == first.model_copy(update={"spans": merged.spans})


@pytest.mark.parametrize(
    "changed",
    [
        {"disposition": Disposition.ADVISORY, "family": None, "params": {}},
        {"family": Family.PATH_ABSENT},
        {"params": {}},
        {"condition": "if asked"},
        {"modality": Modality.MUST_NOT},
        {"family": Family.COMPUTED},
        {"family": None},
    ],
)
def test_what_demands_something_else_stays_apart(changed: dict[str, object]) -> None:
    source, units = read(TWICE)
    params = path(source, "a.txt")
    first = direction(source, "Write `a.txt`.", family=Family.PATH_EXISTS, params=params)
    second = direction(
        source, "Remember to write `a.txt`.", **{"family": Family.PATH_EXISTS, "params": params, **changed}
    )
    assert merge(source, units, [first, second]) == [first, second]


def test_another_value_stays_apart() -> None:
    source, units = read("Write `a.txt`. Write `b.txt`.")
    both = [
        direction(source, f"Write `{name}`.", family=Family.PATH_EXISTS, params=path(source, name))
        for name in ("a.txt", "b.txt")
    ]
    assert merge(source, units, both) == both


LED = 'It must be JSON like this:\n\n```json\n{"a": 1}\n```\n'


def test_an_example_block_takes_its_lead_in_as_a_second_span() -> None:
    source, units = read(LED)
    params = {"value": Param(value="JSON")}
    lead = direction(source, "It must be JSON like this:", family=Family.FORMAT_VALID, params=params)
    block = direction(source, '{"a": 1}', family=Family.SCHEMA, params={"keys": Param(value="a")})
    (merged,) = merge(source, units, [lead, block])
    assert [source.quote(part) for part in merged.spans] == ['{"a": 1}', "It must be JSON like this:"]
    assert merged.params == block.params


def test_an_example_block_leaves_a_lead_in_that_demands_its_own() -> None:
    source, units = read('Write `a.json` like this:\n\n```json\n{"a": 1}\n```\n')
    lead = direction(source, "Write `a.json` like this:", family=Family.PATH_EXISTS, params=path(source, "a.json"))
    block = direction(source, '{"a": 1}', family=Family.SCHEMA, params={"keys": Param(value="a")})
    assert merge(source, units, [lead, block]) == [lead, block]


LIST = "You need to:\n\n- write `a.txt`\n- stay calm\n"


def test_a_lead_in_that_says_nothing_goes_when_its_list_speaks() -> None:
    source, units = read(LIST)
    lead = direction(source, "You need to:")
    item = direction(source, "write `a.txt`", family=Family.PATH_EXISTS, params=path(source, "a.txt"))
    assert merge(source, units, [lead, item]) == [item]


def test_a_lead_in_stays_when_its_list_is_silent_or_it_says_more() -> None:
    source, units = read(LIST)
    lead = direction(source, "You need to:")
    assert merge(source, units, [lead]) == [lead]
    full = lead.model_copy(update={"params": {"text": Param(value="You")}})
    item = direction(source, "write `a.txt`")
    assert merge(source, units, [full, item]) == [full, item]


def test_order_is_kept_and_nothing_is_made_up() -> None:
    source, units = read("One. Two. Three.")
    three = [direction(source, quote) for quote in ("One.", "Two.", "Three.")]
    assert merge(source, units, three) == three
    assert merge(source, units, []) == []
