"""The reference's agents in the games of the command, and the perfect play that they use."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from qttt.app import stored
from qttt.app.arena.contest import AgentName
from qttt.app.games import view
from qttt.app.trained import trained
from qttt.oracle import Oracle
from qttt.oracle.registry import entry_of
from qttt.reference.agents.expecti_minimax import ExpectiMinimax
from qttt.reference.agents.monte_carlo import MonteCarlo
from qttt.reference.agents.perfect import PerfectAgent
from qttt.reference.agents.random_play import Agent, RandomAgent


class Ground:
    """A game on which agents meet, with its perfect play, found when needed and then remembered.

    The tablebase is the one in a folder; if None, the user's, or solved on the spot."""

    def __init__(self, game: Any, folder: Path | None) -> None:
        self.game, self._folder = game, folder

    def agent(self, name: AgentName) -> Agent[Any, Any]:
        """An agent by its name."""
        match name.kind:
            case "random":
                return RandomAgent(self.game)
            case "monte-carlo":
                return MonteCarlo(self.game, name.number or 0)
            case "expecti-minimax":
                return ExpectiMinimax(self.game, name.number or 0, self._evaluation())
            case "perfect":
                return PerfectAgent(self.best)
            case "net":
                found: Agent[Any, Any] = trained(str(name), self.game)
                return found
        raise AssertionError(name)

    @property
    def settlements(self) -> Callable[[Any], Mapping[Any, Fraction]] | None:
        """The values of the System's selections; None in a game without a System."""
        return self._perfect.values if self._has_system else None

    def best(self, position: Any) -> Sequence[Any]:
        """The best actions that attain the value, in the documented order."""
        return self._perfect.choices(position)

    def prepare(self, *names: AgentName) -> None:
        """Find what agents with these names and the System will need to know."""
        if self._has_system or any(name.kind == "perfect" for name in names):
            assert self._perfect

    @cached_property
    def _perfect(self) -> Oracle[Any, Any]:
        return stored.perfect(self.game, self._folder)

    @property
    def _has_system(self) -> bool:
        return bool(getattr(self.game, "has_system", False))

    def _evaluation(self) -> Any:
        return view(entry_of(self.game).name).evaluation(self.game)
