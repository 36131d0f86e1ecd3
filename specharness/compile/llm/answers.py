"""From a model's entries to directions: what is taken over, what is weakened, and what is only reported.

A requirement becomes a direction where all its words stand in the source (`compile.readings.admit`). One whose words
do not is never dropped: its unit abstains, and says why. What a model calls hard but is unsure of, or names no check
for, abstains as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from specharness.compile.align import Miss, Quote, folded
from specharness.compile.llm.schema import Ask, Entry, Given, ParamName
from specharness.compile.readings import Literal, Reading, admit
from specharness.ir import Direction, Disposition, Family, Kind, Modality, Reason, Scalar, Source, Unit

SURE, UNSURE = 0.9, 0.5
"""Confidence of a direction: a model says only which of the two it is."""
MAX_STATEMENT = 200
LOOK_BACK = 20_000
"""Characters before a unit in which a literal that it leaves unsaid is looked for."""
_NUMBERS = frozenset(
    {
        ParamName.MIN,
        ParamName.MAX,
        ParamName.MIN_EXCLUSIVE,
        ParamName.MAX_EXCLUSIVE,
        ParamName.COUNT,
        ParamName.DECIMALS,
    }
)
_LISTS = frozenset({ParamName.KEYS, ParamName.ALLOWED, ParamName.ORDER})
_WORDS: Mapping[str, Scalar] = {"true": True, "false": False}


def directions_of(
    source: Source,
    units: Sequence[Unit],
    entries: Mapping[int, Entry],
    silent: Mapping[int, str],
    verbatim: bool = False,
) -> tuple[Direction, ...]:
    """The directions that entries, by unit number, give; `silent` are units without an entry and why they have none.
    With `verbatim`, words count only letter by letter."""
    by_number = {int(unit.id[1:]): unit for unit in units}
    readings: list[Reading] = []
    whose: list[int] = []
    found: list[Direction] = []
    missed: dict[int, str] = {}
    for number in sorted(entries):
        entry = entries[number]
        if entry.speaks_to_checker:
            # believed only as far as that it is not hard: an honest rule may have been called that by mistake
            found.append(_abstained(by_number[number], source, Reason.META_INSTRUCTION, "the model says so"))
            continue
        for ask in entry.asks:
            reading = _reading(source, by_number, number, ask)
            if verbatim and not _letter_by_letter(source, by_number, reading):
                missed[number] = Miss.NOT_VERBATIM.value
                continue
            readings.append(reading)
            whose.append(number)
    admitted = admit(source, units, readings)
    refused = list(admitted.refused)
    found.extend(admitted.directions)
    weaker = [one for one in refused if one.quote not in {quote.text for quote in readings[one.number].quotes}]
    lost: set[int] = set()
    for unfit, part in (
        (
            "a literal or the condition does not stand in the text",
            [o for o in weaker if o.miss is not Miss.OTHER_NUMBER],
        ),
        ("a number is not the one that its words state", [o for o in weaker if o.miss is Miss.OTHER_NUMBER]),
    ):  # the words stand, a literal or the condition does not: it is still something that is asked for
        again = admit(source, units, [_weakened(readings[one.number]) for one in part])
        found.extend(direction.model_copy(update={"detail": unfit}) for direction in again.directions)
        lost |= {part[one.number].number for one in again.refused}
    refused = [one for one in refused if one not in weaker or one.number in lost]
    missed.update({whose[one.number]: one.miss.value for one in refused})
    found.extend(
        _abstained(by_number[number], source, Reason.NO_ANSWER, f"the answer's words do not stand in the text: {miss}")
        for number, miss in missed.items()
    )
    found.extend(_abstained(by_number[number], source, Reason.NO_ANSWER, why) for number, why in sorted(silent.items()))
    return numbered(found)


def numbered(found: Sequence[Direction]) -> tuple[Direction, ...]:
    """Directions in the order of their main spans, said once, with ids `d1`, `d2`, …"""
    once: dict[object, Direction] = {}
    for one in found:
        params = tuple((name, str(param.value)) for name, param in one.params.items())
        once.setdefault((one.spans[0].start, one.spans[0].end, one.family, params, one.condition), one)
    ordered = sorted(once.values(), key=lambda one: (one.spans[0].start, one.spans[0].end))
    return tuple(one.model_copy(update={"id": f"d{number}"}) for number, one in enumerate(ordered, 1))


def misquoted(entry: Entry, body: str, source_text: str, verbatim: bool) -> bool:
    """Whether an entry quotes words as its unit's that stand neither there nor, as they are, elsewhere."""
    inside = folded(body)
    for ask in entry.asks:
        if ask.quote in body:
            continue
        words = folded(ask.quote)
        loose = not verbatim and bool(words) and words in inside
        if not loose and ask.quote not in source_text:
            return True
    return False


def _letter_by_letter(source: Source, by_number: Mapping[int, Unit], reading: Reading) -> bool:
    return all(
        quote.text in source.quote(by_number[quote.unit].body)
        if quote.unit is not None and quote.unit in by_number
        else quote.text in source.text
        for quote in reading.quotes
    )


def _reading(source: Source, by_number: Mapping[int, Unit], number: int, ask: Ask) -> Reading:
    quotes = [Quote(ask.quote, number)]
    quotes += [Quote(place.quote, place.unit) for place in ask.also]
    quotes += [Quote(source.quote(by_number[one].body), one) for one in ask.examples if one in by_number]
    disposition, reason = Disposition(ask.disposition), _reason(ask)
    family = None if ask.family.value == "none" else Family(ask.family.value)
    if disposition is Disposition.HARD and family is None:
        disposition, reason = Disposition.ABSTAIN, Reason.NO_VALIDATOR
    if disposition is Disposition.HARD and not ask.sure:
        disposition, reason = Disposition.ABSTAIN, Reason.LOW_CONFIDENCE
    hard = disposition is Disposition.HARD
    return Reading(
        quotes=tuple(quotes),
        disposition=disposition,
        reason=None if hard else reason,
        modality=ask.modality,
        kind=ask.kind,
        family=family if hard else None,
        params=_literals(source, by_number, ask.params, number) if hard else {},
        condition=ask.condition or None,
        statement=_statement(ask.statement or ask.quote),
        confidence=SURE if ask.sure else UNSURE,
    )


def _reason(ask: Ask) -> Reason:
    if ask.reason.value != "none":
        return Reason(ask.reason.value)
    return Reason.GUIDANCE if ask.disposition == "advisory" else Reason.LOW_CONFIDENCE


def _weakened(reading: Reading) -> Reading:
    return replace(
        reading,
        disposition=Disposition.ABSTAIN,
        reason=Reason.PARAM_UNGROUNDED,
        family=None,
        params={},
        condition=None,
        confidence=UNSURE,
    )


def _literals(
    source: Source, by_number: Mapping[int, Unit], params: Sequence[Given], number: int
) -> dict[str, Literal]:
    by_name: dict[ParamName, list[Given]] = {}
    for given in params:
        by_name.setdefault(given.name, []).append(given)
    found = {}
    for name, several in by_name.items():
        values = tuple(_value(name, given.value) for given in several)
        quotes = tuple(_stated(source, by_number, given.words or given.value, number) for given in several)
        single = len(values) == 1 and name not in _LISTS
        found[name.value] = Literal(values[0] if single else values, quotes)
    return found


def _stated(source: Source, by_number: Mapping[int, Unit], words: str, number: int) -> Quote:
    """The words of a literal in the unit itself, else in the nearest one before it, as "the file" points back."""
    unit = by_number[number]
    if words not in source.quote(unit.span):
        at = source.text.rfind(words, max(0, unit.span.start - LOOK_BACK), unit.span.start)
        for earlier in range(number - 1, -1, -1) if at >= 0 else ():
            if earlier in by_number and by_number[earlier].span.start <= at:
                return Quote(words, earlier)
    return Quote(words, number)


def _value(name: ParamName, text: str) -> Scalar:
    """Numbers as numbers where the name or the whole text says that it is one."""
    if name in _NUMBERS or name is ParamName.VALUE:
        plain = text.strip().replace(",", "") if name in _NUMBERS else text.strip()
        if name is ParamName.VALUE and plain.lower() in _WORDS:
            return _WORDS[plain.lower()]
        try:
            return int(plain)
        except ValueError:
            try:
                value = float(plain)
            except ValueError:
                return text
            return value if value == value and abs(value) != float("inf") else text
    return text


def _abstained(unit: Unit, source: Source, reason: Reason, detail: str) -> Direction:
    return Direction(
        id="d0",
        spans=(unit.body,),
        disposition=Disposition.ABSTAIN,
        reason=reason,
        detail=detail,
        modality=Modality.MUST,
        kind=Kind.OUTCOME,
        statement=_statement(source.quote(unit.body)),
        confidence=UNSURE,
    )


def _statement(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= MAX_STATEMENT else words[: MAX_STATEMENT - 1].rstrip() + "…"
