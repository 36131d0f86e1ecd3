"""`specharness annotations`: hand-made labels checked, compared and settled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from specharness.cli.options import Force, Format
from specharness.cli.outputs import print_written, refuse_overwriting, write_whole
from specharness.cli.terminal import listed, one_line, print_note, progress_bar, safe_json, standard_output
from specharness.errors import InputError, UsageError

if TYPE_CHECKING:
    from specharness.labels.adjudicate import Case
    from specharness.labels.choices import Lost

FINDINGS = 2
"""Exit status of `lint` with findings: the labels are bad input to whatever reads them."""

HELP = """Check, compare and settle hand-made labels.

\b
  specharness annotations lint PATH...     what is wrong with label files
  specharness annotations agree A B        how far two annotators agree
  specharness annotations adjudicate A B   their differences, side by side
  specharness annotations apply FILE       the gold labels, once all is chosen

Labels are JSON Lines, one file a document, as docs/annotations.md describes them.
"""

LINT_HELP = """Check label files against their texts and the guide.

PATH is a label file or a folder of them. Every finding names file, line, a rule and what to do. Without --docs only
the format is checked.

\b
Exit status:
  0  clean       2  findings, bad input or usage

\b
Examples:
  specharness annotations lint annotations/own --docs annotations/tasks
  specharness annotations lint prompt.md.jsonl --docs texts --format json
  specharness annotations lint labels --docs texts --ignore second_key
  specharness annotations lint --rules
"""

AGREE_HELP = """Measure how far two annotators agree.

A and B are two label files or two folders of the same layout; documents that both have labelled count. Cohen's
kappa is over characters; the F1 of directions and of hard ones is over matched pairs; the family is compared on
matched hard pairs. All four are the same whichever of the two comes first.

\b
Examples:
  specharness annotations agree first second --docs texts
  specharness annotations agree first second --docs texts --format json
"""

ADJUDICATE_HELP = """List what two annotators disagree on, to be settled.

Writes FILE (JSON Lines): what both agree on is taken over; every difference has both labels side by side, their
words, and the settled case of the guide that is likely to decide. Write "a", "b" or "own" as its choice (with own,
the label there), then run `apply`. A second run keeps what was written, whichever annotator comes first, and documents
that it doesn't compare. Where a label or a text has changed, so that something would be lost, FILE stays as it is.

\b
Examples:
  specharness annotations adjudicate A B --docs texts -o settle.jsonl
  specharness annotations adjudicate A B --docs texts -o settle.jsonl --backup
  specharness annotations apply settle.jsonl -o gold
"""

APPLY_HELP = """Write the gold labels of a finished adjudication.

One file a document, DIR/NAME.jsonl, all of them or none. Nothing is written while a difference is open or a label has
a fault that `lint` finds in its format or beyond the end of the text.

\b
Examples:
  specharness annotations apply settle.jsonl -o gold
"""

app = typer.Typer(help=HELP, add_completion=False, rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def overview(context: typer.Context) -> None:
    """The help, where no command is named."""
    if context.invoked_subcommand is None:
        print(context.get_help())


Docs = Annotated[Path, typer.Option(metavar="DIR", help="Folder of the labelled texts.", show_default=False)]


@app.command("lint", help=LINT_HELP)
def lint(
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="PATH", help="Label files or folders.", show_default=False)
    ] = None,
    docs: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder of the labelled texts.")] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(metavar="RULE", help="A rule to leave out. Repeatable.", show_default=False)
    ] = None,
    rules: Annotated[bool, typer.Option("--rules", help="List the rules and exit.")] = False,
    format: Annotated[Format, typer.Option(help="What to print.")] = Format.TABLE,
) -> None:
    """Run the command; raises typer.Exit with FINDINGS where there is one."""
    from specharness.cli.label_tables import lint_json, print_findings, print_rules
    from specharness.labels.documents import label_files
    from specharness.labels.lint import lint as linted
    from specharness.labels.rules import RULES

    if rules:
        print_rules(standard_output(), format)
        return
    if not paths:
        raise UsageError("nothing to lint; give a label file or a folder; see specharness annotations lint --help")
    unknown = sorted(set(ignore or ()) - RULES.keys())
    if unknown:
        raise UsageError(f"no rule is called {', '.join(unknown)}; see specharness annotations lint --rules")
    _refuse_missing(docs)
    results = []
    files = label_files(paths)
    with progress_bar("linting") as advance:
        for done, file in enumerate(files):
            advance(file.name or file.path.name, done, len(files))
            result = linted(file, docs)
            results.append(result._replace(findings=tuple(f for f in result.findings if f.rule not in (ignore or ()))))
    if format is Format.JSON:
        print(safe_json(lint_json(results)))
    else:
        print_findings(standard_output(), results)
    if docs is None:
        print_note("note: only the format was checked; --docs DIR names the texts")
    if any(result.findings for result in results):
        raise typer.Exit(FINDINGS)


A = Annotated[Path, typer.Argument(metavar="A", help="One annotator's labels: a file or a folder.", show_default=False)]
B = Annotated[Path, typer.Argument(metavar="B", help="The other's.", show_default=False)]


@app.command("agree", help=AGREE_HELP)
def agree(
    a: A, b: B, docs: Docs, format: Annotated[Format, typer.Option(help="What to print.")] = Format.TABLE
) -> None:
    """Run the command."""
    from specharness.cli.label_tables import agreement_json, print_agreement
    from specharness.labels.agree import agreement

    _refuse_missing(docs)
    with progress_bar("comparing") as advance:
        result = agreement(a, b, docs, advance)
    if format is Format.JSON:
        print(safe_json(agreement_json(result)))
    else:
        print_agreement(standard_output(), result)
    _note_missing("B", result.only_a)
    _note_missing("A", result.only_b)


@app.command("adjudicate", help=ADJUDICATE_HELP)
def adjudicate(
    a: A,
    b: B,
    docs: Docs,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="The file to finish.", show_default=False)
    ],
    backup: Annotated[
        bool, typer.Option("--backup", help="Keep the old FILE as FILE.bak, and go on where something is lost.")
    ] = False,
    format: Annotated[Format, typer.Option(help="What to print.")] = Format.TABLE,
) -> None:
    """Run the command."""
    from specharness.cli.label_tables import adjudication_json, print_adjudication
    from specharness.labels.adjudicate import compare, document, read
    from specharness.labels.agree import sides
    from specharness.labels.choices import carry

    _refuse_missing(docs)
    refuse_overwriting([output], [a, b])
    if any(side.is_dir() and output.resolve().is_relative_to(side.resolve()) for side in (a, b)):
        raise UsageError(f"{output} is inside of a folder of labels; give the file another place")
    earlier = read(output) if output.is_file() else {}
    kept_as = output.with_name(f"{output.name}.bak")
    if backup and output.is_file() and kept_as.exists():
        raise UsageError(f"{kept_as} is there already; move it away, or give another -o")
    found = sides(a, b)
    cases: list[Case] = []
    with progress_bar("pairing") as advance:
        for done, (one, other) in enumerate(found.both):
            advance(one.document, done, len(found.both))
            cases.append(compare(one, other, docs))
    carried = carry(cases, earlier)
    if carried.lost and not backup:
        raise UsageError(_would_lose(output, carried.lost))
    texts: dict[Path, str | bytes] = {output: document(carried.cases)}
    if backup and output.is_file():
        texts = {kept_as: output.read_bytes(), **texts}
    write_whole(texts)
    if format is Format.JSON:
        print(safe_json(adjudication_json(carried.cases)))
    else:
        print_adjudication(standard_output(), carried.cases)
    print_written(texts)
    if carried.kept or carried.lost:
        print_note(f"kept {carried.kept} of {carried.kept + len(carried.lost)} choices")
    if carried.elsewhere:
        print_note(f"note: not in this run, kept as they were: {listed(carried.elsewhere)}")
    _note_missing("B", found.only_a)
    _note_missing("A", found.only_b)


@app.command("apply", help=APPLY_HELP)
def apply(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `adjudicate` wrote.", show_default=False)],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="Folder of the gold labels.", show_default=False)
    ],
    force: Force = False,
) -> None:
    """Run the command."""
    from specharness.labels.adjudicate import read
    from specharness.labels.gold import gold
    from specharness.labels.writing import label_path

    if not file.is_file():
        raise InputError(f"{file}: expected a file that `specharness annotations adjudicate` wrote, found none")
    texts: dict[Path, str] = {}
    for name, case in read(file).items():
        _refuse_leaving(name)
        path = label_path(output, name)
        if path in texts:
            raise InputError(f"{file}: two documents would both be written to {path}, one is called {name}; keep one")
        texts[path] = gold(file, case)
    if not texts:
        raise InputError(f"{file}: holds no document; write it with specharness annotations adjudicate")
    refuse_overwriting(texts, [file], force=force)
    _write(texts)


def _write(texts: Mapping[Path, str]) -> None:
    write_whole(texts, parents=True)
    print_written(texts)


def _would_lose(output: Path, lost: Sequence[Lost]) -> str:
    """What stands in the old file and has no place in the new one, in one line."""
    places = [f"line {item.line} ({item.document}: {item.why})" for item in lost]
    return (
        f"{output} holds what a person wrote and this run would lose: {listed(places)}; give another -o, or --backup "
        f"to keep the old file as {output.name}.bak; nothing was written"
    )


def _refuse_leaving(name: str) -> None:
    from specharness.labels.rules import control

    if control(name):
        raise InputError(f"{one_line(repr(name))}: a document's name has a control character; correct the header")
    parts = Path(name).parts
    if Path(name).is_absolute() or ".." in parts:
        raise InputError(f"{name}: leads out of the folder of gold labels; name the document as --docs does")


def _refuse_missing(docs: Path | None) -> None:
    if docs is not None and not docs.is_dir():
        raise InputError(f"{docs}: expected the folder of the labelled texts, found none; correct --docs")


def _note_missing(side: str, names: tuple[str, ...]) -> None:
    if names:
        print_note(f"note: not in {side}, left out: {listed(names)}")
