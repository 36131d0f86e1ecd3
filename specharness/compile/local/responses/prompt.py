"""A prompt as the readers of response constraints see it: sentences, quotations, and what is only material.

Guarantees that offsets are those of the prompt itself: what is blanked out keeps its length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from specharness.compile.local.responses.model import Place

MAX_LITERAL = 60
"""Longest quotation that is read as a literal; a longer one is material to work on, unless it is asked for in full."""

MAX_PROMPT = 100_000
"""Characters of a prompt that are read for constraints on its answer; nobody states them behind that."""

_QUOTED = re.compile(
    r"\"([^\"\n]{1,1500})\"|[“”]([^“”\"\n]{1,1500})[”\"]|`([^`\n]{1,300})`|‘([^‘’\n]{1,300})’(?!\w)"
    r"|(?<![\w’'])'([^'\n]{1,300}|[^'\n]{1,100}'\w[^'\n]{0,100})'(?!\w)"
)
_SENTENCE = re.compile(r"(?<=[.!?])[\"”')]*\s+(?=[A-Z0-9*\"'“(`<-]|\w)|\n+")
_ABBREVIATED = re.compile(
    r"(?:\b(?:i\.?e|e\.?g|etc|vs|Mr|Mrs|Dr|St|No|approx|[A-Z])|P\.\s?S|P\.\s?P)\.$", re.IGNORECASE
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
            group = next(number for number in range(1, 6) if match[number] is not None)
            found.append(Quote(match[group], *match.span(group)))
        return tuple(found)

    @cached_property
    def prose(self) -> str:
        """The text with long quotations blanked out: what they say is material, no demand."""
        out = self.text
        for quote in self.quotes:
            if len(quote.value) > MAX_LITERAL:
                out = out[: quote.start] + " " * len(quote.value) + out[quote.end :]
        return out

    @cached_property
    def bare(self) -> str:
        """The text with all quotations blanked out."""
        out = self.text
        for quote in self.quotes:
            out = out[: quote.start] + " " * len(quote.value) + out[quote.end :]
        return out

    @cached_property
    def sentences(self) -> tuple[tuple[int, int], ...]:
        """Start and end of every sentence or line of the prose."""
        found, start = [], 0
        for match in _SENTENCE.finditer(self.prose):
            if "\n" not in match.group() and _ABBREVIATED.search(self.prose, start, match.start()):
                continue
            if self.prose[start : match.start()].strip():
                found.append((start, match.start()))
            start = match.end()
        if self.prose[start:].strip():
            found.append((start, len(self.prose)))
        return tuple(found)

    def sentence_of(self, place: int) -> tuple[int, int]:
        """The sentence that a character stands in."""
        return next(((a, b) for a, b in self.sentences if a <= place < b), (place, place))

    def quotes_in(self, start: int, end: int) -> Iterator[Quote]:
        """Quotations that begin in a stretch."""
        return (quote for quote in self.quotes if start <= quote.start < end)
