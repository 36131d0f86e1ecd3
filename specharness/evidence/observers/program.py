"""Programs that read for us (ffprobe, git): found or named as missing, run without the user's environment, and ended at
limits of time, memory, files and output. They get the artifact by descriptor or as a folder, never as something to run.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from specharness.evidence.faults import LimitReached, ProviderMissing
from specharness.evidence.limits import Limits
from specharness.evidence.waiting import readable

_SHELL = "/bin/sh"
_LIMITED = 'ulimit -c 0 && ulimit -t "$1" && ulimit -v "$2" && ulimit -f "$3" && shift 3 && exec "$@"'
"""Limits are set by a shell that becomes the program: code in a forked child of a threaded process is unsafe."""
_BLOCK = 512
"""Bytes in which the shell counts file sizes."""
_WRITES = 1 << 20
"""Bytes of a file that such a program may write: enough for its notes in a private folder."""
_ERRORS = 4096
"""Bytes kept of its complaints."""
_CHUNK = 1 << 16
_PATH = "/usr/local/bin:/usr/bin:/bin"


@dataclass(frozen=True)
class Finished:
    code: int
    output: bytes
    errors: str


def run(
    program: str,
    arguments: Sequence[str],
    limits: Limits,
    *,
    stdin: int | bytes = b"",
    environment: Mapping[str, str] | None = None,
    folder: str | None = None,
    handed: Sequence[int] = (),
    writes: int = _WRITES,
) -> Finished:
    """Run a program to its end; the descriptors `handed` keep their numbers in it. Raises ProviderMissing where it is
    not installed, LimitReached at a limit."""
    found = shutil.which(program, path=_PATH)
    if found is None:
        raise ProviderMissing(f"reading it needs {program}, which is not installed")
    bounds = [str(int(limits.seconds) + 1), str(limits.program_memory // 1024), str(max(writes // _BLOCK, 1))]
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as errors:
        if isinstance(stdin, bytes):
            given.write(stdin)
            given.seek(0)
        process = subprocess.Popen(
            [_SHELL, "-c", _LIMITED, _SHELL, *bounds, found, *arguments],
            stdin=given if isinstance(stdin, bytes) else stdin,
            stdout=subprocess.PIPE,
            stderr=errors,
            env={"PATH": _PATH, "LC_ALL": "C", "HOME": "/nonexistent", **(environment or {})},
            cwd=folder,
            start_new_session=True,
            pass_fds=handed,
        )
        try:
            taken = _output(process, program, limits)
            code = process.wait()
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            if process.stdout is not None:
                process.stdout.close()
        errors.seek(0)
        return Finished(code, taken, errors.read(_ERRORS).decode("utf-8", "replace"))


def _output(process: subprocess.Popen[bytes], program: str, limits: Limits) -> bytes:
    """All that it prints, within its limits of time and size."""
    assert process.stdout is not None
    until = time.monotonic() + limits.seconds
    descriptor = process.stdout.fileno()
    pieces: list[bytes] = []
    total = 0
    while True:
        if not readable(descriptor, until - time.monotonic()):
            raise LimitReached(f"{program} took longer than the {limits.seconds:g} s of `seconds`", "seconds")
        piece = os.read(descriptor, _CHUNK)
        if not piece:
            return b"".join(pieces)
        total += len(piece)
        if total > limits.program_output:
            detail = f"{program} prints more than the {limits.program_output} bytes of `program_output`"
            raise LimitReached(detail, "program_output")
        pieces.append(piece)
