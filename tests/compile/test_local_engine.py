"""The local engine as a whole: deterministic, inside its text, local in its effects, true to each "not" and "may"."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from local_world import compiled, labels, source_of, values

from specharness.compile.local import LocalEngine
from specharness.compile.local.lexicon import force_of
from specharness.compile.local.literals import paths
from specharness.compile.local.model import shipped_weights
from specharness.ir import Block, Direction, Disposition, Source, SourceKind
from specharness.segment import segment

J = "Write the result to `/root/out.json`.\n\n{}\n"
C = "Save the table as `/root/out.csv`.\n\n{}\n"
X = "Save the workbook as `/root/book.xlsx`.\n\n{}\n"
M = "Write the report to `/root/report.md`.\n\n{}\n"
ZC = "把表格保存为 `/root/out.csv`。\n\n{}\n"
ZM = "把报告写到 `/root/report.md`。\n\n{}\n"
N = "# Task\n\n{}\n"

ALTERED: list[tuple[str, str, str, str | dict[str, object]]] = [
    # Document, a sentence, the sentence altered, and what becomes of it: a family, a parameter, or little force.
    (M, 'It must contain "Acme".', 'It must not contain "Acme".', "not_contains"),
    (M, "The report must mention `v2`.", "The report must never mention `v2`.", "not_contains"),
    (M, 'The word "draft" must appear.', 'The word "draft" must not appear.', "not_contains"),
    (M, 'The report must include "Q3".', 'The report cannot include "Q3".', "not_contains"),
    (M, "It must contain the heading `## Risks`.", "It must not contain the heading `## Risks`.", "not_contains"),
    (M, 'It must not contain "TBA".', 'It must contain "TBA".', "contains"),
    (M, "Never mention `foo`.", "Always mention `foo`.", "contains"),
    (M, 'The report must not include "Secret".', 'The report must include "Secret".', "contains"),
    (ZM, "必须包含“结论”。", "不得包含“结论”。", "not_contains"),
    (ZM, "报告中不得出现“机密”。", "报告中必须出现“机密”。", "contains"),
    (N, "Create `a.txt`.", "Do not create `a.txt`.", "path_absent"),
    (N, "`a.txt` must exist.", "`a.txt` must not exist.", "path_absent"),
    (N, "`a.txt` must not exist.", "`a.txt` must exist.", "path_exists"),
    (N, "The file `x.log` must be deleted.", "The file `x.log` must not be deleted.", "unchanged"),
    (N, "`b.json` must not be present.", "`b.json` must be present.", "path_exists"),
    (N, "`a.txt` 必须存在。", "`a.txt` 不得存在。", "path_absent"),
    (N, "Run `make lint`.", "Do not run `make lint`.", "tool_not_used"),
    (N, "Use `git rebase`.", "Never use `git rebase`.", "tool_not_used"),
    (N, "Never call `curl`.", "Call `curl`.", "tool_used"),
    (N, "运行 `make`。", "不要运行 `make`。", "tool_not_used"),
    (M, 'It must contain "Acme".', 'It may contain "Acme".', "at most advisory"),
    (M, "The report must mention `v2`.", "The report can optionally mention `v2`.", "at most advisory"),
    (M, 'You must add "Notes".', 'You may add "Notes".', "at most advisory"),
    (J, "`score` must be between 0 and 100.", "`score` may be between 0 and 100.", "at most advisory"),
    (J, "Round `total` to 2 decimals.", "You may round `total` to 2 decimals.", "at most advisory"),
    (C, "Sort the rows by `date`.", "You can sort the rows by `date`.", "at most advisory"),
    (C, "The rows must be sorted by `date`.", "Ideally the rows are sorted by `date`.", "at most advisory"),
    (C, "It must have the columns `a` and `b`.", "It may have the columns `a` and `b`.", "at most advisory"),
    (N, "Run `make lint`.", "Feel free to run `make lint`.", "at most advisory"),
    (N, "You must run `pytest`.", "You may run `pytest`.", "at most advisory"),
    (N, "Use `uv`.", "Prefer `uv` where possible.", "at most advisory"),
    (C, "`id` must be unique.", "`id` may be unique.", "at most advisory"),
    (M, "The report must be under 500 words.", "Try to keep the report under 500 words.", "at most advisory"),
    (ZM, "必须包含“结论”。", "可以包含“结论”。", "at most advisory"),
    (ZC, "按 `日期` 升序排列。", "最好按 `日期` 升序排列。", "at most advisory"),
    (N, "`a.py` must not be changed.", "`a.py` may be changed.", "no force"),
    (N, "Do not modify `a.csv`.", "You may modify `a.csv`.", "no force"),
    (N, "不要修改 `a.csv`。", "可以修改 `a.csv`。", "no force"),
    (N, "Only `a.py` may be changed.", "`a.py` and others may be changed.", "no force"),
    (N, "Create `a.txt`.", "You may create `a.txt`.", "no force"),
    (N, "Write the log to `a.log`.", "Optionally, write the log to `a.log`.", "no force"),
    (N, "All tests must pass.", "The tests may fail.", "no force"),
    (N, "All tests must pass.", "Ideally all tests pass.", "no force"),
    (J, "`x` must be at least 5.", "`x` must be at most 5.", {"max": 5}),
    (J, "`x` must be at most 5.", "`x` must be at least 5.", {"min": 5}),
    (J, "`x` must be greater than 5.", "`x` must not be greater than 5.", {"max": 5}),
    (J, "`x` must be less than 5.", "`x` must be greater than 5.", {"min_exclusive": 5}),
    (C, "It must have at least 4 rows.", "It must have at most 4 rows.", {"max": 4}),
    (C, "It must have more than 4 rows.", "It must have no more than 4 rows.", {"max": 4}),
    (C, "It must have exactly 4 rows.", "It must have at least 4 rows.", {"min": 4}),
    (C, "It must have fewer than 4 rows.", "It must have no fewer than 4 rows.", {"min": 4}),
    (C, "Sort by `a` in ascending order.", "Sort by `a` in descending order.", {"order": "descending"}),
    (ZC, "按 `a` 升序排列。", "按 `a` 降序排列。", {"order": "descending"}),
    (J, "Round `x` to 2 decimals.", "Round `x` to 3 decimals.", {"decimals": 3}),
    (J, "`ok` must be true.", "`ok` must be false.", {"value": False}),
    (J, "`n` must be 3.", "`n` must be 4.", {"value": 4}),
    (J, '`n` must be "a".', '`n` must be "b".', {"value": "b"}),
    (N, "Save it as `a.txt`.", "Save it as `b.txt`.", {"path": "b.txt"}),
    (N, "Do not modify `a.csv`.", "Do not modify `b.csv`.", {"path": "b.csv"}),
    (N, "Only `a.py` may be changed.", "Only `b.py` may be changed.", {"allowed": "b.py"}),
    (J, "`d` must use the format YYYY-MM-DD.", "`d` must use the format DD.MM.YYYY.", {"pattern": "DD.MM.YYYY"}),
    (M, 'It must contain "A".', 'It does not have to contain "A".', "no force"),
    (M, 'It must contain "A".', 'It need not contain "A".', "no force"),
    (N, "You must run `pytest`.", "You do not need to run `pytest`.", "no force"),
    (N, "Create `a.txt`.", "There is no need to create `a.txt`.", "no force"),
    (J, "Set `debug` to `true`.", "Do not set `debug` to `true`.", "another family"),
    (C, "Sort by `a`.", "Do not sort by `a`.", "another family"),
    (C, "The rows must be sorted by `a`.", "The rows need not be sorted by `a`.", "another family"),
    (C, "`email` must be unique.", "`email` need not be unique.", "another family"),
    (J, "`x` must be rounded to 2 decimals.", "`x` must not be rounded to 2 decimals.", "another family"),
    (J, "`x` must be one of `a`, `b`.", "`x` must not be one of `a`, `b`.", "another family"),
    (C, "`d` must be in the format YYYY-MM-DD.", "`d` must not be in the format YYYY-MM-DD.", "another family"),
    (X, "It must contain a sheet named `Raw`.", "It must not contain a sheet named `Raw`.", "another family"),
    (C, "It must have a column `tmp`.", "It must not have a column `tmp`.", "another family"),
    (N, "Keep all files except `a.txt` unchanged.", "Keep `a.txt` unchanged.", "unchanged"),
]


def outcome(document: str, sentence: str) -> list[Direction]:
    """Directions of a sentence put into a document."""
    text = document.format(sentence)
    _, _, found = compiled(text)
    return [direction for direction in found.directions if direction.spans[0].start >= text.rindex(sentence)]


@pytest.mark.parametrize(("document", "sentence", "altered", "wanted"), ALTERED)
def test_an_altered_sentence_is_read_as_altered(
    document: str, sentence: str, altered: str, wanted: str | dict[str, object]
) -> None:
    before = [one for one in outcome(document, sentence) if one.disposition is Disposition.HARD]
    assert len(before) == 1
    after = outcome(document, altered)
    hard = [one for one in after if one.disposition is Disposition.HARD]
    if wanted == "at most advisory":
        assert all(one.disposition is Disposition.ADVISORY for one in after)
    elif wanted == "no force":
        assert not hard
    elif wanted == "another family":
        assert all(one.family is not before[0].family for one in hard)
    elif isinstance(wanted, str):
        (direction,) = hard
        assert (direction.family, bool(direction.params)) == (wanted, True)
    else:
        (direction,) = hard
        assert direction.family is before[0].family
        assert values(direction.params).items() >= wanted.items()
        assert values(before[0].params) != values(direction.params)


def test_a_permission_mostly_shapes_the_work() -> None:
    permitted = [(document, altered) for document, _, altered, wanted in ALTERED if wanted == "at most advisory"]
    spoken = [sentence for document, sentence in permitted if outcome(document, sentence)]
    assert len(spoken) >= 0.7 * len(permitted)


ALPHABET = st.sampled_from(
    [
        *"ab`\"'*-#>|{}[]()<&;:,.!? \n\t。，：；é\u200b\U0001f600\r",
        "Write `a.json`.", "must not ", "- ", "```\n", "| a | b |\n|---|---|\n", "only ", "exactly 3 rows", " if ",
        "sorted by `x`", "\n\n", "必须包含“x”", "between 1 and 5", "## ", "<!-- ", " -->", "columns: a, b",
    ]
)  # fmt: skip
TEXTS = st.lists(ALPHABET, max_size=30).map("".join)


def check_shape(source: Source, directions: tuple[Direction, ...]) -> None:
    """What holds of the directions of any text."""
    assert [one.id for one in directions] == [f"d{number}" for number in range(1, len(directions) + 1)]
    for one in directions:
        assert source.quote(one.spans[0]).strip()
        for span in (*one.spans, *(span for param in one.params.values() for span in param.spans)):
            assert 0 <= span.start < span.end <= len(source.text)
            assert span.source == source.id
        assert one.disposition is not Disposition.RESIDUAL
        assert (one.disposition is Disposition.HARD) == (one.family is not None) == (one.reason is None)
        assert one.condition is None or one.condition in source.text


@given(TEXTS, st.sampled_from(SourceKind))
@settings(max_examples=80, deadline=None, derandomize=True)
def test_directions_of_any_text_lie_inside_it(text: str, kind: SourceKind) -> None:
    source, _, found = compiled(text, kind)
    check_shape(source, found.directions)
    for span in found.meta:
        assert source.quote(span).strip()


def specifications(tasks: Path) -> list[str]:
    """The corpus's prompts."""
    texts = [path.read_bytes().decode() for path in sorted(tasks.glob("*/instruction.md"))]
    assert len(texts) > 10
    return texts


def test_directions_of_the_corpus_are_in_order_and_inside(tasks: Path) -> None:
    for text in specifications(tasks):
        source, _, found = compiled(text)
        check_shape(source, found.directions)
        assert found.directions


@pytest.mark.parametrize("kind", [SourceKind.PROMPT, SourceKind.GUIDELINE, SourceKind.SKILL])
def test_every_kind_but_the_workspace_is_read(kind: SourceKind) -> None:
    _, _, found = compiled("You must write the result to `/root/a.txt`.", kind)
    assert found.directions


def test_the_workspace_obliges_nobody(tasks: Path) -> None:
    for text in specifications(tasks)[:5]:
        _, _, found = compiled(text, SourceKind.WORKSPACE)
        assert found.directions == ()


@pytest.mark.parametrize("text", ["", " ", "\n\n", "---\n---\n", "# Only a heading\n", "\ufeff"])
def test_a_text_without_words_gives_nothing(text: str) -> None:
    _, _, found = compiled(text)
    assert found.directions == ()


def test_two_engines_agree_and_one_agrees_with_itself(tasks: Path) -> None:
    text = specifications(tasks)[0]
    source = source_of(text)
    units = segment(source)
    first, second = LocalEngine(), LocalEngine()
    assert first.id == second.id
    assert first.compile(source, units) == first.compile(source, units) == second.compile(source, units)


SCRIPT = """
import json, sys
from hashlib import sha256
from pathlib import Path
from specharness.compile.local import LocalEngine
from specharness.ir import Source, SourceKind
from specharness.segment import segment
engine = LocalEngine()
out = [engine.id.model_dump(mode="json")]
for path in sorted(Path(sys.argv[1]).glob("*/instruction.md"))[:6]:
    raw = path.read_bytes()
    source = Source(id="p", kind=SourceKind.PROMPT, sha256=sha256(raw).hexdigest(), text=raw.decode())
    out.append([one.model_dump(mode="json") for one in engine.compile(source, segment(source)).directions])
print(json.dumps(out))
"""


def test_two_processes_agree_whatever_their_hash_seed(tasks: Path) -> None:
    outputs = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT, str(tasks)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "4242")
    ]
    assert outputs[0] == outputs[1]
    assert len(json.loads(outputs[0])) == 7


EDIT = "The team met twice in March."


def test_an_edit_elsewhere_leaves_a_demand_as_it_is(tasks: Path) -> None:
    """In each paragraph of the corpus its last sentence, if it names no file and introduces nothing, is replaced by
    background; the directions of all other blocks keep disposition, family and parameters.

    Measured: 807 of 807.
    """
    kept = total = 0
    for text in specifications(tasks):
        source, units, found = compiled(text)
        leads = {unit.parent for unit in units}
        last = {unit.group: unit for unit in units if unit.block is Block.SENTENCE and unit.group}
        for edited in last.values():
            start, end = edited.body.start, edited.body.end
            if edited.id in leads or paths(text, start, end):
                continue
            altered, _, altered_found = compiled(text[:start] + EDIT + text[end:])
            block = [unit.span for unit in units if unit.group == edited.group]
            low, high, shift = block[0].start, block[-1].end, len(EDIT) - (end - start)
            before = elsewhere(source, found.directions, low, high)
            after = elsewhere(altered, altered_found.directions, low, high + shift)
            total += len(before)
            for label in before:
                if label in after:
                    after.remove(label)
                    kept += 1
    assert total > 500
    assert kept / total >= 0.9


def elsewhere(source: Source, directions: tuple[Direction, ...], low: int, high: int) -> list[tuple[object, ...]]:
    """Labels of the directions outside a block."""
    return [
        labels(source, one) for one in directions if all(span.end <= low or span.start >= high for span in one.spans)
    ]


def test_other_weights_have_another_fingerprint() -> None:
    other = replace(shipped_weights(), sha256="0" * 64)
    assert LocalEngine(other).id.fingerprint != LocalEngine().id.fingerprint


def test_the_month_of_may_permits_nothing() -> None:
    assert force_of("They have to contain the heading `# Minutes, 14 May 2025`.") is Disposition.HARD
    assert force_of("On 3 May the file must be there.") is Disposition.HARD
    assert force_of("It may be long.") is Disposition.ADVISORY
