"""The counterfactual gate over recorded WorkBench runs.

    python eval/workbench.py RUNS TABLES
    python eval/workbench.py RUNS TABLES -o report.json --runs all.jsonl

RUNS is an extract of WorkBench runs, TABLES the folder of its tables. The recorded calls are replayed on the tables;
obligations come from the request and the staff directory alone. FAIL is refused; what stays UNCERTAIN is accepted under
`gate` and refused under `gate-strict`. `-o` writes the report of `specharness gaps`, `--runs` all runs, raw and gated,
to be measured by it. Exit 0 when done, 2 for bad input.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from specharness.benchmarks.workbench.gate import Agreement, gated
from specharness.benchmarks.workbench.tables import load_office
from specharness.cli.gaps_tables import print_gaps
from specharness.cli.outputs import print_written, refuse_overwriting, write_whole
from specharness.cli.scripts import run, script_parser, whole
from specharness.cli.terminal import print_note, progress_bar, standard_output
from specharness.errors import InputError
from specharness.ir import Run, Verdict
from specharness.ir.schema import json_document
from specharness.measure.gaps import Collection, Resampling, gaps
from specharness.runs.claims import Label, claim_of
from specharness.runs.damage import Damage
from specharness.runs.reading import read_runs


def study(options: argparse.Namespace) -> None:
    """Gate, print and write. Raises SpecHarnessError or OSError for what the user can act on."""
    refuse_overwriting([options.output, options.runs], [options.records])
    office = load_office(options.tables)
    collected, agreement, damage = Collection(), Agreement(), Damage()
    verdicts: Counter[tuple[str, Verdict, bool]] = Counter()
    broken: Counter[tuple[str, bool]] = Counter()
    lines: list[str] = []

    def claimed(one: Run) -> bool:
        return claim_of(one).label is Label.CLAIMED

    with progress_bar("replaying") as progress:
        records = list(read_runs([options.records], damage, format="workbench"))
        for number, (record, (lenient, strict, decision)) in enumerate(
            zip(records, gated(records, office, claimed), strict=True)
        ):
            progress(record.id, number, len(records))
            agreement.add(record, office)
            passed = bool(record.official and record.official.passed)
            verdicts[record.agent, decision.verdict, passed] += 1
            broken.update((about, passed) for about in decision.broken)
            for one in (record, lenient, strict):
                collected.add(one)
                if options.runs:
                    lines.append(one.model_dump_json(exclude_none=True) + "\n")
    if not any(record.benchmark == "workbench" and record.instruction for record in records):
        raise InputError(f"{options.records}: no WorkBench run in it")
    if damage.count:
        print_note(f"{damage.count} damaged lines were left out")
    report = gaps(collected, ("agent", "condition"), Resampling(options.resamples))
    print_gaps(standard_output(), report)
    print_verdicts(verdicts, broken, agreement)
    texts: dict[Path, str] = {options.output: json_document(report)} if options.output else {}
    if options.runs:
        texts[options.runs] = "".join(lines)
    write_whole(texts)
    print_written(texts)


def print_verdicts(
    verdicts: Counter[tuple[str, Verdict, bool]], broken: Counter[tuple[str, bool]], agreement: Agreement
) -> None:
    """Verdict against official outcome, what the broken demands are about, and how true the replay is."""
    print(f"{'run':24s} " + " ".join(f"{name:>18s}" for name in ("FAIL", "UNCERTAIN", "PASS")) + "   (pass / no pass)")
    for agent in sorted({agent for agent, _, _ in verdicts}):
        cells = [
            f"{verdicts[agent, verdict, True]:,} / {verdicts[agent, verdict, False]:,}"
            for verdict in (Verdict.FAIL, Verdict.UNCERTAIN, Verdict.PASS)
        ]
        print(f"{agent:24s} " + " ".join(f"{cell:>18s}" for cell in cells))
    abouts = sorted({about for about, _ in broken})
    print("broken demands: " + ", ".join(f"{one} {broken[one, True]} / {broken[one, False]:,}" for one in abouts))
    states, effects = agreement.states, agreement.effects
    print(
        f"replay: {states[True]:,} of {states.total():,} states and {effects[True]:,} of {effects.total():,} calls "
        "as recorded"
    )


def main() -> int:
    """The command line."""
    parser = script_parser(__doc__)
    parser.add_argument("records", type=Path, metavar="RUNS")
    parser.add_argument("tables", type=Path, metavar="TABLES")
    parser.add_argument("--resamples", type=whole(0), default=10_000, metavar="N", help="of the bootstrap")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write the report (JSON)")
    parser.add_argument("--runs", type=Path, metavar="FILE", help="write all runs (JSON Lines)")
    options = parser.parse_args()
    study(options)
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
