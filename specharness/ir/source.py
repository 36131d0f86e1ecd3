"""Sources, spans and units: the texts an agent was given, and addresses into them.

Offsets are Unicode code points into `Source.text`, which is the file decoded as UTF-8 with newlines untouched
(a byte order mark, where there is one, stays as its first character).
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field, model_validator

from specharness.ir.base import Model


class SourceKind(StrEnum):
    """Who speaks in a source. Force falls in this order; workspace text only grounds, it never obliges."""

    PROMPT = "prompt"
    GUIDELINE = "guideline"
    SKILL = "skill"
    WORKSPACE = "workspace"


AUTHORITY_ORDER: tuple[SourceKind, ...] = tuple(SourceKind)
"""Strongest first."""


class Span(Model):
    """Half-open range of code points `[start, end)` in one source."""

    source: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)

    @model_validator(mode="after")
    def _ordered(self) -> Span:
        if self.end <= self.start:
            raise ValueError(f"span must not be empty: start {self.start}, end {self.end}")
        return self


class Source(Model):
    """One visible text."""

    id: str
    """Path relative to what was compiled, with `/`; `-` for standard input. Unique in a compilation."""
    kind: SourceKind
    sha256: str
    """Of the bytes as read."""
    text: str

    def quote(self, span: Span) -> str:
        """The text that a span of this source covers."""
        if span.source != self.id or span.end > len(self.text):
            place = f"{span.source}[{span.start}:{span.end}]"
            raise ValueError(f"span {place} is not inside {self.id} ({len(self.text)} characters)")
        return self.text[span.start : span.end]


class Block(StrEnum):
    """What a unit is in its document."""

    HEADING = "heading"
    SENTENCE = "sentence"
    LIST_ITEM = "list_item"
    TABLE_ROW = "table_row"
    TABLE_HEADER = "table_header"
    CODE = "code"
    FRONT_MATTER = "front_matter"
    HTML = "html"
    RULE = "rule"
    """A thematic break or other mark without words."""


class Unit(Model):
    """A leaf of a segmented source: the smallest piece that carries one thought.

    Every non-blank character of a source belongs to exactly one unit. Marks such as bullets, quote signs, table
    pipes and heading hashes belong to the unit that they introduce.
    """

    id: str
    """`u0`, `u1`, … in the order of the text."""
    span: Span
    body: Span
    """The span without leading and trailing marks: what a reader would quote."""
    block: Block
    heading_path: tuple[str, ...] = ()
    """Texts of the enclosing headings, outermost first, marks removed."""
    parent: str | None = None
    """Id of the unit that introduces this one: the lead-in sentence of a list, the item above a nested item."""
    group: str | None = None
    """Shared by the items of one list, the rows of one table, the sentences of one paragraph."""
    depth: int = 0
    """Nesting depth of lists and quotes, 0 at top level."""
    info: str = ""
    """For code: the fence's info string. For list items: `ordered` or `bullet`. For HTML: `comment` or empty."""
