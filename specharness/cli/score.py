"""`specharness score`: a compiler's directions against labels."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from specharness.cli.options import Force, Format
from specharness.cli.outputs import is_standard_output, print_written, refuse_overwriting, usable_folder, write_whole
from specharness.cli.terminal import print_note, progress_bar, safe_json, standard_output
from specharness.errors import UsageError

if TYPE_CHECKING:
    from specharness.measure.score_report import ScoreReport

HELP = """Score a compiler's directions against labels, with intervals.

GOLD is a folder of label files (NAME.jsonl for the text NAME), or one file. PRED is what `specharness compile
--out-dir PRED --directions` wrote over the same texts, or labels in the same format: so two annotators are compared,
too. A text without a prediction counts as one in which nothing was found.

\b
Examples:
  specharness compile --corpus docs --out-dir pred --directions
  specharness score gold pred --docs docs
  specharness score gold pred --docs docs -o score.json --plots plots
  specharness score gold pred --docs docs --by kind --format json
  specharness score gold run1 --docs docs --run run2 --run run3
  specharness score annotator-a annotator-b --docs docs

Each figure has a 95 % interval from a bootstrap over tasks. docs/scoring.md defines every figure.
"""

BY = ("kind", "family")
MAX_RESAMPLES = 1_000_000
MAX_RUNS = 100


def score(
    gold: Annotated[Path, typer.Argument(metavar="GOLD", help="Labels: a folder or a file.", show_default=False)],
    predicted: Annotated[
        Path, typer.Argument(metavar="PRED", help="Predictions: a folder or a file.", show_default=False)
    ],
    docs: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The labelled texts, if neither GOLD nor PRED has them.")
    ] = None,
    by: Annotated[str, typer.Option(metavar="LIST", help="Also by: kind, family; or all for neither.")] = ",".join(BY),
    runs: Annotated[
        list[Path] | None,
        typer.Option("--run", metavar="DIR", help="A further run of the same compiler, for stability. Repeatable."),
    ] = None,
    resamples: Annotated[
        int, typer.Option(min=0, max=MAX_RESAMPLES, metavar="N", help="Of the bootstrap; 0 for no intervals.")
    ] = 10_000,
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="Of the bootstrap.")] = 20_260,
    format: Annotated[Format, typer.Option(help="What to print.")] = Format.TABLE,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the report (JSON).")
    ] = None,
    plots: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write pictures (SVG and PNG). Needs the extra `plots`.")
    ] = None,
    force: Force = False,
) -> None:
    """Run the command."""
    wanted = _parts(by)
    if len(runs or ()) >= MAX_RUNS:
        raise UsageError(f"--run is given {len(runs or ())} times, at most {MAX_RUNS - 1} can be compared")
    refuse_overwriting([output], [gold, predicted], force=force)
    if output is not None and predicted.is_dir() and output.resolve().is_relative_to(predicted.resolve()):
        raise UsageError(f"{output} lies in {predicted}, where it would be read as a result; write it elsewhere")
    if plots is not None:
        usable_folder(plots)
    from specharness.ir.schema import json_document

    report = _report(gold, predicted, docs, wanted, runs or [], resamples, seed)
    document = json_document(report)
    written: dict[Path, str | bytes] = {output: document} if output else {}
    if plots is not None:
        from specharness.measure.plots import score_plots

        pictures = {plots / name: data for name, data in score_plots(report).items()}
        refuse_overwriting(pictures, [], force=force)
        written |= pictures
    write_whole(written)
    if any(map(is_standard_output, written)):
        pass
    elif format is Format.JSON:
        print(safe_json(document), end="")
    else:
        from specharness.cli.score_tables import print_score

        print_score(standard_output(), report)
    if report.missing:
        print_note(f"{len(report.missing)} labelled texts have no prediction")
    print_written(written)


def _report(
    gold: Path, predicted: Path, docs: Path | None, by: frozenset[str], runs: list[Path], resamples: int, seed: int
) -> ScoreReport:
    from specharness.labels.scored import read_gold, read_predictions
    from specharness.measure.evaluation import evaluate
    from specharness.measure.score_report import ScoreReport
    from specharness.measure.summary import (
        CLASS_NAMES,
        Resampling,
        families_of,
        grounding_of,
        groups_of,
        stability_of,
    )
    from specharness.measure.usage import summary_of

    how = Resampling(resamples, seed)
    with progress_bar("scoring") as progress:
        progress("reading", 0, 1)
        predictions = read_predictions(predicted)
        documents = read_gold(gold, docs, predictions)
        scored = evaluate(documents, predictions.of, progress)
        missing = tuple(item.document.source.id for item in scored if item.missing)
        if len(missing) == len(scored):
            raise UsageError(
                f"{predicted} holds no prediction for any text that {gold} labels, such as {missing[0]}; compile the "
                f"same texts: specharness compile --corpus DOCS --out-dir PRED --directions"
            )
        further = [read_predictions(run) for run in runs]
        progress("intervals", len(documents), len(documents))
        return ScoreReport(
            gold=str(gold),
            predicted=str(predicted),
            resamples=resamples,
            seed=seed,
            level=how.level,
            classes=CLASS_NAMES,
            missing=missing,
            groups=tuple(groups_of(scored, how, by_kind="kind" in by)),
            families=tuple(families_of(scored, how)) if "family" in by else (),
            grounding=grounding_of(scored, how),
            stability=stability_of(
                documents, [[run.of(item.source) for item in documents] for run in (predictions, *further)], how
            )
            if further
            else None,
            usage=summary_of(
                predictions.usage, [item.source.id for item in documents], [item.task for item in documents]
            ),
        )


def _parts(by: str) -> frozenset[str]:
    given = frozenset(part.strip() for part in by.split(",") if part.strip())
    unknown = sorted(given - {*BY, "all"})
    if unknown or not given:
        raise UsageError(f"--by takes {', '.join(BY)}, both with a comma, or all; got {by!r}")
    return given
