"""Faults that come at a moment of the clock, or lie in what a run finds when it begins."""
import dataclasses
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import time

import moments
from result import GALET, UNREADABLE, Reference, fresh, run


@dataclasses.dataclass
class Setting:
    folder: pathlib.Path
    reference: Reference
    long: Reference  # of a run of some seconds
    every: int       # of the calls that can fail, try every n-th
    quick: bool

    def times(self, quick, thorough):
        return quick if self.quick else thorough


def start(setting, out, *arguments, **options):
    return subprocess.Popen([GALET, "run", setting.long.scene, "--out", out, "--quiet", *map(str, arguments)],
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **options)


def wait_for_rows(process, out, rows):
    """Until the run has written so many; False where it ended before."""
    while process.poll() is None:
        if (out / "history.csv").exists() and (out / "history.csv").read_text().count("\n") > rows:
            return True
        time.sleep(0.002)
    return False


def finish(process):
    message = process.communicate(timeout=120)[1].strip()
    return process.returncode, message.splitlines()[-1] if message else ""


def judge(setting, outcome, case, out, ended, expected):
    """Whether the run ended with a status that is expected and a message, what is left is readable, and going on is exact."""
    status, message = ended
    if status not in expected:
        return outcome.add(case, message, None, f"status {status}: {message}")
    if status > 0 and not message.startswith("galet: "):
        return outcome.add(case, message, None, "no message")
    try:
        kept = setting.long.begins_with(out)
    except UNREADABLE as error:
        return outcome.add(case, message, None, f"not readable: {error}")
    if status == 0:
        return outcome.add(case, message, kept, "not disturbed" if setting.long.equals(out) else "differs")
    outcome.add(case, message, kept, setting.long.go_on(out))


def signalled(setting, fault, outcome):
    number = {"kill-anytime": signal.SIGKILL, "SIGINT": signal.SIGINT, "SIGTERM": signal.SIGTERM}[fault]
    expected = (-signal.SIGKILL, 0) if number == signal.SIGKILL else (130, 0)
    moment = random.Random(1)
    for k in range(setting.times(2, 10)):
        out = fresh(setting.folder / "out")
        process = start(setting, out)
        if number != signal.SIGKILL:
            # Before a run has begun to write a signal ends it at once, with nothing to resume.
            wait_for_rows(process, out, -1)
        time.sleep(moment.uniform(0, 0.5))
        process.send_signal(number)
        judge(setting, outcome, f"trial {k}", out, finish(process), expected)


def file_limit(setting, fault, outcome):
    largest = (setting.long.folder / "trajectory.h5").stat().st_size
    for share in setting.times([0.5], [0.001, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99]):
        limit = int(share * largest)
        out = fresh(setting.folder / "out")
        process = start(setting, out, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        judge(setting, outcome, f"{limit} bytes a file", out, finish(process), (4,))


def memory_limit(setting, fault, outcome):
    for megabytes in setting.times([130], range(40, 400, 15)):
        limit = megabytes << 20
        out = fresh(setting.folder / "out")
        process = start(setting, out, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
        status, message = finish(process)
        if status == 127:
            continue  # too little to load the program
        judge(setting, outcome, f"{megabytes} MB", out, (status, message), (4, 0))


def as_nobody(setting):
    """Root may write anywhere, so somebody else runs a copy of the program. The options of Popen for it."""
    program = setting.folder / "galet"
    if not program.exists():
        shutil.copy(GALET, program)
    return {"executable": str(program), **({"user": 65534, "group": 65534, "extra_groups": []} if os.getuid() == 0 else {})}


def forbidden(setting, fault, outcome):
    closed = fresh(setting.folder / "closed")
    closed.mkdir(mode=0o555)
    status, message = finish(start(setting, closed / "out", **as_nobody(setting)))
    wrong = status != 4 or "denied" not in message or any(closed.iterdir())
    outcome.add("from the start", message, None, f"status {status}: {message}" if wrong else "begun anew")
    closed.chmod(0o777)
    out = closed / "out"
    process = start(setting, out, **as_nobody(setting))
    wait_for_rows(process, out, 10)
    out.chmod(0o555)
    ended = finish(process)
    out.chmod(0o777)
    judge(setting, outcome, "from row 10 on", out, ended, (4,))


def removed(setting, fault, outcome):
    names = {"history.csv": ["history.csv"], "trajectory.h5": ["trajectory.h5"], "scene.toml": ["scene.toml"], "lock": [".lock"],
             "checkpoints": ["checkpoint.h5", "checkpoint-previous.h5"],
             "everything but the folder": ["history.csv", "trajectory.h5", "scene.toml", ".lock", "checkpoint.h5",
                                           "checkpoint-previous.h5", ".trajectory.h5.journal"]}
    for what, files in names.items():
        out = fresh(setting.folder / "out")
        process = start(setting, out)
        wait_for_rows(process, out, 20)
        for name in files:
            (out / name).unlink(missing_ok=True)
        judge(setting, outcome, what, out, finish(process), (0,))
    out = fresh(setting.folder / "out")
    process = start(setting, out)
    wait_for_rows(process, out, 20)
    shutil.rmtree(out, ignore_errors=True)
    fresh(out)
    judge(setting, outcome, "the folder", out, finish(process), (4,))


def damaged(setting, fault, outcome):
    chance = random.Random(2)
    out = setting.folder / "out"
    for k in range(setting.times(3, 40)):
        fresh(out)
        run("run", setting.reference.scene, "--out", out, "--quiet", "--steps", 13)
        path = out / "checkpoint.h5"
        content = bytearray(path.read_bytes())
        if fault == "cut":
            content = content[:chance.randrange(len(content))]
        elif fault == "flipped":
            content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        path.write_bytes(content) if fault != "lost" else path.unlink()
        said = run("resume", out, "--quiet", "--steps", 0).stderr.strip()
        way = setting.reference.go_on(out)
        if "going on from the checkpoint before it" not in said:
            way = f"not noticed: {said}"
        outcome.add(f"trial {k}", said, setting.reference.begins_with(out), way)


def two_runs(setting, fault, outcome):
    for command in ("run", "resume"):
        out = fresh(setting.folder / "out")
        process = start(setting, out)
        wait_for_rows(process, out, 5)
        second = run("run", setting.long.scene, "--out", out, "--force") if command == "run" else run("resume", out)
        message = second.stderr.strip()
        refused = second.returncode == 4 and "another run is writing" in message
        ended = finish(process)
        if refused:
            judge(setting, outcome, command, out, ended, (0,))
            outcome.message = message
        else:
            outcome.add(command, message, None, f"the second was not refused: status {second.returncode}")


def clock(setting, fault, outcome):
    for seconds in (1, 86400, 10**9):
        out = fresh(setting.folder / "out")
        done = moments.with_fault("clock", seconds, "run", setting.reference.scene, "--out", out, "--quiet")
        whole = done.returncode == 0 and setting.reference.equals(out)
        text = (out / "history.csv").read_text() if whole else ""
        wrong = not whole or "nan" in text.lower() or "inf" in text.lower()
        outcome.add(f"by {seconds} s", "", None, f"status {done.returncode}" if wrong else "not disturbed")


FAULTS = {
    "kill-anytime": ("kill -9 at any moment of the clock", signalled),
    "SIGINT": ("Ctrl-C", signalled),
    "SIGTERM": ("a polite request to stop", signalled),
    "file-limit": ("a limit on the size of files (ulimit -f)", file_limit),
    "memory-limit": ("a limit on memory (ulimit -v)", memory_limit),
    "forbidden": ("a folder that may not be written", forbidden),
    "removed": ("files removed while they are written", removed),
    "cut": ("the last checkpoint is cut short", damaged),
    "flipped": ("a bit of the last checkpoint is flipped", damaged),
    "lost": ("the last checkpoint is gone", damaged),
    "two-runs": ("a second run into the same folder", two_runs),
    "clock": ("all clocks jump back and forth", clock),
}
