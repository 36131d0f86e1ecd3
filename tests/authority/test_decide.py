"""Deciding obligations over real folders: guards, evidence, dependencies, and validators that misbehave."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from specharness.authority import Decided, decide
from specharness.errors import UsageError
from specharness.evidence.root import Places
from specharness.evidence.sandbox.policy import Sandbox
from specharness.evidence.views import Request, ViewKind
from specharness.ir import (
    CompilerId,
    Control,
    Effect,
    Family,
    Guard,
    Kind,
    Obligation,
    ObligationSet,
    Outcome,
    Provenance,
    Source,
    SourceKind,
    Span,
    State,
    Verdict,
)
from specharness.validators import registry
from specharness.validators.base import Check, Finding, Params, Seen, Validator
from specharness.validators.params import TEXT, typed
from specharness.verdict import certify


def obligation(number: int, validator: str, params: dict[str, Any], **control: Any) -> Obligation:
    return Obligation(
        id=f"o{number}",
        family=Family.OTHER_CHECKABLE,
        kind=Kind.OUTCOME,
        src=Provenance(
            directions=("d1",),
            spans=(Span(source="p", start=0, end=4),),
            quote="Work",
            authority=SourceKind.PROMPT,
            statement=f"statement {number}",
        ),
        effect=Effect(validator=validator, params=params),
        state=State(key=f"key {number}"),
        ctrl=Control(**control),
    )


def contract(*hard: Obligation) -> ObligationSet:
    return ObligationSet(
        compiler=CompilerId(engine="test", version="1", fingerprint="0"),
        sources=(Source(id="p", kind=SourceKind.PROMPT, sha256="0", text="Work"),),
        directions=(),
        hard=hard,
        advisory=(),
        abstained=(),
        residual=(),
    )


def write(folder: Path, files: dict[str, Any]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    folder.mkdir(exist_ok=True)
    return folder


def outcomes(decided: Decided) -> list[Outcome]:
    return [result.outcome for result in decided.results]


@pytest.fixture
def after(tmp_path: Path) -> Path:
    files = {
        "root/out.json": {"total": 3421.777, "rows": [{"id": 1}, {"id": 2}], "state": "done"},
        "root/table.csv": "id,city\n2,Bern\n1,Rome\n",
        "root/notes.md": "# Notes\n\nNothing to do.\n",
        "root/config.json": {"RELOCATION_PACKAGE": "Yes"},
    }
    return write(tmp_path / "after", files)


def test_the_first_validators_over_files(after: Path) -> None:
    out, table, notes = "/root/out.json", "/root/table.csv", "/root/notes.md"
    shape = {"type": "object", "keys": {"total": {"type": "number"}, "rows": {"type": "array"}}}
    cases: list[tuple[str, dict[str, Any], Outcome]] = [
        ("path_exists", {"path": out}, Outcome.PASSED),
        ("path_exists", {"path": "out.json"}, Outcome.PASSED),
        ("path_absent", {"path": "/root/old.json"}, Outcome.PASSED),
        ("path_exists", {"path": "/srv/out.json"}, Outcome.UNKNOWN),
        ("dir_contents", {"path": "/root", "names": ["out.json", "table.csv"]}, Outcome.PASSED),
        ("dir_contents", {"path": "/root", "names": ["out.json"], "exact": True}, Outcome.FAILED),
        ("format_valid", {"path": out, "format": "JSON"}, Outcome.PASSED),
        ("format_valid", {"path": notes, "format": "json"}, Outcome.FAILED),
        ("json_shape", {"path": out, "shape": shape}, Outcome.PASSED),
        ("number_format", {"path": out, "field": "total", "decimals": 2}, Outcome.FAILED),
        ("number_format", {"path": out, "field": "total", "decimals": 3, "no_scientific": True}, Outcome.PASSED),
        ("value_equals", {"path": out, "field": "state", "value": "done"}, Outcome.PASSED),
        ("value_range", {"path": out, "field": "total", "max": 1000}, Outcome.FAILED),
        ("count", {"path": out, "of": "items", "field": "rows", "count": 2}, Outcome.PASSED),
        ("count", {"path": table, "of": "rows", "count": 2}, Outcome.PASSED),
        ("count", {"path": "/root", "of": "files", "count": 4}, Outcome.PASSED),
        ("table_columns", {"path": table, "columns": ["id", "city"], "exact": True}, Outcome.PASSED),
        ("sorted_by", {"path": table, "field": "id", "order": "asc"}, Outcome.FAILED),
        ("unique", {"path": table, "field": "id"}, Outcome.PASSED),
        ("text_contains", {"path": notes, "texts": ["# Notes"]}, Outcome.PASSED),
        ("text_absent", {"path": notes, "texts": ["TODO"]}, Outcome.PASSED),
        ("placeholders_gone", {"path": notes, "patterns": ["{{...}}"]}, Outcome.PASSED),
        ("unchanged", {"path": out}, Outcome.UNKNOWN),
        ("response_text", {"max_words": 9}, Outcome.UNKNOWN),
        ("tool_used", {"tool": "bash"}, Outcome.UNKNOWN),
    ]
    made = contract(*(obligation(n, name, params) for n, (name, params, _) in enumerate(cases, 1)))
    decided = decide(made, Places(workspace=after))
    for (name, params, outcome), result in zip(cases, decided.results, strict=True):
        assert result.outcome is outcome, (name, params, result)
        assert result.quote == "Work"
        assert result.evidence
    assert decided == decide(made, Places(workspace=after))


def test_every_thing_is_observed_once_and_referenced(after: Path) -> None:
    out = {"path": "/root/out.json"}
    made = contract(
        obligation(1, "value_equals", {**out, "field": "state", "value": "done"}),
        obligation(2, "value_equals", {**out, "field": "state", "value": "open"}),
        obligation(3, "path_exists", out),
    )
    decided = decide(made, Places(workspace=after))
    assert [(item.id, item.observer, item.target) for item in decided.evidence] == [
        ("e1", "json", "/root/out.json"),
        ("e2", "file", "/root/out.json"),
    ]
    assert decided.evidence[0].sha256
    assert [result.evidence for result in decided.results] == [("e1",), ("e1",), ("e2",)]
    assert str(after) not in repr(decided)


def test_an_absent_file_is_a_fact_and_an_unmapped_path_an_error(after: Path) -> None:
    made = contract(
        obligation(1, "single_number", {"path": "/root/answer.txt"}),
        obligation(2, "single_number", {"path": "/srv/a.txt"}),
    )
    decided = decide(made, Places(workspace=after))
    assert outcomes(decided) == [Outcome.FAILED, Outcome.UNKNOWN]
    assert decided.evidence[0].error is None
    assert (decided.evidence[1].error or "").startswith("unmapped: ")
    assert "--map" in decided.results[1].message


GUARD = Guard(text="if set to Yes", path="/root/config.json", field="RELOCATION_PACKAGE", values=("Yes",))


@pytest.mark.parametrize(
    ("before", "now", "negated", "outcome"),
    [
        ({"RELOCATION_PACKAGE": "Yes"}, {"RELOCATION_PACKAGE": "Yes"}, False, Outcome.FAILED),
        ({"RELOCATION_PACKAGE": "Yes"}, {"RELOCATION_PACKAGE": "Yes"}, True, Outcome.INACTIVE),
        ({"RELOCATION_PACKAGE": "No"}, {"RELOCATION_PACKAGE": "No"}, False, Outcome.INACTIVE),
        ({"RELOCATION_PACKAGE": "No"}, {"RELOCATION_PACKAGE": "No"}, True, Outcome.FAILED),
        ({"RELOCATION_PACKAGE": "yes"}, {"RELOCATION_PACKAGE": "yes"}, False, Outcome.UNKNOWN),
        ({"RELOCATION_PACKAGE": "Yes"}, {"RELOCATION_PACKAGE": "No"}, False, Outcome.UNKNOWN),
        ({"RELOCATION_PACKAGE": "No"}, None, False, Outcome.INACTIVE),
        ({"RELOCATION_PACKAGE": "Yes"}, None, False, Outcome.FAILED),
        ({"RELOCATION_PACKAGE": "No"}, "broken {", False, Outcome.INACTIVE),
        ({}, {"RELOCATION_PACKAGE": "No"}, False, Outcome.UNKNOWN),
        ("broken {", {"RELOCATION_PACKAGE": "No"}, False, Outcome.UNKNOWN),
        (None, {"RELOCATION_PACKAGE": "No"}, False, Outcome.UNKNOWN),
    ],
)
def test_guards_are_read_from_the_former_state(
    tmp_path: Path, before: Any, now: Any, negated: bool, outcome: Outcome
) -> None:
    places = Places(
        workspace=write(tmp_path / "after", {"root/x": "", **({} if now is None else {"root/config.json": now})}),
        before=write(tmp_path / "before", {"root/x": "", **({} if before is None else {"root/config.json": before})}),
    )
    guard = GUARD.model_copy(update={"negated": negated})
    decided = decide(contract(obligation(1, "path_exists", {"path": "/root/y"}, guard=guard)), places)
    assert outcomes(decided) == [outcome]
    if outcome is not Outcome.FAILED:
        assert decided.results[0].message
    assert decided.results[0].evidence


@pytest.mark.parametrize(
    ("values", "outcome"), [(("Yes",), Outcome.FAILED), (("No",), Outcome.INACTIVE), (("No", "Yes"), Outcome.FAILED)]
)
def test_guards_without_the_former_state(after: Path, values: tuple[str, ...], outcome: Outcome) -> None:
    guard = GUARD.model_copy(update={"values": values})
    decided = decide(contract(obligation(1, "path_exists", {"path": "/root/y"}, guard=guard)), Places(workspace=after))
    assert outcomes(decided) == [outcome]


@pytest.mark.parametrize(
    ("path", "field"), [("/root/none.json", "x"), ("/root/config.json", "x"), ("/root/a.png", "x")]
)
def test_guards_that_nothing_decides(after: Path, path: str, field: str) -> None:
    guard = Guard(text="if", path=path, field=field, values=(1,))
    decided = decide(contract(obligation(1, "path_exists", {"path": "/root"}, guard=guard)), Places(workspace=after))
    assert outcomes(decided) == [Outcome.UNKNOWN]
    assert decided.results[0].message.startswith("whether it applies is undecided: ")


def test_an_inactive_obligation_is_not_observed(after: Path) -> None:
    guard = GUARD.model_copy(update={"values": ("No",)})
    decided = decide(contract(obligation(1, "path_exists", {"path": "/root/y"}, guard=guard)), Places(workspace=after))
    assert [item.target for item in decided.evidence] == ["before:/root/config.json", "/root/config.json"]


class Misbehaving(Check):
    name = "misbehaving"
    families = (Family.OTHER_CHECKABLE,)
    admitted = typed(where=TEXT)

    def needs(self, params: Params) -> Sequence[Request]:
        if params.get("where") == "needs":
            raise RuntimeError("no needs")
        return (Request(ViewKind.FILE, "/root"),)

    def decide(self, params: Params, seen: Seen) -> Finding:
        if params.get("where") == "decide":
            raise ZeroDivisionError("a\nb")
        if params.get("where") == "recursion":
            return self.decide(params, seen)
        if params.get("where") == "nothing":
            return None  # type: ignore[return-value]
        return Finding(Outcome.INACTIVE, "x", "y")


def _find(name: str) -> Validator | None:
    if name == "unloadable":
        raise UsageError("validator `unloadable` can't be imported")
    return Misbehaving() if name == "misbehaving" else registry.find(name)


def test_whatever_a_validator_does_is_an_error_and_never_a_pass(after: Path) -> None:
    made = contract(
        *(
            obligation(number, "misbehaving", {"where": where})
            for number, where in enumerate(["needs", "decide", "recursion", "nothing", "inactive"], 1)
        ),
        obligation(6, "unloadable", {}),
        obligation(7, "no_such_validator", {}),
        obligation(8, "path_exists", {"path": ""}),
        obligation(9, "path_exists", {"path": "/root", "size": 3}),
        obligation(10, "path_exists", {"path": "/root"}),
    )
    decided = decide(made, Places(workspace=after), find=_find)
    assert outcomes(decided) == [Outcome.ERROR] * 9 + [Outcome.PASSED]
    messages = [result.message for result in decided.results[:9]]
    assert messages[1] == "validator `misbehaving` raised ZeroDivisionError: a b"
    assert messages[6] == "no validator is called `no_such_validator`"
    assert messages[8] == "path_exists knows no parameter `size`"
    assert all(messages)
    assert certify(made, decided.results, decided.evidence).verdict is Verdict.UNCERTAIN


def test_dependencies_are_noted_and_change_nothing(after: Path) -> None:
    made = contract(
        obligation(1, "path_exists", {"path": "/root/none"}),
        obligation(2, "path_exists", {"path": "/root"}, depends_on=("o1",)),
        obligation(3, "path_exists", {"path": "/root/none"}, depends_on=("o1",)),
        obligation(4, "path_exists", {"path": "/root"}, depends_on=("o2", "o9")),
        obligation(5, "unchanged", {"path": "/root"}, depends_on=("o1", "o3")),
    )
    decided = decide(made, Places(workspace=after))
    assert outcomes(decided) == [Outcome.FAILED, Outcome.PASSED, Outcome.FAILED, Outcome.PASSED, Outcome.UNKNOWN]
    assert [result.message for result in decided.results[:4]] == ["", "depends on o1 (failed)", "", ""]
    assert decided.results[4].message.endswith("; depends on o1 (failed), o3 (failed)")


def test_frames_with_a_former_state(tmp_path: Path) -> None:
    before = write(tmp_path / "before", {"root/in.csv": "a\n1\n", "root/keep.txt": "x"})
    after = write(tmp_path / "after", {"root/in.csv": "a\n1\n", "root/keep.txt": "y", "root/out.csv": "a\n2\n"})
    made = contract(
        obligation(1, "unchanged", {"path": "/root/in.csv"}),
        obligation(2, "unchanged", {"path": "/root/keep.txt"}),
        obligation(3, "only_changes", {"allowed": ["/root/out.csv"]}),
        obligation(4, "only_changes", {"allowed": ["/root/out.csv", "/root/keep.txt"]}),
        obligation(5, "same_columns", {"path": "/root/out.csv", "other": "/root/in.csv"}),
    )
    decided = decide(made, Places(workspace=after, before=before))
    passed, failed = Outcome.PASSED, Outcome.FAILED
    assert outcomes(decided) == [passed, failed, failed, passed, passed]
    certificate = certify(made, decided.results, decided.evidence)
    assert certificate.verdict is Verdict.FAIL
    assert certificate.reasons[0].startswith("o2 failed: expected /root/keep.txt as it was before, got edited")
    assert certificate == certify(made, *_again(made, after, before))


def _again(made: ObligationSet, after: Path, before: Path) -> tuple[Any, Any]:
    decided = decide(made, Places(workspace=after, before=before))
    return decided.results, decided.evidence


def test_the_response_and_the_trace(after: Path, tmp_path: Path) -> None:
    given = write(
        tmp_path / "given",
        {"message.txt": "All done.", "trace.jsonl": '{"tool": "bash", "arguments": {"command": "pytest -q"}}\n'},
    )
    made = contract(
        obligation(1, "response_text", {"texts": ["done"], "max_words": 5}),
        obligation(2, "tool_used", {"tool": "bash", "command": "pytest"}),
        obligation(3, "tool_not_used", {"tool": "browser"}),
        obligation(4, "text_absent", {"response": True, "texts": ["sorry"]}),
    )
    places = Places(workspace=after, response=given / "message.txt", trace=given / "trace.jsonl")
    decided = decide(made, places)
    assert outcomes(decided) == [Outcome.PASSED] * 4
    certificate = certify(made, decided.results, decided.evidence)
    assert certificate.verdict is Verdict.PASS
    assert "the trace is complete and was written by the runtime, not by the agent" in certificate.trust


def test_a_link_out_of_the_workspace_decides_nothing(after: Path, tmp_path: Path) -> None:
    secret = write(tmp_path / "secret", {"x.txt": "42"})
    (after / "root" / "answer.txt").symlink_to(secret / "x.txt")
    decided = decide(contract(obligation(1, "single_number", {"path": "/root/answer.txt"})), Places(workspace=after))
    assert outcomes(decided) == [Outcome.ERROR]


def test_a_command_is_evidence_with_its_own_trust(tmp_path: Path) -> None:
    (tmp_path / "ok.sh").write_text("exit 0\n")
    commands = contract(
        obligation(1, "command_succeeds", {"command": "bash ok.sh"}),
        obligation(2, "command_succeeds", {"command": "bash ok.sh; exit 4"}),
        obligation(3, "combined", {"all": [{"validator": "path_exists", "params": {"path": "ok.sh"}}]}),
    )
    decided = decide(commands, Places(workspace=tmp_path))
    if any("no sandbox" in (item.error or "") for item in decided.evidence):
        pytest.skip("no sandbox can be made here")
    certificate = certify(commands, decided.results, decided.evidence)
    assert [result.outcome for result in decided.results] == [Outcome.PASSED, Outcome.FAILED, Outcome.PASSED]
    assert certificate.verdict is Verdict.FAIL
    assert [item.observer for item in decided.evidence] == ["command", "command", "file"]
    assert decided.evidence[0].target == "command: bash ok.sh"
    assert any("sandbox" in sentence for sentence in certificate.trust)


def test_commands_are_not_run_where_that_is_switched_off(tmp_path: Path) -> None:
    commands = contract(obligation(1, "command_succeeds", {"command": "true"}))
    decided = decide(commands, Places(workspace=tmp_path, sandbox=Sandbox(enabled=False)))
    assert decided.results[0].outcome is Outcome.UNKNOWN
    assert "switched off" in decided.results[0].message
