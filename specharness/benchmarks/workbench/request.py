"""What a request itself demands of the office's state, read from its words and from what the office shows.

Only the request, the tools' effects and the staff directory are used; never the reference calls. Each demand keeps
the words it comes from and decides over the changes that a run made. A demand is a necessary condition: breaking it
breaks the request; keeping all of them does not fulfil it, unless `Demands.complete` says so.

The reading is deliberately shallow. A request names kinds of objects (meetings, mails, tasks, customers, plots) and
what is to happen to them; it names people by their first names, and gives texts in quotes after `called`, `titled`,
`saying`. Conditions ("if so", "was it higher than …") are not evaluated: then nothing has to happen, but what does
happen must still fit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from specharness.benchmarks.workbench.tables import Change, Kind, Office, Table
from specharness.benchmarks.workbench.tools import LISTS, STATUSES
from specharness.ir import Outcome

Act = tuple[Table, Kind]


class About(StrEnum):
    """What a demand is about."""

    FRAME = "frame"
    """Nothing else changes than what the request speaks of."""
    EFFECT = "effect"
    """Something that was asked for without condition is there."""
    ADDRESS = "address"
    """Staff are addressed as the directory says."""
    PERSON = "person"
    """Those whom the request names, and nobody else."""
    TEXT = "text"
    """Names, subjects and bodies are the request's own words."""
    SINGLE = "single"
    """One object where one is meant."""
    TARGET = "target"
    """What is set is what the request speaks of."""
    EXACT = "exact"
    """Exactly one row, of which the request states every part."""


@dataclass(frozen=True)
class Demand:
    about: About
    start: int
    end: int
    """The request's words that it comes from, in code points."""
    statement: str
    keeps: Callable[[Sequence[Change]], bool]
    """Whether the changes keep it."""

    def decide(self, made: Sequence[Change]) -> Outcome:
        """Passed or failed: the changes are known in full."""
        return Outcome.PASSED if self.keeps(made) else Outcome.FAILED


@dataclass(frozen=True)
class Demands:
    request: str
    demands: tuple[Demand, ...]
    complete: bool
    """Whether keeping all of them fulfils the request."""


_OBJECTS: Mapping[Table, str] = {
    Table.PLOTS: r"plots?|plotted|charts?|histograms?|graphs?|distribution",
    Table.CALENDAR: r"meetings?|events?|calendar|schedule|book|catch[- ]?up|cancel",
    Table.EMAIL: r"e-?mails?|forward|reply|respond",
    Table.TASKS: r"tasks?|backlog|board",
    Table.CUSTOMERS: r"crm|customers?|leads?|clients?",
}
_REMOVE = r"delete|remove|cancel|get rid|no longer"
_ACTS: Mapping[Act, str] = {
    (Table.PLOTS, Kind.ADD): _OBJECTS[Table.PLOTS],
    (Table.CALENDAR, Kind.ADD): r"schedul\w+|book|set up|create|arrange|add|make",
    (Table.CALENDAR, Kind.DELETE): _REMOVE,
    (Table.CALENDAR, Kind.SET): r"chang\w+|renam\w+|mov\w+|push\w*|delay\w*|bring|updat\w+|reschedul\w+|shift|postpone",
    (Table.EMAIL, Kind.ADD): r"send|forward|reply|respond|write|e-?mail \w+|needs?",
    (Table.EMAIL, Kind.DELETE): rf"{_REMOVE}|deleted",
    (Table.TASKS, Kind.ADD): r"add|make|create|new",
    (Table.TASKS, Kind.SET): r"mov\w+|reassign\w*|give|assign\w*|chang\w+|updat\w+|take|hand",
    (Table.TASKS, Kind.DELETE): _REMOVE,
    (Table.CUSTOMERS, Kind.ADD): r"add|new|create",
    (Table.CUSTOMERS, Kind.SET): r"updat\w+|mov\w+|reassign\w*|give|taking over|chang\w+|transfer|assign\w*|hand",
    (Table.CUSTOMERS, Kind.DELETE): _REMOVE,
}
_ASKED: Mapping[Act, str] = {
    (Table.PLOTS, Kind.ADD): (
        r"plot|(?:make|need|show|draw|create)\b[^.?]{0,40}\b(?:plots?|charts?|histograms?|graphs?|distribution)"
    ),
    (Table.CALENDAR, Kind.ADD): r"(?:schedule|book|set up|arrange)\b[^.?']{0,40}\b(?:meeting|event)\b",
    (Table.EMAIL, Kind.ADD): r"(?:send|forward)\b[^.?']{0,30}\be-?mails?\b|reply to\b",
    (Table.TASKS, Kind.ADD): r"(?:add|make|create)\b (?:an?|the)? ?(?:new |[\w-]+ backlog )?task\b",
    (Table.CUSTOMERS, Kind.ADD): r"add\b[^.?']{0,40}\bas a new (?:lead|customer)\b|a new (?:lead|customer) called\b",
}
_CONDITIONS = r"(?:if|whether|unless|otherwise|haven't|hasn't|did|was|were|check|is|are|does|do any)"
_OTHERS = (
    r"whoever|who's|whose|person|people|everyone|team|attendees?|participants?|assigned to (?:them|him|her)|owner"
    r"|organi[sz]er|sender|manager|colleagues?"
)
_ONE = re.compile(
    r"\b(?:my|the|'s) (?:\w+ )?(?:first|next|last|latest|most recent|most urgent)\b"
    r"(?! (?:\d|two|three|four|week|month|fortnight|few|couple|mon|tues|wednes|thurs|fri|satur|sun))",
    re.IGNORECASE,
)
_QUOTE = r"['\"‘“]"


def demands_of(request: str, office: Office) -> Demands:
    """The demands in the order of the list `About`."""
    words = _Words(request, office)
    made: list[Demand] = [_frame(words)]
    conditional = words.spot(_CONDITIONS)
    if conditional is None and not re.search(r"if\b", request, re.IGNORECASE):
        made += _effects(words)
    made += [*_people(words), *_texts(words), *_single(words), *_targets(words)]
    exact = None if conditional else _exact(words)
    if exact is not None:
        made.append(exact)
    return Demands(request, tuple(made), exact is not None)


class _Words:
    """The request and what it names."""

    def __init__(self, request: str, office: Office) -> None:
        self.request = request
        self.office = office
        self.squashed = _squash(request)
        first_names = {address.split(".")[0]: address for address in office.directory}
        self.named = {address: place for name, address in first_names.items() if (place := self.spot(re.escape(name)))}
        """Addresses of those whom it names, with the place of the name."""
        self.others = self.spot(_OTHERS)
        """Where it speaks of people whom it does not name."""

    def spot(self, pattern: str) -> tuple[int, int] | None:
        """Where the words first stand, as whole words, in any case."""
        found = re.search(rf"\b(?:{pattern})\b", self.request, re.IGNORECASE)
        return found.span() if found else None

    @property
    def whole(self) -> tuple[int, int]:
        return 0, len(self.request)

    def states(self, text: str) -> bool:
        """Whether the text stands in the request, marks, spaces and case aside."""
        return bool(text.strip()) and _squash(text) in self.squashed


def _frame(words: _Words) -> Demand:
    spoken = {table for table, pattern in _OBJECTS.items() if words.spot(pattern)}
    acts = {act for act, pattern in _ACTS.items() if act[0] in spoken and words.spot(pattern)}
    acts |= {(table, kind) for table in spoken for kind in Kind if not any(act[0] is table for act in acts)}
    listed = ", ".join(sorted(f"{kind} {table}" for table, kind in acts)) or "nothing"
    return Demand(
        About.FRAME,
        *words.whole,
        f"the request speaks of no other change than: {listed}",
        lambda made: all((change.table, change.kind) in acts for change in made),
    )


def _effects(words: _Words) -> list[Demand]:
    found = []
    for act, pattern in _ASKED.items():
        if place := words.spot(pattern):
            table, _kind = act

            def keeps(made: Sequence[Change], act: Act = act) -> bool:
                return any((change.table, change.kind) == act for change in made)

            found.append(Demand(About.EFFECT, *place, f"something is added to {table}", keeps))
    return found


def _people(words: _Words) -> list[Demand]:
    if not words.named:
        return []
    place = min(words.named.values())
    directory, named = words.office.directory, set(words.named)
    skips_replies = words.spot("reply|respond") is not None

    def addresses(made: Sequence[Change]) -> list[str]:
        return [address for change in made if (address := _address(change, skips_replies))]

    found = [
        Demand(
            About.ADDRESS,
            *place,
            "whom the request names is addressed as in the staff directory",
            lambda made: all(address in directory for address in addresses(made)),
        )
    ]
    if words.others is None:
        found.append(
            Demand(
                About.PERSON,
                *place,
                "nobody else is written to, met or assigned than those whom the request names",
                lambda made: all(address in named for address in addresses(made) if address in directory),
            )
        )
    return found


def _address(change: Change, skips_replies: bool) -> str | None:
    """Whom an addition or an assignment concerns; None where the state itself says whom (replies, older mails)."""
    if change.after is None:
        return None
    if change.kind is Kind.SET:
        return change.after["assigned_to_email"] if change.column == "assigned_to_email" else None
    column = {
        Table.CALENDAR: "participant_email",
        Table.TASKS: "assigned_to_email",
        Table.CUSTOMERS: "assigned_to_email",
        Table.EMAIL: "" if skips_replies else "sender/recipient",
    }.get(change.table, "")
    return change.after[column] if column else None


def _texts(words: _Words) -> list[Demand]:
    """Demands that new texts are the request's own."""
    named = rf"(?:called|named|title[sd]?|title (?:it|them)) ?{_QUOTE}|called|named"
    rules = (
        (Table.CALENDAR, "event_name", named, ""),
        (Table.TASKS, "task_name", named, ""),
        (Table.CUSTOMERS, "customer_name", r"new (?:lead|customer)", ""),
        (Table.EMAIL, "subject", rf"(?:titled|title it|title them) ?{_QUOTE}", "reply|respond|forward"),
        (Table.EMAIL, "body", rf"(?:saying|with) {_QUOTE}", "forward"),
    )
    found = []
    for table, column, pattern, but_not in rules:
        opened = re.search(rf"\b(?:{pattern})", words.request, re.IGNORECASE)
        if opened is None or (but_not and words.spot(but_not)):
            continue

        def keeps(made: Sequence[Change], table: Table = table, column: str = column) -> bool:
            return all(
                words.states(change.after[column])
                for change in made
                if change.table is table
                and change.after is not None
                and (change.kind is Kind.ADD or (change.kind is Kind.SET and change.column == column))
            )

        found.append(Demand(About.TEXT, *opened.span(), f"{column} is the request's own words", keeps))
    return found


def _single(words: _Words) -> list[Demand]:
    one = _ONE.search(words.request)
    if one is None or words.spot("all|each|every|both"):
        return []

    def keeps(made: Sequence[Change]) -> bool:
        touched = {(change.table, change.kind, change.key) for change in made if change.kind is not Kind.ADD}
        return all(sum(one[:2] == act for one in touched) <= 1 for act in {one[:2] for one in touched})

    return [Demand(About.SINGLE, *one.span(), "one object is meant, so one is changed", keeps)]


def _targets(words: _Words) -> list[Demand]:
    """Demands on what columns are set to."""

    def status(made: Sequence[Change]) -> bool:
        named = [
            change.after["status"]
            for change in made
            if change.after is not None and (change.table, change.column) == (Table.CUSTOMERS, "status")
        ]
        return all(status not in STATUSES or words.spot(status) for status in named)

    def task_list(made: Sequence[Change]) -> bool:
        lists = [
            change.after["list_name"]
            for change in made
            if change.after is not None and (change.table, change.column) == (Table.TASKS, "list_name")
        ]
        return all(name not in LISTS or words.spot(_LISTED[name]) for name in lists)

    return [
        Demand(About.TARGET, *words.whole, "a customer's new status is one that the request names", status),
        Demand(About.TARGET, *words.whole, "a task's new list is one that the request names", task_list),
    ]


_LISTED: Mapping[str, str] = {
    "Backlog": "backlog",
    "In Progress": "in[ -]progress|start(?:ed|ing)?",
    "In Review": "in[ -]review|review",
    "Completed": "completed?|finish(?:ed)?|done|closed?",
}


def _exact(words: _Words) -> Demand | None:
    """The one row of a request that states each of its parts; None for all other requests."""
    mail = re.fullmatch(
        rf"(?:i need to |can you |please )*send an e-?mail to (\w+) saying {_QUOTE}(.+)['\"’”] and title it "
        rf"{_QUOTE}(.+)['\"’”][.?]?(?: can you do that\??)?",
        words.request.strip(),
        re.IGNORECASE | re.DOTALL,
    )
    if mail is None or len(words.named) < 1:
        return None
    name, body, subject = mail[1].lower(), _squash(mail[2]), _squash(mail[3])
    address = next((one for one in words.named if one.split(".")[0] == name), None)
    if address is None:
        return None

    def keeps(made: Sequence[Change]) -> bool:
        if len(made) != 1 or made[0].table is not Table.EMAIL or made[0].kind is not Kind.ADD:
            return False
        row = made[0].after or {}
        return (
            row.get("sender/recipient") == address
            and _squash(row.get("subject", "")) == subject
            and _squash(row.get("body", "")) == body
        )

    return Demand(About.EXACT, *words.whole, "exactly the one mail that the request states", keeps)


def _squash(text: str) -> str:
    """Letters and digits alone, in lower case; a request's written-out line breaks count as the breaks they mean."""
    return re.sub(r"[\W_]+", "", text.replace("\\n", "\n")).casefold()
