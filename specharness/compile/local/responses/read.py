"""All constraints that a prompt puts on its answer, each once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from specharness.compile.local.responses import (
    chinese,
    choices,
    counted,
    each,
    echoes,
    formed,
    languages,
    lettered,
    listed,
    parts,
    placed,
    separated,
    sorts,
    things,
    worded,
)
from specharness.compile.local.responses.doubtful import doubtful
from specharness.compile.local.responses.material import handed_over
from specharness.compile.local.responses.model import Aspect, Constraint
from specharness.compile.local.responses.prompt import MAX_PROMPT, Prompt
from specharness.compile.local.responses.scope import binds, of_the_answer

Reader = Callable[[Prompt], Iterator[Constraint]]

_READERS: tuple[Reader, ...] = (
    counted.counted,
    counted.sections,
    separated.separated,
    worded.worded,
    lettered.letters,
    languages.language,
    formed.case,
    formed.json_format,
    formed.title,
    formed.quotation,
    formed.commas,
    choices.choice,
    placed.postscript,
    placed.ending,
    placed.beginning,
    placed.first_and_last_word,
    placed.paragraph_openings,
    things.things,
    things.words_of_a_sort,
)
"""Of the whole answer."""
_OF_PARTS: tuple[Reader, ...] = (
    parts.parts,
    listed.orders,
    sorts.sorts,
    parts.placed_texts,
    sorts.whole_forms,
    listed.amounts,
)
"""Of parts of it."""


class Reading(NamedTuple):
    """What was read, and the prompt that it was read in: without what is handed over or only to be repeated."""

    prompt: Prompt
    constraints: tuple[Constraint, ...]


def read(text: str) -> tuple[Constraint, ...]:
    """The constraints in the order of their places. Offsets are those of `text`."""
    return reading(text).constraints


def reading(text: str) -> Reading:
    """The constraints with what they were read in."""
    prompt = Prompt(text)
    found = list(echoes.repetition(prompt)) or list(chinese.repetition(prompt))
    rest = Prompt(_without(text, [*((one.start, one.end) for one in found), *handed_over(text[:MAX_PROMPT])]))
    for reader in _READERS:
        found.extend(one for one in reader(rest) if of_the_answer(rest, one))
    found.extend(one for one in each.each(rest) if binds(rest, one))
    for reader in _OF_PARTS:
        found.extend(one for one in reader(rest) if binds(rest, one))
    found.extend(chinese.chinese(rest))
    found = [one for one in found if not doubtful(rest, one)]
    return Reading(rest, tuple(sorted(_once(found), key=lambda one: (one.start, one.end, one.aspect))))


def _without(text: str, places: list[tuple[int, int]]) -> str:
    """The text without what is handed over, and without the sentences that only ask to repeat the request: what they
    forbid is part of the repetition."""
    for start, end in places:
        text = text[:start] + _INK.sub(" ", text[start:end]) + text[end:]
    return text


_INK = re.compile(r"[^\n]")


def _once(found: list[Constraint]) -> Iterator[Constraint]:
    seen: set[tuple[object, ...]] = set()
    for one in found:
        key = (one.field, one.forbids, *sorted((name, one.values(name)) for name in one.params))
        if key not in seen:
            seen.add(key)
            yield one


__all__ = ["Aspect", "Constraint", "Reading", "read", "reading"]
