"""Verdicts over a workspace in which an instruction was followed, and over one that visibly breaks it.

    python eval/workspace_verdicts.py eval/workspace_pairs.jsonl
    python eval/workspace_verdicts.py FILE --json figures.json

FILE is JSON Lines of `key`, `instruction`, `before` (the files that the agent finds, text by path), `kept` (what it
changes when it follows the instruction; null takes a file away) and `broken` (what is changed of that, so that one
demand is broken). The local compiler reads each instruction, the checks decide both workspaces: no network, no model.
The table counts verdicts; under it stands every workspace that is judged wrongly or left open, with the reasons. Exit 0
when done, 1 where an honest workspace fails or a broken one passes, 2 for bad input.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pydantic import JsonValue

from specharness import api
from specharness.cli.outputs import is_standard_output, print_written, refuse_overwriting, write_whole
from specharness.cli.scripts import run, script_parser
from specharness.cli.terminal import progress_bar
from specharness.errors import InputError
from specharness.measure.verdict_pairs import WANTED, Judged, figures, judged, rows, table

Files = Mapping[str, str]
"""Texts by path relative to the workspace."""


@dataclass(frozen=True)
class Pair:
    """An instruction, what the agent finds, and the two workspaces it may leave, by `WANTED`'s names."""

    key: JsonValue
    instruction: str
    before: Files
    after: Mapping[str, Files]


def read_pairs(path: Path) -> list[Pair]:
    """The pairs of a file. Raises InputError, with the line, for what is none."""
    found = []
    for where, row in rows(path):
        instruction = row.get("instruction")
        if not isinstance(instruction, str):
            raise InputError(f"{where}: no text `instruction`")
        before = _changed({}, row.get("before"), f"{where}: `before`")
        kept = _changed(before, row.get("kept"), f"{where}: `kept`")
        broken = _changed(kept, row.get("broken"), f"{where}: `broken`")
        found.append(Pair(row.get("key"), instruction, before, {"kept": kept, "broken": broken}))
    return found


def _changed(files: Files, changes: JsonValue, where: str) -> Files:
    """The files with some of them written anew, or taken away."""
    if not isinstance(changes, dict):
        raise InputError(f"{where}: expected texts by path")
    texts = dict(files)
    for name, text in changes.items():
        place = PurePosixPath(name)
        if place.is_absolute() or ".." in place.parts or not place.parts:
            raise InputError(f"{where}: {name!r} is no path inside of a workspace")
        if text is None:
            texts.pop(name, None)
        elif isinstance(text, str):
            texts[name] = text
        else:
            raise InputError(f"{where}: {name!r} is neither a text nor null")
    return texts


def judge(pair: Pair) -> Iterator[Judged]:
    """The verdicts over both workspaces, laid out in a folder of their own."""
    contract = api.compile_text(pair.instruction)
    with tempfile.TemporaryDirectory() as name:
        before = _laid(Path(name) / "before", pair.before)
        for work in WANTED:
            after = _laid(Path(name) / work, pair.after[work])
            yield judged(pair.key, pair.instruction, work, api.check(contract, workspace=after, before=before))


def _laid(folder: Path, files: Files) -> Path:
    folder.mkdir()
    for name, text in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8", newline="")
    return folder


def main() -> int:
    """The exit code."""
    parser = script_parser(__doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="instructions with workspaces as JSON Lines")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures as JSON; - for standard output")
    options: argparse.Namespace = parser.parse_args()
    refuse_overwriting([options.json], [options.file])
    pairs = read_pairs(options.file)
    found: list[Judged] = []
    with progress_bar("instructions") as progress:
        for number, pair in enumerate(pairs):
            progress("", number, len(pairs))
            found.extend(judge(pair))
    texts = {options.json: json.dumps(figures(found), indent=1, ensure_ascii=False) + "\n"} if options.json else {}
    write_whole(texts)
    print_written(texts)
    if not any(is_standard_output(path) for path in texts):
        print(table(found))
    return 1 if any(one.wrong for one in found) else 0


if __name__ == "__main__":
    sys.exit(run(main))
