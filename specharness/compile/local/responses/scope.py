"""Of what a constraint is said: of the whole answer, or of something else.

"No sentence may be longer than 12 words" bounds no answer, "a prompt that asks for 300 words" is about another text,
"you need not avoid commas" asks nothing. What the readers found in such words is dropped: better no constraint than a
wrong one. What is said of each part of the answer is `each`'s business, texts that are handed over are `material`'s.
"""

from __future__ import annotations

import re
from enum import StrEnum

from specharness.compile.local.responses.model import Aspect, Constraint
from specharness.compile.local.responses.prompt import Prompt
from specharness.compile.local.responses.sequence import in_sequence


class Holder(StrEnum):
    """Whose property it is."""

    WHOLE = "whole"
    EACH = "each"
    """Every sentence, line, word, paragraph: together they are all of the answer."""
    PART = "part"


_UNIT = r"(?:sentence|paragraph|line|section|stanza|verse|word)"
_PIECE = (
    r"(?:bullet(?:[- ]point)?|chapter|part|item|point|title|heading|header|headline|row|column|cell|entry|step|answer"
    r"|response|option|version|slide|scene|quote|clause|phrase|poem|story|joke|riddle|example|question|name|reason"
    r"|tip"
    r"|idea|tweet|post|haiku|keyword|hashtag|noun|verb|adjective|day|day's entry|character's line|explanation"
    r"|description"
    r"|summary|definition|speech|block|bullet's text)"
)
_ORDINAL = (
    r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|final|opening|closing|next|other"
    r"|middle"
    r"|\d{1,2}(?:st|nd|rd|th))"
)
_NAMED = (
    r"(?:(?:sub)?titles?|headings?|headers?|headlines?|subject lines?|intro(?:duction)?|conclusion|abstract"
    r"|captions?"
    r"|footers?|outro|signature|greeting|salutation|refrain|chorus|summary section)"
)
_EACH = re.compile(
    rf"\b(?:each|every|all|any|both|no|none of the|not (?:a|one|any)(?: single)?)\s+(?:(?:one\s+)?of\s+)?"
    rf"(?:(?:the|your|these|its|two|three|four|five|\d+)\s+)*(?:(?!whole\b|entire\b)[\w-]+\s+)?{_UNIT}s?\b"
    rf"|\b(?:sentences|paragraphs|lines|words|stanzas|verses|sections)\s+(?:should|must|may|with|of|that|which|to"
    rf"|need|have|are"
    rf"|can|cannot|containing|having|longer|shorter|is|not)\b",
    re.IGNORECASE,
)
_SMALL = re.compile(r"sentence|word|line", re.IGNORECASE)
"""Units that hold no list."""
_PART = re.compile(
    rf"\b(?:each|every|any|both|per|either|(?<!at )no)\s+(?:(?:one\s+)?of\s+)?(?:(?:the|your|these|its|two|three"
    rf"|four|five"
    rf"|\d+)\s+)*"
    rf"(?:(?!whole\b|entire\b)[\w-]+\s+)?{_PIECE}s?\b|\b(?:each|all) of (?:them|these|those|which)\b|\beach\s*,?\s*$"
    rf"|\b(?:the|your|its|an?|in|of)\s+(?:very\s+)?{_ORDINAL}\s+(?:two\s+|three\s+|few\s+|half of the\s+)?(?:\w+\s+)?"
    rf"(?:{_UNIT}|{_PIECE}|half|one|part)s?\b(?!\s*,?\s*(?:repeat|answer|respond|write|give))"
    rf"|\b(?:the|your|its|an?|their|his|her)\s+(?:\w+\s+)?{_NAMED}\s*(?:$|\b(?:should|must|may|with|of|that|which|to"
    rf"|needs?"
    rf"|has|is|are"
    rf"|can|in|contain|for|at|no|under|exactly|within)\b)"
    rf"|\b(?:titles|headings|names|items|bullets|bullet points|entries|labels|keys)\s+(?:should|must|may|need to"
    rf"|have to"
    rf"|can|cannot)\b"
    rf"|\b(?:the first|the second|the other|another|the latter|the former|(?<!single )(?<!not )one)\s*(?:should|must"
    rf"|may|in|has|with|of"
    rf"|,)\s",
    re.IGNORECASE,
)
_AFTER = re.compile(
    rf"[\"'”’`]?\s*(?:long\s*)?[(,]?\s*(?:(?:anywhere|only|somewhere|at least \w+|exactly \w+|once)\s+)?"
    rf"(?:(?:in|of|for|within|to|at|as|inside|from|per|between|on|that (?:start|begin|end)s?|start\w*|begin\w*)\s+)?"
    rf"(?:(?:the\s+)?(?:start|beginning|end|middle)\s+of\s+)?"
    rf"(?:(?:each|every|per|any|both)\b(?!\s+(?:other|time|letter|of your (?:response|answer)))"
    rf"|(?:the|your|its)\s+(?:very\s+)?{_ORDINAL}\s+(?:two\s+)?(?:\w+\s+)?(?:{_UNIT}|{_PIECE})s?\b"
    rf"|(?:the|your|its|a)\s+(?:\w+\s+)?{_NAMED}\b(?!\s+of\s+your\s+(?:response|answer)))",
    re.IGNORECASE,
)
_NOT_ASKED = re.compile(
    r"\b(?:not|n['’]t|never)\s+(?:be\s+)?(?:have to|has to|need|required?|obliged|obligated|necessary|mandatory"
    r"|compelled"
    r"|expected|worry|bother|mind|limit(?:ed)? (?:yourself|to)|restrict(?:ed)? (?:yourself|to))\b|\bno (?:need"
    r"|requirement"
    r"|obligation|limit|restriction|problem)\b|\bneed(?:n['’]t| not)\b|\bfeel free\b|\b(?:fine|ok|okay|all right"
    r"|alright"
    r"|acceptable|(?<!not )(?<!n['’]t )(?:allowed|permitted)|welcome|free|up to you) (?:to|if|for|with|whether)\b"
    r"|\boptional(?:ly)?\b"
    r"|\bdoes(?:n['’]t| not) matter\b|\bas (?:many|few|much|long)\b",
    re.IGNORECASE,
)
_IF_YOU_LIKE = re.compile(
    r"\bif (?:you (?:can|like|want|wish|prefer)|possible|needed|necessary|appropriate)\b|\b(?:where|when|whenever)"
    r" (?:possible"
    r"|needed|necessary|appropriate)\b",
    re.IGNORECASE,
)
_EXCEPT = re.compile(
    r"\b(?:except|excluding|excepting|unless|other than|apart from|aside from|besides|not counting|not including"
    r"|with the exception|outside of)\b",
    re.IGNORECASE,
)
_STOP = re.compile(r"[.:;!?\n]")
_CONDITION = re.compile(
    r"\W*(?:(?:and|but|also|please)\s+)?(?:if|unless|except|whenever|in case|should you)\b"
    r"|\W*(?:when|where)\b(?!\s+(?:you(?:['’]re| are| have)? )?(?:answer|respond|repl|writ|finish|done|you))",
    re.IGNORECASE,
)
_BREAK = re.compile(
    r";\s|:\s|,\s*(?:and|but|so|yet|however|then)\s|\bbut\b|\s(?:and|then)\s+(?=(?:also|please|make|use|do|don['’]t"
    r"|never"
    r"|avoid|include|write|keep|add|ensure|your|the|it|in|with|must|should|may|cannot|can['’]t|refrain)\b)",
    re.IGNORECASE,
)
_OTHERS = (
    r"(?:who|whom|whose|no one|someone|somebody|anyone|anybody|everybody"
    r"|players?|students?|people|participants?|applicants?|characters?|everyone|nobody|users?|they"
    r"|he|she"
    r"|him|her|them"
    r"|candidates?|readers?|authors?|writers?|contestants?|customers?|employees?|children|kids|teams?|members?)"
)
_NESTED = re.compile(
    r"\b(?:that|which|it)\s+(?:asks?|requires?|tells?|instructs?|makes? (?:it|them|him|her|the)|forces?|demands?"
    r"|says|states"
    r"|checks?|returns?|wants?|expects?|validates?|counts?|limits?|enforces?|tests?|allows?|prevents?|rejects?"
    r"|accepts?)\b"
    r"|\b(?:asking|telling|instructing|requiring|ordering|reminding|urging|inviting|begging|forcing|advising)\s+"
    r"(?!you\b)(?:(?:the|a|my|his|her|their|your|our|for)\s+)?\w+"
    r"|\b(?:asks|tells|orders|begs|reminds|asked|told|ordered|demands)\s+(?!you\b|me\b|of\b|for\b)"
    rf"|\b{_OTHERS}\b(?:(?!\band\b)[^.,;\n]){{0,40}}?\b(?:must|has to|have to|had to|may|can|could|should|only"
    rf"|needs? to|will|would|always"
    r"|never|speaks?|says?|answers?|replies|writes?|refuses?|talks?|likes? to)\b"
    r"|\b(?:my|the|our|his|her|their) (?:teacher|tutor|coach|supervisor|manager|landlord|professor|boss|editor"
    r"|client|school|university|company|website|form"
    r"|platform|journal|publisher)\b[^.;\n]{0,20}\b(?:wants?|asked|requires?|said|says|told|expects?|limits?|demands?"
    r"|allows?)\b"
    r"|\brequir(?:es?|ing)\s+(?:an?|the|all|that)\s+(?!.{0,20}\b(?:response|answer|reply)\b)",
    re.IGNORECASE,
)
"""Words behind which another text, or somebody else's words, are spoken of."""
_HOW = re.compile(
    r"\b(?:why|whether|reasons? (?:to|for|that|why))\b|\bhow (?:to|i|you|we|one|people|can|do|does|should)\b"
    r"|\bwhat (?:it means|happens|would|if)\b",
    re.IGNORECASE,
)
_OTHER_TEXTS = re.compile(
    r"\b(?:game|rubric|checklist|function|script|program|regex|regular expression|macro|formula|schema|system prompt"
    r"|prompt|job posting|job ad|contest|policy|assignment(?! for you\b)|method|class|query|validator)s?\b"
    r"(?=[^.;\n]{0,80}?\b(?:that|which|in which|where|for|to|by which)\b)|\binstructions (?:for|to)\b",
    re.IGNORECASE,
)
_CLOSED = re.compile(
    r"\W*(?:(?:so|and|but|ok|okay|well|hi|hello)\W+)*(?:is|are|was|were|do|does|did|should|must|has|have|am|isn['’]t"
    r"|aren['’]t|doesn['’]t)\b",
    re.IGNORECASE,
)
_OPEN = re.compile(r"\W*(?:what|how|which|where|whose|why|when|who)\b", re.IGNORECASE)
_MANNER = re.compile(
    r"(?:\b(?:in|with|using|within|by|without|use|under|and|as)\b|,|\()\s*(?:(?:a|an|the|your|only|all|exactly|just"
    r"|at|most"
    r"|least|no|more|less|fewer|than|under|over|\d+|\w+ly|one|two|three|four|five|or|total|of|form|format)\s+)*$",
    re.IGNORECASE,
)
"""How the answer is to be given, said at the end of a question: "…, in at most 50 words"."""
_SUBJECT = re.compile(
    r"(?P<np>(?:[\w’'-]+[ ]+){1,6}?)(?:must|should|shall|has to|have to|needs? to|may not|can(?:not|['’]t| not)|is"
    r" to|are to"
    r"|will|ought to)\b",
    re.IGNORECASE,
)
_HEAD = re.compile(
    r"(?P<head>[\w’'-]+)\s*(?:\b(?:of|in|for|with|to|from|on|at|that|which|about|you \w+|below)\b.*)?$", re.IGNORECASE
)
_ANSWERS = frozenset(
    "response responses answer answers reply output text it this that you there here message content everything all "
    "writing work piece result submission whole entire length count number total words word letters letter sentences "
    "sentence paragraphs paragraph lines line characters character commas comma keywords keyword phrase phrases "
    "sections section points bullets bullet also which we i i'd language case format use occurrences placeholders "
    "caps capitals capital both and or mark marks one list term terms ones please not highlights parts part stanzas "
    "verses "
    "title hashtags hashtag emojis emoji questions question headings table code symbol separator name end beginning "
    "document write-up writeup explanation description summary limit".split()
)
_BY_ITSELF = frozenset({Aspect.REPETITION, Aspect.CHOICE, Aspect.TITLE, Aspect.POSTSCRIPT, Aspect.QUOTATION})
"""Aspects whose readers see the whole sentence by themselves."""
_OF_PARTS = frozenset(
    {Aspect.PARAGRAPHS, Aspect.SECTIONS, Aspect.RESPONSES, Aspect.ENDING, Aspect.BEGINNING, Aspect.HIGHLIGHTS}
)
"""Aspects that are parts, or whose readers tell the parts apart."""
_COUNTED = frozenset({Aspect.WORDS, Aspect.SENTENCES, Aspect.LINES, Aspect.CHARACTERS, Aspect.CASE, Aspect.LANGUAGE})

_SEQUENT = frozenset(Aspect) - _BY_ITSELF - {Aspect.SECTIONS, Aspect.RESPONSES, Aspect.ENDING, Aspect.BEGINNING}
_SEQUENT -= {Aspect.KEYWORDS, Aspect.LAST_WORD, Aspect.FIRST_WORD}
"""Aspects that one of several parts may have by itself."""


def binds(prompt: Prompt, one: Constraint) -> bool:
    """Whether a constraint is demanded, and of no other text than the answer."""
    if _inside_quotation(prompt, one):
        return False
    start, end = prompt.sentence_of(one.start)
    asked = _asked(prompt, start, min(one.end, end), end, one) and not _question(prompt, start, end, one)
    return asked and not _elsewhere(prompt, start, one) and not _told(prompt, start, one)


def of_the_answer(prompt: Prompt, one: Constraint) -> bool:
    """Whether the words of a constraint bind the whole answer."""
    if not binds(prompt, one):
        return False
    start, _ = prompt.sentence_of(one.start)
    if one.aspect in _SEQUENT and in_sequence(prompt, one.start):
        return False
    if one.aspect in _BY_ITSELF or one.aspect in _OF_PARTS:
        return True
    if one.aspect is Aspect.KEYWORDS and not one.forbids:
        return True  # what one part must hold, the answer holds
    holder = holder_of(prompt, one)
    if holder is Holder.EACH:
        return _distributes(one)
    return holder is Holder.WHOLE and not (one.aspect in _COUNTED and _other_subject(prompt, start, one))


def holder_of(prompt: Prompt, one: Constraint) -> Holder:
    """Whether the clause speaks of every, or of a certain, part of the answer."""
    start, end = prompt.sentence_of(one.start)
    clause = _clause_start(prompt, start, one.start)
    if _PART.search(prompt.bare, clause, one.start):
        return Holder.PART
    unit = _EACH.search(prompt.bare, clause, one.start)
    if unit is not None and not (one.aspect is Aspect.BULLETS and _SMALL.search(unit.group())):
        return Holder.EACH
    after = _AFTER.match(prompt.bare, min(one.end, end), end)
    if after is None:
        return Holder.WHOLE
    return (
        Holder.EACH
        if re.search(
            rf"\b(?:each|every|per|any)\s+{_UNIT}\b", after.group() + prompt.bare[after.end() : after.end() + 12], re.I
        )
        else Holder.PART
    )


def _distributes(one: Constraint) -> bool:
    """What holds of all of the answer exactly if it holds of every part."""
    return one.aspect in (Aspect.CASE, Aspect.LANGUAGE) or (
        one.forbids and one.aspect in (Aspect.COMMAS, Aspect.KEYWORDS, Aspect.LETTERS)
    )


def _clause_start(prompt: Prompt, start: int, at: int) -> int:
    """Where the clause of a place begins inside its sentence."""
    return start + max((stop.end() for stop in _BREAK.finditer(prompt.bare[start:at])), default=0)


def _inside_quotation(prompt: Prompt, one: Constraint) -> bool:
    marks = (Aspect.TITLE, Aspect.POSTSCRIPT, Aspect.RESPONSES, Aspect.PARAGRAPHS)
    return one.aspect not in marks and any(quote.start <= one.start and one.end <= quote.end for quote in prompt.quotes)


def _asked(prompt: Prompt, start: int, stop: int, end: int, one: Constraint) -> bool:
    """Neither permitted, nor under a condition, nor with an exception."""
    text = prompt.bare
    clause = _clause_start(prompt, start, one.start)
    if one.aspect is Aspect.ENDING:  # its words may be no demand
        stop = min([stop, *(place.start for place in one.params.get("text", ()) if place.start > one.start)])
    if _NOT_ASKED.search(text, max(clause, one.start - 90), stop) or _IF_YOU_LIKE.search(text, clause, end):
        return False
    if _CONDITION.match(text, clause, end) or _CONDITION.match(text, start, end):
        return False
    said = _STOP.search(text, stop, end)
    exempt = one.aspect in _BY_ITSELF or one.aspect is Aspect.LANGUAGE
    return exempt or _EXCEPT.search(text, stop, said.start() if said else end) is None


_WANTED = re.compile(
    r"\b(?:must|should|shall|please|have to|has to|needs? to|ought|make sure|ensure|i(?:['’]d| would) (?:like|love)"
    r"|i (?:want|need|ask|expect|insist|demand|wish)|let"
    r"|will|could you|can you|would you|can i|could i|do not|don['’]t|never|use|write|include|put|keep|avoid|give"
    r"|add|highlight|end|finish|answer|respond)\b"
    r"|\byou(?:r|['’]ll)\b",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"\b(?:had|was|were|used|wrote|ended|consisted|contained|began|started|finished|opened|closed|kept|put|said"
    r"|liked|hated|loved|insisted|came|got|went"
    r"|did(?: not|n['’]t)?|(?:always|never|usually|often|once)\s+\w+(?:ed|s)\b)\b",
    re.IGNORECASE,
)
_OF_ANOTHER = re.compile(
    r"\b(?:(?:my|his|her|our|their|the|last|some|most|many|an?)\s+)?(?:[\w’'-]+\s+){0,3}?(?:grand\w+|mother|father"
    r"|mum|mom|dad|uncle|aunt|sister|brother|teacher|boss|colleague"
    r"|editor|neighbou?r|friend|people|villain|hero|author|agency|company|client|school|forum|brochure|newsletter"
    r"|predecessor|committee|rival|novel|book"
    r"|poet|poem|letters?|it|they|he|she|i|we|texts?|version|essay|report|article|edition|draft|year|everyone"
    r"|everybody|nobody)\s+"
    r"(?:\w+\s+){0,3}?$",
    re.IGNORECASE,
)
_HABIT = re.compile(
    r"\b(?:the|an?|my|her|his|our)\s+(?!(?:answer|response|reply|text|output|message)\b)[\w-]+\s+(?:answers|speaks"
    r"|replies|talks)\b|"
    r"\b(?:people|villain|hero|agency|grand\w+|mother|father|boss|colleague|teacher|neighbou?r|friend|sister|brother"
    r"|uncle|aunt|author|editor|poet|rule on|company|client)s?\b"
    r"(?:\s+[\w’'-]+){0,4}?\s+(?:always\s+|never\s+|usually\s+|often\s+)?(?:puts?|uses?|writes?|signs?|ends?|starts?"
    r"|begins?|says?|likes?|hates?|loves?|overuses?|avoids?|tends?)\b",
    re.IGNORECASE,
)


def _told(prompt: Prompt, start: int, one: Constraint) -> bool:
    """Whether the clause tells what another text was like, or what somebody else does."""
    end = min(one.end, len(prompt.bare))
    before = prompt.bare[start:end]
    verb = None
    for verb in _TOLD.finditer(before):
        subject = before[: verb.start()]
        wanted = [sign.end() for sign in _WANTED.finditer(before) if not verb.start() <= sign.start() < verb.end()]
        if _OF_ANOTHER.search(subject) and not wanted:
            return True
    habit = _HABIT.search(before)
    return (
        habit is not None and not _WANTED.search(before[: habit.start()]) and not _DEONTIC.search(before[habit.end() :])
    )


_DEONTIC = re.compile(
    r"[,;]\s*(?:please|so|but|and)?\s*(?:use|write|include|put|keep|avoid|give|you|your|answer|i want|i need)\b"
    r"|\b(?:must|should)\b",
    re.IGNORECASE,
)


def _question(prompt: Prompt, start: int, end: int, one: Constraint) -> bool:
    """Whether the sentence is a question whose words are its topic, and no manner of answering it."""
    if "?" not in prompt.prose[max(start, end - 2) : end + 1]:
        return False
    sentence, before = prompt.bare[start:end], prompt.bare[start : one.start]
    return _CLOSED.match(sentence) is not None or (_OPEN.match(sentence) is not None and not _MANNER.search(before))


def _elsewhere(prompt: Prompt, start: int, one: Constraint) -> bool:
    """Whether it is said of another text, or of what somebody else says or does."""
    before = prompt.bare[start : one.start]
    if _NESTED.search(prompt.bare[start : min(one.end, one.start + 20)], 0) and _NESTED.search(before + " must"):
        return True
    if _OTHER_TEXTS.search(before):
        return True
    topic = list(_HOW.finditer(prompt.bare, start, min(len(prompt.bare), one.start + 1)))
    return bool(topic) and not _MANNER.search(prompt.bare[topic[-1].end() : one.start])


def _other_subject(prompt: Prompt, start: int, one: Constraint) -> bool:
    """Whether the modal before it has a subject that is neither the answer nor what the prompt has asked for."""
    clause = _clause_start(prompt, start, one.start)
    found = None
    for match in _SUBJECT.finditer(prompt.bare, clause, one.start):
        found = match
    if found is None:
        return False
    phrase = found["np"].strip().lower()
    head = _HEAD.search(phrase)
    if head is None or re.search(r"\byour\b", phrase):
        return False
    noun = head["head"]
    if noun in _ANSWERS:
        return False
    return re.search(rf"\b{re.escape(noun.removesuffix('s'))}", prompt.text[: found.start()], re.IGNORECASE) is None
