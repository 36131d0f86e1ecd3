"""SkillsBench and tasks in its layout: the frozen surface, and which of its units recorded runs support.

    python eval/skillsbench.py surface TASKS -o surface.json [--contracts DIR]
    specharness experiment plan.toml -o study
    python eval/skillsbench.py support RUNS --tasks TASKS --surface surface.json
                                       -o supported.jsonl
    specharness gaps supported.jsonl --surface surface.json

TASKS is a folder of task folders. `surface` compiles every task with the default compiler and freezes the directions
that are no residue; `--contracts` keeps each task's obligations. `specharness experiment` runs agents, or replays
recorded ones, at TASKS. `support` compiles again, refuses if the surface is another one, checks the workspace that each
run left behind (its path is looked for below RUNS' folder), and writes the runs with what the evidence supports.
Official outcomes are carried through and never looked at. Exit 0 when done, 2 for bad input.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from specharness import api
from specharness.cli.experiment import check_state
from specharness.cli.outputs import print_written, refuse_overwriting, write_whole
from specharness.cli.scripts import run, script_parser
from specharness.cli.terminal import print_note, progress_bar
from specharness.errors import DriftError, PathEscapeError
from specharness.experiments.conditions import State
from specharness.experiments.tasks import Assignment, load_assignments
from specharness.ir import Certificate, ObligationSet, Run
from specharness.ir.schema import json_document
from specharness.measure.gaps_surface import Surface, parse_surface, support_of, surface_of
from specharness.runs.damage import Damage
from specharness.runs.reading import read_runs

BENCHMARK = "skillsbench"


def compile_all(tasks: Sequence[Assignment]) -> dict[str, ObligationSet]:
    """The obligations of every task."""
    compiled: dict[str, ObligationSet] = {}
    with progress_bar("compiling") as progress:
        for number, task in enumerate(tasks):
            progress(task.id, number, len(tasks))
            compiled[task.id] = api.compile(task.folder)
    return compiled


def freeze(options: argparse.Namespace) -> None:
    """Write the surface."""
    tasks = load_assignments([options.tasks])
    compiled = compile_all(tasks)
    surface = surface_of(compiled, benchmark=BENCHMARK)
    texts = {options.output: json_document(surface)}
    if options.contracts:
        texts |= {options.contracts / f"{task}.json": json_document(held) for task, held in compiled.items()}
    write_whole(texts, parents=True)
    units = sum(map(len, surface.units.values()))
    hard = sum(len(held.hard) for held in compiled.values())
    print(f"{len(surface.units)} tasks, {units} units, {hard} obligations; fingerprint {surface.fingerprint}")
    print_written([options.output])


def support(options: argparse.Namespace) -> None:
    """Write the runs with their support. Raises DriftError where the surface is another one."""
    refuse_overwriting([options.output], [options.runs, options.surface])
    surface = parse_surface(options.surface.read_bytes(), str(options.surface))
    tasks = {task.id: task for task in load_assignments([options.tasks])}
    compiled = compile_all(list(tasks.values()))
    if surface_of(compiled, benchmark=surface.benchmark).fingerprint != surface.fingerprint:
        raise DriftError(f"{options.surface}: the tasks or the compiler are not those that were frozen")
    lines = []
    without = 0
    for one in supported(options.runs, tasks, compiled, surface):
        without += one.support is None
        lines.append(one.model_dump_json(exclude_none=True) + "\n")
    write_whole({options.output: "".join(lines)})
    if without:
        print_note(f"{without} runs of unknown tasks or without a workspace here have no support")
    print_written([options.output])


def supported(
    path: Path, tasks: dict[str, Assignment], compiled: dict[str, ObligationSet], surface: Surface
) -> Iterator[Run]:
    """Each run, with its support where its task and workspace are here."""
    damage = Damage()
    root = path.parent.resolve()
    with progress_bar("checking") as progress:
        for number, one in enumerate(read_runs([path], damage), 1):
            progress(one.id, number, number)
            task = tasks.get(one.task)
            if task is None or one.workspace is None:
                yield one
                continue
            workspace = (root / one.workspace.path).resolve()
            if not workspace.is_relative_to(root):
                raise PathEscapeError(f"{one.id}: its workspace {one.workspace.path} lies outside of {root}")
            certificate = check(compiled[one.task], task, workspace, one)
            yield one.model_copy(update={"support": support_of(surface, compiled[one.task], certificate)})
    if damage.count:
        print_note(f"{damage.count} damaged places in {path}")


def check(contract: ObligationSet, task: Assignment, workspace: Path, one: Run) -> Certificate:
    """The verdict over what a run left."""
    with tempfile.TemporaryDirectory() as folder:
        before = Path(folder) / "before"
        task.lay_out(before)
        return check_state(contract, State(workspace, before, one.final_message or "", (), task.world(workspace)))


def main() -> int:
    """The command line."""
    parser = script_parser(__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    frozen = commands.add_parser("surface", help="compile and freeze")
    frozen.add_argument("tasks", type=Path, metavar="TASKS")
    frozen.add_argument("-o", "--output", type=Path, metavar="FILE", required=True)
    frozen.add_argument("--contracts", type=Path, metavar="DIR", help="keep each task's obligations")
    frozen.set_defaults(work=freeze)
    checked = commands.add_parser("support", help="check what recorded runs left behind")
    checked.add_argument("runs", type=Path, metavar="RUNS")
    checked.add_argument("--tasks", type=Path, metavar="TASKS", required=True)
    checked.add_argument("--surface", type=Path, metavar="FILE", required=True)
    checked.add_argument("-o", "--output", type=Path, metavar="FILE", required=True)
    checked.set_defaults(work=support)
    options = parser.parse_args()
    options.work(options)
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
