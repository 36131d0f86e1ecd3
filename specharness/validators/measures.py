"""How many sentences, bullet points, sections, ... a text has: every defensible count of each.

Guarantees the precision rule of counting: where careful readers could count differently (is a heading a sentence, is
bold text highlighted, is `I` a word in capitals), both counts are given. Time is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from specharness.validators.counts import CJK, words_in
from specharness.validators.layout import LAYOUT

Readings = list[int]

MAX_MESSAGE = 1_000_000
"""Characters of a message that are counted in; no agent's last message comes near."""

_END = re.compile(r"[.!?…]+[\"'”’)\]*_]*(?=\s|$)|[。！？]+[\"”’」』）]*|[।॥؟]")
_CLOSING, _CLOSE = "\"'”’)]*_」』）", frozenset(".!?…。！？।॥؟")
_ABBREVIATION = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|vs|etc|e\.g|i\.e|no|inc|ltd|co|jr|sr|approx|fig|vol|p\.s|p\.p\.s|a\.m|p\.m|u\.s"
    r"|[a-z])"
    r"|^\s*(?:[*_#>-]\s*)*\d{1,3})\.$",
    re.IGNORECASE,
)
_LETTER = re.compile(r"[^\W\d_]")
_MARKS = r"[ \t]*(?:>[ \t]*)*(?:#{1,6}[ \t]*)?[*_\"“`]{0,3}"
_BULLET = re.compile(r"^(?P<indent>[ \t]*)(?P<mark>[*+\-•‣◦▪●])[ \t]+(?=\S)", re.MULTILINE)
_RULE = re.compile(r"[ \t]*(?:\*[ \t]*){3,}|[ \t]*(?:-[ \t]*){3,}|[ \t]*(?:_[ \t]*){3,}")
_BLANK = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_HEADING = re.compile(r"\s*(?:#{1,6}[ \t][^\n]*|\*\*[^*\n]+\*\*\s*$|<<[^<>\n]*>>\s*$)")
_BRACKET = re.compile(r"\[(?P<inside>[^\[\]\n]{1,200})\](?P<link>\(|\[|:)?")
_BOX = re.compile(r"\s*[xX✓✔]?\s*|\d{1,3}(?:\s*[,–-]\s*\d{1,3})*|\^\w+")
_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_TOKEN_JOINED = re.compile(r"[^\W_]+(?:['’\-.&/][^\W_]+)*")
_COMMA, _OTHER_COMMAS = ",", re.compile("[，、،﹐﹑]")
_STARS = re.compile(r"(?<!\*)\*{1,3}(?![\s*])([^*\n]*[^*\s])\*{1,3}(?!\*)")


def sentences(text: str, part: str = "") -> Readings:
    """By their closing marks: abbreviations and list numbers aside or not, lines without a mark counted or not."""
    ends, plain = 0, 0
    for match in _END.finditer(text):
        line = text.rfind("\n", 0, match.start()) + 1
        before = text[max(line, match.start() - 40) : match.end()].rstrip(_CLOSING)
        if not _LETTER.search(text, line, match.start()) and not _LETTER.search(
            text, max(0, match.start() - 40), match.start()
        ):
            continue
        plain += 1
        ends += not _ABBREVIATION.search(before)
    lines = [line for line in text.splitlines() if _LETTER.search(line)]
    unclosed = [not _closed(line) for line in lines]
    return [ends, plain, ends + sum(unclosed), ends + any(unclosed[-1:])]


def _closed(line: str) -> bool:
    """Whether a line ends with a mark that closes a sentence, quotation marks and the like aside."""
    return line.rstrip().rstrip(_CLOSING)[-1:] in _CLOSE


def paragraphs(text: str, part: str = "") -> Readings:
    """Blocks between blank lines, headings and rules counted or not; lines, where there is no blank line."""
    blocks = [block for block in _BLANK.split(text) if _LETTER.search(block)]
    body = [block for block in blocks if not _HEADING.fullmatch(block.split("\n")[0]) or "\n" in block.strip()]
    readings = [len(blocks), len(body)]
    if len(blocks) == 1:
        readings.append(sum(1 for line in blocks[0].splitlines() if _LETTER.search(line)))
    return readings


def lines(text: str, part: str = "") -> Readings:
    """All lines, and those that hold something."""
    every = text.strip("\n").splitlines()
    return [len(every), sum(1 for line in every if line.strip())]


def characters(text: str, part: str = "") -> Readings:
    """With and without spaces around the text, and without all white space."""
    return [len(text), len(text.strip()), sum(not character.isspace() for character in text)]


_MARKDOWN = frozenset("*+-")
"""Marks of points that Markdown knows."""


def _line(text: str, start: int) -> str:
    return text[start:].partition("\n")[0]


def bullets(text: str, part: str = "") -> Readings:
    """Markdown's marks and others, nested points counted or not."""
    found = [match for match in _BULLET.finditer(text) if not _RULE.fullmatch(_line(text, match.start()))]
    top = min((len(match["indent"].expandtabs(4)) for match in found), default=0)
    outer = sum(len(match["indent"].expandtabs(4)) <= top + 1 for match in found)
    markdown = sum(match["mark"] in _MARKDOWN for match in found)
    return [len(found), outer, markdown]


def numbered(text: str, part: str = "") -> Readings:
    """Items of numbered lists."""
    return [len(re.findall(r"^[ \t]*\(?\d{1,3}[.)][ \t]+\S", text, re.MULTILINE))]


def sections(text: str, part: str) -> Readings:
    """Lines that begin with the marker and a number or letter, with something below or behind each."""
    word = re.escape(part.strip())
    head = re.compile(
        rf"^{_MARKS}(?P<w>{word})[ \t]+(?P<n>[0-9]{{1,3}}|[IVXivx]{{1,6}}|[A-Za-z]\b|[A-Za-z]{{3,9}}\b)",
        re.MULTILINE | re.IGNORECASE,
    )
    found = list(head.finditer(text))
    ends = [*(match.start() for match in found[1:]), len(text)][: len(found)]
    filled = sum(_LETTER.search(text, match.end(), end) is not None for match, end in zip(found, ends, strict=True))
    exact = sum(match["w"] == part.strip() for match in found)
    distinct = len({match["n"].lower() for match in found})
    return [filled, len(found), exact, distinct]


def highlights(text: str, part: str = "") -> Readings:
    """Stretches in emphasis: as Markdown reads them, with and without bold ones, and by their asterisks alone."""
    from markdown_it import MarkdownIt

    italic = bold = 0
    for block in MarkdownIt("commonmark").parse(text):
        depth = 0
        for token in block.children or ():
            if token.type in ("em_open", "strong_open"):
                depth += 1
                if depth == 1:
                    italic += token.type == "em_open"
                    bold += token.type == "strong_open"
            elif token.type in ("em_close", "strong_close"):
                depth -= 1
    return [italic, italic + bold, len(_STARS.findall(text))]


def placeholders(text: str, part: str = "") -> Readings:
    """Texts in square brackets; links, boxes and references counted or not, repetitions too."""
    found = [match for match in _BRACKET.finditer(text) if match["inside"].strip()]
    plain = [match for match in found if not match["link"] and not _BOX.fullmatch(match["inside"])]
    return [len(found), len(plain)]


def marked(text: str, part: str) -> Readings:
    """Stretches on one line between the marks of a form: `<<...>>`."""
    left, _, right = part.partition("...")
    inside = rf"(?:(?!{re.escape(left)}|{re.escape(right)})[^\n]){{1,300}}"
    found = re.findall(rf"{re.escape(left)}({inside}){re.escape(right)}", text)
    return [sum(1 for item in found if item.strip())]


def capital_words(text: str, part: str = "") -> Readings:
    """Words without a small letter: single letters counted or not, compounds as one or as several."""
    whole = [word for word in _TOKEN_JOINED.findall(text) if word.upper() == word != word.lower()]
    parts = [word for word in _TOKEN.findall(text) if word.upper() == word != word.lower()]
    long_whole = sum(sum(map(str.isalpha, word)) > 1 for word in whole)
    return [len(whole), long_whole, len(parts), sum(len(word) > 1 for word in parts)]


def occurrences(text: str, part: str) -> Readings:
    """By itself letter by letter, in any case, and inside of longer words."""
    word = re.escape(part)
    left = r"(?<!\w)" if part[0].isalnum() and not CJK.match(part) else ""
    right = r"(?!\w)" if part[-1].isalnum() and not CJK.match(part[-1]) else ""
    alone = [match.group() for match in re.finditer(f"{left}{word}{right}", text, re.IGNORECASE)]
    return [alone.count(part), len(alone), len(re.findall(word, text, re.IGNORECASE))]


_SAME = {"!": "!！", "?": "?？", ";": ";；", ":": ":：", "(": "(（", '"': '"“”', "。": "。"}
"""Marks that have another form in other scripts or in print."""
_LIKE = {'"': "„«»「」", ".": "。…", "-": "‐‑", "—": "–", "。": ".．"}
"""Marks that may be meant, too."""


def letters(text: str, part: str) -> Readings:
    """One character, as written and in any case; `#` also as the sign of hashtags alone, with and without those that
    may be numbers (`#1`); marks in all their forms."""
    if part in _SAME or part in _LIKE:
        same = sum(map(text.count, _SAME.get(part, part)))
        return [same, same + sum(map(text.count, _LIKE.get(part, "")))]
    readings = [text.count(part), text.casefold().count(part.casefold())]
    if part != "#":
        return readings
    return [*readings, *(len(re.findall(tag, text)) for tag in (r"(?<!\w)#\w", r"(?<!\w)#\w*[^\W\d_]"))]


def commas(text: str, part: str = "") -> Readings:
    """The comma of Latin scripts, and with it those of others; for the Chinese comma as `part` both, and with them the
    one that divides enumerations."""
    if part == "，":
        return [len(re.findall("[,，﹐]", text)), len(re.findall("[,，﹐、﹑]", text))]
    return [text.count(_COMMA), text.count(_COMMA) + len(_OTHER_COMMAS.findall(text))]


def split_at(text: str, separator: str) -> list[str]:
    """The pieces between separators, which are no part of a longer run of their own character."""
    mark = re.escape(separator.strip())
    edge = re.escape(separator.strip()[0])
    return [piece.strip() for piece in re.split(rf"(?<!{edge}){mark}(?!{edge})", text)]


def parts(text: str, part: str) -> Readings:
    """Pieces between separators that hold something; with the empty ones, except at both ends."""
    pieces = split_at(text, part)
    inner = pieces[1 if not pieces[0] else 0 : -1 if not pieces[-1] else None]
    return [sum(1 for piece in pieces if _LETTER.search(piece)), len(inner)]


MEASURES: Mapping[str, Callable[[str, str], Readings]] = {
    "words": lambda text, part: words_in(text),
    "sentences": sentences,
    "paragraphs": paragraphs,
    "lines": lines,
    "characters": characters,
    "bullets": bullets,
    "numbered": numbered,
    "sections": sections,
    "highlights": highlights,
    "placeholders": placeholders,
    "marked": marked,
    "capital_words": capital_words,
    "occurrences": occurrences,
    "letters": letters,
    "commas": commas,
    "parts": parts,
    **LAYOUT,
}
"""Counts by name: of a text, and of the part that is looked for."""
WITH_PART = frozenset({"sections", "marked", "occurrences", "letters", "parts", "starting"})
"""Counts that need a `text`."""
