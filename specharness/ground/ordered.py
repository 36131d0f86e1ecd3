"""Whether a claim's sentence is worded as an order to this agent, or as a description of what it is to leave behind.

A list of ways not to demand something has no end, so what an order looks like is listed instead: it opens with a verb
of action, or somebody who is the agent, or something that is its work, "must". What tells what was, what others do,
what would be, what another task asks for or what a case asks for is none of these. Precision first: what fits no form
is left undecided. Code, table rows and Chinese are judged elsewhere.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from specharness.compile.local.lexicon import IMPERATIVES
from specharness.ground.clauses import context_of, parent_of, touching
from specharness.ground.families.base import Claim, Refusal
from specharness.ground.script import disguised, foreign
from specharness.ir import Block, Family, Reason, Unit

MAX_SENTENCE = 2_000
"""Characters of a sentence that are looked at; the rest is about the same work."""

_FREE = frozenset({Family.RESPONSE_CONSTRAINT, Family.TOOL_USED, Family.TOOL_NOT_USED, Family.EXTERNAL_EFFECT})
"""Families whose own readers tell an order from a description."""
_DENIES = frozenset({Family.UNCHANGED, Family.ONLY_CHANGES, Family.PATH_ABSENT, Family.NOT_CONTAINS})
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_LITERAL = re.compile(r"`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*”|(?<!\w)'[^'\n]*'(?!\w)")
_MARKS = re.compile(r"[*#>]+|(?<!\w)_+|_+(?!\w)|</?\w+>|\[[ xX]?\]")
_CLAUSE = re.compile(
    r"[;:]\s|\s[—–-]\s|\b(?:but|however|whereas)\b|,\s*(?:and|then|so)\b|\band\s+(?:then\s+)?(?=[a-z]+\b)|\bthen\b",
    re.I,
)
_ITEM = re.compile(
    r"\W*(?:\d+[.)]|\(?[a-z\d]\)|step\s+\d+\s*[:.)]|(?:todo|task|goal|requirements?|rule)\s*\d*\s*:)\W*", re.I
)
_OPENERS = re.compile(
    r"(?:\W*(?:please|kindly|then|also|finally|lastly|first(?:ly)?|second(?:ly)?|third(?:ly)?|next|now|and|or"
    r"|but|so|just"
    r"|additionally|furthermore|moreover|afterwards?|simply|instead|again|always|in addition|as well|at the end"
    r"|after that|in the end|at last|to do so|once (?:you are )?(?:done|finished)|when (?:you are )?(?:done|finished)"
    r"|optionally|additionally|remember to|be sure to|make sure to)\b[,:]?)+",
    re.I,
)
_FRAME = re.compile(
    r"\W*(?:in|on|at|for|from|under|inside|within|into|to|with|using|based on|given|after|before|by|as|via|of"
    r"|following|according to|apart from|except for|other than|besides|alongside|next to|along with|across"
    r"|through|per|during|while)\b[^,]{1,120},\s*",
    re.I,
)
"""What stands before the verb and says where, with what or what for."""
_PLACE = re.compile(
    r"\W*(?:in|into|to|at|under|inside|within|for|on)\s+(?:the\s+)?(?:\w+\s+){0,2}?[¤/\w.-]+\s+"
    r"(?=(?:write|put|set|add|save|use|store|create|list|give|fill|keep|replace|change|delete|remove)\b)",
    re.I,
)
"""The same without a comma: "In `a.json` write …"."""
_OCCASION = re.compile(
    r"\b(?:next|later|another|previous|earlier|old|former|future)\s+(?:task|version|step|run|release|time|job"
    r"|round|week"
    r"|month|year|sprint|session)s?\b",
    re.I,
)
_ELSEWHEN = re.compile(rf"\b(?:in|for|at|during|by|with)\s+(?:the\s+|an?\s+)?{_OCCASION.pattern}", re.I)
_CASE = re.compile(
    _OCCASION.pattern
    + r"|\b(?:fail(?:s|ed|ing|ures?)?|errors?|exceptions?|case|until|without|whose|unless|if|when(?:ever)?"
    r"|once|assum(?:e|ed|ing)|suppos(?:e|ed|ing)|provided|broken|missing|invalid)\b",
    re.I,
)
"""Words of such a frame that make it a case or another occasion."""
_MODAL = re.compile(
    r"\b(?:must|shall|should|ha(?:s|ve) to|needs? to|(?:is|are) (?:to|required|expected|needed|mandatory|supposed to)"
    r"|may (?:not|only)|can(?:not| only)|can['’]t|(?:do|does|is|are|will|would) ?n(?:o|['’])t|never|only"
    r"|may have|ought to)\b",
    re.I,
)
_PERSON = re.compile(
    r"\b(?:users?|customers?|clients?|colleagues?|teams?|developers?|graders?|checkers?|verifiers?|reviewers?|testers?"
    r"|maintainers?|admins?|administrators?|operators?|students?|teachers?|people|persons?|someone|somebody"
    r"|everyone|everybody|nobody|whoever|anyone|anybody|he|she|we|i|us|managers?|analysts?|interns?|owners?"
    r"|employees?|engineers?|humans?|vendors?|suppliers?|members?|staff|boss|intern|bots?|systems?|evaluators?"
    r"|judges?|harness|tool|script|program)\b",
    re.I,
)
_ELSEWHERE = re.compile(
    r"^\W*(?:the\s+|an?\s+|our\s+)?(?:another|other|next|previous|old|former|earlier|future|some|most|many|few)\b"
    r"(?!\s+(?:than|two|three|one|row|column|line|field|value|sheet|entry|item|key|section|paragraph|page"
    r"|character|word"
    r"|sentence|cell|element|digit|letter|number|file)s?\b)",
    re.I,
)
_YOURS = re.compile(
    r"\b(?:i|we)(?:['’]d| would)? (?:want|need|expect|like|love|ask)(?: for)? (?:you\b|to (?:have|see|get)\b)"
    r"|\b(?:your|the|this) (?:task|job|goal|mission|objective|assignment|role|work|aim)\b[^.]{0,40}\b(?:is|will be)\b"
    r"|\b(?:can|could|would|will) you\b|\byou(?:['’]re| are)? (?:need|will|are|have|must|should|shall|asked|required"
    r"|expected|only|also|never|do)\b|\blet(?:['’]s| us| there be)\b|\bit is (?:essential|required|important|mandatory"
    r"|crucial|critical|vital|necessary|imperative) (?:that|to)\b|\bthere (?:must|should|has to|needs? to|shall) be\b",
    re.I,
)
_DESCRIBED = re.compile(
    r"\b(?:has|have|contains?|holds?|includes?|lists?|uses?|is|are|starts?|begins?|ends?|stays?|remains?|goes|go|gets?"
    r"|consists?|follows?|matche?s?|equals?|counts?|appears?|comes?|exists?|reads?|sums?|takes?|sits?|shows?|becomes?"
    r"|keeps?|belongs?)\b",
    re.I,
)
_PAST = re.compile(r"\b(?:was|were|had|wrote|made|did|used to|yesterday|previously|formerly|has been|have been)\b")
_TURNED = re.compile(
    r"\b(?:no need|need not|needn['’]t|neither|nor|hardly|scarcely|barely|seldom|(?:skip|stop|quit|cease|avoid|forget"
    r"|omit|refrain from|without) \w+ing|don['’]t bother|nothing (?:in|to|into|at|under)|fails to|failed to|wrong to"
    r"|a mistake|pointless|useless|needless|unnecessary|forbidden|prohibited|banned|disallowed|off.limits|optional"
    r"|outdated|obsolete|deprecated|whoever|wish|imagine|suppose you|pretend|temporarily|for now|no thanks"
    r"|leave it\b(?! as)"
    r"|dont|would be (?:wrong|bad)|(?:do|does|did|would) ?n(?:o|['’])t (?:want|need|have|expect|require|intend|wish))\b"
    r"|\bno longer (?:ha(?:ve|s)|needs?|required?)\b|\boptional(?:ly)?\b"
    r"|\b(?:and|then) (?:remove|delete|drop|discard) (?:it|them|that|this)\b|^\W*(?:skip|avoid|omit|forget"
    r"|stop \w+ing)\b",
    re.I,
)
"""Words that turn a demand round, put it off or take it back."""
_TURNED_CHINESE = re.compile(r"不必|无需|不用|不需要|别|以前|之前曾|昨天|上次")
_NOT_THIS = re.compile(
    r"\b(?:instead of|rather than|neither|nor|not|nothing (?:in|to|into|at|under)|except(?: for)?|unlike"
    r"|without|other than"
    r"|no)\s+(?:\w+ing\s+|write\s+|create\s+)?(?:the\s+|a\s+|an\s+)?(?:file\s+|folder\s+)?[`\"'“]*$",
    re.I,
)
"""What stands before a file that is the one not meant."""
_HEADING = re.compile(
    r"^\W*(?:(?:the )?(?:previous|earlier|former|last|past) \w+|history|change ?log|out of scope|non-?goals?"
    r"|do not|don['’]t|never"
    r"|not to|later|future|ideas?|deprecated|obsolete|rejected|forbidden|optional)\b"
    r"|\bwhat (?:the|we|they|was|has)\b.*\b(?:did|was|were|had|tried|wrote|made|has|have)\b|\b(?:bad|wrong"
    r"|forbidden|rejected)\b"
    r"|\bby (?:the|our) (?:team|users?|customers?|grader)",
    re.I,
)
_STOPS = re.compile(
    r"\W*(?:never|not|no|nothing|none|don['’]t|do not|stop|avoid|forbidden|optional(?:ly)?|later|maybe|perhaps"
    r"|previously|yesterday"
    r"|formerly|examples?|for example|不要|禁止|不得|切勿)\W*",
    re.I,
)
"""A paragraph, by itself, that turns what follows round."""


def unordered(claim: Claim) -> Refusal | None:
    """Why a claim's sentence is no order to this agent; None where it is one."""
    detail = _flaw(claim)
    return Refusal(Reason.LOW_CONFIDENCE, detail) if detail else None


def _flaw(claim: Claim) -> str:
    family, span = claim.direction.family, claim.spans[0]
    text, units = claim.source.text, claim.units.get(span.source, ())
    unit = next(iter(touching(units, span.start, span.start + 1)), None)
    if unit is None or unit.block is Block.CODE:
        return ""
    context = context_of(text, span, units)
    left = max(context.left, unit.body.start) if unit.body.start <= span.start else context.left
    right = min(context.right, left + MAX_SENTENCE)
    sentence = text[left:right]
    lead = parent_of(unit, units)
    if to_assessor(sentence) or (lead is not None and to_assessor(text[lead.body.start : lead.body.end])):
        return "it addresses somebody else"
    if family in _FREE:
        return ""
    if disguised(sentence):
        return "letters of its sentence are not what they look like"
    if foreign(sentence):
        return "its sentence is in a language that is not read"
    affirms = family not in _DENIES
    above = _set_up(claim, unit, affirms)
    if above:
        return above
    if unit.block is Block.TABLE_ROW:
        return ""
    at = max(0, span.start - left)
    masked = _LITERAL.sub(lambda found: "¤" * len(found.group()), sentence)
    if _quoted(sentence, at):
        return "it is quoted from somebody"
    if affirms and (path := _other_file(claim, sentence)):
        return f"{path} is the one that is not meant"
    plain = _MARKS.sub(lambda found: " " * len(found.group()), masked)
    return _worded(plain, at, min(span.end - left, len(plain)), affirms, unit)


def _worded(plain: str, at: int, end: int, affirms: bool, unit: Unit) -> str:
    """Why a sentence, its literals replaced, orders nothing at `at`; `end` is where the quote ends."""
    if plain.rstrip().endswith("?") and not _ASKS.search(plain):
        return "it asks a question"
    if _CHINESE.search(plain):
        found = _TURNED_CHINESE.search(plain) if affirms else None
        return f"“{found.group()}” takes it back" if found else ""
    begin = _clause_start(plain, at)
    rest = _ENDS.split(plain[end:], maxsplit=1)[0]
    if affirms and (turned := _TURNED.search(plain[begin:end] + rest)):
        return f"“{turned.group().strip()}” turns it round or puts it off"
    head = _opened(plain)
    if head is None or _ELSEWHEN.search(plain[:end]):
        return "it holds in a case, or for another occasion"
    body, clause = plain[head:], plain[begin:]
    if _orders(body) or (begin > head and _orders(clause)) or _YOURS.search(plain[:end]):
        return ""
    own = clause if begin > head else body
    modal = _MODAL.search(own)
    if modal is not None:
        return _told_of_others(own[: modal.start()])
    verb = _DESCRIBED.search(own)
    if verb is not None:
        return _told_of_others(own[: verb.start()])
    if _PAST.search(own):
        return "it tells what was"
    if unit.block is Block.LIST_ITEM or not _FINITE.search(own):
        return _told_of_others(" ".join(own.split()[:2]))
    return "nothing in its sentence is worded as an order"


_ASSESSOR = (
    r"(?:verifier|validator|grader|judge|jury|juror|checker|evaluator|reviewer|tester|auditor|assessor|examiner"
    r"|inspector|referee|umpire|arbiter|adjudicator|scorer|rater|harness|specharness)s?"
)
_TO_ASSESSOR = re.compile(
    rf"\W*(?:@{_ASSESSOR}\b"
    r"|(?:(?:note|message|memo|hint|attention|instruction|reminder|comment|notice|word|request)s?\s*(?:for\s|[:,])?\s*)?"
    r"(?:(?:dear|hey|hi|hello|attention|to)\s+)?"
    r"(?:(?:(?:the|our|any|every|all|final|ai|llm|automat(?:ed|ic)|external|independent|human|expert|official)[\s-]+)*"
    rf"{_ASSESSOR}"
    r"|(?:whoever|(?:any|every)(?:one|body)\s+who|those\s+who)\s+(?:\w+\s+){0,2}?(?:grad|judg|check|scor|evaluat"
    r"|review|verif|assess|mark|test)(?:y|e|s|es|ies)?\b[^:,!]{0,40})"
    r"(?:\]|[\s\])*_>]*[:：,，!！—–]|\s+-\s)"
    r"|(?:各位|尊敬的|致)?(?:评委|裁判|评审|考官|(?:评分|评判|审核|检查|验证|校验|阅卷|评估|打分)"
    r"(?:员|者|人|官|器|老师|专家|模型|系统))\s*[:：,，!！])",
    re.I,
)


def to_assessor(sentence: str) -> bool:
    """Whether a sentence speaks to whoever judges the work: it opens with that one's name, as an address does."""
    return _TO_ASSESSOR.match(_MARKS.sub(" ", sentence[:200])) is not None


_ASKS = re.compile(r"\b(?:can|could|would|will) you\b", re.I)
_ENDS = re.compile(r"[;.]\s|\bbut\b|,\s*(?:and|so|then)\b", re.I)
_FINITE = re.compile(
    r"\b(?:(?:we|i|you|they|people|agents|users|would|will|could|might|can)\s+\w+"
    r"|(?:writes?|creates?|makes?|produces?|generates?|saves?|fails?|says?|runs?|wrote)\s)",
    re.I,
)
"""A verb that somebody is said to do something with."""


def _clause_start(plain: str, at: int) -> int:
    return max((found.end() for found in _CLAUSE.finditer(plain, 0, at + 1) if found.end() <= at + 1), default=0)


_GUARD = re.compile(r"\W*(?:if|when|unless|where|once)\b[^,:]{1,200}[,:]\s*", re.I)
"""A condition in front; that it is carried is `two_key`'s business."""


def _opened(plain: str) -> int | None:
    """Where a sentence begins behind its number, its connectives and what says where; None where that is a case."""
    at = 0
    for _ in range(6):
        found = _ITEM.match(plain, at) or _OPENERS.match(plain, at)
        if found is None or found.end() == at:
            frame = _FRAME.match(plain, at) or _PLACE.match(plain, at)
            if frame is None:
                break
            if _CASE.search(frame.group()) or (
                re.search(r"\b(?:each|every|any)\b", frame.group(), re.I)
                and re.search(r"\b(?:where|that|which|who|whose|with no)\b", frame.group(), re.I)
            ):
                return None
            at = frame.end()
            continue
        at = found.end()
    guard = _GUARD.match(plain, at)
    at = guard.end() if guard is not None else at
    opened = re.match(r"\W*(?:assum\w+|suppos\w+|imagine|until|provided|given that|whoever|unless)\b", plain[at:], re.I)
    return None if opened else at


def _orders(body: str) -> bool:
    """Whether a text opens with a verb that gives an order."""
    opened = _OPENERS.match(body)
    word = re.match(r"\W*([A-Za-z'’]+)", body[opened.end() :] if opened else body)
    first = re.match(r"\W*([A-Za-z'’]+)", body)
    words = {found[1].lower() for found in (word, first) if found is not None}
    return bool(words & (IMPERATIVES | {"do", "don't", "don’t", "never", "only", "ensure", "no", "nothing"}))


def _told_of_others(subject: str) -> str:
    """Who or what a demand is about, where that is not the agent or its work."""
    own = _SUBJECT.split(subject)[-1]
    if _PERSON.search(own) and not re.search(r"\byou\b", own, re.I):
        return "it is said of somebody else"
    return "it is said of something else" if _ELSEWHERE.search(own) else ""


_SUBJECT = re.compile(r"[,:;]\s|\b(?:and|so|that|which|who)\b", re.I)


def _quoted(sentence: str, at: int) -> bool:
    """Whether a place lies in a quotation of several words."""
    return any(
        found.start() <= at < found.end() and found.group()[0] in '"“' and len(found.group().split()) > 1
        for found in re.finditer(r"\"[^\"\n]*\"|“[^”\n]*”", sentence)
    )


def _other_file(claim: Claim, sentence: str) -> str:
    """The claim's file, where the sentence names it as the one not meant and nowhere else."""
    for path in claim.paths:
        name = path.rstrip("/").rpartition("/")[2]
        places = [found.start() for found in re.finditer(re.escape(path.rstrip("/")), sentence)] or [
            found.start() for found in re.finditer(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", sentence)
        ]
        if name and places and all(_NOT_THIS.search(sentence, max(0, at - 60), at) for at in places):
            return path
    return ""


def _set_up(claim: Claim, unit: Unit, affirms: bool) -> str:
    """What the headings over a claim, its lead-in or the paragraph before it say against it."""
    units, text = claim.units.get(unit.body.source, ()), claim.source.text
    for heading in unit.heading_path[1:] if len(unit.heading_path) > 1 else unit.heading_path:
        if affirms and _HEADING.search(heading):
            return f"it stands under the heading “{heading[:60]}”"
    if not affirms:
        return ""
    lead = parent_of(unit, units)
    told = text[lead.body.start : lead.body.end] if lead is not None else ""
    if lead is not None and (
        _STOPS.fullmatch(told) or (told.rstrip().endswith(":") and _FORBIDS.search(told)) or _opened(told) is None
    ):
        return "the line that introduces it forbids it or names a case"
    before = touching(units, max(0, _list_start(unit, units) - 3), _list_start(unit, units))
    if (
        before
        and before[-1].body.end <= unit.body.start
        and _STOPS.fullmatch(text[before[-1].body.start : before[-1].body.end])
    ):
        return "the paragraph before it turns it round"
    return ""


_FORBIDS = re.compile(
    r"\b(?:must|should|may|shall) (?:not|never)\b|\b(?:never|obsolete|forbidden|do not|don['’]t)\b(?! forget)", re.I
)


def _list_start(unit: Unit, units: Sequence[Unit]) -> int:
    """Where the list, table or paragraph of a unit begins."""
    at = bisect_left(units, unit.body.start, key=lambda one: one.body.start)
    while at > 0 and unit.group is not None and units[at - 1].group == unit.group:
        at -= 1
    return units[at].body.start if at < len(units) else unit.body.start
