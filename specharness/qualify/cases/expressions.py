"""Cases of regular expressions: the pieces of their language that are run, and what is refused: it may not end."""

from __future__ import annotations

from collections.abc import Iterator

from specharness.qualify.case import Case, debatable, near_fail, near_pass, refused

DEFINITIONS = ()
"""What is yielded here belongs to the definition of `text_pattern`."""

_RUN: tuple[tuple[str, str, str], ...] = (
    (r"a[^]x]b", "ayb", "a]b"),
    (r"a[^^]b", "axb", "a^b"),
    (r"a[]x]b", "a]b", "ayb"),
    (r"a[\]x]+b", "a]x]b", "a[b"),
    (r"[x\\]{2}", "x\\", "xx\\"),
    (r"[a\d-]+", "a-7", "a_7"),
    (r"(?:ab){2}c", "ababc", "abc"),
    (r"(?:ab)+", "abab", "aba"),
    (r"a(?=b)b", "ab", "ac"),
    (r"a(?!b)\w", "ac", "ab"),
    (r"a{2}", "aa", "aaa"),
    (r"a{2,2}b", "aab", "ab"),
    (r"a{2,3}", "aaa", "aaaa"),
    (r"a{2,}", "aaaaa", "a"),
    (r"a{,2}b", "aab", "aaab"),
    (r"x{}", "x{}", "x"),
    (r"x{a}", "x{a}", "x"),
    (r"x{1,a}", "x{1,a}", "x"),
    (r"a+?b", "aab", "b"),
    (r"a??b", "ab", "aab"),
    (r"a{1,2}?b", "aab", "aaab"),
    (r"a++b", "aab", "ab+"),
    (r"(a|b)c", "bc", "cc"),
    (r"(ab)?c", "abc", "ac"),
    (r"(a(?:b|c)d)e", "acde", "aade"),
    (r"(a)(b?)(c)", "ac", "abb"),
    (r"((a)){2}", "aa", "a"),
    (r"(a)b{2}", "abb", "aab"),
    (r"(?:a|b)(?:cd){2}", "bcdcd", "bcd"),
    (r"a\)b", "a)b", "ab"),
    (r"\(a\)+", "(a))", "(a"),
    (r"\[a", "[a", "a"),
    (r"a\[+b", "a[[b", "ab"),
    (r"\\+", "\\\\", "/"),
    (r"a{1000}", "a" * 1000, "a" * 999),
    (r"a{0,1000}b", "b", "a" * 1001 + "b"),
    ("a?" * 12 + "b", "aab", "a" * 13 + "b"),
    ("|".join("abcdefghijklm"), "m", "n"),
    ("a" * 1000, "a" * 1000, "a" * 999),
)
"""A pattern, a text that is of its form as a whole, and one that is not."""

_REFUSED: tuple[tuple[str, str], ...] = (
    (r"(a+)+", "repetition inside of repetition"),
    (r"(a?)*", "a choice inside of repetition"),
    (r"(a|b)*", "alternatives inside of repetition"),
    (r"(?:a*){2}", "so many times what varies"),
    (r"(a{1,2}){3}", "a range of times, so many times"),
    (r"((a)|b)+", "alternatives that hold a group"),
    (r"((a+))+", "two groups deep"),
    (r"(x(a*)y)+", "inside of a longer group"),
    (r"(a)\1", "a back reference"),
    (r"(a)(b)\2", "a second back reference"),
    (r"(a)\9", "a reference to nothing"),
    (r"(?P<x>a)", "a named group"),
    (r"(?i)a", "a flag"),
    (r"(?<=a)b", "a look behind"),
    (r"(?#x)a", "a comment"),
    (r"[a--b]", "a difference of sets"),
    (r"[a&&b]", "an intersection of sets"),
    (r"[a||b]", "a union of sets"),
    (r"[a~~b]", "a symmetric difference of sets"),
    (r"[[a]", "a set in a set"),
    (r"[x[:digit:]]", "a class in a set"),
    (r"a{1001}", "too many times"),
    (r"a{1,1001}", "up to too many times"),
    (r"a{1001,}", "from too many times"),
    ("a?" * 13, "too many choices"),
    ("|".join("abcdefghijklmn"), "too many alternatives"),
    ("a" * 1001, "too long"),
    ("", "nothing"),
    ("a(", "no end"),
    ("[a", "no end of a class"),
    ("*a", "nothing to repeat"),
)


def expressions() -> Iterator[Case]:
    """Each of them as a whole, in a text and nowhere."""
    for pattern, good, bad in _RUN:
        asked = {"path": "a.txt", "pattern": pattern, "scope": "whole"}
        why = pattern[:24]
        yield near_pass("pattern", asked, {"a.txt": good}, why)
        yield near_fail("pattern", asked, {"a.txt": bad}, why)
    for pattern, why in _REFUSED:
        yield refused({"path": "a.txt", "pattern": pattern}, why)
    for pattern, length, scope, why in (
        (r"a+b", 15_000, "any", "two powers of a long text"),
        (r"a*b*c*d", 800, "whole", "three powers"),
        ("a*b*" + "c?" * 12 + "d", 600, "whole", "two powers and many choices"),
    ):
        asked = {"path": "a.txt", "pattern": pattern, "scope": scope}
        yield debatable(asked, {"a.txt": "a" * length}, f"{why}: more steps than are taken")
    near = {"path": "a.txt", "pattern": r"a+b", "scope": "any"}
    yield near_fail("pattern", near, {"a.txt": "a" * 2_000}, "a long text without it")
    each = {"path": "a.txt", "pattern": r"a+b*c", "scope": "line"}
    yield debatable(each, {"a.txt": ("a" * 9_000 + "c\n") * 3}, "each line would do, all of them don't")
    yield near_pass("scope", each, {"a.txt": ("a" * 9_000 + "c\n") * 2}, "as many steps as are taken")
