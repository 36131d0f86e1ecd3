"""The limits under which hostile files are read, each with its reason.

Guarantees that no observer works without a bound. A limit that is hit leaves the artifact undecided, never passed and
never failed. Not its business: enforcing them; each observer does, before it allocates where it can.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields

from specharness.errors import UsageError

MIB = 1024 * 1024


@dataclass(frozen=True)
class Limits:
    """Bounds of one observatory. The defaults hold one parsed file under about 1 GB of memory."""

    file_bytes: int = 64 * MIB
    """Bytes of a file that is parsed: its text is held at up to four bytes a character, beside the view."""
    stream_bytes: int = 4096 * MIB
    """Bytes of a file that is streamed and never held: databases, archives, media, tables under a query. About ten
    seconds of SHA-256."""
    kept_bytes: int = 256 * MIB
    """Bytes kept for further views of files already read; older ones are read again and must have the same digest."""
    tree_entries: int = 100_000
    """Entries of a listed folder: about 300 bytes each."""
    tree_bytes: int = 4096 * MIB
    """Bytes hashed for one listing: about ten seconds of SHA-256."""
    tree_depth: int = 200
    """Folders in folders: more than any honest tree, less than what exhausts descriptors or path lengths."""
    links: int = 40
    """Symbolic links followed for one path: the kernel's own bound."""
    zip_members: int = 10_000
    """Members of an office package; a large presentation has about a thousand."""
    zip_bytes: int = 256 * MIB
    """Decompressed bytes of all members together, as the directory declares them (readers stop there)."""
    zip_ratio: int = 200
    """Decompressed over compressed bytes. Sheets of repeated numbers reach about 60; bombs start at 1,000."""
    zip_ratio_from: int = 8 * MIB
    """Small packages are let through whatever their ratio: they can't hurt."""
    archive_depth: int = 3
    """Archives in archives that are listed; each is held in memory beside the one around it."""
    unpack_memory: int = 128 * MIB
    """Memory of the decompressor of an xz archive, which asks for what the file says; `xz -9` takes 65 MiB."""
    part_bytes: int = 32 * MIB
    """One XML part that becomes a tree in memory: about ten times its size."""
    elements: int = 2_000_000
    """XML elements of one office package: about 200 bytes each in a tree."""
    xml_depth: int = 10_000
    """Nesting of an XML file that is only checked: open elements cost the parser about 100 bytes each."""
    values: int = 1_000_000
    """Values of one JSON, YAML or TOML text, aliases expanded: about 300 bytes each with pointer and literal."""
    depth: int = 200
    """Nesting of JSON, YAML or TOML: what a recursive validator can walk within the interpreter's 1,000 frames."""
    digits: int = 4_300
    """Digits of one integer: the interpreter's own bound against quadratic conversion."""
    aliases: int = 10_000
    """Aliases of one YAML text: they multiply."""
    merged_keys: int = 1_000
    """Keys that YAML merges bring into one mapping: they multiply too."""
    slow_bytes: int = 8 * MIB
    """Bytes of YAML, TOML and INI, whose readers are a hundred times slower than that of JSON: about ten seconds."""
    dots: int = 5_000
    """Dots in one line of TOML: the reader's memory grows with the square of a dotted key's length."""
    rows: int = 1_000_000
    """Rows of a table: a spreadsheet's own maximum is 1,048,576."""
    columns: int = 16_384
    """Columns of a table: a spreadsheet's own maximum."""
    table_bytes: int = 32 * MIB
    """Bytes of a delimited table that is held: with two million fields and text of four bytes a character the process
    takes about 410 MB. A larger one is judged by queries."""
    cells: int = 2_000_000
    """Fields of a delimited table: about 60 bytes each."""
    table_text: int = 64 * MIB
    """Characters of all values of a database, or of a Parquet table or a query's answer, as text."""
    query_rows: int = 100_000
    """Rows of the answer to a query."""
    query_memory: int = 256 * MIB
    """Memory of the query engine; past it, it writes to a temporary folder (of `query_spill` bytes) or gives up."""
    query_spill: int = 4096 * MIB
    """Bytes that a query may keep on disk for its time."""
    objects: int = 10_000
    """Tables, indexes, triggers and views of a database."""
    sheet_cells: int = 500_000
    """Non-empty cells of a workbook: about 400 bytes each, and ten microseconds."""
    paragraphs: int = 200_000
    """Paragraphs of a document or a presentation."""
    nesting: int = 60
    """Tables in tables, groups in groups."""
    pages: int = 2_000
    """Pages of a PDF: text extraction takes about ten milliseconds a page."""
    pdf_text: int = 32 * MIB
    """Characters extracted from one PDF."""
    pdf_content: int = 128 * MIB
    """Decompressed content of all pages of a PDF: the reader keeps what it has decompressed."""
    pdf_stream: int = 16 * MIB
    """Decompressed bytes of one stream of a PDF; text and fonts are far smaller, images are not decompressed."""
    fields: int = 20_000
    """Form fields of a PDF."""
    pixels: int = 64_000_000
    """Pixels of an image, all frames together: 256 MB as RGBA."""
    frames: int = 1_000
    """Frames of an animation."""
    streams: int = 1_000
    """Streams of a media file."""
    commits: int = 10_000
    """Commits of a repository: about 500 bytes each."""
    references: int = 10_000
    """Branches and tags of a repository."""
    program_output: int = 64 * MIB
    """Bytes that a program that reads for us (ffprobe, git) may print."""
    program_memory: int = 2048 * MIB
    """Address space of such a program."""
    seconds: float = 30.0
    """Wall-clock budget of one observer on one file; checked between Python instructions."""
    run_seconds: float = 120.0
    """Wall-clock time of one command in a sandbox: a test suite of a task takes seconds."""
    run_data_bytes: int = 1024 * MIB
    """Writable memory of one process in a sandbox."""
    run_memory_bytes: int = 2048 * MIB
    """Resident memory of all processes of a sandbox together; looked at several times a second."""
    run_processes: int = 256
    """Processes and threads of a sandbox; a test runner on many cores has some tens."""
    run_file_bytes: int = 256 * MIB
    """Size of one file that a command writes."""
    run_disk_bytes: int = 512 * MIB
    """Each writable folder of a sandbox, in memory; the workspace may fill half of it."""
    run_entries: int = 50_000
    """Files and folders that are put into a sandbox."""
    run_output_bytes: int = 16 * MIB
    """Bytes that a command may write to each of its outputs."""
    run_report_bytes: int = 16 * MIB
    """Bytes that test runners may report: about 300 bytes a test."""
    run_tail: int = 4_000
    """Characters kept of the end of each output."""


DEFAULT_LIMITS = Limits()


def limits_with(others: Mapping[str, float]) -> Limits:
    """The defaults with others in their places, by their names; sizes in bytes, times in seconds. Raises UsageError for
    a name that no limit has, and for a number that bounds nothing."""
    known = {each.name: each.type for each in fields(Limits)}
    values: dict[str, float] = {}
    for name, value in others.items():
        if name not in known:
            close = difflib.get_close_matches(name, known, 1)
            hint = f"is it `{close[0]}`?" if close else f"there are: {', '.join(sorted(known))}"
            raise UsageError(f"no limit is called {name!r}; {hint}")
        if not (math.isfinite(value) and 0 < value < 2**62):
            raise UsageError(f"the limit `{name}` must be a number above 0 and below 2**62, got {value:g}")
        if known[name] == "int" and value != int(value):
            raise UsageError(f"the limit `{name}` must be a whole number, got {value:g}")
        values[name] = int(value) if known[name] == "int" else value
    return Limits(**values)  # type: ignore[arg-type]  # whole numbers where whole numbers are due, by the above
