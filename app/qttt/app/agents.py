"""The reference's agents by their names."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from qttt.app import stored
from qttt.app.errors import BadInput, reason
from qttt.learn.names import AgentName, agent_name
from qttt.learn.one_game import has_system
from qttt.oracle import Oracle
from qttt.oracle.registry import entry_of
from qttt.reference.agents import ExpectiMinimax, MonteCarlo, PerfectAgent, RandomAgent
from qttt.reference.playing import Agent


def trained(name: str, game: Any) -> Any:
    """The agent ``net:FILE`` or ``net:FILE:SIMULATIONS`` of a game. Raises BadInput for a file that it cannot play
    by."""
    from qttt.learn.trained import agent

    try:
        return agent(name, game)
    except OSError as error:
        raise BadInput(f"{agent_name(name).file}: cannot be read: {reason(error)}") from error
    except ValueError as error:
        raise BadInput(str(error)) from error


def check_games(number: int, most: int) -> None:
    """Raise BadInput for a number of games that is out of range."""
    if not 1 <= number <= most:
        raise BadInput(f"--games: {number:,} is out of range: expected 1 to {most:,}")


class ReferenceAgents:
    """The reference's agents of a game, and its perfect play, found when needed and then remembered.

    The tablebase is the one in a file; if None, the user's, or solved on the spot."""

    def __init__(self, game: Any, path: Path | None) -> None:
        self._game, self._path = game, path
        self._has_system = has_system(game)

    def agent(self, name: AgentName) -> Agent[Any, Any]:
        """An agent by its name."""
        match name.kind:
            case "random":
                return RandomAgent(self._game)
            case "monte-carlo":
                return MonteCarlo(self._game, name.number)
            case "expecti-minimax":
                return ExpectiMinimax(self._game, name.number, entry_of(self._game).evaluation(self._game))
            case "perfect":
                return PerfectAgent(self._perfect.choices)
            case "net":
                net: Agent[Any, Any] = trained(str(name), self._game)
                return net
        raise AssertionError(name)

    @property
    def settlements(self) -> Callable[[Any], Mapping[Any, Fraction]] | None:
        """The values of the System's selections; None in a game without a System."""
        return self._perfect.values if self._has_system else None

    @cached_property
    def _perfect(self) -> Oracle[Any, Any]:
        return stored.perfect(self._game, self._path)
