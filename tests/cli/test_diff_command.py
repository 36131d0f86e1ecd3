"""`specharness snapshot` and `specharness diff`: what they print, and their exit statuses."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from specharness.cli.main import main


def database(path: Path, script: str) -> Path:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(script)
    return path


@pytest.fixture
def folders(tmp_path: Path) -> tuple[str, str]:
    for name, text in (("before", "one"), ("after", "other")):
        (tmp_path / name / "out").mkdir(parents=True)
        (tmp_path / name / "out" / "a.txt").write_text(text)
        (tmp_path / name / "same").write_text("same")
    (tmp_path / "after" / "new\n\x1b[31mline").write_text("x")
    return str(tmp_path / "before"), str(tmp_path / "after")


def test_changes_of_folders(folders: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", *folders, "--allow", "out"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split()[:3] == ["unaccounted", "added", "new\\n\\x1b[31mline"]
    assert lines[2].split()[:3] == ["allowed", "edited", "out/a.txt"]
    assert lines[-1] == "2 changes: 1 unaccounted for, 1 allowed; 0 undecided"


def test_check_decides_the_exit_status(folders: tuple[str, str], tmp_path: Path) -> None:
    before, after = folders
    assert main(["diff", before, after, "--check"]) == 1
    assert main(["diff", before, after, "--check", "--allow", "**"]) == 0
    assert main(["diff", before, before, "--check"]) == 0
    with (tmp_path / "after" / "holes").open("wb") as stream:
        stream.truncate(1 << 40)
    assert main(["snapshot", after, "-o", str(tmp_path / "after.json")]) == 0
    assert main(["diff", str(tmp_path / "after.json"), after, "--check"]) == 3


def test_a_written_snapshot_stands_for_its_folder(
    folders: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after = folders
    record, again = str(tmp_path / "record.json"), str(tmp_path / "again.json")
    assert main(["snapshot", before, "-o", record]) == 0
    assert main(["snapshot", before, "-o", again, "--previous", record]) == 0
    assert json.loads(Path(record).read_bytes())["entries"] == json.loads(Path(again).read_bytes())["entries"]
    capsys.readouterr()
    assert main(["diff", before, after, "--format", "json"]) == 0
    direct = capsys.readouterr().out
    for options in ([], ["--quick"]):
        assert main(["diff", record, after, "--format", "json", *options]) == 0
        assert capsys.readouterr().out == direct
    assert main(["diff", record, before, "--quick", "--check"]) == 0


def test_changes_of_databases(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = database(
        tmp_path / "a.db", "CREATE TABLE t (k TEXT PRIMARY KEY, v); INSERT INTO t VALUES ('x', 1), ('y', 2)"
    )
    second = tmp_path / "b.db"
    second.write_bytes(first.read_bytes())
    database(second, "UPDATE t SET v = v + 1; CREATE INDEX i ON t (v)")
    rules = tmp_path / "rules.json"
    rules.write_text('{"rows": [{"table": "t", "before": {"column": "v", "op": "<", "value": 2}}]}')
    output = tmp_path / "diff.json"
    assert main(["diff", str(first), str(second), "--rules", str(rules), "--check", "-o", str(output)]) == 1
    printed = capsys.readouterr().out
    assert "v: int:2 → int:3" in printed
    assert "3 changes: 2 unaccounted for, 1 allowed; 0 undecided" in printed
    assert [one["accounted"] for one in json.loads(output.read_bytes())["row_changes"]] == [True, False]
    assert main(["snapshot", str(first)]) == 0
    assert capsys.readouterr().out == "1 table, 2 rows; 0 not read\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["snapshot", "absent"], "nothing does"),
        (["diff", "folder", "/dev/null"], "a pipe or device does"),
        (["snapshot", "folder", "-o", "folder/x.json"], "lies in"),
        (["snapshot", "folder", "--previous", "a.db"], "about a database"),
        (["snapshot", "a.db", "--previous", "folder.json"], "expected a folder"),
        (["snapshot", "text"], "broken JSON"),
        (["diff", "folder", "a.db"], "two states of one thing"),
        (["diff", "folder", "folder", "--allow", "/"], "--allow takes"),
        (["diff", "folder", "folder", "--rules", "text"], "broken JSON"),
        (["diff", "folder", "folder", "--rules", "sql.json"], "rows.0.sql"),
        (["diff", "folder", "newer.json"], "schema version"),
        (["diff", "folder", "folder.json", "-o", "folder.json"], "is an input"),
    ],
)
def test_bad_input_is_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("text").write_text("no JSON")
    Path("sql.json").write_text('{"rows": [{"table": "t", "sql": "1=1"}]}')
    database(Path("a.db"), "CREATE TABLE t (x)")
    assert main(["snapshot", "folder", "-o", "folder.json"]) == 0
    Path("newer.json").write_text(Path("folder.json").read_text().replace('"1.0"', '"2.0"'))
    capsys.readouterr()
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("error: ")
    assert captured.err.count("\n") == 1
    assert message in captured.err
