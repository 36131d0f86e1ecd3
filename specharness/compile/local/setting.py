"""What stands round a clause of a prompt and says whether something is asked there: the words that introduce its list,
the headings over it, its place in the sentence, how it is put.

The same line states what a file holds ("`id`: number of the order") or demands it: its lead-in tells. Lead-ins and
headings are read for what they do (give, ask, offer, show commands), not for their words: words tell one document from
the next. Prompts only: in guidelines and skills, which are lists of advice throughout, these features taught nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from specharness.compile.local.cues import cues
from specharness.compile.local.lexicon import IMPERATIVES, WRITE_VERBS, signals
from specharness.compile.local.sight import sight_of
from specharness.ir import Unit

MAX_LEADS = 4
"""Lead-ins followed upwards: of an item, of the list that it is nested in, …"""

MAX_LEAD = 160
"""Characters of a lead-in that are read, the last ones."""

MAX_HEADING = 120

_DOES = {
    "given": re.compile(
        r"\b(?:given|provided|supplied|available|located|stored|inputs?|existing|already|source|dataset|data set"
        r"|described|there (?:is|are)|have access|can find|find the|consists?|contain(?:s|ing)?|includes"
        r"|ha(?:s|ve) the following|comes? with|below are|these are|reads?|files? (?:is|are)|we have|i have)\b"
        r"|提供|给定|输入|包含|位于|已有",
        re.IGNORECASE,
    ),
    "asked": re.compile(
        r"\b(?:must|should|shall|need(?:s|ed)?|required?|requirements?|writ(?:e|ten)|save|output|create|generate"
        r"|produce|implement|ensure|make sure|deliver|following (?:format|structure|schema|order|steps|criteria|rules)"
        r"|return|report|answer|add|verify|test|tasks?|please|follow|include|steps?|do|then)\b"
        r"|必须|需要|输出|生成|实现|写入",
        re.IGNORECASE,
    ),
    "offered": re.compile(
        r"\b(?:may|can|could|optional(?:ly)?|consider|e\.g\.|example|tips?|hints?|suggest|recommend|best practices?"
        r"|useful|common|typical|note)\b|可以|可选|例如|建议",
        re.IGNORECASE,
    ),
    "run": re.compile(r"\b(?:commands?|scripts?|usage|run|build|install|quick ?start|workflow)\b|命令", re.IGNORECASE),
}
"""What a lead-in or a heading does."""

_NAMED = re.compile(r"\W*`[^`]+`\W*[:：—–-]")
"""A literal and what is said of it."""

_SAID = {
    "states": frozenset({"is", "are", "was", "were", "has", "have"}),
    "ours": frozenset({"i", "we", "my", "our"}),
    "yours": frozenset({"you", "your"}),
    "compares": frozenset({"than", "more", "less", "most"}),
}
"""Words that say how a clause is put."""


@lru_cache(maxsize=2048)
def doings(text: str) -> tuple[str, ...]:
    """What a lead-in or a heading does, of `_DOES`."""
    return tuple(name for name, pattern in _DOES.items() if pattern.search(text))


def lead_features(leads: Sequence[str], block: str) -> Iterator[str]:
    """Features of the texts that introduce a unit, the nearest first; `block` is the unit's."""
    if not leads:
        yield "led=by nothing"
        return
    yield from _nearest(leads[0][-MAX_LEAD:])
    told = doings(leads[0][-MAX_LEAD:])
    yield from (f"led:{name}&{block}" for name in told)
    every = sorted({name for lead in leads[:MAX_LEADS] for name in doings(lead[-MAX_LEAD:])})
    yield "led:all=" + "+".join(every)
    yield f"led:deep={min(len(leads), MAX_LEADS)}"


@lru_cache(maxsize=2048)
def _nearest(lead: str) -> tuple[str, ...]:
    told = doings(lead)
    out = ["led=" + "+".join(told), *(f"led:{name}" for name in told), *(f"led:s:{name}" for name in signals(lead))]
    words = sight_of(lead).words(0, MAX_LEAD)
    if not WRITE_VERBS.isdisjoint(words):
        out.append("led:writes")
    if words and words[0] in IMPERATIVES:
        out.append("led:imperative")
    out.append("led:colon" if lead.rstrip().endswith((":", "：")) else "led:sentence")
    return tuple(out)


@lru_cache(maxsize=2048)
def heading_features(path: tuple[str, ...]) -> tuple[str, ...]:
    """Features of the headings over a unit, the last of them the nearest."""
    if not path:
        return ()
    last = path[-1][:MAX_HEADING]
    out = {"over:" + "+".join(doings(heading[:MAX_HEADING])) for heading in path[-3:]}
    return tuple(sorted({*out, "under:" + "+".join(doings(last)), *(f"under:c:{name}" for name in cues(last))}))


def part_features(unit: Unit, start: int, end: int, introduces: bool) -> Iterator[str]:
    """Features of where `start:end` lies in its unit, and whether the unit introduces others."""
    body = unit.body
    whole = end - start >= body.end - body.start - 2
    place = "whole" if whole else "first" if start <= body.start + 1 else "later"
    yield f"part={place}"
    yield f"part={place}&{unit.block.value}"
    if introduces:
        yield "introduces"
        yield f"introduces&{'last' if end >= body.end - 1 else 'before'}"


def put_features(text: str, words: Sequence[str]) -> Iterator[str]:
    """Features of how a clause is put; `words` are its own."""
    if _NAMED.match(text):
        yield "put:named"
    yield from (f"put:{name}" for name, said in _SAID.items() if not said.isdisjoint(words))
    if any(word.endswith("ly") for word in words):
        yield "put:manner"
    if words and words[0].endswith("s") and words[0][:-1] in IMPERATIVES:
        yield "put:third person"
    if IMPERATIVES.isdisjoint(words):
        yield "put:no verb"
    yield from (f"put:c:{name}" for name in cues(text))
