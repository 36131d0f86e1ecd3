"""Words that the answer must or must not hold, and how often."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from specharness.compile.local.named import names_a_thing
from specharness.compile.local.responses.bounds import Counted, times
from specharness.compile.local.responses.model import Aspect, Constraint, Place
from specharness.compile.local.responses.polarity import denial_of, denied
from specharness.compile.local.responses.prompt import MAX_LITERAL, MAX_MENTIONS, Prompt

_NOUN = r"(?:key[ -]?words?|key ?phrases?|words?|phrases?|terms?|expressions?|strings?|verb|noun|adjective|pronouns?)"
_LEAD = re.compile(
    rf"\b{_NOUN}\b"
    r"(?:[ ]+(?:such as|like|including|listed|as follows|below)"
    r"|[ ]+(?:that|which|to|you|must|should|may|are|have)\b[^.,:;\n]{0,60}(?=:)"
    r"|[ ]*\([^()\n]{0,40}\)(?=:))?[ ]*(?P<colon>[:,]?)(?:[ ]+(?:and|or|of|are)[ ]*:)?[ \n]*[\[(]?",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"[\W_]*(?:(?:the|required|mandatory|obligatory|compulsory|seo|must-have|following|these)\s+)*$", re.IGNORECASE
)
_ITEM = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:['’-][A-Za-z0-9]+)*")
_SEPARATOR = re.compile(
    r"\s*,?\s*(?:(?:and|or|nor|and/or|as well as|&|/)\s+(?:also\s+)?(?:the\s+)?(?:words?\s+)?(?=[\w\"'“‘`”])|,\s*"
    r"|;\s*)",
    re.IGNORECASE,
)
_NO_ITEM = frozenset(
    "in that of to with from for the a an above below following list provided given like is are be should must may "
    "can "
    "appear appears will has have containing starting beginning ending count limit length long by at on which you it "
    "this once twice thrice again together anymore "
    "these those including such and or not no than more less when if as do does use uses used only each every "
    "throughout "
    "your response answer per into without but cannot shall before after between about anywhere somewhere out there "
    "itself "
    "written typed completely entirely fully wholly totally that's them play choice "
    "begin begins start starts end ends rhyme rhymes share repeat differ follow sound "
    "processing document file order problem problems need needs also please make ensure".split()
)
_VERB = re.compile(
    r"\b(?:includ|mention|contain|us|incorporat|add|ha(?:s|ve|d|ving)\b|with\b|featur|work in|weave|insert|employ"
    r"|say|says|saying|put|writ|appear|make sure|ensur|need|must|should|want|utiliz|utilis|referenc|provid|present"
    r"|involv|slip|squeez|demand|requir|find|read|see|work\b|occur|leav|lack|forget|miss|sprinkl|drop|like\b"
    r"|love\b)\w*",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"\b(?:about|meaning|definition|synonyms?|antonyms?|rhym\w+|translat\w+|explain|define|spell\w*|called|titled"
    r"|named|mean(?:s|ing)?|question|origin\w*|highlight\w*)\s+(?:of|for|to|with|is|by)?\s*(?:the\s+)?$",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"\b(?:start|begin|end|finish|conclud|clos|open|first word|repeat|(?:answer|respond|reply) with\b|with one of"
    r"|last"
    r"|very end)\w*\b[^.;\n]{0,50}$",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"(?:write|make|use|keep|avoid|include|add|put|start|end|finish|begin|respond|reply|answer|give|mention|do"
    r"|don['’]t"
    r"|highlight|wrap|your|never|always|format|limit|ensure|repeat|provide)\s+\w",
    re.IGNORECASE,
)
"""A further order behind "and": no word of the list before it."""
_WANTED = re.compile(
    r"[\s\"'”’`)]*(?:(?:in particular|somewhere|both|all|each|also)\s+)*(?:(?:should|must|has to|have to|needs? to"
    r"|ought to|shall|is to|are to"
    r"|somewhere|as (?:a )?key\s?words?|to (?:appear|occur|be|show|come|turn|feature)|(?:is|are) (?:required"
    r"|mandatory|a must|compulsory"
    r"|obligatory|musts|needed))\b)",
    re.IGNORECASE,
)
_REACH = 140
"""Characters before a list of words in which the verb that governs it stands."""


def _items(prompt: Prompt, at: int) -> tuple[list[Place], int]:
    """The words of a list that begins at a place, and where it ends. If the first is quoted, all are."""
    text, places = prompt.text, []
    quoted = prompt.by_mark
    inside = at in quoted
    end = at
    joined = False
    while True:
        if inside:
            quote = quoted.get(at)
            if quote is None or len(quote.value) > MAX_LITERAL:
                break
            value = quote.value.rstrip(",.")
            places.append(Place(value, quote.start, quote.start + len(value)))
            end = quote.end + 1
        else:
            item = _ITEM.match(text, at)
            if item is None or item.group().lower() in _NO_ITEM or (places and at - 1 in quoted):
                break
            places.append(Place(item.group(), *item.span()))
            end = item.end()
        gap = _SEPARATOR.match(text, end)
        if gap is None or (joined and not inside):
            break  # "X, Y and Z, and write …": a bare list has one "and"
        joined = re.search(r"\w", gap.group()) is not None
        if not inside and joined and _ORDER.match(text, gap.end()):
            break
        at = gap.end()
    return places, end


def clause_of(prompt: Prompt, at: int) -> tuple[int, int]:
    """From the last end of a sentence, or "but", to the next one."""
    start, end = prompt.sentence_of(at)
    start = max(start, at - _REACH)
    for stop in re.finditer(
        r"[;:]\s|\b(?:but|however|while)\b|,\s+and\b(?=[^,]{0,12}\b(?:must|should|also|do|don['’]t|not|make|use"
        r"|the)\b)",
        prompt.bare[start:at],
        re.I,
    ):
        start_of_rest = start + stop.end()
        if (
            _VERB.search(prompt.bare, start_of_rest, at)
            or denied(prompt.bare[start_of_rest:at], "")
            or stop.group()[0] not in ":"
        ):
            start = start_of_rest
    return start, end


def worded(prompt: Prompt) -> Iterator[Constraint]:
    """Keywords, forbidden words, and how often a word stands."""
    taken: list[tuple[int, int]] = []
    for lead in islice(_LEAD.finditer(prompt.text), MAX_MENTIONS):
        if prompt.quoted(lead.start()) or prompt.text[lead.start() - 1 : lead.start()] == "-":
            continue
        places, end = _items(prompt, lead.end())
        if not places:
            continue
        start, stop = clause_of(prompt, lead.start())
        before = prompt.bare[start : lead.start()]
        if (
            not places
            or (not _is_list(prompt, places, lead, before))
            or _topical(prompt, before, end)
            or _ELSEWHERE.search(before)
        ):
            continue
        found = _read(prompt, places, (start, lead.end()), (end, max(stop, end)), named=_named_so(prompt, lead, before))
        if found is not None:
            taken.append((lead.start(), end))
            yield from found
    yield from _loose_quotes(prompt, taken)
    yield from _spoken_of(prompt)
    yield from _mentioned(prompt)


def _named_so(prompt: Prompt, lead: re.Match[str], before: str) -> bool:
    """Whether the noun is a label of its own: "Keywords: X, Y"."""
    label = re.match(r"key|.*\b(?:to include|to use|to work in|to mention)\b", lead.group(), re.IGNORECASE)
    return lead["colon"] == ":" and label is not None and _LABEL.match(before) is not None


def _topical(prompt: Prompt, before: str, end: int) -> bool:
    """Whether the word is what the text is about: "a poem for the word X", not "I want for the word X to appear"."""
    if _ABOUT.search(before):
        return True
    return re.search(r"\bfor\s+(?:the\s+)?$", before, re.IGNORECASE) is not None and not re.match(
        r"\s*to\b", prompt.text[end:]
    )


def _is_list(prompt: Prompt, places: list[Place], lead: re.Match[str], before: str) -> bool:
    """Bare words are a list only right behind their noun; after a number the noun is a count."""
    quoted = prompt.text[places[0].start - 1 : places[0].start] in "\"'“‘`”"
    if quoted or lead["colon"] == ":":
        return True
    return (
        re.search(
            r"(?:\d\+?|\b(?:more|fewer|less|many|few|some|any|all|of|capital\w*|case|other|negative|positive|own"
            r"|these|those))\s*$",
            before,
        )
        is None
    )


def _read(
    prompt: Prompt, places: list[Place], before: tuple[int, int], after: tuple[int, int], *, named: bool = False
) -> list[Constraint] | None:
    head, tail = prompt.bare[before[0] : before[1]], prompt.bare[after[0] : after[1]]
    start, end = min(before[1], places[0].start), places[-1].end
    often = how_often(prompt, before, after)
    if often is not None and "count" in often.bounds and denied(head, tail):
        return None  # "not X twice" is no number of times
    if often is not None:
        first, last = min(start, often.start), max(end, often.end)
        return [Constraint(Aspect.OCCURRENCES, first, last, {**often.bounds, "text": (place,)}) for place in places]
    if denied(head, tail):
        first = min(start, before[0] + denial_of(head))
        return [Constraint(Aspect.KEYWORDS, first, end, {"text": tuple(places)}, True)]
    if named or _VERB.search(head) or _WANTED.match(tail):
        return [Constraint(Aspect.KEYWORDS, start, end, {"text": tuple(places)})]
    return None


def how_often(prompt: Prompt, before: tuple[int, int], after: tuple[int, int]) -> Counted | None:
    """How often, said behind the word in its clause, else before it: "at least two occurrences of the word"."""
    stop = re.search(
        r";|\.\s|\bbut (?=not|never)|,\s*(?:and|but)\b(?=.*\b(?:word|letter)s?\b)|\band the (?:word|letter)\b",
        prompt.bare[after[0] : after[1]],
        re.IGNORECASE,
    )
    behind = times(prompt.bare, after[0], after[0] + stop.start() if stop is not None else after[1])
    if behind is not None and not re.search(
        r"\b(?:word|letter|sentence|paragraph)s?\b", prompt.bare[after[0] : behind.start], re.IGNORECASE
    ):
        return behind
    ahead = times(prompt.bare, max(before[0], before[1] - 70), before[1])
    if ahead is not None and re.fullmatch(
        rf"[\s:]*(?:of|,|in your response|use|mention|include|for)?[\s,]*(?:the\s+)?(?:exact\s+)?(?:{_NOUN}\s*)?",
        prompt.bare[ahead.end : before[1]],
        re.IGNORECASE,
    ):
        nearer = re.search(r"\b(?:letter|word|keyword|phrase)s?\b", prompt.bare[before[0] : ahead.start], re.IGNORECASE)
        return ahead if nearer is None else None
    return None


_OBJECT = re.compile(
    r"(?:\b(?:includ\w*|mention\w*|contain\w*|incorporat\w*|us(?:e|es|ing)|say\w*|avoid\w*|ban\w*|forbid\w*|without"
    r"|no|not|skip|omit"
    r"|want|need|demand|require|find|read|see|hear|feature|employ|(?:slip|work|weave|squeeze|put) in"
    r"|keywords?(?: are)?|neither|do without"
    r"|leave out|keep(?:ing)? out|drop|insert|add|taboo|forbidden|prohibited)\b"
    r"(?:\s*:)?\s*(?:to (?:find|see|read)\s+)?(?:both\s+"
    r"|the\s+(?:name\s+)?|of\s+|also\s+)?)$",
    re.IGNORECASE,
)
"""Right before quoted words that are to be there, or not."""
_BECOMES = re.compile(
    r"[\s\"'”’`)]*(?:(?:both|all|each|also|then|only)\s+)*(?:(?P<may>may|can)|should|must|has to|have to|needs? to"
    r"|ought to|shall|is to|are to)\s+"
    r"(?:(?:not|never|both|all|each|also|n['’]t)\s+)*(?:appear|occur|come up|turn up|show up|crop up|pop up|feature"
    r"|figure|be (?:used|mentioned|included"
    r"|present|found|there|in (?:it|there)|part of|avoided|left out|omitted|missing))\b"
    r"|[\s\"'”’`)]*as (?:(?:a|the|your) )?key\s?words?\b|[\s\"'”’`)]*(?:is|are) (?:(?:strictly|both"
    r"|all)\s+)*(?:banned|forbidden|taboo|off[- ]limits"
    r"|prohibited|not allowed|out of bounds)\b",
    re.IGNORECASE,
)
"""Right behind quoted words that are to be there, or not."""
_MESSAGE = re.compile(r"\b(?:response|answer|reply|message|text|post|essay|story|poem|email|letter)\b", re.IGNORECASE)
_NO_OBJECT = re.compile(r"[*<>\[\]\n#]|[.!?]$")
_WEAK_OBJECT = re.compile(
    r"\b(?:want|need|demand|require|add|insert|put in|see|find|read|hear|no|not)\b\s*$", re.IGNORECASE
)
"""Verbs whose object need not be a word of the answer."""
_INSIDE = re.compile(
    r"[\s\"'”’`)]*(?:\w+\s+)?(?:somewhere|anywhere|in (?:it|there|the (?:text|answer|reply|response))|at all|used"
    r"|mentioned)\b",
    re.IGNORECASE,
)


def _loose_quotes(prompt: Prompt, taken: list[tuple[int, int]]) -> Iterator[Constraint]:
    """Quoted words without a noun: 'Mention "X" in the post', '"X" must not appear', 'no "X"', '"X": at most"
    " twice'."""
    passed = 0
    for quote in prompt.quotes[:MAX_MENTIONS]:
        at = quote.start - 1
        if at < passed or any(left < quote.end and quote.start < right for left, right in taken):
            continue
        places, end = _items(prompt, at)
        if not places:
            continue
        passed = end
        values = [str(place.value) for place in places]
        if any(_NO_OBJECT.search(value) or not re.search(r"\w", value) or len(value.split()) > 5 for value in values):
            continue
        if len(values[0]) == 1 or re.match(
            r"\s*(?:as (?!(?:a |the |your )?key)|to\b(?! (?:appear|occur|be|come|turn|show)))", prompt.text[end:]
        ):
            continue
        start, stop = clause_of(prompt, at)
        before = prompt.bare[start:at]
        if _ELSEWHERE.search(before) or _topical(prompt, before, end):
            continue
        if prompt.text[at] == "`" and not _MESSAGE.search(prompt.bare, *prompt.sentence_of(at)):
            continue  # a name in code is a tool or a file sooner than a keyword
        if any(names_a_thing(prompt.text, place.start, place.end) for place in places):
            continue
        yield from _loose(prompt, places, (start, at), (end, max(stop, end))) or ()


def _loose(
    prompt: Prompt, places: list[Place], before: tuple[int, int], after: tuple[int, int]
) -> list[Constraint] | None:
    head, tail = prompt.bare[before[0] : before[1]], prompt.bare[after[0] : after[1]]
    verb, becomes = _OBJECT.search(head), _BECOMES.match(tail)
    often = times(prompt.bare, *after)
    if often is not None and re.fullmatch(
        r"[\s\"'”’`):–—-]*(?:(?:in (?:it|there)|used|should (?:appear|occur)|there)\s+)*",
        prompt.bare[after[0] : often.start],
    ):
        return _read(prompt, places, before, after)
    no = re.search(r"\b(?:no|not)\s*$", head, re.IGNORECASE) is not None
    if verb is not None and _WEAK_OBJECT.search(verb.group()) and not becomes and not _INSIDE.match(tail):
        if not no or not re.match(r"[\s\"'”’`]*(?:[.,;!–—-]|$|and\b|or\b)", tail):
            return None
        first = before[0] + denial_of(head)
        return [Constraint(Aspect.KEYWORDS, first, places[-1].end, {"text": tuple(places)}, True)]
    if verb is None and becomes is None:
        return None
    if becomes is not None and becomes["may"] and not denied(head, tail):
        return None
    return _read(prompt, places, before, after, named=True)


_THOSE = re.compile(
    r"\b(?:these|those)\s+(?:(?:two|three|four|five|six)\s+)?(?:words|terms|phrases|expressions|keywords)\b",
    re.IGNORECASE,
)


def _spoken_of(prompt: Prompt) -> Iterator[Constraint]:
    """Words named in a sentence and forbidden in the next: "… without any of those words"."""
    for match in islice(_THOSE.finditer(prompt.bare), MAX_MENTIONS):
        start, end = prompt.sentence_of(match.start())
        if not denied(prompt.bare[max(start, match.start() - _REACH) : match.start()], prompt.bare[match.end() : end]):
            continue
        earlier = next((left for left, right in reversed(prompt.sentences) if right <= start), start)
        first = next((quote for quote in prompt.quotes if earlier <= quote.start < start), None)
        if first is None:
            continue
        places, _ = _items(prompt, first.start - 1)
        if places:
            yield Constraint(Aspect.KEYWORDS, match.start(), match.end(), {"text": tuple(places)}, True)


_MENTIONED = re.compile(r"\b(?:mention|say)\s+(?P<w>[A-Za-z][a-z-]{2,20})\s+(?=\S)", re.IGNORECASE)


def _mentioned(prompt: Prompt) -> Iterator[Constraint]:
    """A bare word right before how often it is to be mentioned."""
    for match in islice(_MENTIONED.finditer(prompt.bare), MAX_MENTIONS):
        _, end = prompt.sentence_of(match.start())
        often = times(prompt.bare, match.end(), end)
        if often is not None and often.start == match.end() and match["w"].lower() not in _NO_ITEM:
            place = Place(match["w"], *match.span("w"))
            yield Constraint(Aspect.OCCURRENCES, match.start(), often.end, {**often.bounds, "text": (place,)})


FORBIDDEN = re.compile(
    r"(?:\b(?:no|without(?: using| any)*|avoid(?: using| any)*|free of|not (?:use|include|contain|add|ask|have"
    r"|put)(?: any)?"
    r"|never (?:use|include|ask|add)(?: any)?|refrain from (?:using|asking|including)(?: any)?)"
    r"|n['’]t (?:use|include|contain|add|ask|have|put)(?: any)?)\s+(?:(?:the|any|markdown|use of|kind of)\s+)*"
    r"(?:(?:\w[\w -]{0,25}?)(?:,\s*(?:or|and|nor)?|\s+(?:or|nor|and))\s+(?:any\s+)?){0,3}$",
    re.IGNORECASE,
)
"""Right before the name of what must not be there, also as one of several: "no headings, tables or links"."""
