"""What a family's grounder is handed and what it answers.

A grounder turns one grounded direction into checks with normalised parameters, or says why it can't. It never widens:
a check asks for no more than the text does, and one that might blame an honest agent is not made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from specharness.ground.numerals import as_number
from specharness.ground.paths import ending, normalise
from specharness.ground.shapes import Shape, leaves_of, places_of
from specharness.ground.visible import Visible, header
from specharness.ir import Direction, Family, Reason, Scalar, Source, Span, Unit
from specharness.validators.locate import ANYWHERE

DATABASES = frozenset({"db", "sqlite", "sqlite3"})
FLAT = frozenset({"csv", "tsv", "parquet", "pq"})
"""Files that are one table; of a database one of its tables has to be meant (`databases`)."""
TABLES = FLAT | DATABASES
WORKBOOKS = frozenset({"xlsx", "xlsm"})
TREES = frozenset({"json", "jsonl", "ndjson", "geojson", "yaml", "yml", "toml"})
TEXTS = frozenset({"txt", "md", "log", ""})


@dataclass(frozen=True)
class Check:
    """One validator with its parameters."""

    validator: str
    params: dict[str, JsonValue]
    key: str
    """Assertion key: what is asserted about, without the value that is demanded of it."""
    note: str = ""
    """Added to the statement: where a parameter was read from."""


@dataclass(frozen=True)
class Refusal:
    """Why a direction has no check."""

    reason: Reason
    detail: str


@dataclass(frozen=True)
class Grounded:
    """The checks of a direction. `open_part` says what of it they leave undecided, if anything."""

    checks: tuple[Check, ...]
    open_part: str = ""
    extra_spans: tuple[Span, ...] = ()
    """Further text that the checks were read from: an example block that the quote points at."""
    further: str = ""
    """Words from which on the clause only asks for more of what the checks want to be there."""


Answer = Grounded | Refusal


@dataclass(frozen=True)
class Claim:
    """A direction that passed both keys, with what a grounder may look at."""

    direction: Direction
    spans: tuple[Span, ...]
    """Usable spans, the main one first."""
    sources: Mapping[str, Source]
    units: Mapping[str, Sequence[Unit]]
    visible: Visible
    shapes: Mapping[str, Shape] = field(default_factory=dict)
    """Shapes of artifacts that example blocks of the sources show, by path."""
    names: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Keys and columns that the sources state for artifacts, by path."""
    outputs: tuple[str, ...] = ()
    """Files that the sources tell to write."""
    workdir: str | None = None
    """Where the agent's relative paths start, if the specification says so."""

    @property
    def source(self) -> Source:
        return self.sources[self.spans[0].source]

    @property
    def quotes(self) -> tuple[str, ...]:
        return tuple(self.sources[span.source].quote(span) for span in self.spans)

    @property
    def text(self) -> str:
        """All quotes, one a line."""
        return "\n".join(self.quotes)

    def values(self, name: str) -> tuple[Scalar, ...]:
        """The values of a parameter; empty if it is not there."""
        param = self.direction.params.get(name)
        if param is None:
            return ()
        return param.values

    def words(self, *names: str) -> tuple[str, ...]:
        """The text values of the first parameter that is there."""
        for name in names:
            found = tuple(
                str(value) for value in self.values(name) if value is not None and not isinstance(value, bool)
            )
            if found:
                return found
        return ()

    def word(self, *names: str) -> str:
        """The one text value of the first parameter that is there, or an empty text."""
        found = self.words(*names)
        return found[0] if len(found) == 1 else ""

    def number(self, name: str) -> int | float | None:
        """A parameter as a number; whole numbers as int."""
        found = self.values(name)
        value = as_number(found[0]) if len(found) == 1 else None
        if value is None:
            return None
        return int(value) if value.is_integer() else value

    @property
    def paths(self) -> tuple[str, ...]:
        """The normalised paths of the direction; empty where one of them is none."""
        found = [self._in_full(normalise(path)) for path in self.words("path")]
        return tuple(path for path in found if path is not None) if all(found) else ()

    def _in_full(self, path: str | None) -> str | None:
        """A bare name is the one output that ends with it: another source may speak of it without its folder."""
        if path is None or "/" in path:
            return path
        meant = [output for output in self.outputs if output.endswith("/" + path)]
        return meant[0] if len(meant) == 1 else path

    @property
    def path(self) -> str:
        """The path that is judged, without a trailing slash; empty if there is none."""
        return self.paths[0].rstrip("/") or "/" if self.paths else ""

    @property
    def ending(self) -> str:
        return ending(self.path)

    def selector(self, name: str, *, items: bool = False) -> str | Refusal:
        """Where a named field stands in the artifact; with `items`, the values of a list-valued field one by one."""
        field_name = name.strip().strip("`'\"“”").rstrip(".,;:")
        if re.search(r"\[\d+\]", field_name):
            return field_name
        unnamed = self._unnamed(field_name)
        if unnamed:
            return Refusal(Reason.PARAM_MISSING, unnamed)
        if self.ending not in TREES:
            return field_name
        shape = self.shapes.get(self.path)
        if shape is None:
            named = field_name if field_name.startswith(("$", "[")) else f"{ANYWHERE}{field_name}"
            return f"{named}[]" if items and not named.endswith("[]") else named
        places = places_of(field_name, shape)
        if not places:
            return Refusal(Reason.PARAM_MISSING, f"the example of {self.path} has no field {field_name}")
        selectors = list(dict.fromkeys(place.selector for place in places))
        if len(selectors) > 1:
            return Refusal(
                Reason.PARAM_MISSING, f"{field_name} stands at {', '.join(selectors)}: which one is not said"
            )
        place = places[0]
        return f"{place.selector}[]" if items and place.shape.get("type") == "array" else place.selector

    def only_list(self) -> str:
        """The selector of the items of the only list that the example shows, if they are single values and no other
        text stands beside them; else an empty text. "Sort titles" can mean nothing else there."""
        lists, texts = [], 0
        for selector, sub in leaves_of(self.shapes.get(self.path, {})):
            if selector.endswith("[]"):
                lists.append(selector)
            texts += sub.get("type") in {"string", "any"} or "anyOf" in sub
        return lists[0] if len(lists) == 1 and texts <= 1 else ""

    def _unnamed(self, name: str) -> str:
        """Why a field is no name of the artifact; empty when it is. A description ("filing date") is none, and in a
        table a name may label a row as well as a column."""
        if name in self.names.get(self.path, frozenset()):
            return ""
        if self.ending in TABLES:
            columns = header(self.visible, self.path)
            if columns is not None:
                return "" if name in columns else f"the visible {self.path} has no column {name}"
            spoken = re.search(r"\bcolumns?\b|\bheaders?\b|列", self.text, re.I) or self._of_values(name)
            return "" if spoken else f"whether {name} is a column of {self.path} is not said"
        if self.ending in WORKBOOKS or re.fullmatch(
            r"\$?(?:\[\])?|[\w.\[\]$*-]*(?:_|\[\]|\.|[a-z][A-Z])[\w.\[\]$*-]*", name
        ):
            return ""
        last = name.rpartition(".")[2]
        quoted = rf"[`\"'“‘]{re.escape(last)}[`\"'”’:,]"
        if any(re.search(quoted, self.sources[source].text) for source in {span.source for span in self.spans}):
            return ""
        return f"{name} is described, not named"

    def _of_values(self, name: str) -> bool:
        """Whether a name in code is what values of a table must not share, or are sorted by: then it labels no row."""
        among = self.direction.family in {Family.UNIQUE, Family.SORTED}
        return among and f"`{name}`" in self.text


Grounder = Callable[[Claim], Answer]


def no_path() -> Refusal:
    """The file that is judged is not said."""
    return Refusal(Reason.PARAM_MISSING, "no path is stated")


def no_form(detail: str) -> Refusal:
    """Checkable in principle, in a form that no validator here decides."""
    return Refusal(Reason.NO_VALIDATOR, detail)


def one(validator: str, params: dict[str, JsonValue], subject: str) -> Grounded:
    """A single check whose key is the validator, the path and the subject."""
    return Grounded((Check(validator, params, key_of(validator, params, subject)),))


def key_of(validator: str, params: Mapping[str, JsonValue], subject: str) -> str:
    """`validator path#subject`."""
    path = str(params.get("path", ""))
    return f"{validator} {path}#{subject}" if subject else f"{validator} {path}"
