"""The public interface: three lines of Python, the same bytes every time, clear errors."""

from __future__ import annotations

import importlib
import inspect
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import specharness
from specharness import api
from specharness.errors import InputError, LimitExceededError, NotFoundError, SchemaMismatchError, UsageError
from specharness.ir import Certificate, Disposition, ObligationSet, Outcome, SourceKind, Verdict
from specharness.ir.schema import json_document

PROMPT = """# Task

Save the result to `/root/out.json`.
You can use any tool.
"""


@pytest.fixture
def prompt(tmp_path: Path) -> Path:
    path = tmp_path / "prompt.md"
    path.write_text(PROMPT, encoding="utf-8")
    return path


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "after"
    folder.mkdir()
    return folder


def test_three_lines(prompt: Path, workspace: Path) -> None:
    obligations = specharness.compile(prompt, maps={"/root": workspace})
    certificate = specharness.check(obligations, workspace=workspace, maps={"/root": workspace})
    assert certificate.verdict is Verdict.FAIL
    assert certificate.results[0].outcome is Outcome.FAILED
    assert "/root/out.json" in certificate.results[0].quote

    (workspace / "out.json").write_text("{}")
    again = specharness.check(obligations, workspace=workspace, maps={"/root": workspace})
    assert again.verdict is Verdict.UNCERTAIN  # it is there; what it must hold was not said in checkable words
    assert [result.outcome for result in again.results] == [Outcome.PASSED] * len(again.results)
    assert again.contract == obligations.digest


def test_a_text_in_memory_is_like_a_file(prompt: Path) -> None:
    from_text = specharness.compile_text(PROMPT, name="prompt.md")
    from_file = specharness.compile(prompt)
    assert from_text.sources == from_file.sources
    assert from_text.directions == from_file.directions


def test_the_text_kind_decides_the_authority() -> None:
    advice = specharness.compile_text("You should use pandas.\n", kind="skill", name="SKILL.md")
    assert advice.sources[0].kind is SourceKind.SKILL
    assert all(direction.disposition is not Disposition.HARD for direction in advice.directions)
    with pytest.raises(UsageError, match="prompt, guideline, skill, workspace"):
        specharness.compile_text("x", kind="poem")


def test_progress_is_told(prompt: Path) -> None:
    steps: list[tuple[str, int, int]] = []
    specharness.compile(prompt, progress=lambda step, done, total: steps.append((step, done, total)))
    assert steps == [("prompt.md", 0, 1), ("grounding", 1, 1)]


def test_obligations_come_back_from_a_file(prompt: Path, tmp_path: Path) -> None:
    obligations = specharness.compile(prompt)
    path = tmp_path / "o.json"
    path.write_text(json_document(obligations), encoding="utf-8")
    assert specharness.load_obligations(path) == obligations
    assert specharness.load_obligations(path).digest == obligations.digest


def test_obligations_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="obligations: no such file"):
        specharness.load_obligations(tmp_path / "o.json")
    with pytest.raises(InputError, match="expected a regular file"):
        specharness.load_obligations(tmp_path)
    loop = tmp_path / "loop"
    loop.symlink_to("loop")
    with pytest.raises(InputError, match="obligations"):
        specharness.load_obligations(loop)


def test_too_many_obligations_name_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "o.json"
    path.write_text("{}" * 10)
    monkeypatch.setattr(api, "MAX_OBLIGATIONS_BYTES", 10)
    with pytest.raises(LimitExceededError, match="MAX_OBLIGATIONS_BYTES"):
        specharness.load_obligations(path)


def test_broken_obligations_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "o.json"
    path.write_text("{")
    with pytest.raises(SchemaMismatchError, match=r"o\.json: broken JSON"):
        specharness.check(path, workspace=tmp_path)


def test_places_that_are_not_there(sample: ObligationSet, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(NotFoundError, match="workspace: no such folder"):
        specharness.check(sample, workspace=tmp_path / "missing")
    with pytest.raises(InputError, match="workspace: expected a folder"):
        specharness.check(sample, workspace=file)
    with pytest.raises(NotFoundError, match="before: no such folder"):
        specharness.check(sample, workspace=tmp_path, before=tmp_path / "missing")
    with pytest.raises(NotFoundError, match="response: no such file"):
        specharness.check(sample, workspace=tmp_path, response=tmp_path / "missing")
    with pytest.raises(InputError, match="trace: expected a regular file"):
        specharness.check(sample, workspace=tmp_path, trace=tmp_path)
    with pytest.raises(NotFoundError, match="map /root: no such folder"):
        specharness.check(sample, workspace=tmp_path, maps={"/root": tmp_path / "missing"})
    with pytest.raises(UsageError, match="must be absolute"):
        specharness.check(sample, workspace=tmp_path, maps={"root": tmp_path})


@pytest.mark.parametrize(
    "imports",
    [
        "import specharness",
        "import specharness, specharness.compile.engine",
        "from specharness.compile.engine import Engine; import specharness",
        "import specharness.api, specharness",
        "import specharness; from specharness import compile; specharness.compile = compile",
    ],
)
def test_the_function_and_the_package_of_one_name_live_together(imports: str, repository: Path) -> None:
    code = f"""{imports}
assert callable(specharness.compile)
from specharness import compile
assert compile is specharness.compile
import specharness.compile.engine as engine
assert engine is specharness.compile.engine
assert callable(specharness.compile)
try:
    specharness.compile("/no/such/path")
except specharness.SpecHarnessError:
    print("ok")
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=repository, capture_output=True, text=True, check=False)
    assert done.stdout == "ok\n", done.stderr


def test_the_package_has_the_functions_signature() -> None:
    assert inspect.signature(importlib.import_module("specharness.compile")) == inspect.signature(api.compile)  # type: ignore[arg-type]


def test_public_names_exist() -> None:
    for name in specharness.__all__:
        assert getattr(specharness, name) is not None
    assert set(specharness.__all__) <= set(dir(specharness))
    with pytest.raises(AttributeError, match="no attribute 'poem'"):
        specharness.poem  # type: ignore[attr-defined]  # noqa: B018


def test_types_are_seen_by_a_type_checker(repository: Path) -> None:
    client = """
import specharness
from specharness.compile.engine import Engine
def use(engine: Engine) -> specharness.Certificate:
    obligations: specharness.ObligationSet = specharness.compile('task', engine=engine)
    specharness.compile('task', poem=1)
    return specharness.check(obligations, workspace='after')
"""
    options = ["--config-file=", "--strict", "--follow-imports=silent", f"--cache-dir={repository}/.mypy_cache/client"]
    command = [sys.executable, "-m", "mypy", *options, "-c", client]
    done = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=False)
    errors = [line.partition(" error: ")[2] for line in done.stdout.splitlines() if line.startswith("<string>")]
    assert [error for error in errors if error] == ['Unexpected keyword argument "poem" for "compile"  [call-arg]']


def test_all_that_is_demanded_holds(workspace: Path) -> None:
    text = "Create the file `/root/out.json`. It must have the key `total`.\n"
    obligations = specharness.compile_text(text, maps={"/root": workspace})
    (workspace / "out.json").write_text('{"total": 3}')
    certificate = specharness.check(obligations, workspace=workspace, maps={"/root": workspace})
    assert certificate.verdict is Verdict.PASS, certificate.reasons


def test_a_certificate_tells_what_each_observation_rests_on(workspace: Path) -> None:
    text = "Create the file `/root/out.csv`. `/root/out.csv` must contain exactly 2 rows.\n"
    obligations = specharness.compile_text(text, maps={"/root": workspace})
    (workspace / "out.csv").write_text("a,b\n1,2\n3,4\n")

    def check(**more: Any) -> Certificate:
        return specharness.check(obligations, workspace=workspace, maps={"/root": workspace}, **more)

    (table,) = [item for item in check().evidence if item.observer == "table"]
    assert (table.seen, table.bytes_read, table.limit, table.seconds) == ({"columns": 2, "rows": 2}, 12, "", None)
    (short,) = [item for item in check(limits={"rows": 1}).evidence if item.observer == "table"]
    assert (short.seen, short.limit) == ({}, "rows")
    assert check().model_dump_json() == check().model_dump_json()
    timed = check(timed=True)
    assert all(item.seconds is not None for item in timed.evidence)
    assert timed.untimed() == check()


def test_what_was_not_seen_is_told_within_bounds() -> None:
    from specharness.authority.admission import MAX_UNSEEN, Admission
    from specharness.evidence.observe import Observatory
    from specharness.evidence.root import Places
    from specharness.evidence.views import Coverage, Observation, Request, ViewKind

    request = Request(ViewKind.WORKBOOK, "x.xlsx")
    hidden = tuple(f"part {number}\n{'x' * 1_000}" for number in range(MAX_UNSEEN + 7))

    class Looked(Observatory):
        def observe(self, requests: Iterable[Request]) -> dict[Request, Observation]:
            return {each: Observation(each, None, coverage=Coverage({"cells": 1}, hidden)) for each in requests}

    admission = Admission(Looked(Places()))
    admission.admit([request])
    (item,) = admission.evidence
    assert len(item.unseen) == MAX_UNSEEN + 1
    assert item.unseen[-1] == "7 more"
    assert all(len(words) <= 200 and "\n" not in words for words in item.unseen)
