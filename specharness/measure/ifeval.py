"""Response constraints in IFEval's vocabulary, and how well they are recognised.

`instructions_of` maps what a compiler read (directions of the family `response_constraint`) to `instruction_id_list`
and `kwargs` of IFEval (Zhou et al. 2023, arXiv:2311.07911); `score` compares them with gold by multisets of ids, and
the arguments of matched ids exactly (texts without case and outer spaces).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from specharness.ir import Direction, Disposition, Family, Modality, Scalar
from specharness.ir.languages import LANGUAGES

Arguments = dict[str, JsonValue]


@dataclass(frozen=True)
class Instruction:
    """One entry of `instruction_id_list` with its `kwargs`."""

    id: str
    arguments: Arguments = field(default_factory=dict)


def instructions_of(directions: Iterable[Direction]) -> tuple[Instruction, ...]:
    """The instructions that the hard response constraints among some directions mean; kinds that IFEval lacks are left
    out. Equal ones count once; of a demand for at least one of something, beside a higher bound, only the higher."""
    found: list[Instruction] = []
    for direction in directions:
        if direction.family is Family.RESPONSE_CONSTRAINT and direction.disposition is Disposition.HARD:
            found.extend(one for one in _mapped(direction) if one not in found)
    return tuple(_merged(found))


def _values(direction: Direction, name: str) -> tuple[Scalar, ...]:
    param = direction.params.get(name)
    if param is None:
        return ()
    return param.values


def _first(direction: Direction, name: str) -> Scalar:
    return next(iter(_values(direction, name)), None)


def _texts(direction: Direction, name: str = "text") -> list[JsonValue]:
    return [str(value) for value in _values(direction, name) if value is not None]


def relations(direction: Direction) -> Iterator[tuple[str, int]]:
    """The bounds of a direction as IFEval's two relations: `at least` n, `less than` n."""
    shifts = {
        "min": ("at least", 0),
        "min_exclusive": ("at least", 1),
        "max": ("less than", 1),
        "max_exclusive": ("less than", 0),
    }
    for name, (relation, shift) in shifts.items():
        value = _first(direction, name)
        if isinstance(value, int):
            yield relation, value + shift
    exact = _first(direction, "count")
    if isinstance(exact, int):
        yield "at least", exact
        yield "less than", exact + 1
    if not any(name in direction.params for name in _BOUND_NAMES):
        yield ("less than", 1) if _forbids(direction) else ("at least", 1)


_BOUND_NAMES = ("count", "min", "min_exclusive", "max", "max_exclusive")


def _forbids(direction: Direction) -> bool:
    return direction.modality in (Modality.MUST_NOT, Modality.SHOULD_NOT)


def _number(direction: Direction) -> int | None:
    """The one number of a direction, for kinds that know no relation; of "some" or "the" it is one."""
    if not any(name in direction.params for name in _BOUND_NAMES):
        return None if _forbids(direction) else 1
    for name, shift in (("count", 0), ("min", 0), ("min_exclusive", 1), ("max", 0), ("max_exclusive", -1)):
        value = _first(direction, name)
        if isinstance(value, int):
            return value + shift
    return None


_COUNTED: Mapping[str, tuple[str, str, str]] = {
    "words": ("length_constraints:number_words", "relation", "num_words"),
    "sentences": ("length_constraints:number_sentences", "relation", "num_sentences"),
    "capital words": ("change_case:capital_word_frequency", "capital_relation", "capital_frequency"),
}
_NUMBERED: Mapping[str, tuple[str, str]] = {
    "bullets": ("detectable_format:number_bullet_lists", "num_bullets"),
    "highlights": ("detectable_format:number_highlighted_sections", "num_highlights"),
    "placeholders": ("detectable_content:number_placeholders", "num_placeholders"),
}
_PLAIN: Mapping[str, str] = {
    "title": "detectable_format:title",
    "quotation": "startend:quotation",
    "commas": "punctuation:no_comma",
    "choice": "detectable_format:constrained_response",
}


def _mapped(direction: Direction) -> Iterator[Instruction]:
    aspect = str(_first(direction, "field"))
    number = _number(direction)
    texts = _texts(direction)
    if aspect in _COUNTED:
        name, relation_name, number_name = _COUNTED[aspect]
        for relation, bound in relations(direction):
            yield Instruction(name, {relation_name: relation, number_name: bound})
    elif aspect in _NUMBERED and number is not None:
        name, number_name = _NUMBERED[aspect]
        yield Instruction(name, {number_name: number})
    elif aspect in _PLAIN:
        yield Instruction(_PLAIN[aspect])
    elif aspect == "sections" and number is not None and texts:
        yield Instruction("detectable_format:multiple_sections", {"section_spliter": texts[0], "num_sections": number})
    elif aspect == "paragraphs":
        yield from _paragraphs(direction, number)
    elif aspect in ("occurrences", "letters") and texts:
        names = (
            ("keyword", "frequency", "relation")
            if aspect == "occurrences"
            else ("letter", "let_frequency", "let_relation")
        )
        kind = "keywords:frequency" if aspect == "occurrences" else "keywords:letter_frequency"
        for relation, bound in relations(direction):
            if bound > 0:
                yield Instruction(kind, {names[2]: relation, names[0]: texts[0], names[1]: bound})
    elif aspect == "keywords" and texts:
        if _forbids(direction):
            yield Instruction("keywords:forbidden_words", {"forbidden_words": texts})
        else:
            yield Instruction("keywords:existence", {"keywords": texts})
    else:
        yield from _formed(aspect, direction, texts)


def _paragraphs(direction: Direction, number: int | None) -> Iterator[Instruction]:
    opening = _first(direction, "value")
    if opening is not None:
        order = _first(direction, "order")
        if number is not None and isinstance(order, int):
            yield Instruction(
                "length_constraints:nth_paragraph_first_word",
                {"first_word": str(opening), "num_paragraphs": number, "nth_paragraph": order},
            )
    elif _texts(direction) == ["***"] and number is not None:
        yield Instruction("length_constraints:number_paragraphs", {"num_paragraphs": number})


def _formed(aspect: str, direction: Direction, texts: list[JsonValue]) -> Iterator[Instruction]:
    value = str(_first(direction, "value") or "").lower()
    if aspect == "language" and value in LANGUAGES:
        yield Instruction("language:response_language", {"language": LANGUAGES[value]})
    elif aspect == "case":
        yield Instruction(f"change_case:english_{'lowercase' if value == 'lowercase' else 'capital'}")
    elif aspect == "format" and value == "json":
        yield Instruction("detectable_format:json_format")
    elif aspect == "responses" and _number(direction) in (1, 2):  # one: their number is left unsaid
        yield Instruction("combination:two_responses")
    elif aspect == "postscript":
        twice = bool(texts) and str(texts[0]).upper().count("P") > 1
        yield Instruction("detectable_content:postscript", {"postscript_marker": "P.P.S" if twice else "P.S."})
    elif aspect == "ending" and texts and not _forbids(direction):
        yield Instruction("startend:end_checker", {"end_phrase": texts[0]})
    elif aspect == "repetition" and texts:
        yield Instruction("combination:repeat_prompt", {"prompt_to_repeat": texts[0]})


_BOUNDED = {
    "change_case:capital_word_frequency": ("capital_relation", "capital_frequency", ()),
    "length_constraints:number_words": ("relation", "num_words", ()),
    "length_constraints:number_sentences": ("relation", "num_sentences", ()),
}


def _merged(found: Sequence[Instruction]) -> Iterator[Instruction]:
    words: dict[str, list[JsonValue]] = {}
    for one in found:
        for name in ("keywords", "forbidden_words"):
            listed = one.arguments.get(name)
            if isinstance(listed, list):
                words.setdefault(one.id, []).extend(word for word in listed if word not in words.get(one.id, []))
    seen: set[str] = set()
    for one in found:
        if one.id in words:
            if one.id not in seen:
                seen.add(one.id)
                name = "keywords" if one.id.endswith("existence") else "forbidden_words"
                yield Instruction(one.id, {name: words[one.id]})
        elif not _weaker(one, found):
            yield one


def _weaker(one: Instruction, found: Sequence[Instruction]) -> bool:
    """Whether another instruction of its kind asks for more: "some", beside "at least five"."""
    if one.id not in _BOUNDED:
        return False
    relation, amount, _ = _BOUNDED[one.id]
    mine = one.arguments[amount]
    return one.arguments[relation] == "at least" and any(
        other.id == one.id
        and other.arguments[relation] == "at least"
        and isinstance(bound := other.arguments[amount], int)
        and isinstance(mine, int)
        and bound > mine
        for other in found
    )


@dataclass
class Tally:
    """Counts of one instruction type."""

    gold: int = 0
    predicted: int = 0
    matched: int = 0
    exact: int = 0
    """Matched, with all arguments equal."""

    @property
    def precision(self) -> float | None:
        return self.matched / self.predicted if self.predicted else None

    @property
    def recall(self) -> float | None:
        return self.matched / self.gold if self.gold else None

    @property
    def arguments(self) -> float | None:
        return self.exact / self.matched if self.matched else None

    def __iadd__(self, other: Tally) -> Tally:
        self.gold += other.gold
        self.predicted += other.predicted
        self.matched += other.matched
        self.exact += other.exact
        return self


def score(predicted: Sequence[Instruction], gold: Sequence[Instruction]) -> dict[str, Tally]:
    """Counts by instruction type for one prompt. Of several of one type as many match as both have; those with equal
    arguments first."""
    tallies: dict[str, Tally] = {}
    ours, theirs = Counter(one.id for one in predicted), Counter(one.id for one in gold)
    for name in sorted({*ours, *theirs}):
        both = min(ours[name], theirs[name])
        left = [_key(one) for one in gold if one.id == name]
        exact = 0
        for one in predicted:
            if one.id == name and _key(one) in left:
                left.remove(_key(one))
                exact += 1
        tallies[name] = Tally(theirs[name], ours[name], both, exact)
    return tallies


def _key(one: Instruction) -> tuple[tuple[str, object], ...]:
    return tuple(sorted((name, _plain(value)) for name, value in one.arguments.items() if value is not None))


def _plain(value: JsonValue) -> object:
    if isinstance(value, str):
        return " ".join(value.casefold().split())
    if isinstance(value, list):
        return tuple(sorted(str(_plain(item)) for item in value))
    return value
