"""Where an agent's path falls on this host, and what is refused."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specharness.evidence.faults import Refusal
from specharness.evidence.limits import Limits
from specharness.evidence.observe import Observatory
from specharness.evidence.observers import archive
from specharness.evidence.root import Located, Places
from specharness.evidence.snapshot import spelt
from specharness.evidence.views import (
    Failure,
    FileView,
    JsonView,
    Observation,
    Request,
    Side,
    TextView,
    TreeView,
    ViewKind,
)
from specharness.ir import PathMapping


def look(places: Places, kind: ViewKind, path: str, side: Side = Side.AFTER) -> Observation:
    request = Request(kind, path, side)
    return Observatory(places).observe([request])[request]


def put(path: Path, text: str = "x") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def host(places: Places, path: str, side: Side = Side.AFTER) -> Path:
    found = places.locate(path, side)
    assert isinstance(found, Located), found
    return found.lexical


def refused(places: Places, path: str, side: Side = Side.AFTER) -> Refusal:
    found = places.locate(path, side)
    assert isinstance(found, Refusal), found
    return found


class TestAbsolute:
    def test_longest_explicit_map_wins(self, tmp_path: Path) -> None:
        places = Places(maps=(("/root", tmp_path / "a"), ("/root/deep", tmp_path / "b")))
        assert host(places, "/root/deep/x") == tmp_path / "b" / "x"
        assert host(places, "/root/deeper/x") == tmp_path / "a" / "deeper" / "x"
        assert host(places, "/root/") == tmp_path / "a"

    def test_map_of_the_whole_world(self, tmp_path: Path) -> None:
        assert host(Places(maps=(("/", tmp_path),)), "/etc/x") == tmp_path / "etc" / "x"

    def test_first_folder_of_the_workspace(self, tmp_path: Path) -> None:
        (tmp_path / "app").mkdir()
        places = Places(workspace=tmp_path, workdir="/app")
        assert host(places, "/app/out.csv") == tmp_path / "app" / "out.csv"

    def test_below_the_working_folder(self, tmp_path: Path) -> None:
        places = Places(workspace=tmp_path, workdir="/root/work")
        assert host(places, "/root/work/a/b") == tmp_path / "a" / "b"

    def test_the_only_container_root(self, tmp_path: Path) -> None:
        nested = (PathMapping(container="/srv", origin="o"), PathMapping(container="/srv/data", origin="o"))
        assert host(Places(workspace=tmp_path, path_map=nested), "/srv/data/x") == tmp_path / "data" / "x"
        two = (PathMapping(container="/srv", origin="o"), PathMapping(container="/opt", origin="o"))
        assert refused(Places(workspace=tmp_path, path_map=two), "/srv/x").failure is Failure.UNMAPPED

    def test_unmapped_says_what_to_pass(self, tmp_path: Path) -> None:
        refusal = refused(Places(workspace=tmp_path), "/srv/x/y")
        assert refusal.failure is Failure.UNMAPPED
        assert "--map /srv=DIR" in refusal.detail

    @pytest.mark.parametrize("path", ["/root/../etc/passwd", "/root/a/../../etc/passwd", "/../etc/passwd"])
    def test_dots_that_leave_every_root_are_an_escape(self, tmp_path: Path, path: str) -> None:
        (tmp_path / "root").mkdir()
        assert refused(Places(workspace=tmp_path), path).failure is Failure.ESCAPE

    def test_dots_within_a_root_are_a_path(self, tmp_path: Path) -> None:
        (tmp_path / "root").mkdir()
        assert host(Places(workspace=tmp_path), "/root/a/../b//./c") == tmp_path / "root" / "b" / "c"


class TestRelative:
    def test_from_the_working_folder(self, tmp_path: Path) -> None:
        (tmp_path / "app").mkdir()
        put(tmp_path / "other" / "x")
        places = Places(workspace=tmp_path, workdir="/app")
        assert host(places, "x") == tmp_path / "app" / "x"
        assert refused(places, "../y").failure is Failure.ESCAPE

    def test_from_the_only_map_else_from_the_workspace(self, tmp_path: Path) -> None:
        (tmp_path / "v").mkdir()
        assert host(Places(maps=(("/root", tmp_path / "v"),)), "x") == tmp_path / "v" / "x"
        assert host(Places(workspace=tmp_path), "x") == tmp_path / "x"

    def test_where_it_stands_once(self, tmp_path: Path) -> None:
        put(tmp_path / "root" / "out" / "x")
        (tmp_path / "data").mkdir()
        places = Places(workspace=tmp_path)
        assert host(places, "out/x") == tmp_path / "root" / "out" / "x"
        (tmp_path / "app").mkdir()
        put(tmp_path / "app" / "out" / "x")
        refusal = refused(places, "out/x")
        assert refusal.failure is Failure.UNMAPPED
        assert "ambiguous" in refusal.detail
        put(tmp_path / "out" / "x")
        assert host(places, "out/x") == tmp_path / "out" / "x"

    def test_a_folder_of_the_task_s_own_is_no_second_place(self, tmp_path: Path) -> None:
        put(tmp_path / "old" / "a.txt")
        assert host(Places(workspace=tmp_path), "a.txt") == tmp_path / "a.txt"
        world = (PathMapping(container="/old", origin="o"),)
        assert host(Places(workspace=tmp_path, path_map=world), "a.txt") == tmp_path / "old" / "a.txt"

    def test_a_map_inside_the_workspace_is_no_second_place(self, tmp_path: Path) -> None:
        put(tmp_path / "root" / "x")
        (tmp_path / "app").mkdir()
        maps = (("/root", tmp_path / "root"), ("/app", tmp_path / "app"))
        assert host(Places(workspace=tmp_path, maps=maps), "x") == tmp_path / "root" / "x"

    def test_out_of_the_workspace(self, tmp_path: Path) -> None:
        assert refused(Places(workspace=tmp_path), "a/../../x").failure is Failure.ESCAPE

    def test_the_whole_workspace(self, tmp_path: Path) -> None:
        assert host(Places(workspace=tmp_path, workdir="/root"), ".") == tmp_path
        assert host(Places(maps=(("/root", tmp_path / "v"),)), ".") == tmp_path / "v"

    @pytest.mark.parametrize("path", ["$HOME/x", "${OUT}/x", "out/$NAME.csv", "%TEMP%/x", "~other/x", "a\0b"])
    def test_what_only_a_shell_expands_is_unmapped(self, tmp_path: Path, path: str) -> None:
        assert refused(Places(workspace=tmp_path), path).failure is Failure.UNMAPPED

    def test_home_is_root_where_root_is_mapped(self, tmp_path: Path) -> None:
        assert "--map /root=DIR" in refused(Places(workspace=tmp_path), "~/x").detail
        (tmp_path / "root").mkdir()
        assert host(Places(workspace=tmp_path), "~/x") == tmp_path / "root" / "x"


class TestSides:
    def test_missing_places_are_unavailable(self, tmp_path: Path) -> None:
        for side in (Side.BEFORE, Side.RESPONSE, Side.TRACE):
            observation = look(Places(workspace=tmp_path), ViewKind.TEXT, "x", side)
            assert observation.failure is Failure.UNAVAILABLE
            assert f"--{side.value}" in observation.detail
        assert look(Places(), ViewKind.FILE, "x").failure is Failure.UNAVAILABLE

    def test_a_root_that_is_not_there_says_nothing_about_the_work(self, tmp_path: Path) -> None:
        for places in (Places(workspace=tmp_path / "no"), Places(maps=(("/root", tmp_path / "no"),))):
            assert look(places, ViewKind.FILE, "/root/x" if places.maps else "x").failure is Failure.UNAVAILABLE
        inside = Places(workspace=tmp_path, maps=(("/root", tmp_path / "no"),))
        assert look(inside, ViewKind.FILE, "/root/x").view == FileView(False)

    def test_before_moves_maps_inside_the_workspace(self, tmp_path: Path) -> None:
        after, before = tmp_path / "after", tmp_path / "before"
        (after / "home").mkdir(parents=True)
        put(before / "home" / "x", "old")
        places = Places(workspace=after, before=before, maps=(("/root", after / "home"),))
        assert look(places, ViewKind.TEXT, "/root/x", Side.BEFORE).view == TextView("old")
        assert look(places, ViewKind.FILE, "/root/x").view == FileView(False)

    def test_before_by_its_own_folders_where_the_map_is_elsewhere(self, tmp_path: Path) -> None:
        put(tmp_path / "before" / "root" / "x", "old")
        places = Places(before=tmp_path / "before", maps=(("/root", tmp_path / "after"),))
        assert look(places, ViewKind.TEXT, "/root/x", Side.BEFORE).view == TextView("old")

    def test_response_and_trace(self, tmp_path: Path) -> None:
        places = Places(response=put(tmp_path / "r.md", "done"), trace=put(tmp_path / "t.jsonl", '{"tool": "ls"}\n'))
        assert look(places, ViewKind.TEXT, "", Side.RESPONSE).view == TextView("done")
        trace = look(places, ViewKind.JSON, "", Side.TRACE).view
        assert trace == JsonView([{"tool": "ls"}])

    def test_a_response_that_is_a_link_out_is_refused(self, tmp_path: Path) -> None:
        put(tmp_path / "secret")
        (tmp_path / "ws").mkdir()
        (tmp_path / "ws" / "r.md").symlink_to(tmp_path / "secret")
        places = Places(response=tmp_path / "ws" / "r.md")
        assert look(places, ViewKind.TEXT, "", Side.RESPONSE).failure is Failure.ESCAPE


class TestLinks:
    def test_links_inside_are_followed(self, tmp_path: Path) -> None:
        put(tmp_path / "root" / "real" / "x", "inside")
        (tmp_path / "root" / "folder").symlink_to("real")
        (tmp_path / "root" / "y").symlink_to("folder/../real/x")
        places = Places(workspace=tmp_path)
        for path in ("/root/folder/x", "/root/y"):
            assert look(places, ViewKind.TEXT, path).view == TextView("inside")

    def test_an_absolute_target_means_the_agents_world(self, tmp_path: Path) -> None:
        put(tmp_path / "data" / "x", "inside")
        (tmp_path / "root").mkdir()
        (tmp_path / "root" / "x").symlink_to("/data/x")
        (tmp_path / "root" / "host").symlink_to(tmp_path / "data" / "x")
        places = Places(workspace=tmp_path)
        assert look(places, ViewKind.TEXT, "/root/x").view == TextView("inside")
        assert look(places, ViewKind.TEXT, "/root/host").view == TextView("inside")

    def test_links_across_maps(self, tmp_path: Path) -> None:
        put(tmp_path / "b" / "x", "inside")
        (tmp_path / "a").mkdir()
        (tmp_path / "a" / "x").symlink_to("/app/x")
        places = Places(maps=(("/root", tmp_path / "a"), ("/app", tmp_path / "b")))
        assert look(places, ViewKind.TEXT, "/root/x").view == TextView("inside")

    def test_links_between_mapped_folders_of_one_workspace(self, tmp_path: Path) -> None:
        put(tmp_path / "app" / "x", "inside")
        (tmp_path / "root").mkdir()
        (tmp_path / "root" / "x").symlink_to("../app/x")
        places = Places(workspace=tmp_path, maps=(("/root", tmp_path / "root"),))
        assert look(places, ViewKind.TEXT, "/root/x").view == TextView("inside")
        alone = Places(maps=(("/root", tmp_path / "root"),))
        assert look(alone, ViewKind.TEXT, "/root/x").failure is Failure.ESCAPE

    @pytest.mark.parametrize("target", ["/etc/passwd", "../../../../../../etc/passwd", "../secret"])
    @pytest.mark.parametrize("kind", [ViewKind.FILE, ViewKind.TEXT, ViewKind.FORMAT])
    def test_a_link_out_is_refused(self, tmp_path: Path, target: str, kind: ViewKind) -> None:
        put(tmp_path / "secret")
        (tmp_path / "ws").mkdir()
        (tmp_path / "ws" / "x.txt").symlink_to(target)
        assert look(Places(workspace=tmp_path / "ws"), kind, "x.txt").failure is Failure.ESCAPE

    @pytest.mark.parametrize("target", ["..", "/etc"])
    def test_a_parent_folder_that_leads_out_is_refused(self, tmp_path: Path, target: str) -> None:
        put(tmp_path / "passwd")
        (tmp_path / "ws").mkdir()
        (tmp_path / "ws" / "out").symlink_to(target)
        for kind in (ViewKind.FILE, ViewKind.TEXT, ViewKind.TREE):
            assert look(Places(workspace=tmp_path / "ws"), kind, "out/passwd").failure is Failure.ESCAPE

    def test_loops_and_dangling_links_are_neither_there_nor_absent(self, tmp_path: Path) -> None:
        (tmp_path / "a").symlink_to("b")
        (tmp_path / "b").symlink_to("a")
        (tmp_path / "self").symlink_to("self/self")
        (tmp_path / "dangling").symlink_to("nothing")
        for path in ("a", "self", "dangling"):
            for kind in (ViewKind.FILE, ViewKind.TEXT, ViewKind.TREE):
                assert look(Places(workspace=tmp_path), kind, path).failure is Failure.MALFORMED

    def test_a_file_swapped_for_a_link_after_the_look_up(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        put(tmp_path / "secret")
        victim = put(tmp_path / "ws" / "x.txt")
        real_open = os.open

        def swap(path: object, *args: object, **kwargs: object) -> int:
            if path == "x.txt":
                victim.unlink()
                victim.symlink_to("../secret")
            return real_open(path, *args, **kwargs)  # type: ignore[arg-type]

        monkeypatch.setattr(os, "open", swap)
        assert look(Places(workspace=tmp_path / "ws"), ViewKind.TEXT, "x.txt").failure is Failure.ESCAPE


class TestSpecialFiles:
    def test_absent(self, tmp_path: Path) -> None:
        put(tmp_path / "file")
        places = Places(workspace=tmp_path)
        for path in ("nothing", "no/thing", "file/below", "n" * 5000):
            assert look(places, ViewKind.FILE, path).view == FileView(False)
            assert look(places, ViewKind.TEXT, path).failure is Failure.ABSENT

    def test_a_folder_where_a_file_is_expected(self, tmp_path: Path) -> None:
        (tmp_path / "x.csv").mkdir()
        observation = look(Places(workspace=tmp_path), ViewKind.TABLE, "x.csv")
        assert observation.failure is Failure.MALFORMED
        assert "folder" in observation.detail
        assert look(Places(workspace=tmp_path), ViewKind.FILE, "x.csv").view == FileView(True, "dir")

    def test_pipes_and_sockets_are_never_opened(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe.json")
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(tmp_path / "s.json"))
            for name in ("pipe.json", "s.json"):
                assert look(Places(workspace=tmp_path), ViewKind.FILE, name).view == FileView(True, "other")
                for kind in (ViewKind.JSON, ViewKind.FORMAT, ViewKind.TEXT):
                    assert look(Places(workspace=tmp_path), kind, name).failure is Failure.MALFORMED

    def test_a_pipe_swapped_in_after_the_look_up_does_not_hang(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        victim = put(tmp_path / "x.txt")
        real_open = os.open

        def swap(path: object, *args: object, **kwargs: object) -> int:
            if path == "x.txt":
                victim.unlink()
                os.mkfifo(victim)
            return real_open(path, *args, **kwargs)  # type: ignore[arg-type]

        monkeypatch.setattr(os, "open", swap)
        assert look(Places(workspace=tmp_path), ViewKind.TEXT, "x.txt").failure is Failure.UNAVAILABLE

    @pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
    def test_an_unreadable_file_is_unavailable(self, tmp_path: Path) -> None:
        put(tmp_path / "x").chmod(0)
        assert look(Places(workspace=tmp_path), ViewKind.TEXT, "x").failure is Failure.UNAVAILABLE


class TestTree:
    def test_entries_with_digests_and_links_not_followed(self, tmp_path: Path) -> None:
        put(tmp_path / "b" / "x", "hello")
        put(tmp_path / "a.txt", "")
        (tmp_path / "b" / "up").symlink_to("/etc")
        os.mkfifo(tmp_path / "p")
        view = look(Places(workspace=tmp_path), ViewKind.TREE, ".").view
        assert isinstance(view, TreeView)
        assert list(view.entries) == ["a.txt", "b", "b/up", "b/x", "p"]
        assert [entry.type for entry in view.entries.values()] == ["file", "dir", "symlink", "file", "other"]
        assert view.entries["b/x"].sha256 == "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
        assert look(Places(workspace=tmp_path), ViewKind.TREE, ".").bytes_read == 5

    def test_of_a_file(self, tmp_path: Path) -> None:
        put(tmp_path / "x", "hello")
        view = look(Places(workspace=tmp_path), ViewKind.TREE, "x").view
        assert isinstance(view, TreeView)
        assert view.entries["."].size == 5

    def test_names_that_are_not_text(self, tmp_path: Path) -> None:
        (Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))).write_bytes(b"")
        view = look(Places(workspace=tmp_path), ViewKind.TREE, ".").view
        assert isinstance(view, TreeView)
        assert list(view.entries) == ["\\xff"]


@given(path=st.text(alphabet=st.sampled_from("ab/.~$\0 ü\ud800"), max_size=30))
def test_no_path_ever_raises_or_leaves_its_root(path: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    root = tmp_path_factory.getbasetemp()
    for workdir in (None, "/a"):
        places = Places(workspace=root, workdir=workdir, path_map=(PathMapping(container="/b", origin="o"),))
        found = places.locate(path)
        if isinstance(found, Located):
            assert found.root == root
            assert not {"..", "", "."} & set(found.parts)
        observation = look(places, ViewKind.FILE, path)
        assert observation.view is not None or observation.failure is not None


def test_names_that_are_not_utf8_are_spelt_each_in_its_own_way(tmp_path: Path) -> None:
    names = [b"\xff", b"\\xff", b"a\\b", "é".encode()]
    for name in names:
        (tmp_path / os.fsdecode(name)).write_bytes(name)
    request = Request(ViewKind.TREE, ".")
    listing = Observatory(Places(workspace=tmp_path)).observe([request])[request].view
    assert isinstance(listing, TreeView)
    assert list(listing.entries) == sorted(map(spelt, names))
    assert len(listing.entries) == len(names)


@pytest.mark.parametrize(
    ("limits", "name"),
    [
        (Limits(tree_entries=1), "tree_entries"),
        (Limits(tree_bytes=3), "tree_bytes"),
        (Limits(tree_depth=1), "tree_depth"),
    ],
)
def test_limits_of_listings_have_names(tmp_path: Path, limits: Limits, name: str) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "x").write_bytes(b"four")
    request = Request(ViewKind.TREE, ".")
    answer = Observatory(Places(workspace=tmp_path), limits).observe([request])[request]
    assert (answer.failure, answer.limit) == (Failure.LIMIT, name)
    assert f"`{name}`" in answer.detail


class TestFilesThatChange:
    """While they are looked at: what was seen is no one state of them."""

    @pytest.fixture(params=["grows", "same size", "replaced"])
    def change(self, request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Path], None]:
        def grow(path: Path) -> None:
            with path.open("ab") as stream:
                stream.write(b"x")

        def overwrite(path: Path) -> None:
            with path.open("r+b") as stream:
                stream.write(b"x")
            os.utime(path, ns=(1, 1))

        def replace(path: Path) -> None:
            other = tmp_path.parent / f"{tmp_path.name}-other"
            other.write_bytes(path.read_bytes())
            with path.open("ab") as stream:
                stream.write(b"y")
            other.rename(path)

        ways: dict[str, Callable[[Path], None]] = {"grows": grow, "same size": overwrite, "replaced": replace}
        return ways[request.param]

    def test_held_ones(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], None]) -> None:
        path = tmp_path / "x.json"
        path.write_bytes(b"[1]")
        real, done = os.read, []

        def read(descriptor: int, size: int) -> bytes:
            data = real(descriptor, size)
            if data == b"[1]" and not done:
                done.append(True)
                change(path)
            return data

        monkeypatch.setattr(os, "read", read)
        answer = look(Places(workspace=tmp_path), ViewKind.JSON, "x.json")
        assert done
        assert answer.failure is Failure.UNAVAILABLE
        assert "changed" in answer.detail

    def test_streamed_ones(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], None]
    ) -> None:
        path = tmp_path / "x.zip"
        path.write_bytes(b"PK\x05\x06" + bytes(18))
        real = archive.view

        def view(stream: IO[bytes], size: int, limits: Limits) -> object:
            seen = real(stream, size, limits)
            change(path)
            return seen

        monkeypatch.setattr(archive, "view", view)
        answer = look(Places(workspace=tmp_path), ViewKind.ARCHIVE, "x.zip")
        assert answer.failure is Failure.UNAVAILABLE
        assert answer.view is None
