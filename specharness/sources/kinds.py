"""Which kind of source a file is, by its name alone."""

from __future__ import annotations

from pathlib import PurePath

from specharness.ir import SourceKind

GUIDELINE_NAMES = frozenset(
    {
        "agents.md",
        "agent.md",
        "agents.override.md",
        "claude.md",
        "claude.local.md",
        "gemini.md",
        ".cursorrules",
        ".windsurfrules",
        ".clinerules",
    }
)
"""Instruction files of coding agents, lower case."""

GUIDELINE_ENDINGS = ("copilot-instructions.md", ".instructions.md", ".mdc")
"""`.github/copilot-instructions.md`, `.github/instructions/*.instructions.md`, `.cursor/rules/*.mdc`."""

SKILL_NAME = "skill.md"


def kind_of(path: PurePath) -> SourceKind:
    """SKILL.md is a skill, AGENTS.md and its kin are guidelines, all else is a prompt."""
    name = path.name.lower()
    if name == SKILL_NAME:
        return SourceKind.SKILL
    if name in GUIDELINE_NAMES or name.endswith(GUIDELINE_ENDINGS):
        return SourceKind.GUIDELINE
    return SourceKind.PROMPT
