"""Which settled case of the guide is likely to decide between two labels of one requirement.

A hint for the person who adjudicates, from signs in the text and in how the labels differ; the first that fits is
named. It decides nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from specharness.ir import Direction, Disposition, Family, Source, SourceKind

CASES: Mapping[int, str] = {
    1: "one direction for each named field, function, sheet or text; a path apart from its contents; "
    "no split without an observable of its own",
    2: "in a skill `should` only advises; a bare imperative about this task's artifact binds, and siblings share force",
    3: "a value to be calculated with no stated formula is left open; filling the cell binds only if it is asked for",
    4: "a number binds only if it is said where it can be observed",
    5: "sequence words in a prompt over observable steps are ordered_steps",
    6: "an introducing line is the first item's second span, a bare heading nothing; a guard is span and condition",
    7: "a sentence that restates others is a further span of each; what another implies is merged",
    8: "a sample for a named input is value_equals; values of a free-standing sample are residual",
    9: "alternatives that the agent chooses among are advice",
    10: "what must be seen or heard is left open as to its correctness, its format binds",
    11: "'as before' and 'source of truth' with nothing named are left open",
    12: "bounds are value_range, a guarded literal value_equals, two equal places cross_consistent, "
    "a recalculation computed, reading from a place other_checkable",
}
"""What each case says, in short."""

_CALCULATE = re.compile(r"\b(?:calculat|comput|estimat|deriv|determin)\w*", re.I)
_SHOULD = re.compile(r"\bshould\b", re.I)
_SEQUENCE = re.compile(r"\b(?:first|then|next|after|before|finally|once)\b|首先|然后|最后", re.I)
_MEDIA = re.compile(r"\b(?:image|video|audio|photo|picture|screenshot|speech|recording)s?\b", re.I)
_ALTERNATIVE = re.compile(r"\b(?:either|or|alternatively|otherwise|depending)\b", re.I)
_SAME_AS = re.compile(r"\b(?:source of truth|behaviou?r|as (?:is|before)|existing|normal|keep|preserve)\b", re.I)
_SAMPLE = re.compile(r"```|\bexample\b|\be\.g\.|\bsample\b", re.I)
_NUMBER = re.compile(r"\d")


def likely_case(a: Direction | None, b: Direction | None, source: Source, *, nested: bool) -> int | None:
    """The case that likely decides; None where no sign speaks for any.

    With one label missing, `nested` says that the other annotator has the same words inside another direction.
    """
    quote = " ".join(source.quote(span) for item in (a, b) if item is not None for span in item.spans)
    if a is None or b is None:
        return _alone(a or b, quote, source, nested=nested)
    if a.disposition is not b.disposition:
        return _force({a.disposition, b.disposition}, quote, source)
    if a.family is not b.family:
        return 5 if Family.ORDERED_STEPS in (a.family, b.family) else 12
    if a.condition != b.condition:
        return 6
    if any(source.quote(span).rstrip().endswith((":", "：")) for item in (a, b) for span in item.spans):
        return 6
    return 7 if len(a.spans) != len(b.spans) else None


def _alone(only: Direction | None, quote: str, source: Source, *, nested: bool) -> int | None:
    if nested:
        return 1
    if _SAMPLE.search(quote):
        return 8
    if quote.rstrip().endswith((":", "：")):
        return 6
    if source.kind is SourceKind.SKILL:
        return 2
    return 7 if only is not None else None


def _force(dispositions: set[Disposition], quote: str, source: Source) -> int | None:
    if source.kind is SourceKind.SKILL:
        return 2
    signs = (
        (3, _CALCULATE, Disposition.ABSTAIN),
        (10, _MEDIA, Disposition.ABSTAIN),
        (9, _ALTERNATIVE, Disposition.ADVISORY),
        (11, _SAME_AS, Disposition.ABSTAIN),
        (5, _SEQUENCE, Disposition.HARD),
        (2, _SHOULD, Disposition.ADVISORY),
        (4, _NUMBER, Disposition.HARD),
    )
    return next((case for case, sign, of in signs if of in dispositions and sign.search(quote)), None)
