"""A filter of system calls for the sandbox, as a classic BPF program: no debugging of other processes, no kernel keys,
no programs for the kernel.

Guarantees that a refused call fails with EPERM and that another machine's numbering of calls is refused as a whole.
On machines whose numbers do not stand here there is no filter; the namespaces hold without it.
"""

from __future__ import annotations

import platform
import struct

_ALLOW, _DENY = 0x7FFF0000, 0x00050001
"""SECCOMP_RET_ALLOW; SECCOMP_RET_ERRNO with EPERM."""
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_X32 = 0x40000000
"""Calls of the x32 interface have this bit: the same calls by other numbers."""

_REFUSED = (
    "ptrace process_vm_readv process_vm_writev kcmp pidfd_getfd add_key request_key keyctl bpf perf_event_open "
    "userfaultfd open_by_handle_at io_uring_setup"
).split()
_MACHINES: dict[str, tuple[int, tuple[int, ...]]] = {
    "x86_64": (0xC000003E, (101, 310, 311, 312, 438, 248, 249, 250, 321, 298, 323, 304, 425)),
    "aarch64": (0xC00000B7, (117, 270, 271, 272, 438, 217, 218, 219, 280, 241, 282, 265, 425)),
}
"""AUDIT_ARCH and the numbers of the refused calls, in their order."""


def program(machine: str = platform.machine()) -> bytes | None:
    """The filter for a machine; None where its numbers are not known."""
    known = _MACHINES.get(machine)
    if known is None:
        return None
    arch, numbers = known
    tests = [(_AT_LEAST, _X32)] if machine == "x86_64" else []
    tests += [(_EQUAL, number) for _, number in zip(_REFUSED, numbers, strict=True)]
    deny = len(tests) + 1
    steps = [(_LOAD, 0, 0, 4), (_EQUAL, 0, deny + 1, arch), (_LOAD, 0, 0, 0)]
    steps += [(code, deny - 1 - place, 0, value) for place, (code, value) in enumerate(tests)]
    steps += [(_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _DENY)]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)
