"""`specharness check`: results, exit statuses and bad input."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import jsonschema
import pytest

from specharness.cli.main import main
from specharness.ir import Verdict
from specharness.ir.schema import json_schema, parse_certificate
from specharness.measure.corpus import lay_out, load_task

TASK = "invoice-summary-json"


class Laid:
    """One task of the corpus, compiled, and its states on disk."""

    def __init__(self, tasks: Path, folder: Path) -> None:
        self.task = load_task(tasks / TASK)
        self.folder = folder
        self.obligations = folder / "obligations.json"
        self.before = lay_out(self.task, "before", folder / "before")
        assert main(["compile", str(self.task.folder), "-o", str(self.obligations), "--format", "json"]) == 0

    def state(self, name: str) -> Path:
        return lay_out(self.task, name, self.folder / f"state-{name}")

    def check(self, state: Path, *options: object) -> int:
        arguments = [str(self.obligations), "--workspace", str(state), "--before", str(self.before)]
        return main(["check", *arguments, "--map", f"/root={state}", *map(str, options)])


@pytest.fixture
def laid(tasks: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Laid:
    result = Laid(tasks, tmp_path)
    capsys.readouterr()
    return result


def test_a_good_result_passes(laid: Laid, capsys: pytest.CaptureFixture[str]) -> None:
    assert laid.check(laid.state("good")) == 0
    lines = capsys.readouterr().out.rstrip().splitlines()
    assert lines[-1].startswith("PASS: ")


def test_a_broken_result_fails_and_says_where(laid: Laid, capsys: pytest.CaptureFixture[str]) -> None:
    assert laid.check(laid.state("wrong_total")) == 1
    printed = " ".join(capsys.readouterr().out.split())
    assert "FAIL: " in printed
    assert "grand_total" in printed
    assert "4218.75" in printed
    assert "instruction.md:" in printed


def test_without_the_handed_over_state_it_is_uncertain(laid: Laid, capsys: pytest.CaptureFixture[str]) -> None:
    state = laid.state("good")
    status = main(["check", str(laid.obligations), "--workspace", str(state), "--map", f"/root={state}"])
    assert status == 3
    assert "UNCERTAIN: " in capsys.readouterr().out


def test_writes_the_certificate_and_the_page(laid: Laid, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    out.mkdir()
    status = laid.check(laid.state("wrong_total"), "-o", out / "c.json", "--html", out / "p.html", "--format", "json")
    assert status == 1
    data = (out / "c.json").read_bytes()
    jsonschema.validate(json.loads(data), json_schema("certificate"))
    certificate = parse_certificate(data, "c.json")
    assert certificate.verdict is Verdict.FAIL
    assert certificate.contract
    assert json.loads(capsys.readouterr().out) == json.loads(data)
    assert "<html" in (out / "p.html").read_text("utf-8")
    assert sorted(path.name for path in out.iterdir()) == ["c.json", "p.html"]


def test_a_certificate_is_the_same_twice(laid: Laid, tmp_path: Path) -> None:
    state = laid.state("wrong_total")
    for name in ("1.json", "2.json"):
        laid.check(state, "-o", tmp_path / name)
    assert (tmp_path / "1.json").read_bytes() == (tmp_path / "2.json").read_bytes()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "broken JSON"),
        (b"{", "broken JSON"),
        (b"\x00\x01", "broken JSON"),
        (b'{"schema_version": "9.0"}', "expected schema version"),
        (b'{"schema_version": "1.0"}', "compiler: is missing"),
    ],
)
def test_bad_obligations(content: bytes, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "o.json"
    path.write_bytes(content)
    certificate = tmp_path / "c.json"
    assert main(["check", str(path), "--workspace", str(tmp_path), "-o", str(certificate)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"error: {path}: ")
    assert captured.err.count("\n") == 1
    assert message in captured.err
    assert not certificate.exists()


def test_bad_places(laid: Laid, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = laid.state("good")
    for options, message in [
        (["--workspace", tmp_path / "missing"], "no such folder"),
        (["--workspace", laid.obligations], "expected a folder"),
        (["--before", tmp_path / "missing"], "no such folder"),
        (["--response", tmp_path / "missing"], "no such file"),
        (["--trace", tmp_path], "expected a regular file"),
        (["--map", f"/data={tmp_path}/missing"], "no such folder"),
        (["-o", tmp_path / "missing" / "c.json"], "no such folder"),
        (["-o", laid.obligations], "is an input"),
    ]:
        assert laid.check(state, *options) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.count("\n") == 1
        assert message in captured.err


def test_a_map_that_leads_out_of_the_workspace_is_noted(
    laid: Laid, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = laid.state("good")
    assert laid.check(state, "--map", f"/data={state}") == 0
    assert capsys.readouterr().err == ""
    assert laid.check(state, "--map", f"/data={tmp_path}") == 0
    note = f"note: --map /data={tmp_path} leads outside of --workspace {state}; is it the folder you mean?\n"
    assert capsys.readouterr().err == note


def test_a_table_in_a_file_has_no_padding(laid: Laid, capsys: pytest.CaptureFixture[str]) -> None:
    laid.check(laid.state("wrong_total"))
    out = capsys.readouterr().out
    assert out
    assert all(line == line.rstrip() for line in out.splitlines())


def _bomb(path: Path, member: str) -> None:
    """A few kilobytes that unpack to a gigabyte."""
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open(member, "w", force_zip64=True) as part,
    ):
        block = b"\0" * 2**20
        for _ in range(256):
            part.write(block)


@pytest.mark.parametrize(("name", "member"), [("book.xlsx", "xl/workbook.xml"), ("letter.docx", "word/document.xml")])
def test_a_zip_bomb_is_an_error_in_the_verdict(
    name: str, member: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prompt = tmp_path / "prompt.md"
    prompt.write_text(f"Save the result to `/root/{name}`. `/root/{name}` must contain the text `Total`.\n")
    obligations = tmp_path / "o.json"
    assert main(["compile", str(prompt), "-o", str(obligations)]) == 0
    state = tmp_path / "state"
    state.mkdir()
    _bomb(state / name, member)
    capsys.readouterr()
    status = main(["check", str(obligations), "--workspace", str(state), "--map", f"/root={state}", "--format", "json"])
    certificate = parse_certificate(capsys.readouterr().out.encode(), "out")
    outcomes = {result.outcome.value for result in certificate.results}
    assert status != 0, "nothing that could not be read is passed"
    assert status == 3
    assert "error" in outcomes
    assert "failed" not in outcomes


def test_a_link_out_of_the_workspace_is_not_followed(laid: Laid, capsys: pytest.CaptureFixture[str]) -> None:
    state = laid.state("good")
    result = state / "summary.json"
    outside = laid.folder / "outside.json"
    result.rename(outside)
    result.symlink_to(outside)
    assert laid.check(state) in (1, 3)
    assert "PASS:" not in capsys.readouterr().out
    result.unlink()
    result.symlink_to("summary.json")
    assert laid.check(state) in (1, 3)


def test_another_limit_leaves_undecided_what_is_past_it(laid: Laid, capsys: pytest.CaptureFixture[str]) -> None:
    state = laid.state("good")
    assert laid.check(state, "--limit", "file_bytes=1", "--limit", "seconds=5.5") == 3
    assert "file_bytes" in capsys.readouterr().out
    refused = {"rows": "NAME=NUMBER", "row=3": "`rows`", "rows=0": "above 0", "rows=x": "NAME=NUMBER"}
    for wrong, words in refused.items():
        assert laid.check(state, "--limit", wrong) == 2
        assert words in " ".join(capsys.readouterr().err.split())


def test_one_folder_as_both_states_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (tmp_path / "spec.md").write_text("Write `out.txt`. Leave `in.txt` as it is.\n", encoding="utf-8")
    assert main(["compile", str(tmp_path / "spec.md"), "-o", str(tmp_path / "o.json")]) == 0
    given = ["check", str(tmp_path / "o.json"), "--workspace", str(work)]
    assert main([*given, "--before", str(work / ".." / "work")]) == 2
    assert "same folder" in capsys.readouterr().err
    assert main([*given, "-o", str(work / "cert.json")]) == 1
    assert "lies in the workspace" in capsys.readouterr().err


def test_a_toolchain_without_programs_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prompt, tools = tmp_path / "prompt.md", tmp_path / "tools"
    prompt.write_text("Write `out.json`.\n", encoding="utf-8")
    tools.mkdir()
    assert main(["compile", str(prompt), "-o", str(tmp_path / "o.json")]) == 0
    arguments = ["check", str(tmp_path / "o.json"), "--workspace", str(tools), "--toolchain", str(tools)]
    capsys.readouterr()
    assert main(arguments) == 2
    assert capsys.readouterr().err == (
        f"error: toolchain: {tools} has no bin; give a folder whose programs are in bin, such as .venv\n"
    )
    (tools / "bin").mkdir()
    assert main(arguments) == 1


NO_TRACES = [
    (b"The agent wrote the file.\n", "not JSON"),
    (b'{"role": "user", "content": "Write it."}\n', "line 1 of the trace has no `tool`"),
    (b'{"tool": "read", "arguments": {}}\n[1, 2]\n', "line 2 of the trace has no `tool`"),
    (b'{"tool": "read", "arguments"', "not JSON"),
    (b"3\n", "line 1 of the trace has no `tool`"),
    (b"\x89PNG\r\n\x1a\n\x00", "trace.jsonl"),
]


@pytest.mark.parametrize(("content", "problem"), NO_TRACES)
def test_a_file_that_is_no_trace_is_refused(
    laid: Laid, content: bytes, problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = laid.folder / "trace.jsonl"
    trace.write_bytes(content)
    assert laid.check(laid.state("good"), "--trace", trace) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "is no trace of tool calls" in captured.err
    assert problem in captured.err


@pytest.mark.parametrize(
    "content", [b"", b'{"tool": "read", "arguments": {"path": "a"}}\n\n', b'[{"tool": "read"}, {"tool": "write"}]']
)
def test_a_trace_is_taken(laid: Laid, content: bytes) -> None:
    trace = laid.folder / "trace.jsonl"
    trace.write_bytes(content)
    assert laid.check(laid.state("good"), "--trace", trace) in {0, 1, 3}
