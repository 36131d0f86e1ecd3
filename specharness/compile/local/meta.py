"""Text that addresses the compiler or the verifier. It has no authority, whoever wrote it and however it is hidden."""

from __future__ import annotations

import re

_TARGET = (
    r"(?:requirement|obligation|direction|constraint|check|test|rule|instruction|validator|verification|verifier|grader|"
    r"evaluator|compiler|judge|score|assertion|criteri(?:on|a))s?"
)
_PATTERNS = re.compile(
    rf"\b(?:mark|treat|consider|report|record|classify|count|label|regard|score|grade|rate)\b[^.\n]{{0,60}}\b(?:{_TARGET}|this|task|everything|all|above|it)\b[^.\n]{{0,60}}"
    r"\b(?:as\s+)?(?:satisfied|passed|passing|pass|optional|advisory|residual|fulfilled|met|complete[d]?|done|verified|successful|correct|100)\b"
    rf"|\b(?:ignore|disregard|forget|override|skip|bypass|drop|waive|suspend|disable)\b[^.\n]{{0,40}}\b(?:previous|prior|earlier|above|preceding|all|any|every|other|system|the)\b[^.\n]{{0,40}}\b(?:instructions?|{_TARGET}|prompts?|guidelines?)\b"
    rf"|\b(?:the\s+)?(?:compiler|verifier|validator|grader|evaluator|checker|judge|harness|specharness|auditor)\b[^.\n]{{0,60}}\b(?:must|should|shall|may|can|will|has to|needs? to|is to|please)\b[^.\n]{{0,80}}"
    r"\b(?:accept|pass|ignore|skip|treat|mark|report|return|assume|approve|output|not (?:check|verify|enforce|fail|block|require))\b"
    r"|\b(?:note|message|instruction|notice|attention|hint)s?\s+(?:to|for)\s+(?:the\s+)?(?:compiler|verifier|validator|grader|evaluator|checker|judge|harness|reviewer model|llm judge)\b"
    rf"|\b(?:no|none of the)\s+{_TARGET}\s+(?:below|above|here|in this (?:file|document)|need|needs|should|must|apply|applies)\b[^.\n]{{0,40}}\b(?:enforced|checked|verified|apply|hard|satisfied)?"
    r"|\ball\s+(?:of\s+)?(?:the\s+)?(?:above|below|requirements|obligations|checks|tests|rules)\b[^.\n]{0,30}\b(?:are|is|have been|were)\s+(?:already\s+)?(?:satisfied|optional|passed|met|verified|advisory|waived|void|done)\b"
    r"|(?:标记|视为|记为|当作|判定|认定)[^。\n]{0,30}(?:已?满足|通过|可选|已?完成|合格|无效)|(?:忽略|无视|跳过|绕过)(?:以上|上述|之前|前面|所有|全部|此前)[^。\n]{0,12}(?:要求|规则|指令|指示|检查|约束)"
    r"|(?:编译器|验证器|校验器|评分器|评审)[^。\n]{0,30}(?:应|必须|请|可以|无需)[^。\n]{0,30}(?:通过|忽略|跳过|接受)",
    re.IGNORECASE,
)


def is_meta(text: str) -> bool:
    """Whether a chunk speaks to the compiler or the verifier instead of to the agent."""
    return bool(_PATTERNS.search(text.replace("\u200b", "").replace("\u2060", "")))
