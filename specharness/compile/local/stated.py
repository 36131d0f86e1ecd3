"""Statements that are demands: what a prompt says in plain words of the file that it orders, and what is left alone.

"Write `out.json` with the keys `a` and `b`. Both are lists." asks as much as "must be lists". Such a sentence is never
background: whoever reads it right may be hard, else it abstains. Who only tells what the file is for asks nothing.
"""

from __future__ import annotations

import re

from specharness.compile.local.artifacts import Mention
from specharness.compile.local.clause import Clause, guard
from specharness.compile.local.lexicon import denies, force_of
from specharness.compile.local.roles import Role
from specharness.ir import Block, Disposition, SourceKind

_PART = (
    r"(?:files?|documents?|reports?|tables?|lists?|arrays?|objects?|pages?|images?|pictures?|charts?|archives?|workbooks?"
    r"|spreadsheets?|presentations?|decks?|letters?|notes?|outputs?|results?|(?:work)?sheets?|tabs?|slides?|rows?|lines?"
    r"|columns?|cells?|headers?|header\s+(?:row|line)|headings?|titles?|subtitles?|captions?|footers?|sections?|chapters?"
    r"|paragraphs?|sentences?|words?|text|body|contents?|keys?|fields?|values?|entries|entry|items?|elements?|records?"
    r"|ids?|numbers?|dates?|names?|delimiters?|separators?|encodings?|indentation|line\s+endings?|layout|format|order"
    r"|background|width|height|size|resolution|font|colou?rs?|axis|axes|legend|labels?|bullets?|links?"
    r"|functions?|methods?|class(?:es)?|modules?|scripts?|programs?|commands?|arguments?|parameters?|options?|flags?)"
)
_ORDINAL = (
    r"(?:first|second|third|fourth|fifth|sixth|last|next|other|final|top|bottom|left|right|\d{1,3}(?:st|nd|rd|th))"
)
_VERB = (
    r"(?:is|are|has|have|contains?|holds?|lists?|shows?|says?|reads?|starts?|begins?|ends?|opens?|uses?|consists?|gives?"
    r"|names?|states?|carries|carry|takes?|comes?|goes|go|follows?|equals?|matche?s?|adds?|sums?|fits?|spans?|covers?"
    r"|measures?|lies|lie|stands?|stays?|remains?|keeps?|includes?|sits?|counts?|totals?|appears?|occurs?"
    r"|do(?:es)?\s+not|do(?:es)?n['’]t|(?:is|are)n['’]t|ha(?:s|ve)n['’]t)"
)
_NOUN_PHRASE = rf"(?:[\w'’`\"“”.\[\]-]+\s+){{0,3}}?{_PART}(?:['’]s?\s+{_PART})?"
_OUTSIDE = r"(?!(?:our|my|your|his|her|an?|some|most|many|this|that|these|those|if|when|since|because|as)\b)"
_OF = (
    r"(?:\s+(?:of|in|on|for|under|above|below|behind)\s+(?:the\s+|each\s+|every\s+|its\s+)?"
    r"[^\s,;.]+(?:\s+[^\s,;.]+){0,2}?)?"
)
_SUBJECT = re.compile(
    r"\W*(?:(?:and|but|where|there|here|in\s+it|inside)\W+)?(?:"
    r"(?:it|they|these|those|each|both|all|every\s+one|one|none|neither)(?:\s+(?:of\s+)?(?:them|which|these|the\s+\w+|\w+))?"
    rf"|(?:the\s+|its\s+|their\s+)?{_ORDINAL}(?:\s+(?:one|ones|two|three|four|\d+))?(?:\s+[\w'’]+){{0,3}}?"
    rf"|(?:the|its|their|each|every|all|any|no|both)\s+{_NOUN_PHRASE}(?:\s+[`\"“'][^`\"”'\n]{{1,80}}[`\"”'])?"
    rf"|{_OUTSIDE}(?:[\w'’-]+\s+)?{_PART}"
    rf"){_OF}(?:['’](?:s|re)\b|\s+(?:(?:also|always|only|then|all|each|both|just|simply|never)\s+)?{_VERB}\b)"
    r"(?!\s+(?:been|already|now\s+been)\b)",
    re.IGNORECASE,
)
"""A statement in the present tense of the file, a part of it, one of several things named before, or each of them."""
_NAMED = re.compile(
    rf"\W*(?:and\s+|but\s+)?(?:the\s+|its\s+|every\s+|each\s+|all\s+)?(?:{_PART}\s+)?"
    rf"[`\"“']?(?P<n>[A-Za-z_\u3400-\u9fff][\w.-]*)[`\"”']?(?:\s+{_PART})?\s+"
    rf"(?:(?:also|always|only|never)\s+)?{_VERB}\b(?!\s+(?:been|already)\b)",
    re.IGNORECASE,
)
"""A statement of what a name stands for: a key or column named before."""
_CHINESE = re.compile(
    r"\W*(?:(?:该|其|这个|这份)?(?:文件|文档|报告|表格|列表|图片|页面)?(?:的)?(?:内容|标题|正文|首行|表头|分隔符|编码|格式|大小|尺寸|宽度|高度"
    r"|颜色|名称|键|值|列|行|字段)|它们?|两者|二者|均|都|每[个行列项条段页张]\S{0,6}?|所有\S{0,6}?|第[一二三四五六七八九十\d]+[个行列项条段页张]\S{0,6}?"
    r"|最后一[个行列项条段页张]\S{0,6}?|[`“\"][^`”\"]+[`”\"](?:的值|列|字段|键)?)\s*(?:都|均|也)?"
    r"(?:为|是|有|包含|等于|写着|显示|以|用|保留|[:：])",
)
_EXPECTED = re.compile(
    r"\W*(?:we|i|you)\s+(?:expect|want|need|require)s?\b(?!\s+(?:not|no|(?:it|them|this|these|that)\s+(?:for|by|to|on|in|as|when|because|since|so))\b)",
    re.IGNORECASE,
)
_SERVES = re.compile(
    rf"\W*(?:it|they|this|these|(?:the|each|every|all)\s+{_NOUN_PHRASE})\s+"
    r"(?:(?:is|are|gets?|will\s+be)\s+(?:\w+ly\s+)?(?:used|read|needed|loaded|sent|imported|consumed|picked\s+up|parsed"
    r"|wanted|shown|published|uploaded|printed|reviewed|checked|processed|forwarded|meant|intended|due|for|part|useful"
    r"|helpful|fine|important\s+(?:for|to)\s+(?:the|our|my|us|me))\b(?!\s+(?:in|as|with|to\s+(?:be|have))\b(?!\s+(?:the|our|my)\b))"
    r"|goes?\s+(?:to|into|straight|out)\b|comes?\s+(?:straight\s+)?from\s+(?:our|my|an?|last)\b"
    r"|(?:feeds?|helps?|serves?|replaces?|supports?|matters?)\b)"
    rf"(?!.*(?:\b(?:and|but|so)\s+(?:\w+\s+)?{_VERB}\b|\d|`))",
    re.IGNORECASE | re.DOTALL,
)
"""What a file is for, or where its content comes from: told to the agent, and nothing that its bytes could show."""
_ASIDE = re.compile(
    r"background|context|about|input|data|source|example|note|why|purpose|overview|motivation|history|背景|输入|说明|示例",
    re.IGNORECASE,
)
"""Headings under which a prompt tells."""
_REST = re.compile(
    r"(?:\b(?:every|any)thing\s+(?:else|other)|\bnothing\s+(?:else|other)|\b(?:all\s+)?(?:the\s+)?(?:other|others|existing"
    r"|remaining|rest)\b(?:\s+[\w`'’./-]+){0,5}?)\s+(?:(?:also|all|simply|just|always)\s+)?"
    r"(?:stays?|remains?|keeps?|is\s+kept|are\s+kept|is\s+left|are\s+left|(?:does|do)(?:\s+not|n['’]t)\s+change|never\s+changes?"
    r"|changes?|(?:is|are|gets?)(?:\s+(?:not|never|neither)|n['’]t)\s+(?:\w+ly\s+)?(?:be\s+)?(?:changed|modified|edited|touched"
    r"|altered|deleted|removed|renamed|moved|overwritten|affected)|is\s+(?:un\w+|as\s+(?:is|before|it))|are\s+(?:un\w+|as\s+(?:is"
    r"|before|they)))\b"
    r"|(?:其他|其余|其它|现有|已有|原有)[^。；\n]{0,12}(?:保持|不变|不动|不改|原样|不修改|不变动|不做改动)",
    re.IGNORECASE,
)
"""What is not named stays."""


def binds(clause: Clause) -> bool:
    """Whether a clause of a prompt asks for something however it is put, so that no pass may hide it."""
    if clause.source.kind is not SourceKind.PROMPT or clause.unit.block in (
        Block.CODE,
        Block.TABLE_HEADER,
        Block.HEADING,
    ):
        return False
    if denies(clause.text):
        return True
    if force_of(clause.text) is Disposition.ADVISORY:
        return False
    return clause.search(_REST) is not None or _of_the_order(clause)


def _of_the_order(clause: Clause) -> bool:
    """Whether the clause states something of a file that the sentence before it orders."""
    if any(clause.files.role_of(m.path) is Role.NAMED for m in clause.subjects) or _SERVES.match(clause.text):
        return False
    if not _ordered_before(clause):
        return False
    if any(clause.search(form) for form in (_OPENS_SUBJECT, _OPENS_EXPECTED, _OPENS_CHINESE)):
        return True
    named = _NAMED.match(clause.text)
    return named is not None and _known(clause, named["n"])


_OPENS_SUBJECT, _OPENS_EXPECTED, _OPENS_CHINESE = (
    re.compile(rf"^(?:{form.pattern})", form.flags) for form in (_SUBJECT, _EXPECTED, _CHINESE)
)


def _ordered_before(clause: Clause) -> bool:
    """Whether the last sentence that names files, under this heading or one above, orders one or a part of one."""
    files, path = clause.files, clause.unit.heading_path
    before = [m for m in files.within(0, clause.start) if path[: len(m.unit.heading_path)] == m.unit.heading_path]
    if not before or any(_ASIDE.search(heading) for heading in path[len(before[-1].unit.heading_path) :]):
        return False
    last = [m for m in before if m.unit is before[-1].unit]
    return any(files.role_of(m.path) is Role.WRITTEN or m.choice or _made(clause, m) for m in last)


_MAKES = re.compile(
    r"\b(?:make|draw|render|design|compose|draft|build|compile|assemble|plot|record|add|append|insert|set\s+up|give\s+me|i\s+(?:need|want))\b"
    r"|制作|做一|画|绘制|编写|整理|添加|加上|新增|追加",
    re.IGNORECASE,
)


def _made(clause: Clause, mention: Mention) -> bool:
    """Whether a verb of making stands before a file in its sentence."""
    return mention.topical and _MAKES.search(clause.source.text, mention.unit.body.start, mention.at) is not None


def _known(clause: Clause, name: str) -> bool:
    """Whether a name, or its singular, stands marked in the text before the clause."""
    bare = name.lower()
    stems = {bare, bare.removesuffix("s"), bare.removesuffix("es")}
    return any(item.value.lower() in stems for item in clause.quotes(0, clause.start))


guard(vars().copy().values())
