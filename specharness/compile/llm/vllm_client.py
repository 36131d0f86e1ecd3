"""vLLM in this process: a batch of questions is one call of `LLM.chat`.

Answers are held to the schema by the engine's structured outputs. Every call has a seed of its own, so that what it
gets does not depend on its neighbours' seeds; bit-for-bit equality over batches of other sizes is the model
runner's to promise, and frozen results should be compared on one machine type. The fixed part of prompts is shared by
prefix caching. vLLM's own notes go to standard error, and only errors unless VLLM_LOGGING_LEVEL says otherwise: by
default it writes them between a command's results.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from specharness.compile.llm.batches import Messages, Output, Question, first_line
from specharness.compile.llm.schema import ANSWERS
from specharness.errors import UsageError

if TYPE_CHECKING:
    from specharness.compile.candidates import Candidate

MAX_TOKENS = 4096
"""Of an answer, where the candidate does not say: vLLM's own default is 16."""

LEFT_TO_THE_MODEL = ("temperature", "top_p", "top_k", "min_p", "repetition_penalty")
"""What a model's own generation settings may say, where the candidate does not."""
_NOTES = {"VLLM_LOGGING_STREAM": "ext://sys.stderr", "VLLM_LOGGING_LEVEL": "ERROR"}


class VllmRunner:
    """vLLM's offline engine, as a candidate describes it.

    Raises UsageError where vLLM is not installed, can't start with this model here, or the model has no chat template.
    """

    def __init__(self, candidate: Candidate) -> None:
        for name, value in _NOTES.items():
            os.environ.setdefault(name, value)  # read when vLLM is imported, by it and by the processes that it starts
        try:
            vllm = importlib.import_module("vllm")
            sampling = importlib.import_module("vllm.sampling_params")
        except ImportError as error:
            raise UsageError(
                f"candidate {candidate.name!r} needs vLLM in this environment; docs/cookbook-compilers.md says how"
            ) from error
        decoding = candidate.decoding
        options = candidate.serving.model_dump(exclude_none=True)
        try:
            self._llm: Any = vllm.LLM(
                model=candidate.model,
                revision=candidate.revision,
                seed=decoding.seed or 0,
                enable_prefix_caching=True,
                **options,
            )
            self._tokenizer: Any = self._llm.get_tokenizer()
        except Exception as error:
            raise UsageError(
                f"candidate {candidate.name!r}: vLLM can't start with model {candidate.model!r}: {first_line(error)}"
            ) from error
        if getattr(self._tokenizer, "chat_template", None) is None:
            raise UsageError(
                f"candidate {candidate.name!r}: model {candidate.model!r} has no chat template; "
                "a model that was tuned to follow instructions has one"
            )
        self._most = int(candidate.serving.max_model_len or self._llm.llm_engine.model_config.max_model_len)
        wanted = decoding.max_tokens or MAX_TOKENS
        own = self._llm.get_default_sampling_params()
        stated = decoding.model_dump(include=set(LEFT_TO_THE_MODEL), exclude_none=True)
        settings = {**{name: getattr(own, name) for name in LEFT_TO_THE_MODEL}, **stated}

        def params(question: Question) -> Any:
            return vllm.SamplingParams(
                **settings,
                max_tokens=min(wanted, question.room),
                seed=(decoding.seed or 0) + question.request.sample,
                structured_outputs=sampling.StructuredOutputsParams(
                    json=ANSWERS[question.request.size].model_json_schema(), disable_any_whitespace=True
                ),
            )

        self._params = params

    def room(self, messages: Messages) -> int:
        """Tokens that are left for an answer."""
        ids = self._tokenizer.apply_chat_template(messages, add_generation_prompt=True, return_dict=False)
        return self._most - len(ids)

    def chat(self, batch: Sequence[Question]) -> list[Output]:
        """Answers in the order of the batch."""
        params = [self._params(question) for question in batch]
        found = []
        for answer in self._llm.chat([question.messages for question in batch], params, use_tqdm=False):
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
