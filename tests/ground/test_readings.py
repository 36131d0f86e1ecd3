"""From a sentence to a verdict: what one sentence says of values, counts, columns and texts, over a file that keeps it
and a file that breaks it. A file that keeps it never fails, one that breaks it never passes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest
from openpyxl import Workbook

from specharness import api
from specharness.ir import Verdict


class Case(NamedTuple):
    sentence: str
    name: str
    keeps: str
    breaks: str


def _json(sentence: str, keeps: object, breaks: object) -> Case:
    return Case(f"Write `/root/c.json`. {sentence}", "c.json", json.dumps(keeps), json.dumps(breaks))


def _csv(sentence: str, keeps: str, breaks: str) -> Case:
    return Case(f"Write `/root/c.csv`. {sentence}", "c.csv", keeps, breaks)


def _md(sentence: str, keeps: str, breaks: str) -> Case:
    return Case(f"Write `/root/r.md`. {sentence}", "r.md", keeps, breaks)


DECIDED = (
    _csv("It must not contain more than two rows.", "id,v\n1,a\n2,b\n", "id,v\n1,a\n2,b\n3,c\n"),
    _csv("It must have the columns id, name and age, in this order.", "id,name,age\n1,a,3\n", "name,id,age\na,1,3\n"),
    _csv("The header must be `id,name,age`.", "id,name,age\n1,a,3\n", "name,id,age\na,1,3\n"),
    _csv("The header must be `id,name`.", "id,name\n1,a\n", "id,name,age\n1,a,3\n"),
    _csv('The column `status` may only contain "open" or "shut".', "id,status\n1,open\n", "id,status\n1,x\n"),
    _csv('The column `status` must not contain "unknown".', "id,status\n1,open\n", "id,status\n1,unknown\n"),
    _csv("The column `day` must be in the format DD.MM.YYYY.", "day\n01.02.2024\n", "day\n2024-02-01\n"),
    _csv("The column `name` must not be empty in any row.", "name,b\nx,1\n", "name,b\n,1\nx,2\n"),
    _json("`total` must not be less than 10.", {"total": 10}, {"total": 9}),
    _json("`total` is never more than 10.", {"total": 10}, {"total": 11}),
    _json("`total` must never fall below 5.", {"total": 5}, {"total": 4}),
    _json("`total` must be strictly between 1 and 10.", {"total": 5}, {"total": 10}),
    _json("`total` must be 1 or greater.", {"total": 3}, {"total": 0}),
    _json("`items` must not have more than 3 elements.", {"items": [1, 2, 3]}, {"items": [1, 2, 3, 4]}),
    _json("`items` must have 3 to 5 entries.", {"items": [1, 2, 3]}, {"items": [1, 2]}),
    _json("`active` must be true or false.", {"active": False}, {"active": 3}),
    _json("`n` must be 1, 2 or 3.", {"n": 3}, {"n": 4}),
    _json('`tags` must not include "red".', {"tags": ["blue"]}, {"tags": ["red"]}),
    _json("It must contain only the keys `a` and `b`.", {"a": 1, "b": 2}, {"a": 1, "b": 2, "c": 3}),
    _json("It has the keys `a` and `b` and no others.", {"a": 1, "b": 2}, {"a": 1, "b": 2, "c": 3}),
    _md("The text must not have more than 5 words.", "a b c", "a b c d e f"),
    _md("It must not be shorter than 5 lines.", "a\n" * 6, "a\n" * 2),
    _md("It must contain no more than 5 lines and no fewer than 2.", "a\nb\n", "a\n"),
    _md("It must have 5 lines or fewer.", "a\n" * 3, "a\n" * 6),
    Case("写入 `/root/c.json`。`total` 不得小于10。", "c.json", '{"total": 10}', '{"total": 9}'),
    Case("写入 `/root/c.json`，只包含键 `a` 和 `b`。", "c.json", '{"a": 1, "b": 2}', '{"a": 1, "b": 2, "c": 3}'),
)
OPEN = (
    _csv("It must have no column `ssn`.", "id\n1\n", "id,ssn\n1,2\n"),
    _csv("Leave the column `ssn` out.", "id\n1\n", "id,ssn\n1,2\n"),
    _json("There must be no key `ssn`.", {"id": 1}, {"id": 1, "ssn": 2}),
    _json("`n` must not be between 1 and 5.", {"n": 6}, {"n": 3}),
    _json('`status` must be "ok" or "bad", never "unknown".', {"status": "ok"}, {"status": "unknown"}),
    _json("`name` must be shorter than 5 characters.", {"name": "ann"}, {"name": "annabella"}),
    _json("It must contain the key `a` or `b`.", {"a": 1}, {"c": 1}),
    _md('It must contain either "yes" or "no".', "yes", "maybe"),
    _md('It must contain one of "yes", "no".', "yes", "maybe"),
    _md('Except in the title, do not use the word "Title".', "# Title\n\nabc\n", "# A\n\nTitle\n"),
    _md('It is not necessary to include "budget", but "cost" is required.', "cost", "budget"),
    _md('It must end with the line "END".', "a\nEND\n", "a\nEND\nb\n"),
    _md('It must contain "A" at most twice.', "x", "A A A"),
)


def _verdict(folder: Path, case: Case, content: str) -> Verdict:
    (folder / "spec.md").write_text(case.sentence, encoding="utf-8")
    before, after = folder / "before", folder / "after"
    before.mkdir()
    after.mkdir()
    (after / case.name).write_text(content, encoding="utf-8")
    compiled = api.compile(folder / "spec.md", workspaces=[before], maps={"/root": before})
    return api.check(compiled, workspace=after, before=before, maps={"/root": after}).verdict


@pytest.mark.parametrize("case", DECIDED, ids=lambda case: case.sentence)
def test_a_sentence_is_decided_both_ways(tmp_path: Path, case: Case) -> None:
    (tmp_path / "keeps").mkdir()
    (tmp_path / "breaks").mkdir()
    assert _verdict(tmp_path / "keeps", case, case.keeps) is Verdict.PASS
    assert _verdict(tmp_path / "breaks", case, case.breaks) is Verdict.FAIL


@pytest.mark.parametrize("case", OPEN, ids=lambda case: case.sentence)
def test_what_no_check_says_stays_open(tmp_path: Path, case: Case) -> None:
    (tmp_path / "keeps").mkdir()
    (tmp_path / "breaks").mkdir()
    assert _verdict(tmp_path / "keeps", case, case.keeps) is not Verdict.FAIL
    assert _verdict(tmp_path / "breaks", case, case.breaks) is not Verdict.PASS


EXAMPLES = (
    ('{"Paris": {"pop": 2100000}}', {"Berlin": {"pop": 3}}),
    ('{"price": 5, "name": null}', {"price": 5, "name": "x"}),
)


@pytest.mark.parametrize(("block", "honest"), EXAMPLES)
def test_a_sample_key_or_a_sample_null_is_not_demanded(tmp_path: Path, block: str, honest: object) -> None:
    text = f"Write `/root/c.json` in this format:\n\n```json\n{block}\n```\n"
    assert _verdict(tmp_path, Case(text, "c.json", "", ""), json.dumps(honest)) is not Verdict.FAIL


SHEETS = (
    ('There must be no sheet called "Draft".', {"Costs": "a"}, {"Draft": "a"}),
    ('Add the sheet "Summary".', {"Costs": "a", "Summary": "b"}, {"Costs": "a"}),
    ("It must have the sheets Income and Costs.", {"Income": "a", "Costs": "b"}, {"Income": "a"}),
    ('Cell A1 of "Costs" must be "Item".', {"Costs": "Item"}, {"Costs": "No"}),
    ('The first sheet must be called "Income".', {"Income": "a", "B": "b"}, {"B": "a", "Income": "b"}),
    ('It must have a sheet "Data" or "Raw".', {"Raw": "a"}, {"Other": "a"}),
)


@pytest.mark.parametrize(("sentence", "keeps", "breaks"), SHEETS)
def test_sheets(tmp_path: Path, sentence: str, keeps: dict[str, str], breaks: dict[str, str]) -> None:
    (tmp_path / "spec.md").write_text(f"Create `/root/b.xlsx`. {sentence}", encoding="utf-8")
    before = tmp_path / "before"
    before.mkdir()
    compiled = api.compile(tmp_path / "spec.md", workspaces=[before], maps={"/root": before})
    verdicts = []
    for name, sheets in (("keeps", keeps), ("breaks", breaks)):
        book = Workbook()
        book.remove(book.worksheets[0])
        for title, text in sheets.items():
            book.create_sheet(title)["A1"] = text
        folder = tmp_path / name
        folder.mkdir()
        book.save(folder / "b.xlsx")
        verdicts.append(api.check(compiled, workspace=folder, before=before, maps={"/root": folder}).verdict)
    assert verdicts[0] is not Verdict.FAIL
    assert verdicts[1] is not Verdict.PASS
