"""Rules about the bounds of a value."""

from __future__ import annotations

import re

from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.literals import number
from specharness.compile.local.rules.base import (
    EXCLUDED,
    GAP,
    IGNORE,
    field_of,
    guess,
)
from specharness.compile.local.rules.cells import sheet_of
from specharness.ir import Family, Param

_BETWEEN = re.compile(
    r"\b(?:between|from|within|in the range(?: of)?|ranging from)\s+\[?(?P<lo>-?\d+(?:\.\d+)?)\s*(?:and|to|-|–"
    r"|,)\s*(?P<hi>-?\d+(?:\.\d+)?)"
    r"|(?:介于|在)\s*(?P<lo2>-?\d+(?:\.\d+)?)\s*(?:到|至|和|与|-|~|～)\s*(?P<hi2>-?\d+(?:\.\d+)?)",
    IGNORE,
)
_COUNTED = re.compile(
    r"\d\s+(?:words?|characters?|chars|letters?|items?|elements?|entries|lines?|rows?|keys?|digits?)\b|\d\s*(?:个|字"
    r"|项|行|条)",
    IGNORE,
)
"""Numbers of things later in the sentence: a bound before them counts the same."""
_THINGS = (
    r"(?!\s*(?:%|％|倍)|\s+(?:percent|per cent|(?:greater|more|higher|larger|less|lower|smaller|fewer)\s+than|times)\b)"
    r"(?!\s*(?:or more\s+|or fewer\s+)?(?:words?|characters?|chars|letters?|items?|elements?|entries|lines?|rows?"
    r"|keys?|digits?"
    r"|decimals?|sentences?|bytes|percentage points|times\b|个?字|个(?:元素|条目|字符)|[项行条位])(?![\w-]))"
)
"""A number of things is no value."""
_BOUND = re.compile(
    r"(?P<not>\b(?:no|not|never|cannot)\s+(?:be\s+)?|不(?:得|能|可以|可|应|要|许)?)?"
    r"(?P<op>at least|at most|(?:strictly )?(?:greater|more|larger|higher|less|fewer|smaller|lower"
    r"|bigger) than(?: or equal to)?|"
    r"exceeds?|above|below|under|>=|<=|≥|≤|>|<|(?:大于|高于|超过|小于|低于|少于)(?:或?等于)?)"
    rf"\s*(?P<n>-?\d+(?:\.\d+)?)(?!\d|\.\d){_THINGS}",
    IGNORE,
)
_OR_MORE = re.compile(
    r"(?P<n>(?<![\w.])-?\d+(?:\.\d+)?)\s+(?:or|and)\s+(?:(?P<up>more|greater|higher|larger|above|over)|(?:less|fewer"
    r"|lower|smaller"
    r"|below|under))\b(?!\s+\w+s\b)",
    IGNORE,
)
_UPPER = re.compile(r"at most|less|fewer|smaller|lower|below|under|<|≤|小于|低于|少于", IGNORE)
_INCLUSIVE = re.compile(r"at least|at most|equal|=|≥|≤|等于", IGNORE)
_SIGN = re.compile(r"(?<![\w-])(?P<s>positive|non-negative)\b(?!\s*(?:,|/|or\b|and\b|to\b))|(?P<z>正数|非负)", IGNORE)


_NEGATIVE = re.compile(
    rf"\b(?:no|not|never|none|cannot)\b(?!\s+(?:remove|drop|delete|filter|ignore|skip|exclude|omit|change|treat))"
    rf"{GAP}\b(?:be|is|are|become|go|turn|fall|contain|have|hold|any|a|no|not|never)\s+negative\b|\b(?:no|not"
    rf"|never)\s+negative\b|不(?:得|能|可)为负",
    IGNORE,
)

_OR_BEFORE = re.compile(r"(?:\bor|或)\s*$", IGNORE)
"""A clause that is one of two alternatives."""


def bounds(c: Clause) -> Guess | None:
    """Bounds of a value."""
    field = field_of(c)
    if not field:
        return None
    params = c.about() | field | sheet_of(c)
    rest = re.compile(r"[^.。;；\n]*").match(c.source.text, c.end)
    if rest is not None and next(iter(field.values())).spans[0].start < c.start and _COUNTED.search(rest.group()):
        return None
    if _OR_BEFORE.search(c.source.text, c.unit.body.start, c.start):
        return None
    match = c.find(_BETWEEN)
    if match is not None and re.match(_THINGS, c.source.text[match.end() :], IGNORE) is None:
        return None
    if match is not None:
        ends = _ends(c, match)
        if EXCLUDED.search(c.source.text, c.start, match.start()) or ends is None:
            return None
        low, high = ("lo", "hi") if match["lo"] else ("lo2", "hi2")
        pair = {ends[0]: c.param(match, low, number(match[low])), ends[1]: c.param(match, high, number(match[high]))}
        return guess(Family.VALUE_RANGE, params | pair, "bounds")
    negative = c.find(_NEGATIVE)
    if negative is not None:
        return guess(Family.VALUE_RANGE, params | {"min": Param(value=0, spans=(c.span(*negative.span()),))}, "bounds")
    found: dict[str, Param] = {}
    before = c.start
    for bound in c.every(_BOUND):
        turned = _turned(c.source.text[before : bound.start()])
        if turned is None:
            return None
        found.setdefault(_bound(bound, turned), c.param(bound, "n", number(bound["n"])))
        before = bound.end()
    if not found:
        for open_end in c.every(_OR_MORE):
            if EXCLUDED.search(c.source.text, c.start, open_end.start()):
                return None
            found["min" if open_end["up"] else "max"] = c.param(open_end, "n", number(open_end["n"]))
    sign = c.find(_SIGN)
    if not found and sign is not None and not EXCLUDED.search(c.source.text, c.start, sign.start()):
        name = "min_exclusive" if (sign["s"] or "").lower() == "positive" or sign["z"] == "正数" else "min"
        found[name] = Param(value=0, spans=(c.span(*sign.span()),))
    return guess(Family.VALUE_RANGE, params | found, "bounds") if found else None


_STRICT = re.compile(
    r"\bstrictly\b|\bexclusive(?:ly)?\b|\bexcluding (?:both|the) (?:ends?|bounds?|limits)|严格"
    r"|不含(?:端点|两端|边界)|开区间",
    IGNORE,
)
_CLOSED = re.compile(r"\binclusive|\binclud|包含|闭区间|(?<!不)含", IGNORE)


def _ends(c: Clause, match: re.Match[str]) -> tuple[str, str] | None:
    """The parameters of an interval's ends; None where one is open and the other closed."""
    sentence = re.compile(r"[^.。;；\n]*").match(c.source.text, match.end())
    stated = c.source.text[c.start : max(c.end, sentence.end() if sentence is not None else c.end)]
    if not _STRICT.search(stated):
        return "min", "max"
    return None if _CLOSED.search(stated) else ("min_exclusive", "max_exclusive")


_NEGATION = re.compile(
    r"\b(?:not|never|cannot|neither|nor|no)\b(?! only)|\b\w*n['’]t\b|\bdont\b|不得|不能|不可|不应"
    r"|不要|禁止",
    IGNORE,
)
_OF_THE_BOUND = re.compile(r"(?:\s+(?:(?!but\b|only\b|and\b|or\b)[a-z]+|[`\"“][\w.\[\]-]+[`\"”])){0,5}\s*", IGNORE)


def _turned(before: str) -> bool | None:
    """Whether a "not" in front of a comparison turns it round; None where it may belong to something else."""
    found = list(_NEGATION.finditer(before))
    if not found:
        return False
    return True if len(found) == 1 and _OF_THE_BOUND.fullmatch(before, found[0].end()) else None


def _bound(match: re.Match[str], turned: bool) -> str:
    """The parameter that a comparison states; "not" turns it round, and its limit changes sides."""
    upper, inclusive = _UPPER.search(match["op"]) is not None, _INCLUSIVE.search(match["op"]) is not None
    if bool(match["not"]) != turned:
        upper, inclusive = not upper, not inclusive
    return ("max" if upper else "min") + ("" if inclusive else "_exclusive")
