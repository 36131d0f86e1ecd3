"""Text of a prompt that may demand something and that no direction covers: a pass must not hide it.

It is background only where it is worded as background: a statement about what is. It errs towards speaking up: an
honest agent is never failed for it, a verdict merely stays open. What a clause says beyond its checks is `account`'s.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from specharness.compile.local.lexicon import IMPERATIVES
from specharness.ground.lexicon import PATH
from specharness.ground.script import disguised, foreign
from specharness.ir import Block, Direction, Disposition, Source, SourceKind, Span, Unit

_PROSE = frozenset({Block.SENTENCE, Block.LIST_ITEM, Block.TABLE_ROW})
_ASIDE = frozenset({Block.HEADING, Block.HTML, Block.FRONT_MATTER})
_ORDERS = re.compile(
    r"^\W*(?:<\W*)?(?:\w+:\s*)?(?:write|create|save|produce|generate|delete|remove|do not|don['’]t|never|keep"
    r"|leave)\b[^\n]*"
    r"(?:`[^`\n]+`|[\w-]/[\w-]|\w\.\w{2,4}\b)",
    re.IGNORECASE | re.MULTILINE,
)
"""An order about a file, in a heading, a comment or what stands before the text."""
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
    r"必须|应当|应该|须|不得|不要|不能|不可|勿|禁止|仅|请|至少|至多|不超过|不少于|不低于|不多于|不大于|不小于"
    r"|共|依次|恰好|保持|避免|务必|只能|只有"
)
_FINITE = (
    r"(?:is|are|has|have|does|do|did|will|would|can|could|might|may|comes?|came|contains?|holds?|lives?|sits?"
    r"|runs?|uses?|"
    r"works?|reads?|writes?|sends?|gets?|keeps?|says?|shows?|knows?|needs?|wants?|likes?|means?|happens?|belongs?|"
    r"expects?|opens?|starts?|stands?|lists?|names?|gives?|takes?|makes?|goes|go|moves?|\w+ed)"
)
_INDICATIVE = re.compile(rf"\b{_FINITE}\b", re.IGNORECASE)
_STATES = re.compile(rf"\W*(\S+)(?:\s+\S+){{0,3}}?\s+{_FINITE}\b", re.IGNORECASE)
"""A subject of a few words and its verb."""
_SUBJECT = re.compile(
    r"\W*(?:(?:and|but|also|so|as|because|since|though|although|while|when|if|where|after|before|for|in|on|at"
    r"|from|by|to|"
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
_WANTED = re.compile(
    r"\b(?:i|we|you)(?:['’]d| would)? (?:want|need|expect|require|are after|are looking for)\b(?! (?:not|no)\b)"
    r"|\bwe are after\b",
    re.IGNORECASE,
)
_STATED_OF_WORK = re.compile(
    r"\b(?:essential|crucial|vital|imperative|success|acceptance)\b|\byou are (?:done|finished)\b"
    r"|\b(?:rejects?|refuses?|checks?|expects?|verif(?:y|ies)|validates?) (?:that|if|when|for|any|files?|unless)\b"
    r"|\b(?:is|are|be) (?:rejected|refused|useless|expected)\b"
    r"|\b(?:the\s+)?(?:field|column|key|value|total|amount|date|name|row|header|answer|price|figure|currency|sum)s?\s+"
    r"(?:`[^`]+`\s+)?(?:is|are|ha(?:s|ve)|looks?|adds?|reads?|stays?)\b(?! (?:(?:in|at|from)"
    r"\s+[`/~]|(?:given|provided|stored|found)\b))"
    r"|`[^`\n]*[\w-]\.\w{1,5}`\s+(?:has|starts?|begins?|ends?|uses?|exists?|stays?|without)\b"
    r"|\b(?:row|line|cell|entry|item|record)s?\s+of\b.{0,60}\b(?:is|are|has|have)\b",
    re.IGNORECASE,
)
"""What is wanted, accepted or refused, and what a file of the work is like, in the form of a statement."""
_CHINESE_WORK = re.compile(
    r"[一二两三四五六七八九十\d]\s*(?:位|个|行|列|条|字|页|项)|输出|写入|保存|生成|小数|排序|升序|降序|文件"
    r"|`[^`]+[./][^`]+`"
)
_CHINESE_GIVEN = re.compile(r"保存在|位于|录入|原始|说明|见|来自|给定|已有|已经|包含|放在|导出的|目前|现有|用到")
_PATH = re.compile(rf"`[^`\n]*[\w-][./][\w][^`\n]*`|{PATH.pattern}", PATH.flags)
_GIVEN = re.compile(
    r"\b(?:given|provided|existing|already|contains?|holds?|lists?|describes?|explains?|input|inputs|source"
    r"|read|reads|see"
    r"|from|found|find|located|lives?|there (?:is|are)|comes?|gets?|available|for example|e\.g\.|such as|like"
    r"|documented|based on"
    r"|writes|saves|stores|exports|records|typed|arrived?|downloaded|attached|(?:is|are|sits?|lies?|stands?"
    r"|kept|stored)\s+"
    r"(?:all\s+)?(?:in|at|under|inside|within))\b",
    re.IGNORECASE,
)
"""Words with which a text speaks of a file that is there."""


_ORDER = re.compile(
    r"\W*(?!(?!apply|multiply|supply|reply)\w+ly\b)(?!(?:the|this|that|these|those|there|our|my|your|their|his|her|its|some|most|many|all|both|each|every|one|such|half"
    r"|like|unlike|during|without|with|within|given|since|because|as|if|when|while|once|until|unless|after|before|for|from"
    r"|by|in|on|at|of|to|into|over|under|about|and|or|but|so|yet|nor|not|only|even|just|also|then|here|now|what|which|who"
    r"|where|how|why|is|are|was|were|be|been|has|have|had|does|did|do|will|would|can|could|may|might|regarding|concerning"
    r"|see|note|thanks|than|beyond|besides|through|across|behind|between|against|per|via|plus|quite|rather|first|second|third|next|last|again|today|tomorrow|maybe|perhaps)\b)"
    r"[a-z]{3,}\s+(?:(?:the|an?|all|every|each|this|these|those|its|their|your|our)\s+\w|[`\"“](?!\w+[`\"”]\s+(?:is|are|has)\b))",
    re.IGNORECASE,
)
"""A first word that takes an object, whatever verb it is: "Encrypt `a.txt`", "Anonymise the names"."""


def may_demand(text: str, *, whole: bool = True, there: Callable[[str], object] = lambda _: None) -> bool:
    """Whether a text that nothing has read may ask for something. `whole`: it is a sentence, not the rest of one;
    `there` tells of a path whether it is in the workspace as it is handed over."""
    if whole and (disguised(text) or foreign(text)):
        return True
    if not _LETTER.search(text) or text.rstrip(" *_").endswith((":", "：")):
        return False
    if text.rstrip(" *_").endswith(("?", "？")):
        return _REQUEST.search(text) is not None
    if _CHINESE.search(text):
        of_work = whole and not _CHINESE_GIVEN.search(text) and _CHINESE_WORK.search(text) is not None
        return (of_work or _CHINESE_DEMAND.search(text) is not None) and _LEAVES_FREE.search(text) is None
    words = text.split()
    if _ORDER.match(text) and not _LEAVES_FREE.search(text) and whole:
        return True
    if whole and not (_LEAVES_FREE.search(text) or _TOLD.search(text)) and _of_the_work(text, there):
        return True
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


_FOR_THE_AGENT = re.compile(
    r"\b(?:the\s+)?agents?\s+(?:must|shall|should|ha(?:s|ve)\s+to|needs?\s+to|may\s+(?:not|only))\b", re.IGNORECASE
)


def withheld(sources: Sequence[Source], meta: Sequence[Span]) -> Iterator[Span]:
    """Stretches of the prompts that address the verifier and say in the same breath what the agent has to do."""
    prompts = {source.id: source for source in sources if source.kind is SourceKind.PROMPT}
    for span in meta:
        if span.source in prompts and _FOR_THE_AGENT.search(prompts[span.source].quote(span)):
            yield span


def _of_the_work(text: str, there: Callable[[str], object]) -> bool:
    """Whether a statement may be about what is to be left behind: it says what is wanted or refused, or what a file of
    the work is like, or names a file of which nothing says that it is there. Of files that are there it tells."""
    named = [match.group().strip("`") for match in _PATH.finditer(text)]
    if named and _WANTED.search(text) is None and all(map(there, named)):
        return False
    if _STATED_OF_WORK.search(text):
        return True
    return bool(named) and (_WANTED.search(text) is not None or _GIVEN.search(text) is None)


def unread(
    sources: Sequence[Source],
    units: Mapping[str, Sequence[Unit]],
    directions: Sequence[Direction],
    meta: Sequence[Span],
    there: Callable[[str], object] = lambda _: None,
) -> Iterator[Span]:
    """Stretches of the prompts that may demand something and that no direction covers.

    `there` tells of a path whether it is in the workspace as it is handed over: what is said of such files is told.
    """
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
            text = source.text[unit.body.start : unit.body.end]
            if unit.block in _ASIDE and unit.id not in leads and stretches and _ORDERS.search(text):
                yield unit.body  # an order is one wherever it stands
                continue
            if unit.block not in _PROSE or unit.id in leads:
                continue
            for begin, end in stretches:
                whole = (begin, end) == (unit.body.start, unit.body.end)
                if may_demand(source.text[begin:end], whole=whole, there=there):
                    yield Span(source=source.id, start=begin, end=end)
