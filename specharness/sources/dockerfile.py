"""What a task's Dockerfile says about the agent's file system: COPY, ADD and WORKDIR of its final stage.

Guarantees linear parsing of hostile text, and that no host path outside of the build context is ever named. Nothing
is built or run: RUN, downloads and archives that ADD would unpack are left out, so that the picture is a lower bound.
"""

from __future__ import annotations

import json
import posixpath
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from specharness.sources.look import is_folder, is_inside

MAX_MATCHES = 1000
"""Files that one COPY pattern may name."""

_INSTRUCTION = re.compile(r"\s*([A-Za-z]+)\s+(.*)", re.DOTALL)
_FLAG = re.compile(r"--([a-z-]+)(?:=(\S*))?\s+")
_VARIABLE = re.compile(r"\\\$|\$(?:\{(\w+)(?::?[-+]([^}]*))?\}|(\w+))")
_HEREDOC = re.compile(r"<<-?\s*[\"']?(\w+)[\"']?")
_ARCHIVE = re.compile(r"\.(?:tar|tgz|tbz2?|txz|tar\.\w+)$", re.IGNORECASE)
_USUAL_FOLDERS = frozenset({"/", "/root", "/home", "/tmp", "/opt", "/srv", "/mnt"})
_SKILL_FOLDERS = frozenset({"skills", "skill"})


class Placed(NamedTuple):
    """A host file or folder and where it stands in the container."""

    container: str
    host: Path
    is_folder: bool


@dataclass
class Layout:
    """The agent's file system as far as a Dockerfile tells."""

    workdir: str | None = None
    """Of the last WORKDIR."""
    placed: list[Placed] = field(default_factory=list)
    folders: dict[str, None] = field(default_factory=dict)
    """Container folders that COPY and ADD fill, the host files present or not, in order, without skill folders."""


def read_layout(text: str, context: Path) -> Layout:
    """The layout that a Dockerfile's text describes; `context` is the folder that COPY sources are relative to."""
    stages: dict[str, Layout] = {}
    layout = Layout()
    variables: dict[str, str] = {}
    for name, arguments in _instructions(text):
        if name == "FROM":
            words = _words(_expand(arguments, variables) or "")
            words = [word for word in words if not word.startswith("--")]
            parent = stages.get(words[0].lower()) if words else None
            layout = Layout(parent.workdir, [*parent.placed], {**parent.folders}) if parent else Layout()
            if len(words) == 3 and words[1].upper() == "AS":
                stages[words[2].lower()] = layout
        elif name in ("ENV", "ARG"):
            _define(arguments, variables)
        elif name == "WORKDIR":
            target = _expand(" ".join(_words(arguments)), variables)
            if target:
                layout.workdir = _absolute(target, layout.workdir)
        elif name in ("COPY", "ADD"):
            _copy(arguments, variables, layout, context, is_add=name == "ADD")
    return layout


def _instructions(text: str) -> Iterator[tuple[str, str]]:
    """Instructions with their arguments, continuation lines joined, comments and here-documents dropped."""
    held: list[str] = []
    heredoc: str | None = None
    for line in text.removeprefix("\ufeff").splitlines():
        if heredoc is not None:
            heredoc = None if line.strip() == heredoc else heredoc
            continue
        stripped = line.strip()
        if stripped.startswith("#") or (not stripped and held):
            continue
        if stripped.endswith("\\"):
            held.append(stripped[:-1])
            continue
        match = _INSTRUCTION.match(" ".join((*held, stripped)))
        held = []
        if match is None:
            continue
        document = _HEREDOC.search(match[2]) if match[1].upper() in ("RUN", "COPY", "ADD") else None
        if document is not None:
            heredoc = document[1]
        if document is None or match[1].upper() == "RUN":
            yield match[1].upper(), match[2].strip()


def _copy(arguments: str, variables: dict[str, str], layout: Layout, context: Path, *, is_add: bool) -> None:
    while (flag := _FLAG.match(arguments)) is not None:
        if flag[1] == "from":
            return  # another image's files
        arguments = arguments[flag.end() :]
    words = [_expand(word, variables) for word in _words(arguments)]
    if len(words) < 2 or None in words:
        return
    *names, target = [word for word in words if word is not None]
    destination = _absolute(target, layout.workdir)
    into_folder = target.endswith(("/", ".")) or len(names) > 1 or _is_known_folder(destination, layout)
    for name in names:
        if "://" in name or name.startswith("git@") or (is_add and _ARCHIVE.search(name)):
            continue
        hosts = list(_sources(name, context))
        for host in hosts:
            if is_folder(host):
                layout.placed.append(Placed(destination, host, True))
                _fill(layout, destination, host.name)
            else:
                place = posixpath.join(destination, host.name) if into_folder else destination
                layout.placed.append(Placed(place, host, False))
                _fill(layout, posixpath.dirname(place), "")
        if not hosts:  # not here, as large data often isn't; the container path is a fact all the same
            is_file = "." in posixpath.basename(name.rstrip("/"))
            folder = posixpath.dirname(destination) if is_file and not into_folder else destination
            _fill(layout, folder, posixpath.basename(name.rstrip("/")))


def _fill(layout: Layout, folder: str, origin: str) -> None:
    is_skills = origin in _SKILL_FOLDERS or posixpath.basename(folder) in _SKILL_FOLDERS
    if not is_skills:
        layout.folders.setdefault(folder)


def _is_known_folder(path: str, layout: Layout) -> bool:
    """A file copied to an existing folder lands in it."""
    return path in _USUAL_FOLDERS or path == layout.workdir or path in layout.folders


def _sources(name: str, context: Path) -> Iterator[Path]:
    """Host files and folders of one COPY source, all inside the context."""
    relative = posixpath.normpath("/" + name).lstrip("/")  # leading `..` is dropped, as docker does
    try:
        if any(mark in relative for mark in "*?["):
            found = sorted(islice(context.glob(relative), MAX_MATCHES + 1))
            if len(found) > MAX_MATCHES:
                return  # which of them came first is chance
        else:
            found = [context / relative] if (context / relative).exists() else []
        yield from (path for path in found if is_inside(path, context))
    except (OSError, ValueError, NotImplementedError):
        return


def _words(arguments: str) -> list[str]:
    if arguments.startswith("["):
        try:
            listed = json.loads(arguments)
        except (ValueError, RecursionError):
            return []
        return [word for word in listed if isinstance(word, str)] if isinstance(listed, list) else []
    try:
        return shlex.split(arguments)
    except ValueError:
        return arguments.split()


def _define(arguments: str, variables: dict[str, str]) -> None:
    words = _words(arguments)
    if words and "=" not in words[0] and len(words) > 1:
        words = [f"{words[0]}={' '.join(words[1:])}"]
    for word in words:
        key, equals, value = word.partition("=")
        expanded = _expand(value, variables)
        if equals and expanded is not None and len(expanded) <= 4096:
            variables[key] = expanded


def _expand(text: str, variables: dict[str, str]) -> str | None:
    """Variables replaced; None if one is not known."""
    missing = False

    def value(match: re.Match[str]) -> str:
        nonlocal missing
        if match.group() == "\\$":
            return "$"
        found = variables.get(match[1] or match[3], match[2])
        missing = missing or found is None
        return found or ""

    expanded = _VARIABLE.sub(value, text)
    return None if missing else expanded


def _absolute(path: str, workdir: str | None) -> str:
    joined = posixpath.join("/", workdir or "/", path)
    return "/" + posixpath.normpath(joined).lstrip("/")
