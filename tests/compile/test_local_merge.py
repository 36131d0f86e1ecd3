"""Several spans, one direction: lead-ins join what they introduce, a repeated demand is one."""

from __future__ import annotations

import pytest
from local_world import source_of

from specharness.compile.local.merge import merge
from specharness.ir import Direction, Disposition, Family, Kind, Modality, Param, Reason, Source, Span, Unit
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


def quotes(source: Source, direction: Direction) -> list[str]:
    return [source.quote(part) for part in direction.spans]


def test_a_lead_in_that_says_nothing_joins_the_first_of_its_list() -> None:
    source, units = read("You need to:\n\n- write `a.txt`\n- write `b.txt`\n")
    lead = direction(source, "You need to:")
    items = [
        direction(source, f"write `{name}`", family=Family.PATH_EXISTS, params=path(source, name))
        for name in ("a.txt", "b.txt")
    ]
    first, second = merge(source, units, [lead, *items])
    assert quotes(source, first) == ["write `a.txt`", "You need to:"]
    assert first == items[0].model_copy(update={"spans": first.spans})
    assert second == items[1]


def test_a_title_over_a_list_goes() -> None:
    source, units = read("Output formatting:\n\n- write `a.txt`\n")
    lead = direction(source, "Output formatting:")
    item = direction(source, "write `a.txt`", family=Family.PATH_EXISTS, params=path(source, "a.txt"))
    assert merge(source, units, [lead, item]) == [item]


@pytest.mark.parametrize(("lead_in", "item"), [("Generate:", "`a.txt`"), ("需要生成的文件：", "`a.txt`")])
def test_a_lead_in_that_asks_for_files_and_names_none_joins_the_first(lead_in: str, item: str) -> None:
    source, units = read(f"{lead_in}\n\n- {item}\n")
    lead = direction(source, lead_in, family=Family.PATH_EXISTS)
    named = direction(source, item, family=Family.PATH_EXISTS, params=path(source, "a.txt"))
    (merged,) = merge(source, units, [lead, named])
    assert quotes(source, merged) == [item, lead_in]
    assert merged.params == named.params


def test_a_lead_in_that_names_its_file_stays() -> None:
    source, units = read("Write `a.txt` with:\n\n- the title\n")
    lead = direction(source, "Write `a.txt` with:", family=Family.PATH_EXISTS, params=path(source, "a.txt"))
    item = direction(source, "the title", family=Family.CONTAINS)
    assert merge(source, units, [lead, item]) == [lead, item]


def test_a_lead_in_over_a_lead_in_keeps_its_span() -> None:
    source, units = read("You need to:\n\n- do the following:\n  - write `a.txt`\n")
    leads = [direction(source, "You need to:"), direction(source, "do the following:")]
    item = direction(source, "write `a.txt`", family=Family.PATH_EXISTS, params=path(source, "a.txt"))
    (merged,) = merge(source, units, [*leads, item])
    assert quotes(source, merged) == ["write `a.txt`", "do the following:", "You need to:"]


def test_a_lead_in_stays_when_its_list_is_silent_or_it_says_more() -> None:
    source, units = read(LIST)
    lead = direction(source, "You need to:")
    assert merge(source, units, [lead]) == [lead]
    full = lead.model_copy(update={"params": {"text": Param(value="You")}})
    item = direction(source, "write `a.txt`")
    assert merge(source, units, [full, item]) == [full, item]


SAMPLE = 'Write `a.json`. {} Round to 2 decimals.\n\n{{ "a": , "b": }}\n'


def announced(
    sentence: str, between: Family = Family.NUMBER_FORMAT, **fields: object
) -> tuple[Source, list[Direction]]:
    source, units = read(SAMPLE.format(sentence))
    given = [
        direction(source, "Write `a.json`.", family=Family.PATH_EXISTS, params=path(source, "a.json")),
        direction(source, sentence, **fields),
        direction(source, "Round to 2 decimals.", family=between, params={"decimals": Param(value=2)}),
        direction(source, '{ "a": , "b": }', family=Family.SCHEMA, params={"keys": Param(value=("a", "b"))}),
    ]
    return source, merge(source, units, given)


@pytest.mark.parametrize(
    "sentence",
    ["Please follow the following format.", "Use the JSON structure below.", "The schema is as follows.", "格式如下。"],
)
def test_an_announced_sample_takes_the_announcement(sentence: str) -> None:
    source, merged = announced(sentence)
    assert [quotes(source, one) for one in merged] == [
        ["Write `a.json`."],
        ["Round to 2 decimals."],
        ['{ "a": , "b": }', sentence],
    ]
    assert merged[-1].family is Family.SCHEMA


@pytest.mark.parametrize(
    ("sentence", "fields"),
    [
        ("Please follow the format of the handbook.", {}),
        ("Do not use the format below.", {"modality": Modality.MUST_NOT}),
        ("Use the following format.", {"condition": "if asked"}),
        ("Use the following format.", {"family": Family.FORMAT_VALID, "params": {"value": Param(value="JSON")}}),
        ("Use the following format.", {"family": Family.COMPUTED}),
        ("Use the following format.", {"between": Family.PATH_EXISTS}),
    ],
)
def test_a_sentence_that_announces_nothing_or_demands_its_own_stays(sentence: str, fields: dict[str, object]) -> None:
    _, merged = announced(sentence, **fields)  # type: ignore[arg-type]
    assert len(merged) == 4
    assert all(len(one.spans) == 1 for one in merged)


def described(text: str, second: str, **fields: object) -> tuple[Source, list[Direction]]:
    source, units = read(text)
    file = direction(source, "`a.py`", family=Family.PATH_EXISTS, params=path(source, "a.py"))
    return source, merge(source, units, [file, direction(source, second, **{"family": Family.CONTAINS, **fields})])


@pytest.mark.parametrize("dash", [" - ", ": ", " — ", "：", "** – "])
def test_a_files_description_is_of_its_demand(dash: str) -> None:
    source, merged = described(f"- `a.py`{dash}the parser\n", "the parser")
    assert [quotes(source, one) for one in merged] == [["`a.py`", "the parser"]]
    assert merged[0].family is Family.PATH_EXISTS


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("- `a.py` and the parser\n", {}),
        ("- `a.py`\n- the parser\n", {}),
        ("- `a.py` - the parser\n", {"params": {"text": Param(value="parser")}}),
        ("- `a.py` - the parser\n", {"family": Family.CODE_INTERFACE}),
        ("- `a.py` - the parser\n", {"modality": Modality.MUST_NOT}),
        ("- `a.py` - the parser\n", {"condition": "if asked"}),
    ],
)
def test_what_demands_more_than_the_file_stays(text: str, fields: dict[str, object]) -> None:
    _, merged = described(text, "the parser", **fields)
    assert len(merged) == 2


def again(text: str, one: str, other: str, **fields: object) -> tuple[Source, list[Direction]]:
    source, units = read(text)
    given = [direction(source, one), direction(source, other, source.text.rindex(other), **fields)]
    return source, merge(source, units, given)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Do not guess values.", "Do not guess values."),
        ("Do not guess values.", "**Do not** guess values!"),
        ("不要猜测数值。", "不要猜测数值。"),
    ],
)
def test_the_same_words_again_are_one_demand(one: str, other: str) -> None:
    source, merged = again(f"{one}\n\nFirst part.\n\n{other}\n", one, other)
    assert [quotes(source, part) for part in merged] == [[one, other]]


def test_of_two_readings_of_the_same_words_the_weaker_holds() -> None:
    words = "Do not guess values."
    source, merged = again(
        f"{words}\n\n{words}\n", words, words, disposition=Disposition.ABSTAIN, reason=Reason.METHOD_UNSTATED
    )
    assert [(part.disposition, part.reason, quotes(source, part)) for part in merged] == [
        (Disposition.ABSTAIN, Reason.METHOD_UNSTATED, [words, words])
    ]
    assert merged[0].spans[0].start == 0


@pytest.mark.parametrize(
    ("one", "other", "fields"),
    [
        ("Guess the values.", "Do not guess the values.", {}),
        ("Keep all x < 3.", "Keep all x > 3.", {}),
        ("Sort by a then b.", "Sort by b then a.", {}),
        ("Please follow the following format.", "Please follow the following format.", {}),
        ("Sort it by name.", "Sort it by name.", {}),
        ("按该列排序。", "按该列排序。", {}),
        ("Optional field.", "Optional field.", {}),
        ("Round all values up.", "Round all values up.", {"condition": "if asked"}),
        ("Round all values up.", "Round all values up.", {"params": {"field": Param(value="a")}}),
    ],
)
def test_other_words_and_words_that_point_to_their_place_stay(one: str, other: str, fields: dict[str, object]) -> None:
    _, merged = again(f"{one}\n\nSecond part.\n\n{other}\n", one, other, **fields)
    assert len(merged) == 2


def test_should_and_must_are_one_demand_and_a_permission_is_another() -> None:
    source, units = read(TWICE)
    params = path(source, "a.txt")
    first = direction(source, "Write `a.txt`.", family=Family.PATH_EXISTS, params=params)
    second = direction(source, "Remember to write `a.txt`.", family=Family.PATH_EXISTS, params=params)
    softer = second.model_copy(update={"modality": Modality.SHOULD})
    assert len(merge(source, units, [first, softer])) == 1
    assert len(merge(source, units, [first, second.model_copy(update={"modality": Modality.MAY})])) == 2


def test_order_is_kept_and_nothing_is_made_up() -> None:
    source, units = read("One. Two. Three.")
    three = [direction(source, quote) for quote in ("One.", "Two.", "Three.")]
    assert merge(source, units, three) == three
    assert merge(source, units, []) == []
