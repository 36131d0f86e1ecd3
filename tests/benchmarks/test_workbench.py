"""WorkBench's calls, replay, changes, and what a request demands."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from office import FILES, small_office

from specharness.benchmarks.workbench.gate import Agreement, gated
from specharness.benchmarks.workbench.request import About, Demands, demands_of
from specharness.benchmarks.workbench.tables import Kind, Office, Table, changes, load_office, same_state
from specharness.benchmarks.workbench.tools import Effect, call_of, replay
from specharness.errors import NotFoundError, SchemaMismatchError
from specharness.ir import Official, Outcome, Run, ToolCall, Transcript, Verdict
from specharness.runs.damage import Damage
from specharness.runs.reading import read_runs


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return small_office(tmp_path)


@pytest.mark.parametrize(
    ("text", "tool", "arguments"),
    [
        ('email.delete_email.func(email_id="7")', "email.delete_email", {"email_id": "7"}),
        ('a.b.func(x="two\nlines", y="")', "a.b", {"x": "two\nlines", "y": ""}),
        (r'a.func(x="\d")', "a", {"x": r"\d"}),
        ("a.func()", "a", {}),
    ],
)
def test_calls_are_read_as_literals(text: str, tool: str, arguments: dict[str, str]) -> None:
    assert call_of(text) == ToolCall(tool=tool, arguments=dict(arguments))


@pytest.mark.parametrize(
    "text",
    [
        'a.func("1")',
        'a.func(x=__import__("os"))',
        'a.func(**{"x": "1"})',
        "a.func(",
        "a.func" + "(" * 500,
        "a.func(x='" + "y" * 200_000 + "')",
    ],
)
def test_what_is_no_call_of_literals_stays_text(text: str) -> None:
    assert call_of(text).raw_arguments == text


@given(st.text(max_size=80))
def test_reading_a_call_is_total(text: str) -> None:
    for written in (text, f'a.func(x="{text}")'):
        call = call_of(written)
        assert call.raw_arguments in (None, written)


def run(office: Office, *calls: str) -> tuple[list[Effect], list[tuple[Table, Kind, str]]]:
    after, effects = replay(office, map(call_of, calls))
    return effects, [(one.table, one.kind, one.key) for one in changes(office.tables, after)]


def test_every_effect(office: Office) -> None:
    effects, made = run(
        office,
        'calendar.create_event.func(event_name="A", participant_email="ADA@firm.test", event_start="x", duration="5")',
        'calendar.update_event.func(event_id="00000001", field="event_name", new_value="B")',
        'calendar.delete_event.func(event_id="00000002")',
        'email.send_email.func(recipient="ben.field@firm.test", subject="S", body="T")',
        'email.forward_email.func(email_id="8", recipient="ada.stone@firm.test")',
        'email.reply_email.func(email_id="00000007", body="Thanks")',
        'project_management.update_task.func(task_id="00000011", field="list_name", new_value="In Review")',
        'customer_relationship_manager.delete_customer.func(customer_id="00000004")',
        'analytics.create_plot.func(time_min="1", time_max="2", value_to_plot="total_visits", plot_type="bar")',
        'calendar.search_events.func(query="x")',
    )
    assert effects == [Effect.OK] * 9 + [Effect.READ]
    assert made == [
        (Table.CALENDAR, Kind.SET, "00000001"),
        (Table.CALENDAR, Kind.ADD, "00000003"),
        (Table.CALENDAR, Kind.DELETE, "00000002"),
        (Table.EMAIL, Kind.ADD, "8"),
        (Table.EMAIL, Kind.ADD, "9"),
        (Table.EMAIL, Kind.ADD, "10"),
        (Table.CUSTOMERS, Kind.DELETE, "00000004"),
        (Table.TASKS, Kind.SET, "00000011"),
        (Table.PLOTS, Kind.ADD, "plots/1_2_total_visits_bar.png"),
    ]


@pytest.mark.parametrize(
    ("call", "effect"),
    [
        ('email.send_email.func(recipient="ben", subject="S", body="T")', Effect.INVALID),
        ('email.send_email.func(recipient="", subject="S", body="T")', Effect.MISSING),
        ('email.delete_email.func(email_id="404")', Effect.NOT_FOUND),
        ('email.delete_email.func(email_id="7", force="yes")', Effect.UNKNOWN_ARGUMENT),
        ('email.burn.func(email_id="7")', Effect.UNKNOWN_TOOL),
        ("email.delete_email(7)", Effect.UNREADABLE),
        (
            'project_management.update_task.func(task_id="00000011", field="assigned_to_email", new_value="x@y.z")',
            Effect.INVALID,
        ),
        (
            'customer_relationship_manager.update_customer.func(customer_id="00000004", field="mood", new_value="x")',
            Effect.INVALID,
        ),
    ],
)
def test_what_is_refused_changes_nothing(office: Office, call: str, effect: Effect) -> None:
    assert run(office, call) == ([effect], [])


def test_a_replay_leaves_the_office_as_it_was(office: Office) -> None:
    run(office, 'calendar.delete_event.func(event_id="00000001")')
    assert list(office.tables[Table.CALENDAR]) == [0, 1]


def test_case_counts_in_closed_columns_alone(office: Office) -> None:
    one, other = office.copy(), office.copy()
    other[Table.CALENDAR][0]["event_name"] = "PLANNING"
    assert same_state(one, other)
    other[Table.TASKS][0]["list_name"] = "backlog"
    assert not same_state(one, other)


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_missing_table_is_named(tmp_path: Path, name: str) -> None:
    small_office(tmp_path)
    (tmp_path / name).unlink()
    with pytest.raises(NotFoundError, match=name):
        load_office(tmp_path)


@pytest.mark.parametrize("text", ["", "wrong,header\n1,2\n", "event_id,event_name\n1\n", "event_id\n1,2\n"])
def test_a_broken_table_is_refused(tmp_path: Path, text: str) -> None:
    small_office(tmp_path)
    (tmp_path / "calendar_events.csv").write_text(text, encoding="utf-8")
    with pytest.raises(SchemaMismatchError, match="calendar_events"):
        load_office(tmp_path)


def broken(demands: Demands, office: Office, *calls: str) -> set[About]:
    made = list(changes(office.tables, replay(office, map(call_of, calls))[0]))
    return {one.about for one in demands.demands if one.decide(made) is Outcome.FAILED}


EVENT = 'calendar.create_event.func(event_name="{}", participant_email="{}", event_start="2023-12-01", duration="30")'
MAIL = 'email.send_email.func(recipient="{}", subject="{}", body="{}")'
CUSTOMER = 'customer_relationship_manager.update_customer.func(customer_id="00000004", field="{}", new_value="{}")'
ADA = "ada.stone@firm.test"
BUDGET = "Schedule a meeting with ada called 'Budget'"
DROP = 'calendar.delete_event.func(event_id="{}")'


@pytest.mark.parametrize(
    ("request_text", "calls", "expected"),
    [
        (BUDGET, [EVENT.format("Budget", ADA)], set()),
        (BUDGET, [], {About.EFFECT}),
        (BUDGET, [EVENT.format("Plan", ADA)], {About.TEXT}),
        (BUDGET, [EVENT.format("Budget", "ada@mail.test")], {About.ADDRESS}),
        (BUDGET, [EVENT.format("Budget", "ben.field@firm.test")], {About.PERSON}),
        (
            BUDGET,
            [EVENT.format("Budget", ADA), MAIL.format(ADA, "Hi", "x")],
            {About.FRAME},
        ),
        ("If ada is free, schedule a meeting called 'Budget' with ada", [], set()),
        ("Book a meeting called 'Budget' with Kim's owner", [EVENT.format("Budget", ADA)], set()),
        ("Cancel my next meeting with ben", [DROP.format("00000002")], set()),
        ("Cancel my next meeting with ben", [DROP.format("00000001"), DROP.format("00000002")], {About.SINGLE}),
        ("Cancel all my meetings", [DROP.format("00000001"), DROP.format("00000002")], set()),
        (
            "Move all of ben's tasks in the backlog to in review",
            ['project_management.update_task.func(task_id="00000011", field="list_name", new_value="Completed")'],
            {About.TARGET},
        ),
        (
            "Move Kim Long to proposal in the crm",
            [CUSTOMER.format("status", "Won")],
            {About.TARGET},
        ),
        (
            "Send an email to ada saying 'See you' and title it 'Today'",
            [MAIL.format(ADA, "Today", "See you")],
            set(),
        ),
        (
            "Send an email to ada saying 'See you' and title it 'Today'",
            [MAIL.format(ADA, "Today", "See you")] * 2,
            {About.EXACT},
        ),
    ],
)
def test_demands(office: Office, request_text: str, calls: list[str], expected: set[About]) -> None:
    assert broken(demands_of(request_text, office), office, *calls) == expected


def test_only_a_request_that_states_every_part_is_complete(office: Office) -> None:
    assert demands_of("Send an email to ada saying 'See you' and title it 'Today'", office).complete
    assert not demands_of("Send an email to carl saying 'See you' and title it 'Today'", office).complete
    assert not demands_of("If it rains, send an email to ada saying 'See you' and title it 'Today'", office).complete
    assert not demands_of("Cancel my next meeting with ben", office).complete


@given(st.text(max_size=120))
def test_every_demand_points_into_its_request(text: str) -> None:
    empty = Office({table: {} for table in Table}, frozenset({ADA}))
    for one in demands_of(text, empty).demands:
        assert 0 <= one.start <= one.end <= len(text)


def recorded(office: Office, request: str, *calls: str, **fields: object) -> Run:
    held = {"gold_calls": list(calls), "state_equal": True, "replay": ["ok"] * len(calls)}
    return Run(
        id="r",
        task="t",
        agent="a",
        instruction=request,
        trace=tuple(map(call_of, calls)),
        final_message="Done.",
        official=Official(passed=True, held_out=held),  # type: ignore[arg-type]
        **fields,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("request_text", "calls", "verdict", "accepted"),
    [
        (BUDGET, [EVENT.format("Budget", ADA)], Verdict.UNCERTAIN, (True, False)),
        (BUDGET, [], Verdict.FAIL, (False, False)),
        (
            "Send an email to ada saying 'See you' and title it 'Today'",
            [MAIL.format(ADA, "Today", "See you")],
            Verdict.PASS,
            (True, True),
        ),
    ],
)
def test_the_gate_accepts_or_refuses_a_recorded_end(
    office: Office, request_text: str, calls: list[str], verdict: Verdict, accepted: tuple[bool, bool]
) -> None:
    ((lenient, strict, decision),) = gated([recorded(office, request_text, *calls)], office, lambda run: True)
    assert decision.verdict is verdict
    assert lenient.acceptance is not None
    assert strict.acceptance is not None
    assert (lenient.acceptance.accepted, strict.acceptance.accepted) == accepted


def test_what_was_not_claimed_is_never_accepted(office: Office) -> None:
    run = recorded(office, BUDGET, EVENT.format("Budget", ADA))
    ((lenient, strict, _),) = gated([run], office, lambda run: False)
    assert not (lenient.acceptance and lenient.acceptance.accepted)
    assert not (strict.acceptance and strict.acceptance.accepted)


def test_the_gate_sees_nothing_that_is_held_out(office: Office) -> None:
    def claimed(run: Run) -> bool:
        assert run.official is None
        return True

    list(gated([recorded(office, BUDGET)], office, claimed))


def test_an_incomplete_record_is_uncertain(office: Office) -> None:
    run = recorded(office, BUDGET, transcript=Transcript.PARTIAL)
    ((_, _, decision),) = gated([run], office, lambda run: True)
    assert decision.verdict is Verdict.UNCERTAIN


@pytest.mark.data
def test_the_replay_agrees_with_every_recorded_verdict(data: Path) -> None:
    folder = data / "runs"
    office = load_office(folder / "workbench_databases")
    agreement = Agreement()
    for run in read_runs([folder / "workbench_dev.jsonl.gz"], Damage()):
        agreement.add(run, office)
    assert agreement.states == {True: 2_760}
    assert agreement.effects == {True: 8_108}
