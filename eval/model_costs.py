"""What compiling a folder of tasks with a language model would take, in tokens, and in money at given prices.

No model is asked: questions are the real ones, answers are as long as what the local compiler reads in the same texts,
and tokens are characters divided by four (docs/cookbook-compilers.md).

    python eval/model_costs.py DIR [--compiler NAME] [--price IN KEPT OUT]
                               [--format table|json]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from specharness import api
from specharness.cli.scripts import run, script_parser
from specharness.compile.candidates import compilers_folder, find_candidate, load_candidate
from specharness.compile.llm.build import model_engine
from specharness.ir import SourceKind
from specharness.measure.model_costs import costs, read_by
from specharness.sources import load


def main(arguments: list[str] | None = None) -> int:
    parser = script_parser(__doc__)
    parser.add_argument("folder", metavar="DIR", type=Path, help="a folder of task folders")
    parser.add_argument("--compiler", metavar="NAME|FILE.toml", default="gpt-5.6-sol", help="whose windows and prompt")
    parser.add_argument(
        "--price", nargs=3, type=float, metavar=("IN", "KEPT", "OUT"), help="US dollars a million tokens"
    )
    parser.add_argument("--format", choices=("table", "json"), default="table")
    given = parser.parse_args(arguments)
    named = given.compiler
    entry = load_candidate(Path(named)) if named.endswith(".toml") else find_candidate(named, compilers_folder())
    total = {"tasks": 0, "characters": 0, "calls": 0, "input_tokens": 0, "kept_tokens": 0, "output_tokens": 0}
    rows = []
    for task in sorted(path for path in given.folder.iterdir() if path.is_dir()):
        specification = load(api.request_for(task))
        reader = read_by(
            api.default_engine(), [one for one in specification.sources if one.kind is not SourceKind.WORKSPACE]
        )
        (cost,) = costs([(task.name, specification)], model_engine(entry, reader), reader)
        row = cost.model_dump()
        if given.price:
            row["usd"] = round(cost.dollars(*given.price), 6)
        rows.append(row)
        total["tasks"] += 1
        for name in total.keys() - {"tasks"}:
            total[name] += row[name]
    per_task = {name: round(value / max(1, total["tasks"]), 1) for name, value in total.items() if name != "tasks"}
    if given.price:
        per_task["usd"] = round(sum(row["usd"] for row in rows) / max(1, total["tasks"]), 6)
    told = {"compiler": entry.candidate.name, "total": total, "per_task": per_task, "tasks": rows}
    if given.format == "json":
        print(json.dumps(told, indent=2))
        return 0
    names = list(per_task)
    print(f"{'task':40}" + "".join(f"{name:>15}" for name in names))
    for row in rows:
        print(f"{row['name'][:39]:40}" + "".join(f"{row[name]:>15}" for name in names))
    print(f"{'a task, on average':40}" + "".join(f"{per_task[name]:>15}" for name in names))
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
