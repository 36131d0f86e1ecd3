"""Whether what is compiled stays put: under an edit elsewhere, and under rewrites that change no meaning.

The law of locality: an edit of one sentence changes no quote, disposition or condition outside of its block, unless it
crosses blocks: the old or the new text names a file (which file other sentences are about depends on all that are
named), or other units hang on the sentence. How often those stay local too, and how often family and parameters
follow, is counted apart.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from specharness.compile.engine import Engine
from specharness.errors import SchemaMismatchError
from specharness.ir import Block, Direction, Source, Unit
from specharness.measure.rewrites import Pair, Rewrite, reordered, reworded, rewrapped
from specharness.segment import segment


class Said(NamedTuple):
    """What a direction says, apart from where it stands."""

    quote: str
    disposition: str
    condition: str


def said(direction: Direction, source: Source) -> Said:
    """White space apart: a line break says nothing."""

    def bare(text: str) -> str:
        return " ".join(text.split())

    return Said(
        bare(source.quote(direction.spans[0])),
        direction.disposition.value,
        bare(direction.condition or ""),
    )


def params_of(direction: Direction) -> str:
    """Modality, family and parameters, without their places."""
    values = {name: param.value for name, param in sorted(direction.params.items())}
    return f"{direction.modality} {direction.family} {values}"


def block_of(units: Sequence[Unit], offset: int) -> tuple[int, int]:
    """The paragraph, list or table around an offset."""
    at = next((unit for unit in units if unit.span.start <= offset < unit.span.end), None)
    if at is None:
        return offset, offset + 1
    mine = [unit for unit in units if unit is at or (unit.group is not None and unit.group == at.group)]
    return min(unit.span.start for unit in mine), max(unit.span.end for unit in mine)


@dataclass(frozen=True)
class Locality:
    """What an edit changed outside of its block."""

    moved: tuple[str, ...]
    """Directions whose quote, disposition or condition is not on both sides."""
    params: int
    """Directions that say the same, with other parameters."""
    others: int
    """Directions outside of the block."""


_FILE = re.compile(r"[/\\]|\.[A-Za-z]\w{0,5}\b")


def crosses(base: Base, unit: Unit, new: str) -> bool:
    """Whether other blocks may depend on a sentence or on what takes its place."""
    leads = any(other.parent == unit.id for other in base.units)
    return leads or _FILE.search(base.source.quote(unit.body)) is not None or _FILE.search(new) is not None


@dataclass(frozen=True)
class Base:
    """A source as it is, compiled once."""

    source: Source
    units: Sequence[Unit]
    directions: Sequence[Direction]


def base_of(source: Source, engine: Engine) -> Base:
    """The source, its units and what the engine makes of them."""
    units = segment(source)
    return Base(source, units, engine.compile(source, units).directions)


def locality(base: Base, start: int, end: int, new: str, engine: Engine) -> Locality:
    """Puts `new` in the place of `[start, end)` and compares all that stands outside of the block."""
    source, units, before = base.source, base.units, base.directions
    low, high = block_of(units, start)
    text = source.text[:start] + new + source.text[end:]
    changed = altered(source, text)
    shift = len(text) - len(source.text)
    after = engine.compile(changed, segment(changed)).directions
    old = [one for one in before if not low <= one.spans[0].start < high]
    fresh = [one for one in after if not low <= one.spans[0].start < high + shift]
    was, now = Counter(said(one, source) for one in old), Counter(said(one, changed) for one in fresh)
    moved = [f"- {one}" for one in was - now] + [f"+ {one}" for one in now - was]
    told = Counter((said(one, source), params_of(one)) for one in old)
    again = Counter((said(one, changed), params_of(one)) for one in fresh)
    return Locality(tuple(moved), (told - again).total() - (was - now).total(), len(old))


def altered(source: Source, text: str) -> Source:
    """The source with another text."""
    return source.model_copy(update={"text": text, "sha256": sha256(text.encode("utf-8", "surrogatepass")).hexdigest()})


def _count(directions: Sequence[Direction], stretch: tuple[int, int]) -> Counter[str]:
    """How many directions of each disposition begin in a stretch."""
    start, end = stretch
    return Counter(one.disposition.value for one in directions if start <= one.spans[0].start < end)


def keeps(base: Base, rewrite: Rewrite, engine: Engine) -> bool:
    """Whether a rewrite keeps the dispositions of the stretch that it touches."""
    changed = altered(base.source, rewrite.text)
    after = engine.compile(changed, segment(changed)).directions
    return _count(base.directions, rewrite.old) == _count(after, rewrite.new)


EDITS, CROSSING = "edits stay local", "crossing edits stay local"
PARAMS = "parameters elsewhere kept"
WORDS, ORDER, WRAPS = "other words", "other order", "other line breaks"
WIDTHS = (40, 72, 100)
_EDITED = frozenset({Block.SENTENCE, Block.LIST_ITEM, Block.TABLE_ROW})
REPLACEMENTS = ("The weather was fine.", "Write `/tmp/other.json`.")
"""What a sentence is replaced by: a remark, and a demand that brings a file of its own."""


@dataclass
class Study:
    """Counts by what was tried."""

    tried: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    told: dict[str, list[str]] = field(default_factory=dict)

    def add(self, what: str, kept: bool, told: str) -> None:
        self.tried[what] += 1
        self.kept[what] += kept
        if not kept:
            self.told.setdefault(what, []).append(told)


def study(source: Source, pairs: Sequence[Pair], engine: Engine) -> Study:
    """Tries everything on one source."""
    base = base_of(source, engine)
    units = base.units
    found = Study()
    for unit in units:
        if unit.block not in _EDITED:
            continue
        for new in REPLACEMENTS:
            result = locality(base, unit.body.start, unit.body.end, new, engine)
            words = source.quote(unit.body)[:80]
            sort = CROSSING if crosses(base, unit, new) else EDITS
            found.add(sort, not result.moved, f"{words!r} → {new!r}: {result.moved[:2]}")
            found.tried[PARAMS] += result.others
            found.kept[PARAMS] += result.others - result.params
    for what, rewrite in rewrites(source, units, pairs):
        old = source.text[slice(*rewrite.old)]
        found.add(what, keeps(base, rewrite, engine), f"{rewrite.what}: {old[:100]!r}")
    return found


def rewrites(source: Source, units: Sequence[Unit], pairs: Sequence[Pair]) -> Iterator[tuple[str, Rewrite]]:
    """Every rewrite of a source, with what it tries."""
    for unit in units:
        if unit.block in _EDITED:
            for rewrite in reworded(source.text, unit.body.start, unit.body.end, pairs):
                yield WORDS, rewrite
    for rewrite in reordered(source.text, units):
        yield ORDER, rewrite
    for width in WIDTHS:
        for rewrite in rewrapped(source.text, units, width):
            yield WRAPS, rewrite


def read_pairs(text: str) -> tuple[Pair, ...]:
    """The pairs of a JSON Lines text with `one` and `other`; raises SchemaMismatchError, which names the line."""
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            row = json.loads(line)
            found.append(Pair(str(row["one"]), str(row["other"])))
        except (ValueError, KeyError, TypeError) as error:
            raise SchemaMismatchError(f"line {number}: expected a pair, got {line[:80]!r}: {error!r}") from error
    return tuple(found)
