"""What a model's calls took, told in a line and written to files. Never part of a result."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from specharness.errors import UnansweredError
from specharness.ir.direction import Reason

if TYPE_CHECKING:
    from specharness.compile.llm.telemetry import UnitUse, Use
    from specharness.ir import ObligationSet
    from specharness.measure.usage import Usage


def used(use: Use) -> str:
    """One line: calls, tokens, money."""
    parts = [f"{use.calls} {'call' if use.calls == 1 else 'calls'} of a model"]
    if use.kept_back:
        parts.append(f"{use.kept_back} kept back by a ceiling")
    if use.stored:
        parts.append(f"{use.stored} answered from the cache")
    if use.retries:
        parts.append(f"{use.retries} sent again")
    if use.input_tokens is not None:
        kept = f" ({use.cached_tokens:,} of them kept by the endpoint)" if use.cached_tokens else ""
        parts.append(f"{use.input_tokens:,} tokens in{kept}, {use.output_tokens or 0:,} out")
    if use.cost_usd is not None:
        parts.append(f"{use.cost_usd:.4f} USD")
    if use.share_asked is not None and use.units < use.units_in_all:
        parts.append(f"{use.units} of {use.units_in_all} units asked about ({use.share_asked:.0%})")
    if use.problems:
        parts.append("problems: " + ", ".join(f"{count} {name}" for name, count in sorted(use.problems.items())))
    return "; ".join(parts)


def unanswered(obligations: ObligationSet) -> str:
    """One line that says how much of a text a model gave no answer about, and why; empty where there is none."""
    silent = [one for one in obligations.abstained if one.reason is Reason.NO_ANSWER]
    if not silent:
        return ""
    (why, _), *_ = Counter(one.detail for one in silent).most_common(1)
    return f"no usable answer about {len(silent)} of the units, which abstain; most often: {why}"


def without_answer(obligations: ObligationSet, use: Use | None) -> str:
    """One line that says that no unit has a usable answer, and why; empty where one has."""
    silent = [one.detail for one in obligations.abstained if one.reason is Reason.NO_ANSWER]
    if use is None or use.answered or not silent:
        return ""
    why = Counter(silent).most_common(1)[0][0]
    return (
        f"no usable answer about any unit for {obligations.compiler.engine!r}: {why}; the result says no more than that"
    )


def refuse_silence(obligations: ObligationSet, use: Use | None) -> None:
    """Raises UnansweredError where the endpoint answered none of the calls: what is left says nothing of the text.

    Calls that a ceiling stopped count with the others only if some did reach for the endpoint in vain.
    """
    problems = use.problems if use is not None else {}
    unreached = sum(problems.get(name, 0) for name in ("unavailable", "rejected"))
    if use is None or not unreached or unreached + problems.get("budget", 0) < use.calls + use.kept_back:
        return
    reasons = Counter(one.detail for one in obligations.abstained if one.reason is Reason.NO_ANSWER)
    why = reasons.most_common(1)[0][0] if reasons else ", ".join(sorted(problems))
    raise UnansweredError(
        f"no answer at all for {obligations.compiler.engine!r}: {why}; nothing is written. "
        "Check the endpoint, the key and the model's name"
    )


def account_text(seconds: float, use: tuple[Use, tuple[UnitUse, ...]] | None) -> str:
    """JSON of one input: wall time, the total, and each unit."""
    told: dict[str, object] = {"seconds": round(seconds, 6)}
    if use is not None:
        total, units = use
        told["total"] = {**total.model_dump(mode="json", exclude_none=True), "share_asked": total.share_asked}
        told["units"] = [unit.model_dump(mode="json", exclude_none=True) for unit in units]
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"


def usage_row(document: str, seconds: float, use: Use | None) -> Usage:
    """The row of an input among many."""
    from specharness.measure.usage import Usage

    if use is None:
        return Usage(document=document, seconds=round(seconds, 6))
    return Usage(
        document=document,
        seconds=round(seconds, 6),
        input_tokens=use.input_tokens,
        cached_tokens=use.cached_tokens,
        output_tokens=use.output_tokens,
        calls=use.calls,
        stored=use.stored,
        retries=use.retries,
        share_asked=use.share_asked,
        cost_usd=use.cost_usd,
    )


def together(uses: Sequence[Use]) -> Use:
    """The sum of several."""
    from specharness.compile.llm.telemetry import Use

    def total(name: str) -> float | None:
        known = [value for use in uses if (value := getattr(use, name)) is not None]
        return sum(known) if known else None

    problems: Counter[str] = Counter()
    for use in uses:
        problems.update(use.problems)
    names = [name for name in Use.model_fields if name != "problems"]
    return Use.model_validate({**{name: total(name) for name in names}, "problems": dict(problems)})
