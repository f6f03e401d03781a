"""Builds the extension galet._core with CMake; the rest is in pyproject.toml."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
VERSION = re.search(r"project\(galet VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


class CMakeBuild(build_ext):
    def build_extension(self, extension: Extension) -> None:
        build = Path(self.build_temp).resolve()
        build.mkdir(parents=True, exist_ok=True)
        target = Path(self.get_ext_fullpath(extension.name)).resolve()
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 1))
        subprocess.run(
            ["cmake", "-S", str(ROOT), "-B", str(build), "-DCMAKE_BUILD_TYPE=Release", "-DGALET_BUILD_APPS=OFF",
             "-DGALET_BUILD_TESTS=OFF", "-DGALET_BUILD_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}",
             *(["-G", "Ninja"] if shutil.which("ninja") else []), *os.environ.get("CMAKE_ARGS", "").split()],
            check=True,
        )
        subprocess.run(["cmake", "--build", str(build), "--target", "galet_python", "-j", jobs], check=True)
        built = next((build / "python" / "galet").glob("_core*"))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(built.read_bytes())
        target.chmod(0o755)


setup(version=VERSION, ext_modules=[Extension("galet._core", sources=[])], cmdclass={"build_ext": CMakeBuild})
