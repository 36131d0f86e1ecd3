"""Running one command of an agent in an enclosure: bubblewrap, with the run's workspace as the one thing to write to.

The sandbox of evidence (`specharness.evidence.sandbox`) judges a copy and keeps nothing; an agent's work must stay, and
it may need the network to reach its model. So this is the wider of the two: the workspace is bound read-write, the
network is shared only if asked for, and nothing else of the machine is there.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from specharness.errors import UsageError
from specharness.evidence.sandbox import bubblewrap
from specharness.evidence.sandbox.policy import PROGRAM

INTERRUPTED = "interrupted"
DEFAULT_WORKSPACE = "/workspace"
"""Where a workspace stands for which the task names no folder."""
MAX_OUTPUT_BYTES = 4 * 2**20
"""Of standard output, and of standard error; more ends the command."""
_ETC = ("ld.so.cache", "alternatives", "ssl", "ca-certificates", "resolv.conf", "hosts", "nsswitch.conf")


@dataclass(frozen=True)
class Enclosure:
    """What a command may use."""

    network: bool = False
    environment: tuple[str, ...] = ()
    """Names of variables that are handed through, such as that of a key."""
    readable: tuple[Path, ...] = ()
    """Folders that are there read-only at their own place: the agent's program, a virtual environment."""
    unenclosed: bool = False
    """True: no sandbox at all. Only for agents that the user trusts with this machine."""


@dataclass(frozen=True)
class Finished:
    code: int | None
    """None where a limit ended it."""
    stdout: str
    stderr: str
    seconds: float
    ended: str = ""
    """The limit that ended it, by name."""


def require(enclosure: Enclosure) -> None:
    """Raises UsageError where commands can't be enclosed and the user did not allow to go without."""
    if not enclosure.unenclosed and shutil.which(PROGRAM) is None:
        raise UsageError(
            "agents' commands run in bubblewrap, which is not installed; install the Debian package bubblewrap, or set "
            "unenclosed = true for an agent that may do anything on this machine"
        )


def require_program(command: Sequence[str], enclosure: Enclosure, world: Iterable[str]) -> None:
    """Raises UsageError where a command's program will not be found. `world` are the folders of the agent's world: what
    lies below them is the task's own, as are relative paths, and is not looked for here."""
    name = command[0]
    if "/" not in name:
        folders = None if enclosure.unenclosed else _search_path(enclosure)
        if shutil.which(name, path=folders) is None:
            raise UsageError(f"no program {name!r} is found where the agent runs; name its folder in `readable`")
        return
    path = Path(name)
    if not path.is_absolute() or any(path.is_relative_to(folder) for folder in (*world, DEFAULT_WORKSPACE)):
        return
    if not path.exists():
        raise UsageError(f"no program at {name}")
    seen = [
        Path("/usr"),
        *(Path("/", link) for link in bubblewrap.LINKS),
        *(folder.absolute() for folder in enclosure.readable),
    ]
    if not enclosure.unenclosed and not any(path.is_relative_to(folder) for folder in seen):
        raise UsageError(f"{name} is not to be seen in the sandbox; name its folder in `readable`")


def run(
    command: Sequence[str],
    stdin: str,
    workspace: Path,
    world: Mapping[str, Path],
    enclosure: Enclosure,
    seconds: float,
    stop: threading.Event,
) -> Finished:
    """Run the command to its end, to the first limit or until `stop` is set; nothing of it is left running.

    `world` says where folders of the agent's world stand; without any, the workspace stands at `/workspace`.
    """
    require(enclosure)
    kept = {name: os.environ[name] for name in enclosure.environment if name in os.environ}
    argv = list(command) if enclosure.unenclosed else [*_arguments(workspace, world, enclosure, kept), *command]
    environment = {"PATH": os.environ.get("PATH", os.defpath), "HOME": str(workspace)} | kept
    started = time.monotonic()
    child = subprocess.Popen(
        argv,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=workspace if enclosure.unenclosed else "/",
        env=environment if enclosure.unenclosed else {},
        start_new_session=True,
    )
    return _watch(child, stdin, started, seconds, stop)


def _arguments(workspace: Path, world: Mapping[str, Path], enclosure: Enclosure, kept: dict[str, str]) -> list[str]:
    out = bubblewrap.closed(PROGRAM)
    if enclosure.network:
        out += ["--share-net"]
    out += bubblewrap.system(_ETC)
    out += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
    for folder in enclosure.readable:
        out += ["--ro-bind", str(folder.absolute()), str(folder.absolute())]
    folders = dict(world) or {DEFAULT_WORKSPACE: workspace}
    for container in sorted(folders, key=lambda name: (name.count("/"), name)):
        out += ["--bind", str(folders[container].absolute()), container]
    settings = {"PATH": _search_path(enclosure), "HOME": "/tmp", "TMPDIR": "/tmp", "LANG": "C.UTF-8"} | kept
    out += bubblewrap.variables(settings)
    return [*out, "--chdir", min(folders, key=lambda name: (name.count("/"), name)), "--"]


def _search_path(enclosure: Enclosure) -> str:
    return bubblewrap.search_path(folder.absolute() for folder in enclosure.readable)


def _watch(
    child: subprocess.Popen[bytes], stdin: str, started: float, seconds: float, stop: threading.Event
) -> Finished:
    if child.stdin is None or child.stdout is None or child.stderr is None:
        raise RuntimeError("the command has no pipes")
    full = threading.Event()
    outputs: list[bytearray] = [bytearray(), bytearray()]
    readers = [
        threading.Thread(target=_read, args=(stream, kept, full), daemon=True)
        for stream, kept in zip((child.stdout, child.stderr), outputs, strict=True)
    ]
    feeder = threading.Thread(target=_feed, args=(child.stdin, stdin.encode()), daemon=True)
    ended = ""
    try:
        for thread in (*readers, feeder):
            thread.start()
        while child.poll() is None and not ended:
            if full.wait(0.02):
                ended = f"output of more than {MAX_OUTPUT_BYTES} bytes"
            elif stop.is_set():
                ended = INTERRUPTED
            elif time.monotonic() - started > seconds:
                ended = f"seconds ({seconds:g})"
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        code = child.wait()
        for thread in (*readers, feeder):
            thread.join()
        for stream in (child.stdout, child.stderr):
            stream.close()
    texts = [bytes(kept).decode("utf-8", errors="replace") for kept in outputs]
    return Finished(None if ended else code, texts[0], texts[1], time.monotonic() - started, ended)


def _read(stream: IO[bytes], kept: bytearray, full: threading.Event) -> None:
    while data := stream.read1(65536):  # type: ignore[attr-defined]
        if len(kept) + len(data) > MAX_OUTPUT_BYTES:
            full.set()
        else:
            kept += data


def _feed(stream: IO[bytes], data: bytes) -> None:
    with contextlib.suppress(OSError, ValueError):
        stream.write(data)
    with contextlib.suppress(OSError, ValueError):
        stream.close()
