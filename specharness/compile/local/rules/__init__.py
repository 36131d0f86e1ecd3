"""Rules that read a family and its parameters off a clause. The first rule that fits decides.

A rule fits only when its wording is unmistakable; what fits none is left to the family model, without parameters.
"""

from __future__ import annotations

import re

from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.rules import cells, counts, files, procedures, tables, texts, values
from specharness.compile.local.rules.base import Rule
from specharness.ir import Block

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


_CALLED_OFF = re.compile(
    r"\bno need\b|\bneeds?(?: not|n['’]t)\b|\b(?:do|does)(?: not|n['’]t) (?:have|need) to\b|"
    r"\b(?:not |isn['’]t |un)necessary\b|无需|不必|不用|不需要",
    re.IGNORECASE,
)
"""Words that leave it to the agent."""
_DENIED = re.compile(
    r"\b(?:must|should|shall|may|can|could|will|do|does|is|are)\s*(?:not|never|n['’]t)\b|\bdont\b|\bcannot\b"
    r"|\bnever\b|\bneither\b|"
    r"\b(?:remove|delete|drop|no|without(?: a| any)?)\s+(?:the\s+|all\s+|every\s+|extra\s+|other\s+)?"
    r"(?:columns?|fields?|keys?|(?:work)?sheets?|tabs?|formulas?)\b|不得|不要|不能|不可|不应|禁止|切勿|请勿",
    re.IGNORECASE,
)
"""Words that turn a demand into its opposite."""
_NOT = re.compile(
    r"(?:\b(?:not|never|none|neither|nor|cannot|dont|avoid|refrain|forbidden|prohibited)\b|n['’]t\b)"
    r"(?!\s+(?:only|just|merely|simply|forget|fail|omit|neglect|hesitate|(?:be\s+)?(?:more|less|fewer|longer|shorter"
    r"|greater|smaller)\s+than)\b)"
    r"|不得|不要|不能|不可|不应|不许|禁止|切勿|请勿|严禁",
    re.IGNORECASE,
)
"""Any "not" at all: a rule about values that knows none can't tell what it turns round."""
_EXCEPTED = re.compile(
    r"\b(?:except|excepting|apart from|aside from|with the exception|but not|unless)\b|除了?[^，。；]{1,20}(?:外"
    r"|之外|以外)",
    re.IGNORECASE,
)
"""Words that take something out of a demand: none of the rules below can say what."""
_EXCEPTIONLESS = frozenset(
    {
        *("placeholders", "rounding", "notation", "sorting", "uniqueness", "filling", "allowed", "equality"),
        *("formulas", "bounds", "forms"),
    }
)
_VALUED = frozenset(
    {"allowed", "allowed_above", "equality", "forms", "rounding", "sorting", "formulas", "columns", "keys", "sheets"}
)
_AFFIRMED = frozenset(
    {
        *("exists", "keyed_path", "columns", "keys", "sheets", "field_item", "same_columns", "formulas", "rounding"),
        *("sorting", "allowed", "equality", "forms", "validity", "interface"),
    }
)
"""Rules that know no "not": a denial before what they read leaves nothing that they could say."""


def read_family(clause: Clause) -> Guess | None:
    """The guess of the first rule that fits; None where the clause denies or calls off what the rule read."""
    for rule in RULES:
        found = rule(clause)
        if found is not None:
            return None if _denied(clause, found) else found
    return None


def _denied(clause: Clause, found: Guess) -> bool:
    if clause.unit.block is Block.CODE:
        return False
    if clause.find(_CALLED_OFF) is not None:
        return True
    if found.rule in _EXCEPTIONLESS and clause.find(_EXCEPTED) is not None and "allowed" not in found.params:
        return True
    if found.rule not in _AFFIRMED:
        return False
    alone = len(found.params) == 1
    read = [param.spans[-1].start for name, param in found.params.items() if param.spans and (name != "path" or alone)]
    last = max((start for start in read if clause.start <= start < clause.end), default=clause.end)
    text = clause.source.text
    if found.rule in _VALUED and _NOT.search(text, clause.start, last) is not None:
        return True
    return _DENIED.search(text, clause.start, last) is not None
