"""A long run of the shaken floor: memory stays, but for what HDF5 remembers of each frame; files grow as predicted; energy is
accounted for to rounding.

long_run.py [--steps N]   default 100000; prints a table, status 1 where something does not hold
"""
import argparse
import csv
import os
import pathlib
import subprocess
import sys
import tempfile
import time

GALET = str(pathlib.Path(os.environ.get("GALET", "build/release/galet")).resolve())
EVERY = 100            # steps between frames
SAMPLES = 10           # rows of the table
A_FRAME = 5.0          # memory a frame after the first tenth [kB]
LINEAR = 1.1           # bytes a row or a frame in the second half, of those in the first
DRIFT = 1e-10          # largest imbalance, of the energy that went through


def memory(process):
    """Resident [MB]; None when the process has ended."""
    try:
        for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return None


def last_row(path):
    """Of a file that is being written: the last whole row but one, by name."""
    with open(path, "rb") as file:
        names = file.readline().decode().strip().split(",")
        file.seek(max(0, os.path.getsize(path) - 4000))
        lines = file.read().decode().splitlines()
    return dict(zip(names, map(float, lines[-2].split(",")))) if len(lines) > 3 else None


def imbalance(row, start):
    """What the energy balance of a row leaves over, of the energy that went through."""
    left = row["kinetic_energy"] + row["potential_energy"] + row["dissipated"] - row["scheme_energy"]
    return abs(left - start - row["work_external"]) / max(abs(row["work_external"]), abs(row["dissipated"]), abs(start))


def start_energy(path):
    with open(path, newline="") as file:
        row = {name: float(value) for name, value in next(csv.DictReader(file)).items()}
    return row["kinetic_energy"] + row["potential_energy"] + row["dissipated"] - row["scheme_energy"] - row["work_external"]


def sample(out, process, energy):
    row, resident = last_row(out / "history.csv"), memory(process)
    if row is None or resident is None:
        return None
    return [int(row["step"]), resident, os.path.getsize(out / "history.csv"), os.path.getsize(out / "trajectory.h5"),
            row["dissipated"], imbalance(row, energy)]


def watch(out, steps, process):
    """A sample each time another tenth is done."""
    samples, energy = [], None
    while process.poll() is None:
        time.sleep(0.02)
        if not (out / "history.csv").exists() or not (out / "trajectory.h5").exists() or last_row(out / "history.csv") is None:
            continue
        energy = start_energy(out / "history.csv") if energy is None else energy
        now = sample(out, process, energy)
        if now and now[0] >= (len(samples) + 1) * steps * 0.995 / SAMPLES:
            samples.append(now)
    return samples


def rates(samples, column, unit):
    """Bytes a `unit` of steps in the first and the second half."""
    first, middle, last = samples[0], samples[len(samples) // 2], samples[-1]
    return [(b[column] - a[column]) / ((b[0] - a[0]) / unit) for a, b in ((first, middle), (middle, last))]


def main():
    parser = argparse.ArgumentParser(description="A long run: memory, files, energy")
    parser.add_argument("--steps", type=int, default=100000)
    steps = parser.parse_args().steps
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out"
        process = subprocess.Popen([GALET, "run", "vibrated", "--out", out, "--quiet", "--set", f"simulation.end={steps * 0.001!r}",
                                    "--set", f"output.every={EVERY}", "--set", "output.checkpoint_every=1000"])
        samples = watch(out, steps, process)
        if process.returncode != 0 or len(samples) < 4:
            print(f"the run ended with status {process.returncode}, {len(samples)} samples")
            return 1
    print(f"{'step':>9} {'memory [MB]':>12} {'history [B]':>12} {'trajectory [B]':>15} {'dissipated [J]':>15} {'imbalance':>10}")
    for step, resident, history, trajectory, dissipated, left in samples:
        print(f"{step:9} {resident:12.1f} {history:12} {trajectory:15} {dissipated:15.6g} {left:10.1e}")
    print("imbalance: what the energy balance of docs/theory.md leaves over, of the energy that went through")
    grown = (samples[-1][1] - samples[0][1]) * 1024 / ((samples[-1][0] - samples[0][0]) / EVERY)
    checks = {f"memory grows by {grown:.2f} kB a frame after the first tenth (at most {A_FRAME})": grown <= A_FRAME}
    for name, column, unit, word in (("history.csv", 2, 1, "row"), ("trajectory.h5", 3, EVERY, "frame")):
        first, second = rates(samples, column, unit)
        checks[f"{name} grows by {first:.0f} bytes a {word}, then {second:.0f} (at most {LINEAR} times)"] = second <= LINEAR * first
    worst = max(row[-1] for row in samples)
    checks[f"largest imbalance {worst:.1e} (at most {DRIFT})"] = worst <= DRIFT
    for what, holds in checks.items():
        print("holds" if holds else "DOES NOT HOLD", what)
    return 0 if all(checks.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
