"""What the runnable scripts share: one line for an error, no trace of an interrupt, numbers within bounds."""

from __future__ import annotations

import argparse
from collections.abc import Callable

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
