"""Calls that wait at the same time, answered as one batch: for models in this process, which do many at once best.

The first call of a batch waits a moment for others; those that come while a batch runs are the next one. What runs
the batches is made once, in the thread that then runs all of them; where it can't be, every call says so and none
tries again. A prompt that is too long is sorted out beforehand, so that it can't spoil the batch.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, Protocol

from specharness.compile.llm.client import Problem, Reply, Request, Spent

GATHER = 0.02
"""Seconds that the first call of a batch waits for others."""
MAX_BATCH = 1024
"""Calls of one batch; whoever runs it schedules them."""
MAX_DETAIL = 200
"""Characters of a runner's own words about a failure."""

Messages = list[dict[str, str]]


class Question(NamedTuple):
    """One of a batch."""

    request: Request
    messages: Messages
    room: int
    """Tokens that are left for its answer."""


class Runner(Protocol):
    """What answers batches."""

    def room(self, messages: Messages) -> int:
        """Tokens that are left for an answer; negative where the messages alone are too long."""
        ...

    def chat(self, batch: Sequence[Question]) -> list[Output]:
        """Answers in the order of the batch."""
        ...


class Output(NamedTuple):
    """One answer of a batch."""

    text: str
    cut: bool
    input_tokens: int
    cached_tokens: int | None
    output_tokens: int


class _Waiting(NamedTuple):
    request: Request
    answer: asyncio.Future[Reply]


class BatchClient:
    """A client over a `Runner`, which is made by the first batch, in the thread that runs all of them."""

    def __init__(self, start: Callable[[], Runner]) -> None:
        self._start = start
        self._runner: Runner | None = None
        self._broken: Exception | None = None
        self._waiting: list[_Waiting] = []
        self._work: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="specharness-batches")

    async def ask(self, request: Request) -> Reply:
        """The reply, when its batch is done. Raises what starting the runner raises."""
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(request, answer))
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._batches())
        return await answer

    async def _batches(self) -> None:
        while self._waiting:
            await asyncio.sleep(GATHER)
            batch, self._waiting = self._waiting[:MAX_BATCH], self._waiting[MAX_BATCH:]
            try:
                replies = await asyncio.get_running_loop().run_in_executor(
                    self._thread, self._run, [one.request for one in batch]
                )
            except Exception as error:  # noqa: BLE001  handed to those who wait
                for one in batch:
                    if not one.answer.done():
                        one.answer.set_exception(error)
                continue
            for one, reply in zip(batch, replies, strict=True):
                if not one.answer.done():
                    one.answer.set_result(reply)

    def _run(self, requests: Sequence[Request]) -> list[Reply]:
        runner = self._started()
        start = time.perf_counter()
        try:
            questions = [_question(runner, request) for request in requests]
            fitting = [question for question in questions if question.room > 0]
            outputs = iter(runner.chat(fitting) if fitting else ())
        except Exception as error:  # noqa: BLE001  the edge to a runner, which can die under a batch
            return [Reply(problem=Problem.UNAVAILABLE, detail=first_line(error))] * len(requests)
        seconds = (time.perf_counter() - start) / max(1, len(fitting))
        return [_reply(next(outputs), seconds) if question.room > 0 else _TOO_LONG for question in questions]

    def _started(self) -> Runner:
        if self._broken is not None:
            raise self._broken
        try:
            self._runner = self._runner or self._start()
        except Exception as error:
            self._broken = error
            raise
        return self._runner


_TOO_LONG = Reply(problem=Problem.OVERFLOW, detail="the prompt is longer than the model takes", spent=Spent(attempts=0))


def _question(runner: Runner, request: Request) -> Question:
    messages = [{"role": "system", "content": request.system}, {"role": "user", "content": request.user}]
    return Question(request, messages, runner.room(messages))


def _reply(output: Output, seconds: float) -> Reply:
    return Reply(
        text=output.text,
        problem=Problem.TRUNCATED if output.cut else None,
        detail="the answer was cut off" if output.cut else "",
        spent=Spent(
            input_tokens=output.input_tokens,
            cached_tokens=output.cached_tokens,
            output_tokens=output.output_tokens,
            seconds=seconds,
        ),
    )


def first_line(error: Exception) -> str:
    """What an error of other people's software says, in short."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0][:MAX_DETAIL]}" if lines else type(error).__name__
