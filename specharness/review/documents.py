"""What there is to review: the texts under a path, and the label file that belongs to each.

Guarantees that names are unique and relative, and that no label file is one of the texts. What a specification is,
and which files may not be read, is the sources stage's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from specharness.errors import InputError, LimitExceededError, NotFoundError, UsageError
from specharness.ir import SourceKind
from specharness.measure.annotations import ENDING
from specharness.sources import SourceRequest, discover, load
from specharness.sources.held_out import TASK_MARKER
from specharness.sources.kinds import GUIDELINE_NAMES, SKILL_NAME
from specharness.sources.look import id_of, is_file, is_folder, real
from specharness.sources.model import STDIN

MAX_DOCUMENTS = 20_000
"""Texts of one review; the page lists them all."""


@dataclass(frozen=True)
class Document:
    """One text and its labels."""

    name: str
    """Relative to what is reviewed, with `/`; the source's id in the label file."""
    request: SourceRequest
    """The specification that it belongs to; its texts are compiled together."""
    source: str
    """Its id in that specification."""
    labels: Path


@dataclass(frozen=True)
class Documents:
    """All texts in a stable order, and what is not read."""

    items: tuple[Document, ...]
    held_out: tuple[str, ...]
    refused: tuple[str, ...]
    """Links that lead out of the folder."""


def find_documents(path: Path, labels: Path | None) -> Documents:
    """The texts of a file, of a task folder or repository, or of every specification file under another folder.

    `labels` is a folder that holds NAME.jsonl for each text, or for a single text the file itself; without it, the
    file or the folder stands beside `path`. Raises what loading raises, and UsageError for labels that don't fit.
    """
    if str(path) == STDIN:
        raise UsageError("standard input can't be reviewed, because labels need a text that stays; give a file")
    request = SourceRequest(path=str(path))
    if not is_folder(path):
        sources = [source.id for source in load(request).sources]
        items = [Document(id, request, id, _beside(path, labels, id)) for id in sources]
        return _checked(items, (), (), path, labels)
    folder = labels or path.with_name(f"{path.resolve().name}.labels")
    if _is_one_specification(path):
        specification = load(request)
        names = [source.id for source in specification.sources if source.kind is not SourceKind.WORKSPACE]
        items = [Document(name, request, name, _label_file(folder, name, len(names) == 1)) for name in names]
        return _checked(items, specification.held_out, (), path, labels)
    corpus = discover(path)
    items = []
    for file in corpus.files:
        name = id_of(file.relative_to(path))
        one = SourceRequest(path=str(file))
        source = id_of(PurePath(file.name))
        items.append(Document(name, one, source, _label_file(folder, name, len(corpus.files) == 1)))
    refused = tuple(id_of(file.relative_to(path)) for file in corpus.outside)
    return _checked(items, corpus.held_out, refused, path, labels)


def _is_one_specification(folder: Path) -> bool:
    """A task folder, or a folder with instructions at its top: compiled as one, as `compile` does."""
    if is_file(folder / TASK_MARKER):
        return True
    return any(entry.name.lower() in GUIDELINE_NAMES | {SKILL_NAME} for entry in folder.iterdir())


def _beside(path: Path, labels: Path | None, name: str) -> Path:
    if labels is None:
        return path.with_name(path.name + ENDING)
    return _label_file(labels, name, True)


def _label_file(labels: Path, name: str, alone: bool) -> Path:
    if labels.suffix == ENDING and not is_folder(labels):
        if not alone:
            raise UsageError(f"{labels}: one label file for several texts; give --labels a folder, one file a text")
        return labels
    if is_file(labels):
        raise UsageError(f"{labels}: expected a folder or a {ENDING} file for the labels")
    return labels / f"{name}{ENDING}"


def _checked(
    items: Sequence[Document], held_out: tuple[str, ...], refused: tuple[str, ...], path: Path, labels: Path | None
) -> Documents:
    if not items:
        raise NotFoundError(f"{path}: no specification in this folder; see `specharness annotate --help`")
    if len(items) > MAX_DOCUMENTS:
        raise LimitExceededError(f"{path}: {len(items)} texts, MAX_DOCUMENTS is {MAX_DOCUMENTS}; review it in parts")
    if labels is not None and is_file(labels) and real(labels) == real(path):
        raise InputError(f"{labels}: is the text itself; give the labels another file")
    return Documents(tuple(items), held_out, refused)
