"""Compares compilers over labelled documents: the local one and baselines out of fold, others by their results.

    python eval/compare_compilers.py DEV_DIR DOCS_DIR --out DIR
        [--candidates local,floor,rules,all-hard] [--pred NAME=DIR]

DEV_DIR holds one JSON Lines file of labels a text (NAME.jsonl), DOCS_DIR the texts (NAME). Every candidate is compared
with the first; a difference stands with its interval and with p values adjusted for the number of candidates.

  local     the local compiler, trained on the other folds
  floor     TF-IDF and logistic regression over sentences, trained likewise
  rules     the local compiler's rules without its model
  all-hard  every sentence a hard direction

--pred adds what another compiler wrote (`specharness compile --corpus DOCS_DIR --out-dir DIR --directions`, or label
files). DIR gets comparison.json, pictures and the directions of every candidate; a run that was stopped goes on with
the folds that are missing, as long as labels, texts and code are the same.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from specharness.cli.outputs import print_written, usable_folder, write_whole
from specharness.cli.score_tables import print_comparison
from specharness.cli.scripts import run, script_parser, whole
from specharness.cli.terminal import print_note, progress_bar, standard_output
from specharness.compile.engine import Compiled, Engine
from specharness.compile.fingerprint import code_digest
from specharness.compile.local import LocalEngine
from specharness.compile.local.train import Example, weights_from
from specharness.errors import UsageError
from specharness.ir import CompilerId, Source, Unit, digest_of
from specharness.ir.annotation import line_of
from specharness.ir.schema import json_document
from specharness.labels.scored import Predictions, read_gold, read_predictions
from specharness.measure.baselines import every_sentence_hard, rules_alone, tfidf_floor
from specharness.measure.comparison import Entrant, compare
from specharness.measure.compilers import folds_of, load_examples, out_of_fold
from specharness.measure.evaluation import evaluate
from specharness.measure.intervals import RESAMPLES, SEED
from specharness.measure.plots import comparison_plots
from specharness.measure.selection import data_digest
from specharness.measure.summary import Resampling
from specharness.measure.usage import USAGE_FILE, Usage, usage_jsonl

Train = Callable[[Sequence[Example]], Engine]

TRAINED: dict[str, Train] = {
    "local": lambda rest: LocalEngine(weights_from(rest)),
    "floor": tfidf_floor,
    "rules": rules_alone,
    "all-hard": every_sentence_hard,
}

CODE = ("specharness.compile", "specharness.segment", "specharness.measure.baselines", "specharness.measure.compilers")
"""Whatever can change a candidate's directions; predictions of other code are made anew."""


class Timed:
    """An engine that takes the time of each document."""

    def __init__(self, engine: Engine, seconds: dict[str, float]) -> None:
        self._engine = engine
        self._seconds = seconds

    @property
    def id(self) -> CompilerId:
        return self._engine.id

    def compile(self, source: Source, units: Sequence[Unit]) -> Compiled:
        start = time.perf_counter()
        found = self._engine.compile(source, units)
        self._seconds[source.id] = time.perf_counter() - start
        return found


def main() -> int:
    parser = script_parser(__doc__)
    parser.add_argument("dev", type=Path)
    parser.add_argument("docs", type=Path)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for everything that is written")
    parser.add_argument("--candidates", default=",".join(TRAINED), metavar="LIST", help=f"of {', '.join(TRAINED)}")
    parser.add_argument("--pred", action="append", default=[], metavar="NAME=DIR", help="another compiler's results")
    parser.add_argument("--first", metavar="NAME", help="the one that the others are compared with")
    parser.add_argument("--folds", type=whole(2), default=10)
    parser.add_argument("--deal", type=whole(0), default=0, help="number of the shuffle that deals documents to folds")
    parser.add_argument("--resamples", type=whole(1), default=RESAMPLES)
    parser.add_argument("--seed", type=whole(0, 2**32 - 1), default=SEED)
    return _run(parser.parse_args())


def _run(arguments: argparse.Namespace) -> int:
    names = [name for name in arguments.candidates.split(",") if name]
    unknown = [name for name in names if name not in TRAINED]
    if unknown:
        raise UsageError(f"unknown candidate {unknown[0]!r}; there are: {', '.join(TRAINED)}")
    if arguments.folds < 2:
        raise UsageError(f"--folds must be at least 2, got {arguments.folds}")
    given = {}
    for item in arguments.pred:
        name, separator, folder = item.partition("=")
        if not separator or not re.fullmatch(r"[\w.-]+", name):
            raise UsageError(f"--pred takes NAME=DIR, got {item!r}")
        given[name] = read_predictions(Path(folder))
    order = list(dict.fromkeys((*names, *given)))
    if not order:
        raise UsageError("nothing to compare; name --candidates or --pred")
    if len(order) < len(names) + len(given):
        raise UsageError(f"two candidates have one name: {', '.join((*names, *given))}")
    if arguments.first not in (None, *order):
        raise UsageError(f"--first {arguments.first}: no such candidate; there are: {', '.join(order)}")
    usable_folder(arguments.out)
    examples = load_examples(arguments.dev, arguments.docs)
    documents = read_gold(arguments.dev, arguments.docs, Predictions((), {}, {}))
    entrants = []
    for name in names:
        folder = _predicted(name, examples, arguments.out, arguments.folds, arguments.deal)
        given[name] = read_predictions(folder)
    for name in sorted(order, key=lambda name: name != arguments.first):
        entrants.append(Entrant(name, evaluate(documents, given[name].of), given[name].usage))
        missing = sum(item.missing for item in entrants[-1].scored)
        if missing:
            print_note(f"{name}: no prediction for {missing} of {len(documents)} texts, counted as nothing found")
    report = compare(entrants, Resampling(arguments.resamples, arguments.seed))
    written: dict[Path, str | bytes] = {arguments.out / "comparison.json": json_document(report)}
    try:
        written |= {arguments.out / name: data for name, data in comparison_plots(report).items()}
    except UsageError as error:
        print_note(f"no pictures: {error}")
    write_whole(written)
    print_comparison(standard_output(), report)
    print_written(written)
    return 0


def _predicted(name: str, examples: Sequence[Example], out: Path, folds: int, deal: int) -> Path:
    """The folder of a candidate's out-of-fold directions, made where it is not complete yet."""
    key = digest_of([name, data_digest(examples), code_digest(CODE), folds, deal])
    folder = out / "predictions" / f"{name}-{key[:16]}"
    assigned = folds_of(examples, folds, deal)
    done = {
        fold
        for fold in set(assigned)
        if all(
            (folder / f"{example.source.id}.jsonl").is_file()
            for example, number in zip(examples, assigned, strict=True)
            if number == fold
        )
    }
    seconds = {row.document: row.seconds or 0.0 for row in read_predictions(folder).usage.values()} if done else {}
    with progress_bar(name) as progress:
        progress("", len(done), folds)
        for count, (_, found) in enumerate(
            out_of_fold(examples, lambda rest, _: Timed(TRAINED[name](rest), seconds), folds, deal, done), start=1
        ):
            texts = {
                folder / f"{examples[index].source.id}.jsonl": "".join(
                    f"{line_of(direction).model_dump_json()}\n" for direction in directions
                )
                for index, directions in found.items()
            }
            usage = [Usage(document=document, seconds=round(taken, 6)) for document, taken in sorted(seconds.items())]
            write_whole({folder / USAGE_FILE: usage_jsonl(usage), **texts}, parents=True)
            progress("", len(done) + count, folds)
    return folder


if __name__ == "__main__":
    sys.exit(run(main))
