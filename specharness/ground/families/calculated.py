"""Values that follow from visible data, and places that must agree: from a stated calculation to its check.

A calculation is taken only from a sentence that was read as a whole (`stated`), over tables that the agent was given
and whose columns are there letter by letter, or, for agreements, over other outputs of the specification.
"""

from __future__ import annotations

from pydantic import JsonValue

from specharness.ground.families.base import FLAT, TREES, Answer, Claim, Refusal, no_form, no_path, one
from specharness.ground.families.stated import StatedAgreement, StatedCalculation, agreement_in, calculation_in
from specharness.ground.numerals import as_number
from specharness.ground.paths import ending, same_path
from specharness.ground.visible import document, header
from specharness.ir import Reason

_NAMES = ("field", "column", "keys", "value", "text")


def computed(claim: Claim) -> Answer:
    """A field, column or cell holds what a stated calculation over visible data yields."""
    if not claim.path:
        return no_path()
    stated = calculation_in(claim.quotes, _names(claim))
    if stated is None:
        return no_form("no calculation that is stated in full in one sentence")
    source = stated.source or _input(claim)
    if not source:
        return Refusal(Reason.PARAM_MISSING, "the data of the calculation are not named")
    unfit = _unfit(claim, stated, source, own=False)
    if unfit is not None:
        return unfit
    target = _target(claim, stated)
    if isinstance(target, Refusal):
        return target
    params: dict[str, JsonValue] = {
        "path": claim.path,
        "field": target,
        "calculation": _calculation(stated, source),
        **_rounding(claim, stated),
    }
    return one("computed", params, target)


def numbers_or_values(claim: Claim) -> Answer | None:
    """The check of two places that agree, in the forms of this module; None where the sentence has none of them."""
    stated = calculation_in(claim.quotes, _names(claim))
    if stated is not None:
        return _numbers(claim, stated)
    agreement = agreement_in(claim.quotes, _names(claim))
    return None if agreement is None else _values(claim, agreement)


def _numbers(claim: Claim, stated: StatedCalculation) -> Answer:
    source = stated.source or _input(claim)
    if not source or stated.by:
        return Refusal(Reason.PARAM_MISSING, "with what it has to agree is not said")
    own = _is_output(claim, source)
    unfit = _unfit(claim, stated, source, own=own)
    if unfit is not None:
        return unfit
    target = _target(claim, stated)
    if isinstance(target, Refusal):
        return target
    left: JsonValue = {"result": {"op": "value", "path": claim.path, "field": target}}
    params: dict[str, JsonValue] = {
        "path": claim.path,
        "left": left,
        "right": _calculation(stated, source),
        **({"own": source} if own else {}),
        **_rounding(claim, stated),
    }
    return one("numbers_agree", params, f"{target}#{source}")


def _values(claim: Claim, agreement: StatedAgreement) -> Answer:
    path, other = agreement.path or claim.path, agreement.other
    if not same_path(path, claim.path) or not other or same_path(path, other):
        return no_form("no validator for this agreement of two places")
    own = _is_output(claim, other)
    field = claim.selector(agreement.field, items=True)
    if isinstance(field, Refusal):
        return field
    theirs = agreement.other_field if own else _known(claim, other, agreement.other_field)
    if isinstance(theirs, Refusal):
        return theirs
    if own and ending(other) not in FLAT:
        return no_form(f"where {theirs} stands in {other} is not sure")
    params: dict[str, JsonValue] = {
        "path": claim.path,
        "field": field,
        "other": other,
        "other_field": theirs,
        "how": agreement.how,
        **({"own": True} if own else {}),
    }
    return one("values_agree", params, f"{field}#{other}#{theirs}")


def _names(claim: Claim) -> tuple[str, ...]:
    return tuple(name.strip("`'\"“” ") for key in _NAMES for name in claim.words(key))


def _input(claim: Claim) -> str:
    """The one other path of the direction."""
    others = [path for path in claim.paths[1:] if not same_path(path, claim.path)]
    return others[0] if len(others) == 1 else ""


def _is_output(claim: Claim, path: str) -> bool:
    return any(same_path(path, output) for output in claim.outputs)


def _unfit(claim: Claim, stated: StatedCalculation, source: str, *, own: bool) -> Refusal | None:
    """Why the sentence is not about this path, or its table does not have the named columns."""
    if stated.artifact and not same_path(stated.artifact, claim.path):
        return Refusal(Reason.PARAM_UNGROUNDED, f"the sentence is about {stated.artifact}, not {claim.path}")
    if same_path(source, claim.path):
        return no_form("a calculation over the artifact itself")
    wanted = [name for name in (stated.column, stated.by, stated.where[0] if stated.where else "") if name]
    if own:
        return None if ending(source) in FLAT else no_form(f"which rows of {source} are meant is not sure")
    for name in wanted or [""]:
        found = _known(claim, source, name)
        if isinstance(found, Refusal):
            return found
    return None


def _known(claim: Claim, path: str, name: str) -> str | Refusal:
    """The selector of a column of a visible table, or of a member of visible records; of rows with an empty name."""
    if ending(path) in FLAT:
        columns = header(claim.visible, path)
        if columns is None:
            return Refusal(Reason.PARAM_UNGROUNDED, f"{path} is not among the visible data")
        if name and columns.count(name) != 1:
            return Refusal(Reason.PARAM_UNGROUNDED, f"the visible {path} has no column {name}")
        return name
    records = document(claim.visible, path)
    if not isinstance(records, list) or not all(isinstance(item, dict) for item in records) or not records:
        return Refusal(Reason.PARAM_UNGROUNDED, f"no visible table or list of records stands at {path}")
    if name and not any(isinstance(item, dict) and name in item for item in records):
        return Refusal(Reason.PARAM_UNGROUNDED, f"the records of {path} have no member {name}")
    return f"$[].{name}" if name else "$[]"


def _target(claim: Claim, stated: StatedCalculation) -> str | Refusal:
    """Where the result stands in the artifact."""
    if stated.by:
        if claim.ending in FLAT:
            return claim.selector(stated.target)
        return no_form(f"where the groups stand in {claim.path} is not sure")
    if claim.ending not in TREES:
        return no_form(f"which row of {claim.path} holds the result is not said")
    return claim.selector(stated.target)


def _calculation(stated: StatedCalculation, source: str) -> JsonValue:
    rows: dict[str, JsonValue] = {"path": source}
    if stated.where is not None:
        column, value = stated.where
        plain: JsonValue = int(value) if isinstance(value, float) and value.is_integer() else value
        rows["where"] = [{"column": column, "test": "is", "values": [plain]}]
    result: dict[str, JsonValue] = {"op": stated.op, "rows": rows}
    if stated.column:
        result["of"] = stated.column
    return {"result": result, **({"by": [stated.by]} if stated.by else {})}


def _rounding(claim: Claim, stated: StatedCalculation) -> dict[str, JsonValue]:
    decimals = stated.decimals if stated.decimals is not None else as_number(claim.number("decimals"))
    return {} if decimals is None or not 0 <= decimals <= 30 else {"decimals": int(decimals)}
