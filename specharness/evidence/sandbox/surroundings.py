"""What a command says it did not find: a program, a module, the network. Such an end says nothing of the work.

Guarantees nothing about truth: an agent's program can print the same words. They only ever turn a failure into doubt,
never into a pass.
"""

from __future__ import annotations

import re
from collections.abc import Collection

_NETWORK = re.compile(
    r"Temporary failure in name resolution|Name or service not known|Could not resolve host|Network is unreachable"
    r"|getaddrinfo (?:ENOTFOUND|EAI_AGAIN)|ENETUNREACH|NameResolutionError|nodename nor servname provided"
    r"|dial tcp: lookup",
)
_PROGRAM = re.compile(
    r"(?:^|\n)[^\n]*?(?:line \d+: |\d+: |: )?(?P<name>[\w./+-]+): (?:command not found|not found)(?=\n|$)"
)
_MODULE = re.compile(r"No module named '?(?P<python>[\w.]+)'?|Cannot find (?:module|package) '(?P<node>[^'\n]+)'")
_SYSTEM = re.compile(
    r"Read-only file system|Operation not permitted|Cannot allocate memory|Resource temporarily unavailable"
    r"|No space left on device|Cannot fork|fork: retry|can't start new thread|MemoryError|File too large"
    r"|bad interpreter|is not allowed in NODE_OPTIONS"
)


def missing(exit_code: int, stderr: str, stdout: str, own: Collection[str]) -> str:
    """What of the environment is missing by the command's own words; empty where it says nothing of the kind.

    `own` are the names of the workspace's files and folders without ending: a module of that name is the agent's own.
    """
    text = f"{stdout}\n{stderr}"
    network = _NETWORK.search(text)
    if network is not None:
        return f"the network ({network.group()})"
    for found in _MODULE.finditer(text):
        name = found["python"] or found["node"] or ""
        if not name.startswith((".", "/")) and re.split(r"[./]", name)[0] not in own:
            return f"the module {name[:60]}"
    program = _PROGRAM.search(text)
    if exit_code == 127 and program is not None and not program["name"].startswith((".", "/")):
        return f"the program {program['name'][:60]}"
    limit = _SYSTEM.search(text)
    if limit is not None:
        return f"what the sandbox does not grant ({limit.group()})"
    return ""
