"""What compiling cost: tokens, money, time. An engine that reports nothing leaves blanks, never zeros.

A folder of results may hold USAGE_FILE, one JSON object a document.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping
from pathlib import Path

from pydantic import Field, ValidationError

from specharness.errors import SchemaMismatchError
from specharness.ir.base import Model
from specharness.ir.invalid import wrong
from specharness.sources.read import decode, read_bytes

USAGE_FILE = "usage.jsonl"
MAX_USAGE_BYTES = 64 * 2**20


class Usage(Model):
    """One document's cost; null for what the engine does not report."""

    document: str
    """Id of the text, or the task whose texts were compiled together."""
    seconds: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    """Wall-clock time of compiling."""
    input_tokens: int | None = Field(default=None, ge=0)
    cached_tokens: int | None = Field(default=None, ge=0)
    """Of the input tokens, those that the endpoint had kept."""
    output_tokens: int | None = Field(default=None, ge=0)
    calls: int | None = Field(default=None, ge=0)
    """Questions to a model, answers from a store included."""
    stored: int | None = Field(default=None, ge=0)
    """Of these, answered from a store."""
    retries: int | None = Field(default=None, ge=0)
    share_asked: float | None = Field(default=None, ge=0, le=1)
    """Which part of the units went to a model."""
    cost_usd: float | None = Field(default=None, ge=0, allow_inf_nan=False)


class UsageSummary(Model):
    """Totals over the documents that report a quantity; null where none does."""

    documents: int
    """How many report anything."""
    input_tokens: int | None
    output_tokens: int | None
    cost_usd: float | None
    seconds: float | None
    seconds_median: float | None
    """Of one document."""
    seconds_most: float | None


def read_usage(folder: Path) -> dict[str, Usage]:
    """The usage file of a folder of results, by document; empty where there is none. Raises SchemaMismatchError."""
    file = folder / USAGE_FILE
    if not file.is_file():
        return {}
    found = {}
    text = decode(read_bytes(file, MAX_USAGE_BYTES, "MAX_USAGE_BYTES"), str(file))
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                usage = Usage.model_validate_json(line)
            except ValidationError as error:
                raise SchemaMismatchError(f"{file}: line {number}: {wrong(error)}") from error
            found[usage.document] = usage
    return found


def usage_jsonl(usage: Iterable[Usage]) -> str:
    """The text of a usage file."""
    return "".join(f"{item.model_dump_json(exclude_none=True)}\n" for item in usage)


def summary_of(usage: Mapping[str, Usage], documents: Iterable[str], tasks: Iterable[str]) -> UsageSummary | None:
    """Totals over `documents` and over `tasks` that were compiled as a whole; None where nothing is reported."""
    known = [usage[name] for name in sorted({*documents, *tasks}) if name in usage]
    if not known:
        return None
    seconds = [item.seconds for item in known if item.seconds is not None]
    tokens_in = [item.input_tokens for item in known if item.input_tokens is not None]
    tokens_out = [item.output_tokens for item in known if item.output_tokens is not None]
    costs = [item.cost_usd for item in known if item.cost_usd is not None]
    return UsageSummary(
        documents=len(known),
        input_tokens=sum(tokens_in) if tokens_in else None,
        output_tokens=sum(tokens_out) if tokens_out else None,
        cost_usd=sum(costs) if costs else None,
        seconds=sum(seconds) if seconds else None,
        seconds_median=statistics.median(seconds) if seconds else None,
        seconds_most=max(seconds, default=None),
    )
