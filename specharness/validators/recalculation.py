"""What LibreOffice's results say about a workbook: which of its error values would stand in any spreadsheet program.

Guarantees that an error value that may come from LibreOffice itself is doubted, never held against the workbook:
functions and notation it may not know, other workbooks that were not opened, text that another locale reads as a
number, chance.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from specharness.evidence.views import CellView, SheetView, WorkbookView
from specharness.validators import formulas, grid

ERRORS = ("#REF!", "#DIV/0!", "#VALUE!", "#NAME?", "#NUM!", "#N/A", "#NULL!", "#SPILL!", "#CALC!")
PLAIN = frozenset(
    "ABS ACOS ADDRESS AND ASIN ATAN ATAN2 AVERAGE AVERAGEA AVERAGEIF AVERAGEIFS CEILING CHAR CHOOSE CLEAN CODE COLUMN "
    "COLUMNS COMBIN CONCATENATE CORREL COS COUNT COUNTA COUNTBLANK COUNTIF COUNTIFS DATE DAY DAYS360 DEGREES EDATE "
    "EOMONTH EVEN EXACT EXP FACT FALSE FIND FLOOR GCD GEOMEAN HLOOKUP HOUR IF IFERROR IFNA INDEX INT INTERCEPT ISBLANK "
    "ISERR ISERROR ISEVEN ISLOGICAL ISNA ISNONTEXT ISNUMBER ISODD ISTEXT LARGE LCM LEFT LEN LN LOG LOG10 LOOKUP LOWER "
    "MATCH MAX MAXA MEDIAN MID MIN MINA MINUTE MOD MONTH MROUND N NA NETWORKDAYS NOT NPV ODD OR PERCENTILE PI PMT "
    "POWER PRODUCT PROPER PV QUARTILE QUOTIENT RADIANS RANK REPLACE REPT RIGHT ROUND ROUNDDOWN ROUNDUP ROW ROWS SEARCH "
    "SECOND SIGN SIN SLOPE SMALL SQRT STDEV STDEV.P STDEV.S STDEVP SUBSTITUTE SUBTOTAL SUM SUMIF SUMIFS SUMPRODUCT "
    "SUMSQ T TAN TIME TRIM TRUE TRUNC UPPER VAR VAR.P VAR.S VARP VLOOKUP WEEKDAY WORKDAY YEAR".split()
)
"""Functions that are calculated alike everywhere, error values included: no iteration, no locale, no newer syntax."""
CHANCE = frozenset({"RAND", "RANDBETWEEN", "RANDARRAY"})
MAX_LOOKED_AT = 10_000
"""Cells that one formula refers to that are looked at for text."""

_STRANGE = re.compile(r'"(?:[^"]|"")*"|#(?:REF!|DIV/0!|VALUE!|NAME\?|NUM!|N/A|NULL!)|(?P<strange>[@#{}|])', re.DOTALL)
_ELSEWHERE = re.compile(r"\[[^\[\]]*\][^!\[\]]*!|://")
_DIGIT = re.compile(r"\d")


class Recalculated:
    """A workbook as stored beside the same after recalculation."""

    def __init__(self, stored: WorkbookView, again: WorkbookView) -> None:
        self._sheets = {sheet.name.casefold(): sheet for sheet in again.sheets}
        self._plain_names = {
            name.casefold()
            for name, text in stored.defined_names.items()
            if _is_plain(text, frozenset()) and not formulas.read(text).functions
        }
        self.doubt = ""
        """Why no result of this workbook says anything: another workbook, chance."""
        self._strange = ""
        for sheet in stored.sheets:
            for place, cell in sheet.cells.items():
                if cell.formula is not None:
                    self._look(f"{sheet.name}!{place}", cell.formula)

    def _look(self, where: str, formula: str) -> None:
        if _ELSEWHERE.search(formula):
            self.doubt = self.doubt or f"{where} depends on another file, which is not opened"
        elif CHANCE.intersection(formulas.read(formula).functions):
            self.doubt = self.doubt or f"{where} depends on chance"
        if not self._strange and not _is_plain(formula, self._plain_names):
            self._strange = where

    def value(self, sheet: SheetView, place: str) -> CellView | None:
        """The cell after recalculation; None where it has become none."""
        found = self._sheets.get(sheet.name.casefold())
        return found.cells.get(place) if found is not None else None

    def blamed(self, sheet: SheetView, formula: str, error: str) -> str:
        """Why an error value may be LibreOffice's own; empty where it is surely the workbook's."""
        if self._strange:
            return f"LibreOffice may calculate {self._strange} in another way than other programs"
        if error == "#NAME?" or (error == "#VALUE!" and self._texts_may_be_numbers(sheet, formula)):
            return "other programs or locales may calculate it"
        return ""

    def _texts_may_be_numbers(self, sheet: SheetView, formula: str) -> bool:
        """Whether the formula holds or refers to text with digits in it, to errors (which are judged where they stand),
        or to more cells than are looked at."""
        literals = re.findall(r'"((?:[^"]|"")*)"', formula)
        if any(_DIGIT.search(text) for text in literals):
            return True
        budget = MAX_LOOKED_AT
        for reference in formulas.read(formula).references:
            other = self._sheets.get((reference.sheet or sheet.name).casefold())
            if other is None:
                return True
            area = reference.area
            budget -= min(area.right, other.max_column) * min(area.bottom, other.max_row)
            if budget < 0:
                return True
            for value in _values(other, area):
                if isinstance(value, str) and (value in ERRORS or _DIGIT.search(value)):
                    return True
        return False


def _values(sheet: SheetView, area: grid.Area) -> Iterator[object]:
    for row in range(area.top, min(area.bottom, sheet.max_row) + 1):
        for column in range(area.left, min(area.right, sheet.max_column) + 1):
            cell = sheet.cells.get(grid.coordinate(column, row))
            if cell is not None:
                yield cell.value


def _is_plain(formula: str, names: frozenset[str] | set[str]) -> bool:
    read = formulas.read(formula)
    if read.too_long or any(found["strange"] for found in _STRANGE.finditer(formula)):
        return False
    return PLAIN.issuperset(read.functions) and all(name.casefold() in names for name in read.names)
