"""Running one prepared sandbox to its end or to the first limit.

Guarantees that outputs are digested as they come and only their ends are kept, that the first limit hit kills every
process of the sandbox, and that nothing of it is left when this returns.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import selectors
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from specharness.evidence.limits import Limits
from specharness.evidence.sandbox import seccomp
from specharness.evidence.sandbox.bubblewrap import NOBODY
from specharness.evidence.sandbox.inside import SITECUSTOMIZE
from specharness.evidence.waiting import readable

_CHUNK = 65536
_LOOK = 0.05
"""Seconds between two looks at the sandbox's memory and time."""
_DYING = 5.0
"""Most seconds that the processes of a sandbox take to die."""
_FIRST = re.compile(rb'"child-pid": (\d+)')
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass
class Channel:
    """What was written to one descriptor."""

    most: int
    kept: int
    total: int = 0
    tail: bytes = b""
    _state: hashlib._Hash = field(default_factory=hashlib.sha256)

    def take(self, data: bytes) -> bool:
        """Take bytes in; False where they are too many."""
        self.total += len(data)
        self._state.update(data)
        self.tail = (self.tail + data)[-self.kept :] if self.kept else b""
        return self.total <= self.most

    @property
    def sha256(self) -> str:
        return self._state.hexdigest()


@dataclass(frozen=True)
class Ended:
    """How a sandbox ended. `limit` names the limit that was hit; `fed` is what writing the workspace raised."""

    exit_code: int
    seconds: float
    stdout: Channel
    stderr: Channel
    report: bytes
    status: bytes
    ready: bool
    limit: str = ""
    fed: BaseException | None = None


def run(
    arguments: Callable[[int, int, int, int | None, int], Sequence[str]],
    feed: Callable[[IO[bytes]], None],
    limits: Limits,
) -> Ended:
    """Start the command line that `arguments(status, ready, report, calls, hook)` gives for three descriptors to write
    to, one with the filter of system calls and one with what every Python loads; write the workspace to its input by
    `feed`, and wait. Raises OSError where it can't be started."""
    pipes = [os.pipe() for _ in range(3)]
    readers, writers = [pair[0] for pair in pipes], [pair[1] for pair in pipes]
    started = time.monotonic()
    program = seccomp.program()
    calls = None if program is None else _holding(program)
    hook = _holding(SITECUSTOMIZE.encode())
    given = [hook] if calls is None else [hook, calls]
    try:
        for descriptor in writers:
            if os.geteuid() == 0:
                os.fchown(descriptor, NOBODY, NOBODY)  # opened again by its name in /proc/self/fd
        child = subprocess.Popen(
            arguments(writers[0], writers[1], writers[2], calls, hook),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=[*writers, *given],
            cwd="/",
            env={},
        )
    except BaseException:
        for descriptor in readers:
            os.close(descriptor)
        raise
    finally:
        for descriptor in (*writers, *given):
            os.close(descriptor)
    return _Watch(child, readers, limits, started).until_the_end(feed)


def _holding(data: bytes) -> int:
    """A descriptor to read a few bytes from, fewer than a pipe holds."""
    reader, writer = os.pipe()
    os.write(writer, data)
    os.close(writer)
    return reader


class _Watch:
    def __init__(self, child: subprocess.Popen[bytes], readers: Sequence[int], limits: Limits, started: float) -> None:
        self._child, self._limits, self._started = child, limits, started
        if child.stdin is None or child.stdout is None or child.stderr is None:
            raise ValueError("the sandbox has no pipes")
        self._stdin: IO[bytes] = child.stdin
        self._status = Channel(_CHUNK, _CHUNK)
        self._ready = Channel(_CHUNK, _CHUNK)
        self._report = Channel(limits.run_report_bytes, limits.run_report_bytes)
        kept = 4 * limits.run_tail
        self._stdout, self._stderr = (Channel(limits.run_output_bytes, kept) for _ in range(2))
        self._channels: dict[int, Channel] = {
            readers[0]: self._status,
            readers[1]: self._ready,
            readers[2]: self._report,
            child.stdout.fileno(): self._stdout,
            child.stderr.fileno(): self._stderr,
        }
        self._own = readers
        self._limit = ""
        self._fed: BaseException | None = None

    def until_the_end(self, feed: Callable[[IO[bytes]], None]) -> Ended:
        feeder = threading.Thread(target=self._feed, args=(feed,), daemon=True)
        feeder.start()
        try:
            self._listen()
        finally:
            self._kill()
            code = self._child.wait()
            self._drain()
            self._bury()
            feeder.join()
            for descriptor in self._own:
                os.close(descriptor)
            for stream in (self._child.stdout, self._child.stderr):
                if stream is not None:
                    stream.close()
        return Ended(
            code if code >= 0 else 128 - code,
            time.monotonic() - self._started,
            self._stdout,
            self._stderr,
            self._report.tail,
            self._status.tail,
            bool(self._ready.total),
            self._limit,
            self._fed,
        )

    def _feed(self, feed: Callable[[IO[bytes]], None]) -> None:
        try:
            feed(self._stdin)
        except BaseException as error:  # noqa: BLE001 - handed to the caller, who tells the kinds apart
            self._fed = error
            self._kill()
        finally:
            with contextlib.suppress(OSError, ValueError):
                self._stdin.close()

    def _listen(self) -> None:
        """Until the sandbox has ended or a limit is hit."""
        with selectors.DefaultSelector() as selector:
            for descriptor in self._channels:
                os.set_blocking(descriptor, False)
                selector.register(descriptor, selectors.EVENT_READ)
            looked = self._started
            while self._child.poll() is None and not self._limit:
                for key, _ in selector.select(_LOOK):
                    if not self._read(key.fd):
                        selector.unregister(key.fd)
                now = time.monotonic()
                if now - looked >= _LOOK:
                    looked = now
                    self._look(now)

    def _look(self, now: float) -> None:
        if now - self._started > self._limits.run_seconds:
            self._limit = f"run_seconds ({self._limits.run_seconds:g})"
        elif resident(self._child.pid) > self._limits.run_memory_bytes:
            self._limit = f"run_memory_bytes ({self._limits.run_memory_bytes})"

    def _read(self, descriptor: int) -> bool:
        """One piece; False where the other side is closed."""
        try:
            data = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return True
        if not self._channels[descriptor].take(data):
            name = "run_report_bytes" if self._channels[descriptor] is self._report else "run_output_bytes"
            self._limit = self._limit or f"{name} ({self._channels[descriptor].most})"
        return bool(data)

    def _drain(self) -> None:
        """What stands in the pipes when every writer is gone."""
        for descriptor in self._channels:
            with contextlib.suppress(BlockingIOError):
                while not self._limit and (data := os.read(descriptor, _CHUNK)):
                    if not self._channels[descriptor].take(data):
                        self._limit = f"run_output_bytes ({self._channels[descriptor].most})"

    def _bury(self) -> None:
        """Wait for the first process of the sandbox, which ends only after all others of its namespace: bubblewrap
        tells its exit code a moment before that."""
        first = _FIRST.search(self._status.tail)
        if first is None:
            return
        with contextlib.suppress(OSError):
            descriptor = os.pidfd_open(int(first[1]))
            try:
                readable(descriptor, _DYING)
            finally:
                os.close(descriptor)

    def _kill(self) -> None:
        """Bubblewrap dies, its child with it by `--die-with-parent`, and with that the whole process namespace."""
        with contextlib.suppress(ProcessLookupError):
            self._child.kill()


def resident(pid: int) -> int:
    """Bytes of resident memory of a process and all below it; processes that are gone count nothing."""
    total, pending, seen = 0, [pid], set()
    while pending:
        one = pending.pop()
        if one in seen:
            continue
        seen.add(one)
        with contextlib.suppress(OSError, ValueError, IndexError):
            total += int(Path(f"/proc/{one}/statm").read_bytes().split()[1]) * _PAGE
            for task in Path(f"/proc/{one}/task").iterdir():
                pending += [int(child) for child in (task / "children").read_bytes().split()]
    return total
