"""Whether two directions say the same: of one family, of one file, with the same values however they are spelt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from specharness.ir import Direction, Family, Param


def agrees(one: Direction, other: Direction) -> bool:
    """Whether two directions are of one family and differ in nothing that both name, nor in which bounds they name."""
    return one.family is other.family and bool(other.params) and not differs(one, other)


_LISTED = frozenset({Family.SCHEMA, Family.CONTAINS, Family.NOT_CONTAINS, Family.CELLS_FILLED, Family.UNIQUE})
"""Families of which each of several names is a demand by itself."""
OF_NAMES = ("field", "column", "keys")
OF_VALUES = ("value", "allowed")
_LIMITS = frozenset({"min", "max", "min_exclusive", "max_exclusive", "count", "value", "allowed"})


def together(directions: Sequence[Direction]) -> Iterator[Direction]:
    """Bounds of one thing that the local reading told one by one, as one direction."""
    first: dict[tuple[object, ...], Direction] = {}
    for one in directions:
        limits = one.params.keys() & _LIMITS
        if not limits:
            continue
        rest = tuple((name, str(param.value)) for name, param in sorted(one.params.items()) if name not in limits)
        known = first.get((one.family, rest))
        joined = one if known is None else known.model_copy(update={"params": {**known.params, **one.params}})
        first[one.family, rest] = joined
    yield from first.values()


def differs(one: Direction, other: Direction) -> str:
    """The name of a parameter in which two directions of a family differ."""
    if one.family is Family.SORTED and (differing := _other_order(one, other)):
        return differing
    for name in sorted(one.params.keys() & other.params.keys()):
        mine, theirs = one.params[name], other.params[name]
        if name == "path":
            if not all(among(path, texts_of(theirs)) for path in texts_of(mine)):
                return "file"
            continue
        if one.family is Family.SORTED or (one.family is Family.COUNT and name == "field"):
            continue
        if name == "pattern":
            left, right = plain(mine.value), plain(theirs.value)
            if left not in right and right not in left:
                return name
            continue
        stated, read = _parts(mine), _parts(theirs)
        listed = one.family in _LISTED and name not in _LIMITS
        if not (stated <= read if listed else stated == read):
            return name
    named, known = one.params.keys() & _LIMITS, other.params.keys() & _LIMITS
    return "bound" if named and known and named != known else ""


def _other_order(one: Direction, other: Direction) -> str:
    """Whether two orders differ in what they go by, or in which way."""
    ways, by = [], []
    for direction in (one, other):
        given = (param for name, param in direction.params.items() if name in _ORDERED)
        words = {str(value) for param in given for value in param.values}
        way = {found.lastgroup for word in words if (found := _WAY.search(word)) is not None}
        ways.append(way)
        by.append({plain(word) for word in words if _WAY.search(word) is None})
    if ways[0] and ways[1] and ways[0] != ways[1]:
        return "order"
    if ways[1] and "down" in ways[1] and not ways[0]:
        return "order"
    return "field" if by[0] and by[1] and not (by[1] <= by[0] or by[0] <= by[1]) else ""


_ORDERED = ("field", "column", "order")
_WAY = re.compile(
    r"(?P<down>desc|降|倒|reverse|z to a|(?:largest|highest|newest|latest|most|biggest)\b|high to low|从大到小)"
    r"|(?P<up>asc|升|alphabetical|a to z|(?:smallest|lowest|oldest|earliest)\b|low to high|从小到大)",
    re.I,
)


def same_subject(one: Direction, other: Direction) -> bool:
    """Whether two directions are about the same file and field, as far as both say."""
    for name in ("path", "field", "column", "text"):
        mine, theirs = texts_of(one.params.get(name)), texts_of(other.params.get(name))
        if mine and theirs and not any(among(path, theirs) for path in mine):
            return False
    return True


def texts_of(param: Param | None) -> tuple[str, ...]:
    return () if param is None else tuple(str(value) for value in param.values)


def _parts(param: Param) -> set[str]:
    """The values of a parameter; a header line is its columns."""
    texts = [part for value in param.values for part in (value.split(",") if isinstance(value, str) else (value,))]
    return {plain(part) for part in texts}


def plain(value: object) -> str:
    """A value as it is compared: numbers by what they are, texts without the marks round them."""
    if isinstance(value, bool) or value is None:
        return str(value).lower()
    if isinstance(value, int | float):
        return f"{float(value):g}"
    text = " ".join(str(value).strip().strip("`'\"“”*").split())
    try:
        return f"{float(text.replace(',', '')):g}"
    except ValueError:
        return text.lower()


def among(path: str, others: Iterable[str]) -> bool:
    """Whether a path is one of several, written out in full or not."""
    mine = _short(path)
    return any(
        mine == theirs or theirs.endswith("/" + mine) or mine.endswith("/" + theirs) for theirs in map(_short, others)
    )


def _short(path: str) -> str:
    return path.strip().strip("`'\"“”").removeprefix("./").rstrip("/").lower()
