"""One of some given answers: quoted, in a list, or sentences that begin alike ("My answer is …")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, islice, pairwise

from specharness.compile.local.responses.model import Aspect, Constraint, Place
from specharness.compile.local.responses.prompt import MAX_MENTIONS, Prompt

_CHOOSE = re.compile(
    r"\b(?:answer|respond|reply|choose|pick|select|say|decide|choice|options?|response|output"
    r"|use)\w*\b[^.\n]{0,60}?\b(?:one of|either|from|between|following|exactly one|options?|phrases?|choices)\b",
    re.IGNORECASE,
)
_SCATTERED = re.compile(r"[\"“”'‘][^\"“”\n]{1,60}?[\"”“'’]")
_CUE = re.compile(
    r"\b(?:one of|either|choose|pick|select|only|nothing but|allowed|permitted|admissible|accept\w*|valid|possible"
    r"|options?"
    r"|choices?|(?:restrict|limit|confine) yourself|use one|exactly one|one of (?:the|these) (?:two|three|four)"
    r"|no other (?:answer|reply)"
    r"|(?:answer|reply|respond|response|verdict)\b[^.\n]{0,20}\b(?:as|with|be|must|should|has to)|say)\b",
    re.IGNORECASE,
)
_STRONG = re.compile(
    r"\b(?:one of|either|exactly one|nothing but|(?:choose|pick|select)\b|only)\b[^\n]{0,70}$"
    r"|\b(?:allowed|permitted|admissible|accept\w*|valid|possible|only)\s+(?:\w+\s+){0,2}(?:answers?|replies"
    r"|responses?)\b[^\n]{0,40}$",
    re.IGNORECASE,
)
_ANSWERING = re.compile(
    r"\b(?:answer|reply|replies|respon[ds]|say|choose|pick|select|verdict|restrict|write|give|output)\w*", re.IGNORECASE
)
_KEYWORD = re.compile(r"\b(?:words?|terms?|keywords?|phrases to (?:include|use))\b[^.\n]{0,20}$", re.IGNORECASE)
_LISTED = re.compile(r"^[ \t]*(?:[-*•–]|\d{1,2}[.)]|[a-c][.)])[ \t]+(?P<t>[^\n]{1,60}?)[ \t]*$", re.MULTILINE)
_SENTENCE = re.compile(r"(?<![\w'’])[A-Z][\w'’]*(?: [\w'’]+){1,6}\.")
_GAP = re.compile(
    r"[\s,;/()\"“”'‘’.–—-]*(?:(?:or|and|if unsure|if you are unsure|perhaps|else|otherwise)[\s,]*){0,3}[\s\"“”'‘’]*",
    re.IGNORECASE,
)
_AHEAD, _BEHIND = 140, 90
"""Characters before and behind the options in which the word that offers them stands."""


def choice(prompt: Prompt) -> Iterator[Constraint]:
    """The first offer of a choice."""
    found = next(_offered(prompt), None) or next(_alike(prompt), None) or next(_quoted(prompt), None)
    found = found or next(_listed(prompt), None)
    if found is not None:
        yield found


def _constraint(options: Sequence[Place]) -> Constraint:
    return Constraint(Aspect.CHOICE, options[0].start, options[-1].end, {"allowed": tuple(options)})


def _offered(prompt: Prompt) -> Iterator[Constraint]:
    for match in islice(_CHOOSE.finditer(prompt.text), MAX_MENTIONS):
        start, end = match.end(), min(len(prompt.text), match.end() + 240)
        stop = prompt.text.find("\n\n", start, end)
        options = [
            Place(found.group()[1:-1], found.start() + 1, found.end() - 1)
            for found in _SCATTERED.finditer(prompt.text, start, stop if stop > 0 else end)
        ]
        if len(options) < 2 or not re.fullmatch(
            r"[\s:(\[\-–*•]*(?:of\s+)?(?:the\s+|these\s+)?(?:following\b\s*)?(?:\w+\s+)?(?:phrases?|options?"
            r"|answers?|choices|responses?|sentences?)?[\s:(\[\-–*•]*",
            prompt.text[start : options[0].start - 1],
            re.IGNORECASE,
        ):
            continue
        yield Constraint(Aspect.CHOICE, match.start(), options[-1].end, {"allowed": tuple(options)})


def _near(prompt: Prompt, options: Sequence[Place], cue: re.Pattern[str]) -> bool:
    ahead = prompt.text[max(0, options[0].start - _AHEAD) : options[0].start]
    ahead = re.split(r"[?!]\s|\n\n", ahead)[-1]
    return cue.search(ahead) is not None


def _alike(prompt: Prompt) -> Iterator[Constraint]:
    """Sentences side by side that begin with the same two words."""
    found = [Place(match.group(), *match.span()) for match in islice(_SENTENCE.finditer(prompt.text), MAX_MENTIONS)]
    for _, group in groupby(found, key=lambda place: tuple(str(place.value).split()[:2])):
        options = list(group)
        joined = all(_GAP.fullmatch(prompt.text, left.end, right.start) for left, right in pairwise(options))
        behind = prompt.text[options[-1].end : options[-1].end + _BEHIND]
        if len(options) > 1 and joined and (_near(prompt, options, _CUE) or _CUE.search(behind)):
            yield _constraint(options)


def _quoted(prompt: Prompt) -> Iterator[Constraint]:
    """Quotations side by side behind a word that offers them."""
    quotes = prompt.quotes[:MAX_MENTIONS]
    at = 0
    while at < len(quotes):
        options = [quotes[at].place]
        while at + 1 < len(quotes) and _GAP.fullmatch(prompt.text, quotes[at].end, quotes[at + 1].start):
            at += 1
            options.append(quotes[at].place)
        at += 1
        ahead = prompt.text[max(0, options[0].start - _AHEAD) : options[0].start]
        answering = _ANSWERING.search(re.split(r"[?!]\s|\n\n", ahead)[-1]) is not None
        if len(options) > 1 and answering and _near(prompt, options, _STRONG) and not _KEYWORD.search(ahead):
            yield _constraint(options)


def _listed(prompt: Prompt) -> Iterator[Constraint]:
    """Items of a list behind "allowed answers:"."""
    items = list(islice(_LISTED.finditer(prompt.text), MAX_MENTIONS))
    if len(items) > 1:
        options = [Place(item["t"], *item.span("t")) for item in items]
        ahead = prompt.text[max(0, options[0].start - _AHEAD) : items[0].start()].rstrip()
        offered = re.search(
            r"\b(?:allowed|permitted|admissible|possible|valid|one of)\b[^\n]{0,50}:$", ahead, re.IGNORECASE
        )
        if offered is not None and _ANSWERING.search(offered.group()):
            yield _constraint(options)
