"""Frames and relations: what stays as it was, what alone may change, which artifacts agree, which tools are used."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import JsonValue

from specharness.ground.families.base import (
    FLAT,
    WORKBOOKS,
    Answer,
    Check,
    Claim,
    Grounded,
    Refusal,
    no_form,
    no_path,
    one,
)
from specharness.ground.families.calculated import numbers_or_values
from specharness.ground.families.content import placeholders
from specharness.ground.paths import ending, normalise
from specharness.ir import Reason, Source, Span


def unchanged(claim: Claim) -> Answer:
    """The named files are, byte for byte, as they were."""
    if not claim.paths:
        return no_path()
    if any(
        name in claim.direction.params for name in ("field", "column", "range", "sheet", "pattern", "text", "value")
    ):
        return no_form("a part of a file that must stay as it was")
    if _REMOVES.search(claim.text) and not _ALTERS.search(claim.text):
        return _kept(claim)
    return Grounded(
        tuple(Check("unchanged", {"path": path.rstrip("/")}, f"frame {path.rstrip('/')}") for path in claim.paths)
    )


_REMOVES = re.compile(r"\b(?:delet|remov|drop|get rid|renam|mov)\w*|删除|移除|删掉|移动|重命名", re.I)
_ALTERS = re.compile(
    r"\b(?:modif|chang|edit|alter|touch|overwrit|updat|rewrit|writ)\w*"
    r"|\b(?:unchanged|untouched|unmodified|intact|read[- ]only|alone|as[- ]is|as (?:it|they) (?:is|are|was|were)"
    r"|identical|preserv\w*|hands? off|off[- ]limits)\b"
    r"|修改|改动|更改|编辑|覆盖|变|原样|不动|只读|别动|碰",
    re.I,
)


def _kept(claim: Claim) -> Answer:
    """Not to delete a file leaves free what is in it: it has only to be there still."""
    checks = []
    for path in (path.rstrip("/") for path in claim.paths):
        host = claim.visible.resolve(path)
        if host is None or not host.exists():
            return no_form(f"{path} must not be deleted, and is not known to have been there")
        checks.append(Check("path_exists", {"path": path}, f"presence {path}"))
    return Grounded(tuple(checks))


def only_changes(claim: Claim) -> Answer:
    """Nothing but the named files and folders changes, besides what the specification orders to write."""
    if any(name in claim.direction.params for name in ("field", "column", "range", "sheet")):
        return no_form("a part of a file that alone may change")
    if _inside_of_one(claim.text):
        return no_form("the rest of one file must stay, which no comparison of files decides")
    allowed = claim.words("allowed")
    if not allowed:
        # "Change nothing but out.json" means the file; a path beside "everything else" means what is inside of it.
        allowed = claim.words("path")
        if not re.search(
            r"\b(?:file|files|folder|directory|repository|repo|workspace|project)\b|文件|目录", claim.text, re.I
        ):
            return no_form("whether files or the inside of one file must stay is not said")
    if not _reaches_all(claim, allowed):
        return no_form("what may change outside of a part of the workspace is not said")
    kinds = _kinds(claim.text)
    if not kinds:
        return no_form("which changes are bounded is not said")
    globs = [_glob(path) or _named_folder(claim, path) for path in allowed]
    absolute = not globs and _none_at_all(claim)
    if globs or absolute:
        made = (glob for path in claim.outputs if (glob := _glob(path) or _plain(path)) is not None)
        globs += [glob for glob in made if glob not in globs]
    if not (globs or absolute) or any(glob is None for glob in globs):
        return Refusal(Reason.PARAM_UNGROUNDED, "what may change is described, not named")
    params: dict[str, JsonValue] = {"allowed": [glob for glob in globs if glob]}
    if claim.workdir:
        params["root"] = claim.workdir
    return _bounded(params, kinds, existing=re.search(r"\bexisting\s+files?\b", claim.text, re.I) is not None)


def _bounded(params: dict[str, JsonValue], kinds: Sequence[str], *, existing: bool) -> Grounded:
    """The changes that are bounded. Who may not edit other files may hardly delete them or add to them either: what
    the words leave unsaid breaks nothing, and where it was done nothing is kept. New ones are no `existing` ones."""
    if len(kinds) == len(_KINDS):
        return one("only_changes", params, f"workspace {','.join(kinds)}")
    bounded: dict[str, JsonValue] = {**params, "kinds": [*kinds]}
    check = one("only_changes", bounded, f"workspace {','.join(kinds)}")
    unsaid: list[JsonValue] = [name for name, _ in _KINDS if name not in kinds and not (existing and name == "added")]
    if "edited" not in kinds or not unsaid:
        return check
    condition: JsonValue = {"validator": "only_changes", "params": {**params, "kinds": unsaid}}
    held: JsonValue = {"validator": "only_changes", "params": bounded}
    key = f"workspace {','.join(kinds)} where no other kind is"
    return Grounded((*check.checks, Check("combined", {"if": condition, "all": [held]}, key)))


_NONE_AT_ALL = re.compile(
    r"\W*(?:\d+[.)]\s*)?(?:please\s+|also\s+)?(?:do\s+not|don['’]?t|never|(?:you\s+)?must\s+not)\s+"
    r"(?:(?P<makes>create|add|write|generate)|(?P<takes>delete|remove)|(?P<edits>modify|change|edit|overwrite|touch))\s+"
    r"(?:(?:any|a|the)\s+)?(?:new\s+)?(?P<old>existing\s+)?files?\W*"
    r"|\W*(?:and\s+)?no\s+(?:new\s+)?(?P<old2>existing\s+)?files?\s+(?:may|must|should)\s+be\s+"
    r"(?:(?P<made>created|added)|(?P<taken>deleted|removed)|(?P<edited>modified|changed|edited|overwritten))\W*",
    re.I,
)
_MAKES = re.compile(
    r"\b(?:creat|add|writ|generat|sav|stor|export|output|produc|mak|copy|mov|renam|extract|download|build|convert|split"
    r"|draft|prepar|archiv|implement|install|unzip|put)\w*|创建|生成|保存|写入|新建|复制|移动|导出",
    re.I,
)


_WORKS = re.compile(
    rf"{_ALTERS.pattern}|{_REMOVES.pattern}|\b(?:set|fix|sort|append|insert|replac|clean|format)\w*", re.I
)


def _none_at_all(claim: Claim) -> bool:
    """Whether no file at all may come, none go, or none that is there change: said without a word more, and nothing
    else may order one that this direction does not name."""
    found = _NONE_AT_ALL.fullmatch(claim.text)
    if found is None or ((found["edits"] or found["edited"]) and not (found["old"] or found["old2"])):
        return False
    orders = _REMOVES if found["takes"] or found["taken"] else _MAKES if found["makes"] or found["made"] else _WORKS
    span = claim.spans[0]
    texts = (text for one in claim.sources.values() for text in _around(one, span if one.id == span.source else None))
    return not any(orders.search(text) for text in texts)


def _around(source: Source, span: Span | None) -> tuple[str, ...]:
    return (source.text,) if span is None else (source.text[: span.start], source.text[span.end :])


def _plain(path: str) -> str | None:
    """The path of an output that has neither a dot nor a slash: a folder."""
    return path if re.fullmatch(r"[\w-]{1,100}", path) is not None else None


_FOLDER_WORD = re.compile(
    r"\b(?:folder|directory|(?:files?|anything|everything|nothing)\s+(?:in|under|inside|outside))\b", re.I
)


def _named_folder(claim: Claim, path: str) -> str | None:
    """A folder that is named without a slash: the text calls it one, or it is one."""
    if _plain(path) is None:
        return None
    marked = re.search(rf"`{re.escape(path)}`", claim.text) is not None and _FOLDER_WORD.search(claim.text) is not None
    return f"{path}/**" if marked else None


_INSIDE = re.compile(
    r"\b(?:else|rest|remainder|others?(?:\s+\w+)?|remaining\s+\w+)\s+(?:(?:that|which)\s+is\s+)?(?:in|of|inside|within)\s+"
    r"(?:the\s+|this\s+|that\s+|each\s+|its\s+)?(?:\w+\s+)?(?:files?|it|them|document|workbook|(?:work)?sheet|script|page"
    r"|table|config\w*|readme|module|text|report|[`\"“']?[\w./~-]*\w\.\w{1,5})\b(?!/)"
    r"|\b(?:other|remaining)\s+(?:\w+\s+)?(?:cells?|rows?|columns?|lines?|keys?|values?|fields?|settings?|sections?|parts?"
    r"|slides?|sheets?|contents?|entr(?:y|ies)|functions?|text|code)\b|其[他余](?:的)?(?:内容|部分|行|列|单元格|字段|设置|代码)"
    r"|文件(?:中|里|内|的)+其[他余](?!文件)",
    re.I,
)
_FILES = re.compile(
    r"\bother\s+(?:\w+\s+){0,2}?(?:files?|folders?|director(?:y|ies))\b"
    r"|\b(?:rest|remainder)\s+of\s+(?:\w+\s+)?files\b",
    re.I,
)


def _inside_of_one(text: str) -> bool:
    """ "The rest of the file": what is inside of it stays, and other files are not spoken of."""
    found = _INSIDE.search(text)
    return found is not None and _FILES.search(found.group()) is None


_SCOPE = re.compile(
    r"(?:\b(?:under|to|in|inside|within|below)\s+(?:the\s+)?(?:folder\s+|directory\s+)?|在\s*)"
    r"[`\"'“]?(?P<path>(?:~|\.{1,2})?/?(?:[\w.-]+/)*[\w.-]*)",
    re.I,
)


_BARE_SCOPE = re.compile(r"\b(?:under|in|inside|within|below)\s+(?:the\s+)?(?:folder\s+|directory\s+)?`([\w-]+)`", re.I)


def _reaches_all(claim: Claim, allowed: Sequence[str]) -> bool:
    """Whether the rule holds for the whole workspace: a folder that it holds in is the top of what can be seen."""
    spared = {path.rstrip("/") for path in allowed}
    if any(match[1] not in spared for match in _BARE_SCOPE.finditer(claim.text)):
        return False
    for match in _SCOPE.finditer(claim.text):
        scope = match["path"].rstrip(".")
        if "/" not in scope or ending(scope) or scope.rstrip("/") in spared:
            continue
        scope = scope.rstrip("/") or "/"
        if scope in {"/", (claim.workdir or "/").rstrip("/") or "/"}:
            continue
        above = scope.rpartition("/")[0] or "/"
        if not scope.startswith(("/", "~")) or claim.visible.resolve(above) is not None:
            return False
    return True


_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("added", re.compile(r"\b(?:add|creat|new|leave|writ|generat)\w*\b|新建|创建|添加|新增|生成", re.I)),
    ("edited", re.compile(r"\b(?:edit|modif|updat|overwrit|alter|writ)\w*\b|修改|改动|编辑|更改", re.I)),
    ("removed", re.compile(r"\b(?:remov|delet)\w*\b|删除|移除", re.I)),
)
_ANY_KIND = re.compile(
    r"\b(?:nothing|only|everything|no other)\b[^;]*\b(?:chang|differ)\w*|\b(?:touch|differ)\w*\b|\beverything\b|变动"
    r"|\brest of the (?:workspace|repo|project|folder|directory|tree)\w*\b",
    re.I,
)
_CHANGE = re.compile(
    r"\bchang\w*\b|\b(?:unchanged|untouched|unmodified|intact|alone)\b|\bas (?:it|they) (?:is|are|was|were)\b"
    r"|不变|原样|不动|碰",
    re.I,
)
"""Changing files is editing or removing them; a file that is new has changed none."""
_NOTHING_ELSE = re.compile(r"\W*(?:and\s+)?nothing\s+else\s+(?:\w+\s+){1,3}chang\w+\W*", re.I)
"""Said without a word for files or folders: of what was there."""
_BARE = re.compile(r"\W*(?:and\s+)?(?:nothing|no other files?|not?\s+anything)(?:\s+else)?\W*", re.I)
"""What closes an order to write."""


def _kinds(text: str) -> tuple[str, ...]:
    """Which kinds of change the words bound: adding alone, editing alone, or any."""
    if _BARE.fullmatch(text):
        return ("added", "edited")
    if _NOTHING_ELSE.fullmatch(text):
        return ("edited", "removed")
    if _ANY_KIND.search(text):
        return tuple(name for name, _ in _KINDS)
    change = _CHANGE.search(text) is not None
    return tuple(name for name, pattern in _KINDS if pattern.search(text) or (change and name != "added"))


def _glob(path: str) -> str | None:
    text = normalise(path)
    if text is None or not re.fullmatch(r"[\w./*?\-~ ]+", text) or not re.search(r"[./*]", text):
        return None
    return f"{text}**" if text.endswith("/") else text


_COLUMNS = re.compile(r"\bcolumns?\b|\bheaders?\b|列", re.I)
_COLUMN_COUNT = re.compile(
    r"\b(?:same|equal)\s+(?:column\s+(?:amount|count|number)|(?:amount|number|count)\s+of\s+columns)|column\s+(?:count|amount|number)|列数",
    re.I,
)
_COLUMN_NAMES = re.compile(r"\bsame\s+(?:column\s+(?:names?|headers?)|headers?|columns)\b|column\s+names?|列名", re.I)


def cross_consistent(claim: Claim) -> Answer:
    """Two artifacts agree, in the forms that a validator decides."""
    paths = claim.paths
    if not paths:
        return no_path()
    stated = " ".join((claim.text, *claim.words("field", "value")))
    if len(paths) == 2 and _COLUMNS.search(claim.text) and all(ending(path) in FLAT | WORKBOOKS for path in paths):
        what = "count" if _COLUMN_COUNT.search(stated) else "names" if _COLUMN_NAMES.search(stated) else ""
        if what:
            params: dict[str, JsonValue] = {"path": paths[0], "other": paths[1], "what": what}
            return one("same_columns", params, f"{paths[1]}#{what}")
    filled = placeholders(claim)
    if filled is not None:
        return filled
    agreed = numbers_or_values(claim)
    if agreed is not None:
        return agreed
    return no_form("no validator for this agreement of two places")


_TOOL_NAME = re.compile(r"[A-Za-z_][\w.:/\-]{0,80}")


def tool_used(claim: Claim) -> Answer:
    """The named tool was called."""
    return _tool(claim, "tool_used")


def tool_not_used(claim: Claim) -> Answer:
    """The named tool was never called."""
    return _tool(claim, "tool_not_used")


def _tool(claim: Claim, validator: str) -> Answer:
    """Tools are names in code or what a text calls a tool. A library or a program leaves no sure trace in a call."""
    name, command = claim.word("tool"), claim.word("command")
    shown = name or command
    if not shown:
        return Refusal(Reason.PARAM_MISSING, "no tool is named")
    in_code = any(f"`{shown}`" in quote or f"`{shown}(" in quote for quote in claim.quotes)
    called = any(
        re.search(rf"\b{re.escape(shown)}[`\"']?\s+(?:tool|function|API)\b", quote, re.I) for quote in claim.quotes
    )
    if not in_code and not called:
        return no_form(f"whether {shown} was used can't be told from tool calls")
    if name and _TOOL_NAME.fullmatch(name):
        params: dict[str, JsonValue] = {"tool": name}
        if command:
            params["command"] = command
        return Grounded((Check(validator, params, f"tool {name}#{command}"),))
    return no_form(f"{shown!r} is no tool's name")
