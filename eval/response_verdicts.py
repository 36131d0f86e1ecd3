"""Verdicts over an answer that keeps everything a prompt asks of its form, and over one that visibly breaks it.

    python eval/response_verdicts.py FILE
    python eval/response_verdicts.py FILE --prompts PROMPTS --json figures.json

FILE is JSON Lines of `key`, `prompt`, `kept`, `broken`; where a line has no prompt, the one with its key in PROMPTS is
taken. The local compiler reads each prompt, the checks decide both answers: no network, no model. The table counts
verdicts; under it stands every answer that is judged wrongly or left open, with the reasons. Exit 0 when done, 2 for
bad input.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from specharness import api
from specharness.cli.outputs import is_standard_output, print_written, refuse_overwriting, write_whole
from specharness.cli.scripts import run, script_parser
from specharness.cli.terminal import progress_bar
from specharness.errors import InputError
from specharness.measure.verdict_pairs import WANTED, Judged, figures, judged, rows, table


@dataclass(frozen=True)
class Pair:
    """A prompt with its two answers, by `WANTED`'s names."""

    key: JsonValue
    prompt: str
    answers: dict[str, str]


def read_pairs(path: Path, prompts: Path | None) -> list[Pair]:
    """The pairs of a file. Raises InputError, with the line, for what is none."""
    by_key = {} if prompts is None else {str(row.get("key")): row.get("prompt") for _, row in rows(prompts)}
    found = []
    for where, row in rows(path):
        prompt = row.get("prompt", by_key.get(str(row.get("key"))))
        answers = {name: row.get(name) for name in WANTED}
        if not isinstance(prompt, str):
            raise InputError(f"{where}: no text `prompt`, and none with its key")
        texts = {name: answer for name, answer in answers.items() if isinstance(answer, str)}
        if texts.keys() != WANTED.keys():
            raise InputError(f"{where}: expected texts `kept` and `broken`")
        found.append(Pair(row.get("key"), prompt, texts))
    return found


def judge(pair: Pair, folder: Path) -> Iterator[Judged]:
    """The verdicts over both answers; `folder` holds an empty workspace and takes the answer."""
    contract = api.compile_text(pair.prompt)
    for name in WANTED:
        response = folder / "response.txt"
        response.write_text(pair.answers[name], encoding="utf-8", newline="")
        found = api.check(contract, workspace=folder / "workspace", response=response)
        yield judged(pair.key, pair.prompt, name, found)


def main() -> int:
    """The exit code."""
    parser = script_parser(__doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="prompts with answers as JSON Lines")
    parser.add_argument("--prompts", type=Path, metavar="PROMPTS", help="prompts by key, as JSON Lines")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures as JSON; - for standard output")
    options: argparse.Namespace = parser.parse_args()
    refuse_overwriting([options.json], [path for path in (options.file, options.prompts) if path is not None])
    pairs = read_pairs(options.file, options.prompts)
    found: list[Judged] = []
    with tempfile.TemporaryDirectory() as name, progress_bar("prompts") as progress:
        folder = Path(name)
        (folder / "workspace").mkdir()
        for number, pair in enumerate(pairs):
            progress("", number, len(pairs))
            found.extend(judge(pair, folder))
    texts = {options.json: json.dumps(figures(found), indent=1, ensure_ascii=False) + "\n"} if options.json else {}
    write_whole(texts)
    print_written(texts)
    if not any(is_standard_output(path) for path in texts):
        print(table(found))
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
