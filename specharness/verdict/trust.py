"""What a verdict takes for granted, in plain sentences. A reader who doubts one of them should doubt the verdict."""

from __future__ import annotations

from collections.abc import Sequence

from specharness.ir import Evidence, Kind, ObligationResult, ObligationSet, Outcome

_PROVIDERS = {
    "before:": "the former state was not given (--before): what must stay unchanged is undecided",
    "response": "the agent's last message was not given (--response): demands on it are undecided",
    "trace": "the agent's tool calls were not given (--trace): demands on them are undecided",
}


def taken_for_granted(
    obligations: ObligationSet, results: Sequence[ObligationResult], evidence: Sequence[Evidence]
) -> tuple[str, ...]:
    """The assumptions behind a verdict, the general ones first."""
    granted = [
        "the compiler read the specification rightly; every obligation quotes the sentence that it comes from",
        "the observers of this package read files as the formats' own programs do",
        "nobody changed the observed files during the check",
        "only the final state was looked at: what was done and undone before is not seen",
    ]
    if any(item.target.startswith("before:") and item.error is None for item in evidence):
        granted.append("the folder given as --before is what the agent was handed")
    for start, sentence in _PROVIDERS.items():
        if any(item.target.startswith(start) and (item.error or "").startswith("unavailable") for item in evidence):
            granted.append(sentence)
    undecided = {result.obligation for result in results if result.outcome in {Outcome.UNKNOWN, Outcome.ERROR}}
    external = [item.id for item in obligations.hard if item.kind is Kind.EXTERNAL and item.id not in undecided]
    if external:
        granted.append("effects outside the workspace are as the workspace records them")
    ran = [item for item in evidence if item.target.startswith("command: ") and item.error is None]
    if ran:
        granted.append("commands ran in a sandbox on a copy of the workspace, with this machine's programs")
        granted.append("test runners report what they ran: they share a process with the code that they test")
    if any(item.target == "trace" and item.error is None for item in evidence):
        granted.append("the trace is complete and was written by the runtime, not by the agent")
    return tuple(granted)
