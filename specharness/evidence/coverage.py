"""How much a view shows, by counting it: one half of an observation's receipt. The other half, what a file holds
besides, is told by the observer that left it out."""

from __future__ import annotations

from pydantic import JsonValue

from specharness.evidence.views import (
    ArchiveView,
    DatabaseView,
    DocumentDetails,
    DocumentView,
    GitView,
    ImageView,
    JsonView,
    MediaView,
    PdfView,
    QueryView,
    SlidesDetails,
    SlidesView,
    TableView,
    TextView,
    TreeView,
    View,
    WorkbookDetails,
    WorkbookView,
    XmlElement,
    XmlView,
)


def counts(view: View) -> dict[str, int]:
    """How many of what a view shows."""
    match view:
        case TreeView():
            return {"entries": len(view.entries)}
        case TextView():
            return {"characters": len(view.text)}
        case JsonView():
            return {"values": _values(view.value)}
        case XmlView():
            return {"elements": _elements(view.root)}
        case TableView():
            return {"columns": len(view.columns), "rows": len(view.rows)}
        case QueryView():
            return {"columns": len(view.columns), "rows": len(view.rows)}
        case DatabaseView():
            return {"tables": len(view.tables), "rows": sum(len(table.rows) for table in view.tables.values())}
        case WorkbookView():
            return {"sheets": len(view.sheets), "cells": sum(len(sheet.cells) for sheet in view.sheets)}
        case WorkbookDetails():
            return {"sheets": len(view.sheets), "cells": sum(len(sheet.styles) for sheet in view.sheets)}
        case DocumentView() | DocumentDetails():
            return {"paragraphs": len(view.paragraphs), "tables": len(view.tables)}
        case SlidesView():
            return {"slides": len(view.slides), "shapes": sum(map(len, view.slides))}
        case SlidesDetails():
            return {"slides": len(view.slides), "shapes": sum(len(slide.shapes) for slide in view.slides)}
        case PdfView():
            return {"pages": len(view.pages), "fields": len(view.fields)}
        case ImageView():
            return {"pixels": view.width * view.height}
        case MediaView():
            return {"streams": len(view.streams)}
        case ArchiveView():
            nested = sum(counts(inner)["members"] for inner in view.nested.values())
            return {"members": len(view.members) + nested}
        case GitView():
            return {"commits": len(view.commits), "files": len(view.files)}
        case _:
            return {}


def _values(value: JsonValue) -> int:
    """Containers and what is in them, each once."""
    pending: list[JsonValue] = [value]
    count = 0
    while pending:
        item = pending.pop()
        count += 1
        if isinstance(item, dict):
            pending.extend(item.values())
        elif isinstance(item, list):
            pending.extend(item)
    return count


def _elements(root: XmlElement) -> int:
    pending = [root]
    count = 0
    while pending:
        count += 1
        pending.extend(pending.pop().children)
    return count
