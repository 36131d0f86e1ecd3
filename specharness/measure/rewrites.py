"""Rewrites of a specification that leave its meaning alone: other words, other order, other line breaks.

Each takes a whole text and gives a whole text, with the stretches that were touched. Rewordings come from a table of
pairs that say the same; they are tried where a text has the one or the other side. Deterministic.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from specharness.ir import Block, Unit


class Rewrite(NamedTuple):
    """A text that says the same, and which stretch of the old became which of the new."""

    what: str
    text: str
    old: tuple[int, int]
    new: tuple[int, int]


class Pair(NamedTuple):
    """Two wordings of the same demand. `{0}` and `{1}` are literals that both carry."""

    one: str
    other: str


def reworded(text: str, start: int, end: int, pairs: Sequence[Pair]) -> Iterator[Rewrite]:
    """Every rewording of a stretch by one pair, at the first place that it fits, in either direction."""
    clause = text[start:end]
    for pair in pairs:
        for here, there in (pair, pair[::-1]):
            match = _pattern(here).search(clause)
            if match is None:
                continue
            said = there.format(*match.groups())
            if match.group()[:1].isupper():
                said = said[:1].upper() + said[1:]
            new = clause[: match.start()] + said + clause[match.end() :]
            if new != clause:
                whole = text[:start] + new + text[end:]
                yield Rewrite(f"{here} → {there}", whole, (start, end), (start, start + len(new)))


def _pattern(wording: str) -> re.Pattern[str]:
    parts = re.split(r"\{\d\}", wording)
    words = r"((?:`[^`\n]+`|[\w./-]+)(?:(?:, | and |、|和)`[^`\n]+`)*)".join(re.escape(part) for part in parts)
    edges = (r"(?<![\w`])" if wording[0].isascii() else "", r"(?![\w`])" if wording[-1].isascii() else "")
    if wording.startswith("{"):
        edges = ("", edges[1])
    return re.compile(edges[0] + words + edges[1], re.IGNORECASE)


def reordered(text: str, units: Sequence[Unit]) -> Iterator[Rewrite]:
    """Two neighbouring items of a bullet list exchanged, where each is one line by itself."""
    for one, two in pairwise(units):
        both = (one, two)
        if any(unit.block is not Block.LIST_ITEM or unit.info == "ordered" for unit in both):
            continue
        if one.group != two.group or one.depth != two.depth:
            continue
        lines = [(text.rfind("\n", 0, unit.body.start) + 1, unit.body.end) for unit in both]
        first, second = (text[start:end] for start, end in lines)
        between = text[lines[0][1] : lines[1][0]]
        if between.strip() or "\n" in first or "\n" in second or _leans(first) or _leans(second):
            continue
        start, end = lines[0][0], lines[1][1]
        whole = text[:start] + second + between + first + text[end:]
        yield Rewrite("items exchanged", whole, (start, end), (start, end))


_LEANS = re.compile(
    r"\b(?:it|its|they|them|their|this|that|these|those|also|too|either|then|same|other|otherwise|again)\b"
    r"|\bthe (?:file|report)\b"
    r"|也|其|该|此|这",
    re.IGNORECASE,
)


def _leans(item: str) -> bool:
    """Whether an item speaks of what stands before it."""
    return _LEANS.search(item) is not None


MIN_LINE = 40
"""Characters of a line that was broken only because it was full."""


def rewrapped(text: str, units: Sequence[Unit], width: int) -> Iterator[Rewrite]:
    """Each paragraph and item of plain lines, broken at another width."""
    groups: dict[str, list[Unit]] = {}
    for unit in units:
        if unit.block is Block.SENTENCE and unit.depth == 0 and unit.group is not None:
            groups.setdefault(unit.group, []).append(unit)
    for found in groups.values():
        start, end = found[0].span.start, found[-1].span.end
        block = text[start:end]
        alone = not text[text.rfind("\n", 0, start) + 1 : start].strip()
        if any(len(line) < MIN_LINE for line in block.split("\n")[:-1]):
            continue  # a short line is broken on purpose: a heading in capitals, a verse
        if not alone or len(block) < MIN_LINE or re.search(r"\n\s*\n|  \n|\n\s*[-*+#>|\d]", block) or "\\\n" in block:
            continue
        lines = textwrap.wrap(" ".join(block.split()), width, break_long_words=False, break_on_hyphens=False)
        new = "\n".join(lines)
        if new == block or any(re.match(r"\s*(?:[-*+#>|=]|\d+[.)])", line) for line in lines[1:]):
            continue
        yield Rewrite(f"wrapped at {width}", text[:start] + new + text[end:], (start, end), (start, start + len(new)))
