"""The form of the agent's message: passed only on every reading, failed only on none."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from worlds import F, P, U, World, decide

from specharness.ir import Outcome
from specharness.validators import measures
from specharness.validators.base import problem_with
from specharness.validators.languages import Verdict, is_written_in
from specharness.validators.registry import BUILT_IN

STORY = "# Title\n\nIt rained. Dr. Who came in.\n\n* one\n* two\n  * two and a half\n\nThe end"
EMPHASIS = "* a bullet\n\nThis is *light*, **bold** and `*code*`; 2 * 3 * 4."
NOTES = "SECTION 1\nrain\n\nSECTION 2\nsun"


@pytest.mark.parametrize(
    ("of", "text", "readings"),
    [
        ("sentences", "One. Two! Three?", {3}),
        ("sentences", "Mr. Smith paid 3.5 dollars.", {1, 2}),
        ("sentences", "no mark at all", {0, 1}),
        ("sentences", "你好。再见！", {2}),
        ("paragraphs", "a\n\nb\n \nc", {3}),
        ("paragraphs", "# Head\n\na\n\nb", {2, 3}),
        ("paragraphs", "a\nb", {1, 2}),
        ("bullets", "* a\n* b", {2}),
        ("bullets", STORY, {2, 3}),
        ("bullets", "***\n* * *\n- - -", {0}),
        ("bullets", "• a\n• b", {0, 2}),
        ("numbered", "1. a\n2) b\n1999 was", {2}),
        ("sections", NOTES, {2}),
        ("sections", "SECTION 1\nSECTION 2\nsun", {1, 2}),
        ("sections", "In this SECTION 1 we", {0}),
        ("highlights", "*a* and *b c*", {2}),
        ("highlights", EMPHASIS, {1, 2, 3}),
        ("highlights", "** and * are marks", {0}),
        ("placeholders", "[name], [city]", {2}),
        ("placeholders", "[a](http://b) and [x] and [name]", {1, 3}),
        ("placeholders", "[ ] []", {0}),
        ("marked", "<<My title>>", {1}),
        ("marked", "<<>> << >>", {0}),
        ("capital_words", "NASA and I", {1, 2}),
        ("capital_words", "well-KNOWN A-B", {1, 3}),
        ("occurrences", "Tax taxes tax", {1, 2, 3}),
        ("letters", "Tut", {1, 2}),
        ("letters", "#one # two", {1, 2}),
        ("commas", "a, b、c", {1, 2}),
        ("parts", "a\n***\nb", {2}),
        ("parts", "***\na\n***\n\n***\nb", {2, 3}),
    ],
)
def test_readings(of: str, text: str, readings: set[int]) -> None:
    part = {"sections": "SECTION", "marked": "<<...>>", "occurrences": "tax", "parts": "***"}.get(of, "#")
    part = "t" if text == "Tut" else part
    assert set(measures.MEASURES[of](text, part)) == readings


@pytest.mark.parametrize(
    ("name", "params", "message", "outcome"),
    [
        ("response_count", {"of": "bullets", "count": 2}, "* a\n* b", P),
        ("response_count", {"of": "bullets", "count": 2}, STORY, U),
        ("response_count", {"of": "bullets", "count": 4}, STORY, F),
        ("response_count", {"of": "letters", "text": "p", "max": 0}, "no such", P),
        ("response_count", {"of": "letters", "text": "p", "max": 0}, "", U),
        ("response_count", {"of": "commas", "max": 0}, "a, b", F),
        ("response_count", {"of": "parts", "text": "******", "count": 2, "distinct": True}, "yes\n******\nno", P),
        ("response_count", {"of": "parts", "text": "******", "count": 2, "distinct": True}, "yes\n******\nYes", F),
        ("response_count", {"of": "parts", "text": "***", "count": 2}, "yes\n******\nno", F),
        ("response_count", {"of": "words", "min": 3, "max_exclusive": 5}, "one two three", P),
        ("response_case", {"case": "lower"}, "all small: ä, é", P),
        ("response_case", {"case": "lower"}, "Not all", F),
        ("response_case", {"case": "upper"}, "ALL 4", P),
        ("response_case", {"case": "upper"}, "ALL but", F),
        ("response_case", {"case": "upper"}, "12 + 3", U),
        ("response_edges", {"quoted": True}, '"all of it"', P),
        ("response_edges", {"quoted": True}, "“all of it”", P),
        ("response_edges", {"quoted": True}, '"No," he said. "Bye."', U),
        ("response_edges", {"quoted": True}, '"', F),
        ("response_edges", {"quoted": True}, '""', F),
        ("response_edges", {"quoted": True}, "'all of it'", U),
        ("response_edges", {"last": "Any questions?"}, "Done. Any questions?", P),
        ("response_edges", {"last": "Any questions?"}, "Done. any questions", U),
        ("response_edges", {"last": "Any questions?"}, "Any questions? No.", F),
        ("response_edges", {"first": "Tell me a joke.", "more": True}, "Tell me a joke.\n\nKnock, knock.", P),
        ("response_edges", {"first": "Tell me a joke.", "more": True}, "Tell me a joke.", F),
        ("response_edges", {"first": "Tell me a joke."}, "**Tell me a joke.**\nNo.", U),
        ("response_edges", {"first": "Dear"}, "Dearest all", U),
        ("response_edges", {"postscript": "P.S."}, "Bye.\n\nP.S. Call me", P),
        ("response_edges", {"postscript": "P.S."}, "Bye.\n\n**P.S.** Call me", P),
        ("response_edges", {"postscript": "P.S."}, "Bye.\n\nPS: call me", U),
        ("response_edges", {"postscript": "P.S."}, "Bye.\n\nP.S.", F),
        ("response_edges", {"postscript": "P.S."}, "P.S. x\n\n" + "more\n\n" * 5, U),
        ("response_edges", {"postscript": "P.P.S"}, "Bye.\n\nP.P.S. Call me", P),
        ("response_edges", {"postscript": "P.P.S"}, "Bye.\n\nP.S. Call me", F),
        ("response_edges", {"postscript": "NB:"}, "Bye.\n\nNB: Call me", P),
        ("response_edges", {"postscript": "NB:"}, "Bye.\n\nCall me, nb at home", F),
        ("response_edges", {"postscript": "P.S."}, "Bye. P.S. Call me", U),
        ("response_edges", {"postscript": "P.S."}, "Bye. P.P.S. Call me", F),
        ("response_edges", {"quoted": True}, '"It is 3"x4" wide."', P),
        ("response_edges", {"quoted": True}, "“Yes.“", F),
        ("response_paragraph", {"nth": 2, "first": "president"}, "a\n\nPresident Lee spoke.", P),
        ("response_paragraph", {"nth": 2, "first": "president"}, "a\n\nPresidents spoke.", F),
        ("response_paragraph", {"nth": 2, "first": "b"}, "# T\n\na\n\nb", U),
        ("response_paragraph", {"nth": 4, "first": "b"}, "a\n\nb", F),
        ("response_choice", {"allowed": ["Yes.", "No."]}, "Yes.", P),
        ("response_choice", {"allowed": ["Yes.", "No."]}, "I thought. Yes. That is it.", P),
        ("response_choice", {"allowed": ["Yes.", "No."], "alone": True}, "I thought. Yes. That is it.", F),
        ("response_choice", {"allowed": ["Yes.", "No."]}, "Yes. No.", U),
        ("response_choice", {"allowed": ["yes", "no"], "alone": True}, "**yes**.", U),
        ("response_choice", {"allowed": ["yes", "no"], "alone": True}, "yes, maybe", F),
        ("response_choice", {"allowed": ["Yes.", "No."]}, "Perhaps", F),
        ("response_choice", {"allowed": ["Yes.", "No."]}, "", F),
    ],
)
def test_message(name: str, params: dict[str, Any], message: str, outcome: Outcome) -> None:
    assert not problem_with(BUILT_IN[name], params)
    assert decide(name, params, World(response=message)).outcome is outcome
    assert decide(name, params, World()).outcome is U


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"of": "words"}, "needs one of count"),
        ({"of": "bullets", "min": 2, "distinct": True}, "parts only"),
        ({"of": "letters", "text": "ab", "min": 1}, "one character"),
        ({"of": "sections", "min": 1}, "needs a `text`"),
        ({"of": "marked", "text": "<<>>", "min": 1}, "two marks"),
    ],
)
def test_senseless_parameters(params: dict[str, Any], said: str) -> None:
    assert said in problem_with(BUILT_IN["response_count"], params)


@pytest.mark.parametrize("size", [0, 1, 50_000])
def test_a_huge_message_of_one_kind_is_counted_in_linear_time(size: int) -> None:
    for unit in ("*", "[", "SECTION 1 ", "P.S. ", '"', "a,", "<<", "_a_ ", "\n\n* "):
        for of, measure in measures.MEASURES.items():
            part = {"sections": "SECTION", "marked": "<<...>>", "parts": "***"}.get(of, "a")
            assert all(number >= 0 for number in measure(unit * size, part))


def test_a_message_beyond_the_limit_is_no_failure() -> None:
    text = "x " * measures.MAX_MESSAGE
    assert decide("response_count", {"of": "words", "min": 1}, World(response=text)).outcome is Outcome.ERROR


@given(st.lists(st.sampled_from(["one two", "three", "four five six"]), min_size=1, max_size=6))
def test_joining_adds_up(pieces: list[str]) -> None:
    text = "\n***\n".join(pieces)
    assert measures.parts(text, "***") == [len(pieces)] * 2
    assert measures.bullets("".join(f"* {piece}\n" for piece in pieces)) == [len(pieces)] * 3


@pytest.mark.parametrize(
    ("code", "text", "verdict"),
    [
        ("kn", "ಇದು ಒಂದು ಸಣ್ಣ ಕಥೆ", Verdict.YES),
        ("hi", "यह एक छोटी कहानी है और यह बच्चों के लिए है", Verdict.YES),
        ("mr", "यह एक छोटी कहानी है और यह बच्चों के लिए है", Verdict.UNSURE),
        ("sw", "Hii ni hadithi ya watu wa kijiji na watoto wake katika nyumba ya bibi", Verdict.YES),
        ("vi", "Đây là một câu chuyện về những người bạn và tôi không được ở trong nhà này", Verdict.YES),
        ("ru", "Это не то, что он сказал, и я как все был на улице", Verdict.YES),
        ("ru", "This is not Russian at all", Verdict.NO),
        ("bn", "", Verdict.NO),
    ],
)
def test_languages(code: str, text: str, verdict: Verdict) -> None:
    assert is_written_in(code, text).verdict is verdict
