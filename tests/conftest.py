"""What all tests share: where things are, and small specifications and workspaces to work on."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import settings
from pydantic import JsonValue

from specharness.ir import (
    Certificate,
    CompilerId,
    Demotion,
    Direction,
    Disposition,
    Effect,
    Family,
    Kind,
    Modality,
    Obligation,
    ObligationResult,
    ObligationSet,
    Outcome,
    Param,
    Provenance,
    Reason,
    Residue,
    Source,
    SourceKind,
    Span,
    State,
    Uncovered,
    Verdict,
)

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")  # a busy machine is no failure; what takes how long is measured in tests/bench

REPOSITORY = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def repository() -> Path:
    """The checkout."""
    return REPOSITORY


@pytest.fixture(scope="session")
def tasks() -> Path:
    """The project's own task corpus."""
    return REPOSITORY / "annotations" / "tasks"


@pytest.fixture(scope="session")
def data() -> Path:
    """The public data sets; tests that use it skip where they are not."""
    folder = Path(os.environ.get("SPECHARNESS_DATA") or REPOSITORY.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip(f"no public data sets at {folder}; set SPECHARNESS_DATA to their folder")
    return folder


PROMPT = """# Report

Save the result to `/root/out.json`.
Use at least 3 rows.
Make it look professional.

你可以使用任何工具。
"""


@pytest.fixture(scope="session")
def sample() -> ObligationSet:
    """A small result of compiling, built by hand: two obligations, one abstention, one advice, in two scripts."""
    source = Source(id="prompt.md", kind=SourceKind.PROMPT, sha256=sha256(PROMPT.encode()).hexdigest(), text=PROMPT)

    def span(quote: str) -> Span:
        start = PROMPT.index(quote)
        return Span(source=source.id, start=start, end=start + len(quote))

    def direction(number: int, quote: str, **fields: object) -> Direction:
        values: dict[str, object] = {
            "id": f"d{number}",
            "spans": (span(quote),),
            "disposition": Disposition.HARD,
            "modality": Modality.MUST,
            "kind": Kind.OUTCOME,
            "statement": quote,
            "confidence": 0.95,
        }
        return Direction.model_validate({**values, **fields})

    saved = direction(
        1,
        "Save the result to `/root/out.json`.",
        family=Family.PATH_EXISTS,
        params={"path": Param(value="/root/out.json", spans=(span("/root/out.json"),))},
    )
    rows = direction(
        2,
        "Use at least 3 rows.",
        family=Family.COUNT,
        params={"min": Param(value=3, spans=(span("3"),))},
        confidence=0.6,
    )
    looks = direction(
        3,
        "Make it look professional.",
        disposition=Disposition.ABSTAIN,
        reason=Reason.SUBJECTIVE,
        detail="a matter of taste",
    )
    tools = direction(
        4, "你可以使用任何工具。", disposition=Disposition.ADVISORY, reason=Reason.PERMISSION, modality=Modality.MAY
    )

    def obligation(number: int, of: Direction, validator: str, params: dict[str, JsonValue]) -> Obligation:
        assert of.family is not None
        return Obligation(
            id=f"o{number}",
            family=of.family,
            kind=of.kind,
            src=Provenance(
                directions=(of.id,),
                spans=of.spans,
                quote=source.quote(of.spans[0]),
                authority=source.kind,
                statement=of.statement,
            ),
            effect=Effect(validator=validator, params=params),
            state=State(key=f"{validator}:{number}"),
        )

    return ObligationSet(
        compiler=CompilerId(engine="by-hand", version="1", fingerprint="0" * 64),
        sources=(source,),
        directions=(saved, rows, looks, tools),
        hard=(
            obligation(1, saved, "path_exists", {"path": "/root/out.json"}),
            obligation(2, rows, "count", {"path": "/root/out.json", "of": "rows", "min": 3}),
        ),
        advisory=(
            Demotion(direction="d4", disposition=Disposition.ADVISORY, reason=Reason.PERMISSION, mandatory=False),
        ),
        abstained=(
            Demotion(
                direction="d3",
                disposition=Disposition.ABSTAIN,
                reason=Reason.SUBJECTIVE,
                detail="a matter of taste",
                mandatory=True,
            ),
        ),
        residual=(Residue(span=span("# Report")),),
        held_out=("tests", "solution"),
    )


@pytest.fixture(scope="session")
def sample_certificate(sample: ObligationSet) -> Certificate:
    """A verdict over `sample`: one passed, one failed, one uncovered."""
    first, second = sample.hard
    return Certificate(
        contract=sample.digest,
        verdict=Verdict.FAIL,
        reasons=("o2 failed: 2 rows",),
        results=(
            ObligationResult(
                obligation=first.id,
                outcome=Outcome.PASSED,
                expected="/root/out.json exists",
                observed="a file of 12 bytes",
                quote=first.src.quote,
                spans=first.src.spans,
            ),
            ObligationResult(
                obligation=second.id,
                outcome=Outcome.FAILED,
                expected="at least 3 rows",
                observed="2 rows",
                where="/rows",
                quote=second.src.quote,
                spans=second.src.spans,
            ),
        ),
        evidence=(),
        uncovered=(
            Uncovered(
                direction="d3",
                reason=Reason.SUBJECTIVE,
                detail="a matter of taste",
                quote="Make it look professional.",
                spans=sample.direction("d3").spans,
            ),
        ),
        vacuous=False,
        bytes_read=12,
        trust=(),
    )


_LABELLED = (
    ("Write the plan to `/out/plan.json`.", "Sort the rows by date", "keep the header", "You may use any library."),
    ("Save the list to `/out/list.csv`.", "Sort the rows by date", "keep the header", "You may draw cats and dogs."),
    ("Write the sums to `/out/sums.txt`.", "Sort the rows by date", "keep the header", "You may use bread and butter."),
    ("Save the map to `/out/map.png`.", "Sort the rows by date", "keep the header", "You may use any library."),
    ("Write the names to `/out/names.txt`.", "Sort the rows by date", "keep the header", "You may draw cats and dogs."),
    ("Save the sums to `/out/sums.csv`.", "Sort the rows by date", "keep the header", "You may use bread and butter."),
)


@pytest.fixture
def labelled(tmp_path: Path) -> tuple[Path, Path]:
    """Labels and texts of six small documents, in the annotation guide's layout: DEV and DOCS."""
    dev, docs = tmp_path / "dev", tmp_path / "docs"
    for number, (path, rows, header, advice) in enumerate(_LABELLED):
        name = f"set/task{number}/instruction.md"
        text = f"# Task\n\nThe park opened long ago. {path} {rows} and {header}. {advice}\n"
        lines = []
        for quote, family in ((path, "path_exists"), (rows, "sorted"), (header, "path_exists"), (advice, None)):
            start = text.index(quote)
            line = {
                "id": f"d{len(lines) + 1}",
                "spans": [{"source": name, "start": start, "end": start + len(quote)}],
                "disposition": "hard" if family else "advisory",
                "modality": "must" if family else "may",
                "kind": "outcome",
                "family": family,
                "params": {"path": quote.split("`")[1]} if "`" in quote else {},
                "condition": None,
                "statement": "As the text says.",
                "confidence": "sure",
            }
            lines.append(json.dumps(line))
        for place, content in ((docs / name, text), (dev / f"{name}.jsonl", "\n".join(lines) + "\n")):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(content, encoding="utf-8")
    return dev, docs
