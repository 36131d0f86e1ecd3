"""The one place where third-party readers meet hostile bytes.

Guarantees that a reader ends in a view, in MalformedArtifact or in LimitReached, and within its time budget as far as
it runs Python code (stretches in C are bounded by the size limits of their input). Malformed is said only on proof: an
observer's own MalformedArtifact, or an exception that the reader documents for broken input. Whatever else a reader
raises may be a gap of the reader and leaves the artifact undecided; nothing here can turn into a pass.
"""

from __future__ import annotations

import ctypes
import re
import threading
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from specharness.evidence.faults import SIGNALS, LimitReached, MalformedArtifact

T = TypeVar("T")
_BOUNDS = ("excessive depth", "xml_parse_huge", "huge text node", "maximum nesting depth", "field larger than")
"""In the words of libxml2, libyaml and csv. An artifact that smuggles them into a message gains nothing: undecided."""
_ADDRESS = re.compile(r"0x[0-9a-fA-F]{6,}|\b[0-9]{12,}\b")
"""Addresses in memory, which readers print and which differ between runs."""
_MESSAGE = 200
"""Characters kept of a reader's message: it may quote the artifact at length."""


class _Expired(BaseException):
    """Not an Exception, so that a reader's own `except Exception` does not swallow it."""


@dataclass
class _State:
    done: bool = False
    fired: bool = False


def guarded(
    reader: str,
    work: Callable[[], T],
    *,
    seconds: float,
    malformed: tuple[type[Exception], ...] = (),
    undecided: tuple[type[Exception], ...] = (),
) -> T:
    """The result of `work()`. Raises the signals of `faults`, nothing else of the artifact's doing.

    `malformed` are the exceptions by which the reader says that the input is broken, `undecided` those among them that
    say something else: a bound of its own, a password.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _within(seconds, work)
    except SIGNALS:
        raise
    except _Expired:
        raise LimitReached(f"{reader} took longer than the {seconds:g} s that `seconds` allows", "seconds") from None
    except RecursionError as error:
        raise LimitReached(f"{reader}: nested too deeply for the reader") from error
    except MemoryError as error:
        raise LimitReached(f"{reader}: not enough memory") from error
    except undecided as error:
        raise LimitReached(f"{reader}: {_words(error)}; undecided") from error
    except malformed as error:
        if _is_bound(error):
            raise LimitReached(f"{reader}: {_words(error)}") from error
        raise MalformedArtifact(f"{reader}: {_words(error)}") from error
    except Exception as error:  # readers raise any type on hostile bytes; without proof it stays undecided
        raise LimitReached(f"{reader} could not read it ({_words(error)}); undecided") from error


def _is_bound(error: Exception) -> bool:
    """Some readers report their own bounds by the exception that they have for broken input."""
    words = str(error).lower()
    return any(hint in words for hint in _BOUNDS)


def _words(error: BaseException) -> str:
    words = _ADDRESS.sub("…", " ".join(str(error).split()))
    return f"{type(error).__name__}: {words[:_MESSAGE]}" if words else type(error).__name__


def _within(seconds: float, work: Callable[[], T]) -> T:
    """Run `work` in this thread; past the budget, raise _Expired inside it.

    A signal would work in the main thread only, and a process would have to load the readers anew for each file.
    """
    state = _State()
    lock = threading.Lock()
    target = ctypes.c_ulong(threading.get_ident())

    def expire() -> None:
        with lock:
            if not state.done:
                state.fired = True
                ctypes.pythonapi.PyThreadState_SetAsyncExc(target, ctypes.py_object(_Expired))

    timer = threading.Timer(seconds, expire)
    timer.daemon = True
    timer.start()
    try:
        return work()
    finally:
        with lock:
            state.done = True
        timer.cancel()
        if state.fired:
            for _ in range(1_000):  # a pending exception is delivered at a backward jump, here at the latest
                pass
            raise _Expired
