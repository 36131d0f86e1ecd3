"""A command's observation: packed, run, read, worded.

Guarantees an observation for every request, whatever the command or the workspace does; and that without a sandbox
the answer is a refusal.
"""

from __future__ import annotations

from pathlib import Path
from typing import IO

from specharness.evidence.faults import FileRefused, LimitReached, Refusal
from specharness.evidence.limits import Limits
from specharness.evidence.observers.text import clean
from specharness.evidence.root import Places
from specharness.evidence.sandbox import bubblewrap, packing, reports, surroundings
from specharness.evidence.sandbox.layout import Layout, layout
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
    program = places.sandbox.program()
    if program is None:
        detail = "no sandbox: the program bwrap (Debian package bubblewrap) is not installed; nothing was run"
        return Observation(request, None, Failure.REFUSED, detail)
    chains = places.sandbox.folders()
    absent = next((folder for folder in chains if not folder.is_dir()), None)
    if absent is not None:
        return Observation(request, None, Failure.UNAVAILABLE, f"the toolchain {absent} is no folder")
    return _run(request, placed, program, chains, limits)


def _refused(request: Request, places: Places) -> Refusal | None:
    if request.side is not Side.AFTER:
        return Refusal(Failure.UNAVAILABLE, "commands are run in the workspace as it is left, in no other")
    if not places.sandbox.enabled:
        return Refusal(Failure.UNAVAILABLE, "running commands is switched off")
    if not request.argument.strip() or "\0" in request.argument or len(request.argument) > MAX_COMMAND:
        return Refusal(Failure.UNAVAILABLE, f"no command to run: blank, or longer than MAX_COMMAND ({MAX_COMMAND})")
    return None


def _run(request: Request, placed: Layout, program: str, chains: tuple[Path, ...], limits: Limits) -> Observation:
    packed: list[packing.Packed] = []

    def arguments(status: int, ready: int, report: int, calls: int | None, hook: int) -> list[str]:
        environment = bubblewrap.environment(chains)
        return bubblewrap.arguments(
            program,
            placed,
            request.argument,
            chains,
            environment,
            limits,
            status=status,
            ready=ready,
            report=report,
            calls=calls,
            hook=hook,
        )

    def feed(stream: IO[bytes]) -> None:
        packed.append(packing.pack(placed.mounts, stream, limits))

    try:
        ended = run(arguments, feed, limits)
    except OSError as error:
        return Observation(request, None, Failure.REFUSED, f"no sandbox: {program}: {error.strerror or error}")
    return _observed(request, placed, packed[0] if packed else None, ended, limits)


def _observed(
    request: Request, placed: Layout, packed: packing.Packed | None, ended: Ended, limits: Limits
) -> Observation:
    fault = _fault(ended, packed)
    sha256, size = (packed.sha256, packed.size) if packed is not None else (None, 0)
    if fault is not None:
        return Observation(request, None, fault.failure, fault.detail, sha256, size)
    stdout, stderr = _tail(ended.stdout, limits), _tail(ended.stderr, limits)
    missing = surroundings.missing(ended.exit_code, stderr, stdout, packed.stems if packed else set())
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
        tuple(packed.skipped[:100]) if packed else (),
    )
    return Observation(request, view, sha256=sha256, bytes_read=size)


def _fault(ended: Ended, packed: packing.Packed | None) -> Refusal | None:
    """Why the command's end says nothing, if it does not."""
    raised = ended.fed
    if isinstance(raised, LimitReached):
        return Refusal(Failure.LIMIT, str(raised))
    if isinstance(raised, packing.ChangedWhileRead):
        return Refusal(Failure.UNAVAILABLE, f"{raised} changed while it was observed; check again")
    if isinstance(raised, FileRefused):
        return raised.refusal
    if ended.limit:
        return Refusal(Failure.LIMIT, f"the command was stopped at {ended.limit}")
    if not ended.ready:
        said = " ".join(clean(ended.stderr.tail.decode("utf-8", "replace")).split())[-200:]
        if b'"exit-code"' not in ended.status:
            return Refusal(Failure.REFUSED, f"no sandbox: {said or 'bwrap did not start'}; nothing was run")
        return Refusal(Failure.UNAVAILABLE, f"the workspace could not be put into the sandbox: {said}")
    if raised is not None or packed is None:
        return Refusal(Failure.UNAVAILABLE, f"the workspace can't be read: {type(raised).__name__}")
    if b'"exit-code"' not in ended.status:
        return Refusal(Failure.UNAVAILABLE, "the sandbox ended before its command did")
    return None


def _tail(channel: Channel, limits: Limits) -> str:
    return clean(channel.tail.decode("utf-8", "replace"))[-limits.run_tail :]
