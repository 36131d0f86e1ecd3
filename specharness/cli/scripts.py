"""What the runnable scripts share: help that fits the terminal, one line for an error, no trace of an interrupt, and
numbers within bounds."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import NoReturn

from specharness.cli.streams import guarded_streams
from specharness.cli.terminal import print_error
from specharness.errors import SpecHarnessError

BAD_INPUT, INTERRUPTED = 2, 130


def run(main: Callable[[], int]) -> int:
    """The exit status of `main`; bad input is one line and 2, an interrupt 130, a reader who went away no failure."""
    with guarded_streams():
        try:
            return main()
        except SpecHarnessError as error:
            print_error(str(error))
        except OSError as error:
            print_error(f"{error.filename or 'system'}: {error.strerror or error}")
        except KeyboardInterrupt:
            print_error("interrupted; nothing was left half-written")
            return INTERRUPTED
        return BAD_INPUT


def script_parser(doc: str | None) -> argparse.ArgumentParser:
    """A parser whose help is a script's docstring: prose wrapped to the terminal, indented lines as they stand."""
    return _Parser(description=doc, formatter_class=_Wrapped)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        print_error(f"{message}; see {self.prog} --help")
        self.exit(BAD_INPUT)


class _Wrapped(argparse.HelpFormatter):
    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(f"{indent}{line}" for line in _wrapped(text, width - len(indent)))


def _wrapped(text: str, width: int) -> Iterator[str]:
    for kept, lines in groupby(text.strip().splitlines(), lambda line: not line or line.startswith(" ")):
        if kept:
            yield from lines
        else:
            yield from textwrap.wrap(" ".join(lines), width, break_long_words=False, break_on_hyphens=False)


def whole(least: int, most: int = 1_000_000) -> Callable[[str], int]:
    """An argument's type: a whole number within bounds."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"expected a whole number, got {text!r}") from None
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"expected a number from {least} to {most}, got {value}")
        return value

    return read
