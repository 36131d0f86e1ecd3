"""Which inputs a command line names, and what their results are called.

Guarantees a stable order, and names relative to the corpus or to the parent of a PATH. Which files of a corpus are
specifications, and which may not be read, is the sources stage's business.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from specharness.errors import UsageError


class Input(NamedTuple):
    path: str
    name: str
    """Relative, with `/`; results are called NAME.json and NAME.jsonl."""


def named_inputs(paths: Sequence[str]) -> Iterator[Input]:
    """The given PATHs, each named relative to its parent."""
    for path in paths:
        if path == "-":
            raise UsageError("- (standard input) has no name for a result in --out-dir; compile it alone with -o")
        yield Input(path, Path(path).resolve().name)


class CorpusInputs(NamedTuple):
    inputs: tuple[Input, ...]
    held_out: tuple[str, ...]
    refused: tuple[tuple[str, str], ...]
    """Names of entries that may not be read, and why."""


def corpus_inputs(folder: Path) -> CorpusInputs:
    """Every specification file under `folder`, sorted, and what is not read there."""
    from specharness.sources import discover

    corpus = discover(folder)
    inputs = tuple(Input(str(path), path.relative_to(folder).as_posix()) for path in corpus.files)
    reason = "a link that leads out of the corpus is never followed; copy the file into the corpus"
    refused = tuple((path.relative_to(folder).as_posix(), reason) for path in corpus.outside)
    return CorpusInputs(inputs, corpus.held_out, refused)
