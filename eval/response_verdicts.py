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
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from specharness import api
from specharness.cli.outputs import is_standard_output, print_written, refuse_overwriting, write_whole
from specharness.cli.scripts import run, script_parser
from specharness.cli.terminal import progress_bar
from specharness.errors import InputError
from specharness.ir import Verdict

WANTED = {"kept": Verdict.PASS, "broken": Verdict.FAIL}


@dataclass(frozen=True)
class Pair:
    """A prompt with its two answers, by `WANTED`'s names."""

    key: JsonValue
    prompt: str
    answers: dict[str, str]


@dataclass(frozen=True)
class Judged:
    """The verdict over one answer, and why."""

    pair: Pair
    answer: str
    verdict: Verdict
    reasons: tuple[str, ...]


def _rows(path: Path) -> Iterator[tuple[str, dict[str, JsonValue]]]:
    """The objects of a file of JSON Lines, each with the place for messages."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 at byte {error.start}") from error
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}:{number}: no JSON: {error}") from error
        if not isinstance(row, dict):
            raise InputError(f"{path}:{number}: expected an object")
        yield f"{path}:{number}", row


def read_pairs(path: Path, prompts: Path | None) -> list[Pair]:
    """The pairs of a file. Raises InputError, with the line, for what is none."""
    by_key = {} if prompts is None else {str(row.get("key")): row.get("prompt") for _, row in _rows(prompts)}
    found = []
    for where, row in _rows(path):
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
        yield Judged(pair, name, found.verdict, found.reasons)


def print_table(judged: list[Judged]) -> None:
    """Counts of verdicts, then everything that is not as wanted."""
    print(f"{'':8s} {'PASS':>5s} {'UNCERTAIN':>10s} {'FAIL':>5s}")
    for name in WANTED:
        counts = Counter(one.verdict for one in judged if one.answer == name)
        print(f"{name:8s} {counts[Verdict.PASS]:5d} {counts[Verdict.UNCERTAIN]:10d} {counts[Verdict.FAIL]:5d}")
    for wrong in (True, False):
        for one in judged:
            if one.verdict is WANTED[one.answer] or (one.verdict is not Verdict.UNCERTAIN) is not wrong:
                continue
            print(f"\n{'WRONG' if wrong else 'open'} {one.pair.key} {one.answer}: {one.verdict}\n  {one.pair.prompt!r}")
            for reason in one.reasons:
                print(f"  - {reason}")


def figures(judged: list[Judged]) -> dict[str, JsonValue]:
    """Counts by answer and verdict, and each answer's verdict with its reasons."""
    counts: dict[str, JsonValue] = {
        name: {
            str(verdict): sum(one.answer == name and one.verdict is verdict for one in judged) for verdict in Verdict
        }
        for name in WANTED
    }
    return {
        "counts": counts,
        "judged": [
            {"key": one.pair.key, "answer": one.answer, "verdict": str(one.verdict), "reasons": [*one.reasons]}
            for one in judged
        ],
    }


def main() -> int:
    """The exit code."""
    parser = script_parser(__doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="prompts with answers as JSON Lines")
    parser.add_argument("--prompts", type=Path, metavar="PROMPTS", help="prompts by key, as JSON Lines")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures as JSON; - for standard output")
    options: argparse.Namespace = parser.parse_args()
    refuse_overwriting([options.json], [path for path in (options.file, options.prompts) if path is not None])
    pairs = read_pairs(options.file, options.prompts)
    judged: list[Judged] = []
    with tempfile.TemporaryDirectory() as name, progress_bar("prompts") as progress:
        folder = Path(name)
        (folder / "workspace").mkdir()
        for number, pair in enumerate(pairs):
            progress("", number, len(pairs))
            judged.extend(judge(pair, folder))
    texts = {options.json: json.dumps(figures(judged), indent=1, ensure_ascii=False) + "\n"} if options.json else {}
    write_whole(texts)
    print_written(texts)
    if not any(is_standard_output(path) for path in texts):
        print_table(judged)
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
