"""Engines behind scripted endpoints, and sources for them."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import tomli_w

from specharness.compile.candidates import Entry, load_candidate
from specharness.ir import Direction, Source, SourceKind

TEXT = """# Reports

You get `data.csv` from the finance team.

Write `out/report.json`, with one object a customer.

You may add a chart.

- Write `out/summary.md`.
- Keep it short.
"""


def source_of(text: str, kind: SourceKind = SourceKind.PROMPT, name: str = "instruction.md") -> Source:
    digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return Source(id=name, kind=kind, sha256=digest, text=text)


def candidate_at(folder: Path, address: str, **changes: Any) -> Entry:
    """A candidate of the engine `openai` that asks at this address; `asking` and `decoding` are merged."""
    prompts = Path(__file__).resolve().parents[3] / "specharness" / "prompts"
    fields: dict[str, Any] = {
        "name": "scripted",
        "engine": "openai",
        "model": "scripted-1",
        "prompt": str(prompts / "obligations-2.md"),
        "alignment": "folded",
        "decoding": {"temperature": 0.0, "max_tokens": 2000, "seed": 1},
    }
    asking = {"endpoint": address, "attempts": 2, "timeout_seconds": 20.0, **changes.pop("asking", {})}
    path = folder / "scripted.toml"
    path.write_text(tomli_w.dumps({**fields, **changes, "asking": asking}), encoding="utf-8")
    return load_candidate(path)


def told(source: Source, directions: tuple[Direction, ...]) -> list[tuple[str, str, str]]:
    """Directions in short: words, disposition, reason."""
    return [(source.quote(one.spans[0]), one.disposition.value, one.reason or "") for one in directions]
