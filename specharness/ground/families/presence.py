"""Presence: paths that exist or must not, what a folder holds, valid formats."""

from __future__ import annotations

import re

from specharness.ground.families.base import (
    Answer,
    Check,
    Claim,
    Grounded,
    Refusal,
    no_form,
    no_path,
)
from specharness.ground.families.moves import as_before, moved_from
from specharness.ground.paths import ending, normalise
from specharness.ground.visible import members
from specharness.ir import Reason

_STRICT = frozenset({"json", "xlsx", "docx", "pptx", "pdf", "png", "yaml", "toml"})
"""Endings that promise a format which every writer of it meets; CSV, text and HTML promise too little to blame."""
_NAMES = {
    "jpg": "jpeg",
    "yml": "yaml",
    "xlsm": "xlsx",
    "excel": "xlsx",
    "word": "docx",
    "powerpoint": "pptx",
    "ndjson": "jsonl",
    "json lines": "jsonl",
    "pq": "parquet",
    "apache parquet": "parquet",
    "sqlite3": "sqlite",
    "sqlite database": "sqlite",
    "sqlite3 database": "sqlite",
    "jsonlines": "jsonl",
    "comma-separated": "csv",
    "tab-separated": "tsv",
    "txt": "text",
    "plain text": "text",
}
_FORMATS = frozenset(
    {"json", "jsonl", "csv", "tsv", "yaml", "toml", "xml", "xlsx", "docx", "pptx", "pdf", "png", "jpeg", "text", "zip"}
    | {"parquet", "sqlite"}
)
_EXACTLY = re.compile(r"\b(?:only|exactly|nothing else|nothing but|no other|just)\b|仅|只", re.I)
_MANY = re.compile(r"[*?{}<>$\[\]]")


def path_exists(claim: Claim) -> Answer:
    """The path is there, and is a valid file where its ending promises a format."""
    if claim.direction.params.get("field") is not None:
        return _indirect(claim)
    if not claim.paths:
        return no_path()
    checks: list[Check] = []
    for path in claim.paths:
        if _MANY.search(path):
            return no_form(f"{path} stands for many paths")
        checks.extend(_presence(path))
    as_it_was, open_part = as_before(claim, _MANY)
    return Grounded((*checks, *_moved_away(claim), *as_it_was), open_part=open_part)


def _moved_away(claim: Claim) -> list[Check]:
    """What a file was moved from is empty afterwards, where the order says that one file moves as a whole."""
    origin = moved_from(claim)
    if origin is None or _MANY.search(origin) or not ("/" in origin or ending(origin)) or origin in claim.paths:
        return []
    bare = origin.rstrip("/")
    return [Check("path_absent", {"path": bare}, f"presence {bare}")]


def _presence(path: str, note: str = "") -> list[Check]:
    bare = path.rstrip("/") or "/"
    params: dict[str, object] = {"path": bare}
    if path.endswith("/"):
        params["type"] = "dir"
    elif ending(bare):
        params["type"] = "file"
    checks = [Check("path_exists", {**params}, f"presence {bare}", note)]  # type: ignore[dict-item]
    if not path.endswith("/") and ending(bare) in _STRICT:
        checks.append(Check("format_valid", {"path": bare, "format": ending(bare)}, f"format {bare}", note))
    return checks


def _indirect(claim: Claim) -> Answer:
    """ "the path given by the "output" key of tasks.json": the values that the visible file has."""
    key = claim.word("field")
    if not claim.path or not key:
        return no_path()
    found = members(claim.visible, claim.path, key)
    if not found:
        return Refusal(Reason.PARAM_UNGROUNDED, f"{claim.path} is not visible, or has no field {key}")
    checks: list[Check] = []
    for fact in found:
        path = normalise(fact.value) if isinstance(fact.value, str) else None
        if path is None or _MANY.search(path):
            return Refusal(Reason.PARAM_UNGROUNDED, f"{fact.observed} is no path: {str(fact.value)[:60]!r}")
        checks.extend(check for check in _presence(path, f"{path}, read from {fact.observed}"))
    return Grounded(tuple(checks))


def path_absent(claim: Claim) -> Answer:
    """Nothing stands at the path."""
    if not claim.paths or any(_MANY.search(path) for path in claim.paths):
        return no_path()
    gone = [Check("path_absent", {"path": bare}, f"presence {bare}") for bare in (p.rstrip("/") for p in claim.paths)]
    spared = _SPARED.search(claim.text)
    if spared is None:
        return Grounded(tuple(gone))
    kept = normalise(spared["path"])
    host = claim.visible.resolve(kept) if kept is not None else None
    if kept is None or _MANY.search(kept) or host is None or not host.exists():
        return Grounded(tuple(gone), open_part=f"“{spared.group()}”")
    return Grounded((*gone, Check("path_exists", {"path": kept.rstrip("/")}, f"presence {kept.rstrip('/')}")))


_SPARED = re.compile(
    r"\b(?:but not|except(?: for)?|but leave|but keep)\s+(?:the\s+)?(?:file\s+|folder\s+)?"
    r"[`\"“']?(?P<path>(?:~|\.{1,2})?/?[\w.-]+(?:/[\w.-]+)*/?)[`\"”']?",
    re.I,
)
"""What an order to delete leaves out."""


def dir_contents(claim: Claim) -> Answer:
    """The folder holds the named entries, and nothing else where the text says so."""
    names = claim.words("allowed", "value", "text", "keys")
    if not claim.path:
        return no_path()
    entries = [name.strip().rstrip("/").rpartition("/")[2] for name in names]
    if not entries or any(not name or _MANY.search(name) for name in entries):
        return Refusal(Reason.PARAM_MISSING, "the names of the entries are not listed")
    exact = _EXACTLY.search(claim.text) is not None
    subject = "exact" if exact else ",".join(entries)
    params = {"path": claim.path, "names": list(entries), "exact": exact}
    listed = Check("dir_contents", {**params}, f"entries {claim.path}#{subject}")  # type: ignore[dict-item]
    spoken = _FILES.search(claim.text) is not None and not any("/" in name for name in names)
    inside = [f"{claim.path}/{entry}" for entry in entries if spoken and ending(entry)]
    files = (Check("path_exists", {"path": path, "type": "file"}, f"presence {path}") for path in inside)
    return Grounded((listed, *files))


_FILES = re.compile(r"\bfiles\b(?!\s+and\s+(?:folders?|director))|文件(?!夹)", re.I)
"""Said of the entries: a folder of such a name is none of them."""


def format_valid(claim: Claim) -> Answer:
    """The file is a valid one of the stated format, or of the one that its ending names."""
    if not claim.path:
        return no_path()
    stated = claim.word("value", "text", "pattern").lower().strip(" .`")
    name = named_format(stated) or named_format(claim.ending)
    if name not in _FORMATS:
        return no_form(f"no reader for the format {name or 'of ' + claim.path!r}")
    return Grounded((Check("format_valid", {"path": claim.path, "format": name}, f"format {claim.path}"),))


def named_format(stated: str) -> str:
    """The format that a word or an ending names, as the validator calls it."""
    stated = re.sub(r"^valid\s+|\s+(?:file|format|document|workbook)$", "", stated)
    return _NAMES.get(stated, stated)
