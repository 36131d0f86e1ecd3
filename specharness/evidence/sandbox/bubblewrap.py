"""The arguments of bubblewrap: what a command sees and what it may use.

Guarantees: own namespaces for users, processes, network, mounts, names and IPC; no capability and no further user
namespace; the system's programs read-only, no `/home`, `/root`, `/sys` or `/run` of the machine, a `/proc` of its own
processes, an empty network; writable are only the workspace's folders, `/tmp` and `/dev/shm`, all in bounded memory;
the environment holds what stands here and nothing of ours.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from specharness.evidence.limits import Limits

NOBODY = 65534
"""User and group that the sandbox is started as where we are root: the kernel bounds root's processes by no limit."""

_INSIDE = "1000"
_TMP_BYTES_SHARE = 4
"""`/tmp` and `/dev/shm` have this part of a writable folder's bytes."""

LINKS = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
"""Folders of the system at the root, on many machines links into `/usr`."""
_ETC = ("ld.so.cache", "alternatives", "java", "mime.types", "fonts", "libreoffice")

_SCRIPT = """\
tar -xpf - -C / --no-same-owner || exit 125
cd -- "$1" || exit 125
ulimit -c 0; ulimit -t "$2"; ulimit -f "$3"; ulimit -d "$4"; ulimit -p "$5"
echo ready >/proc/self/fd/"$6" || exit 125
SPECHARNESS_REPORT=/proc/$$/fd/$7 PYTEST_ADDOPTS=--junitxml=/proc/$$/fd/$7
export SPECHARNESS_REPORT PYTEST_ADDOPTS
if [ "$8" = node ]; then
  export NODE_OPTIONS="--test-reporter=junit --test-reporter-destination=$SPECHARNESS_REPORT"
fi
"$9" -c "${10}" </dev/null
exit $?
"""
"""What the sandbox's first shell does: unpack, go there, set the limits, say that it got so far, run the command. It
stays, so that test runners find the channel for their reports at its place in `/proc`, whoever starts them."""


def closed(program: str) -> list[str]:
    """What every enclosure starts with: namespaces of its own, no capability, none of our environment, no terminal."""
    return [program, "--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL"]


def system(etc: Iterable[str]) -> list[str]:
    """The machine's programs, read-only, and the named entries of its `/etc`."""
    out = ["--ro-bind", "/usr", "/usr"]
    for name in LINKS:
        host = Path("/", name)
        if host.is_symlink():
            out += ["--symlink", str(host.readlink()), f"/{name}"]
        elif host.is_dir():
            out += ["--ro-bind", f"/{name}", f"/{name}"]
    out += ["--perms", "0755", "--dir", "/etc"]
    for name in etc:
        out += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    return out


def search_path(folders: Iterable[Path]) -> str:
    """PATH: the `bin` of each folder, then the system's own."""
    return ":".join([*(f"{folder}/bin" for folder in folders), "/usr/local/bin", "/usr/bin", "/bin"])


def variables(environment: Mapping[str, str]) -> list[str]:
    """All that the environment holds."""
    return [part for name, value in environment.items() for part in ("--setenv", name, value)]


def arguments(
    program: str,
    folders: Sequence[str],
    workdir: str,
    command: str,
    toolchains: Sequence[Path],
    environment: dict[str, str],
    limits: Limits,
    *,
    status: int,
    ready: int,
    report: int,
    calls: int | None,
    hook: int,
) -> list[str]:
    """The command line. `folders` are writable, outer ones before inner ones. `status`, `ready` and `report` are
    descriptors that bubblewrap, the first shell and test runners write to, `calls` is one that the filter of system
    calls is read from, `hook` one for what every Python in the sandbox loads."""
    root = os.geteuid() == 0
    out = _as_nobody(toolchains) if root else []
    out += [*closed(program), "--unshare-user", "--disable-userns"]
    out += ["--uid", _INSIDE, "--gid", _INSIDE, "--hostname", "sandbox", "--json-status-fd", str(status)]
    if calls is not None:
        out += ["--seccomp", str(calls)]
    out += system(_ETC)
    out += ["--perms", "0755", "--dir", _INSIDE_FOLDER]
    out += ["--perms", "0444", "--ro-bind-data", str(hook), f"{_INSIDE_FOLDER}/sitecustomize.py"]
    out += ["--symlink", "/usr/bin/python3", f"{_INSIDE_FOLDER}/bin/python"]
    out += ["--proc", "/proc", "--dev", "/dev"]
    small = str(limits.run_disk_bytes // _TMP_BYTES_SHARE)
    for target in ("/dev/shm", "/tmp"):
        out += ["--perms", "1777", "--size", small, "--tmpfs", target]
    for target in folders:
        if target not in ("/tmp", "/dev/shm"):
            out += ["--perms", "0755", "--size", str(limits.run_disk_bytes), "--tmpfs", target]
    for number, folder in enumerate(toolchains):
        out += ["--ro-bind", f"{_STAGE}/{number}" if root else str(folder), str(folder)]
    out += ["--remount-ro", "/dev", "--remount-ro", "/"]
    out += variables(environment)
    shell = "/bin/bash" if Path("/bin/bash").exists() else "/bin/sh"
    out += ["--chdir", "/", "--", "/bin/sh", "-c", _SCRIPT, "sh", workdir]
    out += [str(int(limits.run_seconds) + 1), str(limits.run_file_bytes // 512), str(limits.run_data_bytes // 1024)]
    node = "node" if _NODE_TEST.search(command) else "-"
    return [*out, str(limits.run_processes), str(ready), str(report), node, shell, command]


_NODE_TEST = re.compile(r"\b(?:node|npm|npx|yarn|pnpm)\b.*\btest", re.S)


_INSIDE_FOLDER = "/etc/specharness"
"""What we bring along: `inside.SITECUSTOMIZE`; and `python` for machines that call it `python3` alone."""
_STAGE = "/mnt"
_STAGING = f"""\
mount -t tmpfs -o mode=0755,size=64k tmpfs {_STAGE} || exit 1
number=0
while [ "$1" != -- ]; do
  mkdir {_STAGE}/$number && mount --bind "$1" {_STAGE}/$number || exit 1
  number=$((number + 1)); shift
done
shift
exec setpriv --reuid {NOBODY} --regid {NOBODY} --clear-groups -- "$@"
"""
"""Toolchains may stand in a folder of root's that nobody else can enter: they are bound, in a mount namespace of our
own, where the sandbox's user can reach them."""


def _as_nobody(toolchains: Sequence[Path]) -> list[str]:
    if not toolchains:
        return ["/usr/bin/setpriv", "--reuid", str(NOBODY), "--regid", str(NOBODY), "--clear-groups", "--"]
    folders = [str(folder) for folder in toolchains]
    return [
        "/usr/bin/unshare",
        "--mount",
        "--propagation",
        "private",
        "--",
        "/bin/sh",
        "-c",
        _STAGING,
        "sh",
        *folders,
        "--",
    ]


def environment(toolchains: Sequence[Path]) -> dict[str, str]:
    """The environment of a command, but for where test runners report to."""
    return {
        "PATH": f"{search_path(toolchains)}:{_INSIDE_FOLDER}/bin",
        "HOME": "/tmp",
        "TMPDIR": "/tmp",
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "TERM": "dumb",
        "CI": "true",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONNOUSERSITE": "1",
        "PYTHONPATH": _INSIDE_FOLDER,
    }
