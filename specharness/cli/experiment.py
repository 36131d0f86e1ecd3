"""`specharness experiment`: agents at tasks under conditions, as a matrix of runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from specharness.cli.options import Format, Spread
from specharness.cli.terminal import print_note, progress_bar, safe_json, standard_output
from specharness.errors import UsageError

if TYPE_CHECKING:
    from specharness.experiments.conditions import State
    from specharness.experiments.matrix import Matrix
    from specharness.experiments.tasks import Assignment
    from specharness.ir import Certificate, ObligationSet, Run

HELP = """Run agents at tasks under conditions, and keep every run.

PLAN is a TOML file of tasks, agents, conditions and a budget (docs/conditions.md explains each). Every agent works at
every task under every condition, in a folder of its own and in a sandbox, with the same budget. DIR keeps each
finished run; the same command goes on where an interrupted one stopped. When all are done, DIR/runs.jsonl holds them.

\b
Examples:
  specharness experiment plan.toml -o study
  specharness experiment plan.toml -o study --jobs 4 --format json
  specharness experiment plan.toml -o /shared/study --engine ray --jobs 64
  specharness gaps study/runs.jsonl --by agent,condition

Exit status: 0 all runs are there, 2 bad input, 3 the cost ceiling left some out.
"""

LEFT_OUT = 3


def experiment(
    plan: Annotated[Path, typer.Argument(metavar="PLAN", help="The experiment (TOML).", show_default=False)],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="Where the runs are kept.", show_default=False)
    ],
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Runs at a time.")] = 1,
    engine: Annotated[Spread, typer.Option(help="What the runs are spread over; ray needs DIR on every node.")] = (
        Spread.PROCESSES
    ),
    format: Annotated[Format, typer.Option(help="What to print.")] = Format.TABLE,
) -> None:
    """Run the command."""
    from specharness.experiments.matrix import RUNS, run_matrix

    if output.exists() and not output.is_dir():
        raise UsageError(f"{output}: is no folder; name a folder for the runs")
    matrix = matrix_from(plan)
    with progress_bar("running") as progress:
        elsewhere = None
        if engine is Spread.RAY:
            from specharness.cli.experiment_ray import on_ray

            elsewhere = on_ray(plan, output, jobs)
        done = run_matrix(matrix, output, jobs=jobs, report=progress, elsewhere=elsewhere)
    if format is Format.JSON:
        summary = {
            "done": done.done,
            "total": done.total,
            "already_there": done.begun_before,
            "cost_usd": done.cost,
            "stopped": done.stopped,
            "ended": done.ended,
            "runs": None if done.stopped else str(output / RUNS),
        }
        print(safe_json(json.dumps(summary, ensure_ascii=False, indent=2)))
    else:
        standard_output().print(f"{done.done} of {done.total} runs, {done.begun_before} of them from before")
        if done.ended:
            print_note(f"{done.ended} runs were ended by something else than the agent, such as: {done.ended_by}")
    if done.stopped:
        print_note(f"{done.stopped}; {done.total - done.done} runs are left: raise it in another experiment")
        raise typer.Exit(LEFT_OUT)
    print_note(f"wrote {output / RUNS}; measured by: specharness gaps {output / RUNS} --by agent,condition")


def matrix_from(plan: Path) -> Matrix:
    """The matrix of a plan, over the public interface."""
    from specharness import __version__
    from specharness.experiments.plan import matrix_of, read_plan

    return matrix_of(read_plan(plan), plan.parent, _compile, check_state, _claims, __version__)


def _compile(task: Assignment) -> ObligationSet:
    from specharness import api

    return api.compile(task.folder)


def check_state(contract: ObligationSet, state: State) -> Certificate:
    """The verdict over a state, its message and calls handed over as files outside of the workspace; what is empty of
    them is not handed over."""
    import tempfile

    from specharness import api
    from specharness.ir import canonical_json

    with tempfile.TemporaryDirectory() as folder:
        response, trace = Path(folder) / "response.txt", Path(folder) / "trace.jsonl"
        response.write_text(state.message, encoding="utf-8", errors="replace")
        lines = (canonical_json({"tool": call.tool, "arguments": call.arguments}) for call in state.calls)
        trace.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", errors="replace")
        return api.check(
            contract,
            workspace=state.workspace,
            before=state.before,
            response=response if state.message else None,
            trace=trace if state.calls else None,
            maps=dict(state.maps),
        )


def _claims(run: Run) -> bool:
    from specharness.runs.claims import Label, claim_of

    return claim_of(run).label is Label.CLAIMED
