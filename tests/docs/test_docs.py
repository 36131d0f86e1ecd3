"""What the pages name is there: links, files, commands, and the options of commands."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import typer

from specharness.cli.app import app

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path
    for pattern in ("*.md", "docs/*.md", "docs/adr/*.md", "annotations/README.md", "annotations/tasks/README.md")
    for path in ROOT.glob(pattern)
)
_LINK = re.compile(r"!?\[[^]\n]*\]\(([^)\s]+)\)")
_FENCE = re.compile(r"^ *```[^\n]*\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"^ {4}((?:specharness|python|make) .*)$", re.MULTILINE)
_INLINE = re.compile(r"`([^`\n]+)`")
_FILE = re.compile(r"(?<![\w/$])(?:specharness|eval|tests|docs|annotations)/[\w./-]*\w\.(?:py|md|toml|jsonl?)")
_OPTION = re.compile(r"(?<![\w-])--?[a-z][\w-]*")
_TARGET = re.compile(r"^([a-z][\w-]*):", re.MULTILINE)


class Said(NamedTuple):
    page: Path
    text: str


def _pieces() -> Iterator[Said]:
    """Code on the pages, a line or an inline piece each; a line that ends in a backslash or an indented one goes on."""
    for page in PAGES:
        text = page.read_text("utf-8")
        blocks = _FENCE.findall(text)
        outside = _FENCE.sub("", text)
        for block in [*blocks, "\n".join(_INDENTED.findall(outside))]:
            joined = re.sub(r"(?:\\\n *|\n {4,}(?=[\[-]))", " ", block)
            for line in joined.splitlines():
                yield Said(page, line.partition(" #")[0].strip().removeprefix("$ "))
        for piece in _INLINE.findall(outside):
            yield Said(page, piece.strip())


def _commands(command: object = None, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], frozenset[str]]]:
    group = command or typer.main.get_command(app)
    options = {name for one in getattr(group, "params", ()) for name in (*one.opts, *one.secondary_opts)}
    yield path, frozenset(name for name in options if name.startswith("-")) | {"-h", "--help"}
    for name, below in getattr(group, "commands", {}).items():
        yield from _commands(below, (*path, name))


OPTIONS = dict(_commands())
PIECES = list(_pieces())


def _named(piece: Said, start: str) -> list[str]:
    """The words after `start` in each command of a piece, up to where another program begins."""
    parts = re.split(r"[|;&)]+", piece.text)
    return [part.strip()[len(start) :] for part in parts if part.strip().startswith(start)]


def test_links_lead_somewhere() -> None:
    dead = []
    for page in PAGES:
        for target in _LINK.findall(_FENCE.sub("", page.read_text("utf-8"))):
            place, _, anchor = target.partition("#")
            if place.startswith(("http://", "https://", "mailto:")):
                continue
            found = (page.parent / place).resolve() if place else page
            if not found.exists() or (anchor and anchor not in _anchors(found)):
                dead.append(f"{page.relative_to(ROOT)}: {target}")
    assert dead == []


def _anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def test_files_that_are_named_are_there() -> None:
    named = {(piece.page, name) for piece in PIECES for name in _FILE.findall(piece.text)}
    assert len(named) > 100
    assert (
        sorted(
            f"{page.relative_to(ROOT)}: {name}"
            for page, name in named
            if "NAME" not in name and not (ROOT / name).exists() and not (ROOT / "specharness" / name).exists()
        )
        == []
    )


def test_commands_and_their_options_are_known() -> None:
    wrong, seen = [], 0
    for piece in PIECES:
        for rest in _named(piece, "specharness "):
            words = rest.split()
            path = next(tuple(words[:length]) for length in (2, 1, 0) if tuple(words[:length]) in OPTIONS)
            if not path and words and re.fullmatch(r"[a-z]+", words[0]):
                wrong.append(f"{piece.page.name}: no command {words[0]}: {piece.text}")
            known = OPTIONS[path]
            alternatives = re.match(r"[a-z]+ ([a-z]+(?:\|[a-z]+)+)$", rest)
            if alternatives and not all((words[0], one) in OPTIONS for one in alternatives[1].split("|")):
                wrong.append(f"{piece.page.name}: {piece.text}")
            seen += 1
            wrong += [
                f"{piece.page.name}: no option {one}: {piece.text}" for one in _OPTION.findall(rest) if one not in known
            ]
    assert seen > 100
    assert wrong == []


def test_every_option_stands_in_the_synopsis_of_its_command() -> None:
    page = (ROOT / "docs" / "cli.md").read_text("utf-8")
    synopses = [re.sub(r"\n {4,}", " ", block) for block in _FENCE.findall(page)]
    lines = [line for block in synopses for line in block.splitlines() if line.startswith("specharness ")]
    for path, options in OPTIONS.items():
        own = [line for line in lines if line.startswith(f"specharness {' '.join(path)} ")]
        if not path or any(other[:-1] == path for other in OPTIONS if other):
            continue
        said = {option for line in own for option in _OPTION.findall(line)}
        shown = {option for option in options if option.startswith("--")} - {"--help", "--output", "--with-directions"}
        assert shown - said == set(), path


def test_scripts_and_their_options_are_known() -> None:
    wrong, seen = [], 0
    for piece in PIECES:
        for rest in _named(piece, "python eval/"):
            name, *words = rest.split()
            script = ROOT / "eval" / name
            if not script.is_file():
                wrong.append(f"{piece.page.name}: no script {name}")
                continue
            text = script.read_text("utf-8") + (ROOT / "eval" / "training_material.py").read_text("utf-8")
            seen += 1
            wrong += [
                f"{piece.page.name}: no option {one} of {name}"
                for one in _OPTION.findall(" ".join(words))
                if f'"{one}"' not in text
            ]
    assert seen > 20
    assert wrong == []


def test_targets_of_make_are_there() -> None:
    known = set(_TARGET.findall((ROOT / "Makefile").read_text("utf-8")))
    named = {(piece.page.name, rest.split()[0]) for piece in PIECES for rest in _named(piece, "make ") if rest.split()}
    targets = {(page, word) for page, word in named if re.fullmatch(r"[a-z][a-z-]+", word)}
    assert targets
    assert {(page, word) for page, word in targets if word not in known} == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_names_no_variable_that_nothing_reads(page: Path) -> None:
    named = set(re.findall(r"\bSPECHARNESS_[A-Z_]+\b", page.read_text("utf-8")))
    listed = subprocess.run(
        ["git", "grep", "-hoE", r"SPECHARNESS_[A-Z_]+", "--", "*.py", "Makefile"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("no checkout")
    assert named - set(listed.stdout.split()) == set()


def test_every_page_is_linked_from_the_readme() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    links = re.findall(r"\]\((docs/[\w-]+\.md)\)", text.partition("## More")[2])
    assert sorted(links) == sorted(set(links))
    assert set(links) == {f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")}
