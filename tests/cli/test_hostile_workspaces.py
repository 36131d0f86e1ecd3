"""`specharness check` over workspaces that try to hurt it: a named end, in bounded memory and time.

One process for several, which forks for each, so that each one's memory is measured by itself.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from hostile_workspaces import CASES, MIB, SECRET, Case

from specharness.ir import (
    CompilerId,
    Direction,
    Disposition,
    Effect,
    Family,
    Kind,
    Modality,
    Obligation,
    ObligationSet,
    Outcome,
    Provenance,
    Source,
    SourceKind,
    Span,
    State,
)
from specharness.ir.schema import parse_certificate

GROUPS = 5
"""Processes, each for every fifth case that needs nothing of the machine."""
SECONDS = 120
"""Of one check: more than any limit of time that it may meet on a busy machine."""
_DRIVER = """
import json, os, re, signal, sys, time
from specharness.cli.main import main
import specharness.api, specharness.authority, specharness.verdict, specharness.cli.check
import openpyxl, docx, numpy

def peak():
    return int(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1]) * 1024

def growing(name):
    real = os.read
    def read(descriptor, size):
        data = real(descriptor, size)
        try:
            path = os.readlink(f"/proc/self/fd/{descriptor}")
        except OSError:
            return data
        if data and path.endswith("/" + name) and os.path.getsize(path) < 10_000:
            with open(path, "ab") as file:
                file.write(b" ")
        return data
    os.read = read

for line in sys.stdin:
    case = json.loads(line)
    child = os.fork()
    if not child:
        signal.alarm(case["seconds"])
        out = os.open(case["out"], os.O_WRONLY | os.O_CREAT)
        os.dup2(out, 1), os.dup2(out, 2)
        before, began = peak(), time.monotonic()
        if case["changes"]:
            growing(case["changes"])
        code = main(case["arguments"])
        with open(case["told"], "w") as told:
            json.dump({"code": code, "grown": peak() - before, "seconds": time.monotonic() - began}, told)
        os._exit(0)
    os.waitpid(child, 0)
"""


class Ended(NamedTuple):
    code: int
    grown: int
    outcome: Outcome
    said: str
    seconds: float


def obligations(case: Case) -> ObligationSet:
    span = Span(source="p", start=0, end=4)
    said = Direction(
        id="d1",
        spans=(span,),
        disposition=Disposition.HARD,
        modality=Modality.MUST,
        kind=Kind.OUTCOME,
        statement="It holds.",
        confidence=1.0,
    )
    src = Provenance(
        directions=(said.id,), spans=(span,), quote="Work", authority=SourceKind.PROMPT, statement=said.statement
    )
    one = Obligation(
        id="o1",
        family=Family.OTHER_CHECKABLE,
        kind=Kind.OUTCOME,
        src=src,
        effect=Effect(validator=case.validator, params=case.params),
        state=State(key="key"),
    )
    return ObligationSet(
        compiler=CompilerId(engine="by-hand", version="1", fingerprint="0" * 64),
        sources=(Source(id="p", kind=SourceKind.PROMPT, sha256=hashlib.sha256(b"Work").hexdigest(), text="Work"),),
        directions=(said,),
        hard=(one,),
        advisory=(),
        abstained=(),
        residual=(),
    )


def lacks(case: Case) -> str:
    """What this machine lacks for a case."""
    root = os.geteuid() == 0
    have = {"root": root, "user": not root}
    return next((need for need in case.needs if not have.get(need, shutil.which(need) is not None)), "")


def laid(case: Case, folder: Path) -> dict[str, object]:
    """The files of a case, and what the driver has to know."""
    (folder / "ws").mkdir(parents=True)
    case.make(folder / "ws")
    (folder / "obligations.json").write_text(obligations(case).model_dump_json())
    arguments = ["check", str(folder / "obligations.json"), "--workspace", str(folder / "ws")]
    arguments += ["-o", str(folder / "certificate.json"), *case.options]
    if case.before is not None:
        (folder / "before").mkdir()
        case.before(folder / "before")
        arguments += ["--before", str(folder / "before")]
    if case.trace is not None:
        case.trace(folder)
        arguments += ["--trace", str(folder / "trace.jsonl")]
    told, out = str(folder / "told.json"), str(folder / "out.txt")
    return {"arguments": arguments, "told": told, "out": out, "changes": case.changes, "seconds": SECONDS}


def ended(folder: Path) -> Ended | str:
    """How a case ended, or why that is not known."""
    printed = (folder / "out.txt").read_text(errors="replace")
    if not (folder / "told.json").exists():
        return f"it did not end by itself: {printed}"
    told = json.loads((folder / "told.json").read_text())
    certificate = (folder / "certificate.json").read_bytes()
    if SECRET in printed + certificate.decode():
        return "what stands outside was told"
    (result,) = parse_certificate(certificate, "certificate").results
    return Ended(told["code"], told["grown"], result.outcome, result.model_dump_json(), told["seconds"])


def wrong(case: Case, seen: Ended | str) -> bool:
    return (
        isinstance(seen, str)
        or seen.outcome is not case.outcome
        or case.words not in seen.said
        or seen.code != {Outcome.PASSED: 0, Outcome.FAILED: 1}.get(case.outcome, 3)
        or seen.grown > case.most * MIB
    )


def _groups() -> dict[str, list[str]]:
    """The cases by process: those that any machine can try, and those that need something of it."""
    plain = [name for name, case in CASES.items() if not case.needs]
    groups = {f"any-{group}": plain[group::GROUPS] for group in range(GROUPS)}
    for name, case in CASES.items():
        if case.needs:
            groups.setdefault("-".join(case.needs), []).append(name)
    return groups


@pytest.mark.parametrize("names", [pytest.param(names, id=group) for group, names in _groups().items()])
def test_hostile_workspaces(names: list[str], tmp_path: Path, repository: Path) -> None:
    missing = lacks(CASES[names[0]])
    if missing:
        pytest.skip(f"this machine lacks {missing}: {', '.join(names)}")
    folders = {name: tmp_path / str(number) for number, name in enumerate(names)}
    lines = "".join(json.dumps(laid(CASES[name], folder)) + "\n" for name, folder in folders.items())
    subprocess.run([sys.executable, "-c", _DRIVER], input=lines, text=True, cwd=repository, check=True)
    seen = {name: ended(folder) for name, folder in folders.items()}
    assert {name: end for name, end in seen.items() if wrong(CASES[name], end)} == {}
