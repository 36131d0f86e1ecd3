"""A command's observation: packed, run, read, worded; and what runs a command of ours in a sandbox (`ran`).

Guarantees an observation for every request, whatever the command or the workspace does; and that without a sandbox
the answer is a refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import IO

from specharness.evidence.faults import FileRefused, LimitReached, Refusal, refusal_of
from specharness.evidence.limits import Limits
from specharness.evidence.observers.text import clean
from specharness.evidence.root import Places
from specharness.evidence.sandbox import bubblewrap, packing, reports, surroundings
from specharness.evidence.sandbox.layout import layout
from specharness.evidence.sandbox.policy import Sandbox
from specharness.evidence.sandbox.process import Channel, Ended, run
from specharness.evidence.views import CommandView, Failure, Observation, Request, Side

MAX_COMMAND = 10_000
"""Characters of a command; a longer one is no command that a specification states."""


def observe(request: Request, places: Places, limits: Limits) -> Observation:
    """What the command of a request does. Nothing of the host is changed."""
    refusal = _refused(request, places)
    placed = refusal or layout(places, request.path)
    if isinstance(placed, Refusal):
        return Observation(request, None, placed.failure, placed.detail)
    mounts, packed = placed.mounts, list[packing.Packed]()

    def feed(stream: IO[bytes]) -> None:
        packed.append(packing.pack(mounts, stream, limits))

    folders = tuple(mount.target for mount in mounts)
    ended = ran(request.argument, folders, placed.workdir, feed, places.sandbox, limits)
    seen = packed[0] if packed else packing.Packed()
    if isinstance(ended, Refusal):
        sha256 = seen.sha256 if packed else None
        return Observation(request, None, ended.failure, ended.detail, sha256, seen.size, ended.limit)
    return _observed(request, seen, ended, limits)


def _refused(request: Request, places: Places) -> Refusal | None:
    if request.side is not Side.AFTER:
        return Refusal(Failure.UNAVAILABLE, "commands are run in the workspace as it is left, in no other")
    if not request.argument.strip() or "\0" in request.argument or len(request.argument) > MAX_COMMAND:
        return Refusal(Failure.UNAVAILABLE, f"no command to run: blank, or longer than MAX_COMMAND ({MAX_COMMAND})")
    return None


def ran(
    command: str,
    folders: Sequence[str],
    workdir: str,
    feed: Callable[[IO[bytes]], None],
    sandbox: Sandbox,
    limits: Limits,
) -> Ended | Refusal:
    """How a command ended in a sandbox whose writable `folders` (outer before inner) hold what `feed` writes as a tar
    stream; a refusal where nothing was run, or where the end says nothing: limits, broken input."""
    if not sandbox.enabled:
        return Refusal(Failure.UNAVAILABLE, "running commands is switched off")
    program = sandbox.program()
    if program is None:
        detail = "no sandbox: the program bwrap (Debian package bubblewrap) is not installed; nothing was run"
        return Refusal(Failure.REFUSED, detail)
    chains = sandbox.folders()
    absent = next((folder for folder in chains if not folder.is_dir()), None)
    if absent is not None:
        return Refusal(Failure.UNAVAILABLE, f"the toolchain {absent} is no folder")

    def arguments(status: int, ready: int, report: int, calls: int | None, hook: int) -> list[str]:
        environment = bubblewrap.environment(chains)
        return bubblewrap.arguments(
            program,
            folders,
            workdir,
            command,
            chains,
            environment,
            limits,
            status=status,
            ready=ready,
            report=report,
            calls=calls,
            hook=hook,
        )

    try:
        ended = run(arguments, feed, limits)
    except OSError as error:
        return Refusal(Failure.REFUSED, f"no sandbox: {program}: {error.strerror or error}")
    return _fault(ended) or ended


def _observed(request: Request, packed: packing.Packed, ended: Ended, limits: Limits) -> Observation:
    stdout, stderr = _tail(ended.stdout, limits), _tail(ended.stderr, limits)
    missing = surroundings.missing(ended.exit_code, stderr, stdout, packed.stems)
    view = CommandView(
        ended.exit_code,
        ended.seconds,
        ended.stdout.sha256,
        ended.stderr.sha256,
        ended.stdout.total,
        ended.stderr.total,
        stdout,
        stderr,
        reports.counts(ended.report),
        missing,
        tuple(packed.skipped[:100]),
    )
    return Observation(request, view, sha256=packed.sha256, bytes_read=packed.size)


def _fault(ended: Ended) -> Refusal | None:
    """Why the command's end says nothing, if it does not."""
    raised = ended.fed
    if isinstance(raised, LimitReached):
        return refusal_of(raised)
    if isinstance(raised, packing.ChangedWhileRead):
        return Refusal(Failure.UNAVAILABLE, f"{raised} changed while it was observed; check again")
    if isinstance(raised, FileRefused):
        return raised.refusal
    if ended.limit:
        return Refusal(Failure.LIMIT, f"the command was stopped at {ended.limit}", ended.limit.partition(" ")[0])
    if not ended.ready:
        said = " ".join(clean(ended.stderr.tail.decode("utf-8", "replace")).split())[-200:]
        if b'"exit-code"' not in ended.status:
            return Refusal(Failure.REFUSED, f"no sandbox: {said or 'bwrap did not start'}; nothing was run")
        return Refusal(Failure.UNAVAILABLE, f"the workspace could not be put into the sandbox: {said}")
    if raised is not None:
        return Refusal(Failure.UNAVAILABLE, f"the workspace can't be read: {type(raised).__name__}")
    if b'"exit-code"' not in ended.status:
        return Refusal(Failure.UNAVAILABLE, "the sandbox ended before its command did")
    return None


def _tail(channel: Channel, limits: Limits) -> str:
    return clean(channel.tail.decode("utf-8", "replace"))[-limits.run_tail :]
