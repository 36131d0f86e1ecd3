"""Content: literals that a text must or must not hold, placeholders, filled cells, formulas, the agent's message."""

from __future__ import annotations

import re
from dataclasses import replace

from pydantic import JsonValue

from specharness.compile.local.literals import names_text
from specharness.ground.families import headings
from specharness.ground.families.base import (
    TABLES,
    TREES,
    WORKBOOKS,
    Answer,
    Check,
    Claim,
    Grounded,
    Refusal,
    no_form,
    no_path,
    one,
)
from specharness.ground.families.quoted import is_literal
from specharness.ground.families.responses import names_aspect, of_aspect
from specharness.ground.lexicon import starts_with_prohibition
from specharness.ground.paths import ending
from specharness.ground.templates import filled_values
from specharness.ir import Kind, Modality, Param, Reason

_READABLE = frozenset(
    "txt md json jsonl csv tsv xlsx xlsm docx pptx pdf html htm xml yaml yml toml ini cfg conf log py js ts tsx "
    "jsx java go rs c h cpp sh sql tex bib css rules r lean".split()
)
_BRACKETS = {"{}": ("{", "}"), "[]": ("[", "]"), "()": ("(", ")"), "<>": ("<", ">")}
_PLACEHOLDER_TASK = re.compile(
    r"\b(?:fill(?:ed|ing)?(?: in| out)?|replac(?:e|ed|ing)|substitut\w*|populat\w*)\b[^.;\n]{0,60}\bplaceholders?\b|"
    r"\b(?:no|without|any remaining|leftover|unfilled)\b[^.;\n]{0,30}\bplaceholders?\b|"
    r"(?:填充|填写|替换)[^。；]{0,20}占位符",
    re.I,
)
_PLACEHOLDER_FORMS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("{{...}}", re.compile(r"\{\{\s*[\w .#/\-]+\s*\}\}|\{\{\.{2,}\}\}")),
    ("${...}", re.compile(r"\$\{\s*[\w .\-]+\s*\}")),
    ("<<...>>", re.compile(r"<<\s*[\w .\-]+\s*>>")),
    ("[[...]]", re.compile(r"\[\[\s*[\w .\-]+\s*\]\]")),
    ("???", re.compile(r"\?{3}")),
)


def contains(claim: Claim) -> Answer:
    """The file or the message holds the literals."""
    return _texts(claim, present=True)


def not_contains(claim: Claim) -> Answer:
    """The file or the message holds none of the literals."""
    return _texts(claim, present=False)


_NOUNS: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = (
    (re.compile(r"\b(?:deck|presentation|slides?|powerpoint)\b|幻灯片", re.I), frozenset({"pptx"})),
    (re.compile(r"\b(?:workbook|spreadsheet|excel)\b|工作簿", re.I), WORKBOOKS),
    (re.compile(r"\b(?:word document|docx)\b", re.I), frozenset({"docx"})),
    (re.compile(r"\bpdf\b", re.I), frozenset({"pdf"})),
)


def _of_the_noun(claim: Claim) -> Claim:
    """A rule for "every deck" holds for the one deck that the task asks for."""
    for noun, endings in _NOUNS:
        if noun.search(claim.text):
            meant = [path for path in claim.outputs if ending(path) in endings]
            if len(meant) == 1:
                params = {**claim.direction.params, "path": Param(value=meant[0])}
                return replace(claim, direction=claim.direction.model_copy(update={"params": params}))
    return claim


def _texts(claim: Claim, *, present: bool) -> Answer:
    literals = claim.words("text", "value", "pattern")
    if not literals:
        return Refusal(Reason.PARAM_MISSING, "no literal is stated")
    if claim.direction.kind is Kind.RESPONSE:
        return _response_texts(claim, literals, present=present)
    if not claim.path and claim.direction.params.get("path") is None:
        claim = _of_the_noun(claim)
    if not claim.path:
        return no_path()
    column = claim.ending in TABLES and claim.word("field", "column")
    if not (claim.ending in _READABLE or column or names_text(claim.path)):
        return no_form(f"no reader for the text of {claim.path}")
    described = next((literal for literal in literals if not is_literal(literal, claim)), None)
    if described is not None:
        return Refusal(Reason.PARAM_UNGROUNDED, f"{described!r} describes a text, it is not the literal")
    field = claim.word("field", "column") or ("" if present else claim.only_list())
    texts = [part for literal in literals for part in (literal,) if part]
    if not present:
        texts = [part for literal in texts for part in _BRACKETS.get(literal, (literal,))]
        if not field and claim.ending in TABLES and any(text in {",", ";", "\t"} for text in texts):
            return no_form(f"the separator of {claim.path} can't be told from a forbidden one")
        if not field and claim.ending in TREES and any(not re.search(r"\w", text) for text in texts):
            return no_form(f"the marks of {claim.path}'s own notation can't be told from a forbidden text")
        if not field and any(text in _PUNCTUATION for text in texts) and not _everywhere(claim):
            return no_form("where in the text the mark must not stand is not said")
    selector = ""
    if field and field == claim.only_list():
        selector = field
    elif field:
        if claim.ending not in TABLES | TREES | WORKBOOKS:
            return no_form(f"{claim.path} has no fields that a validator reads")
        # a list whose place no example shows is read as one value: its items together
        found = claim.selector(field, items=claim.path in claim.shapes or claim.ending not in TREES)
        if isinstance(found, Refusal):
            return found
        selector = found
    name = "text_contains" if present else "text_absent"
    checks = []
    for text in dict.fromkeys(texts):
        params: dict[str, JsonValue] = {"path": claim.path, "texts": [text]}
        if selector:
            params["field"] = selector
        if present or _ANY_CASE.search(claim.text):
            params["ignore_case"] = True
        key = f"text {claim.path}#{selector}#{text}"
        place: dict[str, JsonValue] = {"path": claim.path}
        heading = None if selector else headings.check_of(claim, text, place, key, present=present)
        checks.append(heading or Check(name, params, key))
    placed = present and _STATED_PLACE.search(claim.text) is not None
    return Grounded(tuple(checks), open_part="where in the file it must stand" if placed else "")


_STATED_PLACE = re.compile(
    r"\b(?:begin|start|end|open|close|finish|conclude)(?:s|ing)?\b[^.;]{0,40}\bwith\b|\b(?:at|in"
    r"|on) the (?:very )?(?:end|beginning|start|top|bottom)\b"
    r"|\b(?:first|last|final|opening|closing|second) (?:non-empty )?(?:line|sentence|paragraph|word|section)\b"
    r"|以[^，。；]{1,60}(?:开头|结尾|结束)|(?:第一|最后一|首|末)行|(?:开头|结尾|末尾)",
    re.I,
)
"""Where a text must stand: a search of the whole file does not tell."""
_PUNCTUATION = frozenset(".,;:'\"-()/!?&%+=")
"""Marks that any text may hold; forbidden only where the text says so of the whole."""
_PLACE = re.compile(
    r"\b(?:ending|trailing|leading|final|last|first|end|start|beginning|before|after|between|around|inside|within)\b",
    re.I,
)


def _everywhere(claim: Claim) -> bool:
    return starts_with_prohibition(claim.quotes[0]) and not _PLACE.search(claim.quotes[0])


def placeholders(claim: Claim) -> Grounded | None:
    """What "fill in the placeholders" surely means for the finished file: none of their marks is left."""
    if not claim.path or not _PLACEHOLDER_TASK.search(claim.text) or claim.ending not in _READABLE:
        return None
    forms = [form for form, pattern in _PLACEHOLDER_FORMS if any(pattern.search(quote) for quote in claim.quotes)]
    if not forms:
        forms = [form for form, pattern in _PLACEHOLDER_FORMS if pattern.search(claim.source.text)]
    filled = filled_values([source.text for source in claim.sources.values()], claim.path, claim.visible)
    if not forms and filled is not None:
        forms = ["{{...}}"]
    if not forms:
        return None
    params: dict[str, JsonValue] = {"path": claim.path, "patterns": [*forms]}
    checks = [Check("placeholders_gone", params, f"placeholders {claim.path}#{','.join(forms)}")]
    for fact in filled.values if filled is not None else ():
        held: dict[str, JsonValue] = {"path": claim.path, "texts": [str(fact.value)], "ignore_case": True}
        note = f"{fact.value!r}, read from {fact.observed}"
        checks.append(Check("text_contains", held, f"text {claim.path}##{fact.value}", note))
    return Grounded(tuple(checks), open_part="whether what was filled in is right")


_NO_CELL = re.compile(
    r"\bno (?:\w+ )?cells?\b(?:[^.;]|\.(?=\S)){0,60}\b(?:empty|blank)\b|\bno (?:empty|blank) cells?\b"
    r"|没有空单元格|不得有空",
    re.I,
)
_ANY_CASE = re.compile(
    r"\b(?:upper|lower)(?:[- ]case)?\s+(?:or|and|nor)\s+(?:upper|lower)|"
    r"\b(?:any|either|regardless of|ignoring) (?:the )?case\b|case[- ]insensitive|不区分大小写|大小写均",
    re.I,
)
_EVERY = re.compile(
    r"不(?:能|得|可|许|应)(?:有|为|留)?空|\bno (?:cell|value|entry)\b|\bnot (?:contain|have)\b.{0,20}"
    r"\b(?:blank|empty)\b|\b(?:all|every|each|no blanks?|no empty|none .{0,20}(?:blank|empty)|completely|fully)\b"
    r"|\b(?:not|never)\b.{0,30}\b(?:blank|empty)\b.{0,20}\bany (?:row|record|line|cell)\b"
    r"|\b(?:(?:must|may|can|should|shall)\s*(?:not|never)|cannot|never)\s+be\s+(?:left\s+)?(?:blank|empty)\b"
    r"|全部|每|所有|不留空|任何|任意|任一",
    re.I,
)


def cells_filled(claim: Claim) -> Answer:
    """Cells or columns without a blank, placeholders replaced."""
    if not claim.path:
        return no_path()
    if claim.words("text"):
        marks = list(claim.words("text"))
        if all(not re.fullmatch(r"[\w\s]+", mark) or mark.isupper() for mark in marks):
            params: dict[str, JsonValue] = {"path": claim.path, "patterns": [*marks]}
            check = Check("placeholders_gone", params, f"placeholders {claim.path}#{','.join(marks)}")
            filled_in = re.search(r"\b(?:fill|replac|substitut|complet|populat)\w*|填|替换", claim.text, re.I)
            return Grounded((check,), open_part="whether what was filled in is right" if filled_in else "")
        return Refusal(Reason.PARAM_UNGROUNDED, f"{marks} is no placeholder")
    filled = placeholders(claim)
    if filled is not None:
        return filled
    ranges = _ranges(claim)
    if ranges and claim.ending in WORKBOOKS:
        checks = []
        for area in ranges:
            params = {"path": claim.path, "range": area}
            if claim.word("sheet"):
                params["sheet"] = claim.word("sheet")
            checks.append(Check("cells_filled", params, f"filled {claim.path}#{claim.word('sheet')}!{area}"))
        return Grounded(tuple(checks))
    columns = claim.words("column", "field")
    if not columns and claim.ending in TABLES | WORKBOOKS and _NO_CELL.search(claim.text):
        params = {"path": claim.path}
        if claim.word("sheet") and claim.ending in WORKBOOKS:
            params["sheet"] = claim.word("sheet")
        return one("cells_filled", params, f"{claim.word('sheet')}!")
    if len(columns) > 1 and claim.ending in TABLES | WORKBOOKS and _EVERY.search(claim.text):
        parts = [{"path": claim.path, "column": name} for name in columns]
        if claim.word("sheet") and claim.ending in WORKBOOKS:
            parts = [{**part, "sheet": claim.word("sheet")} for part in parts]
        return Grounded(
            tuple(
                Check("cells_filled", {**part}, f"filled {claim.path}#{claim.word('sheet')}!{part['column']}")
                for part in parts
            )
        )
    column = claim.word("column", "field")
    if column and claim.ending in TABLES | WORKBOOKS:
        if not _EVERY.search(claim.text):
            return no_form(f"which rows of column {column} must be filled is not said")
        params = {"path": claim.path, "column": column}
        if claim.word("sheet") and claim.ending in WORKBOOKS:
            params["sheet"] = claim.word("sheet")
        return one("cells_filled", params, f"{claim.word('sheet')}!{column}")
    return no_form("neither a range, a column nor a placeholder is named")


_AREA = re.compile(r"\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}(?::\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6})?")
_FUNCTION = re.compile(r"[A-Z][A-Z0-9.]{1,30}")


def _ranges(claim: Claim) -> list[str]:
    """Cells and ranges of a direction; empty when one of them is none."""
    parts = [part.strip() for value in claim.words("range") for part in re.split(r"\s*(?:,|;|\band\b|和|、)\s*", value)]
    return parts if parts and all(_AREA.fullmatch(part) for part in parts) else []


def formula(claim: Claim) -> Answer:
    """Cells hold formulas, with the named function where one is named."""
    if not claim.path:
        return no_path()
    ranges = _ranges(claim)
    if not ranges or claim.ending not in WORKBOOKS:
        return no_form("the cells that must hold formulas are not named")
    functions = [word for word in claim.words("text", "value") if _FUNCTION.fullmatch(word)]
    checks = []
    for area in ranges:
        params: dict[str, JsonValue] = {"path": claim.path, "range": area}
        if claim.word("sheet"):
            params["sheet"] = claim.word("sheet")
        if len(functions) == 1:
            params["function"] = functions[0]
        checks.append(
            Check("formula_cells", params, f"formula {claim.path}#{claim.word('sheet')}!{area}#{','.join(functions)}")
        )
    whole = _WHOLE_FORMULA.search(claim.text)
    return Grounded(tuple(checks), open_part=f"whether the formula is {whole[1]}" if whole is not None else "")


_WHOLE_FORMULA = re.compile(r"[`\"“](=[^`\"”\n]+)[`\"”]")
"""A formula given letter by letter: that the cell holds one with its function is not all that is asked."""


_ONE_MESSAGE = re.compile(
    r"\b(?:answer|reply|finish|respond|end)\b[^.;]{0,30}\b(?:one|a|single)\s+(?:final\s+|closing\s+"
    r"|short\s+)?(?:message|reply|answer)\W*$",
    re.I,
)
_LANGUAGES = {
    "english": "en", "chinese": "zh", "german": "de", "french": "fr", "spanish": "es", "italian": "it",
    "portuguese": "pt", "russian": "ru", "japanese": "ja", "korean": "ko", "arabic": "ar", "hindi": "hi",
    "中文": "zh", "英文": "en", "英语": "en",
}  # fmt: skip


def response(claim: Claim) -> Answer:
    """Length, keywords, language or format of the agent's message."""
    if names_aspect(claim) and claim.word("field") != "words":
        return of_aspect(claim)
    named = claim.word("value").strip().lower()
    if named == "json":
        return one("response_text", {"json": True}, "json")
    if named in _LANGUAGES:
        return one("response_text", {"language": _LANGUAGES[named]}, "language")
    counted = claim.word("field").strip().lower()
    if counted in {"word", "words"} or (not counted and re.search(r"\bwords?\b", claim.text, re.I)):
        bounds: dict[str, JsonValue] = {}
        for name, target, shift in (
            ("min", "min_words", 0),
            ("max", "max_words", 0),
            ("min_exclusive", "min_words", 1),
            ("max_exclusive", "max_words", -1),
        ):
            number = claim.number(name)
            if isinstance(number, int):
                bounds[target] = number + shift
        exact = claim.number("count")
        if isinstance(exact, int):
            bounds = {"min_words": exact, "max_words": exact}
        if bounds:
            return one("response_text", bounds, "words " + ",".join(sorted(bounds)))
    if not claim.words("text") and _ONE_MESSAGE.search(claim.text):
        return one("response_text", {"min_words": 1}, "given")
    literals = claim.words("text")
    if literals:
        forbidden = claim.direction.modality in {Modality.MUST_NOT, Modality.SHOULD_NOT}
        return _response_texts(claim, literals, present=not forbidden)
    return no_form("no length, keyword, language or format that a validator decides")


def _response_texts(claim: Claim, literals: tuple[str, ...], *, present: bool) -> Answer:
    described = next((literal for literal in literals if not is_literal(literal, claim)), None)
    if described is not None:
        return Refusal(Reason.PARAM_UNGROUNDED, f"{described!r} describes a text, it is not the literal")
    name = "texts" if present else "absent"
    checks = []
    for text in dict.fromkeys(literals):
        key = f"text response#{text}"
        heading = headings.check_of(claim, text, {"response": True}, key, present=present)
        checks.append(heading or Check("response_text", {name: [text]}, key))
    return Grounded(tuple(checks))
