"""How often do the intervals of gaps hold the truth? Worlds of known truth, drawn and measured.

    python eval/gaps_coverage.py [--worlds 1000] [--resamples 1000] [--seed 1]
                                 [--shapes 40x1,87x1,87x4,300x1]

A task's difficulty is drawn for it (beta) and shared by every agent, condition and trial: runs of one task hang
together, which is what resampling by task must allow for. Agents pass with a chance that falls with difficulty and
claim more often than they pass; a gate accepts most passing runs and few others. Measured as the command does: pass,
S-A and U-E of one agent, the gate's change of S-A over the same runs, and the mean over agents. The truth comes from
a world of very many tasks. A 95 % interval that keeps its word holds it in 95 % of the worlds; `+-` is two standard
errors of that share.
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

from specharness.cli.scripts import run, script_parser, whole
from specharness.cli.terminal import progress_bar
from specharness.errors import UsageError
from specharness.measure.gaps import mean_over_agents
from specharness.measure.gaps_counts import AT, COLUMNS, FIGURES, gap_figures
from specharness.measure.intervals import bootstrap, paired_bootstrap

AGENTS = 3
SHAPES = "40x1,87x1,87x4,300x1"
"""Tasks, trials of each."""
TRUTH_TASKS = 400_000
UNITS = 6
SHOWN = ("pass", "s_a", "u_e")
NAMES = (*SHOWN, "change of s_a", "macro s_a", "macro change")

Floats = NDArray[np.float64]


def world(random: np.random.Generator, tasks: int, trials: int) -> Floats:
    """Counts of each condition, task and agent: [2, tasks, AGENTS, K], raw first."""
    hard = random.beta(2, 2, (tasks, 1, 1))
    skill = np.linspace(0.9, 0.5, AGENTS)[None, :, None]
    shape = (tasks, AGENTS, trials)
    passes = random.random(shape) < skill * (1 - 0.8 * hard)
    raw = passes | (random.random(shape) < 0.5)
    gate = np.where(passes, random.random(shape) < 0.93, random.random(shape) < 0.15)
    out = np.zeros((2, tasks, AGENTS, len(COLUMNS)))
    lost = random.binomial(UNITS, np.broadcast_to(0.1 + 0.4 * hard, shape))
    for place, accepted in enumerate((raw, gate)):
        out[place, ..., AT["runs"]] = trials
        out[place, ..., AT["passed"]] = passes.sum(-1)
        out[place, ..., AT["accepted"]] = accepted.sum(-1)
        out[place, ..., AT["accepted_failing"]] = (accepted & ~passes).sum(-1)
        out[place, ..., AT["units"]] = UNITS * trials
        out[place, ..., AT["unsupported"]] = lost.sum(-1)
    return out


def measured(counts: Floats, resamples: int, seed: int) -> list[tuple[float | None, float | None, float | None]]:
    """Value and ends of each of NAMES."""
    raw, gate = counts
    tasks = raw.shape[0]
    places = [FIGURES.index(name) for name in SHOWN]
    s_a = FIGURES.index("s_a")
    one = bootstrap(raw[:, 0], gap_figures, resamples=resamples, seed=seed)
    change = paired_bootstrap(raw[:, 0], gate[:, 0], gap_figures, resamples=resamples, seed=seed)
    wide = (raw.reshape(tasks, -1), gate.reshape(tasks, -1))
    macro = bootstrap(wide[0], mean_over_agents, resamples=resamples, seed=seed)
    both = paired_bootstrap(*wide, mean_over_agents, resamples=resamples, seed=seed)
    found = [*(one[place] for place in places), change[s_a], macro[s_a], both[s_a]]
    return [(item.value, item.low, item.high) for item in found]


def _shape(text: str) -> tuple[int, int]:
    tasks, _, trials = text.partition("x")
    if not (tasks.isdecimal() and trials.isdecimal() and 5 <= int(tasks) <= 10_000 and 1 <= int(trials) <= 100):
        raise UsageError(f"--shapes: expected tasks x trials such as 87x4, got {text!r}")
    return int(tasks), int(trials)


def main() -> int:
    parser = script_parser(__doc__)
    parser.add_argument("--worlds", type=whole(1), default=1000)
    parser.add_argument("--resamples", type=whole(1), default=1000)
    parser.add_argument("--seed", type=whole(0, 2**32 - 1), default=1)
    parser.add_argument("--shapes", default=SHAPES, metavar="LIST", help="tasks x trials")
    arguments = parser.parse_args()
    shapes = [_shape(text) for text in arguments.shapes.split(",")]
    random = np.random.default_rng(arguments.seed)
    error = 2 * np.sqrt(0.95 * 0.05 / arguments.worlds)
    print(f"{'tasks':>5s} {'trials':>6s} " + " ".join(f"{name:>13s}" for name in NAMES) + f" {'+-':>6s}")
    for tasks, trials in shapes:
        truth = [value for value, _, _ in measured(world(random, TRUTH_TASKS // trials, trials), 0, 0)]
        inside = np.zeros(len(NAMES))
        with progress_bar(f"{tasks} x {trials}") as progress:
            for number in range(arguments.worlds):
                progress("", number, arguments.worlds)
                found = measured(world(random, tasks, trials), arguments.resamples, number)
                inside += [
                    low is not None and high is not None and true is not None and low <= true <= high
                    for (_, low, high), true in zip(found, truth, strict=True)
                ]
        shares = " ".join(f"{share:13.3f}" for share in inside / arguments.worlds)
        print(f"{tasks:5d} {trials:6d} {shares} {error:6.3f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
