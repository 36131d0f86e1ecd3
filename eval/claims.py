"""How well claims of completion are told, against labels given by hand; and the training of what tells them.

    python eval/claims.py RUNS_DIR [--gold FILE] [--also FILE]
                          [--train [-o FILE] | --check] [--format table|json]

RUNS_DIR is the folder `runs` of the public data. The classifier is measured out of fold over tasks, the stated rule
as it is. --train writes the weights from all labels, with what was measured out of fold; --check tells whether the
weights that are there are what training gives. Exit status: 0 done, 2 bad input, or weights that differ under --check.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from specharness.cli.outputs import write_whole
from specharness.cli.scripts import run, script_parser
from specharness.cli.terminal import print_error, print_note
from specharness.errors import NotFoundError
from specharness.ir import Run
from specharness.measure.claim_study import Agreement, Study, read_labels, study, train, weights_json
from specharness.runs.damage import Damage
from specharness.runs.reading import read_runs

HERE = Path(__file__).resolve().parent.parent
DEFAULT = HERE / "specharness" / "runs" / "claim_weights.json"
ALSO = HERE / "annotations" / "claims" / "labels.jsonl"
FILES = ("workbench_dev.jsonl.gz", "tau_airline_dev.jsonl.gz", "agentrx_tau_retail.jsonl.gz")


def main() -> int:
    """Measure, and train where asked to; the exit status."""
    parser = script_parser(__doc__)
    parser.add_argument("runs", type=Path, metavar="RUNS_DIR")
    parser.add_argument("--gold", type=Path, metavar="FILE", help="default: RUNS_DIR/claims_gold_dev.jsonl")
    parser.add_argument(
        "--also", type=Path, metavar="FILE", default=ALSO, help="labels trained on and never measured on"
    )
    parser.add_argument("--train", action="store_true", help="write the weights")
    parser.add_argument("--check", action="store_true", help="compare with FILE instead of writing it")
    parser.add_argument("-o", "--output", type=Path, default=DEFAULT, metavar="FILE")
    parser.add_argument("--format", choices=("table", "json"), default="table")
    options = parser.parse_args()
    runs: dict[str, Run] = {found.id: found for found in read_runs([options.runs / name for name in FILES], Damage())}
    gold_file = options.gold or options.runs / "claims_gold_dev.jsonl"
    gold = read_labels(_bytes(gold_file), str(gold_file), runs)
    beside = read_labels(_bytes(options.also), str(options.also), runs)
    found = study(gold, beside)
    if options.format == "json":
        sides = {"classifier": found.classifier, "rule": found.rule}
        print(
            json.dumps({side: {name: each.model_dump() for name, each in item.items()} for side, item in sides.items()})
        )
    else:
        _print(found)
    if options.train or options.check:
        text = weights_json(train([*gold, *beside]), found, len(gold) + len(beside))
        if options.check:
            if _bytes(options.output) != text.encode():
                print_error(f"{options.output} is not what training on {len(gold) + len(beside)} labels gives")
                return 2
            print_note(f"{options.output} is what training gives")
        else:
            write_whole({options.output: text})
            print_note(f"wrote {options.output}")
    return 0


def _print(found: Study) -> None:
    print(f"{'':12s} {'set':12s} {'labels':>6s} {'right':>6s} {'agreement':>22s} {'claimed or not':>22s} {'kappa':>6s}")
    for side, items in (("classifier", found.classifier), ("rule", found.rule)):
        for name, item in items.items():
            print(
                f"{side:12s} {name:12s} {item.labelled:6d} {item.right:6d} {_share(item):>22s} "
                f"{_share(item, claimed=True):>22s} {item.kappa or 0:6.2f}"
            )
    for identity, label, given in found.wrong:
        print(f"  {identity}: {label.value}, given {given.value}")


def _share(item: Agreement, *, claimed: bool = False) -> str:
    chosen = item.agreement_on_claimed if claimed else item.agreement
    return f"{chosen.value or 0:.3f} [{chosen.low or 0:.3f}, {chosen.high or 0:.3f}]"


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise NotFoundError(f"{path}: can't be read: {error.strerror or error}") from error


if __name__ == "__main__":
    sys.exit(run(main))
