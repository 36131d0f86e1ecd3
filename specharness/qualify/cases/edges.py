"""Cases of how the agent's message, or one paragraph of it, begins and ends."""

from __future__ import annotations

from collections.abc import Iterator

from specharness.qualify.case import (
    FAILED,
    NOT_FAILED,
    Case,
    cases_for,
    debatable,
    hostile,
    malformed,
    near_fail,
    near_pass,
    refused,
    satisfying,
    violating,
)
from specharness.qualify.draw import Draw

_KEEPS = ("line_ends",)


@cases_for("response_edges", keeps=_KEEPS)
def response_edges(draw: Draw) -> Iterator[Case]:
    for _ in range(3):
        first, last, middle = (draw.sentence(5) for _ in range(3))
        message = f"{first} {middle} {last}"
        yield near_pass("first", {"first": first}, message, "it begins so")
        yield near_fail("first", {"first": first}, f"{middle} {message}", "it begins with something else")
        yield near_pass("last", {"last": last}, message, "it ends so")
        yield near_fail("last", {"last": last}, f"{message} {middle}", "something follows")
        yield satisfying({"first": first, "last": last}, message, "both ends")
        yield violating({"first": first, "last": last}, f"{first} {middle}", "one end alone")
        yield near_pass("more", {"first": first, "more": True}, message, "more follows")
        yield near_fail("more", {"first": first, "more": True}, first, "nothing follows")
        yield satisfying({"first": first, "more": False}, first, "nothing need follow")
        yield near_pass("quoted", {"quoted": True}, f'"{middle}"', "in double marks")
        yield near_pass("quoted", {"quoted": True}, f"“{middle}”", "in curly marks")
        yield near_fail("quoted", {"quoted": True}, middle, "without marks")
        yield near_fail("quoted", {"quoted": True}, f'"{middle}', "not closed")
        yield near_fail("quoted", {"quoted": True}, f'{middle}"', "not opened")
        yield near_pass("postscript", {"postscript": "P.S."}, f"{middle}\n\nP.S. {last}", "at the end")
        yield near_pass("postscript", {"postscript": "P.P.S"}, f"{middle}\n\nP.P.S. {last}", "the second one")
        yield near_fail("postscript", {"postscript": "P.P.S"}, f"{middle}\n\nP.S. {last}", "the first, not the second")
        yield near_fail("postscript", {"postscript": "P.S."}, f"{middle} {last}", "none")
        yield near_fail("postscript", {"postscript": "P.S."}, f"{middle}\n\nP.S.", "nothing behind its marker")
        yield debatable({"first": first}, f"**{first}** {middle}", "marks before it")
        yield debatable({"first": first}, f"{first.upper()} {middle}", "another case")
        yield debatable({"last": last}, f"{middle} {last.rstrip('.')}", "without its last mark")
        yield debatable({"quoted": True}, f"'{middle}'", "in single marks")
        yield debatable({"quoted": True}, f'"No," he said. "{middle}"', "a mark inside may end the first")
        yield debatable({"postscript": "P.S."}, f"{middle}\n\nPS: {last}", "its marker in another spelling")
        yield debatable({"postscript": "P.S."}, f"P.S. {first}\n\n" + f"{last}\n\n" * 5, "much text behind it")
        yield satisfying({"first": f" {first} ", "last": f" {last} "}, f"\n {message}\n", "blanks around it")
        yield satisfying({"first": first}, f"{first}{middle}", "no space behind its full stop")
        yield satisfying({"last": f"— {middle}"}, f"{first.rstrip('.')}— {middle}", "a dash right behind a word")
        yield near_fail("more", {"first": first, "more": True}, f"{first} __", "nothing but marks follows")
        yield debatable({"last": middle.rstrip(".").upper()}, message[: -len(last)], "another case, and a full stop")
        yield from _quoted(draw, middle)
        yield from _postscripts(draw, first, middle, last)
    word, other = draw.words(2)
    yield debatable({"first": word}, f"{word}s {draw.sentence()}", "the beginning of a longer word")
    yield debatable({"first": f"A {word}"}, f"A {word}s {draw.sentence()}", "the beginning of a longer last word")
    yield debatable({"last": word}, f"{draw.sentence()} x{word}", "the end of a longer word")
    yield debatable({"last": f"a {word}"}, f"{draw.sentence()} x{other}a {word}", "the end of a longer first word")
    yield debatable({"last": f"a {word}"}, f"{draw.sentence()} xa {word}", "the end of a short longer word")
    yield violating({"quoted": True}, '""', "nothing inside the marks")
    yield violating({"quoted": True}, '"', "one mark alone")
    for asked in ({"first": word}, {"last": word}, {"quoted": True}, {"postscript": "P.S."}):
        yield malformed(asked, "  \n ", "a blank message", FAILED)
    yield hostile({"quoted": True}, '"' * 5_000, "marks alone", FAILED)
    yield hostile({"postscript": "P.S."}, "P.S." * 5_000, "markers alone", NOT_FAILED)
    yield refused({}, "nothing asked")
    yield refused({"quoted": False, "more": True}, "nothing asked for surely")
    yield refused({"first": ""}, "empty words")
    yield refused({"postscript": "***"}, "a marker without a letter")


def _quoted(draw: Draw, middle: str) -> Iterator[Case]:
    asked = {"quoted": True}
    word = draw.word()
    yield satisfying(asked, f'"{draw.integer(1, 9)}"', "one figure in marks")
    yield satisfying(asked, f'"— {middle}"', "a dash behind the first mark")
    yield satisfying(asked, f'"{middle} It is 3"x4" wide, {word}."', "marks for inches inside")
    yield satisfying(asked, f"„{middle}“", "in marks of another language")
    yield violating(asked, f'"{middle}”', "closed by a mark of another kind")
    yield violating(asked, f"“{middle}“", "opened twice")
    yield violating(asked, f'"{middle}" {word}', "something behind the last mark")
    yield debatable(asked, f'"{word}" he said. "{middle}"', "two quotations may be two")
    yield debatable(asked, f'"" {middle}"', "the second mark may end the first")


def _postscripts(draw: Draw, first: str, middle: str, last: str) -> Iterator[Case]:
    asked, second = {"postscript": "P.S."}, {"postscript": "P.P.S"}
    heading = draw.word()
    yield satisfying({"postscript": " P.S. "}, f"{middle}\n\nP.S. {last}", "blanks around its marker")
    yield satisfying(asked, f"{middle}\n\nP.S.\n{last}", "its text on the next line")
    yield satisfying(asked, f"{middle}\n\nPS: {first}\n\nP.S. {last}", "two, the last one spelled so")
    yield satisfying(asked, f"{middle}\n\nP.S. {last}\n\n{first}\n\n{middle}", "two paragraphs behind it")
    yield satisfying({"postscript": f"{heading}:"}, f"{middle}\n\n{heading}: {last}", "a marker of another kind")
    yield violating({"postscript": heading}, f"{middle.rstrip('.')} of the {heading} {last}", "its word inside a line")
    yield violating(asked, f"{middle} P.P.S. {last}", "the second one inside a line")
    yield violating(asked, f"{middle}\n\nP.P.S. {last}", "the second one alone")
    yield violating(second, f"{middle}\n\nP.P.S. ***", "nothing but marks behind its marker")
    yield debatable(asked, f"{middle} P.S. {last}", "its marker inside a line")
    yield debatable(second, f"{middle} P.P.S. {last}", "the second one's marker inside a line")
    yield debatable(asked, f"P.S. {last}\n\n# {heading}\n\n{first}\n\n{middle}", "a heading behind it")
    yield debatable(asked, f"P.S. {last}\n\n{first}\n\n{middle}\n\n{first}", "three paragraphs behind it")
    for _ in range(3):
        begin, end, between = draw.words(3)
        yield near_pass(
            "first_word", {"first_word": begin}, f"**{begin.title()}**, {between}.", "in another case and bold"
        )
        yield near_fail("first_word", {"first_word": begin}, f"{between} {begin}.", "another word before it")
        yield near_pass("last_word", {"last_word": end}, f"{between} {end}!", "a mark behind it")
        yield near_fail("last_word", {"last_word": end}, f"{end} {between}.", "another word behind it")


@cases_for("response_paragraph", keeps=_KEEPS)
def response_paragraph(draw: Draw) -> Iterator[Case]:
    for _ in range(3):
        words = draw.words(4)
        blocks = [f"{word.title()} {draw.sentence(5).lower()}" for word in words]
        message = "\n\n".join(blocks)
        for place, word in enumerate(words, 1):
            yield satisfying({"nth": place, "first": word}, message, "it begins so, case aside")
            following = words[place % 4]
            yield near_fail("nth", {"nth": place, "first": following}, message, "another paragraph begins so")
            yield near_fail("first", {"nth": place, "first": word + "x"}, message, "one letter more")
        yield near_pass("nth", {"nth": 4, "first": words[3]}, message, "the last one")
        yield near_fail("nth", {"nth": 5, "first": words[3]}, message, "there is no such paragraph")
        yield near_pass("first", {"nth": 1, "first": " ".join(blocks[0].split()[:2])}, message, "two words")
        yield violating({"nth": 2, "first": words[1]}, f"{blocks[0]}\n\n{words[1]}s came.", "a longer word")
        yield satisfying({"nth": 2, "first": words[1]}, f"{blocks[0]}\n\n**{blocks[1]}**", "in bold")
        yield satisfying({"nth": 2, "first": words[1]}, f"{blocks[0]}\n \t\n\n{blocks[1]}", "more blank lines between")
        yield debatable(
            {"nth": 2, "first": words[1]}, f"# {words[2]}\n\n{blocks[0]}\n\n{blocks[1]}", "behind a heading"
        )
        yield debatable({"nth": 2, "first": words[1]}, f"{blocks[0]}\n{blocks[1]}", "single line ends")
        third = f"{blocks[0]}\n{blocks[2]}\n\n{blocks[1]}"
        yield satisfying({"nth": 2, "first": words[1]}, third, "behind a paragraph of two lines")
        yield violating({"nth": 2, "first": words[2]}, third, "the second line, not the second paragraph")
        yield satisfying({"nth": 2, "first": f" {words[1]} "}, f"\n\n{message}", "blank lines before it")
        yield satisfying({"nth": 1, "first": words[0]}, f"\n\n{blocks[0]}\n{blocks[1]}", "single lines, the first")
        yield debatable({"nth": 2, "first": words[1]}, f"\n{blocks[0]}\n  \u3000\n{blocks[1]}", "an odd blank between")
        plan = {"nth": 2, "first": f"{words[1]} b"}
        yield satisfying(plan, f"{blocks[0]}\n\n{words[1].title()} B: {blocks[1]}", "a word of one letter")
        yield violating(plan, f"{blocks[0]}\n\n{words[1].title()} by {blocks[1]}", "a longer word for it")
        yield violating({"nth": 1, "first": f"a {words[1]}"}, f"A {words[1]}s came.", "a longer second word")
        for head in (f"<<{words[2]}>>", f"\n# {words[2]}", "***"):
            asked = {"nth": 2, "first": words[1]}
            yield debatable(asked, f"{head}\n\n{blocks[0]}\n\n{blocks[1]}", "behind what may be no paragraph")
    word = draw.word()
    yield malformed({"nth": 1, "first": word}, " \n", "a blank message", FAILED)
    yield hostile({"nth": 900, "first": word}, "x\n\n" * 500, "many paragraphs, not enough", FAILED)
    yield refused({"nth": 0, "first": word}, "no paragraph is the zeroth")
    yield refused({"nth": 1}, "no words")
    yield refused({"nth": -1, "first": word}, "a negative number")
    yield refused({"nth": 1, "first": ""}, "empty words")


DEFINITIONS = (response_edges, response_paragraph)
