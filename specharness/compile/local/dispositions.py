"""The disposition of a clause: what the model says, and where the wording overrules it.

Precision first: the guide's rules of thumb settle permissions, preferences and modal demands; a prompt's order that
the model takes for background is never dropped without a word, it abstains.
"""

from __future__ import annotations

import re

from specharness.compile.local.clause import Clause, Guess, guard
from specharness.compile.local.lexicon import force_of
from specharness.compile.local.model import Weights
from specharness.compile.local.roles import Role
from specharness.compile.local.rules.texts import binds_documents
from specharness.compile.local.sketch import Judged
from specharness.compile.local.stated import binds
from specharness.ir import Block, Disposition, Family, SourceKind

_SURE_RULES = frozenset({"exists", "listed_line", "table_pair", "moved_away", "placeholders", "hands_off", "all_other"})
"""Rules that no bystander sentence fits."""

QUIET_RESIDUAL = 0.35
"""From here on a sentence of a prompt without a modal, an order or anything that a rule can read asks nothing."""

SURE_RESIDUAL = 0.85
"""Above this the model outweighs the rule that reads a sentence as naming a file to be written."""

LEAST_HARD = 0.55
"""Below this a prompt's clause that no rule reads is not hard, even where little speaks for advice or abstention: the
other thing that it may be is background."""

_SAMPLE_NOTE = re.compile(
    r"\bvalues?\s+(?:above|below|shown|in the example)\b.{0,40}\b(?:made up|examples?|illustrat|placeholder|only)\b"
    r"|\bonly the (?:structure|shape|format) (?:counts|matters)\b|\bsame structure, own values\b|数值只是示例",
    re.IGNORECASE | re.DOTALL,
)
"""Notes on an example block: its shape is demanded by the block itself, its values by nobody."""


_LABEL = re.compile(r"[A-Z][A-Z ]{1,40}:?")
"""A line in capitals that only names what follows."""

_REMARK = re.compile(
    r"\W*(?:it|this|that|they|these|those|which|who)\s+(?:is|are|was|were|has been|have been)\s+(?!to\b|required"
    r"|mandatory"
    r"|important|not allowed|forbidden)",
    re.IGNORECASE,
)
"""A sentence about something named before, in which nothing is demanded."""


_LEADS = re.compile(r"\W*(?:what|which|how)\b[^!?\n]*[:：]|\W*(?:in|on|at|for|of|from)\s+\S+", re.IGNORECASE)
"""A question that what follows answers, or a place by itself: neither demands anything."""

_DESCRIBES = re.compile(
    r"\W*(?:it|the\s+(?:file|report|table|output|document|list|workbook|page|letter|note))\s+(?:has|contains|holds)\b"
    r"|\W*(?:共|列依次|行数|列数|字数|首行|表头)",
    re.IGNORECASE,
)
"""What the file that was told to be written is like: an order in the form of a statement."""
_NAMES = re.compile(r"[`/\"“]|\.\w{2,5}\b")


def worth_reading(clause: Clause, judged: Judged, weights: Weights) -> bool:
    """Whether the family rules can still change the outcome: they cost more than everything before them."""
    p = judged.probabilities
    if clause.unit.block is Block.CODE:
        return 1 - p[Disposition.RESIDUAL] >= weights.thresholds["speak"]
    force = force_of(clause.text)
    if force is Disposition.HARD:
        return clause.source.kind is not SourceKind.SKILL or _binds_artifact(clause) or _may_be_hard(judged, weights)
    if force is Disposition.ADVISORY:
        return False
    if clause.source.kind is SourceKind.PROMPT and p[Disposition.RESIDUAL] < SURE_RESIDUAL:
        return (
            clause.search(_NAMES) is not None
            or _DESCRIBES.match(clause.text) is not None
            or clause.unit.block is Block.LIST_ITEM
            or _may_be_hard(judged, weights)
        )
    return _may_be_hard(judged, weights)


def _may_be_hard(judged: Judged, weights: Weights) -> bool:
    p = judged.probabilities
    leads = p[Disposition.HARD] >= max(p[Disposition.ADVISORY], p[Disposition.ABSTAIN])
    return leads and 1 - p[Disposition.RESIDUAL] >= weights.thresholds["speak"]


_ORDER = re.compile(
    r"\b(?:must|shall|required to|has to|have to|needs? to|never|do not|don['’]t|cannot|may not|may only)\b"
    r"|\b(?:no|nothing|none|nobody|neither)\b[^.;]{0,80}\b(?:may|can)\b|必须|不得|务必|不要|禁止|不能|只能",
    re.IGNORECASE,
)
_NOUN = re.compile(r"\W*\w+\s+(?:\d|is\b|are\b|was\b|were\b|has\b|have\b|of\b|for\b|[A-Z])")
"""A first word that is a noun after all: "Release 2.3.0 is due"."""


def decide(clause: Clause, found: Guess | None, judged: Judged, weights: Weights) -> tuple[Disposition, float]:
    """Disposition and its probability. What a prompt demands in whatever words is at least an abstention."""
    disposition, probability = _weighed(clause, found, judged, weights)
    if disposition in (Disposition.RESIDUAL, Disposition.ADVISORY) and not _asks_nothing(clause) and binds(clause):
        return Disposition.ABSTAIN, 1 - judged.probabilities[Disposition.RESIDUAL]
    return disposition, probability


def _asks_nothing(clause: Clause) -> bool:
    """A note on the values of an example, a bare label, or what only leads in."""
    return any((clause.search(_SAMPLE_NOTE), _LABEL.fullmatch(clause.text), _LEADS.fullmatch(clause.text)))


def _weighed(clause: Clause, found: Guess | None, judged: Judged, weights: Weights) -> tuple[Disposition, float]:
    """What the model and the wording's force make of a clause.

    The model speaks first: residual below the threshold of speaking, hard only above its own. The guide's rules of
    thumb then overrule it where the wording leaves no doubt: permissions and preferences advise, a modal demand
    that a rule read in full obliges.
    """
    p = judged.probabilities
    spoken = 1 - p[Disposition.RESIDUAL]
    force = force_of(clause.text)
    complete = found is not None and force is Disposition.HARD and _complete(found)
    if complete and (clause.source.kind is not SourceKind.SKILL or _binds_artifact(clause)):
        return Disposition.HARD, max(p[Disposition.HARD], weights.thresholds["hard"])
    if (
        clause.search(_SAMPLE_NOTE)
        or _LABEL.fullmatch(clause.text)
        or (found is None and (_REMARK.match(clause.text) or _LEADS.fullmatch(clause.text)))
    ):
        return Disposition.RESIDUAL, p[Disposition.RESIDUAL]
    described = (
        found is not None
        and clause.source.kind is SourceKind.PROMPT
        and _DESCRIBES.match(clause.text) is not None
        and _complete(found)
    )
    if described and found is not None and clause.files.role_of(str(found.params["path"].value)) > Role.NAMED:
        return Disposition.HARD, max(p[Disposition.HARD], weights.thresholds["hard"])
    deliverable = found is not None and found.rule in _SURE_RULES and clause.source.kind is SourceKind.PROMPT
    if deliverable and p[Disposition.RESIDUAL] < SURE_RESIDUAL:
        return Disposition.HARD, max(p[Disposition.HARD], weights.thresholds["hard"])
    unworded = found is None and force is None and not clause.imperative and clause.source.kind is SourceKind.PROMPT
    if unworded and p[Disposition.RESIDUAL] >= QUIET_RESIDUAL:
        return Disposition.RESIDUAL, p[Disposition.RESIDUAL]
    if force is Disposition.ADVISORY:
        quiet = spoken < weights.thresholds["speak"]
        return Disposition.RESIDUAL if quiet else Disposition.ADVISORY, max(
            p[Disposition.ADVISORY], 1 - p[Disposition.HARD]
        )
    modal = force is Disposition.HARD and clause.search(_ORDER) is not None
    ordered = clause.source.kind is SourceKind.PROMPT and (
        modal or (clause.imperative and not _NOUN.match(clause.text))
    )
    if spoken < weights.thresholds["speak"]:
        if ordered and p[Disposition.RESIDUAL] < SURE_RESIDUAL and clause.unit.block is not Block.CODE:
            return Disposition.ABSTAIN, spoken  # an order is never dropped without a word
        return Disposition.RESIDUAL, p[Disposition.RESIDUAL]
    hard = p[Disposition.HARD]
    doubted = found is None and clause.source.kind is SourceKind.PROMPT and hard < LEAST_HARD
    likeliest = hard >= max(p[Disposition.ADVISORY], p[Disposition.ABSTAIN])
    if hard >= weights.thresholds["hard"] * spoken and likeliest and not doubted:
        return Disposition.HARD, hard
    binding = ordered and modal
    if p[Disposition.ADVISORY] >= p[Disposition.ABSTAIN] and not binding:
        return Disposition.ADVISORY, p[Disposition.ADVISORY]
    return Disposition.ABSTAIN, p[Disposition.ABSTAIN]


_MUST = re.compile(r"\b(?:must|shall|has to|have to|never|always)\b|必须|不得|务必", re.IGNORECASE)


def _binds_artifact(clause: Clause) -> bool:
    """A skill's "must" obliges where it is about what the task makes: a document of a kind, a named file."""
    return bool(clause.search(_MUST)) and bool(clause.paths or binds_documents(clause.text))


def _complete(found: Guess) -> bool:
    """Whether a rule read all that a check needs, not only the family."""
    names = set(found.params)
    if found.family in (Family.PATH_EXISTS, Family.PATH_ABSENT, Family.UNCHANGED):
        return "path" in names
    if found.family is Family.ONLY_CHANGES:
        return "allowed" in names
    if found.family in (Family.CONTAINS, Family.NOT_CONTAINS) and found.rule == "contents":
        return "text" in names
    return "path" in names and len(names) > 1


guard(vars().copy().values())
