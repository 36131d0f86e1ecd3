"""What a path is where it stands: written, edited, judged, or merely named.

Only the words around it in its own unit and in that unit's lead-in are read.
"""

from __future__ import annotations

import re
from enum import IntEnum

from specharness.compile.local.literals import Literal, is_folder
from specharness.ir import Block, Unit

WRITE = re.compile(
    r"\b(?:sav(?:e|ed|ing)|writ(?:e|ing)|(?<!being )written|output(?:s|ted)?|generat(?:e|ed|ing)|creat(?:e|ed|ing)|"
    r"export(?:ed)?|produc(?:e|ed|ing)|stor(?:e|ed)|plac(?:e|ed)|put|submit(?:ted)?|dump(?:ed)?|emit|return|"
    r"record(?:ed)?|build|deliver(?:ed|able)?s?|prepar(?:e|ed)|render|result(?:s|ing)?|destination|report in|"
    r"implement(?:ed)?|deposit|draft|compile|print|"
    r"(?<!every )(?<!each )(?<!any )(?<!no )(?<!other )"
    r"(?:file|document|workbook|report|deck|minutes|list|index|manifest)"
    r"\s+(?:called|named|as|at|in)|into a (?:new )?(?:file|workbook|document)|fill in|write an index"
    r"|go(?:es)? (?:in)?to|belongs?)\b"
    r"|\bmake\s+(?:me\s+|us\s+)?(?:an?\s+|the\s+)?(?:new\s+)?(?:file\s+)?(?:called\s+|named\s+)?(?=[`\"'“]|[\w./-]*\.\w|$)"
    r"|保存|写入|写到|写出|输出|生成|创建|新建|导出|提交|产出|存放|存入|存为|命名为|另存",
    re.IGNORECASE,
)
_READ = re.compile(
    r"\b(?:reads?|loads?|inputs?|given|provided|located|contains?|available|based on|from|using|use|see|refer|"
    r"reference|ignore|skip|disregard|replace|"
    r"template|(?:is|are|was|were|data|files?)\s+(?:saved|stored|placed)|stored (?:at|in|under)|original|existing"
    r"|source|"
    r"parse|analy[sz]e|open|under|according to|describes?|in the|compare|follow|against|listed in|are in|is in|sit in|"
    r"extract|look up|matches|copied|copy of|holds?|delete|remove|get rid of|leave|keep|do not|don['’]t|never"
    r"|must not)\b"
    r"|读取|总结|概括|归纳|分析|翻译|输入|给定|提供|位于|根据|依据|参考|来自|原始|打开|解析|其中|参照|见|删除|不要|不得|忽略",
    re.IGNORECASE,
)
_OUTPUT_HEADING = re.compile(
    r"output|deliverable|result|what (?:to|we) (?:write|produce|need)|files? to create|输出|产出|交付|结果",
    re.IGNORECASE,
)
_ALONE = re.compile(r"[`\"'”*]*\s*(?:[,(:–—-]\s*[^.;\n]{0,80})?\W*")
"""What follows a file that stands for itself, with words on it or without."""
_TO = re.compile(
    r"(?:\b(?:to|as|into|at|in|called|named|is|be|generate|create|write|save|output|produce|build|file|path|dir|folder|"
    r"directory|new|export)\b|[:：]|为|到|至|在|成|文件)\s*(?:the\s+|a\s+|an\s+|new\s+|file\s+|path\s+|"
    r"dir(?:ectory)?\s*:?\s+|folder\s+|following\s+|json\s+|csv\s+|file:?\s+|called\s+|named\s+)*[`\"'“(*]*$",
    re.IGNORECASE,
)
_EVERY = re.compile(
    r"\b(?:every|each|any|all|no|other)\s+[^,;.]{1,40}?\b(?:files?|documents?|workbooks?|reports?|decks?|lists?|indexe?s?)"
    r"\s+(?=(?:at|in)\b)",
    re.IGNORECASE,
)
"""Files that are somewhere, whatever is done to them."""
_FROM = re.compile(r"\b(?:from|using|based on|in the)\s*\W*$", re.IGNORECASE)
_EDIT = re.compile(
    r"\b(?:edit|update|modify|fix|change|clean(?:\s+up)?|correct|rewrite|refactor|complete|extend|migrate|bump|sort"
    r"|adjust|"
    r"repair|true of|apply to|bring|edits?\s+to|changes?\s+(?:to|in))\s+(?:the\s+|file\s+|existing\s+)*[`\"'“]?$"
    r"|(?:修改|更新|编辑|修复|整理|完善|补全)\s*(?:文件)?\s*[`\"“]?$",
    re.IGNORECASE,
)
_EDIT_INSIDE = re.compile(
    r"(?:^|[,:]|\b(?:and|then|please|to|must|should))\W*(?:\d+[.)]\s*)?(?:fix|correct|change|update|repair|bump|adjust"
    r"|set|increase|raise|lower|decrease|edit|modify|replace|rename|rewrite)\s[^.;]{1,80}?\b(?:in|of|inside|within)\s+"
    r"(?:the\s+|file\s+)*[`\"'“]?$"
    r"|\bfill (?:in|out)\s+(?:the\s+)?(?:\w+\s+)?[`\"'“]?$"
    r"|(?:修复|修正|更正|更新|调整|修改)\s*[`\"“]?$",
    re.IGNORECASE,
)
"""An order to change something that is inside of a file."""
_SAVED_ELSEWHERE = re.compile(
    r"[^;]{0,80}?\b(?:sav|writ|stor|export|output)\w*\b[^.;]{0,40}?\b(?:to|as|in|into|under)\b", re.IGNORECASE
)
"""After a file that is worked on: what comes of it goes to another."""
_BEFORE_NOW = re.compile(
    r"^\W*(?:previously|formerly|earlier|originally|yesterday|so far|until now|in the past|last (?:week|month|year"
    r"|time|quarter|night)|以前|之前|此前|过去|原先|原来|昨天|上周|上次|上个月|去年)",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"\b(?:writes|wrote|saves|creates|produces|generates|stores|emits|dumps|puts|places)\b"
    r"|(?<!\bbe)(?<!\bis)(?<!\bare)(?<!been)(?<!have)(?<!has)\s(?:created|saved|produced|generated|exported|stored"
    r"|recorded|dumped)\s+(?!to\b|in\b|as\b|at\b|under\b|into\b|by\b|from\b|with\b|during\b|using\b)(?!:)"
    r"|\b(?:will|going to|plans? to|wants? to|used to|(?:make|let|have|get)\s+(?:it|them|him|her|(?:the|this) \w+))"
    r"\s+(?:\w+ly\s+)?(?:write|save|create|produce|generate|store|emit|dump|put|place|export|output)\b",
    re.IGNORECASE,
)
"""A verb that tells what somebody or something writes, wrote or will write."""
_BY_ANOTHER = re.compile(
    r"\b(?:that|which)\s+(?:the\s+)?(?!is\b|are\b|was\b|were\b|be\b|you\b|has\b|have\b|had\b|gets?\b)\w+\s+"
    r"(?:(?:has|have|had)\s+)?(?:saved|stored|created|wrote|written|put|exported|generated|produced|made|built)\b",
    re.IGNORECASE,
)
"""A relative clause about what somebody else wrote."""
_CARRIED = re.compile(r"\b(?:move|copy)\s+(?:the\s+)?(?:file\s+)?[`\"'“]*$|(?:移动|复制|把|将)\s*[`“]*$", re.IGNORECASE)
_ORDERS = re.compile(
    r"^\W*(?:\d+[.)]\s*)?(?:(?:please|then|also|finally|first|next|now)\W+)*(?:writ|creat|sav|produc|generat|implement"
    r"|build|add|mak|provid|develop|design|prepar|deliver|complet|extend|code|put|compose|draft|set up)e?\s"
    r"|\b(?:must|should|shall|has to|have to|needs? to|required to|make sure|ensure|your|you|we)\b"
    r"|编写|实现|写一个|创建|必须|请",
    re.IGNORECASE,
)
"""What comes before such a verb where it is part of an order all the same: "write a script that writes …"."""
_LIES = re.compile(
    r"\b(?:is|are|was|were|lies?|sits?|lives?|can be found|is found|are found)\s+(?:\w+ly\s+|all\s+|now\s+|still\s+)?"
    r"(?:in|inside|within)\s+(?:the\s+|file\s+|folder\s+)*[`\"'“]?$",
    re.IGNORECASE,
)
"""Where something is, not where it is to go."""
_KEPT_AT = re.compile(r"(?:保存|存放|存储|放)在\s*[`“\"]?$")
_ASKED = re.compile(r"把|将|请|需|要|应|必须|须|结果|输出|生成|务必")
_FAULTY_AFTER = re.compile(
    r"[`\"'”]*\s+(?:is|are|was|were|looks?|seems?)\s+(?:\w+ly\s+)?(?:wrong|old|stale|outdated|incomplete|missing|broken"
    r"|incorrect|bad|too|known|from|not|no longer)\b",
    re.IGNORECASE,
)
_NEXT = re.compile(
    r"\b(?:first|second|third|then|next|finally|also|plus)\b,?[^.;]{0,80}?\b(?:as|in|at|to)\s+[`\"'“]*$|(?:另外|此外"
    r"|还有|其次|最后)[^。；]{0,20}$",
    re.IGNORECASE,
)
"""An enumeration of deliverables that does without a verb: "Second, the list of actions as …"."""
_ADD = re.compile(
    r"\b(?:add|append|insert|put)\b[^.;]{0,80}?\b(?:to|into|in)\s+(?:the\s+)?[`\"'“]?$|(?:添加|加入"
    r"|追加)到?\s*[`\"“]?$",
    re.IGNORECASE,
)
_GOES_TO = re.compile(
    r"[`\"'”*]*\s+(?:(?:in)?to|as)\s+(?:(?:the|an?|new|file)\s+)*[`\"'“]?[\w./~-]*\w\.[a-zA-Z]\w{0,4}\b(?!\s+(?:file|format)\b)",
    re.IGNORECASE,
)
"""Behind a file that another one is made of: "the sheet of `a.xlsx` to `b.csv`"."""
_MOVE = re.compile(r"\b(?:move|copy|rename)\b|移动|复制|移到", re.IGNORECASE)
_FORBIDS = re.compile(
    r"(?:\b(?:not|never|n['’]t|(?:do|does|must|should)nt|cannot|no need to|without|avoid|refrain from"
    r"|(?:forbidden|prohibited) to|no (?:changes|edits|modifications))|n['’]t)"
    r"(?:,\s*(?:ever|(?:under|in) (?:any|no) \w+),)?\s+(?!forget\b)(?:\w+\s+){0,3}[`\"'“(]*$"
    r"|(?:不要|不得|不能|不许|不准|禁止|请勿|切勿|勿|别|无需|不必|不用)\w{0,6}\s*[`“]?$",
    re.IGNORECASE,
)
_WAS = re.compile(
    r"\b(?:was|were|had been|has been|have been)\s+(?:\w+ly\s+)?"
    r"(?:saved|written|generated|created|produced|exported|stored|placed|recorded|built|prepared)\b[^.;]*$|已经?(?:保存|生成|写入|导出|创建)[^。；]*$",
    re.IGNORECASE,
)
"""What was written before is an input."""
_TURN = re.compile(
    r"\b(?:convert|merge|combine|extract|transform|translate|rename|copy|zip|pack|compress|archive|split|concatenate|join|aggregate|turn)\b[^.;]{0,100}?"
    r"\b(?:to|into|as)\s+(?:an?\s+|the\s+|new\s+|file\s+|called\s+|named\s+)*[`\"'“]*$"
    r"|\bmove\s+(?:the\s+)?(?:files?\s+|folder\s+)?(?:`x`|[\"']?[\w./~-]*[./][\w./~-]*[\"']?)\s+(?:in)?to\s+[`\"'“]*$"
    r"|(?:转换|转化|合并|重命名|拆分|复制|提取|汇总)[^。；]{0,30}?(?:为|成|到|至)\s*[`“]?$",
    re.IGNORECASE,
)
"""Something is turned into the file."""
_JUDGED_AFTER = re.compile(
    r"[`\"'”*]*\s*(?:must|should|shall|has to|have to|needs? to|is to|may have|必须|应|不得|的(?!内容))", re.IGNORECASE
)
_STAYS_AFTER = re.compile(
    r"[`\"'”*]*\s*(?:and\s+[^.;]{1,60}?\s+)?(?:must|should|shall|has to|have to|needs? to|is to)\s+(?:remain|stay"
    r"|be left|not be|be (?:deleted|removed|unchanged|kept))|[`”]?\s*(?:不得|必须保持|不能)",
    re.IGNORECASE,
)
"""What is said of a file that nothing else is demanded of."""
_JUDGED_BEFORE = re.compile(
    r"^\W*(?:\d+[.)]\s*)?(?:in|for)\s+[`\"'“]?$|\bof\s+[`\"'“]?$|\bin\s+[`\"'“]?$|^\W*在?\s*[`\"“]?$", re.IGNORECASE
)
_REFERRED_TO = re.compile(
    r"\b(?:must|should|has to|have to|needs? to|is to)\b[^.;]*\bof\s+[`\"'“]?$"
    r"|\b(?:those|that|ones?)\s+(?:of|in)\s+[`\"'“]?$",
    re.IGNORECASE,
)
"""A demand before a file that it only compares with: "its columns must be those of `a.csv`"."""
_DEMAND = re.compile(r"\b(?:must|should|has to|have to|set|may)\b|必须|不得|应", re.IGNORECASE)
_CODE = re.compile(r"`[^`\n]*`")
_GUARDED = re.compile(r"\b(?:if|when|unless)\b[^,;]*$|(?:如果|若)[^，；]*$", re.IGNORECASE)
OBJECT_BEFORE = re.compile(
    r"\b(?:contain|mention|include|say|state|cite|reference|link to|read)s?\s+(?:only\s+|exactly\s+|just\s+"
    r"|nothing but\s+)?(?:the\s+)?(?:line\s+|text\s+|word\s+|string\s+|path\s+|hint\s+|"
    r"on\s+|address\s+)*[`\"“']$|(?:包含|含有|写有|只能有|出现)\s*[`“]$|\bhint on\s+[`]$",
    re.IGNORECASE,
)
"""What stands before a path that something else is to contain: a literal there."""
AS_SOURCE = re.compile(
    r"(?<!apart )(?<!aside )\b(?:from|using|based on|as in|according to|like|than|read|see|described in|listed in"
    r"|given in|match(?:es|ing)?|with|of the input|"
    r"compared? (?:to|with)|same\s+(?:\w+\s+){1,2}as)\s+(?:the\s+|file\s+|input\s+)*[`\"'“]*$|(?:与|和|根据|来自|参照"
    r"|见)\s*[`\"“]?$",
    re.IGNORECASE,
)
"""What stands before a path that a clause only draws on."""

MAX_BEFORE = 600
"""Characters before a path that say what it is: no clause is longer, and a hostile one may be."""


class Role(IntEnum):
    """What a path is at a place; the larger, the more a requirement nearby is about it."""

    NAMED = 0
    JUDGED = 1
    """A requirement is stated of it."""
    EDITED = 2
    WRITTEN = 3


def role_at(text: str, unit: Unit, lead: Unit | None, literal: Literal, path: str) -> Role:
    """What a path is in its unit; `lead` introduces the unit."""
    clause = _CODE.sub(" `x` ", clause_before(text, unit.body.start, literal.start))
    if _FORBIDS.search(clause) or _GUARDED.search(clause) or _reported(text, unit, literal, clause):
        return Role.NAMED
    elsewhere = _SAVED_ELSEWHERE.match(text[literal.end : unit.body.end]) is not None
    if _EDIT_INSIDE.search(clause) and not is_folder(path):
        return Role.NAMED if elsewhere else Role.EDITED
    if _is_written(text, unit, lead, literal, clause):
        return Role.WRITTEN
    if is_folder(path):
        return Role.NAMED
    if _EDIT.search(clause) or _ADD.search(clause):
        return Role.EDITED
    after = text[literal.end : min(unit.body.end, literal.end + 40)]
    if _STAYS_AFTER.match(text, literal.end, unit.body.end):
        return Role.NAMED
    judged = _JUDGED_BEFORE.search(clause) and not AS_SOURCE.search(clause) and not _REFERRED_TO.search(clause)
    if _JUDGED_AFTER.match(after) or (judged and _states(text, unit)):
        return Role.JUDGED
    return Role.NAMED


def topical_at(text: str, unit: Unit, literal: Literal) -> bool:
    """Whether a clause can be about the path: it is no guard's, no input, and nothing that something is to contain."""
    clause = _CODE.sub(" `x` ", clause_before(text, unit.body.start, literal.start))
    if _GUARDED.search(clause) or _FORBIDS.search(clause):
        return False
    start = max(unit.body.start, literal.start - MAX_BEFORE)
    if _reported(text, unit, literal, clause) or OBJECT_BEFORE.search(text, start, literal.start):
        return False
    if AS_SOURCE.search(text, max(unit.body.start, literal.start - 60), literal.start):
        return False
    return _last(_READ, clause) < 0


def is_carried(text: str, unit: Unit, literal: Literal) -> bool:
    """Whether a file is moved or copied to a folder that the sentence names."""
    clause = clause_before(text, unit.body.start, literal.start)
    return bool(_CARRIED.search(clause) and not _FORBIDS.search(clause) and not _GUARDED.search(clause))


def clause_before(text: str, start: int, end: int) -> str:
    """The text of the clause that leads up to `end`."""
    stretch = text[max(start, end - 160) : end]
    cut = max(
        (match.end() for match in re.finditer(r"[;；。]|,\s+(?:and|then|but)\s|，(?:并|再|然后)", stretch)), default=0
    )
    return stretch[cut:]


def _states(text: str, unit: Unit) -> bool:
    """Whether a demand stands in the same unit after or before the path."""
    return _DEMAND.search(text, unit.body.start, unit.body.end) is not None


def _last(pattern: re.Pattern[str], text: str) -> int:
    return max((match.start() for match in pattern.finditer(text)), default=-1)


_CHECKED = re.compile(
    r"\b(?:assert|check|verif|test|ensur|validat|confirm|make sur|document|explain|mention|describ|state|say)\w*\s+"
    r"(?:that|whether|if|why|how)\b[^.;]*$",
    re.IGNORECASE,
)
"""Before a file that only what is written speaks of: "a test that asserts that `a.json` has …"."""


def _reported(text: str, unit: Unit, literal: Literal, clause: str) -> bool:
    """Whether a sentence tells of what others write, or where something is, and orders nothing."""
    said = re.split(r"[.!?]\s+(?=[A-Z])", clause)[-1]
    checked = _CHECKED.search(said)
    if checked is not None and WRITE.search(said, 0, checked.start()):
        return True
    if _BY_ANOTHER.search(said) or (_KEPT_AT.search(said) and not _ASKED.search(said)):
        return True
    told = _TOLD.search(said)
    if told is not None and not _ORDERS.search(said[: told.start() + 1]):
        return True
    if _BEFORE_NOW.match(said) or _LIES.search(said):
        return True
    return _FAULTY_AFTER.match(text, literal.end, unit.body.end) is not None


def _is_written(text: str, unit: Unit, lead: Unit | None, literal: Literal, clause: str) -> bool:
    if _WAS.search(clause) or (not is_folder(literal.value) and _GOES_TO.match(text, literal.end, unit.body.end)):
        return False
    if _TURN.search(clause) and not is_folder(literal.value):
        return True
    write, read = _last(WRITE, _EVERY.sub(lambda match: " " * len(match.group()), clause)), _last(_READ, clause)
    if write >= 0 and re.search(r"\b(?:not|never|n['’]t)\b|不", clause[:write]):
        return False
    if read < 0 and _NEXT.search(text[max(unit.body.start, literal.start - 120) : literal.start]):
        return True
    if write >= 0 and (write >= read or (_TO.search(clause) and not _FROM.search(clause))):
        return True
    opens = not re.sub(r"[\W_\d]+", "", text[unit.body.start : literal.start])
    if lead is not None and (opens or not clause.strip(" `*\"'-:")):
        words = text[lead.body.start : lead.body.end]
        if _MOVE.search(words):
            return True
        return _last(WRITE, words) >= 0 and _last(WRITE, words) > _last(_READ, words)
    listed = unit.block is Block.LIST_ITEM or _ALONE.fullmatch(text, literal.end, unit.body.end)
    return bool(opens and listed and unit.heading_path) and bool(_OUTPUT_HEADING.search(unit.heading_path[-1]))
