"""The agents of the reference at the games of the command, and what they are told of perfect play."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from qttt.app.arena.contest import AgentName
from qttt.reference.agents.evaluation import ends_alone, promise
from qttt.reference.agents.expecti_minimax import ExpectiMinimax
from qttt.reference.agents.monte_carlo import MonteCarlo
from qttt.reference.agents.perfect import PerfectAgent
from qttt.reference.agents.random_play import Agent, RandomAgent
from qttt.reference.goff import Goff
from qttt.reference.hybrid import Hybrid
from qttt.reference.probabilistic import Choice, Probabilistic
from qttt.reference.probabilistic_solver import ENDLESS
from qttt.reference.sqt import Sqt
from qttt.reference.tiqtaqtoe import TiqTaqToe


class Ground:
    """A game on which agents meet, with its perfect play, found when it is needed and then remembered.

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
                return ExpectiMinimax(self.game, name.number or 0, evaluation(self.game))
            case "perfect":
                return PerfectAgent(self.best)
        raise AssertionError(name)

    @property
    def settlements(self) -> Callable[[Any], Mapping[Any, Fraction]] | None:
        """What the System's selections are worth; None in a game without one."""
        return self._perfect.settlements if isinstance(self.game, Sqt) else None

    def best(self, position: Any) -> Sequence[Any]:
        """The best actions, in the documented order; of probabilistic none that always passes, if there is another."""
        if isinstance(self.game, Probabilistic):
            return tuple(map(Choice, self._perfect.perfect(position)))
        best: Sequence[Any] = self._perfect.best(position)
        return best

    def prepare(self, *names: AgentName) -> None:
        """Find what agents with these names and the System will need to know."""
        if isinstance(self.game, Sqt) or any(name.kind == "perfect" for name in names):
            assert self._perfect

    @cached_property
    def _perfect(self) -> Any:
        if isinstance(self.game, Probabilistic):
            from qttt.app.probabilistic.perfect import PerfectBoard

            return PerfectBoard(self.game.board)
        if isinstance(self.game, TiqTaqToe):
            from qttt.app.tiqtaqtoe.stored import perfect_tiqtaqtoe

            return perfect_tiqtaqtoe(self.game, self._folder)
        if isinstance(self.game, Hybrid):
            from qttt.app.hybrid.stored import perfect_hybrid

            return perfect_hybrid(self.game, self._folder)
        from qttt.app.goff import stored

        return stored.perfect(self.game, self._folder)


def evaluation(game: Any) -> Callable[[Any], Fraction]:
    """What expecti-minimax goes by where it stops: in TiqTaqToe the heuristic of Wong (2023), in the other games the
    values of ended games, and that of an even result."""
    if isinstance(game, TiqTaqToe):
        return promise
    even = ENDLESS if isinstance(game, Probabilistic) else Fraction(0)
    return ends_alone(game, even)


__all__ = ["Goff", "Ground", "evaluation"]
