"""Cross-validates the local compiler over labelled documents: out-of-fold figures only.

python eval/cross_validate.py DEV_DIR DOCS_DIR [--folds 10] [--json FILE]
DEV_DIR holds one JSON Lines file a text (NAME.jsonl), DOCS_DIR the texts (NAME), both in the annotation guide's layout.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from specharness.compile.local.train import Example
from specharness.measure.compilers import cross_validate, load_examples


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dev", type=Path)
    parser.add_argument("docs", type=Path)
    parser.add_argument("--folds", type=int, default=10)
    parser.add_argument("--json", type=Path, help="write the figures there too")
    arguments = parser.parse_args()
    examples: list[Example] = load_examples(arguments.dev, arguments.docs)
    result = cross_validate(examples, folds=arguments.folds)
    figures = result.tally.figures()
    for name, value in figures.items():
        print(f"{name:24s} {value:.3f}")
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
