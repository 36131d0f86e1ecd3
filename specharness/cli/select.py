"""`specharness select`: candidate compilers to the frozen one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from specharness.cli.options import Format
from specharness.cli.outputs import is_standard_output, print_written, refuse_overwriting, write_whole
from specharness.cli.terminal import one_line, print_note, progress_bar, safe_json, standard_output
from specharness.errors import InputError, NotFoundError, UsageError
from specharness.ir.schema import json_document

if TYPE_CHECKING:
    from specharness.compile.frozen import Frozen
    from specharness.measure.protocol import Protocol
    from specharness.measure.selection import Verdict

HELP = """Choose a compiler by a protocol that was fixed beforehand, and freeze it.

The selection file names the candidates (NAME.toml beside it), the criterion, the tie-break, the exclusion rules and
the split of the data. A candidate that learns is scored out of fold. The result names the chosen compiler by the
fingerprint of all its parts; `specharness compile --frozen` compiles with it or refuses.

\b
Examples:
  specharness select --dev annotations/dev --docs texts
  specharness select --dev labels --docs texts --format json
  specharness select --dev labels --docs texts --recorded remote=outputs
  specharness select --dev DEV --docs DOCS --selection study.toml -o my.toml

DEV holds one NAME.jsonl of labels a text, DOCS the texts (NAME), in the annotation guide's layout. What --also and
--partly name is trained on as in `make train`, but in no fold that measures a document of the same task; the floor
learns without it. --recorded takes a
folder that `specharness compile --corpus DOCS --out-dir FOLDER` wrote, here or elsewhere, or one of label files.

Exit status: 0 frozen, 2 bad input, or no candidate that the protocol admits.
"""


def select(
    dev: Annotated[Path, typer.Option(metavar="DEV", help="Labels, one JSON Lines file a text.", show_default=False)],
    docs: Annotated[Path, typer.Option(metavar="DOCS", help="The texts.", show_default=False)],
    selection: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The protocol; by default the one of the folder of compilers.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Where to freeze; by default frozen.toml beside the protocol."
        ),
    ] = None,
    recorded: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=DIR", help="Score this candidate from recorded results. Repeatable."),
    ] = None,
    also: Annotated[
        list[str] | None,
        typer.Option(metavar="DEV=DOCS", help="Labels and texts that are trained on, never measured on. Repeatable."),
    ] = None,
    partly: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE=TEXTS", help="Labelled stretches and texts, likewise. Repeatable."),
    ] = None,
    format: Annotated[Format, typer.Option(help="What to print.")] = Format.TABLE,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a result that was selected under another protocol.")
    ] = False,
) -> None:
    """Run the command."""
    from specharness.compile.candidates import FROZEN_FILE, SELECTION_FILE, compilers_folder, find_candidate
    from specharness.labels.scored import read_predictions
    from specharness.measure.apart import refuse_measured
    from specharness.measure.candidate_scores import documents, score, score_floor
    from specharness.measure.compilers import load_beside, load_examples
    from specharness.measure.protocol import read_protocol
    from specharness.measure.selection import choose, freeze

    file = selection or compilers_folder() / SELECTION_FILE
    read = read_protocol(file)
    protocol = read.protocol
    entries = [find_candidate(name, file.parent) for name in protocol.candidates]
    target = output or file.parent / FROZEN_FILE
    refuse_overwriting([target], [file, *(file.parent / f"{name}.toml" for name in protocol.candidates)])
    for folder, what in ((dev, "labels"), (docs, "texts"), (target.parent, "result")):
        if not folder.is_dir():
            raise NotFoundError(f"{what}: no such folder: {folder}")
    earlier = _earlier(target, read.sha256, force)
    folders = _recordings(recorded or (), protocol.candidates)
    with progress_bar("selecting") as progress:
        examples = documents(load_examples(dev, docs), protocol.split)
        beside = load_beside(_pairs("--also", also or ()), _pairs("--partly", partly or ()))
        refuse_measured(examples, beside)
        recordings = {name: read_predictions(folder).of for name, folder in folders.items()}
        scored = [
            score(entry, examples, protocol.split, progress, recordings.get(entry.candidate.name), beside)
            for entry in entries
        ]
        floor = None
        if protocol.floor is not None:
            floor = score_floor(protocol.floor, examples, protocol.split, progress)
        verdict = choose(protocol, scored, floor)
        frozen = freeze(read, verdict, entries, examples, progress, beside)
    if frozen is None:
        if format is Format.TABLE:
            _print(verdict, protocol, None)
        why = "; ".join(f"{one.candidate}: {one.excluded}" for one in verdict.standings)
        raise InputError(f"the protocol admits no candidate, and nothing was frozen: {why}")
    write_whole({target: frozen.text})
    if not is_standard_output(target):
        if format is Format.JSON:
            print(safe_json(json_document(frozen)), end="")
        else:
            _print(verdict, protocol, frozen)
    for note in _notes(frozen, earlier, dev):
        print_note(note)
    print_written([target])


def _pairs(option: str, values: Iterable[str]) -> list[tuple[Path, Path]]:
    pairs = []
    for value in values:
        labels, _, texts = value.partition("=")
        if not labels or not texts:
            raise UsageError(f"{option} takes labels and their texts, with = between; got {value!r}")
        pairs.append((Path(labels), Path(texts)))
    return pairs


def _recordings(values: Iterable[str], candidates: Sequence[str]) -> dict[str, Path]:
    folders: dict[str, Path] = {}
    for value in values:
        name, separator, folder = value.partition("=")
        if not separator or not folder:
            raise UsageError(f"--recorded takes NAME=DIR, a candidate and its outputs; got {value!r}")
        if name not in candidates:
            raise UsageError(f"--recorded {name}: no such candidate in the protocol; there: {', '.join(candidates)}")
        if name in folders:
            raise UsageError(f"--recorded {name} is given twice; keep one of {folders[name]} and {folder}")
        folders[name] = Path(folder)
    return folders


def _earlier(target: Path, protocol: str, force: bool) -> Frozen | None:
    """What `target` froze before. Raises UsageError where it would be lost without having been asked for."""
    from specharness.compile.frozen import read_frozen

    if is_standard_output(target) or not target.is_file():
        return None
    try:
        earlier = read_frozen(target)
    except InputError as error:
        if force:
            return None
        raise UsageError(f"{target} is there and is not a frozen compiler: {error}; --force replaces it") from error
    if earlier.choice.protocol != protocol and not force:
        raise UsageError(
            f"{target} was selected under another protocol ({earlier.choice.protocol[:12]}, now {protocol[:12]}): "
            "a protocol is fixed before scores are looked at; --force replaces the result, -o keeps both"
        )
    return earlier


def _notes(frozen: Frozen, earlier: Frozen | None, dev: Path) -> Iterator[str]:
    from specharness.compile.fingerprint import drift

    if frozen.choice.weights_follow is False:
        yield (
            f"note: training on {dev} does not give the weights that are frozen, so that the figures are those of the "
            "method and not of these weights; `make train` trains them"
        )
    if earlier is None:
        return
    if earlier.candidate != frozen.candidate:
        yield f"note: candidate {earlier.candidate} was frozen before"
    parts = ", ".join(one.part for one in drift(earlier.parts, frozen.parts))
    yield f"note: against the earlier result: {f'other {parts}' if parts else 'the same fingerprint'}"


def _print(verdict: Verdict, protocol: Protocol, frozen: Frozen | None) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    console = standard_output()
    names = list(dict.fromkeys([protocol.criterion, *protocol.tie_break, *(rule.figure for rule in protocol.exclude)]))
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 0, 0, 1))
    for heading in ("candidate", "scored"):
        table.add_column(heading, overflow="fold")
    for name in names:
        table.add_column(name.replace("_", " "), justify="right", overflow="fold", min_width=len("0.000"))
        if name == protocol.criterion:
            table.add_column("95 %", no_wrap=True)
    rows = [*verdict.standings, *([verdict.floor] if verdict.floor else [])]
    for one in rows:
        chosen = one.candidate == verdict.chosen
        cells = [f"{one.figures[name]:.3f}" if name in one.figures else "–" for name in names]
        cells.insert(1, "–" if one.interval is None else f"{one.interval[0]:.3f}–{one.interval[1]:.3f}")
        name = f"({one.candidate})" if one is verdict.floor else one.candidate
        table.add_row(name, one.scored, *cells, style="bold" if chosen else None)
    console.print(table)
    console.print()
    for one in rows:
        if one.excluded:
            console.print(Text(one_line(f"{one.candidate} is excluded: {one.excluded}")))
        elif one.lead is not None:
            ends = f"95 % {one.lead.low:.3f} to {one.lead.high:.3f}"
            p = "p < 0.001" if one.lead.p < 0.001 else f"p = {one.lead.p:.3f}"
            console.print(f"{one.candidate} is behind by {one.lead.value:.3f} ({ends}, {p})")
    if frozen is not None:
        choice = frozen.choice
        console.print(f"{frozen.candidate} is chosen by {choice.decided_by}, over {choice.documents} documents")
        console.print(
            f"protocol {choice.protocol[:12]}, data {choice.data[:12]}, fingerprint {frozen.fingerprint[:12]}"
        )
