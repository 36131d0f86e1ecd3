"""What the compiler proposes for a document: compiled when it is first looked at, and again when its text changes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from specharness.errors import LimitExceededError, NotFoundError
from specharness.ir import Disposition, ObligationSet, Source
from specharness.ir.annotation import line_of
from specharness.review.documents import Document
from specharness.review.labels import Row, row_of
from specharness.sources import SourceRequest, Specification, load

Compile = Callable[[Specification], ObligationSet]

MAX_CHARACTERS = 2_000_000
"""Of one text; a person reviews a text, and a book has a million."""
_KEPT = 16
"""Compiled specifications that stay in memory: those that a person goes back and forth between."""


class Proposals:
    """Compiles specifications one at a time and keeps the last ones."""

    def __init__(self, compile: Compile) -> None:
        self._compile = compile
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[SourceRequest, tuple[str, ...]], ObligationSet] = OrderedDict()

    def source(self, document: Document) -> Source:
        """The text as it is on disk now. Raises what loading raises, and LimitExceededError for a very long one."""
        return _source(load(document.request), document)

    def of(self, document: Document) -> tuple[Source, tuple[Row, ...]]:
        """The text as it is now, and what the compiler makes of it. Raises what loading and compiling raise."""
        specification = load(document.request)
        source = _source(specification, document)
        key = (document.request, tuple(each.sha256 for each in specification.sources))
        with self._lock:
            if key not in self._kept:
                self._kept[key] = self._compile(specification)
                while len(self._kept) > _KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(key)
            compiled = self._kept[key]
        return source, tuple(
            row_of(line_of(direction))
            for direction in compiled.directions
            if direction.disposition is not Disposition.RESIDUAL and direction.spans[0].source == document.source
        )


def _source(specification: Specification, document: Document) -> Source:
    for source in specification.sources:
        if source.id == document.source:
            if len(source.text) > MAX_CHARACTERS:
                raise LimitExceededError(
                    f"{document.name}: {len(source.text)} characters, MAX_CHARACTERS is {MAX_CHARACTERS}; split it"
                )
            return source
    raise NotFoundError(f"{document.name}: the text is gone; restore it, or start the review again")
