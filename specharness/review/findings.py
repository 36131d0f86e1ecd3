"""What the guide's rules find in the labels as they stand on the page, by the rules that label files are held to."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Container, Sequence
from typing import NamedTuple

from specharness.ir import Source
from specharness.ir.annotation import Label
from specharness.labels.overlaps import overlap_findings
from specharness.labels.rules import hard_spans, label_findings, text_findings
from specharness.review.labels import Row
from specharness.segment import segment

NEAR = 4000
"""Characters on both sides of a label within which others may quote a part of its clause; no clause is as long."""

_OUTSIDE = frozenset({"span_outside", "other_document"})
"""What keeps a label from being read in the text."""


class Finding(NamedTuple):
    label: str
    """Id of the label."""
    rule: str
    message: str


class Findings(NamedTuple):
    alone: tuple[Finding, ...]
    """Of single labels."""
    between: tuple[Finding, ...]
    """Of a label and an earlier one."""


def findings(source: Source, rows: Sequence[Row], only: Container[str]) -> Findings:
    """What the rules find in the labels whose ids are in `only`, and between any two labels."""
    labels = [Label.model_validate(row) for row in rows]
    alone: list[Finding] = []
    sound: list[Label] = []
    for label in labels:
        found = list(label_findings(label, source))
        if label.id in only:
            alone += [Finding(label.id, item.rule, item.message) for item in found]
        if not any(item.rule in _OUTSIDE for item in found):
            sound.append(label)
    alone += _in_the_text(source, sound, only)
    between = []
    for first, second, item in overlap_findings(sound):
        # The rules speak of lines of a file; on the page a label is known by its id.
        message = item.message.replace("that of line {line}", sound[first].id).replace("line {line}", sound[first].id)
        between.append(Finding(sound[second].id, item.rule, message))
    return Findings(tuple(alone), tuple(between))


def _in_the_text(source: Source, labels: Sequence[Label], only: Container[str]) -> list[Finding]:
    units = segment(source)
    ordered = sorted(labels, key=_start)
    found = []
    for label in ordered:
        if label.id not in only:
            continue
        first = bisect_left(ordered, label.spans[0].start - NEAR, key=_start)
        last = bisect_right(ordered, label.spans[0].end + NEAR, key=_start)
        items = text_findings(label, hard_spans(ordered[first:last], source), source, units)
        found += [Finding(label.id, item.rule, item.message) for item in items]
    return found


def _start(label: Label) -> int:
    return label.spans[0].start
