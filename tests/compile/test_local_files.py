"""What the rules about files read off sentences: frames, what must stay, be gone or be there, and what is none."""

from __future__ import annotations

import pytest
from local_world import clause_of, guess_of, values

from specharness.compile.local.rules import files, frames

J = "Write `/root/c.json`. "
FIX = "Fix the bug in `src/a.py`. "
Wanted = tuple[str, str, str | None, object]

FRAMES: list[Wanted] = [
    # What the specification orders is allowed besides what the sentence names.
    (J, "Nothing else may change.", "allowed", "/root/c.json"),
    (J, "Nothing else may be changed.", "allowed", "/root/c.json"),
    (J, "No other file may change.", "allowed", "/root/c.json"),
    (J, "All other files must stay unchanged.", "allowed", "/root/c.json"),
    (J, "Do not touch any other file.", "allowed", "/root/c.json"),
    (J, "Do not create any other files.", "allowed", "/root/c.json"),
    (J, "The rest of the workspace must remain untouched.", "allowed", "/root/c.json"),
    (J, "Change nothing else.", "allowed", "/root/c.json"),
    (J, "Don't change anything else.", "allowed", "/root/c.json"),
    (J, "其他文件保持不变。", "allowed", "/root/c.json"),
    (J, "不要修改其余文件。", "allowed", "/root/c.json"),
    (J, "Only c.json may be written.", "allowed", "/root/c.json"),
    (FIX + J, "No other file may be changed.", "allowed", ("src/a.py", "/root/c.json")),
    ("Delete `a.log` and `b.log`. ", "No other files may be changed.", "allowed", ("a.log", "b.log")),
    (
        J,
        "Nothing else in /root may change, except the log file `/root/run.log`.",
        "allowed",
        ("/root/c.json", "/root/run.log"),
    ),
    ("", "You may edit only `a.py` and `b.py`.", "allowed", ("a.py", "b.py")),
    ("", "仅允许修改 `src/app.ts`。", "allowed", "src/app.ts"),
    ("", "Besides `a.tf`, no file may be edited.", "allowed", "a.tf"),
    ("", "Only files in `/root/out/` may be created.", "allowed", "/root/out/"),
    # The inside of one file bounds no other file.
    (FIX, "Everything else in the file has to stay as it is.", "allowed", None),
    (FIX, "Leave the rest of the file alone.", "allowed", None),
    (FIX, "Leave other cells alone.", "allowed", None),
    (FIX, "Keep everything else in `src/a.py` unchanged.", "allowed", None),
    # It is not said whether the inside of the edited file or other files are meant.
    (FIX, "Nothing else may change.", "allowed", None),
    (J, "Leave everything else as it is.", "allowed", None),
    # Work on files that are described bounds nothing.
    ("Fix the bug in the parser. " + J, "No other file may change.", "allowed", None),
    ("Run `make`. " + J, "No other file may change.", "allowed", None),
]


@pytest.mark.parametrize(("before", "sentence", "name", "wanted"), FRAMES)
def test_frames(before: str, sentence: str, name: str, wanted: object) -> None:
    guess = guess_of(before + sentence, sentence)
    assert guess is not None
    assert guess.family.value == "only_changes"
    assert values(guess.params).get(name) == wanted


STAYS: list[tuple[str, str, object]] = [
    (J, "Please dont modify x.txt", "x.txt"),
    (J, "x.txt is read-only.", "x.txt"),
    (J, "Hands off x.txt!", "x.txt"),
    (J, "x.txt is off limits.", "x.txt"),
    (J, "No changes to x.txt, please.", "x.txt"),
    (J, "without changing x.txt.", "x.txt"),
    (J, "Make sure not to delete `a.txt`.", "a.txt"),
    (J, "Refrain from editing x.txt.", "x.txt"),
    (J, "It is forbidden to modify x.txt.", "x.txt"),
    (J, "Modifying x.txt is not allowed.", "x.txt"),
    (J, "x.txt is not to be touched.", "x.txt"),
    (J, "Do not, under any circumstances, edit x.txt.", "x.txt"),
    (J, "别动 x.txt。", "x.txt"),
    (J, "不许改 x.txt。", "x.txt"),
    (J, "x.txt 只读。", "x.txt"),
    (J, "Do not delete `a.txt` or `b.txt`.", ("a.txt", "b.txt")),
    (FIX, "Do not rename `src/a.py`.", "src/a.py"),
    (J, "Leave every file in `/root/invoices` unchanged.", "/root/invoices"),
]


@pytest.mark.parametrize(("before", "sentence", "wanted"), STAYS)
def test_what_stays(before: str, sentence: str, wanted: object) -> None:
    guess = guess_of(before + sentence, sentence)
    assert guess is not None
    assert guess.family.value == "unchanged"
    assert values(guess.params) == {"path": wanted}


NOTHING_STAYS = [
    "Rewrite `x.txt` without changing its meaning.",
    "Refactor `src/a.py` without changing its behaviour.",
    "Do not change the order of the rows in `in.csv`.",
    "The header of `in.csv` must not be changed.",
    "Do not remove the first line of `x.txt`.",
    "不要修改 `in.csv` 的表头。",
    "Don't edit tests, only `src/a.py`.",
    "Don't change `id` to `0`.",
    "The value in `a.cfg` never changes.",
    "Convert `in.csv` to `o.json` without changing the order.",
]


@pytest.mark.parametrize("sentence", NOTHING_STAYS)
def test_a_part_or_a_statement_keeps_no_file(sentence: str) -> None:
    assert frames.unchanged(clause_of(sentence, sentence)) is None


GONE: list[tuple[str, object]] = [
    ("Delete `a.txt`, `b.txt` and `c.txt`.", ("a.txt", "b.txt", "c.txt")),
    ("Delete `a.txt` but not `b.txt`.", "a.txt"),
    ("Delete `a.txt` and write `b.txt`.", "a.txt"),
    ("`a.txt` and `b.txt` must be deleted.", ("a.txt", "b.txt")),
    ("The file `a.bak` should be removed.", "a.bak"),
    ("Do not leave `a.tmp` behind.", "a.tmp"),
    ("Do not delete `a.txt`.", None),
    ("Never remove `a.txt`.", None),
    ("Make sure not to delete `a.txt`.", None),
    ("Be careful to avoid deleting or removing `a.txt`.", None),
    ("不要删除 `a.txt`。", None),
    ("Remove the header from `a.csv`.", None),
]


@pytest.mark.parametrize(("sentence", "wanted"), GONE)
def test_what_is_gone(sentence: str, wanted: object) -> None:
    guess = files.absent(clause_of(sentence, sentence))
    assert (values(guess.params)["path"] if guess is not None else None) == wanted


THERE: list[tuple[str, object]] = [
    ("Move `a.log` to `archive/`.", "archive/a.log"),
    ("Move `b.txt` into the folder `done/`.", "done/b.txt"),
    ("Copy `logo.svg` into `public/`.", "public/logo.svg"),
    ("Copy `/root/a.txt` into `/root/out/`.", "/root/out/a.txt"),
    ("Move `/root/a.txt` to `/root/old/b.txt`.", "/root/old/b.txt"),
    ("Rename `a.txt` to `b.txt`.", "b.txt"),
    ("Zip the folder `src` into `src.zip`.", "src.zip"),
    ("The file output.txt has to be created in the folder /srv/data.", "/srv/data/output.txt"),
    ("Write the result either to `a.json` or to `b.json`.", None),
    ("Write the result to `a.json` or `b.json`.", None),
    ("写入 `a.json` 或 `b.json`。", None),
    ("Do not move `a.log` to `archive/`.", None),
    ("Move the function `f` from `a.py` to `b.py`.", None),
    ("The build produces `app.js`.", None),
    ("The script `run.sh` writes its output to `log.txt`.", None),
    ("Previously this was written to `old.json`.", None),
    ("Ben will write `b.txt` later.", None),
    ("The results in `old.json` are wrong.", None),
    ("The test results are in `junit.xml`.", None),
]


@pytest.mark.parametrize(("sentence", "wanted"), THERE)
def test_what_is_there(sentence: str, wanted: object) -> None:
    guess = files.exists(clause_of(sentence, sentence))
    assert (values(guess.params)["path"] if guess is not None else None) == wanted


def test_a_folder_holds_names_without_marks() -> None:
    guess = guess_of("/root/archive should contain only a.txt.", "/root/archive should contain only a.txt.")
    assert guess is not None
    assert values(guess.params) == {"path": "/root/archive", "allowed": "a.txt"}


COMMANDS = [
    ("Make sure that `npm test` succeeds.", "command_succeeds"),
    ("运行 `npm run lint`，不得有错误。", "command_succeeds"),
    ("Run `npm test`; all tests must pass.", "tests_pass"),
]


@pytest.mark.parametrize(("sentence", "family"), COMMANDS)
def test_what_a_command_must_do(sentence: str, family: str) -> None:
    guess = guess_of(sentence, sentence)
    assert guess is not None
    assert guess.family.value == family
