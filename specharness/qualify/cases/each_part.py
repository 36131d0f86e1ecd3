"""Cases of how a message is divided, and of what begins, ends or stands in a part: marks around words, longer words,
short forms with a point, headings, one block of several lines. Nothing is drawn here."""

from __future__ import annotations

from collections.abc import Iterator

from specharness.qualify.case import (
    Asked,
    Case,
    Definition,
    debatable,
    near_fail,
    near_pass,
    refused,
    satisfying,
    violating,
)

DEFINITIONS: tuple[Definition, ...] = ()
"""What is yielded here belongs to the definitions of `response_each`, `response_parts` and `response_order`."""


def each() -> Iterator[Case]:
    """Cases of `response_each`."""
    yield from _each_edge()
    yield from _each_sentence()
    yield from _each_block()
    yield refused({"of": "words", "letter": "k", "first": "k"}, "two demands")
    yield refused({"of": "words", "letter": "1"}, "a digit is no letter")
    yield refused({"of": "lines", "first": " "}, "a blank text")


def _each_edge() -> Iterator[Case]:
    first: Asked = {"of": "lines", "first": "go"}
    yield satisfying(first, "- go home\n2. go on\n> go to it", "behind the marks of lists and quotes")
    yield satisfying({**first, "first": " go "}, "go home", "blanks around what is asked")
    yield satisfying({**first, "first": "- go"}, "- go home\n- go on", "with the mark of the list")
    yield violating({**first, "first": "- go"}, "- gone home", "a longer word behind the mark")
    yield satisfying({**first, "first": "- a"}, "- a blue one", "a short word behind the mark")
    yield satisfying({**first, "first": "go:"}, "go:now", "a mark at the end of what is asked")
    yield violating(first, "go home\ngos on", "a longer word by one letter")
    yield violating(first, "go home\ngone", "a longer word")
    yield violating({**first, "first": "q:a"}, "q:ab on", "a longer word behind a mark")
    yield debatable(first, "Go home", "another case")
    yield near_pass("letter", {"of": "words", "letter": "K"}, "kab, kcd", "in either case")
    yield near_pass("letter", {"of": "lines", "letter": "k"}, "- kab\n2. kcd\n**kef**", "behind marks")
    yield near_fail("letter", {"of": "lines", "letter": "k"}, "- kab\n2. xcd", "another letter behind a mark")
    last: Asked = {"of": "lines", "last": "now"}
    yield satisfying(last, "we go *now*", "marks around it")
    yield satisfying({**last, "last": "*now*"}, "we go *now*", "with its marks")
    yield satisfying({**last, "last": " now "}, "we go now", "blanks around what is asked")
    yield violating(last, "we go now\nwe go then", "another end")
    yield debatable(last, "we go NOW!", "in another case, with a mark behind it")
    yield debatable({**last, "last": "now."}, "we go now", "without its mark")
    characters: Asked = {"of": "lines", "has": "characters", "count": 4}
    yield debatable(characters, "ab-cd", "a mark may be no character")
    yield satisfying(characters, "abcd \n \nefgh", "blanks at the end of a line, and a blank one")


def _each_sentence() -> Iterator[Case]:
    words: Asked = {"of": "sentences", "has": "words"}
    yield debatable({**words, "max": 4}, "We saw ten (approx.) in there.", "a short form in brackets may end one")
    yield debatable({**words, "max": 3}, "We met Dr. Bo there.", "a short form may end one")
    yield satisfying({**words, "max": 5}, "We left at five p.m.", "a short form at the end")
    yield satisfying({**words, "max": 5}, "We left at five p.m. \nWe came.", "a short form at the end of a line")
    yield satisfying({"of": "sentences", "first": "We"}, "1. We came.\n2. We saw it.", "numbers of a list are none")
    yield debatable({**words, "max": 3}, "Dr. Bo came here\nWe saw it.", "a line without a mark, and a short form")
    yield debatable({**words, "min": 4}, "Two words\nWe met Dr. Bo there.", "a heading, and a short form")
    yield debatable({**words, "min": 3}, "We met them.\nIt was Dr. Bo", "a short form in a line without a mark")
    length: Asked = {"of": "sentences", "has": "characters", "min": 4, "max": 5}
    yield satisfying(length, "abcd. efgha", "the second without a mark")
    yield satisfying(length, "abcd. efgh.", "blanks between them belong to none")


def _each_block() -> Iterator[Case]:
    lines: Asked = {"of": "lines", "first": "go"}
    yield satisfying(lines, "go a\n\ngo b", "an empty line between them")
    yield satisfying(lines, "go a\n  \ngo b", "a blank line between them")
    for head in ("# Head", "<<Head>>", "---"):
        yield debatable(lines, f"{head}\ngo a", "a heading or a rule may be no line")
    blocks: Asked = {"of": "paragraphs", "first": "go"}
    for head in ("# Head", "**Head**", "<<Head>>"):
        yield debatable(blocks, f"{head}\n\ngo a", "a heading may be no paragraph")
    yield satisfying(blocks, "go a\nb c\n\ngo d", "several lines in a paragraph")
    yield debatable(blocks, "go a\nno b", "each line of a single block may be one")
    yield satisfying(blocks, "  \ngo a\ngo b", "a blank line before them")
    yield satisfying(blocks, "go a\n\n***\n\ngo b", "a rule between them")
    yield violating(blocks, "go a\n\nno b\n\ngo c", "the second one does not")
    size: Asked = {"has": "characters"}
    yield satisfying({**size, "of": "paragraphs", "count": 4}, "abcd\n\nefgh\n", "a line end behind the last one")
    three: Asked = {**size, "of": "words", "count": 3}  # so many has the longest text in each of its words, too
    yield satisfying(three, "abc, def! (ghi)", "marks around words belong to none").unspoiled()
    yield satisfying(three, "abc — def", "a dash is no word").unspoiled()


def parts() -> Iterator[Case]:
    """Cases of `response_parts`."""
    yield from _edges()
    yield from _contents()
    yield from _items()
    yield from _amounts()
    first: Asked = {"of": "words", "first": "q"}
    yield satisfying({**first, "amount": False}, "qab qcd", "where no amount is asked for")
    yield near_pass("share", {**first, "share": 1}, "qab xcd xef", "a hundredth, and more")
    yield violating({"of": "lines", "which": "odd", "first": "q"}, "q a\nx b\nx c", "the third one does not")
    yield violating({"of": "lines", "which": "even", "first": "q"}, "x a\nq b\nx c\nx d", "the fourth one does not")
    yield refused({**first, "share": 50, "nth": 1}, "a share of one")
    yield refused({**first, "share": 50, "which": "odd"}, "a share of every other one")
    yield refused({**first, "nth": 1, "which": "even"}, "one of every other one")


def _edges() -> Iterator[Case]:
    first, last = "first", "last"
    for of, edge, wanted, text, why in (
        ("lines", first, "go", "**go** now", "marks around it"),
        ("lines", first, "(so)", "(so) we go", "with its own marks"),
        ("lines", first, "(so", "(so we go)", "with the mark before it"),
        ("lines", first, " go ", "go now", "blanks around what is asked"),
        ("lines", last, "now!", "we go now!", "with its mark"),
        ("lines", last, "now", "we go now.", "a mark behind it"),
        ("lines", last, "now", "we go **now**.", "marks around it, and behind"),
        ("lines", last, "now)", "(we go now)", "with the mark behind it"),
        ("lines", last, "q?b", "we say q?b.", "a mark inside of what is asked"),
        ("lines", last, " now ", "we go now", "blanks around what is asked"),
        ("lines", last, "-fed", "it was over-fed", "a part of a word that begins with a mark"),
        ("words", first, "Q", "qab Qcd", "in either case"),
        ("words", last, "QZ", "abqz cdQz", "in either case"),
    ):
        yield near_pass(edge, {"of": of, edge: wanted}, text, why)
    for of, edge, wanted, text, why in (
        ("lines", first, "go", "gos we", "a longer word by one letter"),
        ("lines", first, "go", "now go", "at the other end"),
        ("lines", last, "go", "to xgo", "the end of a longer word"),
        ("lines", last, "go", "go now", "at the other end"),
        ("lines", last, "now!", "we go then!", "another word with that mark"),
        ("words", first, "q", "qab xq", "at the other end"),
        ("words", last, "q", "abq qx", "at the other end"),
    ):
        yield near_fail(edge, {"of": of, edge: wanted}, text, why)
    yield debatable({"of": "lines", "last": "now"}, "we go NOW", "another case")
    yield debatable({"of": "lines", "first": "go"}, "Go now", "another case")


def _contents() -> Iterator[Case]:
    lines: Asked = {"of": "lines"}
    yield satisfying({**lines, "contains": "Ab"}, "so ab is", "in either case")
    yield satisfying({**lines, "contains": " ab "}, "so ab", "blanks around what is asked")
    yield satisfying({**lines, "contains": "(ab)"}, "see(ab)d", "in brackets beside letters")
    yield satisfying({**lines, "equals": " now "}, "now", "blanks around what is asked")
    yield violating({**lines, "equals": "!"}, "?", "another mark")
    yield debatable({**lines, "equals": "now!"}, "NOW", "without its mark, in another case")
    yield violating({"of": "words", "none": True, "among": ["Abc"]}, "so abc", "in another case")
    yield debatable({"of": "words", "none": True, "pattern": "it's", "perhaps": "ab[cd]"}, "so ABC", "perhaps so")
    yield near_fail("pattern", {**lines, "pattern": "abc"}, "abc.", "a mark that is not in the form")
    yield near_pass("pattern", {"of": "words", "pattern": "ab[cd]"}, "(abc), ABD!", "marks around words")
    yield near_pass("has", {**lines, "has": "characters", "count": 5}, "ab cd", "a blank is a character")
    yield debatable({**lines, "has": "characters", "count": 4}, "*ab*", "marks around it may be none")
    yield near_pass("has", {**lines, "has": "words", "count": 2}, "ab cd!", "two words")
    yield near_fail("has", {**lines, "has": "words", "count": 5}, "ab cd", "as many characters")
    yield debatable({**lines, "case": "title"}, "McDonald", "a capital inside of a word")
    yield satisfying({**lines, "case": "title"}, "Be 4 Us", "a number has no case")
    yield violating({**lines, "case": "title"}, "The old Man", "a word that is no small one")
    for kind, text, why in (
        ("question", '(He: "was it so?")', "closing marks behind it"),
        ("question", "真的吗？", "a wide mark"),
        ("exclamation", "太好了！", "a wide mark"),
        ("statement", "这是一。", "another full stop"),
        ("statement", "We wait…", "it trails off"),
        ("statement", "Its name is a?b.", "a mark inside of a name"),
    ):
        yield near_pass("kind", {**lines, "kind": kind}, text, why)
    yield near_fail("kind", {**lines, "kind": "question"}, "Its name is a?b.", "a mark inside of a name")
    yield near_fail("kind", {**lines, "kind": "statement"}, "What?…", "it asks, and trails off")
    yield near_fail("kind", {**lines, "kind": "exclamation"}, "真的吗？", "a wide mark of another kind")


def _items() -> Iterator[Case]:
    one: Asked = {"of": "items", "has": "characters", "count": 1}
    yield satisfying(one, "- a \n- b", "a blank behind an item")
    yield satisfying(one, "a\n \nb", "a blank line between them")
    yield satisfying(one, "a, b,", "a comma at the end")
    second: Asked = {"of": "items", "nth": 2, "equals": "b"}
    yield satisfying(second, " (a) (b)\n", "in brackets, with blanks around")
    yield satisfying(second, "1) a\n2) b\n(3) c", "numbered with brackets")
    for separated in ("a; b; c", "a / b", "a | b", "a -> b", "a → b", "a and b", "a, or b"):
        yield satisfying(second, separated, "what separates items")
    yield debatable(second, "we all saw a there, b", "a long piece may be no item")
    yield debatable(second, "a, b.\n", "a sentence, which has no items")
    yield debatable({"of": "items", "nth": 2, "pattern": "b"}, "a, b.", "a sentence, which has no items")
    yield debatable({"of": "items", "nth": 1, "equals": "a"}, "So:\na\nb", "the first line may be none")


def _amounts() -> Iterator[Case]:
    two: Asked = {"of": "items", "amount": True, "count": 2}
    yield near_pass("amount", two, "- ab\n  more of it\n- cd", "a line that goes on with an item")
    yield near_pass("amount", two, "- ab\n more of it\n- cd", "a line that goes on, by one blank")
    yield near_pass("amount", two, "  - ab\n  - cd", "a list that stands apart from the margin")
    yield near_fail("amount", {**two, "count": 3}, "  - ab\n  - cd", "a list that stands apart from the margin")
    yield near_pass("amount", two, "a b c d e f\ng h", "lines of as many words as items surely have")
    yield debatable(two, "a b c d e f g\nh i", "a line of more words than items surely have")
    yield near_pass("amount", two, "- a b c d e f g\n- h", "in a list an item has any length")
    yield near_pass("amount", two, "So here it is:\n- ab\n- cd\nThat was it.", "text around a list")
    yield debatable(two, "- ab\nthen\n- cd", "text between the items")
    yield debatable({**two, "count": 1}, "- ab\n  - cd", "a nested item may not count")


def order() -> Iterator[Case]:
    """Cases of `response_order`."""
    alphabet: Asked = {"of": "items", "by": "alphabet"}
    yield satisfying(alphabet, "a, a, b", "articles that are names here")
    yield debatable(alphabet, "an x\nb", "an article may not count")
    yield debatable(alphabet, "a z\nb", "an article may not count")
    yield debatable(alphabet, "the b\nc", "an article may not count")
    yield debatable(alphabet, "éa\nfb", "a letter with an accent")
    yield satisfying(alphabet, "*ab*\n_cd_", "marks around words")
    yield debatable(alphabet, "ab\n?!\ncd", "one has no word")
    yield satisfying({"of": "sentences", "by": "words"}, "We came. A cat ran off.", "more words, before it in alphabet")
    yield violating({"of": "sentences", "by": "words"}, "A cat ran off. We came.", "fewer words, behind it in alphabet")
    yield satisfying({"of": "lines", "by": "letters"}, "zzz\naaaa", "more letters, before it in alphabet")
    yield debatable({"of": "lines", "by": "letters"}, "abcd\nab.c", "a mark may be a letter")
    value: Asked = {"of": "lines", "by": "value"}
    yield debatable(value, "ab\ncd 5", "the first has no number")
    yield satisfying(value, "at −5\nat -2\nat 1,000\nat 2,000.5", "negative and large numbers")
    yield violating(value, "at 1,000\nat 2", "a thousand, then two")
    yield violating(value, "at -2\nat −5", "negative numbers downwards")
    yield satisfying({**value, "strict": True}, "at 1\nat 1.5", "each is greater")
    yield violating({**value, "strict": True}, "at 1.5\nat 1.50", "twice the same")
    chain: Asked = {"of": "lines", "chain": True}
    yield near_pass("chain", chain, "we Go\ngo on", "in either case")
    yield debatable(chain, "we go\n?!\ngo on", "one has no word")
    yield debatable(chain, "?!\ngo on", "the first has no word")
    yield debatable(chain, "we saw cats\nCat was one", "the plural of it")
    yield debatable(chain, "we saw a cat\nCats were it", "the plural of it")
    yield debatable(chain, "it went well\nWell-made it was", "a part of a word")
    yield debatable(chain, "we saw a well-CAT\nCat was it", "a part of a word, in another case")
    yield near_fail("chain", chain, "we saw a cat\nDogs were it", "another word")
    distinct: Asked = {"of": "lines", "distinct": True}
    yield debatable(distinct, "?!\nwe go", "one has no word")
    yield debatable(distinct, "?!\n??\nwe go", "two have no word")
    yield near_fail("distinct", distinct, "we go\n?!\nwe stay", "two begin so, beside one without a word")
    yield refused({"of": "lines", "chain": True, "strict": True}, "a strict chain")
    yield refused({"of": "lines", "distinct": True, "down": True}, "different ones downwards")
    yield refused({"of": "lines", "chain": True, "distinct": True}, "two demands")
