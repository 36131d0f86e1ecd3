"""Standard output and standard error that no reader can turn into a failure.

Guarantees that a reader who goes away ends the output and nothing else, so that a verdict keeps its own exit status;
that a stream which was closed from the start is one that nobody reads; and that a full disk is one error, which names
standard output. What is written is the commands' business.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO


@contextmanager
def guarded_streams() -> Iterator[None]:
    """Guards on `sys.stdout` and `sys.stderr` for the time of one command."""
    before = (sys.stdout, sys.stderr)
    _occupy_closed()
    sys.stdout = _guarded(sys.stdout, is_result=True)
    sys.stderr = _guarded(sys.stderr, is_result=False)
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        sys.stdout, sys.stderr = before


class _Guard(io.RawIOBase):
    """The raw end of a stream; after the first failure everything that is written is dropped."""

    def __init__(self, inner: Any, is_result: bool) -> None:
        self._inner = inner
        self._is_result = is_result
        self._lost = False

    def write(self, data: Any, /) -> int | None:
        if self._lost:
            return len(data)
        try:
            return int(self._inner.write(data) or 0) or None
        except OSError as error:
            self._lost = True  # what is still buffered must not fail a second time, when the interpreter ends
            if isinstance(error, BrokenPipeError) or not self._is_result:
                return len(data)  # nobody is left to be told
            raise OSError(error.errno, f"can't be written: {error.strerror}", "standard output") from error

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return int(self._inner.fileno())

    def isatty(self) -> bool:
        return bool(self._inner.isatty())


def _guarded(stream: TextIO | None, *, is_result: bool) -> TextIO:
    if stream is None:
        return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123  it lives as long as the command
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")  # a terminal that can't show a character still gets the rest
    try:
        terminal = os.isatty(stream.fileno())
    except (OSError, ValueError):
        return stream  # a stream in memory: nobody can go away
    stream.flush()
    raw = getattr(stream.buffer, "raw", stream.buffer)  # unbuffered streams have no level between
    writer = io.BufferedWriter(_Guard(raw, is_result))
    by_line = terminal or not is_result
    return io.TextIOWrapper(writer, encoding=stream.encoding, errors="backslashreplace", line_buffering=by_line)


def _occupy_closed() -> None:
    """Give the numbers of closed standard streams to the null device, so that no file of ours gets one of them."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
