"""Fuzzing of folders: trees of every kind of entry, and the difference of two states.

Guarantees that nothing outside the folder made for it is written. Beside a view or a reason, looks demand that nothing
outside of the folder is read, and that no state differs from itself.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import random
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from specharness.errors import SpecHarnessError
from specharness.evidence.diff_rows import diff_databases
from specharness.evidence.diff_tree import diff_trees
from specharness.evidence.limits import MIB
from specharness.evidence.snapshot import DirectorySnapshot, SnapshotLimits
from specharness.evidence.snapshot_read import Snapshot, snapshot_of
from specharness.evidence.snapshot_walk import snapshot_folder
from specharness.evidence.views import Request, TreeView, ViewKind
from specharness.measure.fuzzing import SECONDS, Answer, Lay, Subject, Wrong, broken
from specharness.measure.observer_fuzz import answer_of

SECRET = b"what stands outside of the folder"
_SECRET_DIGEST = hashlib.sha256(SECRET).hexdigest()
_NAMES = (
    b"a.txt", b"b", b"-rf", b"...", b" ", b"\n", b"a\nb", b"\xff\xfe", b"\xc3\xa9", b"e\xcc\x81", b"\\x41", b"\\", b"*",
    b"x" * 255, b"\xe2\x80\xaegpj.exe", b"$(id)", b"CON", b".git", b".hidden", b"%2e%2e",
    b"\x01\x1b[31m", b"A", b"\x80",
)  # fmt: skip
_TARGETS = (
    b"a.txt", b".", b"..", b"../outside", b"../../../../../../etc/passwd", b"/etc/passwd", b"/dev/zero",
    b"/proc/self/mem", b"b/b/b", b"loop", b"\xff", b"/", b"x" * 4000, b"-", b"/root/a.txt",
)  # fmt: skip
SPARSE = 50 * 2**30
"""Bytes of a file that is nothing but a hole."""
_LIMITS = SnapshotLimits(file_bytes=64 * MIB, bytes=256 * MIB, seconds=SECONDS)


def _folder(path: bytes, chance: random.Random, budget: int, depth: int = 0) -> int:
    """Fill a folder with entries of every kind; how many more there may be."""
    for name in chance.sample(_NAMES, chance.randrange(1, 7)):
        if budget <= 0:
            return 0
        budget -= 1
        if name == b".git":
            continue
        place = path + b"/" + name
        with contextlib.suppress(OSError):  # a name or kind that this file system or user has not
            match chance.randrange(12):
                case 0 | 1 if depth < 6:
                    os.mkdir(place)
                    budget = _folder(place, chance, budget, depth + 1)
                    if chance.random() < 0.1:
                        os.chmod(place, 0)
                case 2:
                    os.symlink(chance.choice(_TARGETS), place)
                case 3:
                    os.mkfifo(place)
                case 4:
                    os.mknod(place, stat.S_IFSOCK | 0o600)
                case 5:
                    os.mknod(place, stat.S_IFCHR | 0o600, os.makedev(1, 5))
                case 6:
                    os.link(path + b"/a.txt", place)
                case 7:
                    _file(place, b"")
                    os.truncate(place, SPARSE)
                case 8:
                    _deep(place, chance.choice((3, 50, 250)))
                case _:
                    _file(place, chance.randbytes(chance.randrange(60)))
                    os.chmod(place, chance.choice((0o644, 0o644, 0o755, 0, 0o4755, 0o222)))
    return budget


def _file(path: bytes, data: bytes) -> None:
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW), "wb") as file:
        file.write(data)


def _deep(path: bytes, depth: int) -> None:
    """Folders in folders, past the longest path that the system takes as one."""
    os.mkdir(path)
    at = os.open(path, os.O_DIRECTORY | os.O_NOFOLLOW)
    for _ in range(depth):
        os.mkdir(b"deeper than it looks", dir_fd=at)
        inner = os.open(b"deeper than it looks", os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=at)
        os.close(at)
        at = inner
    os.close(at)


def _lay_tree(folder: Path, seed: int) -> Path:
    (folder / "outside").write_bytes(SECRET)
    (folder / "work").mkdir()
    (folder / "work" / "a.txt").write_bytes(b"inside")
    _folder(os.fsencode(folder / "work"), random.Random(seed), 60)
    return folder / "work"


def _ask_tree(path: Path) -> Answer:
    answer = answer_of(path, Request(ViewKind.TREE, "."))
    view = getattr(answer.said, "view", None)
    if isinstance(view, TreeView):
        kinds = {entry.type for entry in view.entries.values()}
        if not kinds <= {"file", "dir", "symlink", "other"}:
            raise Wrong(f"kinds {sorted(kinds)}")
        if any(entry.sha256 == _SECRET_DIGEST for entry in view.entries.values()):
            raise Wrong("what stands outside was read")
    return answer


def _ask_each(kind: ViewKind, path: Path) -> Answer:
    """Every entry at the top, asked for by its name."""
    answers = [
        answer_of(path, Request(kind, name, format="json" if kind is ViewKind.JSON else ""))
        for name in sorted(os.listdir(path))
    ]
    text = repr([answer.said for answer in answers])
    if SECRET.decode() in text or "root:x:0" in text:
        raise Wrong("what stands outside was read")
    may_differ = any(answer.may_differ for answer in answers)
    return Answer(answers[-1].end if answers else "none", [answer.said for answer in answers], may_differ)


def _entries(path: Path) -> Answer:
    taken = _taken(path)
    if isinstance(taken, SpecHarnessError):
        return Answer(type(taken).__name__, str(taken))
    assert isinstance(taken, DirectorySnapshot)
    if any(entry.sha256 == _SECRET_DIGEST for entry in taken.entries):
        raise Wrong("what stands outside was read")
    changed = diff_trees(taken, taken)
    if changed.changes:
        raise Wrong(f"a state differs from itself at {changed.changes[0].path!r}")
    return Answer("snapshot", taken.entries)


def _taken(path: Path) -> Snapshot | SpecHarnessError:
    try:
        return snapshot_folder(path, limits=_LIMITS) if path.is_dir() else snapshot_of(path)
    except SpecHarnessError as error:
        return error


def _tree_inputs(chance: random.Random) -> Iterator[Lay]:
    while True:
        yield partial(_lay_tree, seed=chance.randrange(2**32))


def _lay_states(folder: Path, seed: int) -> Path:
    """Two states, as folders or databases, and what is recorded of each, some of it broken."""
    chance = random.Random(seed)
    if chance.random() < 0.5:
        _database(folder / "before", chance)
        shutil.copy(folder / "before", folder / "after")
        if chance.random() < 0.7:
            (folder / "after").write_bytes(broken((folder / "after").read_bytes(), chance))
    else:
        (folder / "before").mkdir()
        _folder(os.fsencode(folder / "before"), chance, 20)
        (folder / "after").mkdir()
        _folder(os.fsencode(folder / "after"), random.Random(seed + chance.randrange(2)), 20)
    for name in ("before", "after"):
        taken = _taken(folder / name)
        if not isinstance(taken, SpecHarnessError):
            data = taken.model_dump_json().encode()
            record = broken(data, chance) if chance.random() < 0.6 else data
            (folder / f"{name}.json").write_bytes(record)
    return folder


def _database(path: Path, chance: random.Random) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(chance.choice(("CREATE TABLE t (a PRIMARY KEY, b)", "CREATE TABLE t (a, b) ")))
        connection.execute("CREATE VIEW v AS SELECT a FROM t")
        values: list[object] = [None, 1, 1.5, float("inf"), "é", "\0", b"\xff", 2**62, ""]
        rows = [(number, chance.choice(values)) for number in range(chance.randrange(30))]
        connection.executemany("INSERT INTO t VALUES (?, ?)", rows)
        connection.commit()


def _ask_difference(one: str, other: str, folder: Path) -> Answer:
    before, after = (_taken(folder / name) for name in (one, other))
    for taken in (before, after):
        if isinstance(taken, SpecHarnessError):
            return Answer(type(taken).__name__, str(taken))
    if isinstance(before, DirectorySnapshot) and isinstance(after, DirectorySnapshot):
        tree = diff_trees(before, after)
        back = diff_trees(after, before)
        if len(tree.changes) != len(back.changes):
            raise Wrong("as many things change forth as back, or not")
        return Answer(f"{min(len(tree.changes), 1)} changes or more", tree.model_dump_json())
    if isinstance(before, DirectorySnapshot) or isinstance(after, DirectorySnapshot):
        return Answer("of two kinds", "")
    assert not isinstance(before, SpecHarnessError)
    assert not isinstance(after, SpecHarnessError)
    return Answer("rows", diff_databases(before, after).model_dump_json())


def _state_inputs(chance: random.Random) -> Iterator[Lay]:
    while True:
        yield partial(_lay_states, seed=chance.randrange(2**32))


_STATES: dict[str, Callable[[Path], Answer]] = {
    "snapshots": partial(_ask_difference, "before", "after"),
    "records": partial(_ask_difference, "before.json", "after.json"),
    "a state and a record": partial(_ask_difference, "before", "after.json"),
}
SUBJECTS: dict[str, Subject] = {
    "tree": Subject(
        _tree_inputs,
        {
            "tree": _ask_tree,
            "snapshot": _entries,
            "file": partial(_ask_each, ViewKind.FILE),
            "text": partial(_ask_each, ViewKind.TEXT),
            "json": partial(_ask_each, ViewKind.JSON),
        },
    ),
    "difference": Subject(_state_inputs, _STATES),
}
"""What is fuzzed here, by name."""
