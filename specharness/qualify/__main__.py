"""`python -m specharness.qualify [NAME…]`: the cases alone, decided, for whoever writes them."""

from __future__ import annotations

import sys

from specharness.qualify.examine import Examination, examine, prepare
from specharness.qualify.find import definition_of, own

SEEDS = 6
SHOWN = 20
"""Wrong answers written out for one validator."""


def lines_of(found: Examination) -> list[str]:
    """What an examination says, for a terminal."""
    must_pass, must_fail = found.directions()
    wrong = found.wrong()
    head = f"{found.validator}: {len(found.answers)} cases, {must_pass} must pass, {must_fail} must fail"
    lines = [f"{head}, {len(wrong)} answered wrongly"]
    lines += [f"  lacking: {flaw}" for flaw in found.flaws]
    for answer in wrong[:SHOWN]:
        right = " or ".join(sorted(answer.case.right)) or "refused"
        lines.append(f"  {answer.case.kind}: {answer.outcome} where {right} is right: {answer.case.why}")
        lines.append(f"    {dict(answer.case.params)}: {answer.said}")
    lines += [f"  {kind}: {outcomes}" for kind, outcomes in found.by_kind().items()]
    return lines


def main(names: list[str]) -> int:
    """1 where an answer is wrong or something is lacking."""
    status = 0
    for name in names or own():
        validator, definition = definition_of(name)
        found = examine(definition, validator, prepare(definition, validator, SEEDS))
        sys.stdout.write("\n".join(lines_of(found)) + "\n")
        status |= bool(found.wrong() or found.flaws)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
