"""Literals in a text, with exact offsets: paths, code, quotations, numbers, names in lists.

Guarantees that every literal stands verbatim at its offsets. What a literal means is decided by its users.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

EXTENSIONS = (
    "jsonl|json|csv|tsv|txt|md|rst|xlsx|xlsm|xls|docx|doc|pptx|ppt|pdf|png|jpeg|jpg|gif|svg|webp|bmp|yaml|yml|toml|xml|"
    "html|htm|py|ipynb|js|jsx|tsx|ts|mjs|cjs|sh|bash|npy|npz|sqlite3|sqlite|db|sql|log|zip|tar|gz|ini|cfg|conf|env|rs"
    "|go|java|"
    "css|parquet|pkl|bib|tex|lean|obj|stl|mp3|mp4|wav|mov|avi|diff|patch|lock|c|h|cpp|hpp|rb|php|kt|swift|scala|lua|r"
    "|srt|vtt|"
    "eml|ics|vcf|properties|gradle|proto|graphql|vue|svelte|dot|geojson|kml|npmrc|gitignore|dockerignore"
)
_MARKED_ENDINGS = (
    "tf|tfvars|hcl|bak|tmp|orig|cs|ps1|bat|lst|dat|bin|mdx|scss|sass|less|jsonc|avro|rtf|odt|ods|epub|cc|hh|pl"
)
"""Endings that a bare word has for other reasons too; of files only where the name is marked."""
_DOT_FILES = "env|gitignore|dockerignore|npmrc"
"""Endings that are whole file names too."""
_PLAIN_FILES = (
    "Makefile|GNUmakefile|Dockerfile|Containerfile|Jenkinsfile|Vagrantfile|Procfile|Gemfile|Rakefile|Brewfile|LICENSE"
    "|LICENCE|COPYING|NOTICE|README|CHANGELOG|CONTRIBUTING|CONTRIBUTORS|AUTHORS|CODEOWNERS"
)
"""Files that have no ending; paths only where they are marked."""
_SEGMENT = r"[\w.@+{}<>*$-]"
_PATH = re.compile(
    rf"(?P<tick>`)(?P<a>[^`\n]{{1,200}})`"
    rf"|(?P<q>[\"“‘「『]|(?<!\w)')(?P<b>[^\"'“”‘’「」『』\n]{{1,200}})[\"'”’」』]"
    rf"|(?<![\w/\\:.@~`{{}}<>*$+-])(?P<c>\*{{0,3}}(?:(?:~|\.{{1,2}})?/(?:{_SEGMENT}+/)*{_SEGMENT}*"
    rf"|(?:{_SEGMENT}+/)+{_SEGMENT}*"
    rf"|{_SEGMENT}*[\w}}>*]\.(?:{EXTENSIONS})|\.(?:{_DOT_FILES})))(?![A-Za-z0-9_-])",
    re.ASCII,
)
_PATH_SHAPE = re.compile(
    rf"^(?:~|\.{{1,2}})?/[^\s:;,|()]*$|^(?:[\w.@+{{}}<>*$\u3400-\u9fff -]+/)+[^\s:;,|()]*$"
    rf"|^[^\s/:;,|()]*[^\s/:;,|().]\.(?:{EXTENSIONS}|{_MARKED_ENDINGS})$|^\.[\w-]+$|^(?:{_PLAIN_FILES})$"
)
_FILE_NAMES = re.compile(rf"\.(?:{_DOT_FILES}|\w+rc|\w+ignore)|{_PLAIN_FILES}")
_WORDS = re.compile(r"[a-zA-Z]+/[a-zA-Z]+|[A-Z][A-Z_]*/[A-Z][A-Z_]*")
"""A slash between two words or two names in capitals, unless it is marked as code."""
_RUN = re.compile(
    r"(?:python3?|node|deno|bash|sh|npm|npx|pnpm|yarn|bun|make|cargo|go|uv|uvx|poetry|pytest|pip3?|git|docker|cat|cp|mv|rm|"
    r"ls|cd|chmod|\./\S+)\s+\S.*"
)
"""A command and what it is run on: no file's name has a program in front."""
_NOT_A_PATH = re.compile(
    rf"/|\.{{0,2}}|\.(?!(?:{_DOT_FILES})$)(?:{EXTENSIONS}|{_MARKED_ENDINGS})|[A-Z]\w*\.js|[\d.]+(?:/[\d.]+)+"
    rf"|v?[\d.]+\.[a-z]"
    r"|(?:www\.[\w.-]+|[\w.-]+\.(?:com|org|net|io|dev|gov|edu))/.*"
)
"""Bare slashes and endings, the names of JavaScript libraries, fractions, dates, versions, addresses without scheme."""
_CLOSING = re.compile(r"(?:(?<=[.,;:])\*+|(?<=\w)\*{2,3})[.,;:]*$")
"""Emphasis that closes behind a name."""
_TEMPLATE = re.compile(
    r"[{}<>*$]|\.\.\.|YYYY|(?:^|[_/.-])(?:xxx|yyy|XX|X|N|NN|NAME|ID|DATE|MM|DD|TIMESTAMP)(?:[_/.-]"
    r"|$)"
)
_NUMBER_WORDS = {
    name: number
    for number, name in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
} | dict(zip("一二两三四五六七八九十", (1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10), strict=True))
_NUMERAL = re.compile(r"[-+]?(?:\d{1,3}(?:,\d{3})+|\d{1,300})(?:\.\d{1,300})?(?:e[-+]?\d{1,2})?")
"""Bounded, so that none is infinite or beyond what `int` reads."""
_QUOTED = re.compile(
    r"`([^`\n]+)`|\"([^\"\n]{1,200})\"|“([^”\n]{1,200})”|「([^」\n]{1,200})」|(?<!\w)'([^'\n]{1,200})'(?!\w)"
)


class Literal(NamedTuple):
    """`text[start:end] == value`, without the marks around it."""

    value: str
    start: int
    end: int


def paths(text: str, start: int, end: int) -> list[Literal]:
    """File and folder paths in `text[start:end]`, marks and final punctuation left out, in order."""
    found = []
    for match in _PATH.finditer(text, start, end):
        group = "a" if match["a"] else "b" if match["b"] else "c"
        value, left = match[group], match.start(group)
        if group == "c":
            trimmed = _CLOSING.sub("", value).rstrip(".,;:")
            opened = len(trimmed) - len(trimmed.lstrip("*"))
            if opened and _is_emphasis(text, left, left + len(trimmed), opened):
                left, trimmed = left + opened, trimmed.strip("*")
            if _NOT_A_PATH.fullmatch(trimmed) or _WORDS.fullmatch(trimmed):
                continue
            found.append(Literal(trimmed, left, left + len(trimmed)))
        elif _PATH_SHAPE.match(value) and not _NOT_A_PATH.fullmatch(value) and not _RUN.fullmatch(value):
            found.append(Literal(value, left, left + len(value)))
    return found


def _is_emphasis(text: str, start: int, end: int, opened: int) -> bool:
    """Whether the asterisks in front of a name are marks around it, not a pattern such as `*.csv` or `**/a.py`."""
    name = text[start:end].strip("*")
    after = text[start + opened + len(name) : end + 4].lstrip(".,;:")
    if name.startswith("."):
        return False
    closed = name[-1:] != "/" and after.startswith("*" * opened)
    return closed or (opened > 1 and name[:1] not in ("/", ""))


def is_template(path: str) -> bool:
    """Whether a path has a part that varies, so that it names no single file."""
    return bool(_TEMPLATE.search(path))


def is_folder(path: str) -> bool:
    """Whether a path reads as a folder: it ends with a slash, or its last part has no ending and is no file's name."""
    last = path.rstrip("/").rsplit("/", 1)[-1]
    return path.endswith("/") or ("." not in last.lstrip(".") and _FILE_NAMES.fullmatch(last) is None)


def names_text(path: str) -> bool:
    """Whether a file whose name has no ending is a text by its name: `LICENSE`, `.gitignore`."""
    name = path.rpartition("/")[2]
    return name.startswith(".") or re.fullmatch(_PLAIN_FILES, name) is not None


def quoted(text: str, start: int, end: int) -> list[Literal]:
    """Contents of code spans and quotations."""
    found = []
    for match in _QUOTED.finditer(text, start, end):
        index = next(number for number in range(1, 6) if match[number] is not None)
        found.append(Literal(match[index], match.start(index), match.end(index)))
    return found


def number(word: str) -> int | float | None:
    """The number that a literal or a small number word stands for, or None."""
    key = word.strip().lower().replace("−", "-")
    if key in _NUMBER_WORDS:
        return _NUMBER_WORDS[key]
    if not _NUMERAL.fullmatch(key):
        return None
    key = key.replace(",", "")
    return int(key) if key.lstrip("+-").isdecimal() else float(key)


NUMBER = (
    r"(?:[-−]?\d+(?:,\d{3})*(?:\.\d+)?|"
    r"(?<![A-Za-z-])(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?!-)|"
    r"[一二两三四五六七八九十])"
)
"""A number or a small number word, as a pattern without groups."""


_NAME = re.compile(
    r"`([^`\n]+)`|\"([^\"\n]+?),?\"|“([^”\n]+?),?”|'([^'\n]+?),?'|([\w][\w./-]*(?:[ ][\w][\w./-]*){0,2})"
)
_SEPARATOR = re.compile(r"\s*(?:,\s*and\s+|,\s*or\s+|,|，|、|;|和|以及|及|\band\b|\bor\b|&)\s*")


def names(text: str, start: int, end: int) -> list[Literal]:
    """The names of an enumeration (`a`, `b` and `c`; or a, b, c), as written, without marks.

    If anything in the enumeration is marked (code, quotation), only the marked names count.
    """
    marked = [part for item in quoted(text, start, end) for part in _unpacked(item)]
    if marked:
        return [_without_comma(text, item) for item in marked]
    found = []
    for left, right in _parts(text, start, end):
        match = _NAME.match(text, left, right)
        if match and match.end() == right:
            found.append(Literal(match.group(), left, right))
    return found


def _unpacked(item: Literal) -> list[Literal]:
    """A code span that is itself a list: `sku,name,price`."""
    if not re.fullmatch(r"[\w-]+(?:,\s?[\w-]+)+", item.value):
        return [item]
    parts = re.finditer(r"[\w-]+", item.value)
    return [Literal(part.group(), item.start + part.start(), item.start + part.end()) for part in parts]


def _without_comma(text: str, item: Literal) -> Literal:
    """American style puts the sentence's comma or stop inside the quotation marks."""
    if text[item.end : item.end + 1] in ('"', "”") and item.value[-1:] in ",." and len(item.value) > 1:
        return Literal(item.value[:-1], item.start, item.end - 1)
    return item


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    left = start
    for match in _SEPARATOR.finditer(text, start, end):
        if match.start() > left:
            yield left, match.start()
        left = match.end()
    while left < end and text[left].isspace():
        left += 1
    right = end
    while right > left and (text[right - 1].isspace() or text[right - 1] in ".。;；:?？!！"):
        right -= 1
    if right > left:
        yield left, right


_IN_FOLDER = re.compile(
    r"^[`\"'”’]*\s*(?:(?:must|should|shall|has to|have to|needs? to|is to)\s+be\s+"
    r"(?:created|saved|written|stored|placed|put)\s+)?"
    r"(?:file\s+)?(?:in|into|under|inside|within|to|at)\s+(?:the\s+)?(?:folder\s+|directory\s+)?[`\"'“]*$",
    re.IGNORECASE,
)


def joined(text: str, start: int, end: int) -> list[tuple[str, tuple[Literal, ...]]]:
    """Paths in a stretch of text, a name and the folder it goes to joined into one."""
    found = paths(text, start, end)
    out: list[tuple[str, tuple[Literal, ...]]] = []
    index = 0
    while index < len(found):
        item = found[index]
        after = found[index + 1] if index + 1 < len(found) else None
        if after is not None and _goes_into(text, item, after):
            out.append((after.value.rstrip("/") + "/" + item.value, (item, after)))
            index += 2
            continue
        out.append((item.value, (item,)))
        index += 1
    return out


def _goes_into(text: str, name: Literal, folder: Literal) -> bool:
    return (
        "/" not in name.value
        and not is_folder(name.value)
        and is_folder(folder.value)
        and "/" in folder.value
        and _IN_FOLDER.match(text[name.end : folder.start]) is not None
    )
