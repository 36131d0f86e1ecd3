"""What an order to write something says of its content, and where the clause of a demand ends in its sentence.

"Write a letter to my aunt in four lines": the letter and the aunt are what the answer is about; four lines is what is
checked. Only what an order names as its text, and the topic behind it, is content; a word that limits, excepts, counts
or orders something never is. A clause ends where a new order or a subject of its own begins; what is merely added
("…, not counting the title") belongs to the clause before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from specharness.compile.local.responses.remainder import TEXT_VERBS, words_of_form

_POLITE = (
    r"(?:\W*\b(?:please|pls|plz|kindly|now|then|also|and|but|so|hi|hello|finally|first|next|just"
    r"|(?:can|could|would|will)\s+you|i(?:['’]d|\s+would)\s+like(?:\s+you\s+to)?|(?:i|we)\s+(?:need|want)(?:\s+you\s+to)?"
    r"|let\s+me\s+have|(?:can|could|may)\s+i\s+have|try\s+to|be\s+sure\s+to|make\s+sure\s+to)\b\s*)"
)
_TO_WRITE = re.compile(
    rf"(?:^|(?<=[,;:(.!?])){_POLITE}*\W*(?:(?:{TEXT_VERBS})\b|(?=(?:an?|my)\s)|(?:i|we)\s+need\b)(?:\s+(?:me|us)\b)?"
    rf"|\b(?:and|then|so|please|pls|kindly|i\s+want\s+you\s+to|me|to|i\s+need|(?:when\s+|while\s+)?you)\s+(?:{TEXT_VERBS})\b"
    r"|\b(?:when|while)\s+(?:explaining|describing|answering|telling|writing|talking\s+about|speaking\s+of)\b"
    r"|(?:写|介绍|描述|解释|说明|谈谈|总结|讲|列出|给出|回答|说说|概括)",
    re.IGNORECASE,
)
"""Where an order to write something begins to say what the answer is about."""
_TO_COUNT = re.compile(r"^\W*(?:and\s+|in\s+)?¤+[\s-]")
"""Where a clause only says how much of it there is to be: "three lines about the sea"."""
_ASKING = re.compile(
    r"(?:(?<=^)|(?<=[,:?!.]))\W*(?:(?:and|so)\s+)?(?:(?:what|how|why|where|who|when|which|whose)(?:['’]s)?"
    r"|is|are|was|were|do|does|did|can|should)\b(?=[^:;.]*\?)[^,:;.!?¤(]*",
    re.IGNORECASE,
)
"""A question that is to be answered, up to its next mark."""
_SIZED = re.compile(
    r"\s+(?:an?\s+|the\s+|my\s+|your\s+)?¤+[-\s](?:line|word|sentence|paragraph|stanza|character)\s+", re.IGNORECASE
)
"""How long a text is to be, right before its name."""
_NAMED = re.compile(r"\s+(?:exactly\s+|just\s+)?¤+\s+(?:(?:titles?|names?|examples?|kinds?)\s+of\s+)?", re.IGNORECASE)
"""How many things an order lists, right before their name."""
_TOPIC = re.compile(r"\b(?:about|on|regarding|concerning|describing|explaining|for)\s+", re.IGNORECASE)
"""Behind what is counted in an order: "four lines about the sea"."""
_LAST_TOPIC = re.compile(r",\s*(?:about|on|regarding)\s+", re.IGNORECASE)
_LIMITS = re.compile(
    r"(?:except\w*|exclud\w*|exempt\w*|besides|apart|aside|others?|another|rest|remaining|else|elsewhere|unless|if|when"
    r"|whenever|while|whereas|although|though|because|until|once|only|just|but|or|nor|not|no|never|without|with|within"
    r"|per|each|every|all|any|both|either|neither|none|some|most|least|more|less|fewer|many|few|same|different|such"
    r"|first|second|third|fourth|fifth|sixth|last|final|next|previous|parts?|half|beginning|middle|end|start|intro\w*"
    r"|conclusion|opening|closing|beside|plus|minus|including|included|counting|counted|instead|that|which|who|whose"
    r"|where|wherever|must|should|shall|may|can|cannot|using|use|used|ones?|two|three|four|five|six|seven|eight|nine"
    r"|ten|this|these|those|so|then|than|too|up|down|even|odd|before|after|above|below|\w*n['’]t)",
    re.IGNORECASE,
)
"""Words that may limit what is asked, say of what part it holds, or begin something else: no content."""
_EXCEPT = re.compile(r"\b(?:except\w*|exclud\w*|unless|besides|apart|aside|but|or|if)\b", re.IGNORECASE)
_OF_EACH = re.compile(r"(?<=[,;])\s*each\s+(?:with|of|in|having|containing|followed|on)\b", re.IGNORECASE)
_MORE = re.compile(rf"{_OF_EACH.pattern}|\band\b", re.IGNORECASE)
_YEAR = re.compile(r"(?:1\d|20)\d\d")
_WORD = re.compile(r"[A-Za-z0-9_][\w'’/-]*|[\u3400-\u9fff]+|¤+|[^\s\w]")
_NUMBERED = re.compile(
    r"\s+(?:of|in)\s+(?:an?\s+)?(?:(?:exactly|at|least|most|precisely|only|just)\s+)*(?:¤|\d|one\b|single\b)"
)
_FORM_CHINESE = re.compile(r"[字句段行词号个不只仅要须应必每各除其最至超少多一二三四五六七八九十两]")
_ACT = (
    rf"(?:{TEXT_VERBS}|use|include|put|add|append|keep|avoid|make|highlight|begin|start|end|finish|close|wrap|separate"
    r"|let|ensure|refrain|mention|number|limit|spell|mark|sort|arrange|do\s+not|don['’]?t|never|try|place|insert|leave"
    r"|stick|choose|pick|have)"
)
_ADDS = re.compile(
    r"\W*(?:(?:and|but|so|then|also|please|pls)\b\W*)*(?:put|add|append|insert|place|leave|have)\b", re.IGNORECASE
)
"""An order that may put more into the answer than what is counted elsewhere in its sentence."""
_MODALS = r"(?:must|should|shall|ha(?:s|ve)\s+to|needs?\s+to|(?:is|are)\s+to|may|can(?:not)?|will)\b"
_OWN_SUBJECT = (
    r"(?!(?:which|that|who|whose|in|of|not|except\w*|unless|if|when|where|while|because)\b)(?:[\w'’¤-]+\s+){1,6}?"
    rf"{_MODALS}"
)
_BORDER = re.compile(
    rf"(?:[,;:—–.!?]|\s-(?=\s)|\b(?:and|but|so|then)\b)\s*(?:(?:and|but|so|then|also|please|pls)\b[\s,]*)*"
    rf"(?:(?P<act>\b{_ACT}\b)|(?P<subject>{_OWN_SUBJECT}))",
    re.IGNORECASE,
)
_MODAL = re.compile(rf"\b{_MODALS}", re.IGNORECASE)
_SUBJECT = re.compile(
    rf"^\W*(?:(?:and|but|so)\s+)?(?:the|your|this)\s+(?P<kind>\w+)(?:\s+(?:about|on)\s+[\w\s'’-]+?)?\s+(?={_MODALS})",
    re.IGNORECASE,
)
"""A text as what a demand is made of: "your story about owls must …"."""
_KINDS = frozenset(
    "text story poem letter essay email mail article note summary speech review post blog report description"
    " explanation dialogue song lyrics riddle haiku limerick recipe advertisement ad slogan motto tale"
    " script memo message reply answer response output piece".split()
)
"""Texts that are all of an answer."""


def clauses(text: str) -> list[tuple[int, int]]:
    """The clauses of a sentence, its literals replaced by `¤`: each begins with an order or a subject of its own."""
    starts = [0]
    for match in _BORDER.finditer(text):
        bare = re.match(r"and\b", match.group(), re.IGNORECASE) is not None
        if match["act"] and bare and _MODAL.search(text, starts[-1], match.start()):
            continue  # the subject of the clause goes on: "it must be short and end in a question"
        starts.append(match.start())
    return list(zip(starts, [*starts[1:], len(text)], strict=True))


def adds(clause: str) -> bool:
    """Whether a clause may put more into the answer."""
    return _ADDS.match(clause) is not None


def more(clause: str, stated: int, *, there: bool) -> int:
    """Where a clause, behind the words that state a demand, only asks for more: of each of what is counted, or, where
    something must be `there`, for something else besides. Its length where it does not."""
    found = (_MORE if there else _OF_EACH).search(clause, min(stated, len(clause)))
    return len(clause) if found is None or excepts(clause[found.start() :]) else found.start()


def excepts(text: str) -> bool:
    """Whether words may take something out of what is asked, or put a condition on it."""
    return _EXCEPT.search(text) is not None


def content(text: str) -> Iterator[tuple[int, int]]:
    """The stretches of a clause that say what the answer is about."""
    form = words_of_form(text)
    yield from (match.span() for match in _ASKING.finditer(text) if not _EXCEPT.search(match.group()))
    subject = _SUBJECT.match(text)
    if subject is not None and subject["kind"].lower() in _KINDS:
        yield subject.span()
    heads = {(match.start(), match.end()) for match in _LAST_TOPIC.finditer(text)}
    order = _TO_WRITE.search(text) or _TO_COUNT.match(text)
    if order is not None:
        for match in _TO_WRITE.finditer(text):
            heads.add(match.span())
            for behind in (_SIZED, _NAMED):
                named = behind.match(text, match.end())
                if named is not None:
                    heads.add((named.end(), named.end()))
        heads |= {match.span() for match in _TOPIC.finditer(text, order.end())}
    for start, head in sorted(heads):
        end = _reach(text, head, form)
        if not (" and " in text[head:end] and _NUMBERED.match(text, end)):
            yield start, end


def _reach(text: str, start: int, form: Sequence[tuple[int, int]]) -> int:
    """Where the words stop that can be content."""
    end = start
    for word in _WORD.finditer(text, start):
        mark = not word.group()[0].isalnum() and word.group() not in "'’"
        limits = _LIMITS.fullmatch(word.group()) or _FORM_CHINESE.search(word.group())
        formal = any(left < word.end() and word.start() < right for left, right in form)
        if mark or limits or (formal and not _YEAR.fullmatch(word.group())):
            break
        end = word.end()
    return end
