"""What is counted of a run, and every gap as a function of sums of these counts.

Guarantees the same formula for a figure, for its interval and for a table made of counts that others published. A share
of nothing is NaN: undefined, which is neither 0 nor 1. Not its business: reading runs, grouping them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from specharness.measure.figures import Floats, ratio

COLUMNS: tuple[str, ...] = (
    "judged",
    "judged_passed",
    "runs",
    "passed",
    "claimed",
    "refused",
    "accepted",
    "accepted_failing",
    "blocked_passing",
    "vacuous",
    "units",
    "unsupported",
    "no_transcript",
    "partial_transcript",
    "not_judged",
    "input_tokens",
    "output_tokens",
    "with_tokens",
    "calls",
    "model_calls",
    "with_model_calls",
    "seconds",
    "with_seconds",
)
"""One row a run, or sums of rows. `judged`: the verifier gave a verdict. `runs`: valid ones, N of equation 14: judged,
and with a whole record (or, under a governed condition, a recorded acceptance). What is counted from `passed` to
`unsupported` is counted over valid runs; `calls` are tool calls of valid runs."""

AT = {name: index for index, name in enumerate(COLUMNS)}

FIGURES: tuple[str, ...] = (
    "pass", "claim", "accepted", "u_e", "s_a", "not_finalized", "refused", "false_block", "vacuous", "precision",
    "pass_of_judged", "tokens", "calls", "model_calls", "seconds",
)  # fmt: skip
"""Names of the figures, in order; docs/gaps.md defines them."""


class Counts(NamedTuple):
    """Counts of a group as a paper gives them; what is not known is 0."""

    runs: int
    passed: int
    accepted: int
    accepted_failing: int
    claimed: int = 0
    units: int = 0
    unsupported: int = 0

    def row(self) -> NDArray[np.float64]:
        """The same as one row of COLUMNS."""
        out = np.zeros(len(COLUMNS))
        for name, value in self._asdict().items():
            out[AT[name]] = value
        out[AT["judged"]], out[AT["judged_passed"]] = self.runs, self.passed
        out[AT["blocked_passing"]] = self.passed - (self.accepted - self.accepted_failing)
        return out


def gap_figures(sums: NDArray[Any]) -> Floats:
    """The figures [..., F] of sums of rows [..., K].

    u_e is equation 13: units of the frozen surface that the evidence does not support, over all units. s_a is equation
    14: runs accepted and not passing, over valid runs. not_finalized: valid runs that were not accepted. false_block:
    passing runs that were not accepted, over passing runs. precision: passing runs among the accepted ones. vacuous:
    acceptances that decided nothing, over acceptances. tokens: input and output together.
    """

    def of(name: str) -> Floats:
        return np.asarray(sums[..., AT[name]], dtype=np.float64)

    runs, accepted, passed = of("runs"), of("accepted"), of("passed")
    out = {
        "pass": ratio(passed, runs),
        "claim": ratio(of("claimed"), runs),
        "accepted": ratio(accepted, runs),
        "u_e": ratio(of("unsupported"), of("units")),
        "s_a": ratio(of("accepted_failing"), runs),
        "not_finalized": ratio(runs - accepted, runs),
        "refused": ratio(of("refused"), runs),
        "false_block": ratio(of("blocked_passing"), passed),
        "vacuous": ratio(of("vacuous"), accepted),
        "precision": ratio(accepted - of("accepted_failing"), accepted),
        "pass_of_judged": ratio(of("judged_passed"), of("judged")),
        "tokens": ratio(of("input_tokens") + of("output_tokens"), of("with_tokens")),
        "calls": ratio(of("calls"), runs),
        "model_calls": ratio(of("model_calls"), of("with_model_calls")),
        "seconds": ratio(of("seconds"), of("with_seconds")),
    }
    return np.stack([out[name] for name in FIGURES], -1)
