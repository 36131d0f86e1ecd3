"""Fuzzing: inputs that are broken at random must be answered, twice the same, in time and in memory.

Guarantees equal inputs for equal seeds. The input that is being looked at stands in a folder of its own, so that one
which ends the process is not lost. What it can't find: wrong answers about broken inputs; that is what the tests are
for.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import random
import resource
import shutil
import stat
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from specharness.evidence.limits import MIB

SECONDS = 5.0
"""Of one look; with what stretches in C add, `GRACE` times as much is a hang."""
GRACE = 4
MEMORY = 1024 * MIB
"""Growth of the process's peak that no small input may cause."""
SECTION = 4096
"""Bytes of the largest piece that is moved, doubled or cut at once."""
WORDS = (
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


class Wrong(Exception):  # noqa: N818 - what a look found, not an error of ours
    """An answer that none may be; says why."""


@dataclass(frozen=True)
class Answer:
    """How one look ended."""

    end: str
    """In a word: `view`, or the failure."""
    said: object
    """All of it, to be compared with what a second look says."""
    may_differ: bool = False
    """Whether time decided, so that a second look may end in another way."""


Ask = Callable[[Path], Answer]
"""Looks at an input. Raises Wrong; whatever else it raises is wrong, too."""
Lay = Callable[[Path], Path]
"""Makes an input in an empty folder, and says where it stands."""


@dataclass(frozen=True)
class Subject:
    """What is fuzzed: how inputs are made, and the looks at each of them by name."""

    inputs: Callable[[random.Random], Iterator[Lay]]
    looks: dict[str, Ask]


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
    """Inputs that were kept, and why."""


def fuzz(
    name: str, subject: Subject, minutes: float, seed: int, folder: Path, progress: Callable[[int, float], None]
) -> Outcome:
    """Feed one subject for some minutes; crashers are kept in `folder`. `progress` is told looks and seconds."""
    inputs = subject.inputs(random.Random(f"{name}:{seed}"))
    outcome = Outcome()
    started = time.monotonic()
    base = _peak()
    current = folder / f"current-{name}"
    while not outcome.looks + len(outcome.crashers) or time.monotonic() - started < minutes * 60:
        clear(current)
        current.mkdir()
        path = next(inputs)(current)
        for kind, ask in subject.looks.items():
            faulthandler.dump_traceback_later(SECONDS * GRACE, exit=True)
            problem = _look(path, ask, outcome)
            faulthandler.cancel_dump_traceback_later()
            outcome.peak_growth = max(outcome.peak_growth, _peak() - base)
            if not problem and outcome.peak_growth > MEMORY:
                problem, base = f"memory grew by {outcome.peak_growth} bytes", _peak()
            if problem:
                kept = folder / f"crasher-{name}-{len(outcome.crashers)}"
                clear(kept)
                current.rename(kept)
                outcome.crashers.append(f"{kept.name} as {kind}: {problem}")
                break
        progress(outcome.looks, time.monotonic() - started)
    clear(current)
    return outcome


def _look(path: Path, ask: Ask, outcome: Outcome) -> str:
    """Ask twice; what is wrong with that, or nothing."""
    began = time.monotonic()
    try:
        first, second = ask(path), ask(path)
    except Wrong as found:
        return str(found)
    except Exception as error:  # noqa: BLE001 - the very thing that is looked for
        return f"raised {type(error).__name__}: {error}"
    took = (time.monotonic() - began) / 2
    outcome.looks += 1
    outcome.slowest = max(outcome.slowest, took)
    outcome.ends[first.end] += 1
    if took > SECONDS * 2:
        return f"took {took:.1f} s"
    if not (first.may_differ or second.may_differ) and first.said != second.said:
        return "two looks differ"
    return ""


def broken(data: bytes, chance: random.Random) -> bytes:
    """Bytes with some of them changed, gone, doubled or moved."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 4, 16))):
        place = chance.randrange(len(changed) + 1)
        size = min(int(chance.expovariate(1 / 8)) + 1, SECTION)
        match chance.randrange(7):
            case 0 if place < len(changed):
                changed[place] ^= 1 << chance.randrange(8)
            case 1:
                del changed[place : place + size]
            case 2:
                changed[place:place] = chance.choice(WORDS)
            case 3:
                changed[place:place] = changed[place : place + size] * chance.choice((1, 2, 50))
            case 4:
                changed[place : place + size] = chance.randbytes(size)
            case 5:
                other = chance.randrange(len(changed) + 1)
                changed[place : place + size] = changed[other : other + size]
            case _:
                changed[place : place + 4] = chance.choice((b"\0\0\0\0", b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f"))
    return bytes(changed if chance.random() > 0.02 else changed[: chance.randrange(len(changed) + 1)])


def clear(folder: Path) -> None:
    """Remove a folder with all that stands in it, folders that nobody may enter included."""
    if not folder.exists():
        return
    for _, folders, _, descriptor in os.fwalk(folder):
        for name in folders:
            if stat.S_ISDIR(os.stat(name, dir_fd=descriptor, follow_symlinks=False).st_mode):
                with contextlib.suppress(OSError):
                    os.chmod(name, 0o700, dir_fd=descriptor)
    shutil.rmtree(folder)


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
