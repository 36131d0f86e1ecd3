"""What installed packages offer by entry point: validators, their cases, observers.

Guarantees one order, that of names and then values, and that whatever a third party's module raises while it is
imported or made is a UsageError that names it. What may be offered is the caller's business.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

from specharness.errors import UsageError


def offered(group: str) -> tuple[EntryPoint, ...]:
    """The entry points of a group; nothing is imported."""
    return tuple(sorted(entry_points(group=group), key=lambda point: (point.name, point.value)))


def named(group: str, name: str, what: str) -> EntryPoint | None:
    """The one of that name, if any; `what` it is (`validator`), for messages. Raises UsageError where it is offered
    more than once."""
    found = [point for point in offered(group) if point.name == name]
    if len(found) > 1:
        makers = ", ".join(point.value for point in found)
        raise UsageError(f"{what} `{name}` is offered {len(found)} times ({makers}); uninstall all but one")
    return found[0] if found else None


def made(point: EntryPoint, what: str) -> object:
    """The object that an entry point names; a class is made without arguments. Raises UsageError where it can't be."""
    try:
        loaded: object = point.load()
        return loaded() if isinstance(loaded, type) else loaded
    except Exception as error:
        raise UsageError(f"{what} `{point.name}` can't be imported from {point.value}: {error}") from error
