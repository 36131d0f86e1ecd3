"""What a prompt says of the form of its answer beyond the constraints that were read: no pass must hide it.

Words of form ("sentence", "alphabetical", "in French", a number, a quotation) that stand in no constraint's own words
leave their clause open. Words that only help to state a constraint ("must", "without", "each") do so where no
constraint of their clause was read. What holds neither asks for content.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from specharness.compile.local.responses.bounds import NUMBER
from specharness.compile.local.responses.clauses import clauses, first_word, meets
from specharness.compile.local.responses.model import Aspect, Constraint
from specharness.compile.local.responses.prompt import Prompt
from specharness.compile.local.responses.remainder_chinese import (
    asks_in_chinese,
    does_more_in_chinese,
    is_chinese,
    left_of,
)
from specharness.ir.languages import LANGUAGES

_UNITS = (
    r"sentences?|paragraphs?|lines?|verses?|stanzas?|words?|syllables?|vowels?|consonants?|letters(?! (?:to|from|of"
    r"|about|home)\b)|letter(?=\s+[\"'“‘`]|\s+[a-z]\b)|(?:first|last|same|capital|single|each|every|any|one|no"
    r"|-) letter"
    r"|characters?|digits?|numerals?|numbers?|numbered|numbering|bullet\w*|(?:a|an|the|numbered|bulleted"
    r"|ordered|your|as|in|of|sorted) lists?|lists|list of"
    r"|listing|items?|entries|headings?|headers?|headlines?|subheadings?|titles?|titled|entitled|sections?"
    r"|tables?|rows?"
    r"|columns?|cells?|code|snippets?|emojis?|emoticons?|hash-?tags?|tags?|symbols?|signs?|links?|urls?|steps|pairs?"
    r"|tokens?|abc|alphabets?|initials?|acronyms?|abbreviations?|acrostic\w*|placeholders?|footnotes?|couplets?"
)
_MARKS = (
    r"commas?|semi-?colons?|colons?|dash(?:es)?|hyphen\w*|apostrophes?|full stops?|periods|dots?|ellips[ei]s"
    r"|brackets?"
    r"|braces?|parenthes[ei]s|quotation|quotes?|quoted|asterisks?|punctuat\w*|slash(?:es)?|pipes?|tabs?|spaces?"
    r"|spaced"
    r"|spacing|blanks?|(?:exclamation|question|speech|inverted) (?:marks?|points?|commas)|arrows?|stars?|underscores?"
    r"|ampersands?|accents?|diacritics?|ascii|unicode|whitespace|newlines?|line breaks?|indent\w*"
)
_FORMS = (
    r"markdown|json|csv|tsv|xml|html|yaml|latex|plain text|iso|format(?:ted|s|ting)?|layout|template|schema"
    r"|keys?|fields?"
    r"|boolean|regex|24-?hour|12-?hour|am/pm|decimals?|hex\w*|binary|roman|fraction\w*|percent\w*|per cent|ratio"
    r"|currency"
)
_GRAMMAR = (
    r"verbs?|nouns?|adjectives?|adverbs?|pronouns?|articles?|prepositions?|conjunctions?|contractions?|tense|passive"
    r"|active voice|imperatives?|subjunctive|(?:first|second|third) person|plurals?|singular|statements?|questions?"
    r"|declarative|interrogative|exclamations?|clauses?|palindrom\w*|anagrams?|pangrams?|alliterat\w*|rhym\w*"
    r"|lipogram"
    r"|haiku|limerick|sonnet|tanka|meter|metre|iambic|dialect|slang|jargon|homophones?|homonyms?|synonyms?"
)
_LETTERING = (
    r"capitals?(?! (?:cit|of))|capitali[sz]\w*|upper-?\s?case\w*|lower-?\s?case\w*|all[- ]caps|caps|title[- ]case"
    r"|(?:camel|snake|kebab|pascal)[- ]?case|case|bold\w*|italic\w*|underlin\w*|strikethrough|highlight\w*"
    r"|emphasi[sz]\w*"
)
_RELATIONS = (
    r"alphabetic\w*|(?<!in )order(?:ed)?(?= (?:of|by|from)\b)|in (?:this|that|the same|reverse|any|which|\w+ing"
    r"|\w+al)"
    r" order|ascending|descending|revers\w*|(?<!that )(?<!this )(?<!some )sort(?:ed|ing)?(?! of)|alternat\w*"
    r"|every (?:other|second|third)|odd\w*|even"
    r"(?= (?:number|words?|lines?|sentences?|ones|items?|numbered))|even-\w+|multiples?|divisible|prime|twice"
    r"|thrice|once(?! upon)|half|third of"
    r"|quarter of|double|equal\w*|unique|distinct|identical|the same|repeat\w*|repetition\w*|consecutive\w*"
    r"|longer|shorter|longest"
    r"|shortest|length\w*|in length|exceed\w*|prefix\w*|suffix\w*|start\w*|begin\w*|began|end(?:s|ed"
    r"|ing)?(?= (?:with|in|on|by|it|your"
    r"|the (?:reply|answer|response|message))\b)|finish(?:es|ing)? (?:with|on)|follow(?:ed|s) by|preced\w*"
    r"|separat\w*|divid(?:ed|er)\w*|join\w*"
    r"|between each|surround\w*|wrap\w*|enclos\w*|label\w*|prefac\w*|number(?:ed)? (?:them|the|your|each)"
    r"|spell\w*|abbreviat\w*"
    r"|nothing (?:else|more|besides|but|other)|no other|nothing around|else|alone|solely|exclusively|only"
    r"|verbatim|exact\w*|precise\w*"
    r"|at (?:the )?(?:very )?(?:least|most)|no (?:more|fewer|less|longer|shorter) than|(?:more|fewer|less) than"
    r"|minimum|maximum"
    r"|max|min|up to(?= \w+ (?:words?|characters?|lines?))|between \w+ and \w+ (?:words?|characters?|lines?"
    r"|sentences?)"
    r"|(?:first|second|third|fourth|fifth|sixth|seventh|last|final|next|opening|closing)(?= (?:\w+ )?(?:word"
    r"|line|sentence|paragraph|letter"
    r"|item|character|one|row|part)s?\b)|one per|per line|each (?:on|in|with|of)|single|bilingual\w*"
    r"|translat\w* (?:in|to)"
    r"|respectively|mirror\w*|backwards?|tone|formal\w*|informal\w*|style|manner|concise\w*|brief(?:ly)?"
)
_PLACES = (
    r"(?:before|after|above|below|beneath|between|beside|behind|next to|around|inside|within)"
    r"(?=\s+(?:it\b|them\b|each|every|any|the (?:words?|lines?|sentences?|paragraphs?|phrase|list|table|title|answer"
    r"|heading|letters?|text|first|last|two|next|end|start)|[\"“'‘`]))|at the (?:very )?(?:top|bottom|start|end"
    r"|beginning)|in the middle|just|merely|simply|purely|nothing|together|side by side"
)
_NUMBERS = (
    rf"(?<![\w.-])(?!(?:one|a single|single|zero)\b){NUMBER}(?![\w-]*[ -](?:years?|months?|days?)[ -]?olds?\b)(?!\w)"
)
_YEAR = re.compile(r"\b(?:in|of|since|year|by|from|until|after|before)\s+(?:1\d|20)\d\d\b", re.IGNORECASE)
_LANGUAGES = "|".join(re.escape(name) for name in sorted(LANGUAGES, key=len, reverse=True))
_STRONG = re.compile(
    rf"\b(?:{_UNITS}|{_MARKS}|{_FORMS}|{_GRAMMAR}|{_LETTERING}|{_RELATIONS}|{_PLACES})\b|{_NUMBERS}"
    rf"|\b(?:in|into|to|and|or|use|using|not|no|only)\s+(?:{_LANGUAGES})\b"
    r"|[\"“`][^\"”`\n]{1,60}[\"”`]|(?<!\w)['‘][^'’\n]{1,40}['’](?!\w)|(?<!\w)[-–][a-z]{1,5}\b|\[[^\]\n]*\]|<[^>\n]+>"
    r"|(?<!\w)(?:[*#_~=|]|-{2,})+(?!\w)|->|→|[\u2190-\u2bff\U0001F300-\U0001FAFF]",
    re.IGNORECASE,
)
"""Says something of the form wherever it stands."""
_WEAK = re.compile(
    r"\b(?:must(?:n['’]t)?|should(?:n['’]t)?|shall|ha(?:s|ve) to|needs? to|ought|may(?! be| have)|cannot"
    r"|can['’]t|not|never"
    r"|don['’]?t|do not|without|avoid\w*|refrain\w*|omit\w*|leav(?:e|ing) out|exclud\w*|forbid\w*|forbidden"
    r"|banned|allowed"
    r"|permitted|required?|each|every|all|any|no|none|neither|nor|ensure|make sure|always|keep|stick|limit\w*"
    r"|restrict\w*"
    r"|reply|respond|response|answer|output|write it|contain\w*|includ\w*|mention\w*|us(?:e|ing)|except|unless"
    r"|instead)\b",
    re.IGNORECASE,
)
"""Says something of the form where nothing else of its clause has been read."""
_CLAUSE = re.compile(
    r"[,;:.!?()\n–—]+|\s-\s|\b(?:and|but|or|so that|where|in which|of which|which|while|yet|then)\b", re.IGNORECASE
)
TEXT_VERBS = (
    r"tell|give|say|write|draft|compose|describe|explain|summari[sz]e|list|name|suggest|recommend|invent"
    r"|make up|come up"
    r"|create|produce|provide|greet|draw up|outline|discuss|compare|define|introduce|retell|report|review"
    r"|advise|answer"
    r"|reply|respond|teach|show|talk|speak|set|state|sketch|pen|craft|author|prepare|propose|offer|present"
    r"|narrate|express"
    r"|wish|thank|congratulate|imagine|pretend|find|think of|translate|rewrite|generate|put together|argue|justify"
)
"""Orders to write or say something."""
_OTHER_ACTS = re.compile(
    r"\b(?:send|sent|delete|remove|save|store|upload|download|cancel|book|schedule|reschedule|run|execute"
    r"|install|deploy"
    r"|commit|push|file|move|copy|rename|open|close|call|forward|post (?:it|this|that|to)|publish|submit|buy"
    r"|order|pay"
    r"|transfer|update|change|edit|fix|add|insert|assign|remind|notify|email (?:it|him|her|them|this)|reply to|invite"
    r"|create (?:a|an|the) (?:event|task|file|folder|meeting|ticket|account)|calendar|attach|print|search"
    r"|browse|check)\b",
    re.IGNORECASE,
)
"""What an answer alone does not do."""
_CONTENT = re.compile(
    rf"\W*(?:(?:please|pls|kindly|now|then|hi|hello|so|ok)\b\W*)*(?:(?:can|could|would|will) (?:you"
    rf"|i)(?: please| kindly)?"
    rf"(?: have)?\s+|(?:i|we)(?:['’]d| would) like(?: you to)?\s+|(?:i|we) (?:need|want)(?: you to)?\s+"
    rf"|let me have\s+)?"
    rf"(?:(?:{TEXT_VERBS})\b|(?:a|an|some|the|my)\s+\w|(?:about|on|topic|subject|theme)\b)",
    re.IGNORECASE,
)
_BARE_TOPIC = re.compile(r"\W*(?:[\w'’-]+\s+){1,3}(?:about|on|for|of)\s+[^.!?\n]*\W*", re.IGNORECASE)
"""A text by its kind and topic alone: "poem about a broken umbrella"."""


_OWN: Mapping[Aspect, re.Pattern[str]] = {
    aspect: re.compile(pattern, re.IGNORECASE)
    for aspect, pattern in {
        Aspect.TITLE: r"\btitled?\b|<[^>\n]*>+|\bdouble\b|\b(?:angle|angular|brackets?|wrap\w*|inside)\b",
        Aspect.QUOTATION: r"\b(?:wrap|surround|enclos|quot)\w*|\bdouble\b|\bmarks?\b|[\"“][^\"”\n]*[\"”]",
        Aspect.RESPONSES: r"\b(?:separat\w*|divid\w*|asterisks?|stars?|row|between|lines?|marks?|two|second)\b|\*+",
        Aspect.PARAGRAPHS: r"\b(?:separat\w*|divid\w*|asterisks?|stars?|row|between|markdown|paragraphs?)\b|\*+",
        Aspect.HIGHLIGHTS: r"\b(?:asterisks?|markdown|italic\w*|bold|highlight\w*|emphasi\w*)\b|\*+[^*\n]*\*+",
        Aspect.PLACEHOLDERS: r"\b(?:square|brackets?)\b|\[[^\]\n]*\]",
        Aspect.SECTIONS: r"\b(?:sections?|parts?|mark\w*|begin\w*|start\w*|label\w*|headings?)\b",
        Aspect.BULLETS: r"\b(?:bullet\w*|markdown|list|asterisks?|points?)\b|\*",
        Aspect.CASE: r"\b(?:capitals?|letters?|case|caps|uppercase|lowercase|small|english)\b",
        Aspect.CAPITAL_WORDS: r"\b(?:capitals?|letters?|caps|uppercase|words?)\b",
        Aspect.LANGUAGE: r"\b(?:language|entire\w*|only|response|words?)\b",
        Aspect.KEYWORDS: r"\b(?:key)?words?\b|\bphrases?\b",
        Aspect.OCCURRENCES: r"\b(?:key)?words?\b|\bphrases?\b",
        Aspect.AMOUNT: r"\b(?:list|name)\b",
        Aspect.REPEATED_WORDS: r"\barticles\b",
        Aspect.CHARACTERS: r"\bspaces\s+(?:included|counted|count)\b",
        Aspect.DIGITS: r"\b(?:words|numbers?|spell\w*)\b",
        Aspect.LETTERS: r"\bletters?\b",
        Aspect.ENDING: r"\b(?:end|finish|last|final|phrase|line|sentence|words)\b",
        Aspect.POSTSCRIPT: r"\b(?:end|postscript|letter)\b",
        Aspect.REPETITION: r"[\s\S]+",
        Aspect.CHOICE: r"\b(?:one|exact\w*|options?|phrases?|answers?)\b",
        Aspect.FORMAT: r"\b(?:json|format|markdown|code|block)\b",
    }.items()
}
"""Words of form that belong to a constraint of the sentence they stand in."""
_ASKING = re.compile(r"\W*(?:what|how|which|where|whose|why|when|who)\b", re.IGNORECASE)


CONTENT = "what an answer says is not judged"
"""The detail of a direction whose words ask, beside the constraints that were read, for content alone."""


class Open(NamedTuple):
    """A stretch of the prompt of which nothing was read; `word` is what makes it one of form."""

    start: int
    end: int
    word: str


def taken_by(text: Prompt, constraints: Sequence[Constraint]) -> list[tuple[int, int]]:
    """The stretches whose words the constraints account for, in order. Where one spans several sentences, those between
    its first and its last are not its own."""
    found = []
    for one in constraints:
        first, last = text.sentence_of(one.start), text.sentence_of(max(one.start, one.end - 1))
        pieces = [(one.start, one.end)] if first == last else [(one.start, first[1]), (last[0], one.end)]
        found += [piece for piece in pieces if piece[0] < piece[1]]
        found += [(place.start, place.end) for places in one.params.values() for place in places]
    return sorted(found)


def remainder(prompt: Prompt, constraints: Sequence[Constraint]) -> Iterator[Open]:
    """Clauses with words of form that no constraint accounts for, in order, each once."""
    taken = taken_by(prompt, constraints)
    long = [quote for quote in prompt.quotes if len(quote.value) > 60]
    text = prompt.prose
    years = [match.span() for match in _YEAR.finditer(text)]
    for start, end in prompt.sentences:
        aspects = {one.aspect for one in constraints if not one.each and one.start < end and start < one.end}
        spoken = [
            match.span() for aspect in aspects if aspect in _OWN for match in _OWN[aspect].finditer(text, start, end)
        ]
        if is_chinese(text[start:end]):
            yield from (Open(*one) for one in left_of(prompt, constraints, taken, start, end))
        asking = _ASKING.match(text, start, end) is not None
        for left, right in clauses(text, start, end, _CLAUSE, lambda at, to: meets(at, to, taken)):
            own = [one for one in taken if one[0] < right and left < one[1]]
            known = [*own, *spoken, *years, *((quote.start, quote.end) for quote in long)]
            word = first_word(text, left, right, (_STRONG,) if own or asking else (_STRONG, _WEAK), known)
            if word:
                yield Open(left, right, word)


def words_of_form(text: str) -> list[tuple[int, int]]:
    """The stretches of a text that may say something of an answer's form, or limit it."""
    return sorted(match.span() for pattern in (_STRONG, _WEAK) for match in pattern.finditer(text))


def own_words(field: str) -> re.Pattern[str] | None:
    """Words of form that belong to a constraint of such a field in its clause, beside those it was read from."""
    return next((pattern for aspect, pattern in _OWN.items() if aspect.value == field), None)


def asks_for_content(text: str) -> bool:
    """Whether a sentence only says what the answer is to be about, and asks for nothing that no answer does by itself.
    Words of form in it are `remainder`'s business."""
    if does_more(text):
        return False
    return (
        asks_in_chinese(text)
        or "?" in text
        or _CONTENT.match(text) is not None
        or _BARE_TOPIC.fullmatch(text) is not None
    )


def does_more(text: str) -> bool:
    """Whether a sentence may ask for something that no answer does by itself: to send, to save, to delete."""
    return _OTHER_ACTS.search(text) is not None or does_more_in_chinese(text)
