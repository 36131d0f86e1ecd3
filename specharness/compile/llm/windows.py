"""Which units are asked about in one call, and what is shown beside them.

Guarantees that every unit with words in it is asked about in exactly one window; that a list, a table, a paragraph
or a list with its lead-in is never cut, however long it is; and that a unit is always shown with what it hangs on:
its headings, its lead-ins, the head of its table and definitions of the terms that it uses. So an answer about a unit
does not depend on where windows end. A block that is too long for the model is halved between its items, after the
model has said so. Time is linear in the source but for definitions, of which MAX_DEFINITIONS are looked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from specharness.ir import Block, Source, Unit

MAX_SHOWN = 4_000
"""Characters of one unit that are shown: a longer one is data, of which both ends are enough."""
MAX_DEFINITIONS = 200
"""Definitions of a source that are known."""
MAX_DEFINED = 6
"""Definitions that are shown beside a window."""
MAX_LEADS = 8
"""Lead-ins above one another that are shown with a unit."""

_DEFINITION = re.compile(
    r"(?:an?\s+|the\s+)?(?:\*\*|__|[`\"“])(?P<marked>[\w][\w .\-]{1,40}?)"
    r"(?::(?:\*\*|__)|(?:\*\*|__|[`\"”])\s*(?::|=|—|–|-|is|are|means?|denotes?|refers? to))\s"
    r"|(?:an?\s+|the\s+)?(?P<plain>[\w][\w\-]*(?: [\w\-]+){0,3})\s+(?:means|denotes|refers to|is defined as)\s",
    re.I,
)


@dataclass(frozen=True)
class Window:
    """Units by their place in the source's sequence, ascending."""

    asked: tuple[int, ...]
    context: tuple[int, ...]
    """Shown so that the others can be understood; no answer is wanted."""

    @property
    def shown(self) -> tuple[int, ...]:
        """Both, in the order of the text."""
        return tuple(sorted({*self.asked, *self.context}))

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The number by which a model knows the unit at a place: from 1 in every window, so that what stands before
        a window in the source does not change the question."""
        return {place: number for number, place in enumerate(self.shown, 1)}


class Layout:
    """One source's units, and where they may be parted. `limit` is in characters, `most` in units."""

    def __init__(self, source: Source, units: Sequence[Unit], limit: int, most: int) -> None:
        self.source = source
        self.units = units
        self._limit = limit
        self._most = most
        self._place = {unit.id: place for place, unit in enumerate(units)}

    def number(self, place: int) -> int:
        """The number of the unit at a place in its source."""
        return int(self.units[place].id[1:])

    def shown(self, place: int) -> str:
        """A unit's text as a model sees it."""
        body = self.source.quote(self.units[place].body)
        if len(body) <= MAX_SHOWN:
            return body
        half = MAX_SHOWN // 2
        return f"{body[:half]}\n[… {len(body) - 2 * half} characters …]\n{body[-half:]}"

    def windows(self) -> tuple[Window, ...]:
        """All windows, in the order of the text.

        A window ends where the words after its end say so, among the ends that leave it at least half full: so an edit
        moves the ends near it alone, and what follows is the same question as before.
        """
        blocks = [asked for block in self._blocks() if (asked := [place for place in block if self._worded(place)])]
        lengths = [sum(min(self._length(place), MAX_SHOWN) for place in asked) for asked in blocks]
        found: list[Window] = []
        start = 0
        while start < len(blocks):
            end, size, count = start, 0, 0
            ends: list[int] = []
            while end < len(blocks):
                size, count = size + lengths[end], count + len(blocks[end])
                if end > start and (size > self._limit or count > self._most):
                    break
                end += 1
                if 2 * size >= self._limit or 2 * count >= self._most:
                    ends.append(end)
            if end < len(blocks) and ends:
                end = min(ends, key=lambda at: self._pull(blocks[at]))
            run = [place for block in blocks[start:end] for place in block]
            found += [self.about(run[at : at + self._most]) for at in range(0, len(run), self._most)]
            start = end
        return tuple(found)

    def _pull(self, block: Sequence[int]) -> tuple[bool, bytes]:
        """Where windows like to end: before a new heading's first block, else by chance that the words decide."""
        first = block[0]
        same = first > 0 and self.units[first].heading_path == self.units[first - 1].heading_path
        words = "\n".join(self.source.quote(self.units[place].body) for place in block[:8])
        return same, sha256(words[:MAX_SHOWN].encode("utf-8", "surrogatepass")).digest()

    def about(self, asked: Iterable[int]) -> Window:
        """The window that asks about these units."""
        wanted = tuple(sorted(asked))
        inside = set(wanted)
        context = {lead for place in wanted for lead in self._leads(place)} - inside
        known = self._definitions
        if known:
            text = " ".join(self.shown(place) for place in sorted(inside | context)).casefold()
            shown = inside | context
            terms = [place for term, place in known.items() if place not in shown and term in text]
            context.update(sorted(set(terms))[:MAX_DEFINED])
        return Window(wanted, tuple(sorted(context)))

    def halves(self, window: Window) -> tuple[Window, Window]:
        """Two smaller windows: parted between blocks if one ends inside, else between units, nearest to the middle."""
        asked = window.asked
        middle = len(asked) / 2
        open_at = self._open
        best = min(
            range(1, len(asked)),
            key=lambda at: (open_at[asked[at]] > 0, abs(at - middle)),
        )
        return self.about(asked[:best]), self.about(asked[best:])

    def _worded(self, place: int) -> bool:
        unit = self.units[place]
        if unit.block is Block.RULE:
            return False
        return any(character.isalnum() for character in self.source.quote(unit.body))

    def _length(self, place: int) -> int:
        return self.units[place].body.end - self.units[place].body.start

    @cached_property
    def _open(self) -> tuple[int, ...]:
        """For each unit, how many lists, tables, paragraphs or lead-ins would be cut in front of it."""
        change = [0] * (len(self.units) + 1)
        first: dict[str, int] = {}
        last: dict[str, int] = {}
        for place, unit in enumerate(self.units):
            if unit.group is not None:
                first.setdefault(unit.group, place)
                last[unit.group] = place
            lead = self._place.get(unit.parent or "")
            if lead is not None and lead < place:
                change[lead + 1] += 1
                change[place + 1] -= 1
        for group, start in first.items():
            change[start + 1] += 1
            change[last[group] + 1] -= 1
        depth, found = 0, []
        for step in change[:-1]:
            depth += step
            found.append(depth)
        return tuple(found)

    def _blocks(self) -> Iterable[list[int]]:
        block: list[int] = []
        for place, cut in enumerate(self._open):
            if block and cut == 0:
                yield block
                block = []
            block.append(place)
        if block:
            yield block

    def _leads(self, place: int) -> Iterable[int]:
        unit = self.units[place]
        if unit.block is Block.TABLE_ROW and unit.group is not None:
            head = self._heads.get(unit.group)
            if head is not None:
                yield head
        for _ in range(MAX_LEADS):
            lead = self._place.get(unit.parent or "")
            if lead is None:
                return
            yield lead
            unit = self.units[lead]

    @cached_property
    def _heads(self) -> dict[str, int]:
        return {
            unit.group: place
            for place, unit in enumerate(self.units)
            if unit.block is Block.TABLE_HEADER and unit.group is not None
        }

    @cached_property
    def _definitions(self) -> dict[str, int]:
        """Terms in lower case and the unit that says what they mean."""
        found: dict[str, int] = {}
        for place, unit in enumerate(self.units):
            if unit.block in (Block.SENTENCE, Block.LIST_ITEM):
                match = _DEFINITION.match(self.source.text, unit.body.start, min(unit.body.end, unit.body.start + 200))
                if match is not None:
                    term = (match["marked"] or match["plain"]).casefold()
                    if len(term) > 2:
                        found.setdefault(term, place)
                        if len(found) >= MAX_DEFINITIONS:
                            break
        return found
