"""Cases of the parts of the agent's message: one of them, every one, none, some share, and how they follow."""

from __future__ import annotations

from collections.abc import Iterator

from specharness.qualify.case import (
    FAILED,
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
from specharness.qualify.cases import each_part
from specharness.qualify.draw import Draw

_KEEPS = ("line_ends",)


# text in which no part is so keeps a demand that none is
@cases_for("response_parts", keeps=_KEEPS, may_accept=("garbage", "maximal"))
def response_parts(draw: Draw) -> Iterator[Case]:
    one, other, third = draw.words(3)
    message = f"We saw {one}. They saw {other}. Who saw {third}?"
    lines = f"{one} now\n{other} then\n{third} never"
    last: dict[str, object] = {"of": "sentences", "nth": 1, "back": True, "kind": "question"}
    yield near_pass("nth", {"of": "sentences", "nth": 3, "kind": "question"}, message, "the third one asks")
    yield near_fail("nth", {"of": "sentences", "nth": 2, "kind": "question"}, message, "the second one does not")
    yield violating({"of": "sentences", "nth": 4, "kind": "question"}, message, "there is no fourth")
    yield near_pass("back", last, message, "the last one asks")
    yield near_fail("back", {**last, "back": False}, message, "the first one does not")
    yield near_fail("back", {**last, "nth": 2}, message, "the last but one does not")
    yield near_pass("kind", {"of": "sentences", "nth": 1, "kind": "statement"}, message, "it states")
    yield near_fail("kind", {"of": "sentences", "nth": 3, "kind": "statement"}, message, "it asks")
    yield satisfying({"of": "sentences", "kind": "exclamation"}, f"Oh {one}! Oh {other}!", "both exclaim")
    yield violating({"of": "sentences", "kind": "exclamation"}, f"Oh {one}! Oh {other}.", "one states")
    yield violating({"of": "sentences", "kind": "exclamation"}, f"Oh {one}! Oh {other}?", "one asks")
    yield debatable({"of": "sentences", "kind": "statement"}, f"Oh {one}! We saw {other}.", "it may state, too")
    yield debatable({"of": "sentences", "kind": "question"}, f"Was it {one}?!", "both marks")
    yield debatable({"of": "lines", "kind": "statement"}, f"we saw {one}", "no mark at all")
    turns = f"We saw {one}. Who saw {other}? They saw {third}. Who else?"
    yield near_pass("which", {"of": "sentences", "which": "even", "kind": "question"}, turns, "the even ones ask")
    yield near_fail("which", {"of": "sentences", "which": "odd", "kind": "question"}, turns, "the odd ones state")
    yield near_pass("which", {"of": "lines", "which": "odd", "first": one}, f"{one} a\n{other} b\n{one} c", "odd ones")
    yield near_fail("which", {"of": "lines", "which": "even", "first": one}, f"{one} a\n{other} b\n{one} c", "not even")
    yield debatable({"of": "lines", "which": "even", "first": one}, one, "there is no even one")
    none: dict[str, object] = {"of": "words", "none": True, "last": "qz"}
    yield near_pass("none", none, f"{one} and {other}", "none ends so")
    yield near_fail("none", none, f"{one} and {other}qz, too", "one ends so")
    yield near_fail("none", {**none, "none": False}, f"{one} and {other}qz, too", "not every one ends so")
    yield satisfying({**none, "none": False}, f"{one}qz, {other}QZ!", "every one ends so")
    yield debatable({"of": "lines", "none": True, "contains": one}, f"{one}s and {other}", "inside a longer word")
    half: dict[str, object] = {"of": "words", "share": 50, "first": "q"}
    yield near_pass("share", half, f"q{one} q{other} x{one} x{other}", "half of them")
    yield near_fail("share", half, f"q{one} x{third} x{one} x{other}", "a quarter of them")
    yield satisfying({**half, "share": 25}, f"q{one} x{third} x{one} x{other}", "a quarter of them")
    yield debatable({"of": "lines", "share": 100, "contains": one}, f"{one} so\nno{one}", "the second perhaps")
    words: dict[str, object] = {"of": "words", "has": "letters"}
    yield near_pass("has", {**words, "max": 5}, "abcde, fghi!", "no more than five letters each")
    yield near_fail("has", {**words, "max": 4}, "abcde, fghi!", "one has five")
    yield near_pass("count", {**words, "count": 4}, "abcd efgh", "four each")
    yield near_fail("count", {**words, "count": 4}, "abcd efghi", "one has five")
    yield near_pass("max", {**words, "max": 4}, "abcd efg", "at the upper bound")
    yield near_fail("max", {**words, "max": 3}, "abcd efg", "above the upper bound")
    yield near_pass("min", {**words, "min": 3}, "abcd efg", "at the lower bound")
    yield near_fail("min", {**words, "min": 4}, "abcd efg", "below the lower bound")
    yield near_pass("max_exclusive", {**words, "max_exclusive": 5}, "abcd efg", "below the open bound")
    yield near_fail("max_exclusive", {**words, "max_exclusive": 4}, "abcd efg", "at the open bound")
    yield near_pass("min_exclusive", {**words, "min_exclusive": 2}, "abcd efg", "above the open bound")
    yield near_fail("min_exclusive", {**words, "min_exclusive": 3}, "abcd efg", "at the open bound")
    tail: dict[str, object] = {"of": "sentences", "nth": 1, "back": True, "has": "words"}
    yield satisfying({**tail, "max_exclusive": 4}, f"We all saw {one} there. They saw {other}.", "the last is short")
    yield violating({**tail, "max_exclusive": 4}, f"They saw {other}. We all saw {one} there.", "the last is long")
    yield satisfying({"of": "lines", "nth": 2, "has": "characters", "count": 4}, "ab\ncdef\ng", "four characters")
    yield violating({"of": "lines", "nth": 2, "has": "characters", "count": 4}, "abcd\nefg", "three characters")
    yield debatable({"of": "words", "has": "letters", "max": 3}, "abc1", "a digit may be no letter")
    yield near_pass("equals", {"of": "lines", "nth": 1, "equals": f"{one} now"}, lines, "the first line")
    yield near_fail("equals", {"of": "lines", "nth": 1, "equals": f"{one} then"}, lines, "another line")
    yield near_pass("equals", {"of": "words", "nth": 3, "equals": one}, f"we saw {one.title()}, too", "the third word")
    yield near_fail("equals", {"of": "words", "nth": 2, "equals": one}, f"we saw {one}, too", "it is the third")
    yield debatable({"of": "lines", "nth": 1, "equals": one}, f"**{one.upper()}**\n{other}", "marks and another case")
    yield near_pass("first", {"of": "paragraphs", "nth": 2, "first": other}, f"{one} a.\n\n{other} b.", "the second")
    yield near_fail("first", {"of": "paragraphs", "nth": 2, "first": one}, f"{one} a.\n\n{other} b.", "the first does")
    yield violating({"of": "lines", "first": one}, f"{one}s are here", "a longer word")
    yield satisfying({"of": "lines", "first": "->"}, f"-> {one}\n->{other}", "marks before words")
    yield debatable({"of": "lines", "first": one}, f"{one.upper()} was here", "another case")
    yield near_pass("last", {"of": "lines", "nth": 2, "last": "then"}, lines, "it ends so")
    yield near_fail("last", {"of": "lines", "nth": 2, "last": "now"}, lines, "another one ends so")
    yield violating({"of": "lines", "last": one}, f"no{one}", "the end of a longer word")
    yield near_pass("contains", {"of": "items", "contains": one}, f"1. so {one} is\n2. a {one.title()}", "both do")
    yield near_fail("contains", {"of": "items", "contains": one}, f"1. so {one} is\n2. a {other}", "one does not")
    yield near_pass("of", {"of": "items", "first": "q"}, f"* q {one}\n* q {other}", "items without their marks")
    yield near_fail("of", {"of": "words", "first": "q"}, f"* q {one}\n* q {other}", "some words begin otherwise")
    yield satisfying({"of": "items", "nth": 2, "equals": other}, f"{one}, {other}, {third}", "between commas")
    yield violating({"of": "items", "nth": 2, "equals": third}, f"{one}, {other}, {third}", "another one")
    titled = f"{one.title()} {other.title()}"
    yield near_pass("case", {"of": "words", "case": "title"}, titled, "each begins with a capital")
    yield near_fail("case", {"of": "words", "case": "title"}, f"{one.title()} {other}", "one does not")
    yield satisfying({"of": "lines", "nth": 1, "case": "upper"}, f"{one.upper()}\n{other}", "the first in capitals")
    yield violating({"of": "lines", "nth": 1, "case": "upper"}, f"{one}\n{other.upper()}", "the second in capitals")
    yield satisfying({"of": "lines", "nth": 1, "case": "lower"}, f"{one}\n{other.upper()}", "the first in small ones")
    yield debatable({"of": "lines", "case": "title"}, f"{one.title()} of {other.title()}", "a small word")
    yield debatable({"of": "lines", "case": "title"}, f"{one.title()} NASA", "more capitals")
    yield debatable({"of": "lines", "case": "upper"}, "1 + 2", "no letter")
    price = r"\$\d+\.\d\d"
    yield near_pass("pattern", {"of": "lines", "nth": 2, "pattern": price}, f"{one}\n$12.50\n{other}", "of that form")
    yield near_fail("pattern", {"of": "lines", "nth": 2, "pattern": price}, f"{one}\n$12.5\n{other}", "one digit less")
    short: dict[str, object] = {"of": "words", "none": True, "pattern": "it's|don't", "perhaps": r"\w+'s"}
    yield near_pass("perhaps", short, f"it is {one}", "none of either form")
    yield near_fail("perhaps", short, f"Don't see {one}'s.", "one surely so, one perhaps")
    yield debatable(short, f"see {one}'s", "one perhaps so")
    yield satisfying({"of": "words", "none": True, "pattern": "it's"}, f"see {one}'s", "another form")
    yield refused({"of": "words", "first": "a", "perhaps": "b"}, "what is perhaps so")
    some: dict[str, object] = {"of": "words", "none": True, "among": [other, "it's"]}
    yield near_pass("among", some, f"it is {one}", "none of them")
    yield near_fail("among", some, f"so {other.title()}, {one}", "one of them")
    yield violating(some, f"it’s {one}", "another apostrophe")
    yield debatable({**some, "perhaps": r"\w+'s"}, f"see {one}'s", "one perhaps so")
    amount: dict[str, object] = {"of": "items", "amount": True, "count": 3}
    for message in (f"- {one}\n- {other}\n- {third}", f"{one}\n{other}\n{third}", f"{one}, {other}, {third}"):
        yield near_pass("amount", amount, message, "three items")
        yield near_fail("amount", {**amount, "count": 4}, message, "one too few")
        yield near_fail("amount", {**amount, "count": 2}, message, "one too many")
    long = f"{one} is what we saw when we came"
    yield satisfying(amount, f"So:\n\n1. {long}\n2. {long} too\n3. {other}", "long items in a list")
    yield debatable(amount, f"{long}\n{long} too", "long lines may be no items")
    yield debatable(amount, f"- {one}\n  - {other}\n  - {third}", "nested items may not count")
    yield debatable({**amount, "count": 2}, f"{one}\n\n- {other}\n\n{third}\n\n- {other}", "text between the items")
    yield debatable({**amount, "count": 2}, f"We saw {one} and {other}.", "a sentence, which has no items")
    yield debatable({**amount, "count": 3}, f"So:\n{one}\n{other}", "the first line may be none")
    yield refused({"of": "lines", "amount": True, "count": 3}, "of no items")
    yield refused({"of": "items", "amount": True}, "no bound")
    yield refused({"of": "items", "amount": True, "min": 1, "nth": 1}, "of one of them")
    yield malformed({"of": "words", "case": "title"}, " \n", "a blank message", FAILED)
    yield hostile({"of": "words", "has": "letters", "max": 1}, "a " * 2_000 + "bc", "one long one at the end", FAILED)
    yield refused({"of": "words"}, "nothing asked")
    yield refused({"of": "words", "has": "letters"}, "no bound")
    yield refused({"of": "words", "first": "a", "max": 3}, "a bound of nothing")
    yield refused({"of": "words", "first": "a", "last": "b"}, "two properties")
    yield refused({"of": "words", "first": "a", "nth": 1, "which": "odd"}, "two choices")
    yield refused({"of": "words", "first": "a", "back": True}, "the end of what")
    yield refused({"of": "words", "first": "a", "nth": 0}, "counts from 1")
    yield refused({"of": "words", "first": "a", "share": 0}, "a share of nothing")
    yield refused({"of": "words", "first": "a", "share": 101}, "more than all")
    yield refused({"of": "words", "first": "a", "share": 50, "none": True}, "a share of none")
    yield refused({"of": draw.word() + "s", "first": "a"}, "no such part")
    yield from each_part.parts()


# no two words of garbage are the same
@cases_for("response_order", keeps=_KEEPS, may_accept=("garbage",))
def response_order(draw: Draw) -> Iterator[Case]:
    first, second, third = sorted(draw.words(3))
    up, down = [f"a{first}", f"b{second}", f"c{third}"], [f"c{third}", f"b{second}", f"a{first}"]
    alphabet: dict[str, object] = {"of": "items", "by": "alphabet"}
    for join in ("\n- ", "\n", ", "):
        lead = "- " if join == "\n- " else ""
        yield near_pass("by", alphabet, lead + join.join(up), "from a to c")
        yield near_fail("by", alphabet, lead + join.join([up[1], up[0], up[2]]), "b before a")
        yield near_pass("down", {**alphabet, "down": True}, lead + join.join(down), "from c to a")
        yield near_fail("down", {**alphabet, "down": True}, lead + join.join(up), "from a to c")
        yield violating(alphabet, lead + join.join(down), "from c to a")
    yield satisfying({"of": "lines", "by": "alphabet"}, "Apple\nbanana\nCherry", "case does not count")
    yield satisfying({**alphabet, "down": True}, "z/v/c/b/a", "between slashes")
    yield satisfying({**alphabet, "down": True}, f"({down[0]}) ({down[1]})", "in brackets")
    yield violating(alphabet, f"({down[0]}) ({down[1]})", "in brackets, downwards")
    yield debatable(alphabet, f"We saw {first}, a{second} and {third}.", "a sentence, which has no items")
    yield debatable(alphabet, f"So:\n{up[0]}\n{up[1]}", "the first line may be none of them")
    yield debatable(alphabet, f"the a{first}\nb{first}", "an article may not count")
    yield satisfying(alphabet, f"a{first}\na{first}", "twice the same")
    yield near_fail("strict", {**alphabet, "strict": True}, f"a{first}\na{first}", "twice the same")
    yield near_pass("strict", {**alphabet, "strict": True}, f"a{first}\nb{first}", "two different ones")
    length: dict[str, object] = {"of": "words", "by": "letters", "strict": True}
    yield satisfying(length, "a bc def ghij", "each is longer")
    yield violating(length, "a bc de fghi", "two of one length")
    yield satisfying({**length, "strict": False}, "a bc de fghi", "two of one length")
    yield violating({**length, "strict": False}, "a bc d", "one is shorter")
    yield satisfying({"of": "sentences", "by": "words"}, f"We came. We saw {first}. We saw {first} there.", "longer")
    yield violating({"of": "sentences", "by": "words"}, f"We saw {first}. We came.", "shorter")
    low, high = draw.integer(1, 40), draw.integer(50, 900)
    value: dict[str, object] = {"of": "lines", "by": "value"}
    yield satisfying(value, f"{first} ${low}.50\n{second} ${high}.00", "dearer")
    yield violating(value, f"{first} ${high}.50\n{second} ${low}.00", "cheaper")
    yield satisfying({**value, "down": True}, f"{high}\n{low}\n0", "a countdown")
    yield debatable(value, f"{first} {low}\n{second}", "one has no number")
    chain: dict[str, object] = {"of": "sentences", "chain": True}
    yield near_pass("chain", chain, f"He saw {first}. {first.title()} was {second}. {second.title()} went.", "linked")
    yield near_fail("chain", chain, f"He saw {first}. {second.title()} was {first}. {first.title()} went.", "not so")
    yield debatable(chain, f"He saw a well-{first}. {first.title()} was there.", "a part of a word")
    distinct: dict[str, object] = {"of": "sentences", "distinct": True}
    yield near_pass("distinct", distinct, f"We saw {first}. They saw {first}.", "other openings")
    yield near_fail("distinct", distinct, f"We saw {first}. They saw {second}. We went.", "one opening twice")
    yield near_fail("distinct", {"of": "lines", "distinct": True}, f"* we saw\n* We went {first}", "in another case")
    yield near_pass("of", {"of": "words", "distinct": True}, f"{first}x {second}y", "two words")
    yield near_fail("of", {"of": "words", "distinct": True}, f"{first}x {first}x", "one word twice")
    yield debatable(alphabet, first, "one part alone")
    yield malformed(alphabet, " \n", "a blank message", FAILED)
    yield hostile(length, " ".join("a" * number for number in range(1, 300)) + " a", "a short one at the end", FAILED)
    yield refused({"of": "lines"}, "nothing asked")
    yield refused({"of": "lines", "by": "alphabet", "chain": True}, "two demands")
    yield refused({"of": "lines", "chain": True, "down": True}, "a chain downwards")
    yield refused({"of": "lines", "by": "size"}, "no such order")
    yield refused({"of": draw.word() + "s", "by": "alphabet"}, "no such part")
    yield from each_part.order()


DEFINITIONS = (response_parts, response_order)
