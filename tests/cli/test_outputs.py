"""Result files are whole or not there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from specharness.cli.outputs import refuse_overwriting, usable_folder, write_whole
from specharness.errors import InputError, NotFoundError, UsageError


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_writes_all(tmp_path: Path) -> None:
    write_whole({tmp_path / "a.json": "é\n", tmp_path / "b.html": "b"})
    assert (tmp_path / "a.json").read_bytes() == "é\n".encode()
    assert _names(tmp_path) == ["a.json", "b.html"]


def test_respects_the_umask_and_keeps_the_mode_of_a_file_that_is_replaced(tmp_path: Path) -> None:
    target = tmp_path / "a"
    old = os.umask(0o027)
    try:
        write_whole({target: "1"})
    finally:
        os.umask(old)
    assert target.stat().st_mode & 0o777 == 0o640
    target.chmod(0o600)
    write_whole({target: "2"})
    assert target.stat().st_mode & 0o777 == 0o600
    assert target.read_text() == "2"


def test_one_failure_leaves_every_file_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    with pytest.raises(NotFoundError, match="no such folder"):
        write_whole({tmp_path / "a": "new", tmp_path / "missing" / "b": "new"})
    assert (tmp_path / "a").read_text() == "old"
    assert _names(tmp_path) == ["a"]


def test_an_interrupt_leaves_nothing_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_text("old")

    def interrupted(_descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole({tmp_path / "a": "new"})
    assert (tmp_path / "a").read_text() == "old"
    assert _names(tmp_path) == ["a"]


def test_a_full_disk_is_a_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError) as caught:
        write_whole({tmp_path / "a": "new"})
    assert str(caught.value) == f"{tmp_path / 'a'}: can't be written: No space left on device; no file was changed"
    assert _names(tmp_path) == []


def test_folders_are_made_only_when_asked(tmp_path: Path) -> None:
    write_whole({tmp_path / "x" / "y" / "a": "1"}, parents=True)
    assert (tmp_path / "x" / "y" / "a").read_text() == "1"


def test_folders_that_nothing_got_into_are_removed(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    with pytest.raises(InputError, match="can't be written"):
        write_whole({tmp_path / "here" / "x" / "a": "1", tmp_path / "y" / "z" / ("n" * 300): "2"}, parents=True)
    assert [path.name for path in tmp_path.rglob("*")] == ["here"]


def test_a_parent_that_is_a_file_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="can't be written"):
        write_whole({tmp_path / "file" / "a": "1"}, parents=True)


def test_a_folder_is_no_target(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder"):
        write_whole({tmp_path: "1"})


def test_a_link_keeps_pointing_and_its_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write_whole({tmp_path / "link": "new"})
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_a_device_is_written_through_and_stays_a_device(tmp_path: Path) -> None:
    null = Path(os.devnull)
    write_whole({null: "1"})
    assert null.is_char_device()


def test_half_a_surrogate_pair_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="UTF-8 can't express"):
        write_whole({tmp_path / "a": "\udc80"})
    assert _names(tmp_path) == []


def test_an_output_never_replaces_an_input(tmp_path: Path) -> None:
    prompt = tmp_path / "prompt.md"
    prompt.write_text("x")
    with pytest.raises(UsageError, match="is an input"):
        refuse_overwriting([tmp_path / "." / "prompt.md"], [prompt])
    with pytest.raises(UsageError, match="two outputs"):
        refuse_overwriting([tmp_path / "a", tmp_path / "a"], [prompt])
    refuse_overwriting([tmp_path / "a", None, tmp_path / "b"], [prompt, "-"])


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_standard_output_is_printed_to(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_whole({Path(name): "one\n", tmp_path / "a": "two"})
    assert capsys.readouterr().out == "one\n"
    assert _names(tmp_path) == ["a"]
    with pytest.raises(UsageError, match="two outputs"):
        refuse_overwriting([Path("-"), Path("/dev/stdout")], [])


def test_a_folder_for_results_is_made_and_left_empty(tmp_path: Path) -> None:
    usable_folder(tmp_path / "x" / "y")
    assert _names(tmp_path / "x" / "y") == []
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(InputError, match=f"^{folder}: can't be written: "):
            usable_folder(folder)


def test_a_pipe_is_written_through(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    write_whole({Path(f"/dev/fd/{writing}"): "1"})
    os.close(writing)
    assert os.read(reading, 10) == b"1"
    os.close(reading)


def test_what_is_printed_is_printed_when_the_files_are_on_disk_and_not_yet_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_text("old")
    seen: list[tuple[str, str, int]] = []

    class Closed:
        def isatty(self) -> bool:
            return False

        def write(self, text: str) -> None:
            seen.append((text, (tmp_path / "a").read_text(), len(_names(tmp_path))))
            raise BrokenPipeError(32, "Broken pipe")

    monkeypatch.setattr("sys.stdout", Closed())
    with pytest.raises(InputError, match=r"^-: can't be written: Broken pipe; no file was changed$"):
        write_whole({Path("-"): "printed", tmp_path / "a": "new"})
    assert seen == [("printed", "old", 2)]
    assert _names(tmp_path) == ["a"]
    assert (tmp_path / "a").read_text() == "old"
