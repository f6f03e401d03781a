"""Injects faults into runs of galet and tells what became of them: inject.py [--quick] [--faults NAME,...]

Each fault is tried at many moments. After each the program must have said what was wrong and ended with its documented status,
what was written before must be readable (by h5py and csv, not by galet) and be the beginning of an undisturbed run, and going on
must lead to the very bits of that run. Status 0 when all of this holds for all faults, 1 otherwise.
"""
import argparse
import collections
import os
import pathlib
import sys
import tempfile

import moments
import situations
from result import LONG_SCENE, Reference


class Outcome:
    """What became of one fault, over all moments it was tried at."""

    def __init__(self, fault, definition):
        self.fault, self.definition = fault, definition
        self.cases, self.message = 0, ""
        self.kept, self.ways, self.wrong = [], collections.Counter(), []

    def add(self, case, message, kept, way):
        """`message`: what galet said; `kept`: rows that were readable; `way`: how it went on, or what is wrong."""
        self.cases += 1
        self.message = message or self.message
        if kept is not None:
            self.kept.append(kept)
        self.ways[way] += 1
        if way not in ("resumed", "begun anew", "not disturbed"):
            self.wrong.append(f"{case}: {way}")

    def line(self):
        kept = f"{min(self.kept)} to {max(self.kept)} rows" if self.kept else "-"
        ways = ", ".join(f"{count} {way}" for way, count in self.ways.items() if way in ("resumed", "begun anew", "not disturbed"))
        return [self.fault, str(self.cases), self.message or "-", kept, ways, "yes" if not self.wrong else "NO"]


def table(lines):
    widths = [max(len(line[k]) for line in lines) for k in range(len(lines[0]))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines)


def main():
    parser = argparse.ArgumentParser(description="Injects faults into runs of galet and tells what became of them")
    parser.add_argument("--quick", action="store_true", help="few moments for each fault: some seconds in all")
    parser.add_argument("--every", type=int, default=0, help="of the calls that can fail, try every n-th (default 3; quick 61)")
    parser.add_argument("--faults", default="", help="only these, by name, with commas between")
    arguments = parser.parse_args()
    every = arguments.every or (61 if arguments.quick else 3)
    chosen = set(filter(None, arguments.faults.split(",")))
    faults = {**moments.FAULTS, **situations.FAULTS}
    unknown = chosen - faults.keys()
    if unknown:
        parser.error(f"no fault {', '.join(unknown)}; there are {', '.join(faults)}")
    lines, wrong = [["fault", "cases", "message (the last one)", "kept", "went on", "exact"]], []
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        (folder / "long").mkdir()
        setting = situations.Setting(folder, Reference(folder), Reference(folder / "long", LONG_SCENE), every, arguments.quick)
        for fault, (definition, inject) in faults.items():
            if chosen and fault not in chosen:
                continue
            outcome = Outcome(fault, definition)
            inject(setting, fault, outcome)
            lines.append(outcome.line())
            wrong += [f"{fault}: {what}" for what in outcome.wrong]
            print(f"{fault:18} {definition}: {outcome.cases} cases, {len(outcome.wrong)} wrong", file=sys.stderr, flush=True)
    print(table([[cell.replace(name, "DIR") for cell in line] for line in lines]))
    for what in wrong:
        print("WRONG", what.replace(name, "DIR"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
