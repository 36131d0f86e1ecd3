"""One run of qualification over some validators: only what is not known yet is asked.

A card that is current, and was earned by the same questions, is kept. What is found is handed to `Keep` as soon as it
is known, so that a run that was interrupted goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib.resources import files

from pydantic import ValidationError

from specharness.errors import UsageError
from specharness.ir.base import digest_of
from specharness.qualify import repeat
from specharness.qualify.case import Kind
from specharness.qualify.derived import spread
from specharness.qualify.earn import Subject, asked, card_of, holds, own_definitions, package_of, subject_of
from specharness.qualify.equivalents import EQUIVALENT, WORDING
from specharness.qualify.find import definition_of, own
from specharness.qualify.mutation import MAX_MUTANTS, ModuleReport, Witness, mutate, witness
from specharness.validators import registry
from specharness.validators.base import Validator
from specharness.validators.cards import OWN, Card, Mutation, inside_of, read, starts_of
from specharness.validators.digest import Name, code_digest, module_digest, reached

Progress = Callable[[str, int, int], None]
"""What is being done, how many steps are done, and how many there are."""

REPORTS = "specharness.qualify"
"""Reports on mutants are kept in its folder `mutation_reports`."""

BATCH = 6
"""Validators whose answers are repeated in one process a setting; their cards are kept before the next ones begin."""

MAX_SIGHTS = 12
"""Trials with observers that fail in one way that are asked of every mutant, for one validator; they are much alike."""


class State(StrEnum):
    EARNED = "earned"
    KEPT = "kept"
    """The card was current, and the questions are the same."""
    REFUSED = "refused"


@dataclass(frozen=True)
class Result:
    """What became of one validator."""

    name: str
    state: State
    card: Card | None
    problems: tuple[str, ...] = ()
    reworded: bool = False
    """The same questions as before, and some finding is another one than on the card of before."""


@dataclass(frozen=True)
class Keep:
    """Where what was found goes; by default nowhere."""

    card: Callable[[Card], None] = lambda card: None
    report: Callable[[ModuleReport], None] = lambda report: None


@dataclass
class Session:
    """Subjects of one run, examined once each."""

    seeds: int
    keep: Keep = field(default_factory=Keep)
    progress: Progress = lambda step, done, total: None
    most: int = MAX_MUTANTS
    _subjects: dict[str, Subject] = field(default_factory=dict)
    _witnesses: dict[str, list[Witness]] = field(default_factory=dict)

    def qualify(self, names: Sequence[str], *, again: bool = False) -> list[Result]:
        """Every validator's result, in the order of the names. Raises UsageError where one is unknown."""
        pending = [name for name in names if again or not holds(name, self.seeds)]
        results = {name: Result(name, State.KEPT, read(name)) for name in names if name not in pending}
        for start in range(0, len(pending), BATCH):
            batch = pending[start : start + BATCH]
            for place, name in enumerate(batch, start):
                self.progress(f"cases of {name}", place, len(pending))
                self.subject(name)
            said, wavering = self._repeated([name for name in batch if not self.subject(name).problems])
            results.update((name, self._judged(name, said.get(name, ""), wavering.get(name, ()))) for name in batch)
        return [results[name] for name in names]

    def _judged(self, name: str, said: str, wavering: Sequence[str]) -> Result:
        problems = (*self.subject(name).problems, *wavering)
        if problems:
            return Result(name, State.REFUSED, None, problems)
        card = card_of(self.subject(name), said, self._mutation(name), tuple(repeat.settings()))
        before = read(name)
        self.keep.card(card)
        reworded = before is not None and before.asked == card.asked and before.said not in {"", said}
        return Result(name, State.EARNED, card, reworded=reworded)

    def library(self) -> list[ModuleReport]:
        """The report on every module of this package that a validator with cases rests on."""
        modules = sorted(library_modules())
        return [self.report(module) for module in modules]

    def subject(self, name: str) -> Subject:
        """A validator examined, once in a session."""
        if name not in self._subjects:
            self._subjects[name] = subject_of(name, self.seeds)
        return self._subjects[name]

    def _repeated(self, names: Sequence[str]) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
        """The digest of each validator's findings, and of those that don't answer the same everywhere, why."""
        problems: dict[str, tuple[str, ...]] = {}
        first: dict[str, str] = {}
        settings = repeat.settings() if names else {}
        for place, (label, setting) in enumerate(settings.items()):
            self.progress(f"again: {label}", place, len(settings))
            for name, digest in repeat.digests_under(setting, names).items():
                if digest == "twice":
                    problems[name] = (*problems.get(name, ()), "answers differently when asked twice")
                elif first.setdefault(name, digest) != digest:
                    problems[name] = (*problems.get(name, ()), f"answers differently under {label}")
        return first, problems

    def _mutation(self, name: str) -> Mutation | None:
        validator = self.subject(name).validator
        module, definitions = own_definitions(validator)
        tally = self.report(module, package_of(validator)).over(definitions)
        if not tally.of:
            return None
        return Mutation(
            mutants=tally.tried,
            killed=tally.killed,
            changed=tally.changed,
            equivalent=tally.equivalent,
            of=tally.of,
        )

    def report(self, module: str, package: str = f"{OWN}.") -> ModuleReport:
        """The report on the mutants of one module; the kept one where nothing has changed since."""
        names = _askers(module, package)
        key = self._key(module, names)
        known = report_of(module) if package == f"{OWN}." else None
        if known is not None and known.key == key:
            return known
        report = self._tried(module, names, key)
        if package == f"{OWN}.":
            self.keep.report(report)
        return report

    def left(self, module: str) -> ModuleReport | None:
        """Of the mutants that the kept report calls unnoticed, and only of them, what is noticed now; None without a
        kept report. For whoever writes cases: the whole takes many times as long."""
        known = report_of(module)
        if known is None:
            return None
        only = {(found.definition, found.change) for found in known.survivors}
        return self._tried(module, _askers(module, f"{OWN}."), "", only)

    def _tried(
        self, module: str, names: Sequence[str], key: str, only: Collection[tuple[str, str]] | None = None
    ) -> ModuleReport:
        witnesses: dict[str, list[Witness]] = {}
        seconds = 0.0
        for name in names:
            seconds += self.subject(name).seconds
            seen = self._telling(name)
            for reachable in _reached(name):
                if reachable.module == module:
                    witnesses.setdefault(reachable.name, []).extend(seen)
        step = f"mutants of {module.rpartition('.')[2]}"
        return mutate(
            module,
            sorted(witnesses),
            witnesses,
            key,
            most=self.most,
            seconds=seconds,
            only=only,
            progress=lambda done, total: self.progress(step, done, total),
        )

    def _telling(self, name: str) -> list[Witness]:
        """The trials that can notice a mutant: rightly answered ones, of much the same ones a few."""
        if name not in self._witnesses:
            subject = self.subject(name)
            pairs = zip(subject.trials, subject.found.answers, strict=True)
            right = [trial for trial, found in pairs if found.right]
            alike = {Kind.UNAVAILABLE, Kind.FAILURE}
            sorts: dict[str, list[int]] = {}
            for place, trial in enumerate(right):
                if trial.case.kind in alike:
                    sorts.setdefault(trial.case.why.rpartition(";")[2], []).append(place)
            few = {place for places in sorts.values() for place in spread(places, MAX_SIGHTS)}
            package = package_of(subject.validator)
            self._witnesses[name] = [
                witness(package, subject.validator, trial)
                for place, trial in enumerate(right)
                if trial.case.kind not in alike or place in few
            ]
        return self._witnesses[name]

    def _key(self, module: str, names: Sequence[str]) -> str:
        """Digest of all that a report rests on: the mutated code, the code that decides, the questions, the rules."""
        subjects = [[name, code_digest(_reached(name)), asked(definition_of(name)[1], self.seeds)] for name in names]
        rules = [module_digest(f"{REPORTS}.{name}") for name in ("mutants", "mutation", "ran")]
        argued = [list(entry) for entry in EQUIVALENT if entry[0].startswith(f"{module}:")]
        worded = [name for name in WORDING if name.startswith(module)]
        return digest_of([module_digest(module), subjects, rules, argued, worded, self.most])


def report_of(module: str) -> ModuleReport | None:
    """The kept report on a module of this package."""
    kept = files(REPORTS) / "mutation_reports" / f"{module.rpartition('.')[2]}.json"
    if not kept.is_file():
        return None
    try:
        report = ModuleReport.model_validate_json(kept.read_bytes())
    except ValidationError:
        return None
    return report if report.module == module else None


def library_modules() -> set[str]:
    """Modules of this package that its validators with cases rest on, but for those that word."""
    modules = {reachable.module for name in own() for reachable in _reached(name)}
    return {module for module in modules if module not in WORDING}


def _homes(package: str) -> dict[str, str]:
    """Validators with cases of one package, with the module of each one's class."""
    if package == f"{OWN}.":
        return {name: type(check).__module__ for name, check in registry.BUILT_IN.items() if name in own()}
    found: dict[str, str] = {}
    for name in registry.offered():
        with suppress(UsageError):  # another one of them may have no cases
            validator, _ = definition_of(name)
            if package_of(validator) == package:
                found[name] = type(validator).__module__
    return found


def _askers(module: str, package: str) -> list[str]:
    """Validators whose cases are asked of mutants of a module: those of its own validators where it has some; of a
    shared one, all that rest on it."""
    homes = _homes(package)
    if module in homes.values():
        return [name for name, home in homes.items() if home == module]
    return [name for name in homes if any(reachable.module == module for reachable in _reached(name))]


@cache
def _reached(name: str) -> tuple[Name, ...]:
    validator: Validator = definition_of(name)[0]
    return reached(starts_of(validator), inside_of((package_of(validator), f"{OWN}.")))
