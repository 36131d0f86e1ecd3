"""The example blocks that a direction quotes or points at."""

from __future__ import annotations

import re
from collections.abc import Sequence

from specharness.ground.examples import Sample, example_at
from specharness.ground.families.base import Claim
from specharness.ground.families.schemas import schema_of
from specharness.ir import Block, Source, Span, Unit

_POINTS_AT = re.compile(r"follow|below|format|structure|schema|example|like this|as shown|如下|以下|格式|结构", re.I)


def examples_of(claim: Claim) -> tuple[tuple[Sample, ...], tuple[Span, ...]]:
    """The example blocks that a direction quotes or points at, with their spans."""
    samples: list[Sample] = []
    spans: list[Span] = []
    for span in claim.spans:
        source = claim.sources[span.source]
        place = block_of(span, source, claim.units.get(span.source, ()))
        if place is None or place in spans or schema_of(source.quote(place)) is not None:
            continue
        sample = example_at(source.text, place.start, place.end)
        if sample is not None:
            samples.append(sample)
            spans.append(place)
    return tuple(samples), tuple(spans)


def blocks(claim: Claim) -> list[str]:
    """The texts of the blocks that a direction quotes or points at."""
    texts = []
    for span in claim.spans:
        source = claim.sources[span.source]
        place = block_of(span, source, claim.units.get(span.source, ()))
        if place is not None:
            texts.append(source.quote(place))
    return texts


def block_of(span: Span, source: Source, units: Sequence[Unit]) -> Span | None:
    """The whole code block that a span touches, the block right behind a span that points at it, or the span."""
    for number, unit in enumerate(units):
        if unit.span.end <= span.start or span.end <= unit.span.start:
            continue
        touched = next(
            (other for other in units[number:] if other.block is Block.CODE and _overlap(other.span, span)), None
        )
        if touched is not None:
            return touched.span
        last = max((place for place, other in enumerate(units) if _overlap(other.span, span)), default=number)
        following = units[last + 1] if last + 1 < len(units) else None
        quote = source.quote(span)
        tail = source.text[span.end : units[last].span.end]
        if (
            following is not None
            and following.block is Block.CODE
            and _POINTS_AT.search(quote)
            and not tail.strip(" \t\r\n:：.*_`")
        ):
            return following.span
        break
    return span


def _overlap(one_span: Span, other: Span) -> bool:
    return one_span.start < other.end and other.start < one_span.end
