"""A format that a program reads or makes is not demanded of its source; a file's own format still is."""

from __future__ import annotations

import pytest
from local_world import clause_of

from specharness.compile.local.handled import handled, of_code
from specharness.compile.local.rules.files import validity

OF_SOMETHING_ELSE = [
    "Write `report.py` that turns an Excel file into a CSV file.",
    "Create `feed.rb`, a script which prints valid XML.",
    "Write `lib/read.go` with a function `Read(p)` that returns valid JSON.",
    "Build `list.html`, a page that displays a YAML file.",
    "Write `fill.sql`: it loads a CSV file.",
    "Create `serve.js`. It must respond with valid JSON.",
    "Write a `Makefile` with a target that produces a valid JSON file.",
    "Create `columns.txt` for a program that reads a CSV file.",
    "`tool.py` must be valid JSON.",
    "创建 `a.py`，它输出合法的 JSON。",
]
OF_THE_FILE = [
    ("Write `users.txt`. It must be valid JSON.", "users.txt"),
    ("Write `users.txt` as a JSON file.", "users.txt"),
    ("`users.conf` must hold valid YAML.", "users.conf"),
    ("Save a list of the users as a JSON document in `users.txt`.", "users.txt"),
    ("Write a script that creates `users.dat`, which must be valid JSON.", "users.dat"),
    ("Create `book.ipynb`; it must be valid JSON.", "book.ipynb"),
    ("The page `a.html` must be well-formed XML.", "a.html"),
    ("Replace `old.json` by a YAML file `new.yaml`.", "new.yaml"),
]


@pytest.mark.parametrize("text", OF_SOMETHING_ELSE)
def test_a_format_that_is_handled(text: str) -> None:
    assert validity(clause_of(text, text.split(". ")[-1])) is None


@pytest.mark.parametrize(("text", "path"), OF_THE_FILE)
def test_a_format_of_the_file(text: str, path: str) -> None:
    found = validity(clause_of(text, text.split(". ")[-1]))
    assert found is not None
    assert found.params["path"].value == path


def test_the_object_of_a_verb_that_handles() -> None:
    assert handled("a tool that accepts a ")
    assert handled("a function to parse ")
    assert not handled("a file that parses as ")
    assert not handled("the tool reads a list; `a.txt` must be ")


def test_endings_of_code_and_their_own_formats() -> None:
    assert of_code("src/app.py", "JSON")
    assert not of_code("a.ipynb", "JSON")
    assert not of_code("a.json", "YAML")
    assert not of_code("Makefile", "JSON")
