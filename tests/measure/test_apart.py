"""No fold that measures a document of a task trains on another document of that task, under whatever name."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import PurePath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specharness.compile.engine import Compiled, Engine
from specharness.compile.local.train import Example
from specharness.compile.local.train_partly import Beside, Partly
from specharness.errors import InputError
from specharness.ir import CompilerId, Source, Unit
from specharness.measure.apart import Apart, group_of, refuse_measured
from specharness.measure.compilers import cross_validate, out_of_fold
from specharness.segment import segment
from specharness.sources import kind_of

FOLDS = 3
WORDS = ("apples", "baskets", "candles", "dishes", "engines", "flowers")


def document(name: str, text: str) -> Example:
    source = Source(id=name, kind=kind_of(PurePath(name)), sha256=hashlib.sha256(text.encode()).hexdigest(), text=text)
    return Example(source, segment(source), (), group_of(name))


def partly(name: str, text: str) -> Partly:
    one = document(name, text)
    return Partly(one.source, one.units, ())


def skill(content: int, number: int = 0) -> str:
    """Texts of one content are alike, whatever their number; those of different contents share a short line alone."""
    lines = [f"Count the {word} of the house in the list {content} with care." for word in WORDS]
    return "\n\n".join(["# Rules", *lines, f"The {number}th copy."])


class Quiet:
    """Finds nothing."""

    id = CompilerId(engine="quiet", version="1", fingerprint="0")

    def compile(self, source: Source, units: Sequence[Unit]) -> Compiled:
        return Compiled(())


@st.composite
def worlds(draw: st.DrawFn) -> tuple[list[Example], Beside]:
    tasks = draw(st.integers(FOLDS, 7))
    contents = iter(range(1000))
    measured = [document(f"set/t{task}/instruction.md", skill(next(contents))) for task in range(tasks)]
    also, half = [], []
    for number in range(draw(st.integers(0, 12))):
        task, copied = draw(st.integers(0, tasks + 3)), draw(st.integers(0, 40))
        name = f"set/t{task}/skills/s{number}/SKILL.md"
        text = skill(copied if copied < tasks else 100 + copied % 5, number)
        if draw(st.booleans()):
            also.append(document(name, text))
        else:
            half.append(partly(name, text))
    return measured, Beside(tuple(also), tuple(half))


def content_of(text: str) -> str:
    return text.split("list ")[1].split()[0]


@given(worlds(), st.integers(0, 3))
def test_no_fold_trains_on_a_document_of_a_task_that_it_measures(
    world: tuple[list[Example], Beside], deal: int
) -> None:
    measured, beside = world
    sources = [one.source for one in (*beside.also, *beside.partly)]
    every = [*(one.source for one in measured), *sources]
    holders: dict[str, set[str]] = {}
    for source in every:
        holders.setdefault(content_of(source.text), set()).add(group_of(source.id))
    given_to: list[tuple[set[str], set[str]]] = []

    def train(rest: Sequence[Example], more: Beside) -> Engine:
        given_to.append(({one.group for one in rest}, set(more.names)))
        return Quiet()

    folds = dict(out_of_fold(measured, train, FOLDS, deal, beside=beside))
    for found, (groups, names) in zip(folds.values(), given_to, strict=True):
        now = {measured[index].group for index in found}
        assert not now & groups
        # By definition of the world: a text belongs to every task that holds its content, and to no other.
        assert names == {source.id for source in sources if not holders[content_of(source.text)] & now}


def test_a_skill_goes_with_its_task_and_with_the_tasks_that_share_it() -> None:
    measured = [document("set/a/instruction.md", "Do this."), document("set/b/skills/x/SKILL.md", skill(1))]
    beside = Beside(
        also=(
            document("set/a/environment/skills/y/SKILL.md", skill(2)),
            document("set/c/environment/skills/x/SKILL.md", skill(1, 1)),
            document("set/c/environment/skills/z/SKILL.md", "Short."),
        ),
        partly=(partly("set/d/environment/skills/y/SKILL.md", skill(2, 1)), partly("other/e/AGENTS.md", "Short.")),
    )
    apart = Apart(measured, beside)
    assert apart.beside([0]).names == (beside.names[1], beside.names[2], beside.names[4])
    assert apart.beside([1]).names == (beside.names[0], beside.names[2], *beside.names[3:])
    assert apart.beside([0, 1]).names == (beside.names[2], beside.names[4])
    assert apart.beside([]).names == beside.names


def test_the_same_bytes_are_one_text_however_short() -> None:
    measured = [document("set/a/instruction.md", "Short.")]
    beside = Beside(also=(document("set/b/instruction.md", "Short."),))
    assert Apart(measured, beside).beside([0]).names == ()


def test_a_measured_document_is_not_given_beside() -> None:
    measured = [document("set/a/instruction.md", "Do this.")]
    with pytest.raises(InputError, match=r"set/a/instruction\.md is to be trained on beside .* one of them"):
        refuse_measured(measured, Beside(also=tuple(measured)))
    with pytest.raises(InputError, match="one of them"):
        cross_validate(measured, 2, train=lambda rest, more: Quiet(), beside=Beside(also=tuple(measured)))


@given(worlds(), st.integers(0, 3))
def test_what_is_measured_too_is_never_trained_on_where_it_is_measured(
    world: tuple[list[Example], Beside], deal: int
) -> None:
    measured, beside = world
    groups = {one.group for one in measured}
    too = [one for one in beside.also if one.group in groups]
    every = [*measured, *too]
    names: list[set[str]] = []

    def train(rest: Sequence[Example], more: Beside) -> Engine:
        names.append({*(one.source.id for one in rest), *more.names})
        return Quiet()

    folds = dict(out_of_fold(measured, train, FOLDS, deal, beside=beside, too=too))
    assert sorted(index for found in folds.values() for index in found) == list(range(len(every)))
    for found, trained in zip(folds.values(), names, strict=True):
        contents = {content_of(every[index].source.text) for index in found}
        assert not trained & {every[index].source.id for index in found}
        assert not contents & {content_of(one.source.text) for one in beside.also if one.source.id in trained}


def test_a_document_of_no_measured_task_has_no_fold() -> None:
    measured = [document("set/a/instruction.md", "Do this.")]
    with pytest.raises(InputError, match=r"set/b/skills/x/SKILL\.md can't be measured: no measured document"):
        cross_validate(
            measured, 2, train=lambda rest, more: Quiet(), too=[document("set/b/skills/x/SKILL.md", "Short.")]
        )
