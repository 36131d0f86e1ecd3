"""Messages that keep or break an instruction, made up for it: what two implementations are compared on.

Guarantees that the same seed makes the same messages. Each says what was done to it (`kept`, `one short`, `garbage`),
not what its verdict should be: a verdict is what is compared.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from pydantic import JsonValue

from specharness.measure.ifeval import Instruction
from specharness.measure.ifeval_checks import ANSWERS

_SENTENCES = (
    "The river runs past the old mill and it is quiet in the morning",
    "We have a letter from the baker on this side of the hill",
    "A grey cat was with the children for most of the day",
    "There are not many boats that go to the island in winter",
    "You can see the bridge from the window as the fog lifts",
    "It is said that the clock of the tower was made in a barn",
)
_FOREIGN = {
    "de": "Das ist der Bericht und er ist nicht mit den anderen in dem Ordner, wie das auch die Liste zeigt. ",
    "es": "El perro de la casa no es como los gatos que por la noche se van con una luz. ",
    "fr": "Le chat est dans la maison et les enfants ne sont pas avec ce chien qui dort sur le lit. ",
    "hi": "यह एक छोटी कहानी है और यह बच्चों के लिए है, जो नदी के पास में रहते हैं। ",
    "ko": "강은 아침에 조용하고 다리는 창문에서 보입니다. 우리는 편지를 받았습니다. ",
    "ru": "Это не то, что он сказал, и я как все был на улице, но у нас за то время всё из дома. ",
    "sw": "Hii ni hadithi ya watu wa kijiji na watoto wake katika nyumba ya bibi kwa siku ya kwanza. ",
    "kn": "ಇದು ಒಂದು ಸಣ್ಣ ಕಥೆ ಮತ್ತು ಮಕ್ಕಳಿಗಾಗಿ ಬರೆಯಲಾಗಿದೆ. ",
    "bn": "এটি একটি ছোট গল্প এবং এটি শিশুদের জন্য লেখা হয়েছে। ",
}
GARBAGE = "asdf qwer zxcv"
MAXIMAL = 'A, b! *c* [d] <<e>> "f" # SECTION 1 P.S. g\n'
"""A line that has something of everything."""


class Message(NamedTuple):
    """What was done, and the text."""

    done: str
    text: str


def messages(one: Instruction, seed: int) -> Iterator[Message]:
    """Messages for an instruction: some keep it, some break it at the edge, some are no answer at all."""
    draw = random.Random(f"{seed} {one.id} {json.dumps(one.arguments, sort_keys=True)}")
    plain = prose(draw, 6)
    yield Message("empty", "")
    yield Message("blank", " \n\n ")
    yield Message("garbage", GARBAGE)
    yield Message("maximal", MAXIMAL * 40)
    yield Message("plain", plain)
    yield Message("small", plain.lower())
    yield Message("capital", plain.upper())
    make = _MAKERS.get(one.id)
    if make is not None:
        yield from make(one.arguments, draw)


def prose(draw: random.Random, count: int) -> str:
    """So many sentences without commas."""
    return " ".join(f"{draw.choice(_SENTENCES)}." for _ in range(count))


Given = Mapping[str, JsonValue]
Made = Iterator[Message]


def _number(value: JsonValue) -> int:
    return int(value) if isinstance(value, int | float) and not isinstance(value, bool) else 1


def _texts(value: JsonValue) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else [str(value)]


def _around(number: int) -> Iterator[tuple[str, int]]:
    yield from (("one short", max(0, number - 1)), ("as many", number), ("one over", number + 1))


def _words(given: Given, draw: random.Random) -> Made:
    for done, number in _around(_number(given["num_words"])):
        words = (prose(draw, number // 8 + 2)).split()[:number]
        yield Message(done, " ".join(words))
        yield Message(f"{done}, compounds", " ".join(["well-known", *words[1:]]))
        yield Message(f"{done}, dashes", " ".join(words) + " - end" if words else "-")


def _sentences(given: Given, draw: random.Random) -> Made:
    for done, number in _around(_number(given["num_sentences"])):
        yield Message(done, prose(draw, number))
        yield Message(f"{done}, abbreviations", prose(draw, number).replace("The river", "Dr. Lee", 1))
        yield Message(f"{done}, as lines", prose(draw, number).replace(". ", "\n"))


def _keywords(given: Given, draw: random.Random) -> Made:
    words = _texts(given.get("keywords") or given.get("forbidden_words") or [])
    text = prose(draw, 2)
    yield Message("all", f"{text} {' and '.join(words)}.")
    yield Message("all, capital", f"{text} {' and '.join(words).upper()}.")
    yield Message("but one", f"{text} {' and '.join(words[1:])}.")
    yield Message("inside words", f"{text} {' '.join(f'x{word}ing' for word in words)}.")


def _often(given: Given, draw: random.Random) -> Made:
    word = str(given["keyword"])
    for done, number in _around(_number(given["frequency"])):
        yield Message(done, f"{prose(draw, 1)} {' or '.join([word] * number)}.")
        yield Message(f"{done}, capital", " or ".join([word.upper()] * number) or "none")
        yield Message(f"{done}, inside words", " or ".join([f"{word}y"] * number) or "none")


def _letters(given: Given, draw: random.Random) -> Made:
    letter = str(given["letter"])
    other = "zzz" if letter.lower() != "z" else "yyy"
    for done, number in _around(_number(given["let_frequency"])):
        yield Message(done, f"{other} {letter * number}")
        yield Message(f"{done}, capital", f"{other} {letter.upper() * number}")


def _highlights(given: Given, draw: random.Random) -> Made:
    for form in ("*part {}*", "**part {}**", "_part {}_", "* part {} *", "*part {}", "**", "`*part {}*`"):
        for done, number in _around(_number(given["num_highlights"])):
            yield Message(f"{done}: {form}", prose(draw, 1) + " " + " and ".join(form.format(n) for n in range(number)))


def _bullets(given: Given, draw: random.Random) -> Made:
    for form in ("* point {}", "- point {}", "+ point {}", "• point {}", "{}. point", "*point {}", "  * point {}"):
        for done, number in _around(_number(given["num_bullets"])):
            yield Message(f"{done}: {form}", "\n".join(form.format(n) for n in range(number)) or "none")
    number = _number(given["num_bullets"])
    lines = [f"* point {n}" for n in range(number)]
    yield Message("nested one more", "\n".join([*lines, "  * below"]))
    yield Message("with a rule", "\n".join([*lines, "", "***", "end"]))
    yield Message("with bold lines", "\n".join([*lines, "", "**Bold** end"]))


def _sections(given: Given, draw: random.Random) -> Made:
    word = str(given["section_spliter"])
    for done, number in _around(_number(given["num_sections"])):
        heads = [f"{word} {n}" for n in range(1, number + 1)]
        yield Message(done, "\n\n".join(f"{head}\n{prose(draw, 1)}" for head in heads))
        yield Message(f"{done}, empty", "\n".join(heads))
        yield Message(f"{done}, one line", " ".join(f"In {head} we rest." for head in heads))
        yield Message(f"{done}, headings", "\n\n".join(f"## {head}\n{prose(draw, 1)}" for head in heads))


def _parts(mark: str, name: str) -> Callable[[Given, random.Random], Made]:
    def made(given: Given, draw: random.Random) -> Made:
        for done, number in _around(_number(given.get(name, 2))):
            pieces = [f"Part {n}. {prose(draw, 1)}" for n in range(number)]
            yield Message(done, f"\n{mark}\n".join(pieces))
            yield Message(f"{done}, in a line", f" {mark} ".join(pieces))
            yield Message(f"{done}, closed by a mark", f"\n{mark}\n".join([*pieces, ""]))
            yield Message(f"{done}, doubled mark", f"\n{mark}\n{mark}\n".join(pieces))
            yield Message(f"{done}, longer mark", f"\n{mark}*\n".join(pieces))
        yield Message("the same twice", f"Yes.\n{mark}\nYes.")
        yield Message("nearly the same", f"Yes.\n{mark}\nyes")

    return made


def _paragraphs(given: Given, draw: random.Random) -> Made:
    word, nth = str(given["first_word"]), _number(given["nth_paragraph"])
    for done, number in _around(_number(given["num_paragraphs"])):
        blocks = [prose(draw, 1) for _ in range(number)]
        if nth <= number:
            blocks[nth - 1] = f"{word.capitalize()} and {blocks[nth - 1]}"
        yield Message(done, "\n\n".join(blocks))
        yield Message(f"{done}, single ends", "\n".join(blocks))
        yield Message(f"{done}, with a heading", "\n\n".join(["# Head", *blocks]))
        yield Message(f"{done}, longer word", "\n\n".join(blocks).replace(word.capitalize(), f"{word.capitalize()}s"))


def _placeholders(given: Given, draw: random.Random) -> Made:
    for form in ("[item {}]", "[item]", "[]", "[{}](http://x.example)", "(item {})", "[[item {}]]"):
        for done, number in _around(_number(given["num_placeholders"])):
            yield Message(f"{done}: {form}", prose(draw, 1) + " " + " ".join(form.format(n) for n in range(number)))


def _postscript(given: Given, draw: random.Random) -> Made:
    marker, text = str(given["postscript_marker"]), prose(draw, 2)
    yield Message("at the end", f"{text}\n\n{marker} Call me")
    yield Message("with a point", f"{text}\n\n{marker.rstrip('.')}. Call me")
    yield Message("small", f"{text}\n\n{marker.lower()} call me")
    yield Message("empty one", f"{text}\n\n{marker}")
    yield Message("bold", f"{text}\n\n**{marker}** Call me")
    yield Message("other marker", f"{text}\n\n{'P.S.' if 'P.P' in marker else 'P.P.S'} Call me")
    yield Message("in a line", f"{text} {marker} Call me")
    yield Message("first of all", f"{marker} Call me\n\n{text}\n\n{text}\n\n{text}\n\n{text}")


def _ending(given: Given, draw: random.Random) -> Made:
    phrase, text = str(given["end_phrase"]), prose(draw, 2)
    yield Message("at the end", f"{text} {phrase}")
    yield Message("and more", f"{text} {phrase} And more.")
    yield Message("small", f"{text} {phrase.lower()}")
    yield Message("quoted", f'{text} "{phrase}"')
    yield Message("spaces behind", f"{text} {phrase}\n\n")
    yield Message("alone", phrase)


def _quotation(given: Given, draw: random.Random) -> Made:
    text = prose(draw, 2)
    for form in ('"{}"', "“{}”", "'{}'", "«{}»", '"{}', '{}"', '"{}" she said.', '""', '"', '"A" {} "B"', '\n"{}"\n'):
        yield Message(form, form.format(text))


def _title(given: Given, draw: random.Random) -> Made:
    text = prose(draw, 2)
    for form in (
        "<<A title>>",
        "<<>>",
        "<< >>",
        "<A title>",
        "<<A title>",
        "# A title",
        "<<A\ntitle>>",
        "<<<A title>>>",
    ):
        yield Message(form, f"{form}\n\n{text}")


def _json(given: Given, draw: random.Random) -> Made:
    for text in ('{"a": 1}', "[1, 2]", '"text"', "12", "null", "{'a': 1}", '{"a": 1,}', '{"a": NaN}', '{"a": 1} end'):
        yield Message("value", text)
        yield Message("fenced", f"```json\n{text}\n```")
        yield Message("fenced, capital", f"```JSON\n{text}\n```")


def _choice(given: Given, draw: random.Random) -> Made:
    for answer in ANSWERS:
        yield Message("alone", answer)
        yield Message("with more", f"{prose(draw, 1)} {answer}")
        yield Message("small", answer.lower())
        yield Message("no point", answer.rstrip("."))
    yield Message("two of them", f"{ANSWERS[0]} {ANSWERS[1]}")
    yield Message("yes", "Yes")


def _repetition(given: Given, draw: random.Random) -> Made:
    request, text = str(given["prompt_to_repeat"]), prose(draw, 2)
    yield Message("and an answer", f"{request}\n\n{text}")
    yield Message("alone", request)
    yield Message("small", f"{request.lower()}\n\n{text}")
    yield Message("quoted", f'"{request}"\n\n{text}')
    yield Message("behind a word", f"Sure! {request}\n\n{text}")
    yield Message("cut short", f"{request[: len(request) // 2]}\n\n{text}")
    yield Message("spaces changed", f"{' '.join(request.split())}\n\n{text}")


def _language(given: Given, draw: random.Random) -> Made:
    for code, text in _FOREIGN.items():
        yield Message(code, text * 3)
        yield Message(f"{code} and English", text * 3 + prose(draw, 3))


def _capitals(given: Given, draw: random.Random) -> Made:
    for done, number in _around(_number(given["capital_frequency"])):
        yield Message(done, f"{prose(draw, 1).lower()} {'NASA ' * number}")
        yield Message(f"{done}, single letters", f"{prose(draw, 1).lower()} {'I ' * number}")
        yield Message(f"{done}, compounds", f"{prose(draw, 1).lower()} {'TOP-TEN ' * number}")
        yield Message(f"{done}, figures", f"{prose(draw, 1).lower()} {'B2B ' * number}")


def _case(given: Given, draw: random.Random) -> Made:
    text = prose(draw, 3)
    for done, changed in (("small", text.lower()), ("capital", text.upper()), ("mixed", text)):
        yield Message(done, changed)
        yield Message(f"{done}, figures", f"{changed} 12:30")
    yield Message("one capital", text.lower() + " X")
    yield Message("one small", text.upper() + " x")
    yield Message("German, small", (_FOREIGN["de"] * 3).lower())
    yield Message("German, capital", (_FOREIGN["de"] * 3).upper())
    yield Message("figures", "12 + 30 = 42")


def _commas(given: Given, draw: random.Random) -> Made:
    text = prose(draw, 3)
    for mark in (",", "，", "、", "،", ";"):
        yield Message(f"with {mark}", text.replace(" and", f"{mark} and"))
    yield Message("in a number", f"{text} 1,000")


_MAKERS: Mapping[str, Callable[[Given, random.Random], Made]] = {
    "keywords:existence": _keywords,
    "keywords:forbidden_words": _keywords,
    "keywords:frequency": _often,
    "keywords:letter_frequency": _letters,
    "language:response_language": _language,
    "length_constraints:number_sentences": _sentences,
    "length_constraints:number_words": _words,
    "length_constraints:number_paragraphs": _parts("***", "num_paragraphs"),
    "length_constraints:nth_paragraph_first_word": _paragraphs,
    "detectable_content:number_placeholders": _placeholders,
    "detectable_content:postscript": _postscript,
    "detectable_format:number_bullet_lists": _bullets,
    "detectable_format:constrained_response": _choice,
    "detectable_format:number_highlighted_sections": _highlights,
    "detectable_format:multiple_sections": _sections,
    "detectable_format:json_format": _json,
    "detectable_format:title": _title,
    "combination:two_responses": _parts("******", "none"),
    "combination:repeat_prompt": _repetition,
    "startend:end_checker": _ending,
    "startend:quotation": _quotation,
    "change_case:capital_word_frequency": _capitals,
    "change_case:english_capital": _case,
    "change_case:english_lowercase": _case,
    "punctuation:no_comma": _commas,
}
