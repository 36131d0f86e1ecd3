"""Results, observations and the certificate: what was decided, from which evidence."""

from __future__ import annotations

from enum import StrEnum

from pydantic import JsonValue

from specharness.ir.base import SCHEMA_VERSION, Model
from specharness.ir.direction import Reason
from specharness.ir.source import Span


class Outcome(StrEnum):
    """Four values and one that says the guard is off. No negation or aggregation turns error or unknown into passed."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"
    UNKNOWN = "unknown"
    INACTIVE = "inactive"


class Verdict(StrEnum):
    PASS = "PASS"
    FAIL = "FAIL"
    UNCERTAIN = "UNCERTAIN"


class Evidence(Model):
    """A reference to one observation: what was looked at, by which observer, and the digest of what it saw."""

    id: str
    observer: str
    target: str
    """Path in the agent's world, `before:PATH`, `response` or `trace`."""
    sha256: str | None
    """Digest of the bytes observed; None where there were none to read (absent path, listing)."""
    bytes_read: int
    error: str | None = None
    """Why the observation could not be made, or the limit that stopped it."""
    limit: str = ""
    """Name of the limit that was hit; empty where none was."""
    seen: dict[str, int] = {}
    """How much was seen: `{"sheets": 2, "cells": 40}`."""
    unseen: tuple[str, ...] = ()
    """What there is besides that was not seen, in words."""
    seconds: float | None = None
    """Wall-clock time of the observation, where it was asked for: nothing is decided by it, and no two checks agree in
    it."""


class ObligationResult(Model):
    obligation: str
    outcome: Outcome
    expected: str
    observed: str
    where: str = ""
    """Place inside the artifact: a JSON pointer, a cell, a line."""
    message: str = ""
    """Why it is unknown, in error or inactive."""
    evidence: tuple[str, ...] = ()
    quote: str
    spans: tuple[Span, ...]


class Uncovered(Model):
    """A mandatory direction that nothing here decides, or a text that may hold one."""

    direction: str
    """Empty where the text became no direction."""
    reason: Reason
    detail: str = ""
    quote: str
    spans: tuple[Span, ...]


class Certificate(Model):
    schema_version: str = SCHEMA_VERSION
    contract: str
    """Digest of the ObligationSet."""
    epoch: int = 0
    verdict: Verdict
    reasons: tuple[str, ...]
    """One line each, the deciding ones first."""
    results: tuple[ObligationResult, ...]
    evidence: tuple[Evidence, ...]
    uncovered: tuple[Uncovered, ...]
    vacuous: bool
    """True: there was no active mandatory obligation to decide."""
    bytes_read: int
    trust: tuple[str, ...]
    """What the verdict takes for granted."""
    details: dict[str, JsonValue] = {}

    def untimed(self) -> Certificate:
        """The certificate without times: equal for equal places, and what digests and comparisons are made of."""
        timeless = tuple(item.model_copy(update={"seconds": None}) for item in self.evidence)
        return self.model_copy(update={"evidence": timeless})
