"""How often do the intervals hold the truth? Worlds of known truth, drawn and scored.

    python eval/coverage.py [--worlds 2000] [--resamples 1000] [--seed 1]

Tasks differ in size (Poisson, or log-normal: a few very large ones) and in how hard they are (beta): hits of one task
hang together. A precision and an F1 are estimated from as many tasks as the row says. A 95 % interval that keeps its
word holds the truth in 95 % of the worlds; the last column is two standard errors of that share.
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

from specharness.cli.scripts import run, script_parser, whole
from specharness.cli.terminal import progress_bar
from specharness.measure.figures import ratio
from specharness.measure.intervals import bootstrap

TASKS = (20, 40, 87)
SIZES = ("even", "heavy")
TRUTH_TASKS = 4_000_000
"""The truth is a ratio of means; with so many tasks its own error is in the fourth digit."""


def world(random: np.random.Generator, tasks: int, sizes: str) -> NDArray[np.float64]:
    """Hits, predictions and gold directions of each task: [tasks, 3]."""
    if sizes == "even":
        predicted = 1 + random.poisson(8, tasks)
    else:
        predicted = 1 + np.floor(random.lognormal(1.8, 0.8, tasks)).astype(np.int64)
    hits = random.binomial(predicted, random.beta(6, 2, tasks))
    gold = hits + random.poisson(3, tasks)
    return np.stack([hits, predicted, gold], 1).astype(np.float64)


def figures(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Precision and F1."""
    return np.stack([ratio(sums[:, 0], sums[:, 1]), ratio(2 * sums[:, 0], sums[:, 1] + sums[:, 2])], -1)


def main() -> int:
    parser = script_parser(__doc__)
    parser.add_argument("--worlds", type=whole(1), default=2000)
    parser.add_argument("--resamples", type=whole(1), default=1000)
    parser.add_argument("--seed", type=whole(0, 2**32 - 1), default=1)
    arguments = parser.parse_args()
    random = np.random.default_rng(arguments.seed)
    error = 2 * np.sqrt(0.95 * 0.05 / arguments.worlds)
    print(f"{'sizes':6s} {'tasks':>5s} {'precision':>10s} {'F1':>7s} {'+-':>7s}")
    for sizes in SIZES:
        truth = figures(world(random, TRUTH_TASKS, sizes).sum(0)[None, :])[0]
        for tasks in TASKS:
            inside = np.zeros(len(truth))
            with progress_bar(f"{sizes} {tasks}") as progress:
                for number in range(arguments.worlds):
                    progress("", number, arguments.worlds)
                    found = bootstrap(world(random, tasks, sizes), figures, resamples=arguments.resamples, seed=number)
                    inside += [
                        item.low is not None and item.high is not None and item.low <= value <= item.high
                        for item, value in zip(found, truth, strict=True)
                    ]
            precision, f1 = inside / arguments.worlds
            print(f"{sizes:6s} {tasks:5d} {precision:10.3f} {f1:7.3f} {error:7.3f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
