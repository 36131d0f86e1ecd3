"""A prompt as the readers of response constraints see it: sentences, quotations, and what is only material.

Guarantees that offsets are those of the prompt itself: what is blanked out keeps its length.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from specharness.compile.local.responses.model import Place

MAX_LITERAL = 60
"""Longest quotation that is read as a literal; a longer one is material to work on, unless it is asked for in"
" full."""

MAX_SENTENCE = 1_000
"""Characters of a sentence; what is longer is read in pieces, so that the work stays linear in the prompt."""

MAX_MENTIONS = 500
"""Mentions of one sort (words, letters, a repetition) that are looked at in one prompt; real ones have some ten."""

MAX_PROMPT = 30_000
"""Characters of a prompt that are read for constraints on its answer; nobody states them behind that."""

_QUOTED = re.compile(
    r"\"([^\"\n]{1,1500})\"|[“”]([^“”\"\n]{1,1500})[”\"]|`([^`\n]{1,300})`|‘([^‘’\n]{1,300})’(?!\w)"
    r"|(?<![\w’'])'([^'\n]{1,300}|[^'\n]{1,100}'\w[^'\n]{0,100})'(?!\w)|「([^「」\n]{1,300})」|『([^『』\n]{1,300})』"
)
_SENTENCE = re.compile(r"(?<=[.!?])[\"”')]*\s+(?=[A-Z0-9*\"'“(`<-]|\w)|\n+|(?<=[。！？；])[”』」）]*\s*")
_ABBREVIATED = re.compile(
    r"(?:\b(?:i\.?e|e\.?g|etc|vs|max|min|Mr|Mrs|Dr|St|No|approx|[A-Z])|P\.\s?S|P\.\s?P)\.$", re.IGNORECASE
)


class Quote(NamedTuple):
    """`text[start:end] == value`; the marks stand around it."""

    value: str
    start: int
    end: int

    @property
    def place(self) -> Place:
        return Place(self.value, self.start, self.end)


class Prompt:
    """A text with what its readers share."""

    def __init__(self, text: str) -> None:
        self.text = text[:MAX_PROMPT]

    @cached_property
    def quotes(self) -> tuple[Quote, ...]:
        """Everything in quotation marks or code spans."""
        found = []
        for match in _QUOTED.finditer(self.text):
            group = next(number for number in range(1, 8) if match[number] is not None)
            found.append(Quote(match[group], *match.span(group)))
        return tuple(found)

    @cached_property
    def prose(self) -> str:
        """The text with long quotations blanked out: what they say is material, no demand."""
        return _blanked(self.text, [quote for quote in self.quotes if len(quote.value) > MAX_LITERAL])

    @cached_property
    def bare(self) -> str:
        """The text with all quotations blanked out."""
        return _blanked(self.text, self.quotes)

    @cached_property
    def sentences(self) -> tuple[tuple[int, int], ...]:
        """Start and end of every sentence or line of the prose."""
        found, start = [], 0
        for match in _SENTENCE.finditer(self.prose):
            before = max(start, match.start() - 12)
            if match.end() == start or self.quoted(match.start()):
                continue
            if "\n" not in match.group() and _ABBREVIATED.search(self.prose, before, match.start()):
                continue
            found += _cut(self.prose, start, match.start())
            start = match.end()
        found += _cut(self.prose, start, len(self.prose))
        return tuple(found)

    def sentence_of(self, place: int) -> tuple[int, int]:
        """The sentence that a character stands in."""
        number = bisect_right(self.sentences, place, key=lambda sentence: sentence[0]) - 1
        if number >= 0 and place < self.sentences[number][1]:
            return self.sentences[number]
        return place, place

    @cached_property
    def by_mark(self) -> dict[int, Quote]:
        """Quotations by the place of their opening mark."""
        return {quote.start - 1: quote for quote in self.quotes}

    def quoted(self, place: int) -> bool:
        """Whether a character stands inside a quotation."""
        number = bisect_right(self.quotes, place, key=lambda quote: quote.start) - 1
        return number >= 0 and place < self.quotes[number].end


def _cut(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A sentence, in pieces where it is longer than any; nothing where it is blank."""
    pieces = [(at, min(at + MAX_SENTENCE, end)) for at in range(start, end, MAX_SENTENCE)]
    return [(left, right) for left, right in pieces if text[left:right].strip()]


def _blanked(text: str, quotes: Sequence[Quote]) -> str:
    parts, last = [], 0
    for quote in quotes:
        parts += [text[last : quote.start], " " * (quote.end - quote.start)]
        last = quote.end
    return "".join([*parts, text[last:]])
