"""Commands in a sandbox: what they do is seen, and what they try on the machine does not succeed."""

from __future__ import annotations

import os
import shutil
import socket
import struct
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specharness.evidence.faults import Refusal
from specharness.evidence.limits import DEFAULT_LIMITS, MIB, Limits
from specharness.evidence.observe import Observatory
from specharness.evidence.root import Places
from specharness.evidence.sandbox import process, reports, seccomp, surroundings
from specharness.evidence.sandbox.layout import layout
from specharness.evidence.sandbox.policy import Sandbox
from specharness.evidence.views import CommandView, Failure, Observation, Request, Side, TestCounts, ViewKind
from specharness.ir import PathMapping

LIMITS = replace(DEFAULT_LIMITS, run_seconds=20.0)
TOOLS = Sandbox(toolchains=(Path(sys.prefix),))


def observe(
    workspace: Path, command: str, *, limits: Limits = LIMITS, sandbox: Sandbox | None = None, path: str = ""
) -> Observation:
    places = Places(workspace=workspace, workdir="/root", sandbox=sandbox or Sandbox())
    request = Request(ViewKind.COMMAND, path, argument=command)
    return Observatory(places, limits).observe([request])[request]


def ran(workspace: Path, command: str, **options: object) -> CommandView:
    seen = observe(workspace, command, **options)  # type: ignore[arg-type]
    assert isinstance(seen.view, CommandView), seen
    return seen.view


@pytest.fixture(scope="module")
def _sandbox(tmp_path_factory: pytest.TempPathFactory) -> None:
    seen = observe(tmp_path_factory.mktemp("probe"), "true")
    if seen.failure is Failure.REFUSED:
        pytest.skip(f"no sandbox can be made here: {seen.detail}")


sandboxed = pytest.mark.usefixtures("_sandbox")


@sandboxed
def test_a_command_runs_in_the_workspace_at_the_agents_own_path(tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "run.sh").write_text("pwd; cat data.txt; exit 3\n")
    (tmp_path / "app" / "data.txt").write_text("seven\n")
    view = ran(tmp_path, "sh run.sh", path="app")
    assert (view.exit_code, view.stdout, view.stderr) == (3, "/root/app\nseven\n", "")
    assert view.tests is None
    assert view.missing == ""


@sandboxed
def test_a_workspace_that_holds_the_root_folder_keeps_its_paths(tmp_path: Path) -> None:
    (tmp_path / "root" / "out").mkdir(parents=True)
    (tmp_path / "root" / "out" / "a.txt").write_text("a")
    (tmp_path / "app").mkdir()
    view = ran(tmp_path, "cat /root/out/a.txt; ls -d /app; pwd")
    assert view.stdout == "a/app\n/root\n"


@sandboxed
def test_the_same_workspace_has_the_same_digest_and_another_one_another(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1")
    first, again = observe(tmp_path, "true"), observe(tmp_path, "true")
    (tmp_path / "a").write_text("2")
    assert first.sha256 == again.sha256 != observe(tmp_path, "true").sha256
    assert first.bytes_read == 1


@sandboxed
def test_nothing_that_is_written_reaches_the_workspace(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("before")
    view = ran(tmp_path, "echo after > a.txt && cat a.txt && rm -rf /root/* && touch new && ls")
    assert (view.exit_code, view.stdout) == (0, "after\nnew\n")
    assert (tmp_path / "a.txt").read_text() == "before"
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["a.txt"]


@sandboxed
@pytest.mark.parametrize(
    "command",
    [
        "touch /usr/x", "touch /x", "touch /etc/x", "echo 1 > /proc/sys/kernel/pid_max", "touch /dev/x",
        "mknod /tmp/sda b 8 0", "mount -t tmpfs none /tmp", "mkdir /work2", "chroot / true", "ls /sys",
        "cat /etc/shadow", "cat /etc/passwd", "ls /home", "ls /var", "ls /work", "ls /run", "unshare -U true",
        "kill -9 -1 && sleep 5", "dmesg", "nsenter -t 1 -m true", "hostname other",
    ],
)  # fmt: skip
def test_what_belongs_to_the_machine_can_neither_be_read_nor_written(tmp_path: Path, command: str) -> None:
    assert ran(tmp_path, command).exit_code != 0


@sandboxed
def test_a_link_out_of_the_workspace_leads_nowhere(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("not yours")
    (tmp_path / "ws").mkdir()
    (tmp_path / "ws" / "link").symlink_to(secret)
    (tmp_path / "ws" / "up").symlink_to("../../../../../../etc")
    view = ran(tmp_path / "ws", f"cat link || cat up/passwd || cat {secret} || cat /proc/1/root{secret}")
    assert view.exit_code != 0
    assert view.stdout == ""
    written = ran(tmp_path / "ws", "echo mine > link; echo mine > up/x")
    assert written.exit_code != 0
    assert secret.read_text() == "not yours"


@sandboxed
def test_the_environment_of_this_process_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "hush-hush")
    view = ran(tmp_path, "env; cat /proc/*/environ; cat /proc/*/cmdline")
    assert "SECRET_TOKEN" not in view.stdout
    assert "hush-hush" not in view.stdout


@sandboxed
def test_other_processes_are_neither_seen_nor_reached(tmp_path: Path) -> None:
    view = ran(tmp_path, f"ls -d /proc/[0-9]* | wc -l; kill -0 {os.getpid()} 2>/dev/null && echo reached")
    assert int(view.stdout.split()[0]) < 10
    assert "reached" not in view.stdout or os.getpid() < 10


@sandboxed
def test_there_is_no_network_not_even_to_this_machine(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        view = ran(tmp_path, f"exec 3<>/dev/tcp/127.0.0.1/{port} && echo connected")
    assert view.exit_code != 0
    assert "connected" not in view.stdout
    assert ran(tmp_path, "cat /proc/net/route | wc -l").stdout.strip() in {"0", "1"}


@sandboxed
def test_a_fork_bomb_ends_at_the_number_of_processes(tmp_path: Path) -> None:
    few = replace(LIMITS, run_processes=40, run_seconds=5.0)
    seen = observe(
        tmp_path, "bomb() { bomb | bomb & }; bomb; i=0; while [ $i -lt 90 ]; do sleep 9 & i=$((i+1)); done", limits=few
    )
    assert seen.failure is Failure.LIMIT or (isinstance(seen.view, CommandView) and seen.view.missing)


@sandboxed
def test_filling_the_disk_fills_the_sandbox_alone(tmp_path: Path) -> None:
    small = replace(LIMITS, run_disk_bytes=8 * MIB, run_file_bytes=4 * MIB)
    view = ran(tmp_path, "head -c 6M /dev/zero > big; ls -s --block-size=1 big", limits=small)
    assert int(view.stdout.split()[0]) <= 4 * MIB
    for folder in (".", "/tmp", "/dev/shm"):
        fill = f"for i in 1 2 3 4 5; do head -c 3M /dev/zero > {folder}/f$i || exit 9; done"
        assert ran(tmp_path, fill, limits=small).exit_code == 9


@sandboxed
def test_memory_is_bounded_for_one_process_and_for_all_together(tmp_path: Path) -> None:
    one = replace(LIMITS, run_data_bytes=64 * MIB)
    eats = "x = bytearray(256 * 2**20); print(len(x))"
    assert ran(tmp_path, f'python3 -c "{eats}"', limits=one).exit_code != 0
    together = replace(LIMITS, run_memory_bytes=128 * MIB, run_seconds=10.0)
    hold = "import time; x = bytearray(60 * 2**20); time.sleep(60)"
    seen = observe(tmp_path, f"for i in 1 2 3 4; do python3 -c '{hold}' & done; wait", limits=together)
    assert seen.failure is Failure.LIMIT
    assert "run_memory_bytes" in seen.detail


@sandboxed
def test_time_is_bounded_and_grandchildren_die_with_the_command(tmp_path: Path) -> None:
    started = time.monotonic()
    seen = observe(tmp_path, "sleep 600", limits=replace(LIMITS, run_seconds=0.5))
    assert seen.failure is Failure.LIMIT
    assert "run_seconds" in seen.detail
    view = ran(tmp_path, "(setsid sleep 86391.5 &) ; nohup sleep 601 >/dev/null 2>&1 & echo gone")
    assert (view.exit_code, view.stdout) == (0, "gone\n")
    assert time.monotonic() - started < 30
    left = [entry for entry in Path("/proc").glob("[0-9]*/cmdline") if b"sleep\x0086391.5" in _bytes(entry)]
    assert left == []


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


@sandboxed
def test_endless_output_is_cut_at_its_limit(tmp_path: Path) -> None:
    seen = observe(tmp_path, "yes", limits=replace(LIMITS, run_output_bytes=MIB))
    assert seen.failure is Failure.LIMIT
    assert "run_output_bytes" in seen.detail
    view = ran(
        tmp_path, "head -c 100000 /dev/zero | tr '\\0' x; printf '\\377end'", limits=replace(LIMITS, run_tail=50)
    )
    assert view.stdout_bytes == 100_004
    assert len(view.stdout) <= 50
    assert view.stdout.endswith("\ufffdend")


@sandboxed
def test_debugging_reaches_nothing_outside(tmp_path: Path) -> None:
    attach = (
        "import ctypes, os; libc = ctypes.CDLL(None, use_errno=True);"
        f"print([libc.ptrace(16, pid, 0, 0) for pid in (1, {os.getpid()})])"
    )
    view = ran(tmp_path, f'python3 -c "{attach}"')
    assert (view.exit_code, view.stdout) == (0, "[-1, -1]\n")


@sandboxed
def test_hostile_entries_of_a_workspace_do_not_hang_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(tmp_path / "s"))
    (tmp_path / "a\nb \udcff").write_text("odd")
    (tmp_path / "loop").symlink_to("loop")
    view = ran(tmp_path, "ls | wc -l; cat a*")
    assert view.stdout.endswith("odd")
    assert sorted(view.skipped) == ["root/pipe", "root/s"]
    server.close()


@sandboxed
@pytest.mark.parametrize(
    ("limits", "named"),
    [
        (replace(LIMITS, run_entries=3), "run_entries"),
        (replace(LIMITS, run_disk_bytes=2000), "run_disk_bytes"),
        (replace(LIMITS, tree_depth=1), "tree_depth"),
    ],
)
def test_a_workspace_that_is_too_large_is_not_run(tmp_path: Path, limits: Limits, named: str) -> None:
    for number in range(5):
        (tmp_path / str(number) / "a" / "b").mkdir(parents=True)
    (tmp_path / "x").write_bytes(b"x" * 4000)
    seen = observe(tmp_path, "true", limits=limits)
    assert seen.failure is Failure.LIMIT
    assert named in seen.detail


@sandboxed
def test_test_runners_report_on_their_own_channel(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "import pytest\ndef test_a(): pass\ndef test_b(): assert 0\n@pytest.mark.skip\ndef test_c(): pass\n"
        "@pytest.mark.parametrize('x', [1, 2])\ndef test_d(x): pass\n"
    )
    view = ran(tmp_path, 'python3 -m pytest -q; echo \'<?xml version="1.0"?><testsuite tests="99"/>\'', sandbox=TOOLS)
    assert view.exit_code == 0
    assert view.tests == TestCounts(3, 1, 1, ("test_it.test_b",))


@sandboxed
def test_unittest_reports_too(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "import unittest\nclass T(unittest.TestCase):\n"
        " def test_a(self): pass\n def test_b(self): self.fail()\n def test_c(self): 1/0\n"
        " @unittest.skip('x')\n def test_d(self): pass\n @unittest.expectedFailure\n def test_e(self): self.fail()\n"
    )
    view = ran(tmp_path, "python3 -m unittest 2>/dev/null; true")
    assert view.tests is not None
    assert (view.tests.passed, view.tests.failed, view.tests.skipped) == (1, 2, 2)
    assert ran(tmp_path, "python3 -m unittest test_it.T.test_a").tests == TestCounts(1)
    assert ran(tmp_path, "python3 -c 'print(1)'").tests is None


@sandboxed
def test_reports_come_through_programs_that_start_the_runner(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("import unittest\nclass T(unittest.TestCase):\n def test_a(self): pass\n")
    start = "import subprocess, sys; sys.exit(subprocess.run(['python3', '-m', 'unittest']).returncode)"
    twice = ran(tmp_path, f'python3 -c "{start}" && python3 -c "{start}"')
    assert (twice.exit_code, twice.tests) == (0, TestCounts(2))
    assert ran(tmp_path, "exit 7").exit_code == 7
    assert ran(tmp_path, "kill -9 $$").exit_code == 137


@sandboxed
@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_node_reports_through_npm(tmp_path: Path) -> None:
    (tmp_path / "a.test.js").write_text(
        'const test = require("node:test");\ntest("x", () => {});\ntest("y", () => { throw new Error("no"); });\n'
    )
    (tmp_path / "package.json").write_text('{"scripts": {"test": "node --test a.test.js"}}')
    view = ran(tmp_path, "npm test")
    if view.missing or view.tests is None:
        pytest.skip("this node knows no reporters")
    assert (view.tests.passed, view.tests.failed) == (1, 1)


@sandboxed
def test_a_missing_program_and_a_missing_module_are_named(tmp_path: Path) -> None:
    assert ran(tmp_path, "no-such-program --x").missing == "the program no-such-program"
    assert ran(tmp_path, "python3 -c 'import not_installed_here'").missing == "the module not_installed_here"
    (tmp_path / "mine.py").write_text("import mine.part\n")
    assert ran(tmp_path, "python3 mine.py").missing == ""


@sandboxed
def test_several_sandboxes_at_once_do_not_mix(tmp_path: Path) -> None:
    found: dict[int, str] = {}
    threads = [
        threading.Thread(target=lambda n=n: found.update({n: ran(tmp_path, f"sleep 0.1; echo {n}").stdout}))
        for n in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {n: f"{n}\n" for n in range(6)}


def test_without_a_sandbox_nothing_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("specharness.evidence.sandbox.policy.PROGRAM", "no-such-sandbox")
    monkeypatch.setattr("subprocess.Popen", lambda *_, **__: pytest.fail("something was run"))
    seen = observe(tmp_path, "touch /tmp/ran")
    assert (seen.view, seen.failure) == (None, Failure.REFUSED)
    assert "bubblewrap" in seen.detail


def test_a_program_that_can_make_no_sandbox_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = tmp_path / "bin" / "bwrap"
    fake.parent.mkdir()
    fake.write_text("#!/bin/sh\necho 'No permissions to create new namespace' >&2\nexit 1\n")
    fake.chmod(0o755)
    tmp_path.chmod(0o755)
    monkeypatch.setattr("specharness.evidence.sandbox.policy.PROGRAM", str(fake))
    (tmp_path / "ws").mkdir()
    seen = observe(tmp_path / "ws", "true")
    assert seen.failure is Failure.REFUSED
    assert "no sandbox" in seen.detail


def test_what_is_not_to_be_run_is_not_run(tmp_path: Path) -> None:
    assert observe(tmp_path, "true", sandbox=Sandbox(enabled=False)).failure is Failure.UNAVAILABLE
    assert observe(tmp_path, "  ").failure is Failure.UNAVAILABLE
    assert observe(tmp_path, "x" * 20_000).failure is Failure.UNAVAILABLE
    assert observe(tmp_path, "a\0b").failure is Failure.UNAVAILABLE
    assert observe(tmp_path, "true", sandbox=Sandbox(toolchains=(tmp_path / "no",))).failure is not None
    request = Request(ViewKind.COMMAND, "", Side.BEFORE, argument="true")
    assert Observatory(Places(workspace=tmp_path)).observe([request])[request].failure is Failure.UNAVAILABLE
    request = Request(ViewKind.COMMAND, argument="true")
    assert Observatory(Places()).observe([request])[request].failure is Failure.UNAVAILABLE


@pytest.mark.parametrize("folder", ["/", "/usr/lib", "/etc", "/proc/1", "/bin"])
def test_a_folder_of_the_system_is_never_covered(tmp_path: Path, folder: str) -> None:
    places = Places(workspace=tmp_path, path_map=(PathMapping(container=folder, origin="--map"),), workdir=folder)
    request = Request(ViewKind.COMMAND, argument="true")
    assert Observatory(places).observe([request])[request].failure in {
        Failure.REFUSED,
        Failure.UNMAPPED,
        Failure.UNAVAILABLE,
    }


def test_a_start_outside_of_every_folder_is_refused(tmp_path: Path) -> None:
    assert observe(tmp_path, "true", path="/elsewhere").failure is Failure.UNMAPPED
    assert observe(tmp_path, "true", path="../../elsewhere").failure is Failure.UNMAPPED


names = st.sampled_from(["root", "app", "usr", "etc", "tmp", "..", ".", "", "proc", "data"])
paths = st.lists(names, max_size=4).map(lambda parts: "/" + "/".join(parts))


@settings(max_examples=200, deadline=None)
@given(st.lists(paths, max_size=3), st.none() | paths, paths | st.just(""))
def test_wherever_folders_are_said_to_be_the_system_is_not_covered(
    containers: list[str], workdir: str | None, start: str
) -> None:
    here = Path(__file__).parent
    mapped = tuple(PathMapping(container=container, origin="--map") for container in containers[:1])
    maps = tuple((container, here) for container in containers[1:])
    placed = layout(Places(workspace=here, maps=maps, path_map=mapped, workdir=workdir), start)
    if isinstance(placed, Refusal):
        assert placed.detail
        return
    targets = [mount.target for mount in placed.mounts]
    assert targets == sorted(set(targets), key=lambda target: (target.count("/"), target))
    for target in [*targets, placed.workdir]:
        assert target.startswith("/")
        assert ".." not in target.split("/")
    assert all(target.split("/")[1] not in {"", "usr", "etc", "proc"} for target in targets)
    assert placed.workdir == "/" or any((placed.workdir + "/").startswith(target + "/") for target in targets)


SUITE = (
    '<testsuites><testsuite errors="{e}" failures="0"><testcase classname="c" name="a"/>{more}</testsuite></testsuites>'
)


def xml(more: str = "", e: int = 0) -> bytes:
    return b'<?xml version="1.0" encoding="utf-8"?>' + SUITE.format(e=e, more=more).encode()


def test_reports_are_added_up() -> None:
    failed = '<testcase name="b"><failure/></testcase>'
    skipped = '<testcase name="d"><skipped/></testcase>'
    assert reports.counts(xml()) == TestCounts(1, 0, 0)
    assert reports.counts(xml(failed) + xml(skipped)) == TestCounts(2, 1, 1, ("b",))
    assert reports.counts(xml(e=2)) == TestCounts(1, 1, 0)


@pytest.mark.parametrize(
    "report",
    [
        b"", b"   ", b"<x/>", b"<testsuite>", b"no xml", b"\xff\xfe\x00", xml() + b"<?xml version='1.0'?>half",
        b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><testsuite><testcase name="&b;"/></testsuite>',
    ],
)  # fmt: skip
def test_a_report_that_can_not_be_read_is_no_report(report: bytes) -> None:
    assert reports.counts(report) is None


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("ModuleNotFoundError: No module named 'numpy'", "the module numpy"),
        ("/usr/bin/python3: No module named pytest", "the module pytest"),
        ("Error: Cannot find module 'express'", "the module express"),
        ("Error: Cannot find module './own'", ""),
        ("ModuleNotFoundError: No module named 'own.part'", ""),
        ("curl: (6) Could not resolve host: example.org", "the network (Could not resolve host)"),
        ("bash: line 1: make: command not found", "the program make"),
        ("bash: line 1: ./run.sh: command not found", ""),
        ("touch: cannot touch '/x': Read-only file system", "what the sandbox does not grant (Read-only file system)"),
        ("AssertionError: 1 != 2", ""),
        ("", ""),
    ],
)
def test_what_a_command_says_that_it_missed(said: str, found: str) -> None:
    assert surroundings.missing(127, said, "", {"own"}) == found


def test_memory_of_processes_that_are_gone_is_nothing() -> None:
    assert process.resident(os.getpid()) > 0
    assert process.resident(2**22 + 1) == 0


def test_the_filter_of_calls_is_there_for_known_machines_alone() -> None:
    known = seccomp.program("x86_64")
    assert known is not None
    assert len(known) % 8 == 0
    assert seccomp.program("aarch64") is not None
    assert seccomp.program("another") is None


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_the_filter_refuses_debugging_and_lets_reading_through(machine: str) -> None:
    """The program interpreted step by step, as the kernel does."""
    program = seccomp.program(machine) or b""
    arch, ptrace, read = {"x86_64": (0xC000003E, 101, 0), "aarch64": (0xC00000B7, 117, 63)}[machine]
    assert verdict(program, arch, read) == 0x7FFF0000
    assert verdict(program, arch, ptrace) == 0x00050001
    assert verdict(program, arch + 1, read) == 0x00050001
    if machine == "x86_64":
        assert verdict(program, arch, 0x40000000 + read) == 0x00050001


def verdict(program: bytes, arch: int, number: int) -> int:
    steps = list(struct.iter_unpack("=HBBI", program))
    at = loaded = 0
    while True:
        code, yes, no, value = steps[at]
        at += 1
        if code == 0x20:
            loaded = number if value == 0 else arch
        elif code == 0x06:
            return int(value)
        else:
            holds = loaded == value if code == 0x15 else loaded >= value
            at += yes if holds else no
