"""`specharness diff`: what changed between two states, and what of it was not allowed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from specharness.cli.options import Force, Format
from specharness.cli.outputs import is_standard_output, print_written, refuse_overwriting, write_whole
from specharness.cli.terminal import progress_bar, safe_json, standard_output
from specharness.errors import UsageError

if TYPE_CHECKING:
    from specharness.evidence.diff_rows import DatabaseDiff
    from specharness.evidence.diff_tree import TreeDiff
    from specharness.evidence.snapshot_read import Snapshot

FAILED, UNDECIDED = 1, 3

HELP = """List what changed between two states of a folder or a SQLite database.

BEFORE and AFTER are folders, databases, or files that `specharness snapshot` wrote. What is allowed is named by --allow
or --rules; every other change is unaccounted for.

\b
Examples:
  specharness diff before after
  specharness diff before.json workspace --allow 'out/**' --allow report.md
  specharness diff shop-before.db shop.db --allow orders --check
  specharness diff shop-before.db shop.db --rules rules.json --format json

\b
Exit status:
  0  done       1  with --check: a change is unaccounted for
  2  bad input or usage
  3  with --check: nothing is unaccounted for, and something could not be read

docs/snapshots.md has the rules' format.
"""


def diff(
    before: Annotated[Path, typer.Argument(metavar="BEFORE", help="The former state.", show_default=False)],
    after: Annotated[Path, typer.Argument(metavar="AFTER", help="The later state.", show_default=False)],
    allow: Annotated[
        list[str] | None,
        typer.Option(metavar="GLOB", help="Paths that may change, or a table by its name. Repeatable."),
    ] = None,
    rules: Annotated[Path | None, typer.Option(metavar="FILE", help="What may change, in detail (JSON).")] = None,
    check: Annotated[bool, typer.Option("--check", help="Exit with 1 for a change that is unaccounted for.")] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="Don't read files again whose inode, size and times are as in BEFORE.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the differences (JSON).")
    ] = None,
    force: Force = False,
    format: Annotated[Format, typer.Option(help="What to print.")] = Format.TABLE,
) -> None:
    """Run the command; raises typer.Exit with what --check found."""
    from specharness.cli.diff_tables import print_diff
    from specharness.evidence.snapshot import DirectorySnapshot
    from specharness.evidence.snapshot_read import snapshot_of
    from specharness.ir.schema import json_document

    refuse_overwriting([output], [before, after, *([rules] if rules else [])], force=force)
    if any(not glob.strip("/. ") for glob in allow or ()):
        raise UsageError("--allow takes a glob such as 'out/**', a path or a table; write '**' to allow everything")
    with progress_bar("reading") as progress:
        first = snapshot_of(before, progress=lambda name, known: progress(name, known, known))
        known = first if quick and isinstance(first, DirectorySnapshot) and after.is_dir() else None
        second = snapshot_of(after, known, lambda name, known: progress(name, known, known))
        found = _difference(first, second, allow or [], rules)
    document = json_document(found)
    written = {output: document} if output else {}
    write_whole(written)
    if any(map(is_standard_output, written)):
        pass
    elif format is Format.JSON:
        print(safe_json(document), end="")
    else:
        print_diff(standard_output(), found)
    print_written(written)
    if check:
        undecided = any(not one.accounted for one in found.undecided)
        raise typer.Exit(FAILED if found.unaccounted else UNDECIDED if undecided else 0)


def _difference(first: Snapshot, second: Snapshot, allow: list[str], rules: Path | None) -> TreeDiff | DatabaseDiff:
    from specharness.evidence.diff_allow import Allowances, read_allowances
    from specharness.evidence.diff_rows import diff_databases
    from specharness.evidence.diff_rules import RowAllowance
    from specharness.evidence.diff_tree import TreeAllowance, diff_trees
    from specharness.evidence.snapshot import DirectorySnapshot
    from specharness.evidence.snapshot_rows import DatabaseSnapshot

    given = Allowances() if rules is None else read_allowances(rules)
    if isinstance(first, DirectorySnapshot) and isinstance(second, DirectorySnapshot):
        return diff_trees(first, second, [*given.paths, TreeAllowance(globs=tuple(allow))])
    if isinstance(first, DatabaseSnapshot) and isinstance(second, DatabaseSnapshot):
        return diff_databases(first, second, [*given.rows, *(RowAllowance(table=name) for name in allow)])
    raise UsageError("BEFORE and AFTER are a folder and a database; name two states of one thing")
