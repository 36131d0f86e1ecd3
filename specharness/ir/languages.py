"""Names of languages and their ISO 639-1 codes: one table for whoever reads a name and whoever checks a text."""

from __future__ import annotations

from collections.abc import Mapping

LANGUAGES: Mapping[str, str] = {
    "afrikaans": "af", "albanian": "sq", "arabic": "ar", "armenian": "hy", "bengali": "bn", "bangla": "bn",
    "bulgarian": "bg", "burmese": "my", "catalan": "ca", "chinese": "zh", "mandarin": "zh", "croatian": "hr",
    "czech": "cs", "danish": "da", "dutch": "nl", "english": "en", "estonian": "et", "farsi": "fa", "persian": "fa",
    "filipino": "tl", "tagalog": "tl", "finnish": "fi", "french": "fr", "georgian": "ka", "german": "de", "greek": "el",
    "gujarati": "gu", "hebrew": "he", "hindi": "hi", "hungarian": "hu", "icelandic": "is", "indonesian": "id",
    "irish": "ga", "italian": "it", "japanese": "ja", "kannada": "kn", "khmer": "km", "korean": "ko", "lao": "lo",
    "latvian": "lv", "lithuanian": "lt", "macedonian": "mk", "malay": "ms", "malayalam": "ml", "marathi": "mr",
    "mongolian": "mn", "nepali": "ne", "norwegian": "no", "pashto": "ps", "polish": "pl", "portuguese": "pt",
    "punjabi": "pa", "romanian": "ro", "russian": "ru", "serbian": "sr", "sinhala": "si", "slovak": "sk",
    "slovenian": "sl", "somali": "so", "spanish": "es", "swahili": "sw", "swedish": "sv", "tamil": "ta",
    "telugu": "te", "thai": "th", "turkish": "tr", "ukrainian": "uk", "urdu": "ur", "vietnamese": "vi",
    "welsh": "cy", "zulu": "zu",
}  # fmt: skip
"""English names in lower case."""
