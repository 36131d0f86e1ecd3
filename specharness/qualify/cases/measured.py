"""Cases of what there is to count in a message, where careful readers count alike and where they do not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from specharness.qualify.case import Case, debatable, satisfying, violating

DEFINITIONS = ()
"""What is yielded here belongs to the definition of `response_count`."""


class Counted(NamedTuple):
    """A message, and every number that a careful reader could count in it."""

    of: str
    message: str
    numbers: tuple[int, ...]
    text: str = ""


_COUNTED = (
    Counted("sentences", "Dr. Lee came. He left.", (2, 3)),
    Counted("sentences", "“We came.” They left.", (2,)),
    Counted("sentences", "We met “Dr.” Lee.", (1, 2)),
    Counted("sentences", "We came\nThey left.", (1, 2)),
    Counted("sentences", "Yes. We go", (1, 2)),
    Counted("sentences", "Yes.\nSo.", (2,)),
    Counted("sentences", "5. We came. They left.", (2,)),
    Counted("sentences", "5. We came.\n6. They left.", (2, 3)),
    Counted("sentences", "It is " + "1 " * 30 + "2.", (1,)),
    Counted("sentences", "We came to\n4242.", (1, 2)),
    Counted("sentences", "We came.\n***\nThey left.", (2,)),
    Counted("sentences", "We came.         \nThey left.          ", (2,)),
    Counted("sentences", "12345", (0,)),
    Counted("sentences", "Done. Yes", (1, 2)),
    Counted("sentences", "We came. (They left.)\nSo", (2, 3)),
    Counted("sentences", "“We came.”\nThey said: “so be it!”", (2,)),
    Counted("sentences", "We came.\n" + "-" * 37 + "\n!", (1,)),
    Counted("sentences", "A\n! We came.", (2, 3)),
    Counted("sentences", "-" * 45 + "\nWe came.\n" + "-" * 60 + "\n!", (1,)),
    Counted("sentences", "他们来了。\n他说：“来吧！”", (2,)),
    Counted("lines", "a\nb\n\x01", (3,)),
    Counted("lines", "\x01\na\nb", (3,)),
    Counted("paragraphs", "# Of us\nWe came.\n\nThey left.", (2,)),
    Counted("paragraphs", "We came.\n\n# The end\n", (1, 2)),
    Counted("paragraphs", "We came.\n\n**The end** \n", (1, 2)),
    Counted("paragraphs", "***\n\nWe came.", (1,)),
    Counted("paragraphs", "We came.\n---\nThey left.", (1, 2)),
    Counted("paragraphs", "\n \nWe came.\n \n\nThey left.\n\n", (2,)),
    Counted("lines", "a\n\nb", (2, 3)),
    Counted("lines", "a\n \nb", (2, 3)),
    Counted("lines", "\n\na\nb\n", (2,)),
    Counted("characters", "a b ", (2, 3, 4)),
    Counted("bullets", "* a\n\n* * *\n\n* b", (2,)),
    Counted("bullets", "* a\n * b", (2,)),
    Counted("bullets", "* a\n    * b", (1, 2)),
    Counted("bullets", "\t\t* a\n        * b", (2,)),
    Counted("bullets", "\t* a\n      * b", (1, 2)),
    Counted("bullets", "• a\n• b", (0, 2)),
    Counted("bullets", "+ a\n- b", (2,)),
    Counted("sections", "SECTION 1\nWe came.\nSECTION 2\nThey left.", (2,), " SECTION "),
    Counted("sections", "SECTION a\nWe came.\nSECTION A\nThey left.", (1, 2), "SECTION"),
    Counted("sections", "Section 1\nWe came.", (0, 1), "SECTION"),
    Counted("sections", "SECTION 1\n\nSECTION 2\nThey left.", (1, 2), "SECTION"),
    Counted("highlights", "We saw **one** and *two*.", (1, 2)),
    Counted("highlights", "We saw ***one***.", (1,)),
    Counted("highlights", "We saw __one__.", (0, 1)),
    Counted("placeholders", "[ ] and [name]", (1,)),
    Counted("placeholders", "[name](http://x.org)", (0, 1)),
    Counted("placeholders", "[x] done, [name]", (1, 2)),
    Counted("marked", "<< >> and <<one>>", (1,), "<<...>>"),
    Counted("capital_words", "I saw NASA", (1, 2)),
    Counted("capital_words", "the US came", (1,)),
    Counted("capital_words", "X-Y and I came", (0, 1, 2, 3)),
    Counted("occurrences", "cat, category, cat", (2, 3), "cat"),
    Counted("occurrences", "cat, bobcat, cat", (2, 3), "cat"),
    Counted("occurrences", "x#a and #a", (2,), "#a"),
    Counted("occurrences", "a!b and a!", (2,), "a!"),
    Counted("occurrences", "小猫来了", (1,), "猫"),
    Counted("occurrences", "这是ab猫来了", (0, 1), "ab猫"),
    Counted("occurrences", "ab猫来了", (1,), "ab猫"),
    Counted("occurrences", "a b and xa b", (1, 2), "a b"),
    Counted("occurrences", "a b and a bx", (1, 2), "a b"),
    Counted("letters", "no! no！", (2,), "!"),
    Counted("letters", "“one” and «two»", (2, 4), '"'),
    Counted("letters", "one. two…", (1, 2), "."),
    Counted("letters", "one-two, one‑two", (1, 2), "-"),
    Counted("letters", "one。two．", (1, 2), "。"),
    Counted("letters", "a A", (1, 2), "a"),
    Counted("letters", "a A", (1, 2), "A"),
    Counted("letters", "#tag and # alone", (1, 2), "#"),
    Counted("commas", "one, two，three", (1, 2)),
    Counted("commas", "one，two, three、four", (2, 3), "，"),
    Counted("parts", "one *** two *** three", (3,), " *** "),
    Counted("parts", "one *** two **** three", (2,), " *** "),
    Counted("parts", "We came.\n******\nThey left.", (2,), " ****** "),
    Counted("parts", "We came.\n--*-\nThey left.", (1,), "-*-"),
    Counted("parts", " \n******\nWe came.\n******\nThey left.\n******\n ", (2,), "******"),
)


def measured() -> Iterator[Case]:
    """Nothing is drawn: each case is there once."""
    for of, message, numbers, text in _COUNTED:
        asked: dict[str, object] = {"of": of, **({"text": text} if text else {})}
        low, high = min(numbers), max(numbers)
        yield satisfying({**asked, "min": low, "max": high}, message, "however it is counted")
        yield violating({**asked, "min": high + 1}, message, "less, however it is counted")
        if low:
            yield violating({**asked, "max": low - 1}, message, "more, however it is counted")
        for number in numbers:
            make = satisfying if low == high else debatable
            yield make({**asked, "count": number}, message, "as one way of counting has it")
