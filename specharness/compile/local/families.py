"""Features of the family model: what a clause says, what its literals look like, where it stands.

Made once a hard clause, so they may cost more than those of a chunk.
"""

from __future__ import annotations

import re
from functools import lru_cache

from specharness.compile.local.clause import Clause
from specharness.compile.local.cues import MAX_READ, cues
from specharness.compile.local.features import Place
from specharness.compile.local.hints import Seen, hints
from specharness.compile.local.lexicon import IMPERATIVES
from specharness.compile.local.literals import is_folder, is_template
from specharness.compile.local.roles import Role
from specharness.compile.local.rules.procedures import is_command
from specharness.compile.local.sight import sight_of
from specharness.ir import Block

MAX_SIBLINGS = 12
"""Items of the same list that are looked at, the nearest ones."""

_CODE = re.compile(r"`[^`\n]*`")
_LABEL = re.compile(r"\W*(?:\*\*|__)(?P<b>[^*_\n]{1,60}?)[:：]?(?:\*\*|__)\s*[:：—-]?|\W*(?P<p>[A-Z][\w /-]{1,40}):\s")
_OPENS_WITH_LITERAL = re.compile(r"[\s*_]*[`\"“']")
_SORTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("url", re.compile(r"https?://.*")),
    ("number", re.compile(r"[-+]?\d[\d.,]*\s*%?")),
    ("date", re.compile(r".*(?:YYYY|yyyy|xxxx|HH:MM).*")),
    ("case", re.compile(r"(?:camel|snake|pascal|kebab|upper|lower)[-_ ]?case\w*", re.IGNORECASE)),
    ("call", re.compile(r"(?:def |class |async def )?[\w.:<>]+\(.*\)(?:\s*->.*)?\??", re.DOTALL)),
    ("route", re.compile(r"(?:GET|POST|PUT|PATCH|DELETE)\s+/.*")),
    ("flag", re.compile(r"--?\w.*")),
    ("dotted", re.compile(r"[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)+")),
    ("pair", re.compile(r"[\"']?[\w.-]+[\"']?\s*[:=]\s*\S.*")),
    ("import", re.compile(r"(?:import|from|use|include|require|export)\b.*")),
    ("scoped", re.compile(r"\w+\(.*\)!?:.*|\[?\w+\]?\([^)]*\):?.*")),
    ("const", re.compile(r"[A-Z][A-Z0-9_]{2,}")),
    ("symbol", re.compile(r"[^\w\s]+")),
    ("ending", re.compile(r"\.\w{1,6}")),
    ("marked", re.compile(r"@[\w./-]+|#[\w-]+|:\w+:")),
    ("camel", re.compile(r"[a-z]+(?:[A-Z][a-z0-9]*)+")),
    ("pascal", re.compile(r"(?:[A-Z][a-z0-9]+){2,}")),
    ("snake", re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+")),
    ("word", re.compile(r"[\w-]+")),
    ("template", re.compile(r".*(?:<[^>]+>|\{[^}]+\}|\[[^\]]+\]|\.\.\.).*", re.DOTALL)),
)
"""What a literal that is no path and no command looks like; the first that fits. The rest is a phrase."""


_COMMAND_LINE = re.compile(
    r"(?:[A-Z_]+=\S+\s+)*(?:\./\S+(?:\s.*)?|(?!(?:import|from|use|set|export|const|let|def|class|return|type|new|not|if|for|in)\s)"
    r"[a-z][a-z0-9_-]{1,20}(?:\s+[\w./:<>=*@\[\]\"',-]+)+)"
)
"""Words in a code span that read as a command and its arguments."""


def sort_of(value: str) -> str:
    """What a literal looks like."""
    if is_command(value) or _COMMAND_LINE.fullmatch(value):
        return "command"
    for name, pattern in _SORTS:
        if pattern.fullmatch(value):
            return name
    return "phrase"


def family_features(where: Place, clause: Clause) -> set[str]:
    """The features of a hard clause."""
    kind = clause.source.kind.value
    text = clause.text[:MAX_READ]
    masked = _CODE.sub("`x`", text)
    said = cues(masked)
    out = {f"kind={kind}", f"block={clause.unit.block.value}", f"kind={kind}&block={clause.unit.block.value}"}
    for name in said:
        out.add(f"c:{name}")
    shapes = _shapes(clause)
    out |= shapes
    negative = "neg" in said
    for name in said & _CROSSED:
        out.update(f"c:{name}&{shape}" for shape in shapes)
        out.add(f"c:{name}&{kind}")
        if negative:
            out.add(f"c:{name}&neg")
    out |= _openings(masked)
    out |= _file(clause)
    words = where.sight.words(clause.start, min(clause.end, clause.start + MAX_READ))
    out.update(f"w:{word}" for word in words[:40] if not word.startswith("<"))
    size = len(words)
    out.add(f"size={'2' if size < 3 else '5' if size < 6 else '12' if size < 13 else '25' if size < 26 else 'long'}")
    if clause.unit.body.end - clause.unit.body.start > (clause.end - clause.start) * 1.3:
        out.add("part")
    if clause.start > clause.unit.body.start + 1:
        out.add("later")
    seen = _seen(clause, masked, said, shapes, size < 9)
    out.update(f"hint:{hint}" for hint in hints(seen))
    for prefix, names in (("h", seen.head), ("p", seen.lead), ("sib", seen.beside), ("b", seen.before)):
        out.update(f"{prefix}:{name}" for name in names)
    return out


_CROSSED = frozenset(
    "use run add read update write neg before contain implement instead structure succeed form".split()
)
"""Cues whose meaning hangs on what they are said of."""


def _seen(clause: Clause, masked: str, said: frozenset[str], shapes: set[str], short: bool) -> Seen:
    unit, text = clause.unit, clause.source.text
    label = _LABEL.match(masked)
    rest = masked[label.end() :] if label is not None else masked
    opening = [
        word for word in re.findall(r"[A-Za-z]+|[\u3400-\u9fff]{2}", rest[:60])[:2] if word.lower() not in _FILLERS
    ]
    about = clause.about().get("path")
    path = str(about.value[0] if isinstance(about.value, tuple) else about.value) if about is not None else ""
    none: frozenset[str] = frozenset()
    return Seen(
        said=said,
        before=cues(_CODE.sub("`x`", text[unit.body.start : clause.start][-160:])),
        lead=cues(clause.lead_text[-200:]),
        head=cues(unit.heading_path[-1][:120]) if unit.heading_path else none,
        beside=frozenset(_beside(clause)),
        shapes=frozenset(shapes | {f"block:{unit.block.value}"}),
        file=_path_sort(path).removeprefix("path:") if path else "",
        label=cues(label["b"] or label["p"]) if label is not None else none,
        verb=cues(opening[0]) if opening else none,
        kind=clause.source.kind.value,
        short=short,
    )


_FILLERS = frozenset("please then also always finally you should must to and".split())


def _beside(clause: Clause) -> set[str]:
    """Cues and looks that at least half of the nearest other items of the list have."""
    near = clause.files.siblings(clause.unit, MAX_SIBLINGS)
    looks = [
        _look(clause.source.text[other.body.start : min(other.body.end, other.body.start + 160)]) for other in near
    ]
    return {name for name in frozenset().union(*looks) if sum(name in look for look in looks) * 2 >= len(looks)}


def _shapes(clause: Clause) -> set[str]:
    """What the literals of the clause look like."""
    paths = {item.start: mention for mention in clause.paths for item in mention.literals}
    out: set[str] = set()
    quotes = clause.quotes()
    for number, item in enumerate(quotes[:8]):
        mention = paths.get(item.start)
        if mention is None:
            sort = sort_of(item.value)
            if clause.source.text[item.start - 1] != "`":
                sort = f"said:{'phrase' if ' ' in item.value else 'word'}"
        else:
            sort = _path_sort(mention.path)
        out.add(f"lit:{sort}")
        if not number:
            out.add(f"lit1:{sort}")
            if sort == "call" and _OPENS_WITH_LITERAL.match(clause.text):
                out.add("opens:call")
    for mention in clause.paths:
        out.add(f"lit:{_path_sort(mention.path)}")
        out.add("has:path")
        out.add(f"role={mention.role.name.lower()}")
    if clause.unit.block is Block.CODE and any(
        is_command(line) for line in clause.text.strip("`~ \n").splitlines()[-3:]
    ):
        out.add("block:command")
    if not quotes and not clause.paths:
        out.add("lit:none")
    if len(quotes) > 1:
        out.add("lit:many")
    if _OPENS_WITH_LITERAL.match(clause.text):
        out.add("opens:literal")
    if clause.paths and clause.paths[0].at <= clause.start + 3:
        out.add("opens:path")
    if quotes and quotes[0].end - quotes[0].start + 6 >= clause.end - clause.start:
        out.add("only:literal")
    return out


def _path_sort(path: str) -> str:
    if is_template(path):
        return "glob"
    if is_folder(path):
        return "folder"
    return f"path:{_ending(path)}"


_DATA = {
    **dict.fromkeys(("json", "jsonl", "yaml", "yml", "toml", "xml", "ini", "cfg", "conf"), "keyed"),
    **dict.fromkeys(("csv", "tsv", "parquet"), "table"),
    **dict.fromkeys(("xlsx", "xlsm", "xls"), "workbook"),
    **dict.fromkeys(("docx", "doc", "pptx", "pdf", "html"), "document"),
    **dict.fromkeys(("md", "rst", "txt", "log", "mdx"), "prose"),
}


def _ending(path: str) -> str:
    name = path.rsplit("/", 1)[-1]
    return _DATA.get(name.rsplit(".", 1)[-1].lower(), "code") if "." in name else "bare"


def _openings(masked: str) -> set[str]:
    """How the clause opens: its label, its first words."""
    out: set[str] = set()
    label = _LABEL.match(masked)
    rest = masked
    if label is not None:
        out.add("label")
        out.update(f"l:{word}" for word in sight_of(label["b"] or label["p"]).words(0, 80))
        out.update(f"l:{name}!" for name in cues(label["b"] or label["p"]))
        rest = masked[label.end() :]
    words = [word for word in sight_of(rest[:80]).words(0, 80) if word.isalpha() or word.startswith("<")][:2]
    words = words[1:] if words[:1] in (["please"], ["then"], ["also"], ["always"], ["finally"]) else words
    if words:
        out.add(f"f:{words[0]}")
        if words[0] in IMPERATIVES:
            out.add("imperative")
            out.update(f"v:{name}" for name in cues(words[0]))
    return out


@lru_cache(maxsize=4096)
def _look(text: str) -> frozenset[str]:
    """What a list item looks like, for its neighbours."""
    out = set(cues(_CODE.sub("`x`", text)))
    if _OPENS_WITH_LITERAL.match(text):
        out.add("literal")
        first = re.search(r"[`\"“']([^`\"”']+)", text)
        if first is not None:
            out.add(f"literal:{sort_of(first[1])}")
    if _LABEL.match(text):
        out.add("label")
    return frozenset(out)


def _file(clause: Clause) -> set[str]:
    """The file that the clause is about."""
    about = clause.about().get("path")
    if about is None:
        return {"file:none"}
    path = about.value[0] if isinstance(about.value, tuple) else about.value
    role = clause.files.role_of(str(path))
    out = {f"file:{_path_sort(str(path))}", f"file:{role.name.lower()}"}
    if role >= Role.EDITED:
        out.add(f"file:{_path_sort(str(path))}&made")
    return out
