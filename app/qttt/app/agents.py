"""Agents: how they are written, and the reference's agents by their names."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from qttt.app import stored
from qttt.app.errors import BadInput, reason
from qttt.oracle import Oracle
from qttt.oracle.registry import entry_of
from qttt.reference.agents.expecti_minimax import ExpectiMinimax
from qttt.reference.agents.monte_carlo import MonteCarlo
from qttt.reference.agents.perfect import PerfectAgent
from qttt.reference.agents.random_play import Agent, RandomAgent
from qttt.reference.picture import listed

KINDS: Mapping[str, tuple[str, int, int] | None] = {
    "random": None,
    "monte-carlo": ("playouts", 1, 100_000),
    "expecti-minimax": ("depth", 2, 14),
    "perfect": None,
}
"""The agents but those of `qttt train`, each with its number's name and range, if it has a number. The longest game of
TiqTaqToe has 14 levels: nine moves, four measurements, and the start."""
NUMBERED = [f"{kind}:{has[0].upper()}" if has else kind for kind, has in KINDS.items()]
AGENTS = listed([*NUMBERED, "net:FILE[:SIMULATIONS]"], "or")


class AgentName(NamedTuple):
    """An agent as it is written: its kind, and its playouts, its depth or its simulations; or the file of a net."""

    kind: str
    number: int | None = None
    file: str = ""

    def __str__(self) -> str:
        if self.file and not self.number and not re.search(":[0-9]+$", self.file):
            return f"{self.kind}:{self.file}"
        if self.file:
            return f"{self.kind}:{self.file}:{self.number}"
        return self.kind if self.number is None else f"{self.kind}:{self.number}"


def agent_name(text: str) -> AgentName:
    """An agent from what was typed. Raises BadInput for an unknown agent or a number out of range.

    >>> agent_name("monte-carlo:100")
    AgentName(kind='monte-carlo', number=100, file='')
    """
    kind, colon, number = text.partition(":")
    if kind == "net":
        from qttt.learn.trained import named

        try:
            file, simulations = named(text)
        except ValueError as error:
            raise BadInput(str(error)) from error
        return AgentName("net", simulations, str(file))
    if kind not in KINDS:
        raise BadInput(f"unknown agent '{text}': expected {AGENTS}")
    has = KINDS[kind]
    if has is None:
        if colon:
            raise BadInput(f"{text}: {kind} takes no number; leave out :{number}")
        return AgentName(kind)
    what, least, most = has
    if not (number.isascii() and number.isdecimal()) or not least <= int(number[:9]) <= most or len(number) > 9:
        raise BadInput(f"{text}: expected {kind}:{what.upper()} with {what} from {least} to {most:,}")
    return AgentName(kind, int(number))


def trained(name: str, game: Any) -> Any:
    """The agent ``net:FILE`` or ``net:FILE:SIMULATIONS`` of a game. Raises BadInput for a file that it cannot play
    by."""
    from qttt.learn.trained import agent, named

    try:
        return agent(name, game)
    except OSError as error:
        raise BadInput(f"{named(name)[0]}: cannot be read: {reason(error)}") from error
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
        self._has_system = bool(getattr(game, "has_system", False))

    def agent(self, name: AgentName) -> Agent[Any, Any]:
        """An agent by its name."""
        match name.kind:
            case "random":
                return RandomAgent(self._game)
            case "monte-carlo":
                return MonteCarlo(self._game, name.number or 0)
            case "expecti-minimax":
                return ExpectiMinimax(self._game, name.number or 0, entry_of(self._game).evaluation(self._game))
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
