"""Claims: signals before words, courtesies passed over, stops and plans no claims; trained the same every time."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specharness.errors import SchemaMismatchError
from specharness.ir import Message, Official, Role, Run, ToolCall, Transcript
from specharness.ir.run import Step
from specharness.runs.claim_model import CLASSES, read_model
from specharness.runs.claim_words import MAX_TEXT, unwrapped
from specharness.runs.claims import Claim, Label, claim_of, label_of_text


def run(*steps: Step, final: str | None = None, **fields: object) -> Run:
    return Run.model_validate({"id": "r", "task": "t", "agent": "a", "trace": steps, "final_message": final, **fields})


def said(text: str, role: Role = Role.ASSISTANT) -> Message:
    return Message(role=role, text=text)


@pytest.mark.parametrize("tool", ["finish", "submit", "task_complete", "mark_task_complete", "attempt_completion"])
def test_a_last_call_that_finishes_is_a_claim(tool: str) -> None:
    assert claim_of(run(ToolCall(tool="write"), ToolCall(tool=tool)))[:2] == (Label.CLAIMED, "signal")


@pytest.mark.parametrize(
    ("arguments", "label"),
    [
        ({"task_completed": "true"}, Label.CLAIMED),
        ({"task_completed": "false"}, Label.NOT_CLAIMED),
        ({"task_completed": "partial"}, Label.NOT_CLAIMED),
        ({"completed": False}, Label.NOT_CLAIMED),
        ({"status": "infeasible"}, Label.NOT_CLAIMED),
        ({"message": "false alarm"}, Label.CLAIMED),
    ],
)
def test_a_finish_that_says_it_is_not_complete_is_none(arguments: dict[str, str | bool], label: Label) -> None:
    assert claim_of(run(ToolCall(tool="finish", arguments=dict(arguments)))).label is label


@pytest.mark.parametrize("tool", ["transfer_to_human_agents", "escalate_to_supervisor", "handoff"])
def test_a_last_call_that_hands_over_is_a_refusal_whatever_was_said(tool: str) -> None:
    assert (
        claim_of(run(said("It has been booked."), ToolCall(tool=tool), final="It has been booked.")).label
        is Label.REFUSED
    )


def test_only_the_last_call_ends_a_run_and_only_if_it_worked() -> None:
    words = "I need your order number. Could you provide it?"
    earlier = run(ToolCall(tool="submit"), ToolCall(tool="write"), said(words), final=words)
    assert claim_of(earlier).label is Label.NOT_CLAIMED
    refused = run(ToolCall(tool="submit", failed=True), said(words), final=words)
    assert claim_of(refused).label is Label.NOT_CLAIMED


def test_what_stopped_from_outside_claimed_nothing() -> None:
    assert claim_of(run(said("Done."), final="Done.", ended="iteration limit"))[:2] == (Label.NOT_CLAIMED, "stop")


def test_nothing_recorded_is_apart() -> None:
    assert claim_of(run()).label is Label.NO_TRANSCRIPT
    assert claim_of(run(transcript=Transcript.ABSENT, final="Done.")).label is Label.NO_TRANSCRIPT
    assert claim_of(run(ToolCall(tool="write"))).label is Label.NOT_CLAIMED


def test_courtesies_are_passed_over_back_to_the_statement() -> None:
    thanks = said("You're welcome! Have a great day!")
    done = run(said("The seat has been changed."), said("Thanks!", Role.USER), thanks, final=thanks.text)
    assert claim_of(done).label is Label.CLAIMED
    asked = run(said("Could you provide your user id?"), said("Later.", Role.USER), thanks, final=thanks.text)
    assert claim_of(asked).label is Label.NOT_CLAIMED
    assert claim_of(run(thanks, final=thanks.text)).label is Label.NOT_CLAIMED


SENTENCES = {
    "The file has been created and all tests pass.": Label.CLAIMED,
    "I've renamed the column and saved the sheet as out.xlsx.": Label.CLAIMED,
    "Done.": Label.CLAIMED,
    "Invoice sent successfully.": Label.CLAIMED,
    "{'final_response': 'I have updated the record.'}": Label.CLAIMED,
    "I will now create the file.": Label.NOT_CLAIMED,
    "First I need to find the address.": Label.NOT_CLAIMED,
    "Which of the two folders do you mean?": Label.NOT_CLAIMED,
    '{"action": "search", "action_input": {"name": "x"}}': Label.NOT_CLAIMED,
    "Once you have paid, the order is ready. Could you confirm?": Label.NOT_CLAIMED,
    "It may have been deleted already, I did not find it.": Label.NOT_CLAIMED,
    "Agent stopped due to max iterations.": Label.NOT_CLAIMED,
    "I'm sorry, but I'm not able to change a name on a ticket.": Label.REFUSED,
    "Unfortunately this is against our policy; I recommend contacting a human agent.": Label.REFUSED,
}


@pytest.mark.parametrize("text", SENTENCES)
def test_plain_sentences(text: str) -> None:
    assert label_of_text(text, "Please do it.").label is SENTENCES[text]


def test_a_condition_that_was_not_met_leaves_nothing_to_do() -> None:
    asked = "If sales fell below 5, send an email."
    assert (
        label_of_text("Sales never fell below 5, so there is no need to send an email.", asked).label is Label.CLAIMED
    )


def test_what_is_official_is_never_looked_at() -> None:
    words = "The seat has been changed."
    verdicts = [None, Official(passed=True), Official(passed=False, soft=("x",))]
    assert len({claim_of(run(said(words), final=words, official=each)) for each in verdicts}) == 1


def test_long_and_odd_messages_are_read_in_time() -> None:
    for text in (
        "a" * 10 * MAX_TEXT,
        "I have " * MAX_TEXT,
        "'" * MAX_TEXT,
        "{" * MAX_TEXT + "}",
        "no " * MAX_TEXT,
        "\n" * 99,
    ):
        assert label_of_text(text).label in Label
    assert unwrapped("{" * 100_000 + "}") == "{" * 100_000 + "}"


@given(st.text(max_size=300), st.text(max_size=60))
@settings(max_examples=150, deadline=None)
def test_any_text_has_one_label(text: str, asked: str) -> None:
    claim = label_of_text(text, asked)
    assert isinstance(claim, Claim)
    assert claim == label_of_text(text, asked)
    assert 1 / len(CLASSES) <= claim.confidence <= 1


def test_weights_are_read_strictly() -> None:
    data = resources.files("specharness.runs").joinpath("claim_weights.json").read_bytes()
    assert read_model(data).measured["labelled"] >= 75
    value = json.loads(data)
    for broken in (
        b"[]",
        b"{",
        json.dumps({**value, "format": 0}).encode(),
        json.dumps({**value, "bias": [0]}).encode(),
    ):
        with pytest.raises(SchemaMismatchError):
            read_model(broken)


@pytest.mark.data
def test_training_gives_the_weights_that_are_there_and_agreement_holds(data: Path) -> None:
    from specharness.measure.claim_study import read_labels, study, train, weights_json
    from specharness.runs.damage import Damage
    from specharness.runs.reading import read_runs

    folder = data / "runs"
    files = [folder / f"{name}.jsonl.gz" for name in ("workbench_dev", "tau_airline_dev", "agentrx_tau_retail")]
    runs = {each.id: each for each in read_runs(files, Damage())}
    gold = read_labels((folder / "claims_gold_dev.jsonl").read_bytes(), "gold", runs)
    also = Path(__file__).parents[2] / "annotations" / "claims" / "labels.jsonl"
    beside = read_labels(also.read_bytes(), "also", runs)
    assert not {each.run.id for each in gold} & {each.run.id for each in beside}
    found = study(gold, beside)
    assert found.classifier["all"].agreement.value is not None
    assert found.classifier["all"].agreement.value >= 0.9
    shipped = resources.files("specharness.runs").joinpath("claim_weights.json").read_bytes()
    assert weights_json(train([*gold, *beside]), found, len(gold) + len(beside)).encode() == shipped
