"""How a run is getting on: a live line on a terminal, a bar in a notebook."""

from __future__ import annotations

import sys
import time
from typing import Any

_LIVE_SECONDS, _PLAIN_SECONDS = 0.1, 10.0


def in_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return type(shell).__name__ == "ZMQInteractiveShell"


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


class Progress:
    """`show`: True, False, or None for terminals and notebooks only."""

    def __init__(self, core: Any, last: int, show: bool | None) -> None:
        self._core, self._last = core, last
        self._notebook = in_notebook()
        self._live = sys.stderr.isatty() and not self._notebook
        self._show = self._notebook or self._live if show is None else show
        self._begin = time.monotonic()
        self._first = core.steps_done
        self._next = self._begin + (0 if self._notebook or self._live else _PLAIN_SECONDS)
        self._display: Any = None
        self._shown = False
        self._said: set[str] = set()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: Any) -> None:
        if not self._show:
            return
        if self._notebook:
            self._write()
        elif self._live and self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def update(self) -> None:
        if self._show:
            now = time.monotonic()
            if now >= self._next:
                self._next = now + (_LIVE_SECONDS if self._notebook or self._live else _PLAIN_SECONDS)
                self._write()

    def line(self) -> str:
        step, t, contacts, iterations, gap, distance = self._core.progress
        done = step - self._first
        left = (time.monotonic() - self._begin) / done * (self._last - step) if done else 0.0
        return (
            f"t = {t:.4g} s  step {step}/{self._last}  contacts {contacts}  iterations {iterations}  "
            f"gap {gap:.1e} J  smallest distance {distance:.1e} m  {_duration(left)} left"
        )

    def _write(self) -> None:
        self._shown = True
        if not self._notebook:
            sys.stderr.write(("\r\x1b[K" if self._live else "") + self.line() + ("" if self._live else "\n"))
            sys.stderr.flush()
            return
        from IPython.display import HTML, display

        done, whole = self._core.steps_done - self._first, max(self._last - self._first, 1)
        html = HTML(f'<progress value="{done}" max="{whole}" style="width: 20em"></progress> <code>{self.line()}</code>')
        if self._display is None:
            self._display = display(html, display_id=True)
        else:
            self._display.update(html)
