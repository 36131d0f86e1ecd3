"""OpenTelemetry spans round calls, where OpenTelemetry is installed; nothing where it is not.

They carry counts and names, never texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any


class Span:
    """What can be told of a call while it runs."""

    def __init__(self, inner: Any = None) -> None:
        self._inner = inner

    def tell(self, attributes: Mapping[str, str | int | float | None]) -> None:
        """Add what is known; None is left out."""
        if self._inner is not None:
            self._inner.set_attributes({key: value for key, value in attributes.items() if value is not None})


@contextmanager
def span(name: str, attributes: Mapping[str, str | int | float | None]) -> Iterator[Span]:
    """A span of this name round the block."""
    tracer = _tracer()
    if tracer is None:
        yield Span()
        return
    with tracer.start_as_current_span(name) as inner:
        found = Span(inner)
        found.tell(attributes)
        yield found


@lru_cache(maxsize=1)
def _tracer() -> Any:
    try:
        from opentelemetry import trace
    except ImportError:
        return None
    return trace.get_tracer("specharness")
