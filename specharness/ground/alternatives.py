"""Formats offered side by side: "Single city: {…}", "Multi-city: {…}" for one file.

Which alternative holds may be undecidable; that one of those shown must hold is not. Each case keeps its demotion,
so that nothing passes for being one of several.
"""

from __future__ import annotations

from collections.abc import Sequence

from specharness.ground.families.base import Check, Claim, Grounded
from specharness.ground.families.shown import examples_of
from specharness.ground.shapes import Shape, nullable, shape_of
from specharness.ir import Family


def alternatives_of(claims: Sequence[Claim]) -> dict[str, Grounded]:
    """For each direction of such a group: the one check that any of the shown shapes is there.

    A group is what the schema directions of one source show for one path, if they show different shapes.
    """
    groups: dict[tuple[str, str], list[tuple[Claim, Shape]]] = {}
    for claim in claims:
        if claim.direction.family is not Family.SCHEMA or not claim.path:
            continue
        samples, _ = examples_of(claim)
        if len(samples) == 1:
            shape = shape_of(samples, nullable=nullable(claim.source))
            groups.setdefault((claim.source.id, claim.path), []).append((claim, shape))
    found: dict[str, Grounded] = {}
    for (_, path), group in groups.items():
        shapes: list[Shape] = []
        for _claim, shape in group:
            if shape not in shapes:
                shapes.append(shape)
        if len(shapes) < 2:
            continue
        check = Check("json_shape", {"path": path, "shape": {"anyOf": [*shapes]}}, f"shape {path}#alternatives")
        for claim, _shape in group:
            found[claim.direction.id] = Grounded((check,))
    return found
