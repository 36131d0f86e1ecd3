"""The folder that a bare file name goes to: one that the order to write it names as its place.

A sentence may name a folder for many reasons. Only where it is the complement of the very verb that writes the name
("save `a.csv` to `out/`", "in `out/`, create `a.csv`") do the two make one path. A folder that the sentence reads from
has no say. Of any other folder it is not said whether it is meant.
"""

from __future__ import annotations

import re
from enum import IntEnum

from specharness.compile.local.literals import Literal, is_folder, is_template, paths

MAX_STRETCH = 600
"""Characters of a sentence that are looked at on either side of a folder."""

_MAKE = (
    r"\b(?:sav(?:e|ed|ing)|writ(?:e|ing|ten)|output(?:s|ted)?|generat(?:e|ed|ing)|creat(?:e|ed|ing)|export(?:ed|ing)?"
    r"|produc(?:e|ed|ing)|stor(?:e|ed|ing)|plac(?:e|ed|ing)|put|submit(?:ted)?|dump(?:ed)?|emit|record(?:ed)?|build"
    r"|deliver(?:ed)?|mov(?:e|ed|ing)|cop(?:y|ied|ying)|deposit(?:ed)?|prepar(?:e|ed)|render|draft|compile|print|go(?:es)?|belongs?|implement(?:ed)?"
    r"|results?|destination|deliverables?|fill(?:ed)?(?:\s+(?:in|out))?|report)\b"
    r"|保存|写入|写到|写出|输出|生成|创建|新建|导出|提交|产出|存放|存入|存为|另存|放"
)
_TAKE = (
    r"\b(?:read(?:s|ing)?|look(?:s|ing)?|check(?:s|ing)?|use[sd]?|using|tak(?:e|es|ing)|unzip\w*|unpack\w*|extract\w*"
    r"|decompress\w*|load\w*|list(?:s|ing)?|scan\w*|search\w*|inspect\w*|examin\w+|review\w*|analy[sz]\w+|pars(?:e|es|ing)"
    r"|summari[sz]\w+|count(?:s|ing)?|compar\w+|find(?:s|ing)?|see|study|process\w*|merg\w+|combin\w+|collect\w*"
    r"|concatenat\w+|convert\w*|download\w*|clon(?:e|ing)|given|provided|based|go(?:es)?\s+through|consult|explore"
    r"|mentions?|names?|describes?|documents?|covers?|shows?|contains?|gather\w*|aggregat\w+|validat\w+|test(?:s|ing)?)\b"
    r"|读取|查看|检查|使用|解压|根据|分析|打开|遍历|统计|汇总|合并|阅读|参考"
)
_VERB = re.compile(rf"(?P<make>{_MAKE})|(?P<take>{_TAKE})", re.IGNORECASE)
_MARK = r"[`\"'“(*]*"
_THE = r"(?:the\s+|a\s+|an\s+|new\s+|this\s+|output\s+|target\s+|folder:?\s+|directory:?\s+|path:?\s+|subfolder\s+)*"
_INTO = re.compile(rf"(?:\b(?:to|into|onto)\s+{_THE}|(?:到|至|入)\s*){_MARK}$", re.IGNORECASE)
_IN = re.compile(rf"(?:\b(?:in|inside|within|under|at|below|beneath)\s+{_THE}|[在于]\s*){_MARK}$", re.IGNORECASE)
_FROM = re.compile(
    rf"(?:\b(?:from|of|about|for|with|using|over|through|across|on|by|via)\s+{_THE}|(?:从|自|对|用|把|将)\s*){_MARK}$",
    re.IGNORECASE,
)
_LABEL = re.compile(
    rf"\b(?:output|destination|target|results?|deliverables?)(?:\s+(?:folder|directory|dir|path|location))?\s*"
    rf"(?:is|:|=)\s*{_MARK}$|(?:输出|结果)(?:目录|文件夹|路径)?\s*(?:为|是|:|：)\s*{_MARK}$",
    re.IGNORECASE,
)
"""What names a folder as the place of the output by itself."""
_THEM = (
    r"(?:it|them|both|all of (?:it|them)|(?:the\s+|your\s+|its\s+|these\s+|those\s+|both\s+|all\s+)*(?:"
    r"(?:final\s+)?(?:results?|outputs?|deliverables?|artifacts?|artefacts?|answers?|solutions?)(?:\s+files?)?"
    r"|(?:(?:following|output|resulting|result|final|new|generated|two|three|four|five|six|\d+)\s+)+(?:\w+\s+)?\w+s?"
    r"|(?<=these )\w+s|(?<=your )\w+s?)|all(?=\W*$))"
)
_THEM_WRITTEN = re.compile(
    rf"[\s(,:]*(?:{_THEM})?(?:\s+(?:must|should|shall|has\s+to|have\s+to))?(?:\s*\b(?:all|be|both|is|are|to)\b)*[\s(,:]*",
    re.IGNORECASE,
)
"""The object of a verb that stands for whatever is written, between the verb and the words in front of a folder."""
_REFERS = re.compile(r"\s*(?:it|them|both|all|everything|all\s+of\s+(?:it|them))(?:\s+all)?\s*", re.IGNORECASE)
_ONE_THING = re.compile(
    r"\s*(?:(?:the|your|an?|its|one)\s+(?:(?!(?:of|on|about|from|for|with|over|in)\b)[\w-]+\s+){0,3}?"
    r"(?!\w+s\s*$|(?:data|contents?|texts?|information|code|inputs?|stuff)\s*$)[\w-]+"
    r"|(?:the\s+|an?\s+|new\s+|files?\s+)*`[^`\n]+`(?:\s*(?:,\s*(?:and\s+)?|and\s+|、|和)\s*`[^`\n]+`)*)\s*",
    re.IGNORECASE,
)
"""A single thing, or names: "the summary", "`a.csv` and `b.csv`"."""
_CARRIES = re.compile(r"(?:merg|combin|collect|concat|convert|gather|aggregat|process)\w*", re.IGNORECASE)
"""Verbs that both take something and make something of it."""
_PASSIVE = re.compile(
    r"\b(?:must|should|shall|needs?\s+to|ha(?:s|ve)\s+to|(?:is|are)\s+to)\s+(?:all\s+|both\s+)?(?:be\s+)?$|^\W*$",
    re.IGNORECASE,
)
_NOUN = re.compile(
    r"(?:lists?|names?|tests?|counts?|checks?|reports?|reviews?|results?|documents?|search|study|use|outputs?|deliverables?"
    r"|process|covers?|records?|build)",
    re.IGNORECASE,
)
_DETERMINED = re.compile(
    r"\b(?:the|an?|your|its|this|that|these|all|each|every|of|our|both)\s+(?:[\w-]+\s+){0,2}$|\b(?:file|row|word|column|unit)\s+$",
    re.IGNORECASE,
)
_FRAMED = re.compile(
    r"[`\"'”*)]*\s*(?:(?:folder|directory)\s*)?(?:,|:|，|：|下面?|中|里|内|目录|文件夹|之)*\s*"
    r"(?:(?:please|also|then|now|you|must|should|shall|need\s+to|have\s+to|there|be|we|请|应|必须|需要?)\s+|请|须)*",
    re.IGNORECASE,
)
"""Between a folder that opens its sentence and the verb that writes."""
_HOLDS = re.compile(
    r"[`\"'”*]*\s*(?:(?:folder|directory)\s+)?(?:must|should|shall|has\s+to|needs?\s+to|is\s+to)\s+(?:also\s+|then\s+|only\s+)?"
    r"(?:contain|hold|have|include)\b|[`\"'”*]*\s*(?:folder\s+|directory\s+)?(?:with|containing|holding|that\s+contains)\b"
    r"|[`”]?\s*(?:中|里|内|下)?(?:必须|应当?|需要?)(?:包含|有)",
    re.IGNORECASE,
)
_THERE = re.compile(
    r"[`\"'”*]*(?:\s+(?:there|in\s+it|into\s+it|inside(?:\s+it)?|in\s+(?:this|that)\s+(?:folder|directory)))\b",
    re.IGNORECASE,
)
_FOLDER_NOUN = re.compile(
    rf"\s*(?:the\s+|an?\s+|new\s+|empty\s+)*(?:(?:sub)?(?:folder|directory)\s+(?:(?:called|named)\s+)?)?{_MARK}"
)
_OPENS = re.compile(r"\W*(?:\d+[.)]\s*)?(?:(?:then|also|finally|next|now|please)\W+)*", re.IGNORECASE)


class Place(IntEnum):
    """What a folder is to a bare name of its sentence."""

    ELSEWHERE = 0
    """Something is read there: it says nothing of where the name is."""
    UNSAID = 1
    """It may be meant."""
    GOAL = 2
    """The name goes there."""


def folders_for(text: str, start: int, end: int, name: Literal | None) -> list[tuple[Literal, Place]]:
    """The folders in `text[start:end]`, each with what it is to `name`, or to the names that the stretch introduces."""
    return [
        (item, place_of(text, start, end, item, name))
        for item in paths(text, start, end)
        if is_folder(item.value) and "/" in item.value and not is_template(item.value)
    ]


def place_of(text: str, start: int, end: int, folder: Literal, name: Literal | None) -> Place:
    """What a folder of a sentence is to a name that the sentence, or the list below it, tells to write."""
    begin = max(start, folder.start - MAX_STRETCH)
    until = min(end, folder.end + MAX_STRETCH)
    plain = _masked(text, begin, until)
    before, behind = plain[: folder.start - begin], plain[folder.end - begin :]
    if _LABEL.search(before):
        return Place.GOAL
    verb = _verb_before(before)
    if verb is None:
        return _without_verb(before, behind, folder, name)
    if verb["take"]:
        carries = _INTO.search(before) is not None and _CARRIES.fullmatch(verb[0]) is not None
        return Place.UNSAID if carries else Place.ELSEWHERE
    if _FROM.search(before):
        return Place.ELSEWHERE
    into = _INTO.search(before)
    preposition = into or _IN.search(before)
    if preposition is None:
        made = _FOLDER_NOUN.fullmatch(before, verb.end()) is not None
        return Place.GOAL if made and (_HOLDS.match(behind) or _put_there(behind, folder, name)) else Place.UNSAID
    thing = before[verb.end() : preposition.start()]
    if into is None and re.search(r"\b(?:of|about|on|from|for)\b.*\b(?:\w+s|data)\s*$", thing, re.I | re.S):
        return Place.ELSEWHERE  # "a list of the files in `data/`"
    whole = _THEM_WRITTEN.fullmatch(thing) or _REFERS.fullmatch(thing) or _ONE_THING.fullmatch(thing) or into
    return Place.GOAL if whole and _same_verb(plain, begin, verb, thing, folder, name) else Place.UNSAID


def _without_verb(before: str, behind: str, folder: Literal, name: Literal | None) -> Place:
    """A folder before any verb: "in `out/`, create", "`out/` must contain", or an input that is told of."""
    if _HOLDS.match(behind) and re.fullmatch(r"(?i)(?:\W|the\b|folder\b|directory\b)*", before):
        return Place.GOAL
    inside = _IN.search(before)
    if inside is None or _OPENS.fullmatch(before[: inside.start()]) is None:
        told = _FROM.search(before) or (inside and re.search(r"(?i)\b(?:\w+s|data)\s*$", before[: inside.start()]))
        return Place.ELSEWHERE if told else Place.UNSAID
    frame = _FRAMED.match(behind)
    skipped = frame.end() if frame is not None else 0
    until = behind[skipped:] if name is None else behind[skipped : max(skipped, name.start - folder.end)]
    first = _VERB.search(until)
    if first is not None:
        return (
            Place.GOAL if first["make"] and first.start() == 0 else Place.ELSEWHERE if first["take"] else Place.UNSAID
        )
    return Place.GOAL if re.fullmatch(r"(?i)\W*|.{0,30}\b(?:files?|documents?)\b.{0,20}", until) else Place.UNSAID


def _same_verb(plain: str, begin: int, verb: re.Match[str], thing: str, folder: Literal, name: Literal | None) -> bool:
    """Whether the verb that has the folder for its complement writes the name, too."""
    if name is None:
        return True
    first, last = verb.start(), verb.end()
    own, place, behind = name.start - begin, folder.start - begin, folder.end - begin
    if own < first:
        between = plain[name.end - begin : first]
        subject = _VERB.search(between) is None and _PASSIVE.search(between) is not None and not thing.strip()
        return subject or _REFERS.fullmatch(thing) is not None
    if _VERB.search(plain[last:own] if own < place else plain[behind:own], 0):
        return False
    if own < place or plain[behind:own].lstrip("`\"'”*)")[:1] in (":", "："):
        return True
    return _REFERS.fullmatch(thing) is None or thing.strip().lower() in {"it", "them", "both"}


def _put_there(behind: str, folder: Literal, name: Literal | None) -> bool:
    """Whether the name is said to go into the folder that was just made: "create `out/` and save `a.csv` in it"."""
    return name is not None and name.start > folder.end and _THERE.match(behind, name.end - folder.end) is not None


def _verb_before(before: str) -> re.Match[str] | None:
    """The last verb of a text; a word that may be a noun there only if there is no other."""
    found = list(_VERB.finditer(before))
    verbs = [
        match for match in found if not (_NOUN.fullmatch(match[0]) and _DETERMINED.search(before[: match.start()]))
    ]
    return next(iter([*found, *verbs][::-1]), None)


def _masked(text: str, start: int, end: int) -> str:
    """The stretch with paths and what stands in marks blanked, so that a name's words are no verbs."""
    plain = list(
        re.sub(r"`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*”", lambda shown: f"`{'x' * (len(shown[0]) - 2)}`", text[start:end])
    )
    for item in paths(text, start, end):
        marked = text[item.start - 1 : item.start] in tuple("`\"“'‘") if item.start > start else False
        size = item.end - item.start
        if not marked and size > 2:
            plain[item.start - start : item.end - start] = "`" + "x" * (size - 2) + "`"
    return "".join(plain)
