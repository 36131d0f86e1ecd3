"""Pivot tables of a workbook and the caches that they show."""

from __future__ import annotations

import io

from lxml import etree

from specharness.evidence.faults import LimitReached
from specharness.evidence.limits import Limits
from specharness.evidence.observers.ooxml import parse
from specharness.evidence.observers.opc import Package
from specharness.evidence.observers.text import clean
from specharness.evidence.observers.xlsx_styles import S
from specharness.evidence.views import PivotView

_VALUES = -2
"""The number that stands for the values among row and column fields."""


def pivot(package: Package, part: str, limits: Limits) -> PivotView:
    """The pivot table of a part. Raises MalformedArtifact, LimitReached and lxml's errors."""
    root = parse(package.read(part))
    caches = [each.target for each in package.related(part).values() if each.type == "pivotCacheDefinition"]
    cache = parse(package.read(caches[0])) if caches and package.has(caches[0]) else etree.Element("none")
    fields = [clean(str(each.get("name", ""))) for each in cache.iterfind(f"{S}cacheFields/{S}cacheField")]
    records = (
        [each.target for each in package.related(caches[0]).values() if each.type == "pivotCacheRecords"]
        if caches
        else []
    )
    place = root.find(f"{S}location")

    def named(path: str, attribute: str) -> tuple[str, ...]:
        numbers = [_number(each.get(attribute)) for each in root.iterfind(path)]
        return tuple("Values" if number == _VALUES else _field(fields, number) for number in numbers)

    return PivotView(
        name=clean(str(root.get("name", ""))),
        place="" if place is None else clean(str(place.get("ref", ""))),
        source=_source(cache),
        fields=tuple(fields),
        rows=named(f"{S}rowFields/{S}field", "x"),
        columns=named(f"{S}colFields/{S}field", "x"),
        filters=named(f"{S}pageFields/{S}pageField", "fld"),
        values=tuple(
            (_field(fields, _number(each.get("fld"))), str(each.get("subtotal", "sum")))
            for each in root.iterfind(f"{S}dataFields/{S}dataField")
        ),
        records=_records(package.read(records[0]), limits) if records and package.has(records[0]) else -1,
    )


def _source(cache: etree._Element) -> str:
    source = cache.find(f"{S}cacheSource")
    if source is None:
        return ""
    sheet = source.find(f"{S}worksheetSource")
    if sheet is None:
        return str(source.get("type", ""))
    name = clean(str(sheet.get("name", "") or sheet.get("ref", "")))
    return f"{clean(str(sheet.get('sheet')))}!{name}" if sheet.get("sheet") else name


def _records(xml: bytes, limits: Limits) -> int:
    """Rows that are there, whatever the part says of their number."""
    count = 0
    for _, element in etree.iterparse(io.BytesIO(xml), ("end",), tag=f"{S}r", resolve_entities=False, no_network=True):
        count += 1
        if count > limits.rows:
            raise LimitReached(f"more than {limits.rows} records in a pivot cache: `rows`", "rows")
        element.clear()
        while element.getprevious() is not None:
            del element.getparent()[0]
    return count


def _number(value: str | None) -> int:
    try:
        return int(value or "-1")
    except ValueError:
        return -1


def _field(fields: list[str], number: int) -> str:
    return fields[number] if 0 <= number < len(fields) else ""
