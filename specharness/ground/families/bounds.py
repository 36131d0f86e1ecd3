"""Which bound a quote states for a number: at least, at most, more than, less than, or none.

A direction that turns "at least 6" into at most 6 quotes faithfully and means the opposite. What the quote does not
say right at the number is no bound.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from specharness.ground.families.base import Claim, Refusal
from specharness.ground.numerals import as_number
from specharness.ir import Reason

_NAMES = ("min", "max", "min_exclusive", "max_exclusive")
_NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.])[-+−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?"
    r"|\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|hundred|dozen|single|once|twice)\b"
    r"|[零一二两三四五六七八九十百]+",
    re.IGNORECASE,
)


class _Word(NamedTuple):
    pattern: re.Pattern[str]
    bound: str
    negated: str
    """What "not" in front of it makes of the bound; empty where that says nothing."""


_GAP = r"[\s`'\"“(=$€£¥]*(?:(?:or equal to|equal to|the|a|an|of|to|by|as|total|is|be|value|EUR|USD|GBP)\b[\s`'\"“(=$€£¥]*){0,3}$"


def _left(words: str, bound: str, negated: str = "") -> _Word:
    return _Word(
        re.compile(rf"(?P<word>{words})[要有需出现使用包含写高亮加粗强调斜体达到]{{0,6}}{_GAP}", re.IGNORECASE),
        bound,
        negated,
    )


_LEFT = (
    _left(r">=|≥|\bat least|\b(?:greater|larger|higher|more) than or equal to|\bminimum(?: length| number)?|\bmin\.?\b|\bfrom\b|"
          r"\bstarting (?:at|from)\b|至少|不少于|不低于|不小于|大于等于|最少", "min"),
    _left(r"<=|≤|\bat (?:the )?most|\b(?:less|fewer|smaller|lower) than or equal to|\bmaximum(?: length| number)?|\bmax\.?\b|"
          r"\bup to|\bwithin\b|\blimit(?:ed)?\b|至多|最多|不超过|不多于|不高于|不大于|小于等于|上限", "max"),
    _left(r"(?:>|\b(?:more|greater|larger|higher|longer|later|bigger) than\b|\babove\b|\bover\b|\bexceed(?:s|ing)?\b|\bbeyond\b|"
          r"大于|超过|高于|多于)", "min_exclusive", "max"),
    _left(r"(?:<|\b(?:less|fewer|smaller|lower|shorter|earlier) than\b|\bbelow\b|\bunder\b|小于|低于|少于)", "max_exclusive", "min"),
)  # fmt: skip
_RIGHT = (
    (re.compile(r"[\s`'\"”)%]*(?:[\w-]+\s+){0,2}?or (?:more|above|greater|higher|over|longer|later)\b|[\s`]*\w{0,2}(?:及|或)?以上", re.I), "min"),
    (re.compile(r"[\s`'\"”)%]*(?:[\w-]+\s+){0,2}?or (?:fewer|less|below|lower|under|shorter)\b|[\s`]*\w{0,2}(?:及|或)?以[下内]", re.I), "max"),
    (re.compile(r"[\s`'\"”)%]*(?:[\w-]+\s+){0,2}?(?:at (?:the )?most|maximum|max)\b", re.I), "max"),
    (re.compile(r"[\s`'\"”)%]*(?:[\w-]+\s+){0,2}?(?:at (?:the )?least|minimum)\b", re.I), "min"),
    (re.compile(r"[\s`]*(?:<=|≤)[\s`]*[A-Za-z`]", re.I), "min"),
    (re.compile(r"[\s`]*<[\s`]*[A-Za-z`]", re.I), "min_exclusive"),
)  # fmt: skip
_NEGATION = re.compile(
    r"(?:\b(?:not|never|no|none|neither|nor|nothing|cannot|without)\b|n['’]t\b|不得|不能|不可|不要|不|无)", re.I
)
_SPAN = re.compile(r"[\s`'\"”%)个字词句段行次]*(?:and|to|or|through|–|-|—|~|,|到|至|和|与)[\s`'\"“(]*$", re.IGNORECASE)
_STRICT = re.compile(r"\bstrictly\b|\bexclusive\b|\bnot (?:included|inclusive)\b|不含", re.IGNORECASE)
_SIGNS = (
    (re.compile(r"\bnon[- ]?negative\b|非负", re.I), "min", ""),
    (re.compile(r"\bpositive\b|正数|正整数", re.I), "min_exclusive", ""),
    (re.compile(r"\bnegative\b|负", re.I), "max_exclusive", "min"),
)
MAX_BESIDE = 60
"""Characters on either side of a number in which its bound is looked for."""
_WEAKER = {"min_exclusive": frozenset({"min_exclusive", "min"}), "max_exclusive": frozenset({"max_exclusive", "max"})}
"""A bound that admits the number itself, too, blames nobody."""


def bounds_of(quote: str, number: float) -> frozenset[str]:
    """The bounds that a quote states with a number, by parameter name; empty where it states it exactly or not."""
    found: set[str] = set()
    mentions = [
        (match.start(), match.end(), as_number(match.group().replace("−", "-"))) for match in _NUMBER.finditer(quote)
    ]
    for place, (start, end, value) in enumerate(mentions):
        if value is None or value != number:
            continue
        before = quote[max(0, start - MAX_BESIDE) : start]
        after = quote[end : end + MAX_BESIDE]
        said = _before(before) or next((bound for pattern, bound in _RIGHT if pattern.match(after)), "")
        earlier = mentions[place - 1] if place else None
        later = mentions[place + 1] if place + 1 < len(mentions) else None
        if later is not None and _SPAN.fullmatch(quote[end : later[0]]) and said in {"", "min"}:
            said = "min_exclusive" if _STRICT.search(quote) else "min"
        elif earlier is not None and _SPAN.fullmatch(quote[earlier[1] : start]) and said in {"", "max"}:
            said = "max_exclusive" if _STRICT.search(quote) else "max"
        if said:
            found |= _WEAKER.get(said, frozenset({said}))
    if number == 0:
        for pattern, bound, negated in _SIGNS:
            match = pattern.search(quote)
            if match is not None:
                said = negated if negated and _NEGATION.search(quote, 0, match.start()) else bound
                found |= _WEAKER.get(said, frozenset({said}))
                break
    return frozenset(found)


def _before(text: str) -> str:
    for word in _LEFT:
        match = word.pattern.search(text)
        if match is None:
            continue
        before = re.split(r"[.;:；。：]\s", text[: match.start("word")])[-1]
        if not _NEGATION.search(before[-40:]):
            return word.bound
        return word.negated
    return ""


def unbounded(claim: Claim) -> Refusal | None:
    """Why the quote does not state a bound that the direction claims; None when it states all of them."""
    for name in _NAMES:
        for value in claim.values(name):
            number = as_number(value)
            if number is None:
                continue
            said = frozenset[str]().union(*(bounds_of(quote, number) for quote in claim.quotes))
            if name not in said:
                stated = f"as {' and '.join(sorted(said))}" if said else "as no bound"
                return Refusal(Reason.PARAM_UNGROUNDED, f"{name}: the quote states {value} {stated}")
    return None
