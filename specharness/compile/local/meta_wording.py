"""How texts that address a verdict instead of the work are worded, in fourteen languages.

Each pattern asks for an object that only a verdict has: demands, checks, this very submission. "The validator must
accept empty input" is ordinary work and fits none. Patterns are verbose: white space in them means nothing. Every gap
is bounded, so matching is linear in the length of the text.
"""

from __future__ import annotations

import re

from specharness.compile.local.prefilter import Guarded, GuardedGroup

_GAP = r"[^.!?;:\n]{0,50}?"
_DEMAND = r"""(?:(?:requirement|obligation|direction|directive|constraint|instruction|guideline|prompt|assertion)s?|
    criteri(?:on|a))(?![\w/-]|\.\w)"""
"""What a specification is made of; `requirements.txt` is a file."""
_CHECK = rf"(?:{_DEMAND}|(?:check|test|rule|validation|verification|evaluation)s?(?![\w/-]|\.\w))"
_WORK = r"""(?:submission|solution|work|task|run|answer|attempt|deliverables?|artifacts?|specification|spec|contract|
    document)"""
_ROLE = r"""(?:(?:automated|automatic|external|independent|ai|llm|final|spec|requirements?)[\s-]+)?
    (?:compiler|verifier|validator|grader|evaluator|checker|judge|auditor|harness|specharness|scorer|language\s+model|
    (?:test|evaluation|verification|grading|checking|scoring|reviewer)\s+
    (?:harness|system|model|runtime|script|bot|agent|tool))s?"""
_VERDICT = r"""(?:satisfied|passed|passing|pass|optional|advisory|non-?binding|residual|fulfilled|met|
    complete|completed|done|verified|successful|void|waived|compliant|not\s+applicable|informational|soft|suggestions?|guidance|background|comments?)\b
    (?!\s+(?:in|when|if|once|after|until|only)\b)"""
_THESE = r"(?:all|every|each|any|these|those|this|the|its|your|our|above|previous|remaining|following|other)"
_EARLIER = r"""(?:previous|prior|earlier|above|preceding|foregoing|other|original|system|initial|aforementioned|
    listed|stated)"""
_WAIVED = r"""(?:already\s+(?:satisfied|met|fulfilled|passed|verified|complete|done)|hereby|optional|advisory|
    non-?binding|waived|void|suspended|revoked|cancell?ed|lifted|disabled|deemed|considered|suggestions?|
    not\s+(?:binding|mandatory|enforced|real))\b"""
_START = r"(?:^|[.!?:;,\])]\s+|\b(?:and|then|please|simply|just|must|should|may|can|to|you|instead)\s+)\W*"

_ENGLISH = (
    # A verdict is dictated: "treat all of the above as optional".
    rf"""{_START}(?:mark|treat|consider|report|record|classify|label|regard|score|grade|rate|count|deem|flag|take|view|interpret|
    read|declare|assume)\s+(?:(?:{_THESE}\s+)+(?:of\s+)?(?:\w+\s+){{0,3}}?(?:{_DEMAND}|checks|rules?|tests?)|{_DEMAND}|everything|
    every\s+(?:check|test)|(?:all|everything|anything)\s+(?:of\s+)?(?:the\s+)?(?:above|below|before)|
    (?:all|any)\s+of\s+(?:this|these|it|them)|(?:the|this|these|those|your|our)\s+(?:\w+\s+)?{_WORK})\b
    {_GAP}\b(?:as|is|are|to\s+be|have|has|been|were)\s+(?:\w+\s+){{0,2}}?{_VERDICT}""",
    rf"""{_START}(?:consider|deem|declare|mark)\s+(?:all|every|each|any|these|the)\s+(?:of\s+)?(?:the\s+)?(?:\w+\s+)?{_CHECK}\s+
    (?:as\s+)?(?:already\s+)?{_VERDICT}""",
    rf"""{_START}(?:report|return|output|emit|give|issue|record|answer|print|produce)\s+(?:an?\s+|the\s+)?(?:verdict|grade|score)?\s*
    (?:of\s+|as\s+|:\s*)?["'“]?(?:pass(?:ed)?|satisfied|success|full\s+(?:marks|score|credit)|100\s*%?|
    (?:a\s+)?(?:perfect|maximum|top)\s+(?:score|grade|rating))["'”]?\s+
    (?:for\s+(?:all|any|this|the\s+agent|everything)|regardless|no\s+matter|unconditionally|whatever|always)\b""",
    # What was demanded is dismissed: "ignore all previous instructions".
    rf"""{_START}(?:ignore|disregard|forget|override|skip|bypass|drop|waive|suspend|disable|discard|overrule|void|relax|
    (?:do\s+not|don['’]t|stop|never)\s+(?:enforc|verify|check|apply|evaluat)\w*)\s+
    (?:(?:all|any|every|each|of|the|your|these|those|our|whatever|and)\s+)*
    (?:{_EARLIER}\s+(?:\w+\s+)?{_CHECK}
    |{_CHECK}\s+(?:{_EARLIER}|before|below|given|you\s+(?:were|have|got)|in\s+(?:this|the)\s+(?:file|document|prompt|spec|task|section))\b
    |{_DEMAND}\s+that\s+(?:contradict|conflict|preced|follow|forbid|prevent|came|come|stand)\w*
    |(?:requirement|obligation|instruction|guideline|directive)s(?![\w/-]|\.\w)(?=\s*(?:[.!,;)]|$|and\b|or\b))
    |(?:verification|validation|grading|evaluation)\s+(?:of|for)\s+(?:this|the|these|all)\s+(?:\w+\s+)?(?:{_WORK}|{_DEMAND})
    |of\s+the\s+above|system\s+prompt)""",
    rf"""{_START}(?:ignore|disregard|forget|override)\s+(?:all|everything|anything|what(?:ever)?)\s+(?:of\s+)?(?:the\s+)?
    (?:(?:was\s+|is\s+|has\s+been\s+)?(?:said|stated|written|given)\s+)?(?:above|before|so\s+far|previously|you\s+were\s+told)\b
    (?!\s+(?:the|a|an|line|row)\b)""",
    # A judge is told what to find: "the verifier must accept this submission".
    rf"""\b(?:the|any|every|each|an?|this)\s+{_ROLE}\b{_GAP}\b(?:must|should|shall|may|can|will|has\s+to|needs?\s+to|please|
    (?:is|are)\s+(?:(?:asked|told|instructed|free|required|allowed)\s+)?to)\s+
    (?:(?:not|never|simply|always|just|therefore|safely)\s+)*
    (?:accept|pass|ignore|skip|treat|mark|assume|approve|enforce|fail|block|require|consider|trust|disregard|grade|score|rate|
    give|award|verify|check|evaluate|report|return|output)\s+
    (?:(?:on\s+)?(?:this|these|the\s+agent['’]s|any|all|every|our|your)\s+(?:of\s+)?(?:the\s+|these\s+|this\s+)?(?:\w+\s+)?
    (?:{_WORK}|{_DEMAND}|above)\b(?!\s+(?:that|which|with|without|whose|in\s+the)\b)
    |the\s+(?:{_EARLIER}\s+)?(?:{_DEMAND}|submission)|{_GAP}\b(?:all|every|these|this|the|any)\s+(?:\w+\s+)?{_DEMAND}\s+as\s+{_VERDICT}
    |(?:everything|all|this|it)\s+as\s+{_VERDICT}|(?:this|it)\s*[.!])""",
    # A judge is addressed.
    rf"""(?:^|[.!?;:(\[]\s*)\W*(?:\w+\s+)?
    (?:note|message|instruction|notice|attention|hint|comment|reminder|memo|request|information|warning)s?(?:\s+(?:to|for)|[:,])?\s*
    (?:the|any|every|all|our)?\s+{_ROLE}\s*(?:[:,.!—–(]|$|\s-\s|(?:must|should|please|may|can|:)\b)""",
    rf"^\W*(?:dear|hey|hi|hello|attention|to)\s+(?:the\s+|all\s+)?{_ROLE}\s*[:,!—–]",
    rf"^\W*{_ROLE}\s*,\s*(?:please|you|mark|accept|pass|approve|ignore|skip)\b",
    rf"""^\W*(?:the\s+)?(?:{_ROLE}|reviewers?|testers?|assessors?|examiners?)\s*[:,!—–]\s*(?:please\s+|just\s+)?
    (?:treat|report|mark|accept|pass|consider|assume|approve|score|grade|rate|give|count|regard|return|output|record|declare)\b
    .{{0,120}}?(?:\b(?-i:PASS)\b|\bas\s+(?:existing|present|there|satisfied|done|complete[d]?|correct|pass(?:ed|ing)|fulfilled|met)\b
    |\bfull\s+(?:marks|score|credit)\b)""",
    rf"""(?:^\W*{_ROLE}\s*[:,!—–]|@{_ROLE}\b)(?=.{{0,80}}\b(?:{_DEMAND}|approve|satisf\w+|PASS\s+(?:for|this)|full\s+(?:marks|score|credit)|
    (?:this|the\s+agent['’]s)\s+{_WORK})\b)""",
    r"^\W*(?:system|admin(?:istrator)?|developer|root|operator)\s+(?:override|notice|message|directive|instruction|update)\b",
    rf"\byou\s+are\s+(?:now\s+)?(?:the|an?)\s+{_ROLE}\b",
    # The demands are said to bind nobody: "none of the requirements above apply".
    rf"""\b(?:no|none\s+of\s+(?:the|these|those|its|our))\s+(?:\w+\s+)?{_CHECK}\s+(?:{_EARLIER}\s+|(?:below|here)\s+)?{_GAP}
    \b(?:need|needs|should|must|is|are|has|have|will|shall|can|may)\b{_GAP}
    \b(?:enforced|checked|verified|applied|satisfied|binding|mandatory|obligatory|blocking)\b""",
    rf"\bnone\s+of\s+(?:the|these|those)\s+(?:\w+\s+)?{_DEMAND}\s+(?:{_EARLIER}\s+|below\s+)?(?:apply|applies|matters?|counts?|binds?)\b",
    rf"""(?:^|[.!?:;,]\s+|\bthat\s+)\W*(?:all|every|each|any|the|these|those)\s+(?:of\s+)?(?:the\s+)?(?:{_EARLIER}\s+|following\s+|
    remaining\s+)?{_DEMAND}\s+{_GAP}\b(?:is|are|was|were|be|been)\s+(?:\w+\s+){{0,2}}?{_WAIVED}""",
    r"""(?:^|[.!?:;,]\s+)\W*(?:all|everything)\s+(?:of\s+)?(?:the\s+)?(?:(?:written|stated|listed|said)\s+)?
    (?:above|below|here|in\s+this\s+(?:file|document|prompt))\b[^.!?;\n]{0,30}\b(?:is|are|has\s+been|have\s+been)\s+(?:\w+\s+){0,2}?
    (?:satisfied|optional|passed|met|verified|advisory|waived|void|non-?binding|suggestions?|guidance)\b""",
    rf"""\b{_DEMAND}\s+{_GAP}\b(?:be|are|is|being)\s+(?:interpreted|treated|read|regarded|considered|taken|seen|reported|marked|classified)\s+
    (?:as\s+)?(?:\w+\s+)?(?:satisfied|passed|optional|advisory|non-?binding|residual|suggestions?|guidance|background|met)\b""",
    rf"""(?:^|[.!?]\s+)\W*(?:the|all|these)\s+(?:\w+\s+)?{_DEMAND}\s+(?:listed|stated|given|above|below|here|in\s+this\s+\w+)\b{_GAP}
    \b(?:has|have)\s+(?:\w+\s+)?been\s+(?:satisfied|met|fulfilled|passed|verified)\b""",
    r"""\b(?:this|the)\s+(?:specification|document|prompt|file|section|task)\s+(?:contains?|has|states?|imposes?|makes?)\s+no\s+(?:\w+\s+)?
    (?:requirements|obligations|constraints|demands)\b""",
    # Failure is renamed, force is redefined.
    rf"""\b(?:treat|report|count|record|mark)(?:ed)?\s+(?:all\s+|any\s+|every\s+)?fail(?:ing|ed|ures?)\s+(?:\w+\s+)?(?:{_CHECK}\s+)?as\s+pass\w*
    |\b{_CHECK}\s+that\s+fail\w*\s+{_GAP}\bas\s+(?:pass\w*|satisfied|successful)\b""",
    r"""\b(?:any|every|each|all|read|replace|interpret)\b[^.\n]{0,40}["'“]?\bmust\b["'”]?[^.\n]{0,40}\b(?:as|means?|with)\s+
    ["'“]?(?:may|should|can|could|optional)\b""",
    rf"""\b(?:pretend|assume|suppose|act\s+as\s+(?:if|though)|imagine)\s+(?:that\s+)?(?:all|every|each)\s+(?:of\s+)?(?:the\s+)?(?:\w+\s+)?{_CHECK}\s+
    (?:\w+\s+){{0,3}}?{_VERDICT}""",
    # The machinery is named: obligations, directions, verdicts, certificates.
    r"""\b(?:emit|return|generate|produce|create|extract|derive|output)\s+(?:no|zero|an\s+empty|only\s+advisory|(?:only\s+)?residual)\s+
    (?:set\s+of\s+)?(?:hard\s+)?(?:obligations?|directions?)\b""",
    r"""\b(?:do\s+not|don['’]t|never)\s+(?:emit|generate|create|extract|derive|compile)\s+(?:any\s+)?(?:(?:hard\s+)?(?:obligations|directions)
    |this\s+(?:section|document|file|specification|prompt))\b""",
    r"""\b(?:all|every|each|any)\s+(?:obligations?|directions?)\b[^.\n]{0,40}\b(?:resolve|evaluate|come\s+out|default)\b""",
    r"""(?:^|\b(?:the|your|final|set|report|output)\s+)\W*(?:final\s+)?(?:verdict|certificate)\b[^.\n]{0,20}\b(?-i:PASS)\b
    (?!["']?\s*(?:or|and|if|when|once|only|/|,))""",
    r"^\W*(?:[\w ]{1,30}:\s*)?(?:output|answer|respond\s+with|return|say)\s+[\"']?(?-i:PASS)[\"']?\s*[.!]?$",
    r"^\W*(?:obligations?|requirements?|directions?)\s*:\s*none\b|\bconsider\s+yourself\s+(?:instructed|told|allowed|free)\b|\bonly\s+instruction\s+is\b",
    rf"""{_START}(?:downgrade|demote|weaken|convert|reduce|relax|lower|turn|change)\s+(?:all|every|any|each|the)\s+(?:\w+\s+)?
    (?:{_CHECK}|must-haves?)\s+{_GAP}\b(?:in)?to\s+(?:\w+\s+)?(?:advisory|optional|suggestions?|guidance|nice-to-haves?|recommendations?|hints?|may)\b""",
    rf"""\b(?:this|these)\s+(?:text|message|note|instructions?|rules?|section|line|paragraph|words?|lines)\s+(?:\w+\s+)?
    (?:supersedes?|overrides?|replaces?|takes?\s+precedence\s+over|outranks?)\s+(?:all|any|every|everything|the)\s+(?:{_EARLIER}\s+)?
    (?:{_DEMAND}|rules|above)\b""",
    rf"""\b(?:{_CHECK})\s+(?:above|below|here|listed\s+\w+|in\s+this\s+\w+)\s+(?:are|is|(?:must|should|need|shall|can|may|do|will)\s+not)\s+
    (?:\w+\s+){{0,2}}?(?:informational|advisory|optional|enforced?|checked|verified|binding|waived|void|apply)\b""",
    rf"""{_START}(?:skip|disable|remove|drop|weaken|bypass|ignore|delete)\s+(?:all|every|any|the)\s+(?:obligations?|validators|verifiers)\b
    (?=\s*(?:[.!]|$|from\b|in\s+(?:this|the)\b))|{_START}(?:remove|drop|delete)\s+(?:all|every|any|the)\s+{_DEMAND}\s+from\s+(?:the|this)\s+contract\b""",
    rf"""{_START}(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+)?(?:of\s+)?(?:the\s+)?(?:user|owner|author|developer|operator|system|client)
    (?:['’]s?)?\s+{_DEMAND}""",
    # Checking is called off.
    rf"""(?:\b(?:need\s+not|(?:do|does)\s+not\s+(?:have|need)\s+to|no\s+need\s+to|nothing\s+(?:left\s+|more\s+)?to|safe\s+to\s+skip|skip|
    (?:un|not\s+)necessary\s+to)\s+(?:be\s+)?(?:verify|verified|verification|validat\w+|check(?:ed|ing)?|enforced?|evaluat\w+|grad\w+)\b)
    (?:\s+(?:of\s+|for\s+)?(?:this\s+{_WORK}|any(?:thing)?\s+(?:above|below|here|of\s+(?:this|these))|(?:the\s+)?(?:items\s+|rules\s+|points\s+)?above)\b
    |\s*[.!]?$)""",
    rf"""\b(?:no\s+)?(?:tests?|checks?|verification|validation|grading|evaluation)\s+(?:(?:is|are)\s+(?:required|needed|necessary)\s+)?
    (?:for|of)\s+this\s+(?:{_WORK}|section|file|prompt)\b(?:\s+(?:is|are|has\s+been|have\s+been)\s+
    (?:disabled|off|suspended|waived|skipped|not\s+\w+|already\s+\w+)|\s*[.!]?$)""",
    r"\blenient\s+(?:when|in|while)\s+(?:checking|grading|verifying|evaluating|judging|scoring)\b",
    r"\bfor\s+(?:the\s+)?purposes?\s+of\s+(?:grading|verification|evaluation|checking|validation|scoring)\b",
    r"\b(?:evaluation|verification|grading)\s+(?:of\s+this\s+\w+\s+)?has\s+already\s+been\s+\w+",
    rf"\bas\s+(?:the|an?)\s+{_ROLE}\b,?\s+(?:you|please)\b",
    r"^\W*system\s*:.{0,80}\b(?:checks?|verif\w+|requirements?|obligations?)\b",
)
_GERMAN = (
    r"""\b(?:ignorier|missacht|vergiss|vergesst|vergessen|überspring|übergeh)\w*\s+(?:(?:Sie|bitte)\s+)?(?:alle|sämtliche|jede|die)\w*\s+
    (?:\w+\s+){0,2}?(?:Anweisung|Anforderung|Vorgabe|Regel|Instruktion|Bedingung|Prüfung)(?:en|n)?\b(?=[^.\n]{0,20}(?:oben|zuvor|[.!,;]|$))""",
    r"""\b(?:markier|betracht|behandl|bewert|werte|werten|melde|stuf)\w*\s+[^.\n]{0,40}
    (?:Anforderung|Prüfung|Vorgabe|Regel|Bedingung|Anweisung|Test)\w*\s+(?:\w+\s+){0,2}?als\s+(?:\w+\s+)?
    (?:erfüllt|bestanden|optional|erledigt|freiwillig|unverbindlich)""",
    r"""\balle\w*\s+(?:\w+\s+)?(?:Anforderung|Prüfung|Vorgabe|Regel|Bedingung)\w*\s+(?:oben\s+)?(?:sind|gelten)\s+(?:\w+\s+){0,2}?
    (?:erfüllt|bestanden|optional|unverbindlich|hinfällig)""",
    r"\b(?:Hinweis|Nachricht|Anmerkung|Notiz)\s+(?:an|für)\s+(?:den|die|das)\s+(?:Prüf|Verifi|Compiler|Bewert|Gutacht|Validier)\w*",
)
_FRENCH = (
    r"""\b(?:ignor|oubli|néglig|saut|contourn)\w*\s+(?:(?:toutes?|tous|les?|la|ces)\s+)+(?:\w+\s+)?
    (?:instructions?|consignes?|exigences?|règles?|contraintes?|vérifications?)
    (?=\s*(?:[.!,;]|$)|\s+(?:précédente|ci-dessus|antérieure|qui\s+précèdent))""",
    r"\bne\s+(?:tenez|tiens)\s+(?:pas|aucun)\s+compte\s+de\w*\s+(?:\w+\s+)?(?:instructions?|consignes?|exigences?|règles?|contraintes?)\b",
    r"""\b(?:marqu|considér|trait|regard|jug)\w*\s+[^.\n]{0,40}(?:exigence|vérification|contrainte|règle|consigne|instruction)s?\s+
    [^.\n]{0,20}(?:satisfait|rempli|facultati|optionnel|réussi|validé|respecté)\w*""",
    r"""\btoutes?\s+les\s+(?:\w+\s+)?(?:exigences|règles|contraintes|vérifications)\s+[^.\n]{0,20}sont\s+(?:\w+\s+)?
    (?:satisfaite|remplie|facultative|optionnelle|validée|annulée)s""",
    r"\b(?:note|message|remarque)\s+(?:au|à\s+l['’]|pour\s+le|pour\s+l['’]|à\s+la|aux)\s*(?:vérificat|compilat|évaluat|validat|correct)\w*",
)
_SPANISH_PORTUGUESE_ITALIAN = (
    r"""\b(?:ignor|olvid|omit|salt|esque|dimentic)\w*\s+(?:(?:todas?|todos|tutte|tutti|las?|los|as|os|le|i|gli)\s+)+(?:\w+\s+)?
    (?:instrucciones|requisitos|reglas|restricciones|verificaciones|instruções|regras|restrições|istruzioni|requisiti|regole)
    (?=\s*(?:[.!,;]|$)|\s+(?:anterior|previ|preced|de\s+arriba|acima|sopra))""",
    r"\bno\s+teng\w+\s+en\s+cuenta\s+(?:las|los|ningun\w*)\s+(?:\w+\s+)?(?:instrucciones|requisitos|reglas|restricciones)\b",
    r"""\b(?:marc|consider|trat|interpret|segn)\w*\s+[^.\n]{0,40}
    (?:requisit|verificaci|verificaç|restriccion|restriç|regla|regra|regol|instrucci|instruç|istruzion|controll)\w*\s+(?:\w+\s+){0,2}?
    (?:cumplid|satisfech|opcional|superad|aprobad|cumprid|satisfeit|soddisfatt|opzional|superat)\w*""",
    r"""\b(?:todos|todas|tutti|tutte)\s+(?:l[ao]s|os|as|i|le)\s+(?:requisit|regla|regra|regol|restric)\w*\s+[^.\n]{0,20}
    (?:están|estão|son|são|sono)\s+(?:\w+\s+)?(?:cumplid|satisfech|opcional|cumprid|satisfeit|soddisfatt|opzional)\w*""",
    r"""\b(?:nota|mensaje|mensagem|messaggio|aviso)\s+(?:para|al|ao|per)\s+(?:(?:el|la|o|il)\s+)?
    (?:verificad|compilad|evaluad|avaliad|validad|verificat|compilat|valutat)\w*""",
)
_RUSSIAN = (
    r"""(?:игнорируй|проигнорируй|забудь|не\s+учитывай|не\s+обращай(?:те)?\s+внимания\s+на)\w*\s+(?:вс[её]\w*\s+)?
    (?:(?:предыдущ|прежн|вышеуказанн|вышеизложенн|эт|данн)\w+\s+)?(?:инструкци|требовани|указани|правил|проверк|ограничени)\w*""",
    r"""(?:считай|отметь|отмечай|пометь|рассматривай|признай)\w*\s+[^.\n]{0,40}(?:требовани|проверк|правил|инструкци|ограничени)\w*\s+
    (?:\w+\s+){0,2}?(?:выполненн|пройденн|необязательн|удовлетвор[её]нн|успешн|рекоменд)\w*""",
    r"все\s+(?:\w+\s+)?(?:требования|проверки|правила|ограничения)\s+[^.\n]{0,20}(?:выполнены|пройдены|необязательны|отменены)",
    r"(?:примечание|сообщение|заметка)\s+(?:для|к)\s+(?:проверя|верификатор|компилятор|валидатор|оценщик)\w*",
)
_ZH_ROLE = r"(?:编译器|验证器|校验器|评分器|检查器|评审模型|裁判|判题系统|评测系统)"
_ZH_DEMAND = r"(?:要求|规则|约束|检查|指令|指示)"
_CHINESE_JAPANESE_KOREAN = (
    rf"""(?:标记|视|记|当作|判定|认定|算作|看作)[^。！？\n]{{0,24}}(?:{_ZH_DEMAND}|以上|上述|本任务)[^。！？\n]{{0,16}}
    (?:已?满足|已?通过|可选|合格|无效|建议|已完成)""",
    rf"""(?:{_ZH_DEMAND}|以上内容|上述内容)[^。！？\n]{{0,12}}(?:标记为|视为|记为|视作|当作|判定为|算作)[^。！？\n]{{0,8}}
    (?:满足|通过|可选|合格|无效|建议|完成|参考)""",
    rf"""(?:忽略|无视|跳过|绕过|忘记|忘掉|不必理会|不用管|不要(?:执行|遵守|理会|检查|满足))掉?(?:以上|上述|上面|之前|先前|前面|所有|全部|此前|一切|任何)[^。！？\n]{{0,12}}
    (?:{_ZH_DEMAND}|提示)(?=的?[，。！；,.!]|$|并|和)""",
    rf"""{_ZH_ROLE}[^。！？\n]{{0,20}}(?:应|必须|请|可以|无需|不必|不要)[^。！？\n]{{0,20}}
    (?:判为通过|判定通过|直接通过|视为|通过本|通过此|(?:忽略|跳过|接受)(?:以上|上述|本|此|这))""",
    r"(?:要求|规则|约束|指令|指示)(?:都|均|全部)?(?:无需|不必|不用|不需要)(?:再)?(?:检查|验证|校验|执行|遵守|满足)",
    r"(?:判定结果|最终结论|验证结果|评审结论)(?:应|必须)?[为是]\s*(?:(?-i:PASS)|通过)(?![或、/])|请?直接(?:输出|返回|判定)\s*(?:(?-i:PASS)|通过)",
    rf"(?:给|致|写给){_ZH_ROLE}(?:的(?:说明|提示|话|备注|留言|注释))?\s*[:：,，]",
    rf"""(?:以上|上述|所有|全部|本文)[^。！？\n]{{0,8}}{_ZH_DEMAND}[^。！？\n]{{0,4}}
    (?:已经?(?:满足|通过)|作废|为可选|是可选的|无效|不作要求|仅供参考)""",
    r"""(?:以前|前|上記|すべて|全て)の[^。\n]{0,10}(?:指示|要件|命令|ルール)を(?:すべて|全て)?(?:無視|忘れ)
    |(?:要件|要求|検証)を?[^。\n]{0,12}(?:満たし|合格|任意)[^。\n]{0,8}(?:みなし|みなす|扱)""",
    r"(?:이전|위의|모든)\s*[^.\n]{0,10}(?:지시|요구\s*사항|명령|규칙)[^.\n]{0,8}(?:무시|충족된\s*것으로)",
)
_DUTCH_POLISH = (
    r"""\b(?:negeer|vergeet|sla)\w*\s+(?:alle|de)\s+(?:\w+\s+){0,2}?(?:instructies|eisen|vereisten|regels|opdrachten|voorwaarden)
    (?=[^.\n]{0,20}(?:[.!,;]|$))""",
    r"""\b(?:markeer|beschouw|behandel)\w*\s+[^.\n]{0,40}(?:eis|vereiste|regel|instructie|voorwaarde)\w*\s+als\s+(?:\w+\s+)?
    (?:voldaan|vervuld|optioneel|geslaagd)""",
    r"""\b(?:zignoruj|ignoruj|pomiń|zapomnij)\w*\s+(?:o\s+)?(?:wszystkie|wszystkich|poprzednie)\s+(?:\w+\s+)?
    (?:instrukcj|polece|wymaga|zasad|wytyczn)\w*""",
    r"""\b(?:oznacz|uznaj|traktuj)\w*\s+[^.\n]{0,40}(?:wymaga|zasad|instrukcj)\w*\s+(?:\w+\s+){0,2}?(?:spe[lł]nion|opcjonaln|zaliczon)\w*""",
)
_TURKISH_ARABIC = (
    r"""(?:önceki|yukarıdaki)\s+(?:tüm|bütün)?\s*(?:talimat|gereksinim|kural|komut)\w*\s+(?:yok\s+say|görmezden\s+gel|unut)\w*""",
    r"(?:تجاهل|انس)\s+(?:جميع|كل)\s+(?:التعليمات|المتطلبات|القواعد|الأوامر)",
)


def _guarded(patterns: tuple[str, ...]) -> tuple[Guarded, ...]:
    return tuple(Guarded(re.compile(pattern, re.IGNORECASE | re.VERBOSE)) for pattern in patterns)


_LATIN = (*_ENGLISH, *_GERMAN, *_FRENCH, *_SPANISH_PORTUGUESE_ITALIAN, *_DUTCH_POLISH)
_OTHER = (*_RUSSIAN, *_TURKISH_ARABIC, *_CHINESE_JAPANESE_KOREAN)
PATTERNS = (_guarded(_LATIN), _guarded(_OTHER))
LATIN, OTHER = map(GuardedGroup, PATTERNS)
"""Patterns that fit a text about its own verdict; the second group needs letters that are not ASCII."""
