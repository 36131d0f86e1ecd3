"""Fuzzing of observers: sound files, broken at random, must end in a view or in a named reason."""

from __future__ import annotations

import io
import random
import re
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from specharness.evidence.formats import format_of
from specharness.evidence.limits import MIB, Limits
from specharness.evidence.observe import Observatory
from specharness.evidence.root import Places
from specharness.evidence.views import Request, ViewKind
from specharness.measure.fuzzing import SECONDS, Answer, Lay, Subject, Wrong, broken
from specharness.measure.observer_seeds import SEEDS

K = ViewKind
TARGETS: dict[str, tuple[tuple[str, ...], tuple[ViewKind, ...]]] = {
    "text": (("x.txt", "x.html"), (K.TEXT, K.FORMAT)),
    "json": (("x.json", "x.jsonl"), (K.JSON, K.FORMAT)),
    "yaml": (("x.yaml",), (K.JSON, K.FORMAT)),
    "toml": (("x.toml",), (K.JSON, K.FORMAT)),
    "ini": (("x.ini",), (K.JSON, K.FORMAT)),
    "xml": (("x.xml",), (K.XML, K.FORMAT)),
    "table": (("x.csv", "x.tsv"), (K.TABLE, K.FORMAT)),
    "query": (("x.csv", "x.parquet", "x.db"), (K.QUERY,)),
    "parquet": (("x.parquet",), (K.TABLE, K.FORMAT)),
    "sqlite": (("x.db",), (K.DATABASE, K.TABLE, K.FORMAT)),
    "xlsx": (("x.xlsx",), (K.WORKBOOK, K.WORKBOOK_DETAILS)),
    "recalculated": (("x.xlsx",), (K.RECALCULATED,)),
    "docx": (("x.docx",), (K.DOCUMENT, K.DOCUMENT_DETAILS)),
    "pptx": (("x.pptx",), (K.SLIDES, K.SLIDES_DETAILS)),
    "pdf": (("x.pdf",), (K.PDF, K.FORMAT)),
    "image": (("x.png", "x.jpg", "x.gif", "x.webp", "x.tiff"), (K.IMAGE, K.FORMAT)),
    "archive": (("x.zip", "x.tar", "x.tar.gz", "x.tar.xz"), (K.ARCHIVE, K.FORMAT)),
    "media": (("x.wav",), (K.MEDIA,)),
}
"""For each observer the files that it is fed with and the views that are asked of it."""
QUERIES = {"sqlite": "SELECT count(*), min(name) FROM t"}
LIMITS = Limits(seconds=SECONDS, zip_bytes=64 * MIB, part_bytes=8 * MIB, tree_bytes=64 * MIB, run_seconds=SECONDS)
_VALUE = re.compile(rb'(?:="|>)([^"<>]+)(?:"|</)')
"""Of an attribute or an element, in XML as libraries write it."""


def subject(target: str) -> Subject:
    """One of `TARGETS`, fed with its broken files."""
    names, kinds = TARGETS[target]

    def inputs(chance: random.Random) -> Iterator[Lay]:
        for name, data in _inputs([(name, SEEDS[name]()) for name in names], chance):
            yield partial(_lay, name=name, data=data)

    return Subject(inputs, {kind.value: partial(_ask, kind=kind) for kind in kinds})


def _lay(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def _ask(path: Path, kind: ViewKind) -> Answer:
    query = QUERIES.get(format_of(path.name), "SELECT count(*) FROM data") if kind is K.QUERY else ""
    return answer_of(path.parent, Request(kind, path.name, argument=query))


def answer_of(workspace: Path, request: Request) -> Answer:
    """What an observatory says of a request. Raises Wrong where it says nothing, or too much."""
    seen = Observatory(Places(workspace=workspace), LIMITS).observe([request])[request]
    if (seen.view is None) == (seen.failure is None):
        raise Wrong("neither a view nor a reason, or both")
    if seen.failure is not None and not seen.detail:
        raise Wrong("a failure without a word")
    return Answer(
        "view" if seen.view is not None else str(seen.failure), seen, seen.limit in ("seconds", "run_seconds")
    )


def _inputs(seeds: list[tuple[str, bytes]], chance: random.Random) -> Iterator[tuple[str, bytes]]:
    """The sound files first, then broken ones without end."""
    yield from seeds
    while True:
        name, data = chance.choice(seeds)
        if data.startswith(b"PK") and chance.random() < 0.75:
            yield name, _repacked(data, chance)
        else:
            yield name, broken(data, chance)


def _repacked(data: bytes, chance: random.Random) -> bytes:
    """A package with some members broken inside, so that its checksums hold and the readers behind it are reached."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        names = archive.namelist()
        chosen = set(chance.sample(names, min(len(names), chance.choice((1, 1, 2, 3)))))
        for name in names:
            content = archive.read(name)
            if name in chosen:
                if chance.random() < 0.05:
                    continue
                content = _reworded(content, chance) if chance.random() < 0.7 else broken(content, chance)
            target.writestr(zipfile.ZipInfo(name), content)
    return out.getvalue()


def _reworded(xml: bytes, chance: random.Random) -> bytes:
    """XML that stays well-formed more often: a value, a digit or a whole element is changed."""
    for _ in range(chance.choice((1, 1, 2, 5))):
        found = _VALUE.search(xml, chance.randrange(len(xml) + 1))
        if found is not None:
            value = chance.choice(
                (b"", b"-1", b"0", b"99999999999", b"NaN", b"A1", b"XFD1048577", b"rId1", b"\xc3\xa9")
            )
            xml = xml[: found.start(1)] + value + xml[found.end(1) :]
        open_, close = xml.find(b"<", chance.randrange(len(xml) + 1)), 0
        close = xml.find(b"/>", open_)
        if 0 <= open_ < close < open_ + 400 and chance.random() < 0.5:
            piece = xml[open_ : close + 2]
            xml = xml[:open_] + piece * chance.choice((0, 2, 40)) + xml[close + 2 :]
    return xml
