"""Archives and media: members within limits, nothing unpacked, nothing followed."""

from __future__ import annotations

import gzip
import hashlib
import io
import lzma
import os
import stat
import struct
import tarfile
import zipfile
from pathlib import Path

import pytest
from looking import look, seen

from specharness.evidence.faults import LimitReached, ProviderMissing
from specharness.evidence.limits import Limits
from specharness.evidence.observers import program
from specharness.evidence.observers.program import run
from specharness.evidence.views import ArchiveView, Failure, FormatView, MediaView, ViewKind
from specharness.measure import observer_seeds

K = ViewKind


def zipped(path: Path, members: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)


class TestArchives:
    @pytest.mark.parametrize(("ending", "mode"), [("tar", ""), ("tar.gz", "gz"), ("tar.xz", "xz"), ("tar.bz2", "bz2")])
    def test_members_links_and_what_is_inside(self, tmp_path: Path, ending: str, mode: str) -> None:
        path = tmp_path / f"x.{ending}"
        path.write_bytes(observer_seeds.tar(mode))
        view = seen(path, K.ARCHIVE)
        assert isinstance(view, ArchiveView)
        assert view.format == ending
        assert [(each.name, each.type, each.size, each.target) for each in view.members] == [
            ("a.txt", "file", 100, ""),
            ("b/inner.zip", "file", len(observer_seeds.zip_()), ""),
            ("link", "symlink", 0, "../out"),
        ]
        assert view.members[0].sha256 == hashlib.sha256(b"hello" * 20).hexdigest()
        assert view.unsafe == ("link",)
        inner = view.nested["b/inner.zip"]
        assert [each.name for each in inner.members] == ["a.txt", "b/inner.zip"]
        assert [each.name for each in inner.nested["b/inner.zip"].members] == ["deep/x.txt"]
        assert seen(path, K.FORMAT) == FormatView(ending, True)
        assert look(path, K.ARCHIVE).coverage.seen == {"members": 6}

    @pytest.mark.parametrize("name", ["../x", "/x", "a/../../x", "..\\x", "C:\\x"])
    def test_names_that_lead_out_are_told(self, tmp_path: Path, name: str) -> None:
        zipped(tmp_path / "x.zip", {name: b"", "fine/..x": b""})
        view = seen(tmp_path / "x.zip", K.ARCHIVE)
        assert isinstance(view, ArchiveView)
        assert len(view.unsafe) == 1

    def test_links_of_zip_archives(self, tmp_path: Path) -> None:
        with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
            info = zipfile.ZipInfo("dir/link")
            info.create_system = 3
            info.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(info, "../inside")
        view = seen(tmp_path / "x.zip", K.ARCHIVE)
        assert isinstance(view, ArchiveView)
        assert (view.members[0].type, view.members[0].target, view.unsafe) == ("symlink", "../inside", ())

    @pytest.mark.parametrize(
        ("limits", "name"),
        [
            (Limits(zip_members=1), "zip_members"),
            (Limits(zip_bytes=50), "zip_bytes"),
            (Limits(archive_depth=0), "archive_depth"),
            (Limits(stream_bytes=10), "stream_bytes"),
        ],
    )
    @pytest.mark.parametrize("ending", ["zip", "tar", "tar.gz"])
    def test_limits_have_names(self, tmp_path: Path, limits: Limits, name: str, ending: str) -> None:
        path = tmp_path / f"x.{ending}"
        path.write_bytes(observer_seeds.SEEDS[f"x.{ending}"]())
        answer = look(path, K.ARCHIVE, limits=limits)
        assert (answer.failure, answer.limit) == (Failure.LIMIT, name)

    def test_a_zip_bomb_is_a_limit(self, tmp_path: Path) -> None:
        zipped(tmp_path / "x.zip", {"bomb": bytes(64 * 2**20)})
        answer = look(tmp_path / "x.zip", K.ARCHIVE)
        assert (answer.failure, answer.limit) == (Failure.LIMIT, "zip_ratio")

    @pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
    def test_a_tar_bomb_is_a_limit(self, tmp_path: Path, pack: object) -> None:
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w") as archive:
            info = tarfile.TarInfo("bomb")
            info.size = 64 * 2**20
            archive.addfile(info, io.BytesIO(bytes(info.size)))
        ending = "tar.gz" if pack is gzip.compress else "tar.xz"
        (tmp_path / f"x.{ending}").write_bytes(pack(out.getvalue()))  # type: ignore[operator]
        answer = look(tmp_path / f"x.{ending}", K.ARCHIVE)
        assert (answer.failure, answer.limit) == (Failure.LIMIT, "zip_ratio")

    def test_an_archive_in_several_compressed_streams_is_whole(self, tmp_path: Path) -> None:
        plain = observer_seeds.tar("")
        for ending, pack, padding in (("tar.xz", lzma.compress, bytes(8)), ("tar.gz", gzip.compress, b"")):
            packed = pack(plain[:700]) + padding + pack(plain[700:])
            (tmp_path / f"x.{ending}").write_bytes(packed)
            assert look(tmp_path / f"x.{ending}", K.ARCHIVE).coverage.seen == {"members": 6}

    def test_a_dictionary_that_is_too_large_is_a_limit(self, tmp_path: Path) -> None:
        (tmp_path / "x.tar.xz").write_bytes(lzma.compress(observer_seeds.tar(""), preset=9))
        assert look(tmp_path / "x.tar.xz", K.ARCHIVE).view is not None
        answer = look(tmp_path / "x.tar.xz", K.ARCHIVE, limits=Limits(unpack_memory=2**20))
        assert (answer.failure, answer.limit) == (Failure.LIMIT, "unpack_memory")

    def test_a_directory_that_claims_to_be_huge_is_not_read(self, tmp_path: Path) -> None:
        path = tmp_path / "x.zip"
        with path.open("wb") as stream:
            stream.truncate(2**26)
            stream.seek(2**26 - 22)
            stream.write(b"PK\x05\x06" + struct.pack("<HHHHLLH", 0, 0, 9, 9, 2**26 - 22, 0, 0))
            stream.seek(0)
            stream.write(b"PK\x03\x04")
        answer = look(path, K.ARCHIVE)
        assert (answer.failure, answer.limit) == (Failure.LIMIT, "zip_members")

    def test_a_sparse_member_of_terabytes_is_a_limit(self, tmp_path: Path) -> None:
        info = tarfile.TarInfo("huge")
        info.size = 2**42
        (tmp_path / "x.tar").write_bytes(info.tobuf(tarfile.GNU_FORMAT) + bytes(1024))
        assert look(tmp_path / "x.tar", K.ARCHIVE).limit == "zip_bytes"

    @pytest.mark.parametrize("ending", ["zip", "tar.gz", "tar.xz"])
    def test_truncated_and_other_bytes_are_malformed(self, tmp_path: Path, ending: str) -> None:
        whole = observer_seeds.SEEDS[f"x.{ending}"]()
        for data in (b"", b"nothing of that", whole[: len(whole) // 2]):
            (tmp_path / f"x.{ending}").write_bytes(data)
            answer = look(tmp_path / f"x.{ending}", K.FORMAT)
            assert isinstance(answer.view, FormatView)
            assert not answer.view.valid

    def test_a_sparse_file_of_a_terabyte_is_a_limit(self, tmp_path: Path) -> None:
        with (tmp_path / "x.tar").open("wb") as stream:
            stream.truncate(2**40)
        for kind in (K.ARCHIVE, K.MEDIA, K.DATABASE):
            assert look(tmp_path / "x.tar", kind).limit == "stream_bytes"
        assert look(tmp_path / "x.tar", K.TEXT).limit == "file_bytes"


@pytest.mark.skipif(not Path("/usr/bin/ffprobe").exists(), reason="needs ffprobe (Debian package ffmpeg)")
class TestMedia:
    def test_container_duration_and_codec(self, tmp_path: Path) -> None:
        (tmp_path / "x.wav").write_bytes(observer_seeds.wav())
        view = seen(tmp_path / "x.wav", K.MEDIA)
        assert isinstance(view, MediaView)
        assert (view.format, view.duration) == ("wav", 0.5)
        (stream,) = view.streams
        assert (stream.type, stream.codec, stream.sample_rate, stream.channels) == ("audio", "pcm_s16le", 8000, 1)
        assert seen(tmp_path / "x.wav", K.FORMAT) == FormatView("wav", True)

    def test_the_container_is_told_by_content(self, tmp_path: Path) -> None:
        (tmp_path / "x.mp3").write_bytes(observer_seeds.wav())
        assert seen(tmp_path / "x.mp3", K.FORMAT) == FormatView("mp3", False, "the container is wav")

    def test_a_truncated_file_is_no_valid_one(self, tmp_path: Path) -> None:
        whole = observer_seeds.wav()
        (tmp_path / "x.wav").write_bytes(whole[: len(whole) // 2])
        answer = seen(tmp_path / "x.wav", K.FORMAT)
        assert answer == FormatView("wav", False, f"truncated: it says {len(whole)} bytes and has {len(whole) // 2}")

    def test_complaints_are_the_same_words_each_time(self, tmp_path: Path) -> None:
        """Found by fuzzing: the program names places in its memory."""
        (tmp_path / "x.wav").write_bytes(observer_seeds.wav().replace(b"data", b"dat~"))
        words = {look(tmp_path / "x.wav", K.MEDIA).detail for _ in range(3)}
        assert len(words) == 1
        assert "0x" not in words.pop()

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"text",
            b"#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n",
            b"ffconcat version 1.0\nfile /etc/passwd\n",
            b"RIFF" + bytes(40),
        ],
    )
    def test_other_bytes_and_playlists_are_malformed(self, tmp_path: Path, data: bytes) -> None:
        (tmp_path / "x.mp4").write_bytes(data)
        answer = look(tmp_path / "x.mp4", K.MEDIA)
        assert answer.failure is Failure.MALFORMED
        assert "root:" not in answer.detail

    def test_a_program_that_takes_too_long_is_ended(self) -> None:
        with pytest.raises(LimitReached) as reached:
            run("sleep", ["60"], Limits(seconds=0.2))
        assert reached.value.limit == "seconds"

    def test_a_program_that_prints_too_much_is_ended(self) -> None:
        with pytest.raises(LimitReached) as reached:
            run("yes", [], Limits(program_output=10_000))
        assert reached.value.limit == "program_output"

    def test_a_program_that_wants_too_much_memory_fails(self) -> None:
        done = run("python3", ["-c", "bytearray(2**30)"], Limits(program_memory=256 * 2**20))
        assert done.code != 0

    def test_a_program_sees_nothing_of_our_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SECRET", "word")
        assert b"SECRET" not in run("env", [], Limits()).output


def test_without_the_program_the_failure_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "_PATH", str(tmp_path))
    with pytest.raises(ProviderMissing, match="ffprobe"):
        run("ffprobe", [], Limits())
    (tmp_path / "x.wav").write_bytes(observer_seeds.wav())
    answer = look(tmp_path / "x.wav", K.MEDIA)
    assert answer.failure is Failure.UNAVAILABLE
    assert "ffprobe" in answer.detail


@pytest.mark.parametrize("kind", [K.ARCHIVE, K.MEDIA, K.DATABASE, K.QUERY, K.TABLE, K.GIT, K.XML, K.EXTERNAL])
@pytest.mark.parametrize("sort", ["fifo", "device", "socket", "folder", "link out", "loop", "absent"])
def test_what_is_no_file_never_blocks(tmp_path: Path, kind: ViewKind, sort: str) -> None:
    path = tmp_path / "x.db"
    if sort == "fifo":
        os.mkfifo(path)
    elif sort == "device":
        path.symlink_to("/dev/zero")
    elif sort == "socket":
        import socket

        here = Path.cwd()
        os.chdir(tmp_path)  # the name of a socket may have 107 bytes at most
        try:
            socket.socket(socket.AF_UNIX).bind("x.db")
        finally:
            os.chdir(here)
    elif sort == "folder":
        path.mkdir()
    elif sort == "link out":
        path.symlink_to("/etc/passwd")
    elif sort == "loop":
        path.symlink_to("x.db")
    answer = look(path, kind, "SELECT 1")
    assert answer.view is None
    assert answer.failure is not None
    assert answer.seconds < 5
