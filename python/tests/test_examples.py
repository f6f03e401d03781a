"""Every example runs, makes its figure, and takes less than a minute."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "python"


@pytest.mark.parametrize("script", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_example(script, tmp_path):
    subprocess.run([sys.executable, script], cwd=tmp_path, check=True, timeout=600, env={**os.environ, "MPLBACKEND": "Agg"})
    figure = tmp_path / "out" / f"{script.stem}.png"
    assert figure.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n" and figure.stat().st_size > 20_000


def test_there_are_six():
    assert len(list(FOLDER.glob("*.py"))) == 6
