"""Laws of segmentation, over texts made to break it."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from specharness.errors import LimitExceededError
from specharness.ir import Block, Source, SourceKind, Unit
from specharness.segment import assemble, segment

PIECES = [
    *'\n\n\n\n  |>#*-_`~<"()[]{}:.!?;。；：…$\\',
    *("\r\n", "\r", "\t", "    ", "\x0c", "\x0b", "\x1c", "\x85", "\u2028", "\u3000", "\xa0", "\u200b", "\x00"),
    *("\ufeff", "é", "e\u0301", "😀", "👩\u200d💻", "𠀀", "做好。", "“好。”", "：", "、"),
    *("- ", "* ", "+ ", "1. ", "2) ", "> ", "> - ", "- [ ] ", "- [x] done", "# ", "###### ", "====", "---", "***"),
    *("```", "```py\n", "~~~", "a|b\n-|-\n", "|1|2|\n", "<!--", "-->", "<rules>", "</rules>", "<pre>", "<br/>"),
    *("[a]: /u 'x", "[a]: /u\n", "\n---\nk: v\n---\n", "$$", "``", "  \n", "\\\n"),
    *("Save it. ", "Then stop", "e.g. this", "Note: ", "STEP 1: do", "key: v\n", "(a. B", "c) d.", "• x\n", "x", "7"),
]

nasty = st.lists(st.sampled_from(PIECES), max_size=40).map("".join) | st.text(max_size=60)


def source_of(text: str) -> Source:
    return Source(id="s.md", kind=SourceKind.PROMPT, sha256="0" * 64, text=text)


def check(text: str) -> tuple[Unit, ...]:
    """Every non-blank character in exactly one span, in order; bodies inside; ids and parents sound."""
    units = segment(source_of(text))
    seen: set[str] = set()
    end = 0
    for number, unit in enumerate(units):
        assert unit.id == f"u{number}"
        assert not text[end : unit.span.start].strip()
        assert end <= unit.span.start < unit.span.end <= len(text)
        assert unit.span.start <= unit.body.start < unit.body.end <= unit.span.end
        assert not text[unit.body.start].isspace()
        assert not text[unit.body.end - 1].isspace()
        assert unit.parent is None or unit.parent in seen
        assert unit.depth >= 0
        seen.add(unit.id)
        end = unit.span.end
    assert not text[end:].strip()
    return units


@settings(max_examples=400, deadline=None)
@given(nasty)
@example("\ufeff# A\r\n\r\n- b\r- c")
@example("\ufeff")
@example("```\nnever closed\n> a\n")
@example("-\n\n1.\n>\n")
@example("a\x0c\n\x0cb")
@example("> - > - > - x")
@example("| a |\n|---|\n")
@example("\r\n2)     * ")
def test_every_character_lies_in_one_unit(text: str) -> None:
    check(text)


@settings(max_examples=150, deadline=None)
@given(nasty)
def test_newline_style_changes_no_body(text: str) -> None:
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    windows = plain.replace("\n", "\r\n")
    ours = [plain[unit.body.start : unit.body.end] for unit in check(plain)]
    theirs = [windows[unit.body.start : unit.body.end].replace("\r\n", "\n") for unit in check(windows)]
    assert ours == theirs


@settings(max_examples=100, deadline=None)
@given(nasty)
def test_a_byte_order_mark_belongs_to_the_first_unit_and_moves_the_rest(text: str) -> None:
    bare = text.lstrip("\ufeff")
    marked = check("\ufeff" + bare)
    for unit, moved in zip(check(bare), marked, strict=False):
        assert (moved.body.start, moved.body.end) == (unit.body.start + 1, unit.body.end + 1)
    assert marked[0].span.start == 0


@settings(max_examples=50, deadline=None)
@given(nasty)
def test_units_equal_validated_ones(text: str) -> None:
    for unit in segment(source_of(text)):
        assert Unit.model_validate(unit.model_dump()) == unit
        assert Unit.model_validate_json(unit.model_dump_json()) == unit


def test_units_behave_like_any_model() -> None:
    unit = segment(source_of("# A\n\n- b"))[1]
    assert unit.model_fields_set == set(Unit.model_fields)
    assert pickle.loads(pickle.dumps(unit)) == unit == copy.deepcopy(unit)
    assert unit.model_copy(update={"info": "x"}).info == "x"
    assert unit.info == "bullet"
    assert hash(unit.span) == hash(unit.span.model_copy())
    with pytest.raises(ValueError, match="frozen"):
        unit.info = "y"


def test_deep_nesting_neither_recurses_nor_loses_text() -> None:
    for text in (">" * 5000 + " deep", "- " * 5000 + "deep", "".join(f"{'  ' * n}- level {n}\n" for n in range(300))):
        units = check(text)
        assert any("deep" in text[u.span.start : u.span.end] or "level 299" in text[u.span.start :] for u in units)


def test_too_many_units_is_a_named_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assemble, "MAX_UNITS", 10)
    with pytest.raises(LimitExceededError, match=r"s\.md: more than MAX_UNITS \(10\)"):
        segment(source_of("- a\n" * 11))
    monkeypatch.setattr(assemble, "MAX_LINES", 20)
    with pytest.raises(LimitExceededError, match="21 lines, MAX_LINES is 20"):
        segment(source_of("a\n" * 20))


def test_nothing_but_blanks_has_no_units() -> None:
    assert segment(source_of("")) == ()
    assert segment(source_of(" \n\t\u3000\x0c\r\n")) == ()
    assert [unit.block for unit in segment(source_of("\ufeff\n"))] == [Block.RULE]


@pytest.mark.parametrize(
    "pattern",
    [
        ".",
        "`",
        "` `` ``` ",
        "(",
        "[",
        '"a. B ',
        "**a. B** ",
        "[a]: b 'x\n",
        "[a\n",
        "<a b='",
        "<!-- ",
        ".))))",
        "> ",
        "|",
    ],
)
def test_hostile_repetition_stays_within_a_second_or_so(pattern: str) -> None:
    check(pattern * (60_000 // len(pattern)))
