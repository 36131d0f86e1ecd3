"""Verdicts against workspaces whose verdict is known.

Reads a folder of cases (`cases.json`, one folder a task, one workspace a variant), has each judged, and compares the
verdicts with the official result and with what careful readers say about the prompt. The pipeline itself is handed in:
this module neither compiles nor checks, it lays out, compares and counts.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from specharness.errors import NotFoundError, PathEscapeError, SchemaMismatchError
from specharness.ir import Certificate, ObligationSet, Outcome, Verdict

BEFORE = "before"
"""The variant that holds the state that the agent was handed."""
SHOWN = 3
"""Reasons kept for one verdict; the first are the deciding ones."""


@dataclass(frozen=True)
class Case:
    """One workspace and what is known of it."""

    task: str
    variant: str
    root_map: tuple[tuple[str, str], ...]
    """Folder of the agent's world, and where it stands below the variant's folder."""
    official: str
    violates: bool
    quote: str
    """The sentence that is violated, where one is."""
    note: str
    debatable: bool
    """A careful reader could label it differently; it counts in no must."""
    same_as_before: tuple[str, ...]
    """Files that are stored in the `before` variant only."""


@dataclass(frozen=True)
class Ground:
    """Why a verdict is what it is: one failed obligation, or one thing that is not decided."""

    kind: str
    """`failed`, an outcome that is not decided, or the reason code of a demotion."""
    quote: str
    detail: str


@dataclass(frozen=True)
class Judged:
    case: Case
    verdict: Verdict
    grounds: tuple[Ground, ...]

    @property
    def missed(self) -> bool:
        """PASS for a workspace that violates the prompt."""
        return self.verdict is Verdict.PASS and self.case.violates and not self.case.debatable

    @property
    def wronged(self) -> bool:
        """FAIL for a workspace that follows the prompt."""
        return self.verdict is Verdict.FAIL and not self.case.violates and not self.case.debatable


@dataclass(frozen=True)
class Study:
    """All judged cases."""

    judged: tuple[Judged, ...]

    @property
    def holds(self) -> bool:
        """Both musts: no PASS that violates the prompt, no FAIL that follows it."""
        return not any(item.missed or item.wronged for item in self.judged)

    @property
    def tasks(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(item.case.task for item in self.judged))

    def count(self, verdict: Verdict, *, violates: bool, debatable: bool = False, task: str | None = None) -> int:
        """Cases with this verdict and label."""
        return sum(
            item.verdict is verdict
            and item.case.violates is violates
            and item.case.debatable is debatable
            and (task is None or item.case.task == task)
            for item in self.judged
        )

    def agreement(self, verdict: Verdict, official: str) -> int:
        """Cases with this verdict and this official result."""
        return sum(item.verdict is verdict and item.case.official == official for item in self.judged)

    def reasons(self) -> Counter[str]:
        """What UNCERTAIN verdicts name as undecided: in how many cases each reason occurs."""
        tally: Counter[str] = Counter()
        for item in self.judged:
            if item.verdict is Verdict.UNCERTAIN:
                tally.update({ground.kind for ground in item.grounds})
        return tally

    def as_json(self) -> dict[str, Any]:
        """Everything, as plain data."""
        return {
            "holds": self.holds,
            "pass_on_violating": self.count(Verdict.PASS, violates=True),
            "fail_on_following": self.count(Verdict.FAIL, violates=False),
            "fail_on_violating": self.count(Verdict.FAIL, violates=True),
            "uncertain": sum(item.verdict is Verdict.UNCERTAIN for item in self.judged),
            "uncertain_reasons": dict(self.reasons().most_common()),
            "cases": [
                {
                    "task": item.case.task,
                    "variant": item.case.variant,
                    "verdict": item.verdict.value,
                    "official": item.case.official,
                    "violates_prompt": item.case.violates,
                    "label_debatable": item.case.debatable,
                    "violated_quote": item.case.quote,
                    "grounds": [
                        {"kind": ground.kind, "quote": ground.quote, "detail": ground.detail} for ground in item.grounds
                    ],
                }
                for item in self.judged
            ],
        }


CompileTask = Callable[[str, Path, dict[str, Path]], ObligationSet]
"""(task, its prompt, the folders that the agent was handed) to obligations."""
CheckCase = Callable[[ObligationSet, Path, Path | None, dict[str, Path]], Certificate]
"""(obligations, workspace, workspace before or None, the mapped folders) to a certificate."""


def read_cases(folder: Path) -> tuple[Case, ...]:
    """The cases of a folder, in the order of its `cases.json`.

    Raises NotFoundError without that file, SchemaMismatchError where it is not the described list.
    """
    index = folder / "cases.json"
    if not index.is_file():
        raise NotFoundError(f"{folder}: expected a folder of cases with cases.json; found none; pass the folder itself")
    try:
        rows = json.loads(index.read_text(encoding="utf-8"))
        return tuple(_case(row) for row in rows)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SchemaMismatchError(f"{index}: expected a list of cases, one object each: {error!r}") from error


def _case(row: dict[str, Any]) -> Case:
    return Case(
        task=_name(row["task"]),
        variant=_name(row["variant"]),
        root_map=tuple(sorted((str(container), str(place)) for container, place in row["root_map"].items())),
        official=str(row["official"]),
        violates=bool(row["violates_prompt"]),
        quote=str(row.get("violated_quote") or ""),
        note=str(row.get("note") or ""),
        debatable=bool(row.get("label_debatable")),
        same_as_before=tuple(str(path) for path in row.get("same_as_before") or ()),
    )


def _name(value: Any) -> str:
    name = str(value)
    if name in {"", ".", ".."} or "/" in name:
        raise ValueError(f"expected a folder's name, got {name!r}")
    return name


def study(
    folder: Path,
    compile_task: CompileTask,
    check_case: CheckCase,
    *,
    only: frozenset[str] = frozenset(),
    progress: Callable[[str, int, int], None] | None = None,
) -> Study:
    """Every case of a folder judged; with `only`, those of the named tasks. Each task is compiled once."""
    cases = [case for case in read_cases(folder) if not only or case.task in only]
    contracts: dict[str, ObligationSet] = {}
    judged = []
    for done, case in enumerate(cases):
        if progress is not None:
            progress(f"{case.task}/{case.variant}", done, len(cases))
        if case.task not in contracts:
            handed = next((other for other in cases if other.task == case.task and other.variant == BEFORE), None)
            prompt = folder / case.task / "instruction.md"
            if handed is None:
                contracts[case.task] = compile_task(case.task, prompt, {})
            else:
                with laid_out(handed, folder) as initial:
                    contracts[case.task] = compile_task(case.task, prompt, _maps(handed, initial))
        with laid_out(case, folder) as workspace:
            before = folder / case.task / BEFORE
            certificate = check_case(
                contracts[case.task], workspace, before if before.is_dir() else None, _maps(case, workspace)
            )
        judged.append(Judged(case, certificate.verdict, grounds_of(certificate)))
    return Study(tuple(judged))


def _maps(case: Case, workspace: Path) -> dict[str, Path]:
    return {container: workspace / place for container, place in case.root_map}


@contextmanager
def laid_out(case: Case, folder: Path) -> Iterator[Path]:
    """A case's workspace with the files that are stored in `before` only, and with its mapped folders, which an empty
    one loses in storage; the folder itself where nothing is missing."""
    stored = folder / case.task / case.variant
    if not case.same_as_before and all((stored / place).is_dir() for _, place in case.root_map):
        yield stored
        return
    with tempfile.TemporaryDirectory(prefix="specharness-case-") as scratch:
        workspace = Path(scratch) / "workspace"
        shutil.copytree(stored, workspace, symlinks=True)
        for path in case.same_as_before:
            inner = [part for part in PurePosixPath(path).parts if part != "/"]
            if ".." in inner:
                raise PathEscapeError(f"{case.task}: {path} leaves the workspace; correct same_as_before in cases.json")
            target = workspace.joinpath(*inner)
            target.parent.mkdir(parents=True, exist_ok=True)
            _share(folder.joinpath(case.task, BEFORE, *inner), target)
        for _, place in case.root_map:
            (workspace / _name(place)).mkdir(exist_ok=True)
        yield workspace


def _share(source: Path, target: Path) -> None:
    """The large inputs are only read: linked where one file system holds both, copied elsewhere."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def grounds_of(certificate: Certificate) -> tuple[Ground, ...]:
    """Why the verdict is what it is: the failed obligations of a FAIL, everything undecided of an UNCERTAIN."""
    failed = [result for result in certificate.results if result.outcome is Outcome.FAILED]
    if certificate.verdict is Verdict.FAIL:
        return tuple(
            Ground("failed", result.quote, f"expected {result.expected}; {result.observed}")
            for result in failed[:SHOWN]
        )
    if certificate.verdict is Verdict.PASS:
        return ()
    open_results = [result for result in certificate.results if result.outcome in {Outcome.UNKNOWN, Outcome.ERROR}]
    found = [Ground(result.outcome.value, result.quote, result.message or result.observed) for result in open_results]
    found.extend(Ground(item.reason.value, item.quote, item.detail) for item in certificate.uncovered)
    return tuple(found)


def disagreements(result: Study) -> Iterator[Judged]:
    """Cases whose verdict is not the one that the label asks for, musts first; UNCERTAIN is a disagreement only
    with a violation that was labelled."""
    broken = [item for item in result.judged if item.missed or item.wronged]
    yield from broken
    yield from (item for item in result.judged if item not in broken and _differs(item))


def _differs(item: Judged) -> bool:
    verdict, case = item.verdict, item.case
    if verdict is Verdict.UNCERTAIN:
        return case.violates
    return (verdict is Verdict.FAIL) != (case.official == "FAIL")
