"""Snapshots against what they can't do without: a native hasher over the same files, a bare walk over the same tree."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from specharness.evidence.diff_tree import TreeDiff, diff_trees
from specharness.evidence.snapshot import RACY_NS, DirectorySnapshot
from specharness.evidence.snapshot_walk import snapshot_folder

pytestmark = pytest.mark.bench

FILES = 100_000
FILES_A_FOLDER = 100
MEDIAN_BYTES_LOG, SPREAD = 7.6, 1.4
"""Sizes as in source trees: a median of 2 KB, a mean of 5."""
LARGEST = 1024 * 1024
RUNS = 5

MAX_HASHING = 1.5
MAX_UNCHANGED = 2.0


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    root = tmp_path_factory.mktemp("tree")
    chance = random.Random(20_260)
    content = chance.randbytes(LARGEST)
    for number in range(FILES // FILES_A_FOLDER):
        folder = root / f"{number % 10}" / f"{number // 10 % 10}" / f"{number // 100}"
        folder.mkdir(parents=True)
        for name in range(FILES_A_FOLDER):
            size = min(int(chance.lognormvariate(MEDIAN_BYTES_LOG, SPREAD)), LARGEST)
            start = chance.randrange(LARGEST - size + 1)
            (folder / f"file{name}.txt").write_bytes(content[start : start + size])
    yield root
    shutil.rmtree(root)


def _walk(folder: str) -> int:
    """Entries below a folder, each asked for its status, by the shortest way there is."""
    count = 0
    with os.scandir(folder) as entries:
        for entry in entries:
            entry.stat(follow_symlinks=False)
            count += 1
            if entry.is_dir(follow_symlinks=False):
                count += _walk(entry.path)
    return count


def _best(*works: Callable[[], object]) -> list[float]:
    """The best time of each, taken in turns: what they need, without what others take from the machine meanwhile."""
    best = [float("inf")] * len(works)
    for _ in range(RUNS):
        for place, work in enumerate(works):
            start = time.perf_counter()
            work()
            best[place] = min(best[place], time.perf_counter() - start)
    return best


def _sha256sum(listed: bytes, processes: int) -> Callable[[], object]:
    command = ["xargs", "-0", "-n", "1000", "-P", str(processes), "sha256sum"]
    return lambda: subprocess.run(command, input=listed, check=True, stdout=subprocess.DEVNULL)


def test_a_tree_is_hashed_nearly_as_fast_as_by_a_native_hasher(tree: Path) -> None:
    listed = b"\0".join(os.fsencode(path) for path in tree.rglob("*.txt"))
    cores = os.cpu_count() or 1
    snapshot, alone, together = _best(lambda: snapshot_folder(tree), _sha256sum(listed, 1), _sha256sum(listed, cores))
    print(
        f"\n{FILES} files: snapshot {snapshot:.2f} s; sha256sum one at a time {alone:.2f} s ({snapshot / alone:.2f}x, "
        f"at most {MAX_HASHING}x), {cores} at a time {together:.2f} s ({snapshot / together:.2f}x)"
    )
    assert snapshot <= MAX_HASHING * alone


def test_an_unchanged_tree_is_hardly_more_than_a_walk(tree: Path) -> None:
    first = snapshot_folder(tree)
    first = first.model_copy(update={"started_ns": first.started_ns + RACY_NS})  # as if the tree were older
    again, walk = _best(lambda: snapshot_folder(tree, first), lambda: _walk(str(tree)))
    print(
        f"\n{len(first.entries)} entries: unchanged {again:.2f} s, bare walk {walk:.2f} s ({again / walk:.2f}x, "
        f"at most {MAX_UNCHANGED}x)"
    )
    assert again <= MAX_UNCHANGED * walk


def test_a_difference_is_linear(tree: Path) -> None:
    whole = snapshot_folder(tree)
    half = DirectorySnapshot(started_ns=0, entries=whole.entries[::2])
    nothing = DirectorySnapshot(started_ns=0, entries=())

    def work(snapshot: DirectorySnapshot) -> Callable[[], TreeDiff]:
        return lambda: diff_trees(nothing, snapshot)

    small, large = _best(work(half), work(whole))
    print(f"\ndifference of {len(half.entries)} entries {small:.2f} s, of twice as many {large:.2f} s")
    assert large <= 4 * small  # twice the work, and a collector that looks at twice as much
