"""Parts of the answer with a mark between them: paragraphs divided by `***`, two answers divided by `******`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from specharness.compile.local.responses.bounds import NUMBER, Counted, Nouns, number
from specharness.compile.local.responses.model import Aspect, Constraint, Place
from specharness.compile.local.responses.prompt import Prompt
from specharness.compile.local.responses.scope import binds

_MARK = re.compile(
    rf"(?P<stars>(?<![\w*])\*{{3,12}}(?![\w*]))|(?P<n>\d{{1,2}}|{NUMBER})[ ]+(?:consecutive |single )?(?:asterisks?"
    rf"|stars?|asterisk symbols)\b(?:[ ]+(?:symbols?|signs?|marks?|characters?))?"
    rf"|(?P<rule>markdown[ ]+(?:horizontal[ ]+)?(?:divider|separator|rule))",
    re.IGNORECASE,
)
_DIVIDES = re.compile(
    r"\b(?:separat|divid|split|delimit|break|partition|between|demarcat|follow|insert|apart|parted|parting"
    r"|after (?:each|every)"
    r"|then|in the middle)\w*",
    re.IGNORECASE,
)
_PARTS = Nouns(
    r"(?:paragraphs?|sections?|parts?|stanzas?|verses?|chapters?|scenes?|acts?|pieces?|segments?|blocks?|poems?"
    r"|questions?|posts?|riddles?|jokes?)\b"
    r"(?! (?:should|must|that are|which are)? ?(?:be )?(?:highlight|italic))"
)
_PARAGRAPHS = Nouns(r"paragraphs?\b", "paragraph")
_ALL_PARAGRAPHS = Nouns(r"paragraphs?\b", "paragraph", definite=True)
_RESPONSES = Nouns(
    r"(?:(?:different|distinct|separate|alternative|unique|possible)\s+)?(?:responses?|answers?|versions?|replies"
    r"|options?|alternatives?|variations?|solutions?|endings|drafts|takes)\b",
    definite=True,
)
_DIFFERENT = re.compile(
    r"\b(?P<n>two|2)\s+(?:(?:very|completely|clearly|totally)\s+)?(?:different|distinct|separate"
    r"|alternative)\s+(?:responses|answers|replies)\b",
    re.IGNORECASE,
)
TWO_MARK, PARAGRAPH_MARK = "******", "***"


def separated(prompt: Prompt) -> Iterator[Constraint]:
    """Paragraphs or answers with asterisks between them."""
    marks = [_stars(prompt, match) for match in _MARK.finditer(prompt.text)]
    six = next((place for place in marks if place is not None and place.value == TWO_MARK), None)
    three = next((place for place in marks if place is not None and place.value == PARAGRAPH_MARK), None)
    different = _DIFFERENT.search(prompt.bare)
    if six is not None:
        said = next(_RESPONSES.find(prompt.bare), None)
        count = said.bounds.get("count") if said is not None else None
        params = {"count": count, "text": (six,)} if count and count[0].value != 1 else {"text": (six,)}
        yield Constraint(Aspect.RESPONSES, six.start, six.end, params)
    elif different is not None and three is None:
        yield Constraint(Aspect.RESPONSES, *different.span(), {"count": (Place(2, *different.span("n")),)})
    if three is not None:
        found = (
            next((one for one in _ALL_PARAGRAPHS.find(prompt.bare) if _asked_for(prompt, one)), None)
            or next(_unmarked(prompt), None)
            or _shown(prompt, three)
        )
        if found is not None:
            yield Constraint(
                Aspect.PARAGRAPHS,
                min(found.start, three.start),
                max(found.end, three.end),
                {**found.bounds, "text": (three,)},
            )
    else:
        for found in _PARAGRAPHS.find(prompt.bare):
            yield Constraint(Aspect.PARAGRAPHS, found.start, found.end, found.bounds)


def _asked_for(prompt: Prompt, found: Counted) -> bool:
    """Whether it is said of the answer, not told of another text."""
    return binds(prompt, Constraint(Aspect.PARAGRAPHS, found.start, found.end, found.bounds))


_RULES = re.compile(r"^[ \t\[]*\*\*\*[ \t\]]*$", re.MULTILINE)
_BOTH = re.compile(r"\b(?:separat|divid|split)\w*[^.\n]{0,80}?\band\b|\bboth\b|\btwo\b", re.IGNORECASE)


def _shown(prompt: Prompt, mark: Place) -> Counted | None:
    """As many parts as an example shows; of "separate your thinking and your answer" two."""
    rules = list(_RULES.finditer(prompt.text))
    if rules:
        start, end = rules[0].start(), rules[-1].end()
        return Counted(start, end, {"count": (Place(len(rules) + 1, start, end),)})
    start, end = prompt.sentence_of(mark.start)
    said = _BOTH.search(prompt.bare, start, end)
    return Counted(*said.span(), {"count": (Place(2, *said.span()),)}) if said is not None else None


def _unmarked(prompt: Prompt) -> Iterator[Counted]:
    for found in _PARTS.find(prompt.bare):
        near = prompt.text[max(0, found.start - 40) : found.end + 40]
        if not re.search(r"\b(?:highlight|italic)", near, re.IGNORECASE):
            yield found


def _stars(prompt: Prompt, match: re.Match[str]) -> Place | None:
    """The mark that a match stands for, if its sentence, or the one before, says that it divides something."""
    start, end = prompt.sentence_of(match.start())
    before = prompt.text[max(0, start - 60) : end]
    alone = match["stars"] and _RULES.match(prompt.text, prompt.text.rfind("\n", 0, match.start()) + 1)
    if not alone and not _DIVIDES.search(before):
        return None
    if match["rule"]:
        return Place(PARAGRAPH_MARK, *match.span())
    if match["n"]:
        value = number(match["n"])
        return Place("*" * value, *match.span()) if value and 3 <= value <= 12 else None
    return Place(match["stars"], *match.span()) if match["stars"] in (TWO_MARK, PARAGRAPH_MARK) else None
