"""Trains the local compiler's weights from labelled documents and writes them whole.

    python eval/train_local.py DEV_DIR DOCS_DIR [--also DEV DOCS]
                               [--partly FILE TEXTS] [-o FILE] [--check]

The same documents give the same bytes, whatever the hash seed and the number of threads. DEV_DIR holds one NAME.jsonl
of labels a text, DOCS_DIR the texts (NAME). --also adds a further such pair of folders, --partly a file of labelled
stretches and the folder of their texts. --check writes nothing and tells whether the file is what training gives.
Exit status: 0 done, 2 bad input, or weights that differ under --check.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path

from training_material import add_training_material, training_material

from specharness.cli.outputs import write_whole
from specharness.cli.scripts import run, script_parser
from specharness.cli.terminal import print_error, print_note
from specharness.compile.local.train import train
from specharness.errors import InputError
from specharness.measure.compilers import load_examples

DEFAULT = Path(__file__).resolve().parent.parent / "specharness" / "compile" / "local" / "weights.json"


def main() -> int:
    """Train; the exit status."""
    parser = script_parser(__doc__)
    parser.add_argument("dev", type=Path, metavar="DEV_DIR")
    parser.add_argument("docs", type=Path, metavar="DOCS_DIR")
    add_training_material(parser)
    parser.add_argument("-o", "--output", type=Path, default=DEFAULT, metavar="FILE")
    parser.add_argument("--check", action="store_true", help="compare with FILE instead of writing it")
    options = parser.parse_args()
    examples = load_examples(options.dev, options.docs)
    if not examples:
        raise InputError(f"{options.dev}: no NAME.jsonl below it; DEV_DIR holds one file of labels a text")
    beside = training_material(options)
    text = train(examples, also=beside.also, partly=beside.partly)
    replaced = False
    if options.check:
        same = options.output.read_bytes() == text.encode()
    else:
        same = True
        replaced = options.output.exists() and options.output.read_bytes() != text.encode()
        write_whole({options.output: text})
    digest = sha256(text.encode()).hexdigest()
    if not same:
        print_error(f"{options.output} is not what training on {len(examples)} documents gives ({digest[:12]})")
        return 2
    if replaced:
        print_note(f"{options.output}: other weights than before; a compiler frozen with those is refused from now on")
    print_note(f"{options.output}: {len(text.encode()):,} bytes from {len(examples)} documents, sha256 {digest}")
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
