"""Borders that grammar settles: an enumeration of literals stays whole, two clauses with a modal each are two.

What grammar leaves open is the border model's.
"""

from __future__ import annotations

import re

from specharness.compile.local.chunks import Border
from specharness.compile.local.lexicon import IMPERATIVES

_LITERAL_LEFT = re.compile(r"(?:`[^`\n]+`|\"[^\"\n]+\"|“[^”\n]+”|「[^」\n]+」)\s*$")
_LITERAL_RIGHT = re.compile(
    r"\s*(?:(?:the|a|an|in)\s+)?(?:`[^`\n]+`|\"[^\"\n]+\"|“[^”\n]+”"
    r"|「[^」\n]+」)(?P<rest>.{0,40})",
    re.DOTALL,
)
_SHORT_PLACE = re.compile(
    r"(?:in|of|on)\s+the\s+[`\"'“][^`\"'”]+[`\"'”]\s+(?:column|field|sheet|section|array|list"
    r"|row|file|folder)\b",
    re.IGNORECASE,
)
"""Where a demand holds is part of the demand."""
_AFTER_MODAL = re.compile(r"\b(?:must|shall|should|may|can|do|does|is|are|be)\s*$", re.IGNORECASE)
_OWN_VERB = re.compile(
    r"\s*(?:\w+\s+){0,2}?(?:must|should|shall|has to|have to|needs? to|to|is|are|contains?|holds?|:|：|必须|不得|不能"
    r"|只能|应|为)",
    re.IGNORECASE,
)
_LIST_MARKS = frozenset({"comma", "and", "andc"})
_SUBJECT_MODAL = re.compile(
    r"\s*(?:the\s+|each\s+|every\s+|all\s+|its\s+|their\s+|no\s+|both\s+|that\s+|it\s*|they\s*)*(?:`[^`\n]+`"
    r"|\"[^\"\n]+\"|[\w-]+)?(?:\s+(?!if\b|when\b|unless\b)[\w-]+){0,3}?\s*"
    r"\b(?:must|shall|should|may not|has to|have to|is to|are to|needs? to)\b",
    re.IGNORECASE,
)
_ZH_MODAL = re.compile(
    r"(?:而且|并且|同时|且|并)?(?:每个?|所有|各)?\s*(?:`[^`\n]+`|[\u3400-\u9fff]{0,8})\s*(?:都|也"
    r"|均)?(?:必须|不得|不能|只能|应当|应该|不要)"
)
_MODAL_LEFT = re.compile(
    r"\b(?:must|shall|should|may|has to|have to|is to|are to|needs? to)\b|必须|不得|不能|只能|应"
    r"|不要|为",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:must|shall|should|may|can|is|are|has|have|contains?|holds?|to|with|write|save|keep|create|add|use|set"
    r"|include|remove|delete)\b"
    r"|必须|不得|不能|只能|应|为|包含|保存|生成|写入|不要",
    re.IGNORECASE,
)
_EXCEPTION = re.compile(r"\W*(?:and\s+)?(?:apart from|except(?: for)?|besides|other than|aside from|除)", re.IGNORECASE)
"""A sentence that opens with its exception is one clause up to its verb."""
_GUARD = re.compile(
    r"\W*(?:and\s+|but\s+)?(?:if|when|whenever|once|after|before|unless|until|where|in case)\b[^,;.]*"
    r"|\W*(?:[a-z]+ly|please|also|then|next|first)"
    r"|\W*(?:如果|若|当|一旦)[^，,；;。]*|[^，,；;。]{1,30}(?:以后|之后|的时候)",
    re.IGNORECASE,
)
"""What says when, or how firmly, something is demanded belongs to the demand."""
_TAIL = re.compile(
    r"\s*(?:and\s+)?(?:in (?:this|that|the given|exactly this) order|no others?\b|nothing else"
    r"|no other (?:columns?|keys?|sheets?|files?)|不得有其他|不多不少)",
    re.IGNORECASE,
)
"""What only sharpens the enumeration before it."""
_WORD = re.compile(r"\s*(?:then\s+|also\s+|please\s+)?([A-Za-z]+)\b")


def _after_colon(text: str, start: int, end: int) -> int:
    """Where the clause begins behind the last colon."""
    return max(text.rfind(": ", start, end), text.rfind("：", start, end), start)


def settled(text: str, border: Border, start: int, end: int) -> bool | None:
    """True: a border. False: none. None: grammar does not say."""
    if border.sort == "prep" and _SHORT_PLACE.match(text, border.right, end):
        return False
    if border.sort == "prep" and _AFTER_MODAL.search(text, max(start, border.left - 12), border.left):
        return False
    if border.sort == "close" and text.count("(", start, border.left) + text.count("（", start, border.left):
        return False  # its bracket opened inside the chunk
    left, right = text[max(start, border.left - 200) : border.left], text[border.right : min(end, border.right + 160)]
    if border.sort in _LIST_MARKS and _LITERAL_LEFT.search(left):
        match = _LITERAL_RIGHT.match(right)
        if match is not None and (
            not _OWN_VERB.match(match["rest"])
            or not _VERB.search(text, _after_colon(text, start, border.left), border.left)
        ):
            return False
    if (
        border.sort in ("comma", "andc", "and")
        and _EXCEPTION.match(text[start : start + 40])
        and not _MODAL_LEFT.search(left)
    ):
        return False
    if border.sort in ("comma", "andc") and _TAIL.match(right):
        return False
    if border.sort == "comma" and _GUARD.fullmatch(text, start, border.left):
        return False
    if border.sort in ("and", "andc", "semi", "comma") and _MODAL_LEFT.search(left):
        if _ZH_MODAL.match(right):
            return True
        if border.sort != "comma" and _SUBJECT_MODAL.match(right) and " if " not in left[-40:]:
            return True
    if border.sort == "and" and text[border.left : border.right].strip() == "but" and _MODAL_LEFT.search(left):
        word = _WORD.match(right)
        if word and word[1].lower() in IMPERATIVES:
            return True
    if border.sort == "colon" and _SUBJECT_MODAL.match(right):
        word = _WORD.match(text[start : start + 40])
        if word and word[1].lower() in IMPERATIVES:
            return True  # an order, and what it means in detail
    if border.sort == "andc":
        word = _WORD.match(right)
        first = _WORD.match(text[start : start + 40])
        if word and first and word[1].lower() in IMPERATIVES and first[1].lower() in IMPERATIVES:
            return True
    return None
