"""What a person wrote into an adjudication, carried over into the next one.

Guarantees that each choice and each label of his own is either carried over or named as lost. The two annotators may
come in either order, and documents that the new run does not compare stay as they are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from specharness.labels.adjudicate import Case, Item


class Lost(NamedTuple):
    """What finds no place in the new file."""

    document: str
    line: int
    why: str


class Carried(NamedTuple):
    """The new file's parts, and what became of the choices."""

    cases: tuple[Case, ...]
    kept: int
    """Items with something written by a person that the new file holds."""
    elsewhere: tuple[str, ...]
    """Documents that the run does not compare, taken over as they were."""
    lost: tuple[Lost, ...]


def carry(cases: Sequence[Case], earlier: Mapping[str, Case]) -> Carried:
    """`cases` with what `earlier` holds; documents that only the earlier file has come last, in its order."""
    done: list[Case] = []
    lost: list[Lost] = []
    for case in cases:
        old = earlier.get(case.header.document)
        if old is not None:
            case, missing = _carry(case, old)
            lost += missing
        done.append(case)
    now = {case.header.document for case in cases}
    elsewhere = tuple(name for name in earlier if name not in now)
    done += [earlier[name] for name in elsewhere]
    return Carried(tuple(done), sum(item.written for case in done for item in case.items), elsewhere, tuple(lost))


def _carry(case: Case, old: Case) -> tuple[Case, list[Lost]]:
    """One document; of several differences with the same two labels the first takes the first choice."""
    numbers = old.lines or (0,) * len(old.items)
    written = [(number, item) for number, item in zip(numbers, old.items, strict=True) if item.written]
    if old.header.sha256 != case.header.sha256:
        return case, [Lost(case.header.document, number, "the text has changed") for number, _ in written]
    places: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, item in enumerate(case.items):
        if item.agreed is None:
            places[item.key].append(index)
    items = list(case.items)
    lost = []
    for number, item in written:
        if places[item.key]:
            index = places[item.key].pop(0)
            items[index] = items[index].model_copy(update={"choice": item.choice, "own": item.own})
        elif places[item.key[::-1]]:
            index = places[item.key[::-1]].pop(0)
            items[index] = items[index].model_copy(update={"choice": _other(item), "own": item.own})
        else:
            lost.append(Lost(case.header.document, number, "a label has changed"))
    return case._replace(items=tuple(items)), lost


def _other(item: Item) -> str | None:
    """The same choice, the annotators having changed places."""
    return {"a": "b", "b": "a"}.get(item.choice or "", item.choice)
