"""What in an agent's words says that it is done, that it is not, that it will not, or nothing at all.

General phrases of English, tried sentence by sentence; none is of one benchmark. Not its business: weighing them.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from specharness import trees

MAX_TEXT = 20_000
"""Characters looked at: the end of a longer message, where what it comes to stands."""
MAX_SENTENCES = 200

_FLAGS = re.IGNORECASE
_ADVERBS = (
    r"(?:now|also|just|already|successfully|then|all|both|each|correctly|fully|automatically|properly|only|promptly)"
)
_PARTICIPLE = (
    r"(?:\w{2,}(?:ed|en)|made|sent|set|put|built|run|written|drawn|done|found|left|kept|read|given|taken|bought|paid|"
    r"cut|shut|held|met|sold|told|begun|gone|moved|reset|split|drafted|rewritten)"
)
_CHANGES = (
    r"(?:add|adjust|appl|append|approv|archiv|arrang|assign|attach|book|build|built|calculat|cancel|chang|charg|clean|clear|"
    r"clos|commit|complet|comput|configur|convert|copi|correct|creat|credit|delet|deploy|downgrad|download|draft|drop|edit|"
    r"email|enabl|disabl|exchang|execut|export|extend|extract|fill|finali[sz]|finish|fix|format|forward|generat|handl|implement|"
    r"import|includ|initiat|insert|install|issu|log|mad|made|mark|merg|modif|mov|nam|notif|number|open|order|perform|plac|plot|"
    r"post|prepar|process|produc|provid|publish|push|reassign|rebook|record|redeem|refactor|refund|register|releas|remov|renam|"
    r"repl|request|reschedul|reserv|reset|resolv|restor|return|revis|run|sav|schedul|sent|set|shar|shift|sort|stor|submit|"
    r"swap|switch|tag|test|transferr|translat|unsubscrib|updat|upgrad|upload|verif|waiv|written|wrote)\w*"
)

_PHRASES: dict[str, str] = {
    "done": (
        rf"(?<!might )(?<!may )(?<!should )(?<!could )(?<!would )(?<!must )(?<!to )(?:\b(?:have|has|had)|'ve|’ve)\s+(?:{_ADVERBS}\s+){{0,2}}(?:been\s+(?:{_ADVERBS}\s+){{0,2}})?(?=\w*(?:ed|en|t|d|n|e)\b){_CHANGES}\b"
        rf"|\b(?:was|were|is|are|got)\s+(?:{_ADVERBS}\s+){{1,2}}{_PARTICIPLE}\b"
        rf"|\b{_PARTICIPLE}\s+successfully\b|\bsuccessfully\s+{_PARTICIPLE}\b"
        rf"|\b(?:i|we)\s+(?:{_ADVERBS}\s+){{0,2}}(?=\w*(?:ed|nt|de|et|ut|ilt|ote)\b){_CHANGES}\b"
        r"|\b(?:is|are)\s+now\s+\w+|\b(?:is|are)\s+(?:all\s+)?(?:complete|ready|set|in place|saved|available|confirmed|booked)\b"
        r"|\ball\s+(?:done|set)\b|^(?:done|finished|complete|completed|fixed|success)\b[.! ]*"
        r"|\bsaved\s+(?:as|at|to|in|under)\b|\bhere(?:\s+is|\s+are|'s|’s)\s+(?:the|your|a|an)\b"
        rf"|\b(?:is|are)\s+(?!not\b)(?:{_ADVERBS}\s+){{0,2}}(?=\w*(?:ed|nt|de|et|ilt|ten)\b){_CHANGES}\b(?!\s+(?:to\s+be|by\s+default))"
        rf"|\b(?:i|we)\s+[^.?!]{{0,120}}\band\s+(?:{_ADVERBS}\s+){{0,2}}(?=\w*ed\b){_CHANGES}\b"
        r"|\b(?:was|were)\s+able\s+to\s+(?:successfully\s+)?(?!find\b|locate\b|see\b|determine\b)\w+"
        r"|\b(?:task|request|change|work|everything|job)s?\b[^.]{0,40}\b(?:is|are|was|were|has been|have been)\s+(?:now\s+|successfully\s+)?"
        r"(?:complete|completed|done|finished|fulfilled|made|resolved)\b"
        r"|\b(?:you|they)\s+(?:have\s+)?(?:saved|received)\b|\byou\s+will\s+(?:receive|see|be\s+refunded|save)\b"
        rf"|^(?=\w*(?:ed|nt|de|ilt)\b){_CHANGES}\b"
        r"|已(?:经)?(?:成功)?(?:完成|创建|保存|更新|修改|删除|添加|生成|发送|修复|处理)|成功(?:完成|创建|保存|更新|修改|删除|添加|生成|发送)|(?:完成|创建|保存|更新|修改|删除|添加|生成|发送|修复)(?:了|完毕)|任务完成"
        r"|\b(?:no\s+errors|all\s+tests\s+pass(?:ed)?|tests?\s+(?:now\s+)?pass(?:es|ed)?)\b"
    ),
    "passive_past": rf"\b(?:was|were)\s+(?:{_ADVERBS}\s+){{0,2}}{_CHANGES}(?<=[edtn])\b",
    "not_needed": (
        r"\bno\s+(?:\w+\s+){0,3}(?:action|change|update|task|meeting|email|plot|chart|event|step)s?\s+(?:is|are|was|were)\s+(?:needed|required|necessary|created|made|scheduled|sent|taken)\b"
        r"|(?:\bnot|n't|n’t)\s+(?:be\s+)?(?:necessary|needed|required)\b|\bno\s+need\s+(?:to|for)\b|\bunnecessary\b"
        r"|\b(?:do|did|does|will|would)\s*(?:not|n't|n’t)\s+(?:need|have)\s+to\b|\b(?:need|necessary)\s+not\b"
        r"|\bcondition\b[^.]{0,60}\b(?:not|n't|false|un)\s*(?:been\s+)?(?:met|satisf|true|hold|fulfil)\w*"
        r"|\b(?:so|therefore|thus|hence|since|because)\b[^.]{0,120}\b(?:did|do|have|will|was|were|is|are|has)\s*(?:not|n't|n’t)\s+(?:been\s+)?(?:creat|mak|made|send|sent|schedul|plot|generat|proceed|tak|chang)\w*"
        r"|\bi\s+(?:will\s+not|won't|won’t|did\s+not|didn't|didn’t)\s+(?:creat|mak|send|schedul|plot|generat|delet|chang|updat|book|add)\w*"
        r"|\bno\s+(?:further\s+|additional\s+)?action\b|\balready\s+(?:\w+\s+){0,2}(?:set|in place|exists?|assigned|done|marked|up to date)\b"
        r"|\bnothing\s+(?:\w+\s+){0,2}(?:to|needs?|needed)\s+(?:be\s+)?(?:do|done|change|changed|update|updated)\b"
    ),
    "nothing_found": (
        r"(?:\bnot|n't|n’t)\s+(?:be\s+)?(?:found|find|located?|see|exist)\b|\bno\s+(?:\w+\s+){0,6}(?:found|exists?|available|returned|matching|match(?:es|ed)?)\b"
        r"|\b(?:there\s+(?:is|are|was|were|do\w*)\s+(?:currently\s+)?(?:no|not\s+any|n't\s+any))\b(?!\s+(?:\w+\s+)?(?:cost|charge|fee|need|error|issue|problem)s?\b)|\bnone\s+of\b|\breturned\s+no\b"
        r"|\b(?:do|does|did)\s*(?:not|n't|n’t)\s+(?:seem\s+to\s+|appear\s+to\s+|currently\s+)?(?:have|see|exist)\b"
        r"|\b(?:failed|unable)\s+to\s+(?:find|locate|retrieve)\b|\bno\s+(?:results?|records?|matches|such)\b"
    ),
    "unable": (
        r"\b(?:unable(?!\s+to\s+(?:find|locate)\b)|not\s+able|not\s+possible|impossible|not\s+allowed|not\s+permitted|not\s+eligible|ineligible)\b"
        r"|\b(?:can\s*not|can't|can’t|could\s*not|couldn't|couldn’t)\b(?!\s+(?:find|locate|see)\b)|\b(?:do|does)\s*(?:not|n't|n’t)\s+(?:allow|permit|support|cover|qualify)\b"
        r"|\b(?:do|does|did)\s*(?:not|n't|n’t)\s+(?:actually\s+)?have\s+(?:the\s+)?(?:\w+\s+)?(?:permission|access|abilit|authori)\w*|无法|不能|没有权限"
        r"|\b(?:against|outside)\s+(?:of\s+)?(?:our|the|my)\s+(?:policy|policies|scope)\b|\bnot\s+within\s+my\b"
        r"|\bi\s+(?:must|have to)\s+(?:decline|refuse)\b|\bi\s+(?:won't|won’t|will not)\s+(?:be|help|assist|comply|do|proceed|continue)\b|\bi\s+refuse\b|\bonly\s+(?:assist|help)\s+with\b"
    ),
    "sorry": r"抱歉|对不起|\bunfortunately\b|\bi(?:'m|’m| am)\s+(?:\w+\s+)?(?:sorry|afraid)\b|\bapologi[sz]e\b|\bi\s+regret\b|\bapologies\b",
    "hand_off": (
        r"\b(?:transfer|transferred|transferring|escalat\w+|hand\w*|connect\w*)\b[^.]{0,40}\b(?:human|agent|representative|supervisor|specialist|team|person|support)\b"
        r"|\b(?:contact\w*|reach\w*\s+out\s+to|speak\w*\s+(?:to|with))\b[^.]{0,40}\b(?:human|agent|representative|customer\s+service|support|administrator|the\s+airline)\b"
    ),
    "asks": (
        r"[?？]\s*$|请(?:您)?(?:提供|确认|告诉|告知|选择)|\bplease\s+(?:\w+\s+)?(?:provide|confirm|clarify|specify|share|let\s+me\s+know|tell|check|verify|give|send|choose|select|reply)\b"
        r"|\b(?:could|can|would|do)\s+you\s+(?:please\s+|like|want|prefer|confirm|provide|clarify|specify|tell)\b"
        r"|\bi\s+(?:need|require|would\s+need)\s+(?:your|more|the\s+following|you|some|additional|further)\b|\bonce\s+you\s+(?:have|provide|confirm|are)\b"
        r"|\blet\s+me\s+know\s+(?:which|what|how|when\s+you|your)\b"
    ),
    "plan": (
        r"\b(?:i|we)(?:\s+will|'ll|’ll|\s+am\s+going\s+to|'m\s+going\s+to|\s+shall|\s+need\s+to|\s+should|\s+must|\s+have\s+to|\s+plan\s+to|\s+would|\s+can\s+now|\s+want\s+to|\s+intend\s+to)\b(?!\s+not\b)(?!\s+be\s+(?:happy|glad))"
        r"|\blet(?:'s|’s| me| us)\b(?!\s+know)|\b(?:should|needs?\s+to|must)\s+(?:now\s+|then\s+)?be\s+\w+(?:ed|en|t|n|de)\b"
        r"|\bnow\s+i\b|\bfirst,?\s+i\b|\bto\s+do\s+(?:this|that|so)\b|我(?:将|会|需要|要|先)|接下来|让我"
    ),
    "machine": (
        r"\"?action_input\"?|^\s*(?:action|thought|observation|tool|function|question)\s*:|```\s*(?:json|python|bash|tool)|<tool_call>|</?function"
        r"|\"action\"\s*:|^\s*[\[{]\s*\"|\bfinal\s+answer\s+prefix\b"
    ),
    "stopped": (
        r"\bagent\s+stopped\b|\b(?:iteration|time|step|turn|token|context|rate|recursion)\s+(?:limit|window)\b|\bmax(?:imum)?\s+(?:number\s+of\s+)?(?:iterations|steps|turns|tokens)\b"
        r"|\btimed?\s+out\b|\bout\s+of\s+(?:time|tokens|context)\b|\binternal\s+(?:server\s+)?error\b|\btraceback\b"
    ),
    "incomplete": (
        r"\b(?:partially|incomplete|not\s+(?:yet\s+)?(?:complete|completed|finished|done)|still\s+(?:fail|need|miss|remain|pending|in\s+progress)\w*|todo|to-do|not\s+yet|work\s+in\s+progress|ran\s+into|failed|fails|failing|error)\b"
        r"|\b(?:did|does|has|have|was|were)\s*(?:not|n't|n’t)\s+(?:been\s+)?(?:succeed|work|complet|finish|go\s+through|creat|updat|sav|verif|test)\w*"
    ),
    "answer": (
        r"^(?:yes|no)\b[,. ]|\b(?:the|your)\s+(?:\w+\s+){0,4}(?:answer|result|total|average|sum|value|number|count|cost|price|balance|amount|payment|status)\b[^.]{0,120}\b(?:is|was|are|were|of|comes?\s+to)\b"
        r"|\bthere\s+(?:is|are|were|was)\s+\d+\b|\ba\s+total\s+(?:\w+\s+){0,2}of\b"
    ),
}  # fmt: skip
_COURTESY = (
    r"^(?:if\b[^.!?]{0,120}\b(?:let\s+me\s+know|feel\s+free|reach\s+out|just\s+ask)\b[^.?]*|you(?:'re|’re| are)\s+(?:very\s+|most\s+)?welcome(?:,\s+\w+)?|got\s+it|understood|noted|no\s+problem|my\s+pleasure|glad\s+(?:i|to)|happy\s+to\s+(?:help|assist)|anytime|thank(?:s| you)\b[^.!?]{0,80}|great|perfect|"
    r"safe\s+travels|take\s+care\b.*|goodbye|bye|enjoy\b.*|have\s+a\s+(?:great|good|nice|wonderful|safe|fantastic|pleasant|lovely)\b.*|talk\s+to\s+you\s+soon|"
    r"(?:if\s+you\s+(?:have|need|ever|require|want|decide|'d like|would like|change|encounter|run)\b|if\s+there(?:'s|’s| is)\s+anything|should\s+you\b|please\s+(?:don't|don’t|do not)\s+hesitate|don't\s+hesitate|don’t\s+hesitate|(?:please\s+)?feel\s+free|(?:just\s+|please\s+)?let\s+me\s+know\s+if|let\s+me\s+know\s+when|is\s+there\s+anything|i(?:'m|’m| am)\s+here\s+to\s+(?:help|assist)|i\s+hope|hope\b|i\s+look\s+forward|looking\s+forward|i\s+understand)\b.*)[.! 😊✈️🌟]*$"
)  # fmt: skip

_COMPILED = {name: re.compile(pattern, _FLAGS) for name, pattern in _PHRASES.items()}
_FINAL_ACTION = re.compile(r"\"action\"\s*:\s*\"final[ _]answer\"|\bfinal[ _]answer\s*:", _FLAGS)
_CLOSING = re.compile(_COURTESY, _FLAGS | re.DOTALL)
_SENTENCE = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[A-Z0-9\"'(\[*_`-])|\n\s*(?:[-*•]|\d+[.)])?\s*|(?<=[。！？])")
_PATH = re.compile(r"[\"'`]?(?:[\w.~-]*/)?[\w./~-]+\.\w{1,6}[\"'`]?")
_QUOTED = re.compile(r"(?<!\w)(['\"‘“])(?=\S)[^\n]{3,400}?(?<=\S)['\"’”](?!\w)")
_HYPOTHETICAL = re.compile(
    r"\b(?:once|if|when|whenever|after|before|until|unless|as\s+soon\s+as)\s+(?:you|they|we|i|it|he|she|the|your|this|that)\b[^,.;!?]*",
    _FLAGS,
)
_ASSERTED = frozenset({"done", "passive_past"})
_CONDITIONAL = re.compile(r"\b(?:if|whether|unless|in case|only if|when)\b", _FLAGS)
_QUESTION = re.compile(
    r"\b(?:determine|decide|choose|answer|calculate|compute|classify|judge|how\s+(?:many|much)|which\s+of|what(?:\s+is|'s|\s+are))\b|^(?:what|which|who|when|where|how|was|were|is|are|did|does|do|has|have|can you (?:tell|check|find))\b",
    _FLAGS,
)


class Reading(NamedTuple):
    """The cues of one message: `any`, in whatever sentence; `last`, in the last one that is no courtesy."""

    any: frozenset[str]
    last: frozenset[str]
    courtesy: bool
    """Nothing but closing words."""
    words: int


def read(message: str) -> Reading:
    """The cues of a message, with what wraps it (a dict as text, as some frameworks leave it) taken off."""
    text = unwrapped(message[-MAX_TEXT:])
    sentences = [part.strip(" *_#>`") for part in _SENTENCE.split(text) if part and part.strip(" *_#>`-")]
    kept = [part for part in sentences[-MAX_SENTENCES:] if not _CLOSING.fullmatch(part)]
    each = [_cues(_QUOTED.sub(_shortened, part)) for part in kept]
    found: set[str] = set().union(*each) if each else set()
    if _COMPILED["machine"].search(text):
        found.add("machine")
    if "machine" in found and _FINAL_ACTION.search(text):
        found.discard("machine")
    if kept and _PATH.fullmatch(text.strip()):
        found.add("bare")
    return Reading(frozenset(found), each[-1] if each else frozenset(), not kept, len(text.split()))


def _cues(sentence: str) -> frozenset[str]:
    """What a sentence says; what would only hold once something else does is not done."""
    real = _HYPOTHETICAL.sub(" ", sentence)
    return frozenset(name for name, cue in _COMPILED.items() if cue.search(real if name in _ASSERTED else sentence))


def _shortened(match: re.Match[str]) -> str:
    """What is quoted is not what the agent says; a short name stays."""
    return match.group() if match.group().count(" ") < 3 else "‘…’"


def unwrapped(message: str) -> str:
    """The texts inside of a message that is a dict or JSON object of texts alone; other messages as they are."""
    stripped = message.strip()
    if not (stripped.startswith("{") and stripped.endswith("}")):
        return message
    try:
        value = json.loads(stripped)
    except (ValueError, RecursionError):
        try:
            value = trees.literal(stripped)
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            return message
    if (
        isinstance(value, dict)
        and value
        and all(isinstance(item, str) for item in value.values())
        and "action" not in value
    ):
        return "\n".join(value.values())
    return message


def asked(instruction: str) -> frozenset[str]:
    """What the request is: `conditional`, a `question`, or `unstated` where the record has none apart."""
    found = set() if instruction.strip() else {"unstated"}
    if _CONDITIONAL.search(instruction[:MAX_TEXT]):
        found.add("conditional")
    if _QUESTION.search(instruction[:MAX_TEXT].strip()):
        found.add("question")
    return frozenset(found)
