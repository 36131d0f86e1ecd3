"""Rules that read a family and its parameters off a clause. The first rule that fits decides.

A rule fits only when its wording is unmistakable; what fits none is left to the family model, without parameters.
"""

from __future__ import annotations

import re
from dataclasses import replace

from specharness.compile.local import clause as clauses
from specharness.compile.local.clause import Clause, Guess, guard
from specharness.compile.local.roles import Role
from specharness.compile.local.rules import (
    base,
    bounds,
    cells,
    counts,
    files,
    forms,
    frames,
    orders,
    procedures,
    tables,
    texts,
    values,
)
from specharness.compile.local.rules.base import DATABASES, Rule
from specharness.ir import Block, Param

RULES: tuple[Rule, ...] = (
    files.example_block,
    tables.table_pair,
    files.moved_away,
    files.absent,
    frames.none_at_all,
    frames.only_changes,
    frames.unchanged,
    files.keyed_path,
    tables.same_columns,
    cells.placeholders,
    forms.rounding,
    forms.notation,
    orders.sorting,
    orders.uniqueness,
    procedures.interface,
    files.exists,
    files.folder_contents,
    cells.formulas,
    cells.filling,
    tables.columns,
    counts.counting,
    values.allowed,
    values.allowed_above,
    tables.field_item,
    values.equality,
    tables.keys,
    tables.sheets,
    bounds.bounds,
    forms.forms,
    files.validity,
    texts.contents,
    procedures.commands,
    texts.listed_line,
    texts.message,
)
"""In order of precedence."""


_CALLED_OFF = re.compile(
    r"\bno need\b|\bneeds?(?: not|n['’]t)\b|\b(?:do|does)(?: not|n['’]t) (?:have|need) to\b|"
    r"\b(?:not |isn['’]t |un)necessary\b|\bnot (?:all|every)\b(?=.*\b(?:needs?|ha(?:s|ve)) to\b)|无需|不必|不用|不需要",
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
_STRUCTURES = frozenset({"columns", "keys", "sheets", "field_item"})
_GONE = re.compile(
    r"\b(?:leave|leaving|left)\b[^.;]{0,60}\bout\b|\b(?:omit|exclude|skip|hide|ignore|rename|strip|discard|merge"
    r"|replac|split|combin|convert)\w*\b"
    r"|\b(?:must|should|shall|may|can|do|does)\s*(?:not|never|n['’]t)\s+(?:be|exist|appear|remain|occur|contain|have)\b"
    r"(?!\s+(?:any\s+)?(?:others?|further|additional|extra|more)\b)"
    r"|省略|忽略|重命名|改名|去掉|删除|移除|不得(?:有|存在|出现|包含)(?!其他|其它|多余|额外)",
    re.IGNORECASE,
)
"""What is named is to go, or to be called something else."""
_OR = re.compile(r"\bor\b|或")
_IN_BRACKETS = re.compile(r"[(（][^()（）]*[)）]")
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
            return None if _denied(clause, found) or _told(clause, found) else _in_table(clause, found)
    return None


_OF_A_TABLE = re.compile(
    r"`(?P<a>[^`\n]{1,120})`\s+(?:database\s+)?table\b|\btable\s+(?:(?:named|called)\s+)?`(?P<b>[^`\n]{1,120})`"
    r"|`(?P<c>[^`\n]{1,120})`\s*表|表\s*`(?P<d>[^`\n]{1,120})`",
    re.IGNORECASE,
)


def _in_table(clause: Clause, found: Guess) -> Guess:
    """Of a database the table that the clause names belongs to the place, as a sheet does."""
    path = found.params.get("path")
    if path is None or not str(path.value).endswith(DATABASES) or "sheet" in found.params:
        return found
    match = clause.find(_OF_A_TABLE)
    if match is None:
        return found
    start, end = match.span(next(name for name in "abcd" if match[name]))
    table = Param(value=clause.source.text[start:end], spans=(clause.span(start, end),))
    rest = {name: param for name, param in found.params.items() if name == "path" or param.value != table.value}
    return replace(found, params={**rest, "sheet": table})


_FACTUAL = frozenset({"counting", "columns", "keys", "sheets", "forms", "contents", "sorting", "uniqueness", "bounds"})
"""Rules whose words describe what is as well as what must be."""
_DEMANDED = re.compile(
    r"\b(?:must|should|shall|needs? to|ha(?:s|ve) to|ought|required|may|can|cannot|never|ensure|make sure|(?:is"
    r"|are) to)\b"
    r"|必须|应|须|不得|不能|不要|只能|需",
    re.IGNORECASE,
)
_GIVEN = re.compile(
    r"\W*(?:the|our|your|its|this|each|every)\s+(?:\w+\s+)?(?:inputs?|sources?|originals?|samples?|existing|raw|old"
    r"|provided|given)\b(?! must)"
    r"|\W*(?:输入|原始|现有|已有)",
    re.IGNORECASE,
)
"""A sentence about what is there before the work."""


def _told(clause: Clause, found: Guess) -> bool:
    """Whether a sentence only says what a file is like that nobody is told to make or to change."""
    if found.rule not in _FACTUAL or clause.imperative or clause.find(_DEMANDED) is not None:
        return False
    if clause.unit.block is Block.CODE:
        return False
    if _GIVEN.match(clause.text) is not None:
        return True
    path = found.params.get("path")
    own = [mention for mention in clause.paths if path is not None and mention.path == path.value]
    return bool(own) and clause.files.role_of(own[0].path) <= Role.NAMED


def _names_no_demand(clause: Clause, found: Guess) -> bool:
    """Whether names of a structure are to be gone, or one of them is enough."""
    if clause.find(_GONE) is not None:
        return True
    spans = [
        span for name, param in found.params.items() if name in ("column", "keys", "sheet") for span in param.spans
    ]
    inside = [span for span in spans if clause.start <= span.start < clause.end]
    if len(inside) < 2:
        return False
    between = clause.source.text[min(span.end for span in inside) : max(span.start for span in inside)]
    return _OR.search(_IN_BRACKETS.sub("", between)) is not None


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
    if found.rule in _STRUCTURES and _names_no_demand(clause, found):
        return True
    if found.rule in _VALUED and _NOT.search(text, clause.start, last) is not None:
        return True
    return _DENIED.search(text, clause.start, last) is not None


guard(vars().copy().values())
for _module in (clauses, base, cells, counts, files, procedures, tables, texts, values):
    guard(vars(_module).values())
