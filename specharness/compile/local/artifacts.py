"""The files that a source speaks of, and the one that a requirement is about at a place.

Every path of a source is found once, with the role it has where it stands: written, edited, judged, or merely named.
Precision first: with several candidates and no sign which is meant, the answer is none.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property

from specharness.compile.local.literals import Literal, is_folder, is_template, joined, paths
from specharness.ir import Block, Param, Source, Span, Unit

_WRITE = re.compile(
    r"\b(?:sav(?:e|ed|ing)|writ(?:e|ing)|(?<!being )written|output(?:s|ted)?|generat(?:e|ed|ing)|creat(?:e|ed|ing)|"
    r"export(?:ed)?|produc(?:e|ed|ing)|stor(?:e|ed)|plac(?:e|ed)|put|submit(?:ted)?|dump(?:ed)?|emit|return|"
    r"record(?:ed)?|build|deliver(?:ed|able)?s?|prepar(?:e|ed)|render|result(?:s|ing)?|destination|report in|"
    r"implement(?:ed)?|deposit|draft|compile|print|"
    r"(?<!every )(?<!each )(?<!any )(?<!no )(?<!other )"
    r"(?:file|document|workbook|report|deck|minutes|list|index|manifest)"
    r"\s+(?:called|named|as|at|in)|into a (?:new )?(?:file|workbook|document)|fill in|write an index"
    r"|go(?:es)? (?:in)?to|belongs?)\b"
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
    r"|读取|输入|给定|提供|位于|根据|依据|参考|来自|原始|打开|解析|其中|参照|见|删除|不要|不得|忽略",
    re.IGNORECASE,
)
_OUTPUT_HEADING = re.compile(
    r"output|deliverable|result|what (?:to|we) (?:write|produce|need)|files? to create|输出|产出|交付|结果",
    re.IGNORECASE,
)
_TO = re.compile(
    r"(?:\b(?:to|as|into|at|in|called|named|is|be|generate|create|write|save|output|produce|build|file|path|dir|folder|"
    r"directory|new|export)\b|[:：]|为|到|至|在|成|文件)\s*(?:the\s+|a\s+|an\s+|new\s+|file\s+|path\s+|"
    r"dir(?:ectory)?\s*:?\s+|folder\s+|following\s+|json\s+|csv\s+|file:?\s+|called\s+|named\s+)*[`\"'“(*]*$",
    re.IGNORECASE,
)
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
_OR = re.compile(
    r"[`\"'”’)*]*(?:[^.;。；\n]|\.(?=\S)){0,40}?(?:\bor\b|或者?|还是)\W*"
    r"(?:(?:else|alternatively|to|as|in|into|at|under|the|file|a|an|new|called|named|保存|写入|为|到|至)\s*)*[`\"'“(]*",
    re.IGNORECASE,
)
"""Between two files of which one is to be chosen."""
_THEN = re.compile(r"[`\"'”]*\s*(?:,|，)?\s*(?:and\s+|then\s+|and then\s+|然后|再|接着)[`\"'“]*", re.IGNORECASE)
"""Between two files of the same verb."""
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
_MOVE = re.compile(r"\b(?:move|copy|rename)\b|移动|复制|移到", re.IGNORECASE)
_DESTINATION = re.compile(
    r"\b(?:to|into)\s+(?:the\s+)?(?:folder\s+|directory\s+)?[`\"'“]?$|(?:到|至)\s*[`\"“]?$", re.IGNORECASE
)
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
    r"[`\"'”*]*\s*(?:must|should|shall|has to|have to|needs? to|is to|may have|必须|应|不得|的)", re.IGNORECASE
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
_CODE = re.compile(r"`[^`\n]*`")
_GUARDED = re.compile(r"\b(?:if|when|unless)\b[^,;]*$|(?:如果|若)[^，；]*$", re.IGNORECASE)
_PRONOUN = re.compile(
    r"\W*(?:afterwards,?\s+|then,?\s+)?(?:it|they|the file|the list|this file)\b|该文件|它", re.IGNORECASE
)
_HELD = re.compile(
    r"\b(?:contain|hold)s?\s+(?:only|just|exactly|nothing but|nothing except)\s+[`\"“']?$|\b(?:contain"
    r"|hold)s?\s+[`\"“']?$|(?:只能有|只有|包含)\s*[`“]?$",
    re.IGNORECASE,
)
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
MAX_LEADS = 3
"""Lead-ins climbed in search of the file that a nested item is about."""
_PROSE = frozenset({Block.SENTENCE, Block.LIST_ITEM, Block.TABLE_ROW})


_FILE_WORD = re.compile(r"[\w.@-]+")

MAX_BEFORE = 600
"""Characters before a path that say what it is: no clause is longer, and a hostile one may be."""


class Role(IntEnum):
    """What a path is at a place; the larger, the more a requirement nearby is about it."""

    NAMED = 0
    JUDGED = 1
    """A requirement is stated of it."""
    EDITED = 2
    WRITTEN = 3


@dataclass(frozen=True)
class Mention:
    """One place where a path stands; `path` is written out in full where the source says how."""

    path: str
    literals: tuple[Literal, ...]
    role: Role
    unit: Unit
    topical: bool = True
    """False where the path is a guard's, an input, or a literal that something is to contain."""
    choice: bool = False
    """Whether the text names another file that will do in its place."""

    @property
    def at(self) -> int:
        """Offset of its first character."""
        return self.literals[0].start

    def param(self, source: Source) -> Param:
        """The path as a parameter with its spans."""
        spans = tuple(Span(source=source.id, start=item.start, end=item.end) for item in self.literals)
        return Param(value=self.path, spans=spans)


class Files:
    """All path mentions of one source."""

    def __init__(self, source: Source, units: Sequence[Unit]) -> None:
        self.source = source
        self._units: tuple[Unit, ...] = tuple(units)
        self._by_id = {unit.id: unit for unit in units}
        self._number = {unit.id: number for number, unit in enumerate(units)}
        self._group_start: dict[str, int] = {}
        found: list[Mention] = []
        for unit in units:
            if unit.group is not None:
                self._group_start.setdefault(unit.group, unit.body.start)
            if unit.block in _PROSE:
                for path, literals in joined(source.text, unit.body.start, unit.body.end):
                    found.append(self._mention(path, literals, unit))
        self.mentions: tuple[Mention, ...] = tuple(self._in_full(self._chosen(found)))
        self._starts = [mention.at for mention in self.mentions]

    @cached_property
    def subjects(self) -> tuple[Mention, ...]:
        """Mentions of files that are written, edited or judged."""
        return tuple(m for m in self.mentions if self._subject(m))

    @cached_property
    def _by_name(self) -> dict[str, list[Mention]]:
        """The subjects by the last part of their paths."""
        found: dict[str, list[Mention]] = {}
        for mention in self.subjects:
            found.setdefault(mention.path.rsplit("/", 1)[-1], []).append(mention)
        return found

    @cached_property
    def _by_heading(self) -> dict[tuple[str, ...], list[Mention]]:
        """The subjects by the headings above them, in the order of the text."""
        found: dict[tuple[str, ...], list[Mention]] = {}
        for mention in self.subjects:
            found.setdefault(mention.unit.heading_path, []).append(mention)
        return found

    @cached_property
    def _ordered(self) -> tuple[str, ...]:
        """Files that are written or edited, each once."""
        return tuple(dict.fromkeys(m.path for m in self.subjects if self._ruled[m.path] > Role.JUDGED))

    def first(self, path: str) -> Mention:
        """The first mention of a path; KeyError if there is none."""
        for mention in self.mentions:
            if mention.path == path:
                return mention
        raise KeyError(path)

    def led_by(self, lead: Unit) -> tuple[Mention, ...]:
        """Mentions in the units that a unit introduces."""
        return tuple(m for m in self.mentions if m.unit.parent == lead.id)

    @cached_property
    def written(self) -> tuple[str, ...]:
        """Files that the source tells to write, each once, in the order of the text."""
        return tuple(dict.fromkeys(m.path for m in self.subjects if self._ruled[m.path] is Role.WRITTEN))

    @cached_property
    def worked_on(self) -> tuple[Mention, ...]:
        """The first mention of each file and folder that the source tells to write or to edit."""
        found: dict[str, Mention] = {}
        for mention in self.mentions:
            if mention.role >= Role.EDITED or mention.choice:
                found.setdefault(mention.path, mention)
        return tuple(found.values())

    @property
    def prose(self) -> tuple[Unit, ...]:
        """The units in which something is said in words."""
        return tuple(unit for unit in self._units if unit.block in _PROSE)

    @cached_property
    def _groups(self) -> dict[str, list[Unit]]:
        """The units of each list, table and paragraph."""
        found: dict[str, list[Unit]] = {}
        for unit in self._units:
            if unit.group is not None:
                found.setdefault(unit.group, []).append(unit)
        return found

    def siblings(self, unit: Unit, most: int) -> list[Unit]:
        """The nearest other units of the same list, table or paragraph: half of `most` on either side."""
        group = self._groups.get(unit.group, []) if unit.group is not None else []
        at = bisect_left(group, unit.body.start, key=lambda other: other.body.start)
        near = group[max(0, at - most // 2) : at + most // 2 + 1]
        return [other for other in near if other is not unit]

    @cached_property
    def _ruled(self) -> dict[str, Role]:
        best: dict[str, Role] = {}
        for mention in self.mentions:
            best[mention.path] = max(best.get(mention.path, Role.NAMED), mention.role)
        return best

    def role_of(self, path: str) -> Role:
        """The strongest role that a path has anywhere in the source."""
        return self._ruled.get(path, Role.NAMED)

    def within(self, start: int, end: int) -> tuple[Mention, ...]:
        """Mentions in a stretch of the text."""
        return self.mentions[bisect_left(self._starts, start) : bisect_left(self._starts, end)]

    def list_before(self, unit: Unit) -> list[tuple[int, int]]:
        """The items of the last list before a unit, as offsets of their bodies."""
        items: list[tuple[int, int]] = []
        group = None
        for other in reversed(self._units[: self._number[unit.id]]):
            if other.block is Block.LIST_ITEM and other.group != unit.group and group in (None, other.group):
                group = other.group
                items.append((other.body.start, other.body.end))
            elif group is not None:
                break
        return items[::-1]

    def said_before(self, unit: Unit) -> str:
        """Text of the unit's paragraph before it, back to the last path."""
        first = self._group_start.get(unit.group or "", unit.body.start)
        named = [m.at for m in self.within(first, unit.body.start)]
        return self.source.text[max(first, named[-1] if named else first) : unit.body.start]

    def in_force(self, unit: Unit, at: int) -> Mention | None:
        """The file that a requirement at `at` is about when its clause names none.

        In order: the last one of the unit before it, the only one of the lead-in, the one that the heading names, the
        last one before it under the same heading, the source's only one, the last one under an enclosing heading.
        """
        before = self.within(unit.body.start, at)
        told = [m for m in before if m.topical and not is_folder(m.path)]
        earlier = [m for m in told if self._subject(m)] or (told if len(told) == 1 else [])
        if earlier:
            return earlier[-1]
        lead = self._by_id.get(unit.parent or "")
        if lead is not None and lead.group == unit.group and _PRONOUN.match(self.source.text, at, unit.body.end):
            told = [m for m in self.within(lead.body.start, lead.body.end) if not is_folder(m.path)]
            if len({m.path for m in told}) == 1:
                return told[-1]
        for _ in range(MAX_LEADS):
            if lead is None:
                break
            led = [m for m in self.within(lead.body.start, lead.body.end) if m.topical and not is_folder(m.path)]
            ruled = [m for m in led if self._subject(m)] or led
            if len({m.path for m in ruled}) == 1:
                return ruled[-1]
            lead = self._by_id.get(lead.parent or "")
        if unit.heading_path:
            named = dict.fromkeys(word.strip(".") for word in _FILE_WORD.findall(unit.heading_path[-1]))
            headed = [m for word in named for m in self._by_name.get(word, ())]
            if len({m.path for m in headed}) == 1:
                return headed[0]
        here = self._by_heading.get(unit.heading_path, [])
        before_it = bisect_right(here, at, key=lambda mention: mention.at)
        if before_it:
            return here[before_it - 1]
        if len(self._ordered) == 1:
            only = self._ordered[0]
            return next(m for m in self.subjects if m.path == only)
        above = [
            m
            for m in self.subjects
            if m.unit.heading_path
            and unit.heading_path[: len(m.unit.heading_path)] == m.unit.heading_path
            and m.at <= at
        ]
        return above[-1] if len({m.path for m in above}) == 1 else None

    def _subject(self, mention: Mention) -> bool:
        return (
            mention.topical
            and self._ruled[mention.path] > Role.NAMED
            and not is_folder(mention.path)
            and not is_template(mention.path)
        )

    def _mention(self, path: str, literals: tuple[Literal, ...], unit: Unit) -> Mention:
        role = Role.NAMED
        if not path.startswith(("http:", "https:")):
            role = self._role(unit, literals[0], path)
            if len(literals) > 1 and role is Role.NAMED:
                clause = clause_before(self.source.text, unit.body.start, literals[0].start)
                carried = _CARRIED.search(clause) and not _FORBIDS.search(clause) and not _GUARDED.search(clause)
                role = Role.WRITTEN if carried else role
        if role is Role.WRITTEN and "/" not in path and not path.startswith("~"):
            folders = self._folders(unit)
            if len(folders) == 1:
                return Mention(f"{folders[0].value.rstrip('/')}/{path}", (*literals, folders[0]), role, unit)
            if folders:
                role = Role.NAMED
        held = self._holder(unit, path, literals[0])
        topical = role > Role.NAMED or self._topical(unit, literals[0])
        if held is not None:
            return Mention(f"{held.value.rstrip('/')}/{path}", (*literals, held), role, unit, topical)
        return Mention(path, literals, role, unit, topical)

    def _topical(self, unit: Unit, literal: Literal) -> bool:
        clause = _CODE.sub(" `x` ", clause_before(self.source.text, unit.body.start, literal.start))
        if _GUARDED.search(clause) or _FORBIDS.search(clause):
            return False
        start = max(unit.body.start, literal.start - MAX_BEFORE)
        if self._reported(unit, literal, clause) or OBJECT_BEFORE.search(self.source.text, start, literal.start):
            return False
        if AS_SOURCE.search(self.source.text, max(unit.body.start, literal.start - 60), literal.start):
            return False
        return _last(_READ, clause) < 0

    def _holder(self, unit: Unit, path: str, literal: Literal) -> Literal | None:
        """The folder that the same sentence says a bare name lies in: "`inbox/` must contain only `notes.txt`"."""
        text = self.source.text
        start = max(unit.body.start, literal.start - MAX_BEFORE)
        if "/" in path or not _HELD.search(text, start, literal.start):
            return None
        earlier = paths(text, unit.body.start, literal.start)
        folders = [item for item in earlier if is_folder(item.value) and "/" in item.value]
        return folders[-1] if len(folders) == 1 else None

    def _role(self, unit: Unit, literal: Literal, path: str) -> Role:
        text = self.source.text
        clause = _CODE.sub(" `x` ", clause_before(text, unit.body.start, literal.start))
        if _FORBIDS.search(clause) or _GUARDED.search(clause) or self._reported(unit, literal, clause):
            return Role.NAMED
        elsewhere = _SAVED_ELSEWHERE.match(text[literal.end : unit.body.end]) is not None
        if _EDIT_INSIDE.search(clause) and not is_folder(path):
            return Role.NAMED if elsewhere else Role.EDITED
        if self._is_written(unit, literal, clause):
            return Role.WRITTEN
        if is_folder(path):
            return Role.NAMED
        if _EDIT.search(clause) or _ADD.search(clause):
            return Role.EDITED
        after = text[literal.end : min(unit.body.end, literal.end + 40)]
        if _STAYS_AFTER.match(text, literal.end, unit.body.end):
            return Role.NAMED
        if _JUDGED_AFTER.match(after) or (_JUDGED_BEFORE.search(clause) and _states(text, unit)):
            return Role.JUDGED
        return Role.NAMED

    def _reported(self, unit: Unit, literal: Literal, clause: str) -> bool:
        """Whether a sentence tells of what others write, or where something is, and orders nothing."""
        said = re.split(r"[.!?]\s+(?=[A-Z])", clause)[-1]
        if _BY_ANOTHER.search(said) or (_KEPT_AT.search(said) and not _ASKED.search(said)):
            return True
        told = _TOLD.search(said)
        if told is not None and not _ORDERS.search(said[: told.start() + 1]):
            return True
        if _BEFORE_NOW.match(said) or _LIES.search(said):
            return True
        return _FAULTY_AFTER.match(self.source.text, literal.end, unit.body.end) is not None

    def _is_written(self, unit: Unit, literal: Literal, clause: str) -> bool:
        text = self.source.text
        if _WAS.search(clause):
            return False
        if _TURN.search(clause) and not is_folder(literal.value):
            return True
        write, read = _last(_WRITE, clause), _last(_READ, clause)
        if write >= 0 and re.search(r"\b(?:not|never|n['’]t)\b|不", clause[:write]):
            return False
        if read < 0 and _NEXT.search(text[max(unit.body.start, literal.start - 120) : literal.start]):
            return True
        if write >= 0 and (write >= read or (_TO.search(clause) and not _FROM.search(clause))):
            return True
        lead = self._by_id.get(unit.parent or "")
        opens = not re.sub(r"[\W_\d]+", "", text[unit.body.start : literal.start])
        if lead is not None and (opens or not clause.strip(" `*\"'-:")):
            words = text[lead.body.start : lead.body.end]
            if _MOVE.search(words):
                return True
            return _last(_WRITE, words) >= 0 and _last(_WRITE, words) > _last(_READ, words)
        return bool(opens and unit.block is Block.LIST_ITEM and unit.heading_path) and bool(
            _OUTPUT_HEADING.search(unit.heading_path[-1])
        )

    def _folders(self, unit: Unit) -> list[Literal]:
        """The folders that a bare name may go to: those that its sentence, else its lead-in, tells to write to.

        A folder behind "to" outweighs the others.
        """
        for place in (unit, self._by_id.get(unit.parent or "")):
            if place is None:
                continue
            text = self.source.text
            folders = [
                item
                for item in paths(text, place.body.start, place.body.end)
                if is_folder(item.value) and "/" in item.value and not is_template(item.value)
            ]
            if folders:
                goals = [item for item in folders if _DESTINATION.search(text, max(0, item.start - 30), item.start)]
                tells = _WRITE.search(text, place.body.start, place.body.end) or goals
                return (goals if len(goals) == 1 else folders) if tells else []
        return []

    def _chosen(self, found: Sequence[Mention]) -> list[Mention]:
        """What neighbours say of each other: of "a or b" neither is demanded, of "write a, then b" both are."""
        out = list(found)
        for at in range(1, len(out)):
            one, other = out[at - 1], out[at]
            if one.unit is not other.unit:
                continue
            between = self.source.text[one.literals[-1].end : other.at]
            if _OR.fullmatch(between) and max(one.role, other.role) > Role.NAMED:
                for place in (at - 1, at):
                    role = out[place].role if out[place].role < Role.EDITED else Role.NAMED
                    out[place] = replace(out[place], role=role, topical=role > Role.NAMED, choice=True)
            elif one.role is Role.WRITTEN and other.role is Role.NAMED and _THEN.fullmatch(between):
                out[at] = replace(other, role=Role.WRITTEN, topical=True)
        return out

    def _in_full(self, found: Sequence[Mention]) -> list[Mention]:
        """A bare name is the one longer path of the source that ends with it."""
        longer = {m.path: m for m in found if "/" in m.path}
        by_name: dict[str, list[str]] = {}
        for path in longer:
            by_name.setdefault(path.rpartition("/")[2], []).append(path)
        out = []
        for mention in found:
            ending = "/" + mention.path.lstrip("/")
            full = [path for path in by_name.get(ending.rpartition("/")[2], ()) if path.endswith(ending)]
            if len(full) == 1 and not mention.path.startswith(("/", "~")):
                other = longer[full[0]]
                spans = (*mention.literals, *(item for item in other.literals if item not in mention.literals))
                mention = replace(mention, path=full[0], literals=spans)
            out.append(mention)
        return out


def clause_before(text: str, start: int, end: int) -> str:
    """The text of the clause that leads up to `end`."""
    stretch = text[max(start, end - 160) : end]
    cut = max(
        (match.end() for match in re.finditer(r"[;；。]|,\s+(?:and|then|but)\s|，(?:并|再|然后)", stretch)), default=0
    )
    return stretch[cut:]


def _states(text: str, unit: Unit) -> bool:
    """Whether a demand stands in the same unit after or before the path."""
    return (
        re.search(
            r"\b(?:must|should|has to|have to|set|may)\b|必须|不得|应",
            text[unit.body.start : unit.body.end],
            re.IGNORECASE,
        )
        is not None
    )


def _last(pattern: re.Pattern[str], text: str) -> int:
    return max((match.start() for match in pattern.finditer(text)), default=-1)
