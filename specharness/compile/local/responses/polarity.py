"""Whether a clause wants a thing or keeps it out.

Denials before the thing are counted, so that two of them want it ("do not leave out X", "must not lack X"). They reach
no further than their clause: a comma or conjunction with a denial, or a verb of including, of its own begins another.
"""

from __future__ import annotations

import re

_PLAIN = (
    r"\b(?:neither|not|never)\b[^.;:]{0,60}\bnor\b|n['’]t\b[^.;:]{0,60}\bnor\b|\bnot\b(?! (?:only|just|merely|more"
    r"|less|fewer)\b)|n['’]t\b|\b(?:dont|cannot|never|neither|nor|without|zero|none|nowhere)\b"
    r"|\bno\b(?! (?:less|fewer|more|later|shorter|longer|matter|doubt|need|problem)\b)|\bnothing\b(?! (?:but|else)\b)"
)
_LACKING = (
    r"\b(?:avoid\w*|exclud\w*|refrain\w*|omi(?:t|ts|tting|tted)|lack\w*|forb[ia]d\w*|bann?(?:ing|ed)?|prohibit\w*"
    r"|skip\w*"
    r"|abstain\w*|eschew\w*|remov\w*|disallow\w*|eliminat\w*|devoid|drop|minus|sans|free of|free from"
    r"|steer(?:ing)? clear"
    r"|stay(?:ing)? (?:away|clear)|keep(?:ing)? (?:away|clear|out(?! for))|leav(?:e|ing) (?:out|off|aside)"
    r"|cut(?:ting)? out"
    r"|dispens\w* with|rather than|instead of|taboo|off[- ]limits|verboten|absent|forget\w*|fail(?:s|ing)?|neglect\w*"
    r"|miss(?:es|ing)?)\b"
)
_DENIAL = re.compile(rf"(?P<plain>{_PLAIN})|(?P<lacking>{_LACKING})", re.IGNORECASE)
_INCLUDING = (
    r"(?:includ|mention|contain|us(?:e|ing)|add|work in|weave|insert|put|write|hav|com(?:e|ing) with|with an?\b)"
)
_BORDER = re.compile(
    rf"[;:!?\n]|\.\s|\bbut\b|\bso\b|\b(?:and|or)\s+(?=(?:also |please )*(?:{_PLAIN}|{_INCLUDING}))"
    rf"|,\s*(?=(?:and |or |also |please |nor )*(?:{_PLAIN}))|,\s+(?:and |also |please )*(?={_INCLUDING})",
    re.IGNORECASE,
)
_PREDICATE = re.compile(
    r"[\s\"'”’`)]*(?:(?:which|that|at all|anywhere|both|altogether|here|of any kind|too)\s+)*"
    r"(?:(?:should|must|may|might|can|could|do|does|will|shall|is|are|be|has|have|am|ought)\s*(?:to\s+)?(?:be\s+"
    r"|\w+\s+)?)?"
    r"(?P<no>not\b(?! (?:only|just)\b)|n['’]t\b|cannot\b|never\b|nowhere\b|(?:(?:strictly|all|completely"
    r"|simply)\s+)?(?:forbidden|banned|prohibited"
    r"|off[- ]limits|out of bounds|avoided|excluded|omitted|disallowed|left out|absent|taboo|verboten|unwelcome"
    r"|no-gos?|skipped|removed)\b|out\b(?! of)|have no place|has no place|no\b(?= place))",
    re.IGNORECASE,
)
_LACKING_AFTER = re.compile(
    r"[^.;,]{0,24}?\b(?:missing|absent|left out|omitted|forgotten|avoided|excluded|lacking|skipped|dropped|out)\b",
    re.IGNORECASE,
)
_ANSWERED = re.compile(
    r"[\s\"'”’`)]*(?::|—|–|-)\s*(?:none|no|zero|never|nope|forbidden|banned|not allowed|not one)\b", re.IGNORECASE
)
_LEAVE = re.compile(r"\b(?:leav(?:e|ing)|left|keep(?:ing)?|kept)\b[^.;:\n]{0,40}$", re.IGNORECASE)
_OUT = re.compile(r"[^.;:,\n]{0,40}?\bout\b(?! in\b| of (?:sight|breath)\b)", re.IGNORECASE)


def denied(before: str, after: str) -> bool:
    """Whether what stands between two stretches of its sentence is to be kept out."""
    return (_denials_before(before, after) + _denials_after(after)) % 2 == 1


def denial_of(before: str) -> int:
    """Where in the stretch before a thing its denial begins; its end, if there is none."""
    border = max((one.end() for one in _BORDER.finditer(before)), default=0)
    found = _DENIAL.search(before, border)
    return found.start() if found is not None else len(before)


def _denials_before(before: str, after: str) -> int:
    before = before.rstrip(" :([\n\t")
    reach = before[max((one.end() for one in _BORDER.finditer(before)), default=0) :]
    count = sum(1 for _ in _DENIAL.finditer(reach))
    if _LEAVE.search(reach) and _OUT.match(after):
        count += 1
    return count


def _denials_after(after: str) -> int:
    if _ANSWERED.match(after):
        return 1
    said = _PREDICATE.match(after)
    if said is None:
        return 0
    plain = re.fullmatch(r"not|n['’]t|cannot|never|nowhere", said["no"], re.IGNORECASE)
    if said["no"].lower() == "out" and not re.search(r"\b(?:is|are|be|stays?|remain)\b", said.group(), re.IGNORECASE):
        return 0
    return 2 if plain and _LACKING_AFTER.match(after[said.end() :]) else 1
