"""Rules about files: what must be there, what must be gone, what a folder holds."""

from __future__ import annotations

import itertools
import re

from specharness.compile.local.artifacts import Mention
from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.handled import handled, of_code
from specharness.compile.local.literals import Literal, is_folder, is_template
from specharness.compile.local.roles import Role, clause_before
from specharness.compile.local.rules.base import FORBIDDING, GAP, IGNORE, NEGATED, guess
from specharness.ir import Block, Family, Param

_EXISTS = re.compile(
    r"\b(?:must|should|shall|has to|have to|needs? to)\s+(?:also\s+|still\s+)?(?:exist|be (?:present|created|there"
    r"|saved|written|stored|placed|kept)|(?:stay|remain) in place)\b"
    r"|必须存在|应存在|应当存在",
    IGNORE,
)
ABSENT_VERB = re.compile(
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


def absent(c: Clause) -> Guess | None:
    """Files that must not be there."""
    gone = [mention for mention in c.subjects if _is_removed(c, mention)]
    if not gone:
        return None
    at = c.subjects.index(gone[0])
    listed = [gone[0]]
    for mention in c.subjects[at + 1 :]:
        between = c.source.text[listed[-1].literals[-1].end : mention.at]
        if mention in gone or ENUMERATES.fullmatch(between):
            listed.append(mention)
        else:
            break
    if _ABSENT_STATE.search(c.source.text, gone[0].literals[0].end, c.end):  # "a, b and c must be gone"
        listed = [*c.subjects[:at], *listed]
    return guess(Family.PATH_ABSENT, c.paths_param(listed), "absent")


ENUMERATES = re.compile(
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
    removed = ABSENT_VERB.search(before)
    if removed is not None and _KEPT.search(before, 0, removed.start()):
        return False
    if not (removed or _ABSENT_STATE.search(after[:80]) or _NOT_CREATED.search(before)):
        return False
    return is_folder(mention.path) or not re.match(r"[`\"'”]?\s*(?:from|in|and replace)\b", after)


_KEPT = re.compile(rf"{FORBIDDING}\s*(?:\w+\s+){{0,3}}$", IGNORE)
"""Before a verb of removal that is forbidden."""
_NOT_CREATED = re.compile(
    rf"{FORBIDDING}\s*(?:create|add|leave|generate|write|新建|创建|生成)\s+(?:the\s+|a\s+|any\s+)?(?:file\s+"
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
    if match is None:
        return None
    group = next(name for name in ("v", "v2", "v3") if match[name])
    if handled(c.text[: match.start(group) - c.start]):
        return None
    behind = next((m for m in c.paths if m.at >= match.end()), None)
    named = behind is not None and _CALLED.fullmatch(c.source.text, match.end(), behind.at)
    params = {"path": behind.param(c.source)} if behind is not None and named else c.about()
    path = params["path"].value if "path" in params else None
    if not params or (isinstance(path, str) and of_code(path, match[group])):
        return None
    return guess(Family.FORMAT_VALID, params | {"value": c.param(match, group)}, "validity")


_CALLED = re.compile(r"\s*(?:\(|:)?\s*(?:(?:called|named|at|as|in)\s+)?[`\"'“*]*", re.IGNORECASE)
"""Between a file's kind and its name: "a YAML file called `a.yaml`"."""
