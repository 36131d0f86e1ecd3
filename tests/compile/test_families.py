"""The family model: what it sees, where it starts from, what it learns."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from local_world import compiled, values

from specharness.compile.local import hints as hints_module
from specharness.compile.local.cues import CUES, cues
from specharness.compile.local.families import sort_of
from specharness.compile.local.hints import SURE, WEAK, Seen, hints, start_of
from specharness.compile.local.rules.files import MAX_NESTING, nested_keys
from specharness.compile.local.train_families import fit_families, start_weight
from specharness.compile.local.train_rows import Row
from specharness.ir import Direction, Disposition, Family, SourceKind

NAMED = sorted(set(re.findall(r"\"([a-z_]+:[a-z_]+[!~]?)\"", Path(hints_module.__file__).read_text(encoding="utf-8"))))
HINTS = [name for name in NAMED if name.split(":")[0] not in ("lit", "has", "opens", "block")]


@pytest.mark.parametrize(
    ("cue", "says", "says_not"),
    [
        ("sort", "Sort the rows by date.", "A resort by the sea."),
        ("round", "Rounded to 2 decimals.", "Walk around it."),
        ("neg_change", "Do not modify any test.", "Do not run it; modify the test."),
        ("neg_run", "Never run the full suite.", "Run it and never look back."),
        ("neg_publish", "Never open a pull request.", "Open a pull request."),
        ("instead", "Use `a` instead of `b`.", "Use `a` and `b`."),
        ("arith", "`x`: `a` / `b`", "`a/b` - read it"),
        ("valid", "The file is valid JSON.", "Invalidate the cache."),
        ("assigns", "Set radius = 2.", "Set the radius."),
        ("each_line", "One tuple per line.", "Line the edges."),
        ("status", "It returns 404 for them.", "It returns all rows."),
        ("sort", "按日期排序", "按日期"),
        ("neg_use", "不得包含空行", "包含空行"),
    ],
)
def test_a_cue_is_found_where_it_is_said(cue: str, says: str, says_not: str) -> None:
    assert cue in cues(says)
    assert cue not in cues(says_not)


WORDS = (
    "must not change use `a` instead of commit before 1.5x at least = 2 : [x] 404 OK per line sorted 不得 修改 按 only "
    "number folder pull request open test pass the same as ??? → camelCase e-mail 小数 no extra, ≤ 50 characters / * "
    "http POST /a"
).split(" ")


@given(st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join))
def test_the_prefilter_of_cues_loses_nothing(text: str) -> None:
    assert cues(text) == {name for name, pattern in CUES.items() if pattern.search(text)}


@pytest.mark.parametrize(
    ("literal", "sort"),
    [
        ("npm run lint", "command"),
        ("./check.sh", "command"),
        ("CI=1 poetry run check --all", "command"),
        ("import type", "import"),
        ("f(a, b) -> int", "call"),
        ("GET /api/users", "route"),
        ("camelCase", "case"),
        ("readOnlyHint", "camel"),
        ("feat(scope): subject", "scoped"),
        ("MAX_SIZE", "const"),
        ("std::process", "dotted"),
        ("==", "symbol"),
        ("42", "number"),
        ("YYYY-MM-DD", "date"),
        ("Do it now.", "phrase"),
    ],
)
def test_a_literal_has_the_sort_that_it_looks_like(literal: str, sort: str) -> None:
    assert sort_of(literal) == sort


def test_every_hint_names_a_family() -> None:
    assert len(HINTS) > 60
    assert {name.split(":")[0] for name in HINTS} <= {family.value for family in Family}
    assert start_of("sorted:order!") == ("sorted", SURE)
    assert start_of("unique:once~") == ("unique", WEAK)


def _seen(text: str, **over: object) -> Seen:
    none: frozenset[str] = frozenset()
    plain = dict.fromkeys(("before", "lead", "head", "beside", "label", "verb"), none)
    told = {"said": cues(text), "shapes": frozenset({"lit:none"}), "file": "", "kind": "prompt", "short": True}
    return Seen(**{**plain, **told, **over})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "family", "over"),
    [
        ("sorted by date, ascending", "sorted", {}),
        ("Do not edit anything in it", "unchanged", {}),
        ("Never open a pull request", "external_effect", {"kind": "guideline"}),
        ("Calculate the mean of all rows", "computed", {}),
        ("All tests must pass", "tests_pass", {}),
        ("Fill the blank cells", "cells_filled", {"verb": cues("Fill")}),
        ("Run the linter before you commit", "ordered_steps", {}),
    ],
)
def test_plain_wordings_hint_at_their_family(text: str, family: str, over: dict[str, object]) -> None:
    assert family in {name.split(":")[0] for name in hints(_seen(text, **over))}


def test_a_denied_change_is_no_forbidden_word() -> None:
    said = {name.split(":")[0] for name in hints(_seen("Do not change `a`", shapes=frozenset({"lit:word"})))}
    assert "unchanged" in said
    assert "not_contains" not in said


def _rows(label: str, features: set[str], documents: range) -> list[Row]:
    return [Row(frozenset(features), label, number) for number in documents]


def _best(model_rows: list[Row], strength: float, features: set[str]) -> str:
    model = fit_families(model_rows, strength)
    values = model.probabilities(features)
    return model.classes[max(range(len(values)), key=values.__getitem__)]


def test_the_model_starts_from_the_hints_and_learns_away_from_them() -> None:
    assert start_weight("hint:sorted:order!") == ("sorted", SURE)
    assert start_weight("read=unique") is None
    assert start_weight("c:sort") is None
    rows = _rows("unique", {"hint:sorted:order!"}, range(12)) + _rows("sorted", {"c:other"}, range(12))
    assert _best(rows, 1e-4, {"hint:sorted:order!"}) == "sorted"
    assert _best(rows, 10.0, {"hint:sorted:order!"}) == "unique"


def test_a_feature_of_few_documents_has_no_weight() -> None:
    rows = _rows("sorted", {"w:rare", "w:often"}, range(2)) + _rows("unique", {"w:often"}, range(2, 8))
    weights = fit_families(rows, 1.0).weights
    assert "w:rare" not in weights
    assert "w:often" in weights


def test_the_same_rows_give_the_same_model() -> None:
    rows = _rows("sorted", {"c:sort", "w:a"}, range(5)) + _rows("unique", {"c:unique", "w:b"}, range(5))
    assert fit_families(rows, 0.1) == fit_families(list(rows), 0.1)


@pytest.mark.parametrize(
    ("example", "keys"),
    [
        ('{"a": {"b": 1}, "c": [{"d": 2}, {"d": 3, "e": [1, 2]}]}', ["a.b", "c[].d", "c[].e"]),
        ('[{"x": 1, "y": [""]}]', ["x", "y"]),
        ('{"r": {"R0": {"t": , "p": }, } }', ["r.R0.t", "r.R0.p"]),
        ('{"a": [[{"b": 1}]]}', ["a[][].b"]),
        ('{"a": "{not: a bracket}", "b": 1}', ["a", "b"]),
        (']}{"a": 1', ["a"]),
        ("no keys at all", []),
    ],
)
def test_keys_of_an_example_are_flat_and_dotted(example: str, keys: list[str]) -> None:
    found = nested_keys(example)
    assert list(found) == keys
    for name, (start, end) in found.items():
        assert name.endswith(example[start:end])


def test_hostile_nesting_ends() -> None:
    deep = '{"a": ' * (MAX_NESTING * 4)
    assert len(nested_keys(deep)) <= MAX_NESTING + 1


def _hard(text: str, kind: SourceKind) -> list[Direction]:
    return [d for d in compiled(text, kind)[2].directions if d.disposition is Disposition.HARD]


@pytest.mark.parametrize(
    "text",
    [
        "# Rules\n\n- Never use `eval` in `src/a.py`.\n- You must use `open_safely()` in all code.\n",
        "# Rules\n\n- NEVER use `var`.\n- You must always use `const` instead of `let`.\n",
    ],
)
def test_a_guideline_binds_no_file_that_its_rule_does_not_name(text: str) -> None:
    for direction in _hard(text, SourceKind.GUIDELINE):
        quote = text[direction.spans[0].start : direction.spans[0].end]
        path = values(direction.params).get("path")
        assert path is None or str(path) in quote, direction


def test_a_blank_literal_is_no_parameter() -> None:
    text = "# Style\n\n- You must never use ` ` or `  ` to indent.\n- Always use `\t`.\n"
    for direction in _hard(text, SourceKind.GUIDELINE):
        for param in direction.params.values():
            assert all(text[span.start : span.end].strip() for span in param.spans)


def test_a_sample_in_brackets_is_no_text_to_hold() -> None:
    text = "# Commits\n\nThe file `NOTES.md` must state the scope (e.g. `feat(core)`).\n"
    for direction in _hard(text, SourceKind.GUIDELINE):
        assert "feat(core)" not in str(values(direction.params))
