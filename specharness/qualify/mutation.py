"""Breaks the code of a module in small ways, one at a time, and asks whether the cases notice.

A mutant's code replaces that of the living function, so that nothing is imported again and what was observed is
observed once. Only those trials are asked that run a line of the changed statement. It runs in a child process with a
time limit; a mutant that hangs, crashes or raises is noticed. Cases stop at the first wrong answer. A mutant under
which every answer is right and some finding is another one (another outcome among the right ones, another place, other
words) is counted apart: the cases alone let it through, and the digest of all findings on the card (`Card.said`) does
not.
"""

from __future__ import annotations

import ast
import functools
import importlib
import multiprocessing
import random
import signal
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from multiprocessing.connection import Connection
from types import CodeType, FrameType, FunctionType, ModuleType

from specharness.ir.base import Model
from specharness.qualify.derived import Trial
from specharness.qualify.equivalents import EQUIVALENT, WORDING
from specharness.qualify.examine import Answer, answer
from specharness.qualify.mutants import Mutant, mutants_of
from specharness.qualify.ran import caches_of, lines_run
from specharness.validators.base import Validator
from specharness.validators.digest import Name, statement_of

MAX_MUTANTS = 400
"""Of one module; beyond, a sample is drawn."""

LEAST_SECONDS = 2.0
"""A mutant that takes longer than this, and than SLOWER times what all cases take, hangs."""
SLOWER = 5

_NONE: frozenset[int] = frozenset()

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Witness:
    """A trial, who answers it, and what the code as it is says."""

    validator: Validator
    trial: Trial
    said: Answer
    lines: Mapping[str, frozenset[int]]
    """What it runs of every module under test."""


def witness(package: str, validator: Validator, trial: Trial) -> Witness:
    """A trial answered by the code as it is, and the lines of a package (`name.`) that this takes."""
    said, lines = lines_run(package, lambda: answer(validator, trial))
    return Witness(validator, trial, said, lines)


class Noticed(Enum):
    """What became of a mutant."""

    KILLED = "killed"
    CHANGED = "changed"
    SURVIVED = "survived"


class Survivor(Model):
    """A mutant under which every finding stayed the same."""

    definition: str
    line: int
    change: str


class Tally(Model):
    """Mutants of one definition, or of several."""

    tried: int = 0
    killed: int = 0
    """By a wrong answer, a crash or a hang."""
    changed: int = 0
    """Every answer is right, and some finding is not the one of before."""
    equivalent: int = 0
    of: int = 0


class ModuleReport(Model):
    """What came of the mutants of one module."""

    module: str
    key: str
    """Digest of the code and the cases; the report holds as long as it is the same."""
    definitions: dict[str, Tally]
    survivors: tuple[Survivor, ...]

    def over(self, definitions: Sequence[str] | None = None) -> Tally:
        """The sum over some definitions of the top level, or all."""
        chosen = [
            tally
            for name, tally in self.definitions.items()
            if definitions is None or name.partition(".")[0] in definitions
        ]
        return Tally(
            tried=sum(tally.tried for tally in chosen),
            killed=sum(tally.killed for tally in chosen),
            changed=sum(tally.changed for tally in chosen),
            equivalent=sum(tally.equivalent for tally in chosen),
            of=sum(tally.of for tally in chosen),
        )


@dataclass(frozen=True)
class _Operation:
    """One mutant, ready to be put in place."""

    definition: str
    mutant: Mutant
    function: FunctionType
    code: CodeType


def mutate(
    module: str,
    names: Sequence[str],
    witnesses: Mapping[str, Sequence[Witness]],
    key: str,
    *,
    most: int = MAX_MUTANTS,
    seconds: float = 0.0,
    only: Collection[tuple[str, str]] | None = None,
    progress: Progress | None = None,
) -> ModuleReport:
    """The report on a module's definitions `names`. `witnesses` are the trials by definition that can notice a change
    of it; all of them are answered rightly by the code as it is. `seconds` is what all of them take together. `only`
    are the definitions and labels of some mutants: nothing is said of others.
    """
    every = [
        operation
        for name in names
        for operation in operations(module, name)
        if only is None or (operation.definition, operation.mutant.label) in only
    ]
    equivalent = [operation for operation in every if _is_equivalent(module, operation)]
    left = [operation for operation in every if not _is_equivalent(module, operation)]
    tried = sorted(random.Random(module).sample(range(len(left)), most)) if len(left) > most else range(len(left))
    chosen = [left[place] for place in tried]
    limit = max(LEAST_SECONDS, SLOWER * seconds)
    ends = [Noticed.SURVIVED] * len(chosen)
    for place, noticed in _in_children(chosen, witnesses, limit):
        ends[place] = noticed
        if progress:
            progress(place + 1, len(chosen))
    tallies: dict[str, dict[str, int]] = {}
    for operation in every:
        _count(tallies, operation, "of")
    for operation in equivalent:
        _count(tallies, operation, "equivalent")
    survivors = []
    for operation, noticed in zip(chosen, ends, strict=True):
        _count(tallies, operation, "tried")
        if noticed is not Noticed.SURVIVED:
            _count(tallies, operation, noticed.value)
        else:
            mutant = operation.mutant
            survivors.append(Survivor(definition=operation.definition, line=mutant.line, change=mutant.label))
    definitions = {name: Tally(**counts) for name, counts in sorted(tallies.items())}
    return ModuleReport(module=module, key=key, definitions=definitions, survivors=tuple(survivors))


def operations(module: str, name: str) -> Iterator[_Operation]:
    """All mutants of a definition on the top level that can be put in place: of a function, or of a class's methods."""
    if module in WORDING or f"{module}:{name}" in WORDING:
        return
    loaded = importlib.import_module(module)
    for statement in statement_of(Name(module, name)):
        if isinstance(statement, ast.FunctionDef):
            yield from _of_function(loaded, (), statement)
        elif isinstance(statement, ast.ClassDef):
            for item in statement.body:
                if isinstance(item, ast.FunctionDef) and f"{module}:{name}.{item.name}" not in WORDING:
                    yield from _of_function(loaded, (name,), item)


def _of_function(loaded: ModuleType, inside: tuple[str, ...], statement: ast.FunctionDef) -> Iterator[_Operation]:
    function = _living(loaded, (*inside, statement.name))
    if function is None:
        return
    definition = ".".join((*inside, statement.name))
    for mutant in mutants_of(statement):
        code = _compiled(mutant.tree, inside, loaded.__file__ or "", function)
        if code is not None:
            yield _Operation(definition, mutant, function, code)


def _living(loaded: ModuleType, path: tuple[str, ...]) -> FunctionType | None:
    """The function object that runs under a name, whatever it is wrapped in."""
    found: object = vars(loaded).get(path[0])
    for name in path[1:]:
        found = vars(found).get(name) if isinstance(found, type) else None
    if isinstance(found, property):
        found = found.fget
    if isinstance(found, staticmethod | classmethod):
        found = found.__func__
    if isinstance(found, functools.cached_property):
        found = found.func
    found = getattr(found, "__wrapped__", found)
    return found if isinstance(found, FunctionType) else None


def _compiled(tree: ast.stmt, inside: tuple[str, ...], file: str, function: FunctionType) -> CodeType | None:
    body: list[ast.stmt] = [_undecorated(tree)]
    for name in reversed(inside):
        body = [ast.ClassDef(name=name, bases=[], keywords=[], body=body, decorator_list=[])]
    future = ast.ImportFrom(module="__future__", names=[ast.alias("annotations")], level=0)
    whole = ast.fix_missing_locations(ast.Module(body=[future, *body], type_ignores=[]))
    try:
        code = compile(whole, file, "exec")
    except (SyntaxError, ValueError):
        return None
    for name in (*inside, function.__name__):
        inner = [item for item in code.co_consts if isinstance(item, CodeType) and item.co_name == name]
        if not inner:
            return None
        code = inner[0]
    return code if len(code.co_freevars) == len(function.__code__.co_freevars) else None


def _undecorated(tree: ast.stmt) -> ast.stmt:
    if isinstance(tree, ast.FunctionDef):
        tree.decorator_list = []
    return tree


def _is_equivalent(module: str, operation: _Operation) -> bool:
    return (f"{module}:{operation.definition}", operation.mutant.label) in EQUIVALENT


def _count(tallies: dict[str, dict[str, int]], operation: _Operation, what: str) -> None:
    counts = tallies.setdefault(operation.definition, {})
    counts[what] = counts.get(what, 0) + 1


class _Expired(BaseException):
    """The mutant's time is over; no `except Exception` of the code under test holds it up."""


def _expire(number: int, frame: FrameType | None) -> None:
    raise _Expired


def _in_children(
    chosen: Sequence[_Operation], witnesses: Mapping[str, Sequence[Witness]], limit: float
) -> Iterator[tuple[int, Noticed]]:
    """Each mutant's place and whether it was noticed. A child that dies or stays silent has noticed its mutant; the
    next one goes on behind it."""
    context = multiprocessing.get_context("fork")
    start = 0
    while start < len(chosen):
        receiver, sender = context.Pipe(duplex=False)
        child = context.Process(target=_work, args=(chosen, witnesses, limit, start, sender), daemon=True)
        child.start()
        sender.close()
        try:
            while start < len(chosen):
                noticed = receiver.recv() if receiver.poll(3 * limit) else None
                if noticed is None:
                    break
                yield start, noticed
                start += 1
        except EOFError:
            pass
        finally:
            child.kill()
            child.join()
            receiver.close()
        if start < len(chosen):
            yield start, Noticed.KILLED
            start += 1


def _work(
    chosen: Sequence[_Operation],
    witnesses: Mapping[str, Sequence[Witness]],
    limit: float,
    start: int,
    sender: Connection,
) -> None:
    signal.signal(signal.SIGALRM, _expire)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    orders = {name: list(trials) for name, trials in witnesses.items()}
    mutated = {operation.function.__module__.partition(".")[0] for operation in chosen}
    caches = caches_of(mutated)
    for operation in chosen[start:]:
        signal.setitimer(signal.ITIMER_REAL, limit)
        try:
            noticed = _noticed(operation, orders.get(operation.definition.partition(".")[0], []), caches)
        except _Expired:
            noticed = Noticed.KILLED
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        sender.send(noticed)
    sender.close()


def _noticed(operation: _Operation, trials: list[Witness], caches: Sequence[Callable[[], None]]) -> Noticed:
    original = operation.function.__code__
    changed = False
    operation.function.__code__ = operation.code
    try:
        for clear in caches:
            clear()
        for place, found in enumerate(trials):
            if found.lines.get(operation.function.__module__, _NONE).isdisjoint(operation.mutant.span):
                continue
            given = answer(found.validator, found.trial)
            if not given.right:
                trials.insert(0, trials.pop(place))  # what noticed one change often notices the next
                return Noticed.KILLED
            changed = changed or given != found.said
    finally:
        operation.function.__code__ = original
        for clear in caches:
            clear()
    return Noticed.CHANGED if changed else Noticed.SURVIVED
