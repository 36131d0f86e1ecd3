"""What a specification may demand and nothing has read: a pass must not hide it.

Two gaps. Text of a prompt that no direction covers is background only where it is worded as background: a statement
about what is. And in a clause that a check was made from, words that open a further demand ("…, separated by tabs",
"without changing x.txt") must have gone into a parameter or be of the check's own vocabulary. It errs towards
speaking up: an honest agent is never failed for it, a verdict merely stays open.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence

from specharness.compile.local.lexicon import IMPERATIVES
from specharness.ground.clauses import touching
from specharness.ground.families.base import Check, Claim
from specharness.ground.halves import unread_half
from specharness.ir import Block, Direction, Disposition, Family, Source, SourceKind, Span, Unit

_PROSE = frozenset({Block.SENTENCE, Block.LIST_ITEM, Block.TABLE_ROW})
_LETTER = re.compile(r"[A-Za-z]{2}|[\u3400-\u9fff]")
_CHINESE = re.compile(r"[\u3400-\u9fff]")

_DEMAND = re.compile(
    r"\b(?:i|we)(?:(?:['’]d| would) (?:like|love)| (?:need|want|expect) you)\b|(?:can|could|would|will) you\b|"
    r"\b(?:must|shall|should|needs? to|(?<!not )(?<!n't )ha(?:s|ve) to|required?|requires|mandatory|may (?:not|only)|"
    r"cannot|can['’]?t|do(?:es)? ?n['’]?o?t (?:\w+ly )?(?!matter|have|need|know|expect|mind|care|worry)\w+|dont|never|"
    r"please|ensure|make sure|be sure|avoid|nothing (?:else|but)|no (?:other|further|more|less|fewer)|without \w+ing|"
    r"hands off|read[- ]only|untouched|instead of|is to be|are to be|at (?:least|most)|exactly|up to \d|maximum|"
    r"minimum)\b"
    r"|^\W*(?:it|the (?:file|report|table|output|document|list|workbook|page|letter|note)) (?:has|contains|"
    r"holds)\b(?! (?:now|been))"
    r"|\b(?:rounded|sorted|ordered|separated|delimited|encoded|indented|formatted|capitali[sz]ed|unique|distinct|"
    r"upper-?case|lower-?case|non-?empty)\b|\bno \w+ may\b",
    re.IGNORECASE,
)
_REQUEST = re.compile(r"\b(?:can|could|would|will) you\b|请|能否|可否", re.IGNORECASE)
"""A question that asks for work."""
_LEAVES_FREE = re.compile(
    r"\b(?:welcome|fine|ideally|would be (?:nice|good|great)|do(?:es)?(?: not|n['’]t) (?:have|need|matter)|easier|"
    r"if you (?:like|want|wish)|works? (?:well|fine)|perhaps|maybe|feel free|up to you|no need|optional(?:ly)?)\b"
    r"|可以|可选|随意|无需|不必",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"\b(?:was|were|had|used to|left|got|went|sent|took|gave|wrote|found|kept|ran|told|said|met|lost|made|"
    r"last (?:week|month|year)|years? ago|yesterday|previously|so far)\b",
    re.IGNORECASE,
)
"""What happened is told, not demanded."""
_CHINESE_DEMAND = re.compile(
    r"必须|应当|应该|须|不得|不要|不能|不可|勿|禁止|仅|请|至少|至多|不超过|不少于|不低于|不多于|不大于|不小于|共|依次|恰好|保持|避免|务必|只能|只有"
)
_FINITE = (
    r"(?:is|are|has|have|does|do|did|will|would|can|could|might|may|comes?|came|contains?|holds?|lives?|sits?|runs?|uses?|"
    r"works?|reads?|writes?|sends?|gets?|keeps?|says?|shows?|knows?|needs?|wants?|likes?|means?|happens?|belongs?|"
    r"expects?|opens?|starts?|stands?|lists?|names?|gives?|takes?|makes?|goes|go|moves?|\w+ed)"
)
_INDICATIVE = re.compile(rf"\b{_FINITE}\b", re.IGNORECASE)
_STATES = re.compile(rf"\W*(\S+)(?:\s+\S+){{0,3}}?\s+{_FINITE}\b", re.IGNORECASE)
"""A subject of a few words and its verb."""
_SUBJECT = re.compile(
    r"\W*(?:(?:and|but|also|so|as|because|since|though|although|while|when|if|where|after|before|for|in|on|at|from|by|to|"
    r"with\b|of|which|who|that|whose|note that|remember that)\s+)?"
    r"(?:the|this|that|these|those|there|our|my|your|their|his|her|its|we|i|you|it|they|he|she|some|most|many|all|both|"
    r"a|an|each|every|one|two|three|four|five|nobody|everybody|everyone|somebody|people|what|who|which)\b",
    re.IGNORECASE,
)
"""How a statement opens that tells; an order opens with its verb."""
_TAIL = re.compile(
    r"\W*(?:for|because|since|so that|so|as|in case|due to|thanks to|such as|like|e\.g|i\.e|namely|which|who|whose|"
    r"where|from|by|of|about|according to|based on|in|on|at|to|and|or|but|is|are)\b",
    re.IGNORECASE,
)
"""How the rest of a sentence opens that explains its head."""
_COURTESY = re.compile(
    r"\W*(?:hi|hello|hey|dear|thanks|thank you|many thanks|cheers|best|kind regards|regards|yours|sincerely|good luck|"
    r"welcome|greetings|have fun|enjoy)\b",
    re.IGNORECASE,
)
_LABELLED = re.compile(r"[:：]\s*[`\"“]|[:：]\s*\w+(?:,\s*\w+)+")
_NOUN = re.compile(rf"\W*\w+\s+(?:\d|{_FINITE}\b)", re.IGNORECASE)
"""A first word that looks like an order and is a noun: "Release 2.3.0 is due"."""
_VERB_LIKE = re.compile(r"\b(?:we|i|you|they|people|\w+s)\s+[a-z]", re.IGNORECASE)
_NAMED = re.compile(
    r"\b(?:is|are|called|named|titled|reads?|says?)\s+(?:[`\"“](?![^`\"”]*[/.]\w+[`\"”])|[`\"“][^`\"”]*\s)",
    re.IGNORECASE,
)
"""What something is called or says, in so many words; a path is none."""
_SENTENCE = re.compile(r"[.!。！)`\"”]\W*$")
MIN_WORDS = 3
"""Shorter texts are labels."""


def may_demand(text: str, *, whole: bool = True) -> bool:
    """Whether a text that nothing has read may ask for something. `whole`: it is a sentence, not the rest of one."""
    if not _LETTER.search(text) or text.rstrip(" *_").endswith((":", "：")):
        return False
    if text.rstrip(" *_").endswith(("?", "？")):
        return _REQUEST.search(text) is not None
    if _CHINESE.search(text):
        return _CHINESE_DEMAND.search(text) is not None and _LEAVES_FREE.search(text) is None
    words = text.split()
    if len(words) < MIN_WORDS or _LEAVES_FREE.search(text) or _TOLD.search(text):
        return False
    if _DEMAND.search(text) or _LABELLED.search(text) or _NAMED.search(text):
        return True
    if not whole:
        return _TAIL.match(text) is None and _SUBJECT.match(text) is None
    if _COURTESY.match(text) or not _SENTENCE.search(text):
        return False
    stated = _STATES.match(text)
    if stated is not None and (stated[1].strip("`*_").lower() not in IMPERATIVES or _NOUN.match(text)):
        return False
    return _SUBJECT.match(text) is None or (_INDICATIVE.search(text) is None and _VERB_LIKE.search(text) is None)


def unread(
    sources: Sequence[Source],
    units: Mapping[str, Sequence[Unit]],
    directions: Sequence[Direction],
    meta: Sequence[Span],
) -> Iterator[Span]:
    """Stretches of the prompts that may demand something and that no direction covers."""
    for source in sources:
        if source.kind is not SourceKind.PROMPT:
            continue
        taken = sorted(
            (span.start, span.end)
            for spans in (*(d.spans for d in directions if d.disposition is not Disposition.RESIDUAL), meta)
            for span in spans
            if span.source == source.id
        )
        leads = {unit.parent for unit in units.get(source.id, ())}
        reach = number = 0
        for unit in units.get(source.id, ()):
            start, stretches = unit.body.start, []
            while number < len(taken) and taken[number][0] < unit.body.end:
                if taken[number][0] > max(start, reach):
                    stretches.append((max(start, reach), taken[number][0]))
                reach = max(reach, taken[number][1])
                number += 1
            if max(start, reach) < unit.body.end:
                stretches.append((max(start, reach), unit.body.end))
            if unit.block not in _PROSE or unit.id in leads:
                continue
            for begin, end in stretches:
                whole = (begin, end) == (unit.body.start, unit.body.end)
                if may_demand(source.text[begin:end], whole=whole):
                    yield Span(source=source.id, start=begin, end=end)


_OPENERS = re.compile(
    r"\b(?:without\s+\w+ing|instead\s+of|rather\s+than|except|separated|delimited|encoded|indented|compressed|zipped|"
    r"nothing\s+else|no\s+(?:others?|further|more)\b|only|strictly|optional(?:ly)?|"
    r"in\s+(?:this|that|the\s+same|the\s+given)\s+order|at\s+the\s+(?:very\s+)?(?:start|end|top|bottom|beginning)|"
    r"(?:begin|start|end)s?\s+with|one\s+\w+\s+(?:per|for\s+each|for\s+every)|equal\s+to|never|but\s+not|either|neither|"
    r"with\b|containing|including|having|rounded|sorted|ordered)\b"
    r"|不要|不得|仅|只|分隔|编码|顺序",
    re.IGNORECASE,
)
"""Words that open a further demand inside a clause."""
_ALL = r"."
_OWN: Mapping[str, re.Pattern[str]] = {
    name: re.compile(pattern, re.IGNORECASE)
    for name, pattern in {
        "table_columns": r"optional|with\b|contain|includ|having|order|only|no others?|顺序|仅|只|不得有其他",
        "json_shape": r"optional|with\b|contain|includ|having|only|no (?:others?|further)|仅|只|不得有其他",
        "sheets_present": r"with\b|contain|includ|having|only|no others?|nothing else",
        "count": r"with\b|contain|includ|having|only|one|no more|仅|只",
        "value_equals": r"with\b|equal|never|only|either",
        "allowed_values": r"with\b|either|neither|only|仅|只",
        "combined": r"with\b|contain|includ|having|either|in ",
        "quantity": r"with\b|strictly|either|never|only|no more|within",
        "value_range": r"with\b|strictly|either|never|only|no more|不得",
        "sorted_by": r"with\b|sort|order|only|顺序",
        "unique": r"with\b|never|only|contain|having|no more|不得重复",
        "number_format": r"with\b|rounded|only|without|不得带",
        "text_contains": r"with\b|contain|includ|having|either",
        "text_absent": r"without|never|n?either|contain|includ|with\b|no |不得|不要|only",
        "text_pattern": r"with\b|start|begin|end|only|in ",
        "cells_filled": r"with\b|never|only|不得",
        "formula_cells": r"with\b|contain|rather|instead|only",
        "tool_used": r"with\b",
        "command_succeeds": r"with\b|without|no |print|output|only",
        "tests_pass": r"with\b|without|at least|no ",
        "code_interface": r"with\b|tak(?:e|ing)|accept|having|contain|includ|defin",
        "cell_format": r"with\b|without|only|no ",
        "formula_parts": r"with\b|without|contain|rather|instead|only|no |never",
        "formula_results": r"with\b|without|contain|no |never",
        "file_size": r"with\b|no (?:more|larger|bigger)|only",
        **dict.fromkeys(
            (
                *("only_changes", "unchanged", "path_absent", "dir_contents", "single_number", "whole_text"),
                *("ordered_steps", "tool_not_used", "response_text", "same_columns", "placeholders_gone"),
                *("response_count", "response_case", "response_edges", "response_paragraph", "response_choice"),
                *("response_each", "response_not_at_edge"),
            ),
            _ALL,
        ),
    }.items()
}
"""Which openers the words of a check account for by themselves."""


def _beside_used(text: str, match: re.Match[str], taken: Sequence[Span]) -> bool:
    """Whether a literal in marks is one of several, and another of them was used: "`a` and `b` must be unique"."""
    if match.group()[0] not in '`"“':
        return False
    before = _JOINED_BEFORE.search(text, max(0, match.start() - 8), match.start())
    after = _JOINED_AFTER.match(text, match.end())
    left = before.start() if before is not None else -1
    right = after.end() if after is not None else -1
    return any(item.start < left <= item.end + 1 or item.start <= right < item.end for item in taken)


_JOINED_BEFORE = re.compile(r"(?:\s*,\s*|\s+)(?:and|&|or)?\s*$|[、和与及]\s*$")
_JOINED_AFTER = re.compile(r"\s*(?:,|and\b|&|or\b|、|和|与|及)\s*(?:and\s+|or\s+)?[`\"“]")
_BARE = re.compile(
    r"\W*(?:(?:please|then|also|finally|now|first|next|write|save|create|generate|produce|make|add|touch|output|store|export|put|place|"
    r"could|can|would|you|for|me|us|the|a|an|one|new|this|that|file|files|folder|directory|path|to|into|in|at|as|under|called|named|"
    r"it|is|are|be|must|should|shall|has|have|exist|exists|there|and|both|two|three|of|by|end|at|task|here|json|csv|markdown|text|"
    r"请|写入|保存|生成|创建|新建|输出|文件|到|为|在|并|和|存为|写到)\b\W*)*",
    re.IGNORECASE,
)


def unchecked_content(claim: Claim, places: Cited) -> str:
    """What an order to write a file says of its content, for a file of which nothing else is checked."""
    if any(claim.visible.resolve(path) for path in claim.paths):
        return ""  # it is there already, and has its content
    span = claim.spans[0]
    text = claim.sources[span.source].text
    parts, last = [], span.start
    for place in places.within(span):
        if last <= place.start < span.end:
            parts.append(text[last : place.start])
            last = place.end
    said = " ".join((" ".join(parts) + " " + text[last : span.end]).split())
    if _CHINESE.search(said) or _BARE.fullmatch(said):
        return ""
    return " ".join(text[span.start : span.end].split())


_VALUE = re.compile(
    r"`[^`\n]+`|\"[^\"\n]+\"|“[^”\n]+”|(?<![\w./-])/(?:[\w.-]+/)*[\w-]+\.\w{1,5}\b|(?<![\w.,:/#-])\d+(?:\.\d+)?(?![\w.:/)-])"
)
"""A literal, a path or a number."""
_LITERAL = re.compile(r"`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*”")


def _blank(match: re.Match[str]) -> str:
    return "_" * len(match.group())


class Cited:
    """Spans of a specification, found by where they begin."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._by_source: dict[str, list[Span]] = {}
        for span in spans:
            self._by_source.setdefault(span.source, []).append(span)
        for found in self._by_source.values():
            found.sort(key=lambda span: span.start)

    def within(self, span: Span) -> Sequence[Span]:
        """Those that begin inside a span."""
        found = self._by_source.get(span.source, [])
        first = bisect_left(found, span.start, key=lambda item: item.start)
        return found[first : bisect_left(found, span.end, lo=first, key=lambda item: item.start)]


def left_open(claim: Claim, checks: Sequence[Check], read: Cited, places: Cited) -> str:
    """The first stretch of a clause that opens a further demand which neither a literal (`read`) nor the checks' own
    vocabulary accounts for, or the first literal that went into no parameter (`places`: the paths); else an empty
    text."""
    span = claim.spans[0]
    if claim.units and _in_code(claim, span):
        return ""
    quote = claim.sources[span.source].quote(span)
    text = _LITERAL.sub(_blank, quote)  # what stands in code or quotation marks is a literal
    if text.rstrip().endswith((":", "：")):
        return ""
    starts = [item.start - span.start for item in read.within(span)]
    found = list(_OPENERS.finditer(text))
    for number, match in enumerate(found):
        end = found[number + 1].start() if number + 1 < len(found) else len(text)
        if any(match.start() <= start < end for start in starts):
            continue
        own = [pattern for check in checks if (pattern := _OWN.get(check.validator)) is not None]
        if any(pattern.search(text, match.start(), min(end, match.end() + 6)) for pattern in own):
            continue
        return " ".join(quote[match.start() : end].split())
    if claim.direction.family is Family.RESPONSE_CONSTRAINT:
        return unread_half(claim.sources[span.source].text, span.start, span.end, read.within(span))
    return _unused(claim, [*read.within(span), *places.within(span)])


def _unused(claim: Claim, taken: Sequence[Span]) -> str:
    """The first literal that no parameter of any direction was read from: of an order to write a file any, of other
    directions one that is enumerated with a literal that was."""
    span = claim.spans[0]
    every = claim.direction.family is Family.PATH_EXISTS
    text = claim.sources[span.source].text
    guard = claim.direction.condition or ""
    for match in _VALUE.finditer(text, span.start, span.end):
        if any(item.start < match.end() and match.start() < item.end for item in taken):
            continue
        if not every and not _beside_used(text, match, taken):
            continue
        literal = match.group().strip('`"“”').rstrip("/")
        if match.group() not in guard and literal not in claim.path and not claim.visible.resolve(literal):
            return match.group()
    return ""


def _in_code(claim: Claim, span: Span) -> bool:
    units = touching(claim.units.get(span.source, ()), span.start, span.start + 1)
    return any(unit.block is Block.CODE for unit in units)
