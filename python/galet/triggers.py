"""Things that happen after some of the steps."""

from __future__ import annotations

from typing import Any, Callable


class Trigger:
    """Calls an action where it is due; `cancel()` ends that."""

    def __init__(self, due: Callable[[Any], Any], action: Callable[[Any], Any], once: bool = False) -> None:
        self._due, self._action, self._once = due, action, once
        self.active = True

    def cancel(self) -> None:
        self.active = False

    def fire(self, sim: Any) -> None:
        if self.active and self._due(sim):
            if self._once:
                self.active = False
            self._action(sim)


class Triggers:
    """In the order they were set."""

    def __init__(self) -> None:
        self._all: list[Trigger] = []

    def __bool__(self) -> bool:
        return bool(self._all)

    def fire(self, sim: Any) -> None:
        for trigger in list(self._all):
            trigger.fire(sim)
        self._all = [trigger for trigger in self._all if trigger.active]

    def every(self, steps: int, action: Callable | None) -> Any:
        if steps < 1:
            raise ValueError(f"expected every 1 or more steps, found {steps}")
        return self._add(lambda sim: sim.steps_done % steps == 0, action)

    def at(self, time: float, action: Callable | None) -> Any:
        # n steps of h may end a rounding error before n h.
        return self._add(lambda sim: sim.time >= time * (1 - 1e-12), action, once=True)

    def when(self, condition: Callable, action: Callable | None) -> Any:
        return self._add(condition, action)

    def _add(self, due: Callable, action: Callable | None, once: bool = False) -> Any:
        def add(action: Callable) -> Trigger:
            self._all.append(Trigger(due, action, once))
            return self._all[-1]

        if action is not None:
            return add(action)

        def decorate(function: Callable) -> Callable:
            add(function)
            return function

        return decorate
