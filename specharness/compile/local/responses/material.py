"""Texts that a prompt hands over to be worked on: what they ask, they ask of somebody else.

Fenced blocks, triple quotation marks, block quotes, tagged documents, and what stands behind "Sum up the text below:".
"Your answer must keep these rules:" hands nothing over. Behind such a text the prompt speaks again only where the
words leave no doubt: in its last paragraph, and only if that addresses the reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

_FENCE = re.compile(r"^[ \t]*(?P<mark>```|~~~)(?P<info>[^\n]*)$", re.MULTILINE)
_TRIPLE = re.compile(r"(\"\"\"|''')(?=\s*\S).{1,20000}?\1", re.DOTALL)
_TAG = re.compile(
    r"<(?P<tag>text|document|doc|context|article|passage|email|source|material|content|input|transcript|rules)>",
    re.IGNORECASE,
)
_BLOCK_QUOTE = re.compile(r"(?:^[ \t]*>[^\n]*\n?)+", re.MULTILINE)
_KINDS = (
    r"(?:text|passage|article|story|poem|e-?mail|letter|contract|document|paragraph|essay|post|message|transcript"
    r"|review|description|conversation|notes?|abstract|lyrics|context|advert\w*|speech|chapter|report|press release"
    r"|recipe"
    r"|scenario|blog|tweet|comment|log|excerpt|extract|summary|statement|sentences?|song)"
)
_DEMANDING = (
    r"(?:rules?|guidelines?|instructions?|terms|polic(?:y|ies)|job (?:post\w*|ads?|adverts?\w*|descriptions?)|briefs?"
    r"|assignments?|prompts?|requirements|requests?|tasks?|call for papers|submission guidelines|conditions|contests?"
    r"|规则|要求|合同|通知|须知|守则|规定)"
)
_WORKING = (
    r"(?:summari[sz]e|summary of|read|review|translate|explain|evaluate|rewrite|proofread|edit|paraphrase|analy[sz]e"
    r"|improve|correct|shorten|critique|check|simplify|classify|consider|rephrase|interpret|judge|grade|discuss"
    r"|comment on"
    r"|feedback on|based on|according to|look at|respond to|reply to|answer to|compare|expand|reword|mistakes in"
    r"|errors in"
    r"|tone of|about|extract|given|tell me (?:what|whether|if))"
)
_HANDED = re.compile(
    rf"\b{_WORKING}\b[^\n]{{0,160}}?\b(?:following|below|this|these|given)\b[^\n]{{0,60}}?\b(?P<a>{_DEMANDING}"
    rf"|{_KINDS})\b"
    rf"|\b{_WORKING}\b[^\n]{{0,160}}?\b(?P<b>{_DEMANDING}|{_KINDS})s?\s+(?:(?:is|are|given|provided"
    rf"|quoted)\s+)?(?:below|that follows?)\b"
    rf"|\b(?:here (?:is|are)|this is|below (?:is|are))\s+(?:\w+\s+){{0,4}}?(?P<c>{_KINDS})\b"
    rf"|\bthe (?:\w+ )?(?P<d>{_KINDS}) (?:is as follows|reads|is below)\b"
    r"|(?:总结|概括|阅读|翻译|改写|润色|评价|分析|检查|校对|缩写|根据|解释|归纳|点评)"
    r"[^\n。]{0,20}(?:以下|下面|下列|下述|如下)[^\n。，]{0,12}?"
    r"(?P<e>文章|文字|段落|内容|规则|要求|文本|故事"
    r"|邮件|句子|合同|通知|材料|资料|信|须知|守则|规定|对话|新闻|诗)",
    re.IGNORECASE,
)
_OPENS = re.compile(r"[^\n]{0,200}?(?:[:：][ \t]*(?=\n|\S)|(?=\n))")
_QUOTATION = re.compile(r"\"[^\"]{1,20000}\"|“[^”]{1,20000}”|‘[^’]{1,2000}’(?!\w)|'[^\n]{1,2000}?'(?!\w)")
_ADDRESSED = re.compile(
    r"\W*(?:please|use|make sure|ensure|do not|don['’]t|your|highlight|include|answer|respond|reply|wrap|finish|end"
    r"|first|write"
    r"|add|repeat|at the end|the (?:response|answer|output)|in your|give|avoid|keep|also|now|it should)\b",
    re.IGNORECASE,
)

MAX_TEXTS = 200
"""Texts that are looked at in one prompt."""


class Handed(NamedTuple):
    """`text[start:end]` is material."""

    start: int
    end: int


def handed_over(text: str) -> tuple[Handed, ...]:
    """The stretches that are material, in no order; they may overlap."""
    found = []
    for pattern in (_TRIPLE, _BLOCK_QUOTE):
        for number, match in enumerate(pattern.finditer(text)):
            if number == MAX_TEXTS:
                break
            found.append(Handed(*match.span()))
    return (*found, *_fenced(text), *_tagged(text), *_announced(text))


def _fenced(text: str) -> Iterator[Handed]:
    opened: re.Match[str] | None = None
    for fence in _FENCE.finditer(text):
        if opened is None:
            opened = fence
        elif fence["mark"] == opened["mark"] and not fence["info"].strip():
            yield Handed(opened.start(), fence.end())
            opened = None


def _tagged(text: str) -> Iterator[Handed]:
    lower = text.lower()
    for match in islice(_TAG.finditer(text), MAX_TEXTS):
        end = lower.find(f"</{match['tag'].lower()}>", match.end())
        if end >= 0:
            yield Handed(match.start(), end)


def _announced(text: str) -> Iterator[Handed]:
    match = _HANDED.search(text)
    if match is None:
        return
    noun = match.end(_group(match))
    opens = _OPENS.match(text, noun)
    if opens is None or not text[opens.end() :].strip():
        return
    start = opens.end()
    demanding = re.fullmatch(_DEMANDING, match[_group(match)], re.IGNORECASE)
    yield Handed(start, _end(text, start, demanding is not None))


def _group(match: re.Match[str]) -> str:
    return next(name for name in "abcde" if match[name])


def _end(text: str, start: int, demanding: bool) -> int:
    """Where the prompt speaks again: its last paragraph, if that addresses the reader; else the line itself."""
    first = start + len(text[start:]) - len(text[start:].lstrip())
    quoted = _QUOTATION.match(text, first)
    if quoted is not None:
        return quoted.end()
    if demanding:
        return len(text)
    if "\n" not in text[start:first]:  # the text begins in the line that announces it
        line = text.find("\n", first)
        return len(text) if line < 0 else line
    last = text.rfind("\n\n", first)
    return last if last > 0 and _ADDRESSED.match(text, last + 2) else len(text)
