"""The verdict's order of precedence, its reasons, and its byte for byte sameness."""

from __future__ import annotations

from typing import Any

import pytest

from specharness.errors import UsageError
from specharness.ir import (
    Certificate,
    CompilerId,
    Control,
    Demotion,
    Direction,
    Disposition,
    Effect,
    Evidence,
    Family,
    Guard,
    Kind,
    Modality,
    Mode,
    Obligation,
    ObligationResult,
    ObligationSet,
    Outcome,
    Provenance,
    Reason,
    Source,
    SourceKind,
    Span,
    State,
    Verdict,
    canonical_json,
)
from specharness.verdict import certify

TEXT = (
    "Write `/x.json`. Round to 2 decimals. Make it look\n"
    "professional and inviting to all who read it, whoever they may be, now."
)
SPANS = [
    Span(source="p", start=0, end=16),
    Span(source="p", start=17, end=37),
    Span(source="p", start=38, end=len(TEXT)),
]


def direction(number: int, disposition: Disposition = Disposition.HARD) -> Direction:
    return Direction(
        id=f"d{number}",
        spans=(SPANS[number - 1],),
        disposition=disposition,
        reason=None if disposition is Disposition.HARD else Reason.SUBJECTIVE,
        modality=Modality.MUST,
        kind=Kind.OUTCOME,
        family=Family.PATH_EXISTS,
        statement=f"statement {number}",
        confidence=1.0,
    )


def obligation(number: int, **control: Any) -> Obligation:
    key = control.pop("key", f"key {number}")
    span = SPANS[number - 1]
    return Obligation(
        id=f"o{number}",
        family=Family.PATH_EXISTS,
        kind=Kind.OUTCOME,
        src=Provenance(
            directions=(f"d{number}",),
            spans=(span,),
            quote=TEXT[span.start : span.end],
            authority=SourceKind.PROMPT,
            statement=f"statement {number}",
        ),
        effect=Effect(validator="path_exists", params={"path": "/x"}),
        state=State(key=key),
        ctrl=Control(**control),
    )


def contract(
    *hard: Obligation, abstained: tuple[Demotion, ...] = (), advisory: tuple[Demotion, ...] = ()
) -> ObligationSet:
    return ObligationSet(
        compiler=CompilerId(engine="test", version="1", fingerprint="0"),
        sources=(Source(id="p", kind=SourceKind.PROMPT, sha256="0", text=TEXT),),
        directions=(direction(1), direction(2), direction(3, Disposition.ABSTAIN)),
        hard=hard,
        advisory=advisory,
        abstained=abstained,
        residual=(),
    )


def result(number: int, outcome: Outcome, message: str = "") -> ObligationResult:
    made = obligation(number)
    return ObligationResult(
        obligation=f"o{number}",
        outcome=outcome,
        expected="2 decimals",
        observed="3421.777",
        message=message,
        quote=made.src.quote,
        spans=made.src.spans,
    )


def demotion(mandatory: bool) -> Demotion:
    return Demotion(
        direction="d3",
        disposition=Disposition.ABSTAIN,
        reason=Reason.SUBJECTIVE,
        detail="no measure",
        mandatory=mandatory,
    )


P, F, E, U, I = Outcome.PASSED, Outcome.FAILED, Outcome.ERROR, Outcome.UNKNOWN, Outcome.INACTIVE  # noqa: E741


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [
        (P, P, Verdict.PASS),
        (P, I, Verdict.PASS),
        (P, F, Verdict.FAIL),
        (F, U, Verdict.FAIL),
        (F, E, Verdict.FAIL),
        (F, I, Verdict.FAIL),
        (P, U, Verdict.UNCERTAIN),
        (P, E, Verdict.UNCERTAIN),
        (I, U, Verdict.UNCERTAIN),
        (I, I, Verdict.UNCERTAIN),
    ],
)
def test_precedence(first: Outcome, second: Outcome, verdict: Verdict) -> None:
    given = contract(obligation(1), obligation(2))
    for results in ([result(1, first), result(2, second)], [result(2, second), result(1, first)]):
        certificate = certify(given, results, ())
        assert certificate.verdict is verdict
        assert certificate.vacuous is (first is I and second is I)
        assert [item.obligation for item in certificate.results] == ["o1", "o2"]
        assert certificate.reasons
        assert certificate.contract == given.digest


def test_nothing_to_decide_is_vacuous_and_never_passes() -> None:
    certificate = certify(contract(), [], ())
    assert certificate.vacuous
    assert certificate.verdict is Verdict.UNCERTAIN
    assert certificate.reasons == ("vacuous: no active mandatory obligation was there to decide",)


@pytest.mark.parametrize("control", [{"mode": Mode.ADVISE}, {"mode": Mode.VALIDATE}, {"mandatory": False}])
@pytest.mark.parametrize("outcome", [P, F, U, E])
def test_only_mandatory_blocking_obligations_bear_on_the_verdict(control: dict[str, Any], outcome: Outcome) -> None:
    given = contract(obligation(1), obligation(2, **control))
    assert certify(given, [result(1, P), result(2, outcome)], ()).verdict is Verdict.PASS
    alone = certify(contract(obligation(2, **control)), [result(2, outcome)], ())
    assert alone.vacuous
    assert alone.verdict is Verdict.UNCERTAIN


def test_a_mandatory_direction_that_nothing_decides_leaves_it_uncertain() -> None:
    open_one = certify(contract(obligation(1), abstained=(demotion(True),)), [result(1, P)], ())
    assert open_one.verdict is Verdict.UNCERTAIN
    assert [item.direction for item in open_one.uncovered] == ["d3"]
    assert open_one.uncovered[0].quote == TEXT[38:]
    assert open_one.reasons[0].startswith(
        'd3 is not decided here (subjective: no measure) - "Make it look professional'
    )
    assert open_one.reasons[0].endswith('…"')
    assert certify(contract(obligation(1), abstained=(demotion(False),)), [result(1, P)], ()).verdict is Verdict.PASS
    assert certify(contract(obligation(1), advisory=(demotion(True),)), [result(1, P)], ()).verdict is Verdict.UNCERTAIN
    broken = certify(contract(obligation(1), abstained=(demotion(True),)), [result(1, F)], ())
    assert broken.verdict is Verdict.FAIL
    assert broken.reasons[0].startswith("o1 failed")


def test_missing_results_are_unknown() -> None:
    certificate = certify(contract(obligation(1), obligation(2)), [result(1, P)], ())
    assert certificate.verdict is Verdict.UNCERTAIN
    assert certificate.results[1].message == "there is no result for it"


def test_results_must_belong_to_the_contract() -> None:
    with pytest.raises(UsageError, match="no obligation of this set"):
        certify(contract(obligation(1)), [result(2, P)], ())
    with pytest.raises(UsageError, match="two results"):
        certify(contract(obligation(1)), [result(1, P), result(1, F)], ())


def seen(number: int, target: str, sha256: str | None, **more: Any) -> Evidence:
    return Evidence(
        id=f"e{number}", observer=more.pop("observer", "text"), target=target, sha256=sha256, bytes_read=10, **more
    )


def test_two_contents_of_one_target_are_a_conflict() -> None:
    given, results = contract(obligation(1)), [result(1, F)]
    for evidence, verdict in [
        ((seen(1, "/x", "a"), seen(2, "/x", "b", observer="json")), Verdict.UNCERTAIN),
        ((seen(1, "/x", "a"), seen(2, "/x", "a", observer="json")), Verdict.FAIL),
        ((seen(1, "/x", "a"), seen(2, "before:/x", "b")), Verdict.FAIL),
        ((seen(1, "/x", "a"), seen(2, "/x", "b", observer="tree")), Verdict.FAIL),
        ((seen(1, "/x", None), seen(2, "/x", "b")), Verdict.FAIL),
    ]:
        certificate = certify(given, results, evidence)
        assert certificate.verdict is verdict
        assert certificate.reasons[0].startswith("conflict: /x") is (verdict is Verdict.UNCERTAIN)
        assert certificate.bytes_read == 20


def test_one_key_kept_and_broken_is_a_conflict() -> None:
    same = contract(obligation(1, key="k"), obligation(2, key="k"))
    certificate = certify(same, [result(1, P), result(2, F)], ())
    assert certificate.verdict is Verdict.UNCERTAIN
    assert certificate.reasons[0] == "conflict: k is kept by o1 and broken by o2: they exclude each other"
    assert certify(same, [result(1, F), result(2, F)], ()).verdict is Verdict.FAIL
    advised = contract(obligation(1, key="k"), obligation(2, key="k", mode=Mode.ADVISE))
    assert certify(advised, [result(1, F), result(2, P)], ()).verdict is Verdict.FAIL


def test_reasons_come_in_the_order_of_weight_and_on_one_line() -> None:
    given = contract(obligation(1), obligation(2), obligation(3), abstained=(demotion(True),))
    results = [result(1, U, "not\nseen"), result(2, F), result(3, E, "x" * 1000)]
    reasons = certify(given, results, ()).reasons
    assert [reason.split(" ")[0] for reason in reasons] == ["o2", "o3", "o1", "d3"]
    assert reasons[0] == 'o2 failed: expected 2 decimals, got 3421.777 - "Round to 2 decimals."'
    assert all("\n" not in reason and len(reason) < 420 for reason in reasons)
    passed = certify(contract(obligation(1), obligation(2)), [result(1, P), result(2, P)], ()).reasons
    assert passed == ("every active mandatory obligation passed: 2",)


def test_trust_names_what_was_not_given() -> None:
    given = contract(obligation(1))
    evidence = (
        seen(1, "before:/x", None, error="unavailable: pass --before DIR"),
        seen(2, "response", None, error="unavailable: pass --response FILE"),
        seen(3, "trace", "a"),
    )
    trust = " ".join(certify(given, [result(1, P)], evidence).trust)
    assert "--before" in trust
    assert "--response" in trust
    assert "--trace" not in trust
    assert "the trace is complete" in trust
    plain = " ".join(certify(given, [result(1, P)], (seen(1, "before:/x", "a"),)).trust)
    assert "given as --before is what the agent was handed" in plain


def test_same_input_same_bytes() -> None:
    guard = Guard(text="if x", path="/c.json", field="x", values=("Yes",))
    given = contract(obligation(1), obligation(2, guard=guard), abstained=(demotion(True),))
    results = [result(1, F), result(2, I)]
    evidence = (seen(1, "/x", "a"), seen(2, "/y", "b"))
    texts = {canonical_json(certify(given, results, evidence).model_dump(mode="json")) for _ in range(3)}
    texts.add(canonical_json(certify(given, results[::-1], evidence).model_dump(mode="json")))
    assert len(texts) == 1
    assert Certificate.model_validate_json(texts.pop()).details == {"outcomes": {"failed": 1, "inactive": 1}}
