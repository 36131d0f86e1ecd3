"""Several spans, one direction: lead-ins join what they introduce, repeated demands become one.

Order-preserving; the first span stays the main one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from specharness.ir import Block, Direction, Disposition, Family, Modality, Source, Unit, canonical_json

_OF_A_PATH = frozenset({Family.PATH_EXISTS, Family.PATH_ABSENT, Family.UNCHANGED, Family.ONLY_CHANGES})
"""Families whose path says all."""
_VERB = re.compile(
    r"\b(?:must|should|shall|may|is|are|be|has|have|need|do|make|use|write|keep|add|create|run|set|follow|ensure)\b"
    r"|必须|应|不|请|是|有",
    re.IGNORECASE,
)
_FORBIDDING = frozenset({Modality.MUST_NOT, Modality.SHOULD_NOT})
_FORMAT_LEAD = re.compile(
    r"\b(?:format|structure|schema|layout|shape|like this|as follows|look like|looks like|example)\b|格式|结构|如下"
    r"|示例",
    re.IGNORECASE,
)


def merge(source: Source, units: Sequence[Unit], directions: Sequence[Direction]) -> list[Direction]:
    """Directions with lead-ins and repetitions folded in."""
    kept = _without_bare_leads(source, units, directions)
    told = _announced(source, _leads(source, units, _without_restatements(source, units, kept)))
    return _said_again(source, _repeats(_described(source, told)))


_OF_THE_TABLE = re.compile(r"\b(?:in|of|from)\s+(?:the|this)\s+table\b|表格?中", re.IGNORECASE)


def _without_restatements(source: Source, units: Sequence[Unit], directions: Sequence[Direction]) -> list[Direction]:
    """A sentence about "the table" says again what its rows say: a further span of each, no direction of its own."""
    rows = {unit.body.start for unit in units if unit.block is Block.TABLE_ROW}
    told = [d for d in directions if d.spans[0].start in rows and d.family is Family.VALUE_EQUALS]
    again = [
        d
        for d in directions
        if d.spans[0].start not in rows
        and not (set(d.params) - {"path"})
        and _OF_THE_TABLE.search(source.text, d.spans[0].start, d.spans[0].end)
    ]
    if not told or not again:
        return list(directions)
    spans = tuple(d.spans[0] for d in again)
    return [
        d.model_copy(update={"spans": (*d.spans, *spans)}) if d in told else d for d in directions if d not in again
    ]


def _without_bare_leads(source: Source, units: Sequence[Unit], directions: Sequence[Direction]) -> list[Direction]:
    """A lead-in that says nothing by itself is no direction, if something that it introduces is one.

    One that asks for something ("Write these files:") is a further span of the first that it introduces; a mere title
    ("Output:") goes.
    """
    parents = {unit.id: unit for unit in units}
    starts = {unit.body.start: unit for unit in units}
    led: dict[int, int] = {}
    for number, direction in enumerate(directions):
        if (unit := starts.get(direction.spans[0].start)) is not None and unit.parent in parents:
            led.setdefault(parents[unit.parent].body.start, number)
    out = dict(enumerate(directions))
    for number, direction in enumerate(directions):
        span = direction.spans[0]
        lead = starts.get(span.start)
        if lead is None or lead.body.start not in led or set(direction.params) - {"path"}:
            continue
        of_a_path = direction.family in _OF_A_PATH
        quote = source.text[span.start : span.end].rstrip()
        if (of_a_path and direction.params) or not (quote.endswith((":", "：")) or not _VERB.search(quote)):
            continue
        first = led[lead.body.start]
        lead_in = out.pop(number)
        if first in out and (of_a_path or _VERB.search(quote)):
            out[first] = _joined(out[first], lead_in)
    return list(out.values())


def _leads(source: Source, units: Sequence[Unit], directions: Sequence[Direction]) -> list[Direction]:
    blocks = {unit.body.start: unit for unit in units if unit.block is Block.CODE}
    by_id = {unit.id: unit for unit in units}
    out: list[Direction] = []
    for direction in directions:
        unit = blocks.get(direction.spans[0].start)
        lead = by_id.get(unit.parent or "") if unit is not None else None
        if unit is None or lead is None or direction.family is not Family.SCHEMA or not out:
            out.append(direction)
            continue
        last = out[-1]
        span = last.spans[0]
        inside = lead.body.start <= span.start and span.end <= lead.body.end + 1
        if (
            inside
            and last.family
            in (None, Family.SCHEMA, Family.OTHER_CHECKABLE, Family.COMPUTED, Family.FORMAT_VALID, Family.PATTERN)
            and (
                source.text[span.start : span.end].rstrip().endswith((":", "："))
                or _FORMAT_LEAD.search(source.text, span.start, span.end)
            )
        ):
            out[-1] = direction.model_copy(update={"spans": (*direction.spans, span)})
        else:
            out.append(direction)
    return out


def _repeats(directions: Sequence[Direction]) -> list[Direction]:
    groups: dict[str | int, list[Direction]] = {}
    for number, direction in enumerate(directions):
        key = _key(direction)
        groups.setdefault(number if key is None else key, []).append(direction)
    return [_joined(*group) for group in groups.values()]


def _key(direction: Direction) -> str | None:
    """Two directions with one key demand the same thing; None where too little is known to say so."""
    if direction.disposition is not Disposition.HARD or direction.family is None:
        return None
    if direction.family in (Family.COMPUTED, Family.OTHER_CHECKABLE) or not direction.params:
        return None
    values = {name: param.model_dump(mode="json")["value"] for name, param in direction.params.items()}
    force = direction.modality.value.replace("should", "must")
    return canonical_json([direction.family.value, values, direction.condition or "", force])


_ANNOUNCES = re.compile(
    r"\b(?:following|below)\s+(?:\w+\s+)?(?:format|structure|schema|layout|shape)\b"
    r"|\b(?:format|structure|schema|layout|shape)\s+(?:is\s+)?(?:as\s+follows|below)\b"
    r"|(?:以下|如下|下面|下列)的?(?:格式|结构)|(?:格式|结构)(?:如下|见下)",
    re.IGNORECASE,
)
_OF_A_FORMAT = (None, Family.SCHEMA, Family.OTHER_CHECKABLE, Family.FORMAT_VALID, Family.PATTERN)


def _announced(source: Source, directions: Sequence[Direction]) -> list[Direction]:
    """ "Follow the format below." joins the sample it announces, though other sentences stand between the two.

    A file named between them may be the sample's own, so then nothing is joined.
    """
    out: list[Direction] = []
    waiting: int | None = None
    for direction in directions:
        quote = _quote(source, direction)
        if direction.family is Family.SCHEMA and quote[:1] in "{[":
            if waiting is not None:
                direction = _joined(direction, out.pop(waiting))
            waiting = None
        elif direction.family in _OF_A_PATH:
            waiting = None
        elif (
            direction.family in _OF_A_FORMAT
            and not direction.params
            and direction.condition is None
            and direction.modality not in _FORBIDDING
            and _ANNOUNCES.search(quote)
        ):
            waiting = len(out)
        out.append(direction)
    return out


_DASH = re.compile(r"[`*\"'\s]*[-–—:：][`*\"'\s]*")
_OF_A_DESCRIPTION = frozenset({Family.CONTAINS, Family.OTHER_CHECKABLE})


def _described(source: Source, directions: Sequence[Direction]) -> list[Direction]:
    """What stands behind the dash of "`a.py` - the parser" describes the file; without a parameter it demands nothing
    that could be checked apart from the file."""
    out: list[Direction] = []
    for direction in directions:
        last = out[-1] if out else None
        if (
            last is not None
            and last.family is Family.PATH_EXISTS
            and direction.family in _OF_A_DESCRIPTION
            and not direction.params
            and direction.condition is None
            and direction.modality is Modality.MUST
            and "\n" not in (gap := source.text[last.spans[0].end : direction.spans[0].start])
            and _DASH.fullmatch(gap)
        ):
            out[-1] = _joined(last, direction)
        else:
            out.append(direction)
    return out


_TOKEN = re.compile(r"[㐀-鿿]|[^\W㐀-鿿]+|[^\w\s]")
_MARKS = frozenset("*_`\"'.,;:!。，；：！")
_POINTS = re.compile(
    r"\b(?:follow(?:ing|s)|below|above|this|these|that|those|it|its|they|them|their|here|there|same|previous|next)\b"
    r"|以下|如下|上述|下面|上面|同样|这|该|此|它|其",
    re.IGNORECASE,
)
MIN_SAID_AGAIN = 3
"""Words that a sentence needs before its return means the same demand; shorter ones are labels ("Optional")."""


def _said_again(source: Source, directions: Sequence[Direction]) -> list[Direction]:
    """The same words again, with nothing in them that points to their place, are one demand.

    Where the readings of the same words differ in force the compiler is unsure of them, and the weaker one holds.
    """
    groups: dict[tuple[str, ...] | int, list[Direction]] = {}
    for number, direction in enumerate(directions):
        groups.setdefault(_own_words(source, direction) or number, []).append(direction)
    out = []
    for group in groups.values():
        weakest = min(group, key=lambda one: one.disposition is Disposition.HARD)
        out.append(weakest.model_copy(update={"spans": _joined(*group).spans}))
    return out


def _own_words(source: Source, direction: Direction) -> tuple[str, ...]:
    """The words of a demand that is the same wherever it stands; none where a parameter or a pointer binds it."""
    quote = _quote(source, direction)
    if direction.params or _POINTS.search(quote):
        return ()
    words = tuple(word for word in _TOKEN.findall(quote.lower()) if word not in _MARKS)
    return (*words, direction.condition or "") if len(words) >= MIN_SAID_AGAIN else ()


def _quote(source: Source, direction: Direction) -> str:
    return source.text[direction.spans[0].start : direction.spans[0].end].strip()


def _joined(direction: Direction, *others: Direction) -> Direction:
    """The first direction with the spans of all, each once."""
    if not others:
        return direction
    spans = {(span.source, span.start, span.end): span for one in (direction, *others) for span in one.spans}
    return direction.model_copy(update={"spans": tuple(spans.values())})
