"""`specharness gaps`: how far what agents claim and what is accepted exceeds what holds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from specharness.cli.options import Force, Format
from specharness.cli.outputs import is_standard_output, print_written, refuse_overwriting, write_whole
from specharness.cli.run_reading import Input, Runs, reading
from specharness.cli.terminal import print_note, safe_json, standard_output
from specharness.errors import InputError

HELP = """Measure the gaps of recorded runs: U-E, S-A, pass, accepted, preservation and cost, with intervals.

RUNS are files or folders of run records; what they are is told by what they hold: Harbor jobs, ATIF trajectories,
OpenHands event logs, Claude Code streams and transcripts, lists of OpenAI-style messages, results of tau-bench,
extracts of WorkBench, logs of Inspect AI, and JSON Lines of this project's own (`specharness schema run`). Whether a
run claimed completion is told by its signals and its last words; under the condition `raw` the claim is the acceptance.

\b
Examples:
  specharness gaps jobs/2026-11-01
  specharness gaps raw.jsonl governed.jsonl -o gaps.json --plot gaps.svg
  specharness gaps runs.jsonl --surface units.json --by agent,condition
  specharness gaps runs.jsonl --by benchmark,agent --format json --resamples 0

Runs without a verdict or without a whole record are counted apart. docs/gaps.md defines every figure.
"""

MAX_RESAMPLES = 1_000_000
MAX_SURFACE = 256 * 1024 * 1024
"""Bytes of a surface file: a hundred thousand tasks of a hundred units."""


def gaps(
    runs: Runs,
    surface: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The frozen units by task that U-E is measured over (JSON).")
    ] = None,
    by: Annotated[
        str, typer.Option(metavar="LIST", help="Group by: agent, condition, benchmark, domain, model.")
    ] = "agent,condition",
    input_format: Input = None,
    condition: Annotated[str, typer.Option(metavar="NAME", help="Of runs whose record names none.")] = "raw",
    resamples: Annotated[
        int, typer.Option(min=0, max=MAX_RESAMPLES, metavar="N", help="Of the bootstrap; 0 for no intervals.")
    ] = 10_000,
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="Of the bootstrap.")] = 20_260,
    format: Annotated[Format, typer.Option(help="What to print.")] = Format.TABLE,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the report (JSON).")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the gaps (.svg or .png). Needs the extra `plots`.")
    ] = None,
    force: Force = False,
) -> None:
    """Run the command."""
    refuse_overwriting([output, plot], [*runs, *([surface] if surface else [])], force=force)
    from specharness.ir.schema import json_document
    from specharness.measure.gaps import Collection, Resampling, grouping
    from specharness.measure.gaps import gaps as measured
    from specharness.measure.gaps_surface import parse_surface
    from specharness.runs.reading import Defaults
    from specharness.sources.read import read_bytes

    names = grouping(by)
    if plot is not None:
        from specharness.measure.gaps_plot import plot_format

        plot_format(plot)
    frozen = None if surface is None else parse_surface(read_bytes(surface, MAX_SURFACE, "MAX_SURFACE"), str(surface))
    collected = Collection(surface=frozen)
    with reading(runs, input_format, Defaults(condition=condition)) as found:
        for run in found:
            collected.add(run)
    if not collected.facts:
        raise InputError(f"{', '.join(map(str, runs[:3]))}: no run could be read")
    report = measured(collected, names, Resampling(resamples, seed))
    document = json_document(report)
    written: dict[Path, str | bytes] = {output: document} if output else {}
    if plot is not None:
        from specharness.measure.gaps_plot import gaps_plot

        written[plot] = gaps_plot(report, plot)
    write_whole(written)
    if any(map(is_standard_output, written)):
        pass
    elif format is Format.JSON:
        print(safe_json(document), end="")
    else:
        from specharness.cli.gaps_tables import print_gaps

        print_gaps(standard_output(), report)
    if all(row.counts["runs"] == 0 for row in report.rates.rows):
        print_note("note: no run is valid: none has both a verdict and a whole record")
    print_written(written)
