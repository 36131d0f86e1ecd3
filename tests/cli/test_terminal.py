"""What reaches a terminal is safe, and equal to what was meant."""

from __future__ import annotations

import json
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from specharness.cli.terminal import one_line, safe, safe_json


@given(st.text())
def test_nothing_that_a_terminal_obeys_is_left(text: str) -> None:
    shown = safe(text)
    assert all(
        unicodedata.category(character) not in {"Cc", "Cs", "Zl", "Zp"} or character in "\t\n" for character in shown
    )
    assert not set(shown) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


@given(st.text(alphabet=st.characters(categories=["L", "N", "P", "S"])))
def test_ordinary_text_is_untouched(text: str) -> None:
    assert safe(text) == text


@given(st.text())
def test_one_line_is_one_line(text: str) -> None:
    assert len(one_line(text).splitlines()) <= 1


@given(st.text())
def test_escaped_json_is_the_same_json(text: str) -> None:
    document = json.dumps({"text": text}, ensure_ascii=False)
    escaped = safe_json(document)
    assert json.loads(escaped) == {"text": text}
    assert safe(escaped) == escaped


def test_an_escape_sequence_is_shown_not_sent() -> None:
    assert safe("\x1b]0;title\x07 \x9b31m") == "\\x1b]0;title\\x07 \\x9b31m"
    assert safe("a\u202egpj.exe") == "a\\u202egpj.exe"
