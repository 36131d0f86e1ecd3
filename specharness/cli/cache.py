"""`specharness cache`: the answers of models that are kept."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Annotated

import typer

from specharness.cli.options import Format
from specharness.cli.terminal import print_note, safe_json, standard_output
from specharness.errors import NotFoundError, UsageError

SECONDS_A_DAY = 86_400

HELP = """The answers of language models that are kept, so that nothing is paid for twice.

`specharness compile --compiler` keeps every answer before it uses it, in a file of the user's cache folder, or in the
one that SPECHARNESS_CACHE names. Nothing in it is secret but the texts that were compiled. A fingerprint here is that
of how a model was asked (model, revision, sampling, prompt, answer schema), not that of a compiler: what is done with
an answer may change without it being asked for again.

\b
Examples:
  specharness cache stats
  specharness cache stats --format json
  specharness cache prune --older-than 30
  specharness cache prune --fingerprint 74f16d42
  specharness cache prune --all
"""

app = typer.Typer(help=HELP, no_args_is_help=True, add_completion=False)
FileOption = Annotated[Path | None, typer.Option("--file", metavar="FILE", help="Another file of answers.")]


@app.command()
def stats(
    file: FileOption = None, format: Annotated[Format, typer.Option(help="What to print.")] = Format.TABLE
) -> None:
    """How many answers are kept, and what they took."""
    from specharness.compile.llm.cache import Answers, Stats, default_path

    _refuse_missing(file)
    path = file or default_path()
    empty = {"path": str(path), "answers": 0, "bytes": 0, "fingerprints": {}, "oldest": None, "newest": None}
    found = (
        Answers(path).stats()
        if path.exists()
        else Stats.model_validate({**empty, "input_tokens": 0, "output_tokens": 0})
    )
    if format is Format.JSON:
        print(safe_json(found.model_dump_json(indent=2)))
        return
    out = standard_output()
    out.print(f"{found.answers:,} answers in {found.path} ({found.bytes / 2**20:.1f} MiB)")
    out.print(f"they took {found.input_tokens:,} tokens in and {found.output_tokens:,} out")
    if found.oldest is not None and found.newest is not None:
        out.print(f"from {found.oldest:%Y-%m-%d} to {found.newest:%Y-%m-%d}")
    for fingerprint, count in found.fingerprints.items():
        out.print(f"  {fingerprint[:12]}  {count:,}")


@app.command()
def prune(
    file: FileOption = None,
    older_than: Annotated[float | None, typer.Option(min=0, metavar="DAYS", help="Answers older than this.")] = None,
    fingerprint: Annotated[
        str | None, typer.Option(metavar="DIGITS", help="Answers to the asking whose fingerprint begins so.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="All answers.")] = False,
    format: Annotated[Format, typer.Option(help="What to print.")] = Format.TABLE,
) -> None:
    """Forget answers; they are asked for again when they are needed."""
    from specharness.compile.llm.cache import Answers, default_path

    if everything == (older_than is not None or bool(fingerprint)):
        raise UsageError("say what to forget: --older-than DAYS, --fingerprint DIGITS, or --all")
    if fingerprint and re.fullmatch("[0-9a-f]{1,64}", fingerprint.lower()) is None:
        raise UsageError(
            f"--fingerprint takes the first of 64 hexadecimal digits, as `specharness cache stats` shows them; "
            f"got {fingerprint[:80]!r}"
        )
    _refuse_missing(file)
    path = file or default_path()
    before = None if older_than is None else time.time() - older_than * SECONDS_A_DAY
    gone = Answers(path).prune(before=before, fingerprint=(fingerprint or "").lower() or None) if path.exists() else 0
    if format is Format.JSON:
        print(safe_json(f'{{"forgotten": {gone}}}'))
    else:
        print_note(f"{gone:,} answers forgotten")


def _refuse_missing(file: Path | None) -> None:
    if file is not None and not file.exists():
        raise NotFoundError(f"{file}: no such file of answers")
