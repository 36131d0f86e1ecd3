"""Many specifications in one command: in parallel, resumable, one bad file never stops the rest.

Guarantees one result an input, written whole, the same bytes for any number of processes; an input whose result is
there already, for the same text and the same compiler, is not compiled again. What a specification is, is decided by
the sources stage.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    as_completed,
    wait,
)
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import islice
from multiprocessing import get_context, resource_tracker
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from specharness import api
from specharness.cli.costs import refuse_silence, without_answer
from specharness.cli.outputs import usable_folder, write_whole
from specharness.errors import EndpointDownError, NotFoundError, SpecHarnessError, UnansweredError, UsageError
from specharness.ir.annotation import directions_jsonl
from specharness.ir.base import SCHEMA_VERSION
from specharness.ir.direction import Reason
from specharness.ir.schema import json_document
from specharness.whole_files import UnwritableError

if TYPE_CHECKING:
    from specharness.api import Progress
    from specharness.compile.engine import Engine
    from specharness.compile.llm.telemetry import Use
    from specharness.ir import CompilerId, ObligationSet
    from specharness.sources import SourceRequest, Specification

SMALL_BATCH = 6
"""Up to so many inputs one process is faster than starting several, each of which loads the compiler's model."""

_QUEUED_PER_PROCESS = 4
"""Inputs handed out ahead of the work: enough to keep processes busy, few enough to stop soon when interrupted."""

LOOK_AGAIN = 0.1
"""Seconds between looks for inputs that still ask, when all is given up: one that was being read asks later."""

_READ_PER_CALL = 2
"""Inputs taken at once for each call in flight: while some are cut into units or grounded, others wait for answers."""


@dataclass(frozen=True)
class Job:
    """One input and where its result goes."""

    request: SourceRequest
    name: str
    """Path relative to the corpus, or to the given PATH's parent, with `/`; the prefix of the sources' ids."""
    out_dir: Path
    directions: bool
    force: bool
    frozen: Path | None = None
    """The frozen compiler to compile with; None: the default one."""
    compiler: str | None = None
    """The candidate to compile with, by name or file, instead."""
    answers: Path | None = None
    """Where a model's answers are kept; None: nowhere."""

    @property
    def result(self) -> Path:
        return self.out_dir / f"{self.name}.json"

    @property
    def lines(self) -> Path:
        return self.out_dir / f"{self.name}.jsonl"


class Fate(Enum):
    COMPILED = "compiled"
    KEPT = "kept"
    FAILED = "failed"
    SILENT = "without a usable answer"
    """Written, and no answer of the model says anything of it."""
    UNANSWERED = "unanswered"
    """The model's endpoint was asked in vain."""
    UNTRIED = "untried"
    """Given up before an answer was due, because those before it were asked in vain."""


DONE = frozenset({Fate.COMPILED, Fate.KEPT})
"""What needs no further run; all else makes the command fail."""


@dataclass(frozen=True)
class Outcome:
    name: str
    fate: Fate
    message: str = ""
    shared: str = ""
    """A cause that lies outside of the input, such as a full disk: told once, however many inputs meet it."""
    seconds: float | None = None
    """What compiling took, where it was done."""
    use: Use | None = None
    """What a model's calls took, where there were any."""
    stopped: bool = False
    """Given up with all that was not done yet; `shared` says why."""


def run(jobs: Sequence[Job], processes: int | None, progress: Progress) -> list[Outcome]:
    """Do all jobs; outcomes in the order of the jobs. `processes` None: as many as there are processors."""
    prepare(jobs)
    count = min(processes or usable_processors(), len(jobs))
    if processes is None and len(jobs) <= SMALL_BATCH:
        count = 1
    at_once = _at_once(jobs[0])
    outcomes: dict[str, Outcome] = {}
    progress("", 0, len(jobs))
    if at_once:
        done = _in_threads(jobs, min(processes or _READ_PER_CALL * at_once, len(jobs)))
    else:
        done = map(_guarded, jobs) if count <= 1 else _in_parallel(jobs, count)
    for outcome in done:
        outcomes[outcome.name] = outcome
        progress(outcome.name, len(outcomes), len(jobs))
    return _stopped([outcomes[job.name] for job in jobs])


def prepare(jobs: Sequence[Job]) -> None:
    """Raises UsageError where two jobs have one result, UnwritableError where a folder can't be written in."""
    _refuse_collisions(jobs)
    for folder in dict.fromkeys(job.out_dir for job in jobs):
        usable_folder(folder)


def _at_once(job: Job) -> int:
    """How many calls of a model the compiler keeps in flight; 0 if it makes none."""
    from specharness.compile.many import concurrency_of

    named = job.frozen is not None or job.compiler is not None
    return concurrency_of(engine_of(job.frozen, job.compiler, job.answers)) if named else 0


def _in_threads(jobs: Sequence[Job], count: int) -> Iterator[Outcome]:
    """For a compiler that waits: threads share its connections and its bound on calls. Where its endpoint is down,
    what is not done yet is given up, with one cause for all."""
    from specharness.compile.many import stop

    pool = ThreadPoolExecutor(count)
    waiting = {pool.submit(_guarded, job): job.name for job in jobs}
    why = ""
    try:
        for future in as_completed(list(waiting)):
            outcome = future.result()
            del waiting[future]
            yield outcome
    except EndpointDownError as error:
        why = str(error)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        while wait([one for one in waiting if not one.cancelled()], LOOK_AGAIN).not_done:
            stop(engine_of(jobs[0].frozen, jobs[0].compiler, jobs[0].answers))  # nobody waits for answers any more
    for future, name in waiting.items():
        fault = CancelledError() if future.cancelled() else future.exception()
        fate = Fate.UNANSWERED if isinstance(fault, EndpointDownError) else Fate.UNTRIED
        yield future.result() if fault is None else Outcome(name, fate, why, why, stopped=True)


def _stopped(outcomes: list[Outcome]) -> list[Outcome]:
    """The outcomes, with the cause of a stop in place of what each that was asked in vain before it met."""
    why = next((one.message for one in outcomes if one.stopped), "")
    silent = {one.name for one in outcomes if one.fate is Fate.UNANSWERED} if why else set()
    return [replace(one, message=why, shared=why, stopped=True) if one.name in silent else one for one in outcomes]


def _in_parallel(jobs: Sequence[Job], count: int) -> Iterator[Outcome]:
    unfinished = {job.name: job for job in jobs}
    waiting = iter(jobs)
    running: set[Future[Outcome]] = set()
    # spawn: a fork would copy the locks of the parent's threads
    pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_leave_interrupts_to_the_parent)
    try:
        while unfinished:
            with _interrupts_held():  # a new process inherits that: one that is still loading is not to be interrupted
                running |= {
                    pool.submit(_guarded, job) for job in islice(waiting, count * _QUEUED_PER_PROCESS - len(running))
                }
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for outcome in [future.result() for future in done]:
                del unfinished[outcome.name]
                yield outcome
    except BrokenExecutor:
        reason = "a compiling process was killed, most likely for want of memory; run it again with --jobs 1"
        yield from [Outcome(name, Fate.FAILED, reason) for name in unfinished]
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """An interrupt that comes meanwhile is delivered afterwards."""
    resource_tracker.ensure_running()  # its own start would let interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a file in work is still finished whole


def _guarded(job: Job) -> Outcome:
    try:
        return _do(job)
    except UnwritableError as error:
        return Outcome(job.name, Fate.FAILED, str(error), error.reason)
    except (EndpointDownError, CancelledError):  # the end of the whole run
        raise
    except UnansweredError as error:
        return Outcome(job.name, Fate.UNANSWERED, str(error), str(error))
    except UsageError as error:  # the compiler's fault: a missing key or package
        return Outcome(job.name, Fate.FAILED, str(error), str(error))
    except (SpecHarnessError, OSError) as error:
        return Outcome(job.name, Fate.FAILED, str(error))
    except Exception as error:  # noqa: BLE001  the edge of one file: its failure is reported and the others go on
        return Outcome(job.name, Fate.FAILED, f"internal error: {type(error).__name__}: {error}")


def _do(job: Job) -> Outcome:
    engine = engine_of(job.frozen, job.compiler, job.answers)
    specification, kept = begin(job, engine.id)
    if kept is not None:
        return finish(job, kept, None)
    start = perf_counter()
    obligations, use = compiled(specification, engine)
    return finish(job, obligations, perf_counter() - start, use)


def compiled(specification: Specification, engine: Engine) -> tuple[ObligationSet, Use | None]:
    """The obligations of one input and what a model's calls took; raises UnansweredError where none was answered."""
    from specharness.compile.many import use_of

    obligations = api.compile_specification(specification, engine=engine)
    use = use_of(engine, [source.id for source in specification.sources])
    refuse_silence(obligations, use and use[0])
    return obligations, use and use[0]


def begin(job: Job, compiler: CompilerId) -> tuple[Specification, ObligationSet | None]:
    """What is to be compiled, and the result of an earlier run where it is still good."""
    from specharness.sources import load

    specification = _renamed(load(job.request), job)
    return specification, None if job.force else _stored(job, specification, compiler)


def finish(job: Job, obligations: ObligationSet, seconds: float | None, use: Use | None = None) -> Outcome:
    """Write what is not there yet. `seconds` is what compiling took; None where an earlier result is kept."""
    texts: dict[Path, str] = {}
    if job.directions:
        texts[job.lines] = directions_jsonl(obligations)
    if seconds is not None:
        texts[job.result] = json_document(obligations)
    write_whole({path: text for path, text in texts.items() if not _holds(path, text)}, parents=True)
    why = without_answer(obligations, use)
    fate = Fate.KEPT if seconds is None else Fate.SILENT if why else Fate.COMPILED
    return Outcome(job.name, fate, why, why, seconds=seconds, use=use)


@lru_cache(maxsize=1)
def engine_of(frozen: Path | None, compiler: str | None, answers: Path | None = None) -> Engine:
    """The compiler that a job names, made once a process."""
    if compiler is not None:
        return api.candidate_engine(compiler, answers=answers)
    return api.default_engine() if frozen is None else api.frozen_engine(frozen, answers=answers)


def _renamed(specification: Specification, job: Job) -> Specification:
    """The specification with ids relative to the corpus instead of the single input."""
    folder = job.name if Path(job.request.path).is_dir() else job.name.rpartition("/")[0]
    if not folder:
        return specification
    sources = tuple(source.model_copy(update={"id": f"{folder}/{source.id}"}) for source in specification.sources)
    return replace(specification, sources=sources)


def _stored(job: Job, specification: Specification, compiler: CompilerId) -> ObligationSet | None:
    """The result of an earlier run, if it is complete and says the same as compiling again would."""
    try:
        stored = api.load_obligations(job.result)
    except SpecHarnessError:
        return None
    same = (
        stored.schema_version == SCHEMA_VERSION
        and stored.compiler == compiler
        and stored.sources == specification.sources
        and stored.held_out == specification.held_out
        and stored.path_map == specification.path_map
        and stored.workdir == specification.workdir
        and not any(one.reason is Reason.NO_ANSWER for one in stored.abstained)  # those are worth asking for again
    )
    return stored if same else None


def _holds(path: Path, text: str) -> bool:
    try:
        return path.read_bytes() == text.encode("utf-8")
    except OSError:
        return False


def _refuse_collisions(jobs: Sequence[Job]) -> None:
    if not jobs:
        raise NotFoundError("no specification file found; see `specharness compile --help` for what counts as one")
    seen: dict[str, Job] = {}
    for job in jobs:
        other = seen.setdefault(job.name, job)
        if other is not job:
            raise UsageError(
                f"{other.request.path} and {job.request.path} would both be written to {job.result}; "
                f"compile them apart, or use --corpus with their common folder"
            )


def usable_processors() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
