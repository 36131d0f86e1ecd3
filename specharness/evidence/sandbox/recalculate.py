"""A workbook's formulas calculated anew by LibreOffice, in a sandbox of their own.

Guarantees: the sandbox holds the one file and a fresh profile, so that calls don't share anything and other files of
the workspace can't be followed; no network; the file is imported as OOXML without its macros, whatever else it may be,
and the profile forbids macros and the update of links besides; time, memory and output are bounded; a crash, a hang
and a file that LibreOffice does not take are named. What the results mean is not its business.
"""

from __future__ import annotations

import shutil
from typing import IO
from xml.sax.saxutils import quoteattr

from specharness.evidence.faults import Refusal
from specharness.evidence.limits import Limits
from specharness.evidence.observers.text import clean
from specharness.evidence.sandbox import bubblewrap, packing
from specharness.evidence.sandbox.observe import ran
from specharness.evidence.sandbox.policy import Sandbox
from specharness.evidence.sandbox.process import Ended
from specharness.evidence.views import Failure

PROGRAM = "soffice"
"""LibreOffice: the Debian package `libreoffice-calc-nogui`, or any other that brings Calc."""
_FOLDER = "/book"
_FILTER = "Calc MS Excel 2007 XML"
"""Its import knows no macros, also of a file that holds some."""
_NOT_WRITTEN = 94
_COMMAND = f"""\
{PROGRAM} -env:UserInstallation=file://{_FOLDER}/profile --headless --norestore --nologo --infilter='{_FILTER}' \
--convert-to 'xlsx:{_FILTER}' --outdir {_FOLDER}/out {_FOLDER}/in.xlsx >&2 || exit $?
test -f {_FOLDER}/out/in.xlsx || exit {_NOT_WRITTEN}
cat {_FOLDER}/out/in.xlsx >"$SPECHARNESS_REPORT"
"""
_SETTINGS: tuple[tuple[str, str, str], ...] = (
    ("Calc/Formula/Load", "OOXMLRecalcMode", "0"),  # always
    ("Calc/Formula/Syntax", "StringConversion", "3"),  # text to number as Excel does, by the locale
    ("Calc/Content/Update", "Link", "1"),  # never
    ("Common/Security/Scripting", "MacroSecurityLevel", "3"),
    ("Common/Security/Scripting", "DisableMacrosExecution", "true"),
    ("Common/Misc", "UseOpenCL", "false"),
)


def recalculated(data: bytes, sandbox: Sandbox, limits: Limits) -> bytes | Refusal:
    """The workbook (xlsx or xlsm) as LibreOffice writes it after it has calculated every formula, as xlsx; or why there
    is none: UNAVAILABLE where LibreOffice is not there, LIMIT where a limit stopped it or it breaks down on the file,
    REFUSED where no sandbox can be made."""
    if shutil.which(PROGRAM, path=bubblewrap.search_path(sandbox.folders())) is None:
        detail = f"LibreOffice (the program {PROGRAM}; Debian package libreoffice-calc-nogui) is not installed"
        return Refusal(Failure.UNAVAILABLE, f"not recalculated: {detail}")
    files = {f"{_FOLDER}/in.xlsx": data, f"{_FOLDER}/profile/user/registrymodifications.xcu": profile().encode()}

    def feed(stream: IO[bytes]) -> None:
        packing.pack_bytes(files, stream)

    ended = ran(_COMMAND, (_FOLDER,), _FOLDER, feed, sandbox, limits)
    if isinstance(ended, Refusal):
        return Refusal(ended.failure, f"not recalculated: {ended.detail}", ended.limit)
    if ended.exit_code or not ended.report:
        return Refusal(Failure.LIMIT, f"not recalculated: {_end(ended)}")
    return ended.report


def profile(settings: tuple[tuple[str, str, str], ...] = _SETTINGS) -> str:
    """The user's settings as LibreOffice reads them: group, name, value."""
    items = "".join(
        f"<item oor:path={quoteattr(f'/org.openoffice.Office.{group}')}><prop oor:name={quoteattr(name)} "
        f'oor:op="fuse"><value>{value}</value></prop></item>'
        for group, name, value in settings
    )
    namespaces = 'xmlns:oor="http://openoffice.org/2001/registry"'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<oor:items {namespaces}>{items}</oor:items>\n'


def _end(ended: Ended) -> str:
    if ended.exit_code == _NOT_WRITTEN:
        return "LibreOffice does not take the file"
    said = " ".join(clean(ended.stderr.tail.decode("utf-8", "replace")).split())[-120:]
    return f"LibreOffice broke down (exit code {ended.exit_code}): {said}".rstrip(": ")
