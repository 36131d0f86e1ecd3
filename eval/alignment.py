"""How far compiled directions and the tasks' official tests speak of the same things.

    python eval/alignment.py DIR [--directions DIR | --frozen [FILE]]
                             [--tests DIR] [--format table|json] [-o FILE]

DIR holds task folders. Each is compiled first, from what the agent sees alone; only when all are compiled, the tests
in their `tests` folders are read, as text: they are never imported or run. For a task whose test code is not there,
`DIR/index.json` may state how many tests it has. docs/alignment.md tells the rules and how to read the result.

    --directions DIR   audit these instead of compiling: DIR/TASK/SOURCE.jsonl,
                       labels or what `compile --directions` wrote
    --frozen [FILE]    compile with the frozen compiler, or not at all
    --tests DIR        tests lie in DIR/TASK or DIR/TASK/tests

Exit status: 0 done, 2 bad input. No test has to correspond: this is a measurement, not a gate.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from rich import box
from rich.table import Table
from rich.text import Text

from specharness import __version__, api
from specharness.cli.outputs import is_standard_output, print_written, write_whole
from specharness.cli.scripts import run, script_parser
from specharness.cli.terminal import one_line, print_note, progress_bar, safe_json, standard_output
from specharness.compile.frozen import default_frozen
from specharness.errors import InputError, NotFoundError, SpecHarnessError
from specharness.measure.alignment import (
    RELATIONS,
    Alignment,
    Side,
    TaskAlignment,
    correspond,
    labelled_sides,
    sides_of,
    summarise,
)
from specharness.measure.annotations import read_directions
from specharness.measure.official_counts import official_tests, stated_counts, task_folders
from specharness.measure.official_tests import TestFiles
from specharness.sources import load

FORMAT = 1
"""Of the JSON that is written."""

MAX_LABEL_BYTES = 64 * 2**20


def compile_tasks(tasks: Sequence[Path], directions: Path | None, frozen: Path | None) -> list[list[Side]]:
    """The directions of every task, from visible material alone."""
    engine = None if frozen is None else api.frozen_engine(frozen)
    found = []
    with progress_bar("compiling") as progress:
        for done, task in enumerate(tasks):
            progress(task.name, done, len(tasks))
            found.append(given(task, directions) if directions else sides_of(api.compile(task, engine=engine)))
    return found


def given(task: Path, directions: Path) -> list[Side]:
    """The directions that a folder holds for a task's sources."""
    sides: list[Side] = []
    read = 0
    for source in load(api.request_for(task)).sources:
        names = dict.fromkeys((source.id, source.id.removeprefix("environment/")))
        path = next((p for name in names if (p := directions / task.name / f"{name}.jsonl").is_file()), None)
        if path is None:
            continue
        if path.stat().st_size > MAX_LABEL_BYTES:
            raise InputError(f"{path}: more than MAX_LABEL_BYTES ({MAX_LABEL_BYTES})")
        read += 1
        try:
            labels = read_directions(path.read_text(encoding="utf-8"), source, any_source=True)
        except UnicodeDecodeError as error:
            raise InputError(f"{path}: not UTF-8 at byte {error.start}") from error
        except SpecHarnessError as error:
            raise InputError(f"{path}: {error}") from error
        sides += labelled_sides(labels, source)
    if not read:
        raise NotFoundError(
            f"{directions / task.name}: no SOURCE.jsonl for any source of the task, such as instruction.md.jsonl"
        )
    return sides


def audit(tasks: Sequence[Path], sides: Sequence[Sequence[Side]], root: Path, tests: Path | None) -> Alignment:
    """Read the tests, now that everything is compiled, and relate them."""
    counts = stated_counts(root)
    rows = []
    for task, own in zip(tasks, sides, strict=True):
        files = official_tests(task, tests)
        rows.append((_row(task.name, own, files, counts.get(task.name)), own, files.tests))
    return summarise(rows)


def _row(task: str, sides: Sequence[Side], files: TestFiles, stated: int | None) -> TaskAlignment:
    read = len(files.tests)
    notes = list(files.unreadable)
    if read and stated is not None and stated != read:
        notes.append(f"index.json states {stated} tests, {read} were read")
    return TaskAlignment(
        task=task,
        directions=len(sides),
        binding=sum(side.binding for side in sides),
        tests=read or stated,
        read=read,
        found=correspond(sides, files.tests),
        notes=tuple(notes),
    )


def as_json(result: Alignment) -> str:
    """Everything, test by test."""
    document = {
        "format": FORMAT,
        "specharness": __version__,
        "shares": {name: interval._asdict() for name, interval in result.shares.items()},
        "chance": dict(result.chance),
        "tests": sum(task.tests or 0 for task in result.tasks),
        "read": sum(task.read for task in result.tasks),
        "tasks": [
            {
                "task": task.task,
                "directions": task.directions,
                "binding": task.binding,
                "tests": task.tests,
                "read": task.read,
                **{relation: task.count(relation) for relation in RELATIONS},
                "found": [vars(one) for one in task.found],
                "notes": list(task.notes),
            }
            for task in result.tasks
        ],
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def print_table(result: Alignment) -> None:
    """A row a task, the totals, and what chance gives."""
    console = standard_output()
    table = Table(box=box.SIMPLE_HEAD, show_edge=False)
    table.add_column("task", overflow="fold")
    for name in ("directions", "binding", "tests", "read", "broad", "fine", "broad b.", "fine b."):
        table.add_column(name, justify="right", no_wrap=True)
    for task in result.tasks:
        counts = [str(task.count(name)) if task.read else "–" for name in RELATIONS]
        known = "?" if task.tests is None else str(task.tests)
        table.add_row(
            Text(one_line(task.task)), str(task.directions), str(task.binding), known, str(task.read), *counts
        )
    read, tests = sum(task.read for task in result.tasks), sum(task.tests or 0 for task in result.tasks)
    directions, binding = (sum(getattr(task, name) for task in result.tasks) for name in ("directions", "binding"))
    totals = [str(sum(task.count(name) for task in result.tasks)) if read else "–" for name in RELATIONS]
    table.add_section()
    table.add_row("all", str(directions), str(binding), str(tests), str(read), *totals, style="bold")
    console.print(table)
    if not read:
        console.print("\nNo test code is there to be read: the counts above say how many tests there are, and no more.")
    for name in RELATIONS if read else ():
        value, low, high = result.shares[name]
        chance = result.chance[name]
        ends = f" [{low:.3f}, {high:.3f}]" if low is not None and high is not None else ""
        by_chance = f", {chance:.3f} by chance" if chance is not None else ""
        console.print(f"{name.replace('_', ', '):16s} {value:.3f}{ends} of the tests that were read{by_chance}")
    unread = [task for task in result.tasks if not task.read and task.tests]
    if unread and read:
        console.print(
            f"{sum(task.tests or 0 for task in unread)} tests of {len(unread)} tasks were not there to be read"
        )


def main() -> int:
    """Compile, then audit; the exit status."""
    parser = script_parser(__doc__)
    parser.add_argument("root", type=Path, metavar="DIR")
    parser.add_argument("--directions", type=Path, metavar="DIR")
    parser.add_argument("--frozen", type=Path, nargs="?", const=True, metavar="FILE")
    parser.add_argument("--tests", type=Path, metavar="DIR")
    parser.add_argument("--format", choices=("table", "json"), default="table")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write the JSON there")
    options = parser.parse_args()
    tasks = task_folders(options.root)
    frozen = default_frozen() if options.frozen is True else options.frozen
    result = audit(tasks, compile_tasks(tasks, options.directions, frozen), options.root, options.tests)
    document = as_json(result)
    if options.output:
        write_whole({options.output: document})
    if options.format == "json":
        print(safe_json(document), end="")
    elif not (options.output and is_standard_output(options.output)):
        print_table(result)
    for task in result.tasks:
        for note in task.notes:
            print_note(f"note: {task.task}: {note}")
    if options.output:
        print_written([options.output])
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
