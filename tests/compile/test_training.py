"""Training: the same documents give the same bytes, no weight describes fewer documents than `MIN_DOCUMENTS`."""

from __future__ import annotations

import json
import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from local_world import source_of

from specharness.compile.local.model import Linear, parse_weights, shipped_weights
from specharness.compile.local.train import (
    CLASSES,
    MIN_DOCUMENTS,
    Example,
    Row,
    border_rows,
    char_classes,
    fit,
    label_of,
    train,
)
from specharness.errors import InputError, SchemaMismatchError
from specharness.ir import Direction, Disposition, Family, Kind, Modality, Reason, Span
from specharness.segment import segment

_DOCUMENTS = (
    {"hard": ["Write the plan to `/out/plan.json`.", "Sort the rows by date", "keep the header"], "advisory": []},
    {"hard": ["Save the list to `/out/list.csv`.", "Sort the rows by date", "keep the header"], "advisory": []},
    {"hard": ["Sort the rows by date", "keep the header"], "advisory": ["You may use any library."]},
    {"hard": ["Write the sums to `/out/sums.txt`."], "advisory": ["Put salt and pepper on it."]},
    {"hard": ["Save the map to `/out/map.png`."], "advisory": ["You may use bread and butter."]},
    {"hard": ["Write the names to `/out/names.txt`."], "advisory": ["You may draw cats and dogs."]},
)
_BACKGROUND = "The park opened long ago."


def _direction(number: int, span: Span, disposition: Disposition, family: Family) -> Direction:
    hard = disposition is Disposition.HARD
    return Direction(
        id=f"d{number}",
        spans=(span,),
        disposition=disposition,
        reason=None if hard else Reason.GUIDANCE,
        modality=Modality.MUST if hard else Modality.MAY,
        kind=Kind.OUTCOME,
        family=family if hard else None,
        params={},
        condition=None,
        statement="as it says",
        confidence=0.9,
    )


def _examples() -> list[Example]:
    examples = []
    for number, labelled in enumerate(_DOCUMENTS):
        told = " ".join([*labelled["hard"], *labelled["advisory"]]).replace("date keep", "date and keep")
        source = source_of(f"# Task\n\n{_BACKGROUND} {told}\n")
        gold = []
        for name, clauses in labelled.items():
            for clause in clauses:
                start = source.text.index(clause)
                span = Span(source=source.id, start=start, end=start + len(clause))
                family = Family.SORTED if "Sort" in clause else Family.PATH_EXISTS
                gold.append(_direction(len(gold) + 1, span, Disposition(name), family))
        examples.append(Example(source, segment(source), tuple(gold), f"group{number}"))
    return examples


@cache
def _trained() -> str:
    return train(_examples())


def test_training_twice_gives_the_same_bytes() -> None:
    assert train(_examples()) == _trained()


def test_what_is_trained_can_be_read_back() -> None:
    weights = parse_weights(_trained())
    assert weights.disposition.classes == CLASSES
    assert set(weights.border.classes) == {"join", "split"}
    assert weights.family.classes == ("path_exists", "sorted")


def test_labels_are_those_of_most_characters() -> None:
    example = _examples()[0]
    text = example.source.text
    classes = char_classes(text, example.gold)
    start = text.index("Write")
    assert label_of(text, classes, start, text.index(" Sort")) == "hard"
    assert label_of(text, classes, text.index("The park"), start) == "residual"
    assert label_of(text, classes, text.index("The park"), start + 3) == "residual"
    assert label_of(text, classes, start - 1, start) == "residual"


def test_borders_are_learned_from_where_spans_begin_and_end() -> None:
    labels = [row.label for row in border_rows(_examples())]
    assert labels.count("split") >= 3
    assert labels.count("join") >= 3


_ROWS = st.lists(
    st.builds(
        Row,
        st.frozensets(st.sampled_from("abcdefgh"), min_size=1),
        st.sampled_from(["join", "split"]),
        st.integers(0, 5),
    ),
    min_size=4,
    max_size=30,
).filter(lambda rows: {row.label for row in rows} == {"join", "split"})


@settings(max_examples=30, deadline=None)  # the first fit loads scikit-learn
@given(_ROWS)
def test_every_weight_is_of_a_feature_of_several_documents(rows: list[Row]) -> None:
    rows = [*rows, *(Row(frozenset("z"), label, number) for number, label in enumerate(("join", "split", "join")))]
    model = fit(rows, ("join", "split"), 1.0)
    for feature in model.weights:
        assert len({row.document for row in rows if feature in row.features}) >= MIN_DOCUMENTS


@settings(deadline=None)
@given(st.frozensets(st.sampled_from(sorted(shipped_weights().disposition.weights)), max_size=40), st.randoms())
def test_probabilities_sum_to_one_in_any_order(features: frozenset[str], rng: random.Random) -> None:
    model = shipped_weights().disposition
    ordered = sorted(features)
    shuffled = ordered.copy()
    rng.shuffle(shuffled)
    values = model.probabilities(ordered)
    assert values == model.probabilities(shuffled)
    assert abs(sum(values) - 1) < 1e-9
    assert all(0 <= value <= 1 for value in values)


def test_unknown_features_say_nothing() -> None:
    model = Linear(("a", "b"), (0.0, 1.0), {"x": (2.0, 0.0)})
    assert model.probabilities(["never seen"]) == model.probabilities([])
    assert model.probabilities(["x"])[0] > model.probabilities([])[0]


def test_huge_scores_do_not_overflow() -> None:
    model = Linear(("a", "b"), (0.0, 0.0), {"x": (5000.0, -5000.0)})
    assert model.probabilities(["x"]) == (1.0, 0.0)


@pytest.mark.parametrize("found", [0, 2, "1", None])
def test_another_format_is_refused(found: object) -> None:
    data = json.loads(_trained())
    data["format"] = found
    with pytest.raises(SchemaMismatchError, match="train_local"):
        parse_weights(json.dumps(data))


def test_shipped_weights_are_small_rounded_and_sorted() -> None:
    weights = shipped_weights()
    for model in (weights.border, weights.disposition, weights.family):
        assert list(model.weights) == sorted(model.weights)
        assert all(round(value, 3) == value for row in model.weights.values() for value in row)
    assert set(weights.thresholds) >= {"border", "hard", "speak", "family"}


@pytest.mark.parametrize(("rows", "have"), [([], "have none"), ([Row(frozenset({"a"}), "join", 0)], "have only join")])
def test_labels_of_one_class_teach_nothing_and_are_named(rows: list[Row], have: str) -> None:
    with pytest.raises(InputError, match=f"to tell join from split takes examples of two of them, the labels {have};"):
        fit(rows, ("join", "split"), 1.0)
