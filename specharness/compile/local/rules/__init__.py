"""Rules that read a family and its parameters off a clause. The first rule that fits decides.

A rule fits only when its wording is unmistakable; what fits none is left to the family model, without parameters.
"""

from __future__ import annotations

from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.rules import cells, counts, files, procedures, tables, texts, values
from specharness.compile.local.rules.base import Rule

RULES: tuple[Rule, ...] = (
    files.example_block,
    tables.table_pair,
    files.moved_away,
    files.absent,
    files.only_changes,
    files.unchanged,
    files.keyed_path,
    tables.same_columns,
    cells.placeholders,
    values.rounding,
    values.notation,
    values.sorting,
    values.uniqueness,
    procedures.interface,
    files.exists,
    files.folder_contents,
    cells.filling,
    tables.columns,
    counts.counting,
    values.allowed,
    values.allowed_above,
    tables.field_item,
    values.equality,
    tables.keys,
    tables.sheets,
    cells.formulas,
    values.bounds,
    values.forms,
    files.validity,
    texts.contents,
    procedures.commands,
    texts.listed_line,
    texts.message,
)
"""In order of precedence."""


def read_family(clause: Clause) -> Guess | None:
    """The guess of the first rule that fits."""
    for rule in RULES:
        found = rule(clause)
        if found is not None:
            return found
    return None
