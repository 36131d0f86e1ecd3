"""The block structure of a text, from markdown-it-py, one top-level block at a time.

Guarantees that tokens carry absolute line numbers, that only one top-level block's tokens are held at once, and that
nesting never goes deeper than the parser's own limit (what lies deeper comes as no token; the caller must cover it).
No inline parsing: units need offsets into the raw text, which inline tokens don't have.

Two departures from CommonMark, both because prompts are read by a model and not by a browser:
tags alone on a line (`<rules>`) don't swallow the Markdown after them (only comments, declarations and raw-text
elements are HTML blocks here), and front matter must look like YAML, or two thematic breaks would hide all between.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, html_block
from markdown_it.token import Token

_RAW_HTML = re.compile(r"<(?:!--|\?|![A-Za-z]|!\[CDATA\[|/?(?:script|pre|style|textarea)(?=[\s>/]|$))", re.IGNORECASE)
_YAML_LINE = re.compile(r"\s*(?:[\w\"'.$-][^:#]*:(?:\s|$)|-\s|#)")


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


def front_matter_end(lines: list[str]) -> int:
    """Number of lines that the front matter takes, its fences included; 0 if there is none."""
    if not lines or lines[0].rstrip() != "---":
        return 0
    yaml_like = False
    for number in range(1, len(lines)):
        line = lines[number].rstrip()
        if line in ("---", "..."):
            return number + 1 if yaml_like or number == 1 else 0
        if number == 1 and (not line or _YAML_LINE.match(line) is None):
            return 0
        yaml_like = True
    return 0


def top_level_blocks(source: str, first_line: int) -> Iterator[list[Token]]:
    """Tokens of one top-level block after the other, from `first_line` on.

    `source` has LF newlines only. The loop is that of `ParserBlock.tokenize` at level 0; the token list that it yields
    is reused, so it is read before the next step.
    """
    parser = _parser()
    if not source:
        return
    tokens: list[Token] = []
    state = StateBlock(source, parser, {}, tokens)
    rules = parser.block.ruler.getRules("")
    line = first_line
    while True:
        state.line = line = state.skipEmptyLines(line)
        if line >= state.lineMax:
            return
        for rule in rules:
            if rule(state, line, state.lineMax, False):
                break
        if tokens:
            yield tokens
            tokens.clear()
        state.env.clear()
        line = state.line
