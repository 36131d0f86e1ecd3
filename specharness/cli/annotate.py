"""`specharness annotate`: labels reviewed in the browser."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from specharness import api
from specharness.cli.outputs import write_whole
from specharness.cli.terminal import listed, print_note

HELP = """Review labels in the browser: the compiler proposes, a person decides.

PATH is one text, a task folder or a repository (compiled as one), or any other folder: every specification file under
it, as `compile --corpus` finds them. Each text has its own label file, in the annotation guide's format. The page is
served to this machine alone, at an address with a random token; every change is saved at once. Ctrl-C ends it.

\b
Examples:
  specharness annotate prompt.md                     labels in prompt.md.jsonl
  specharness annotate prompt.md --labels gold.jsonl
  specharness annotate tasks/invoice --labels gold   gold/NAME.jsonl each
  specharness annotate specs --labels gold --port 8765 --no-open

Labels that `compile --corpus specs --out-dir gold --directions` wrote are taken up where they are.
"""


def annotate(
    path: Annotated[Path, typer.Argument(metavar="PATH", help="What to label.", show_default=False)],
    labels: Annotated[
        Path | None,
        typer.Option(metavar="DIR|FILE", help="Where the labels are. Beside PATH by default.", show_default=False),
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, metavar="N", help="Port; 0 takes a free one.")] = 0,
    open: Annotated[
        bool | None,
        typer.Option(
            "--open/--no-open", help="Open the browser; by default where there is a screen.", show_default=False
        ),
    ] = None,
) -> None:
    """Run the command until it is interrupted."""
    from specharness.review.documents import find_documents
    from specharness.review.serve import bind, has_screen, prepare, require_packages, serve

    require_packages()
    documents = find_documents(path, labels)
    if documents.held_out:
        print_note(f"held out, never read: {listed(documents.held_out)}")
    if documents.refused:
        print_note(f"links that lead out of {path}, never followed: {listed(documents.refused)}")
    listener = bind(port)
    server, address = prepare(
        listener, documents, compile=api.compile_specification, write=partial(write_whole, parents=True)
    )
    count = len(documents.items)
    print_note(f"{count} {'text' if count == 1 else 'texts'} to review; each change is saved at once, Ctrl-C ends it")
    print(address, flush=True)
    if open or (open is None and has_screen()):
        import webbrowser

        webbrowser.open(address)
    serve(server, listener)
    print_note("stopped")
