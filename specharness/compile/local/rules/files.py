"""Rules about files: what must be there, what must be gone, what must stay, what alone may change."""

from __future__ import annotations

import re

from specharness.compile.local.artifacts import Role, clause_before
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
_UNCHANGED = re.compile(
    rf"{NEGATED}\s*(?:be\s+)?(?:\w+ly\s+)?(?:modif(?:y|ied)|change[ds]?|edit(?:ed)?|alter(?:ed)?|touch(?:ed)?"
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
    rf"|\b(?:only|nothing but|solely)\b{GAP}\b(?:may|can|should|must|is allowed to"
    rf"|are allowed to)\s+(?:be\s+)?(?:chang|modif|edit|touch|differ|creat|add|updat)\w*"
    rf"|\b(?:no|nothing|any|not any)\s+(?:other|else|further|file|files)\b{GAP}\b(?:other than|besides"
    rf"|except(?: for)?|but|beyond|apart from)\b"
    rf"|\b(?:apart from|except(?: for)?|besides|other than|aside from)\b{GAP}\b(?:no|nothing"
    rf"|not any)\b{GAP}\b(?:chang|modif|edit|touch|creat|add|remov|delet)\w*"
    rf"|\b(?:apart from|except(?: for)?|besides|other than|aside from)\b{GAP}{NEGATED}\s*(?:add|create|chang|modif"
    rf"|edit|touch|delet|remov)\w*"
    rf"|\b(?:no|nothing)\s+(?:other|else)\b{GAP}\b(?:chang|modif|edit|touch|creat|add)\w*"
    r"|\bfiles? to modify\b|(?:只能|仅能?|只允许|只可)(?:修改|改动|更改|新增|创建|编辑|改)|除.{1,80}(?:以外|之外"
    r"|外)[^。；]{0,20}(?:不得|不要|不能|不可)(?:修改|改动|更改|新增|改|动)?",
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
    path = c.about()
    if not path or not (c.unit.block is Block.CODE or c.text.lstrip()[:1] in ("{", "[")):
        return None
    unique: dict[str, Literal] = {}
    for match in re.finditer(r"[\"']([\w .$\u3400-\u9fff-]+)[\"']\s*[:：]", c.text):
        unique.setdefault(match[1], Literal(match[1], match.start(1) + c.start, match.end(1) + c.start))
    if not unique:
        return None
    return guess(Family.SCHEMA, path | {"keys": c.listed(list(unique.values()))}, "example_block")


_DELETED = re.compile(r"\bdeleted\b|被删除的", IGNORE)
_SCOPE = re.compile(r"\b(?:under|to|inside|within|below)\s+[`\"'“]?$|在\s*[`“]?$", IGNORE)
"""What comes before the folder that a rule about changes holds for."""


_BUT = re.compile(
    r"\b(?:except(?: for)?|but|apart from|besides|other than|outside(?: of)?|aside from)\s+"
    r"(?:the\s+|in\s+|file\s+|folder\s+)*[`\"'“]?$|除了?\s*[`“]?$",
    IGNORE,
)
"""Before the first file that a rule about everything leaves out."""
_ALL = re.compile(r"\b(?:everything|anything|nothing|no(?:ne)?|all|any|every|other)\b|任何|所有|其他|其余|一切", IGNORE)


def only_changes(c: Clause) -> Guess | None:
    """What alone may change."""
    spared = [m.at for m in c.paths if _BUT.search(c.source.text, max(c.start, m.at - 30), m.at)]
    if spared and c.find(_UNCHANGED) is not None and c.find(_ALL) is not None:
        listed = c.paths_param([m for m in c.paths if m.at >= spared[0]])
        return guess(Family.ONLY_CHANGES, {"allowed": listed["path"]}, "only_changes")
    if c.find(_ONLY) is None:
        return None
    text = c.source.text
    allowed = [m for m in c.paths if not _SCOPE.search(text, max(c.start, m.at - 20), m.at)]
    if _DELETED.search(c.text):
        allowed += [m for m in c.files.mentions if _ABSENT_VERB.search(clause_before(text, m.unit.body.start, m.at))]
    listed = c.paths_param(allowed) or c.several()
    if not c.paths and allowed:
        listed = c.paths_param([*(c.files.first(path) for path in c.files.written), *allowed])
    return guess(Family.ONLY_CHANGES, {"allowed": listed["path"]} if listed else {}, "only_changes")


_RELATIVE = re.compile(r"\W*(?:which|it|that|they|and it|both of which)\b", IGNORE)
_ELSE = re.compile(
    r"\beverything else\b|\ball else\b|\bthe rest\b|\bother (?:content|cells|parts|slides|sheets)\b|其他|其余", IGNORE
)


def unchanged(c: Clause) -> Guess | None:
    """What must stay as it is."""
    match = c.find(_UNCHANGED)
    if match is None:
        return None
    if c.find(_ELSE) is not None:
        return guess(Family.ONLY_CHANGES, c.about(), "unchanged")
    marked = c.literals()
    params = c.all_paths()
    if not params and not marked:
        before = c.files.within(c.unit.body.start, c.start)
        params = {"path": before[-1].param(c.source)} if before and _RELATIVE.match(c.text) else {}
    if not params and marked:
        params = {"text": c.listed(marked)}
    return guess(Family.UNCHANGED, params, "unchanged")


def absent(c: Clause) -> Guess | None:
    """Files that must not be there."""
    for mention in c.subjects:
        last = mention.literals[0]
        before = clause_before(c.source.text, c.start, last.start)
        after = c.source.text[last.end : c.end]
        if is_template(mention.path):
            continue
        removed = _ABSENT_VERB.search(before)
        if removed is not None and _KEPT.search(before, 0, removed.start()):
            continue
        if removed or _ABSENT_STATE.search(after[:80]) or _NOT_CREATED.search(before):
            if re.match(r"[`\"'”]?\s*(?:from|in|and replace)\b", after) and not is_folder(mention.path):
                continue
            return guess(Family.PATH_ABSENT, c.all_paths(), "absent")
    return None


_KEPT = re.compile(rf"{NEGATED}\s*(?:\w+\s+)?$", IGNORE)
_NOT_CREATED = re.compile(
    rf"{NEGATED}\s*(?:create|add|leave|generate|write|新建|创建|生成)\s+(?:the\s+|a\s+|any\s+)?(?:file\s+"
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
    states = c.find(_EXISTS)
    for mention in c.subjects:
        if is_template(mention.path) or mention.path.startswith("http"):
            continue
        if mention.role is Role.WRITTEN or states:
            return guess(Family.PATH_EXISTS, {"path": mention.param(c.source)}, "exists")
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
    if not listed and _THOSE.search(c.text):
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
