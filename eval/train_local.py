"""Trains the local compiler's weights from labelled documents and writes them whole.

python eval/train_local.py DEV_DIR DOCS_DIR [-o specharness/compile/local/weights.json]
The same documents give the same bytes.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from specharness.compile.local.train import train
from specharness.measure.compilers import load_examples

DEFAULT = Path(__file__).resolve().parent.parent / "specharness" / "compile" / "local" / "weights.json"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dev", type=Path)
    parser.add_argument("docs", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=DEFAULT)
    arguments = parser.parse_args()
    text = train(load_examples(arguments.dev, arguments.docs))
    temporary = arguments.output.with_suffix(".tmp")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(arguments.output)
    print(f"{arguments.output}: {len(text):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
