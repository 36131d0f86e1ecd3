"""IFEval's instructions as checks of the agent's message: names of validators and their parameters.

What the instruction's words ask, all of it: "in English, and in all lowercase letters" is two checks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pydantic import JsonValue

from specharness.errors import InputError
from specharness.measure.ifeval import Instruction

ANSWERS = ("My answer is yes.", "My answer is no.", "My answer is maybe.")
"""The options of a constrained response, which the arguments leave out."""


class Demand(NamedTuple):
    """A validator and its parameters."""

    validator: str
    params: dict[str, JsonValue]


def demands_of(one: Instruction) -> tuple[Demand, ...]:
    """The checks of an instruction. Raises InputError for an unknown type or a missing argument."""
    make = _MAKERS.get(one.id)
    if make is None:
        raise InputError(f"{one.id} is no instruction type of IFEval")
    try:
        return tuple(make(one.arguments))
    except KeyError as error:
        raise InputError(f"{one.id} has no argument {error}") from error


Arguments = Mapping[str, JsonValue]
Maker = Callable[[Arguments], tuple[Demand, ...]]


def _count(of: str, text: JsonValue = None, **bounds: JsonValue) -> tuple[Demand, ...]:
    part: dict[str, JsonValue] = {"text": text} if text is not None else {}
    return (Demand("response_count", {"of": of, **part, **bounds}),)


def _related(of: str, relation: JsonValue, number: JsonValue, text: JsonValue = None) -> tuple[Demand, ...]:
    bound: dict[str, JsonValue] = {("min" if relation == "at least" else "max_exclusive"): number}
    return _count(of, text, **bound)


def _english(case: str) -> tuple[Demand, ...]:
    return Demand("response_case", {"case": case}), Demand("response_text", {"language": "en"})


def _nth(given: Arguments) -> tuple[Demand, ...]:
    first = Demand("response_paragraph", {"nth": given["nth_paragraph"], "first": given["first_word"]})
    return (*_count("paragraphs", count=given["num_paragraphs"]), first)


def _edges(**params: JsonValue) -> tuple[Demand, ...]:
    return (Demand("response_edges", params),)


def _words(name: str, words: JsonValue) -> tuple[Demand, ...]:
    return (Demand("response_text", {name: words, "ignore_case": True}),)


_MAKERS: Mapping[str, Maker] = {
    "keywords:existence": lambda given: _words("texts", given["keywords"]),
    "keywords:forbidden_words": lambda given: _words("absent", given["forbidden_words"]),
    "keywords:frequency": lambda given: _related(
        "occurrences", given["relation"], given["frequency"], given["keyword"]
    ),
    "keywords:letter_frequency": lambda given: _related(
        "letters", given["let_relation"], given["let_frequency"], given["letter"]
    ),
    "language:response_language": lambda given: (Demand("response_text", {"language": given["language"]}),),
    "length_constraints:number_sentences": lambda given: _related(
        "sentences", given["relation"], given["num_sentences"]
    ),
    "length_constraints:number_words": lambda given: _related("words", given["relation"], given["num_words"]),
    "length_constraints:number_paragraphs": lambda given: _count("parts", "***", count=given["num_paragraphs"]),
    "length_constraints:nth_paragraph_first_word": _nth,
    "detectable_content:number_placeholders": lambda given: _count("placeholders", min=given["num_placeholders"]),
    "detectable_content:postscript": lambda given: _edges(postscript=given["postscript_marker"]),
    "detectable_format:number_bullet_lists": lambda given: _count("bullets", count=given["num_bullets"]),
    "detectable_format:constrained_response": lambda given: (Demand("response_choice", {"allowed": [*ANSWERS]}),),
    "detectable_format:number_highlighted_sections": lambda given: _count("highlights", min=given["num_highlights"]),
    "detectable_format:multiple_sections": lambda given: _count(
        "sections", given["section_spliter"], min=given["num_sections"]
    ),
    "detectable_format:json_format": lambda given: (Demand("response_text", {"json": True}),),
    "detectable_format:title": lambda given: _count("marked", "<<...>>", min=1),
    "combination:two_responses": lambda given: _count("parts", "******", count=2, distinct=True),
    "combination:repeat_prompt": lambda given: _edges(first=given["prompt_to_repeat"], more=True),
    "startend:end_checker": lambda given: _edges(last=given["end_phrase"]),
    "startend:quotation": lambda given: _edges(quoted=True),
    "change_case:capital_word_frequency": lambda given: _related(
        "capital_words", given["capital_relation"], given["capital_frequency"]
    ),
    "change_case:english_capital": lambda given: _english("upper"),
    "change_case:english_lowercase": lambda given: _english("lower"),
    "punctuation:no_comma": lambda given: _count("commas", max=0),
}
TYPES = tuple(_MAKERS)
"""The 25 instruction types."""
