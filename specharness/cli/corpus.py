"""Which inputs a command line names, and what their results are called.

Guarantees a stable order, and names relative to the corpus or to the parent of a PATH. Which files of a corpus are
specifications is the sources stage's business.
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


def corpus_inputs(folder: Path) -> Iterator[Input]:
    """Every specification file under `folder`, sorted."""
    from specharness.sources import discover

    for path in discover(folder):
        yield Input(str(path), path.relative_to(folder).as_posix())
