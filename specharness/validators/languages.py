"""In which language a text is written, by script and by the commonest words.

Guarantees that a language is affirmed only where its script is its own or its common words are many and those of every
other language here are few; a text of another script is surely another language; all else stays undecided. No model,
no random start: the same text gives the same answer.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

_LATIN = r"A-Za-z\u00c0-\u024f\u1e00-\u1eff"
_CYRILLIC, _ARABIC, _DEVANAGARI = r"\u0400-\u04ff", r"\u0600-\u06ff\u0750-\u077f", r"\u0900-\u097f"
SCRIPTS = {
    "zh": r"\u3400-\u4dbf\u4e00-\u9fff", "ja": r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\u3005\u30fc",
    "ko": r"\uac00-\ud7af\u1100-\u11ff\u3130-\u318f", "he": r"\u0590-\u05ff", "el": r"\u0370-\u03ff\u1f00-\u1fff",
    "th": r"\u0e00-\u0e7f", "kn": r"\u0c80-\u0cff", "te": r"\u0c00-\u0c7f", "ta": r"\u0b80-\u0bff",
    "ml": r"\u0d00-\u0d7f", "gu": r"\u0a80-\u0aff", "pa": r"\u0a00-\u0a7f", "bn": r"\u0980-\u09ff",
    "si": r"\u0d80-\u0dff", "my": r"\u1000-\u109f", "km": r"\u1780-\u17ff", "lo": r"\u0e80-\u0eff",
    "ka": r"\u10a0-\u10ff", "hy": r"\u0530-\u058f",
    **dict.fromkeys(("ru", "uk", "bg", "sr", "mk", "mn"), _CYRILLIC),
    **dict.fromkeys(("ar", "fa", "ur", "ps"), _ARABIC),
    **dict.fromkeys(("hi", "mr", "ne"), _DEVANAGARI),
}  # fmt: skip
"""Ranges of the letters of a language; Latin where a language has words below and no script here."""
_WORDS = {
    "en": "the and of to is in that for with on are this it as be was you not or from have",
    "de": "der die das und ist nicht mit ein eine zu den von für auf sich im dem auch wird",
    "fr": "le la les et est des une dans pour que qui sur pas avec ce il du au par sont",
    "es": "el la los las y es de que en una para con por no un del se lo como más",
    "it": "il lo la gli e è di che in una per con non un del si come sono della nel",
    "pt": "o a os as e é de que em uma para com não um do da se por no na",
    "nl": "de het een en is van dat in op te niet met voor zijn er aan die ook",
    "sv": "och att det som en på är av för med till den har inte om ett i jag",
    "da": "og at det som en på er af for med til den har ikke om et jeg der",
    "no": "og at det som en på er av for med til den har ikke om et jeg å",
    "fi": "ja on ei se että oli hän mutta ovat joka kun myös niin kuin tai olen sen",
    "pl": "i w na z nie się jest to że do o jak ale po co tak za od są",
    "cs": "a je se na to že v s z o jako ale by jsem pro tak jsou nebo",
    "ro": "și de la în este cu pe care nu o un să din sunt mai pentru ca",
    "hu": "a az és hogy nem is egy van meg de ez csak volt mint azt még",
    "tr": "ve bir bu için da de ile çok olarak daha gibi ne var ama olan o",
    "vi": "và là của có không được trong cho một người các những để này với tôi",
    "id": "yang dan di itu dengan untuk tidak ini dari dalam akan pada saya adalah ke",
    "ms": "yang dan di itu dengan untuk tidak ini daripada dalam akan pada saya ialah boleh",
    "tl": "ang ng sa na mga at ay ko hindi si ito para kung niya isang",
    "sw": "na ya wa kwa ni katika za kuwa la cha hii yake kama lakini watu hiyo",
    "ca": "el la els les i és de que en una per amb no un del es com més",
    "ru": "и в не на что с он как это по но из у за то все был для",
    "uk": "і в не на що з він як це по але та у за то всі був для",
    "bg": "и в не на че с той как това по но от за се е да са към",
    "ar": "في من على أن إلى هذا هذه التي الذي مع كان لا ما أو عن",
    "fa": "و در به از که این است را با برای آن یک های می شود",
    "ur": "اور کے کی میں ہے سے کا کو پر یہ نے ہیں کہ ایک نہیں",
    "hi": "है के की में और का को से यह पर हैं एक नहीं कि भी था",
    "mr": "आहे आणि च्या ते या की हे मध्ये नाही होते त्या एक आहेत तो",
    "ne": "छ र को मा यो का ले पनि हो लाई गर्न छन् एक थियो भएको",
}  # fmt: skip
_COMMON = {code: frozenset(words.split()) for code, words in _WORDS.items()}
CODES = tuple(sorted({*SCRIPTS, *_WORDS}))
"""ISO 639-1 codes of the languages that are told apart."""
_KANA = re.compile(r"[\u3040-\u30ff]")
_NO_LETTERS = re.compile(r"[\W\d_]+")

FEW, MOST = 0.1, 0.8
"""Shares of a text's letters below which it is surely not, and from which on it may be, in a script."""
MIN_WORDS, COMMON_SHARE, LEAD = 5, 8, 2
"""Words that a text must have; one in COMMON_SHARE of them must be a common one; LEAD times as many as in any rival."""
MAX_READ = 100_000
"""Characters that are looked at: the language of a long text shows in its beginning."""


class Verdict(StrEnum):
    YES = "yes"
    NO = "no"
    UNSURE = "unsure"


class Reading(NamedTuple):
    """Whether a text is in a language, and what speaks for it."""

    verdict: Verdict
    observed: str
    reason: str = ""


def is_written_in(code: str, text: str) -> Reading:
    """Whether a text is in the language of a code of CODES."""
    text = text[:MAX_READ]
    letters = _NO_LETTERS.sub("", text)
    if not letters:
        return Reading(Verdict.NO, "a message without letters")
    script = SCRIPTS.get(code, _LATIN)
    share = len(re.findall(f"[{script}]", letters)) / len(letters)
    observed = f"{share:.0%} of the letters are of its script"
    if share < FEW:
        return Reading(Verdict.NO, observed)
    if share < MOST:
        return Reading(Verdict.UNSURE, observed, "several scripts")
    if code in ("zh", "ja") and (code == "ja") is (_KANA.search(text) is None):
        return Reading(Verdict.UNSURE, observed, f"with{'out' if code == 'ja' else ''} Japanese characters")
    if sum(SCRIPTS.get(other, _LATIN) == script for other in CODES) == 1:
        return Reading(Verdict.YES, observed)
    if code not in _COMMON:
        return Reading(Verdict.UNSURE, observed, "other languages have this script, too")
    return _by_words(code, text, script)


def _by_words(code: str, text: str, script: str) -> Reading:
    words = re.findall(rf"[{script}]+", text.casefold())
    counts = {name: sum(word in common for word in words) for name, common in _COMMON.items()}
    own = counts.pop(code)
    observed = f"{own} of {len(words)} words are common in it"
    if len(words) >= MIN_WORDS and own * COMMON_SHARE >= len(words) and own > LEAD * max(counts.values()):
        return Reading(Verdict.YES, observed)
    return Reading(Verdict.UNSURE, observed, "too few of its common words to tell")
