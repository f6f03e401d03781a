"""Faults at the k-th call that changes a file, or the k-th large request for memory, for many k: shim.c makes them."""
import os
import pathlib
import signal

from result import UNREADABLE, fresh, run

SHIM = str(pathlib.Path(os.environ.get("GALET_FAULT_SHIM", "build/release/tests/libgalet_fault_shim.so")).resolve())
NEVER = 10**9


def with_fault(kind, at, *arguments, count=None):
    environment = {"LD_PRELOAD": SHIM, "GALET_FAULT": f"{kind}:{at}"}
    if count:
        environment["GALET_FAULT_COUNT"] = str(count)
    return run(*arguments, environment=environment)


def calls(setting, kind, prepare, *arguments):
    """How many calls a run makes that `kind` can strike."""
    prepare()
    count = setting.folder / "count"
    done = with_fault("memory" if kind == "memory" else "count", NEVER, *arguments, count=count)
    assert done.returncode == 0, done.stderr
    return int(count.read_text())


def judge(setting, outcome, case, kind, out, done):
    killed = kind in ("kill", "torn")
    expected = (-signal.SIGKILL, 0) if killed else (4, 0)
    said = done.stderr.strip().splitlines()[-1] if done.stderr.strip() else ""
    if done.returncode not in expected:
        return outcome.add(case, said, None, f"status {done.returncode}: {done.stderr.strip()}")
    if done.returncode == 4 and not said.startswith("galet: "):
        return outcome.add(case, said, None, "no message")
    try:
        kept = setting.reference.begins_with(out)
        if done.returncode == 0 and not setting.reference.equals(out):
            return outcome.add(case, said, kept, "ended as if nothing had been, with another result")
    except UNREADABLE as error:
        return outcome.add(case, said, None, f"not readable: {error}")
    outcome.add(case, said, kept, "not disturbed" if done.returncode == 0 else setting.reference.go_on(out))


def inject(setting, kind, outcome):
    out = setting.folder / "out"
    begin = ("run", setting.reference.scene, "--out", out, "--quiet", "--threads", 1)
    for k in range(1, calls(setting, kind, lambda: fresh(out), *begin) + 1, setting.every):
        fresh(out)
        judge(setting, outcome, f"run, call {k}", kind, out, with_fault(kind, k, *begin))

    def half():
        fresh(out)
        run(*begin, "--steps", 13)
    resume = ("resume", out, "--quiet", "--threads", 1)
    for k in range(1, calls(setting, kind, half, *resume) + 1, 2 * setting.every):
        half()
        judge(setting, outcome, f"resume, call {k}", kind, out, with_fault(kind, k, *resume))


FAULTS = {
    "kill": ("kill -9 before a call that changes a file", inject),
    "torn": ("kill -9 in the middle of such a call", inject),
    "full": ("the disk is full from a call on", inject),
    "readonly": ("the file system turns read-only at a call", inject),
    "io": ("the disk fails (EIO) from a call on", inject),
    "memory": ("no memory for large requests from one on", inject),
}
