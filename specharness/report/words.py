"""The page's vocabulary: every stable code in plain words.

Guarantees that each disposition, kind, outcome and reason has its words (a test walks the enums).
Not its business: where the words are shown.
"""

from __future__ import annotations

from collections.abc import Mapping

from specharness.ir import Disposition, Kind, Outcome, Reason, Verdict

__all__ = ["DISPOSITIONS", "KINDS", "OUTCOMES", "REASONS", "VERDICTS"]

DISPOSITIONS: Mapping[Disposition, str] = {
    Disposition.HARD: "Mandatory, and decided by a validator.",
    Disposition.ADVISORY: "Guidance: it should shape the work, and never blocks it.",
    Disposition.ABSTAIN: "It reads as mandatory, but nothing here can decide it.",
    Disposition.RESIDUAL: "Asks nothing of the work.",
}

KINDS: Mapping[Kind, str] = {
    Kind.OUTCOME: "the final artifact or state",
    Kind.FRAME: "what must not change, or alone may change",
    Kind.PROCESS: "order, tool use, method",
    Kind.EXTERNAL: "an effect outside the workspace",
    Kind.RESPONSE: "the agent's own message",
}

OUTCOMES: Mapping[Outcome, str] = {
    Outcome.PASSED: "The evidence meets the obligation.",
    Outcome.FAILED: "The evidence contradicts the obligation.",
    Outcome.ERROR: "The check could not be carried out; this never counts as passed.",
    Outcome.UNKNOWN: "The evidence is missing or does not decide it; this never counts as passed.",
    Outcome.INACTIVE: "Its condition does not hold here, so it demands nothing.",
}

VERDICTS: Mapping[Verdict, str] = {
    Verdict.PASS: "Every active mandatory obligation is satisfied.",
    Verdict.FAIL: "At least one mandatory obligation is violated.",
    Verdict.UNCERTAIN: "Something mandatory is undecided.",
}

REASONS: Mapping[Reason, str] = {
    Reason.NO_VALIDATOR: "It could be checked in principle, but no validator here decides it.",
    Reason.PARAM_UNGROUNDED: "A value that the check needs stands in no cited text and was read from no file.",
    Reason.PARAM_MISSING: "The check needs a value that the sources do not state.",
    Reason.PATH_UNMAPPED: "It speaks of a path outside every mapped folder.",
    Reason.QUOTE_INCOMPLETE: "The quote drops a negation, condition, exception, number, unit or path of its clause.",
    Reason.CONDITION_UNDECIDABLE: "Whether its condition holds can't be told from visible data.",
    Reason.CONFLICT: "Another source demands something else of the same thing.",
    Reason.SUBJECTIVE: "It is a matter of judgement.",
    Reason.METHOD_UNSTATED: "The value depends on a method that is left to judgement.",
    Reason.HIDDEN_KNOWLEDGE: "Deciding it needs knowledge that is not in the sources.",
    Reason.UNOBSERVABLE: "Its effect can't be observed here.",
    Reason.LOW_CONFIDENCE: "The compiler is not sure enough of its reading.",
    Reason.NO_ANSWER: "The compiler gave no usable answer for this text.",
    Reason.PERMISSION: "It permits something and demands nothing.",
    Reason.PREFERENCE: "It states a preference, not a demand.",
    Reason.GUIDANCE: "It is advice on how to work.",
    Reason.WEAK_AUTHORITY: "A source of this kind can advise or inform, but can't oblige.",
    Reason.UNREAD: "It may demand something, and nothing has read it.",
    Reason.META_INSTRUCTION: "It addresses the compiler or the verifier, and has no authority over them.",
    Reason.BACKGROUND: "It is background, and asks nothing of the work.",
}
