"""The block structure of a text, from markdown-it-py, streamed.

Guarantees that a block's token comes as soon as it is complete, so that no token list grows with the text; that
tokens carry absolute line numbers; and that nesting never goes deeper than the parser's own limit (what lies deeper
comes as no token; the caller must cover it). No inline parsing: units need offsets into the raw text, which inline
tokens don't have.

Two departures from CommonMark, both because prompts are read by a model and not by a browser:
tags alone on a line (`<rules>`) don't swallow the Markdown after them (only comments, declarations and raw-text
elements are HTML blocks here), and front matter must look like YAML, or two thematic breaks would hide all between.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, html_block
from markdown_it.token import Token

_RAW_HTML = re.compile(r"<(?:!--|\?|![A-Za-z]|!\[CDATA\[|/?(?:script|pre|style|textarea)(?=[\s>/]|$))", re.IGNORECASE)
_YAML_LINE = re.compile(r"\s*(?:[\w\"'.$-][^:#]*:(?:\s|$)|-\s|#)")

_DELIVERED = frozenset(
    {
        "inline",
        "heading_open",
        "table_open",
        "fence",
        "code_block",
        "html_block",
        "hr",
        "bullet_list_open",
        "bullet_list_close",
        "ordered_list_open",
        "ordered_list_close",
        "list_item_open",
        "list_item_close",
        "blockquote_open",
        "blockquote_close",
    }
)
"""A paragraph is its `inline` token; so is a heading, after `heading_open`. Cells of tables are not delivered."""


def _raw_html_only(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    begin = state.bMarks[start] + state.tShift[start]
    if not state.src.startswith("<", begin) or _RAW_HTML.match(state.src, begin, state.eMarks[start]) is None:
        return False
    return html_block(state, start, end, silent)


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    parser.block.ruler.at("html_block", _raw_html_only, {"alt": ["paragraph", "reference", "blockquote"]})
    return parser


class _Stream(StateBlock):
    """Hands each token on when the next one is pushed: a rule fills a token in after pushing it, and not later."""

    def __init__(self, source: str, parser: MarkdownIt, handle: Callable[[Token], None]) -> None:
        super().__init__(source, parser, {}, [])
        self._handle = handle
        self._held: Token | None = None
        self._scratch = Token("", "", 0)

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        if nesting < 0:
            self.level -= 1
        level = self.level
        if nesting > 0:
            self.level += 1
        if ttype not in _DELIVERED or (ttype == "inline" and self.parentType == "table"):
            self._scratch.level = level
            return self._scratch
        self.release()
        self._held = token = Token(ttype, tag, nesting, level=level, block=True)
        return token

    def release(self) -> None:
        """Hand on the last token, now that it is complete."""
        if self._held is not None:
            self._handle(self._held)
            self._held = None


def front_matter_end(lines: list[str]) -> int:
    """Number of lines that the front matter takes, its fences included; 0 if there is none."""
    if not lines or lines[0].rstrip() != "---":
        return 0
    for number in range(1, len(lines)):
        line = lines[number].rstrip()
        if line in ("---", "..."):
            return number + 1
        if number == 1 and _YAML_LINE.match(line) is None:
            return 0
    return 0


def walk_blocks(source: str, first_line: int, handle: Callable[[Token], None]) -> None:
    """Give `handle` the tokens of the blocks from `first_line` on. `source` has LF newlines only.

    The loop is that of `ParserBlock.tokenize` at level 0. A table's `map` is complete when it is handed on, that of a
    list, an item or a quote is not.
    """
    if not source:
        return
    parser = _parser()
    state = _Stream(source, parser, handle)
    rules = parser.block.ruler.getRules("")
    state.line = state.skipEmptyLines(first_line)
    while state.line < state.lineMax:
        line = state.line
        for rule in rules:
            if rule(state, line, state.lineMax, False):
                break
        state.release()
        state.env.clear()  # link definitions are of no use here
        state.line = state.skipEmptyLines(state.line)
