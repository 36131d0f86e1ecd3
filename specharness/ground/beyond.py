"""What a clause holds beyond a check of it that is right as far as it goes: exclusion, place, order, form, changes.

Such a check still finds a broken demand and can't confirm a kept one: what it does not decide is left open, so that no
pass hides it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from specharness.ground.clauses import touching
from specharness.ground.families.base import Check, Claim

_LITERAL = re.compile(r"`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*”")
_HELD = "⟦⟧"
"""Stands for a literal in the text that is searched."""
_SENTENCE = re.compile(r"(?<=[.!?;])\s|[。；！？\n]")
_NOUN = (
    r"(?:(?:the|a|an|this|one|single)\s+)*(?:(?:words?|texts?|lines?|strings?|phrases?|sentences?|values?|numbers?"
    r"|characters?|letters?|tokens?|content|answer)\s*:?\s+)?"
)


class _Beyond(NamedTuple):
    pattern: re.Pattern[str]
    what: str


def _beyond(pattern: str, what: str) -> _Beyond:
    return _Beyond(re.compile(pattern, re.IGNORECASE), what)


_OF_TEXTS = (
    _beyond(
        rf"\b(?:only|just|solely|exactly|precisely|nothing\s+(?:else\s+)?(?:but|except|other\s+than|besides))\s*:?\s+"
        rf"(?:of\s+)?{_NOUN}{_HELD}|{_HELD}\s*(?:,?\s*(?:and|with)\s+)?(?:only\b|alone\b|nothing\s+(?:else|more)|no\s+other)"
        rf"|\bconsists?\s+of\b|(?:只|仅)(?:能|可|应|需)?(?:以)?(?:包含|含有?|有|写|是|输出|回复|回答|由)?[^，。；]{{0,4}}{_HELD}",
        "that nothing else stands there",
    ),
    _beyond(
        r"\b(?:on|in|at|of|to|with|for)\s+(?:each|every|all(?:\s+of)?(?:\s+the)?)\s+(?:\w+\s+)?(?:lines?|rows?|sentences?"
        r"|paragraphs?|sections?|items?|entry|entries|pages?|slides?|blocks?|bullets?|points?)\b"
        r"|\b(?:each|every)\s+(?:\w+\s+)?(?:lines?|rows?|sentences?|paragraphs?|sections?|items?|entry|bullets?)\b"
        r"|(?:每(?:一)?|各|所有)(?:个)?(?:行|段|句|节|项|页|条)",
        "that it stands in every one of several places",
    ),
    _beyond(
        rf"{_HELD}[^.;]{{0,30}}?\b(?:before|after|above|below|preced\w+|follow(?:ed|ing|s)|next\s+to|right\s+behind"
        rf"|then|between|adjacent)\b|\bin\s+(?:this|that|the\s+(?:given|same|following|stated))\s+order\b"
        rf"|{_HELD}[^，。；]{{0,10}}(?:之前|之后|前面|后面|后接|紧跟)|依次|按(?:此|该|以下)?顺序",
        "what stands before or after it",
    ),
    _beyond(
        r"\b(?:in|as|using|set\s+in)\s+(?:bold|italics?|uppercase|upper\s+case|lowercase|lower\s+case|capitals?|all\s+caps"
        r"|capital\s+letters|a\s+(?:code\s+block|table|list|comment|link|footnote|quote)|(?:the\s+)?(?:header|footer))\b"
        r"|\b(?:bold(?:ed)?|italic(?:ised|ized)?|underlined|highlighted)\b|加粗|粗体|斜体|下划线|大写|小写",
        "its form",
    ),
    _beyond(
        r"\b(?:in|on|within)\s+(?:the\s+same|one|a\s+single)\s+(?:line|sentence|paragraph|section|row|cell|list|table|block)\b"
        r"|(?:同一|一)(?:个)?(?:行|句|段|节)",
        "that they stand together",
    ),
)
_OF_CODE = _beyond(
    rf"\b(?:class|function|method|constant|variable)\s+{_HELD}|(?:类|函数|方法|变量|常量)\s*{_HELD}",
    "that the code defines it",
)
_CODE = frozenset("py pyi js ts tsx jsx java go rs c h cpp sh rb php".split())
_HEADINGS = (
    _beyond(
        rf"\b(?:(?:sub)?headings?|(?:sub)?sections?|chapters?|headers?)\s*(?:(?:that\s+is\s+)?(?:titled|called|named|entitled"
        rf"|labell?ed|with\s+the\s+(?:title|name))\s*)?:?\s*{_HELD}|{_HELD}\s+(?:(?:sub)?headings?|(?:sub)?sections?|chapters?)\b"
        rf"|(?:标题|章节|小节)(?:为|是|名为)?\s*{_HELD}|{_HELD}\s*(?:一)?(?:标题|章节|小节)",
        "that it is a heading",
    ),
)
_ASYNC = _beyond(r"\b(?:async(?:hronous)?|coroutine|generator)\b|异步|协程|生成器", "what kind of function it is")


def beyond(claim: Claim, checks: Sequence[Check]) -> str:
    """What the words of a clause ask beside its checks; empty where nothing is seen."""
    if not checks:
        return ""
    validators = {check.validator for check in checks}
    text = _sentence(claim)
    if validators == {"code_interface"}:
        return _ASYNC.what if _ASYNC.pattern.search(text) else ""
    if validators == {"only_changes"}:
        return _changes(checks)
    if validators <= {"text_contains"} and not any("field" in check.params for check in checks):
        marked = all(str(held).startswith("#") for check in checks for held in check.params["texts"])  # type: ignore[union-attr]
        among = _OF_TEXTS if marked else (*_OF_TEXTS, *_HEADINGS)
        return _first((*among, _OF_CODE) if claim.ending in _CODE else among, text)
    if validators <= {"response_text"} and all("texts" in check.params for check in checks):
        return _first(_OF_TEXTS, text)
    return ""


def _first(among: Sequence[_Beyond], text: str) -> str:
    return next((item.what for item in among if item.pattern.search(text)), "")


def _changes(checks: Sequence[Check]) -> str:
    """Who may not edit other files may hardly delete them either: where one of the two is not looked at, it is open."""
    for check in checks:
        kinds = check.params.get("kinds")
        if isinstance(kinds, list) and "edited" in kinds and len(kinds) < 3:
            missing = " or ".join(kind for kind in ("added", "removed") if kind not in kinds)
            return f"whether other files may be {missing}"
    return ""


def _sentence(claim: Claim) -> str:
    """The sentence that the main quote stands in, its literals blanked out; the place of a text may be said outside of
    the quote."""
    span = claim.spans[0]
    text = claim.source.text
    unit = next(iter(touching(claim.units.get(span.source, ()), span.start, span.start + 1)), None)
    start, end = (unit.body.start, unit.body.end) if unit is not None else (span.start, span.end)
    before = _SENTENCE.split(_LITERAL.sub(_HELD, text[start : span.start]))[-1]
    after = _SENTENCE.split(_LITERAL.sub(_HELD, text[span.end : max(end, span.end)]))[0]
    return f"{before}{_LITERAL.sub(_HELD, text[span.start : span.end])}{after}"
