"""`specharness snapshot`: the state of a folder or a database, in one file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from specharness.cli.options import Force, Format
from specharness.cli.outputs import is_standard_output, print_written, refuse_overwriting, write_whole
from specharness.cli.terminal import progress_bar, safe_json, standard_output
from specharness.errors import UsageError

if TYPE_CHECKING:
    from specharness.evidence.snapshot import DirectorySnapshot

HELP = """Record the state of a folder or a SQLite database, to tell later what changed.

Every entry of a folder with its kind, permissions and digest; every row of a database with its schema. Links are not
followed, pipes and devices not opened, and the database is left as it is. What can't be read is listed with a reason.

\b
Examples:
  specharness snapshot workspace -o before.json
  specharness snapshot workspace -o later.json --previous before.json
  specharness snapshot shop.db -o shop.json
  specharness diff before.json workspace

With --previous a file whose inode, size and times are still those of an earlier snapshot is not read again.
docs/snapshots.md says when that is safe.
"""


def snapshot(
    path: Annotated[Path, typer.Argument(metavar="PATH", help="A folder or a SQLite database.", show_default=False)],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the snapshot (JSON).")
    ] = None,
    force: Force = False,
    previous: Annotated[
        Path | None, typer.Option(metavar="FILE", help="An earlier snapshot of the same folder, to read less.")
    ] = None,
    format: Annotated[Format, typer.Option(help="What to print.")] = Format.TABLE,
) -> None:
    """Run the command."""
    from specharness.cli.diff_tables import print_snapshot
    from specharness.evidence.snapshot_read import snapshot_of

    refuse_overwriting([output], [path, *([previous] if previous else [])], force=force)
    if output is not None and path.is_dir() and output.resolve().is_relative_to(path.resolve()):
        raise UsageError(f"{output} lies in {path}, where it would be a change itself; write it elsewhere")
    earlier = None if previous is None else _folder_snapshot(previous)
    with progress_bar("reading") as progress:
        taken = snapshot_of(path, earlier, lambda name, known: progress(name, known, known))
    document = taken.model_dump_json() + "\n"
    written = {output: document} if output else {}
    write_whole(written)
    if any(map(is_standard_output, written)):
        pass
    elif format is Format.JSON:
        print(safe_json(document), end="")
    else:
        print_snapshot(standard_output(), taken)
    print_written(written)


def _folder_snapshot(path: Path) -> DirectorySnapshot:
    from specharness.evidence.snapshot import DirectorySnapshot
    from specharness.evidence.snapshot_read import is_database, written_snapshot

    earlier = None if is_database(path) else written_snapshot(path)
    if not isinstance(earlier, DirectorySnapshot):
        raise UsageError(f"--previous takes the snapshot of a folder; {path} is about a database")
    return earlier
