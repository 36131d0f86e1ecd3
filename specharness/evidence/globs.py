"""Globs over paths: `*` inside one name, `**` over folders, and a glob that names a folder covers all below it.

Each part of the path is matched with each part of the glob once at most, so that stars do not multiply.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase


def covers(glob: Sequence[str], path: Sequence[str]) -> bool:
    """Whether a glob names a path, or a folder above it; both in parts."""
    reached = {0}
    """Positions in the glob reached after the parts of the path so far; `**` stays and also moves on."""
    for part in path:
        reached = _past_stars(glob, reached)
        if len(glob) in reached:
            return True
        reached = {
            place if glob[place] == "**" else place + 1
            for place in reached
            if place < len(glob) and (glob[place] == "**" or fnmatchcase(part, glob[place]))
        }
    return bool(glob) and len(glob) in _past_stars(glob, reached)


def _past_stars(glob: Sequence[str], places: set[int]) -> set[int]:
    found = set(places)
    for place in sorted(places):
        while place < len(glob) and glob[place] == "**":
            place += 1
            found.add(place)
    return found
