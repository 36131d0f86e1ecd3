"""Units and spans without validation, for texts of hundreds of thousands of units.

Guarantees models equal to validated ones (a test compares them). It writes the attributes that pydantic's own
`model_construct` writes, but shares one set of field names between all units, which by itself halves their memory,
and takes a third of the time. Not its business: whether the values are right; `assemble` alone calls it.
"""

from __future__ import annotations

from specharness.ir import Block, Span, Unit

_SPAN_FIELDS = set(Span.model_fields)
_UNIT_FIELDS = set(Unit.model_fields)
_set = object.__setattr__


def new_span(source: str, start: int, end: int) -> Span:
    """`Span(source=…, start=…, end=…)`."""
    span = Span.__new__(Span)
    _set(span, "__dict__", {"source": source, "start": start, "end": end})
    _set(span, "__pydantic_fields_set__", _SPAN_FIELDS)
    _set(span, "__pydantic_extra__", None)
    _set(span, "__pydantic_private__", None)
    return span


def new_unit(
    unit_id: str,
    span: Span,
    body: Span,
    block: Block,
    heading_path: tuple[str, ...],
    parent: str | None,
    group: str | None,
    depth: int,
    info: str,
) -> Unit:
    """`Unit(id=…, span=…, …)`."""
    unit = Unit.__new__(Unit)
    fields = {
        "id": unit_id,
        "span": span,
        "body": body,
        "block": block,
        "heading_path": heading_path,
        "parent": parent,
        "group": group,
        "depth": depth,
        "info": info,
    }
    _set(unit, "__dict__", fields)
    _set(unit, "__pydantic_fields_set__", _UNIT_FIELDS)
    _set(unit, "__pydantic_extra__", None)
    _set(unit, "__pydantic_private__", None)
    return unit
