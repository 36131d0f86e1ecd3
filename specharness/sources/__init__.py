"""What the agent could see: prompt, guidelines, skills and workspace of a specification, read under a leak guard.

Guarantees hashed UTF-8 texts with their bytes' newlines, ids that don't depend on where the input lies, a stable
order, and that held-out material (tests, solutions, reference answers) is listed and never read. Not its business:
units, directions, and the agent's finished workspace.
"""

from specharness.sources.discover import discover
from specharness.sources.held_out import is_held_out
from specharness.sources.kinds import kind_of
from specharness.sources.load import load
from specharness.sources.model import SourceRequest, Specification
from specharness.sources.read import MAX_SOURCE_BYTES
from specharness.sources.visible import VisibleWorkspace

__all__ = [
    "MAX_SOURCE_BYTES",
    "SourceRequest",
    "Specification",
    "VisibleWorkspace",
    "discover",
    "is_held_out",
    "kind_of",
    "load",
]
