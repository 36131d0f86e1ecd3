"""Alternatives: "`a.txt` or `b.txt`" demands one of both. Checks made of each literal are joined, so that no honest
agent is blamed for the one that it did not choose."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pydantic import JsonValue

from specharness.ground.families.base import Answer, Check, Claim, Grounded, no_form
from specharness.ir import Family

_JOINED = frozenset({Family.PATH_EXISTS, Family.CONTAINS, Family.FORMAT_VALID})
"""Families that demand each of several literals; what is forbidden is forbidden each by itself anyway."""
_OR = re.compile(r"[\s`'\"“”’,，)]*(?:or|或者?)(?:\s+(?:else|in|to|as|at|the|file|folder))*[\s`'\"“”‘(]*", re.I)
_AND = re.compile(r"[\s`'\"“”’,，、)]*(?:and|as well as|plus|和|及|以及)[\s\w`'\"“”‘(]*", re.I)
_ONE_OF = re.compile(r"\b(?:either|(?:at least )?one of|any(?: one)? of|whichever of)\b|任一|其中之一|至少一个", re.I)


def alternatives(claim: Claim, answer: Answer) -> Answer:
    """The answer, with checks of alternative literals joined by "any"; a refusal where the joints differ."""
    if claim.direction.family not in _JOINED or not isinstance(answer, Grounded) or len(answer.checks) < 2:
        return answer
    for name in ("path", "text", "value"):
        literals = list(dict.fromkeys(claim.words(name)))
        if len(literals) < 2:
            continue
        joints = _joints(claim.quotes[0], literals)
        if not joints:
            continue
        spoken = {joint for joint in joints if joint}
        if spoken == {"or", "and"}:
            return no_form("how the alternatives are joined is not said")
        if "or" in spoken or joints[-1] == "one of":
            return _any(claim, answer, name, literals)
    return answer


def _joints(quote: str, literals: Sequence[str]) -> list[str]:
    """What stands between each two literals, in the order of the text: `or`, `and`, or nothing; and `one of` at the end
    where the text says so before the first. None where a literal does not stand in the quote."""
    places = [(quote.find(literal), literal) for literal in literals]
    if any(at < 0 for at, _ in places):
        return []
    places.sort()
    found = []
    for (at, literal), (after, _) in pairwise(places):
        between = quote[at + len(literal) : after]
        found.append("or" if _OR.fullmatch(between) else "and" if _AND.fullmatch(between) else "")
    before = quote[: places[0][0]]
    return [*([] if _ONE_OF.search(before) else found), *(["one of"] if _ONE_OF.search(before) else [])]


def _any(claim: Claim, answer: Grounded, name: str, literals: Sequence[str]) -> Answer:
    groups: list[list[Check]] = [[] for _ in literals]
    for check in answer.checks:
        meant = [place for place, literal in enumerate(literals) if _is_of(check, claim, name, literal)]
        if len(meant) != 1:
            return no_form("which check belongs to which alternative is not certain")
        groups[meant[0]].append(check)
    if not all(groups):
        return no_form("an alternative that no check decides")
    parts: list[JsonValue] = [_part(group) for group in groups]
    key = f"any {' '.join(sorted(check.key for check in answer.checks))}"
    return Grounded((Check("combined", {"any": parts}, key),), answer.open_part, answer.extra_spans)


def _is_of(check: Check, claim: Claim, name: str, literal: str) -> bool:
    if name == "path":
        paths = [path.rstrip("/") or "/" for path in claim.paths]
        own = str(check.params.get("path", "")).rstrip("/") or "/"
        return own in paths and paths.index(own) == list(claim.words("path")).index(literal)
    texts = check.params.get("texts")
    return texts == [literal] or texts == literal


def _part(group: Sequence[Check]) -> JsonValue:
    parts: list[JsonValue] = [{"validator": check.validator, "params": check.params} for check in group]
    return parts[0] if len(parts) == 1 else {"validator": "combined", "params": {"all": parts}}
