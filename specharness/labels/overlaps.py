"""Which overlaps of two labels the guide forbids.

Allowed: two requirements in one sentence may share characters, one inside the other, or the same ones where both can
fail apart (a path and what stands there). Forbidden, since one of two labels must be wrong:

- `crossing`: main spans that cross, each with characters of its own: a clause was cut in two ways;
- `same_requirement`: the same main span with equal disposition, family, parameters and condition: one direction with
  several spans (settled case 7);
- `bound_and_advised`: the same main span both binds and advises: a clause has one force.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from specharness.ir import Disposition, canonical_json
from specharness.ir.annotation import Label
from specharness.labels.rules import Found


def overlap_findings(labels: Sequence[Label]) -> Iterator[tuple[int, int, Found]]:
    """Pairs of labels, as indexes with the later one second, and what is wrong; `{line}` stands for the first's line.

    One pass over the main spans in order of their starts; only spans that reach into each other are compared.
    """
    order = sorted(range(len(labels)), key=lambda index: (labels[index].spans[0].start, -labels[index].spans[0].end))
    open_spans: list[int] = []
    for index in order:
        start = labels[index].spans[0].start
        open_spans = [other for other in open_spans if labels[other].spans[0].end > start]
        for other in open_spans:
            found = _between(labels[other], labels[index])
            if found is not None:
                yield min(other, index), max(other, index), found
        open_spans.append(index)


def _between(one: Label, other: Label) -> Found | None:
    """What is wrong between two labels whose main spans share characters; `one` starts no later."""
    first, second = one.spans[0], other.spans[0]
    if first.start < second.start < first.end < second.end:
        return Found("crossing", "its main span crosses that of line {line}; cut the clause in one way")
    if (first.start, first.end) != (second.start, second.end):
        return None
    forces = {one.disposition, other.disposition}
    if Disposition.ADVISORY in forces and len(forces) > 1:
        other_force = "binds" if other.disposition is Disposition.ADVISORY else "only advises"
        return Found("bound_and_advised", f"line {{line}} labels the same words, and {other_force}; keep one")
    if _requirement(one) == _requirement(other):
        return Found("same_requirement", "line {line} is the same requirement; make them one with several spans")
    return None


def _requirement(label: Label) -> str:
    fields = {"disposition", "family", "params", "condition", "modality", "kind"}
    return canonical_json(label.model_dump(mode="json", include=fields))
