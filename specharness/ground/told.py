"""Parts of a sentence that tell why or what for, and demand nothing: "because the board reads it", "so I can find it".

Each form is closed: its opener, an outsider as its subject, a verb of what outsiders do. What tells of the artifact
itself ("the rows are sorted") is none, since that may be what is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_ARTIFACT = (
    r"(?:it|its|they|them|this|these|those|that|which|(?:the|each|every|all|any|no|its)\s+(?:\w+\s+)?(?:files?|rows?"
    r"|columns?|values?|cells?|keys?|fields?|entries|entry|items?|lines?|words?|texts?|names?|headings?|sections?|sheets?|numbers?|report|table"
    r"|list|document|output|result|answer|response|order|format|content|header|dates?|records?|slides?|pages?))"
)
_OUTSIDER = (
    r"(?:i|we|you|nobody|somebody|everybody|everyone|people|both|he|she|(?:the|our|my|your|their|a|an|other|some|old)\s+"
    r"(?:[\w’']+\s+){0,2}?[\w’']+)"
)
_DOES = (
    r"(?:(?:still|already|also|only|always|never|often)\s+)?(?:reads?|needs?|uses?|wants?|asked|happened|expects?|relies|rely|spells?"
    r"|knows?|complained|forgot|broke|opens?|loads?|imports?|checks?|finds?|sees?|parses?|consumes?|works?|owns?|maintains?)"
)
_MODAL = (
    r"(?:must|should|shall|needs?\s+to|ha(?:s|ve)\s+to|only|never|always|no|not|each|every|exactly|at\s+(?:least|most))"
)
_PART = r"[^,;:.()（），。；：¤\n]"
_TO_KNOW = (
    r"(?:read|use|open|find|see|check|review|compare|understand|import|load|share|print|process|reuse|know|parse)"
)

_FORMS = (
    rf"\bbecause\s+(?!{_ARTIFACT}\b)(?:(?!\b{_MODAL}\b){_PART})+",
    rf"(?:,\s*|\s)(?:since|as)\s+(?={_OUTSIDER}\s+{_DOES}\b)(?:(?!\b{_MODAL}\b){_PART})+",
    rf"\bso\s+(?:that\s+)?{_OUTSIDER}\s+(?:can|could|will|may)\s+(?:easily\s+|quickly\s+)?{_TO_KNOW}\s+"
    r"(?:it|them|this|that)\b(?=\W*$|\s*[,;])",
    r"\bfor\s+(?:clarity|convenience|consistency|reference|later\s+(?:use|reference)|(?:our|my|the)\s+records)\b",
    rf",\s*(?!{_ARTIFACT}\b){_OUTSIDER}\s+{_DOES}\b(?:\s+(?:it|them|this|that|the\s+\w+))?(?=\W*$|\s*[,;])",
    rf"\(\s*(?!{_ARTIFACT}\b){_OUTSIDER}\s+{_DOES}\b(?:(?!\b{_MODAL}\b)[^()¤])*\)",
    r"\(\s*the\s+(?:older?|previous|earlier|existing|last|current)\s+\w+\s+(?:(?!\b(?:must|should|shall|need)\b)[^()¤])*\)",
    r"(?<=¤)\s+(?:is|are)\s+(?:meant\s+for|shared\s+with|(?:used|read|maintained|owned|needed)\s+by)\s+"
    r"[^,;:.¤]{1,40}?\s+and\s+(?=(?:must|should|has\s+to|have\s+to)\b)",
    r"(?<=¤)\s+describes\s+[^,;:.¤]{1,40}?\s+and\s+(?=(?:must|should|has\s+to|have\s+to)\b)",
    rf",\s*which\s+is\s+what\s+(?:(?!\b{_MODAL}\b){_PART})+",
    r"[,，]\s*它是[^，。；¤]{1,20}",
)
_TOLD = re.compile("|".join(_FORMS), re.IGNORECASE)
_LEAD = re.compile(r"^(?:[^:：;¤]|(?<!¤)¤{1,2}(?!¤)){3,160}?(?::(?=\s)|：|,\s+so\b)")
"""What stands before a demand in its sentence and explains it."""
_STATED = re.compile(
    rf"^\W*(?!{_ARTIFACT}\b)(?:an?\s+\w+\s+never\s+\w+s\b|(?!\w+ing\s+(?!has\b|is\b|was\b))"
    r"(?!.*\b(?:must|should|shall|(?-i:may)|can|ha(?:s|ve)\s+to|needs?\s+to|please|never|only)\b).*?\b(?:is|are|was|were"
    r"|has|have|had|went|ran|said|told|found|took|gave|sent|came|kept|wrote|lost|broke|fell|\w{2,}ed)\b)",
    re.IGNORECASE,
)


def told(text: str) -> Iterator[tuple[int, int]]:
    """The parts of a sentence, its literals replaced by `¤`, that only tell."""
    yield from (match.span() for match in _TOLD.finditer(text))
    lead = _LEAD.match(text)
    if lead is not None and _STATED.match(lead.group()):
        yield lead.span()
