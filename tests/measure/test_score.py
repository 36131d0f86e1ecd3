"""Scores against brute force: characters one by one, matching over every assignment, figures against scikit-learn."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score, f1_score, precision_recall_fscore_support

from specharness.errors import LimitExceededError
from specharness.ir import Direction, Disposition, Family, Kind, Modality, Param, Scalar, Span
from specharness.measure import overlap as overlap_module
from specharness.measure.figures import FAMILY_COUNTS, family_figures_of, figures_of
from specharness.measure.overlap import PRIORITY, overlap
from specharness.measure.score import FAMILIES, Tally, judge_document, score_document

TEXT = "ab cd ef\ngh ij  kl mn"
SOLID = [index for index, char in enumerate(TEXT) if not char.isspace()]


def direction(
    *spans: tuple[int, int],
    disposition: Disposition = Disposition.HARD,
    family: Family | None = Family.COUNT,
    params: dict[str, Scalar | tuple[Scalar, ...]] | None = None,
) -> Direction:
    hard = disposition is Disposition.HARD
    return Direction(
        id="d",
        spans=tuple(Span(source="s", start=start, end=end) for start, end in spans),
        disposition=disposition,
        modality=Modality.MUST,
        kind=Kind.OUTCOME,
        family=family if hard else None,
        params={name: Param(value=value) for name, value in (params or {}).items()},
        statement="",
        confidence=0.9,
    )


SPANS = st.lists(
    st.tuples(st.integers(0, len(TEXT) - 1), st.integers(0, len(TEXT) - 1)).map(
        lambda ends: (min(ends), max(ends)) if ends[0] != ends[1] else (ends[0], ends[0] + 1)
    ),
    min_size=1,
    max_size=2,
)
DIRECTIONS = st.lists(
    st.builds(
        lambda spans, disposition, family: direction(*spans, disposition=disposition, family=family),
        SPANS,
        st.sampled_from([Disposition.HARD, Disposition.ADVISORY, Disposition.ABSTAIN]),
        st.sampled_from([Family.COUNT, Family.SCHEMA]),
    ),
    max_size=4,
)


def characters(one: Direction) -> set[int]:
    return {index for span in one.spans for index in range(span.start, span.end) if index in SOLID}


def class_of(index: int, directions: list[Direction]) -> int:
    return max((PRIORITY.index(one.disposition) for one in directions if index in characters(one)), default=0)


def iou(one: Direction, other: Direction) -> float:
    left, right = characters(one), characters(other)
    return len(left & right) / len(left | right) if left & right else 0.0


def half_held(one: Direction, other: Direction) -> bool:
    left, right = characters(one), characters(other)
    return bool(left & right) and 2 * len(left & right) >= min(len(left), len(right))


def best_total(gold: list[Direction], predicted: list[Direction], *, lenient: bool = False) -> float:
    """The largest total IoU of admissible pairs, over every way to pair them."""
    short, long = sorted((gold, predicted), key=len)
    totals = [
        sum(
            iou(one, other)
            for one, other in zip(short, order, strict=True)
            if (half_held(one, other) if lenient else iou(one, other) >= 0.5)
        )
        for order in permutations(long, len(short))
    ]
    return max(totals, default=0.0)


@settings(max_examples=300)
@given(DIRECTIONS, DIRECTIONS)
def test_matching_and_characters_against_brute_force(gold: list[Direction], predicted: list[Direction]) -> None:
    result = judge_document(TEXT, gold, predicted)
    pairs = result.pairs
    assert len({left for left, _ in pairs}) == len({right for _, right in pairs}) == len(pairs)
    assert all(iou(gold[left], predicted[right]) >= 0.5 for left, right in pairs)
    assert sum(iou(gold[left], predicted[right]) for left, right in pairs) == pytest.approx(best_total(gold, predicted))

    lenient = overlap(TEXT, gold, predicted).pairs(lenient=True)
    assert len({left for left, _ in lenient}) == len({right for _, right in lenient}) == len(lenient)
    assert all(half_held(gold[left], predicted[right]) for left, right in lenient)
    total = sum(iou(gold[left], predicted[right]) for left, right in lenient)
    assert total == pytest.approx(best_total(gold, predicted, lenient=True))
    assert result.tally.matched_lenient == len(lenient)

    confusion = np.zeros((4, 4), dtype=int)
    for index in SOLID:
        confusion[class_of(index, gold), class_of(index, predicted)] += 1
    assert np.array_equal(result.tally.confusion, confusion)

    for one, right in zip(predicted, result.right, strict=True):
        mine = characters(one)
        agreed = [index for index in mine if class_of(index, gold) == PRIORITY.index(one.disposition)]
        assert bool(right) == (bool(mine) and 2 * len(agreed) >= len(mine))


@given(DIRECTIONS, DIRECTIONS)
def test_counts_hang_together(gold: list[Direction], predicted: list[Direction]) -> None:
    result = judge_document(TEXT, gold, predicted)
    tally = result.tally
    assert result.directions[1:, :].sum() == tally.gold == len(gold)
    assert result.directions[:, 1:].sum() == tally.predicted == len(predicted)
    assert result.directions[1:, 1:].sum() == tally.matched
    assert result.directions[3, 3] == tally.matched_hard
    by_name = dict(zip(FAMILY_COUNTS, result.families.sum(0), strict=True))
    assert by_name["gold"] == tally.gold_hard
    assert by_name["predicted"] == tally.predicted_hard
    assert by_name["matched"] == tally.matched_hard
    assert by_name["sound"] == tally.sound_hard
    assert by_name["family_right"] == tally.family_right
    assert int(result.found.sum()) == int(np.trace(result.directions)) - result.directions[0, 0]
    for value in tally.figures().values():
        assert -1 <= value <= 1


@given(DIRECTIONS)
def test_the_same_against_itself_is_perfect(gold: list[Direction]) -> None:
    tally = score_document(TEXT, gold, gold)
    assert tally.matched == sum(bool(characters(one)) for one in gold)
    assert np.array_equal(tally.confusion, np.diag(np.diag(tally.confusion)))


@given(DIRECTIONS, DIRECTIONS)
def test_figures_against_scikit_learn(gold: list[Direction], predicted: list[Direction]) -> None:
    truth = [class_of(index, gold) for index in SOLID]
    given_ = [class_of(index, predicted) for index in SOLID]
    figures = figures_of(score_document(TEXT, gold, predicted).row())
    assert float(figures["char_macro_f1"]) == pytest.approx(f1_score(truth, given_, average="macro", zero_division=0))
    precision, recall, f1, _ = precision_recall_fscore_support(truth, given_, labels=range(4), zero_division=np.nan)
    for index, disposition in enumerate(PRIORITY):
        name = f"char_{disposition.value}"
        assert float(figures[f"{name}_precision"]) == pytest.approx(precision[index], nan_ok=True)
        assert float(figures[f"{name}_recall"]) == pytest.approx(recall[index], nan_ok=True)
        if {index} & ({*truth} | {*given_}):
            assert float(figures[f"{name}_f1"]) == pytest.approx(np.nan_to_num(f1[index]))
    if len({*truth, *given_}) > 1:
        assert float(figures["char_kappa"]) == pytest.approx(cohen_kappa_score(truth, given_))


def test_directions_by_hand() -> None:
    gold = [
        direction((0, 5), family=Family.COUNT, params={"path": "./out//a.csv", "min": 3}),
        direction((6, 8), family=Family.SCHEMA),
        direction((9, 14), disposition=Disposition.ABSTAIN),
    ]
    predicted = [
        direction((0, 5), family=Family.COUNT, params={"path": "'out/a.csv'", "min": "3"}),
        direction((6, 8), (9, 11), family=Family.COUNT),
        direction((12, 14), disposition=Disposition.ABSTAIN),
        direction((16, 21), family=Family.COUNT),
    ]
    result = judge_document(TEXT, gold, predicted)
    assert result.pairs == ((0, 0), (1, 1), (2, 2))
    tally = result.tally
    assert (tally.gold_hard, tally.predicted_hard, tally.matched_hard) == (2, 3, 2)
    assert tally.sound_hard == 2  # the second has exactly half of its characters in gold hard text
    assert (tally.family_right, tally.params_right) == (1, 2)
    count = dict(zip(FAMILY_COUNTS, result.families[FAMILIES.index(Family.COUNT)], strict=True))
    assert count == {"gold": 1, "predicted": 3, "matched": 1, "sound": 2, "family_right": 1, "params_right": 1}
    figures = family_figures_of(result.families[FAMILIES.index(Family.SCHEMA)])
    assert np.isnan(figures["precision"])
    assert figures["recall"] == 0
    assert figures["hard_recall"] == 1
    assert result.found.tolist() == [True, True, True]
    assert result.directions[0].tolist() == [0, 0, 0, 1]


def test_total_iou_decides_not_greed() -> None:
    # the pair of IoU 1 would leave the other two alone (IoU 0.4); the two pairs of 0.67 and 0.6 are more together
    gold = [direction((0, 5)), direction((0, 8))]
    predicted = [direction((0, 8)), direction((0, 14))]
    assert judge_document(TEXT, gold, predicted).pairs == ((0, 0), (1, 1))


def test_tallies_add_up() -> None:
    one = score_document(TEXT, [direction((0, 5))], [direction((0, 5))])
    other = score_document(TEXT, [direction((0, 5))], [])
    total = Tally()
    total += one
    total += other
    assert np.array_equal(total.row(), one.row() + other.row())
    assert total.figures()["hard_recall"] == 0.5


def test_nothing_is_undefined_not_zero() -> None:
    figures = figures_of(Tally().row())
    assert all(np.isnan(value) for value in figures.values())
    assert set(Tally().figures().values()) == {0.0}


def test_many_sums_at_once() -> None:
    rows = np.stack([score_document(TEXT, [direction((0, 5))], [direction((0, end))]).row() for end in (2, 5, 8)])
    many = figures_of(rows)
    for index, row in enumerate(rows):
        for name, value in figures_of(row).items():
            assert float(many[name][index]) == pytest.approx(float(value), nan_ok=True)


def test_hostile_nesting_hits_a_named_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    nested = [direction((index, len(TEXT) - index)) for index in range(8)]
    monkeypatch.setattr(overlap_module, "MAX_STRETCHES", 10)
    with pytest.raises(LimitExceededError, match="MAX_STRETCHES"):
        overlap(TEXT, nested, nested)
    monkeypatch.undo()
    monkeypatch.setattr(overlap_module, "MAX_ASSIGNMENT", 3)
    with pytest.raises(LimitExceededError, match="MAX_ASSIGNMENT"):
        overlap(TEXT, nested, nested).pairs()
