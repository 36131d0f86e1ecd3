"""From an examination to a card: everything about one validator that its card says.

Nothing is written here. A validator with a wrong answer, or with too few cases, or whose answers change with the time
zone, earns no card, and `Result.problems` says why.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from specharness.ir import Outcome
from specharness.ir.base import digest_of
from specharness.qualify.bounds import bound
from specharness.qualify.case import Definition, Kind
from specharness.qualify.derived import Trial, spread, trial_of
from specharness.qualify.examine import RAISED, Answer, Examination, answer, examine, prepare
from specharness.qualify.find import definition_of
from specharness.qualify.lay import modules_at_work
from specharness.validators.base import Validator
from specharness.validators.cards import OWN, Card, Cost, Mutation, inside_of, names_of, starts_of, state_of
from specharness.validators.digest import Name, code_digest, module_digest, reached, sha256_of

SHOWN = 6
"""Wrong answers that problems name: of each outcome in each kind of case one, then others."""

TIMED = 20
"""Cases whose cost is measured."""

_ASKING = ("case", "derived", "draw", "examine", "lay", "relations")
"""Modules of this package that decide what is asked."""

_NOT_ASKING = ("specharness.evidence", "specharness.ir", "specharness.validators")
"""What is asked about, and not what asks."""

_OBSERVATORY = ("specharness.evidence.observe:Observatory", "specharness.evidence.root:Places")
"""Who looks, and the places that are handed to it."""
_OBSERVERS_DATA = ("specharness.evidence.formats", "specharness.evidence.limits", "specharness.evidence.views")
"""What observers rest on without running it: tables, limits, shapes of views."""


@dataclass(frozen=True)
class Subject:
    """A validator, its cases, what it answered, and how long that took."""

    validator: Validator
    definition: Definition
    seeds: int
    trials: tuple[Trial, ...]
    found: Examination
    seconds: float
    """Of deciding all trials once."""

    @property
    def problems(self) -> tuple[str, ...]:
        """Why it earns no card, one line each."""
        return (*_wrong(self.found.wrong()), *self.found.flaws)


def subject_of(name: str, seeds: int) -> Subject:
    """A validator examined. Raises UsageError where there is no such validator, or no cases of it."""
    validator, definition = definition_of(name)
    trials = prepare(definition, validator, seeds)
    start = time.perf_counter()
    found = examine(definition, validator, trials)
    return Subject(validator, definition, seeds, tuple(trials), found, time.perf_counter() - start)


def asked(definition: Definition, seeds: int) -> str:
    """Digest of the questions: they are the same while the code that makes them, and the number of seeds, are."""
    module = definition.provider.__module__
    inside = inside_of((f"{module.partition('.')[0]}.",))
    names = reached(
        [Name(module, definition.provider.__name__)], lambda name: inside(name) and not name.startswith(_NOT_ASKING)
    )
    rules = [module_digest(f"specharness.qualify.{name}") for name in _ASKING]
    laws = [definition.keeps, definition.changes, definition.may_accept, definition.absent, definition.ungiven]
    return digest_of([seeds, code_digest(names), rules, [sorted(law) for law in laws]])


def holds(name: str, seeds: int) -> bool:
    """Whether a validator's card is current and was earned by just these questions."""
    validator, definition = definition_of(name)
    state = state_of(validator)
    return state.card is not None and state.current and state.card.asked == asked(definition, seeds)


def card_of(subject: Subject, said: str, mutation: Mutation | None, settings: Sequence[str]) -> Card:
    """The card of a validator whose answers are all right; `said` is the digest that `repeat` gives."""
    validator, found = subject.validator, subject.found
    written = [trial.case for trial in subject.trials if trial.seen and trial.case.kind in _LAID]
    worked = modules_at_work(validator, ((case.params, case.world) for case in written))
    inside = (package_of(validator), *sorted({*worked, *_OBSERVERS_DATA}))
    starts = (*(f"{start.module}:{start.name}" for start in starts_of(validator)), *_OBSERVATORY)
    names = reached(names_of(starts), inside_of(inside))
    must_pass, must_fail = found.directions()
    answers = found.written()
    return Card(
        validator=validator.name,
        version=validator.version,
        code=code_digest(names),
        starts=starts,
        inside=inside,
        sources={module: sha256_of(module) for module in sorted({name.module for name in names})},
        asked=asked(subject.definition, subject.seeds),
        python=".".join(platform.python_version_tuple()[:2]),
        seeds=subject.seeds,
        said=said,
        cases=found.by_kind(),
        must_pass=must_pass,
        must_fail=must_fail,
        false_pass=bound(
            sum(answer.false_pass for answer in answers),
            sum(Outcome.PASSED not in answer.case.right for answer in answers),
        ),
        false_block=bound(
            sum(answer.false_block for answer in answers),
            sum(Outcome.FAILED not in answer.case.right for answer in answers),
        ),
        mutation=mutation,
        settings=tuple(settings),
        cost=_cost(subject),
    )


_LAID = frozenset(Kind) - {Kind.REFUSED, Kind.UNAVAILABLE, Kind.FAILURE}


def package_of(validator: Validator) -> str:
    """Where a validator's own code may lie: this package's validators, or all of a third party's package."""
    module = type(validator).__module__
    return f"{OWN}." if f"{module}.".startswith(f"{OWN}.") else f"{module.partition('.')[0]}."


def own_definitions(validator: Validator) -> tuple[str, tuple[str, ...]]:
    """The module of a validator's class, and the definitions in it that its decisions rest on."""
    module = type(validator).__module__
    names = reached(starts_of(validator), inside_of((package_of(validator),)))
    return module, tuple(name.name for name in names if name.module == module)


def _cost(subject: Subject) -> Cost:
    timed = spread([trial.case for trial in subject.trials if trial.seen and trial.case.kind in _LAID], TIMED)
    observing, deciding = [], []
    for case in timed:
        start = time.perf_counter()
        trial = trial_of(subject.validator, case)
        middle = time.perf_counter()
        answer(subject.validator, trial)
        observing.append(1000 * (middle - start))
        deciding.append(1000 * (time.perf_counter() - middle))
    return Cost(observe_ms=round(median(observing or [0]), 2), decide_ms=round(median(deciding or [0]), 3))


def _wrong(wrong: Sequence[Answer]) -> Iterable[str]:
    firsts = {(found.outcome, found.case.kind): found for found in reversed(wrong)}.values()
    shown = [*reversed(firsts), *(found for found in wrong if found not in firsts)][:SHOWN]
    yield from (_wording(found) for found in shown)
    if len(wrong) > SHOWN:
        yield f"{len(wrong) - SHOWN} further wrong answers"


def _wording(found: Answer) -> str:
    right = " or ".join(sorted(found.case.right)) or "refused"
    what = f"raised {found.said}" if found.outcome == RAISED else found.outcome
    return f"{what} where {right} is right ({found.case.kind.value}): {found.case.why}"
