"""Frames over a workspace: what the specification orders is allowed, and the inside of a file is no frame."""

from __future__ import annotations

from pathlib import Path

import pytest

import specharness


def _verdict(tmp_path: Path, text: str, before: dict[str, str], after: dict[str, str | None]) -> str:
    """The verdict on a workspace called /root; None in `after` removes a file."""
    for side, states in (("before", (before,)), ("after", (before, after))):
        (tmp_path / side).mkdir()
        for state in states:
            for name, content in state.items():
                path = tmp_path / side / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.unlink() if content is None else path.write_text(content)
    (tmp_path / "spec.md").write_text(text)
    maps = {"/root": tmp_path / "before"}
    compiled = specharness.compile(tmp_path / "spec.md", workspaces=[tmp_path / "before"], maps=maps)
    certificate = specharness.check(
        compiled, workspace=tmp_path / "after", before=tmp_path / "before", maps={"/root": tmp_path / "after"}
    )
    return str(certificate.verdict.value)


OLD = {"x.txt": "old\n"}
J = "Write `/root/c.json`. "
FRAMES = [
    "Nothing else may change.",
    "No other file may change.",
    "All other files must stay unchanged.",
    "Do not touch any other file.",
    "Don't modify other files.",
    "Nothing else in /root may change, except the log file `/root/run.log`.",
    "Only `/root/c.json` may be changed.",
    "x.txt must not be changed.",
    "Please dont modify x.txt",
    "Hands off x.txt!",
    "不要修改其他文件。",
]


@pytest.mark.parametrize("frame", FRAMES)
def test_the_ordered_file_is_allowed_and_another_is_not(tmp_path: Path, frame: str) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert _verdict(tmp_path / "a", J + frame, OLD, {"c.json": "{}"}) != "FAIL"
    assert _verdict(tmp_path / "b", J + frame, OLD, {"c.json": "{}", "x.txt": "new\n"}) == "FAIL"


NEVER_FAILED: list[tuple[str, dict[str, str | None]]] = [
    (J + "Update `/root/x.txt`. Everything else in the file has to stay as it is.", {"c.json": "{}", "x.txt": "n"}),
    ("Set the port in `/root/x.txt` to 80 and leave the rest of the file alone. " + J, {"c.json": "{}", "x.txt": "n"}),
    ("Fix the bug in the parser. " + J + "Nothing else may change.", {"c.json": "{}", "x.txt": "n"}),
    ("Nothing else in `/root/docs` may change. " + J, {"c.json": "{}", "other.log": "1"}),
    ("Append a line to `/root/x.txt`. Do not delete `/root/x.txt`.", {"x.txt": "old\nnew\n"}),
    ("Rewrite `/root/x.txt` without changing its meaning.", {"x.txt": "new\n"}),
    ("Move `/root/x.txt` to `/root/y/x.txt`. No other files may be changed.", {"x.txt": None, "y/x.txt": "old\n"}),
    ("Write the result either to `/root/a.json` or to `/root/b.json`.", {"b.json": "{}"}),
    (J + "Previously this was written to `/root/old.json`.", {"c.json": "{}"}),
    ("Ben will write `/root/b.txt` later. " + J, {"c.json": "{}"}),
    ("The script `/root/run.sh` writes its output to `/root/log.txt`. " + J, {"c.json": "{}"}),
]


@pytest.mark.parametrize(("text", "after"), NEVER_FAILED)
def test_an_honest_result_never_fails(tmp_path: Path, text: str, after: dict[str, str | None]) -> None:
    assert _verdict(tmp_path, text, OLD, after) != "FAIL"


VIOLATED: list[tuple[str, dict[str, str | None]]] = [
    ("Do not delete `/root/x.txt`. " + J, {"c.json": "{}", "x.txt": None}),
    ("Make sure not to delete `/root/x.txt`. " + J, {"c.json": "{}", "x.txt": None}),
    ("Move `/root/x.txt` to `/root/y/x.txt`.", {"y/x.txt": "old\n"}),
    ("Rename `/root/x.txt` to `/root/y.txt`.", {"y.txt": "old\n"}),
    ("Move `/root/x.txt` to `/root/y/x.txt`.", {"x.txt": None}),
]


@pytest.mark.parametrize(("text", "after"), VIOLATED)
def test_a_violation_is_seen(tmp_path: Path, text: str, after: dict[str, str | None]) -> None:
    assert _verdict(tmp_path, text, OLD, after) == "FAIL"
