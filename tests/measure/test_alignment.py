"""Alignment: the two rules, one pair at a time, and what a study makes of them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specharness import api
from specharness.errors import InputError, NotFoundError, SchemaMismatchError
from specharness.ir import Family
from specharness.measure.alignment import (
    Side,
    TaskAlignment,
    correspond,
    is_broad,
    is_fine,
    sides_of,
    summarise,
)
from specharness.measure.mentions import Mentions, literal_of, mentions_of, name_of, words_in
from specharness.measure.official_counts import official_tests, stated_counts, task_folders
from specharness.measure.official_tests import OfficialTest, parse_tests


def side(text: str, family: Family | None = None, **params: object) -> Side:
    return Side(mentions_of(text, params.items()), family, binding=family is not None)


def check(body: str, name: str = "test_it", docstring: str = "") -> OfficialTest:
    (test,) = parse_tests(f'def {name}():\n    """{docstring}"""\n    {body}\n', "test_a.py")
    return test


TOTAL = side("Store the sum of all invoices in `grand_total` of `/root/summary.json`.", Family.VALUE_EQUALS)


@pytest.mark.parametrize(
    ("test", "broad", "fine"),
    [
        (check('assert load("/elsewhere/summary.json")'), True, False),
        (check('assert d["grand_total"] == 12'), True, True),
        (check('assert len(d["grand_total"]) == 12'), True, False),
        (check("assert d == 12", "test_sum_of_invoices"), True, False),
        (check("assert d == 12", "test_sum_is_stored_of_invoices_rounded_twice_daily_again_upwards"), False, False),
        (check('assert d["vendor"] == 12', "test_vendor"), False, False),
        (check('assert Path("/root/summary.json").exists() and d.is_monotonic_increasing'), True, False),
        (check('assert load("other.json") == 4'), False, False),
    ],
)
def test_what_corresponds_to_a_total(test: OfficialTest, broad: bool, fine: bool) -> None:
    assert is_broad(TOTAL, test) is broad
    assert (is_broad(TOTAL, test) and is_fine(TOTAL, test)) is fine
    found = correspond([TOTAL], [test])[0]
    assert (found.broad, found.fine, found.broad_binding) == (broad, fine, broad)


def test_an_asserted_value_makes_it_fine() -> None:
    rounded = side("Round all prices in prices.csv to 2 decimals, none above 99.5.")
    assert is_fine(rounded, check('assert max(read("prices.csv")) <= 99.5'))
    assert not is_fine(rounded, check('assert max(read("prices.csv")) <= 98.5'))
    assert not is_fine(rounded, check("assert x == 0"))


def test_two_asserted_values_are_enough_and_one_is_not() -> None:
    bounds = side("Drop rows whose temperature is below -40 or above 60.")
    both = check('assert df["temp_c"].min() >= -40 and df["temp_c"].max() <= 60', "test_outliers")
    assert is_broad(bounds, both)
    assert is_fine(bounds, both)
    assert not is_broad(bounds, check('assert df["temp_c"].max() <= 60', "test_outliers"))
    assert not is_broad(side("Keep 2 of 3 rows."), check("assert a == 2 and b == 3", "test_x"))


def test_a_file_that_stays_as_it_is() -> None:
    kept = side("Do not change `in.csv`.", Family.UNCHANGED)
    assert is_fine(kept, check('assert sha256(read("in.csv")).hexdigest() == FIRST'))
    assert not is_fine(kept, check('assert read("in.csv") == FIRST'))
    assert not is_fine(kept, check('assert sha256(read("out.csv")).hexdigest() == FIRST'))


def test_a_path_is_no_name_and_no_value() -> None:
    found = mentions_of("Write `/root/out.csv`.", [("path", "/root/out.csv"), ("field", "a.b")])
    assert found.files == {"out.csv"}
    assert found.names == set(), "names of one letter tell nothing"
    assert "/root/out.csv" not in found.literals


def test_being_there_is_fine_only_where_nothing_else_is_asserted() -> None:
    written = side("Write `out.json`.", Family.PATH_EXISTS)
    assert is_fine(written, check('assert Path("out.json").exists()'))
    assert not is_fine(written, check('assert Path("out.json").exists() and load("out.json") == [4]'))
    assert not is_fine(written, check('assert not Path("out.json").exists()'))
    assert is_fine(side("Delete `out.json`.", Family.PATH_ABSENT), check('assert not Path("out.json").exists()'))


def test_a_message_and_an_unrelated_number_do_not_align() -> None:
    assert not is_broad(TOTAL, check('assert x == 3, "grand_total of summary.json"'))


def test_parameters_count_as_what_the_direction_says() -> None:
    keys = side("It holds these keys.", Family.SCHEMA, keys=("vendor.name", "amount"), path="/root/o.json")
    assert keys.mentions.files == {"o.json"}
    assert {"vendor", "name", "amount"} <= keys.mentions.names
    assert is_fine(keys, check('assert "amount" in d'))


def test_chinese_texts_align_by_their_characters() -> None:
    assert words_in("按日期排序") == {"按", "日", "期", "排", "序"}
    assert is_broad(side("结果按日期排序。"), check("assert f()", docstring="按日期排序"))


@pytest.mark.parametrize(
    ("value", "normal"),
    [
        (5, "5"),
        (5.0, "5"),
        ("5.0", "5"),
        ("1,000", "1000"),
        (-7, "-7"),
        (True, None),
        (None, None),
        (1, None),
        ("0", None),
        ("x", None),
        ("  A  b ", "a b"),
        ("x" * 201, None),
        (10**400, None),
        (b"abc", None),
    ],
)
def test_values_have_one_normal_form(value: object, normal: str | None) -> None:
    assert literal_of(value) == normal


def test_names_are_no_files_and_no_trifles() -> None:
    assert name_of("Total Revenue") == "total revenue"
    for text in ("out.json", "", "x", "null", "a\nb", "=SUM(A1)"):
        assert name_of(text) is None


@given(st.text(max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    found = mentions_of(text, [("value", text)])
    assert not found.names & found.files
    assert all(literal_of(value) == value or value for value in found.literals)


_SETS = st.frozensets(st.sampled_from("abcdef"), max_size=3)
_MENTIONS = st.builds(Mentions, _SETS, _SETS, _SETS, _SETS)
_SIDES = st.lists(
    st.builds(Side, _MENTIONS, st.sampled_from([None, Family.COUNT, Family.PATH_EXISTS]), st.booleans()), max_size=6
)
_TESTS = st.lists(
    st.builds(OfficialTest, st.just("t"), _MENTIONS, st.frozensets(st.sampled_from(["count", "exists"]), max_size=2)),
    max_size=4,
)


@settings(deadline=None)
@given(_SIDES, _TESTS)
def test_the_index_finds_what_comparing_all_pairs_finds(sides: list[Side], tests: list[OfficialTest]) -> None:
    for test, found in zip(tests, correspond(sides, tests), strict=True):
        broad = [one for one in sides if is_broad(one, test)]
        fine = [one for one in broad if is_fine(one, test)]
        assert (found.broad, found.fine) == (bool(broad), bool(fine))
        assert found.broad_binding == any(one.binding for one in broad)
        assert found.fine_binding == any(one.binding for one in fine)


def _task(name: str, sides: Sequence[Side], tests: Sequence[OfficialTest]) -> tuple[TaskAlignment, object, object]:
    found = correspond(sides, tests)
    return TaskAlignment(name, len(sides), 0, len(tests), len(tests), found), sides, tests


def test_shares_are_over_all_tests_and_chance_over_other_directions() -> None:
    other = side("Sort `names.txt`.")
    tests = [check('assert d["grand_total"] == 12'), check('assert x("none") == 5', "test_q")]
    result = summarise(
        [_task("a", [TOTAL], tests), _task("b", [other], [check('assert load("names.txt")')]), _task("c", [], [])]  # type: ignore[list-item]
    )
    assert result.shares["broad"].value == pytest.approx(2 / 3)
    assert result.shares["fine"].value == pytest.approx(1 / 3)
    assert result.shares["broad"].low is None, "two tasks make no interval"
    assert result.chance == {"broad": 0.0, "fine": 0.0, "broad_binding": 0.0, "fine_binding": 0.0}
    many = summarise([_task(str(number), [TOTAL], tests) for number in range(6)])  # type: ignore[misc]
    low, high = many.shares["broad"].low, many.shares["broad"].high
    assert low == high == 0.5
    assert many.chance["broad"] == 0.5, "the same directions everywhere: all of it is chance"


def test_nothing_read_has_no_share() -> None:
    result = summarise([_task("a", [TOTAL], [])])  # type: ignore[list-item]
    assert result.shares["broad"].value is None
    assert result.chance["broad"] is None


def test_the_held_out_test_of_the_corpus_is_related_after_compiling(tasks: Path) -> None:
    task = tasks / "invoice-summary-json"
    sides = sides_of(api.compile(task))
    (found,) = correspond(sides, official_tests(task).tests)
    assert (found.test, found.broad, found.fine) == ("test_outputs.py::test_summary", True, True)


def test_counts_come_from_the_index(tmp_path: Path) -> None:
    assert stated_counts(tmp_path) == {}
    index = tmp_path / "index.json"
    index.write_text('[{"task": "a", "official_tests": 4, "skills": 1}]')
    assert stated_counts(tmp_path) == {"a": 4}
    for text, error in (
        ("[{", SchemaMismatchError),
        ('[{"task": "a"}]', SchemaMismatchError),
        ('[{"task": "a", "official_tests": -1}]', SchemaMismatchError),
        ('[{"task": "a", "official_tests": 1}, {"task": "a", "official_tests": 2}]', InputError),
    ):
        index.write_text(text)
        with pytest.raises(error):
            stated_counts(tmp_path)


def test_a_folder_without_tasks_is_told(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match=r"instruction\.md"):
        task_folders(tmp_path)
    with pytest.raises(NotFoundError, match="no such folder"):
        task_folders(tmp_path / "nowhere")


def run(repository: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(repository / "eval" / "alignment.py"), *map(str, arguments)],
        env={"PYTHONPATH": str(repository), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def _write_task(folder: Path, prompt: str, tests: str | None) -> None:
    folder.mkdir(parents=True)
    (folder / "instruction.md").write_text(prompt, encoding="utf-8")
    if tests is not None:
        (folder / "tests").mkdir()
        (folder / "tests" / "test_outputs.py").write_text(tests, encoding="utf-8")


def test_the_command_compiles_reads_and_counts(repository: Path, tmp_path: Path) -> None:
    root = tmp_path / "tasks"
    _write_task(root / "a", "Write `/root/out.json`.\n", 'def test_a():\n    assert Path("/root/out.json").exists()\n')
    _write_task(root / "b", "Write `/root/b.csv`.\n", None)
    _write_task(root / "c", "Write `/root/c.csv`.\n", "def test_c(:\n")
    (root / "index.json").write_text('[{"task": "a", "official_tests": 2}, {"task": "b", "official_tests": 7}]')
    done = run(repository, root, "--format", "json", "-o", tmp_path / "result.json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result == json.loads((tmp_path / "result.json").read_text())
    assert (result["tests"], result["read"], result["shares"]["fine"]["value"]) == (8, 1, 1.0)
    assert [task["tests"] for task in result["tasks"]] == [1, 7, None]
    assert "index.json states 2 tests, 1 were read" in done.stderr
    assert "test_outputs.py: not Python" in done.stderr
    table = run(repository, root)
    assert "7 tests of 1 tasks were not there to be read" in table.stdout


def test_the_command_takes_directions_and_tests_from_elsewhere(repository: Path, tmp_path: Path) -> None:
    root = tmp_path / "tasks"
    _write_task(root / "a", "Write `out.json`.\n", None)
    (tmp_path / "tests" / "a").mkdir(parents=True)
    (tmp_path / "tests" / "a" / "test_a.py").write_text('def test_a():\n    assert load("out.json")\n')
    label = {
        "id": "d1",
        "spans": [{"source": "instruction.md", "start": 0, "end": 17}],
        "disposition": "hard",
        "modality": "must",
        "kind": "outcome",
        "family": "path_exists",
        "params": {"path": "out.json"},
        "condition": None,
        "statement": "The file exists.",
        "confidence": "sure",
    }
    given = tmp_path / "labels" / "a"
    given.mkdir(parents=True)
    (given / "instruction.md.jsonl").write_text(json.dumps(label) + "\n", encoding="utf-8")
    done = run(repository, root, "--directions", given.parent, "--tests", tmp_path / "tests", "--format", "json")
    assert done.returncode == 0, done.stderr
    (task,) = json.loads(done.stdout)["tasks"]
    assert (task["directions"], task["binding"], task["broad"], task["fine"]) == (1, 1, 1, 0)
    (given / "instruction.md.jsonl").write_text("{\n", encoding="utf-8")
    broken = run(repository, root, "--directions", given.parent)
    assert broken.returncode == 2
    assert "instruction.md.jsonl: line 1" in broken.stderr
    assert run(repository, root, "--directions", tmp_path).returncode == 2
    assert run(repository, tmp_path / "nowhere").returncode == 2


@pytest.mark.data
def test_the_public_tasks_state_their_numbers_of_tests(data: Path) -> None:
    counts = stated_counts(data / "skillsbench")
    folders = task_folders(data / "skillsbench")
    assert {folder.name for folder in folders} == set(counts)
    assert sum(counts.values()) > 0
    assert all(official_tests(folder).tests == () for folder in folders)
