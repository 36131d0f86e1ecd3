"""Which response constraints a file of prompts states, in IFEval's vocabulary.

    python eval/ifeval.py FILE                     figures, where FILE has gold
    python eval/ifeval.py FILE -o predicted.jsonl  also a prediction a prompt
    python eval/ifeval.py FILE --json figures.json --half 0

FILE is IFEval's JSON Lines (`prompt`, perhaps `instruction_id_list` and `kwargs`). The local compiler reads each one:
no network, no model. `--half` 0 or 1 takes one of two halves of the prompts, dealt by a hash of their keys. Exit 0 when
done, 2 for bad input.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path

from specharness.cli.outputs import is_standard_output, print_written, refuse_overwriting, write_whole
from specharness.cli.scripts import run, script_parser
from specharness.cli.terminal import progress_bar
from specharness.errors import InputError
from specharness.measure.ifeval import Instruction
from specharness.measure.ifeval_file import Figures, Row, figures, line_of, predicted, read_rows


def half_of(row: Row) -> int:
    """0 or 1, by a hash of the row's key: the same for everyone."""
    return int(hashlib.sha256(str(row.key).encode()).hexdigest(), 16) % 2


def _share(value: float | None) -> str:
    return "    -" if value is None else f"{value:5.3f}"


def print_figures(found: Figures) -> None:
    """The table, a type a row."""
    print(f"{'type':45s} {'gold':>5s} {'found':>5s}  {'prec':>5s} {'rec':>5s} {'args':>5s}")
    for name, tally in [*sorted(found.by_type.items()), ("all", found.total)]:
        shares = " ".join(_share(value) for value in (tally.precision, tally.recall, tally.arguments))
        print(f"{name:45s} {tally.gold:5d} {tally.predicted:5d}  {shares}")
    print(f"{found.exact_prompts} of {found.prompts} prompts exactly")


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 at byte {error.start}") from error


def predict(options: argparse.Namespace) -> None:
    """Predict, write and print. Raises SpecHarnessError or OSError for what the user can act on."""
    refuse_overwriting([options.output, options.json], [options.file])
    rows = [row for row in read_rows(_read(options.file), str(options.file)) if options.half in (None, half_of(row))]
    pairs: list[tuple[Row, tuple[Instruction, ...]]] = []
    with progress_bar("prompts") as progress:
        for number, row in enumerate(rows):
            progress("", number, len(rows))
            pairs.append((row, predicted(row.prompt)))
    found = figures(pairs)
    texts: dict[Path, str] = {}
    if options.output:
        texts[options.output] = "".join(line_of(row, one) + "\n" for row, one in pairs)
    if options.json:
        texts[options.json] = json.dumps(found.as_json(), indent=1) + "\n"
    write_whole(texts)
    print_written(texts)
    if any(is_standard_output(path) for path in texts):
        return
    if found.prompts:
        print_figures(found)
    else:
        print(f"{sum(len(one) for _, one in pairs)} instructions in {len(pairs)} prompts; no gold to compare with")


def main() -> int:
    """The exit code."""
    parser = script_parser(__doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="prompts as JSON Lines")
    parser.add_argument("-o", "--output", type=Path, metavar="OUT", help="write predictions; - for standard output")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures as JSON")
    parser.add_argument("--half", type=int, choices=(0, 1), help="only this half of the prompts")
    options = parser.parse_args()
    predict(options)
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
