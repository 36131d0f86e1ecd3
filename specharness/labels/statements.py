"""A requirement in one plain sentence, made from its label alone.

Guarantees that no text of the labelled document gets into the sentence but the literals that the label itself holds,
and that equal labels give equal sentences. What a person would write reads better; this may be kept and passed on.
"""

from __future__ import annotations

from collections.abc import Mapping

from specharness.ir import Disposition, Family, Modality
from specharness.ir.annotation import Label, Offsets

_FAMILIES: Mapping[Family, str] = {
    Family.PATH_EXISTS: "the path exists",
    Family.PATH_ABSENT: "the path is gone",
    Family.DIR_CONTENTS: "the folder holds what is listed",
    Family.FORMAT_VALID: "the file is valid in its format",
    Family.SCHEMA: "the structure is the stated one",
    Family.VALUE_EQUALS: "the value is the stated one",
    Family.VALUE_RANGE: "the value lies within the stated bounds",
    Family.COUNT: "the number of items is the stated one",
    Family.CONTAINS: "the text contains what is stated",
    Family.NOT_CONTAINS: "the text is free of what is stated",
    Family.PATTERN: "the text has the stated form",
    Family.SORTED: "the items are in order",
    Family.UNIQUE: "no value occurs twice",
    Family.NUMBER_FORMAT: "numbers are written in the stated way",
    Family.UNCHANGED: "what is named stays as it was",
    Family.ONLY_CHANGES: "nothing changes but what is named",
    Family.FORMULA: "the cells hold formulas",
    Family.CELLS_FILLED: "the cells are filled",
    Family.COMPUTED: "the value is what follows from the visible data",
    Family.CROSS_CONSISTENT: "the two places agree",
    Family.CODE_INTERFACE: "the code offers the stated interface",
    Family.COMMAND_SUCCEEDS: "the command succeeds",
    Family.TESTS_PASS: "the tests pass",
    Family.RESOURCE_LIMIT: "the limit on resources holds",
    Family.TOOL_USED: "the tool is used",
    Family.TOOL_NOT_USED: "the tool is not used",
    Family.ORDERED_STEPS: "the steps come in the stated order",
    Family.RESPONSE_CONSTRAINT: "the answer has the stated form",
    Family.STATE_QUERY: "the state is the stated one",
    Family.EXTERNAL_EFFECT: "the effect outside of the workspace takes place",
    Family.OTHER_CHECKABLE: "it can be observed to hold",
}
_SOFT: Mapping[Disposition, str] = {
    Disposition.ADVISORY: "advice on the {kind}, which blocks nothing",
    Disposition.ABSTAIN: "a demand on the {kind} that nothing visible decides",
    Disposition.RESIDUAL: "asks nothing of the {kind}",
}
_FORCE: Mapping[Modality, str] = {
    Modality.MUST: "demanded",
    Modality.MUST_NOT: "forbidden otherwise",
    Modality.SHOULD: "asked for",
    Modality.SHOULD_NOT: "advised against",
    Modality.MAY: "permitted",
}
_WORDY = frozenset({"text", "value", "pattern", "order", "command", "allowed"})
"""Parameters whose literals may be phrases of the document: they stay where they are and are not repeated."""


def own_statement(label: Label) -> str:
    """One sentence: what holds, of what, under which force, and whether under a condition."""
    if label.family is not None:
        sentence = _FAMILIES[label.family]
    else:
        sentence = _SOFT[label.disposition].format(kind=label.kind.value)
    named = [f"{name} {_shown(value)}" for name, value in label.params.items() if name not in _WORDY and _shown(value)]
    if named:
        sentence += f" ({', '.join(named)})"
    sentence += f", {_FORCE[label.modality]}" if label.disposition is not Disposition.RESIDUAL else ""
    sentence += " under a condition" if label.condition is not None else ""
    return f"{sentence[0].upper()}{sentence[1:]}."


def _shown(value: object) -> str:
    values = [item for item in (value if isinstance(value, tuple) else (value,)) if not isinstance(item, Offsets)]
    return ", ".join(str(item) for item in values)
