"""Cases of the agent's message: how much of what, in which case, which words, which of several answers."""

from __future__ import annotations

from collections.abc import Iterator

from specharness.qualify.case import (
    FAILED,
    NOT_FAILED,
    OPEN,
    Case,
    World,
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
from specharness.qualify.cases import borders, budgets, each_part
from specharness.qualify.cases.laid_out import laid_out
from specharness.qualify.cases.languages import in_languages
from specharness.qualify.cases.measured import measured
from specharness.qualify.draw import Draw
from specharness.validators.measures import MAX_MESSAGE
from specharness.validators.response import MAX_JSON

_KEEPS = ("line_ends",)


def _counted(draw: Draw) -> Iterator[tuple[str, str, int, str]]:
    """What is counted, its `text`, how many there are without any doubt, and a message that has them."""
    number = draw.integer(2, 6)
    some = [draw.word() for _ in range(number)]
    sentence = draw.sentence().rstrip(".").lower()
    mark, letter = draw.word(), draw.pick("bfgj")
    bare = "".join(sign for sign in sentence if sign.casefold() != letter)
    yield "words", "", number, " ".join(some)
    yield "sentences", "", number, " ".join(f"We saw {word} here." for word in some)
    yield "paragraphs", "", number, "\n\n".join(f"We saw {word} here." for word in some)
    yield "lines", "", number, "\n".join(some)
    yield "characters", "", number, "x" * number
    yield "bullets", "", number, "\n".join(f"* {word}" for word in some)
    yield "numbered", "", number, "\n".join(f"{place}. {word}" for place, word in enumerate(some, 1))
    sections = "\n\n".join(f"SECTION {place}\n{word} was there." for place, word in enumerate(some, 1))
    yield "sections", "SECTION", number, sections
    yield "highlights", "", number, "We saw " + " and ".join(f"*{word}*" for word in some) + "."
    yield "placeholders", "", number, ", ".join(f"[{word}{place}]" for place, word in enumerate(some))
    yield "marked", "<<...>>", number, " ".join(f"<<{word}>>" for word in some)
    yield "capital_words", "", number, "we saw " + " and ".join(word.upper() + "S" for word in some) + "."
    yield "occurrences", mark, number, " then ".join([f"a {mark} came"] * number)
    yield "letters", letter, number, bare + letter * number
    yield "commas", "", number, ", ".join([*some, "end"])
    yield "emojis", "", number, "We saw " + " and ".join("\U0001f600" for _ in some)
    yield "questions", "", number, " ".join(f"Was it {word}?" for word in some)
    yield "headings", "", number, "\n\n".join(f"# {word}\n\nWe saw it." for word in some)
    yield "tables", "", number, "\n\n".join(f"| {word} |\n|---|\n| 1 |" for word in some)
    yield "code_blocks", "", number, "\n\n".join(f"```\n{word}\n```" for word in some)
    yield "block_quotes", "", number, "\n\nthen\n\n".join(f"> {word}" for word in some)
    yield "links", "", number, " and ".join(f"https://example.org/{word}" for word in some)
    yield "digits", "", number, "so " + "7" * number + " came"
    yield "list_items", "", number, "\n".join(f"* {word}" for word in some)
    yield "palindromes", "", number, " and ".join(f"{'xyzuvw'[place]}o{'xyzuvw'[place]}" for place in range(number))
    yield "punctuation", "", number, "so" + "!" * number
    yield "repeated_words", "", number, " ".join(["again"] * (number + 1))
    yield "starting", "q", number, "we saw " + " and ".join(f"q{word}{place}" for place, word in enumerate(some))
    yield "parts", "******", number, "\n******\n".join(f"{word} {place}" for place, word in enumerate(some))


# text that has none of a thing keeps an upper bound on it
@cases_for("response_count", keeps=_KEEPS, may_accept=("garbage", "maximal"))
def response_count(draw: Draw) -> Iterator[Case]:
    for of, text, number, message in _counted(draw):
        asked: dict[str, object] = {"of": of, **({"text": text} if text else {})}
        yield near_pass("count", {**asked, "count": number}, message, "exactly so many")
        yield near_fail("count", {**asked, "count": number + 1}, message, "one too few")
        yield near_fail("count", {**asked, "count": number - 1}, message, "one too many")
        yield near_pass("min", {**asked, "min": number}, message, "at the lower bound")
        yield near_fail("min", {**asked, "min": number + 1}, message, "below the lower bound")
        yield near_pass("max", {**asked, "max": number}, message, "at the upper bound")
        yield near_fail("max", {**asked, "max": number - 1}, message, "above the upper bound")
        yield near_pass("min_exclusive", {**asked, "min_exclusive": number - 1}, message, "above the open bound")
        yield near_fail("min_exclusive", {**asked, "min_exclusive": number}, message, "at the open bound")
        yield near_pass("max_exclusive", {**asked, "max_exclusive": number + 1}, message, "below the open bound")
        yield near_fail("max_exclusive", {**asked, "max_exclusive": number}, message, "at the open bound")
        yield violating({**asked, "min": 1}, "", "an empty message has none")
        yield debatable({**asked, "max": number}, "", "an empty message where none is allowed")
    word, other, third = draw.words(3)
    pieces = f"{word} now\n******\n{other} then"
    distinct: dict[str, object] = {"of": "parts", "text": "******", "count": 2, "distinct": True}
    yield near_pass("distinct", distinct, pieces, "two different parts")
    yield near_fail("distinct", distinct, f"{word} now\n******\n{word.upper()} Now", "two parts that say the same")
    yield satisfying(
        {**distinct, "distinct": False}, f"{word}\n******\n{word}", "the same twice, which was not excluded"
    )
    yield satisfying(distinct, f"******\n{word}\n******\n{other}\n******", "separators at both ends, too")
    yield debatable({"of": "words", "max": 3}, " \n\n", "a blank message where none is allowed")
    yield violating({"of": "words", "min": 1}, " \n\n", "a blank message has none")
    yield near_fail("text", {"of": "parts", "text": "***", "count": 2}, pieces, "a longer separator is another one")
    yield near_pass("of", {"of": "bullets", "count": 2}, f"* {word}\n* {other}\n", "bullets")
    yield near_fail("of", {"of": "numbered", "min": 1}, f"* {word}\n* {other}\n", "bullets are no numbered items")
    yield near_fail("of", {"of": "bullets", "min": 1}, f"1. {word}\n2. {other}\n", "numbers are no bullets")
    yield near_fail("of", {"of": "placeholders", "min": 1}, f"({word}) {{{other}}}", "other brackets")
    yield near_fail("of", {"of": "capital_words", "min": 1}, f"{word.title()} {other.title()}", "capital first letters")
    yield near_fail("of", {"of": "highlights", "min": 1}, f"{word} * {other} * {third}", "stars with spaces")
    yield debatable({"of": "bullets", "count": 2}, f"* {word}\n* {other}\n  * {third}", "a nested bullet")
    yield debatable({"of": "paragraphs", "count": 2}, f"# {word}\n\nWe saw {other}.", "a heading may be none")
    yield debatable({"of": "sentences", "count": 1}, f"Dr. {word.title()} came here.", "a short form may end one")
    yield debatable({"of": "occurrences", "text": word, "count": 1}, f"{word} {word.title()}", "another case")
    yield debatable({"of": "highlights", "count": 1}, f"**{word}** came.", "bold may be a highlight")
    yield from measured()
    yield from borders.counts(draw)
    yield hostile({"of": "bullets", "min": 1}, "***\n" * 400, "rules, no bullets", FAILED)
    yield hostile(
        {"of": "words", "max": 3}, "\u200b".join([word] * 9) + " a b c d", "joined by invisible signs", FAILED
    )
    yield malformed({"of": "sections", "text": "SECTION", "min": 1}, "SECTION\nand more", "no number", FAILED)
    yield refused({"of": "letters", "text": "ab", "min": 1}, "two characters")
    yield refused({"of": "sections", "min": 1}, "no word that opens one")
    yield refused({"of": "marked", "text": "<<>>", "min": 1}, "no middle between the marks")
    yield refused({"of": "marked", "text": "...>>", "min": 1}, "no first mark")
    yield refused({"of": "marked", "text": "<<...", "min": 1}, "no last mark")
    yield refused({"of": "bullets", "min": 1, "distinct": True}, "bullets that differ")
    yield refused({"of": "words"}, "no bound")
    yield refused({"of": draw.word() + "s", "min": 1}, "nothing that is counted")
    yield refused({"of": "words", "count": -1}, "a negative count")
    yield from laid_out()


@cases_for("response_case", keeps=_KEEPS)
def response_case(draw: Draw) -> Iterator[Case]:
    for _ in range(3):
        text = draw.sentence()
        small, large = text.lower(), text.upper()
        yield satisfying({"case": "lower"}, small, "all small")
        yield satisfying({"case": "upper"}, large, "all capitals")
        yield near_fail("case", {"case": "upper"}, small, "all small where capitals are asked for")
        yield near_fail("case", {"case": "lower"}, large, "all capitals where small ones are asked for")
        yield near_pass(
            "case", {"case": "lower"}, f"{small}\n\n1. ä, é, ñ — 中文 №{draw.integer(1, 99)}", "other signs"
        )
        yield near_pass(
            "case", {"case": "upper"}, f"{large}\n\n1. Ä, É, Ñ — 中文 №{draw.integer(1, 99)}", "other signs"
        )
        place = draw.integer(1, len(small) - 2)
        yield violating({"case": "lower"}, small[:place] + "X" + small[place:], "one capital inside")
        yield violating({"case": "upper"}, large[:place] + "x" + large[place:], "one small letter inside")
        yield violating({"case": "lower"}, f"{small}\nÄ", "a capital with a mark")
        yield violating({"case": "upper"}, f"{large}\nß", "a small letter of another alphabet's kind")
    yield debatable({"case": draw.pick(["lower", "upper"])}, f"{draw.integer(10, 99)} + 3 = ?", "no letter with a case")
    yield debatable({"case": draw.pick(["lower", "upper"])}, "全部是中文。", "no letter with a case")
    yield malformed({"case": "upper"}, "", "an empty message", NOT_FAILED)
    yield hostile({"case": "lower"}, "\u200b" + draw.word().upper(), "behind an invisible sign", FAILED)
    yield satisfying({"case": "lower"}, "a" * MAX_MESSAGE, "as long as may be")
    yield hostile({"case": "lower"}, "a" * (MAX_MESSAGE + 1), "longer than what is read", OPEN)
    yield refused({"case": "title"}, "no such case")
    yield refused({}, "nothing asked")


# any text that begins otherwise keeps what is asked
@cases_for("response_not_at_edge", keeps=_KEEPS, may_accept=("garbage", "maximal"))
def response_not_at_edge(draw: Draw) -> Iterator[Case]:
    for _ in range(3):
        begin, end, between = draw.words(3)
        yield near_pass("first", {"first": begin}, f"{between} {begin}.", "it begins with another one")
        yield near_fail("first", {"first": begin}, f"{begin} {between}.", "it begins with it")
        yield near_pass("last", {"last": end}, f"{end} {between}", "it ends with another one")
        yield near_fail("last", {"last": end}, f"{between} {end}", "it ends with it")
        yield violating({"first": begin, "last": end}, f"{between} {end}", "one of the two")
        yield debatable({"first": begin}, f"{begin.upper()} {between}", "in another case")
        yield debatable({"last": end}, f"{between} {end}.", "with a mark behind it")
    yield hostile({"last": end}, "x " * 5_000 + end, "a long message", FAILED)
    yield refused({}, "nothing asked")
    yield refused({"first": ""}, "no words")


@cases_for("response_each", keeps=_KEEPS)
def response_each(draw: Draw) -> Iterator[Case]:
    for _ in range(3):
        one, other, third = draw.words(3)
        sentences: dict[str, object] = {"of": "sentences", "has": "words"}
        message = f"We saw {one}. They saw {other}."
        yield near_pass("count", {**sentences, "count": 3}, message, "three words each")
        yield near_fail("count", {**sentences, "count": 3}, f"We saw {one}. They saw {other} {third}.", "one has four")
        yield near_pass("max", {**sentences, "max": 3}, message, "at the upper bound")
        yield near_fail("max", {**sentences, "max": 2}, message, "above the upper bound")
        yield near_pass("min", {**sentences, "min": 3}, message, "at the lower bound")
        yield near_fail("min", {**sentences, "min": 4}, message, "below the lower bound")
        yield near_pass("max_exclusive", {**sentences, "max_exclusive": 4}, message, "below the open bound")
        yield near_fail("max_exclusive", {**sentences, "max_exclusive": 3}, message, "at the open bound")
        yield near_pass("min_exclusive", {**sentences, "min_exclusive": 2}, message, "above the open bound")
        yield near_fail("min_exclusive", {**sentences, "min_exclusive": 3}, message, "at the open bound")
        yield near_pass("has", {"of": "lines", "has": "characters", "count": 4}, "abcd\nefgh", "four characters each")
        yield near_fail("has", {"of": "lines", "has": "characters", "count": 4}, "abcd\nefghi", "one has five")
        yield near_pass("of", {"of": "paragraphs", "has": "sentences", "count": 1}, f"{one}.\n\n{other}.", "one each")
        yield near_fail("of", {"of": "paragraphs", "has": "sentences", "count": 1}, f"{one}. {other}.\n\n{one}.", "two")
        yield near_pass("letter", {"of": "words", "letter": "k"}, f"k{one}, K{other}!", "all begin with it")
        yield near_fail("letter", {"of": "words", "letter": "k"}, f"k{one} and k{other}", "one does not")
        yield near_pass("first", {"of": "lines", "first": one}, f"{one} {other}\n{one} {third}", "all begin with it")
        yield near_fail("first", {"of": "lines", "first": one}, f"{one} {other}\nno {one} {third}", "one does not")
        yield near_pass("last", {"of": "sentences", "last": "!"}, f"{one}! {other}!", "all end with it")
        yield near_fail("last", {"of": "sentences", "last": "!"}, f"{one}! {other}.", "one does not")
        yield debatable({**sentences, "max": 3}, f"# {one} {other} {third} and more\n\nWe came.", "a heading")
        yield debatable({"of": "lines", "first": one}, f"{one.upper()} {other}", "another case")
    yield malformed({"of": "words", "letter": "k"}, " \n", "a blank message", FAILED)
    yield hostile(
        {"of": "sentences", "has": "words", "max": 1}, "a. " * 2_000 + "b c d.", "one long one at the end", FAILED
    )
    yield refused({"of": "sentences"}, "nothing asked")
    yield refused({"of": "sentences", "has": "words"}, "no bound")
    yield refused({"of": "sentences", "last": "!", "max": 3}, "a bound of nothing")
    yield refused({"of": "words", "letter": "ab"}, "two letters")
    yield refused({"of": draw.word() + "s", "letter": "a"}, "no such part")
    yield from each_part.each()


@cases_for("response_choice", keeps=_KEEPS)
def response_choice(draw: Draw) -> Iterator[Case]:
    for _ in range(4):
        one, other, third, beside = draw.words(4)
        asked: dict[str, object] = {"allowed": [one, other, third]}
        for answer in (one, other, third):
            yield satisfying(asked, answer, "it is one of them")
            yield near_pass("alone", {**asked, "alone": True}, f"{answer}\n", "nothing else")
            yield near_fail("alone", {**asked, "alone": True}, f"I think {answer} it is.", "more than the answer")
            yield near_pass("allowed", asked, f"I think {answer} it is.", "one of them, among other words")
        yield near_fail("allowed", asked, beside, "another word")
        yield near_fail("allowed", {"allowed": [one]}, other, "one that is not allowed here")
        yield violating({**asked, "alone": True}, beside, "another word alone")
        yield debatable(asked, f"{one} or {other}", "two of them")
        yield debatable(asked, one.upper(), "another case")
        yield debatable(asked, f"{one}s", "inside a longer word")
        yield debatable(asked, f"{one}, not {other.upper()}", "one of them, and another one in another case")
        yield satisfying({**asked, "alone": False}, f"I think {one} it is.", "other words, which are not excluded")
        yield satisfying({"allowed": [f" {one} "]}, one, "blanks around an answer")
        yield satisfying({"allowed": [one]}, f"I think {one} it is.", "the only answer, among other words")
        for around in (f"*{one}*", f"{one}.", f"`{one}`!"):
            yield debatable({**asked, "alone": True}, around, "marks around it, and nothing else")
        marked: dict[str, object] = {"allowed": [f"{one}.", f"{other}."], "alone": True}
        yield debatable(marked, f"**{one}.**", "an answer that ends with a mark, in other marks")
        yield violating({**asked, "alone": True}, f"{one} {beside}", "an answer and a word")
    options = {"allowed": ["My answer is yes.", "My answer is no.", "My answer is maybe."]}
    yield satisfying(options, "My answer is no.", "a whole sentence")
    yield satisfying(options, "Having thought of it all: My answer is maybe.", "a sentence behind others")
    yield violating(options, "yes", "a part of an answer is none")
    yield violating(options, "My answer is perhaps.", "another sentence of that form")
    yield malformed(options, "", "an empty message", FAILED)
    yield hostile(options, "My answer is yes. " * 2_000 + "My answer is no.", "two of them, far apart")
    yield refused({"allowed": []}, "nothing allowed")
    yield refused({"allowed": [""]}, "an empty answer")
    yield refused({}, "nothing asked")


# any text is without a word, or has so many words
@cases_for("response_text", keeps=_KEEPS, may_accept=("empty", "garbage", "maximal"))
def response_text(draw: Draw) -> Iterator[Case]:
    for _ in range(2):
        word, other, third, beside = draw.words(4)
        text = f"We saw {word} and {other} there."
        number = len(text.split())
        yield near_pass("texts", {"texts": word}, text, "it stands there")
        yield near_fail("texts", {"texts": beside + "q"}, text, "it does not")
        yield satisfying({"texts": [word, other]}, text, "both stand there")
        yield violating({"texts": [word, third + "q"]}, text, "one of two is missing")
        yield near_pass("all", {"texts": [word, third + "q"], "all": False}, text, "one of two is enough")
        yield near_fail("all", {"texts": [beside + "q", third + "q"], "all": False}, text, "none of two")
        yield near_pass("absent", {"absent": beside + "q"}, text, "it is not there")
        yield near_fail("absent", {"absent": [beside + "q", word]}, text, "one of the forbidden is there")
        yield near_pass("ignore_case", {"texts": word.upper(), "ignore_case": True}, text, "case aside")
        yield near_fail("ignore_case", {"texts": third.upper() + "Q", "ignore_case": True}, text, "in no case")
        yield near_fail("ignore_case", {"absent": word.upper(), "ignore_case": True}, text, "forbidden in any case")
        yield near_pass("min_words", {"min_words": number}, text, "at the lower bound")
        yield near_fail("min_words", {"min_words": number + 1}, text, "one word too few")
        yield near_pass("max_words", {"max_words": number}, text, "at the upper bound")
        yield near_fail("max_words", {"max_words": number - 1}, text, "one word too many")
        digits = str(draw.integer(100, 999))
        yield near_pass("pattern", {"pattern": r"\b\d{3}\b"}, f"{text} {digits}", "a match")
        yield near_fail("pattern", {"pattern": r"\b\d{4}\b"}, f"{text} {digits}", "one digit too few")
        yield near_pass("json", {"json": True}, f'{{"{word}": [{digits}, null]}}', "valid JSON")
        yield near_fail("json", {"json": True}, f'{{"{word}": [{digits}, null]', "not closed")
        yield violating({"json": True}, f'Here it is: {{"{word}": {digits}}}', "words around it")
        yield violating({"texts": word, "max_words": 2}, text, "one of two demands is broken")
        yield satisfying({"texts": word, "absent": beside + "q", "min_words": 3}, text, "all three demands hold")
        yield debatable({"json": True}, f'```json\n{{"{word}": 1}}\n```', "in a code fence")
        yield debatable({"texts": word}, f"We saw {word.upper()}.", "in another case alone")
        yield debatable({"absent": word}, f"We saw {word.upper()}.", "forbidden, in another case")
        yield debatable({"texts": word}, f"We saw x{word}x.", "inside a longer word")
    yield from in_languages()
    yield malformed({"texts": draw.word()}, "", "an empty message", FAILED)
    yield malformed({"min_words": 1}, "", "an empty message", FAILED)
    yield malformed({"json": True}, "", "an empty message", FAILED)
    yield debatable({"absent": draw.word()}, "", "nothing is in an empty message")
    yield malformed({"texts": draw.word()}, World(response=b"\xff\xfa\x00\xd8\x00"), "no text", FAILED)
    yield malformed({"min_words": 1}, " \n ", "a blank message", FAILED)
    yield debatable({"max_words": 3}, " \n ", "a blank message where none is asked for")
    yield debatable({"json": True, "all": False}, World(), "no message")
    yield satisfying({"json": True}, "1" + " " * (MAX_JSON - 1), "as long as may be")
    yield hostile({"json": True}, "1" + " " * MAX_JSON, "longer than what is read", OPEN)
    yield violating({"json": True}, f"```json\n{draw.word()}: 1\n```", "a fence with something else")
    yield hostile({"pattern": "a.*b.*c.*d.*e"}, "a b c d " * 4_000, "longer than the pattern's budget", OPEN)
    yield hostile({"json": True}, "[" * 50_000, "very deep and not closed", FAILED)
    yield hostile({"pattern": r"x{3}y"}, "x" * 20_000, "nearly a match everywhere", NOT_FAILED | {*FAILED})
    yield refused({}, "nothing asked")
    yield refused({"json": False, "all": True}, "nothing asked for surely")
    yield refused({"pattern": "(a+)+$"}, "a pattern that may run for ever")
    yield from budgets.matched()
    yield refused({"language": "xx"}, "no such language")


DEFINITIONS = (
    response_count,
    response_case,
    response_not_at_edge,
    response_choice,
    response_each,
    response_text,
)
