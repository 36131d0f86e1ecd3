"""Engines from candidates: which client, in which wrappers, under which identity."""

from __future__ import annotations

from specharness.compile.candidates import Alignment, Candidate, Entry
from specharness.compile.fingerprint import asked_of, parts_of
from specharness.compile.llm.budget import Budgeted, Ceilings
from specharness.compile.llm.cache import Answers, Kept
from specharness.compile.llm.cascade import CascadeEngine
from specharness.compile.llm.client import Client
from specharness.compile.llm.engine import VERSION, Asked, ModelEngine
from specharness.compile.llm.openai_client import ProviderClient
from specharness.compile.llm.outage import Stopping
from specharness.compile.llm.prices import price_of
from specharness.compile.llm.prompt import parse_template
from specharness.compile.llm.retries import Retrying
from specharness.compile.llm.schema import Size
from specharness.compile.llm.telemetry import Telemetry
from specharness.errors import UsageError
from specharness.ir import CompilerId


def build_openai(entry: Entry) -> ModelEngine:
    """The engine of a candidate that names an endpoint or a provider. Nothing is connected yet."""
    candidate = entry.candidate
    if candidate.asking.provider is None and not (candidate.asking.endpoint or candidate.endpoint_variable):
        raise UsageError(
            f"candidate {candidate.name!r} says nobody to ask: it needs an endpoint, an endpoint_variable or a provider"
        )
    client = _budgeted(candidate, ProviderClient(candidate))
    asked = Retrying(client, candidate.asking.attempts, longest=candidate.asking.timeout_seconds)
    return model_engine(entry, _kept(entry, Stopping(asked, candidate.name)))


def build_vllm(entry: Entry) -> ModelEngine:
    """The engine of a candidate that runs on vLLM in this process. Nothing is loaded yet."""
    from specharness.compile.llm.batches import BatchClient
    from specharness.compile.llm.vllm_client import VllmRunner

    client = _budgeted(entry.candidate, BatchClient(lambda: VllmRunner(entry.candidate)))
    return model_engine(entry, _kept(entry, Stopping(client, entry.candidate.name)))


def build_cascade(entry: Entry) -> CascadeEngine:
    """The local compiler with the candidate's endpoint behind it. Raises UsageError without a border between them."""
    from specharness.compile.local import LocalEngine

    if not entry.candidate.unsure_below:
        raise UsageError(
            f"candidate {entry.candidate.name!r}: a cascade needs unsure_below, the confidence below which a unit "
            "goes to the model"
        )
    return CascadeEngine(LocalEngine(), build_openai(entry), entry.candidate.unsure_below)


def _budgeted(candidate: Candidate, client: Client) -> Client:
    """The client under the candidate's ceilings, if it sets any."""
    asking = candidate.asking
    ceilings = Ceilings(asking.call_tokens, asking.task_tokens, asking.task_usd)
    if not ceilings.any:
        return client
    price = price_of(candidate.model)
    return Budgeted(client, ceilings, candidate.decoding.max_tokens, None if price is None else price.cost)


def _kept(entry: Entry, client: Client) -> Client:
    """The client behind the answers that are kept, if they are."""
    return client if entry.answers is None else Kept(client, Answers(entry.answers))


def model_engine(entry: Entry, client: Client) -> ModelEngine:
    """The engine of a candidate behind any client. Raises UsageError where the candidate does not say enough."""
    candidate = entry.candidate
    _demand(candidate)
    price = price_of(candidate.model)
    return ModelEngine(
        client,
        Asked(
            fingerprint=asked_of(entry).digest,
            template=parse_template(entry.prompt_text(), candidate.prompt or ""),
            window=candidate.asking.window,
            size=Size(candidate.asking.size),
            samples=candidate.samples,
            verbatim=candidate.alignment is Alignment.VERBATIM,
        ),
        CompilerId(engine=candidate.name, version=VERSION, fingerprint=parts_of(entry).digest),
        candidate.asking.concurrency,
        Telemetry(None if price is None else price.cost),
    )


def _demand(candidate: Candidate) -> None:
    if candidate.model is None:
        raise UsageError(f"candidate {candidate.name!r}: engine {candidate.engine!r} needs a model")
    if candidate.alignment is Alignment.OFFSETS:
        raise UsageError(
            f"candidate {candidate.name!r}: a model quotes and gives no offsets; "
            'set alignment = "folded" (or "verbatim", which takes words only letter by letter)'
        )
    if candidate.samples > 1 and not candidate.decoding.temperature:
        raise UsageError(
            f"candidate {candidate.name!r}: {candidate.samples} samples need a temperature above 0; else they are one"
        )
