"""Small records of every format, written from the formats' public documentation. The story is always the same: asked to
write `out.txt`, the agent makes one call and says that it is done."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ASKED, ANSWER, SAID = "Write out.txt.", "wrote 3 bytes", "I have written out.txt."
ARGUMENTS = {"path": "out.txt", "text": "abc"}


def openai() -> dict[str, Any]:
    return {
        "task_id": "t1",
        "model": "m-1",
        "passed": False,
        "seed": 7,
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": ASKED},
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [
                    {"id": "c1", "type": "function", "function": {"name": "write", "arguments": json.dumps(ARGUMENTS)}}
                ],
            },
            {"role": "tool", "tool_call_id": "c1", "content": ANSWER},
            {"role": "assistant", "content": SAID, "refusal": None, "annotations": []},
        ],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 4}},
    }


def tau() -> dict[str, Any]:
    return {
        "task_id": 3,
        "trial": 1,
        "reward": 1.0,
        "info": {"task": {"instruction": "You want out.txt."}},
        "traj": openai()["messages"],
    }


def workbench() -> dict[str, Any]:
    return {
        "id": "r/t1",
        "run": "r",
        "model": "m-1",
        "domain": "files",
        "task_id": "t1",
        "query": ASKED,
        "function_calls": ['files.write.func(path="out.txt", text="abc")', "files.write.func(broken"],
        "tool_answers": [ANSWER, None],
        "calls_recorded": "all",
        "final_message": SAID,
        "error": "",
        "correct": True,
        "n_changes": {"gold": 0},
        "gold_calls": [],
        "toolset": "all",
    }


def atif() -> dict[str, Any]:
    return {
        "schema_version": "ATIF-v1.4",
        "session_id": "s1",
        "agent": {"name": "terminus-2", "version": "2.0", "model_name": "m-1", "extra": {"parser": "json"}},
        "steps": [
            {"step_id": 1, "source": "user", "message": ASKED, "timestamp": "2026-01-01T00:00:00Z"},
            {
                "step_id": 2,
                "source": "agent",
                "message": SAID,
                "reasoning_content": "easy",
                "tool_calls": [{"tool_call_id": "c1", "function_name": "write", "arguments": ARGUMENTS}],
                "observation": {"results": [{"source_call_id": "c1", "content": ANSWER}]},
                "metrics": {"prompt_tokens": 10, "completion_tokens": 5, "cached_tokens": 4},
            },
        ],
        "final_metrics": {"total_prompt_tokens": 10, "total_completion_tokens": 5, "total_cost_usd": 0.01},
        "notes": "kept",
    }


def openhands_classic() -> list[dict[str, Any]]:
    return [
        {"id": 0, "source": "agent", "action": "system", "args": {"content": "Be brief."}},
        {"id": 1, "source": "user", "message": ASKED, "action": "message", "args": {"content": ASKED}},
        {"id": 2, "source": "environment", "observation": "agent_state_changed", "content": "", "extras": {}},
        {
            "id": 3,
            "source": "agent",
            "action": "write",
            "args": ARGUMENTS,
            "tool_call_metadata": {"function_name": "str_replace_editor", "tool_call_id": "c1"},
        },
        {
            "id": 4,
            "source": "agent",
            "observation": "write",
            "content": ANSWER,
            "extras": {"path": "out.txt"},
            "cause": 3,
        },
        {
            "id": 5,
            "source": "agent",
            "action": "finish",
            "args": {"final_thought": SAID, "task_completed": "true"},
            "llm_metrics": {"accumulated_token_usage": {"prompt_tokens": 10, "completion_tokens": 5}},
        },
    ]


def openhands_events() -> list[dict[str, Any]]:
    return [
        {
            "id": "e0",
            "kind": "SystemPromptEvent",
            "source": "agent",
            "system_prompt": {"type": "text", "text": "Be brief."},
        },
        {
            "id": "e1",
            "kind": "MessageEvent",
            "source": "user",
            "llm_message": {"role": "user", "content": [{"type": "text", "text": ASKED}]},
        },
        {
            "id": "e2",
            "kind": "ActionEvent",
            "source": "agent",
            "thought": [{"type": "text", "text": "I will write it."}],
            "action": {"kind": "FileEditorAction", **ARGUMENTS},
            "tool_name": "file_editor",
            "tool_call_id": "c1",
            "security_risk": "LOW",
        },
        {
            "id": "e3",
            "kind": "ObservationEvent",
            "source": "environment",
            "tool_name": "file_editor",
            "tool_call_id": "c1",
            "action_id": "e2",
            "observation": {
                "kind": "FileEditorObservation",
                "content": [{"type": "text", "text": ANSWER}],
                "is_error": False,
            },
        },
        {
            "id": "e4",
            "kind": "ActionEvent",
            "source": "agent",
            "thought": [],
            "action": {"kind": "FinishAction", "message": SAID},
            "tool_name": "finish",
            "tool_call_id": "c2",
        },
        {"id": "e5", "kind": "ConversationStateUpdateEvent", "source": "environment", "key": "stats", "value": {}},
    ]


def claude_stream() -> list[dict[str, Any]]:
    usage = {"input_tokens": 2, "cache_creation_input_tokens": 4, "cache_read_input_tokens": 4, "output_tokens": 5}
    return [
        {"type": "system", "subtype": "init", "session_id": "s1", "cwd": "/w", "model": "m-1", "tools": ["Write"]},
        {
            "type": "assistant",
            "session_id": "s1",
            "parent_tool_use_id": None,
            "message": {
                "id": "msg1",
                "role": "assistant",
                "model": "m-1",
                "content": [
                    {"type": "thinking", "thinking": "easy"},
                    {"type": "tool_use", "id": "c1", "name": "Write", "input": ARGUMENTS},
                ],
                "usage": usage,
            },
        },
        {
            "type": "user",
            "session_id": "s1",
            "parent_tool_use_id": None,
            "message": {
                "role": "user",
                "content": [
                    {
                        "type": "tool_result",
                        "tool_use_id": "c1",
                        "content": [{"type": "text", "text": ANSWER}],
                        "is_error": False,
                    }
                ],
            },
        },
        {
            "type": "assistant",
            "session_id": "s1",
            "parent_tool_use_id": None,
            "message": {"id": "msg2", "role": "assistant", "model": "m-1", "content": [{"type": "text", "text": SAID}]},
        },
        {
            "type": "result",
            "subtype": "success",
            "is_error": False,
            "session_id": "s1",
            "result": SAID,
            "num_turns": 2,
            "duration_ms": 1500,
            "total_cost_usd": 0.01,
            "usage": usage,
        },
    ]


def claude_transcript() -> list[dict[str, Any]]:
    common = {"sessionId": "s1", "isSidechain": False, "userType": "external", "cwd": "/w", "version": "2.1.0"}
    stream = claude_stream()
    return [
        {"type": "queue-operation", "operation": "enqueue", "sessionId": "s1", "timestamp": "2026-01-01T00:00:00Z"},
        {**common, "type": "user", "uuid": "u1", "parentUuid": None, "message": {"role": "user", "content": ASKED}},
        *(
            {**common, "type": event["type"], "uuid": f"u{place}", "parentUuid": "u1", "message": event["message"]}
            for place, event in enumerate(stream[1:4], start=2)
        ),
    ]


def plain() -> dict[str, Any]:
    return {
        "schema_version": "1.0",
        "id": "r1",
        "task": "t1",
        "agent": "a",
        "trace": [
            {"kind": "message", "role": "user", "text": ASKED},
            {"kind": "call", "tool": "write", "arguments": ARGUMENTS, "result": ANSWER},
            {"kind": "message", "role": "assistant", "text": SAID},
        ],
        "final_message": SAID,
        "official": {"passed": True},
        "colour": "red",
        "extra": {"seed": 7},
    }


def write_harbor(folder: Path, *, trajectory: bool = True, reward: float | None = 1.0) -> Path:
    """A job of one trial."""
    trial = folder / "job" / "write-out__Ab12"
    (trial / "agent").mkdir(parents=True)
    (trial / "verifier").mkdir()
    (folder / "job" / "result.json").write_text(json.dumps({"id": "j", "n_total_trials": 1, "stats": {}}))
    result: dict[str, Any] = {
        "id": "0",
        "task_name": "write-out",
        "trial_name": trial.name,
        "source": "bench",
        "config": {"agent": {"name": "terminus-2", "model_name": "m-1", "env": {"OPENAI_API_KEY": "sk-" + "a" * 24}}},
        "agent_info": {"name": "terminus-2", "version": "2.0", "model_info": {"name": "m-1", "provider": "p"}},
        "agent_result": {"n_input_tokens": 10, "n_cache_tokens": 4, "n_output_tokens": 5, "cost_usd": 0.01},
        "verifier_result": {"rewards": {"reward": reward}} if reward is not None else None,
        "exception_info": None
        if reward is not None
        else {"exception_type": "AgentTimeoutError", "exception_message": "too long"},
        "agent_execution": {"started_at": "2026-01-01T00:00:00Z", "finished_at": "2026-01-01T00:01:30Z"},
    }
    (trial / "result.json").write_text(json.dumps(result))
    tests = [
        {"name": "test_out", "status": "passed", "duration": 1},
        {"name": "test_x", "status": "skipped", "duration": 0},
    ]
    (trial / "verifier" / "ctrf.json").write_text(json.dumps({"results": {"tool": {"name": "pytest"}, "tests": tests}}))
    if trajectory:
        (trial / "agent" / "trajectory.json").write_text(json.dumps(atif()))
    return folder / "job"


def write_episodes(trial: Path) -> None:
    """Two episodes of Terminus."""
    for number, (prompt, commands, complete) in enumerate(
        ((ASKED, [{"keystrokes": "echo abc > out.txt\n", "duration": 0.1}], False), (ANSWER, [], True))
    ):
        folder = trial / "agent" / f"episode-{number}"
        folder.mkdir()
        (folder / "prompt.txt").write_text(prompt)
        said = {
            "analysis": SAID if complete else "Nothing yet.",
            "plan": "",
            "commands": commands,
            "task_complete": complete,
        }
        (folder / "response.txt").write_text(f"```json\n{json.dumps(said)}\n```")


def lines(*values: Any) -> str:
    return "".join(json.dumps(value) + "\n" for value in values)
