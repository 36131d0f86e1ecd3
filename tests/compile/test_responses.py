"""What a prompt asks of its answer's form, in free wording; and what only looks like it."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specharness.compile.local import LocalEngine
from specharness.compile.local.responses import Aspect, Constraint, read
from specharness.ir import Direction, Disposition, Family, Source, SourceKind
from specharness.segment import segment


def said(constraint: Constraint) -> dict[str, Any]:
    """A constraint as plain data: aspect, and every parameter by its values."""
    out: dict[str, Any] = {"aspect": constraint.aspect.value}
    for name in constraint.params:
        values = constraint.values(name)
        out[name] = values[0] if len(values) == 1 else list(values)
    return out | ({"forbids": True} if constraint.forbids else {})


def one(text: str, aspect: Aspect) -> dict[str, Any] | None:
    found = [said(item) for item in read(text) if item.aspect is aspect]
    assert len(found) < 2, found
    return {name: value for name, value in found[0].items() if name != "aspect"} if found else None


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("Write an essay of at least 300 words.", {"min": 300}),
        ("Write an essay in 300 or more words.", {"min": 300}),
        ("The answer should have 300+ words.", {"min": 300}),
        ("Use no fewer than three hundred words.", {"min": 300}),
        ("Your essay needs a minimum of 1,200 words.", {"min": 1200}),
        ("Answer in more than twenty words.", {"min_exclusive": 20}),
        ("Answer in fewer than 50 words.", {"max_exclusive": 50}),
        ("Keep it under 50 words.", {"max_exclusive": 50}),
        ("Limit your answer to 50 words.", {"max": 50}),
        ("Do not use more than 50 words.", {"max": 50}),
        ("Don't write less than 50 words.", {"min": 50}),
        ("Your reply must not exceed 50 words.", {"max": 50}),
        ("Answer in 50 words or less.", {"max": 50}),
        ("Answer with exactly 50 words.", {"count": 50}),
        ("Answer in between 40 and 60 words.", {"min": 40, "max": 60}),
        ("The number of words should be at least 50.", {"min": 50}),
        ("The word count must be no more than 50.", {"max": 50}),
        ("Write a 500-word story.", {"min": 500}),
        ("Write about 50 words.", None),
        ("Here is a poem of mine. The first 50 words are good.", None),
        ("Write three poems, each with 50 words.", None),
        ("Name the 50 most common words.", None),
    ],
)
def test_words(text: str, bounds: dict[str, int] | None) -> None:
    assert one(text, Aspect.WORDS) == bounds


@pytest.mark.parametrize(
    ("text", "aspect", "params"),
    [
        ("Use fewer than ten sentences.", Aspect.SENTENCES, {"max_exclusive": 10}),
        ("The number of sentences should range from 4 to 6.", Aspect.SENTENCES, {"min": 4, "max": 6}),
        ("Give exactly 3 bullet points.", Aspect.BULLETS, {"count": 3}),
        ("Summarise it in four bullets.", Aspect.BULLETS, {"count": 4}),
        ("Highlight at least two sections with markdown.", Aspect.HIGHLIGHTS, {"min": 2}),
        ("Put 3 phrases in italics, like *this*.", Aspect.HIGHLIGHTS, {"count": 3}),
        ("Include at least one placeholder such as [name].", Aspect.PLACEHOLDERS, {"min": 1}),
        ("Use words in all capital letters at most 4 times.", Aspect.CAPITAL_WORDS, {"max": 4}),
        ("Have no fewer than 4 words in all caps.", Aspect.CAPITAL_WORDS, {"min": 4}),
        (
            "Have 3 chapters. Mark the beginning of each with Chapter X.",
            Aspect.SECTIONS,
            {"count": 3, "text": "Chapter"},
        ),
        ("Write 4 paragraphs divided by three asterisks.", Aspect.PARAGRAPHS, {"count": 4, "text": "***"}),
        ("Give two different answers, with ****** between them.", Aspect.RESPONSES, {"count": 2, "text": "******"}),
        ("Use the keywords 'sun' and 'moon'.", Aspect.KEYWORDS, {"text": ["sun", "moon"]}),
        ("Make sure the words sun, moon, and sea are in it.", Aspect.KEYWORDS, {"text": ["sun", "moon", "sea"]}),
        ('Mention "Lyon" in your answer.', Aspect.KEYWORDS, {"text": "Lyon"}),
        ("Do not use the words sun or moon.", Aspect.KEYWORDS, {"text": ["sun", "moon"], "forbids": True}),
        ('The word "sun" is not allowed.', Aspect.KEYWORDS, {"text": "sun", "forbids": True}),
        ("Describe it without saying the word sun.", Aspect.KEYWORDS, {"text": "sun", "forbids": True}),
        (
            "Never mention the phrases 'at last' and 'in fact'.",
            Aspect.KEYWORDS,
            {"text": ["at last", "in fact"], "forbids": True},
        ),
        ("The word sun should appear at least twice.", Aspect.OCCURRENCES, {"min": 2, "text": "sun"}),
        ("Use the word sun fewer than 3 times.", Aspect.OCCURRENCES, {"max_exclusive": 3, "text": "sun"}),
        ("Include at least three occurrences of the word sun.", Aspect.OCCURRENCES, {"min": 3, "text": "sun"}),
        ("The letter q should appear no more than 3 times.", Aspect.LETTERS, {"max": 3, "text": "q"}),
        ("Avoid the letter 'e'.", Aspect.LETTERS, {"text": "e", "forbids": True}),
        ("Add at least 4 hashtags.", Aspect.LETTERS, {"min": 4, "text": "#"}),
        ("Reply in Swahili only.", Aspect.LANGUAGE, {"value": "Swahili"}),
        ("Your whole answer must be in the Hindi language.", Aspect.LANGUAGE, {"value": "Hindi"}),
        ("Write everything in lower case.", Aspect.CASE, {"value": "lowercase"}),
        ("No capital letters are allowed.", Aspect.CASE, {"value": "lowercase"}),
        ("Respond in all caps.", Aspect.CASE, {"value": "uppercase"}),
        ("Format your answer as valid JSON.", Aspect.FORMAT, {"value": "json"}),
        ("Give it a title in double angular brackets, such as <<my poem>>.", Aspect.TITLE, {}),
        ("Enclose your whole reply in double quotes.", Aspect.QUOTATION, {}),
        ("Refrain from using commas.", Aspect.COMMAS, {"text": ",", "forbids": True}),
        ("Commas are forbidden.", Aspect.COMMAS, {"text": ",", "forbids": True}),
        ("At the end add a postscript starting with P.P.S", Aspect.POSTSCRIPT, {"text": "P.P.S"}),
        ('Finish your answer with the exact phrase "That is all."', Aspect.ENDING, {"text": "That is all."}),
        ('Begin your response with "Dear reader".', Aspect.BEGINNING, {"text": "Dear reader"}),
        (
            "Write 3 paragraphs. The second paragraph must begin with the word weather.",
            Aspect.PARAGRAPHS,
            {"count": 3, "order": 2, "value": "weather"},
        ),
        (
            "Is it late? Answer with one of the following: 'It is.', 'It is not.'",
            Aspect.CHOICE,
            {"allowed": ["It is.", "It is not."]},
        ),
        (
            "Name a river.\nFirst repeat the request above word for word, then answer.",
            Aspect.REPETITION,
            {"text": "Name a river."},
        ),
        (
            "Before answering, repeat the request below verbatim.\n\nName a river.",
            Aspect.REPETITION,
            {"text": "Name a river."},
        ),
    ],
)
def test_constraints(text: str, aspect: Aspect, params: dict[str, Any]) -> None:
    found = [said(item) for item in read(text) if item.aspect is aspect]
    assert {"aspect": aspect.value} | params in found


@pytest.mark.parametrize(
    "text",
    [
        "Explain what the word serendipity means.",
        "Tell me about French cuisine in English literature.",
        "What is JSON?",
        "Use commas to separate the items.",
        "Why do sentences end with a full stop?",
        "Write a poem about capital cities.",
        "How do I repeat a pattern in knitting?",
        "Describe a story that ends with a wedding.",
        'My teacher said: "Write at least three hundred words about your holidays, and do not use any commas". Fair?',
    ],
)
def test_near_misses(text: str) -> None:
    assert [said(item) for item in read(text)] == []


def directions(text: str, kind: SourceKind = SourceKind.PROMPT) -> list[Direction]:
    source = Source(id="p.md", kind=kind, sha256=hashlib.sha256(text.encode()).hexdigest(), text=text)
    found = LocalEngine().compile(source, segment(source)).directions
    return [item for item in found if item.family is Family.RESPONSE_CONSTRAINT]


def test_the_compiler_makes_directions_of_them() -> None:
    text = "Write an essay about rain. Use at least 300 words and do not use any commas."
    found = directions(text)
    assert [item.params["field"].value for item in found] == ["words", "commas"]
    assert all(item.disposition is Disposition.HARD for item in found)
    for item in found:
        for name, param in item.params.items():
            for span in param.spans:
                quote = text[span.start : span.end]
                assert quote
                assert name != "min" or quote == "300"


@pytest.mark.parametrize(
    "text",
    [
        "Write `report.md` with at least 300 words.",
        "Fix the tests of this repository. Use at least 300 words.",
        "You may add a postscript starting with P.S.",
    ],
)
def test_only_a_prompt_for_a_message_has_them(text: str) -> None:
    assert not directions(text)
    assert not directions("Use at least 300 words.", SourceKind.WORKSPACE)


@given(
    st.text(alphabet=st.sampled_from("ab \n\"'*.,:<>[]P.S3 words letter not the in of repeat request "), max_size=200)
)
def test_any_text_is_read_and_every_place_is_in_it(text: str) -> None:
    for constraint in read(text):
        assert 0 <= constraint.start <= constraint.end <= len(text)
        for places in constraint.params.values():
            assert all(0 <= place.start <= place.end <= len(text) for place in places)


def test_reading_twice_is_the_same() -> None:
    text = "Use at least 3 sentences. The word sun should appear twice. No commas."
    assert read(text) == read(text)
