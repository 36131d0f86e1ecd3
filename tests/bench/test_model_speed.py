"""What surrounds a model's answer costs next to nothing: looking quotes up, cutting windows, reading entries back.

Processor time, the best of some rounds.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from hashlib import sha256

import pytest

from specharness.compile.align import Aligned, Quote, align
from specharness.compile.llm.answers import directions_of
from specharness.compile.llm.prompt import Template, messages
from specharness.compile.llm.schema import MAX_UNITS, Entry
from specharness.compile.llm.windows import Layout
from specharness.ir import Source, SourceKind
from specharness.segment import segment

pytestmark = pytest.mark.bench

ROUNDS = 2
WORDS = (
    "the report must hold a table with one row per customer and keep every name as written in the source file unless "
    "it is empty"
).split()
EXACT_MS, FOLDED_MS = 2.0, 20.0
"""For 40 quotes in a skill of 2,600 words."""
LINEAR = 2.0
"""Four times the text may take four times this many times the time."""
TEMPLATE = Template("fixed", "{mark} {source} {kind}\n{units}\n{asked} {note}")


def _best(work: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def _source(paragraphs: int) -> Source:
    dice = random.Random(1)
    lines = []
    for number in range(paragraphs):
        sentence = " ".join(dice.choice(WORDS) for _ in range(13)).capitalize()
        lines.append(f"- {sentence} {number}." if number % 3 else f"**Note** {sentence} {number}.")
    text = "\n\n".join(lines)
    return Source(id="s", kind=SourceKind.SKILL, sha256=sha256(text.encode()).hexdigest(), text=text)


def test_forty_quotes_in_a_skill() -> None:
    source = _source(175)
    assert 2_500 < len(source.text.split()) < 2_900
    units = segment(source)
    picked = random.Random(2).sample(range(len(units)), 40)
    exact = [Quote(source.quote(units[at].body), int(units[at].id[1:])) for at in picked]
    folded = [Quote(quote.text.replace(" ", "  ").replace("**", ""), quote.unit) for quote in exact]
    assert all(isinstance(one, Aligned) for one in align(source, units, [*exact, *folded]))
    took = [_best(partial(align, source, units, quotes)) * 1000 for quotes in (exact, folded)]
    print(
        f"\n40 quotes: {took[0]:.2f} ms as they are (at most {EXACT_MS}), {took[1]:.2f} ms folded (at most {FOLDED_MS})"
    )
    assert took[0] <= EXACT_MS
    assert took[1] <= FOLDED_MS


def _entry(number: int, quote: str) -> Entry:
    asked = {
        "quote": quote[:400],
        "also": [],
        "examples": [],
        "disposition": "hard",
        "reason": "none",
        "modality": "must",
        "kind": "outcome",
        "family": "count",
        "params": [{"name": "text", "value": "customer", "words": ""}],
        "condition": "",
        "statement": "It holds.",
        "sure": True,
    }
    return Entry.model_validate({"unit": number, "speaks_to_checker": False, "asks": [asked]})


def test_no_step_is_quadratic_in_a_source_of_a_megabyte() -> None:
    took: list[dict[str, float]] = []
    for paragraphs in (3_250, 13_000):
        source = _source(paragraphs)
        units = segment(source)
        entries = {int(unit.id[1:]): _entry(int(unit.id[1:]), source.quote(unit.body)) for unit in units}
        folded = [Quote(source.quote(unit.body).replace(" ", "  "), int(unit.id[1:])) for unit in units]

        def asked(source: Source = source, units: tuple[object, ...] = units) -> int:
            layout = Layout(source, segment(source), 6_000, MAX_UNITS)
            return sum(len(messages(TEMPLATE, layout, window, "f")) for window in layout.windows())

        took.append(
            {
                "aligned": _best(partial(align, source, units, folded)),
                "asked": _best(asked),
                "read": _best(partial(directions_of, source, units, entries, {})),
            }
        )
    assert len(source.text) > 900_000
    for name, small in took[0].items():
        print(f"\n{name}: {small:.2f} s for a quarter, {took[1][name]:.2f} s for {len(source.text)} characters")
        assert took[1][name] <= 4 * LINEAR * small
