"""A chat model behind an OpenAI-compatible endpoint as an agent: it runs commands in the workspace and says when it is
done.

Two tools: `run` (a shell command in the enclosure, without network) and `finish` (its last message). Every call goes
past the condition first, so this agent can be mediated.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from specharness.errors import UsageError
from specharness.experiments import enclosure
from specharness.experiments.agents import Attempt, Turn
from specharness.experiments.conditions import Move
from specharness.experiments.enclosure import Enclosure
from specharness.ir import ToolCall, Usage

MAX_SHOWN = 10_000
"""Characters of a command's output that the model is shown."""

SYSTEM = (
    "You work on a task in a folder of your own. Use `run` for shell commands there. When everything that the task "
    "asks for is done, call `finish` with a short account; call it also if you can't do the task, and say so."
)
_TOOLS: tuple[Mapping[str, object], ...] = tuple(
    {
        "type": "function",
        "function": {
            "name": name,
            "description": description,
            "parameters": {
                "type": "object",
                "properties": {argument: {"type": "string"}},
                "required": [argument],
                "additionalProperties": False,
            },
        },
    }
    for name, description, argument in (
        ("run", "Run a shell command in the working folder.", "command"),
        ("finish", "End the work.", "message"),
    )
)


@dataclass(frozen=True)
class Prices:
    """Dollars for a million tokens."""

    input: float
    output: float


@dataclass(frozen=True)
class ChatAgent:
    name: str
    model: str
    endpoint: str
    key: str
    temperature: float
    max_calls: int
    max_tokens: int
    prices: Prices
    mediated: bool = True

    def client(self) -> Any:
        """Asks the endpoint. Raises UsageError without the package openai, the endpoint's variable or a sandbox."""
        try:
            import openai
        except ImportError as error:
            raise UsageError(f"{self.name}: needs the package openai; run: pip install 'specharness[llm]'") from error
        base = os.environ.get(self.endpoint)
        if not base:
            raise UsageError(f"{self.name}: no endpoint; set the variable {self.endpoint}")
        enclosure.require(Enclosure())
        return openai.OpenAI(base_url=base, api_key=os.environ.get(self.key, "none"), max_retries=2)

    def attempt(self, turn: Turn) -> Attempt:
        """One round. Raises what `client` raises."""
        return _Round(self, turn, self.client()).play()


class _Round:
    def __init__(self, agent: ChatAgent, turn: Turn, client: Any) -> None:
        self._agent, self._turn, self._client = agent, turn, client
        self._started = time.monotonic()
        self._messages: list[dict[str, Any]] = [
            {"role": "system", "content": SYSTEM},
            {"role": "user", "content": turn.task.prompt},
        ]
        if turn.number:
            self._messages.append({"role": "user", "content": turn.prompt})
        self._tokens = [0, 0]
        self._asked = 0

    def play(self) -> Attempt:
        import openai

        try:
            message, ended = self._until_done()
        except openai.OpenAIError as error:
            message, ended = None, f"endpoint: {type(error).__name__}"  # its text may quote a key
        return Attempt(message, (), self._usage(), ended)

    def _until_done(self) -> tuple[str | None, str]:
        while self._asked < self._agent.max_calls:
            left = self._turn.seconds - (time.monotonic() - self._started)
            if left <= 0:
                return None, "seconds"
            if self._turn.stop.is_set():
                return None, enclosure.INTERRUPTED
            reply = self._ask(left)
            calls = reply.tool_calls or []
            self._messages.append(reply.model_dump(exclude_none=True))
            if not calls:
                return reply.content or None, ""
            for call in calls:
                done = self._do(call, left)
                if done is not None:
                    return done, ""
        return None, f"max_calls ({self._agent.max_calls})"

    def _ask(self, left: float) -> Any:
        self._asked += 1
        answer = self._client.chat.completions.create(
            model=self._agent.model,
            messages=self._messages,
            tools=list(_TOOLS),
            temperature=self._agent.temperature,
            max_tokens=self._agent.max_tokens,
            timeout=left,
        )
        if answer.usage is not None:
            self._tokens[0] += answer.usage.prompt_tokens
            self._tokens[1] += answer.usage.completion_tokens
        return answer.choices[0].message

    def _do(self, call: Any, left: float) -> str | None:
        """Make one call and tell the model; the message where it was `finish`."""
        try:
            arguments = json.loads(call.function.arguments)
        except ValueError:
            arguments = None
        if not isinstance(arguments, dict):
            self._tell(call, "the arguments are no JSON object")
            return None
        made = ToolCall(tool=call.function.name, arguments=arguments, id=call.id)
        if made.tool == "finish":
            self._turn.note(made)
            return str(arguments.get("message", ""))
        ruling = self._turn.rule(made)
        if ruling.move is Move.BLOCK:
            made = made.model_copy(update={"result": f"blocked: {ruling.feedback}", "failed": True})
        elif made.tool == "run" and isinstance(arguments.get("command"), str):
            made = self._run(made, arguments["command"], left)
        else:
            made = made.model_copy(update={"result": "no such tool, or no command", "failed": True})
        self._turn.note(made)
        self._tell(call, made.result or "")
        return None

    def _run(self, made: ToolCall, command: str, left: float) -> ToolCall:
        done = enclosure.run(
            ("/bin/sh", "-c", command),
            "",
            self._turn.workspace,
            self._turn.world,
            Enclosure(),
            max(left, 1.0),
            self._turn.stop,
        )
        shown = (done.stdout + done.stderr)[-MAX_SHOWN:]
        result = f"{shown}\n[{done.ended or f'exit status {done.code}'}]"
        return made.model_copy(update={"result": result, "failed": done.code != 0})

    def _tell(self, call: Any, text: str) -> None:
        self._messages.append({"role": "tool", "tool_call_id": call.id, "content": text})

    def _usage(self) -> Usage:
        sent, received = self._tokens
        prices = self._agent.prices
        return Usage(
            input_tokens=sent,
            output_tokens=received,
            model_calls=self._asked,
            seconds=time.monotonic() - self._started,
            cost_usd=(sent * prices.input + received * prices.output) / 1e6,
        )
