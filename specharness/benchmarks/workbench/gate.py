"""The counterfactual gate: a recorded run's calls are replayed, and its end is accepted or refused by the request.

What a gate at completion would have done with runs that nothing governed. It sees the run without what is held out,
replays its calls on the published tables, and decides the request's demands over what changed. The agent was not told
and could not repair, so this bounds what refusing alone does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from specharness.benchmarks.workbench.request import About, Demands, demands_of
from specharness.benchmarks.workbench.tables import Office, changes, same_state
from specharness.benchmarks.workbench.tools import Effect, call_of, replay
from specharness.ir import Acceptance, Outcome, Run, Transcript, Verdict

LENIENT, STRICT = "gate", "gate-strict"
"""Conditions: UNCERTAIN accepted, UNCERTAIN refused. FAIL is refused in both, and what was not claimed."""


@dataclass(frozen=True)
class Decision:
    verdict: Verdict
    broken: tuple[About, ...]
    """What the broken demands are about, once each."""
    reasons: tuple[str, ...]


@dataclass
class Agreement:
    """How far the replay is what was recorded. For the evaluation of the replay alone: it reads what is held out."""

    states: Counter[bool] = field(default_factory=Counter)
    """Runs by whether the replayed comparison with the reference's state is the recorded one."""
    effects: Counter[bool] = field(default_factory=Counter)
    """Calls by whether what they came to is what was recorded."""

    def add(self, run: Run, office: Office) -> None:
        """Compare one run."""
        held = run.official.held_out if run.official else {}
        gold, recorded = held.get("gold_calls"), held.get("replay")
        after, effects = replay(office, run.calls)
        if isinstance(held.get("state_equal"), bool):
            calls = gold if isinstance(gold, list) else []
            expected, _ = replay(office, [call_of(str(text)) for text in calls])
            self.states[same_state(after, expected) == held["state_equal"]] += 1
        if isinstance(recorded, list):
            pairs: Iterable[tuple[Effect, object]] = zip(effects, recorded, strict=False)
            self.effects.update(str(ours) == theirs for ours, theirs in pairs)


def decide(demands: Demands, office: Office, run: Run) -> Decision:
    """The verdict over one run's end. PASS only for a request that states every part of what is to be."""
    if run.transcript is not Transcript.COMPLETE:
        return Decision(Verdict.UNCERTAIN, (), ("the record of the calls is not complete",))
    after, _ = replay(office, run.visible.calls)
    made = list(changes(office.tables, after))
    broken = [demand for demand in demands.demands if demand.decide(made) is Outcome.FAILED]
    if broken:
        reasons = tuple(f"{one.about}: {one.statement} ({demands.request[one.start : one.end]!r})" for one in broken)
        return Decision(Verdict.FAIL, tuple(dict.fromkeys(one.about for one in broken)), reasons)
    verdict = Verdict.PASS if demands.complete else Verdict.UNCERTAIN
    return Decision(verdict, (), ())


def gated(runs: Iterable[Run], office: Office, claimed: Callable[[Run], bool]) -> Iterator[tuple[Run, Run, Decision]]:
    """Each run under both conditions, with its decision."""
    known: dict[str, Demands] = {}
    for run in runs:
        if run.instruction not in known:
            known[run.instruction] = demands_of(run.instruction, office)
        decision = decide(known[run.instruction], office, run)
        claims = claimed(run.visible)
        lenient, strict = (
            _governed(run, name, decision, claims and decision.verdict in admitted)
            for name, admitted in ((LENIENT, (Verdict.PASS, Verdict.UNCERTAIN)), (STRICT, (Verdict.PASS,)))
        )
        yield lenient, strict, decision


def _governed(run: Run, condition: str, decision: Decision, accepted: bool) -> Run:
    acceptance = Acceptance(accepted=accepted, verdict=decision.verdict, reasons=decision.reasons)
    return run.model_copy(update={"condition": condition, "acceptance": acceptance})
