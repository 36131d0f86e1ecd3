"""Literals that name a thing: a tool, a command, a library, a field of something. No such name is a text that is asked
for: who uses the tool `search` need not write the word.
"""

from __future__ import annotations

import re

_KIND = (
    r"(?:tools?|commands?|librar(?:y|ies)|functions?|packages?|modules?|frameworks?|apis?|endpoints?|methods?|scripts?"
    r"|programs?|utilit(?:y|ies)|plug-?ins?|skills?|servers?|工具|命令|指令|库|函数|软件包|包|模块|框架|接口|脚本|插件|技能)"
)
_USED = r"(?:us(?:e|es|ed|ing)|call(?:s|ed|ing)?|run(?:s|ning)?|invok(?:e|es|ed|ing)|execut(?:e|es|ed|ing)|via|through)"
_USED_CHINESE = r"(?:使用|利用|运行|执行|调用|通过|借助)"
_HELD = re.compile(
    r"\b(?:mention|includ|contain|list|describ|document|explain|introduc|quot)\w*|\bnam(?:e|es|ing)\b"
    r"|\bha(?:ve|s|ving)\b(?!\s+to\b)|提到|提及|包含|包括|含有|写出|介绍|解释|说明",
    re.IGNORECASE,
)
"""Verbs whose object is a text, or what a text speaks of."""
_BY_MEANS = re.compile(rf"\b(?:{_USED}|with|by)\b|{_USED_CHINESE}|用", re.IGNORECASE)
_OBJECT = re.compile(
    rf"(?:\b{_USED}\b(?:\s+(?:the|your|our|my|an?|only|just|both|either|any|this|that|provided|available|built-?in))*"
    rf"|{_USED_CHINESE}(?:了|名为)?)\s*$",
    re.IGNORECASE,
)
_ITS_KIND = re.compile(rf"(?:\b{_KIND}(?:\s+(?:named|called))?|(?:工具|命令|库|函数|模块))\s*$", re.IGNORECASE)
_OF_A_KIND = re.compile(rf"\s*(?:的\s*)?(?:\w+[ -])?{_KIND}(?![A-Za-z])", re.IGNORECASE)
_AS_TEXT = re.compile(
    r"\s*(?:,\s*)?(?:(?:exactly|precisely|at\s+(?:least|most)|no\s+more\s+than|only|just|somewhere|anywhere)\s+)*"
    r"(?:\w+\s+times\b|once\b|twice\b|thrice\b|\d+\s+times\b"
    r"|(?:somewhere\s+)?(?:in|within|inside|throughout)\s+(?:your|the|each|every|its|an?)\b|as\s+(?:an?\s+|the\s+|your\s+)?"
    r"(?:key\s*words?|words?|phrases?|titles?|headings?|prefix|suffix|separators?|dividers?|delimiters?|markers?"
    r"|placeholders?|bullets?)\b|somewhere\b|anywhere\b|to\s+(?:separate|divide|mark|denote|indicate)\b)"
    r"|\s*(?:一词|这个词|这个字|字样|[一二两三四五六七八九十\d]+\s*次|作为|来?分隔)",
    re.IGNORECASE,
)
"""What says that the object of "use" is a text of the answer."""
_OWNED = re.compile(r"(?:\b(?:the|its|their|each|every|that|whose)|['’]s|的)\s*$", re.IGNORECASE)
_OF_WHAT = re.compile(
    r"\s+(?:of|from|for)\s+(?:the|each|every|all|any|your|this|that|those|these|an?|both|whichever|its)\b",
    re.IGNORECASE,
)
_ENUMERATED = re.compile(
    r"\s*(?:,|、|和|或|与|;|\band\b|\bor\b)\s*(?:(?:and|or)\s+)?(?:the\s+)?"
    r"(?:`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*”|'[^'\n]*'|「[^」\n]*」)",
    re.IGNORECASE,
)
_LITERAL = re.compile(r"`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*”|「[^」\n]*」")
_REACH = 80


def names_a_thing(text: str, start: int, end: int) -> bool:
    """Whether the literal `text[start:end]`, its marks around it, is used, called or run as a thing of its kind, or is
    the name of what something has: "use the `search` tool", "the `id` of the cheapest one"."""
    mark, before, after = _around(text, start, end)
    code = mark == "`"
    if code and _OWNED.search(before) and (_OF_WHAT.match(after) or not re.search(r"\b(?:the|that)\s*$", before, re.I)):
        return True
    kind = _OF_A_KIND.match(after) or _ITS_KIND.search(before)
    if kind is not None:
        return _last(_HELD, before) <= _last(_BY_MEANS, before)
    return code and _OBJECT.search(before) is not None and _AS_TEXT.match(after) is None


def _last(pattern: re.Pattern[str], text: str) -> int:
    return max((match.start() for match in pattern.finditer(text)), default=-1)


def _around(text: str, start: int, end: int) -> tuple[str, str, str]:
    """The mark of a literal, and what its sentence says before and behind it and the literals listed with it."""
    mark = text[start - 1 : start]
    before = text[max(0, start - _REACH) : max(0, start - 1)]
    before = re.split(r"[.;:!?。；：！？\n](?=\s|$|[\u3400-\u9fff])", before)[-1]
    after = text[end + 1 : end + _REACH]
    while (more := _ENUMERATED.match(after)) is not None:
        after = after[more.end() :]
    masked = _LITERAL.sub("``", before)
    while (
        listed := re.search(r"``\s*(?:,|、|和|或|与|;|\band\b|\bor\b)+\s*(?:(?:and|or)\s+)?(?:the\s+)?$", masked)
    ) is not None:
        masked = masked[: listed.start()]
    return mark, masked, after
