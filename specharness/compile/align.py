"""Quotes to spans: where the words that an engine returned stand in the source, or that they stand nowhere.

The first of grounding's two keys for engines that answer in text. A quote is looked up as it is; failing that, with
those differences folded away that carry no meaning: white space, curly quotes, dashes, emphasis and list marks,
full-width forms, characters without width, composed accents. Case, words, numbers and everything else must agree:
there is no similarity and no threshold. Which of several places is meant is taken from the unit that the engine
names, and otherwise not guessed. Time is linear in the source for a batch of quotes that name their units, and
bounded by MAX_SCANNED for any other. Whether a verbatim quote says all that its clause says is `ground.two_key`'s
business.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from specharness.ir import Source, Span, Unit

MAX_QUOTE = 8_000
"""Characters of one quote: a quote is a clause or an example block, not a chapter."""
MAX_SCANNED = 512 * 2**20
"""Characters that one batch may read in search of quotes outside of the units they name."""
MAX_PLACES = 64
"""Places of one quote that are told apart; a text that stands more often names nothing."""


class Quote(NamedTuple):
    """Words that an engine says stand in the source, and the number of the unit in which it saw them begin."""

    text: str
    unit: int | None = None


class Miss(StrEnum):
    """Why a quote has no place."""

    BLANK = "blank"
    TOO_LONG = "too_long"
    NOT_VERBATIM = "not_verbatim"
    AMBIGUOUS = "ambiguous"
    """It stands in several places, and which is meant is not said."""
    NO_SUCH_UNIT = "no_such_unit"
    BUDGET = "budget"
    """MAX_SCANNED was reached."""
    OTHER_NUMBER = "other_number"
    """It is the number of something else, and not the one that it is said to state."""


@dataclass(frozen=True)
class Aligned:
    """Where a quote stands."""

    span: Span
    verbatim: bool
    """False: only after folding."""
    places: int
    """How many places were looked at to choose this one: 1 unless the text repeats itself."""


@dataclass(frozen=True)
class Unaligned:
    """A quote that obliges nobody."""

    miss: Miss
    detail: str


def align(
    source: Source, units: Sequence[Unit], quotes: Sequence[Quote], *, words_only: bool = True
) -> tuple[Aligned | Unaligned, ...]:
    """The place of every quote in `source`, in the order of `quotes`. `units` are the source's, in its order.

    Without `words_only`, marks alone ("@") are a quote, too, as a literal may be.

    Of a text that stands several times in the unit named, or in the source where none is named, the places go to its
    quotes in order if there are as many quotes as places; otherwise none is chosen.
    """
    return _Batch(source, units, words_only).align(quotes)


_SAME_LENGTH = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)} | str.maketrans(
    "“”„‟«»‘’‚‛‐‑‒–—―−\u00a0\u2002\u2003\u2009\u202f\u3000", '"' * 6 + "'" * 4 + "-" * 7 + " " * 6
)
"""One character for one, so that offsets stay."""
_WIDTHLESS = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
_COMBINING = "\u0300-\u036f"
_STARS = r"(?<!/)(?<!\s)\*++(?![\w./\\])|(?<![\w/])\*++(?![\s./\\])"
"""Emphasis: not a glob (`*.csv`, `src/**`), a product (`2*3`, `a * b`) or a power."""
_CHANGED = re.compile(rf"\s{{2,}}+|[^\S ]|[{_WIDTHLESS}`]+|{_STARS}|[^\s{_COMBINING}][{_COMBINING}]++")
_LINE_MARKS = re.compile(r"(?:(?:>|[-*+•]|#{1,6})[ \t]++)++|>")
"""Marks that open a line: quote signs, bullets, heading hashes. Numbers of lists may be numbers."""
_LEADING = re.compile(r"\s*+(?:(?:>|[-*+•]|#{1,6})[ \t]++)*+")


def _bare(quote: str) -> str:
    """A quote without the marks that open its line."""
    leading = _LEADING.match(quote)
    return quote[leading.end() :] if leading is not None else quote


class _Piece(NamedTuple):
    """A stretch of a folded text and the stretch of the source that it stands for."""

    at: int
    start: int
    length: int
    """Of the source's stretch."""
    replaced: bool


class _Folded:
    """A text with what means nothing folded away, and the way back to its offsets."""

    def __init__(self, text: str) -> None:
        parts: list[str] = []
        self._pieces: list[_Piece] = []
        at = done = 0
        plain = text.translate(_SAME_LENGTH)
        for start, end, new in _changes(plain):
            if done < start:
                self._pieces.append(_Piece(at, done, start - done, replaced=False))
                parts.append(plain[done:start])
                at += start - done
            if new:
                self._pieces.append(_Piece(at, start, end - start, replaced=True))
                parts.append(new)
                at += len(new)
            done = end
        if done < len(plain):
            self._pieces.append(_Piece(at, done, len(plain) - done, replaced=False))
            parts.append(plain[done:])
        self.text = "".join(parts)

    @cached_property
    def _starts(self) -> list[int]:
        return [piece.start for piece in self._pieces]

    @cached_property
    def _offsets(self) -> list[int]:
        return [piece.at for piece in self._pieces]

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """The source's stretch of a folded one."""
        first, last = self._piece(start), self._piece(end - 1)
        left = first.start if first.replaced else first.start + start - first.at
        right = last.start + last.length if last.replaced else last.start + end - last.at
        return left, right

    def image(self, offset: int) -> int:
        """Where a source offset lies in the folded text."""
        number = bisect_right(self._starts, offset) - 1
        if number < 0:
            return 0
        piece = self._pieces[number]
        following = self._pieces[number + 1].at if number + 1 < len(self._pieces) else len(self.text)
        return min(piece.at + (0 if piece.replaced else offset - piece.start), following)

    def _piece(self, at: int) -> _Piece:
        return self._pieces[bisect_right(self._offsets, at) - 1]


def _changes(text: str) -> Iterator[tuple[int, int, str]]:
    """What folding replaces: stretch and new text."""
    end = 0
    for match in _CHANGED.finditer(text):
        start = match.start()
        if start < end:
            continue  # inside marks that were taken with the end of the line before
        found = match.group()
        end = match.end()
        if found.isspace():
            marks = _LINE_MARKS.match(text, end) if "\n" in found else None
            if marks is not None:
                end = marks.end()
                while end < len(text) and text[end] in " \t":
                    end += 1
            yield start, end, " "
        elif len(found) > 1 and unicodedata.combining(found[-1]):
            yield start, end, unicodedata.normalize("NFC", found)
        else:
            yield start, end, ""


def folded(text: str) -> str:
    """A text as `align` compares it in the second place."""
    return _Folded(_bare(text)).text.strip()


class _Batch:
    """One source and the quotes that are looked for in it. Lives for one call."""

    def __init__(self, source: Source, units: Sequence[Unit], words_only: bool) -> None:
        self._words_only = words_only
        self._source = source
        self._units = units
        self._scanned = 0

    @cached_property
    def _folded(self) -> _Folded:
        return _Folded(self._source.text)

    @cached_property
    def _by_number(self) -> dict[int, Unit]:
        return {int(unit.id[1:]): unit for unit in self._units}

    def align(self, quotes: Sequence[Quote]) -> tuple[Aligned | Unaligned, ...]:
        asked = Counter((quote.text.strip(), quote.unit) for quote in quotes)
        known: dict[tuple[str, int | None], tuple[list[tuple[int, int]], bool] | Unaligned] = {}
        given: Counter[tuple[str, int | None]] = Counter()
        answers: list[Aligned | Unaligned] = []
        for quote in quotes:
            key = (quote.text.strip(), quote.unit)
            found = known.get(key) or known.setdefault(key, self._places(*key))
            number, given[key] = given[key], given[key] + 1
            if isinstance(found, Unaligned):
                answers.append(found)
                continue
            places, verbatim = found
            if len(places) > 1 and len(places) != asked[key]:
                where = "in the unit named" if quote.unit is not None else "in the source, and no unit is named"
                many = f"at least {MAX_PLACES}" if len(places) >= MAX_PLACES else str(len(places))
                answers.append(Unaligned(Miss.AMBIGUOUS, f"the quote stands {many} times {where}"))
                continue
            start, end = places[number if len(places) > 1 else 0]
            span = Span(source=self._source.id, start=start, end=end)
            answers.append(Aligned(span, verbatim, len(places)))
        return tuple(answers)

    def _places(self, quote: str, number: int | None) -> tuple[list[tuple[int, int]], bool] | Unaligned:
        """All places of a quote as stretches of the source, and whether they are verbatim."""
        if len(quote) > MAX_QUOTE:
            return Unaligned(Miss.TOO_LONG, f"the quote has {len(quote)} characters, more than MAX_QUOTE ({MAX_QUOTE})")
        words = _bare(quote) if self._words_only else quote
        if not (any(character.isalnum() for character in words) if self._words_only else words):
            return Unaligned(Miss.BLANK, "the quote holds no word")
        text = self._source.text
        unit = self._by_number.get(number) if number is not None else None
        if number is not None and unit is None:
            return Unaligned(Miss.NO_SUCH_UNIT, f"the source has no unit {number}")
        if unit is not None:
            inside = self._exact(words, unit.span.start, unit.span.end)
            if inside:
                return inside, True
            inside = self._loose(words, unit.span.start, unit.span.end)
            if inside:
                return inside, False
        if self._scanned + 2 * len(text) > MAX_SCANNED:
            return Unaligned(Miss.BUDGET, f"more than MAX_SCANNED ({MAX_SCANNED}) characters were searched")
        self._scanned += len(text)
        anywhere = self._exact(words, 0, len(text))
        if anywhere:
            return anywhere, True
        self._scanned += len(text)
        anywhere = self._loose(words, 0, len(text))
        if anywhere:
            return anywhere, False
        return Unaligned(Miss.NOT_VERBATIM, "the quote does not stand in the source")

    def _exact(self, words: str, low: int, high: int) -> list[tuple[int, int]]:
        return [
            (at, at + len(words))
            for at in _occurrences(self._source.text, words, low, high)
            if not _splits(self._source.text, at + len(words))
        ]

    def _loose(self, words: str, low: int, high: int) -> list[tuple[int, int]]:
        words = folded(words)
        if not words:
            return []
        whole = self._folded
        first, last = whole.image(low), whole.image(high)
        return [
            whole.origin(at, at + len(words))
            for at in _occurrences(whole.text, words, first, last)
            if not _splits(whole.text, at + len(words))
        ]


def _splits(text: str, end: int) -> bool:
    """Whether an accent of the letter before `end` stands behind it."""
    return end < len(text) and not text[end].isascii() and unicodedata.combining(text[end]) > 0


def _occurrences(text: str, words: str, low: int, high: int) -> Iterator[int]:
    """Where `words` begins in `[low, high)`, without overlaps, at most MAX_PLACES times."""
    limit = min(len(text), high - 1 + len(words))
    at = text.find(words, low, limit)
    number = 0
    while at >= 0 and number < MAX_PLACES:
        yield at
        number += 1
        at = text.find(words, at + len(words), limit)
