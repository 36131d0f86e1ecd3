"""Whether every word of a clause is accounted for: what is not is left open, and no pass hides it.

A word is accounted for if it lies in a literal that a parameter was read from, if it is one that the checks made of the
clause decide (`vocabulary`), or if it stands in a part that only tells (`told`). A check finds a broken demand without
that; it does not confirm a kept one. It errs towards leaving open: an honest agent is never failed for it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pydantic import JsonValue

from specharness.compile.local.responses.remainder import CONTENT, own_words, words_of_form
from specharness.ground.clauses import context_of, in_code, touching
from specharness.ground.families.base import Check, Claim
from specharness.ground.lexicon import PATH
from specharness.ground.numerals import as_number
from specharness.ground.orders import adds, clauses, content, excepts, more
from specharness.ground.paths import normalise
from specharness.ground.told import told
from specharness.ground.vocabulary import LITERAL, PLACES, WHOLE, Params, vocabulary
from specharness.ir import Direction, Disposition, Family

MAX_SENTENCE = 4_000
"""Characters of a sentence that is read; a longer one is left open."""
_SHALLOW = frozenset({"path_exists", "format_valid"})
"""Checks that say nothing of what a file holds."""
_MARKED = re.compile(r"`[^`\n]+`|\"[^\"\n]+\"|“[^”\n]+”|(?<!\w)'[^'\n]+'(?!\w)")
_NUMBER = re.compile(
    r"(?<![\w.])\d+(?:[.,]\d+)*(?![\w])|\b(?:two|three|four|five|six|seven|eight|nine|ten)\b", re.IGNORECASE
)
_TOKEN = re.compile(r"`[^`\n]+`|\"[^\"\n]+\"|“[^”\n]+”|[A-Za-z0-9_][\w'’./-]*(?<![./-])|[\u3400-\u9fff]+|[±≥≤<>=%€$~]")
_LEADING = re.compile(
    r"(?:\b(?:with|without|or|no|not|in|at|on|by|for|per|to|the|a|an|least|most|of|after|before)\s+){0,4}$",
    re.IGNORECASE,
)
"""Small words that belong to the word behind them."""
_WAS = re.compile(r"\bfrom\s+(?P<was>`[^`\n]+`|\"[^\"\n]+\"|'[^'\n]+'|[\w.-]+)\s+to\b", re.IGNORECASE)
"""What a field held before it was given its value."""
_MARKS = "`\"'“”*_"


class Account:
    """What the checks of a specification account for. Built once, so that many clauses cost no quadratic step."""

    def __init__(self, directions: Iterable[Direction], made: Iterable[tuple[Direction, Check]]) -> None:
        self._read: dict[str, list[Direction]] = {}
        for direction in directions:
            if direction.disposition is not Disposition.RESIDUAL:
                self._read.setdefault(direction.spans[0].source, []).append(direction)
        for found in self._read.values():
            found.sort(key=lambda direction: direction.spans[0].start)
        self._literals: dict[str, list[tuple[int, int]]] = {}
        for listed in self._read.values():
            for direction in listed:
                for name, param in direction.params.items():
                    if not (name == "field" and direction.family is Family.RESPONSE_CONSTRAINT):
                        for span in param.spans:
                            self._literals.setdefault(span.source, []).append((span.start, span.end))
        for places in self._literals.values():
            places.sort()
        self._checks: dict[str, list[Check]] = {}
        self._deep: set[str] = set()
        for direction, check in made:
            self._checks.setdefault(direction.id, []).append(check)
            if check.validator not in _SHALLOW:
                self._deep.add(str(check.params.get("path", "")))

    def left_open(self, claim: Claim, checks: Sequence[Check]) -> str:
        """The words of a claim's sentence that nothing accounts for; empty where there are none."""
        span = claim.spans[0]
        own = claim.units.get(span.source, ())
        if claim.units and in_code(span, own):
            return ""  # an example is not worded
        if any(check.validator in WHOLE for check in checks):
            return ""
        text = claim.source.text
        context = context_of(text, span, own)
        left, right = context.left, context.right
        unit = next(iter(touching(own, span.start, span.start + 1)), None)
        if unit is not None:
            left = min(max(left, unit.body.start), span.start)  # the mark of a list item is no word
        if right - left > MAX_SENTENCE:
            return " ".join(text[span.start : span.start + 60].split()) + "…"
        beside = list(self._beside(span.source, left, right))
        sorts = any(check.validator == "sorted_by" for check in checks) and _SORTS.match(text, left, right)
        if sorts and claim.visible.resolve(claim.path) is not None:
            return "whether all of it is still there"
        masked = self._masked(claim, checks, text, left, right, beside)
        free = self._free(masked, claim, checks, beside, left)
        return _unaccounted(text[left:right], masked, free)

    def narrowing(self, claim: Claim, checks: Sequence[Check], further: str = "") -> str:
        """The words of a response constraint's clause under which its check may blame an answer that keeps it: those
        that neither a check of the clause decides nor an order names as content. `further` is where the clause only
        asks for more of what must be there."""
        span = claim.spans[0]
        text = claim.source.text
        context = context_of(text, span, claim.units.get(span.source, ()))
        left, right = min(context.left, span.start), context.right
        if right - left > MAX_SENTENCE:
            return " ".join(text[span.start : span.start + 60].split()) + "…"
        beside = list(self._beside(span.source, left, right))
        masked = self._masked(claim, checks, text, left, right, beside)
        free = bytearray(character == LITERAL for character in masked)
        stated = [place for place in claim.direction.params["field"].spans if left <= place.start < right]
        first = min((place.start for place in stated), default=span.start) - left
        last = max((place.end for place in stated), default=span.end) - left
        for start, end in clauses(masked):
            if (end <= first or last <= start) and not adds(masked[start:end]):
                free[start:end] = b"\1" * (end - start)
                continue
            made = [*checks, *(check for one in beside for check in self._checks.get(one.id, []))]
            patterns = vocabulary([(check.validator, check.params) for check in made], contents=False, there=False)
            found = [match.span() for pattern in patterns for match in pattern.finditer(masked, start, end)]
            found += [(start + one, start + other) for one, other in content(masked[start:end])]
            found += _listed(made, masked)
            found += self._read_from([claim.direction, *beside], masked, left)
            for one, other in (*found, *told(masked)):
                free[one:other] = b"\1" * (other - one)
            at = start + more(masked[start:end], last - start, there=all(map(_there, checks)))
            free[at:end] = b"\1" * (end - at)
            at = text.find(further, left + start, left + end) - left if further else -1
            if at >= 0 and not excepts(masked[at:end]):
                free[at:end] = b"\1" * (end - at)
        return _unaccounted(text[left:right], masked, free)

    @staticmethod
    def _read_from(directions: Iterable[Direction], masked: str, left: int) -> Iterator[tuple[int, int]]:
        """The words of form that constraints of a sentence were read from."""
        form = words_of_form(masked)
        for one in directions:
            if one.family is not Family.RESPONSE_CONSTRAINT or "field" not in one.params:
                continue
            field = one.params["field"]
            for span in field.spans:
                start, end = span.start - left, span.end - left
                yield from (word for word in form if start <= word[0] and word[1] <= end)
                yield from (match.span() for match in _CHINESE.finditer(masked, max(start, 0), max(end, 0)))
            own = own_words(str(field.value))
            if own is not None:
                yield from (match.span() for match in own.finditer(masked))

    def _beside(self, source: str, left: int, right: int) -> Iterator[Direction]:
        """Directions whose main spans begin in a sentence."""
        found = self._read.get(source, [])
        first = bisect_left(found, left, key=lambda direction: direction.spans[0].start)
        while first < len(found) and found[first].spans[0].start < right:
            yield found[first]
            first += 1

    def _masked(
        self, claim: Claim, checks: Sequence[Check], text: str, left: int, right: int, beside: Sequence[Direction]
    ) -> str:
        """The sentence with its literals replaced, place for place."""
        characters = list(text[left:right])
        source = claim.spans[0].source
        places = self._literals.get(source, [])
        used = {claim.path, *claim.paths}
        values = {_bare(str(value)) for one in beside for name in one.params for value in one.params[name].values}
        values |= {_bare(part) for check in checks for part in _texts(check.params)}
        lengths = {float(len(param.values)) for one in beside for param in one.params.values() if len(param.values) > 1}
        found = list(places[bisect_left(places, (left, 0)) : bisect_left(places, (right, 0))])
        found = [(start, end) for start, end in found if not _wordy(text[start:end], values)]
        for match in (*_MARKED.finditer(text, left, right), *PATH.finditer(text, left, right)):
            bare = _bare(match.group())
            path = normalise(bare)
            if (
                bare in values
                or bare.rstrip("/") in values
                or (path is not None and any(path and one.endswith(path.rstrip("/")) for one in used))
            ):
                found.append(match.span())
        for match in _NUMBER.finditer(text, left, right):
            number = as_number(match.group())
            if number is not None and (number in lengths or any(as_number(value) == number for value in values)):
                found.append(match.span())
        if any(check.validator == "value_equals" for check in checks):
            found += [match.span("was") for match in _WAS.finditer(text, left, right)]
        for value in values:
            if " " in value and value[0].isdigit() and (at := text.find(value, left, right)) >= 0:
                found.append((at, at + len(value)))
        for one in (claim.direction, *beside):
            at = text.find(one.condition, left, right) if one.condition else -1
            if one.condition and at >= 0:
                found.append((at, at + len(one.condition)))
        for start, end in found:
            start, end = _with_marks(text, max(start, left), min(end, right))
            for place in range(start - left, min(end, right) - left):
                characters[place] = LITERAL
        return "".join(characters)

    def _free(
        self, masked: str, claim: Claim, checks: Sequence[Check], beside: Sequence[Direction], left: int
    ) -> bytearray:
        """Which characters of a sentence are accounted for."""
        span = claim.spans[0]
        free = bytearray(len(masked))
        for place, character in enumerate(masked):
            free[place] = character == LITERAL
        for start, end in (*told(masked), *_inputs(claim, left, len(masked))):
            free[start:end] = b"\1" * (end - start)
        made = list(checks)
        for one in beside:
            other = one.spans[0]
            start, end = max(other.start - left, 0), min(other.end - left, len(masked))
            if one is claim.direction:
                continue
            if one.disposition is Disposition.ADVISORY and one.detail == CONTENT:
                free[start:end] = b"\1" * max(end - start, 0)  # beside what was read it only says what to answer
                continue
            apart = masked[min(other.end, span.end) - left : max(other.start, span.start) - left]
            if not apart.strip():  # the same words, or one phrase cut in two
                made += self._checks.get(one.id, [])
            else:
                free[start:end] = b"\1" * max(end - start, 0)  # that direction answers for its own words
        contents = bool({str(check.params.get("path", "")) for check in made} & self._deep)
        there = claim.direction.family is Family.PATH_EXISTS and all(map(claim.visible.resolve, claim.paths))
        named = [(check.validator, check.params) for check in made]
        for pattern in vocabulary(named, contents=contents or there, there=there):
            for match in pattern.finditer(masked):
                if PLACES.fullmatch(match.group()) and _placed(masked, match.start(), match.end()):
                    continue
                free[match.start() : match.end()] = b"\1" * (match.end() - match.start())
        if not any(check.params.get("ordered") for check in made):
            for match in _THAT_ORDER.finditer(masked):  # the order of what is listed, not the one that is sorted by
                free[match.start() : match.end()] = bytes(match.end() - match.start())
        return free


_CHINESE = re.compile(r"[\u3400-\u9fff]+")
_SORTS = re.compile(r"\W*(?:\d+[.)]\s*)?(?:please\s+)?(?:re-?)?(?:sort|order|arrange)\s", re.IGNORECASE)
"""An order to sort what is there, after which all of it is still there."""
_THAT_ORDER = re.compile(r"\bin\s+(?:this|that|the\s+(?:given|same|following|stated|listed))\s+order\b", re.IGNORECASE)
_PLACED = re.compile(
    rf"\b(?:in|on|at|as|into|within|by|per|for)\s+(?:(?:an?|the|one|this|that|its|two|three|four|single|{LITERAL}+)\s+)?$",
    re.IGNORECASE,
)
_NAMED = re.compile(rf"\s*(?:(?:called|named|titled)\s+|[:(]\s*)?{LITERAL}|\s+of\s+{LITERAL}", re.IGNORECASE)


def _placed(masked: str, start: int, end: int) -> bool:
    """Whether a word for a part of a file says where or how something stands: "in two columns", "in the header"."""
    return _PLACED.search(masked, max(0, start - 24), start) is not None and _NAMED.match(masked, end) is None


_HELD = re.compile(
    rf"\W*(?P<path>{PATH.pattern})[`\"'”]?\s+(?:holds|contains|lists|describes)\s+[^,;.]+,",
    PATH.flags | re.IGNORECASE,
)


def _inputs(claim: Claim, left: int, length: int) -> Iterator[tuple[int, int]]:
    """What a sentence begins with that tells what a file holds which is there already."""
    found = _HELD.match(claim.source.text, left, left + length)
    path = normalise(found["path"]) if found is not None else None
    if found is not None and path is not None and claim.visible.resolve(path) is not None:
        yield 0, found.end() - left


def _there(check: Check) -> bool:
    """Whether a check only wants something to be there."""
    most = ("max", "max_exclusive", "count", "absent")
    return check.validator in ("response_text", "response_count") and not any(name in check.params for name in most)


def _listed(checks: Sequence[Check], masked: str) -> Iterator[tuple[int, int]]:
    """Words that a check looks for among others: "contractions (don't, it's)"."""
    among = {str(one) for check in checks for one in _several(check.params.get("among"))}
    yield from (match.span() for match in _TOKEN.finditer(masked) if match.group().lower() in among)


def _several(value: JsonValue) -> Sequence[JsonValue]:
    return value if isinstance(value, list) else ()


def _unaccounted(text: str, masked: str, free: bytearray) -> str:
    """The stretches of words that are not accounted for, the first few of them."""
    stretches: list[tuple[int, int]] = []
    for match in _TOKEN.finditer(masked.replace(LITERAL, " ")):
        if all(free[match.start() : match.end()]):
            continue
        if stretches and not _BREAK.search(text, stretches[-1][1], match.start()):
            stretches[-1] = (stretches[-1][0], match.end())
        else:
            stretches.append((match.start(), match.end()))
    words = []
    for start, end in stretches[:MAX_STRETCHES]:
        leading = _LEADING.search(text, 0, start)
        words.append(" ".join(text[leading.start() if leading else start : end].split()))
    return "”, “".join(words)


_BREAK = re.compile(r"[,;:.()，。；：]|\s[—–-]\s")
MAX_STRETCHES = 3
"""Stretches that are named; more say no more than that the clause is not understood."""


def _texts(value: JsonValue | Params) -> Iterator[str]:
    """The texts and numbers of a check's parameters, and the steps of a place (`$.data[].id`) or a path."""
    if isinstance(value, Mapping):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)
    elif isinstance(value, str):
        yield value
        yield from re.split(r"[.\[\]$]+", value)
    elif value is not None:
        yield str(value)


def _wordy(cited: str, values: set[str]) -> bool:
    """Whether a parameter's place is prose around its value, and not the value."""
    return len(cited.split()) > 1 and _bare(cited) not in values


def _bare(text: str) -> str:
    return " ".join(text.strip().strip(_MARKS).split())


def _with_marks(text: str, start: int, end: int) -> tuple[int, int]:
    while start > 0 and text[start - 1] in _MARKS:
        start -= 1
    while end < len(text) and text[end] in _MARKS:
        end += 1
    return start, end
