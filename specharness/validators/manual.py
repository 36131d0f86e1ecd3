"""The page about validators, written from their docstrings, so that what is documented is what is there."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from dataclasses import dataclass

from specharness.validators.base import Check
from specharness.validators.registry import BUILT_IN, GROUP

_VERDICTS = ("Passed", "Failed", "Unknown")


@dataclass(frozen=True)
class Entry:
    """One validator in words."""

    name: str
    meaning: str
    params: tuple[str, ...]
    passed: str
    failed: str
    unknown: str


def entries() -> tuple[Entry, ...]:
    """All validators of this package, in the order of the registry."""
    return tuple(_entry(check) for check in BUILT_IN.values())


def markdown() -> str:
    """The text of docs/validators.md."""
    return "\n".join([_HEAD, *_table(entries()), "", _TAIL])


def _entry(check: Check) -> Entry:
    """Reads `Passed:`, `Failed:` and `Unknown:` of a docstring; ValueError where one of them is missing."""
    text = " ".join(inspect.cleandoc(type(check).__doc__ or "").split())
    parts = re.split(r" (Passed|Failed|Unknown): ", text)
    said = dict(zip(parts[1::2], parts[2::2], strict=True))
    missing = [name for name in _VERDICTS if not said.get(name)]
    if missing:
        raise ValueError(f"the docstring of {type(check).__name__} does not say when it is {missing[0].lower()}")
    params = [f"**`{name}`**: {param_type.words}" for name, param_type in check.demanded.items()]
    params += [f"`{name}`: {param_type.words}" for name, param_type in check.admitted.items()]
    return Entry(check.name, parts[0], tuple(params), *(said[name] for name in _VERDICTS))


def _table(every: Iterable[Entry]) -> list[str]:
    lines = ["| validator | parameters | passed | failed | unknown |", "|---|---|---|---|---|"]
    for entry in every:
        cells = (
            f"`{entry.name}`. {entry.meaning}",
            "<br>".join(entry.params),
            entry.passed,
            entry.failed,
            entry.unknown,
        )
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return lines


_HEAD = """# Validators

A validator decides one obligation over what observers saw. It opens no file and runs nothing. Its answer is one of

- `passed`: there is positive evidence that the artifact keeps the demand;
- `failed`: the artifact surely breaks it; a file that is absent or can't be read as what it has to be breaks every
  demand that something be in it;
- `unknown`: careful readers could disagree, or the evidence was not given (no `--before`, no mapped folder);
- `error`: a named limit was hit, a link leads out of the workspace, or a validator broke.

Two rules hold for all of them. **Precision**: whatever is debatable (case, spaces, hyphens against underscores, 1.0
for an integer, a number as text, a header that may be data) is `unknown` with a message, never `failed`. **No vacuous
pass**: where there is nothing to look at, the answer is `unknown`; where a demanded field is not there, it is `failed`.
Texts are compared in Unicode's composed form; a byte order mark, the kind of line ends, and spaces around a whole file
don't count. Truth values are never numbers.

Parameters in bold must be given.
"""

_TAIL = f"""## Fields

`field` selects the places to be judged.

| artifact | field | selects |
|---|---|---|
| JSON, JSON Lines, YAML, TOML | `$`, `a.b`, `a[]`, `a[0]`, `*` | root; member; every item; one item; all members |
| CSV, TSV | a column's name | the cell of every row |
| workbook | `Sheet!B3`, `Sheet!B3:B9`, `Sheet!Column name` | cells; the sheet may be left out where there is only one |
| plain text | `$`, `$[]` | all of it, without spaces around; every line |

A key with a dot or brackets stands in backticks. A member asked of an array of objects is asked of each of them.

## Your own validators

A package adds validators by the entry point group `{GROUP}`, under the names that obligations use, and their cases by
`specharness.validator_cases`: [one from the sentence to the verdict](extending.md). It is imported only when an
obligation names it. A name that is taken, by this package or by another, is refused. What it raises becomes `error`,
never `passed`.

This page is written by `specharness.validators.manual.markdown()` from the docstrings of the validators.
"""
