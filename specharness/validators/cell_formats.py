"""Validator of how cells of a workbook show their numbers: the format code, read by Excel's rules (ECMA-376 part 1,
18.8.31). What the numbers are is not its business."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from specharness.evidence.views import CellView, Request, SheetView, ViewKind, WorkbookView
from specharness.ir import Family, Outcome
from specharness.validators import grid
from specharness.validators.base import Check, Finding, Params, Seen, view_or_finding
from specharness.validators.params import BOOL, COUNT, TEXT, as_number, choice, text_of, typed
from specharness.validators.tally import Tally
from specharness.validators.wording import clip, plural, said
from specharness.validators.workbook import RANGE, cells_of

MAX_CODE = 400
"""Characters of a format code; Excel writes at most 255."""

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|\[\$(?P<currency>[^\]-]*)(?:-[0-9A-Fa-f]*)?\]|(?P<elapsed>\[[hHmMsS]+\])'
    r"|\[(?P<bracket>[^\]]*)\]|_(?P<pad>.)|\*(?P<fill>.)|(?P<exponent>[eE][+-])|(?P<ampm>[aA][mM]/[pP][mM]|[aA]/[pP])"
    r"|(?P<general>[Gg]eneral)|(?P<date>[yYmMdDhHsS]+)|(?P<digit>[0#?])|(?P<other>.)",
    re.DOTALL,
)
_CURRENCY = re.compile(r"[$€£¥₹₩₽¢฿₺]|\b(?:USD|EUR|GBP|JPY|CNY|CHF|INR|RMB|AUD|CAD)\b|元")


@dataclass(frozen=True)
class Shown:
    """How a format code shows a positive number."""

    kind: str
    """`general`, `number`, `percent`, `scientific`, `fraction`, `date`, `text`, or `other`."""
    decimals: int = 0
    optional: int = 0
    """Further decimals that are shown only where they are not zero (`#`, `?`)."""
    thousands: bool = False
    scale: int = 0
    """Thousands by which the number is divided before it is shown: commas behind the last digit."""
    currency: str = ""
    canonical: tuple[str, ...] = ()
    """The sections of the code without padding and quotation marks; dates and colours in lower case."""


def read_code(code: str) -> Shown:
    """What a format code of at most `MAX_CODE` characters shows."""
    section = _sections(code)[0]
    marks = [(str(found.lastgroup), found.group(str(found.lastgroup))) for found in _TOKEN.finditer(section)]
    names = {name for name, _ in marks}
    literal = "".join(text for name, text in marks if name in {"quoted", "escaped", "currency", "other"})
    currency = _CURRENCY.search(literal)
    shape = "".join(text for name, text in marks if name in {"digit", "exponent", "other"})
    decimals, optional = _decimals(shape)
    if names & {"date", "elapsed", "ampm"}:
        kind = "date"
    elif "general" in names:
        kind = "general"
    elif "exponent" in names:
        kind = "scientific"
    elif "%" in shape:
        kind = "percent"
    elif "@" in shape:
        kind = "text"
    elif "/" in shape and "digit" in names:
        kind = "fraction"
    else:
        kind = "number" if "digit" in names else "other"
    return Shown(
        kind,
        decimals,
        optional,
        re.search(r"[0#?],[0#?]", shape) is not None,
        len((re.search(r"[0#?](,+)(?![0#?,])", shape) or ["", ""])[1]),
        currency.group() if currency else "",
        tuple(map(_canonical, _sections(code))),
    )


def _sections(code: str) -> list[str]:
    """The parts between semicolons that stand outside of quotation marks."""
    parts, last = [], 0
    for found in _TOKEN.finditer(code):
        if found.group() == ";":
            parts.append(code[last : found.start()])
            last = found.end()
    return [*parts, code[last:]]


def _decimals(shape: str) -> tuple[int, int]:
    point = re.search(r"\.(0*)([0#?]*)", shape)
    return (len(point[1]), len(point[2])) if point else (0, 0)


def _canonical(section: str) -> str:
    out = []
    for found in _TOKEN.finditer(section):
        name = str(found.lastgroup)
        text = found.group(name)
        if name in {"pad", "fill"}:
            continue
        if name == "bracket":
            text = f"[{text}]"
        letters = name in {"quoted", "escaped", "currency"} and any(mark.isalnum() for mark in text)
        out.append(f'"{text}"' if letters else text.lower())
    return "".join(out)


_ASKED = ("format", "kind", "decimals", "thousands", "symbol")


class CellFormat(Check):
    """The numbers of a `range` or `column` of a workbook are shown so: by this `format` code; as this `kind`; with so
    many `decimals`; with or without `thousands` separators; with this currency `symbol`.

    Passed: the format of every cell with a number shows it so.
    Failed: the format of one surely shows it otherwise, or sheet or column are missing.
    Unknown: another code that may show the same, decimals that depend on the number (`#`, `General`), cells without a
    number, dates stored as text, a range that is not certain, no cell at all.
    """

    name = "cell_format"
    families = (Family.NUMBER_FORMAT,)
    demanded = typed(path=TEXT)
    admitted = typed(
        sheet=TEXT,
        range=RANGE,
        column=TEXT,
        format=TEXT,
        kind=choice("number", "percent", "currency", "date", "text", "scientific"),
        decimals=COUNT,
        thousands=BOOL,
        symbol=TEXT,
    )

    def problem(self, params: Params) -> str:
        if bool(params.get("range")) == bool(params.get("column")):
            return "needs either range or column"
        if len(text_of(params.get("format"))) > MAX_CODE:
            return f"`format` is longer than MAX_CODE ({MAX_CODE})"
        return "" if any(params.get(name) is not None for name in _ASKED) else f"needs one of {', '.join(_ASKED)}"

    def needs(self, params: Params) -> Sequence[Request]:
        return (Request(ViewKind.WORKBOOK, text_of(params["path"])),)

    def decide(self, params: Params, seen: Seen) -> Finding:
        place = text_of(params.get("range")) or f"column `{text_of(params.get('column'))}`"
        tally = Tally(f"{clip(place)} of {text_of(params['path'])} shown {_in_words(params)}")
        view = view_or_finding(seen, self.needs(params)[0], WorkbookView, tally.expected)
        if isinstance(view, Finding):
            return view
        name, area = grid.split_range(text_of(params.get("range")))
        sheet = grid.find_sheet(view, text_of(params.get("sheet")) or name, text_of(params.get("column")))
        if isinstance(sheet, str):
            return Finding(Outcome.UNKNOWN, tally.expected, "undecided", message=sheet)
        if sheet is None:
            return Finding(Outcome.FAILED, tally.expected, "no such sheet")
        for where, cell in _numbers(sheet, area, text_of(params.get("column")), tally):
            _judge(cell, f"{sheet.name}!{where}", params, tally)
        return tally.finding(f"{plural(tally.satisfied, 'cell')} shown so", nothing="there is no number")


def _in_words(params: Params) -> str:
    parts = [f"as {params[name]}" for name in ("format", "kind") if params.get(name)]
    if params.get("decimals") is not None:
        parts.append(f"with {plural(int(as_number(params['decimals']) or 0), 'decimal')}")
    if params.get("thousands") is not None:
        parts.append(f"{'with' if params['thousands'] else 'without'} thousands separators")
    if params.get("symbol"):
        parts.append(f"with {params['symbol']}")
    return clip(", ".join(parts))


def _numbers(sheet: SheetView, area: str, column: str, tally: Tally) -> Iterator[tuple[str, CellView]]:
    """Cells of a range or column that hold something."""
    if not column:
        yield from ((where, cell) for where, cell in cells_of(sheet, area, tally) if cell is not None)
        return
    header = grid.header_of(sheet, column)
    if isinstance(header, str):
        tally.doubt("", header)
    elif header is None:
        tally.violate("", f"no column `{clip(column)}` in sheet `{sheet.name}`")
    else:
        for row in grid.data_rows(sheet, header):
            cell = grid.at(sheet, header.column, row)
            if cell is not None:
                yield grid.coordinate(header.column, row), cell


_DATE_TEXT = re.compile(r"(?:\d{4}-\d\d-\d\d)?(?:T?\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?|PT[\d.]+S")


def _judge(cell: CellView, where: str, params: Params, tally: Tally) -> None:
    if len(cell.number_format) > MAX_CODE:
        tally.doubt(where, f"the format {clip(cell.number_format)} is longer than MAX_CODE ({MAX_CODE})")
        return
    shown = read_code(cell.number_format)
    text = isinstance(cell.value, str) and not (shown.kind == "date" and _DATE_TEXT.fullmatch(cell.value))
    if text and params.get("kind") != "text":
        tally.doubt(where, f"{said(cell.value)}, a text, which no number format changes")
        return
    if isinstance(cell.value, bool):
        tally.doubt(where, f"{said(cell.value)}, a truth value, which no number format changes")
        return
    verdicts = [verdict for verdict in _verdicts(shown, cell, params) if verdict]
    surely = next((words for sure, words in verdicts if sure), "")
    if surely:
        tally.violate(where, f"{surely}: the format {clip(cell.number_format)}")
    elif verdicts:
        tally.doubt(where, f"{verdicts[0][1]}: the format {clip(cell.number_format)}")
    else:
        tally.satisfy()


def _verdicts(shown: Shown, cell: CellView, params: Params) -> Iterator[tuple[bool, str] | None]:
    """What is wrong with a format, and whether surely."""
    if params.get("format"):
        yield _by_code(text_of(params["format"]), shown)
    if params.get("kind"):
        yield _by_kind(text_of(params["kind"]), shown)
    if params.get("decimals") is not None:
        yield _by_decimals(int(as_number(params["decimals"]) or 0), shown)
    if params.get("thousands") is not None and shown.thousands is not params["thousands"]:
        certain = shown.kind in {"number", "percent", "general"} and not shown.scale
        yield certain, "with thousands separators" if shown.thousands else "without thousands separators"
    symbol = text_of(params.get("symbol")).strip()
    if symbol and symbol != shown.currency:
        yield (
            bool(not shown.currency or len(symbol) == len(shown.currency) == 1),
            f"currency {shown.currency or 'none'}",
        )


def _by_code(code: str, shown: Shown) -> tuple[bool, str] | None:
    wanted = read_code(code)
    if wanted == shown:
        return None
    if shown.kind == wanted.kind == "date":
        return sorted(_parts(wanted)) != sorted(_parts(shown)), "another format"
    return replace(wanted, canonical=()) != replace(shown, canonical=()), "another format"


def _parts(shown: Shown) -> list[str]:
    """Of what parts a date is shown: `yyyy`, `mm`."""
    return re.findall("[a-z]+", shown.canonical[0])


def _by_kind(kind: str, shown: Shown) -> tuple[bool, str] | None:
    if kind == "currency":
        if shown.currency:
            return None
        return shown.kind not in {"other"}, "no currency sign"
    if kind == "number" and shown.kind == "general":
        return False, "General, which shows numbers as they are"
    if shown.kind == kind:
        return None
    return shown.kind != "other", f"shown as {shown.kind}"


def _by_decimals(decimals: int, shown: Shown) -> tuple[bool, str] | None:
    if shown.kind not in {"number", "percent", "scientific"}:
        return shown.kind == "date", f"shown as {shown.kind}"
    if shown.decimals <= decimals <= shown.decimals + shown.optional:
        return (False, "decimals that depend on the number") if shown.optional else None
    return True, f"{plural(shown.decimals, 'decimal')}"
