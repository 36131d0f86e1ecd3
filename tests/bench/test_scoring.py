"""Scoring a benchmark of 87 tasks, and the bootstrap over a hundred thousand runs.

Limits are on processor time over all threads, which other work on the machine disturbs least.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import pytest

from specharness.api import default_engine
from specharness.ir import Direction, Source, SourceKind
from specharness.measure.evaluation import Document, Prediction, evaluate
from specharness.measure.summary import Resampling, families_of, groups_of
from specharness.segment import segment

pytestmark = pytest.mark.bench

TASKS = 87
MAX_SCORING_SECONDS = 30.0
MAX_BOOTSTRAP_SECONDS = 60.0
MAX_BOOTSTRAP_MIB = 2048

BOOTSTRAP = """
import resource, time
import numpy as np
from specharness.measure.figures import ratio
from specharness.measure.intervals import bootstrap
random = np.random.default_rng(1)
runs = 100_000
counts = np.stack([random.binomial(1, 0.3, runs), random.binomial(1, 0.9, runs), np.ones(runs, int)], 1)
start = time.process_time()
found = bootstrap(counts, lambda sums: np.stack([ratio(sums[:, 0], sums[:, 1]), ratio(sums[:, 1], sums[:, 2])], -1))
print(time.process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
assert all(item.low is not None and item.low < item.value < item.high for item in found)
"""


def _documents(texts: Sequence[tuple[str, str, SourceKind]]) -> tuple[list[Document], dict[str, Prediction]]:
    """TASKS tasks out of the given ones, in turn; the labels are the compiler's own, every fifth one taken out."""
    engine = default_engine()
    by_task: dict[str, list[tuple[str, str, SourceKind]]] = {}
    for task, text, kind in texts:
        by_task.setdefault(task, []).append((task, text, kind))
    tasks = list(by_task.values())
    found: dict[str, tuple[Direction, ...]] = {}
    documents, predicted = [], {}
    for number in range(TASKS):
        for part, (_, text, kind) in enumerate(tasks[number % len(tasks)]):
            digest = sha256(text.encode()).hexdigest()
            source = Source(id=f"t{number}/{part}.md", kind=kind, sha256=digest, text=text)
            if digest not in found:
                found[digest] = engine.compile(source, segment(source)).directions
            predicted[source.id] = Prediction(found[digest])
            gold = tuple(item for index, item in enumerate(found[digest]) if index % 5)
            documents.append(Document(source, gold, f"t{number}"))
    return documents, predicted


def _score(name: str, texts: Sequence[tuple[str, str, SourceKind]]) -> float:
    documents, predicted = _documents(texts)
    start, worked = time.perf_counter(), time.process_time()
    scored = evaluate(documents, lambda source: predicted[source.id])
    judged = time.process_time() - worked
    groups = groups_of(scored, Resampling())
    families_of(scored, Resampling())
    taken, waited = time.process_time() - worked, time.perf_counter() - start
    counts = groups[0].counts
    print(
        f"\n{name}: {TASKS} tasks, {len(documents)} documents, {counts.gold} and {counts.predicted} directions: "
        f"matching {judged:.2f} s of processor, with all intervals {taken:.2f} s (at most "
        f"{MAX_SCORING_SECONDS:.0f} s), {waited:.2f} s by the clock"
    )
    return taken


@pytest.mark.data
def test_skillsbench(data: Path) -> None:
    folder = data / "skillsbench"
    paths = [*sorted(folder.glob("*/instruction.md")), *sorted(folder.glob("*/environment/skills/*/SKILL.md"))]
    texts = [
        (
            path.relative_to(folder).parts[0],
            path.read_text("utf-8"),
            SourceKind.SKILL if path.name == "SKILL.md" else SourceKind.PROMPT,
        )
        for path in paths
    ]
    assert _score("SkillsBench, development set", texts) <= MAX_SCORING_SECONDS


def test_own_corpus(tasks: Path) -> None:
    texts = [(path.parent.name, path.read_text("utf-8"), SourceKind.PROMPT) for path in tasks.glob("*/instruction.md")]
    assert _score("own corpus", texts) <= MAX_SCORING_SECONDS


def test_bootstrap_over_many_runs() -> None:
    done = subprocess.run([sys.executable, "-c", BOOTSTRAP], capture_output=True, text=True, check=True)
    seconds, memory = map(float, done.stdout.split())
    print(
        f"\nbootstrap: 100,000 runs, 10,000 resamples: {seconds:.1f} s of processor "
        f"(at most {MAX_BOOTSTRAP_SECONDS:.0f} s), {memory:.0f} MiB (at most {MAX_BOOTSTRAP_MIB} MiB)"
    )
    assert seconds <= MAX_BOOTSTRAP_SECONDS
    assert memory <= MAX_BOOTSTRAP_MIB
