"""What nothing has read keeps a verdict open; what is only told does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from specharness import api
from specharness.ground.unread import may_demand
from specharness.ir import ObligationSet, Reason

DEMANDS = (
    "Hands off x.txt!",
    "x.txt is read-only.",
    "Indent it with 2 spaces.",
    "End the file with a newline.",
    "Prices are rounded to two decimal places.",
    "Nothing else may change.",
    "No other file may be touched.",
    "Please dont modify the input.",
    'The title is "Q3 Report".',
    "Columns: id, name, age",
    'The sheet is called "Income".',
    "Zip the result afterwards.",
    "字数不超过20字。",
    "其他文件保持不变。",
    "Could you zip the result?",
    "I'd like a short note on it.",
)
BACKGROUND = (
    "We issue a certificate after every course.",
    "The mock server hands out whatever lies in the folder.",
    "Release 2.3.0 is due today.",
    "`billing` moves to the new cluster on Thursday.",
    "Finance reads them from a single file.",
    "openpyxl works well for this.",
    "Comments in the file are welcome.",
    "Somebody left a test entry in there.",
    "Previously this was never written anywhere.",
    "You do not have to look at the pictures.",
    "Compressing the logs would be nice some day.",
    "The numbers come from `/root/in.csv`.",
    "Thanks a lot for your help!",
    "How did that happen?",
    "**Changes to make**",
    "NEVER",
    "新系统下周上线。",
)


@pytest.mark.parametrize("text", DEMANDS)
def test_what_may_demand(text: str) -> None:
    assert may_demand(text)


@pytest.mark.parametrize("text", BACKGROUND)
def test_what_only_tells(text: str) -> None:
    assert not may_demand(text)


@pytest.mark.parametrize("tail", ["and a note on each of them", "containing the details", "separated by tabs"])
def test_the_rest_of_a_sentence(tail: str) -> None:
    assert may_demand(tail, whole=False) is not tail.startswith("and")


def _compiled(folder: Path, text: str) -> ObligationSet:
    path = folder / "prompt.md"
    path.write_text(text, encoding="utf-8")
    return api.compile(path)


@pytest.mark.parametrize(
    ("sentence", "rest"),
    [
        ("Write `/root/c.csv`, separated by tabs.", "separated by tabs"),
        ("Write `/root/c.json`, indented by two spaces.", "indented by two spaces"),
        ("Write `/root/c.json` containing a JSON array.", "containing a JSON array"),
        ("Create `/root/b.xlsx` with the totals of the year.", "with the totals of the year"),
    ],
)
def test_words_that_no_check_accounts_for(tmp_path: Path, sentence: str, rest: str) -> None:
    compiled = _compiled(tmp_path, sentence)
    assert compiled.hard
    assert any(rest in item.detail and item.mandatory for item in compiled.abstained), compiled.abstained


@pytest.mark.parametrize(
    "sentence",
    [
        "Write `/root/c.json`.",
        "Could you please write `/root/c.json`?",
        "Can you create `/root/c.json` for me?",
        "The file `/root/c.csv` must have the columns `id` and `name`, in this order and no others.",
        "The file `/root/c.md` must contain the text `Internal use only`.",
        "The file `/root/c.md` must not contain `TODO` either.",
    ],
)
def test_words_that_the_checks_account_for(tmp_path: Path, sentence: str) -> None:
    compiled = _compiled(tmp_path, sentence)
    assert compiled.hard
    assert not compiled.abstained


def test_text_that_nothing_read_is_named(tmp_path: Path) -> None:
    compiled = _compiled(tmp_path, "Write `/root/c.json`.\n\nWe are in a hurry.\n\nZip the result afterwards!\n")
    unread = [item.span for item in compiled.residual if item.reason is Reason.UNREAD]
    assert [compiled.source(span.source).quote(span) for span in unread] == ["Zip the result afterwards!"]
    work = tmp_path / "work"
    work.mkdir()
    (work / "c.json").write_text("{}")
    certificate = api.check(compiled, workspace=work, maps={"/root": work})
    assert certificate.verdict.value == "UNCERTAIN"
    assert [item.quote for item in certificate.uncovered] == ["Zip the result afterwards!"]
