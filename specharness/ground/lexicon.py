"""Words that change what a clause demands, in English and Chinese.

One table of patterns, nothing decided here: `two_key` says when such a word left out of a quote makes it incomplete.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple


class Sense(StrEnum):
    """What a word does to its clause."""

    NEGATION = "negation"
    PERMISSION = "permission"
    MODAL = "modal"
    CONDITION = "condition"
    EXCEPTION = "exception"
    LIMIT = "limit"
    NUMBER = "number"
    PATH = "path"


class Token(NamedTuple):
    """One such word in a text; offsets are code points of that text."""

    sense: Sense
    start: int
    end: int
    text: str


_ENDINGS = (
    "json|jsonl|csv|tsv|txt|md|xlsx?|xlsm|docx?|pptx?|pdf|png|jpe?g|gif|svg|html?|xml|ya?ml|toml|ini|cfg|conf|log|sql"
    "|db|"
    "sqlite|py|js|ts|tsx|jsx|java|go|rs|c|h|cpp|sh|bib|tex|npy|npz|parquet|pkl|zip|tar|gz|mp3|mp4|wav|stl|obj|dot"
    "|lean|rules"
)
PATH = re.compile(
    rf"(?:(?:~|\.{{1,2}})?/[\w.\-/{{}}*]*[\w\-/}}*]|(?<![\w/.@])[\w\-]+(?:[./][\w\-]+)*\.(?:{_ENDINGS})\b)", re.ASCII
)
"""Absolute, home and dotted paths, and file names with a common ending."""

STANDARD = re.compile(
    r"\b(?:ISO|RFC|UTF|PEP|IEEE|IEC|ANSI|ASCII|WCAG|TLS|SHA|MD|Python|Java|Node|HTML|CSS|HTTP)[ \-]?\d+(?:[.\-:]\d+)*\b"
)
"""Names that hold a number: no number of the clause."""

_NUMBER_WORDS = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twice|double|half|dozen"

_PATTERNS: tuple[tuple[Sense, re.Pattern[str]], ...] = (
    (Sense.PATH, PATH),
    (
        Sense.NEGATION,
        re.compile(
            r"\b(?:not|never|no|none|neither|nor|cannot|avoid|avoiding|refrain|forbidden|prohibited|disallowed|"
            r"\w+n['’]t|dont|without)\b"
            r"|不得|不要|不能|不可|不应|不许|不准|禁止|切勿|请勿|勿|严禁|避免|无需|不必|不(?!同|过|仅|但|断|足|等|久"
            r"|管|论)|没有|未",
            re.I,
        ),
    ),
    (
        Sense.PERMISSION,
        re.compile(
            r"(?!(?-i:(?<=\d )May\b))"  # the month
            r"\b(?:may|(?:can|could)(?!\s+you\b)|might|optionally|optional|feel free|free to|allowed to|such as)\b"
            r"|\bfor (?:example|instance)\b|\be\.g\."
            r"|可以|可选|也可|允许|例如|比如|(?<![许认不])可(?=[^能靠以选见])",
            re.I,
        ),
    ),
    (
        Sense.MODAL,
        re.compile(
            r"\b(?:must|should|shall|ought to|have to|has to|ideally|preferably|try to|prefer)\b"
            r"|必须|务必|应当|应该|应(?=[^用])|尽量|最好",
            re.I,
        ),
    ),
    (
        Sense.CONDITION,
        re.compile(
            r"\b(?<!check )(?<!see )(?<!determine )(?<!verify )(?<!decide )(?<!test )(?<!know )(?<!tell )(?<!as )"
            r"if\b|\b(?:unless|provided that|in case|in the event|otherwise|as long as|depending on)\b"
            r"|\b(?<!thing )(?<!one )(?<!body )else\b"
            r"|\bwhen(?:ever)?\b(?!\s+\w+ing\b)"
            r"(?!\s+(?:you(?: are|['’]re| have|['’]ve)|everything is|all is)\s+(?:done|finished|ready|complete)\b)"
            r"|\bwhere (?:applicable|possible|available|necessary|needed|present)\b"
            r"|如果|若|假如|倘若|除非|只有|只要|一旦|否则|当(?=[^前天日地中作])|的话|情况下",
            re.I,
        ),
    ),
    (
        Sense.EXCEPTION,
        re.compile(
            r"\b(?:except(?:ing|ion)?s?|other than|apart from|aside from|excluding|excludes?|but not|unless|without|"
            r"rather than|instead of|not (?:counting|including|considering))\b"
            r"|不含|不包括|不计|不算|除了|除(?=[^非])|以外|之外",
            re.I,
        ),
    ),
    (
        Sense.LIMIT,
        re.compile(
            r"\b(?:only|solely|exclusively|exactly|at least|at most|no more than|no fewer than|no less than|up to|"
            r"more than|less than|fewer than|within)\b|仅|只|至少|至多|最多|最少|不超过|恰好",
            re.I,
        ),
    ),
    (
        Sense.NUMBER,
        re.compile(
            rf"(?<![\w./\-])[-+]?\d+(?:,\d{3})*(?:\.\d+)?(?:\s?%)?(?![\w/]|\.\d)|\b(?:{_NUMBER_WORDS})\b"
            r"|[一二两三四五六七八九十百]+(?=[个行列条项页张位次份种])",
            re.I,
        ),
    ),
)


def tokens(text: str) -> list[Token]:
    """All binding words of a text in order. A word inside a path, or inside a longer word, is none."""
    found: list[Token] = []
    paths: list[tuple[int, int]] = [match.span() for match in STANDARD.finditer(text)]
    for sense, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(start < right and left < end for left, right in paths):
                continue
            if sense is Sense.PATH:
                paths.append((start, end))
            found.append(Token(sense, start, end, match.group()))
    return sorted(found, key=lambda token: (token.start, token.end, token.sense))


def starts_with_prohibition(quote: str) -> bool:
    """True: the quote's own verb is forbidden ("Do not …", "never …", "禁止…")."""
    return _PROHIBITION.match(quote) is not None


def starts_with_permission(quote: str) -> bool:
    """True: the quote's own verb is only permitted ("You may …", "可以…")."""
    return _PERMISSION.match(quote) is not None


_MARKS = r"[\s>*_`~\-+#(\[“\"'•]*(?:\d+[.)]\s*)?"
_PROHIBITION = re.compile(
    rf"{_MARKS}(?:please\s+)?(?:(?:you|agents?|we|it)\s+)?"
    r"(?:(?:do|does|must|should|shall|may|can|could|will|are|is)\s+(?:not|never)\b|cannot\b|\w+n['’]t\b|never\b"
    r"|avoid\b|no\b|"
    r"refrain\b|(?:也|并|且|而且|并且|同时)?不得|(?:也|并|且)?不要|不能|不可|不应|禁止|切勿|请勿|勿|严禁|避免)",
    re.I,
)
_PERMISSION = re.compile(
    rf"{_MARKS}(?:please\s+)?(?:(?:you|agents?|we|it|one|if you (?:want|like|wish),?(?: you)?)\s+)?"
    r"(?:(?:may|can|could|might)\b(?!\s*(?:not|never|only|you|we|someone|somebody|anybody|\w+\s+only)\b)|feel free\b"
    r"|optionally\b|"
    r"(?:are|is) (?:free|allowed|welcome) to\b|可以|可选|也可|允许)",
    re.I,
)
