"""Cases of regular expressions at the edge of what is matched: how much text, which classes and quantifiers, and what
costs more than it looks. Nothing is drawn here."""

from __future__ import annotations

from collections.abc import Iterator

from specharness.qualify.case import OPEN, Case, Definition, hostile, near_pass, refused, violating

DEFINITIONS: tuple[Definition, ...] = ()
"""What is yielded here belongs to the definition of `response_text`."""

_LONG = 20_000
"""Characters that are too many for a pattern with one open repetition, and few enough for one without."""
_FULL = 14_141
"""The most characters for one open repetition: (n + 1)² steps fit the budget."""
_SHORT = 1_000
"""Too many for two open repetitions, and few enough for one."""

_WITHIN: tuple[tuple[str, str, int, str], ...] = (
    ("a*b", "b", _FULL, "as long as may be"),
    ("a*?b", "b", _FULL, "the same, lazily"),
    ("a*+b", "b", _FULL, "the same, possessively"),
    ("a*b?d", "d", 9_999, "as long as may be with a choice"),
    ("a{2,2}b", "aab", _LONG, "so many and no more is no open repetition"),
    ("a{2}b", "aab", _LONG, "a fixed number"),
    ("a?b?c?d?e?f?g?h?i?j?k", "k", 14_000, "ten choices"),
    ("[^]*]+b", "xb", _SHORT, "a class of all but a bracket and a star"),
    ("[]*]+b", "]b", _SHORT, "a class of a bracket and a star"),
    (r"[\]*]+b", "]b", _SHORT, "a class of an escaped bracket and a star"),
    ("(?:[*]x*)b", "*xb", _SHORT, "a class in a group"),
    ("a*?[*]b", "*b", _SHORT, "a class behind a lazy repetition"),
    ("(a|b){}", "a{}", 9, "braces that count nothing are text"),
    ("(a|b)?d", "ad", 9, "a choice that may be left out"),
    ("(?:ab|d)f", "df", 9, "a choice in a group"),
    ("(?=ab)a", "ab", 9, "what stands ahead"),
    ("(?!ax)ab", "ab", 9, "what does not stand ahead"),
    ("a{,2}b", "aab", 9, "at most so many"),
)
_BEYOND: tuple[tuple[str, str, int, str], ...] = (
    ("a*b", "b", _FULL + 1, "longer by one"),
    ("a*b?d", "d", 10_000, "longer by one, with a choice"),
    (r"\d*b", "b", _LONG, "an escaped class"),
    ("[^]]+b", "xb", _LONG, "a class of all but a bracket"),
    ("[]]+b", "]b", _LONG, "a class of a bracket"),
    (r"[\]]+b", "]b", _LONG, "a class of an escaped bracket"),
    ("a{*b", "ab", _LONG, "a brace that is repeated"),
    ("a{2,}b", "aab", _LONG, "at least so many"),
    ("a{2,3}b", "aab", _LONG, "between two numbers"),
    ("a+b+d", "abd", _SHORT, "two open repetitions"),
    ("(ab*)d", "abd", _LONG, "an open repetition in a group"),
)


def _text(end: str, length: int) -> str:
    return "z" * (length - len(end)) + end


def matched() -> Iterator[Case]:
    """Cases of `response_text`."""
    for pattern, end, length, why in _WITHIN:
        yield near_pass("pattern", {"pattern": pattern}, _text(end, length), why)
        yield violating({"pattern": pattern}, _text("!", min(length, _SHORT)), f"{why}: no match")
    for pattern, end, length, why in _BEYOND:
        yield hostile({"pattern": pattern}, _text(end, length), f"{why}, over too long a text", OPEN)
    for pattern, why in (
        ("(a|b)*", "a repeated choice"),
        ("(a|b){2,}", "a choice, so often and more"),
        ("(a?){3}", "a group that may be empty, three times"),
        ("((ab*))+", "a repetition in two groups"),
        (r"(a)\1", "a back reference"),
        ("(?P<n>a)", "a group with a name"),
        ("[[a]", "a class that may be read as nested sets"),
        ("[a--b]", "a difference of sets"),
        ("a{1001}", "too many"),
        ("a?" * 13, "too many choices"),
        ("[]", "a class without its end"),
        ("(a", "a group without its end"),
        ("a" * 1_001, "too long"),
    ):
        yield refused({"pattern": pattern}, why)
