"""The frozen surface: for each task the units that execution evidence is asked about, under one fingerprint.

Guarantees that a surface which was edited is refused (its fingerprint is over its units), and that figures over two
surfaces never meet. Not its business: how units come about; any compiler's directions will do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Self

from pydantic import ValidationError, model_validator
from pydantic_core import from_json

from specharness.errors import SchemaMismatchError
from specharness.ir import Certificate, Disposition, Model, ObligationSet, Outcome, Support, digest_of
from specharness.ir.invalid import wrong

SURFACE_VERSION = "1.0"


class Surface(Model):
    """Units by task, for one benchmark."""

    surface_version: str = SURFACE_VERSION
    benchmark: str = ""
    compiler: str = ""
    """Fingerprint of the compiler that the units come from, where one made them."""
    units: dict[str, tuple[str, ...]]
    """Ids by task. A task without units is on the surface, too, and adds nothing to either sum."""
    fingerprint: str = ""
    """SHA-256 over the rest; filled in where it is empty."""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        for task, units in self.units.items():
            if len(set(units)) != len(units):
                raise ValueError(f"task {task}: a unit is named twice")
        digest = digest_of({"benchmark": self.benchmark, "compiler": self.compiler, "units": self.units})
        if not self.fingerprint:
            object.__setattr__(self, "fingerprint", digest)  # frozen for others; this is its making
        elif self.fingerprint != digest:
            raise ValueError(f"fingerprint is not that of the units ({digest[:12]}…): the file was edited")
        return self


def parse_surface(data: bytes, label: str) -> Surface:
    """A surface out of a file's bytes. Raises SchemaMismatchError."""
    try:
        return Surface.model_validate(value := from_json(data))
    except ValidationError as error:
        raise SchemaMismatchError(
            f"{label}: {wrong(error, value, show=True)}; expected a surface (docs/gaps.md)"
        ) from error
    except ValueError as error:
        raise SchemaMismatchError(f"{label}: broken JSON: {error}") from error


def surface_of(compiled: Mapping[str, ObligationSet], *, benchmark: str = "") -> Surface:
    """The surface of tasks that one compiler read: every direction but the residual ones is a unit."""
    compilers = {digest_of(each.compiler.model_dump(mode="json")) for each in compiled.values()}
    if len(compilers) > 1:
        raise SchemaMismatchError(f"{len(compilers)} compilers made these obligations; a surface has one")
    units = {
        task: tuple(item.id for item in each.directions if item.disposition is not Disposition.RESIDUAL)
        for task, each in sorted(compiled.items())
    }
    return Surface(benchmark=benchmark, compiler=next(iter(compilers), ""), units=units)


def support_of(surface: Surface, obligations: ObligationSet, certificate: Certificate) -> Support:
    """What a certificate supports of a task's units: a direction passes where every obligation that it grounds passed.

    A direction that grounds none is unknown, one whose obligations are all inactive is inactive.
    """
    outcomes = {result.obligation: result.outcome for result in certificate.results}
    by_direction: dict[str, list[Outcome]] = {}
    for obligation in obligations.hard:
        for direction in obligation.src.directions:
            by_direction.setdefault(direction, []).append(outcomes.get(obligation.id, Outcome.UNKNOWN))
    return Support(
        surface=surface.fingerprint,
        outcomes={name: _together(found) for name, found in sorted(by_direction.items())},
    )


def _together(found: Iterable[Outcome]) -> Outcome:
    seen = set(found)
    for outcome in (Outcome.FAILED, Outcome.ERROR, Outcome.UNKNOWN, Outcome.PASSED):
        if outcome in seen:
            return outcome
    return Outcome.INACTIVE
