"""GuideBench: what it holds, what an agent is handed, and how its runs score.

    python eval/guidebench.py DIR --counts [--format json]
    python eval/guidebench.py DIR --surface surface.json [--rules rules.json]
    python eval/guidebench.py DIR --prompts prompts.jsonl [--subset price …]
    python eval/guidebench.py DIR --table instances.parquet
    python eval/guidebench.py DIR --runs runs.jsonl [-o measured.jsonl]

DIR holds GuideBench's `*_tasks.json`. `--prompts` writes a line a task (`task`, `prompt`); an agent's runs come back
as JSON Lines of `Run` (`specharness schema run`), `task` being the prompt's. They are scored officially (accuracy,
macro precision, recall and F1 over the reference's classes), and for each rule it is told whether it is known to be
active and whether the run's evidence supports it. `-o` writes the runs again with verdict and support,
for `specharness gaps`. References are read for scoring alone. Exit 0 when done, 2 for bad input.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from specharness.benchmarks.guidebench.answers import read_answer
from specharness.benchmarks.guidebench.evidence import Active, evidence_of
from specharness.benchmarks.guidebench.prompts import prompt_of
from specharness.benchmarks.guidebench.references import Score, read_references, score_all
from specharness.benchmarks.guidebench.rules import RuleSet, rules_of
from specharness.benchmarks.guidebench.tasks import Task, by_subset, counts, read_tasks
from specharness.cli.outputs import is_standard_output, print_written, refuse_overwriting, write_whole
from specharness.cli.scripts import run, script_parser
from specharness.errors import SchemaMismatchError, UsageError
from specharness.ir.run import Official, Run, Support
from specharness.ir.schema import json_document
from specharness.runs.own import numbered_runs


def print_counts(tasks: Sequence[Task], as_json: bool) -> None:
    """The sizes, a subset a row, and in all."""
    sizes = {subset: counts(held) for subset, held in by_subset(tasks).items()} | {"total": counts(tasks)}
    if as_json:
        print(json.dumps({name: asdict(size) for name, size in sizes.items()}, indent=2))
        return
    print(f"{'subset':10s} {'tasks':>6s} {'instances':>9s} {'entries':>7s} {'templates':>9s}")
    for name, size in sizes.items():
        print(f"{name:10s} {size.tasks:6,d} {size.instances:9,d} {size.entries:7,d} {size.templates:9,d}")


def rules_json(rules: RuleSet) -> str:
    """Templates with their conditions, and instances."""
    return json.dumps(asdict(rules), ensure_ascii=False, indent=1) + "\n"


def write_table(rules: RuleSet, tasks: Sequence[Task], path: Path) -> None:
    """The instances as a Parquet table, one row a rule of a task."""
    try:
        from datasets import Dataset, disable_progress_bars
    except ImportError as error:
        raise UsageError("--table needs the package datasets; run: pip install 'specharness[datasets]'") from error
    templates = {template.id: template for template in rules.templates}
    stated = {f"{task.id}/{place}": rule for task in tasks for place, rule in enumerate(task.rules)}
    rows = [
        {
            "instance": instance.id,
            "task": instance.task,
            "template": instance.template,
            "rule_id": instance.rule_id,
            "type": stated[instance.id].type,
            "text": templates[instance.template].text,
            "conditional": templates[instance.template].condition is not None,
        }
        for instance in rules.instances
    ]
    disable_progress_bars()
    table = io.BytesIO()
    Dataset.from_list(rows).to_parquet(table)
    write_whole({path: table.getvalue()})


def read_runs(path: Path, known: Mapping[str, Task]) -> list[Run]:
    """The runs, each of a known task. Raises SchemaMismatchError with the line."""
    runs = []
    for number, read in numbered_runs(path):
        if read.task not in known:
            raise SchemaMismatchError(f"{path}:{number}: no task {read.task!r} in this folder")
        runs.append(read)
    return runs


def measured(
    runs: Sequence[Run], tasks: Mapping[str, Task], rules: RuleSet, references: Mapping[str, str]
) -> tuple[list[Run], Counter[str]]:
    """The runs with verdict and support, and how many rules are known to be active how."""
    templates = {template.id: template for template in rules.templates}
    fingerprint = rules.surface(tasks.values()).fingerprint
    of_task: dict[str, list[str]] = {}
    for instance in rules.instances:
        of_task.setdefault(instance.task, []).append(instance.template)
    states: Counter[str] = Counter(dict.fromkeys(Active, 0))
    done = []
    for one in runs:
        message = one.final_message or ""
        task = tasks[one.task]
        evidence = evidence_of(task, [templates[key] for key in of_task[one.task]], message)
        states.update(rule.active for rule in evidence)
        done.append(
            one.model_copy(
                update={
                    "benchmark": "guidebench",
                    "domain": task.subset,
                    "official": Official(passed=read_answer(task.subset, message) == references[one.task]),
                    "support": Support(
                        surface=fingerprint,
                        outcomes={f"{one.task}/{rule.rule}": rule.outcome for rule in evidence},
                    ),
                }
            )
        )
    return done, states


def print_scores(scores: Mapping[str, Score], states: Mapping[str, int], as_json: bool) -> None:
    """The official figures, and the active set."""
    if as_json:
        print(json.dumps({"scores": {name: asdict(one) for name, one in scores.items()}, "rules": states}, indent=2))
        return
    heads = " ".join(f"{head:>8s}" for head in ("accuracy", "macro P", "macro R", "macro F1"))
    print(f"{'subset':10s} {'runs':>5s} {'unread':>6s} {heads}")
    for name, one in scores.items():
        shares = (one.accuracy, one.macro_precision, one.macro_recall, one.macro_f1)
        cells = " ".join(f"{'-' if share is None else f'{share:.3f}':>8s}" for share in shares)
        print(f"{name:10s} {one.tasks:5d} {one.unreadable:6d} {cells}")
    print("rules: " + ", ".join(f"{count:,} {state}" for state, count in states.items()))


def work(options: argparse.Namespace) -> None:
    """Do what was asked for. Raises SpecHarnessError or OSError for what the user can act on."""
    outputs = [options.surface, options.rules, options.prompts, options.table, options.output]
    refuse_overwriting(outputs, [options.runs] if options.runs else [])
    if options.output and not options.runs:
        raise UsageError("-o goes with --runs")
    tasks = [task for task in read_tasks(options.folder) if not options.subset or task.subset in options.subset]
    if not tasks:
        raise UsageError("no task of these subsets")
    rules = rules_of(tasks)
    as_json = options.format == "json"
    if options.counts or not (options.surface or options.rules or options.prompts or options.table or options.runs):
        print_counts(tasks, as_json)
    texts: dict[Path, str] = {}
    if options.surface:
        texts[options.surface] = json_document(rules.surface(tasks))
    if options.rules:
        texts[options.rules] = rules_json(rules)
    if options.prompts:
        lines = (json.dumps({"task": task.id, "prompt": prompt_of(task)}, ensure_ascii=False) for task in tasks)
        texts[options.prompts] = "".join(f"{line}\n" for line in lines)
    if options.runs:
        known = {task.id: task for task in tasks}
        runs = read_runs(options.runs, known)
        references = read_references(options.folder)
        done, states = measured(runs, known, rules, references)
        answers = {one.task: read_answer(known[one.task].subset, one.final_message or "") for one in runs}
        if len(answers) < len(runs):
            raise UsageError(f"{options.runs}: more than one run of a task; score one agent's runs at a time")
        print_scores(score_all(references, answers), states, as_json)
        if options.output:
            texts[options.output] = "".join(f"{one.model_dump_json(exclude_none=True)}\n" for one in done)
    write_whole(texts)
    if options.table:
        write_table(rules, tasks, options.table)
    written = [path for path in (*texts, options.table) if path and not is_standard_output(path)]
    if written:
        print_written(written)


def main() -> int:
    """The command line."""
    parser = script_parser(__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--counts", action="store_true", help="tasks, rule instances, entries and templates")
    parser.add_argument("--subset", action="append", help="only this subset; may be given again")
    parser.add_argument("--surface", type=Path, metavar="FILE", help="write the units by task, for specharness gaps")
    parser.add_argument("--rules", type=Path, metavar="FILE", help="write templates and instances (JSON)")
    parser.add_argument("--prompts", type=Path, metavar="FILE", help="write what an agent is handed, as JSON Lines")
    parser.add_argument("--table", type=Path, metavar="FILE", help="write the instances as Parquet")
    parser.add_argument("--runs", type=Path, metavar="FILE", help="score these runs of one agent")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write the runs with verdict and support")
    parser.add_argument("--format", choices=("table", "json"), default="table")
    options = parser.parse_args()
    work(options)
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
