"""Hard admission: mandatory, grounded, observable, and decided by a validator that may block.

A check whose validator is not registered, has not shown that it errs neither way (its card is missing or void), or does
not admit the parameters, never becomes an obligation; nor does one whose answer rests on such a validator's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from specharness.ground.families.base import Check, Refusal
from specharness.ir import Direction, Disposition, Modality, Reason, SourceKind
from specharness.validators.base import Validator, parts_of, problem_with

_OBLIGING = frozenset({Modality.MUST, Modality.MUST_NOT})


def inadmissible(check: Check, registry: Mapping[str, Validator]) -> Refusal | None:
    """Why a check may not block; None when it may."""
    validator = registry.get(check.validator)
    if validator is None:
        return Refusal(Reason.NO_VALIDATOR, _absence(check.validator))
    problem = problem_with(validator, check.params)
    if problem:
        return Refusal(Reason.NO_VALIDATOR, problem)
    absent = next((name for name in parts_of(validator, check.params) if name not in registry), "")
    if absent:
        return Refusal(Reason.NO_VALIDATOR, _absence(absent))
    if not validator.needs(check.params):
        return Refusal(Reason.UNOBSERVABLE, f"nothing observes what {check.validator} needs here")
    return None


def _absence(name: str) -> str:
    """Why a validator is not among those that may block; imported late, because cards are read from disk."""
    from specharness.validators.registry import BUILT_IN, withheld

    problem = withheld(BUILT_IN[name]) if name in BUILT_IN else ""
    return f"validator {name} may not block: it {problem}" if problem else f"no validator {name} is registered"


def authority_flaw(direction: Direction, kinds: Sequence[SourceKind]) -> str | None:
    """Why the sources of a direction can't oblige; None when they can. Workspace text only grounds."""
    if all(kind is SourceKind.WORKSPACE for kind in kinds):
        return "workspace text grounds parameters, it obliges nobody"
    return None


def binds(direction: Direction, kind: SourceKind) -> bool:
    """Whether a direction that nothing here decides still stands between the work and a PASS.

    Hard ones do. An abstention does when its words oblige and its source may: a skill's own musts are advice on a
    procedure unless the compiler found them to bind this task, and then they are hard.
    """
    if direction.disposition is Disposition.HARD:
        return True
    if direction.disposition is not Disposition.ABSTAIN:
        return False
    return direction.modality in _OBLIGING and kind in {SourceKind.PROMPT, SourceKind.GUIDELINE}
