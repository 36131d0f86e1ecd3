"""Every literal of a check stands where the direction says it does, or the direction does not oblige.

Looked at: the direction's usable spans, a parameter's own spans, and for `Param.observed` the visible workspace.
Numbers are compared as numbers, paths and names after normalisation; nothing is guessed.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence

from specharness.ground.numerals import as_number, numbers_in
from specharness.ground.paths import normalise
from specharness.ground.visible import Visible, fact
from specharness.ir import Direction, Family, Param, Scalar, Source, Span

_SORT_WORDS = re.compile(
    r"\b(?:sort|order|ascend|descend|alphabetic|chronologic|lexicograph|increas|decreas|rank|largest|smallest|"
    r"highest|lowest|newest|oldest|latest|earliest|natural)\w*|排序|升序|降序|字母|顺序",
    re.I,
)
_COUNTED = re.compile(
    r"\b(?:row|item|line|word|character|char|page|slide|sheet|column|file|entr|object|element|record|section|"
    r"bullet|paragraph|sentence|tab|worksheet|field)\w*|行|项|条|列|页|字|个|张",
    re.I,
)
_NULLS = re.compile(r"\b(?:null|none|nil|empty|blank|n/?a|nan)\b|空", re.I)
_BOOLEANS = {True: re.compile(r"\b(?:true|yes)\b|是", re.I), False: re.compile(r"\b(?:false|no)\b|否", re.I)}
_SIGNS = re.compile(r"\b(?:negative|positive|zero)\b|负|正数|零", re.I)
"""Words that stand for a bound at zero."""
_LOOSE = frozenset({"pattern", "command", "tool", "sheet"})
"""Parameters that may quote a text in pieces: every word of them must stand there."""
_MARK_NAMES = {
    ",": re.compile(r"\bcommas?\b|逗号", re.I),
    ";": re.compile(r"\bsemicolons?\b|分号", re.I),
    "!": re.compile(r"\bexclamation (?:marks?|points?)\b|感叹号", re.I),
    "?": re.compile(r"\bquestions?\b|问号", re.I),
    "—": re.compile(r"\bem[- ]dash(?:es)?\b|破折号", re.I),
    "#": re.compile(r"\bhash(?:es|tags?)?\b", re.I),
    "*": re.compile(r"\basterisks?\b|星号", re.I),
    "，": re.compile("逗号"),
    "。": re.compile("句号"),
    ":": re.compile(r"\bcolons?\b|冒号", re.I),
    ".": re.compile(r"\bperiods?\b|\bfull stops?\b", re.I),
    "(": re.compile(r"\bparenthes[ei]s\b|\bround brackets?\b", re.I),
    '"': re.compile(r"\bquotation marks?\b|\bdouble quotes?\b", re.I),
    "-": re.compile(r"\bhyphens?\b", re.I),
    "&": re.compile(r"\bampersands?\b", re.I),
    "...": re.compile(r"\bellipsis\b|\bthree dots\b", re.I),
}
"""Marks that a text may call by name."""
_ORDINALS = {
    float(number): re.compile(rf"\b{word}\b", re.I)
    for number, word in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split(), 1)
}
_FORM_NAMES = {
    "lowercase": re.compile(
        r"\blower-?\s?cased?\b|\bsmall letters\b|\b(?:no|not|never|without|avoid)\b.*\b(?:capital|upper-?\s?case)"
        r"|n['’]t\b.*\b(?:capital|upper-?\s?case)"
        r"|小写|不[^，。]{1,8}大写",
        re.I | re.S,
    ),
    "uppercase": re.compile(
        r"\bupper-?\s?cased?\b|\bcapital|\ball[- ]?caps\b|\bblock letters\b|\bno lower-?\s?case"
        r"|大写|不[^，。]{1,8}小写",
        re.I,
    ),
    "***": re.compile(
        r"\b(?:3|three)\s+\w*\s?(?:asterisk|star)|\bmarkdown\s+(?:\w+\s+)?(?:divider|separator|rule)"
        r"|[3三]\s*个星号",
        re.I,
    ),
    "******": re.compile(r"\b(?:6|six)\s+\w*\s?(?:asterisk|star)|[6六]\s*个星号", re.I),
}
"""Forms and separators of a message that a text may call by name."""
_DECIMAL_FORM = re.compile(r"\b[XxNn0-9#]\.([XxNn0#]+)\b")


def ungrounded(
    direction: Direction, usable: Sequence[Span], sources: Mapping[str, Source], visible: Visible
) -> str | None:
    """The first literal that stands nowhere it may, in words; None when all are grounded."""
    quotes = [sources[span.source].quote(span) for span in usable]
    for name, param in sorted(direction.params.items()):
        if name == "field" and direction.family is Family.RESPONSE_CONSTRAINT:
            continue  # what of the message is meant: the grounder looks for its word in the quote
        values = param.values
        if param.observed is not None:
            if not _observed(param, visible):
                return f"{name}: {param.observed} does not hold {param.value!r}"
            continue
        texts = [*quotes, *(_widened(sources[span.source].text, span) for span in param.spans)]
        if name == "path" and len(values) == 1 and isinstance(values[0], str):
            left = _left_out(values[0], [sources[span.source].quote(span) for span in param.spans])
            if left is not None:
                return f"path: {values[0]!r} leaves out {left!r}, which it cites"
        for value in values:
            if not _stands(name, value, texts, sources, usable):
                return f"{name}: {value!r} stands in none of the cited spans"
    return None


def _observed(param: Param, visible: Visible) -> bool:
    path, _, pointer = (param.observed or "").partition("#")
    found = fact(visible, path, pointer)
    return found is not None and found.value == param.value


def _stands(
    name: str, value: Scalar, texts: Sequence[str], sources: Mapping[str, Source], usable: Sequence[Span]
) -> bool:
    if value is None:
        return any(_NULLS.search(text) for text in texts)
    if isinstance(value, bool):
        return any(_BOOLEANS[value].search(text) for text in texts)
    number = as_number(value)
    if number is not None:
        if any(number in numbers_in(text) for text in texts):
            return True
        if number == 0 and any(_SIGNS.search(text) for text in texts):
            return True
        if name == "order" and number in _ORDINALS and any(_ORDINALS[number].search(text) for text in texts):
            return True
        if name == "decimals":
            return any(len(form.group(1)) == number for text in texts for form in _DECIMAL_FORM.finditer(text))
        return isinstance(value, str) and any(_bounded(_plain(value), _plain(text)) for text in texts)
    literal = str(value)
    if name == "path":
        return _path_stands(literal, texts, sources, usable)
    if name == "order" and any(_SORT_WORDS.search(text) for text in texts):
        return True
    if name in {"keys", "field", "column"}:
        whole = [sources[source].text for source in dict.fromkeys(span.source for span in usable)]
        return _name_stands(name, literal, texts, whole)
    if any(_whole(_plain(literal), _plain(text)) for text in texts):
        return name not in _EXACT or not _part_only(literal, texts)
    named = _MARK_NAMES.get(literal) or _FORM_NAMES.get(literal)
    if named is not None and any(named.search(text) for text in texts):
        return True
    return name in _LOOSE and any(_words_stand(literal, text) for text in texts)


_TOKEN = re.compile(r"[\w.\-/@:+#=&]", re.ASCII)
_EXACT = frozenset({"text", "value", "allowed"})
"""Parameters that are compared letter by letter."""
_SPANS = re.compile(r"`([^`\n]+)`|\"([^\"\n]+)\"|“([^”\n]+)”")
_LISTED = re.compile(r"[\w.\- ]+(?:\s*[,;|/、，]\s*[\w.\- ]+)+|\w+(?: or \w+)+")
"""Names one after the other in one pair of marks."""


def _widened(text: str, span: Span) -> str:
    """A cited stretch with the rest of the words, numbers, paths and literals that it begins and ends in."""
    start, end = span.start, span.end
    while start > 0 and _TOKEN.fullmatch(text[start - 1]) and span.start - start < MAX_TOKEN:
        start -= 1
    while end < len(text) and _TOKEN.fullmatch(text[end]) and end - span.end < MAX_TOKEN:
        end += 1
    line = max(text.rfind("\n", 0, start) + 1, start - MAX_TOKEN)
    for match in _SPANS.finditer(text, line, min(len(text), end + MAX_TOKEN)):
        if match.start() >= end:
            break
        if match.start() < start < match.end() or match.start() < end < match.end():
            start, end = min(start, match.start()), max(end, match.end())
    return text[start:end]


MAX_TOKEN = 512
"""Characters that a cited stretch is widened by: longer than names and paths are."""


def _whole(literal: str, text: str) -> bool:
    """Whether a literal stands in a text without being a part of a longer word, number, date, address or path."""
    if not literal:
        return False
    pattern = _edge(literal[0], left=True) + re.escape(literal) + _edge(literal[-1], left=False)
    return re.search(pattern, text) is not None


def _edge(character: str, *, left: bool) -> str:
    if not character.isascii():
        return ""
    if character.isalnum() or character == "_":
        if left:
            return r"(?<![A-Za-z0-9_])(?<![A-Za-z0-9_][.\-/@:+])"
        return r"(?![A-Za-z0-9_])(?![.\-/@:+][A-Za-z0-9_])"
    if character in ".-/@:+":
        return r"(?<![A-Za-z0-9_])" if left else r"(?![A-Za-z0-9_])"
    return ""


def _unquoted(text: str) -> str:
    """A text without the pair of quotation marks around it."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text


def _part_only(literal: str, texts: Sequence[str]) -> bool:
    """Whether a literal stands nowhere but inside of longer literals in code or quotation marks."""
    wanted, inside = _plain(literal), False
    for text in texts:
        spans = [next(group for group in match.groups() if group is not None) for match in _SPANS.finditer(text)]
        for content in spans:
            plain = _plain(content)
            if wanted in {plain, _unquoted(plain)} or (_LISTED.fullmatch(content) and _whole(wanted, plain)):
                return False
            inside = inside or wanted in plain
        if _whole(wanted, _plain(_SPANS.sub(" ", text))):
            return False
    return inside


def _left_out(path: str, cited: Sequence[str]) -> str | None:
    """A cited path that the value does not hold."""
    value = normalise(path)
    if value is None:
        return None
    bare = value.rstrip("/")
    for text in cited:
        one = normalise(text)
        if one is None or any(character.isspace() for character in one):
            continue
        part = one.rstrip("/")
        if bare != part and not bare.endswith("/" + part.lstrip("/")) and not bare.startswith(part + "/"):
            return text
    return None


def _name_stands(name: str, literal: str, texts: Sequence[str], whole: Sequence[str]) -> bool:
    parts = [part for part in re.split(r"\.|\[\d*\]", literal) if part.strip("$*")]
    plain = [_plain(text) for text in texts]
    if any(_bounded(_plain(literal), text) for text in plain):
        return True
    # Of a dotted key the last part is what the clause names; where it is nested, the rest of the source may say.
    if parts and any(_bounded(_plain(parts[-1]), text) for text in plain):
        wider = [*plain, *(_plain(text) for text in whole)]
        if all(any(_bounded(_plain(part), text) for text in wider) for part in parts):
            return True
    return name == "field" and bool(_COUNTED.search(literal)) and any(_COUNTED.search(text) for text in texts)


def _path_stands(literal: str, texts: Sequence[str], sources: Mapping[str, Source], usable: Sequence[Span]) -> bool:
    """Whole, or as a folder and a name that both stand ("'a.csv' in '/out/'"), the folder anywhere in the source."""
    path = normalise(literal)
    if path is None:
        return False
    bare = path.rstrip("/")
    if any(_path_in(bare, text) for text in texts):
        return True
    folder, name = posixpath.split(bare)
    if not folder or not name or folder == "/":
        return False
    wider = [*texts, *(sources[source].text for source in dict.fromkeys(span.source for span in usable))]
    return any(_path_in(name, text) for text in texts) and any(_path_in(folder, text) for text in wider)


def _path_in(path: str, text: str) -> bool:
    """The path stands in the text on its own, not as a part of a longer one."""
    pattern = rf"(?<![\w/.~\-]){_dot_slash(path)}{re.escape(path)}(?![\w\-]|/(?:[\w{{*~]|\.[\w.])|\.[\w])"
    return re.search(pattern, text.replace("\\", "/")) is not None


def _dot_slash(path: str) -> str:
    return "" if path.startswith(("/", "~", ".")) else r"(?:\./)?"


def _bounded(literal: str, text: str) -> bool:
    if not literal:
        return False
    left = r"(?<![\w])" if literal[0].isascii() and literal[0].isalnum() else ""
    right = r"(?![\w])" if literal[-1].isascii() and literal[-1].isalnum() else ""
    return re.search(left + re.escape(literal) + right, text) is not None


def _words_stand(literal: str, text: str) -> bool:
    words = re.findall(r"\w+", literal.lower())
    there = set(re.findall(r"\w+", text.lower()))
    return bool(words) and all(word in there for word in words)


_QUOTES = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "\u00a0": " "})


def _plain(text: str) -> str:
    """Quotes made straight, emphasis marks and backticks removed, white space collapsed, case folded."""
    return " ".join(text.translate(_QUOTES).replace("`", "").replace("**", "").split()).casefold()
