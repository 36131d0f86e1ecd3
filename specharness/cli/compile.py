"""`specharness compile`: specifications to obligations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from specharness import api
from specharness.cli.batch import DONE, Fate, Job, Outcome, engine_of, run, usable_processors
from specharness.cli.corpus import CorpusInputs, corpus_inputs, named_inputs
from specharness.cli.costs import account_text, refuse_silence, together, unanswered, usage_row, used, without_answer
from specharness.cli.options import MAP_HELP, Format, Spread, notes_on_maps, parse_maps
from specharness.cli.outputs import is_standard_output, print_written, refuse_overwriting, write_whole
from specharness.cli.terminal import (
    listed,
    print_error,
    print_note,
    progress_bar,
    safe_json,
    standard_output,
)
from specharness.compile.many import concurrency_of, use_of
from specharness.errors import UsageError
from specharness.ir.annotation import directions_jsonl
from specharness.ir.schema import json_document
from specharness.ir.source import SourceKind

if TYPE_CHECKING:
    from specharness.compile.engine import Engine
    from specharness.sources import SourceRequest

HELP = """Compile what an agent was told into source-linked obligations.

PATH is a task folder (instruction.md, environment/, skills), a repository folder (AGENTS.md, CLAUDE.md and their
kin), one Markdown or text file, a GuideBench JSON file (with --task N), or - for standard input. Tests, solutions
and reference answers are never read; they are listed as held out.

\b
Examples:
  specharness compile tasks/invoice
  specharness compile tasks/invoice -o obligations.json --html page.html
  specharness compile prompt.md --guideline AGENTS.md --map /root=workspace
  echo 'Write `out.json`.' | specharness compile -
  specharness compile price_tasks.json --task 7 --format json
  specharness compile --corpus specs --out-dir results --directions --jobs 4
  specharness compile tasks/invoice --frozen -o obligations.json
  specharness compile tasks/invoice --compiler gpt-5.6-sol -o obligations.json
  specharness compile --corpus specs --out-dir out --compiler NAME --resume

Several PATHs, or --corpus, go with --out-dir: OUT/<path>.json each, and OUT/<path>.jsonl with --directions. Results
that are there already, for the same text and compiler, are kept; --force compiles them again.

--frozen compiles with the compiler that `specharness select` froze and writes its fingerprint into the result; if any
part of it has changed since, nothing is compiled and the parts are named. A FILE of its own must end in .toml.

--compiler takes any candidate that the folder of compilers describes, language models among them; a model's key is
read from the environment variable that the candidate names. docs/llm-compilers.md.

Every answer of a model is kept before it is used (`specharness cache`), so that the same command goes on where it was
interrupted, even by a kill, and an edited specification is asked about only where it changed. --resume says that this
is what is meant; --no-cache does without.
"""


MAX_JOBS = 1024


class CompileCommand(TyperCommand):
    """Lets two options go without their file: `--directions` beside `--out-dir`, which names the files, and `--frozen`
    where the frozen compiler of the folder of compilers is meant."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        options = args[: args.index("--")] if "--" in args else args
        args = [*_with_frozen_file(options), *args[len(options) :]]
        options = args[: args.index("--")] if "--" in args else args
        if any(option == "--out-dir" or option.startswith("--out-dir=") for option in options):
            switched = ["--with-directions" if option == "--directions" else option for option in options]
            args = switched + args[len(options) :]
        return super().parse_args(ctx, args)


def _with_frozen_file(options: Sequence[str]) -> list[str]:
    """The options with `--frozen FILE.toml` as one word, and the default file where none follows."""
    from specharness.compile.frozen import default_frozen

    words: list[str] = []
    for option in options:
        if words and words[-1] == "--frozen":
            words[-1] = f"--frozen={option if option.endswith('.toml') else default_frozen()}"
            if option.endswith(".toml"):
                continue
        words.append(option)
    if words and words[-1] == "--frozen":
        words[-1] = f"--frozen={default_frozen()}"
    return words


def compile(
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="PATH", help="What to compile.", show_default=False)
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the obligations (JSON).")
    ] = None,
    directions: Annotated[
        Path | None,
        typer.Option(metavar="[FILE]", help="Write the directions (JSON Lines). With --out-dir it takes no FILE."),
    ] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the page.")] = None,
    format: Annotated[Format, typer.Option(help="What to print.")] = Format.TABLE,
    kind: Annotated[SourceKind | None, typer.Option(help="Kind of a single file, whatever its name says.")] = None,
    task: Annotated[int | None, typer.Option(metavar="N", help="Which task of a GuideBench file, from 0.")] = None,
    prompt: Annotated[list[str] | None, typer.Option(metavar="FILE", help="A further prompt. Repeatable.")] = None,
    guideline: Annotated[
        list[str] | None, typer.Option(metavar="FILE", help="A further guideline. Repeatable.")
    ] = None,
    skill: Annotated[list[str] | None, typer.Option(metavar="FILE", help="A further skill. Repeatable.")] = None,
    workspace: Annotated[
        list[str] | None,
        typer.Option(metavar="DIR", help="Files the agent sees: they ground, never oblige. Repeatable."),
    ] = None,
    maps: Annotated[list[str] | None, typer.Option("--map", metavar="/root=DIR", help=MAP_HELP)] = None,
    corpus: Annotated[Path | None, typer.Option(metavar="DIR", help="Every specification file under a folder.")] = None,
    out_dir: Annotated[Path | None, typer.Option(metavar="OUT", help="Folder for the results of many.")] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, max=MAX_JOBS, metavar="N", help="Processes; one a processor by default.")
    ] = None,
    engine_name: Annotated[
        Spread, typer.Option("--engine", help="What the inputs of --out-dir are spread over.")
    ] = Spread.PROCESSES,
    force: Annotated[
        bool, typer.Option("--force", help="Replace files that are there, also those that are up to date.")
    ] = False,
    usage: Annotated[
        bool, typer.Option("--usage", help="Write what it took: OUT/usage.jsonl, or FILE.usage.json by unit.")
    ] = False,
    frozen: Annotated[
        Path | None,
        typer.Option(
            metavar="[FILE.toml]", help="Compile with the frozen compiler, or not at all if it is no longer the same."
        ),
    ] = None,
    compiler: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE.toml", help="Compile with this candidate of the folder of compilers, or of a file."
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on where a run was interrupted; refuses what would begin anew.")
    ] = False,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Ask a model for everything, and keep none of its answers.")
    ] = False,
    with_directions: Annotated[bool, typer.Option("--with-directions", hidden=True)] = False,
) -> None:
    """Run the command; raises typer.Exit(2) where some of many inputs failed, or a model answered nothing usable."""
    given = paths or []
    mapped = parse_maps(maps or ())
    for note in notes_on_maps(mapped, [Path(folder) for folder in workspace or ()]):
        print_note(note)
    request = partial(
        api.request_for,
        kind=kind,
        prompts=prompt or (),
        guidelines=guideline or (),
        skills=skill or (),
        workspaces=workspace or (),
        maps=mapped,
        task=task,
    )
    if frozen is not None and compiler is not None:
        raise UsageError("--frozen says which compiler it is; it doesn't go with --compiler")
    if resume and (force or no_cache):
        raise UsageError("--resume goes on with what is there; it doesn't go with --force or --no-cache")
    named = compiler is not None or frozen is not None
    answers = _answers() if named and not no_cache else None
    engine = engine_of(frozen, compiler, answers) if named else None
    _note_idle(engine, resume and out_dir is None, no_cache)
    further = [*(prompt or ()), *(guideline or ()), *(skill or ()), *([str(frozen)] if frozen else ())]
    if out_dir is None:
        if usage and output is None:
            raise UsageError("--usage goes with -o FILE, beside which it writes FILE.usage.json, or with --out-dir OUT")
        _one(request(_single(given, corpus)), engine, further, output, directions, html, format, usage, force)
        return
    for name, value in {"-o": output, "--html": html}.items():
        if value is not None:
            raise UsageError(f"{name} names one file and doesn't go with --out-dir, which holds one result an input")
    found = corpus_inputs(corpus) if corpus else CorpusInputs((), (), ())
    inputs = (*named_inputs(given), *found.inputs)
    batch = [
        Job(request(path), name, out_dir, with_directions, force, frozen, compiler, answers) for path, name in inputs
    ]
    refused = [Outcome(name, Fate.FAILED, reason) for name, reason in found.refused]
    _many(batch, jobs, refused, found.held_out, out_dir if usage else None, engine_name)


def _note_idle(engine: Engine | None, resume: bool, no_cache: bool) -> None:
    """Say of options about a model's answers that they do nothing where no model is asked."""
    if (resume or no_cache) and (engine is None or not concurrency_of(engine)):
        print_note(f"{'--no-cache' if no_cache else '--resume'} does nothing here: this compiler asks no model")


def _answers() -> Path:
    from specharness.compile.llm.cache import default_path

    return default_path()


def _single(paths: list[str], corpus: Path | None) -> str:
    if corpus is not None or len(paths) > 1:
        raise UsageError("several specifications go with --out-dir OUT, one result an input")
    if not paths:
        raise UsageError("nothing to compile: give a PATH, or --corpus DIR with --out-dir OUT; see --help")
    return paths[0]


def _one(
    request: SourceRequest,
    engine: Engine | None,
    further: list[str],
    output: Path | None,
    directions: Path | None,
    html: Path | None,
    format: Format,
    usage: bool,
    force: bool,
) -> None:
    from specharness.sources import load

    account = Path(f"{output}.usage.json") if usage else None
    refuse_overwriting([output, directions, html, account], [request.path, *further], force=force)
    start = perf_counter()
    with progress_bar("compiling") as progress:
        obligations = api.compile_specification(load(request), engine=engine, progress=progress)
    taken = perf_counter() - start
    use = use_of(engine, [source.id for source in obligations.sources]) if engine is not None else None
    refuse_silence(obligations, use and use[0])
    texts: dict[Path, str] = {}
    if output:
        texts[output] = json_document(obligations)
    if directions:
        texts[directions] = directions_jsonl(obligations)
    if html:
        from specharness.report import render

        texts[html] = render(obligations)
    if account is not None:
        texts[account] = account_text(taken, use)
    write_whole(texts)
    if use is not None:
        print_note(used(use[0]))
    without = without_answer(obligations, use and use[0])
    silent = unanswered(obligations)
    if without:
        print_error(without)
    elif silent:
        print_note(silent)
    if any(map(is_standard_output, texts)):
        pass
    elif format is Format.JSON:
        print(safe_json(json_document(obligations)), end="")
    else:
        from specharness.cli.tables import print_obligations

        print_obligations(standard_output(), obligations)
    print_written(texts)
    if without:
        raise typer.Exit(2)


def _many(
    batch: Sequence[Job],
    jobs: int | None,
    refused: Sequence[Outcome],
    held_out: Sequence[str],
    usage_of: Path | None,
    spread: Spread,
) -> None:
    with progress_bar("compiling") as progress:
        if spread is Spread.RAY and batch:
            from specharness.cli.batch_ray import run as run_on_ray

            outcomes = [*refused, *run_on_ray(batch, jobs or usable_processors(), progress)]
        else:
            outcomes = [*refused, *(run(batch, jobs, progress) if batch or not refused else ())]
    _tell_failures(outcomes)
    if held_out:
        print_note(f"held out, never read: {listed(held_out)}")
    if usage_of is not None:
        _write_usage(usage_of, outcomes)
    uses = [outcome.use for outcome in outcomes if outcome.use is not None]
    if uses:
        print_note(used(together(uses)))
    counts = Counter(outcome.fate for outcome in outcomes)
    print_note(", ".join(f"{counts[fate]} {fate.value}" for fate in Fate if counts[fate]))
    if counts.keys() - DONE:
        raise typer.Exit(2)


def _tell_failures(outcomes: Sequence[Outcome]) -> None:
    """A line for each; a cause that many share is told with the first of them, one that stopped the run once."""
    told: Counter[str] = Counter()
    for outcome in outcomes:
        told[outcome.shared] += 1
        if outcome.message and (not outcome.shared or told[outcome.shared] == 1):
            print_error(outcome.message if outcome.stopped else f"{outcome.name}: {outcome.message}")
    stops = {outcome.shared for outcome in outcomes if outcome.stopped}
    for shared, count in told.items():
        if shared and count > 1 and shared not in stops:
            print_error(f"{count - 1} more: {shared}")


def _write_usage(folder: Path, outcomes: Sequence[Outcome]) -> None:
    """What each compiled input took; of a kept one the earlier row stays; where all failed, so does the file."""
    from specharness.measure.usage import USAGE_FILE, read_usage, usage_jsonl

    if all(outcome.fate in (Fate.FAILED, Fate.UNANSWERED, Fate.UNTRIED) for outcome in outcomes):
        return
    known = read_usage(folder)
    for outcome in outcomes:
        if outcome.seconds is not None:
            known[outcome.name] = usage_row(outcome.name, outcome.seconds, outcome.use)
    write_whole({folder / USAGE_FILE: usage_jsonl(known[name] for name in sorted(known))})
