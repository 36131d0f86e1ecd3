"""Whether and with what commands are run: the caller's choice, and the program that makes sandboxes."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

PROGRAM = "bwrap"
"""Bubblewrap: the Debian package `bubblewrap`."""


@dataclass(frozen=True)
class Sandbox:
    """What may be run, and what it finds there besides the system's own programs."""

    enabled: bool = True
    """False: nothing is run, and what a command would show stays unknown."""
    toolchains: tuple[Path, ...] = ()
    """Folders (a virtual environment, a language's installation) that are put into the sandbox read-only at their own
    place; their `bin` comes first in PATH."""

    def program(self) -> str | None:
        """The sandbox's program on this machine."""
        return shutil.which(PROGRAM)

    def folders(self) -> tuple[Path, ...]:
        """The toolchains, and for a virtual environment also the installation that it points at."""
        found: dict[Path, None] = {}
        for folder in self.toolchains:
            own = folder.absolute()
            found.setdefault(own)
            interpreter = own / "bin" / "python3"
            if (own / "pyvenv.cfg").is_file() and interpreter.exists():
                home = interpreter.resolve().parent.parent
                if not home.is_relative_to("/usr"):
                    found.setdefault(home)
        return tuple(found)


DEFAULT = Sandbox()
"""The system's own programs alone."""
