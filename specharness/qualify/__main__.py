"""`python -m specharness.qualify [--mutants|--left] [NAME…]`: the cases alone, decided, for whoever writes them.

Writes nothing. With `--mutants`, also the changes of the validator's module that no case notices; with `--left`, of
those that its kept report calls unnoticed, the ones that still are. Modules that validators share are asked by their
own name: `--left specharness.validators.tables`.
"""

from __future__ import annotations

import sys

from specharness.qualify.earn import own_definitions, package_of, subject_of
from specharness.qualify.examine import Examination
from specharness.qualify.find import own
from specharness.qualify.session import Session

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


def mutants_of(name: str, session: Session) -> list[str]:
    """The score over the validator's own module, and what no case noticed there."""
    validator = session.subject(name).validator
    module, definitions = own_definitions(validator)
    report = session.report(module, package_of(validator))
    over = report.over(definitions)
    left = [found for found in report.survivors if found.definition.partition(".")[0] in definitions]
    noticed = f"{over.killed} give a wrong answer, {over.changed} another finding"
    lines = [f"  mutants of {module}: {over.tried} tried of {over.of}, {noticed}"]
    return lines + [f"    {found.line}: {found.definition}: {found.change}" for found in left]


def unnoticed(module: str, session: Session) -> list[str]:
    """Of the mutants that the kept report calls unnoticed, those that still are."""
    report = session.left(module)
    if report is None:
        return [f"{module}: no report is kept"]
    over = report.over()
    lines = [f"{module}: of {over.tried}, {over.killed} now give a wrong answer, {over.changed} another finding"]
    return lines + [f"    {found.line}: {found.definition}: {found.change}" for found in report.survivors]


def main(arguments: list[str]) -> int:
    """1 where an answer is wrong or something is lacking."""
    flags = {argument for argument in arguments if argument.startswith("--")}
    names = [name for name in arguments if name not in flags]
    session = Session(SEEDS)
    status = 0
    for name in names or own():
        if "." in name:
            sys.stdout.write("\n".join(unnoticed(name, session)) + "\n")
            continue
        found = (session.subject(name) if flags else subject_of(name, SEEDS)).found
        lines = lines_of(found)
        if "--mutants" in flags:
            lines += mutants_of(name, session)
        if "--left" in flags:
            lines += unnoticed(own_definitions(session.subject(name).validator)[0], session)
        sys.stdout.write("\n".join(lines) + "\n")
        status |= bool(found.wrong() or found.flaws)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
