"""Cases of the language that a message is written in."""

from __future__ import annotations

from collections.abc import Iterator

from specharness.qualify.case import Case, debatable, malformed, near_fail, near_pass

DEFINITIONS = ()
"""What is yielded here belongs to the definition of `response_text`."""

_SENTENCES = {
    "en": "This is the answer that you have asked for, and it was written with some care for the reader.",
    "de": "Das ist die Antwort, nach der du gefragt hast, und sie wurde mit Sorgfalt für den Leser geschrieben.",
    "fr": "C'est la réponse que vous avez demandée, et elle a été écrite avec soin pour le lecteur.",
    "es": "El niño y la niña están en la casa con los perros, y no se van de allí por las tardes.",
    "ru": "Это ответ, который вы просили, и он был написан с заботой о читателе.",
    "zh": "这是你所要的回答，而且写的时候为读者考虑过。",
    "ja": "これはあなたが求めた答えであり、読者のことを考えて書かれました。",
    "ko": "이것은 당신이 요청한 답변이며 독자를 생각하며 쓰였습니다.",
    "hi": "यह वह उत्तर है जो आपने माँगा था और यह पाठक के लिए लिखा गया है।",
}
_FAR = {"en": "ru", "de": "ru", "fr": "zh", "es": "ko", "ru": "en", "zh": "en", "ja": "en", "ko": "fr", "hi": "de"}

_OTHERS = (
    ("en", "This is the only answer", "five words"),
    ("en", "Cats chase grey mice through the garden gate", "one common word in eight"),
    ("el", "αβγδεζηθ ab", "four letters of five are Greek"),
    ("el", "ο χαρακτήρας の είναι ιαπωνικός", "a sign of another script that is spoken of"),
)
_UNSURE = (
    ("ru", "д abcdefghi", "one letter of ten is of its script"),
    ("el", "αβγδεζη abc", "seven letters of ten are Greek"),
    ("zh", "東京都知事選挙結果発表の", "with one sign of Japanese"),
    ("ja", "东京都知事选举结果发表", "without a sign of Japanese"),
    ("sr", _SENTENCES["ru"], "a script that several languages have"),
    ("no", "Det er en bok om dem som har et hus", "words that neighbours have, too"),
    ("en", "Here is the list", "four words"),
    ("en", "Anna Berta Clara Dora Emma", "names"),
    ("en", "Anna Berta Clara Dora Emma Frida Greta the Hanna", "names and one word"),
    ("en", "Berta is the Anna Clara", "names and two words, one of which others have"),
    ("pt", "o e é de que para", "words of which half are of others, too"),
)


def in_languages() -> Iterator[Case]:
    """Nothing is drawn: each case is there once."""
    for code, sentence in _SENTENCES.items():
        yield near_pass("language", {"language": code}, sentence, "written in it")
        yield near_fail("language", {"language": code}, _SENTENCES[_FAR[code]], "written in another one")
    for code, text, why in _OTHERS:
        yield near_pass("language", {"language": code}, text, why)
    for code, text, why in _UNSURE:
        yield debatable({"language": code}, text, why)
    yield near_fail("language", {"language": "ru"}, "д abcdefghij", "one letter of eleven is of its script")
    yield malformed({"language": "en"}, "12345 !!!", "no letter")
    yield debatable({"language": "ru"}, f"{_SENTENCES['ru']} {_SENTENCES['en']}", "two languages")
