"""Cross-validates the local compiler over labelled documents: out-of-fold figures only.

    python eval/cross_validate.py DEV_DIR DOCS_DIR [--folds 10] [--deals 1]
                                  [--json FILE]

DEV_DIR holds one JSON Lines file a text (NAME.jsonl), DOCS_DIR the texts (NAME), both in the annotation guide's layout.
Documents are few, so one deal of the folds is noise: --deals 3 shuffles three times and pools the counts.

--gold DIR scores against other labels of the same texts than those that were trained on.

--also DEV DOCS and --partly FILE TEXTS are further labels. Nothing is measured on them, and each is trained on in the
folds that measure no document of its task or repository.

--measured DEV DOCS are further documents of the measured tasks. Each is measured in the fold of its task and shown by
itself; it is trained on only where --also names it, too.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from training_material import add_training_material, training_material

from specharness.cli.scripts import run, script_parser, whole
from specharness.compile.local.train import Example
from specharness.errors import InputError
from specharness.measure.compilers import cross_validate, load_examples
from specharness.measure.score import Tally, score_document

SHOWN = ("hard_soundness", "hard_precision", "hard_recall", "direction_f1", "char_macro_f1", "family_accuracy")


def main() -> int:
    parser = script_parser(__doc__)
    parser.add_argument("dev", type=Path)
    parser.add_argument("docs", type=Path)
    parser.add_argument("--folds", type=whole(2), default=10)
    parser.add_argument("--deals", type=whole(1), default=1, help="how often the documents are dealt to the folds")
    parser.add_argument("--gold", type=Path, metavar="DIR", help="score against these labels of the same texts")
    add_training_material(parser)
    parser.add_argument("--measured", type=Path, nargs=2, metavar=("DEV", "DOCS"), help="measure these labels, too")
    parser.add_argument("--json", type=Path, help="write the figures there too")
    arguments = parser.parse_args()
    examples: list[Example] = load_examples(arguments.dev, arguments.docs)
    if not examples:
        raise InputError(f"{arguments.dev}: no NAME.jsonl below it; DEV_DIR holds one file of labels a text")
    gold = load_examples(arguments.gold, arguments.docs) if arguments.gold else examples
    if [example.source.id for example in gold] != [example.source.id for example in examples]:
        parser.error(f"{arguments.gold} and {arguments.dev} label different texts")
    beside = training_material(arguments)
    too = load_examples(*arguments.measured) if arguments.measured else []
    pooled: dict[str, Tally] = {}
    for deal in range(arguments.deals):
        result = cross_validate(examples, folds=arguments.folds, deal=deal, beside=beside, too=too)
        for index, (example, found) in enumerate(zip([*gold, *too], result.predicted, strict=True)):
            tally = score_document(example.source.text, example.gold, found)
            kind = f"{example.source.id.split('/')[0]} {example.source.kind.value}"
            for name in (kind, "all") if index < len(gold) else (f"{kind}, too",):
                pooled[name] = pooled.get(name, Tally())
                pooled[name] += tally
    print(" " * 24 + "  ".join(f"{name:>15s}" for name in SHOWN))
    for name in sorted(pooled, key=lambda name: (name == "all", name)):
        row = pooled[name].figures()
        print(f"{name:24s}" + "  ".join(f"{row[figure]:15.3f}" for figure in SHOWN))
    figures = pooled["all"].figures()
    print()
    for name, value in figures.items():
        print(f"{name:24s} {value:.3f}")
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
