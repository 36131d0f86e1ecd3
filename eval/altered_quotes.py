"""Altered quotes: none may oblige, and the originals must.

    python eval/altered_quotes.py write [--tasks DIR] [-o FILE]
    python eval/altered_quotes.py check [--tasks DIR] [--set FILE] [--json FILE]
                                        [--verbose]

`write` makes the set anew. `check` hands every alteration to grounding as an engine that answers in text would, prints
its fate by sort, and how many of the originals still oblige when they are told in words. Exit 0 if none is accepted,
1 if one is, 2 for bad input.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from specharness import api
from specharness.cli.outputs import write_whole
from specharness.cli.scripts import run, script_parser
from specharness.ground import ground
from specharness.measure.alterations import Alteration, alterations, from_jsonl, to_jsonl
from specharness.measure.altered_study import Fate, Judged, World, by_sort
from specharness.sources import load

ROOT = Path(__file__).resolve().parent.parent
TASKS = ROOT / "annotations" / "tasks"
SET = ROOT / "annotations" / "altered_quotes.jsonl"


def world_of(folder: Path) -> World:
    """One task with the default engine's reading and the pipeline's grounding."""
    engine = api.default_engine()
    return World(
        load(api.request_for(folder)),
        engine,
        lambda specification, units, compiled: ground(specification, units, compiled, engine.id),
    )


def write(tasks: Path, target: Path) -> int:
    """Generate the set."""
    found: list[Alteration] = []
    for folder in sorted(path for path in tasks.iterdir() if path.is_dir()):
        found.extend(alterations(folder.name, load(api.request_for(folder)).sources, api.default_engine()))
    write_whole({target: to_jsonl(found)})
    print(f"{len(found)} alterations in {target}")
    return 0


def check(tasks: Path, source: Path, report: Path | None, verbose: bool) -> int:
    """Judge the set."""
    errors, console = Console(stderr=True), Console(width=None if sys.stdout.isatty() else 140)
    by_task: dict[str, list[Alteration]] = defaultdict(list)
    for one in from_jsonl(source.read_text(encoding="utf-8")):
        by_task[one.task].append(one)
    judged: list[Judged] = []
    wanted = kept = 0
    lost: list[str] = []
    for task in track(sorted(by_task), "tasks", console=errors, transient=True, disable=not errors.is_terminal):
        world = world_of(tasks / task)
        judged.extend(world.judge(one) for one in by_task[task])
        native, again, gone = world.originals()
        wanted, kept = wanted + native, kept + again
        lost += [f"{task}: {world.sources[one.spans[0].source].quote(one.spans[0])!r}" for one in gone]
    table = Table("sort", *[fate.value for fate in Fate], box=None, header_style="bold")
    rows = by_sort(judged)
    for sort, fates in rows.items():
        table.add_row(sort.value, *[str(fates[fate]) for fate in Fate])
    total = {fate: sum(fates[fate] for fates in rows.values()) for fate in Fate}
    table.add_row("all", *[str(total[fate]) for fate in Fate], style="bold")
    console.print(table)
    console.print(f"originals that oblige: {wanted}, of them when told in words: {kept} ({kept / max(wanted, 1):.3f})")
    for line in lost:
        console.print(f"  lost: {line}", markup=False, highlight=False)
    for one in judged:
        if one.fate is Fate.ACCEPTED or verbose:
            claim = one.alteration.reading
            params = {name: literal.value for name, literal in claim.params.items()}
            console.print(
                f"{one.fate.value} {one.alteration.id} ({one.detail})\n    {claim.quotes[0].text!r}\n    "
                f"{claim.family} {claim.modality} {params} if {claim.condition}",
                markup=False,
                highlight=False,
            )
    if report:
        figures = {
            "sorts": {sort.value: {fate.value: fates[fate] for fate in Fate} for sort, fates in rows.items()},
            "all": {fate.value: count for fate, count in total.items()},
            "originals": {"oblige": wanted, "told_in_words": kept, "lost": lost},
            "accepted": [one.alteration.id for one in judged if one.fate is Fate.ACCEPTED],
        }
        write_whole({report: json.dumps(figures, ensure_ascii=False, indent=1) + "\n"})
    return 1 if total[Fate.ACCEPTED] else 0


def main() -> int:
    """Run the command; the exit code."""
    parser = script_parser(__doc__)
    parser.add_argument("command", choices=["write", "check"])
    parser.add_argument("--tasks", type=Path, default=TASKS, metavar="DIR", help="folder of tasks")
    parser.add_argument("--set", type=Path, default=SET, metavar="FILE", help="the committed alterations")
    parser.add_argument("-o", "--output", type=Path, default=SET, metavar="FILE", help="where `write` puts them")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures as JSON")
    parser.add_argument("--verbose", action="store_true", help="every alteration, not only those that were accepted")
    options = parser.parse_args()
    if options.command == "write":
        return write(options.tasks, options.output)
    return check(options.tasks, options.set, options.json, options.verbose)


if __name__ == "__main__":
    sys.exit(run(main))
