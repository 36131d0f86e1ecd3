"""Blocks, and who introduces whom."""

from __future__ import annotations

from inspect import cleandoc
from pathlib import Path

import pytest
from test_segment_laws import check

from specharness.ir import Block, Unit


def bodies(text: str, block: Block | None = None) -> list[str]:
    return [text[u.body.start : u.body.end] for u in check(text) if block is None or u.block is block]


def by_body(text: str) -> dict[str, Unit]:
    return {text[unit.body.start : unit.body.end]: unit for unit in check(text)}


def test_marks_belong_to_the_span_and_not_to_the_body() -> None:
    text = "## Output ##\n\n> - [ ] **Save** it\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    spans = [text[u.span.start : u.span.end] for u in check(text)]
    assert spans == ["## Output ##", "> - [ ] **Save** it", "| a | b |\n|---|---|", "| 1 | 2 |"]
    assert bodies(text) == ["Output", "**Save** it", "a | b", "1 | 2"]


def test_headings_give_the_path_and_close_those_below() -> None:
    text = "# A\nx\n\nB *b*\n---\ny\n\n# C\nz\n"
    units = by_body(text)
    assert units["x"].heading_path == ("A",)
    assert units["y"].heading_path == ("A", "B *b*")
    assert units["z"].heading_path == ("C",)
    assert units["B *b*"].block is Block.HEADING
    assert units["B *b*"].heading_path == ("A",)


def test_a_heading_in_a_quote_stays_there() -> None:
    units = by_body("# A\n\n> # Q\n> in\n\nout\n")
    assert units["in"].heading_path == ("A", "Q")
    assert units["out"].heading_path == ("A",)


def test_list_items_know_their_lead_in_their_group_and_their_depth() -> None:
    text = cleandoc("""
        The file must hold:

        1. a total
        2. one row each:
           - a name. It is unique.
           - a price

           More about it.
        3. a note

        After.
    """)
    units = by_body(text)
    lead = units["The file must hold:"]
    total, row, name, unique = (units[key] for key in ("a total", "one row each:", "a name.", "It is unique."))
    assert total.parent == row.parent == units["a note"].parent == lead.id
    assert total.group == row.group != name.group == units["a price"].group
    assert (total.depth, name.depth, lead.depth) == (1, 2, 0)
    assert (total.info, name.info) == ("ordered", "bullet")
    assert name.parent == row.id
    assert unique.parent == name.id
    assert unique.block is Block.LIST_ITEM
    assert units["More about it."].block is Block.SENTENCE
    assert units["More about it."].parent == row.id
    assert units["After."].parent is None


def test_a_lead_in_at_the_margin_between_items_introduces_those_after_it() -> None:
    text = "Compute:\n\n- a:\n  - b of the first kind\nAlso, for each:\n- c\n- d\n"
    units = by_body(text)
    also = units["Also, for each:"]
    assert (also.block, also.depth, also.parent) == (Block.SENTENCE, 0, None)
    assert units["c"].parent == units["d"].parent == also.id
    assert units["b of the first kind"].parent == units["a:"].id


def test_code_is_one_unit_with_its_info_and_lead_in() -> None:
    text = 'Write this:\n\n```json title\n{\n  "a": 1\n}\n```\n\n    indented\n    code\n'
    lead, fenced, indented = check(text)
    assert fenced.block is indented.block is Block.CODE
    assert fenced.info == "json title"
    assert fenced.parent == lead.id
    assert text[fenced.body.start : fenced.body.end] == '{\n  "a": 1\n}'
    assert indented.parent is None
    assert text[indented.body.start : indented.body.end] == "indented\n    code"


@pytest.mark.parametrize("text", ["```\na\n", "```\n", "~~~~\n```\n~~~\n", "> ```\n> a\n\nb"])
def test_open_and_empty_fences(text: str) -> None:
    assert check(text)[0].block is Block.CODE


def test_table_rows_follow_their_header() -> None:
    text = "Columns:\n\nname | kind\n--- | ---\n`a|b` | x\nlast | y\n"
    lead, header, *rows = check(text)
    assert (header.block, header.parent) == (Block.TABLE_HEADER, lead.id)
    assert {row.block for row in rows} == {Block.TABLE_ROW}
    assert {row.parent for row in rows} == {header.id}
    assert {row.group for row in rows} == {header.group}


def test_front_matter_is_one_unit_and_needs_to_look_like_it() -> None:
    text = "---\nname: x\ndescription: Do it. Always.\n---\n# T\n"
    first, heading = check(text)
    assert first.block is Block.FRONT_MATTER
    assert text[first.body.start : first.body.end] == "name: x\ndescription: Do it. Always."
    assert heading.block is Block.HEADING
    rule, hidden, *_ = check("---\n\nYou must save it.\n\n---\n")
    assert (rule.block, hidden.block) == (Block.RULE, Block.SENTENCE)
    assert check("---\nname: never closed\n")[0].block is not Block.FRONT_MATTER


def test_tags_alone_on_a_line_hide_nothing() -> None:
    text = "<rules>\n- Never delete.\n</rules>\n\n<note>\nSave it.\n</note>\n<!-- a\n\nb -->\n\n<!-- c --> Must.\n"
    found = [(unit.block, unit.info, text[unit.body.start : unit.body.end]) for unit in check(text)]
    assert (Block.LIST_ITEM, "bullet", "Never delete.") in found
    assert (Block.SENTENCE, "", "Save it.") in found
    assert (Block.HTML, "comment", "<!-- a\n\nb -->") in found
    assert (Block.HTML, "", "<!-- c --> Must.") in found
    assert (Block.HTML, "", "<rules>") in found


def test_what_has_no_token_is_covered() -> None:
    assert bodies("[a]: /url 'title'\n[b]: /other\n") == ["[a]: /url 'title'", "[b]: /other"]
    assert [unit.block for unit in check("- \n\n***\n")] == [Block.RULE, Block.RULE]
    assert bodies("> one\n>\n> two\n") == ["one", "two"]


def test_paragraph_in_a_quote_maps_through_its_marks() -> None:
    text = "> Write the\n> file. Keep\nthe rest.\n"
    assert bodies(text) == ["Write the\n> file.", "Keep\nthe rest."]


def test_tabs_and_wide_blanks() -> None:
    assert bodies("-\tone\n\n\ttwo. Three.\n") == ["one", "two.", "Three."]
    assert bodies("-\xa0one\n-\u3000two\n", Block.LIST_ITEM) == ["one", "two"]


@pytest.mark.data
def test_real_specifications_are_covered(data: Path) -> None:
    for path in sorted(data.rglob("*.md")):
        check(path.read_bytes().decode("utf-8"))
