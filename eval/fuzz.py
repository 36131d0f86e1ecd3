"""Feed an observer with broken files, or what reads folders and logs with broken ones, for some minutes.

    python eval/fuzz.py xlsx --minutes 10 --seed 1
    python eval/fuzz.py all --minutes 1 -o crashers

Prints how the looks ended, the slowest one and by how much memory grew. Exit status 1 where an input raised, hung,
grew past the bounds or gave two answers; it is kept in the folder of `-o`. An input that ends the process is in
`current-OBSERVER` there.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from specharness.cli.scripts import run, script_parser
from specharness.measure import folder_fuzz, git_fuzz, run_fuzz
from specharness.measure.fuzzing import Subject, fuzz
from specharness.measure.observer_fuzz import TARGETS, subject


def every() -> dict[str, Subject]:
    """What can be fuzzed, by name."""
    observers = {name: subject(name) for name in TARGETS}
    return observers | git_fuzz.SUBJECTS | folder_fuzz.SUBJECTS | run_fuzz.SUBJECTS


def main() -> int:
    parser = script_parser(__doc__)
    subjects = every()
    known = f"one of {', '.join(subjects)}, or all"
    parser.add_argument("observer", choices=[*subjects, "all"], metavar="OBSERVER", help=known)
    parser.add_argument("--minutes", type=float, default=10.0, help="for each observer (default: 10)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", "--output", type=Path, help="folder for inputs that are kept (default: a temporary one)")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    arguments = parser.parse_args()
    if arguments.minutes <= 0:
        parser.error("--minutes must be positive")
    folder = arguments.output or Path(tempfile.mkdtemp(prefix="specharness-fuzz-"))
    folder.mkdir(parents=True, exist_ok=True)
    found = 0
    for name in subjects if arguments.observer == "all" else (arguments.observer,):
        show = _shown(name) if sys.stderr.isatty() else lambda looks, seconds: None
        outcome = fuzz(name, subjects[name], arguments.minutes, arguments.seed, folder, show)
        found += len(outcome.crashers)
        if arguments.format == "json":
            print(json.dumps({"observer": name, "seed": arguments.seed, **vars(outcome)}), flush=True)
            continue
        ends = ", ".join(f"{count} {end}" for end, count in outcome.ends.most_common())
        growth = outcome.peak_growth / 2**20
        print(
            f"{name}: {outcome.looks} looks ({ends}); slowest {outcome.slowest:.2f} s; {growth:.0f} MiB more",
            flush=True,
        )
        for crasher in outcome.crashers:
            print(f"  {crasher}", flush=True)
    if found:
        print(f"{found} inputs kept in {folder}", file=sys.stderr)
    return 1 if found else 0


def _shown(name: str) -> Callable[[int, float], None]:
    def show(looks: int, seconds: float) -> None:
        print(f"\r{name}: {looks} looks in {seconds:.0f} s", end="", file=sys.stderr)

    return show


if __name__ == "__main__":
    sys.exit(run(main))
