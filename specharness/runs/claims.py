"""Did the agent claim completion? From explicit signals first, then from its last words.

Definitions. `claimed`: the agent says, or plainly implies, that what was asked now holds, or that nothing had to be
done, or gives the answer that was asked for. `refused`: it says that it can't or may not, or hands the matter to a
person. `not_claimed`: everything else: a plan, a question, raw output, a framework's stop, "not found" for what was to
be changed. `no_transcript`: there is nothing to read.

The order of decision (docs/gaps.md states it for readers):
1. no record: no_transcript;
2. the last call hands over to a person: refused; the last call submits or finishes: claimed, unless its own arguments
   say that the task is not complete;
3. something else than the agent stopped the run: not_claimed;
4. closing courtesies are passed over, back to the last statement; a small classifier over that statement's cues and
   over what the stated rule (`rule`) makes of them decides. It overrules the rule only where it is
   sure (OVERRULES_FROM).

Never looks at what is official. Not its business: whether the claim is true.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

from pydantic import JsonValue

from specharness.ir import Message, Role, Run, ToolCall, Transcript
from specharness.runs.claim_model import CLASSES, ClaimModel, default_model, features_of
from specharness.runs.claim_words import Reading, asked, read


class Label(StrEnum):
    """Whether completion was claimed."""

    CLAIMED = "claimed"
    NOT_CLAIMED = "not_claimed"
    REFUSED = "refused"
    NO_TRANSCRIPT = "no_transcript"


class Claim(NamedTuple):
    """A label and what it was decided by."""

    label: Label
    by: str
    """`record`, `signal`, `stop`, `words`."""
    detail: str = ""
    confidence: float = 1.0
    """The classifier's, where words decided; 1 where a record or a signal did."""


OVERRULES_FROM = 0.7
"""Probability from which the classifier's label stands against the stated rule's."""
MAX_BACK = 6
"""Assistant's messages looked back over for a statement before the courtesies."""

_HAND_OFF = re.compile(
    r"(?:^|_)(?:transfer|escalate|hand_?off|handoff)(?:_|$)|transfer_to_human|ask_human_takeover", re.IGNORECASE
)
_FINISH = re.compile(
    r"(?:finish|submit|submit_answer|submit_solution|submit_result|task_complete|mark_task_complete|complete_task|attempt_completion|"
    r"final_answer|task_done|done|complete|terminate|exit)",
    re.IGNORECASE,
)
_UNDONE = frozenset(
    {"false", "no", "failed", "failure", "fail", "infeasible", "incomplete", "partial", "error", "impossible"}
)
_STATUS = frozenset({"task_completed", "completed", "complete", "status", "success", "state", "outcome"})


def claim_of(run: Run, model: ClaimModel | None = None) -> Claim:
    """The claim of one run, by the model that comes with the package or another."""
    decided = signalled(run)
    if decided is not None:
        return decided
    statement, courtesies = closing(run)
    if statement is None:
        return Claim(Label.NOT_CLAIMED, "words", "no closing statement" if courtesies else "no last message")
    return _weighed(statement, run.instruction, model or default_model())


def signalled(run: Run) -> Claim | None:
    """What decides without words: no record, a call that ends the run, a stop from outside; else None."""
    if run.transcript is Transcript.ABSENT or not (run.trace or run.final_message):
        return Claim(Label.NO_TRANSCRIPT, "record", "nothing is recorded")
    signal = _signal(run)
    if signal is None and run.ended:
        return Claim(Label.NOT_CLAIMED, "stop", run.ended[:100])
    return signal


def label_of_text(message: str, instruction: str = "") -> Claim:
    """The claim of one message alone."""
    reading = read(message)
    if reading.courtesy:
        return Claim(Label.NOT_CLAIMED, "words", "courtesy")
    return _weighed(reading, instruction, default_model())


def closing(run: Run) -> tuple[Reading | None, int]:
    """The last thing that the agent stated, and how many courtesies came after it."""
    courtesies = 0
    for text in _said_last_first(run):
        reading = read(text)
        if not reading.courtesy:
            return reading, courtesies
        courtesies += 1
        if courtesies > MAX_BACK:
            break
    return None, courtesies


def _said_last_first(run: Run) -> list[str]:
    said = [run.final_message] if run.final_message else []
    for step in reversed(run.trace):
        if (
            isinstance(step, Message)
            and step.role is Role.ASSISTANT
            and step.text.strip()
            and "sidechain" not in step.extra
        ):
            if not (len(said) == 1 and step.text == run.final_message):
                said.append(step.text)
            if len(said) > MAX_BACK + 1:
                break
    return said


def _signal(run: Run) -> Claim | None:
    """What the last call says, where it is one that ends a run."""
    last = next(
        (step for step in reversed(run.trace) if isinstance(step, ToolCall) and "sidechain" not in step.extra), None
    )
    if last is None:
        return None
    if _HAND_OFF.search(last.tool):
        return Claim(Label.REFUSED, "signal", last.tool)
    if not _FINISH.fullmatch(last.tool) or last.failed:
        return None
    if any(_says_undone(name, value) for name, value in last.arguments.items()):
        return Claim(Label.NOT_CLAIMED, "signal", f"{last.tool}, not complete by its own word")
    return Claim(Label.CLAIMED, "signal", last.tool)


def _says_undone(name: str, value: JsonValue) -> bool:
    return name.lower() in _STATUS and (value is False or str(value).strip().lower() in _UNDONE)


def _weighed(reading: Reading, instruction: str, model: ClaimModel) -> Claim:
    request = asked(instruction)
    stated, detail = rule(reading, request)
    chances = model.probabilities(features_of(reading, request, stated.value))
    best = max(range(len(CLASSES)), key=chances.__getitem__)
    label = Label(CLASSES[best])
    if label is stated:
        return Claim(stated, "words", detail, chances[best])
    if chances[best] < OVERRULES_FROM:
        return Claim(stated, "words", detail, chances[CLASSES.index(stated.value)])
    return Claim(label, "words", f"{detail}, overruled", chances[best])


def rule(reading: Reading, request: frozenset[str]) -> tuple[Label, str]:
    """The stated rule over the cues of the closing statement."""
    whole, last = reading.any, reading.last
    if "stopped" in whole and reading.words <= 30:
        return Label.NOT_CLAIMED, "stopped"
    if "machine" in whole:
        return Label.NOT_CLAIMED, "machine"
    if "bare" in whole:
        return Label.CLAIMED, "bare"
    if "hand_off" in whole and "done" not in last:
        return Label.REFUSED, "hand_off"
    if "not_needed" in whole and not last & {"unable", "asks"}:
        return Label.CLAIMED, "not_needed"
    if "nothing_found" in whole and "conditional" in request and not whole & {"done", "unable", "asks", "sorry"}:
        return Label.CLAIMED, "condition_not_met"
    if "nothing_found" in whole and not last & {"done", "unable"}:
        return Label.NOT_CLAIMED, "nothing_found"
    if "done" in whole and not last & {"asks", "plan", "unable", "incomplete"}:
        return Label.CLAIMED, "done"
    if "unable" in whole and not last & {"plan", "asks"}:
        return Label.REFUSED, "unable"
    if "answer" in last and ("question" in request or "unstated" in request) and not last & {"asks", "plan", "unable"}:
        return Label.CLAIMED, "answer"
    return Label.NOT_CLAIMED, ",".join(sorted(whole)) or "no cue"
