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


WORLD = {"x.py": "1\n", "y.py": "2\n", "tests/t.py": "3\n"}
Y: dict[str, str | None] = {"y.py": "9\n"}
GONE: dict[str, str | None] = {"y.py": None}
NEW: dict[str, str | None] = {"new.txt": "1\n"}
IN_TESTS: dict[str, str | None] = {"tests/t.py": "9\n"}
S = "Save the result to `x.py`. "
BOUNDED: list[tuple[str, dict[str, str | None]]] = [
    (S + "Do not modify any other file.", Y),
    (S + "Make no changes to any other file.", GONE),
    (S + "Modify no other files.", Y),
    (S + "No other files may be modified, created or deleted.", NEW),
    (S + "Don't create any new files.", NEW),
    (S + "Do not delete any files.", GONE),
    (S + "Don't modify any existing files.", Y),
    (S + "Do not change any file outside the `tests` folder.", Y),
    (S + "Change nothing outside `tests`.", GONE),
    (S + "Only files in `tests` may be changed.", Y),
    ("Change only `x.py`.", Y),
    ("Modify only `x.py`.", Y),
    ("Change nothing but `x.py`.", GONE),
    ("Do not change any file other than `x.py`.", Y),
    ("Don't edit the `tests` folder.", IN_TESTS),
    ("Never edit files in `tests`.", IN_TESTS),
    ("The `tests` directory must not be changed.", IN_TESTS),
    ("Everything in `tests` must stay as it is.", IN_TESTS),
    ("Never delete files.", GONE),
    ("No files may be deleted.", GONE),
    ("Do not create any new files.", NEW),
]


@pytest.mark.parametrize(("text", "broken"), BOUNDED)
def test_a_frame_passes_kept_and_fails_broken(tmp_path: Path, text: str, broken: dict[str, str | None]) -> None:
    for name in ("kept", "broken"):
        (tmp_path / name).mkdir()
    edited: dict[str, str | None] = {"x.py": "9\n"} if "`x.py`" in text else {}
    assert _verdict(tmp_path / "kept", text, WORLD, edited) == "PASS"
    assert _verdict(tmp_path / "broken", text, WORLD, {**edited, **broken}) == "FAIL"


UNSAID: list[tuple[str, dict[str, str | None]]] = [
    (S + "Do not modify any other file.", NEW),
    (S + "Do not modify any other file.", GONE),
    ("Change only `x.py`.", NEW),
    ("Do not modify any other file.", Y),
    ("Generate a report. Do not create new files.", NEW),
    ("Clean up and remove old logs. Do not delete any files.", GONE),
    (S + "Do not change the name of the `tests` folder.", IN_TESTS),
    (S + "Don't edit the `tests` folder's README.", IN_TESTS),
    (S + "Do not edit tests in the `tests` folder that pass.", IN_TESTS),
    (S + "Don't modify files in `tests` without asking.", IN_TESTS),
    (S + "Do not edit files in the `main` branch.", Y),
    (S + "Don't edit anything in `tests` except `t.py`.", Y),
]


@pytest.mark.parametrize(("text", "after"), UNSAID)
def test_what_a_frame_does_not_say_is_neither_kept_nor_broken(
    tmp_path: Path, text: str, after: dict[str, str | None]
) -> None:
    assert _verdict(tmp_path, text, WORLD, after) == "UNCERTAIN"


FREE: list[tuple[str, dict[str, str | None]]] = [
    (S + "Don't modify any existing files.", NEW),
    (S + "Do not create any new files.", Y),
    ("Rename `x.py` to `z.py`. Do not delete any files.", {"x.py": None, "z.py": "1\n"}),
    ("Create the folder `archive/`. Do not create any other files.", {"archive/a.txt": "1\n"}),
    (S + "Only files in `tests` may be changed.", {"x.py": "5\n", "tests/t.py": "9\n"}),
]


@pytest.mark.parametrize(("text", "after"), FREE)
def test_what_a_frame_leaves_free_breaks_nothing(tmp_path: Path, text: str, after: dict[str, str | None]) -> None:
    assert _verdict(tmp_path, text, WORLD, after) != "FAIL"


OLD_LOGS = {"a.txt": "one\n", "logs/x.log": "1\n", "logs/y.log": "2\n"}
MOVES: list[tuple[str, dict[str, str | None], dict[str, str | None]]] = [
    (
        "Rename `/root/a.txt` to `/root/b.txt`.",
        {"a.txt": None, "b.txt": "one\n"},
        {"a.txt": None, "b.txt": "two\n"},
    ),
    ("Move `a.txt` to `old/a.txt`.", {"a.txt": None, "old/a.txt": "one\n"}, {"a.txt": None, "old/a.txt": "one more\n"}),
    (
        "Move these files from `/root/logs` to `/root/old/`:\n\n- `x.log`\n- `y.log`\n",
        {"logs/x.log": None, "logs/y.log": None, "old/x.log": "1\n", "old/y.log": "2\n"},
        {"logs/x.log": None, "logs/y.log": None, "old/x.log": "1\n", "old/y.log": "\n"},
    ),
]


@pytest.mark.parametrize(("text", "moved", "changed"), MOVES)
def test_what_is_moved_is_what_it_was(
    tmp_path: Path, text: str, moved: dict[str, str | None], changed: dict[str, str | None]
) -> None:
    for name in ("moved", "changed", "idle"):
        (tmp_path / name).mkdir()
    assert _verdict(tmp_path / "moved", text, OLD_LOGS, moved) == "PASS"
    assert _verdict(tmp_path / "changed", text, OLD_LOGS, changed) == "UNCERTAIN"
    assert _verdict(tmp_path / "idle", text, OLD_LOGS, {}) == "FAIL"


@pytest.mark.parametrize("before", ["", "x" * 30_000, "a\0b"])
def test_a_move_that_is_not_compared_does_not_pass(tmp_path: Path, before: str) -> None:
    after: dict[str, str | None] = {"a.txt": None, "b.txt": before}
    assert _verdict(tmp_path, "Rename `a.txt` to `b.txt`.", {"a.txt": before}, after) == "UNCERTAIN"


@pytest.mark.parametrize(
    "text",
    [
        "Each row of `res/b.csv` is one order.",
        "Each line of `res/b.csv` is one order.",
        "Every record in the file `res/b.csv` describes a customer.",
        "Each entry of `res/b.json` is an order.",
        "All rows of `res/b.csv` are orders.",
        "Every line in `/root/res/b.csv` has a date.",
    ],
)
def test_what_a_file_holds_is_told_and_not_ordered(tmp_path: Path, text: str) -> None:
    (tmp_path / "by itself").mkdir()
    (tmp_path / "ordered").mkdir()
    assert _verdict(tmp_path / "by itself", text, OLD, {}) == "UNCERTAIN"
    ordered = text + " Write `res/b.csv`." if "csv" in text else text + " Write `res/b.json`."
    assert _verdict(tmp_path / "ordered", ordered, OLD, {}) == "FAIL"
