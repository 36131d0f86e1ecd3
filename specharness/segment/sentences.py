"""Where the sentences of a paragraph begin, for English and Chinese.

Guarantees linear time, and no boundary inside a code span, a bracket pair or a quotation that closes in the same
paragraph. Not its business: Markdown blocks, and whether a sentence demands anything.

A wrong split costs more than a missed one (a requirement's condition or number would be lost), so all doubtful cases
are left whole.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import deque
from typing import NamedTuple

_CLOSERS = "\"'”’»)\\]}）】」』》*_~"
_CANDIDATE = re.compile(
    rf"(?<![.!?…])[.!?…]++[{_CLOSERS}`]*+(?=[ \t\u00a0\u3000\f\v])"
    r"|[。！？；]++[’”»）】」』》)\]}]*+"
    r"|\n",
)
_TERMINAL = re.compile(rf"[.!?:。！？；：…][{_CLOSERS}`]*$")
_BREAKS_AFTER = re.compile(r"(?: {2,}|\\)$")

# Before a full stop, these never end a sentence.
_NEVER = frozenset(
    "e.g i.e eg ie vs cf viz al fig figs eq eqs sec secs ch vol vols pp ed eds dr mr mrs ms prof st mt gen sen rep rev"
    " approx ca est incl excl resp aka a.k.a w.r.t wrt".split()
)
# These end one only if a capital, or the paragraph's end, follows.
_MAYBE = frozenset(
    "etc inc ltd co corp jr sr a.m p.m am pm u.s u.k u.n e.u b.c a.d ph.d no nos jan feb mar apr jun jul aug sep sept"
    " oct nov dec mon tue wed thu fri sat sun appx min max ref refs tab ver dept misc".split()
)
# A number that follows one of these belongs to it: `No. 5`, `Fig. 2`.
_BEFORE_NUMBER = frozenset("no nos p pp fig figs eq sec ch vol ver v art para tab".split())

_LAST_WORD = re.compile(r"[^\s(\[{（【「“\"'‘*_`]*$")
_ORDINAL_START = re.compile(r"[\s*_>]*(?:[A-Za-z]+[ \t]+)?(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z]|[ivxIVX]{1,5})$")
_CJK = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"

_PSEUDO_ITEM = re.compile(
    r"(?:[•·●○◦▪▫■□◆►▸‣➤✓✔✗✘✅❌☐☑–—※]\s*\S"
    r"|[①-⑳⑴-⒇]"
    r"|[（(](?:\d{1,2}|[a-zA-Z]|[ivx]{1,4}|[一二三四五六七八九十]{1,3})[)）]"
    r"|\d{1,2}[)）、．]\s*\S|\d{1,2}\.\s+\S|[a-zA-Z][)）]\s+\S"
    r"|[一二三四五六七八九十]{1,3}[、．]"
    r"|第[一二三四五六七八九十\d]{1,3}[步章节条项、：])"
)
_LABEL = re.compile(
    r"(?:\*\*|__)?[`\"]?[A-Za-z_\u3400-\u9fff][\w \t/.&()'`\"-]{0,48}(?:\*\*|__)?"
    r"[:：](?:\*\*|__)?(?:[ \t]|$|[\u3400-\u9fff])"
)
_TAG_LINE = re.compile(r"\s*(?:</?[A-Za-z][\w:.-]{0,63}(?:\s[^<>]{0,1000})?/?>\s*)+$")

_HANGS = re.compile(
    r"(?:[,;，、(\[{&+/=|–—-]|\b(?:a|an|the|and|or|but|nor|of|to|in|on|at|by|for|from|with|as|is|are|be|if|than|that|"
    r"into|per|via|your|its|their|this|these|each|every|not|no|must|should|use|using|called|named))\s*$",
    re.IGNORECASE,
)
"""A line that can't end there."""

_OPENERS = {"(": ")", "[": "]", "{": "}", "（": "）", "【": "】", "「": "」", "『": "』", "《": "》", "“": "”"}
_PAIR_MARKS = re.compile(r"[()\[\]{}（）【】「」『』《》“”]|(?<!\w)\"|\"(?!\w)|\$\$")
_TOGGLES = ('"', "$$")
_TICKS = re.compile(r"`+")

MAX_BRACKET = 4000
"""Brackets further apart than this many characters don't hold a paragraph together."""
MAX_QUOTATION = 400
"""The same for quotation marks, which are often unpaired (inches, typos)."""
MAX_OPEN = 64
"""Brackets open at once; older ones are forgotten, so that a text of nothing but brackets costs nothing."""


SHORT_LINE = 50
"""A line shorter than this was broken on purpose, not by wrapping, if the next one begins like a sentence."""


class Piece(NamedTuple):
    """One sentence of a paragraph: offsets into the paragraph's text."""

    start: int
    end: int
    tags: bool
    """Nothing but markup tags."""


def is_tag_line(line: str) -> bool:
    """Whether a line holds nothing but markup tags."""
    return "<" in line and _TAG_LINE.match(line) is not None


def ends_with_colon(text: str) -> bool:
    """Whether a sentence announces what follows it."""
    return text.rstrip(_CLOSERS.replace("\\", "") + "` \t\n").endswith((":", "："))


def ends_openly(text: str) -> bool:
    """Whether a sentence stops without any mark that closes it."""
    return _TERMINAL.search(text.rstrip()[-40:]) is None


def split_sentences(text: str) -> list[Piece]:
    """Pieces of a paragraph in order; blanks between them belong to none.

    `text` is the paragraph's raw text with LF newlines and container marks removed.
    """
    cuts: list[int] = []
    start = 0
    shields: _Shields | None = None
    for match in _CANDIDATE.finditer(text):
        at = match.end()
        mark = text[match.start()]
        if mark == "\n":
            if not _splits_at_newline(text, start, match.start()):
                continue
        elif mark in ".!?…":
            if not _splits_at_stop(text, start, match):
                continue
        else:
            at = _past_closing_marks(text, start, at)
        if shields is None:
            shields = _Shields(text)
        if not shields.cover(at):
            cuts.append(at)
            start = at
    return _pieces(text, cuts)


def _pieces(text: str, cuts: list[int]) -> list[Piece]:
    pieces: list[Piece] = []
    start = 0
    for cut in (*cuts, len(text)):
        raw = text[start:cut]
        stripped = raw.strip()
        if stripped:
            begin = start + len(raw) - len(raw.lstrip())
            pieces.append(Piece(begin, begin + len(stripped), is_tag_line(stripped)))
        start = cut
    return pieces


def _past_closing_marks(text: str, start: int, at: int) -> int:
    """After a Chinese stop, take `**` and `"` along only where they close something opened in this sentence."""
    for mark in ("**", '"', "**"):
        if text.startswith(mark, at) and text.count(mark, start, at) % 2:
            at += len(mark)
    return at


def _splits_at_stop(text: str, start: int, match: re.Match[str]) -> bool:
    """Whether `.`, `!`, `?` or an ellipsis, followed by a blank, ends the sentence that began at `start`."""
    stop = match.start()
    after = match.end()
    while after < len(text) and text[after].isspace():
        if text[after] == "\n":
            return False  # the newline is a candidate of its own
        after += 1
    if after >= len(text):
        return False
    following = text[after]
    while following in "\"'“‘(*_[`（「" and after + 1 < len(text):
        after += 1
        following = text[after]
    marks = match.group().rstrip(_CLOSERS + "`")
    if marks != ".":
        return not following.islower()
    word = _LAST_WORD.search(text, max(start, stop - 40), stop)
    last = word.group() if word else ""
    lowered = last.lower()
    if following in ".,;:)]}?!":
        return False
    if stop - start < 40 and _ORDINAL_START.match(text, start, stop):
        return False
    if len(last) == 1 and last.isalpha() and last.isupper():
        return False
    if lowered in _NEVER or (following.isdigit() and lowered in _BEFORE_NUMBER):
        return False
    if lowered in _MAYBE:
        return following.isupper()
    if following.islower():
        return text[stop - 1] in "`)" or (match.group() == "." and len(last) >= 3 and last.isalpha())
    return True


def _splits_at_newline(text: str, start: int, newline: int) -> bool:
    """Whether the line break at `newline` ends the piece that began at `start`."""
    line_start = max(text.rfind("\n", start, newline) + 1, start)
    line_end = text.find("\n", newline + 1)
    following = text[newline + 1 : line_end if line_end >= 0 else len(text)]
    line = text[line_start:newline]
    following = following.lstrip()
    if not following or not line.strip():
        return True
    if is_tag_line(line) != is_tag_line(following):
        return True
    if is_tag_line(line):
        return False
    if _PSEUDO_ITEM.match(following):
        return True
    first = following.lstrip("\"'“‘(*_[`（「")[:1] or following[0]
    ended = _TERMINAL.search(line.rstrip()[-40:])
    code = following[0] == "`" and ended is not None and ended.group()[0] in ".!?"  # a name in code has its own case
    if first.islower() and not code and _LABEL.match(following) is None:
        return False
    if _BREAKS_AFTER.search(line):
        return True
    if ended is None:
        if len(following) < SHORT_LINE and ends_with_colon(following) and _HANGS.search(line) is None:
            return True
        if len(line) < SHORT_LINE and not first.islower() and _HANGS.search(line) is None:
            return True
        return _LABEL.match(following) is not None and _LABEL.match(line.lstrip()) is not None
    if ended.group()[0] == ".":
        word = _LAST_WORD.search(line.rstrip()[-40:], 0, ended.start())
        return word is None or word.group().lower() not in _NEVER
    return True


class _Shields:
    """Stretches of a paragraph that no boundary may fall into."""

    def __init__(self, text: str) -> None:
        code = _code_spans(text)
        self._starts: list[int] = []
        self._ends: list[int] = []
        for begin, end in sorted(code + _pairs(text, code)):
            if self._ends and begin < self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._starts.append(begin)
                self._ends.append(end)

    def cover(self, boundary: int) -> bool:
        """Whether a cut before the character at `boundary` would separate what belongs together."""
        index = bisect_left(self._starts, boundary) - 1
        return index >= 0 and boundary < self._ends[index]


def _code_spans(text: str) -> list[tuple[int, int]]:
    """Code spans as CommonMark pairs them: a run of backticks closes at the next run of its length. Linear."""
    if "`" not in text:
        return []
    runs = [match.span() for match in _TICKS.finditer(text)]
    following: dict[int, int] = {}
    partner = [-1] * len(runs)
    for index in range(len(runs) - 1, -1, -1):
        length = runs[index][1] - runs[index][0]
        partner[index] = following.get(length, -1)
        following[length] = index
    spans: list[tuple[int, int]] = []
    index = 0
    while index < len(runs):
        if partner[index] < 0:
            index += 1
            continue
        spans.append((runs[index][0], runs[partner[index]][1]))
        index = partner[index] + 1
    return spans


def _pairs(text: str, code: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Brackets and quotations that close, from the opening mark to past the closing one. Linear."""
    found: list[tuple[int, int]] = []
    open_marks: deque[tuple[str, int]] = deque(maxlen=MAX_OPEN)
    next_code = 0
    for match in _PAIR_MARKS.finditer(text):
        mark, at = match.group(), match.start()
        while next_code < len(code) and code[next_code][1] <= at:
            next_code += 1
        if next_code < len(code) and code[next_code][0] <= at:
            continue
        if mark in _OPENERS:
            open_marks.append((_OPENERS[mark], at))
            continue
        while mark not in _TOGGLES and open_marks and open_marks[-1][0] == '"':
            open_marks.pop()  # an inch mark, not a quotation
        if open_marks and open_marks[-1][0] == mark:
            begin = open_marks.pop()[1]
            if at - begin <= (MAX_QUOTATION if mark in '"”' else MAX_BRACKET):
                found.append((begin, match.end()))
        elif mark in _TOGGLES:
            open_marks.append((mark, at))
    return found
