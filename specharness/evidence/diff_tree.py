"""What changed between two snapshots of a folder, and what of it nobody allowed.

Guarantees: linear in the number of entries; every path that surely differs is in exactly one change; a rename is told
only where exactly one deleted and one added file hold the same bytes; what either snapshot could not read is undecided
where nothing else shows that it changed, and never unchanged. Times are no difference.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Literal

from specharness.evidence.globs import covers
from specharness.evidence.snapshot import DirectorySnapshot, Entry, EntryKind, Facts
from specharness.ir.base import SCHEMA_VERSION, Model


class TreeChangeKind(StrEnum):
    ADDED = "added"
    DELETED = "deleted"
    RENAMED = "renamed"
    """The same bytes under another path; permissions may have changed as well."""
    EDITED = "edited"
    """Other bytes, another target of a link, another device; permissions may have changed as well."""
    MODE = "mode"
    """Nothing but the permissions."""
    TYPE = "type"
    """Another kind of entry."""


class TreeAllowance(Model):
    """Paths that may change. Nothing is allowed by default."""

    globs: tuple[str, ...] = ()
    """`*` inside one name, `**` over folders; a folder allows all below it. Relative to the folder."""
    prefixes: tuple[str, ...] = ()
    """The same, taken literally: `data[1]` is a name."""
    kinds: tuple[TreeChangeKind, ...] = tuple(TreeChangeKind)
    """Kinds of change that the paths are allowed for."""


class TreeChange(Model):
    change: TreeChangeKind
    path: str
    """After the change; of what was deleted, before it."""
    old_path: str | None = None
    """Of what was renamed: where it was."""
    before: Facts | None = None
    after: Facts | None = None
    accounted: bool = False
    """Whether an allowance covers it: of a rename both paths, of a folder that came or went also what is in it."""


class Undecided(Model):
    """A path of which nobody can say whether it changed."""

    path: str
    reason: str
    accounted: bool = False


class TreeDiff(Model):
    schema_version: str = SCHEMA_VERSION
    diff: Literal["directory"] = "directory"
    changes: tuple[TreeChange, ...] = ()
    """In the order of `path`."""
    undecided: tuple[Undecided, ...] = ()
    """In the order of `path`."""

    @property
    def unaccounted(self) -> tuple[TreeChange, ...]:
        return tuple(change for change in self.changes if not change.accounted)


def diff_trees(
    before: DirectorySnapshot, after: DirectorySnapshot, allowances: Sequence[TreeAllowance] = ()
) -> TreeDiff:
    """Every difference of two snapshots of one folder, each with whether one of the allowances covers it."""
    old = {entry.path: entry for entry in before.entries}
    new = {entry.path: entry for entry in after.entries}
    unlisted = {entry.path for entry in (*before.errors, *after.errors) if entry.kind is not EntryKind.FILE}
    changes: list[TreeChange] = []
    undecided: dict[str, str] = {}
    deleted: list[Entry] = []
    added: list[Entry] = []
    for path, first in old.items():
        second = new.get(path)
        if second is None:
            if (reason := _below(path, unlisted)) is not None:
                undecided[path] = reason
            else:
                deleted.append(first)
        elif first is not second or first.error:
            kind = _difference(first, second)
            if kind is not None:
                changes.append(TreeChange(change=kind, path=path, before=first.facts, after=second.facts))
            if (first.error or second.error) and kind in (None, TreeChangeKind.MODE):
                undecided[path] = _why(first, second)
    for path, second in new.items():
        if path not in old:
            if (reason := _below(path, unlisted)) is not None:
                undecided[path] = reason
            else:
                added.append(second)
    changes += _renames(deleted, added)
    changes.sort(key=lambda change: change.path)
    allowed = _Allowed(allowances)
    return TreeDiff(
        changes=tuple(_accounted(changes, allowed)),
        undecided=tuple(
            Undecided(path=path, reason=reason, accounted=allowed.covers(path, None))
            for path, reason in sorted(undecided.items())
        ),
    )


def _difference(first: Entry, second: Entry) -> TreeChangeKind | None:
    """What surely differs, by all that is known of both; what could not be read proves nothing."""
    if EntryKind.UNKNOWN in (first.kind, second.kind):
        return None
    if first.kind is not second.kind:
        return TreeChangeKind.TYPE
    alike = first.error or second.error or (first.sha256, first.target) == (second.sha256, second.target)
    if not alike or first.size != second.size:
        return TreeChangeKind.EDITED
    if first.mode != second.mode and first.kind is not EntryKind.SYMLINK:  # a link's mode means nothing
        return TreeChangeKind.MODE
    return None


def _why(first: Entry, second: Entry) -> str:
    before = f"before: {first.error}" if first.error else ""
    after = f"after: {second.error}" if second.error else ""
    return "; ".join(filter(None, (before, after)))


def _below(path: str, unlisted: set[str]) -> str | None:
    """Why one side can't know the path: a folder above it was not listed there."""
    if not unlisted:
        return None
    return next((f"{above} could not be listed" for above in _above(path) if above in unlisted), None)


def _above(path: str) -> Iterator[str]:
    """The folders above a path, innermost first."""
    while (cut := path.rfind("/")) > 0:
        path = path[:cut]
        yield path


def _renames(deleted: Sequence[Entry], added: Sequence[Entry]) -> Iterator[TreeChange]:
    """Deleted and added entries, those joined that surely belong together."""
    sources, targets = _by_digest(deleted), _by_digest(added)
    moved = {first.path: targets[digest] for digest, first in sources.items() if digest in targets}
    arrived = {second.path for second in moved.values()}
    for first in deleted:
        second = moved.get(first.path)
        if second is None:
            yield TreeChange(change=TreeChangeKind.DELETED, path=first.path, before=first.facts)
        else:
            yield TreeChange(
                change=TreeChangeKind.RENAMED,
                path=second.path,
                old_path=first.path,
                before=first.facts,
                after=second.facts,
            )
    for second in added:
        if second.path not in arrived:
            yield TreeChange(change=TreeChangeKind.ADDED, path=second.path, after=second.facts)


def _by_digest(entries: Iterable[Entry]) -> dict[str, Entry]:
    """The files whose bytes no other of them has. Empty files are all alike."""
    found: dict[str, Entry] = {}
    twice: set[str] = set()
    for entry in entries:
        if entry.sha256 is not None and entry.size:
            if entry.sha256 in found:
                twice.add(entry.sha256)
            found[entry.sha256] = entry
    return {digest: entry for digest, entry in found.items() if digest not in twice}


def _accounted(changes: Sequence[TreeChange], allowed: _Allowed) -> Iterator[TreeChange]:
    """The changes, marked; what is in a folder that came or went speaks for it."""
    marks = [allowed.change(change) for change in changes]
    if not any(marks):
        yield from changes
        return
    came: set[str] = set()
    went: set[str] = set()
    for change, mark in zip(changes, marks, strict=True):
        if mark and change.change in (TreeChangeKind.ADDED, TreeChangeKind.RENAMED):
            came.update(_above(change.path))
        if mark and change.change in (TreeChangeKind.DELETED, TreeChangeKind.RENAMED):
            went.update(_above(change.old_path or change.path))
    for change, mark in zip(changes, marks, strict=True):
        facts = change.after or change.before
        if not mark and facts is not None and facts.kind is EntryKind.DIR:
            mark = (change.change is TreeChangeKind.ADDED and change.path in came) or (
                change.change is TreeChangeKind.DELETED and change.path in went
            )
        yield change.model_copy(update={"accounted": True}) if mark else change


class _Allowed:
    """Allowances, made ready for many questions."""

    def __init__(self, allowances: Sequence[TreeAllowance]) -> None:
        self._rules = [
            (
                [_parts(glob) for glob in allowance.globs],
                {"/".join(_parts(prefix)) for prefix in allowance.prefixes} - {""},
                frozenset(allowance.kinds),
            )
            for allowance in allowances
        ]

    def change(self, change: TreeChange) -> bool:
        if change.old_path is None:
            return self.covers(change.path, change.change)
        both = self.covers(change.old_path, change.change) and self.covers(change.path, change.change)
        return both or (
            self.covers(change.old_path, TreeChangeKind.DELETED) and self.covers(change.path, TreeChangeKind.ADDED)
        )

    def covers(self, path: str, kind: TreeChangeKind | None) -> bool:
        """Whether a path may change in a way; None stands for a way that nobody knows."""
        parts = _parts(path)
        whole = "/".join(parts)
        for globs, prefixes, kinds in self._rules:
            if kind not in kinds and not (kind is None and len(kinds) == len(TreeChangeKind)):
                continue
            if prefixes and (whole in prefixes or any(above in prefixes for above in _above(whole))):
                return True
            if any(covers(glob, parts) for glob in globs):
                return True
        return False


def _parts(path: str) -> tuple[str, ...]:
    """In Unicode's composed form, so that a glob typed on one system covers a name made on another."""
    return tuple(part for part in unicodedata.normalize("NFC", path).split("/") if part not in {"", "."})
