"""Pieces and blocks give the text back, whatever lies over it."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from specharness.report import segments as module
from specharness.report.segments import LINE_CHARS, MAX_BLOCKS, MAX_LAYERS, Mark, Position, blocks, positions, segments

TEXTS = st.text(alphabet=st.sampled_from(list("ab \n\r\t你。🧾́\u202e<&")), max_size=120)
MARKS = st.lists(st.builds(Mark, st.integers(-3, 130), st.integers(-3, 130), st.integers(0, 9)), max_size=12)


@given(TEXTS, MARKS)
def test_pieces_are_the_text_and_carry_exactly_the_marks_over_them(text: str, marks: list[Mark]) -> None:
    pieces = segments(text, marks)
    assert "".join(piece.text for piece in pieces) == text
    at = 0
    for piece in pieces:
        assert piece.text
        for offset in range(at, at + len(piece.text)):
            assert set(piece.owners) == {m.owner for m in marks if max(m.start, 0) <= offset < m.end}
        assert set(piece.opens) == {m.owner for m in marks if max(m.start, 0) == at and m.end > at}
        at += len(piece.text)


@given(TEXTS, MARKS)
def test_narrowest_mark_comes_first(text: str, marks: list[Mark]) -> None:
    at = 0
    for piece in segments(text, marks):

        def width(owner: int, at: int = at) -> int:
            over = [m for m in marks if m.owner == owner and max(m.start, 0) <= at < m.end]
            return min(min(m.end, len(text)) - max(m.start, 0) for m in over)

        widths = [width(owner) for owner in piece.owners]
        assert widths == sorted(widths)
        at += len(piece.text)


@settings(max_examples=60)
@given(st.lists(st.sampled_from(["\n", "x", "word " * 30, "长" * 900, "\r\n", "y" * 4000]), max_size=40), MARKS)
def test_blocks_are_the_text_and_know_their_lines(parts: list[str], marks: list[Mark]) -> None:
    text = "".join(parts)
    found = blocks(text, marks)
    assert "".join(piece.text for block in found for piece in block.pieces) == text
    at = 0
    for block in found:
        body = "".join(piece.text for piece in block.pieces)
        assert body
        assert block.lines == body.count("\n")
        assert block.line == text.count("\n", 0, at) + 1
        assert block.continued == (at > 0 and text[at - 1] != "\n")
        at += len(body)


def test_a_line_without_end_is_cut_and_marked_as_continued() -> None:
    found = blocks("z" * (3 * LINE_CHARS + 5), [])
    assert [block.continued for block in found] == [False, True, True, True]


def test_no_text_makes_more_blocks_than_a_browser_scrolls_well() -> None:
    assert len(blocks("\n" * 500_000, [])) <= MAX_BLOCKS + 1
    assert len(blocks("m" * 3_000_000, [])) <= MAX_BLOCKS + 1


def test_a_pile_of_nested_spans_stays_linear() -> None:
    pile = [Mark(number, 4000 - number, number) for number in range(2000)]
    pieces = segments("p" * 4000, pile)
    assert max(len(piece.owners) for piece in pieces) == MAX_LAYERS
    assert {owner for piece in pieces for owner in piece.opens} == set(range(2000))


@given(TEXTS, st.lists(st.integers(0, 130), max_size=8))
def test_positions_agree_with_counting(text: str, offsets: list[int]) -> None:
    for offset, position in positions(text, offsets).items():
        before = text[:offset]
        if offset <= len(text):
            assert position == Position(before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1)


def test_empty_text_has_no_pieces() -> None:
    assert segments("", [Mark(0, 4, 1)]) == ()
    assert blocks("", [Mark(0, 4, 1)]) == ()
    assert module.positions("", [0]) == {0: Position(1, 1)}
