"""Fuzzing of observers: sound files, broken at random, must end in a view or in a named reason, in time and in memory.

Guarantees equal inputs for equal seeds. The input that is being looked at stands in a file of its own, so that one
which ends the process is not lost. What it can't find: wrong views of broken files; that is what the tests are for.
"""

from __future__ import annotations

import faulthandler
import io
import random
import re
import resource
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from specharness.evidence.formats import FORMAT_OF_ENDING, format_of
from specharness.evidence.limits import MIB, Limits
from specharness.evidence.observe import Observatory
from specharness.evidence.root import Places
from specharness.evidence.views import Request, ViewKind
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
    "docx": (("x.docx",), (K.DOCUMENT, K.DOCUMENT_DETAILS)),
    "pptx": (("x.pptx",), (K.SLIDES, K.SLIDES_DETAILS)),
    "pdf": (("x.pdf",), (K.PDF, K.FORMAT)),
    "image": (("x.png", "x.jpg", "x.gif", "x.webp", "x.tiff"), (K.IMAGE, K.FORMAT)),
    "archive": (("x.zip", "x.tar", "x.tar.gz", "x.tar.xz"), (K.ARCHIVE, K.FORMAT)),
    "media": (("x.wav",), (K.MEDIA,)),
}
"""For each observer the files that it is fed with and the views that are asked of it."""
QUERIES = {"sqlite": "SELECT count(*), min(name) FROM t"}
SECONDS = 5.0
"""Of one look; with what stretches in C add, `GRACE` times as much is a hang."""
GRACE = 4
MEMORY = 1024 * MIB
"""Growth of the process's peak that no small file may cause."""
_FUZZ_LIMITS = Limits(seconds=SECONDS, zip_bytes=64 * MIB, part_bytes=8 * MIB)
_WORDS = (
    b"\0",
    b"\xff",
    b"-1",
    b"99999999999",
    b"1e309",
    b"NaN",
    b"<!ENTITY",
    b"\n",
    b",",
    b'"',
    b"[" * 300,
    b"&amp;",
    b"%",
)
_VALUE = re.compile(rb'(?:="|>)([^"<>]+)(?:"|</)')
"""Of an attribute or an element, in XML as libraries write it."""
_SECTION = 4096
"""Bytes of the largest piece that is moved, doubled or cut at once."""


@dataclass
class Outcome:
    """What came of a run."""

    looks: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    """How often a look ended in `view`, or by which failure."""
    slowest: float = 0.0
    """Seconds of the slowest look."""
    peak_growth: int = 0
    """Bytes by which the process's peak memory grew."""
    crashers: list[str] = field(default_factory=list)
    """Files that were kept, and why."""


def fuzz(target: str, minutes: float, seed: int, folder: Path, progress: Callable[[int, float], None]) -> Outcome:
    """Feed one observer for some minutes; crashers are kept in `folder`. `progress` is told looks and seconds."""
    names, kinds = TARGETS[target]
    chance = random.Random(f"{target}:{seed}")
    outcome = Outcome()
    inputs = _inputs([(name, SEEDS[name]()) for name in names], chance)
    started = time.monotonic()
    base = _peak()
    while time.monotonic() - started < minutes * 60:
        name, data = next(inputs)
        current = folder / f"current-{target}{_ending(name)}"
        current.write_bytes(data)
        for kind in kinds:
            faulthandler.dump_traceback_later(SECONDS * GRACE, exit=True)
            problem = _look(current, kind, outcome)
            faulthandler.cancel_dump_traceback_later()
            outcome.peak_growth = max(outcome.peak_growth, _peak() - base)
            if not problem and outcome.peak_growth > MEMORY:
                problem, base = f"memory grew by {outcome.peak_growth} bytes", _peak()
            if problem:
                kept = folder / f"crasher-{target}-{len(outcome.crashers)}{_ending(name)}"
                kept.write_bytes(data)
                outcome.crashers.append(f"{kept.name} as {kind.value}: {problem}")
        current.unlink()
        progress(outcome.looks, time.monotonic() - started)
    return outcome


def _look(path: Path, kind: ViewKind, outcome: Outcome) -> str:
    """Observe twice; what is wrong with that, or nothing."""
    request = Request(kind, path.name, argument=QUERIES.get(format_of(path.name), "SELECT count(*) FROM data"))
    if kind is not K.QUERY:
        request = Request(kind, path.name)
    began = time.monotonic()
    try:
        first = Observatory(Places(workspace=path.parent), _FUZZ_LIMITS).observe([request])[request]
        second = Observatory(Places(workspace=path.parent), _FUZZ_LIMITS).observe([request])[request]
    except Exception as error:  # noqa: BLE001 - the very thing that is looked for
        return f"raised {type(error).__name__}: {error}"
    took = (time.monotonic() - began) / 2
    outcome.looks += 1
    outcome.slowest = max(outcome.slowest, took)
    outcome.ends["view" if first.view is not None else str(first.failure)] += 1
    if took > SECONDS * 2:
        return f"took {took:.1f} s"
    if (first.view is None) == (first.failure is None):
        return "neither a view nor a reason, or both"
    if first.failure is not None and not first.detail:
        return "a failure without a word"
    if first != second and "seconds" not in (first.limit, second.limit):
        return "two looks differ"
    return ""


def _inputs(seeds: list[tuple[str, bytes]], chance: random.Random) -> Iterator[tuple[str, bytes]]:
    """The sound files first, then broken ones without end."""
    yield from seeds
    while True:
        name, data = chance.choice(seeds)
        if data.startswith(b"PK") and chance.random() < 0.75:
            yield name, _repacked(data, chance)
        else:
            yield name, _broken(data, chance)


def _broken(data: bytes, chance: random.Random) -> bytes:
    broken = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 4, 16))):
        place = chance.randrange(len(broken) + 1)
        size = min(int(chance.expovariate(1 / 8)) + 1, _SECTION)
        match chance.randrange(7):
            case 0 if place < len(broken):
                broken[place] ^= 1 << chance.randrange(8)
            case 1:
                del broken[place : place + size]
            case 2:
                broken[place:place] = chance.choice(_WORDS)
            case 3:
                broken[place:place] = broken[place : place + size] * chance.choice((1, 2, 50))
            case 4:
                broken[place : place + size] = chance.randbytes(size)
            case 5:
                other = chance.randrange(len(broken) + 1)
                broken[place : place + size] = broken[other : other + size]
            case _:
                broken[place : place + 4] = chance.choice((b"\0\0\0\0", b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f"))
    return bytes(broken if chance.random() > 0.02 else broken[: chance.randrange(len(broken) + 1)])


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
                content = _reworded(content, chance) if chance.random() < 0.7 else _broken(content, chance)
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


def _ending(name: str) -> str:
    return next((each for each in sorted(FORMAT_OF_ENDING, key=len, reverse=True) if name.endswith(each)), "")


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
