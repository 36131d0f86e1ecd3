"""What each tool does to the state, so that recorded calls can be replayed.

Rebuilt from the published description of how the verdict is made; calls that can't be read, name no tool, have an
unknown argument or are refused change nothing. "Now" is a constant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from specharness.benchmarks.workbench.tables import KEYS, Kind, Office, Row, Rows, Table
from specharness.ir import ToolCall
from specharness.runs.formats.workbench import read_call

NOW = "2023-11-30 00:00:00"
LISTS = frozenset({"Backlog", "In Progress", "In Review", "Completed"})
BOARDS = frozenset({"Back end", "Front end", "Design"})
STATUSES = frozenset({"Qualified", "Won", "Lost", "Lead", "Proposal"})
PRODUCTS = frozenset({"Software", "Hardware", "Services", "Consulting", "Training"})
_TRAFFIC = ("direct", "referral", "search engine", "social media")
PLOTTED = frozenset(
    {"total_visits", "session_duration_seconds", "user_engaged", *_TRAFFIC}
    | {"visits_" + name.replace(" ", "_") for name in _TRAFFIC}
)
PLOT_TYPES = frozenset({"bar", "line", "scatter", "histogram"})


class Effect(StrEnum):
    """What a replayed call came to."""

    OK = "ok"
    READ = "read"
    MISSING = "missing"
    INVALID = "invalid"
    NOT_FOUND = "not found"
    UNKNOWN_ARGUMENT = "raised:TypeError"
    UNKNOWN_TOOL = "skipped:unknown tool"
    UNREADABLE = "skipped:unparsable"


@dataclass(frozen=True)
class State:
    tables: dict[Table, Rows]
    office: Office


Apply = Callable[[State, Mapping[str, str]], Effect]
"""A call's effect on the state, its required arguments being there."""


@dataclass(frozen=True)
class Tool:
    """A tool that changes the state."""

    table: Table
    kind: Kind
    arguments: tuple[str, ...]
    required: int
    """How many of the arguments, from the first, must be given and not be empty."""
    apply: Apply


READING = frozenset(
    {
        "analytics.engaged_users_count",
        "analytics.get_average_session_duration",
        "analytics.get_visitor_information_by_id",
        "analytics.total_visits_count",
        "analytics.traffic_source_count",
        "calendar.get_event_information_by_id",
        "calendar.search_events",
        "company_directory.find_email_address",
        "customer_relationship_manager.search_customers",
        "email.get_email_information_by_id",
        "email.search_emails",
        "project_management.get_task_information_by_id",
        "project_management.search_tasks",
    }
)
"""Tools that change nothing."""


def replay(office: Office, calls: Iterable[ToolCall]) -> tuple[Mapping[Table, Rows], list[Effect]]:
    """The state after the calls, and what each came to."""
    state = State(office.copy(), office)
    return state.tables, [_run(state, call) for call in calls]


def call_of(text: str) -> ToolCall:
    """A call as WorkBench's records and references write it; one that can't be read keeps its text."""
    name, arguments = read_call(text)
    return ToolCall(tool=name, arguments=arguments) if name else ToolCall(tool=text, raw_arguments=text)


def _run(state: State, call: ToolCall) -> Effect:
    given = {name: value for name, value in call.arguments.items() if isinstance(value, str)}
    if call.raw_arguments is not None or len(given) < len(call.arguments):
        return Effect.UNREADABLE
    if call.tool in READING:
        return Effect.READ
    tool = CHANGING.get(call.tool)
    if tool is None:
        return Effect.UNKNOWN_TOOL
    if not given.keys() <= set(tool.arguments):
        return Effect.UNKNOWN_ARGUMENT
    if not all(given.get(name) for name in tool.arguments[: tool.required]):
        return Effect.MISSING
    return tool.apply(state, given)


def _plot(state: State, given: Mapping[str, str]) -> Effect:
    if given.get("value_to_plot") not in PLOTTED or given.get("plot_type") not in PLOT_TYPES:
        return Effect.INVALID
    name = "_".join(given[argument] for argument in ("time_min", "time_max", "value_to_plot", "plot_type"))
    _append(state.tables[Table.PLOTS], {KEYS[Table.PLOTS]: f"plots/{name}.png"})
    return Effect.OK


def _create_event(state: State, given: Mapping[str, str]) -> Effect:
    return _add(state, Table.CALENDAR, {**given, "participant_email": given["participant_email"].lower()})


def _send(state: State, given: Mapping[str, str]) -> Effect:
    if not _is_address(given["recipient"]):
        return Effect.INVALID
    return _mail(state, given["recipient"], given["subject"], given["body"])


def _forward(state: State, given: Mapping[str, str]) -> Effect:
    found = _find(state.tables[Table.EMAIL], KEYS[Table.EMAIL], given["email_id"])
    if found is None:
        return Effect.NOT_FOUND
    if not _is_address(given["recipient"]):
        return Effect.INVALID
    return _mail(state, given["recipient"], f"FW: {found['subject']}", found["body"])


def _reply(state: State, given: Mapping[str, str]) -> Effect:
    found = _find(state.tables[Table.EMAIL], KEYS[Table.EMAIL], given["email_id"])
    if found is None:
        return Effect.NOT_FOUND
    return _mail(state, found["sender/recipient"], found["subject"], given["body"])


def _create_task(state: State, given: Mapping[str, str]) -> Effect:
    row = {**given, "assigned_to_email": given["assigned_to_email"].lower()}
    valid = row["assigned_to_email"] in state.office.directory and row["list_name"] in LISTS and row["board"] in BOARDS
    return _add(state, Table.TASKS, row) if valid else Effect.INVALID


def _add_customer(state: State, given: Mapping[str, str]) -> Effect:
    product = given.get("product_interest")
    if given["status"] not in STATUSES or (product and product not in PRODUCTS):
        return Effect.INVALID
    lowered = {name: given[name].lower() for name in ("assigned_to_email", "customer_email") if name in given}
    return _add(state, Table.CUSTOMERS, {**given, **lowered})


def _update(table: Table, closed: Mapping[str, frozenset[str]]) -> Apply:
    """Sets one column of one row. `closed` lists the values that a column admits."""

    def apply(state: State, given: Mapping[str, str]) -> Effect:
        column = given["field"]
        value = given["new_value"].lower() if column in _EMAILS else given["new_value"]
        admitted = closed.get(column)
        if (table, column) == (Table.TASKS, "assigned_to_email"):
            admitted = state.office.directory
        if admitted is not None and value not in admitted:
            return Effect.INVALID
        rows = state.tables[table]
        found = _find(rows, KEYS[table], given[KEYS[table]])
        if found is None:
            return Effect.NOT_FOUND
        if table is not Table.CALENDAR and column not in found:  # the calendar accepts any column's name
            return Effect.INVALID
        found[column] = value
        return Effect.OK

    return apply


def _delete(table: Table) -> Apply:
    def apply(state: State, given: Mapping[str, str]) -> Effect:
        rows = state.tables[table]
        for index, row in rows.items():
            if row[KEYS[table]] == given[KEYS[table]]:
                del rows[index]
                return Effect.OK
        return Effect.NOT_FOUND

    return apply


def _mail(state: State, recipient: str, subject: str, body: str) -> Effect:
    row = {
        "inbox/outbox": "outbox",
        "sender/recipient": recipient.lower(),
        "subject": subject,
        "sent_datetime": NOW,
        "body": body,
    }
    return _add(state, Table.EMAIL, row)


def _add(state: State, table: Table, row: Mapping[str, str]) -> Effect:
    rows = state.tables[table]
    columns = next(iter(state.office.tables[table].values()))
    key = KEYS[table]
    number = 1 + max((int(other[key]) for other in rows.values() if other[key].isdecimal()), default=-1)
    # mails alone get ids without leading zeros, which the records show
    new_id = str(number) if table is Table.EMAIL else f"{number:08d}"
    _append(rows, {name: row.get(name, "") for name in columns} | {key: new_id})
    return Effect.OK


def _append(rows: Rows, row: Row) -> None:
    rows[max(rows, default=-1) + 1] = row


def _find(rows: Rows, key: str, value: str) -> Row | None:
    return next((row for row in rows.values() if row[key] == value), None)


def _is_address(text: str) -> bool:
    return "@" in text and "." in text


_EMAILS = frozenset({"assigned_to_email", "customer_email", "participant_email"})
_CUSTOMER = ("customer_name", "assigned_to_email", "status", "customer_email", "customer_phone", "last_contact_date")

CHANGING: Mapping[str, Tool] = {
    "analytics.create_plot": Tool(
        Table.PLOTS, Kind.ADD, ("time_min", "time_max", "value_to_plot", "plot_type"), 2, _plot
    ),
    "calendar.create_event": Tool(
        Table.CALENDAR, Kind.ADD, ("event_name", "participant_email", "event_start", "duration"), 4, _create_event
    ),
    "calendar.delete_event": Tool(Table.CALENDAR, Kind.DELETE, ("event_id",), 1, _delete(Table.CALENDAR)),
    "calendar.update_event": Tool(
        Table.CALENDAR, Kind.SET, ("event_id", "field", "new_value"), 3, _update(Table.CALENDAR, {})
    ),
    "email.send_email": Tool(Table.EMAIL, Kind.ADD, ("recipient", "subject", "body"), 3, _send),
    "email.delete_email": Tool(Table.EMAIL, Kind.DELETE, ("email_id",), 1, _delete(Table.EMAIL)),
    "email.forward_email": Tool(Table.EMAIL, Kind.ADD, ("email_id", "recipient"), 2, _forward),
    "email.reply_email": Tool(Table.EMAIL, Kind.ADD, ("email_id", "body"), 2, _reply),
    "project_management.create_task": Tool(
        Table.TASKS, Kind.ADD, ("task_name", "assigned_to_email", "list_name", "due_date", "board"), 5, _create_task
    ),
    "project_management.delete_task": Tool(Table.TASKS, Kind.DELETE, ("task_id",), 1, _delete(Table.TASKS)),
    "project_management.update_task": Tool(
        Table.TASKS,
        Kind.SET,
        ("task_id", "field", "new_value"),
        3,
        _update(Table.TASKS, {"list_name": LISTS, "board": BOARDS}),
    ),
    "customer_relationship_manager.add_customer": Tool(
        Table.CUSTOMERS, Kind.ADD, (*_CUSTOMER, "product_interest", "notes", "follow_up_by"), 3, _add_customer
    ),
    "customer_relationship_manager.delete_customer": Tool(
        Table.CUSTOMERS, Kind.DELETE, ("customer_id",), 1, _delete(Table.CUSTOMERS)
    ),
    "customer_relationship_manager.update_customer": Tool(
        Table.CUSTOMERS,
        Kind.SET,
        ("customer_id", "field", "new_value"),
        3,
        _update(Table.CUSTOMERS, {"status": STATUSES, "product_interest": PRODUCTS}),
    ),
}
"""The tools that change the state, by name."""
