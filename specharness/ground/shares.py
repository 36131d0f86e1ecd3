"""Wordings by which a demand holds for a share of what it names: some, most, two of these, not both, on weekdays.

A reader takes the literals and the bound of such a clause and makes them hold for everything. No check follows the
share, so none is made.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from specharness.ground.clauses import parent_of, touching
from specharness.ground.families.base import Claim, Refusal
from specharness.ir import Family, Reason

_PLACED = frozenset(
    {Family.VALUE_EQUALS, Family.VALUE_RANGE, Family.PATTERN, Family.NUMBER_FORMAT, Family.CELLS_FILLED}
    | {Family.UNIQUE, Family.SORTED, Family.FORMULA}
)
"""Families that say something of every value of a column or key."""
_LINES = _PLACED | {Family.CONTAINS, Family.NOT_CONTAINS}
_MESSAGE = frozenset({Family.RESPONSE_CONSTRAINT})
_NAMING = frozenset({Family.SCHEMA}) | _MESSAGE
"""Families whose checks demand all that is named."""
_JOINED = frozenset({Family.PATH_EXISTS, Family.CONTAINS})
"""Families that join alternatives (`families/joined.py`): where all files are in hand, one of them makes a check."""
_AT_LEAST_ONE = re.compile(r"\b(?:at least one|one or more|any(?: one)?)\s+of\b", re.IGNORECASE)

_NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)"
_NAMED = (
    r"(?:words?|key-?words?|terms?|phrases?|names?|columns?|keys?|fields?|headings?|sections?|files?|items?|options?"
    r"|folders?|director(?:y|ies)|sheets?)"
)
_LISTED = (
    r"(?:(?:the|these|those|its|following|above|below|listed|given|named|next|my)\s+){0,3}"
    rf"(?:(?:\w+\s+)?{_NAMED}\b|[`\"“'_]|:|(?<=following\s)|(?<=above\s))"
)
_BOUND = (
    r"(?:at least|at most|no more than|no fewer than|no less than|not more than|more than|fewer than|less than|up to)"
)
_PARTS = r"(?:sentences?|paragraphs?|lines?|words?|sections?|bullets?(?: points?)?|items?|rows?|stanzas?|headings?)"
_OF_TEXT = (
    r"(?:of\s+)?(?:the|your|its|all|this)\s+(?:\w+\s+)?(?:answer|response|reply|output|message|text|words|sentences"
    r"|lines|paragraphs|letters|story|poem|essay|summary|email|letter)\b"
)


class _Share(NamedTuple):
    families: frozenset[Family]
    pattern: re.Pattern[str]
    detail: str


def _share(families: frozenset[Family], pattern: str, detail: str) -> _Share:
    return _Share(families, re.compile(pattern, re.IGNORECASE), detail)


_OF_THE_ANSWER = "it holds for a part of the answer"
_SOME_NAMED = "it holds for some of those named"
_SHARES = (
    _share(
        _NAMING | _JOINED,
        rf"(?<!each )(?<!every )\b(?:{_NUMBER}|any|some|several|most|many|half|(?:one|two) or (?:more|both)"
        rf"|an? (?:few|couple|subset))\s+of\s+{_LISTED}|(?:至少|任意|任选|其中)(?:[一二两三四五]|\d+)?(?:个|种|项|份)?"
        r"(?:之一|文件|字段|列)|其中之一",
        _SOME_NAMED,
    ),
    _share(
        _NAMING,
        rf"\b(?:any\s+{_NUMBER}\s+(?:of\s+)?|either\s+(?:of\s+)?){_LISTED}|中的?\s*(?:任意|任一|至少|某|其)?\s*"
        r"[一二两三四五六七八九十\d]\s*(?:个|种|项|列|词)|中的?(?:任意|任一|某些|一些|若干)|之一",
        _SOME_NAMED,
    ),
    _share(
        _NAMING | {Family.NOT_CONTAINS},
        r"(?:\bnot\b|n't\b|\bnever\b|\bavoid\b|\bcannot\b|\bwithout\b)\s+(?:\w+\s+){0,4}?both\s+(?:of\s+)?"
        r"(?:the\s+)?(?:\w+\s+)?[`\"“'_]|(?:不要|不得|不能|不可|勿|别)同时",
        "not all of them together, is what is forbidden",
    ),
    _share(
        _LINES,
        r"(?<!\bat )(?<!\bthe )\bmost\s+(?:of\b|[a-z]+s\b)|\b(?:nearly|almost|practically)\s+(?:all|every|each)\b"
        r"|\b(?:the\s+)?majority\b|\b(?:half|a third|a quarter|two thirds|three quarters|part|some|several|many|few"
        r"|a couple|none but|\d+\s*(?:%|percent)|all but \w+)\s+of\b|\bsome\s+[a-z]+s\b"
        r"|\b(?:a|only|just|very)\s+few\b|\bnot\s+(?:all|every|each)\b|大多数|多数|大部分|部分|几乎|一半|有些|某些|少数",
        "it holds for some of the values only",
    ),
    _share(
        frozenset({Family.TESTS_PASS}),
        rf"\b(?:{_BOUND}\s+|exactly\s+|only\s+)?{_NUMBER}\s+(?:of\s+(?:the|these|your)\s+)?(?:\w+\s+)?tests?\b"
        r"|(?<!\bat )\bmost\b|\b(?:majority|half|some|several|any|\d+\s*(?:%|percent))\s+(?:of\s+)?(?:the\s+)?"
        r"(?:\w+\s+)?tests?\b|\b(?:nearly|almost)\s+all\b|\bnot all\b|大多数|大部分|部分|至少",
        "it holds for so many of the tests",
    ),
    _share(
        _PLACED | {Family.COUNT},
        rf"\b(?:{_BOUND}|exactly|only|just)\s+{_NUMBER}\s+(?:of\s+(?:the|its)\s+)?(?:values?|cells?|entr(?:y|ies)|rows?"
        r"|records?|lines?|items?|elements?)\b[^.;]*\b(?:must|should|may|can|shall|needs? to|ha(?:s|ve) to)\b"
        r"(?!\s+(?:be\s+(?:present|there|in|left|listed|written|kept|included|produced)|exist|appear|remain)\b)",
        "it holds for so many of the values",
    ),
    _share(
        _PLACED,
        r"\b(?:usually|typically|normally|generally|mostly|often|sometimes|occasionally|rarely|seldom|on average"
        r"|in general|as a rule|in most cases)\b|通常|一般|平均|往往",
        "it holds as a rule only",
    ),
    _share(
        frozenset({Family.VALUE_EQUALS, Family.VALUE_RANGE}),
        r"\b(?:the|its|their)\s+(?:highest|lowest|largest|smallest|biggest|greatest|maximum|minimum|longest|shortest"
        r"|earliest|latest|newest|oldest|median|mean|average|combined|total)\s+(?:[a-z]+\s+)?(?:of|in|for|among)\b"
        r"|\b(?:highest|lowest|largest|smallest|biggest|greatest|median|mean|average)\s+(?:values?|numbers?|entry|one)\b"
        r"|最大值|最小值|最高|最低|平均值|中位数",
        "it holds for one value, or for what is calculated of them",
    ),
    _share(
        _PLACED,
        r"^\W*(?:for|on|among|amongst|during)\s+(?!(?:this|the|that|each|every|all|any|both|your|our|example|instance"
        r"|clarity|convenience|consistency|compatibility|reference|simplicity)\b)[a-z]+(?:[ -][a-z]+){0,2},?\s+"
        r"(?:the|its|their|each|every|all|a)\b"
        r"|\b(?:on|during|at)\s+(?:week-?days?|week-?ends?|holidays?|business days?|working days?"
        r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|night|nights)\b"
        r"|\bfor\s+(?!(?:each|every|all|any|the|this|that|example|both|these|those)\b)[a-z]+\s+(?:rows|records|entries"
        r"|orders|users|items|customers|products|values|accounts|people|cases|lines|members|employees|invoices)\b"
        r"|(?:工作日|周末|节假日)",
        "it holds in some cases",
    ),
    _share(
        _MESSAGE,
        rf"(?<!\bat )\bmost\s+{_OF_TEXT}|\b(?:majority|half|third|quarter|part|some|much|\d+\s*(?:%|percent))\s+of\s+"
        rf"{_OF_TEXT}|\b(?:nearly|almost)\s+(?:all|every|each)\b|\b(?:mostly|predominantly|mainly|partly)\s+(?:in|use)\b"
        r"|\bnot\s+(?:all|every)\b|大部分|大多数|一半",
        _OF_THE_ANSWER,
    ),
    _share(
        _MESSAGE,
        rf"\b(?:{_BOUND}|exactly|only|just)\s+{_NUMBER}\s+(?:of\s+(?:the|your)\s+)?{_PARTS}\s+(?:\w+\s+){{0,4}}?"
        r"(?:should|must|may|can|shall|need to|have to|has to)\s+(?!be\b(?!gin)|appear)\w+",
        "it holds for so many parts of the answer",
    ),
    _share(
        _MESSAGE,
        r"\b(?:more|less|fewer|as)\b[^.;]{0,24}\b(?:than|as)\s+(?:the\s+)?(?:(?:word|letter|phrase|term|keyword)\s+)?"
        r"[`\"“'_]",
        "two numbers are compared",
    ),
    _share(
        _MESSAGE | {Family.COUNT},
        rf"\b{_BOUND}\s+{_NUMBER}\s+[a-z]+(?:\s+[a-z]+)?,?\s+(?:and|or)\s+{_NUMBER}\s+[a-z]+",
        "whether one bound is for both numbers is not said",
    ),
)
_LEAD = re.compile(
    rf"\b(?:(?:{_NUMBER}|any|some|several|most|many|half|either)(?:\s+or more)?\s+of\s+(?:the|these|those)\b"
    r"|as many\b)[^.]*[:：]\s*$|(?:之一|任意|任一|某些)[^。]*[:：]\s*$",
    re.IGNORECASE,
)
_PUT_IN = re.compile(
    r"\bat least\b|\b(?:use|using|includ\w+|contain\w*|mention\w*|ha(?:s|ve)|put|insert|add)\b|包含|使用|提到",
    re.IGNORECASE,
)
"""What is named stands in the answer; the answer is more than that."""
_LITERAL = re.compile(r"(`)[^`\n]*`|(\")[^\"\n]*\"|(“)[^”\n]*”")


def _blank(match: re.Match[str]) -> str:
    return "_" * len(match.group())


def share_of(claim: Claim) -> Refusal | None:
    """Why a demand that holds for a share of what it names has no check; None where it holds for all."""
    family = claim.direction.family
    span = claim.spans[0]
    text = _LITERAL.sub(_blank, claim.quotes[0])  # what stands in marks is a literal
    chosen = family is Family.RESPONSE_CONSTRAINT and claim.word("field") == "choice" and not _PUT_IN.search(text)
    stated = family is Family.RESPONSE_CONSTRAINT and ": 50% " in claim.word("field")
    for share in _SHARES:
        if stated and share.detail in (_OF_THE_ANSWER, _SOME_NAMED):
            continue  # its check is of that share
        if chosen and share.detail == _SOME_NAMED:
            continue  # the answer is one of them
        if family in _JOINED and len(claim.paths) > 1 and share.detail == _SOME_NAMED and _AT_LEAST_ONE.search(text):
            continue
        if family in share.families and share.pattern.search(text):
            return Refusal(Reason.NO_VALIDATOR, share.detail)
    units = claim.units.get(span.source, ())
    unit = next(iter(touching(units, span.start, span.start + 1)), None)
    lead = parent_of(unit, units) if unit is not None else None
    if lead is not None and _LEAD.search(_LITERAL.sub(_blank, claim.sources[span.source].quote(lead.body)).rstrip()):
        return Refusal(Reason.NO_VALIDATOR, _SOME_NAMED)
    return None
