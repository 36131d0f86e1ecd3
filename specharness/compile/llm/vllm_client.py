"""vLLM in this process: calls that are waiting at the same time become one batch of `LLM.chat`.

Answers are held to the schema by the engine's structured outputs. Every call has a seed of its own, so that what it
gets does not depend on its neighbours' seeds; bit-for-bit equality over batches of other sizes is the model
runner's to promise, and frozen results should be compared on one machine type. A prompt that is too long is sorted
out beforehand, because vLLM would refuse the whole batch. The fixed part of prompts is shared by prefix caching.
"""

from __future__ import annotations

import asyncio
import importlib
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from specharness.compile.llm.client import Problem, Reply, Request, Spent
from specharness.compile.llm.schema import ANSWERS
from specharness.errors import UsageError

if TYPE_CHECKING:
    from specharness.compile.candidates import Candidate

GATHER = 0.02
"""Seconds that the first call of a batch waits for others."""
MAX_BATCH = 1024
"""Calls of one batch; vLLM schedules them by itself."""
MAX_TOKENS = 4096
"""Of an answer, where the candidate does not say: vLLM's own default is 16."""

Messages = list[dict[str, str]]


class Runner(Protocol):
    """What is used of vLLM."""

    def room(self, messages: Messages) -> int:
        """Tokens that are left for an answer; negative where the messages alone are too long."""
        ...

    def chat(self, batch: Sequence[Messages], requests: Sequence[Request]) -> list[Output]:
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
        self._waiting: list[_Waiting] = []
        self._work: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="specharness-vllm")

    async def ask(self, request: Request) -> Reply:
        """The reply, when its batch is done. Raises UsageError where vLLM can't be started."""
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
        runner = self._runner = self._runner or self._start()
        start = time.perf_counter()
        told = [
            [{"role": "system", "content": request.system}, {"role": "user", "content": request.user}]
            for request in requests
        ]
        fits = [place for place, messages in enumerate(told) if runner.room(messages) > 0]
        replies = [Reply(problem=Problem.OVERFLOW, detail="the prompt is longer than the model takes")] * len(told)
        if not fits:
            return replies
        outputs = runner.chat([told[place] for place in fits], [requests[place] for place in fits])
        seconds = (time.perf_counter() - start) / len(fits)
        for place, output in zip(fits, outputs, strict=True):
            replies[place] = Reply(
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
        return replies


class VllmRunner:
    """vLLM's offline engine, as a candidate describes it."""

    def __init__(self, candidate: Candidate) -> None:
        try:
            vllm = importlib.import_module("vllm")
            sampling = importlib.import_module("vllm.sampling_params")
        except ImportError as error:
            raise UsageError(
                f"candidate {candidate.name!r} needs vLLM in this environment; docs/cookbook-compilers.md says how"
            ) from error
        decoding = candidate.decoding
        options = candidate.serving.model_dump(exclude_none=True)
        self._llm: Any = vllm.LLM(
            model=candidate.model,
            revision=candidate.revision,
            seed=decoding.seed or 0,
            enable_prefix_caching=True,
            **options,
        )
        self._most = int(candidate.serving.max_model_len or self._llm.llm_engine.model_config.max_model_len)
        self._wanted = decoding.max_tokens or MAX_TOKENS

        def params(request: Request, room: int) -> Any:
            return vllm.SamplingParams(
                temperature=decoding.temperature or 0.0,
                top_p=1.0 if decoding.top_p is None else decoding.top_p,
                max_tokens=min(self._wanted, room),
                seed=(decoding.seed or 0) + request.sample,
                structured_outputs=sampling.StructuredOutputsParams(
                    json=ANSWERS[request.size].model_json_schema(), disable_any_whitespace=True
                ),
            )

        self._params = params

    def room(self, messages: Messages) -> int:
        """Tokens that are left for an answer."""
        ids = self._llm.get_tokenizer().apply_chat_template(messages, add_generation_prompt=True, return_dict=False)
        return self._most - len(ids)

    def chat(self, batch: Sequence[Messages], requests: Sequence[Request]) -> list[Output]:
        """Answers in the order of the batch."""
        params = [self._params(request, self.room(messages)) for messages, request in zip(batch, requests, strict=True)]
        found = []
        for answer in self._llm.chat(list(batch), params, use_tqdm=False):
            (best,) = answer.outputs
            found.append(
                Output(
                    text=best.text,
                    cut=best.finish_reason == "length",
                    input_tokens=len(answer.prompt_token_ids or ()),
                    cached_tokens=getattr(answer, "num_cached_tokens", None),
                    output_tokens=len(best.token_ids),
                )
            )
        return found
