"""How many emojis, headings, tables, links, ... a message has: every defensible count of each.

The precision rule of `measures`: where careful readers could count differently, both counts are given. Markdown is read
by its grammar, so that `#` in a code block is no heading. Time is linear in the text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

Readings = list[int]

_EMOJI = (
    r"[\U0001F300-\U0001FAFF\U0001F000-\U0001F1E5\U0001F200-\U0001F2FF\u2600-\u27BF\u2B50\u2B55\u231A\u231B\u23E9-\u23FA"
    r"\u2934\u2935]"
)
_CLUSTER = re.compile(
    rf"[\U0001F1E6-\U0001F1FF]{{2}}|[0-9#*]\ufe0f?\u20e3"
    rf"|{_EMOJI}[\ufe0e\ufe0f\U0001F3FB-\U0001F3FF]*(?:\u200d{_EMOJI}[\ufe0e\ufe0f\U0001F3FB-\U0001F3FF]*)*"
)
_PICTURE = re.compile(r"[\U0001F300-\U0001FAFF\U0001F1E6-\U0001F1FF]|\ufe0f|\u2764|\u2705|\u2728|\u2b50|\u274c")
"""Surely an emoji; `✓` and `☆` may be mere signs."""
_QUESTION = re.compile(r"[?？]+[!！]*[\"'”’)\]*_]*(?=\s|$)")
_LINK = re.compile(r"(?:https?|ftp)://[^\s<>()\[\]]+|\bwww\.[^\s<>()\[\]]+", re.IGNORECASE)
_MARKDOWN_LINK = re.compile(r"(?<!!)\[[^\[\]\n]{1,300}\]\((?!https?:|www\.)[^()\s]{1,300}\)")
_NUMBER = re.compile(r"\d+(?:[.,:/]\d+)*")
_NUMBER_WORD = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thir\w+|four\w*teen|fif\w+|sixt\w+|sevent\w+"
    r"|eight\w+|ninet\w+|twenty|forty|hundred|thousand|million|billion|zero)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_PLAIN_MARKS = re.compile(r"[^\w\s]|_")
_INNER_MARK = re.compile(r"(?<=\w)['’-](?=\w)")
_NUMBERED = re.compile(r"^[ \t]*\(?\d{1,3}[.)][ \t]+\S", re.MULTILINE)
_BULLET = re.compile(r"^[ \t]*[*+\-•‣◦▪●][ \t]+(?=\S)", re.MULTILINE)
_BOLD_LINE = re.compile(r"^[ \t]*\*\*[^*\n]{1,200}\*\*:?[ \t]*$", re.MULTILINE)


@lru_cache(maxsize=4)
def tokens(text: str) -> Sequence[Token]:
    """The text as Markdown with tables."""
    from markdown_it import MarkdownIt

    return tuple(MarkdownIt("commonmark").enable("table").parse(text))


def _of(text: str, *types: str) -> int:
    return sum(token.type in types for token in tokens(text))


def emojis(text: str, part: str = "") -> Readings:
    """Pictures, joined ones as one or each by itself; signs that may be none counted or not."""
    found = [match.group() for match in _CLUSTER.finditer(text)]
    sure = [item for item in found if _PICTURE.search(item)]
    pieces = sum(len(re.findall(_EMOJI, item)) or 1 for item in found)
    return [len(found), len(sure), pieces]


def questions(text: str, part: str = "") -> Readings:
    """Sentences that end with a question mark; marks inside a sentence counted or not."""
    return [len(_QUESTION.findall(text)), len(re.findall(r"[?？]+", _LINK.sub("", text)))]


def headings(text: str, part: str = "") -> Readings:
    """Markdown's headings; lines in bold counted or not."""
    found = _of(text, "heading_open")
    return [found, found + len(_BOLD_LINE.findall(text))]


def tables(text: str, part: str = "") -> Readings:
    """Markdown's tables, and with them those of HTML."""
    found = _of(text, "table_open")
    return [found, found + len(re.findall(r"<table\b", text, re.IGNORECASE))]


def table_rows(text: str, part: str = "") -> Readings:
    """Rows of all tables, the header counted or not."""
    rows, headers = _of(text, "tr_open"), _of(text, "thead_open")
    return [rows - headers, rows]


def code_blocks(text: str, part: str = "") -> Readings:
    """Fenced blocks; indented ones counted or not."""
    fenced = _of(text, "fence")
    return [fenced, fenced + _of(text, "code_block")]


def block_quotes(text: str, part: str = "") -> Readings:
    """Block quotes, those inside others counted or not."""
    return [
        sum(token.type == "blockquote_open" and token.level == 0 for token in tokens(text)),
        _of(text, "blockquote_open"),
    ]


def links(text: str, part: str = "") -> Readings:
    """Addresses; links to places without one counted or not."""
    found = len(_LINK.findall(text))
    return [found, found + len(_MARKDOWN_LINK.findall(text))]


def digits(text: str, part: str = "") -> Readings:
    """Digits 0 to 9, those that number a list counted or not, and with them those of other scripts."""
    plain = sum(character in "0123456789" for character in text)
    listed = sum(sum(map(str.isdigit, match.group())) for match in _NUMBERED.finditer(text))
    return [plain, plain - listed, sum(map(str.isdigit, text))]


def numbers(text: str, part: str = "") -> Readings:
    """Numbers in digits; in words counted or not, and list numbers."""
    found = len(_NUMBER.findall(text))
    return [found, found + len(_NUMBER_WORD.findall(text)), found - len(_NUMBERED.findall(text))]


def list_items(text: str, part: str = "") -> Readings:
    """Points of bullet and numbered lists, nested ones counted or not; lines, where no list is marked."""
    every = [*_BULLET.finditer(text), *_NUMBERED.finditer(text)]
    outer = sum(not match.group()[0].isspace() for match in every)
    if every:
        return [len(every), outer]
    return [0, sum(1 for line in text.splitlines() if line.strip())]


def bold(text: str, part: str = "") -> Readings:
    """Stretches in bold, by Markdown's grammar and by their marks."""
    found = sum(child.type == "strong_open" for token in tokens(text) for child in token.children or ())
    return [found, len(re.findall(r"\*\*(?=\S)[^*\n]+\*\*|__(?=\S)[^_\n]+__|<(?:b|strong)>", text))]


def palindromes(text: str, part: str = "") -> Readings:
    """Words of three letters or more that read the same backwards: each once or every time; of two letters, too."""
    words = [word.casefold() for word in _WORD.findall(text) if word.isalpha()]
    found = [word for word in words if len(word) > 2 and word == word[::-1] and len(set(word)) > 1]
    short = sum(len(word) == 2 and word[0] == word[1] for word in words)
    return [len(set(found)), len(found), len(found) + short]


def punctuation(text: str, part: str = "") -> Readings:
    """Everything that is no letter, digit or space; apostrophes and hyphens inside words counted or not."""
    found = len(_PLAIN_MARKS.findall(text))
    return [found, found - len(_INNER_MARK.findall(text))]


def repeated_words(text: str, part: str = "") -> Readings:
    """Words that stand there again, in the same letters or in any case; compounds as one or as several."""
    whole = _WORD.findall(text)
    pieces = re.findall(r"[^\W_]+", text)
    ways = (whole, [word.casefold() for word in whole], [word.casefold() for word in pieces])
    return [sum(number - 1 for number in Counter(way).values()) for way in ways]


def starting(text: str, part: str) -> Readings:
    """Words that begin with a text, in any case; each once or every time."""
    found = [word.casefold() for word in _WORD.findall(text) if word.casefold().startswith(part.casefold())]
    return [len(found), len(set(found))]


LAYOUT: Mapping[str, Callable[[str, str], Readings]] = {
    "emojis": emojis,
    "questions": questions,
    "headings": headings,
    "tables": tables,
    "table_rows": table_rows,
    "code_blocks": code_blocks,
    "block_quotes": block_quotes,
    "links": links,
    "digits": digits,
    "numbers": numbers,
    "list_items": list_items,
    "bold": bold,
    "palindromes": palindromes,
    "punctuation": punctuation,
    "repeated_words": repeated_words,
    "starting": starting,
}
"""Counts by name: of a text, and of the part that is looked for."""
