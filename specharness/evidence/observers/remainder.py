"""What a file holds besides what a view shows of it: the half of an observation's receipt that says what was not seen.

Told from names and marks alone; nothing is opened for it.
"""

from __future__ import annotations

import io
import re
import zipfile

from specharness.evidence.views import PdfView, View, ViewKind

_MACROS = (r"vbaproject\.bin$", "macros, never run")
_MEDIA = (r"/media/", "pictures, and text in them")
_EMBEDDED = (r"/embeddings/", "embedded files")
_CHARTS = (r"/charts/chart[^/]*\.xml$", "charts")
_CUSTOM = (r"^customxml/item\d+\.xml$", "data of other programs")
_LINKS = (r"/externallinks/[^/]*\.xml$", "links to other workbooks, never followed")
_PIVOTS = (r"/pivottables/[^/]*\.xml$", "pivot tables")
_COMMENTS = (r"/(?:threaded)?comments?\d*\.xml$", "comments of cells")
_BOOK = (_MACROS, _MEDIA, _EMBEDDED, _CUSTOM, _LINKS)
_LEFT_OUT: dict[ViewKind, tuple[tuple[str, str], ...]] = {
    ViewKind.WORKBOOK: (*_BOOK, _CHARTS, _PIVOTS, _COMMENTS),
    ViewKind.WORKBOOK_DETAILS: _BOOK,
    ViewKind.DOCUMENT: (_MACROS, _MEDIA, _EMBEDDED, _CUSTOM, _CHARTS),
    ViewKind.DOCUMENT_DETAILS: (_MACROS, _MEDIA, _EMBEDDED, _CUSTOM, _CHARTS),
    ViewKind.SLIDES: (_MACROS, _MEDIA, _CUSTOM),
    ViewKind.SLIDES_DETAILS: (_MACROS, _MEDIA, _CUSTOM),
}
_SHOWN = 10
"""Pages that are named."""


def remainder(kind: ViewKind, data: bytes, view: View) -> tuple[str, ...]:
    """In words, in a fixed order; empty where the view shows all. `data` was read as `kind` before."""
    if isinstance(view, PdfView):
        return _of_pdf(view)
    patterns = _LEFT_OUT.get(kind, ())
    if not patterns:
        return ()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
    told: list[str] = []
    for pattern, words in patterns:
        count = sum(1 for name in names if re.search(pattern, name, re.IGNORECASE))
        if count:
            told.append(f"{words} ({count} {'part' if count == 1 else 'parts'})")
    return tuple(told)


def _of_pdf(view: PdfView) -> tuple[str, ...]:
    told: list[str] = []
    blank = [number for number, text in enumerate(view.pages, 1) if not text.strip()]
    if blank:
        more = "" if len(blank) <= _SHOWN else f" and {len(blank) - _SHOWN} more"
        told.append(f"pages without text that can be extracted: {', '.join(map(str, blank[:_SHOWN]))}{more}")
    if sum(view.images):
        told.append(f"pictures, and text in them ({sum(view.images)})")
    if view.attachments:
        told.append(f"attached files ({len(view.attachments)})")
    if view.scripts:
        told.append("actions of the file, never run")
    return tuple(told)
