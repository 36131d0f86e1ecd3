"""Rules about files: what must be there, what must be gone, what must stay, what alone may change."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from specharness.compile.local.artifacts import Files, Mention, Role, clause_before
from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.literals import Literal, is_folder, is_template
from specharness.compile.local.rules.base import GAP, IGNORE, NEGATED, guess
from specharness.ir import Block, Family, Param

_EXISTS = re.compile(
    r"\b(?:must|should|shall|has to|have to|needs? to)\s+(?:also\s+|still\s+)?(?:exist|be (?:present|created|there"
    r"|saved|written|stored|placed|kept)|(?:stay|remain) in place)\b"
    r"|必须存在|应存在|应当存在",
    IGNORE,
)
_ABSENT_VERB = re.compile(
    r"\b(?:delete|remove|get rid of|clean up|drop|rm)\s+(?:the\s+)?(?:old\s+|original\s+|temporary\s+|obsolete\s+"
    r"|stale\s+|"
    r"empty\s+|leftover\s+|now[- ]empty\s+|file\s+|folder\s+|directory\s+)*[`\"'“]?$"
    r"|(?:删除|移除|删掉|清理)(?:旧的?|原来?的?|临时|文件|目录|文件夹)*\s*[`\"“]?$",
    IGNORE,
)
_ABSENT_STATE = re.compile(
    rf"{NEGATED}\s+(?:\w+\s+){{0,2}}?(?:exist|be (?:there|present|left|kept)|remain)\b|\b(?:must|should"
    rf"|has to) be (?:deleted|removed|gone)\b"
    r"|\b(?:no longer exists?|(?:is|are) (?:gone|deleted|removed)|has been (?:deleted|removed))\b|(?:不得|不应|不能"
    r"|不再)存在|必须(?:被)?(?:删除|移除)",
    IGNORE,
)
_NOT = (
    rf"(?:{NEGATED}|\b(?:(?:do|does|must|should|is|are)nt|not to|(?:without|avoid|refrain from|against|instead of"
    rf"|rather than|no need to)\b)|不要|别|避免)"
)
"""A word that forbids the verb after it, also as it is typed in a hurry."""
_READ_ONLY = (
    r"\bhands? off\b|\boff[- ]limits\b"
    r"|\b(?:is|are|as|stays?|remains?|consider(?:ed)?|treat(?:ed)?)\s+(?:\w+\s+)?read[- ]only\b"
    r"|\bno (?:changes|edits|modifications) (?:\w+\s+){0,3}?(?:to|in)\b|只读"
)
_EMPHASIS = (
    r"(?:,?\s*(?:in any way|under (?:any|no) circumstances|ever|at any (?:point|time)|by (?:any means|accident)"
    r"|either),?)?"
)
_CHANGING = (
    r"(?:modif(?:y|ying)|chang(?:e|ing)|edit(?:ing)?|alter(?:ing)?|touch(?:ing)?|overwrit(?:e|ing)|updat(?:e|ing)"
    r"|rewrit(?:e|ing)|delet(?:e|ing)|remov(?:e|ing)|renam(?:e|ing)|mov(?:e|ing))"
)
_CHANGED = r"(?:modified|changed|edited|altered|touched|overwritten|updated|rewritten|deleted|removed|renamed|moved)"
_ACTIVE = re.compile(
    rf"(?:{_NOT}|\b(?:forbidden|prohibited|(?:not|n['’]t) (?:allowed|permitted))\s+to\b){_EMPHASIS}\s*(?:\w+ly\s+)?"
    rf"(?:{_CHANGING}\b|(?:修改|改动|更改|编辑|覆盖|删除|移动|变动|改|碰|动))",
    IGNORE,
)
"""A forbidden verb whose object is what stays."""
_UNCHANGED = re.compile(
    rf"\bn(?:o|['’])t to be {_CHANGED}\b|\b{_CHANGING}\b{GAP}\b(?:is|are)(?: strictly)?(?:n['’]t| not)?"
    rf" (?:forbidden|prohibited|allowed|permitted)\b|\bintact\b"
    rf"|\b(?:forbidden|prohibited|(?:not|n['’]t) (?:allowed|permitted))\s+to\s+{_CHANGING}\b"
    rf"|{NEGATED}{_EMPHASIS}\s*(?:be\s+)?(?:\w+ly\s+)?(?:{_CHANGING}|{_CHANGED})\b|(?:不要|不许|不得|不能|请勿|禁止)(?:碰|动)"
    rf"|{_READ_ONLY}|\b(?:without|avoid|refrain from|not to|(?:do|does|must|should|is|are)nt)\s+(?:be\s+)?(?:\w+ly\s+)?"
    rf"(?:modif(?:y|ying)|chang(?:e|ing)|edit(?:ing)?|alter(?:ing)?|touch(?:ing)?|overwrit(?:e|ing)|updat(?:e|ing)"
    rf"|rewrit(?:e|ing)|delet(?:e|ing)|remov(?:e|ing)|renam(?:e|ing)|mov(?:e|ing))\b|(?:别|勿)(?:改|动|碰|删)"
    rf"|{NEGATED}\s*(?:be\s+)?(?:\w+ly\s+)?(?:modif(?:y|ied)|change[ds]?|edit(?:ed)?|alter(?:ed)?|touch(?:ed)?"
    rf"|overwrit(?:e|ten)|update[ds]?|"
    rf"rewrit(?:e|ten)|delete[ds]?|remove[ds]?|rename[ds]?|moved?|修改|改动|更改|编辑|覆盖|删除|移动|变动|改)"
    rf"|\b(?:keep|leave|stays?|remains?|left|kept|preserve[ds]?|retain(?:ed)?)\b{GAP}\b(?:unchanged|untouched|intact"
    rf"|unmodified|identical|alone|"
    rf"as[- ]is|(?:exactly |just )?as (?:it|they) (?:is|are|was|were)|byte[- ]for[- ]byte|exactly as)\b"
    r"|\b(?:unchanged|untouched|unmodified)\b"
    rf"|\b(?:nothing|no (?:file|line|test|entry))\b{GAP}\b(?:may|should|must|can|is to"
    rf"|is allowed to)\s+be\s+(?:edited|changed|modified|touched|deleted|removed|renamed|added)"
    rf"|\b(?:neither|none)\b{GAP}\b(?:may|must|should|can)\s+be\s+(?:edited|changed|modified|touched|deleted|removed"
    rf"|renamed)"
    r"|保持(?:原样|不变|不动)|原样保留|不变|保留原样",
    IGNORE,
)
_ONLY = re.compile(
    rf"\bonly\s+(?:modify|change|edit|touch|update|write to|create|add)\b"
    r"|\b(?:modify|change|edit|touch|update)\s+only\s+(?:the\s+)?(?:files?\s+)?[`\"'“\w]*[./`]"
    rf"|\bonly\s+[^.;\n]?[`\"'“]?[\w/-]+\.\w+{GAP}\b(?:may|can|should|must)\s+be\s+(?:writ|delet|remov|renam|mov)\w*"
    rf"|\b(?:only|nothing but|solely)\b{GAP}\b(?:may|can|should|must|is allowed to"
    rf"|are allowed to)\s+(?:be\s+)?(?:chang|modif|edit|touch|differ|creat|add|updat)\w*"
    rf"|\b(?:no|nothing|any|not any)\s+(?:other|else|further|file|files)\b{GAP}\b(?:other than|besides"
    rf"|except(?: for)?|but|beyond|apart from)\b"
    rf"|\b(?:apart from|except(?: for)?|besides|other than|aside from)\b{GAP}\b(?:no|nothing"
    rf"|not any)\b{GAP}\b(?:chang|modif|edit|touch|creat|add|remov|delet)\w*"
    rf"|\b(?:apart from|except(?: for)?|besides|other than|aside from)\b{GAP}{NEGATED}\s*(?:add|create|chang|modif"
    rf"|edit|touch|delet|remov)\w*"
    rf"|\b(?:no|nothing)\s+(?:other|else)\b{GAP}\b(?:chang|modif|edit|touch|creat|add)\w*"
    r"|\bfiles? to modify\b|(?:只能|仅能?|仅允许|只允许|只可以?)(?:修改|改动|更改|新增|创建|编辑|改)"
    r"|除.{1,80}(?:以外|之外|外)[^。；]{0,20}(?:不得|不要|不能|不可)(?:修改|改动|更改|新增|改|动)?",
    IGNORE,
)
_FOLDER_CONTENTS = re.compile(
    r"\b(?:contain|hold|have|has|consist of|be|are|with)\w*\s+(?:exactly|only|just|nothing but)\b|\b(?:exactly"
    r"|only)\s+(?:the\s+|these\s+)?(?:following\s+)?"
    r"(?:\w+\s+)?(?:files|entries|folders)\b|\bnothing (?:else|but)\b|(?:只能|只|仅|正好|恰好)(?:有|包含|含|剩)",
    IGNORE,
)
_KEYED_PATH = re.compile(
    rf"\b(?:path|file|location|name)s?\b{GAP}\b(?:specified|given|named|stated|defined|listed)\s+(?:by|in|under"
    rf"|as)\s+(?:the\s+|each task's\s+)?"
    r"[\"'`“](?P<k>[\w.-]+)[\"'`”](?:\s+(?:key|field))?",
    IGNORE,
)
_WRITES = re.compile(r"\b(?:write|save|output|store|export|generate|produce)\b", IGNORE)


def example_block(c: Clause) -> Guess | None:
    """A code block that shows what an output looks like."""
    if c.unit.block is not Block.CODE and c.text.lstrip()[:1] not in ("{", "["):
        return None
    path = c.about()
    if not path:
        return None
    unique = nested_keys(c.text)
    if not unique:
        return None
    spans = tuple(c.span(c.start + start, c.start + end) for start, end in unique.values())
    names = tuple(unique)
    keys = Param(value=names[0] if len(names) == 1 else names, spans=spans)
    return guess(Family.SCHEMA, path | {"keys": keys}, "example_block")


MAX_NESTING = 24
"""Depth to which the keys of an example are told apart."""
_KEY_OR_BRACKET = re.compile(r"[\"'](?P<k>[\w .$\u3400-\u9fff-]+)[\"']\s*[:：]\s*|(?P<b>[][{}])")


def nested_keys(text: str) -> dict[str, tuple[int, int]]:
    """The keys of an example object that hold no further keys, dotted, `[]` behind one that holds a list of objects,
    each with the place of its last part: `{"a": {"b": 1}, "c": [{"d": 2}]}` has `a.b` and `c[].d`."""
    found: dict[str, tuple[int, int]] = {}
    parents: set[str] = set()
    open_: list[str] = []  # the prefix inside each open bracket
    last = ""  # the key whose value comes next
    behind = -1
    for match in _KEY_OR_BRACKET.finditer(text):
        prefix = open_[-1] if open_ else ""
        if match["k"] is not None:
            last, behind = prefix + match["k"], match.end()
            found.setdefault(last, match.span("k"))
            parents.add(re.sub(r"(?:\[\])+$", "", prefix.rstrip(".")))
        elif match["b"] in "{[":
            inside = last if match.start() == behind else prefix.rstrip(".")
            inside += "[]" if match["b"] == "[" and inside else ""
            open_.append(f"{inside}." if inside and match["b"] == "{" else inside)
            if len(open_) > MAX_NESTING:
                break
        elif open_:
            open_.pop()
    return {name: place for name, place in found.items() if name not in parents}


_SCOPE = re.compile(
    r"\b(?:under|to|in|inside|within|below)\s+(?:the\s+)?(?:folder\s+|directory\s+)?[`\"'“]?$|在\s*[`“]?$", IGNORE
)
"""What comes before the folder that a rule about changes holds for."""
_SPARED_PLACE = re.compile(
    r"\b(?:only|but|except(?: for)?|apart from|besides|other than|aside from|outside(?: of)?)\s+"
    r"(?:(?:the|new|any|what|is|files?|things?|everything)\s+)*(?:in|under|inside|within|below)\s+(?:the\s+)?(?:folder\s+|directory\s+)?[`\"'“]?$",
    IGNORE,
)
"""Before a folder in which changes are allowed."""
_BUT = re.compile(
    r"\b(?:except(?: for)?|but|apart from|besides|other than|outside(?: of)?|aside from)\s+"
    r"(?:the\s+|in\s+|(?:\w+\s+)?file\s+|folder\s+)*[`\"'“]?$|除了?\s*[`“]?$",
    IGNORE,
)
"""Before the first file that a rule about everything leaves out."""
_ALL = re.compile(r"\b(?:everything|anything|nothing|no(?:ne)?|all|any|every|other)\b|任何|所有|其他|其余|一切", IGNORE)
_INSIDE = re.compile(
    r"\b(?:else|rest|remainder|others?(?:\s+\w+)?|remaining\s+\w+)\s+(?:(?:that|which)\s+is\s+)?(?:in|of|inside|within)\s+"
    r"(?:the\s+|this\s+|that\s+|each\s+|its\s+)?(?:\w+\s+)?(?:files?|it|them|document|workbook|(?:work)?sheet|script|page"
    r"|table|config\w*|readme|module|text|report)\b"
    r"|\b(?:other|remaining|rest of the)\s+(?:\w+\s+)?(?:cells?|rows?|columns?|lines?|keys?|values?|fields?|settings?"
    r"|sections?|parts?|slides?|sheets?|contents?|entr(?:y|ies)|functions?|text|code|file)\b(?!s)"
    r"|其[他余](?:的)?(?:内容|部分|行|列|单元格|字段|设置|代码)|文件(?:中|里|内|的)+其[他余](?!文件)",
    IGNORE,
)
"""The rest of one file: what stays is inside of it, and no other file is spoken of."""
_OTHER_FILES = re.compile(
    r"\bother\s+(?:\w+\s+){0,2}?(?:files?|folders?|director(?:y|ies)|paths?)\b|\bfiles?\s+else\b"
    r"|\b(?:rest|remainder)\s+of\s+(?:the\s+|this\s+|your\s+)?(?:workspace|repo(?:sitory)?|project|folder|directory|tree"
    r"|code ?base|files)\b|其[他余](?:的|任何)?文件|别的文件",
    IGNORE,
)
_ELSE_AT_ALL = re.compile(r"\b(?:nothing|everything|anything|all)\s+else\b|\bthe rest\b|其[他余]", IGNORE)
_NOTHING_ELSE = re.compile(r"\bnothing\s+else\b|(?:\bnot?\b|n['’]?t\b)[^.;]{0,40}\banything\s+else\b", IGNORE)
_CLOSES = re.compile(r"\W*(?:and\s+)?(?:nothing|no other files?|not\s+anything)(?:\s+else)?\W*", IGNORE)
"""A clause that only closes the list of what is to be written."""
_NOTHING_MORE = re.compile(
    r"\b(?:write|create|add|change|modify|edit|touch|update|delete|remove)\s+(?:nothing|no)\s+(?:else|other files?)\b"
    rf"|{NEGATED}\s*(?:create|add|write|produce|leave|generate|创建|新建|新增|生成|添加)\s*(?:behind\s+)?(?:any\s+|任何)?"
    r"(?:(?:other|further|additional|extra|more)\s+files?|其[他余]文件)",
    IGNORE,
)
"""An order that forbids every other file."""
_WORK = re.compile(
    r"(?:^|[.;:,]\s|\b(?:and|then|also|please|to)\s)\W*(?:\d+[.)]\s*)?(?:please\s+)?"
    r"(?:fix|repair|refactor|implement|rename|move|migrate|upgrade|bump|install|change|update|modify|edit|adjust|rewrite"
    r"|clean up|delete|remove|copy|set up|configure|build|run|execute|solve|resolve|reformat|translate|replace)\s+"
    r"(?!nothing\b|no\b|only\b)(?P<what>[^.;:,]*)"
    r"|(?:修复|修改|更新|重构|实现|重命名|移动|删除|安装|运行|执行|替换|调整)",
    IGNORE,
)
_OWN_WORK = re.compile(
    r"(?:(?:the|all|any|every|each|its|their|this|these)\s+)*(?:\w+\s+){0,2}?(?:it|them|files?|report|summary|list|table|result|output"
    r"|columns?|rows?|lines?|cells?|headings?|sections?|sheets?|fields?|keys?|titles?|paragraphs?|entr(?:y|ies)|duplicates?)\b",
    IGNORE,
)
"""What is done to the files that are written or edited anyway."""


def only_changes(c: Clause) -> Guess | None:
    """What alone may change."""
    inside = _rest_of_one(c)
    if inside is not None:
        return inside
    stays = c.find(_UNCHANGED) is not None
    if not stays and c.find(_ONLY) is None and not _all_other(c, stays):
        return None
    spared = [m for m in c.paths if _BUT.search(c.source.text, max(c.start, m.at - 40), m.at)]
    if not (c.find(_ONLY) is not None or (spared and stays and c.find(_ALL) is not None) or _all_other(c, stays)):
        return None
    first = spared[0].at if spared and stays else c.start
    named = [m for m in c.paths if m.at >= first and not _is_scope(c, m)]
    listed = c.paths_param(named)
    others = c.find(_ELSE_AT_ALL) is not None or c.find(_OTHER_FILES) is not None
    if not named:
        listed = c.several()
    every = _all_other(c, stays)
    if others or (listed and not named) or every:
        explicit = bool(listed) and (bool(spared) or not every)
        listed = _with_work(c, named, explicit)
    if not listed:
        return guess(Family.ONLY_CHANGES, c.about() if every else {}, "only_changes")
    return guess(Family.ONLY_CHANGES, {"allowed": listed["path"]}, "all_other" if every else "only_changes")


def _rest_of_one(c: Clause) -> Guess | None:
    """ "Everything else in `a.toml` stays": a demand on the inside of a file, which bounds no other file."""
    if c.find(_UNCHANGED) is None and c.find(_ONLY) is None:
        return None
    files = [m for m in c.paths if not is_folder(m.path) and _ELSE_IN.search(c.source.text, c.start, m.at)]
    if files:
        return guess(Family.ONLY_CHANGES, {"path": files[0].param(c.source)}, "only_changes")
    inside = c.find(_INSIDE)
    if inside is None or _OTHER_FILES.search(inside.group()):
        return None
    return guess(Family.ONLY_CHANGES, c.about(), "only_changes")


_ELSE_IN = re.compile(
    r"\b(?:else|rest|remainder|others?(?:\s+\w+)?)\s+(?:in|of|inside|within)\s+(?:the\s+)?(?:file\s+)?[`\"'“]?$", IGNORE
)


def _all_other(c: Clause, stays: bool) -> bool:
    """Whether the clause keeps every other file as it is."""
    if _CLOSES.fullmatch(c.text):
        before = c.files.within(c.unit.body.start, c.start)
        between = c.source.text[before[-1].literals[-1].end : c.start] if before else ""
        return bool(before) and before[-1].role is Role.WRITTEN and not re.search(r"[^\W_]{4,}", between)
    if c.find(_NOTHING_MORE) is not None:
        return True
    return stays and (c.find(_OTHER_FILES) is not None or c.find(_ELSE_AT_ALL) is not None)


def _is_scope(c: Clause, mention: Mention) -> bool:
    """Whether a folder is where the rule holds, and not what it allows."""
    if not is_folder(mention.path):
        return False
    text, start = c.source.text, max(c.start, mention.at - 60)
    return _SCOPE.search(text, start, mention.at) is not None and not _SPARED_PLACE.search(text, start, mention.at)


def _with_work(c: Clause, named: Sequence[Mention], explicit: bool) -> dict[str, Param]:
    """The files named besides what the source orders anyway; nothing where it may order more than it names.

    Without a word for files, "everything else" can mean the inside of a file, and so can "nothing else" where one is
    edited.
    """
    if not explicit and _orders_unnamed(c.files):
        return {}
    scoped = any(_is_scope(c, m) for m in c.paths)
    edits = any(m.role is Role.EDITED for m in c.files.mentions) or c.find(_NOTHING_ELSE) is None
    if not explicit and edits and not scoped and not _CLOSES.fullmatch(c.text) and c.find(_OTHER_FILES) is None:
        return {}
    unique = {m.path: m for m in (*c.files.worked_on, *_taken_away(c.files), *named)}
    return c.paths_param(sorted(unique.values(), key=lambda m: m.at))


def _taken_away(files: Files) -> list[Mention]:
    """Files that the source orders to delete or to move, with those that are enumerated behind one."""
    text = files.source.text
    found: list[Mention] = []
    last: Mention | None = None
    for mention in files.mentions:
        goes = _ABSENT_VERB.search(clause_before(text, mention.unit.body.start, mention.at)) is not None
        goes = goes or _FROM_PLACE.search(text, mention.unit.body.start, mention.at) is not None
        if not goes and last is not None and last.unit is mention.unit:
            goes = _ENUMERATES.fullmatch(text[last.literals[-1].end : mention.at]) is not None
        last = mention if goes else None
        if goes:
            found.append(mention)
    return found


_FROM_PLACE = re.compile(r"\b(?:move|rename)\s+(?:the\s+)?(?:file\s+|folder\s+)?[`\"'“]?$", IGNORE)


def _orders_unnamed(files: Files) -> bool:
    """Whether the source orders work on files that it describes and does not name."""
    for unit in files.prose:
        said = files.source.text[unit.body.start : unit.body.end]
        work = _WORK.search(said)
        if work is None or _UNCHANGED.search(said) or (work["what"] and _OWN_WORK.match(work["what"])):
            continue
        here = files.within(unit.body.start, unit.body.end)
        if not any(
            m.role >= Role.EDITED or _ABSENT_VERB.search(files.source.text, m.unit.body.start, m.at) for m in here
        ):
            return True
    return False


_RELATIVE = re.compile(r"\W*(?:which|it|that|they|and it|both of which)\b", IGNORE)
_ONLY_THESE = re.compile(r"[,，;—–]\s*(?:but\s+)?(?:only|just)\s+(?:in\s+|the\s+)?(?:file\s+)?[`\"'“]?$", IGNORE)
"""Before what a prohibition leaves free: "don't edit tests, only `a.py`"."""
_PART = re.compile(
    r"(?:^|\s)(?!(?:files?|contents?|anything|everything|nothing|any|all|none|one|both|neither|copy|copies)\s)"
    r"(?:[\w-]+|[`\"“][^`\"”]*[`\"”])\s+(?:of|in|from|inside|within|on)\s+(?:the\s+)?(?:\w+\s+)?(?:file\s+)?[`\"'“]?$"
    r"|^\W*(?:in|of)\s+(?:the\s+)?(?:file\s+)?[`\"'“]?$",
    IGNORE,
)
"""Before a file of which a part is spoken of: "the order of the rows in `a.csv`"."""
_PART_AFTER = re.compile(r"[`\"'”]?(?:['’]s\s+\w|\s*(?:中|里)?的(?!内容|文件|全部))")
_ANAPHOR = re.compile(
    r"\s+(?:it|them|this|that|these|those|either|both|any of (?:it|them)"
    r"|(?:the|this|that|these|those|either|any) (?:\w+ )?files?)\b|\W*$|\W*(?:它|该文件|其)",
    IGNORE,
)
"""The object of a verb is what was named before it."""


def _stays_whole(c: Clause, mention: Mention) -> bool:
    """Whether it is the file that stays, and neither a part of it nor what the clause orders to write."""
    text, at = c.source.text, mention.at
    ordered = not is_folder(mention.path) and c.files.role_of(mention.path) >= Role.EDITED
    if mention.role >= Role.EDITED or (ordered and c.find(_REMOVES_ONLY) is None):
        return False
    if _ONLY_THESE.search(text, max(c.start, at - 30), at):
        return False
    if _PART_AFTER.match(text, mention.literals[-1].end, c.end):
        return False
    forbidden = c.find(_ACTIVE)
    if forbidden is not None and at < forbidden.start():
        return _ANAPHOR.match(text, forbidden.end(), c.end) is not None
    begin = forbidden.end() if forbidden is not None else c.start
    return is_folder(mention.path) or _PART.search(text[begin:at]) is None


_SET_TO = re.compile(r"[`\"'”]\s+(?:to|into|by)\s+[`\"'“\d]", IGNORE)
_OF_ITSELF = re.compile(r"\bnever\s+(?:changes|updates|moves|edits|modifies|renames)\b", IGNORE)
"""What is told of a thing, not asked of the agent."""
_REMOVES_ONLY = re.compile(r"\b(?:delet|remov|drop|renam|mov)\w*\b|删除|移除|移动|重命名", IGNORE)
_HURRIED = re.compile(
    rf"{_READ_ONLY}|\bintact\b|\b(?:do|does|must|should|is|are)nt\b|\bwithout\b|(?:别|勿)(?:改|动|碰|删)", IGNORE
)


def unchanged(c: Clause) -> Guess | None:
    """What must stay as it is."""
    if c.find(_UNCHANGED) is None or c.find(_OF_ITSELF) is not None:
        return None
    kept = [m for m in c.subjects if _stays_whole(c, m)]
    if c.subjects and not kept:
        return None
    marked = c.literals()
    params = c.paths_param(kept) or c.several()
    if not params and not marked:
        before = c.files.within(c.unit.body.start, c.start)
        params = {"path": before[-1].param(c.source)} if before and _RELATIVE.match(c.text) else {}
    if not params and marked:
        if c.find(_SET_TO) is not None or c.find(_REMOVES_ONLY) is not None:
            return None
        params = {"text": c.listed(marked)}
    rule = "hands_off" if "path" in params and c.find(_HURRIED) is not None else "unchanged"
    return guess(Family.UNCHANGED, params, rule)


def absent(c: Clause) -> Guess | None:
    """Files that must not be there."""
    gone = [mention for mention in c.subjects if _is_removed(c, mention)]
    if not gone:
        return None
    at = c.subjects.index(gone[0])
    listed = [gone[0]]
    for mention in c.subjects[at + 1 :]:
        between = c.source.text[listed[-1].literals[-1].end : mention.at]
        if mention in gone or _ENUMERATES.fullmatch(between):
            listed.append(mention)
        else:
            break
    if _ABSENT_STATE.search(c.source.text, gone[0].literals[0].end, c.end):  # "a, b and c must be gone"
        listed = [*c.subjects[:at], *listed]
    return guess(Family.PATH_ABSENT, c.paths_param(listed), "absent")


_ENUMERATES = re.compile(
    r"[`\"'”’]*\s*(?:,|，|、|and|or|nor|as well as|和|及|以及|与|或)[\s,]*(?:and\s+|or\s+)?(?:the\s+)?"
    r"(?:file\s+|folder\s+)?[`\"'“‘]*",
    IGNORE,
)
"""Between two names of one enumeration."""


def _is_removed(c: Clause, mention: Mention) -> bool:
    """Whether the clause orders the file away: deletes it, or forbids to create it."""
    if is_template(mention.path):
        return False
    last = mention.literals[0]
    before = clause_before(c.source.text, c.start, last.start)
    after = c.source.text[last.end : c.end]
    removed = _ABSENT_VERB.search(before)
    if removed is not None and _KEPT.search(before, 0, removed.start()):
        return False
    if not (removed or _ABSENT_STATE.search(after[:80]) or _NOT_CREATED.search(before)):
        return False
    return is_folder(mention.path) or not re.match(r"[`\"'”]?\s*(?:from|in|and replace)\b", after)


_KEPT = re.compile(rf"{_NOT}\s*(?:\w+\s+){{0,3}}$", IGNORE)
"""Before a verb of removal that is forbidden."""
_NOT_CREATED = re.compile(
    rf"{_NOT}\s*(?:create|add|leave|generate|write|新建|创建|生成)\s+(?:the\s+|a\s+|any\s+)?(?:file\s+"
    rf"|folder\s+)?[`\"'“]?$",
    IGNORE,
)


_MOVE = re.compile(r"\bmove\b[^.;]{0,80}?\bfrom\b|移动", IGNORE)


def moved_away(c: Clause) -> Guess | None:
    """The lead-in of a list of files to be moved: they are gone from where they were."""
    if c.find(_MOVE) is None:
        return None
    folders = [m for m in c.paths if is_folder(m.path) and "/" in m.path]
    below = [m for m in c.files.led_by(c.unit) if m.role is Role.WRITTEN]
    if len(folders) != 2 or not below:
        return None
    origin = folders[0].literals[0]
    values = tuple(f"{origin.value.rstrip('/')}/{m.literals[0].value}" for m in below)
    spans = tuple(c.span(m.literals[0].start, m.literals[0].end) for m in below)
    return guess(
        Family.PATH_ABSENT,
        {"path": Param(value=values, spans=(*spans, c.span(origin.start, origin.end)))},
        "moved_away",
    )


def exists(c: Clause) -> Guess | None:
    """A file that must be there."""
    carried = _carried(c)
    if carried is not None:
        return carried
    states = c.find(_EXISTS)
    for mention in c.subjects:
        if is_template(mention.path) or mention.path.startswith("http") or mention.choice:
            continue
        if mention.role is Role.WRITTEN or states:
            return guess(Family.PATH_EXISTS, {"path": mention.param(c.source)}, "exists")
    return None


_CARRY = re.compile(r"\b(?:move|copy)\s+(?:the\s+)?(?:file\s+)?[`\"'“]?$", IGNORE)
_CARRY_TO = re.compile(r"[`\"'”]?\s+(?:in)?to\s+(?:the\s+)?(?P<f>(?:folder|directory)\s+)?[`\"'“]?", IGNORE)


def _carried(c: Clause) -> Guess | None:
    """ "Copy `a/x.txt` to `out/`": the file is there under its own name, or under the one that is given."""
    text = c.source.text
    for origin, goal in itertools.pairwise(c.paths):
        before = clause_before(text, c.start, origin.at)
        order = _CARRY.search(before)
        between = _CARRY_TO.fullmatch(text[origin.literals[-1].end : goal.at])
        if order is None or between is None or _KEPT.search(before, 0, order.start()):
            continue
        if is_template(origin.path) or is_template(goal.path) or goal.choice:
            continue
        if not goal.path.endswith("/") and not between["f"]:
            return guess(Family.PATH_EXISTS, {"path": goal.param(c.source)}, "exists")
        name, folder = origin.literals[0], goal.literals[0]
        path = f"{goal.path.rstrip('/')}/{origin.path.rstrip('/').rsplit('/', 1)[-1]}"
        spans = (c.span(name.start, name.end), c.span(folder.start, folder.end))
        return guess(Family.PATH_EXISTS, {"path": Param(value=path, spans=spans)}, "exists")
    return None


def keyed_path(c: Clause) -> Guess | None:
    """A file whose path stands in a field of a visible JSON file."""
    match = c.find(_KEYED_PATH)
    if match is None or c.find(_WRITES) is None:
        return None
    files = [mention for mention in c.files.within(0, c.end) if mention.path.endswith(".json")]
    if not files:
        return None
    return guess(Family.PATH_EXISTS, {"path": files[-1].param(c.source), "field": c.param(match, "k")}, "keyed_path")


def folder_contents(c: Clause) -> Guess | None:
    """What a folder holds and nothing else."""
    if c.find(_FOLDER_CONTENTS) is None:
        return None
    folders = [mention for mention in c.subjects if is_folder(mention.path) and "/" in mention.path]
    if len(folders) != 1:
        return None
    start = folders[0].literals[0].start
    listed = [item for item in c.quotes() if item.start != start and re.fullmatch(r"[^\s/]+", item.value)]
    listed = [item for item in listed if item.start > start or "." in item.value]
    params = {"path": folders[0].param(c.source)}
    if not listed:
        bare = [m.literals[0] for m in c.paths if m.at > start]
        listed = [item for item in bare if re.fullmatch(r"[^\s/]+", item.value)]
    if not listed and c.search(_THOSE):
        listed = _listed_before(c)
    if listed:
        params["allowed"] = c.listed(listed)
    return guess(Family.DIR_CONTENTS, params, "folder_contents")


_THOSE = re.compile(r"\b(?:these|those|the)\s+(?:\w+\s+)?files\b|上述|这些|以上", IGNORE)


def _listed_before(c: Clause) -> list[Literal]:
    """Names of the list or table that stands before the clause: its items' first literals."""
    found: dict[str, Literal] = {}
    group = None
    for mention in reversed(c.files.within(0, c.start)):
        if mention.unit.block is Block.SENTENCE or (group is not None and mention.unit.group != group):
            if group is not None:
                break
            continue
        if mention.unit.group == c.unit.group:
            continue
        group = mention.unit.group
        name = mention.literals[0]
        if "/" not in name.value:
            found[name.value] = name
    return sorted(found.values(), key=lambda item: item.start)


_VALID = re.compile(
    r"\b(?:valid|well-formed|parseable|parsable|proper|legal)\s+(?:\w+\s+)?(?P<v>JSON Lines|JSONL|JSON|CSV|TSV|YAML"
    r"|XML|TOML|HTML|xlsx|docx|pptx|PDF|PNG|JPE?G|\.\w{2,5}|"
    r"Excel|Word|PowerPoint)\b|\b(?:be|as|is|in|a|an)\s+(?:a\s+|an\s+)?(?P<v2>JSON|CSV|TSV|YAML|XML|PDF|PNG|JPE?G"
    r"|TOML|Word|Excel|PowerPoint)\s+(?:file|format|document|image|workbook|presentation)\b"
    r"|(?:合法|有效|标准)的?\s*(?P<v3>JSON|CSV|TSV|YAML|XML|PDF|PNG|xlsx)",
    IGNORE,
)


def validity(c: Clause) -> Guess | None:
    """A valid file of a format."""
    match = c.find(_VALID)
    params = c.about()
    if match is None or not params:
        return None
    group = next(name for name in ("v", "v2", "v3") if match[name])
    return guess(Family.FORMAT_VALID, params | {"value": c.param(match, group)}, "validity")
