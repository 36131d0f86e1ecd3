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
  specharness compile PATH -o FILE         what binds the agent, by sentence
  specharness check FILE --workspace DIR   what it left behind, decided
  specharness COMMAND --help               everything else, with examples
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


app.command(
    "compile",
    help=compile.HELP,
    short_help="What an agent was told, as source-linked obligations.",
    cls=compile.CompileCommand,
)(compile.compile)
app.command("check", help=check.HELP, short_help="Obligations decided over the files that the agent left.")(check.check)
app.command("select", help=select.HELP, short_help="A compiler chosen by a fixed protocol, and frozen.")(select.select)
app.command("score", help=score.HELP, short_help="A compiler's directions against labels, with intervals.")(score.score)
app.command("annotate", help=annotate.HELP, short_help="Labels reviewed in the browser.")(annotate.annotate)
app.command("snapshot", help=snapshot.HELP, short_help="The state of a folder or a SQLite database, in a file.")(
    snapshot.snapshot
)
app.command("diff", help=diff.HELP, short_help="What changed between two states, and what was not allowed.")(diff.diff)
app.command("experiment", help=experiment.HELP, short_help="Agents at tasks under conditions, every run kept.")(
    experiment.experiment
)
app.command("gaps", help=gaps.HELP, short_help="How far what agents claim exceeds what holds.")(gaps.gaps)
app.add_typer(runs.app, name="runs", help=runs.HELP, short_help="Agents' logs: converted to one format, or shown.")
app.command("validators", help=validators.HELP, short_help="What decides obligations, and what it has shown.")(
    validators.validators
)
app.command("qualify", help=qualify.HELP, short_help="Validators show what they pass and what they block.")(
    qualify.qualify
)
app.command("schema", help=schema.HELP, short_help="The JSON Schemas of the written documents.")(schema.schema)
app.add_typer(cache.app, name="cache", help=cache.HELP, short_help="Answers of language models that are kept.")
app.add_typer(
    labels.app, name="annotations", help=labels.HELP, short_help="Hand-made labels: checked, compared, settled."
)
