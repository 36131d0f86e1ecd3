"""IFEval's JSON Lines: prompts read, instructions predicted by the local compiler, figures by type.

A line is an object with `prompt`, and perhaps `key`, `instruction_id_list` and `kwargs`; the latter two are gold.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pydantic import JsonValue

from specharness.compile.local import LocalEngine
from specharness.errors import LimitExceededError, SchemaMismatchError
from specharness.ir import Source, SourceKind
from specharness.measure.ifeval import Instruction, Tally, instructions_of, score
from specharness.segment import segment

MAX_LINE = 1_000_000
"""Characters of one line; the longest prompts have some thousand."""


@dataclass(frozen=True)
class Row:
    """One prompt; `gold` is None where the file has none for it."""

    key: JsonValue
    prompt: str
    gold: tuple[Instruction, ...] | None


def read_rows(text: str, name: str) -> Iterator[Row]:
    """The prompts of a file's text. Raises SchemaMismatchError, with the line, for what is no such file."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        if len(line) > MAX_LINE:
            raise LimitExceededError(f"{name}:{number}: longer than MAX_LINE ({MAX_LINE} characters)")
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise SchemaMismatchError(f"{name}:{number}: no JSON: {error}") from error
        if not isinstance(row, dict) or not isinstance(row.get("prompt"), str):
            raise SchemaMismatchError(f"{name}:{number}: expected an object with a text `prompt`")
        yield Row(row.get("key", number), row["prompt"], _gold(row, f"{name}:{number}"))


def _gold(row: dict[str, JsonValue], where: str) -> tuple[Instruction, ...] | None:
    ids, arguments = row.get("instruction_id_list"), row.get("kwargs")
    if ids is None:
        return None
    if not isinstance(ids, list) or not isinstance(arguments, list) or len(ids) != len(arguments):
        raise SchemaMismatchError(f"{where}: `instruction_id_list` and `kwargs` must be lists of one length")
    pairs = zip(ids, arguments, strict=True)
    return tuple(Instruction(str(name), dict(given) if isinstance(given, dict) else {}) for name, given in pairs)


def predicted(prompt: str) -> tuple[Instruction, ...]:
    """What the local compiler reads in a prompt, in IFEval's vocabulary."""
    digest = hashlib.sha256(prompt.encode("utf-8", "surrogatepass")).hexdigest()
    source = Source(id="prompt", kind=SourceKind.PROMPT, sha256=digest, text=prompt)
    return instructions_of(LocalEngine().compile(source, segment(source)).directions)


def line_of(row: Row, found: Iterable[Instruction]) -> str:
    """One line of a predictions file, in the vocabulary of the input."""
    every = list(found)
    return json.dumps(
        {
            "key": row.key,
            "prompt": row.prompt,
            "instruction_id_list": [one.id for one in every],
            "kwargs": [one.arguments for one in every],
        },
        ensure_ascii=False,
    )


@dataclass
class Figures:
    """Counts by instruction type over prompts with gold."""

    prompts: int
    exact_prompts: int
    """Prompts whose instructions are all found, and no others, with equal arguments."""
    by_type: dict[str, Tally]

    @property
    def total(self) -> Tally:
        """All types together."""
        total = Tally()
        for tally in self.by_type.values():
            total += tally
        return total

    def as_json(self) -> dict[str, JsonValue]:
        """Counts and shares, by type and in all."""
        rows = {**self.by_type, "all": self.total}
        return {
            "prompts": self.prompts,
            "exact_prompts": self.exact_prompts,
            "types": {
                name: {
                    **vars(tally),
                    "precision": tally.precision,
                    "recall": tally.recall,
                    "arguments": tally.arguments,
                }
                for name, tally in sorted(rows.items())
            },
        }


def figures(pairs: Iterable[tuple[Row, tuple[Instruction, ...]]]) -> Figures:
    """The figures over rows and what was predicted for them; rows without gold are left out."""
    out = Figures(0, 0, {})
    for row, found in pairs:
        if row.gold is None:
            continue
        tallies = score(found, row.gold)
        out.prompts += 1
        out.exact_prompts += all(one.exact == one.gold == one.predicted for one in tallies.values())
        for name, tally in tallies.items():
            out.by_type.setdefault(name, Tally())
            out.by_type[name] += tally
    return out
