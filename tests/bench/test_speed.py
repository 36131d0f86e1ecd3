"""Compile speed, as a ratio to bare Markdown parsing of the same text in the same run, in processor time."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from specharness.api import default_engine
from specharness.ir import Source, SourceKind
from specharness.segment import segment

pytestmark = pytest.mark.bench

ROUNDS = 3
MAX_RATIO = 8.0
MAX_DENSE_RATIO = 16.0
"""The project's own prompts are hardly anything but requirements: per character about twice the work of real ones."""


def _best(work: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def _sources(folder: Path) -> list[Source]:
    """Every prompt and skill of the task folders."""
    paths = [*sorted(folder.glob("*/instruction.md")), *sorted(folder.glob("*/environment/skills/*/SKILL.md"))]
    return [
        Source(
            id=path.relative_to(folder).as_posix(),
            kind=SourceKind.SKILL if path.name == "SKILL.md" else SourceKind.PROMPT,
            sha256="0" * 64,
            text=path.read_text("utf-8"),
        )
        for path in paths
    ]


def _ratio(name: str, sources: list[Source], limit: float) -> float:
    engine = default_engine()
    parser = MarkdownIt("commonmark").enable("table")
    first = sources[0]
    engine.compile(first, segment(first))  # load the model, fill the caches
    parsing = _best(lambda: [parser.parse(source.text) for source in sources])
    segmenting = _best(lambda: [segment(source) for source in sources])
    compiling = _best(lambda: [engine.compile(source, segment(source)) for source in sources])
    characters = sum(len(source.text) for source in sources)
    print(
        f"\n{name}: {len(sources)} documents, {characters} characters: markdown-it {parsing:.3f} s, "
        f"segment {segmenting:.3f} s ({segmenting / parsing:.1f}x), "
        f"segment and compile {compiling:.3f} s ({compiling / parsing:.1f}x, at most {limit:.0f}x)"
    )
    return compiling / parsing


@pytest.mark.data
def test_skillsbench(data: Path) -> None:
    assert _ratio("SkillsBench, development set", _sources(data / "skillsbench"), MAX_RATIO) <= MAX_RATIO


def test_own_corpus(tasks: Path) -> None:
    assert _ratio("own corpus", _sources(tasks), MAX_DENSE_RATIO) <= MAX_DENSE_RATIO
