"""Errors to plant in implementations of several games."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from qttt.reference.game import Actor
from qttt.reference.solver import Solver
from qttt.verification.engines import SetUp


def taking_the_largest(wrong: Actor) -> type[Solver[Any, Any]]:
    """A solver that takes the largest value at every node of an actor."""

    class Wrong(Solver[Any, Any]):
        def _combine(self, position: Any, children: dict[Any, Any]) -> Fraction:
            if self.game.actor(position) is wrong:
                return max(self._values[child] for child in children.values())
            return super()._combine(position, children)

    return Wrong


def without(name: str, set_up: Callable[[Mapping[str, Any]], Any]) -> SetUp:
    """An implementation that checks the value of a switch, and ignores it."""

    def ignoring(options: Mapping[str, Any]) -> Any:
        set_up(options)
        switches = {other: value for other, value in options.get("switches", {}).items() if other != name}
        return set_up({**options, "switches": switches})

    return ignoring
