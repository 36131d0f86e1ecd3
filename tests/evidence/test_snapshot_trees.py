"""Snapshots of folders and their differences: hostile trees, the cache's rule, and the laws of a difference."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specharness.errors import LimitExceededError, NotFoundError
from specharness.evidence import snapshot_walk
from specharness.evidence.diff_tree import TreeAllowance, TreeChangeKind, TreeDiff, diff_trees
from specharness.evidence.snapshot import (
    RACY_NS,
    DirectorySnapshot,
    Entry,
    EntryKind,
    Facts,
    SnapshotLimits,
    bytes_of,
    spelt,
)
from specharness.evidence.snapshot_walk import snapshot_folder


def taken(folder: Path, previous: DirectorySnapshot | None = None, **limits: float) -> dict[str, Entry]:
    snapshot = snapshot_folder(folder, previous, SnapshotLimits(**limits))  # type: ignore[arg-type]
    assert DirectorySnapshot.model_validate_json(snapshot.model_dump_json()) == snapshot
    return {entry.path: entry for entry in snapshot.entries}


def aged(snapshot: DirectorySnapshot) -> DirectorySnapshot:
    """As if nothing had been modified shortly before it was taken."""
    return snapshot.model_copy(update={"started_ns": snapshot.started_ns + RACY_NS + 1_000_000_000})


def told(diff: TreeDiff) -> list[tuple[str, str]]:
    return [(change.change.value, change.path) for change in diff.changes]


def test_every_kind_of_entry(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "text").write_text("hello")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "out").symlink_to("/etc")
    (tmp_path / "circle").symlink_to(".")
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        folder = os.open(tmp_path, os.O_RDONLY)
        try:
            listening.bind(f"/proc/self/fd/{folder}/socket")
        finally:
            os.close(folder)
        found = taken(tmp_path)
    assert {path: entry.kind.value for path, entry in found.items()} == {
        "circle": "symlink",
        "folder": "dir",
        "folder/text": "file",
        "loop": "symlink",
        "out": "symlink",
        "pipe": "fifo",
        "socket": "socket",
    }
    assert found["out"].target == "/etc"
    assert found["folder/text"].size == 5
    assert found["folder/text"].sha256 == "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
    assert not any(entry.error for entry in found.values())


@pytest.mark.parametrize(
    "name", [b"new\nline", b"\xff\xfe", b"\\xff", b"\\x5cxff", b"\xe4\xb8\xad", b"back\\slash", b" "]
)
def test_names_that_are_hard_to_write(tmp_path: Path, name: bytes) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_bytes(b"x")
    (path,) = taken(tmp_path)
    assert bytes_of(path) == name


@given(st.binary(min_size=1, max_size=12), st.binary(min_size=1, max_size=12))
def test_a_spelling_stands_for_one_name(first: bytes, second: bytes) -> None:
    assert bytes_of(spelt(os.fsdecode(first))) == first
    assert (spelt(first) == spelt(second)) == (first == second)
    spelt(first).encode("utf-8")


def test_a_large_file_is_hashed_like_a_small_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(100):
        (tmp_path / f"{number}").write_bytes(bytes([number]) * (1000 + number))
    small = taken(tmp_path)
    monkeypatch.setattr(snapshot_walk, "_AT_ONCE", 10)
    monkeypatch.setattr(snapshot_walk, "_CHUNK", 64)
    assert taken(tmp_path) == small


def test_deep_folders(tmp_path: Path) -> None:
    folder = tmp_path
    for _ in range(60):
        folder = folder / "d"
        folder.mkdir()
    (folder / "bottom").write_text("x")
    assert len(taken(tmp_path)) == 61
    with pytest.raises(LimitExceededError, match="`depth`"):
        taken(tmp_path, depth=60)


def test_limits_are_named(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}").write_bytes(b"12345")
    assert len(taken(tmp_path, entries=5, bytes=25)) == 5
    (tmp_path / "folder").mkdir()
    assert len(taken(tmp_path, entries=6)) == 6
    with pytest.raises(LimitExceededError, match="`entries`"):
        taken(tmp_path, entries=5)
    with pytest.raises(LimitExceededError, match="`bytes`"):
        taken(tmp_path, bytes=24)
    with pytest.raises(LimitExceededError, match="`seconds`"):
        taken(tmp_path, seconds=-1)


def test_a_file_of_holes_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "holes").open("wb") as stream:
        stream.truncate(1 << 40)
    entry = taken(tmp_path)["holes"]
    assert entry.sha256 is None
    assert "`file_bytes`" in entry.error


def test_what_is_no_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for name in ("file", "absent", "nul\0"):
        with pytest.raises(NotFoundError, match="expected a folder"):
            snapshot_folder(tmp_path / name)


def _denied(monkeypatch: pytest.MonkeyPatch, denied: str) -> None:
    """Root may read everything: the system's answer to others is given in its place."""
    real = os.open

    def opened(name: str | Path, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if name == denied:
            raise PermissionError(13, "Permission denied", name)
        return real(name, flags, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", opened)


@pytest.mark.parametrize("chosen", ["locked", "secret"])
def test_what_may_not_be_read_is_undecided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chosen: str) -> None:
    (tmp_path / "locked").mkdir()
    (tmp_path / "locked" / "inner").write_text("x")
    (tmp_path / "secret").write_text("y")
    before = snapshot_folder(tmp_path)
    _denied(monkeypatch, chosen)
    after = snapshot_folder(tmp_path)
    assert [entry.path for entry in after.errors] == [chosen]
    for diff in (diff_trees(before, after), diff_trees(after, before), diff_trees(after, after)):
        assert diff.changes == ()
        assert chosen in [undecided.path for undecided in diff.undecided]
    if chosen == "locked":
        assert [one.path for one in diff_trees(before, after).undecided] == ["locked", "locked/inner"]


def test_what_surely_changed_is_a_change_though_it_may_not_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "secret"
    file.write_text("long")
    before = snapshot_folder(tmp_path)
    _denied(monkeypatch, "secret")
    file.chmod(0)
    hidden = diff_trees(before, snapshot_folder(tmp_path))
    assert (told(hidden), [one.path for one in hidden.undecided]) == ([("mode", "secret")], ["secret"])
    file.write_text("longer")
    longer = diff_trees(before, snapshot_folder(tmp_path))
    assert (told(longer), longer.undecided) == ([("edited", "secret")], ())
    file.unlink()
    file.mkdir()
    assert told(diff_trees(before, snapshot_folder(tmp_path))) == [("type", "secret")]


def test_a_file_that_grows_meanwhile_has_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "log").write_text("x")
    real = os.read

    def growing(descriptor: int, size: int) -> bytes:
        with (tmp_path / "log").open("a") as stream:
            stream.write("more")
        return real(descriptor, size)

    monkeypatch.setattr(os, "read", growing)
    assert taken(tmp_path)["log"].error == "changed while it was read"


def test_a_file_swapped_for_a_pipe_or_a_link_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "a").write_text("x")
    (tmp_path / "outside").write_text("secret")
    real = os.open

    def swap(make: Callable[[Path], object]) -> Callable[..., int]:
        def opened(name: str | Path, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
            if name == "a":
                (tmp_path / "inside" / "a").unlink()
                make(tmp_path / "inside" / "a")
            return real(name, flags, mode, dir_fd=dir_fd)

        return opened

    monkeypatch.setattr(os, "open", swap(lambda path: path.symlink_to(tmp_path / "outside")))
    assert taken(tmp_path / "inside")["a"].error.startswith("can't be read")
    (tmp_path / "inside" / "a").unlink()
    (tmp_path / "inside" / "a").write_text("x")
    monkeypatch.setattr(os, "open", swap(os.mkfifo))
    assert taken(tmp_path / "inside")["a"].error == "changed while it was read"


def test_the_cache_spares_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "a").write_text("x")
    first = snapshot_folder(tmp_path)
    monkeypatch.setattr(os, "read", lambda *_: pytest.fail("a file was read"))
    second = snapshot_folder(tmp_path, aged(first))
    assert second.entries == first.entries


def test_a_racy_file_is_read_again(tmp_path: Path) -> None:
    """Written again within the granularity of its times: as fast as this test can, they may well be the same."""
    (tmp_path / "a").write_text("one")
    first = snapshot_folder(tmp_path)
    stale = first.entries[0].model_copy(update={"sha256": "0" * 64})
    again = snapshot_folder(tmp_path, first.model_copy(update={"entries": (stale,)}))
    assert again.entries[0].sha256 == first.entries[0].sha256


def test_a_change_that_hides_its_modification_time_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("one")
    first = aged(snapshot_folder(tmp_path))
    times = (file.stat().st_atime_ns, file.stat().st_mtime_ns)
    changed = first.entries[0].ctime_ns
    while file.stat().st_ctime_ns == changed:  # the clock of the file system ticks every few milliseconds
        file.write_text("two")
        os.utime(file, ns=times)
    assert diff_trees(first, snapshot_folder(tmp_path, first)).changes[0].change is TreeChangeKind.EDITED


def test_a_record_that_contradicts_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    snapshot = snapshot_folder(tmp_path)
    entry = snapshot.entries[0]
    for entries in ((entry, entry), (entry.model_copy(update={"sha256": None}),)):
        with pytest.raises(ValueError, match=r"twice|digest"):
            DirectorySnapshot(started_ns=0, entries=entries)


def test_each_kind_of_change(tmp_path: Path) -> None:
    for name, text in (("edit", "a"), ("gone", "b"), ("moved", "c"), ("mode", "d"), ("type", "e")):
        (tmp_path / name).write_text(text)
    before = snapshot_folder(tmp_path)
    (tmp_path / "edit").write_text("A")
    (tmp_path / "gone").unlink()
    (tmp_path / "moved").rename(tmp_path / "new-name")
    (tmp_path / "mode").chmod(0o4755)
    (tmp_path / "type").unlink()
    (tmp_path / "type").mkdir()
    (tmp_path / "type" / "empty").touch()
    diff = diff_trees(before, snapshot_folder(tmp_path))
    assert told(diff) == [
        ("edited", "edit"),
        ("deleted", "gone"),
        ("mode", "mode"),
        ("renamed", "new-name"),
        ("type", "type"),
        ("added", "type/empty"),
    ]
    assert diff.changes[3].old_path == "moved"
    assert diff.unaccounted == diff.changes


def test_allowances(tmp_path: Path) -> None:
    (tmp_path / "data[1]").mkdir()
    (tmp_path / "keep").write_text("k")
    (tmp_path / "move").write_text("m")
    before = snapshot_folder(tmp_path)
    (tmp_path / "out" / "deep").mkdir(parents=True)
    (tmp_path / "out" / "deep" / "a.csv").write_text("1")
    (tmp_path / "data[1]" / "b").write_text("2")
    (tmp_path / "keep").write_text("K")
    (tmp_path / "move").rename(tmp_path / "out" / "moved.csv")
    after = snapshot_folder(tmp_path)

    def left(*allowances: TreeAllowance) -> list[str]:
        return [change.path for change in diff_trees(before, after, allowances).unaccounted]

    everything = ["data[1]/b", "keep", "out", "out/deep", "out/deep/a.csv", "out/moved.csv"]
    assert left() == everything
    assert left(TreeAllowance(globs=("**",))) == []
    assert left(TreeAllowance(globs=("out/**/*.csv",))) == ["data[1]/b", "keep", "out/moved.csv"]
    assert left(TreeAllowance(globs=("out", "move"))) == ["data[1]/b", "keep"]
    assert left(TreeAllowance(globs=("data[1]",))) == everything
    assert left(TreeAllowance(prefixes=("data[1]/",))) == everything[1:]
    assert left(TreeAllowance(globs=("**",), kinds=(TreeChangeKind.ADDED,))) == ["keep", "out/moved.csv"]
    added, deleted = TreeChangeKind.ADDED, TreeChangeKind.DELETED
    assert left(TreeAllowance(globs=("**",), kinds=(added, deleted))) == ["keep"]


_NAMES = st.sampled_from(["a", "b", "c", "a/x", "a/y", "b/x", "中"])
_FACTS = st.builds(
    lambda kind, mode, number: Facts(
        kind=kind,
        mode=mode,
        size=number if kind is EntryKind.FILE else 0,
        sha256=f"{number:064x}" if kind is EntryKind.FILE else None,
        target=str(number) if kind is EntryKind.SYMLINK else None,
    ),
    st.sampled_from([EntryKind.FILE, EntryKind.FILE, EntryKind.DIR, EntryKind.SYMLINK]),
    st.sampled_from([0o644, 0o755]),
    st.integers(0, 4),
)
_TREES = st.dictionaries(_NAMES, _FACTS)


def snapshot_of(tree: dict[str, Facts]) -> DirectorySnapshot:
    entries = [
        Entry(path=path, mtime_ns=0, ctime_ns=0, inode=0, device=0, **facts.model_dump())
        for path, facts in sorted(tree.items())
    ]
    return DirectorySnapshot(started_ns=0, entries=tuple(entries))


def applied(diff: TreeDiff, tree: dict[str, Facts]) -> dict[str, Facts]:
    """The tree after the changes; every change must find what it says was there."""
    result = dict(tree)
    for change in diff.changes:
        if change.before is not None:
            assert result.pop(change.old_path or change.path) == change.before
    for change in diff.changes:
        if change.after is not None:
            assert change.path not in result
            result[change.path] = change.after
    return result


def without_modes_of_links(tree: dict[str, Facts]) -> dict[str, Facts]:
    return {
        path: facts.model_copy(update={"mode": 0o777}) if facts.kind is EntryKind.SYMLINK else facts
        for path, facts in tree.items()
    }


@given(_TREES, _TREES)
def test_the_difference_leads_from_one_tree_to_the_other(first: dict[str, Facts], second: dict[str, Facts]) -> None:
    first, second = without_modes_of_links(first), without_modes_of_links(second)
    diff = diff_trees(snapshot_of(first), snapshot_of(second))
    assert applied(diff, first) == second
    paths = [change.path for change in diff.changes]
    assert paths == sorted(set(paths))
    assert TreeDiff.model_validate_json(diff.model_dump_json()) == diff
    for change in diff.changes:
        if change.change is TreeChangeKind.RENAMED:
            assert change.before is not None
            assert change.after is not None
            assert change.before.sha256 == change.after.sha256 is not None


@given(_TREES)
def test_a_tree_does_not_differ_from_itself(tree: dict[str, Facts]) -> None:
    assert diff_trees(snapshot_of(tree), snapshot_of(tree)) == TreeDiff()


@given(_TREES, _TREES)
def test_everything_is_accounted_for_only_where_everything_is_allowed(
    first: dict[str, Facts], second: dict[str, Facts]
) -> None:
    before, after = snapshot_of(first), snapshot_of(second)
    assert diff_trees(before, after).unaccounted == diff_trees(before, after).changes
    assert diff_trees(before, after, [TreeAllowance(globs=("**",))]).unaccounted == ()
