"""Printing to a terminal or a pipe: safe text, plain where it must be, wrapped and never cut.

Guarantees that no text of a source or of the agent reaches the terminal with a control or bidirectional character in
it, and that nothing but results goes to standard output. What is printed is the commands' business.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO, cast

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from specharness.api import Progress

_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 but tab and newline, DEL, C1: terminals obey them
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # bidirectional marks reorder what is read
    "\u2028\u2029\ufeff\ud800-\udfff]"  # separators, byte order mark, halves of a surrogate pair
)

_PADDING = re.compile(r" +(?=\n)")

_STEP_WIDTH = 36
"""Columns for the name of a step, so that bar, count and time stay visible at 80."""

MAX_LISTED = 10
"""Names in one line of a message."""

PIPE_WIDTH = 100
"""Columns of a table that goes to a pipe or a file, unless COLUMNS says otherwise."""


def safe(text: str) -> str:
    """The text with every control or bidirectional character shown as an escape such as `\\x1b`."""
    return _UNSAFE.sub(_escape, text)


def one_line(text: str) -> str:
    """A safe text on one line, for messages and table cells."""
    return " ".join(safe(text).split())


def safe_json(text: str) -> str:
    """JSON text with the same characters as JSON escapes: equal as JSON, harmless on a terminal."""
    return _UNSAFE.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def standard_output() -> Console:
    """The console for results. Colours only on a terminal and only without NO_COLOR."""
    from rich.console import Console

    if sys.stdout.isatty():
        return Console(file=sys.stdout, highlight=False, emoji=False, markup=False)
    width = None if "COLUMNS" in os.environ else PIPE_WIDTH
    trimmed = cast("TextIO", _Trimmed(sys.stdout))
    return Console(file=trimmed, highlight=False, emoji=False, markup=False, width=width)


def print_whole(console: Console, line: str | Text) -> None:
    """A line that a terminal shows wrapped at words, and that a pipe gets as one, to be searched."""
    console.print(line, soft_wrap=not console.is_terminal)


class _Trimmed:
    """A stream without the blanks that fill a table's lines to its width: files and pipes need none."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.encoding = stream.encoding

    def write(self, text: str) -> int:
        self._stream.write(_PADDING.sub("", text))
        return len(text)

    def flush(self) -> None:
        self._stream.flush()

    def isatty(self) -> bool:
        return False


def print_error(message: str) -> None:
    """One line on standard error."""
    print(f"error: {one_line(message)}", file=sys.stderr, flush=True)


def print_note(message: str) -> None:
    """One line on standard error that is no error: what was written, what was skipped."""
    print(one_line(message), file=sys.stderr, flush=True)


def listed(names: Sequence[str]) -> str:
    """Names for a message: the first few, and how many more there are."""
    rest = len(names) - MAX_LISTED
    return ", ".join(names[:MAX_LISTED]) + (f" and {rest} more" if rest > 0 else "")


@contextmanager
def progress_bar(description: str) -> Iterator[Progress]:
    """A bar on standard error that disappears when the work is done; silent where that is not a terminal."""
    if not sys.stderr.isatty():
        yield lambda _step, _done, _total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.table import Column

    step = Column(max_width=_STEP_WIDTH, no_wrap=True, overflow="ellipsis")
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False, table_column=step),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(description, total=None)

        def advance(name: str, done: int, total: int) -> None:
            progress.update(task, description=one_line(f"{description} {name}"), completed=done, total=total)

        yield advance


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
