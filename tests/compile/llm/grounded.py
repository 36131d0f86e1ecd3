"""What must hold of every direction, whatever a model wrote: its words stand in the text."""

from __future__ import annotations

from specharness.ir import Direction, Source


def ungrounded(source: Source, one: Direction) -> str:
    """What of a direction stands nowhere; empty where all of it does."""
    for span in one.spans:
        if span.source != source.id or not source.text[span.start : span.end].strip():
            return f"{one.id}: a span of nothing"
    if one.condition is not None and one.condition not in source.text:
        return f"{one.id}: condition {one.condition!r}"
    for name, param in one.params.items():
        values = param.value if isinstance(param.value, tuple) else (param.value,)
        if len(values) != len(param.spans):
            return f"{one.id}: {name} has no words"
        for value, span in zip(values, param.spans, strict=True):
            words = source.quote(span)
            if isinstance(value, str) and value not in words and " ".join(value.split()) not in " ".join(words.split()):
                return f"{one.id}: {name} {value!r} is not {words!r}"
    return ""
