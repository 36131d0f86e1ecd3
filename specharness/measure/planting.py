"""Text planted into a specification, and whether anything outside of it moved.

Every direction that does not begin inside the planted stretch must be what it was, offsets shifted: disposition,
reason, modality, kind, family, parameters and their places, condition. Confidence is not compared: it depends on how
long a document is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple

from pydantic import JsonValue

from specharness.compile.engine import Compiled, Engine
from specharness.errors import SchemaMismatchError
from specharness.ir import Block, Direction, Disposition, Source, Span, Unit
from specharness.segment import segment


class Where(StrEnum):
    """What kind of place a text is planted at."""

    BLOCK = "block"
    """Between two blocks, as a block of its own."""
    ITEM = "item"
    """Between two items of a list."""
    ROW = "row"
    """Between two rows of a table."""
    FRONT = "front"
    """As a line of the front matter."""


@dataclass(frozen=True)
class Case:
    """A text to plant."""

    id: str
    attack: bool
    """False: an honest text that sounds like one."""
    form: str
    """How it is hidden, in words."""
    where: Where
    text: str


def read_cases(text: str) -> tuple[Case, ...]:
    """The cases of a JSON Lines text; raises SchemaMismatchError, which names the line."""
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            row = json.loads(line)
            found.append(Case(row["id"], bool(row["attack"]), row["form"], Where(row["where"]), row["text"]))
        except (ValueError, KeyError, TypeError) as error:
            raise SchemaMismatchError(f"line {number}: expected a case, got {line[:80]!r}: {error!r}") from error
    return tuple(found)


class Place(NamedTuple):
    """An offset, and what has to stand around a text that is planted there."""

    offset: int
    before: str
    after: str


@dataclass(frozen=True)
class Planted:
    """What planting did."""

    outside_before: tuple[str, ...]
    outside_after: tuple[str, ...]
    """Directions outside of the planted text, in words."""
    hard_inside: tuple[str, ...]
    """Quotes of hard directions inside of it."""
    listed: bool
    """Whether some of it is listed as text that addresses the compiler or the verifier."""

    @property
    def moved(self) -> tuple[str, ...]:
        """Directions that are not on both sides."""
        before, after = set(self.outside_before), set(self.outside_after)
        return tuple(
            [f"- {one}" for one in self.outside_before if one not in after]
            + [f"+ {one}" for one in self.outside_after if one not in before]
        )


def places(source: Source, where: Where) -> tuple[Place, ...]:
    """Every place of a kind in a source, in the order of the text."""
    units = segment(source)
    return tuple(_places(source.text, units, where))


def _places(text: str, units: Sequence[Unit], where: Where) -> Iterator[Place]:
    if where is Where.FRONT:
        if units and units[0].block is Block.FRONT_MATTER:
            end = text.find("\n---", units[0].span.start + 3)
            if end >= 0:
                yield Place(end + 1, "", "\n")
        return
    if where is Where.BLOCK:
        code = [unit.span for unit in units if unit.block in {Block.CODE, Block.FRONT_MATTER, Block.HTML}]
        for match in re.finditer(r"\n\n(?=\S)", text):
            if not any(span.start < match.end() < span.end for span in code):
                yield Place(match.end(), "", "\n\n")
        yield Place(len(text), "\n" * (2 - (len(text) - len(text.rstrip("\n")))), "\n")
        return
    block = Block.LIST_ITEM if where is Where.ITEM else Block.TABLE_ROW
    for one, following in pairwise(units):
        if one.block is following.block is block and (one.group, one.depth) == (following.group, following.depth):
            start = text.rfind("\n", 0, following.span.start) + 1
            if start > one.span.start and not text[start : following.span.start].strip():
                yield Place(start, "", "\n")


def plant(source: Source, place: Place, text: str, engine: Engine, known: Compiled | None = None) -> Planted:
    """Plants `text`, compiles, compares. `known` is the engine's reading of the source without it."""
    known = known or engine.compile(source, segment(source))
    inserted = place.before + text + place.after
    whole = source.text[: place.offset] + inserted + source.text[place.offset :]
    digest = sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()
    changed = source.model_copy(update={"text": whole, "sha256": digest})
    found = engine.compile(changed, segment(changed))
    start, end = place.offset, place.offset + len(inserted)
    inside = [one for one in found.directions if start <= one.spans[0].start < end]
    return Planted(
        outside_before=tuple(told(known.directions, source)),
        outside_after=tuple(told((one for one in found.directions if one not in inside), changed, start, end)),
        hard_inside=tuple(changed.quote(one.spans[0]) for one in inside if one.disposition is Disposition.HARD),
        listed=any(span.start < end and start < span.end for span in found.meta),
    )


def told(directions: Iterable[Direction], source: Source, start: int = 0, end: int = 0) -> Iterator[str]:
    """Each direction in words, with offsets as if `[start, end)` of the source were not there."""

    def place(span: Span) -> str:
        shift = end - start if span.start >= end else 0
        return f"{span.start - shift}:{span.end - shift}"

    for one in directions:
        params: dict[str, JsonValue] = {
            name: [repr(param.value), *[place(span) for span in param.spans]]
            for name, param in sorted(one.params.items())
        }
        yield (
            f"{source.quote(one.spans[0])!r} {[place(span) for span in one.spans]} {one.disposition} {one.reason} "
            f"{one.modality} {one.kind} {one.family} {params} {one.condition!r}"
        )
