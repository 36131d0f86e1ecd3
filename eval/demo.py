"""`make demo`: one task of the corpus, compiled, then decided over a good and over a broken after-state.

Shows the commands as a reader would type them and what they print; leaves everything in `demo-out/`.
"""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

from specharness.cli.main import main as specharness
from specharness.cli.scripts import run, script_parser
from specharness.measure.corpus import lay_out, load_task

ROOT = Path(__file__).resolve().parent.parent
TASK = "invoice-summary-json"
BROKEN = "wrong_total"
EXPECTED = {"compile": 0, "good": 0, "broken": 1}
"""Exit statuses; anything else means that the demo does not show what it says."""


def show(*arguments: str) -> int:
    """Show a command and do it."""
    print(f"\n$ specharness {shlex.join(arguments)}\n", flush=True)
    return specharness(arguments)


def main() -> int:
    script_parser(__doc__).parse_args()
    out = ROOT / "demo-out"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    task = load_task(ROOT / "annotations" / "tasks" / TASK)
    states = {name: lay_out(task, state, out / name) for name, state in {"good": "good", "broken": BROKEN}.items()}
    before = lay_out(task, "before", out / "before")
    obligations = str(out / "obligations.json")

    print("What the agent was told, as obligations:")
    found = {"compile": show("compile", str(task.folder), "-o", obligations, "--html", str(out / "page.html"))}
    for name, workspace in states.items():
        print(f"\nThe same obligations over a {name} result:")
        maps = [f"--map={container}={workspace / host}" for container, host in task.maps]
        page = str(out / f"{name}.html")
        found[name] = show(
            "check", obligations, "--workspace", str(workspace), "--before", str(before), *maps, "--html", page
        )

    print("\nPages, to open in a browser:")
    for page in ("page.html", "good.html", "broken.html"):
        print(f"  {out / page}")
    if found != EXPECTED:
        print(f"error: expected exit statuses {EXPECTED}, got {found}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
