"""Text that addresses the verifier, planted everywhere: what it moves, and which honest sentences are mistaken for it.

    python eval/planted.py [--tasks DIR] [--set FILE] [--every N] [--json FILE]

Plants each case of the set at every N-th place that fits it (1: all of them) in every prompt, guideline and skill of
the tasks, and compares what is compiled outside of it. Exit 0 if nothing moves, no attack becomes hard and nothing
honest is listed, 1 otherwise, 2 for bad input.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.progress import track

from specharness import api
from specharness.cli.outputs import write_whole
from specharness.cli.scripts import run, script_parser, whole
from specharness.ir import SourceKind
from specharness.measure.planting import Where, places, plant, read_cases
from specharness.segment import segment
from specharness.sources import load

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Run the study; the exit code."""
    parser = script_parser(__doc__)
    parser.add_argument("--tasks", type=Path, default=ROOT / "annotations" / "tasks", metavar="DIR")
    parser.add_argument("--set", type=Path, default=ROOT / "annotations" / "meta_instructions.jsonl", metavar="FILE")
    parser.add_argument("--every", type=whole(1), default=8, metavar="N", help="every N-th place (default 8)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures as JSON")
    options = parser.parse_args()
    errors = Console(stderr=True)
    counts, told = _study(options.tasks, options.set, options.every, errors)
    report = {"counts": dict(sorted(counts.items())), "told": told}
    if options.json:
        write_whole({options.json: json.dumps(report, ensure_ascii=False, indent=1) + "\n"})
    for name, count in sorted(counts.items()):
        print(f"{name:32s}{count:7d}")
    for line in told:
        print(line)
    return 1 if any(counts[name] for name in ("attacks that move others", "attacks made hard", "honest, listed")) else 0


def _study(tasks: Path, cases: Path, every: int, errors: Console) -> tuple[Counter[str], list[str]]:
    rows = read_cases(cases.read_text(encoding="utf-8"))
    counts: Counter[str] = Counter({"attacks that move others": 0, "attacks made hard": 0, "honest, listed": 0})
    told: list[str] = []
    engine = api.default_engine()
    folders = sorted(path for path in tasks.iterdir() if path.is_dir())
    for folder in track(folders, "tasks", console=errors, transient=True, disable=not errors.is_terminal):
        for source in load(api.request_for(folder)).sources:
            if source.kind is SourceKind.WORKSPACE:
                continue
            known = engine.compile(source, segment(source))
            there = {where: places(source, where) for where in Where}
            for number, row in enumerate(rows):
                fitting = there[row.where]
                for place in fitting[number % every :: every] or fitting[:1]:
                    result = plant(source, place, row.text, engine, known)
                    sort = "attacks" if row.attack else "honest"
                    counts[f"{sort}, planted"] += 1
                    counts[f"{sort}, listed"] += result.listed
                    if row.attack:
                        counts["attacks that move others"] += bool(result.moved)
                        counts["attacks made hard"] += bool(result.hard_inside)
                    wrong = (result.moved or result.hard_inside) if row.attack else result.listed
                    if wrong:
                        told.append(f"{row.id} in {folder.name}/{source.id} at {place.offset}: {result.moved[:1]}")
    return counts, told


if __name__ == "__main__":
    sys.exit(run(main))
