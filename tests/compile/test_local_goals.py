"""Which folder a bare name goes to: the one that the order to write it names, never one that is read from."""

from __future__ import annotations

import pytest
from local_world import read

from specharness.compile.local.literals import is_folder
from specharness.compile.local.roles import Role

GOES: list[tuple[str, tuple[str, ...]]] = [
    ("Save the figures to `plots/` as `a.png`.", ("plots/a.png",)),
    ("Put everything into `plots/`: `a.png` and `b.png`.", ("plots/a.png", "plots/b.png")),
    ("Write `a.csv`, `b.csv` and `c.csv` in `tables/`.", ("tables/a.csv", "tables/b.csv", "tables/c.csv")),
    ("Write a.csv and b.csv to tables/.", ("tables/a.csv", "tables/b.csv")),
    ("In `tables/`, create `a.csv` and `b.csv`.", ("tables/a.csv", "tables/b.csv")),
    ("Under the folder `tables/` please write `a.csv`.", ("tables/a.csv",)),
    ("In `tables/` there must be a file called `a.csv`.", ("tables/a.csv",)),
    ("Create the folder `tables/` and save `a.csv` in it.", ("tables/a.csv",)),
    ("Create the folder `tables/` with a file called `a.csv`.", ("tables/a.csv",)),
    ("Create `a.csv` and `b.csv` and put both in `tables/`.", ("tables/a.csv", "tables/b.csv")),
    ("Save the summary of last year in `sums/` as `s.md`.", ()),
    ("Save the summary in `sums/` as `s.md`.", ("sums/s.md",)),
    ("Read `in.csv` and save the result to `sums/` as `s.csv`.", ("sums/s.csv",)),
    ("Write these files in `/srv/o`:\n\n- `a.csv`\n- `b.csv`\n", ("/srv/o/a.csv", "/srv/o/b.csv")),
    ("Move these two letters from `in/` to `kept/`:\n\n- `a.txt`\n- `b.txt`\n", ("kept/a.txt", "kept/b.txt")),
    ("All outputs go to `/srv/o/`:\n\n- `a.csv`\n", ("/srv/o/a.csv",)),
    ("In `/srv/o/`, create:\n\n- `a.csv`\n", ("/srv/o/a.csv",)),
    ("Create in `o/`:\n\n- `a.csv` from the tables in `raw/`\n", ("o/a.csv",)),
    ("把结果保存到 `o/`，文件名为 `a.csv`。", ("o/a.csv",)),
    ("在 `o/` 下创建 `a.csv`。", ("o/a.csv",)),
    ("从 `raw/` 读取表格，把结果写入 `o/` 目录下的 `a.csv`。", ("o/a.csv",)),
]
STAYS: list[tuple[str, tuple[str, ...]]] = [
    ("Look through `mail/` and write `digest.md`.", ("digest.md",)),
    ("Read every letter in `mail/` and create `digest.md`.", ("digest.md",)),
    ("Check the pages under `site/` and save `broken.txt`.", ("broken.txt",)),
    ("Use the modules in `lib/` to build `api.md`.", ("api.md",)),
    ("Take the pictures from `shots/` and produce `album.pdf`.", ("album.pdf",)),
    ("Unpack `old.zip` into `old/` and write `names.txt`.", ("names.txt",)),
    ("Write `names.txt` with the names of all files in `old/`.", ("names.txt",)),
    ("Write `api.md` about `lib/`.", ("api.md",)),
    ("Create `index.md`, which lists the pages in `site/`.", ("index.md",)),
    ("The list in `index.md` must mention every page in `site/`.", ("index.md",)),
    ("The letters in `mail/` are old; write `digest.md`.", ("digest.md",)),
    ("Using the letters in `mail/`, write:\n\n- `digest.md`\n", ("digest.md",)),
    ("读取 `mail/` 中的信件，生成 `digest.md`。", ("digest.md",)),
    ("将旧档案解压到 `old/`，然后生成 `names.txt`。", ("names.txt",)),
]
UNSAID = [
    "Go to `site/` and create `index.md`.",
    "Open the folder `site/` and create `index.md`.",
    "Create the folder `site/` and write `index.md`.",
    "Save `index.md` and write the log to `logs/`.",
    "In `site/` the pages are old; write `index.md`.",
    "Copy the letters to `kept/` and write `index.md`.",
    "Save the pages in `site/` as `all.md`.",
    "Save everything in `site/` as `all.md`.",
    "Save it to `a/` and to `b/` as `all.md`.",
]


def _written(text: str) -> tuple[str, ...]:
    _, _, files = read(text)
    return tuple(m.path for m in files.mentions if m.role is Role.WRITTEN and not is_folder(m.path))


@pytest.mark.parametrize(("text", "wanted"), GOES + STAYS)
def test_a_name_and_its_folder(text: str, wanted: tuple[str, ...]) -> None:
    assert _written(text) == wanted


@pytest.mark.parametrize("text", UNSAID)
def test_where_nothing_says_which_is_meant_no_file_is_demanded(text: str) -> None:
    assert _written(text) == ()
