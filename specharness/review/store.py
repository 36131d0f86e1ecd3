"""Labels on disk: read, written whole, and never over something that the writer has not seen.

A revision is a digest of the text, the label file and the state of the review as they are on disk. Who writes names
the revision that it began from; when the disk holds another one, because of a second tab, an editor or a changed text,
nothing is written.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from specharness.errors import InputError, NotFoundError, SpecHarnessError
from specharness.ir import SCHEMA_VERSION, Source
from specharness.review.documents import Document
from specharness.review.labels import MAX_DIRECTIONS, LabelFile, Row, check, dump, parse

Write = Callable[[Mapping[Path, str]], None]
"""Writes UTF-8 texts to files, all of them or none, and creates missing folders."""

MAX_LABEL_BYTES = 64 * 2**20
"""Of one label file; twenty thousand directions with long statements stay below."""
MAX_COPIES = 1000

STATE_ENDING = ".review.json"
"""Which labels were accepted, and whether the document is done."""


class ConflictError(SpecHarnessError):
    """The disk holds something else than the writer began from."""


class State(NamedTuple):
    """How far the review of a document is."""

    done: bool = False
    accepted: tuple[str, ...] = ()
    """Ids of directions that a person has looked at and found right."""


class Saved(NamedTuple):
    """One document as it is on disk."""

    file: LabelFile | None
    """None: there are no labels yet."""
    state: State
    revision: str


class Store:
    """Reads and writes label files, one writer at a time."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._lock = threading.Lock()

    def read(self, document: Document, source: Source) -> Saved:
        """The labels and the state. Raises SchemaMismatchError and InputError for files that can't be used."""
        labels, state = self._bytes(document)
        return Saved(_file(labels, document, source), _state(state), _revision(source, labels, state))

    def state(self, document: Document) -> tuple[bool, State]:
        """Whether there are labels, and the state, without reading the text or the labels."""
        return document.labels.exists(), _state(_content(_state_path(document)))

    def save(self, document: Document, source: Source, rows: Sequence[Row], state: State, revision: str) -> str:
        """Write labels and state; returns the new revision.

        Raises ConflictError where `revision` is not what is on disk, SchemaMismatchError for rows that are no labels
        of the text, InputError where the disk refuses.
        """
        check(rows, source)
        with self._lock:
            labels, before = self._bytes(document)
            if _revision(source, labels, before) != revision:
                raise ConflictError(f"{document.name}: the labels or the text were changed by someone else")
            old = _file(labels, document, source)
            name = document.name if old is None else old.document
            text = dump(LabelFile(name, source.sha256, tuple(rows)))
            told = _state_text(state, rows)
            self._write({document.labels: text, _state_path(document): told})
            return _revision(source, text.encode("utf-8"), told.encode("utf-8"))

    def keep_copy(self, document: Document, rows: Sequence[Row], sha256: str | None) -> Path:
        """Write rows, made for the text of that hash, beside the label file, under a name that is free; returns it.

        The text may be another one by now, so spans are not held against it.
        """
        check(rows, None)
        text = dump(LabelFile(document.name, sha256, tuple(rows)))
        with self._lock:
            for number in range(1, MAX_COPIES):
                # No label file by its ending: whoever reads the folder must not take both.
                path = document.labels.with_name(f"{document.labels.name}.mine-{number}")
                if not path.exists():
                    self._write({path: text})
                    return path
        raise InputError(f"{document.labels}: there are {MAX_COPIES} copies beside it; remove some")

    def _bytes(self, document: Document) -> tuple[bytes | None, bytes | None]:
        return _content(document.labels), _content(_state_path(document))


def _state_path(document: Document) -> Path:
    return document.labels.with_name(document.labels.name.removesuffix(".jsonl") + STATE_ENDING)


def _content(path: Path) -> bytes | None:
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_LABEL_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise NotFoundError(f"{path}: can't be read: {error.strerror}") from error
    if len(data) > MAX_LABEL_BYTES:
        raise InputError(f"{path}: more than MAX_LABEL_BYTES ({MAX_LABEL_BYTES}); split the document")
    return data


def _file(data: bytes | None, document: Document, source: Source) -> LabelFile | None:
    if data is None:
        return None
    try:
        return parse(data, source, document.name)
    except InputError as error:
        raise type(error)(f"{document.labels}: {error}") from error


def _revision(source: Source, labels: bytes | None, state: bytes | None) -> str:
    parts = [source.sha256.encode("ascii"), *(b"" if part is None else b"+" + part for part in (labels, state))]
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def _state(data: bytes | None) -> State:
    """The state; a file that can't be read as one counts as none, since labels don't depend on it."""
    try:
        told = json.loads(data or b"null")
    except (ValueError, RecursionError):
        return State()
    if not isinstance(told, dict):
        return State()
    accepted = told.get("accepted")
    ids = accepted if isinstance(accepted, list) and len(accepted) <= MAX_DIRECTIONS else []
    return State(
        done=told.get("done") is True,
        accepted=tuple(id for id in ids if isinstance(id, str)),
    )


def _state_text(state: State, rows: Sequence[Row]) -> str:
    ids = {row["id"] for row in rows}
    accepted = sorted(id for id in state.accepted if id in ids)
    told = {"schema_version": SCHEMA_VERSION, "done": state.done, "accepted": accepted}
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"
