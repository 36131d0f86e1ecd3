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
    "英文": "en", "英语": "en", "中文": "zh", "汉语": "zh", "日语": "ja", "日文": "ja", "韩语": "ko", "韩文": "ko",
    "法语": "fr", "法文": "fr", "德语": "de", "德文": "de", "西班牙语": "es", "俄语": "ru", "俄文": "ru",
    "阿拉伯语": "ar", "葡萄牙语": "pt", "意大利语": "it", "印地语": "hi", "泰语": "th", "泰文": "th", "越南语": "vi",
    "孟加拉语": "bn", "乌尔都语": "ur", "波斯语": "fa", "斯瓦希里语": "sw", "泰米尔语": "ta", "泰卢固语": "te",
    "卡纳达语": "kn", "旁遮普语": "pa", "马拉地语": "mr", "古吉拉特语": "gu", "尼泊尔语": "ne", "保加利亚语": "bg",
    "芬兰语": "fi", "土耳其语": "tr", "波兰语": "pl", "荷兰语": "nl", "瑞典语": "sv", "希腊语": "el",
    "希伯来语": "he",
    "español": "es", "castellano": "es", "français": "fr", "deutsch": "de", "português": "pt", "italiano": "it",
    "nederlands": "nl", "svenska": "sv", "dansk": "da", "norsk": "no", "suomeksi": "fi", "polski": "pl", "polsku": "pl",
    "русском": "ru", "українською": "uk", "türkçe": "tr", "česky": "cs", "češtině": "cs", "română": "ro",
    "magyarul": "hu", "ελληνικά": "el", "bahasa indonesia": "id", "bahasa melayu": "ms", "tiếng việt": "vi",
    "日本語": "ja", "한국어": "ko", "العربية": "ar", "हिंदी": "hi", "हिन्दी": "hi", "kiswahili": "sw", "català": "ca",
    "български": "bg", "ไทย": "th", "עברית": "he", "فارسی": "fa", "اردو": "ur", "বাংলা": "bn", "తెలుగు": "te",
    "தமிழ்": "ta", "मराठी": "mr", "नेपाली": "ne", "ਪੰਜਾਬੀ": "pa", "ગુજરાતી": "gu", "ಕನ್ನಡ": "kn",
    "englisch": "en", "französisch": "fr", "spanisch": "es", "italienisch": "it", "portugiesisch": "pt",
    "niederländisch": "nl", "schwedisch": "sv", "dänisch": "da", "norwegisch": "no", "finnisch": "fi",
    "polnisch": "pl", "russisch": "ru", "türkisch": "tr", "griechisch": "el", "japanisch": "ja", "chinesisch": "zh",
    "koreanisch": "ko", "ungarisch": "hu", "tschechisch": "cs", "ukrainisch": "uk",
    "anglais": "en", "allemand": "de", "espagnol": "es", "italien": "it", "portugais": "pt", "néerlandais": "nl",
    "suédois": "sv", "polonais": "pl", "russe": "ru", "japonais": "ja", "chinois": "zh", "grec": "el", "turc": "tr",
    "inglés": "en", "francés": "fr", "alemán": "de", "portugués": "pt", "holandés": "nl", "ruso": "ru",
    "inglês": "en", "francês": "fr", "alemão": "de", "espanhol": "es", "inglese": "en", "francese": "fr",
    "tedesco": "de", "spagnolo": "es", "portoghese": "pt",
}  # fmt: skip
"""English names in lower case, Chinese ones, and names as their own and neighbouring languages write them."""
