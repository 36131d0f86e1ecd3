"""Labels as the project may keep them: offsets, choices and literals, and nothing else of the document's text.

Guarantees that the copy is tied to the document's bytes, that a guard and any literal of more than MAX_LITERAL
characters is given by its place where it stands in the text, and that every statement is our own. A guard that stands
nowhere in the text is the annotator's, and kept; the linter asks for its place. Same input, same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from specharness.ir import Scalar, Source
from specharness.ir.annotation import Label, LabelHeader, Offsets
from specharness.labels.corrections import Correction, corrected
from specharness.labels.documents import LabelledText
from specharness.labels.statements import own_statement
from specharness.labels.writing import label_line

MAX_LITERAL = 60
"""Characters of a literal that is copied: a path, a key or a short phrase, not a passage."""


def own_copy(text: LabelledText, source: Source, corrections: Sequence[Correction]) -> str:
    """The text of the label file that the project keeps; raises what `corrected` raises."""
    lines = [LabelHeader(document=source.id, sha256=source.sha256).model_dump_json()]
    lines += [label_line(_own(label, source)) for label in corrected(source.id, text.labels, corrections)]
    return "".join(f"{line}\n" for line in lines)


def _own(label: Label, source: Source) -> Label:
    near = label.spans[0].start
    condition = label.condition
    if isinstance(condition, str):
        condition = _place(condition, near, source) or condition
    params = {
        name: tuple(_kept(item, near, source) for item in value)
        if isinstance(value, tuple)
        else _kept(value, near, source)
        for name, value in label.params.items()
    }
    spans = tuple(Offsets(start=span.start, end=span.end) for span in label.spans)
    kept = label.model_copy(update={"source": None, "spans": spans, "condition": condition, "params": params})
    return kept.model_copy(update={"statement": own_statement(kept), "note": _note(label.note)})


def _note(note: str | None) -> str | None:
    return note if note == "meta-instruction" else None


def _kept(value: Scalar | Offsets, near: int, source: Source) -> Scalar | Offsets:
    if not isinstance(value, str) or len(value) <= MAX_LITERAL:
        return value
    return _place(value, near, source) or value


def _place(text: str, near: int, source: Source) -> Offsets | None:
    """Where a text stands, the nearest to `near`: as it is, else with other blanks or in another letter case."""
    loose = r"\s+".join(map(re.escape, text.split()))
    for pattern in (re.compile(re.escape(text)), re.compile(loose, re.I)):
        places = [match.span() for match in pattern.finditer(source.text)]
        if places:
            start, end = min(places, key=lambda place: (abs(place[0] - near), place))
            return Offsets(start=start, end=end)
    return None
