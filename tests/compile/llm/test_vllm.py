"""vLLM's offline engine on the processor, with a model of noise that is made here: `make test-vllm`.

Everything is real but the sense of what it writes: the library, structured outputs, the prefix cache. Each start of it
takes half a minute and more on a quiet machine, so that there are two: one in a process of its own, one here.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from grounded import ungrounded

from specharness.cli.batch import engine_of
from specharness.cli.main import main
from specharness.compile.candidates import load_candidate
from specharness.compile.llm.batches import Output, Question
from specharness.compile.llm.client import Problem, Reply, Request
from specharness.compile.llm.schema import ShortAnswer, Size
from specharness.compile.llm.vllm_client import VllmRunner
from specharness.errors import UsageError
from specharness.ir import Disposition
from specharness.ir.schema import parse_obligations
from specharness.segment import segment

pytestmark = pytest.mark.skipif(not os.environ.get("SPECHARNESS_TEST_VLLM"), reason="run by make test-vllm")

TASK = Path(__file__).resolve().parents[3] / "annotations" / "tasks" / "invoice-summary-json"
LONGEST = 2048
"""Tokens of a prompt and its answer."""


@dataclass
class Seen:
    """What went through the engine."""

    batches: list[int] = field(default_factory=list)
    outputs: list[Output] = field(default_factory=list)


@pytest.fixture(scope="module")
def candidate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a candidate that runs a model of noise."""
    from tiny_model import make

    folder = tmp_path_factory.mktemp("tiny")
    fields: dict[str, Any] = {
        "name": "tiny",
        "engine": "vllm",
        "model": str(make(folder / "model")),
        "prompt": "short-2",
        "alignment": "folded",
        "decoding": {"temperature": 1.0, "max_tokens": 1000, "seed": 3},
        "asking": {"size": "short", "window": 300, "concurrency": 32},
        "serving": {"max_model_len": LONGEST, "dtype": "float32", "enforce_eager": True, "max_num_seqs": 8},
    }
    path = folder / "tiny.toml"
    path.write_text(tomli_w.dumps(fields), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def elsewhere(candidate: Path) -> tuple[Path, str]:
    """The same task compiled by a process of its own: its result, and its standard output."""
    out = candidate.parent / "elsewhere.json"
    words = ["compile", TASK, "--compiler", candidate, "--no-cache", "-o", out, "--usage", "--format", "json"]
    command = [sys.executable, "-m", "specharness", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1800, check=False)
    assert done.returncode == 0, done.stderr
    return out, done.stdout


@pytest.fixture(scope="module")
def seen() -> Iterator[Seen]:
    """What goes through the engine of this process, the real one."""
    found = Seen()
    chat = VllmRunner.chat

    def watched(self: VllmRunner, batch: Sequence[Question]) -> list[Output]:
        found.batches.append(len(batch))
        outputs = chat(self, batch)
        found.outputs += outputs
        return outputs

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(VllmRunner, "chat", watched)
        yield found


@pytest.fixture(scope="module")
def here(candidate: Path, seen: Seen) -> Path:
    """The result of this process."""
    out = candidate.parent / "here.json"
    assert main(["compile", str(TASK), "--compiler", str(candidate), "--no-cache", "-o", str(out), "--usage"]) == 0
    return out


def test_standard_output_holds_the_result_alone(elsewhere: tuple[Path, str]) -> None:
    out, printed = elsewhere
    assert json.loads(printed) == json.loads(out.read_text())


def test_the_same_seed_gives_the_same_bytes(elsewhere: tuple[Path, str], here: Path) -> None:
    assert here.read_bytes() == elsewhere[0].read_bytes()


def test_windows_go_together_in_one_batch(here: Path, seen: Seen) -> None:
    assert seen.batches[0] > 1


def test_structured_outputs_hold_the_schema(here: Path, seen: Seen) -> None:
    whole = [output for output in seen.outputs if not output.cut]
    assert len(whole) > len(seen.outputs) // 2
    for output in whole:  # the grammar lets control characters into strings, and `read_answer` reads them as spaces
        ShortAnswer.model_validate(json.loads(output.text, strict=False))


def test_tokens_are_counted_and_the_fixed_part_is_cached(here: Path, seen: Seen) -> None:
    total = json.loads(Path(f"{here}.usage.json").read_text())["total"]
    assert total["calls"] == total["attempts"] == len(seen.outputs)
    assert total["input_tokens"] == sum(output.input_tokens for output in seen.outputs)
    assert total["output_tokens"] == sum(output.output_tokens for output in seen.outputs) > 0
    assert 0 < total["cached_tokens"] < total["input_tokens"]
    cut = sum(output.cut for output in seen.outputs)
    print(f"\n{TASK.name}: {json.dumps(total)}, {cut} answers cut off")  # noqa: T201  seen with -s


def test_noise_obliges_nothing_and_every_unit_is_accounted_for(here: Path) -> None:
    obligations = parse_obligations(here.read_bytes(), "here")
    (source,) = [one for one in obligations.sources if one.id == "instruction.md"]
    assert obligations.directions
    assert [ungrounded(source, one) for one in obligations.directions if one.disposition is Disposition.HARD] == []
    starts = {one.spans[0].start for one in obligations.directions}
    asked = {unit["unit"] for unit in json.loads(Path(f"{here}.usage.json").read_text())["units"]}
    units = {unit.id: unit for unit in segment(source)}
    assert asked
    assert all(any(units[one].span.start <= at < units[one].span.end for at in starts) for one in asked)


def test_a_prompt_that_is_too_long_spoils_no_batch(candidate: Path, here: Path) -> None:
    client = engine_of(None, str(candidate), None)._client._inner  # type: ignore[attr-defined]  started already
    short = Request(fingerprint="f", system="Answer.", user="1", size=Size.SHORT)
    long = short.model_copy(update={"user": "word " * 3 * LONGEST})

    async def both() -> list[Reply]:
        return await asyncio.gather(client.ask(long), client.ask(short))

    one, other = engine_of(None, str(candidate), None)._loop.run(both())  # type: ignore[attr-defined]
    assert (one.problem, one.spent.attempts) == (Problem.OVERFLOW, 0)
    assert other.problem in (None, Problem.TRUNCATED)
    assert other.spent.output_tokens


def test_a_model_that_is_not_there_is_said(candidate: Path, tmp_path: Path) -> None:
    entry = load_candidate(candidate)
    missing = entry.candidate.model_copy(update={"model": str(tmp_path / "nowhere")})
    with pytest.raises(UsageError, match="vLLM can't start with model"):
        VllmRunner(missing)
