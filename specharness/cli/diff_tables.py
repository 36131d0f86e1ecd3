"""Snapshots and differences for a reader: what nobody allowed first, a row each, and the counts last.

Guarantees that a name of the agent's files stands on one line without a control character, and that a cut says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from specharness.cli.terminal import safe
from specharness.evidence.diff_rows import DatabaseDiff, RowChange, SchemaChange
from specharness.evidence.diff_tree import TreeChange, TreeDiff
from specharness.evidence.snapshot import DirectorySnapshot, EntryKind, Facts

if TYPE_CHECKING:
    from rich.console import Console

    from specharness.evidence.snapshot_read import Snapshot

MAX_ROWS = 1000
"""A terminal shows no more with profit; JSON has all."""
MAX_VALUE = 80
"""Characters of a value or an SQL text in a cell."""

_STYLES = {"unaccounted": "bold red", "undecided": "yellow", "allowed": "green"}


class _Row(NamedTuple):
    state: str
    change: str
    what: str
    how: str


def print_snapshot(console: Console, snapshot: Snapshot) -> None:
    """What could not be read, and how much was."""
    if isinstance(snapshot, DirectorySnapshot):
        _print_rows(console, (_Row("undecided", "", entry.path, entry.error) for entry in snapshot.errors))
        kinds = Counter(entry.kind for entry in snapshot.entries)
        counts = [f"{kinds[kind]} {kind}" for kind in EntryKind if kinds[kind]]
        size = sum(entry.size for entry in snapshot.entries)
        console.print(f"{', '.join(counts) or 'no entries'}; {size} bytes; {len(snapshot.errors)} not read")
        return
    unread = [table for table in snapshot.tables if table.unread]
    _print_rows(console, (_Row("undecided", "", table.name, table.unread) for table in unread))
    rows = sum(len(table.rows) for table in snapshot.tables)
    tables = "table" if len(snapshot.tables) == 1 else "tables"
    console.print(f"{len(snapshot.tables)} {tables}, {rows} {'row' if rows == 1 else 'rows'}; {len(unread)} not read")


def print_diff(console: Console, diff: TreeDiff | DatabaseDiff) -> None:
    """Every change, those first that nobody allowed; then the counts."""
    rows = list(_tree_rows(diff) if isinstance(diff, TreeDiff) else _database_rows(diff))
    rows.sort(key=lambda row: list(_STYLES).index(row.state))
    _print_rows(console, iter(rows))
    states = Counter(row.state for row in rows)
    changes = len(rows) - len(diff.undecided)
    left = len(diff.unaccounted)
    console.print(
        f"{changes} {'change' if changes == 1 else 'changes'}: {left} unaccounted for, {changes - left} allowed; "
        f"{states['undecided']} undecided"
    )


def _print_rows(console: Console, rows: Iterator[_Row]) -> None:
    from rich.table import Table
    from rich.text import Text

    shown = list(islice(rows, MAX_ROWS))
    if not shown:
        return
    table = Table(box=None, pad_edge=False, show_edge=False, padding=(0, 2, 0, 0))
    table.add_column("state", no_wrap=True)
    table.add_column("change", no_wrap=True)
    table.add_column("what", overflow="fold", ratio=1)
    table.add_column("how", overflow="fold", ratio=1)
    for row in shown:
        table.add_row(
            Text(row.state, style=_STYLES[row.state]), row.change, Text(_line(row.what)), Text(_line(row.how))
        )
    console.print(table)
    console.print()
    more = sum(1 for _ in rows)
    if more:
        console.print(f"… and {more} more; --format json and -o have all of them")


def _tree_rows(diff: TreeDiff) -> Iterator[_Row]:
    for change in diff.changes:
        yield _Row(_state(change.accounted), change.change, change.path, _of_entry(change))
    for undecided in diff.undecided:
        yield _Row("allowed" if undecided.accounted else "undecided", "?", undecided.path, undecided.reason)


def _database_rows(diff: DatabaseDiff) -> Iterator[_Row]:
    for schema in diff.schema_changes:
        yield _Row(_state(schema.accounted), schema.change, f"{schema.type} {schema.name}", _of_schema(schema))
    for row in diff.row_changes:
        key = ", ".join(f"{column}={_short(value)}" for column, value in row.key.items())
        yield _Row(_state(row.accounted), row.change, f"{row.table} {key}".rstrip(), _of_row(row))
    for undecided in diff.undecided:
        yield _Row("allowed" if undecided.accounted else "undecided", "?", undecided.table, undecided.reason)


def _state(accounted: bool) -> str:
    return "allowed" if accounted else "unaccounted"


def _of_entry(change: TreeChange) -> str:
    before, after = change.before, change.after
    if before is None or after is None:
        one = after or before
        return "" if one is None else _facts(one)
    parts = [] if change.old_path is None else [f"from {change.old_path}"]
    if before.kind is not after.kind:
        parts.append(f"{before.kind} → {after.kind}")
    elif before.target != after.target:
        parts.append(f"{before.target} → {after.target}")
    elif before.sha256 != after.sha256:
        sizes = f"{before.size} → {after.size} bytes"
        parts.append(sizes if before.size != after.size else f"{after.size} bytes, other content")
    if before.mode != after.mode and after.kind is not EntryKind.SYMLINK:
        parts.append(f"mode {before.mode:04o} → {after.mode:04o}")
    return ", ".join(parts)


def _facts(facts: Facts) -> str:
    if facts.kind is EntryKind.FILE:
        return f"file, {facts.size} bytes, mode {facts.mode:04o}"
    return f"{facts.kind} → {facts.target}" if facts.kind is EntryKind.SYMLINK else str(facts.kind)


def _of_schema(change: SchemaChange) -> str:
    return " → ".join(_short(sql) for sql in (change.before, change.after) if sql)


def _of_row(change: RowChange) -> str:
    before, after = change.before or {}, change.after or {}
    if change.before is not None and change.after is not None:
        fields: Sequence[str] = [f"{name}: {_short(before[name])} → {_short(after[name])}" for name in after]
    else:
        fields = [f"{name}: {_short(value)}" for name, value in (before or after).items()]
    return ("" if change.count == 1 else f"{change.count} times ") + ", ".join(fields)


def _short(text: str) -> str:
    return text if len(text) <= MAX_VALUE else f"{text[:MAX_VALUE]}… ({len(text) - MAX_VALUE} more)"


def _line(text: str) -> str:
    """A text on one line; a newline in a name is shown and not obeyed."""
    return safe(text.replace("\n", "\\n").replace("\t", "\\t"))
