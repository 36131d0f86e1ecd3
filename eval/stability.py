"""How still the compiler stands: edits elsewhere, other wordings, other order, other line breaks.

    python eval/stability.py [--tasks DIR] [--pairs FILE] [--json FILE]
                             [--verbose]

Edits one sentence of each block and counts what moves outside of the block. Rewrites every sentence by every pair of
wordings that fits it, exchanges neighbouring items, wraps paragraphs at other widths, and counts how often the
dispositions stay. Exit 0 if no edit that names no file moves anything
outside of its block, 1 otherwise, 2 for bad input.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

from rich.console import Console
from rich.progress import track

from specharness import api
from specharness.cli.outputs import write_whole
from specharness.cli.scripts import run, script_parser
from specharness.errors import InputError
from specharness.ir import SourceKind
from specharness.measure.stability import EDITS, read_pairs, study
from specharness.sources import load

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Run the study; the exit code."""
    parser = script_parser(__doc__)
    parser.add_argument("--tasks", type=Path, default=ROOT / "annotations" / "tasks", metavar="DIR")
    parser.add_argument("--pairs", type=Path, default=ROOT / "annotations" / "paraphrases.jsonl", metavar="FILE")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures as JSON")
    parser.add_argument("--verbose", action="store_true", help="every rewrite that changed a disposition")
    options = parser.parse_args()
    errors = Console(stderr=True)
    tried: Counter[str] = Counter()
    kept: Counter[str] = Counter()
    told: dict[str, list[str]] = defaultdict(list)
    pairs = read_pairs(options.pairs.read_text(encoding="utf-8"))
    folders = sorted(path for path in options.tasks.iterdir() if path.is_dir())
    if not folders:
        raise InputError(f"{options.tasks}: no folders of tasks in it")
    for folder in track(folders, "tasks", console=errors, transient=True, disable=not errors.is_terminal):
        for source in load(api.request_for(folder)).sources:
            if source.kind is not SourceKind.WORKSPACE:
                found = study(source, pairs, api.default_engine())
                tried, kept = tried + found.tried, kept + found.kept
                for what, lines in found.told.items():
                    told[what] += [f"{folder.name}/{source.id}: {line}" for line in lines]
    figures = {name: {"tried": tried[name], "kept": kept[name]} for name in sorted(tried)}
    if options.json:
        report = {"rates": figures, "told": told}
        write_whole({options.json: json.dumps(report, ensure_ascii=False, indent=1) + "\n"})
    for name, row in figures.items():
        print(f"{name:28s}{row['kept']:6d} of {row['tried']:6d}  {row['kept'] / max(row['tried'], 1):.3f}")
    for what, lines in told.items():
        if options.verbose or what == EDITS:
            for line in lines:
                print(f"{what}: {line}")
    return 1 if kept[EDITS] < tried[EDITS] else 0


if __name__ == "__main__":
    sys.exit(run(main))
