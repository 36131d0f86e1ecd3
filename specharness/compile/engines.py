"""The engines that candidates can name, and what each must tell about itself.

One entry an engine: how it is built, which settings of a candidate it heeds, and what decides its output. An engine
that learns also tells how to train it, so that it is never scored on what it has seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from specharness.errors import UsageError

if TYPE_CHECKING:
    from specharness.compile.candidates import Candidate, Entry
    from specharness.compile.engine import Engine
    from specharness.compile.local.train import Example
    from specharness.compile.local.train_partly import Beside


@dataclass(frozen=True)
class EngineKind:
    """An engine that this package knows."""

    name: str
    settings: frozenset[str]
    """Fields of a candidate that change what it does; others may not be set."""
    version: Callable[[], str]
    code: tuple[str, ...]
    """Packages and modules whose text decides the output."""
    weights: Callable[[], str]
    """SHA-256 of what was learned; empty if nothing was."""
    build: Callable[[Entry], Engine]
    train: Callable[[Candidate, Sequence[Example], Beside], Engine] | None = None
    """The same engine under the same settings, learned from these documents and what stands beside them alone."""
    retrained: Callable[[Candidate, Sequence[Example], Beside], str] | None = None
    """SHA-256 that `weights` would have after training on these documents."""
    schema: Callable[[Candidate], str] = lambda _candidate: ""
    """SHA-256 of the schema that its answers are held to; empty where it answers in directions."""
    quotes: bool = False
    """Whether it answers in words that have to be looked up."""


def engine_kind(name: str, where: str = "") -> EngineKind:
    """The engine of this name. Raises UsageError, which begins with `where` and lists the known ones."""
    if name not in ENGINES:
        raise UsageError(f"{where}unknown engine {name!r}; known here: {', '.join(sorted(ENGINES))}")
    return ENGINES[name]


def _local_version() -> str:
    from specharness.compile.local.engine import VERSION

    return VERSION


def _local_weights() -> str:
    from specharness.compile.local.model import shipped_weights

    return shipped_weights().sha256


def _build_local(_entry: Entry) -> Engine:
    from specharness.compile.local import LocalEngine

    return LocalEngine()


def _train_local(_candidate: Candidate, examples: Sequence[Example], beside: Beside) -> Engine:
    from specharness.compile.local import LocalEngine
    from specharness.compile.local.train import weights_from

    return LocalEngine(weights_from(examples, None, beside.also, beside.partly))


def _retrained_local(_candidate: Candidate, examples: Sequence[Example], beside: Beside) -> str:
    from specharness.compile.local.train import weights_from

    return weights_from(examples, None, beside.also, beside.partly).sha256


def _llm_version() -> str:
    from specharness.compile.llm.engine import VERSION

    return VERSION


def _llm_schema(candidate: Candidate) -> str:
    from specharness.compile.llm.schema import Size, schema_digest

    return schema_digest(Size(candidate.asking.size))


def _build_openai(entry: Entry) -> Engine:
    from specharness.compile.llm.build import build_openai

    return build_openai(entry)


def _build_vllm(entry: Entry) -> Engine:
    from specharness.compile.llm.build import build_vllm

    return build_vllm(entry)


def _build_cascade(entry: Entry) -> Engine:
    from specharness.compile.llm.build import build_cascade

    return build_cascade(entry)


_LLM_SETTINGS = frozenset(
    {"model", "revision", "endpoint_variable", "decoding", "prompt", "alignment", "samples", "asking"}
)
_LLM_CODE = tuple(
    f"specharness.compile.{name}"
    for name in (
        "engine",
        "silence",
        "local",
        "llm.answers",
        "llm.client",
        "llm.consistency",
        "llm.engine",
        "llm.loop",
        "llm.prompt",
        "llm.sameness",
        "llm.schema",
        "llm.second_reader",
        "llm.spans",
        "llm.telemetry",
        "llm.windows",
    )
)
"""What decides the directions, the answers given: the second reader's, the local compiler's, among them. How an
endpoint is reached does not."""


ENGINES: Mapping[str, EngineKind] = {
    kind.name: kind
    for kind in (
        EngineKind(
            name="local",
            settings=frozenset(),
            version=_local_version,
            code=("specharness.compile.local", "specharness.compile.engine", "specharness.compile.silence"),
            weights=_local_weights,
            build=_build_local,
            train=_train_local,
            retrained=_retrained_local,
        ),
        EngineKind(
            name="openai",
            settings=_LLM_SETTINGS,
            version=_llm_version,
            code=_LLM_CODE,
            weights=_local_weights,
            build=_build_openai,
            schema=_llm_schema,
            quotes=True,
        ),
        EngineKind(
            name="vllm",
            settings=_LLM_SETTINGS - {"endpoint_variable"} | {"serving"},
            version=_llm_version,
            code=_LLM_CODE,
            weights=_local_weights,
            build=_build_vllm,
            schema=_llm_schema,
            quotes=True,
        ),
        EngineKind(
            name="cascade",
            settings=_LLM_SETTINGS | {"unsure_below"},
            version=lambda: f"{_llm_version()} over local {_local_version()}",
            code=(*_LLM_CODE, "specharness.compile.llm.cascade"),
            weights=_local_weights,
            build=_build_cascade,
            schema=_llm_schema,
            quotes=True,
        ),
    )
}
