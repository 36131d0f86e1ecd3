"""Validators of the parts of the agent's message: what one of them, every one, none or some share must be like, and how
each follows on the one before it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from specharness.ir import Outcome
from specharness.validators import patterns
from specharness.validators.base import Finding, Params
from specharness.validators.compare import composed, folded
from specharness.validators.counts import BOUNDS, bounds_in_words, judge, within, words_in
from specharness.validators.params import (
    BOOL,
    COUNT,
    NUMBER,
    PATTERN,
    TEXT,
    TEXTS,
    as_number,
    as_whole,
    choice,
    text_of,
    texts_of,
    typed,
)
from specharness.validators.response_each import MAX_UNITS, ways
from specharness.validators.response_forms import OfMessage
from specharness.validators.wording import listed, said

_UNITS = ("sentences", "lines", "paragraphs", "words", "items")
_HAS = ("words", "letters", "characters")
_KINDS = ("question", "statement", "exclamation")
_CASES = ("title", "upper", "lower")
_PROPERTIES = ("has", "equals", "first", "last", "contains", "kind", "case", "among", "pattern", "amount")
_MARKED = re.compile(r"^[ \t]*(?:[*+\-•‣◦▪●]|\(?\d{1,3}[.)])[ \t]+(?=\S)", re.MULTILINE)
_SEPARATOR = re.compile(r"\s*(?:[,;/|]|->|→)\s*(?:and\s+|or\s+)?|\s+and\s+")
_BRACKETED = re.compile(r"(?:\([^()\n]*\)[\s,]*)+")
MAX_ITEM = 6
"""Words up to which a line is surely an item, where no marks say so."""
_CHOICES = ("nth", "which", "share", "none")
MAX_PIECE = 3
"""Words up to which what stands between commas is surely an item."""
_AROUND = " \t\n*_`\"“”'‘’()[]>#"
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_CLOSERS = "\"'”’)]*_ \t"
_SMALL = frozenset("a an the and or but nor of in on at to for by from with as is vs via per".split())
"""Words that title case may leave small."""


def parts_of(unit: str, text: str) -> Iterator[tuple[str, ...]]:
    """Every defensible way to divide a text. Items are those of a list; without one lines, or what commas, slashes,
    semicolons or arrows separate in a single line; if that is prose, they may be something else."""
    if unit != "items":
        yield from (tuple(one.text for one in way) for way in ways(unit, text))
        return
    every = [line.strip() for line in text.splitlines() if line.strip()]
    marked = [line for line in every if _MARKED.match(line)]
    if marked:
        yield tuple(_MARKED.sub("", line, count=1) for line in marked)
    elif len(every) > 1:
        yield tuple(every)
        yield tuple(line for line in every if not line.endswith(":"))
    elif _BRACKETED.fullmatch(text.strip()):
        yield tuple(re.findall(r"\(([^()\n]*)\)", text))
    else:
        pieces = tuple(piece for piece in _SEPARATOR.split(text.strip().rstrip(".")) if piece)
        yield pieces
        if text.rstrip()[-1:] in ".!?:" or any(len(piece.split()) > MAX_PIECE for piece in pieces):
            yield ()


def _number(has: str, text: str) -> set[int]:
    if has == "words":
        return set(words_in(text))
    if has == "letters":
        return {sum(map(str.isalpha, text)), sum(map(str.isalnum, text))}
    return {len(text), len(text.strip(_AROUND))}


def _has(params: Params, unit: str, text: str) -> bool | None:
    kept = {within(params, number) for number in _number(text_of(params["has"]), text)}
    return kept.pop() if len(kept) == 1 else None


def _equals(params: Params, unit: str, text: str) -> bool | None:
    wanted = composed(text_of(params["equals"]).strip())
    if text.strip() == wanted:
        return True
    bare, near = folded(text).strip(_AROUND + ".!?,;:"), folded(wanted).strip(_AROUND + ".!?,;:")
    return (True if unit == "words" else None) if near and bare == near else False


def _edge(params: Params, unit: str, text: str) -> bool | None:
    first = params.get("first") is not None
    wanted = composed(text_of(params["first" if first else "last"]).strip())
    bare = text.strip() if not wanted[0 if first else -1].isalnum() else text.strip(_AROUND)
    if not first and wanted[-1].isalnum():
        bare = bare.rstrip(".!?,;:…" + _AROUND)
    if unit == "words":
        said_there = bare.casefold()
        return said_there.startswith(wanted.casefold()) if first else said_there.endswith(wanted.casefold())
    if bare.startswith(wanted) if first else bare.endswith(wanted):
        beside = bare[len(wanted) : len(wanted) + 1] if first else bare[: -len(wanted)][-1:]
        inner = wanted[-1 if first else 0]
        return not (inner.isalnum() and beside.isalnum())
    near, there = folded(wanted), folded(bare)
    return None if near and (there.startswith(near) if first else there.endswith(near)) else False


def _contains(params: Params, unit: str, text: str) -> bool | None:
    wanted = composed(text_of(params["contains"]).strip()).casefold()
    left = r"(?<!\w)" if wanted[0].isalnum() else ""
    right = r"(?!\w)" if wanted[-1].isalnum() else ""
    if re.search(f"{left}{re.escape(wanted)}{right}", text.casefold()):
        return True
    return None if wanted in text.casefold() else False


def _kind(params: Params, unit: str, text: str) -> bool | None:
    end = text.rstrip(_CLOSERS)[-2:]
    found = {"question": "?" in end or "？" in end, "exclamation": "!" in end or "！" in end}
    found["statement"] = not any(found.values()) and end[-1:] in (".", "…", "。")
    if not any(found.values()) or (found["question"] and found["exclamation"]):
        return None
    if found["exclamation"] and params["kind"] == "statement":
        return None
    return found[text_of(params["kind"])]


def _case(params: Params, unit: str, text: str) -> bool | None:
    letters = [letter for letter in text if letter.isupper() or letter.islower()]
    if not letters:
        return None
    if params["case"] != "title":
        return all(letter.isupper() if params["case"] == "upper" else letter.islower() for letter in letters)
    sure = True
    for match in _WORD.finditer(text):
        word = match.group()
        if word[0].islower():
            if word not in _SMALL:
                return False
            sure = False
        elif word[0].isupper() and any(letter.isupper() for letter in word[1:]):
            sure = False
    return True if sure else None


def _among(params: Params, unit: str, text: str) -> bool | None:
    bare = composed(text).casefold().replace("’", "'").strip(_AROUND + ".!?,;:…")
    if bare in {composed(one).casefold().replace("’", "'") for one in texts_of(params["among"])}:
        return True
    return _perhaps(params, bare)


def _perhaps(params: Params, bare: str) -> bool | None:
    if params.get("perhaps") is None:
        return False
    fits = patterns.Matcher(text_of(params["perhaps"]), ignore_case=True).fits(bare)
    return None if fits is not False else False


def _pattern(params: Params, unit: str, text: str) -> bool | None:
    bare = text.strip().strip(_AROUND + ".!?,;:…") if unit == "words" else text.strip()
    found = patterns.Matcher(text_of(params["pattern"]), ignore_case=True).fits(bare)
    return _perhaps(params, bare) if found is False else found


_JUDGES: Mapping[str, Callable[[Params, str, str], bool | None]] = {
    "has": _has,
    "equals": _equals,
    "first": _edge,
    "last": _edge,
    "contains": _contains,
    "kind": _kind,
    "case": _case,
    "among": _among,
    "pattern": _pattern,
}


class ResponseParts(OfMessage):
    """Parts of the agent's message: `of` is sentences, lines, paragraphs, words or items (of a list, or of what commas
    or lines separate). Meant is every one; number `nth` or, with `back`, number `nth` from the end; with `which`, the
    odd or the even ones; with `none`, that no one is so; with `share`, that at least so many in a hundred are. A part
    `has` so many words, letters or characters (`count`, `min`, `max`, `min_exclusive`, `max_exclusive`), `equals` a
    text, has it as its `first` or `last` words, `contains` it, is a sentence of a `kind` (question, statement,
    exclamation), is in a `case` (title, upper, lower), is `among` some texts, or has the form of a `pattern` as a
    whole, both in any case; what only has the form of `perhaps` may be so. With `amount`, there are so many items.

    Passed: it is so, however the message is divided.
    Failed: it surely is not, however it is divided; there is no such part; an empty message.
    Unknown: no message was given; it depends on what counts as such a part, on how it is counted, or on spelling.
    """

    name = "response_parts"
    demanded = typed(of=choice(*_UNITS))
    admitted = typed(
        nth=COUNT,
        back=BOOL,
        which=choice("odd", "even"),
        none=BOOL,
        share=COUNT,
        has=choice(*_HAS),
        count=COUNT,
        min=NUMBER,
        max=NUMBER,
        min_exclusive=NUMBER,
        max_exclusive=NUMBER,
        equals=TEXT,
        first=TEXT,
        last=TEXT,
        contains=TEXT,
        kind=choice(*_KINDS),
        case=choice(*_CASES),
        among=TEXTS,
        pattern=PATTERN,
        perhaps=PATTERN,
        amount=BOOL,
    )

    def problem(self, params: Params) -> str:
        asked = [name for name in _PROPERTIES if params.get(name) not in (None, False)]
        if len(asked) != 1:
            return f"needs one of {', '.join(_PROPERTIES)}"
        if params.get("perhaps") is not None and asked[0] not in ("pattern", "among"):
            return "`perhaps` needs a `pattern`, or texts `among` which"
        if any(params.get(name) is not None for name in BOUNDS) is not (asked[0] in ("has", "amount")):
            return "`has` or `amount` and a bound go together"
        if asked[0] == "amount" and (params["of"] != "items" or any(params.get(name) is not None for name in _CHOICES)):
            return "`amount` is said of all items"
        if len([name for name in ("nth", "which", "share") if params.get(name) is not None]) > 1:
            return "`nth`, `which` and `share` exclude each other"
        if params.get("back") is True and params.get("nth") is None:
            return "`back` needs `nth`"
        if params.get("nth") is not None and not as_whole(params["nth"]):
            return "`nth` counts from 1"
        share = as_number(params.get("share"))
        if share is not None and (not 0 < share <= 100 or params.get("none") is True):
            return "`share` is of a hundred, and not of `none`"
        return ""

    def expected(self, params: Params) -> str:
        if params.get("amount") is True:
            return f"{bounds_in_words(params, 'items')} in the response"
        unit = text_of(params["of"]).removesuffix("s")
        return f"{_meant(params, unit)} of the response {_so(params)}"

    def judged(self, params: Params, text: str, expected: str) -> Finding:
        if not text.strip():
            return Finding(Outcome.FAILED, expected, "an empty message")
        if params.get("amount") is True:
            amounts = _amounts(text)
            if not amounts:
                return Finding(Outcome.UNKNOWN, expected, "undecided", message="no list whose items could be told")
            return judge(params, amounts, expected, "items")
        found = []
        for parts in parts_of(text_of(params["of"]), text):
            if len(parts) > MAX_UNITS:
                return Finding(Outcome.ERROR, expected, "not read", message=f"more than MAX_UNITS ({MAX_UNITS}) parts")
            found.append(_judged(params, parts))
        outcomes = {outcome for outcome, _ in found}
        if outcomes == {Outcome.PASSED}:
            return Finding(Outcome.PASSED, expected, "so it is")
        shown = next((shown for outcome, shown in found if outcome is not Outcome.PASSED), "")
        if outcomes == {Outcome.FAILED}:
            return Finding(Outcome.FAILED, expected, shown)
        return Finding(Outcome.UNKNOWN, expected, shown, message="it depends on what counts as such a part, or as so")


def _amounts(text: str) -> list[int]:
    """Every defensible number of items: in a list, the nested ones counted or not; without one, of short lines or what
    commas separate; none where it can't be told."""
    found = list(_MARKED.finditer(text))
    if found:
        between = text[found[0].start() : found[-1].start()].splitlines()
        if any(line[:1].strip() and not _MARKED.match(line) for line in between):
            return []  # several lists, or one with text between
        top = min(len(match.group()) - len(match.group().lstrip()) for match in found)
        return [len(found), sum(len(match.group()) - len(match.group().lstrip()) <= top + 1 for match in found)]
    every = list(parts_of("items", text))
    doubtful = any(not way or any(len(piece.split()) > MAX_ITEM for piece in way) for way in every)
    return [] if doubtful else [len(way) for way in every]


def _meant(params: Params, unit: str) -> str:
    if params.get("nth") is not None:
        return f"{unit} {params['nth']}{' from the end' if params.get('back') is True else ''}"
    if params.get("share") is not None:
        return f"at least {params['share']} % of every {unit}"
    who = "no" if params.get("none") is True else "every"
    return f"{who} {params['which']} {unit}" if params.get("which") is not None else f"{who} {unit}"


def _so(params: Params) -> str:
    name = next(name for name in _PROPERTIES if params.get(name) not in (None, False))
    if name == "among":
        return f"is one of {listed(texts_of(params['among']))}"
    if name == "has":
        return f"has {bounds_in_words(params, text_of(params['has']))}"
    words = {"first": "begins with", "last": "ends with", "kind": "is a", "case": "is in case", "pattern": "is like"}
    return f"{words.get(name, name)} {said(params[name])}"


def _judged(params: Params, parts: Sequence[str]) -> tuple[Outcome, str]:
    """The outcome over one way to divide, and what shows it."""
    name = next(name for name in _PROPERTIES if params.get(name) not in (None, False))
    unit = text_of(params["of"])
    nth = as_whole(params.get("nth"))
    if nth:
        if len(parts) < nth:
            return Outcome.FAILED, f"{len(parts)} {unit}"
        parts = [parts[-nth if params.get("back") is True else nth - 1]]
    elif params.get("which") is not None:
        parts = parts[(0 if params["which"] == "odd" else 1) :: 2]
    if not parts:
        return Outcome.UNKNOWN, f"no such {unit}"
    none = params.get("none") is True
    kept = [_JUDGES[name](params, unit, part) for part in parts]
    if params.get("share") is not None:
        return _shared(int(as_number(params["share"]) or 0), kept)
    for part, one in zip(parts, kept, strict=True):
        if one is none:
            return Outcome.FAILED, f"{'so is' if none else 'not so'}: {said(part[:60])}"
    for part, one in zip(parts, kept, strict=True):
        if one is None:
            return Outcome.UNKNOWN, f"perhaps so: {said(part[:60])}"
    return Outcome.PASSED, ""


def _shared(share: int, kept: Sequence[bool | None]) -> tuple[Outcome, str]:
    sure, perhaps = sum(one is True for one in kept), sum(one is not False for one in kept)
    shown = f"{sure} of {len(kept)}"
    if 100 * sure >= share * len(kept):
        return Outcome.PASSED, shown
    return (Outcome.FAILED if 100 * perhaps < share * len(kept) else Outcome.UNKNOWN), shown


_BY = ("alphabet", "letters", "words", "value")
_NUMBER = re.compile(r"(?<![\w.,])[-−]?\d[\d,]*(?:\.\d+)?")


class ResponseOrder(OfMessage):
    """How each part of the agent's message follows on the one before it: `of` is sentences, lines, paragraphs, words or
    items. They are sorted `by` the alphabet, their number of letters or of words, or the first number in each
    (`value`), upwards or, with `down`, downwards; with `strict`, no two are equal. Or, with `chain`, each begins with
    the last word of the one before; or, with `distinct`, no two begin with the same word.

    Passed: so it is, however the message is divided, with two parts at least.
    Failed: it surely is not, however it is divided; an empty message.
    Unknown: no message was given; fewer than two parts; it depends on what counts as such a part, on case or spelling;
    a part without a word or a number.
    """

    name = "response_order"
    demanded = typed(of=choice(*_UNITS))
    admitted = typed(by=choice(*_BY), down=BOOL, strict=BOOL, chain=BOOL, distinct=BOOL)

    def problem(self, params: Params) -> str:
        asked = [params.get("by") is not None, params.get("chain") is True, params.get("distinct") is True]
        if sum(asked) != 1:
            return "needs one of by, chain, distinct"
        turned = params.get("down") is True or params.get("strict") is True
        return "`down` and `strict` are said of `by`" if turned and params.get("by") is None else ""

    def expected(self, params: Params) -> str:
        of = text_of(params["of"])
        if params.get("by") is not None:
            return f"the {of} of the response by {params['by']}, {'down' if params.get('down') is True else 'up'}wards"
        if params.get("chain") is True:
            return f"each of the {of} of the response begins with the last word of the one before"
        return f"no two {of} of the response begin with the same word"

    def judged(self, params: Params, text: str, expected: str) -> Finding:
        if not text.strip():
            return Finding(Outcome.FAILED, expected, "an empty message")
        found = []
        for parts in parts_of(text_of(params["of"]), text):
            if len(parts) > MAX_UNITS:
                return Finding(Outcome.ERROR, expected, "not read", message=f"more than MAX_UNITS ({MAX_UNITS}) parts")
            found.append(_followed(params, parts))
        outcomes = {outcome for outcome, _ in found}
        shown = next((shown for outcome, shown in found if outcome is not Outcome.PASSED), "")
        if len(outcomes) == 1:
            return Finding(outcomes.pop(), expected, shown or "so it is")
        return Finding(Outcome.UNKNOWN, expected, shown, message="it depends on what counts as such a part")


def _followed(params: Params, parts: Sequence[str]) -> tuple[Outcome, str]:
    if len(parts) < 2:
        return Outcome.UNKNOWN, "fewer than two"
    if params.get("distinct") is True:
        return _openings(parts)
    link = _linked if params.get("chain") is True else _sorted
    worst, shown = Outcome.PASSED, ""
    for one, other in pairwise(parts):
        keeps = link(params, one, other)
        if keeps is False:
            return Outcome.FAILED, f"{said(one[:40])}, then {said(other[:40])}"
        if keeps is None and worst is Outcome.PASSED:
            worst, shown = Outcome.UNKNOWN, f"{said(one[:40])}, then {said(other[:40])}"
    return worst, shown


def _openings(parts: Sequence[str]) -> tuple[Outcome, str]:
    seen: set[str] = set()
    wordless = ""
    for part in parts:
        match = _WORD.search(part)
        if match is None:
            wordless = part
            continue
        word = match.group().casefold()
        if word in seen:
            return Outcome.FAILED, f"{said(word)} opens two"
        seen.add(word)
    return (Outcome.UNKNOWN, f"{said(wordless[:40])} has no word") if wordless else (Outcome.PASSED, "")


def _linked(params: Params, one: str, other: str) -> bool | None:
    left, right = _WORD.findall(one), _WORD.findall(other)
    if not left or not right:
        return None
    if left[-1].casefold() == right[0].casefold():
        return True
    pieces = left[-1].casefold().split("-")[-1], right[0].casefold().split("-")[0]
    return None if pieces[0] == pieces[1] or pieces[0].rstrip("s") == pieces[1].rstrip("s") else False


def _sorted(params: Params, one: str, other: str) -> bool | None:
    by = text_of(params["by"])
    left, right = _keys(by, one), _keys(by, other)
    if params.get("down") is True:
        left, right = right, left
    kept = {_before(low, high, strict=params.get("strict") is True) for low in left for high in right}
    return kept.pop() if len(kept) == 1 else None


def _before(low: Any, high: Any, *, strict: bool) -> bool:
    return bool(low < high or (low == high and not strict))


def _keys(by: str, text: str) -> list[Any]:
    """What a part is sorted by, in every defensible reading."""
    if by == "words":
        return [*set(words_in(text))]
    if by == "letters":
        return [*{sum(map(str.isalpha, text)), len(text.strip(_AROUND + ".,;:!?"))}]
    if by == "value":
        match = _NUMBER.search(text)
        return [] if match is None else [float(match.group().replace(",", "").replace("−", "-"))]
    words = [word.casefold() for word in _WORD.findall(text)]
    if not words:
        return []
    plain = [word for word in words if word not in ("the", "a", "an")] or words
    readings = [" ".join(words), " ".join(plain)]
    return [*readings, *(unicodedata.normalize("NFKD", one).encode("ascii", "ignore").decode() for one in readings)]
