"""The headings of a text: Markdown (ATX and setext), plain text that is written like it, word processing.

Guarantees that what only looks like a heading (a line of code, of a comment or of front matter) is none, and that one
which careful readers could take for another (other case, numbering, emphasis, inside of a quotation) is a near one.
Which headings there should be is for the validators.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from specharness.evidence.views import DocumentView, View
from specharness.validators.compare import composed, folded
from specharness.validators.occurrences import Readable, occurrence

if TYPE_CHECKING:
    from markdown_it.token import Token

MAX_TEXT = 1_000_000
"""Characters of a text whose headings are looked for; no document that anybody reads has as many."""

MAX_MARKS = 60
"""Characters of numbering, emphasis and marks around the text of a line that may be meant as a heading."""

MARKDOWN = frozenset("md markdown mdx mkd qmd rmd".split())
PLAIN = frozenset({"txt", "text", ""})
"""Endings of texts that may be written like Markdown, or have headings of another look."""

_ATX = re.compile(r"(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*")
_FRONT = re.compile(r"\ufeff?---[ \t]*\r?\n(?:.*\r?\n)*?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TAGGED = re.compile(r"<h([1-6])\b[^<>]{0,500}>(.{0,500}?)</h\1\s*>", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"<[^<>]{0,500}>")
_LINK = re.compile(r"!?\[([^\[\]]{0,300})\](?:\([^()]{0,500}\)|\[[^\[\]]{0,300}\])?")
_MARK = re.compile(r"[*_`~\\]|\{[#.][^{}]{0,200}\}\s*$")
_NUMBERING = re.compile(
    r"(?:(?:chapter|section|part|step)\s+)?[0-9]{1,3}(?:\.[0-9]{1,3})*[.):]?\s+|[A-Za-z]{1,4}[.)]\s+"
    r"|第?[一二三四五六七八九十]{1,3}(?:[、.]|[章节]\s*)",
    re.IGNORECASE,
)
_EDGE = re.compile(r"^[\W_]+|[\W_]+$")
_UNMARKED = re.compile(r"[ \t]{0,3}(#{1,6})[ \t]*(\S.*)")
"""A line that some readers take for a heading without a blank behind its marks."""
_STYLE = re.compile(
    r"(?:heading|überschrift|titre|título|titolo|kop|заголовок|标题|標題|見出し)\s*([1-9])", re.IGNORECASE
)
_TITLE = re.compile(r"title|titel|标题", re.IGNORECASE)


@dataclass(frozen=True)
class Wanted:
    """A heading that is asked for."""

    said: str
    """As it was given: `## Usage`, or `Usage` of any level."""

    @property
    def level(self) -> int:
        """0 where it may be any."""
        marked = _ATX.fullmatch(self.said.strip())
        return len(marked[1]) if marked and marked[2] else 0

    @property
    def text(self) -> str:
        marked = _ATX.fullmatch(self.said.strip())
        return _plain(marked[2] if marked and marked[2] else self.said)


@dataclass(frozen=True)
class Heading:
    level: int
    """0: of no stated level (a document's title)."""
    text: str
    """As it is written, marks inside of it included."""
    sure: bool = True
    """Whether everybody takes it for a heading of the whole text."""
    filled: bool = True
    """Whether something stands below it before the next heading of its level."""


@dataclass(frozen=True)
class Outline:
    """The headings of a text, and what else might be meant by one."""

    headings: tuple[Heading, ...]
    lines: tuple[str, ...]
    """Lines of paragraphs: one that says nothing but a heading's text may be meant as one."""
    whole: str
    """All text."""
    free: bool = False
    """Whether headings may look in other ways, too."""


class Standing(IntEnum):
    """How a heading stands in a text; the largest of several."""

    MISSING = 0
    ELSEWHERE = 1
    """At another level, or as the beginning of a longer heading, or in code, a comment or prose."""
    NEAR = 2
    """Careful readers could disagree."""
    HERE = 3


def standing(wanted: Wanted, outline: Outline) -> tuple[Standing, Heading | None, str]:
    """How a heading stands there, the heading that shows it, and in words what is there instead."""
    level, text = wanted.level, wanted.text
    fit = [found for found in outline.headings if not level or found.level == level]
    same = [found for found in fit if _plain(found.text) == text]
    here = next((found for found in same if found.sure and found.filled), None)
    here = here or next((found for found in same if found.sure), None)
    if here is not None:
        return Standing.HERE, here, ""
    if same:
        return Standing.NEAR, same[0], "inside of a quotation, a list or tags"
    near = next((found for found in fit if _alike(found.text, text)), None)
    if near is None and level:
        near = next((found for found in outline.headings if not found.level and _alike(found.text, text)), None)
    if near is not None:
        return Standing.NEAR, near, f"`{near.text}` may be meant"
    line = next((line for line in outline.lines if _may_be(line, wanted)), None)
    if line is not None:
        return Standing.NEAR, None, f"the line `{line.strip()}` may be meant"
    other = next((found for found in outline.headings if _alike(found.text, text)), None)
    if other is not None:
        return Standing.ELSEWHERE, other, f"`{other.text}` at level {other.level}"
    if outline.free and not level and occurrence(text, Readable((outline.whole,))):
        return Standing.NEAR, None, "the text is there, and may be a heading"
    if occurrence(wanted.said.strip(), Readable((outline.whole,))):
        return Standing.ELSEWHERE, None, "the text is there, as no such heading"
    return Standing.MISSING, None, ""


def outline_of(view: View, text: str, ending: str) -> Outline:
    """The outline of a view whose text is given; `ending` is the file's."""
    if isinstance(view, DocumentView):
        return _of_document(view)
    whole = composed(text.replace("\r\n", "\n"))
    front = _FRONT.match(whole)
    body = whole[front.end() :] if front is not None else whole
    headings, lines = _of_markdown(body)
    if front is not None:  # what its fence and its comments would be without it
        headings += [Heading(found.level, found.text, sure=False) for found in _of_markdown(front.group())[0]]
    return Outline(tuple(headings), tuple(lines), whole, free=ending in PLAIN)


def _of_markdown(text: str) -> tuple[list[Heading], list[str]]:
    from markdown_it import MarkdownIt

    tokens = MarkdownIt("commonmark").disable("inline").parse(text)
    headings: list[Heading] = []
    lines: list[str] = []
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            level = int(token.tag[1])
            filled = _filled(tokens, place + 3, level)
            headings.append(Heading(level, tokens[place + 1].content, token.level == 0, filled))
        elif token.type == "html_block":
            shown = _COMMENT.sub("", token.content)
            headings += [Heading(int(level), inner, sure=False) for level, inner in _TAGGED.findall(shown)]
        elif token.type == "inline" and tokens[place - 1].type == "paragraph_open":
            lines += token.content.splitlines()
    return headings, lines


def _filled(tokens: Sequence[Token], first: int, level: int) -> bool:
    """Whether what follows a heading, from the first token on, is no other one of its level or above, nor the end."""
    for place in range(first, len(tokens)):
        token = tokens[place]
        if token.type == "heading_open":
            return int(token.tag[1]) > level
        if token.type != "html_block" or _COMMENT.sub("", token.content).strip():
            return True
    return False


def _of_document(view: DocumentView) -> Outline:
    levels = list(_levels(view))
    headings: list[Heading] = []
    for place, (text, level) in enumerate(zip(view.paragraphs, levels, strict=True)):
        if level is None or not text.strip():
            continue
        below = next((after for after in range(place + 1, len(levels)) if view.paragraphs[after].strip()), None)
        other = None if below is None else levels[below]
        filled = below is not None and (other is None or other > level)
        headings.append(Heading(level, composed(text), filled=filled or not level))
    lines = tuple(composed(text) for text, level in zip(view.paragraphs, levels, strict=True) if level is None)
    return Outline(tuple(headings), lines, composed("\n".join(view.paragraphs)), free=True)


def _levels(view: DocumentView) -> Iterator[int | None]:
    styles = view.styles or ("",) * len(view.paragraphs)
    for style in styles:
        known = _STYLE.fullmatch(style.strip())
        yield int(known[1]) if known else 0 if _TITLE.fullmatch(style.strip()) else None


def _plain(text: str) -> str:
    return " ".join(composed(text).split())


def _bare(text: str) -> str:
    """A heading without its numbering, emphasis, links, tags and the marks around it."""
    shown = html.unescape(_TAG.sub("", _LINK.sub(r"\1", text)))
    shown = _EDGE.sub("", _MARK.sub("", shown))
    return _EDGE.sub("", _NUMBERING.sub("", shown, count=1) if _NUMBERING.match(shown) else shown) or text


def _alike(one: str, other: str) -> bool:
    return _key(one) == _key(other)


@lru_cache(maxsize=4096)
def _key(text: str) -> str:
    return folded(_bare(text))


def _may_be(line: str, wanted: Wanted) -> bool:
    """Whether a line of a paragraph may be meant as the heading: its marks without a blank, or, where no level is
    asked for, nothing else in the line."""
    if len(line) > len(wanted.text) + MAX_MARKS:
        return False
    marked = _UNMARKED.fullmatch(line)
    if marked is not None:
        return wanted.level in {0, len(marked[1])} and _alike(marked[2], wanted.text)
    return not wanted.level and _alike(line, wanted.text)
