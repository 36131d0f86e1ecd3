"""Words and letters that the answer must or must not hold, and how often."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from specharness.compile.local.responses.bounds import Counted, Nouns, times
from specharness.compile.local.responses.model import Aspect, Constraint, Place
from specharness.compile.local.responses.prompt import MAX_LITERAL, MAX_MENTIONS, Prompt

_LEAD = re.compile(
    r"\b(?:key[ -]?words?|key ?phrases?|words?|phrases?|terms?|expressions?|strings?|verb|noun|adjective|pronouns?)\b"
    r"(?:[ ]+(?:such as|like|including|listed|as follows|below)"
    r"|[ ]*\([^()\n]{0,40}\)(?=:))?[ ]*(?P<colon>[:,]?)(?:[ ]+(?:and|or|of|are)[ ]*:)?[ \n]*[\[(]?",
    re.IGNORECASE,
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
    "them play choice processing document file order problem problems need needs also please make ensure".split()
)
_NEGATION = re.compile(
    r"\b(?:not|never|without|avoid\w*|exclud\w*|refrain\w*|omit\w*|cannot|no|neither|nor|forbid\w*|forbidden|ban\w*"
    r"|prohibit\w*|"
    r"skip\w*|leave out|leaving out|steer clear|free of|free from|abstain\w*|eschew\w*|remov\w*|disallow\w*|devoid"
    r"|drop)\b|n['’]t\b|\bdont\b",
    re.IGNORECASE,
)
_AFTER_NEGATION = re.compile(
    r"[\s\"'”’`]*(?:(?:which|that|at all|anywhere)\s+)?(?:(?:should|must|may|can|could|do|does|will|shall|is|are"
    r"|be)\s*(?:\w+\s+)?(?:not\b|n['’]t\b|never\b|forbidden|banned"
    r"|prohibited|off[- ]limits|avoided|excluded|omitted|disallowed|left out|absent)|cannot\b|never\b"
    r"|(?:should|must|has to|have to|needs? to)\s+be\s+(?:avoided|excluded|omitted|absent|left out)|(?:doesn|don|isn"
    r"|aren|shouldn|mustn|can)['’]t\b)",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:includ|mention|contain|us|incorporat|add|ha(?:s|ve|d|ving)\b|with\b|featur|work in|weave|insert|employ"
    r"|say|says|saying|put|writ|appear|"
    r"make sure|ensur|need|must|should|want|utiliz|utilis|referenc|provid|present|involv)\w*",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"\b(?:about|meaning|definition|synonyms?|antonyms?|rhym\w+|translat\w+|explain|define|spell\w*|called|titled"
    r"|named|mean(?:s|ing)?|question|origin\w*|highlight\w*)\s+(?:of|for|to|with|is|by)?\s*(?:the\s+)?$",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"\b(?:start|begin|end|finish|conclud|clos|open|first word|repeat|(?:answer|respond|reply) with\b|with one of|last"
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


def _clause(prompt: Prompt, at: int) -> tuple[int, int]:
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
            or _NEGATION.search(prompt.bare, start_of_rest, at)
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
        start, stop = _clause(prompt, lead.start())
        before = prompt.bare[start : lead.start()]
        if (
            not places
            or (not _is_list(prompt, places, lead, before))
            or _topical(prompt, before, end)
            or _ELSEWHERE.search(before)
        ):
            continue
        found = _read(prompt, places, (start, lead.start()), (end, max(stop, end)))
        if found is not None:
            taken.append((lead.start(), end))
            yield from found
    yield from _quoted_objects(prompt, taken)


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
    prompt: Prompt, places: list[Place], before: tuple[int, int], after: tuple[int, int]
) -> list[Constraint] | None:
    head, tail = prompt.bare[before[0] : before[1]], prompt.bare[after[0] : after[1]]
    start, end = min(before[1], places[0].start), places[-1].end
    often = _often(prompt, before, after)
    if often is not None:
        first, last = min(start, often.start), max(end, often.end)
        return [Constraint(Aspect.OCCURRENCES, first, last, {**often.bounds, "text": (place,)}) for place in places]
    negation = next(reversed(list(_NEGATION.finditer(head))), None)
    if negation is not None and not _only_doubled(head, negation):
        return [Constraint(Aspect.KEYWORDS, before[0] + negation.start(), end, {"text": tuple(places)}, True)]
    if _AFTER_NEGATION.match(tail):
        return [Constraint(Aspect.KEYWORDS, start, end, {"text": tuple(places)}, True)]
    if _VERB.search(head) or re.match(r"[\s\"'”’]*(?:should|must|has to|needs? to|somewhere)\b", tail, re.IGNORECASE):
        return [Constraint(Aspect.KEYWORDS, start, end, {"text": tuple(places)})]
    return None


def _only_doubled(head: str, negation: re.Match[str]) -> bool:
    """ "Don't forget to include"; and a "not" whose own verb another one follows: "without X, include the word"."""
    rest = head[negation.end() :]
    if re.match(r"\s*(?:to\s+)?(?:forget|fail|omit|neglect|only)\b", rest, re.IGNORECASE):
        return True
    return (
        re.search(
            r"[,.]\s+(?:and\s+|also\s+|please\s+)*(?:includ|mention|contain|us)(?:e|ing|es|ion)?\b",
            rest,
            re.IGNORECASE,
        )
        is not None
    )


def _often(prompt: Prompt, before: tuple[int, int], after: tuple[int, int]) -> Counted | None:
    """How often, said behind the word in its clause, else before it: "at least two occurrences of the word"."""
    stop = re.search(
        r";|\.\s|,\s*(?:and|but)\b(?=.*\b(?:word|letter)s?\b)|\band the (?:word|letter)\b",
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
        r"[\s:]*(?:of|,|in your response|use|mention|include|for)?[\s,]*(?:the\s+)?(?:exact\s+)?",
        prompt.bare[ahead.end : before[1]],
        re.IGNORECASE,
    ):
        nearer = re.search(r"\b(?:letter|word|keyword|phrase)s?\b", prompt.bare[before[0] : ahead.start], re.IGNORECASE)
        return ahead if nearer is None else None
    return None


_OBJECT = re.compile(
    r"\b(?P<v>includ\w*|mention\w*|contain\w*|incorporat\w*|us(?:e|es|ing)|say\w*)\s+(?:both\s+|the\s+(?:name\s+)?"
    r"|of\s+)?(?=[\"'“‘`])",
    re.IGNORECASE,
)
_MESSAGE = re.compile(r"\b(?:response|answer|reply|message|text|post|essay|story|poem|email|letter)\b", re.IGNORECASE)
_NO_OBJECT = re.compile(r"[*<>\[\]\n#]")


def _quoted_objects(prompt: Prompt, taken: list[tuple[int, int]]) -> Iterator[Constraint]:
    """Quoted words right behind a verb: 'Mention "Argentinian" in the post'."""
    for match in islice(_OBJECT.finditer(prompt.text), MAX_MENTIONS):
        if prompt.quoted(match.start()):
            continue
        places, end = _items(prompt, match.end())
        code = prompt.text[places[0].start - 1] == "`" if places else False
        if code and not _MESSAGE.search(prompt.bare, *prompt.sentence_of(match.start())):
            continue  # a name in code is a tool or a file sooner than a keyword
        if not places or any(left < end and places[0].start < right for left, right in taken):
            continue
        if any(_NO_OBJECT.search(str(place.value)) or not re.search(r"\w", str(place.value)) for place in places):
            continue
        if len(str(places[0].value)) == 1 or re.match(r"\s*(?:as|to)\b", prompt.text[end:]):
            continue
        start, stop = _clause(prompt, match.start())
        found = _read(prompt, places, (start, match.end()), (end, max(stop, end)))
        yield from found or ()


FORBIDDEN = re.compile(
    r"(?:\b(?:no|without(?: using| any)*|avoid(?: using| any)*|free of|not (?:use|include|contain|add|ask|have"
    r"|put)(?: any)?"
    r"|never (?:use|include|ask|add)(?: any)?|refrain from (?:using|asking|including)(?: any)?)"
    r"|n['’]t (?:use|include|contain|add|ask|have|put)(?: any)?)\s+(?:(?:the|any|markdown|use of|kind of)\s+)*"
    r"(?:(?:\w[\w -]{0,25}?)(?:,\s*(?:or|and|nor)?|\s+(?:or|nor|and))\s+(?:any\s+)?){0,3}$",
    re.IGNORECASE,
)
"""Right before the name of what must not be there, also as one of several: "no headings, tables or links"."""

_LETTER = re.compile(
    r"\b(?:letter|character|alphabet|vowel|consonant)s?[ ]+(?:[\"'“‘`](?P<q>[A-Za-z#!?&@$%*-])[\"'”’`]"
    r"|(?P<b>[A-Za-z])(?![\w'’]))",
    re.IGNORECASE,
)
_NAMED_MARKS = re.compile(
    r"\b(?P<hash>hash-?tags?|hash (?:symbols?|signs?))\b|\b(?P<ex>exclamation (?:marks?|points?))\b"
    r"|\b(?P<q>question marks?)\b|\b(?P<semi>semi-?colons?)\b|\b(?P<colon>colons?)\b|\b(?P<dash>em[- ]dash(?:es)?)\b"
    r"|\b(?P<stop>periods?|full stops?)\b|\b(?P<round>parenthes[ei]s)\b|\b(?P<quote>(?:double )?quotation marks?)\b"
    r"|\b(?P<amp>ampersands?)\b|\b(?P<star>asterisks?)\b|\b(?P<hyphen>hyphens?)\b|\b(?P<comma>commas?)\b",
    re.IGNORECASE,
)
_MARKS = {
    "hash": "#",
    "ex": "!",
    "q": "?",
    "semi": ";",
    "colon": ":",
    "dash": "—",
    "stop": ".",
    "round": "(",
    "quote": '"',
}
_MARKS |= {"amp": "&", "star": "*", "hyphen": "-", "comma": ","}
_MARK_NOUNS = {
    "#": Nouns(r"hash-?tags?|hash (?:symbols?|signs?)"),
    "!": Nouns(r"exclamation (?:marks?|points?)"),
    "?": Nouns(r"question marks?"),
    ";": Nouns(r"semi-?colons?"),
    ":": Nouns(r"colons?\b"),
    "—": Nouns(r"em[- ]dash(?:es)?"),
    "&": Nouns(r"ampersands?"),
    ",": Nouns(r"commas?\b"),
    "-": Nouns(r"hyphens?\b"),
}
"""Marks whose number a text may state; a period may be a time, asterisks are separators."""


def letters(prompt: Prompt) -> Iterator[Constraint]:
    """How often one letter or mark stands."""
    for match in islice(_LETTER.finditer(prompt.text), MAX_MENTIONS):
        place = Place(match["q"] or match["b"], *match.span("q" if match["q"] else "b"))
        start, stop = _clause(prompt, match.start())
        often = _often(prompt, (start, match.start()), (match.end(), max(stop, match.end())))
        head = prompt.bare[start : match.start()]
        if often is not None:
            yield Constraint(
                Aspect.LETTERS,
                min(match.start(), often.start),
                max(match.end(), often.end),
                {**often.bounds, "text": (place,)},
            )
        elif re.search(r"\b(?:who|trying|tr(?:y|ies|ied))\b", head, re.IGNORECASE):
            continue
        elif (
            _NEGATION.search(head)
            and re.search(
                r"\b(?:us|contain|includ|hav|with|writ|say|appear|avoid|exclud|refrain|no\b|omit)\w*", head, re.I
            )
        ) or _AFTER_NEGATION.match(prompt.bare[match.end() : stop]):
            yield Constraint(Aspect.LETTERS, match.start(), match.end(), {"text": (place,)}, True)
    yield from _marks(prompt)


def _marks(prompt: Prompt) -> Iterator[Constraint]:
    seen: set[str] = set()
    for match in _NAMED_MARKS.finditer(prompt.bare):
        mark = next(_MARKS[name] for name in _MARKS if match[name])
        start, end = prompt.sentence_of(match.start())
        if mark in seen:
            continue
        place = Place(mark, *match.span())
        nouns = _MARK_NOUNS.get(mark)
        found = next(nouns.find(prompt.bare, start, end), None) if nouns is not None else None
        if found is not None:
            seen.add(mark)
            yield Constraint(Aspect.LETTERS, found.start, found.end, {**found.bounds, "text": (place,)})
        elif mark != "," and FORBIDDEN.search(prompt.bare, start, match.start()):
            seen.add(mark)
            yield Constraint(Aspect.LETTERS, *match.span(), {"text": (place,)}, True)
