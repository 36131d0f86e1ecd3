"""`specharness runs`: run records of any known format, converted to one, or shown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from specharness.cli.look import WIDE
from specharness.cli.options import Force, Format
from specharness.cli.outputs import print_written, refuse_overwriting, write_whole
from specharness.cli.run_reading import Input, Runs, reading
from specharness.cli.terminal import one_line, print_note, safe_json, standard_output
from specharness.errors import InputError, LimitExceededError

if TYPE_CHECKING:
    from rich.console import Console

    from specharness.ir import Run
    from specharness.runs.claims import Claim

HELP = """Run records of agents: converted to one format, or shown.

\b
Formats that are read (told by content):
  runs         this project's own JSON Lines (`specharness schema run`)
  harbor       trial and job folders: result.json, ctrf.json, trajectories
  atif         Agent Trajectory Interchange Format documents
  openhands    event logs of both generations, the harness' output.jsonl
  claude-code  stream-json output and session transcripts
  openai       lists of messages with tool_calls
  tau-bench    result files and extracts
  workbench    extracts
  inspect      .eval and .json logs of Inspect AI (extra `inspect`)
"""

CONVERT = """Convert run records to this project's JSON Lines, one run a line. Keys and tokens are taken out.

\b
Examples:
  specharness runs convert jobs/2026-11-01 -o runs.jsonl
  specharness runs convert log.eval -o - | head -1
"""

SHOW = """Show runs: one a row, or one of them whole with --id.

\b
Examples:
  specharness runs show jobs/2026-11-01
  specharness runs show runs.jsonl --id email-005
  specharness runs show runs.jsonl --format json --limit 3
"""

MAX_OUTPUT = 2 * 1024 * 1024 * 1024
"""Bytes of one converted file, which is held until it is written whole; convert larger collections in parts."""
MAX_CELL = 60
MAX_NAME, MAX_NAME_NARROW = 30, 18
MAX_SHOWN = 2_000
"""Characters of one step in `show --id`."""

app = typer.Typer(help=HELP, add_completion=False, rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def overview(context: typer.Context) -> None:
    """The help, where no command is named."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command("convert", help=CONVERT)
def convert(
    runs: Runs,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="Where to; - for standard output.")],
    input_format: Input = None,
    force: Force = False,
    agent: Annotated[str, typer.Option(metavar="NAME", help="Of runs whose record names none.")] = "",
    benchmark: Annotated[str, typer.Option(metavar="NAME", help="Of runs whose record names none.")] = "",
    condition: Annotated[str, typer.Option(metavar="NAME", help="Of runs whose record names none.")] = "",
) -> None:
    """Run the command."""
    refuse_overwriting([output], runs, force=force)
    from specharness.runs.reading import Defaults

    lines: list[bytes] = []
    size = 0
    with reading(runs, input_format, Defaults(agent, benchmark, condition)) as found:
        for run in found:
            lines.append(run.model_dump_json(exclude_none=True).encode() + b"\n")
            size += len(lines[-1])
            if size > MAX_OUTPUT:
                raise LimitExceededError(f"{output}: more than {MAX_OUTPUT} bytes (MAX_OUTPUT); convert in parts")
    if not lines:
        raise InputError(f"{', '.join(map(str, runs[:3]))}: no run could be read; nothing was written")
    write_whole({output: b"".join(lines)})
    print_note(f"{len(lines)} runs")
    print_written([output])


@app.command("show", help=SHOW)
def show(
    runs: Runs,
    identity: Annotated[str | None, typer.Option("--id", metavar="ID", help="Show the one run of this id.")] = None,
    limit: Annotated[int, typer.Option(min=1, metavar="N", help="Runs shown.")] = 50,
    input_format: Input = None,
    format: Annotated[Format, typer.Option(help="What to print.")] = Format.TABLE,
) -> None:
    """Run the command."""
    from specharness.runs.reading import Defaults

    with reading(runs, input_format, Defaults()) as found:
        chosen, more = _chosen(found, identity, limit)
    if identity is not None and not chosen:
        raise InputError(f"no run has the id {identity!r}; `specharness runs show` without --id lists them")
    from specharness.runs.claims import claim_of

    claims = [claim_of(run.visible) for run in chosen]
    if format is Format.JSON:
        values = [
            {**run.model_dump(mode="json", exclude_none=True), "claim": claim._asdict()}
            for run, claim in zip(chosen, claims, strict=True)
        ]
        print(safe_json(json.dumps(values[0] if identity else values, indent=2, ensure_ascii=False)))
        return
    console = standard_output()
    if identity is not None:
        _print_whole(console, chosen[0], claims[0])
    else:
        _print_rows(console, chosen, claims)
        if more:
            print_note(f"the first {limit} runs; --limit shows more")


def _chosen(found: Iterator[Run], identity: str | None, limit: int) -> tuple[list[Run], bool]:
    chosen: list[Run] = []
    for run in found:
        if identity is not None:
            if run.id == identity:
                return [run], False
        elif len(chosen) == limit:
            return chosen, True
        else:
            chosen.append(run)
    return chosen, False


def _print_rows(console: Console, runs: list[Run], claims: list[Claim]) -> None:
    """A row a run; where the console is narrow, what belongs together shares a column."""
    from rich import box
    from rich.table import Table

    wide = console.width >= WIDE
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 0, 0, 1), expand=True)
    pairs = ("agent", "condition"), ("claim", "official")
    for name in ("id", *(pairs[0] if wide else [",\n".join(pairs[0])])):
        table.add_column(name, overflow="fold", max_width=MAX_NAME if wide else MAX_NAME_NARROW)
    table.add_column("calls", justify="right", no_wrap=True)
    for name in pairs[1] if wide else [",\n".join(pairs[1])]:
        table.add_column(name, no_wrap=True)
    table.add_column("last words", overflow="fold", ratio=1)
    for run, claim in zip(runs, claims, strict=True):
        passed = None if run.official is None else run.official.passed
        official = "-" if passed is None else "pass" if passed else "fail"
        words = one_line(run.final_message or "")
        cells = [
            [one_line(run.id)],
            [one_line(run.agent), one_line(run.condition)],
            [str(len(run.calls))],
            [claim.label.value, official],
            [words if len(words) <= MAX_CELL else f"{words[:MAX_CELL]}…"],
        ]
        table.add_row(*(chain.from_iterable(cells) if wide else map("\n".join, cells)))
    console.print(table)


def _print_whole(console: Console, run: Run, claim: Claim) -> None:
    from rich.text import Text

    from specharness.ir import Message

    def line(label: str, text: str) -> None:
        flat = one_line(text)
        shown = flat if len(flat) <= MAX_SHOWN else f"{flat[:MAX_SHOWN]}… ({len(flat) - MAX_SHOWN} more characters)"
        console.print(Text.assemble((f"{label} ", "dim"), shown))

    line("run", f"{run.id}: {run.agent} at {run.task}, condition {run.condition}, trial {run.trial}")
    for step in run.trace:
        if isinstance(step, Message):
            line(step.role.value, step.text)
        else:
            arguments = step.raw_arguments or json.dumps(step.arguments, ensure_ascii=False)
            line("call", f"{step.tool}({arguments}){' failed' if step.failed else ''} → {step.result or ''}")
    if run.ended:
        line("ended", run.ended)
    line("claim", f"{claim.label.value} (by {claim.by}: {claim.detail})")
    if run.official is not None:
        line("official", f"passed={run.official.passed} reward={run.official.reward} {run.official.error}")
    line("usage", run.usage.model_dump_json(exclude_none=True))
