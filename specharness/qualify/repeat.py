"""The same questions in other processes: other time zones, locales and hash seeds must give the same answers.

`python -m specharness.qualify.repeat SEEDS NAME…` is such a process; it prints one digest a validator.
"""

from __future__ import annotations

import locale
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence

from specharness.errors import UsageError
from specharness.qualify.examine import examine, prepare
from specharness.qualify.find import definition_of

SEEDS = 1
"""Cases of one seed are repeated: determinism is the code's, not the cases'."""

SECONDS = 900
"""A process with all validators takes about a minute."""

SETTINGS: Mapping[str, Mapping[str, str]] = {
    "hash seed 0": {"PYTHONHASHSEED": "0"},
    "hash seed 4242, time zone Kiritimati": {"PYTHONHASHSEED": "4242", "TZ": "Pacific/Kiritimati"},
    "locale C, time zone St Johns": {"LC_ALL": "C", "TZ": "America/St_Johns"},
    "locale C.UTF-8, optimised": {"LC_ALL": "C.UTF-8", "PYTHONOPTIMIZE": "1"},
}
_FOREIGN = ("tr_TR.UTF-8", "de_DE.UTF-8", "fa_IR.UTF-8")
"""Locales with other letters, decimal commas and digits; asked where the machine has them."""


def settings() -> dict[str, Mapping[str, str]]:
    """The settings by name that this machine has."""
    return {
        **SETTINGS,
        **{f"locale {name}": {"LC_ALL": name, "PYTHONHASHSEED": "7"} for name in _FOREIGN if _has(name)},
    }


def digests_under(setting: Mapping[str, str], names: Sequence[str], seeds: int = SEEDS) -> dict[str, str]:
    """The digest of every validator's answers in a process of its own. Raises UsageError where it does not end well."""
    command = [sys.executable, "-m", "specharness.qualify.repeat", str(seeds), *names]
    try:
        done = subprocess.run(command, env={**os.environ, **setting}, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired as error:
        raise UsageError(f"repeating the cases took longer than SECONDS ({SECONDS})") from error
    if done.returncode:
        last = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:] or ["no message"]
        raise UsageError(f"repeating the cases under {dict(setting)} ended with {done.returncode}: {last[0]}")
    lines = done.stdout.decode("utf-8", "replace").splitlines()
    return dict(line.split(" ", 1) for line in lines)


def digests(names: Sequence[str], seeds: int = SEEDS) -> Iterator[tuple[str, str]]:
    """The digest of every validator's answers in this process; `twice` where a second look gives another one."""
    for name in names:
        validator, definition = definition_of(name)
        trials = prepare(definition, validator, seeds)
        first, second = (examine(definition, validator, trials).digest() for _ in range(2))
        yield name, first if first == second else "twice"


def _has(name: str) -> bool:
    kept = locale.setlocale(locale.LC_ALL)
    try:
        locale.setlocale(locale.LC_ALL, name)
    except locale.Error:
        return False
    else:
        return True
    finally:
        locale.setlocale(locale.LC_ALL, kept)


def main(arguments: Sequence[str]) -> int:
    """Prints `NAME DIGEST` a line."""
    for name, digest in digests(arguments[1:], int(arguments[0])):
        sys.stdout.write(f"{name} {digest}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
