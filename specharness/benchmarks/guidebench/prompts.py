"""What an agent is handed for a task: instruction, numbered rules, the case, and the form of the answer."""

from __future__ import annotations

from specharness.benchmarks.guidebench.answers import FORMS
from specharness.benchmarks.guidebench.tasks import Task


def prompt_of(task: Task) -> str:
    """The message to the agent. It holds no reference answer: a `Task` has none."""
    rules = "\n".join(f"{number}. [{rule.type}] {rule.text}" for number, rule in enumerate(task.rules, 1))
    parts = [task.instruction, f"规则：\n{rules}", f"内容：\n{task.context}"]
    if task.options:
        parts.append(f"选项：\n{task.options}")
    parts.append(
        "Reply with one JSON object and nothing else: "
        f'{{"answer": {FORMS[task.subset].asks}, "rules": [{{"rule": number, "applies": true or false, '
        '"quote": words of the case, letter by letter, that show it}, one for each rule]}}'
    )
    return "\n\n".join(parts)
