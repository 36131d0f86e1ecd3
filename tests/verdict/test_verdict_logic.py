"""The four-valued logic, exhaustively over its truth tables."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from specharness.ir import Outcome
from specharness.logic import all_of, any_of, negated, none_of

P, F, E, U, I = Outcome.PASSED, Outcome.FAILED, Outcome.ERROR, Outcome.UNKNOWN, Outcome.INACTIVE  # noqa: E741
EVERY = tuple(Outcome)

ALL = {
    (P, P): P, (P, F): F, (P, E): E, (P, U): U, (P, I): P,
    (F, F): F, (F, E): F, (F, U): F, (F, I): F,
    (E, E): E, (E, U): E, (E, I): E,
    (U, U): U, (U, I): U,
    (I, I): I,
}  # fmt: skip
ANY = {
    (P, P): P, (P, F): P, (P, E): P, (P, U): P, (P, I): P,
    (F, F): F, (F, E): E, (F, U): U, (F, I): F,
    (E, E): E, (E, U): E, (E, I): E,
    (U, U): U, (U, I): U,
    (I, I): I,
}  # fmt: skip


@pytest.mark.parametrize(("left", "right"), list(product(EVERY, EVERY)))
def test_truth_tables(left: Outcome, right: Outcome) -> None:
    key = (left, right) if (left, right) in ALL else (right, left)
    assert all_of([left, right]) is ALL[key]
    assert any_of([left, right]) is ANY[key]


def test_negation() -> None:
    assert [negated(outcome) for outcome in (P, F, E, U, I)] == [F, P, E, U, I]
    assert all(negated(negated(outcome)) is outcome for outcome in EVERY)


def test_nothing_is_inactive() -> None:
    assert all_of([]) is any_of([]) is none_of([]) is I


@pytest.mark.parametrize("triple", list(product(EVERY, repeat=3)))
def test_laws(triple: tuple[Outcome, ...]) -> None:
    a, b, c = triple
    for combine in (all_of, any_of):
        assert combine([a, combine([b, c])]) is combine([combine([a, b]), c]) is combine(triple)
        assert len({combine(order) for order in permutations(triple)}) == 1
        assert combine([a, a]) is a
        assert combine([a, I]) is a
    assert negated(all_of(triple)) is any_of(map(negated, triple))
    assert none_of(triple) is negated(any_of(triple)) is all_of(map(negated, triple))


@pytest.mark.parametrize("triple", list(product(EVERY, repeat=3)))
def test_doubt_never_becomes_a_pass(triple: tuple[Outcome, ...]) -> None:
    if all_of(triple) is P:
        assert set(triple) <= {P, I}
    if any_of(triple) is P:
        assert P in triple
    if none_of(triple) is P:
        assert set(triple) <= {F, I}
