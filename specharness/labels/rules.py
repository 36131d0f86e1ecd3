"""The rules that a single label is held to, by their codes.

Guarantees that a rule speaks only of what it can see: without the text, of the format; with it, of spans, literals and
clauses. Clauses are judged by grounding's second key, so that a label which passes here is not refused there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from specharness.ground.lexicon import Sense, starts_with_prohibition, tokens
from specharness.ground.numerals import as_number, numbers_in
from specharness.ground.two_key import Flaw, complete_spans
from specharness.ir import Block, Direction, Disposition, Family, Scalar, Source, SourceKind, Span, Unit
from specharness.ir.annotation import PARAM_NAMES, Label, Offsets
from specharness.measure.annotations import direction_of, named_source, place_of

RULES: Mapping[str, str] = {
    "not_json": "a line that is no JSON object, or is over a limit",
    "missing_field": "a field of the format is missing",
    "unknown_field": "a field that the format does not have",
    "bad_value": "a value outside of the vocabulary, or of another type",
    "header_place": "a header that is not the first line",
    "hash_missing": "no header: nothing ties the offsets to a text",
    "hash_differs": "the text has changed since it was labelled",
    "misplaced": "the file stands where another document is labelled",
    "no_document": "the document is missing, can't be read or may not be read",
    "other_document": "a label about another document than the file's",
    "duplicate_id": "an id that an earlier label has",
    "span_outside": "a span beyond the end of the text",
    "span_ragged": "a span that begins or ends with blanks",
    "span_repeated": "spans of one label that share characters",
    "family_missing": "hard without a family",
    "family_unexpected": "a family although not hard",
    "residual_label": "residual text has no label, unless it addresses the compiler or the verifier",
    "unknown_param": "a parameter outside of the vocabulary",
    "literal_ungrounded": "a literal that stands nowhere in the text and is not marked as read from the workspace",
    "condition_ungrounded": "a condition that is not the text of a guard",
    "second_key": "a hard label's main span is not clause-complete",
    "case_2": "settled case 2: `should` in a skill is advisory",
    "case_6": "settled case 6: a lead-in or heading as a main span",
    "case_12": "settled case 12: a stated bound is a range",
    "crossing": "main spans of two labels cross",
    "same_requirement": "two labels for one requirement",
    "bound_and_advised": "the same words bind and advise",
}
"""Every rule that a finding can name, and what it finds."""

_META = "meta-instruction"
_DIRECTIONS = frozenset({"ascending", "descending"})
"""The vocabulary's own words for the direction of a sort; texts say it in many ways."""
_BOUNDS = frozenset({"min", "max", "min_exclusive", "max_exclusive"})
_SIGN = re.compile(r"\b(?:non-?)?(?:negative|positive)\b|[正负]数", re.I)
"""Words that state zero as a bound."""
_SHOULD = re.compile(r"\bshould\b|应当|应该", re.I)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_STRONGER = re.compile(r"\b(?:must|shall|required|never|always)\b|必须|务必", re.I)


class Found(NamedTuple):
    rule: str
    message: str


def control(name: str) -> bool:
    """Whether a name has a character that ends a line or steers a terminal."""
    return _CONTROL.search(name) is not None


def label_findings(label: Label, source: Source | None) -> Iterator[Found]:
    """What is wrong with a label by itself; `source` is its document, where that is known."""
    hard = label.disposition is Disposition.HARD
    if control(label.id):
        yield Found("bad_value", "id: has a control character; use letters, digits and marks")
    if not label.statement.strip():
        yield Found("missing_field", "statement: is missing; say the requirement in one sentence of your own")
    if label.confidence is None and label.probability is None:
        yield Found("missing_field", "confidence: is missing; write sure or unsure")
    if hard and label.family is None:
        yield Found("family_missing", "hard needs the family of the check that decides it")
    if not hard and label.family is not None:
        yield Found("family_unexpected", f"{label.disposition} has no family; write null")
    if label.disposition is Disposition.RESIDUAL and label.note != _META:
        yield Found("residual_label", f'delete it, or add "note": "{_META}" where it addresses compiler or verifier')
    for name in sorted(label.params.keys() - PARAM_NAMES):
        yield Found("unknown_param", f"{name}: use one of {', '.join(sorted(PARAM_NAMES))}")
    for name in sorted(set(label.workspace) - label.params.keys()):
        yield Found("unknown_param", f"{name}: marked as read from the workspace, and not among the parameters")
    if label.family is Family.VALUE_EQUALS and _BOUNDS & label.params.keys():
        yield Found("case_12", "a stated bound is value_range, or count for a number of things; change the family")
    if source is not None:
        yield from _span_findings(label, source)


def _span_findings(label: Label, source: Source) -> Iterator[Found]:
    named = {named_source(label), *(span.source for span in label.spans)} - {None, source.id}
    if named:
        yield Found("other_document", f"it names {', '.join(sorted(map(str, named)))}; label it in that one's own file")
    last = 0
    for span in sorted(label.spans, key=lambda item: (item.start, item.end)):
        place = f"{span.start}:{span.end}"
        if span.end > len(source.text):
            yield Found("span_outside", f"the span {place} ends after the text ({len(source.text)} characters)")
            continue
        quote = source.text[span.start : span.end]
        if quote != quote.strip():
            yield Found("span_ragged", f"the span {place} begins or ends with blanks; leave them out")
        if span.start < last:
            yield Found("span_repeated", f"the span {place} repeats characters of another span; join or drop it")
        last = max(last, span.end)


def hard_spans(labels: Iterable[Label], source: Source) -> list[Span]:
    """The main spans of the hard ones among labels of `source`."""
    return [
        Span(source=source.id, start=label.spans[0].start, end=label.spans[0].end)
        for label in labels
        if label.disposition is Disposition.HARD
    ]


def text_findings(label: Label, hard: Sequence[Span], source: Source, units: Sequence[Unit]) -> Iterator[Found]:
    """What is wrong with a label in its text, all of its spans being inside; `hard` are the `hard_spans` of the
    document's labels, which may account for what a quote leaves out."""
    try:
        direction = direction_of(label, source)
    except ValueError as error:
        yield Found("span_outside", f"a text is given by a place outside of the document: {error}")
        return
    quote = source.quote(direction.spans[0])
    if direction.condition and not _stands(direction.condition, source.text):
        yield Found("condition_ungrounded", f"no text says {direction.condition[:60]!r}; give the guard's own words")
    yield from _literal_findings(label, direction, source)
    yield from _case_findings(label, direction, quote, source, units)
    if label.disposition is Disposition.HARD and label.family is not None:
        kept = complete_spans(direction, {source.id: source}, {source.id: units}, hard)
        if isinstance(kept, Flaw):
            yield Found("second_key", f"{kept.detail}: widen the span, name it as condition or parameter, or demote")


def _literal_findings(label: Label, direction: Direction, source: Source) -> Iterator[Found]:
    for name, value in label.params.items():
        if name in label.workspace or name in label.param_spans:
            continue
        for item in value if isinstance(value, tuple) else (value,):
            if not isinstance(item, Offsets) and not _is_written(item, direction.spans, source):
                yield Found(
                    "literal_ungrounded",
                    f"{name}: no text says {str(item)[:60]!r}; write it as the text does, or list {name} in workspace",
                )


def _is_written(value: Scalar, spans: tuple[Span, ...], source: Source) -> bool:
    """Whether a literal stands in the text: as written, as a number in words, or as the parts of a path or key."""
    if value is None or isinstance(value, bool) or value in _DIRECTIONS:
        return True
    if place_of(value, spans, source) is not None:
        return True
    if isinstance(value, (int, float)):
        return value in numbers_in(source.text) or (value == 0 and _SIGN.search(source.text) is not None)
    number = as_number(value)
    if _stands(value, source.text) or (number is not None and number in numbers_in(source.text)):
        return True
    # A path may be stated as folder and name, a key as table and member.
    parts = [part for part in re.split(r"[/.\[\]]+", value) if part]
    return len(parts) > 1 and all(part in source.text for part in parts)


def _stands(text: str, inside: str) -> bool:
    """Whether a text stands in another one, whatever its blanks and letter case."""
    return _folded(text) in _folded(inside)


@lru_cache(maxsize=2)
def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _case_findings(
    label: Label, direction: Direction, quote: str, source: Source, units: Sequence[Unit]
) -> Iterator[Found]:
    hard = label.disposition is Disposition.HARD
    if hard and source.kind is SourceKind.SKILL and _SHOULD.search(quote) and not _STRONGER.search(quote):
        yield Found("case_2", "`should` in a skill is advisory, even about this task's artifact; make it advisory")
    if _introduces(direction.spans, quote, units):
        yield Found("case_6", "the main span is a lead-in; put the item first and the lead-in second")
    if hard and _in_heading(direction.spans[0], units) and not _speaks(quote):
        yield Found("case_6", "a bare heading asks nothing; label the sentence below it")


def _introduces(spans: Sequence[Span], quote: str, units: Sequence[Unit]) -> bool:
    """Whether the main span is the line above another of the spans."""
    if not quote.rstrip().endswith((":", "：")):
        return False
    above = {unit.id for unit in units if _inside(spans[0], unit)}
    return any(unit.parent in above for unit in units for span in spans[1:] if _inside(span, unit))


def _speaks(quote: str) -> bool:
    """Whether a heading is a sentence that demands or forbids, and no bare title."""
    return starts_with_prohibition(quote) or any(token.sense is Sense.MODAL for token in tokens(quote))


def _inside(span: Span, unit: Unit) -> bool:
    return unit.span.start <= span.start and span.end <= unit.span.end


def _in_heading(span: Span, units: Sequence[Unit]) -> bool:
    return any(unit.block is Block.HEADING and _inside(span, unit) for unit in units)
