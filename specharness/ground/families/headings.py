"""Headings: texts that a clause asks for as headings or sections, in which level, and as what a validator is asked.

A text with `#` marks says its level. Without them the clause has to call it a heading or section of the file, and to
ask for it: what it only mentions, or names as a place, is none.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pydantic import JsonValue

from specharness.ground.families.base import Check, Claim
from specharness.ground.families.quoted import HELD, OWN, sentence
from specharness.validators.headings import MARKDOWN, Wanted

_WORD_LEVELS = {"top": 1, "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6}
_CHINESE_LEVELS = {name: number for number, name in enumerate("一二三四五六", 1)}
_LEVEL = (
    r"(?:(?:level[- ]?(?P<digit>[1-6])|(?P<word>first|second|third|fourth|fifth|sixth|top)[- ]level|h(?P<tag>[1-6]))"
    r"(?:\s+markdown)?[\s-]+)?"
)
_NOUN = r"(?:markdown\s+)?(?P<noun>(?:sub)?headings?|(?:sub)?sections?|chapters?|headers?)"
_TITLED = (
    r"(?:\s+(?:of|at)\s+level\s+(?P<of>[1-6]))?(?:\s+(?:(?:that|which)\s+(?:is|are)\s+)?(?:titled|called|named|entitled"
    r"|labell?ed|with\s+the\s+(?:titles?|names?|text)))?\s*:?\s*"
)
_NEXT = r"(?:\s*(?:,\s*(?:and\s+)?|\band\s+|、|和|及|与|以及)\s*)"
_CHINESE = r"(?:(?P<level>[一二三四五六])级)?(?P<noun>标题|章节|小节)"
_FORMS = tuple(
    re.compile(pattern.replace("OWN", re.escape(OWN)).replace("HELD", re.escape(HELD)), re.IGNORECASE)
    for pattern in (
        rf"{_LEVEL}\b{_NOUN}{_TITLED}(?P<others>(?:HELD{_NEXT})*)OWN",
        rf"OWN(?P<others>(?:{_NEXT}HELD)*)\s+{_LEVEL}{_NOUN}\b",
        rf"{_CHINESE}(?:为|是|名为|：|:)?\s*(?P<several>(?:HELD{_NEXT})*)OWN",
        rf"OWN(?P<several>(?:{_NEXT}HELD)*)\s*(?:的|这?(?:一)?个?)?{_CHINESE}",
    )
)
_HAS = re.compile(
    r"\b(?:contain|includ|ha(?:s|ve|ving)\b|with\b|add|append|insert|creat|need|requir|keep|writ|put|provid|open|start"
    r"|begin|giv)\w*|包含|包括|含有?|具有|需要|要有|有|添加|加入|增加|写|保留|设置",
    re.IGNORECASE,
)
_ELSE = re.compile(
    r"\b(?:under|in|within|inside|to|from|about|above|below|before|after|between|mention\w*|refer\w*|link\w*|cit\w*"
    r"|quot\w*|describ\w*|discuss\w*|not|no|never|without|each|every|any|per)\b|不|禁|无|提到|引用|每",
    re.IGNORECASE,
)
"""Words between the verb and the heading that make it a place, a mention, or something else than a plain demand."""
_APPEARS = re.compile(
    r"[^.;。；]{0,40}?(?:\b(?:must|should|shall|has\s+to|have\s+to|needs?\s+to)\s+(?:appear|exist|stay|remain|stand"
    r"|be\s+(?:present|there|included|kept|in\b))|必须(?:出现|存在|保留))",
    re.IGNORECASE,
)
_PLAIN = frozenset({"txt", "text"})


class _Named(NamedTuple):
    noun: str
    level: int
    """0 where it is not said."""
    start: int
    end: int
    text: str


def check_of(claim: Claim, literal: str, place: dict[str, JsonValue], key: str, *, present: bool) -> Check | None:
    """The check of a literal as a heading; None where it is none, or may be something else. `place` says where."""
    marked = Wanted(literal).level > 0
    if "path" in place and claim.ending not in MARKDOWN | _PLAIN | {"docx"}:
        return None
    if marked and claim.ending == "docx":
        return None  # whether its marks are to be typed is not said
    named = _named(claim, literal)
    asked = named is not None and (_demanded(named) if present else True)
    if named is None or not asked or (not marked and named.noun.lower().startswith("header")):
        loose = marked and present and "path" in place and claim.ending in MARKDOWN
        return Check("headings_present", {**place, "headings": [literal], "loose": True}, key) if loose else None
    if marked and named.level not in {0, Wanted(literal).level}:
        return None
    heading = literal if marked or not named.level else f"{'#' * named.level} {literal}"
    if not present:
        return Check("headings_absent", {**place, "headings": [heading]}, key)
    params: dict[str, JsonValue] = {**place, "headings": [heading]}
    if re.search(r"section|chapter|章节|小节", named.noun, re.IGNORECASE):
        params["filled"] = True
    return Check("headings_present", params, key)


def _named(claim: Claim, literal: str) -> _Named | None:
    text = sentence(claim, literal)
    for form in _FORMS:
        for match in form.finditer(text):
            groups = match.groupdict()
            if groups.get("others") and not groups["noun"].lower().endswith("s"):
                continue  # "the heading `a` and `b`": the second is no heading
            return _Named(groups["noun"], _level(groups), match.start(), match.end(), text)
    return None


def _level(groups: dict[str, str | None]) -> int:
    digit = groups.get("digit") or groups.get("tag") or groups.get("of")
    if digit:
        return int(digit)
    return _WORD_LEVELS.get((groups.get("word") or "").lower(), 0) or _CHINESE_LEVELS.get(groups.get("level") or "", 0)


def _demanded(named: _Named) -> bool:
    """Whether the words around ask that the heading be there."""
    before = named.text[: named.start]
    verbs = [verb.end() for verb in _HAS.finditer(before)]
    if verbs and not _ELSE.search(before, verbs[-1]):
        return True
    return _APPEARS.match(named.text, named.end) is not None
