"""Wordings that narrow a demand: no check is made that could blame an honest agent, and no verdict passes over them."""

from __future__ import annotations

from pathlib import Path

import pytest

from specharness import api

DOUBTFUL = (
    "On error, `status` must be `failed`.",
    "For admins `mode` must be `fast`.",
    'It must mention a colour such as "red".',
    "The first element of `list` must be 3.",
    "`total` must be 5 within a tolerance of 0.1.",
    "`total` must be 1,234.",
    "`size` must be at most 5 MB.",
    "It must have between 2 and 4 items, or be empty.",
    "Typically `total` is between 5 and 10.",
    "The source column `status` must be `ok`.",
    "Why does it have to contain the key `id`?",
    "In January `n` must be 5.",
    'It must not contain "B" but "A".',
    "~~`total` must be 5.~~",
    "> `total` must be 5.",
    "## If the input is broken\n\n`status` must be `failed`.",
    "## Out of scope\n\n`total` must be 5.",
    "Are there any errors? `status` must be `failed`.",
    'The input looks like this:\n\n```json\n{"rows": [{"id": 1}]}\n```',
)
CLEAR = (
    "`total` must be 5.",
    "`mode` must be `fast`.",
    'It must mention "red".',
    "It must have between 2 and 4 items.",
    "## Result\n\n`total` must be 5.",
    'It must look like this:\n\n```json\n{"rows": [{"id": 1}]}\n```',
)


def _asked_of_the_content(folder: Path, text: str) -> list[str]:
    path = folder / "prompt.md"
    path.write_text(f"Write `/root/a.json`.\n\n{text}\n", encoding="utf-8")
    compiled = api.compile(path)
    return [
        item.effect.validator for item in compiled.hard if item.effect.validator not in {"path_exists", "format_valid"}
    ]


@pytest.mark.parametrize("text", DOUBTFUL)
def test_no_check_is_made(tmp_path: Path, text: str) -> None:
    assert _asked_of_the_content(tmp_path, text) == []


@pytest.mark.parametrize("text", CLEAR)
def test_what_is_clear_is_checked(tmp_path: Path, text: str) -> None:
    assert _asked_of_the_content(tmp_path, text)


def test_a_folder_with_a_file_to_be_written_is_no_frame(tmp_path: Path) -> None:
    path = tmp_path / "prompt.md"
    path.write_text("Do not modify anything in `/root/data`. Write the result to `/root/data/out.json`.")
    assert "unchanged" not in [item.effect.validator for item in api.compile(path).hard]


@pytest.mark.parametrize(
    "text",
    [
        "Create at least one of `a.txt` and `b.txt`.",
        "Exactly two of `x.csv`, `y.csv` and `z.csv` must exist.",
        "Create some of the files `a.txt`, `b.txt`, `c.txt`.",
        "`out.csv` must have two of the columns `x`, `y`, `z`.",
        "`out.txt` must contain one of `left` and `right`.",
        "请至少创建`a.txt`和`b.txt`其中之一。",
    ],
)
def test_some_of_those_named_are_not_all_of_them(text: str) -> None:
    assert api.compile_text(text).hard == ()


@pytest.mark.parametrize("text", ["Each one of `a.txt` and `b.txt` must exist.", "Create all of `a.txt` and `b.txt`."])
def test_each_one_of_those_named_is_every_one(text: str) -> None:
    assert "path_exists" in {item.effect.validator for item in api.compile_text(text).hard}
