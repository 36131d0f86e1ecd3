"""Rules about literals that a file or the agent's message must or must not hold."""

from __future__ import annotations

import re

from specharness.compile.local.clause import MAX_SAID, Clause, Guess
from specharness.compile.local.literals import Literal
from specharness.compile.local.named import names_a_thing
from specharness.compile.local.rules.base import GAP, IGNORE, MODAL, NEGATED, field_key, guess
from specharness.ir import Block, Family, Param, SourceKind

_NOT = re.compile(
    rf"\b(?:appear|occur|stand|be)\w*\s+in\s+neither\b|\bneither\b{GAP}\bnor\b|"
    rf"\b(?:none|neither|no \w+)\b{GAP}\b(?:may|must|can"
    rf"|should)\s+(?:\w+\s+)?(?:contain|include|mention|use|have)\b"
    rf"|{NEGATED}\s+(?:\w+\s+){{0,3}}?(?:contain|include|mention|use|have|appear|occur|show|print|import|carry|hold"
    rf"|stand|be (?:in|used|left))\w*\b"
    rf"|{NEGATED}(?:再)?(?:出现|包含|含有|使用|保留|有)"
    r"|\b(?:is|are|be)\s+(?:not allowed|forbidden|removed|gone)\b",
    IGNORE,
)
_NO_LITERAL = re.compile(
    r"\b(?:no|without|free of|remove|strip|delete|drop|eliminate|avoid)\s+(?:(?:any|all|every|each|the|of|trailing"
    r"|leading|text|word|words|string|line|lines|calls?)\s+){0,3}[`\"“']?$"
    r"|(?:去掉|去除|移除|删除)(?:所有|全部)?的?\s*[`“]?$",
    IGNORE,
)
_HAS = re.compile(
    r"\b(?:contain|include|mention|have(?! to\b)|has(?! to\b)|carry|"
    r"add|insert|state|say|appear|(?<!to )read|cite|keep|titled|still be in|stand"
    r"|be on the \w+ as|show)(?:s|ing|ed)?\b"
    r"|\b(?:is|are|has|have|needs?|ought) to read\b|\bwith the (?:title|line|text|word|phrase|sentence)s?\b"
    r"|\bwith (?:the |these |exactly )*(?:\w+ )?(?:headings?|sections)\b"
    r"|包含|含有|包括|写有|出现|注明|加入|添加|标题为"
    r"|写上",
    IGNORE,
)
_LINES_LEAD = re.compile(
    r"\b(?:contain|have|include|show|use)\b.{0,80}\b(?:each of them|all of them|these|the following|them)\b"
    r"|\b(?:following|these)\s+(?:titles|headings|lines|sentences|phrases|texts)\b",
    IGNORE | re.DOTALL,
)


def listed_line(c: Clause) -> Guess | None:
    """A bare list item under a lead-in that asks for its text word for word."""
    if c.unit.block is not Block.LIST_ITEM or c.lead is None or c.paths or not _LINES_LEAD.search(c.lead_text):
        return None
    if (c.start, c.end) != (c.unit.body.start, c.unit.body.end) or c.literals():
        return None
    item = Param(value=c.text.rstrip(" ;,."), spans=(c.span(c.start, c.start + len(c.text.rstrip(" ;,."))),))
    path = c.about()
    return guess(Family.CONTAINS, path | {"text": item}, "listed_line") if path else None


_ARTIFACT = re.compile(
    r"\b(?:every|each|any|all|the)\s+(?:\w+\s+)?(?:deck|presentation|workbook|spreadsheet|document|report|pdf"
    r"|slides?)s?\b",
    IGNORE,
)
"""A rule for all documents of a kind, which names no file."""


def binds_documents(text: str) -> bool:
    """Whether a text speaks of all documents of a kind."""
    return _ARTIFACT.search(text) is not None


_INSTEAD = re.compile(
    r"\b(?:instead of|rather than|in place of|but not|and not|(?<=[,，]\s)not)\s+(?:the\s+"
    r"|word\s+)*[`\"“']$",
    IGNORE,
)
_NOT_REALLY = re.compile(
    r"\b(?:not|never|n['’]t)\s+(?:only|just|merely|simply|forget|fail|omit|neglect)\b|不(?:仅|但|要忘记?)|别忘", IGNORE
)
"""A "not" that demands: "don't forget to mention", "not only but also"."""
_OR = re.compile(
    r"[`\"”'](?:\s+\w+)?\s*,?\s*(?:or|and/or|或者?)\s+(?:the\s+|an?\s+)?(?:\w+\s+)?[`\"“']"
    r"|[`”]\s*(?:或者?|/)\s*[`“]",
    IGNORE,
)
_ANY_OF = re.compile(
    r"\b(?:one|any|either|some|at least (?:one|two|three|\d+)|exactly one|two|three) of\b|之一|任一"
    r"|任意|至少[一1]个",
    IGNORE,
)


def _alternatives(c: Clause, listed: list[Literal]) -> bool:
    """Whether one of several literals is enough."""
    if len(listed) < 2:
        return False
    text = c.source.text
    return bool(_OR.search(text, listed[0].start - 1, listed[-1].end + 1) or _ANY_OF.search(text, c.start, c.end))


_STRUCTURAL = re.compile(
    r"\b(?:columns?|fields?|keys?|propert(?:y|ies)|attributes?|(?:work)?sheets?|tabs?)\s+(?:(?:named|called|titled"
    r"|such as|like)\s+)?[`\"“'‘]$|(?:列|字段|键|工作表)(?:名?为|叫做?)?\s*[`“]$",
    IGNORE,
)
_STRUCTURAL_AFTER = re.compile(
    r"[`\"”'’]\s*(?:(?:columns?|fields?|keys?|property|(?:work)?sheets?|tabs?)\b|的?(?:列"
    r"|字段|键|工作表))",
    IGNORE,
)
_OF_SOMETHING = re.compile(r"\b(?:of|for|per|by|between)\s+(?:the\s+|each\s+)?[`\"“]$", IGNORE)
_STRUCTURED = (".json", ".jsonl", ".yaml", ".yml", ".toml", ".csv", ".tsv", ".xlsx", ".xlsm")


def _names_structure(c: Clause, listed: list[Literal]) -> bool:
    """Whether the literals are names of columns, keys or sheets, which no search of the text can tell."""
    path = c.about().get("path")
    if path is None or not str(path.value).endswith(_STRUCTURED):
        return False
    text = c.source.text
    return any(
        _STRUCTURAL.search(text, max(c.start, item.start - MAX_SAID), item.start)
        or _STRUCTURAL_AFTER.match(text, item.end, c.end)
        or _OF_SOMETHING.search(text, max(c.start, item.start - MAX_SAID), item.start)
        for item in listed
    )


_OF_A_FIELD = re.compile(
    rf"[`\"”]\s*(?:array|list|column|field|key|value|列|字段|数组|列表)?\s*(?:{MODAL}|does|do)?\s*(?:not|never"
    rf"|n['’]t|always|only|不得|不能|不可|不应|不要|只能)?\s*"
    r"(?:contain|include|mention|have|hold|list|show|use|包含|含有|出现|包括)s?\b",
    IGNORE,
)


def _subject(c: Clause, listed: list[Literal]) -> list[Literal]:
    """The field of a structured file whose text is spoken of: the first literal, where a verb of holding follows it."""
    path = c.about().get("path")
    if not listed or path is None or not str(path.value).endswith(_STRUCTURED):
        return []
    first = listed[0]
    named = re.fullmatch(r"[A-Za-z_\u3400-\u9fff][\w.\[\]-]*", first.value)
    return [first] if named and _OF_A_FIELD.match(c.source.text, first.end, c.end) else []


_STANDS = re.compile(r"\b(?:appear|occur|stand|be (?:in|used|left|there|found|mentioned))\w*\b|出现", IGNORE)
_TIMES = re.compile(
    r"\b(?:once|twice|\w+ times)\b|\b(?:at most|no more than|not more than|fewer than|less than|up to"
    r"|exactly)\s+(?:\w+\s+){1,2}[`\"“]"
    r"|[一二两三四五\d]+\s*次",
    IGNORE,
)
_TRANSLATED = re.compile(
    r"[`\"”]\s+(?:translated\s+)?(?:in|into)\s+(?:english|chinese|german|french|spanish|italian|portuguese|russian"
    r"|japanese|korean|arabic|hindi"
    r"|(?:your|its|other|different)\s+(?:own\s+)?words)\b",
    IGNORE,
)
_PAIRED = re.compile(r"[`\"”]\s+(?:\w+\s+)?without\s+(?:\w+\s+){0,3}[`\"“]", IGNORE)


def _counts_or_pairs(c: Clause, listed: list[Literal]) -> bool:
    """Whether the clause says how often a literal stands, or which one only beside another."""
    return (
        c.find(_TIMES) is not None
        or c.find(_TRANSLATED) is not None
        or (len(listed) > 1 and c.find(_PAIRED) is not None)
    )


_EXCEPTION = re.compile(
    r"\b(?:except|excepting|apart from|other than|aside from|outside|with the exception)\b|除了?[^，。；]{1,20}(?:外"
    r"|之外|以外)|[^不]仅在",
    IGNORE,
)


_SAMPLE = re.compile(r"[(（]\s*(?:e\.\s?g\.|for (?:example|instance)|such as|例如|比如|如)[^()（）]*$", IGNORE)
"""In front of a literal that only shows what is meant: `(e.g. `x`)`."""
_READ_FIRST = re.compile(r"\W*(?:\d+[.)]\s*)?(?:please\s+|first,?\s+|then\s+|always\s+)*read\b", IGNORE)
"""An order to read, which puts nothing anywhere."""


def _shown(c: Clause, item: Literal) -> bool:
    """Whether a literal is a sample, or what something else stands in the place of."""
    text, begin = c.source.text, max(c.start, item.start - MAX_SAID)
    return bool(_INSTEAD.search(text, begin, item.start) or _SAMPLE.search(text, begin, item.start))


def _place(c: Clause) -> dict[str, Param]:
    """The files that hold the literals. A guideline's rule is about a file only where it, or its lead-in, names one."""
    if len(c.subjects) > 1:
        return c.all_paths()
    near = c.subjects or (c.focus is not None and c.focus.unit in (c.unit, c.lead))
    return c.about() if near or c.source.kind is not SourceKind.GUIDELINE else {}


def _texts_alone(c: Clause, listed: list[Literal]) -> list[Literal]:
    """The literals without names of tools, commands and fields."""
    return [item for item in listed if not names_a_thing(c.source.text, item.start, item.end)]


def contents(c: Clause) -> Guess | None:
    """Literals that must or must not stand in an artifact or in the message."""
    listed = c.literals()
    if not listed or c.find(_EXCEPTION) is not None or _READ_FIRST.match(c.text):
        return None
    listed = [item for item in listed if not _shown(c, item)]
    subject = _subject(c, listed)
    listed = listed[len(subject) :]
    if _names_structure(c, listed):
        return None
    negative, positive = c.find(_NOT), c.find(_HAS)
    if not listed or _counts_or_pairs(c, listed):
        return None
    if negative is not None and positive is None and negative.group().lower().startswith("neither"):
        negative = negative if c.find(_STANDS) is not None else None
    if c.find(_NOT_REALLY) is not None:
        negative = None
    if negative is None and _alternatives(c, listed):
        return None
    if negative is None and c.find(_NOT_REALLY) is None:
        negative = next(
            (
                m
                for item in listed
                if (m := _NO_LITERAL.search(c.source.text, max(c.start, item.start - MAX_SAID), item.start))
            ),
            None,
        )
    if negative is None and positive is None:
        return None
    forbids = negative is not None and (positive is None or negative.start() <= positive.start())
    family = Family.NOT_CONTAINS if forbids else Family.CONTAINS
    if not forbids or c.on_message:
        listed = _texts_alone(c, listed)
    if not listed:
        return None
    text: dict[str, Param] = {"text": c.listed(listed)}
    if c.on_message:
        return guess(Family.RESPONSE_CONSTRAINT, text, "contents")
    params = _place(c)
    if subject:
        params |= {field_key(c): c.listed(subject)}
    general = c.search(_ARTIFACT) or (c.source.kind is SourceKind.GUIDELINE and c.about())
    return guess(family, params | text, "contents") if params or general else None


def message(c: Clause) -> Guess | None:
    """What the agent's message must be like."""
    if not c.on_message:
        return None
    listed = _texts_alone(c, c.literals())
    if _alternatives(c, listed):
        listed = []
    return guess(Family.RESPONSE_CONSTRAINT, {"text": c.listed(listed)} if listed else {}, "message")
