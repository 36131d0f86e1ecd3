"""One run of one agent under one condition."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from studies import NoWriting, SaysDone, Writer, assignment, session

from specharness.errors import UsageError
from specharness.experiments.agents import Attempt, Turn
from specharness.experiments.conditions import Gate, Item, Move, Raw, Rubric, State, SubTask
from specharness.experiments.session import Budget
from specharness.ir import Message, Role


def passed(run: object) -> bool | None:
    official = getattr(run, "official", None)
    return official.passed if official else None


def test_raw_accepts_the_claim_whatever_was_done(tmp_path: Path) -> None:
    run = session(tmp_path, Writer(["half"]), Raw())
    assert (run.condition, run.acceptance, passed(run)) == ("raw", None, False)


def test_feedback_leads_to_another_round(tmp_path: Path) -> None:
    agent = Writer(["half", "done"])
    run = session(tmp_path, agent, SaysDone())
    assert agent.prompts == ["Write done into out.txt.\n", "out.txt does not say done"]
    assert run.acceptance is not None
    assert run.acceptance.accepted
    assert passed(run) is True
    assert [call.arguments["text"] for call in run.calls] == ["half", "done"]
    said = [step.text for step in run.trace if isinstance(step, Message) and step.role is Role.USER]
    assert said[-1] == "out.txt does not say done"


def test_the_budget_of_rounds_ends_in_refusal(tmp_path: Path) -> None:
    agent = Writer(["half"])
    run = session(tmp_path, agent, SaysDone(), Budget(rounds=2))
    assert len(agent.prompts) == 2
    assert run.acceptance is not None
    assert not run.acceptance.accepted


def test_an_agent_that_does_not_claim_is_not_accepted(tmp_path: Path) -> None:
    @dataclass
    class Quiet(Writer):
        def attempt(self, turn: Turn) -> Attempt:
            return Attempt("I gave up.")

    run = session(tmp_path, Quiet([]), SaysDone())
    assert run.acceptance is not None
    assert run.acceptance.reasons == ("completion was not claimed",)


def test_a_condition_that_mediates_refuses_an_agent_that_cant_be_held_up(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="can't be held up"):
        session(tmp_path, Writer(["done"]), NoWriting())


def test_a_blocked_call_is_not_made(tmp_path: Path) -> None:
    run = session(tmp_path, Writer(["done"], mediated=True), NoWriting())
    assert run.final_message == "I could not do it."
    assert passed(run) is False


def test_the_official_verdict_is_unseen_by_the_condition(tmp_path: Path) -> None:
    seen: list[State] = []

    @dataclass
    class Looks(SaysDone):
        def at_claim(self, state: State, last: bool) -> object:  # type: ignore[override]
            seen.append(state)
            return super().at_claim(state, last)

    session(tmp_path, Writer(["done"]), Looks())  # type: ignore[arg-type]
    assert not any("official" in name for name in vars(seen[0]))
    assert (seen[0].before / "in.txt").is_file()
    assert not (seen[0].before / "out.txt").exists()


@pytest.mark.parametrize(("scores", "move"), [([1, 0], Move.ACCEPT), ([0, 0], Move.REFUSE), ([None, 1], Move.ACCEPT)])
def test_a_rubric_weighs_what_it_can_judge(tmp_path: Path, scores: list[float | None], move: Move) -> None:
    rubric = Rubric(lambda task: [Item(str(score), 1.0, lambda state, s=score: s) for score in scores], 0.5)  # type: ignore[misc]
    rubric.begin(assignment(tmp_path))
    assert rubric.at_claim(State(tmp_path, tmp_path, "", (), {}), True).move is move


def test_a_rubric_that_judges_nothing_says_so(tmp_path: Path) -> None:
    rubric = Rubric(lambda task: [Item("taste", 1.0, lambda state: None)], 0.9)
    rubric.begin(assignment(tmp_path))
    ruling = rubric.at_claim(State(tmp_path, tmp_path, "", (), {}), True)
    assert (ruling.move, ruling.vacuous) == (Move.ACCEPT, True)


def test_a_gate_retries_then_plans_anew(tmp_path: Path) -> None:
    plans: list[tuple[str, ...]] = []

    def plan(task: object, failed: object) -> list[SubTask]:
        plans.append(tuple(failed))  # type: ignore[arg-type]
        return [SubTask("file", lambda state: "missing")]

    gate = Gate(plan, retries=1)  # type: ignore[arg-type]
    gate.begin(assignment(tmp_path))
    state = State(tmp_path, tmp_path, "", (), {})
    moves = [gate.at_claim(state, last).move for last in (False, False, True)]
    assert moves == [Move.RETRY, Move.RETRY, Move.REFUSE]
    assert plans == [(), ("file: missing",)]
