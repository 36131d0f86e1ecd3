"""No word of a clause is passed over: a check confirms only what every word of it is accounted for."""

from __future__ import annotations

from pathlib import Path

import pytest

from specharness import api
from specharness.ir import ObligationSet, Reason, Verdict

TABLE = "id,n\n2,2\n9,3\n10,4\n"
KEYS = '{"a": 1, "b": 2}'
PLAIN: tuple[tuple[str, dict[str, str]], ...] = (
    ("Write `/root/out.txt`. It must contain the word `ready`.", {"out.txt": "ready\n"}),
    ("Save the result as JSON to `/root/out.json` with the keys `a` and `b`.", {"out.json": KEYS}),
    ("`/root/out.csv` must have exactly 3 rows.", {"out.csv": TABLE}),
    ("`/root/out.csv` must have the columns `id` and `n`, in this order and no others.", {"out.csv": TABLE}),
    ("The rows of `/root/out.csv` must be sorted by the column `id` in ascending order.", {"out.csv": TABLE}),
    ("In `/root/out.csv`, every value in the column `n` must be between 1 and 9.", {"out.csv": TABLE}),
    ("The column `id` of `/root/out.csv` must be unique.", {"out.csv": TABLE}),
    ("In `/root/out.json`, `a` must be 1.", {"out.json": KEYS}),
    ("`/root/out.json` must be valid JSON.", {"out.json": KEYS}),
    ("The folder `/root/out` must contain `x.txt` and nothing else.", {"out/x.txt": "x"}),
    ("No cell of the column `n` in `/root/out.csv` may be empty.", {"out.csv": TABLE}),
    ("`/root/out.txt` must have at most 5 lines.", {"out.txt": "ready\n"}),
    ("`/root/out.csv` 必须正好有 3 行。", {"out.csv": TABLE}),
    ("Change `a` in `/root/out.json` from 7 to 1.", {"out.json": KEYS}),
    ("Bump `b` to 2 in `/root/out.json`.", {"out.json": KEYS}),
)
QUALIFIERS = (
    *("alphabetically", "in red", "twice", "per customer", "unless empty", "in reverse", "case-insensitively"),
    *("in bold", "at the top", "on one line", "with a border", "by region", "without gaps", "as a link", "in French"),
    *("rounded up", "in thousands", "grouped by month", "side by side", "for weekdays", "in two columns", "compressed"),
    *("before the summary", "after a blank line", "between brackets", "in a table", "as currency", "with a comment"),
    *("from oldest to newest", "once per page", "every second time", "in italics", "with examples", "as an attachment"),
    *("in small print", "double-spaced", "left-aligned", "separated by semicolons", "in chronological sequence"),
    *(
        "with leading zeros",
        "without punctuation",
        "in a footnote",
        "in the header",
        "no later than noon",
        "anonymised",
    ),
    *("up to the third level", "including subtotals", "excluding holidays", "with sources", "in plain English"),
    *("in pairs", "relative to last year", "in Roman numerals", "using tabs", "in descending priority", "encrypted"),
    *(
        "most recent first",
        "as of today",
        "to the nearest ten",
        "in metric units",
        "with its author",
        "weighted by size",
    ),
)
CHINESE = ("按字母顺序", "用红色", "两次", "每位客户", "倒序", "加粗", "放在顶部", "用法语", "四舍五入", "并注明来源")

INCOMPLETE: tuple[tuple[str, dict[str, str]], ...] = (
    ("Write `/root/a.txt`. It must contain `ok` as its only line.", {"a.txt": "x\nok\n"}),
    ("`/root/a.txt` must contain `ok`, underlined.", {"a.txt": "ok"}),
    ("`/root/a.txt` must mention `red` near `blue`.", {"a.txt": "red" + " x" * 900 + " blue"}),
    ("`/root/a.txt` must contain the number of rows as `7` at the very bottom.", {"a.txt": "7\nend\n"}),
    ("`/root/a.md` must contain the hyperlink `Home`.", {"a.md": "Home"}),
    ("`/root/a.md` must contain the heading `## Plan` and a paragraph below it.", {"a.md": "## Plan\n"}),
    ("`/root/a.md` must contain `## Plan` followed by three bullets.", {"a.md": "## Plan\n"}),
    ("`/root/a.txt` must not contain `foo`, and spell every name in full.", {"a.txt": "J. Doe"}),
    ("`/root/a.txt` must have exactly 2 lines of equal length.", {"a.txt": "a\nbbbb\n"}),
    ("`/root/a.txt` must have at most 9 words, all of them verbs.", {"a.txt": "house\n"}),
    ("`/root/a.csv` must have exactly 2 rows per shop.", {"a.csv": "shop\na\nb\n"}),
    ("`/root/a.csv` must have 2 rows, newest on top.", {"a.csv": "day\n2024-01-01\n2025-01-01\n"}),
    ("`/root/a.csv` must have the columns `id` and `n`, both lower-cased and quoted.", {"a.csv": "id,n\n1,2\n"}),
    ("`/root/a.csv` must have the columns `id` and `n`, with units in brackets.", {"a.csv": "id,n\n1,2\n"}),
    ("`/root/a.csv` must be tab-delimited and have the columns `id` and `n`.", {"a.csv": "id,n\n1,2\n"}),
    ("In `/root/a.csv`, the column `id` must be unique within its group.", {"a.csv": "id\n1\n2\n"}),
    ("In `/root/a.csv`, the column `id` must be unique and consecutive.", {"a.csv": "id\n1\n5\n"}),
    ("In `/root/a.csv`, no value of `id` may be empty or padded.", {"a.csv": "id\n 1\n"}),
    ("In `/root/a.csv`, every value of `n` must be at least 1 and even.", {"a.csv": "n\n3\n"}),
    ("In `/root/a.csv`, every value of `n` must be between 1 and 9, rising steadily.", {"a.csv": "n\n3\n1\n"}),
    ("The rows of `/root/a.csv` must be sorted by the column `s`, ignoring accents.", {"a.csv": "s\na\nb\n"}),
    ("The rows of `/root/a.csv` must be sorted by the column `s`, blanks last.", {"a.csv": "s\na\nb\n"}),
    ("In `/root/a.csv`, `state` must be one of `open`, `shut`, mostly `shut`.", {"a.csv": "state\nopen\n"}),
    ("Save the totals to `/root/a.csv` with the columns `id` and `n`, one file a region.", {"a.csv": "id,n\n1,2\n"}),
    ("Save the customers, deduplicated, as `/root/a.csv`. It must have the column `id`.", {"a.csv": "id\n1\n1\n"}),
    ("Save the alphabetised list as `/root/a.csv`. It must have the column `id`.", {"a.csv": "id\n2\n1\n"}),
    ("Write `/root/a.json` with the keys `a` and `b`, `a` coming first.", {"a.json": '{"b": 1, "a": 2}'}),
    ("Write `/root/a.json`, minified, with the key `a`.", {"a.json": '{ "a": 1 }'}),
    ("Write `/root/a.json` with the keys `a` and `b`, neither of them null.", {"a.json": '{"a": null, "b": null}'}),
    ("Write `/root/a.json` with an array of numbers under `a`.", {"a.json": '{"a": "x"}'}),
    ("In `/root/a.json`, `a` must be 1, as a string.", {"a.json": '{"a": 1}'}),
    ("In `/root/a.json`, `a` must be 1 and documented.", {"a.json": '{"a": 1}'}),
    ("`/root/a.json` must be valid JSON with sorted keys.", {"a.json": '{"b": 1, "a": 2}'}),
    ("`/root/a.json` must be valid JSON in UTF-16.", {"a.json": '{"b": 1}'}),
    ("The folder `/root/d` must contain `x.txt`, executable.", {"d/x.txt": "x"}),
    ("The folder `/root/d` must contain `x.txt` as a symbolic link.", {"d/x.txt": "x"}),
    ("Delete `/root/gone.txt` and announce it.", {"other.txt": "x"}),
    ("Move `/root/x.txt` to `/root/y.txt` and translate it.", {"y.txt": "x"}),
    ("Create `/root/a.txt` with a greeting.", {"a.txt": ""}),
    ("Create `/root/a.txt`, owned by the group staff.", {"a.txt": ""}),
    ("`/root/a.txt` 必须包含 `ok`，并用红色标出。", {"a.txt": "ok"}),
    ("`/root/a.csv` 必须正好有 2 行，每行一个城市。", {"a.csv": "x\n1\n2\n"}),
)
CONFIRMED: tuple[tuple[str, dict[str, str]], ...] = (
    ("Please save the report to `/root/a.md`. It must contain the heading `## Plan`.", {"a.md": "## Plan\n"}),
    ("`/root/a.txt` must contain `ok`, because the nightly job reads it.", {"a.txt": "ok"}),
    ("`/root/a.txt` must contain `ok` so that we can find it.", {"a.txt": "ok"}),
    ("The old importer broke last week: `/root/a.csv` must have the columns `id` and `n`.", {"a.csv": "id,n\n1,2\n"}),
    ("Make sure that `/root/a.json` is valid JSON.", {"a.json": "{}"}),
    ("First, write `/root/a.json`. Then delete `/root/b.txt`, nobody needs it.", {"a.json": "{}"}),
    ("Could you please create `/root/a.txt` for me?", {"a.txt": ""}),
)


def _workspace(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def _verdict(text: str, workspace: Path) -> Verdict:
    found = api.compile_text(text)
    if _open(found):
        return Verdict.UNCERTAIN  # nothing that is found could make it a pass
    return api.check(found, workspace=workspace, maps={"/root": workspace}).verdict


def _open(found: ObligationSet) -> bool:
    unread = any(item.reason is Reason.UNREAD for item in found.residual)
    return not found.hard or unread or any(item.mandatory for item in found.abstained)


@pytest.mark.parametrize(("text", "files"), [*PLAIN, *CONFIRMED])
def test_a_plain_demand_that_is_kept_is_confirmed(text: str, files: dict[str, str], tmp_path: Path) -> None:
    workspace = _workspace(tmp_path, files)
    assert api.check(api.compile_text(text), workspace=workspace, maps={"/root": workspace}).verdict is Verdict.PASS


@pytest.mark.parametrize(("text", "files"), PLAIN)
def test_no_qualifier_is_passed_over(text: str, files: dict[str, str], tmp_path: Path) -> None:
    workspace = _workspace(tmp_path, files)
    body, stop = text[:-1], text[-1]
    for word in CHINESE if stop == "。" else QUALIFIERS:
        front = f"{word}，{text}" if stop == "。" else f"{word.capitalize()}, {text[0].lower()}{text[1:]}"
        behind = f"{body}，{word}{stop}" if stop == "。" else f"{body} {word}{stop}"
        for qualified in (front, behind):
            assert _verdict(qualified, workspace) is not Verdict.PASS, qualified


@pytest.mark.parametrize(("text", "files"), INCOMPLETE)
def test_a_demand_that_is_kept_in_part_never_passes(text: str, files: dict[str, str], tmp_path: Path) -> None:
    assert _verdict(text, _workspace(tmp_path, files)) is not Verdict.PASS


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("`a.csv` must have the columns `id` (unique) and `n` (integer).", ("unique", "integer")),
        ("`a.txt` must contain `ok` in red.", ("in red",)),
        ("`a.csv` must have the columns `id` and `n`, both in red.", ("in red",)),
    ],
)
def test_what_is_left_open_is_named(text: str, left: tuple[str, ...]) -> None:
    details = [one.detail for one in api.compile_text(text).abstained]
    assert all(any(f"“{word}”" in detail for detail in details) for word in left), details


def test_the_sheets_that_a_demand_names_are_each_checked() -> None:
    text = "Write `/root/b.xlsx`. Each of the sheets `P` and `Q` must have the columns `id` and `n`."
    checks = [dict(one.effect.params) for one in api.compile_text(text).hard if one.effect.validator == "table_columns"]
    assert [check.get("sheet") for check in checks] == ["P", "Q"]


def test_an_order_that_the_quote_is_cut_off_from_is_checked() -> None:
    text = "`a.csv` must have the columns `id` and `n`, in that order, and exactly 9 rows."
    (check,) = [one for one in api.compile_text(text).hard if one.effect.validator == "table_columns"]
    assert check.effect.params["ordered"] is True
