"""Ways to change what a clause demands, word by word: the table behind the altered quotes.

An edit makes a text that the source does not hold; a fragment is a stretch of the source that leaves out a word that
binds. Rules know words of English and Chinese, not documents, and are tried at every place that they fit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import NamedTuple


class Sort(StrEnum):
    """What an alteration does to the meaning, and how."""

    NEGATION_DROPPED = "negation_dropped"
    NEGATION_ADDED = "negation_added"
    MODAL_SWAPPED = "modal_swapped"
    NUMBER_CHANGED = "number_changed"
    UNIT_CHANGED = "unit_changed"
    PATH_CHANGED = "path_changed"
    CONDITION_CHANGED = "condition_changed"
    CONDITION_DROPPED = "condition_dropped"
    EXCEPTION_CHANGED = "exception_changed"
    EXCEPTION_DROPPED = "exception_dropped"
    BOUND_CHANGED = "bound_changed"
    FRAGMENT_NEGATION = "fragment_negation"
    FRAGMENT_MODAL = "fragment_modal"
    FRAGMENT_CONDITION = "fragment_condition"
    FRAGMENT_EXCEPTION = "fragment_exception"
    FRAGMENT_BOUND = "fragment_bound"
    FRAGMENT_UNIT = "fragment_unit"
    FRAGMENT_NUMBER = "fragment_number"
    FRAGMENT_PATH = "fragment_path"
    CLAIM_NEGATION = "claim_negation"
    """From here on the quote is faithful, and what is claimed of it is not."""
    CLAIM_MODAL = "claim_modal"
    CLAIM_NUMBER = "claim_number"
    CLAIM_BOUND = "claim_bound"
    CLAIM_PATH = "claim_path"
    CLAIM_VALUE = "claim_value"
    CLAIM_CONDITION = "claim_condition"


class Reworded(NamedTuple):
    """One alteration of a clause."""

    sort: Sort
    text: str


New = str | Callable[[re.Match[str]], str]


class _Edit(NamedTuple):
    sort: Sort
    pattern: re.Pattern[str]
    new: New


class _Fragment(NamedTuple):
    """`kept` is the group of the pattern that is quoted."""

    sort: Sort
    pattern: re.Pattern[str]


_PATH = re.compile(r"(?:~|\.{1,2})?(?:/[\w.\-]+)+|[\w\-]+(?:/[\w.\-]+)*\.[a-z]{2,5}\b")
_NUMBER = re.compile(r"(?<![\w./`\"\-:])\d{1,4}(?:\.\d+)?(?![\w/\-:]|\.\d)")
_UNITS = {
    "decimals": "digits", "rows": "columns", "columns": "rows", "words": "lines", "lines": "words", "items": "keys",
    "entries": "keys", "slides": "notes", "sheets": "rows", "characters": "words", "people": "groups", "files": "folders",
    "行": "列", "个": "种",
}  # fmt: skip
_OPPOSITES = {
    "at least": "at most", "at most": "at least", "exactly": "at least", "no more than": "no fewer than",
    "no fewer than": "no more than", "greater than": "less than", "less than": "greater than",
    "longer than": "shorter than", "more than": "fewer than", "至少": "至多", "正好": "至少", "不超过": "不少于",
    "ascending": "descending", "升序": "降序", "first": "last",
}  # fmt: skip


def _other(table: dict[str, str]) -> Callable[[re.Match[str]], str]:
    return lambda match: table[match.group().lower()]


def _any(table: dict[str, str]) -> re.Pattern[str]:
    words = "|".join(rf"\b{word}\b" if word.isascii() else word for word in sorted(table, key=len, reverse=True))
    return re.compile(words, re.IGNORECASE)


def _renamed(match: re.Match[str]) -> str:
    stem, dot, ending = match.group().rpartition(".")
    return f"{stem}_2{dot}{ending}" if dot and stem else f"{match.group()}_2"


def _raised(match: re.Match[str]) -> str:
    whole, dot, part = match.group().partition(".")
    return f"{int(whole) + 1}{dot}{part}"


_I = re.IGNORECASE
_EDITS = (
    _Edit(
        Sort.NEGATION_DROPPED, re.compile(r"\b(?:do not|don['’]t)\s+(?=\w)|\bnever\s+(?=\w)|\bplease don['’]t\s+", _I), ""
    ),
    _Edit(Sort.NEGATION_DROPPED, re.compile(r"\b(must|may|should|can|is|are|does|has to) not\b", _I), r"\1"),
    _Edit(Sort.NEGATION_DROPPED, re.compile(r"\b(?:no other|no)\b(?= )", _I), "every"),
    _Edit(Sort.NEGATION_DROPPED, re.compile(r"\bnothing\b", _I), "everything"),
    _Edit(Sort.NEGATION_DROPPED, re.compile(r"\bunchanged\b|\bas (?:it|they) (?:is|are)\b", _I), "changed"),
    _Edit(Sort.NEGATION_DROPPED, re.compile(r"不得|不要|不能"), "必须"),
    _Edit(Sort.NEGATION_ADDED, re.compile(r"\b(must|should|may|can|has to)\b(?! not)", _I), r"\1 not"),
    _Edit(Sort.NEGATION_ADDED, re.compile(r"^(write|save|put|create|use|sort|keep|set|leave|update|move|produce)\b", _I),
          lambda match: f"Do not {match.group().lower()}"),
    _Edit(Sort.NEGATION_ADDED, re.compile(r"必须|请"), "不得"),
    _Edit(Sort.MODAL_SWAPPED, re.compile(r"\b(?:must|should|has to)\b(?! not)", _I), "may"),
    _Edit(Sort.MODAL_SWAPPED, re.compile(r"\b(?:may|can|could)\b(?! not)", _I), "must"),
    _Edit(Sort.MODAL_SWAPPED, re.compile(r"\bfeel free to\b|\btry to\b|\bconsider\b|\bprefer\b", _I), "you must"),
    _Edit(Sort.MODAL_SWAPPED, re.compile(r"必须"), "可以"),
    _Edit(Sort.MODAL_SWAPPED, re.compile(r"可以|建议"), "必须"),
    _Edit(Sort.NUMBER_CHANGED, _NUMBER, _raised),
    _Edit(Sort.UNIT_CHANGED, _any(_UNITS), _other(_UNITS)),
    _Edit(Sort.PATH_CHANGED, _PATH, _renamed),
    _Edit(Sort.CONDITION_CHANGED, re.compile(r"\bif\b|\bwhen\b", _I), "unless"),
    _Edit(Sort.CONDITION_CHANGED, re.compile(r"如果|若"), "除非"),
    _Edit(Sort.CONDITION_CHANGED, re.compile(r"\b(if|when)\b([^,.;]{3,80}?) is\b", _I), r"\1\2 is not"),
    _Edit(Sort.CONDITION_DROPPED, re.compile(r"^if [^,]{3,160}, ", _I), ""),
    _Edit(Sort.CONDITION_DROPPED, re.compile(r",? (?:if|when|unless) [^,.;]{3,120}(?=[.,;]|$)", _I), ""),
    _Edit(Sort.CONDITION_DROPPED, re.compile(r"^(?:如果|若)[^，]{2,60}，"), ""),
    _Edit(Sort.EXCEPTION_CHANGED, re.compile(r"\b(?:except|other than|apart from|but not|excluding)\b", _I), "including"),
    _Edit(Sort.EXCEPTION_CHANGED, re.compile(r"除(?=[^非])"), "连同"),
    _Edit(Sort.EXCEPTION_DROPPED, re.compile(r"^apart from [^,]{3,120}, ", _I), ""),
    _Edit(Sort.EXCEPTION_DROPPED, re.compile(r",? (?:except|other than|but not|not counting|excluding) [^,.;]{2,80}?(?=\. |\.$|,|;|$)", _I), ""),
    _Edit(Sort.EXCEPTION_DROPPED, re.compile(r"除[^，]{1,40}外，"), ""),
    _Edit(Sort.BOUND_CHANGED, _any(_OPPOSITES), _other(_OPPOSITES)),
)  # fmt: skip
_FRAGMENTS = (
    _Fragment(Sort.FRAGMENT_NEGATION, re.compile(r"\b(?:do not|don['’]t|never|must not|may not|should not|cannot)\s+(?P<kept>.+)", _I | re.S)),
    _Fragment(Sort.FRAGMENT_NEGATION, re.compile(r"^\W*(?:no|none of|nothing)\s+(?P<kept>.+)", _I | re.S)),
    _Fragment(Sort.FRAGMENT_NEGATION, re.compile(r"(?:不得|不要|不能)(?P<kept>.+)", re.S)),
    _Fragment(Sort.FRAGMENT_MODAL, re.compile(r"\b(?:you may|you can|you could|feel free to|try to|consider|may|can)\s+(?!not\b)(?P<kept>.+)", _I | re.S)),
    _Fragment(Sort.FRAGMENT_MODAL, re.compile(r"(?:可以|建议)(?P<kept>.+)", re.S)),
    _Fragment(Sort.FRAGMENT_CONDITION, re.compile(r"^\W*(?:if|when|where|unless)\b(?! you(?: are|'re| have|'ve))[^,]{3,160}, (?P<kept>.+)", _I | re.S)),
    _Fragment(Sort.FRAGMENT_CONDITION, re.compile(r"^(?P<kept>.{6,}?),? (?:if|when|unless)\b.+", _I | re.S)),
    _Fragment(Sort.FRAGMENT_CONDITION, re.compile(r"^(?:如果|若)[^，]{2,60}，(?P<kept>.+)", re.S)),
    _Fragment(Sort.FRAGMENT_EXCEPTION, re.compile(r"^(?P<kept>.{6,}?),? (?:except|other than|but not|not counting|excluding)\b.+", _I | re.S)),
    _Fragment(Sort.FRAGMENT_EXCEPTION, re.compile(r"^\W*apart from\b[^,]{3,120}, (?P<kept>.+)", _I | re.S)),
    _Fragment(Sort.FRAGMENT_EXCEPTION, re.compile(r"^除[^，]{1,40}外，(?P<kept>.+)", re.S)),
    _Fragment(Sort.FRAGMENT_BOUND, re.compile(r"\b(?:exactly|at least|at most|(?:no|not|fewer|more|less|greater|longer)(?: more| fewer| less| longer)? than|only|up to)\s+(?P<kept>.+)", _I | re.S)),
    _Fragment(Sort.FRAGMENT_BOUND, re.compile(r"(?:至少|至多|正好|不超过|只能|仅)(?P<kept>.+)", re.S)),
    _Fragment(Sort.FRAGMENT_UNIT, re.compile(r"^(?P<kept>.*?(?<![\w./`\"\-])\d[\d.]*)\s+(?:decimals?|rows|columns|words|lines|items|entries|slides|sheets|characters|people|files|hours|minutes)\b", _I | re.S)),
    _Fragment(Sort.FRAGMENT_UNIT, re.compile(r"^(?P<kept>.*?\d)\s*(?:行|个|条|列|字)", re.S)),
    _Fragment(Sort.FRAGMENT_NUMBER, re.compile(r"^(?P<kept>.*?(?<![\w./`\"\-])\d)\.?\d", re.S)),
    _Fragment(Sort.FRAGMENT_PATH, re.compile(r"^(?P<kept>.*?(?:/[\w.\-]+)+)/[\w\-]+(?:\.\w+)?", re.S)),
    _Fragment(Sort.FRAGMENT_PATH, re.compile(r"^(?P<kept>.*?(?:/[\w\-]+)+)\.[a-z]{2,5}\b", re.S)),
    _Fragment(Sort.FRAGMENT_PATH, re.compile(r"(?:/[\w\-]+)+/(?P<kept>[\w\-]+\.[a-z]{2,5}\b.*)", re.S)),
)  # fmt: skip

MIN_WORDS = 8
"""Characters of a fragment: a shorter one quotes nothing that a compiler would claim."""


def edits(clause: str) -> Iterator[Reworded]:
    """Every edit of a clause, one place each, in the order of the rules."""
    for rule in _EDITS:
        for match in rule.pattern.finditer(clause):
            new = match.expand(rule.new) if isinstance(rule.new, str) else rule.new(match)
            text = (clause[: match.start()] + new + clause[match.end() :]).strip()
            if text != clause:
                yield Reworded(rule.sort, text)


def fragments(clause: str) -> Iterator[Reworded]:
    """Every fragment of a clause, in the order of the rules."""
    for rule in _FRAGMENTS:
        for match in rule.pattern.finditer(clause):
            text = match["kept"].strip()
            if MIN_WORDS <= len(text) < len(clause):
                yield Reworded(rule.sort, text)
