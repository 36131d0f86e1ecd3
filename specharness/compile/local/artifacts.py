"""Which file a requirement speaks of: outputs named in a source, and the one in force at a place.

Precision first: with several candidates and no sign which is meant, the answer is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from specharness.compile.local.literals import Literal, is_folder, is_template, paths
from specharness.ir import Block, Source, Span, Unit

_WRITE = re.compile(
    r"\b(?:sav(?:e|ed|ing)|writ(?:e|es|ten|ing)|output(?:s|ted)?|generat(?:e|es|ed|ing)|creat(?:e|es|ed|ing)|export(?:ed)?|"
    r"produc(?:e|es|ed|ing)|stor(?:e|ed)|plac(?:e|ed)|put|submit(?:ted)?|dump(?:ed)?|emit|return|record(?:ed)?|build|deliver(?:ed|able)?s?|"
    r"prepar(?:e|ed)|render|result(?:s|ing)?|destination|report in|implement(?:ed)?|deposit|leave|draft|compile|print|"
    r"(?:file|document|workbook|report|deck)\s+(?:called|named)|into a (?:new )?(?:file|workbook|document)|fill in)\b"
    r"|保存|写入|写到|写出|输出|生成|创建|新建|导出|提交|产出|存放|存入|存为|命名为|另存",
    re.IGNORECASE,
)
_READ = re.compile(
    r"\b(?:read|load|input|inputs|given|provided|located|contains?|available|based on|from|using|use|see|refer|reference|template|"
    r"(?:is|are|was|were|data|files?)\s+(?:saved|stored|placed)|stored (?:at|in|under)|original|existing|source|parse|analy[sz]e|open|under|according to|describes?|in the|compare|follow|against|listed in|are in|is in|"
    r"extract|look up|matches|copied|copy of)\b"
    r"|读取|输入|给定|提供|位于|根据|依据|参考|来自|原始|打开|解析|其中|参照",
    re.IGNORECASE,
)
_OUTPUT_HEADING = re.compile(r"output|deliverable|result|what to (?:write|produce)|files? to create|输出|产出|交付|结果", re.IGNORECASE)
_TO = re.compile(
    r"(?:\b(?:to|as|into|at|in|called|named|is|be|generate|create|write|save|output|produce|build|file|path|dir|folder|directory|"
    r"new|export)\b|[:：]|为|到|至|在|成|文件)\s*(?:the\s+|a\s+|an\s+|new\s+|file\s+|path\s+|dir(?:ectory)?\s*:?\s+|folder\s+|following\s+|"
    r"json\s+|csv\s+|file:?\s+|called\s+|named\s+)*[`\"'“(*]*$",
    re.IGNORECASE,
)
_IN_FOLDER = re.compile(
    r"^[`\"'”’]*\s*(?:file\s+)?(?:in|into|under|inside|within|to|at)\s+(?:the\s+)?(?:folder\s+|directory\s+)?[`\"'“]*$", re.IGNORECASE
)


@dataclass(frozen=True)
class Artifact:
    """A file or folder that a source tells to write."""

    path: str
    written: bool
    """Told to be written; otherwise told to be edited where it is."""
    spans: tuple[Span, ...]
    """Where the path stands; two when a folder and a name were joined."""
    at: int
    heading: tuple[str, ...]


def mentions(source: Source, start: int, end: int) -> list[tuple[str, tuple[Literal, ...]]]:
    """Paths in a stretch of text, a name and the folder it goes to joined into one."""
    text = source.text
    found = paths(text, start, end)
    out: list[tuple[str, tuple[Literal, ...]]] = []
    skip = -1
    for index, item in enumerate(found):
        if index == skip:
            continue
        if index + 1 < len(found):
            after = found[index + 1]
            between = text[item.end : after.start]
            if "/" not in item.value and not is_folder(item.value) and is_folder(after.value) and "/" in after.value:
                if _IN_FOLDER.match(between):
                    out.append((after.value.rstrip("/") + "/" + item.value, (item, after)))
                    skip = index + 1
                    continue
        out.append((item.value, (item,)))
    return out


def outputs(source: Source, units: Sequence[Unit]) -> list[Artifact]:
    """All artifacts that the source tells to write, in the order of the text, each path once.

    A bare name in a list takes the folder that the list's lead-in names.
    """
    by_id = {unit.id: unit for unit in units}
    found: dict[str, Artifact] = {}
    for unit in units:
        if unit.block not in (Block.SENTENCE, Block.LIST_ITEM, Block.TABLE_ROW):
            continue
        for path, literals in mentions(source, unit.body.start, unit.body.end):
            if path in found or is_template(path) or path.startswith(("http:", "https:")):
                continue
            written = is_output_mention(source, unit, by_id, literals[0])
            if written or is_edit_mention(source, unit, literals[0]):
                folder = folder_of(source, unit, by_id, path)
                full = f"{folder.value.rstrip('/')}/{path}" if folder else path
                marks = (*literals, folder) if folder else literals
                spans = tuple(Span(source=source.id, start=part.start, end=part.end) for part in marks)
                found.setdefault(full, Artifact(full, written, spans, literals[0].start, unit.heading_path))
    return list(found.values())


def folder_of(source: Source, unit: Unit, by_id: dict[str, Unit], path: str) -> Literal | None:
    """The folder that a bare file name goes to: the only one that its sentence or its list's lead-in names."""
    if "/" in path or path.startswith("~"):
        return None
    for place in (unit, by_id.get(unit.parent or "")):
        if place is None:
            continue
        folders = [
            item
            for item in paths(source.text, place.body.start, place.body.end)
            if is_folder(item.value) and "/" in item.value and not is_template(item.value)
        ]
        if len(folders) == 1 and _WRITE.search(source.text, place.body.start, place.body.end):
            return folders[0]
        if folders:
            return None
    return None


def is_output_mention(source: Source, unit: Unit, by_id: dict[str, Unit], literal: Literal) -> bool:
    """Whether a path is named here as something to write, not as something to read."""
    text = source.text
    clause = clause_before(text, unit.body.start, literal.start)
    write, read = _last(_WRITE, clause), _last(_READ, clause)
    if write >= 0 and write >= read:
        return True
    if write >= 0 and _TO.search(clause) and not re.search(r"\b(?:from|using|based on|in the)\s*\W*$", clause, re.IGNORECASE):
        return True
    lead = by_id.get(unit.parent or "")
    opens = not re.sub(r"[\W_\d]+", "", text[unit.body.start : literal.start])
    if lead is not None and (opens or not clause.strip(" `*\"'-:")):
        lead_words = text[lead.body.start : lead.body.end]
        return _last(_WRITE, lead_words) >= 0 and _last(_WRITE, lead_words) > _last(_READ, lead_words)
    if opens and unit.block is Block.LIST_ITEM and unit.heading_path:
        return bool(_OUTPUT_HEADING.search(unit.heading_path[-1]))
    return False


_EDIT = re.compile(
    r"\b(?:edit|update|modify|fix|change|clean(?:\s+up)?|correct|rewrite|refactor|complete|extend|migrate|bump|sort|adjust|repair|"
    r"true of|apply to|bring|edits?\s+to|changes?\s+(?:to|in))\s+(?:the\s+|file\s+|existing\s+)*[`\"'“]?$|(?:修改|更新|编辑|修复|整理|完善|补全)\s*(?:文件)?\s*[`\"“]?$",
    re.IGNORECASE,
)


def is_edit_mention(source: Source, unit: Unit, literal: Literal) -> bool:
    """Whether a file is told to be edited in place."""
    if is_folder(literal.value):
        return False
    return bool(_EDIT.search(clause_before(source.text, unit.body.start, literal.start)))


def clause_before(text: str, start: int, end: int) -> str:
    """The text of the clause that leads up to `end`."""
    stretch = text[max(start, end - 160) : end]
    cut = max((match.end() for match in re.finditer(r"[;；。]|,\s+(?:and|then|but)\s|，(?:并|再|然后)", stretch)), default=0)
    return stretch[cut:]


def _last(pattern: re.Pattern[str], text: str) -> int:
    return max((match.start() for match in pattern.finditer(text)), default=-1)


def in_force(artifacts: Sequence[Artifact], unit: Unit, at: int) -> Artifact | None:
    """The artifact that a requirement at `at` speaks of when it names none itself."""
    files = [artifact for artifact in artifacts if not is_folder(artifact.path)]
    if len(files) == 1:
        return files[0]
    if unit.heading_path:
        headed = [a for a in files if a.path.rsplit("/", 1)[-1] in unit.heading_path[-1]]
        if len(headed) == 1:
            return headed[0]
    same = [artifact for artifact in files if artifact.heading == unit.heading_path]
    before = [artifact for artifact in same if artifact.at <= at]
    if before:
        return before[-1]
    if len(same) == 1:
        return same[0]
    if not unit.heading_path:
        return None
    enclosing = [a for a in files if a.heading and unit.heading_path[: len(a.heading)] == a.heading and a.at <= at]
    return enclosing[-1] if len({artifact.path for artifact in enclosing}) == 1 else None
