"""Cases of what stands in a message, each with the least and the most that careful readers count."""

from __future__ import annotations

from collections.abc import Iterator

from specharness.qualify.case import Case, debatable, near_fail, near_pass

DEFINITIONS = ()
"""What is yielded here belongs to the definition of `response_count`."""

_FENCE = "```\ncode\n```\n"
_TABLE = "| a | b |\n|---|---|\n| c | d |\n| e | f |\n"

_COUNTED: tuple[tuple[str, str, str, int, int], ...] = (
    ("emojis", "", "one 🎉 two 🎉 three", 2, 2),
    ("emojis", "", "a family 👩‍👩‍👧 at home", 1, 3),
    ("emojis", "", "done ✓ and ✓ and 🎉", 1, 3),
    ("emojis", "", "a flag 🇫🇷 and a thumb 👍🏽", 2, 3),
    ("emojis", "", "a key 3️⃣ of a phone", 1, 1),
    ("questions", "", "Is it? Was it! Who knows?", 2, 2),
    ("questions", "", "Is it? (What?!) See https://a.example/?q=1 now.", 2, 2),
    ("headings", "", "# One\n\ntext\n\n## Two\n\ntext\n", 2, 2),
    ("headings", "", "# One\n\n**Two**\n\ntext\n\n**Three:**\n", 1, 3),
    ("headings", "", "```\n# no\n```\n\n# One\n", 1, 1),
    ("tables", "", f"{_TABLE}\ntext\n\n{_TABLE}", 2, 2),
    ("tables", "", f"{_TABLE}\n<table><tr><td>x</td></tr></table>\n", 1, 2),
    ("table_rows", "", _TABLE, 2, 3),
    ("table_rows", "", f"{_TABLE}\ntext\n\n{_TABLE}", 4, 6),
    ("code_blocks", "", f"text\n\n{_FENCE}\ntext\n\n{_FENCE}", 2, 2),
    ("code_blocks", "", f"{_FENCE}\ntext\n\n    indented\n\ntext\n", 1, 2),
    ("block_quotes", "", "> one\n\ntext\n\n> two\n", 2, 2),
    ("block_quotes", "", "> one\n>\n> > inside\n\ntext\n\n> two\n", 2, 3),
    ("links", "", "See https://a.example/x and www.b.example for more.", 2, 2),
    ("links", "", "See https://a.example/x and [there](#part).", 1, 2),
    ("links", "", "See [there](https://a.example/x) now.", 1, 1),
    ("digits", "", "a1 b22", 3, 3),
    ("digits", "", "1. one\n2. two 345\n", 3, 5),
    ("digits", "", "12 and ٣", 2, 3),
    ("digits", "", "from 09 to 87", 4, 4),
    ("numbers", "", "7 and 12.5 and 3", 3, 3),
    ("numbers", "", "7 and twelve and forty", 1, 3),
    ("numbers", "", "1. one 45\n2. none 67\n", 2, 5),
    ("list_items", "", "- a\n- b\n- c\n", 3, 3),
    ("list_items", "", "- a\n  - b\n- c\n", 2, 3),
    ("list_items", "", "first\n\nsecond\n", 0, 2),
    ("list_items", "", "1. a\n2. b\n\ntext\n", 2, 2),
    ("bold", "", "**one** and **two words** and __three__", 3, 3),
    ("bold", "", "**one** and <b>two</b>", 1, 2),
    ("bold", "", "**one** and `**no**` in code", 1, 2),
    ("bold", "", "no bold here, 2 ** 3 ** 4", 0, 0),
    ("palindromes", "", "level and noon stay civic", 3, 3),
    ("palindromes", "", "level, Level and radar", 2, 3),
    ("palindromes", "", "level, oo and radar", 2, 3),
    ("palindromes", "", "mmm, level, ab, a, 1221 and cat", 1, 1),
    ("punctuation", "", "One, two; three.", 3, 3),
    ("punctuation", "", "It's well-made, he said.", 2, 4),
    ("repeated_words", "", "red blue red green red", 2, 2),
    ("repeated_words", "", "Red and red and blue", 1, 2),
    ("repeated_words", "", "ice-cold ice in water", 0, 1),
    ("starting", "be", "bees best bend", 3, 3),
    ("starting", "be", "bees, Bees and best", 2, 3),
    ("starting", "BE", "bees, best, abed and cab", 2, 2),
)


def laid_out() -> Iterator[Case]:
    """Where all readers agree the number is sure; where they differ, neither of theirs is."""
    for of, part, message, least, most in _COUNTED:
        asked: dict[str, object] = {"of": of, **({"text": part} if part else {})}
        why = f"{of}: {message[:30]!r}"
        yield near_pass("min", {**asked, "min": least}, message, why)
        yield near_fail("min", {**asked, "min": most + 1}, message, why)
        yield near_pass("max", {**asked, "max": most}, message, why)
        if least:
            yield near_fail("max", {**asked, "max": least - 1}, message, why)
        if least == most:
            yield near_pass("count", {**asked, "count": least}, message, why)
            continue
        for number in (least, most):
            yield debatable({**asked, "count": number}, message, why)
        yield debatable({**asked, "min": most}, message, why)
        yield debatable({**asked, "max": least}, message, why)
