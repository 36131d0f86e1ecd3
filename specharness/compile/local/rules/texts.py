"""Rules about literals that a file or the agent's message must or must not hold."""

from __future__ import annotations

import re

from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.rules.base import IGNORE, NEGATED, guess
from specharness.ir import Family, Param

_NOT = re.compile(
    rf"{NEGATED}\s+(?:\w+\s+){{0,3}}?(?:contain|include|mention|use|have|appear|occur|show|print|import|carry|hold|stand|be (?:in|used|left))\w*\b"
    rf"|{NEGATED}(?:再)?(?:出现|包含|含有|使用|保留|有)"
    r"|\b(?:without|no|free of|remove|strip|delete|drop|eliminate|forbidden|avoid)\b|\b(?:is|are|be)\s+(?:not allowed|forbidden|removed|gone)\b|去掉|去除|移除|删除",
    IGNORE,
)
_HAS = re.compile(
    r"\b(?:contain|include|mention|have|has|carry|add|insert|state|say|appear|read|cite|keep|titled|must be in|still be in|stand)(?:s|ing|ed)?\b"
    r"|\bwith the (?:title|heading|line|text|word|phrase|sentence)\b|包含|含有|包括|写有|出现|注明|加入|添加|标题为|写上",
    IGNORE,
)
_RESPONSE = re.compile(
    r"\b(?:your|the)\s+(?:final\s+|last\s+|closing\s+)?(?:answer|reply|response|message)\b|\b(?:respond|reply|answer)\b|\b(?:tell|inform|ask)\s+the\s+user\b|(?:最后的?|你的)?(?:回复|回答|答复)",
    IGNORE,
)


def contents(c: Clause) -> Guess | None:
    """Literals that must or must not stand in an artifact or in the message."""
    listed = c.literals()
    if not listed:
        return None
    negative, positive = c.find(_NOT), c.find(_HAS)
    if negative is None and positive is None:
        return None
    forbids = negative is not None and (positive is None or negative.start() <= positive.start())
    family = Family.NOT_CONTAINS if forbids else Family.CONTAINS
    text: dict[str, Param] = {"text": c.listed(listed)}
    if _RESPONSE.search(c.text) and not c.paths:
        return guess(Family.RESPONSE_CONSTRAINT, text, "contents")
    params = c.about()
    return guess(family, params | text, "contents") if params else None


def message(c: Clause) -> Guess | None:
    """What the agent's message must be like."""
    match = c.find(_RESPONSE)
    if match is None or c.paths or re.search(r"\bjson file\b", c.text, IGNORE):
        return None
    if not re.search(r"\b(?:your|final|last|closing)\b|\b(?:respond|reply|tell|inform|ask)\b|回复|答复", c.text, IGNORE):
        return None
    listed = c.literals()
    return guess(Family.RESPONSE_CONSTRAINT, {"text": c.listed(listed)} if listed else {}, "message")
