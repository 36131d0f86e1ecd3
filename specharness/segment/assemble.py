"""Blocks and sentences to units: who introduces whom, and no character lost.

Guarantees that every non-blank character lies in exactly one unit's span, spans in order; that a unit's body lies in
its span; linear time; no recursion. What the parser gives no token for (link reference definitions, nesting beyond
its limit, marks on lines of their own) is covered here. Not its business: where blocks or sentences begin.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from markdown_it.token import Token

from specharness.errors import LimitExceededError
from specharness.ir import Block, Source, Unit
from specharness.segment.blocks import front_matter_end, walk_blocks
from specharness.segment.build import new_span, new_unit
from specharness.segment.lines import Lines, split_lines
from specharness.segment.sentences import ends_openly, ends_with_colon, split_sentences

MAX_LINES = 2_000_000
"""Lines of one source: the parser keeps about 200 bytes a line, and no specification has so many."""
MAX_UNITS = 600_000
"""Units of one source: about 1 kB each, so that a hostile 10 MB of `- a` lines stays under 1 GB."""

_MARKS = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)[ \t>]*)*(?:\[[ xX]\][ \t]+(?=\S))?")
_TASK_BOX = re.compile(r"\[[ xX]\][ \t]+(?=\S)")
_FENCE_LINE = re.compile(r"[ \t>]*(?:`{3,}|~{3,})[ \t]*$")
_PIPES = " \t|"

_LISTS = {"bullet_list_open": "bullet", "ordered_list_open": "ordered"}


@dataclass(slots=True)
class _Frame:
    """An open container: the document itself, a quote, a list or a list item."""

    kind: str
    group: str
    headings: tuple[tuple[int, str], ...]
    """Of the enclosing text, restored when the container closes."""
    parent: str | None
    """What introduces the blocks in here."""
    info: str = ""
    is_new: bool = True
    """No block of it has been seen yet."""
    lead: str | None = None
    """The sentence before this place, if it announces what follows with a colon."""
    soft_lead: str | None = None
    """The same, if it merely stops without a mark: it introduces lists only."""


def segment(source: Source) -> tuple[Unit, ...]:
    """Units of a source in the order of its text.

    Raises LimitExceededError for a text of more than MAX_LINES lines or MAX_UNITS units.
    """
    lines = split_lines(source.text)
    if len(lines.lines) > MAX_LINES:
        raise LimitExceededError(
            f"{source.id}: {len(lines.lines)} lines, MAX_LINES is {MAX_LINES}; split the file and compile its parts"
        )
    builder = _Assembler(source, lines)
    taken = front_matter_end(lines.lines)
    if taken:
        builder.block(Block.FRONT_MATTER, 0, taken, body_lines=(1, taken - 1))
    walk_blocks(lines.source, taken, builder.feed)
    return builder.finish()


class _Assembler:
    """State of one walk over a document's blocks."""

    def __init__(self, source: Source, lines: Lines) -> None:
        self._id = source.id
        self._lines = lines.lines
        self._starts = lines.starts
        self._base = lines.base
        self._units: list[Unit] = []
        self._headings: tuple[tuple[int, str], ...] = ()
        self._path: tuple[str, ...] = ()
        self._frames = [_Frame("root", "", (), None)]
        self._heading_open: Token | None = None
        self._depth = 0
        self._groups = 0
        self._next = 0
        """First line that no unit covers yet."""

    def feed(self, token: Token) -> None:
        """The next token of the document."""
        kind = token.type
        if kind == "inline":
            if self._heading_open is None:
                self._paragraph(token)
            else:
                self._heading(self._heading_open, token.content)
                self._heading_open = None
        elif kind == "heading_open":
            self._heading_open = token
        elif kind == "list_item_open":
            outer = self._frames[-1]
            self._open("item", outer.group, outer.parent, outer.info)
        elif kind in _LISTS:
            outer = self._frames[-1]
            self._open("list", self._group(), outer.lead or outer.soft_lead or outer.parent, _LISTS[kind])
        elif kind == "blockquote_open":
            self._open("quote", "", self._frames[-1].lead or self._frames[-1].parent, "")
        elif kind.endswith("_close"):
            self._close()
        elif kind == "table_open":
            self._table(token)
        elif kind == "fence":
            first, last = _range(token)
            closed = last - first > 1 and _FENCE_LINE.match(self._lines[last - 1]) is not None
            self.block(Block.CODE, first, last, (first + 1, last - closed), token.info.strip())
        elif kind == "code_block":
            self.block(Block.CODE, *_range(token))
        elif kind == "html_block":
            content = token.content.strip()
            is_comment = content.startswith("<!--") and content.find("-->") in (-1, len(content) - 3)
            self.block(Block.HTML, *_range(token), info="comment" if is_comment else "")
        elif kind == "hr":
            self.block(Block.RULE, *_range(token))

    def finish(self) -> tuple[Unit, ...]:
        """All units, what is left at the end of the text included."""
        self._fill(len(self._lines))
        if self._base and not self._units:
            self._emit(Block.RULE, (0, 1), (0, 1), None, None)
        elif self._base:
            first = self._units[0]
            self._units[0] = first.model_copy(update={"span": new_span(self._id, 0, first.span.end)})
        return tuple(self._units)

    def block(
        self, block: Block, first: int, last: int, body_lines: tuple[int, int] | None = None, info: str = ""
    ) -> None:
        """One unit for lines `first` to `last` (excluded), whose body is all of it or the lines of `body_lines`."""
        frame = self._frames[-1]
        span = (self._begin(first), self._end(first, last))
        body = (max(span[0], self._edges(first)[0]), span[1])
        if body_lines is not None:
            body = self._inside(*body_lines) or body
        elif frame.kind != "root" and block is Block.HTML:
            body = (self._starts[first] + _marks_width(self._lines[first]), span[1])
        self._introduce(frame, self._emit(block, span, body, frame.lead or frame.parent, None, info), last)

    # -- containers ---------------------------------------------------------------------------------------------

    def _open(self, kind: str, group: str, parent: str | None, info: str) -> None:
        self._frames.append(_Frame(kind, group, self._headings, parent, info))
        self._depth += kind != "item"

    def _close(self) -> None:
        frame = self._frames.pop()
        self._set_headings(frame.headings)
        self._depth -= frame.kind != "item"
        outer = self._frames[-1]
        outer.lead = outer.soft_lead = None
        outer.is_new = False

    def _introduce(self, frame: _Frame, unit: str, last: int) -> None:
        """A block of this container that began with `unit` and ended before line `last` is complete."""
        if frame.kind == "item" and frame.is_new:
            frame.parent = unit
        frame.lead = frame.soft_lead = None
        frame.is_new = False
        self._next = last

    def _group(self) -> str:
        self._groups += 1
        return f"g{self._groups - 1}"

    def _set_headings(self, headings: tuple[tuple[int, str], ...]) -> None:
        if headings is not self._headings:
            self._headings = headings
            self._path = tuple(text for _, text in headings)

    # -- blocks -------------------------------------------------------------------------------------------------

    def _heading(self, token: Token, content: str) -> None:
        first, last = _range(token)
        frame = self._frames[-1]
        span = (self._begin(first), self._end(first, last))
        at = self._lines[first].rfind(content.partition("\n")[0].rstrip())
        if not content or at < 0:
            body = (max(span[0], self._edges(first)[0]), span[1])
        elif token.markup in ("-", "="):
            body = (self._starts[first] + at, self._end(first, last - 1))
        else:
            body = (self._starts[first] + at, self._starts[first] + at + len(content))
        level = int(token.tag[1:])
        # A heading inside a quote or an item never closes one outside of it.
        outside = len(frame.headings)
        kept = [entry for entry in self._headings[outside:] if entry[0] < level]
        self._set_headings((*frame.headings, *kept))
        unit = self._emit(Block.HEADING, span, body, frame.parent, None)
        self._set_headings((*self._headings, (level, " ".join(content.split()))))
        self._introduce(frame, unit, last)

    def _table(self, token: Token) -> None:
        first, last = _range(token)
        frame = self._frames[-1]
        group = self._group()
        span = (self._begin(first), self._end(first, first + 2))
        header = self._emit(Block.TABLE_HEADER, span, self._row(first), frame.lead or frame.parent, group)
        for line in range(first + 2, last):
            self._emit(Block.TABLE_ROW, self._edges(line), self._row(line), header, group)
        self._introduce(frame, header, last)

    def _row(self, line: int) -> tuple[int, int]:
        """A table row without container marks and outer pipes; the whole line where nothing else is in it."""
        text = self._lines[line].rstrip(_PIPES)
        at = _marks_width(text) if self._frames[-1].kind != "root" else 0
        while at < len(text) and text[at] in _PIPES:
            at += 1
        if at >= len(text):
            return self._edges(line)
        return self._starts[line] + at, self._starts[line] + len(text)

    def _paragraph(self, token: Token) -> None:
        first, last = _range(token)
        content = token.content
        frame = self._frames[-1]
        is_item = frame.kind == "item" and frame.is_new
        block = Block.LIST_ITEM if is_item else Block.SENTENCE
        group = frame.group if is_item else self._group()
        parent, lead = frame.parent, None
        begin = self._begin(first)
        first_unit = unit = ""
        text = ""
        # A walk over the lines of `content` in step with those of the source: both end at the same character.
        rows = content.split("\n")
        row = row_start = covered = 0
        shift = self._shift(first, last, rows, 0)
        for piece in split_sentences(content):
            while piece.start > row_start + len(rows[row]):
                row_start += len(rows[row]) + 1
                row += 1
                shift = self._shift(first, last, rows, row)
            start = body = shift + piece.start - row_start
            if not unit:
                start = begin
                box = _TASK_BOX.match(content) if is_item else None
                body += box.end() if box else 0
            elif covered < row_start:  # it begins its line, so the line's quote marks are its own
                start = self._edges(first + row)[0]
            while piece.end > row_start + len(rows[row]):
                row_start += len(rows[row]) + 1
                row += 1
                shift = self._shift(first, last, rows, row)
            end = shift + piece.end - row_start
            covered = piece.end
            text = content[piece.start : piece.end]
            leads = ends_with_colon(text)
            if leads and is_item and unit and start == self._starts[first + row]:
                unit = self._lead_in_between(start, end)
                continue
            kind, info = (Block.HTML, "") if piece.tags else (block, frame.info if is_item else "")
            unit = self._emit(kind, (start, end), (body, end), lead or parent, group, info)
            if not first_unit:
                first_unit = unit
                parent = unit if is_item else parent
            lead = unit if leads else lead
        self._introduce(frame, first_unit, last)
        if ends_with_colon(text):
            frame.lead = unit
        elif frame.kind != "item" and ends_openly(text):
            frame.soft_lead = unit

    def _lead_in_between(self, start: int, end: int) -> str:
        """`Also:` at the margin between two items of a list, which the parser takes as the first one's last line."""
        depth, self._depth = self._depth, 0
        unit = self._emit(Block.SENTENCE, (start, end), (start, end), None, self._group())
        self._depth = depth
        for frame in self._frames:
            if frame.kind == "list":
                frame.parent = unit
        return unit

    def _shift(self, first: int, last: int, rows: list[str], row: int) -> int:
        """Offset in the source of the first character of a paragraph's row; only the last row lost its blank end."""
        line = self._lines[first + row]
        width = len(line.rstrip()) if first + row == last - 1 else len(line)
        return self._starts[first + row] + width - len(rows[row])

    # -- lines and offsets --------------------------------------------------------------------------------------

    def _begin(self, first: int) -> int:
        """Where the unit whose content begins on line `first` starts; covers all lines before it.

        Lines of nothing but marks just above (a bullet or a quote sign before its text) belong to the unit.
        """
        start = first
        while start > self._next and self._lines[start - 1].strip() and _is_marks(self._lines[start - 1]):
            start -= 1
        self._fill(start)
        return self._edges(start)[0]

    def _fill(self, upto: int) -> None:
        """Units for the lines before `upto` that the parser gave no token for."""
        for line in range(self._next, upto):
            text = self._lines[line]
            if not text.strip():
                continue
            start, end = span = self._edges(line)
            body = self._starts[line] + _marks_width(text)
            if body >= end:
                self._emit(Block.RULE, span, span, None, None)
            else:
                self._emit(Block.SENTENCE, span, (max(start, body), end), self._frames[-1].parent, None)
        self._next = max(self._next, upto)

    def _edges(self, line: int) -> tuple[int, int]:
        """First and past the last non-blank character of a line."""
        text = self._lines[line].rstrip()
        at = self._starts[line]
        return at + len(text) - len(text.lstrip()), at + len(text)

    def _end(self, first: int, last: int) -> int:
        """Past the last non-blank character of lines `first` to `last` (excluded); the first is not blank."""
        last -= 1
        while last > first and not self._lines[last].strip():
            last -= 1
        return self._edges(last)[1]

    def _inside(self, first: int, last: int) -> tuple[int, int] | None:
        """From the first to past the last non-blank character of some lines; None if all are blank."""
        while first < last and not self._lines[first].strip():
            first += 1
        if first >= last:
            return None
        return self._edges(first)[0], self._end(first, last)

    def _emit(
        self,
        block: Block,
        span: tuple[int, int],
        body: tuple[int, int],
        parent: str | None,
        group: str | None,
        info: str = "",
    ) -> str:
        if len(self._units) >= MAX_UNITS:
            raise LimitExceededError(
                f"{self._id}: more than MAX_UNITS ({MAX_UNITS}) units before character {span[0]}; "
                "split the file and compile its parts"
            )
        unit_id = f"u{len(self._units)}"
        outer = new_span(self._id, *span)
        inner = outer if body == span else new_span(self._id, *body)
        self._units.append(new_unit(unit_id, outer, inner, block, self._path, parent, group, self._depth, info))
        return unit_id


def _range(token: Token) -> tuple[int, int]:
    """First line of a block and the line after its last."""
    if token.map is None:
        raise ValueError(f"block token {token.type} without lines")
    return token.map[0], token.map[1]


def _marks_width(line: str) -> int:
    match = _MARKS.match(line)
    return match.end() if match else 0


def _is_marks(line: str) -> bool:
    return _marks_width(line.rstrip()) == len(line.rstrip())
