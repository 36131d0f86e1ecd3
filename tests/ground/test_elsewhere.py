"""Demands whose place is said in two parts: an honest agent is never failed, and nothing that is left undone passes."""

from __future__ import annotations

from pathlib import Path

import pytest

from specharness import api
from specharness.ir import Verdict

INPUT = {"ages.csv": "name,age\nbo,7\nal,5.125\n", "a.txt": "b\na\nc\n", "keep.txt": "k\n"}
KEPT: tuple[tuple[str, dict[str, str]], ...] = (
    ("Create `notes.md` in the folder `texts`.", {"texts/notes.md": "x"}),
    (
        "Create the folder `site` containing only `start.html` and `look.css`.",
        {"site/start.html": "", "site/look.css": ""},
    ),
    ("In the folder `done`, create `x.csv` and `y.csv`.", {"done/x.csv": "a", "done/y.csv": "a"}),
    ("Make a folder named `made`. Inside it, write `one.txt`.", {"made/one.txt": "x"}),
    ("Save `one.txt` and `two.txt` under `made`.", {"made/one.txt": "x", "made/two.txt": "x"}),
    ("Sort `ages.csv` by `age` and write at most 1 row to `top.csv`.", {"top.csv": "name,age\nal,5.125\n"}),
    ("Write `o.csv` with the columns `id` and `n` and no header row.", {"o.csv": "2,b\n"}),
    ("Write the word count of `a.txt` to `words.txt`.", {"words.txt": "3"}),
)
BROKEN: tuple[tuple[str, dict[str, str]], ...] = (
    ("Create `list.txt`. Each line should start with `NR-`.", {"list.txt": "NR-1\n2\n"}),
    ("Write `list.txt`. All lines must end with `;`.", {"list.txt": "a\nb;\n"}),
    ("Write `list.txt`. Every paragraph must begin with `> `.", {"list.txt": "> a\n\nb\n"}),
    ("Encrypt `a.txt`. Don't change `keep.txt`.", {}),
    ("Write `o.txt`. Anonymise the names in `ages.csv`.", {"o.txt": "x"}),
    (
        "Write `p.csv` with exactly the columns `id`, `n` in that order, sorted by `n` descending.",
        {"p.csv": "n,id\n2,1\n"},
    ),
    ("Write `p.csv` with the columns `id`, `n` in this order and sorted by `id` ascending.", {"p.csv": "n,id\n2,1\n"}),
    ("Sort the lines of `a.txt` alphabetically in place.", {"a.txt": "a\nb\n"}),
)


def verdict(prompt: str, made: dict[str, str], folder: Path) -> Verdict:
    for name in ("before", "after"):
        (folder / name).mkdir()
        for path, text in (INPUT if name == "before" else {**INPUT, **made}).items():
            (folder / name / path).parent.mkdir(exist_ok=True)
            (folder / name / path).write_text(text)
    (folder / "prompt.md").write_text(prompt + "\n")
    found = api.compile(folder / "prompt.md", workspaces=[folder / "before"])
    return api.check(found, workspace=folder / "after", before=folder / "before").verdict


@pytest.mark.parametrize(("prompt", "made"), KEPT)
def test_who_does_as_told_is_not_failed(prompt: str, made: dict[str, str], tmp_path: Path) -> None:
    assert verdict(prompt, made, tmp_path) is not Verdict.FAIL


@pytest.mark.parametrize(("prompt", "made"), BROKEN)
def test_what_is_left_undone_does_not_pass(prompt: str, made: dict[str, str], tmp_path: Path) -> None:
    assert verdict(prompt, made, tmp_path) is not Verdict.PASS
