"""Quotes find their place, or none: exact, folded, in order, never similar."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specharness.compile.align import MAX_PLACES, MAX_QUOTE, Aligned, Miss, Quote, Unaligned, align, folded
from specharness.ir import Source, SourceKind
from specharness.segment import segment


def source_of(text: str) -> Source:
    return Source(id="p.md", kind=SourceKind.PROMPT, sha256=hashlib.sha256(text.encode()).hexdigest(), text=text)


def found(text: str, *quotes: str | tuple[str, int]) -> list[str | Miss]:
    """What stands at the place of each quote, or why there is none."""
    source = source_of(text)
    asked = [Quote(quote) if isinstance(quote, str) else Quote(*quote) for quote in quotes]
    answers = align(source, segment(source), asked)
    return [source.quote(one.span) if isinstance(one, Aligned) else one.miss for one in answers]


SAME = {
    "white space": ("Write  the\n   file now.", "Write the file now.", "Write  the\n   file now."),
    "carriage returns": ("Write the\r\nfile now.", "Write the file now.", "Write the\r\nfile now."),
    "no-break space": ("Use 5\u00a0rows.", "Use 5 rows.", "Use 5\u00a0rows."),
    "curly quotes": ("Say “yes” to Ann’s file.", 'Say "yes" to Ann\'s file.', "Say “yes” to Ann’s file."),
    "dashes": ("Use 3–5 rows — no more.", "Use 3-5 rows - no more.", "Use 3–5 rows — no more."),
    "emphasis": ("You must **not** delete `a.csv`.", "You must not delete a.csv.", "You must **not** delete `a.csv`."),
    "emphasis in the quote": ("You must not delete a.csv.", "You must **not** delete `a.csv`.", None),
    "quote signs": ("> Write the\n> file now.", "Write the file now.", "Write the\n> file now."),
    "a bullet in the quote": ("- Write it.\n- Sort it.", "- Sort it.", "Sort it."),
    "full-width forms": ("写入Ａ１单元格，保留２位小数。", "写入A1单元格,保留2位小数。", None),
    "zero width": ("Do n\u200bot dele\u00adte it.", "Do not delete it.", "Do n\u200bot dele\u00adte it."),
    "composed accents": ("Cafe\u0301 Müller first.", "Café Müller first.", "Cafe\u0301 Müller first."),
    "decomposed in the quote": ("Café Müller first.", "Cafe\u0301 Müller first.", "Café Müller first."),
}


@pytest.mark.parametrize("name", SAME)
def test_what_carries_no_meaning_is_folded(name: str) -> None:
    text, quote, stands = SAME[name]
    assert found(text, quote) == [stands or text]


OTHER = {
    "negation dropped": ("Do not delete it.", "Do delete it."),
    "case": ("the flag is X.", "the flag is x."),
    "number": ("Use 10 rows.", "Use 11 rows."),
    "word order": ("Write then sort.", "sort then Write."),
    "glob": ("Delete `*.csv` now.", "Delete `.csv` now."),
    "product": ("Use 2*3 rows.", "Use 23 rows."),
    "power": ("Use 2**3 rows.", "Use 23 rows."),
    "underscore": ("Call `user_id` once.", "Call `userid` once."),
    "superscript": ("At most 10² rows.", "At most 102 rows."),
    "struck out": ("~~Write~~ sort it.", "Write sort it."),
    "minus": ("Start at -5 degrees.", "Start at 5 degrees now."),
    "accent dropped": ("Cafe\u0301 Müller first.", "Cafe"),
    "accent without a letter of its own": ("1\u0301>", "1"),
    "ellipsis": ("Write the file and sort it.", "Write … sort it."),
    "item numbers": ("1. Write it.\n2. Sort it.", "Write it. Sort it."),
}


@pytest.mark.parametrize("name", OTHER)
def test_what_carries_meaning_is_not(name: str) -> None:
    text, quote = OTHER[name]
    assert found(text, quote) == [Miss.NOT_VERBATIM]


def test_a_unit_decides_between_places() -> None:
    text = "Sort it.\n\nThen wait.\n\nSort it.\n"
    source = source_of(text)
    units = segment(source)
    assert [unit.id for unit in units] == ["u0", "u1", "u2"]
    one, two = align(source, units, [Quote("Sort it.", 0), Quote("Sort it.", 2)])
    assert isinstance(one, Aligned)
    assert isinstance(two, Aligned)
    assert (one.span.start, two.span.start) == (0, text.rindex("Sort"))
    assert (one.places, two.places) == (1, 1)


def test_several_places_are_not_guessed() -> None:
    text = "In tests: sort it. In production, never sort it."
    assert found(text, "sort it") == [Miss.AMBIGUOUS]
    assert found(text, ("sort it", 0)) == ["sort it"]
    assert found(text, ("sort it", 1)) == ["sort it"]


def test_as_many_quotes_as_places_go_in_order() -> None:
    source = source_of("sort it, then sort it again")
    answers = align(source, segment(source), [Quote("sort it"), Quote("sort it")])
    assert [one.span.start for one in answers if isinstance(one, Aligned)] == [0, 14]
    assert [one.places for one in answers if isinstance(one, Aligned)] == [2, 2]


def test_a_wrong_unit_does_not_matter_where_the_text_is_unique() -> None:
    assert found("Write it.\n\nSort it.\n", ("Sort it.", 0)) == ["Sort it."]
    assert found("Write it.\n", ("Write it.", 7)) == [Miss.NO_SUCH_UNIT]


def test_a_quote_may_go_on_into_the_next_unit() -> None:
    assert found("Write it. Sort it.\n\nEnd.", ("Write it. Sort it.", 0)) == ["Write it. Sort it."]


@pytest.mark.parametrize("quote", ["", "  ", "**", "- ", "。", "\u200b", "> \n"])
def test_a_quote_without_words_quotes_nothing(quote: str) -> None:
    assert found("Write it. - ** \u200b", quote) == [Miss.BLANK]


def test_limits() -> None:
    assert found("a", "a" * (MAX_QUOTE + 1)) == [Miss.TOO_LONG]
    assert found("go on, " * (MAX_PLACES + 1), "go on") == [Miss.AMBIGUOUS]


def test_the_search_beyond_the_units_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("specharness.compile.align.MAX_SCANNED", 100)
    text = "Write the file. Sort the rows. Then stop."
    assert found(text, "sort nothing", "Write the file.") == [Miss.NOT_VERBATIM, Miss.BUDGET]
    assert found(text, "sort nothing", ("Write the file.", 0)) == [Miss.NOT_VERBATIM, "Write the file."]


ALPHABET = "ab \n*`>-“\"’'—１1，,\u200b\u0301é~_.#"
TEXTS = st.text(alphabet=ALPHABET, max_size=60)


@given(TEXTS, TEXTS)
def test_a_place_folds_to_what_was_asked(text: str, quote: str) -> None:
    source = source_of(text)
    (answer,) = align(source, segment(source), [Quote(quote)])
    if isinstance(answer, Unaligned):
        return
    stands = source.quote(answer.span)
    assert folded(stands) == folded(quote)
    assert not answer.verbatim or stands in quote


@given(TEXTS, st.integers(0, 59), st.integers(1, 60))
def test_every_stretch_of_a_text_is_found_in_it_unless_it_repeats(text: str, start: int, length: int) -> None:
    quote = text[start : start + length].strip()
    if not any(character.isalnum() for character in quote):
        return
    source = source_of(text)
    (answer,) = align(source, segment(source), [Quote(quote)])
    if isinstance(answer, Aligned):
        assert source.quote(answer.span) in quote
    elif answer.miss is Miss.NOT_VERBATIM:  # the one way: an accent of the last letter was cut off
        assert start + length < len(text)
        assert "\u0301" in text
    else:
        assert answer.miss is Miss.AMBIGUOUS


def naive(text: str, quote: str) -> bool:
    """The slow reference of the folded search: is any stretch of the text folded to the quote?"""
    wanted = folded(quote)
    return any(folded(text[a:b]) == wanted for a in range(len(text)) for b in range(a + 1, len(text) + 1))


@given(st.text(alphabet='ab \n*`“"１1，,\u200b', max_size=14), st.text(alphabet='ab "1,', min_size=1, max_size=5))
def test_the_folded_search_finds_what_a_slow_one_finds(text: str, quote: str) -> None:
    if not any(character.isalnum() for character in quote):
        return
    (answer,) = found(text, quote)
    # folding sees what stands around a mark; a slow look at a stretch by itself may fold more
    assert not isinstance(answer, str) or isinstance(answer, Miss) or naive(text, quote)
    if "*" not in text and not naive(text, quote):
        assert answer is Miss.NOT_VERBATIM
    if "*" not in text and naive(text, quote):
        assert answer is not Miss.NOT_VERBATIM
