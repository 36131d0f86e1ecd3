"""Formats offered side by side: "Single city: {…}", "Multi-city: {…}" for one file.

Which alternative holds may be undecidable; that one of those shown must hold is not. Each case keeps its demotion,
so that nothing passes for being one of several.
"""

from __future__ import annotations

from collections.abc import Sequence

from specharness.ground.families.base import Check, Claim, Grounded
from specharness.ground.families.structure import examples_of
from specharness.ground.shapes import Shape, nullable, shape_of
from specharness.ir import Family


def alternatives_of(claims: Sequence[Claim]) -> dict[str, Grounded]:
    """For each direction of such a group: the one check that any of the shown shapes is there."""
    groups: dict[tuple[str, str], list[Claim]] = {}
    for claim in claims:
        if claim.direction.family is Family.SCHEMA and claim.direction.condition and claim.path:
            groups.setdefault((claim.source.id, claim.path), []).append(claim)
    found: dict[str, Grounded] = {}
    for (_, path), group in groups.items():
        shapes: list[Shape] = []
        for claim in group:
            samples, _ = examples_of(claim)
            if len(samples) == 1:
                shapes.append(shape_of(samples, nullable=nullable(claim.source)))
        conditions = {claim.direction.condition for claim in group}
        if len(shapes) < 2 or len(shapes) != len(group) or len(conditions) != len(group):
            continue
        shape: Shape = {"anyOf": [*shapes]}
        check = Check("json_shape", {"path": path, "shape": shape}, f"shape {path}#alternatives")
        for claim in group:
            found[claim.direction.id] = Grounded((check,))
    return found
