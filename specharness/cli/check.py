"""`specharness check`: decide obligations over what an agent left behind."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from specharness import api
from specharness.cli.options import MAP_HELP, Force, Format, notes_on_maps, parse_limits, parse_maps
from specharness.cli.outputs import is_standard_output, print_written, refuse_overwriting, write_whole
from specharness.cli.terminal import print_note, progress_bar, safe_json, standard_output
from specharness.errors import UsageError
from specharness.ir import Verdict
from specharness.ir.schema import json_document

EXIT_CODES = {Verdict.PASS: 0, Verdict.FAIL: 1, Verdict.UNCERTAIN: 3}
"""2 is bad input or usage."""

HELP = """Decide obligations over the files that the agent left.

The agent's own claims count for nothing. A command that an obligation names is run inside a sandbox: without
network, over a copy of the workspace. Prints every obligation with its result, what was expected and observed,
and the sentence that demands it; then what is binding but decided by nothing here; the verdict comes last.

\b
Exit status:
  0  PASS       1  FAIL       3  UNCERTAIN       2  bad input or usage

\b
Examples:
  specharness check obligations.json --workspace after
  specharness check obligations.json --workspace after --before before
  specharness check obligations.json --workspace out --map /root=out/root
  specharness check obligations.json --workspace after -o cert.json
  specharness check obligations.json --workspace after --response reply.txt
  specharness check obligations.json --workspace after --toolchain .venv
  specharness check obligations.json --workspace after --no-run
  specharness check obligations.json --workspace after --limit rows=5000000
"""


def check(
    obligations: Annotated[
        Path, typer.Argument(metavar="OBLIGATIONS", help="File that `compile -o` wrote.", show_default=False)
    ],
    workspace: Annotated[
        Path, typer.Option(metavar="DIR", help="The agent's files after its work.", show_default=False)
    ],
    before: Annotated[Path | None, typer.Option(metavar="DIR", help="The same folder as it was handed over.")] = None,
    response: Annotated[Path | None, typer.Option(metavar="FILE", help="The agent's last message, as text.")] = None,
    trace: Annotated[Path | None, typer.Option(metavar="FILE", help="The agent's tool calls, as JSON Lines.")] = None,
    maps: Annotated[list[str] | None, typer.Option("--map", metavar="/root=DIR", help=MAP_HELP)] = None,
    run: Annotated[bool, typer.Option("--run/--no-run", help="Run the commands that obligations name.")] = True,
    toolchains: Annotated[
        list[Path] | None,
        typer.Option("--toolchain", metavar="DIR", help="Its bin has the programs for these commands: .venv, say."),
    ] = None,
    limits: Annotated[
        list[str] | None,
        typer.Option("--limit", metavar="NAME=NUMBER", help="Another bound of the looking, such as rows=5000000."),
    ] = None,
    timed: Annotated[bool, typer.Option("--timed", help="Record how long each observation took.")] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="CERT", help="Write the certificate (JSON).")
    ] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the page, with results.")] = None,
    force: Force = False,
    format: Annotated[Format, typer.Option(help="What to print.")] = Format.TABLE,
) -> None:
    """Run the command; raises typer.Exit with the verdict's exit status."""
    inputs = [path for path in (obligations, response, trace) if path is not None]
    refuse_overwriting([output, html], inputs, force=force)
    _refuse_one_state(workspace, before)
    mapped = parse_maps(maps or ())
    bounds = parse_limits(limits or ())
    with progress_bar("checking"):
        contract = api.load_obligations(obligations)
        certificate = api.check(
            contract,
            workspace=workspace,
            before=before,
            response=response,
            trace=trace,
            maps=mapped,
            run=run,
            toolchains=toolchains or (),
            limits=bounds,
            timed=timed,
        )
    for note in notes_on_maps(mapped, [workspace]):
        print_note(note)
    document = json_document(certificate)
    texts: dict[Path, str] = {}
    if output:
        texts[output] = document
    if html:
        from specharness.report import render

        texts[html] = render(contract, certificate)
    write_whole(texts)
    if any(map(is_standard_output, texts)):
        pass
    elif format is Format.JSON:
        print(safe_json(document), end="")
    else:
        from specharness.cli.tables import print_certificate

        print_certificate(standard_output(), contract, certificate)
    print_written(texts)
    _note_results_inside(workspace, [output, html])
    raise typer.Exit(EXIT_CODES[certificate.verdict])


def _refuse_one_state(workspace: Path, before: Path | None) -> None:
    """Raises UsageError where one folder is given as both states: nothing would ever have changed."""
    if before is not None and before.resolve() == workspace.resolve():
        raise UsageError(
            f"--workspace and --before are the same folder ({workspace}): nothing would ever have changed; give the "
            "state that was handed over, or leave --before out"
        )


def _note_results_inside(workspace: Path, outputs: Sequence[Path | None]) -> None:
    for output in outputs:
        if output is None or is_standard_output(output) or not output.resolve().is_relative_to(workspace.resolve()):
            continue
        print_note(f"note: {output} lies in the workspace, where the next check will see it as a change")
