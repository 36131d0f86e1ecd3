"""Rules about what an agent must leave alone: what must stay, and what alone may change."""

from __future__ import annotations

import re
from collections.abc import Sequence

from specharness.compile.local.artifacts import Files, Mention
from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.literals import Literal, is_folder
from specharness.compile.local.roles import Role, clause_before
from specharness.compile.local.rules.base import FORBIDDING, GAP, IGNORE, NEGATED, guess
from specharness.compile.local.rules.files import ABSENT_VERB, ENUMERATES
from specharness.ir import Family, Param

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
    rf"(?:{FORBIDDING}|\b(?:forbidden|prohibited|(?:not|n['’]t) (?:allowed|permitted))\s+to\b)"
    rf"{_EMPHASIS}\s*(?:\w+ly\s+)?"
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
    rf"|\b(?:modify|change|edit|touch|update|alter)\s+(?:nothing|no (?:other )?files?)\s+"
    rf"(?:but|except(?: for)?|besides|other than|apart from|outside(?: of)?)\b"
    r"|\b(?:modify|change|edit|touch|update)\s+only\s+(?:the\s+)?(?:files?\s+)?[`\"'“\w]*[./`]"
    rf"|\bonly\s+[^.;\n]?[`\"'“]?[\w/-]+\.\w+{GAP}\b(?:may|can|should|must)\s+be\s+(?:writ|delet|remov|renam|mov)\w*"
    rf"|\b(?:only|nothing but|solely)\b{GAP}\b(?:may|can|should|must|is allowed to"
    rf"|are allowed to)\s+(?:be\s+)?(?:chang|modif|edit|touch|differ|creat|add|updat)\w*"
    rf"|\b(?:no|nothing|any|not any)\s+(?:other|else|further|file|files)\b{GAP}\b(?:other than|besides"
    rf"|except(?: for)?|but|beyond|apart from|outside(?: of)?)\b"
    rf"|\b(?:apart from|except(?: for)?|besides|other than|aside from)\b{GAP}\b(?:no|nothing"
    rf"|not any)\b{GAP}\b(?:chang|modif|edit|touch|creat|add|remov|delet)\w*"
    rf"|\b(?:apart from|except(?: for)?|besides|other than|aside from)\b{GAP}{NEGATED}\s*(?:add|create|chang|modif"
    rf"|edit|touch|delet|remov)\w*"
    rf"|\b(?:no|nothing)\s+(?:other|else)\b{GAP}\b(?:chang|modif|edit|touch|creat|add)\w*"
    r"|\bfiles? to modify\b|(?:只能|仅能?|仅允许|只允许|只可以?)(?:修改|改动|更改|新增|创建|编辑|改)"
    r"|除.{1,80}(?:以外|之外|外)[^。；]{0,20}(?:不得|不要|不能|不可)(?:修改|改动|更改|新增|改|动)?",
    IGNORE,
)


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
    folders = called_folders(c)
    if folders and _SPARES.search(c.source.text, c.start, folders[0].start):
        return guess(Family.ONLY_CHANGES, {"allowed": c.listed(folders)}, "only_changes")
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


_SPARES = re.compile(
    r"\b(?:only|but|except(?: for)?|apart from|besides|other than|aside from|outside(?: of)?)\b[^.;`]{0,40}`$", IGNORE
)
_BARE_FOLDER = r"`[\w-]{1,60}`"
_FOLDERS = re.compile(
    rf"{_BARE_FOLDER}\s+(?:folder|directory)\b|\b(?:folder|directory)\s+(?:(?:called|named)\s+)?{_BARE_FOLDER}"
    rf"|(?:{_BARE_FOLDER}(?:,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+)){{1,8}}{_BARE_FOLDER}\s+(?:folders|directories)\b"
    rf"|\b(?:files?|anything|everything|nothing)\s+(?:in|under|inside|outside|within|below)\s+(?:the\s+)?{_BARE_FOLDER}",
    IGNORE,
)
"""Folders that are named without a slash, in code: the text calls them so, or speaks of the files in them."""
_BEFORE_FOLDER = re.compile(
    rf"(?:^\W*|\b(?:{_CHANGING}|only|keep|leave|preserve|off|but|except|besides|than|from|for|outside)\s+)"
    r"(?:(?:the|any|all|every|each|of|or|delete|remove|rename|move|files?|anything|everything|nothing|contents?|folders?"
    r"|director(?:y|ies)|in|under|inside|within|below|outside|called|named)\s+)*$",
    IGNORE,
)
_AFTER_FOLDER = re.compile(
    r"\s*(?:folders?|director(?:y|ies))?(?:\W*$|\s*[.,;:!)]|\s+(?:must|should|shall|has\s+to|have\s+to|may|can|needs?\s+to"
    r"|is|are|stays?|remains?|as|alone|unchanged|untouched|unmodified|intact|exactly|and|or|either)\b)"
    r"(?!.*\b(?:that|which|whose|except|without|unless|but)\b)",
    IGNORE,
)
"""Nothing of a clause narrows the folders that it names."""


def called_folders(c: Clause) -> list[Literal]:
    """Folders that a clause names by a bare name, where it speaks of all that is in them."""
    match = c.find(_FOLDERS)
    if match is None or c.paths:
        return []
    found = [Literal(one, at, end) for one, at, end in c.quotes(match.start(), match.end())]
    if not found or len(found) < len(c.quotes()):
        return []
    before, after = c.source.text[c.start : found[0].start - 1], c.source.text[found[-1].end + 1 : c.end]
    return found if _BEFORE_FOLDER.search(before) and _AFTER_FOLDER.match(after) else []


_NONE_AT_ALL = re.compile(
    r"\W*(?:\d+[.)]\s*)?(?:please\s+|also\s+)?(?:do\s+not|don['’]?t|never|(?:you\s+)?must\s+not)\s+"
    r"(?:(?P<makes>create|add|write|generate)|(?P<takes>delete|remove)|(?P<edits>modify|change|edit|overwrite|touch))\s+"
    r"(?:(?:any|a|the)\s+)?(?P<new>new\s+)?(?P<old>existing\s+)?files?\W*"
    r"|\W*(?:and\s+)?no\s+(?P<new2>new\s+)?(?P<old2>existing\s+)?files?\s+(?:may|must|should)\s+be\s+"
    r"(?:(?P<made>created|added)|(?P<taken>deleted|removed)|(?P<edited>modified|changed|edited|overwritten))\W*",
    IGNORE,
)
"""No file at all may come, none may go, or none that is there may change: said without a word more."""


def none_at_all(c: Clause) -> Guess | None:
    """What forbids a kind of change for every file; what the source orders otherwise is left free."""
    match = _NONE_AT_ALL.fullmatch(c.text)
    if match is None or ((match["edits"] or match["edited"]) and not (match["old"] or match["old2"])):
        return None
    if _orders_unnamed(c.files):
        return None
    free = _taken_away(c.files) if match["takes"] or match["taken"] else [*c.files.worked_on, *_taken_away(c.files)]
    listed = c.paths_param(sorted({m.path: m for m in free}.values(), key=lambda m: m.at))
    return guess(Family.ONLY_CHANGES, {"allowed": listed["path"]} if listed else {}, "none_at_all")


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
        goes = ABSENT_VERB.search(clause_before(text, mention.unit.body.start, mention.at)) is not None
        goes = goes or _FROM_PLACE.search(text, mention.unit.body.start, mention.at) is not None
        if not goes and last is not None and last.unit is mention.unit:
            goes = ENUMERATES.fullmatch(text[last.literals[-1].end : mention.at]) is not None
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
            m.role >= Role.EDITED or ABSENT_VERB.search(files.source.text, m.unit.body.start, m.at) for m in here
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
    folders = called_folders(c)
    if folders:
        return guess(Family.UNCHANGED, {"path": c.listed(folders)}, "hands_off")
    if not params and not marked:
        before = c.files.within(c.unit.body.start, c.start)
        params = {"path": before[-1].param(c.source)} if before and _RELATIVE.match(c.text) else {}
    if not params and marked:
        if c.find(_SET_TO) is not None or c.find(_REMOVES_ONLY) is not None:
            return None
        params = {"text": c.listed(marked)}
    rule = "hands_off" if "path" in params and c.find(_HURRIED) is not None else "unchanged"
    return guess(Family.UNCHANGED, params, rule)
