"""Test runners' reports in JUnit's XML form, as several runners write them one behind the other.

Guarantees bounded work (the report's bytes are bounded by the reader of the channel; entities are refused), and that
what can't be read is nothing, not zero tests. The code under test runs in the process that reports: the report is as
trustworthy as that process (docs/commands.md).
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, ParseError

from defusedxml import ElementTree
from defusedxml.common import DefusedXmlException

from specharness.evidence.views import TestCounts

SHOWN = 10
"""Names of failed tests that are kept."""

_START = re.compile(rb"<\?xml[^>]*\?>")


def counts(report: bytes) -> TestCounts | None:
    """All documents of a report added up; None where there is none or one of them is broken."""
    parts = [part for part in _START.split(report) if part.strip()]
    if not parts:
        return None
    passed = failed = skipped = 0
    failures: list[str] = []
    for part in parts:
        try:
            root = ElementTree.fromstring(part, forbid_dtd=True)
        except (ParseError, DefusedXmlException, ValueError):
            return None
        if root.tag not in {"testsuites", "testsuite"}:
            return None
        for case in root.iter("testcase"):
            if _has(case, "failure") or _has(case, "error"):
                failed += 1
                failures.append(".".join(filter(None, (case.get("classname"), case.get("name"))))[:200])
            elif _has(case, "skipped"):
                skipped += 1
            else:
                passed += 1
        failed += _of_suites(root)
    return TestCounts(passed, failed, skipped, tuple(failures[:SHOWN]))


def _of_suites(root: Element) -> int:
    """Errors outside of any test: a suite says that it has failures or errors, and none of its cases has."""
    suites = [root] if root.tag == "testsuite" else list(root.iter("testsuite"))
    found = 0
    for suite in suites:
        stated = sum(int(suite.get(name, "0")) for name in ("failures", "errors") if suite.get(name, "0").isdigit())
        told = sum(1 for case in suite.iter("testcase") if _has(case, "failure") or _has(case, "error"))
        found += stated > 0 and told == 0
    return found


def _has(case: Element, name: str) -> bool:
    return case.find(name) is not None
