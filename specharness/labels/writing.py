"""Label files as text.

Guarantees that equal labels give equal bytes: the guide's ten fields in its order, then those that say something.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from specharness.ir.annotation import Label, LabelHeader, Offsets
from specharness.measure.annotations import ENDING


def label_file(header: LabelHeader, labels: Sequence[Label]) -> str:
    """The text of a label file; labels are numbered d1, d2, … and lose the source, which the header names."""
    lines = [header.model_dump_json()]
    for number, label in enumerate(labels, start=1):
        spans = tuple(Offsets(start=span.start, end=span.end) for span in label.spans)
        lines.append(label_line(label.model_copy(update={"id": f"d{number}", "source": None, "spans": spans})))
    return "".join(f"{line}\n" for line in lines)


_ALWAYS = ("id", "spans", "disposition", "modality", "kind", "family", "params", "condition", "statement", "confidence")


def label_line(label: Label) -> str:
    """A label as the guide writes it: its ten fields, and of the others those that say something."""
    row = label.model_dump(mode="json")
    row["spans"] = [_plain(span) for span in row["spans"]]
    kept = {name: row[name] for name in _ALWAYS}
    kept |= {name: value for name, value in row.items() if name not in kept and value not in (None, [], {})}
    if isinstance(kept["condition"], dict):
        kept["condition"] = _plain(kept["condition"])
    kept["params"] = {name: _plain_value(value) for name, value in kept["params"].items()}
    return json.dumps(kept, ensure_ascii=False)


def _plain(span: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in span.items() if value is not None}


def _plain_value(value: Any) -> Any:
    if isinstance(value, dict):
        return _plain(value)
    return [_plain_value(item) for item in value] if isinstance(value, list) else value


def label_path(folder: Path, name: str) -> Path:
    """Where a document's label file stands in a folder of them."""
    return folder / f"{name}{ENDING}"
