"""The one error tree. Every message says what was expected, what was found, where, and what to do next.

SpecHarnessError                 any failure a user can act on; the command line prints it in one line and exits 2
├── InputError                   the input can't be used as it is
│   ├── NotFoundError            a path does not exist or is not readable
│   ├── TextDecodingError        not UTF-8, or binary; names the byte offset
│   ├── LimitExceededError       a named limit was hit; names the limit and its value
│   ├── PathEscapeError          a path leaves the root that it was given for
│   └── SchemaMismatchError      JSON that is broken, of another shape or of another schema version
├── UnansweredError             a model's endpoint gave no answer at all; names the compiler and why
│   └── EndpointDownError        call after call is in vain: the whole run stops
├── DriftError                  the compiler is not the one that was frozen; names each part that differs
├── HeldOutLeakError             something held out (tests, solutions, reference answers) was asked for
└── UsageError                   options that don't go together
"""

from __future__ import annotations

__all__ = [
    "DriftError",
    "EndpointDownError",
    "HeldOutLeakError",
    "InputError",
    "LimitExceededError",
    "NotFoundError",
    "PathEscapeError",
    "SchemaMismatchError",
    "SpecHarnessError",
    "TextDecodingError",
    "UnansweredError",
    "UsageError",
]


class SpecHarnessError(Exception):
    """Base of every error that this package raises on purpose."""


class InputError(SpecHarnessError):
    """The input can't be used as it is."""


class NotFoundError(InputError):
    """A path does not exist or can't be read."""


class TextDecodingError(InputError):
    """A text file is not valid UTF-8, or is binary."""


class LimitExceededError(InputError):
    """A named limit was exceeded."""


class PathEscapeError(InputError):
    """A path leaves the root that it was given for."""


class SchemaMismatchError(InputError):
    """JSON that is broken, has another shape, or another schema version."""


class UnansweredError(SpecHarnessError):
    """No call of a model brought an answer: its endpoint is down, or takes no request of this kind or with this key."""


class EndpointDownError(UnansweredError):
    """So many calls of a model in a row brought no answer that going on would cost time and bring nothing."""


class DriftError(SpecHarnessError):
    """The compiler is not the one that was frozen."""


class HeldOutLeakError(SpecHarnessError):
    """Held-out material was asked for; compile, ground and authority never read it."""


class UsageError(SpecHarnessError):
    """Options or arguments that don't go together."""
