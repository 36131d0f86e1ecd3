"""How many: bounds on a counted thing in free wording.

"at least 5 words", "5 or more words", "no fewer than five words", "5+ words", "do not use more than 5 words",
"between 5 and 10 words", "the number of words must not exceed 10". A number without any word of a bound is an exact
one; of a compound ("a 100-word letter") it says how long the thing is at least.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple

from specharness.compile.local.responses.model import Place

Bounds = dict[str, tuple[Place, ...]]

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_WORD_VALUES = {word: value for value, word in enumerate(_ONES.split())}
_WORD_VALUES |= {word: 10 * value for value, word in enumerate(_TENS.split(), 2)}
_WORD_VALUES |= {"a": 1, "an": 1, "single": 1}
_PHRASES = {"half a dozen": 6, "a single": 1}
_FACTORS = {"dozen": 12, "hundred": 100, "thousand": 1000}
_ONE_WORD = "|".join(sorted((*_ONES.split(), *_TENS.split()), key=len, reverse=True))
_SMALL = rf"(?:{_ONE_WORD})(?:[- ](?:one|two|three|four|five|six|seven|eight|nine)\b)?"
NUMBER = (
    rf"(?:\d{{1,3}}(?:,\d{{3}})+|\d{{1,7}}|half a dozen"
    rf"|(?:(?:{_SMALL}|a)[- ])?(?:hundred|thousand)(?:[- ](?:and[- ])?{_SMALL})?|(?:(?:a|one|two|three|four) )?dozen"
    rf"|{_SMALL}|a single|single)"
)
"""A whole number in digits or words, as a pattern without groups."""

_BOUND_WORDS = {
    "min": r"at (?:a |the )?minimum(?: of)?|at ?(?:the )?(?:very |bare )?least|(?:an? )?(?:absolute |bare"
    r" )?min(?:imum|\.)?(?: (?:of|is|amount of"
    r"|length|number))*:?|≥|>=|as many as or more than",
    "max": r"at (?:a |the )?maximum(?: of)?|at ?(?:the )?(?:very )?most|(?:an? )?(?:absolute )?max(?:imum|\.)?(?:"
    " (?:of|is|length|number))*:?"
    r"|up to|within|≤|<=|(?:an? )?(?:upper )?limit (?:of|is)"
    r"|(?:limit|restrict|cap|confine|keep|trim|shorten|cut)(?:ted|ped|ed|s)?(?: \w+){0,5}? (?:to|at)(?! least)",
    "min_exclusive": r"more th[ae]n|over|above|greater than|longer than|in excess of|exceed(?:s|ing)?|beyond|past"
    r"|surpass(?:ing)?|upwards? of",
    "max_exclusive": r"(?:less|fewer|lower) th[ae]n|under|below|shorter than|smaller than",
    "count": r"exactly|precisely|a total of|just|only|equal to|exact(?: number of)?",
}
_OP = "(?:" + "|".join(f"(?P<{name}>(?<!\\w)(?:{words}))" for name, words in _BOUND_WORDS.items()) + ")"
_TURNED = {"min_exclusive": "max", "max_exclusive": "min"}
_NEGATION = re.compile(
    r"\b(?:not|never|no|nothing|none|cannot|without|avoid|neither|nor|refrain\w*)\b"
    r"(?!\s+(?:more|fewer|less|longer|shorter|greater|lower|later)\b[^.;]*\bthan\b\s+\S+\s+\S)|n['’]t\b",
    re.IGNORECASE,
)
"""A negation that turns what follows; that of "no more than 10 sentences with …" has its own number."""
_STOP = re.compile(r"[.,;:!?\n]|\b(?:and|but|or)\b", re.IGNORECASE)
_ADJECTIVE = (
    r"(?:(?!(?:and|or|of|to|in|with|for|on|the|from|times?|than|words?|sentences?|paragraphs?|per|long|by|at|example"
    r"|sample)\b)"
    r"[A-Za-z*'’-]+[ ]+){0,3}?"
)
_NO_NUMBER = rf"(?! (?:{NUMBER}|once|twice|thrice)\b)"
_AFTER = (
    r"(?:[ ]*[(,]?[ ]*(?:long )?(?:(?P<up>(?:or|and) (?:more|over|above|longer|greater|higher|up(?:wards?)?)\b"
    rf"|at (?:the )?(?:very |bare |absolute )?(?:least|minimum)\b{_NO_NUMBER}|min(?:imum)?\b{_NO_NUMBER}"
    rf"|upwards?\b(?! of)"
    r"|(?:and )?(?:no|not) (?:less|fewer)\b(?! than\b|[, ]+(?:(?:and|but|or) )?(?:no|not) more))"
    r"|(?P<down>(?:or|and) (?:fewer|less|under|below|shorter)\b|at (?:the )?(?:very |absolute )?(?:most|maximum)\b"
    rf"{_NO_NUMBER}|max(?:imum)?\b{_NO_NUMBER}|tops\b"
    r"|(?:and )?not one more\b|(?:and )?(?:no|not) more\b(?! than\b|[, ]+(?:(?:and|but|or) )?(?:no|not) (?:less"
    r"|fewer)))))?"
)
"""What may follow a number and its thing, or the bare number, and make it a bound."""
_AFTER_NUMBER = (
    r"[ ]*\(?[ ]*(?:(?P<up3>(?:or|and) (?:more|above|over|up)\b|at (?:the )?(?:very )?least\b)"
    r"|(?P<down3>or (?:less|fewer|under)\b|at (?:the )?(?:very )?most\b))\)?"
)
_ABOUT = re.compile(r"\b(?:about|around|roughly|approximately|nearly|almost|some|circa|each|every|per)\s*$", re.I)
_ORDINAL = re.compile(r"\b(?:first|last|next|previous|these|those|following|other)\s*$", re.IGNORECASE)
_DEFINITE = re.compile(r"\bthe\s*$", re.IGNORECASE)

MAX_BEFORE = 48
"""Characters before a bound in which a negation can turn it."""


_NO_LESS = re.compile(r", no (?:less|fewer),", re.IGNORECASE)
_THAN = re.compile(r"\bthan\s*$", re.IGNORECASE)


def number(text: str) -> int | None:
    """The whole number that digits or words stand for."""
    key = text.lower().replace(",", "").replace("-", " ").strip()
    if key.isdecimal():
        return int(key)
    if key in _PHRASES:
        return _PHRASES[key]
    total = 0
    for word in key.split():
        if word in _FACTORS:
            total = max(total, 1) * _FACTORS[word]
        elif word in _WORD_VALUES:
            total += _WORD_VALUES[word]
        elif word != "and":
            return None
    return total


class Counted(NamedTuple):
    """Bounds on a noun; `start` and `end` enclose number and noun."""

    start: int
    end: int
    bounds: Bounds


Reader = Callable[[str, re.Match[str]], Bounds]


class Nouns:
    """Finds bounds on what a pattern without groups names."""

    def __init__(self, noun: str, compound: str = "", *, exact: bool = False, definite: bool = False) -> None:
        """`definite`: "the six sections" says how many there are; else the article speaks of a part."""
        self._noun = noun
        self._compound = compound
        self._exact = exact
        self._definite = definite
        self._named = re.compile(rf"(?:{noun})|(?:{compound})" if compound else noun, re.IGNORECASE)

    @cached_property
    def _readers(self) -> tuple[tuple[re.Pattern[str], Reader], ...]:
        """The patterns, all of which hold the noun or its compound, and what reads them; built where one is named."""
        n, noun, compound = NUMBER, self._noun, self._compound
        range_ = re.compile(
            rf"(?:\bbetween[ ]+|\bfrom[ ]+)?(?<![\w.$])(?P<lo>{n})[ ]*(?:to|and|-|–|—"
            rf"|or)[ ]*(?P<hi>{n})[ ]+{_ADJECTIVE}(?:{noun})",
            re.IGNORECASE,
        )
        two = re.compile(
            rf"{_OP}[ ]+(?P<n>{n})(?=[ ]*(?:,|\band\b|\bbut\b)[ ]+(?:no |not |at |fewer |less |more |under "
            rf"|over )[^.;\n]{{0,40}}?"
            rf"(?:{noun}))",
            re.IGNORECASE,
        )
        plain = re.compile(
            rf"(?:{_OP}[ ]+(?:the |of )?)?(?<![\w.$])(?P<n>{n})(?P<plus>\+)?(?:{_AFTER_NUMBER})?"
            rf"[ ]+{_ADJECTIVE}(?:{noun}){_AFTER}",
            re.IGNORECASE,
        )
        reverse = re.compile(
            rf"\b(?:number of[ ]+(?:\w+[ ]+)?(?:{noun})|(?:{compound or noun})[ -](?:count|length"
            rf"|limit))\b[^.;\n]{{0,40}}?"
            rf"(?:{_OP}[ ]+|\bto be[ ]+|\bbe[ ]+|\bis[ ]+|:[ ]*|\bof[ ]+)(?P<n>{n})\b(?P<plus>\+)?{_AFTER}",
            re.IGNORECASE,
        )
        labelled = re.compile(
            rf"(?:{noun})(?:[ ]*\([^()\n]{{1,40}}\)|[ ][^.,;:\n]{{0,40}})??(?:[ ]*[:(—–][ ]*|[ ]+-[ ]+|[ ]+(?:is|are"
            rf"|be|number|total)[ ]+)"
            rf"(?:{_OP}[ ]+)?(?P<n>{n})(?P<plus>\+)?\b{_AFTER}"
            rf"(?=[ ]*(?:[.,;:)!?]|$|\n|\b(?:and|but|in total|altogether|overall|please|in all)\b))",
            re.IGNORECASE,
        )
        reverse_range = re.compile(
            rf"\b(?:number of[ ]+(?:\w+[ ]+)?(?:{noun})|(?:{compound or noun})[ -](?:count|length))\b[^.;\n]{{0,50}}?"
            rf"(?<![\w.$])(?P<lo>{n})[ ]*(?:to|and|-|–|—)[ ]*(?P<hi>{n})\b",
            re.IGNORECASE,
        )
        long = (
            re.compile(
                rf"(?:{_OP}[ ]+(?:a[ ]+)?)?(?<![\w.$])(?P<n>{n})(?P<plus>\+)?[ ]?[-–]?[ ]?(?:{compound})\b(?!s)",
                re.IGNORECASE,
            )
            if compound
            else None
        )
        readers: list[tuple[re.Pattern[str], Reader]] = [
            (range_, self._ranged),
            (two, self._one),
            (plain, self._one),
            (reverse_range, self._ranged),
            (reverse, self._one),
            (labelled, self._one),
        ]
        return (*readers, (long, self._long)) if long is not None else tuple(readers)

    def find(self, text: str, start: int = 0, end: int | None = None) -> Iterator[Counted]:
        """All bounds in a stretch of a text, none inside another."""
        stop = len(text) if end is None else end
        taken: list[tuple[int, int]] = []
        if self._named.search(text, start, stop) is None:
            return
        for pattern, reader in self._readers:
            for match in pattern.finditer(text, start, stop):
                if any(
                    match.start("n" if "n" in match.groupdict() else "lo") < right and left < match.end()
                    for left, right in taken
                ):
                    continue
                bounds = reader(text, match)
                if bounds:
                    taken.append(match.span())
                    yield Counted(match.start(), match.end(), bounds)

    def _ranged(self, text: str, match: re.Match[str]) -> Bounds:
        low, high = number(match["lo"]), number(match["hi"])
        if low is None or high is None or low >= high or _ABOUT.search(text, 0, match.start()):
            return {}
        return {"min": (Place(low, *match.span("lo")),), "max": (Place(high, *match.span("hi")),)}

    def _one(self, text: str, match: re.Match[str]) -> Bounds:
        bounds = bound_of(text, match, definite=self._definite)
        return {"min": bounds["count"]} if "count" in bounds and _NO_LESS.search(match.group()) else bounds

    def _long(self, text: str, match: re.Match[str]) -> Bounds:
        bounds = bound_of(text, match)
        return (
            bounds
            if self._exact
            else {"min" if name == "count" and not match["count"] else name: places for name, places in bounds.items()}
        )


def bound_of(text: str, match: re.Match[str], *, definite: bool = False) -> Bounds:
    """The bound that a match with the groups of an operator, `n` and what may follow states; empty for a rough
    one."""
    value = number(match["n"])
    groups = match.groupdict()
    name = next((op for op in _BOUND_WORDS if groups.get(op)), "")
    if value is None:
        return {}
    before = text[max(0, match.start() - MAX_BEFORE) : match.start(name) if name else match.start("n")]
    if not name and (_ABOUT.search(before) or _ORDINAL.search(before) or _THAN.search(before)):
        return {}
    if not name and not definite and _DEFINITE.search(before):
        return {}
    if any(groups.get(group) for group in ("up", "up3", "plus")):
        name = name if name in ("min", "min_exclusive") else "min"
    elif any(groups.get(group) for group in ("down", "down3")):
        name = "max"
    elif name in _TURNED or name == "count" or not name:
        clause = before[max((stop.end() for stop in _STOP.finditer(before)), default=0) :]
        if _NEGATION.search(clause):
            if name not in _TURNED:
                return {}
            name = _TURNED[name]
    return {name or "count": (Place(value, *match.span("n")),)}


_TIMES_WORDS = {"once": 1, "twice": 2, "thrice": 3}
_TIMES = re.compile(
    rf"(?:{_OP}[ ]+(?:a )?)?(?:(?<![\w.$])(?P<n>{NUMBER})(?P<plus>\+)?(?:{_AFTER_NUMBER})?[ ]+"
    rf"(?:or more )?(?:different |separate |total )?(?:times?|occurrences?|instances?|mentions?|uses?|appearances?"
    rf"|repetitions?)"
    rf"|\b(?P<w>once|twice|thrice)){_AFTER}",
    re.IGNORECASE,
)
_TIMES_RANGE = re.compile(
    rf"(?:\bbetween[ ]+|\bfrom[ ]+)?(?<![\w.$])(?P<lo>{NUMBER})[ ]*(?:to|and|-|–|—)[ ]*(?P<hi>{NUMBER})[ ]+(?:times"
    rf"|occurrences|instances)",
    re.IGNORECASE,
)


def times(text: str, start: int, end: int) -> Counted | None:
    """How often something is to stand, as said in a stretch of a text: the first such phrase in it."""
    between = _TIMES_RANGE.search(text, start, end)
    if between is not None:
        low, high = number(between["lo"]), number(between["hi"])
        if low is not None and high is not None and low < high:
            bounds: Bounds = {"min": (Place(low, *between.span("lo")),), "max": (Place(high, *between.span("hi")),)}
            return Counted(between.start(), between.end(), bounds)
    match = _TIMES.search(text, start, end)
    if match is None:
        return None
    if match["n"]:
        bounds = bound_of(text, match)
    else:
        bounds = _worded_times(text, match)
    return Counted(match.start(), match.end(), bounds) if bounds else None


def _worded_times(text: str, match: re.Match[str]) -> Bounds:
    value = _TIMES_WORDS[match["w"].lower()]
    name = next((op for op in _BOUND_WORDS if match[op]), "")
    if match["up"]:
        name = "min"
    elif match["down"]:
        name = "max"
    elif name in _TURNED:
        before = text[max(0, match.start() - MAX_BEFORE) : match.start(name)]
        clause = before[max((stop.end() for stop in _STOP.finditer(before)), default=0) :]
        name = _TURNED[name] if _NEGATION.search(clause) else name
    return {name or "count": (Place(value, *match.span("w")),)}


_AMOUNT = re.compile(
    rf"(?:{_OP}[ ]+)?(?<![\w.$])(?P<n>{NUMBER})\b(?P<plus>\+)?{_AFTER}(?:[ ]+(?:of (?:them|these|those|which)|such"
    rf"|in all))?"
    rf"{_AFTER.replace('<up>', '<up3>').replace('<down>', '<down3>')}",
    re.IGNORECASE,
)


def amounts(text: str, start: int, end: int) -> Iterator[Counted]:
    """Numbers with their bounds and no thing of their own: "no fewer than four", "three or more of them"."""
    for match in _AMOUNT.finditer(text, start, end):
        bounds = bound_of(text, match)
        if bounds:
            yield Counted(match.start(), match.end(), bounds)
