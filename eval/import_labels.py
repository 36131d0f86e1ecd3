"""Makes the project's copy of labels that lie outside of it: offsets and labels, never text.

    python eval/import_labels.py DEV_DIR DOCS_DIR -o OUT [--corrections FILE]
    python eval/import_labels.py --count FILE

DEV_DIR holds one JSON Lines file a text (NAME.jsonl), DOCS_DIR the texts (NAME). Every label gets a statement of our
own, every file the hash of its text. Without --corrections the labels stay as they were given; --count says how many
labels a file of corrections changes, by settled case of the guide.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from specharness.cli.outputs import write_whole
from specharness.cli.scripts import run, script_parser
from specharness.errors import UsageError
from specharness.labels.corrections import Correction, by_case, read_corrections
from specharness.labels.documents import checked_document, label_files, read_labelled
from specharness.labels.own_copy import own_copy
from specharness.labels.writing import label_path


def imported(dev: Path, docs: Path, out: Path, corrections: tuple[Correction, ...]) -> dict[Path, str]:
    """The text of every file of the copy. Raises UsageError for a correction whose document is not there."""
    texts: dict[Path, str] = {}
    known: set[str] = set()
    for file in label_files([dev]):
        text = read_labelled(file)
        if file.name is not None:  # in a folder the place names the document
            text = text._replace(document=file.name)
        source = checked_document(docs, text)
        texts[label_path(out, source.id)] = own_copy(text, source, corrections)
        known.add(source.id)
    strangers = sorted({item.document for item in corrections} - known)
    if strangers:
        raise UsageError(f"corrections for {', '.join(strangers)}, which {dev} does not label")
    return texts


def main() -> int:
    parser = script_parser(__doc__)
    parser.add_argument("dev", type=Path, nargs="?")
    parser.add_argument("docs", type=Path, nargs="?")
    parser.add_argument("-o", "--output", type=Path, help="folder of the copy")
    parser.add_argument("--corrections", type=Path, metavar="FILE", help="corrections to apply (JSON Lines)")
    parser.add_argument("--count", type=Path, metavar="FILE", help="count a file's corrections by settled case")
    arguments = parser.parse_args()
    if arguments.count:
        counts = by_case(read_corrections(arguments.count))
        print(json.dumps({"labels": sum(counts.values()), "by_case": counts}))
        return 0
    if not (arguments.dev and arguments.docs and arguments.output):
        raise UsageError("DEV_DIR, DOCS_DIR and -o OUT_DIR are needed; see --help")
    corrections = read_corrections(arguments.corrections) if arguments.corrections else ()
    texts = imported(arguments.dev, arguments.docs, arguments.output, corrections)
    write_whole(texts, parents=True)
    labels = sum(text.count("\n") - 1 for text in texts.values())
    print(f"{arguments.output}: {len(texts)} files, {labels} labels, {len(corrections)} corrections")
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
