"""Text that addresses the compiler or the verifier. It has no authority, whoever wrote it and however it is hidden.

A chunk is looked at by itself, in every reading that `meta_disguises` knows, and together with its neighbours where
an order is cut into pieces. Time is linear in the text. How such texts are worded is `meta_wording`'s business.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from specharness.compile.local.meta_disguises import MAX_BLOB, last_word_first, plain, readings
from specharness.compile.local.meta_wording import LATIN, OTHER
from specharness.compile.local.prefilter import traits
from specharness.ir import Span

__all__ = ["MAX_BLOB", "MAX_TEXT", "addressed", "is_meta"]

MAX_TEXT = 20_000
"""Characters of one chunk that are looked at; a longer one is data."""
MAX_PIECES = 12
"""Chunks that an order may be cut into."""
MAX_PIECE = 60
"""Characters of such a piece."""
_ENDS = re.compile(r"[.!?:;。！？：；]\W*$")


def addressed(text: str, spans: Sequence[Span]) -> list[Span]:
    """The stretches of a text that speak to the compiler or the verifier instead of to the agent."""
    found = {span.start for span in spans if is_meta(text[span.start : span.end])}
    for run in _runs(text, spans):
        if any(span.start in found for span in run):
            continue
        first = next((at for at in reversed(range(len(run))) if _says(_joined(text, run[at:]))), None)
        if first is not None:
            found.update(span.start for span in run[first:])
    return [span for span in spans if span.start in found]


def is_meta(text: str) -> bool:
    """Whether a text by itself speaks to the compiler or the verifier."""
    return any(map(_fits, readings(text[:MAX_TEXT])))


def _fits(reading: str) -> bool:
    lower = reading.lower()
    mask = traits(lower)
    latin = LATIN.possible(mask)
    if any(guarded.fits(reading, lower, mask) for guarded in latin):
        return True
    if not reading.isascii() and any(guarded.fits(reading, lower, mask) for guarded in OTHER.possible(mask)):
        return True
    back = last_word_first(reading) if latin else ""
    lower = back.lower()
    return any(guarded.fits(back, lower, mask) for guarded in latin) if back else False  # same words, same traits


def _runs(text: str, spans: Sequence[Span]) -> Iterator[list[Span]]:
    """Neighbouring pieces of which only the last one ends a sentence."""
    run: list[Span] = []
    for span in spans:
        piece = text[span.start : min(span.end, span.start + MAX_PIECE + 1)]
        short = span.end - span.start <= MAX_PIECE
        if short:
            run.append(span)
        if not short or _ENDS.search(piece) or len(run) == MAX_PIECES:
            if len(run) > 1:
                yield run
            run = []
    if len(run) > 1:
        yield run


def _joined(text: str, run: Sequence[Span]) -> str:
    return " ".join(text[span.start : span.end] for span in run)


def _says(text: str) -> bool:
    return _fits(plain(text))
