"""The commands, gathered. Imported only once a command is certain to run."""

from __future__ import annotations

from typing import Annotated

import typer

from specharness import __version__
from specharness.cli import (
    annotate,
    cache,
    check,
    compile,
    diff,
    experiment,
    gaps,
    labels,
    qualify,
    runs,
    schema,
    score,
    select,
    snapshot,
    validators,
)

HELP = """What an agent was told, as obligations that something other than the agent decides.

\b
  specharness compile PATH -o FILE         what binds the agent, with its sentences
  specharness check FILE --workspace DIR   what it left behind, decided
  specharness select --dev DEV --docs DOCS the compiler for it, chosen by a fixed protocol
  specharness score GOLD PRED              a compiler against labels, with intervals
  specharness annotations COMMAND          hand-made labels: checked, compared, settled
  specharness annotate PATH                labels reviewed in the browser
  specharness snapshot PATH -o FILE        the state of a folder or a database, to compare
  specharness diff BEFORE AFTER            what changed, and what of it was not allowed
  specharness experiment PLAN -o DIR       agents at tasks under conditions, every run kept
  specharness runs COMMAND                 agents' logs: converted to one format, shown
  specharness gaps RUNS...                 how far claims exceed what officially passes
  specharness validators [NAME]            what decides, and what it has shown
  specharness qualify [NAME…]              validators show what they pass and block
  specharness cache COMMAND                answers of models that are kept
  specharness schema                       the JSON Schemas of what is written
"""

app = typer.Typer(
    help=HELP,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: examples keep their lines, and rich is not loaded for it
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"specharness {__version__}")
        raise typer.Exit


@app.callback()
def specharness(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Options before the command."""


app.command("compile", help=compile.HELP, cls=compile.CompileCommand)(compile.compile)
app.command("check", help=check.HELP)(check.check)
app.command("select", help=select.HELP)(select.select)
app.command("score", help=score.HELP)(score.score)
app.command("annotate", help=annotate.HELP)(annotate.annotate)
app.command("snapshot", help=snapshot.HELP)(snapshot.snapshot)
app.command("diff", help=diff.HELP)(diff.diff)
app.command("experiment", help=experiment.HELP)(experiment.experiment)
app.command("gaps", help=gaps.HELP)(gaps.gaps)
app.add_typer(runs.app, name="runs", help=runs.HELP)
app.command("validators", help=validators.HELP)(validators.validators)
app.command("qualify", help=qualify.HELP)(qualify.qualify)
app.command("schema", help=schema.HELP)(schema.schema)
app.add_typer(cache.app, name="cache", help=cache.HELP)
app.add_typer(labels.app, name="annotations", help=labels.HELP)
