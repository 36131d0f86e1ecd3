"""Verdicts against a folder of workspaces with known verdicts.

    python eval/cases.py DIR [--task NAME …] [--directions DIR] [--json FILE]
                         [--quiet]

Compiles each task's prompt, checks each of its workspaces, and prints the table of verdict against label with the
sentence behind every disagreement. Exit 0 if no workspace that violates the prompt passes and none that follows it
fails, 1 if one does, 2 for bad input.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from specharness import api
from specharness.cli.scripts import run, script_parser
from specharness.compile.engine import Compiled
from specharness.ground import ground
from specharness.ir import Certificate, CompilerId, ObligationSet, digest_of
from specharness.measure.annotations import read_directions
from specharness.measure.cases import CompileTask, study
from specharness.measure.cases_table import print_study
from specharness.segment import segment
from specharness.sources import load


def compile_locally(task: str, prompt: Path, maps: dict[str, Path]) -> ObligationSet:
    """The prompt through the default compiler."""
    return api.compile(prompt, kind="prompt", maps=maps)


def compile_labels(folder: Path) -> CompileTask:
    """The prompt with hand-made labels in the compiler's place: what grounding and validators reach at best."""

    def compiled(task: str, prompt: Path, maps: dict[str, Path]) -> ObligationSet:
        specification = load(api.request_for(prompt, kind="prompt", maps=maps))
        units = {source.id: segment(source) for source in specification.sources}
        labels = (folder / task / f"{prompt.name}.jsonl").read_text(encoding="utf-8")
        directions = {
            source.id: Compiled(read_directions(labels, source, any_source=True)) for source in specification.sources
        }
        identity = CompilerId(engine="labels", version="1", fingerprint=digest_of(labels))
        return ground(specification, units, directions, identity)

    return compiled


def check(contract: ObligationSet, workspace: Path, before: Path | None, maps: dict[str, Path]) -> Certificate:
    """The verdict over one workspace."""
    return api.check(contract, workspace=workspace, before=before, maps=maps)


def _console() -> Console:
    """The terminal's own width; a fixed one where the output goes to a file."""
    console = Console()
    return console if console.is_terminal else Console(width=140)


def main() -> int:
    """Run the study; the exit code."""
    parser = script_parser(__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR", help="folder with cases.json")
    parser.add_argument("--task", action="append", default=[], help="only this task; repeatable")
    parser.add_argument(
        "--directions", type=Path, metavar="DIR", help="DIR/<task>/instruction.md.jsonl instead of a compiler"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything as JSON")
    parser.add_argument("--quiet", action="store_true", help="no disagreements but the broken musts")
    options = parser.parse_args()
    errors = Console(stderr=True)
    compile_task = compile_labels(options.directions) if options.directions else compile_locally
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as bar:
        step = bar.add_task("cases", total=None)
        result = study(
            options.folder,
            compile_task,
            check,
            only=frozenset(options.task),
            progress=lambda what, done, total: bar.update(step, description=what, completed=done, total=total),
        )
    print_study(result, _console(), quiet=options.quiet)
    if options.json:
        options.json.write_text(json.dumps(result.as_json(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return 0 if result.holds else 1


if __name__ == "__main__":
    sys.exit(run(main))
