"""A game as a tree of nodes that never change, with chance as explicit nodes: what searches take."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, reduce
from typing import Any

from qttt.learn.table import CHANCE, OVER, SYSTEM, Keys, Table
from qttt.oracle import solve
from qttt.reference.game import Game

CHANCE_ACTS, ENDED = -1, -4
"""The players of nodes in which chance or the System acts, and of ended ones, as OpenSpiel numbers them."""


class Tree:
    """The tree of a game from `start`, a written game, on.

    Actions of players have the numbers of `BatchEnv`. Results of chance are numbered from 0 in the order in which
    `BatchEnv` has them after the actions; the System's selections are 0 for the first and 1 for the second.

    Raises `ValueError` for a `start` without actions, such as a written position, and what reading it raises.
    """

    def __init__(self, game: Game[Any, Any], start: str = "") -> None:
        self.game, self._start = game, start
        self.table = Table(game, drawn=False)
        self.results = max(self.table.results, 2 * hasattr(game, "q"))
        self.root = root = Node(self)
        record = game.read(start) if start else None
        if record and not record.actions:
            raise ValueError(f"start {start!r}: expected a written game, not a written position")
        for action in record.actions if record else ():
            root = root.after(root.number(action))
        self.start = root

    def of_system(self, state: Any) -> tuple[float, float]:
        """How likely the System makes each of its two selections in a state of the table."""
        keys, select = self._system
        keys.look(state)
        for_x, for_o = select()
        of_x, of_o = self._favours
        return (of_x, of_o) if for_x < for_o else (of_o, of_x)

    @cached_property
    def _system(self) -> tuple[Keys, Callable[[], tuple[int, int]]]:
        tablebase, keys = solve(self.game, progress=False).tablebase, Keys(self.table)
        return keys, self.table.entry.system(self.game, tablebase).selector(keys.found)

    @cached_property
    def _favours(self) -> tuple[float, float]:
        """How likely the System favours X, and O."""
        q = self.game.q  # type: ignore[attr-defined]
        return float(1 - q), float(q)

    def __deepcopy__(self, memo: Any) -> Tree:
        return self

    def __reduce__(self) -> Any:
        return Tree, (self.game, self._start)


class Node:
    """A node of a tree; equal to itself only.

    - player: 0 for X, 1 for O, `CHANCE_ACTS` or `ENDED`
    - legal: the numbers of the legal actions or results, ascending; not to be changed
    - reward: X's at the end, as in `Table`; 0 before
    - planes: the observation of `BatchEnv` as bytes
    """

    def __init__(self, tree: Tree, path: tuple[int, ...] = ()) -> None:
        table = tree.table
        self._tree, self._path, self._state = tree, path, table.state.copy()
        self._acts, numbers = table.to_move, table.numbers()
        self.planes = table.observation.tobytes()
        self.reward = table.reward if self._acts == OVER else 0.0
        if self._acts in (CHANCE, SYSTEM):
            self.player = CHANCE_ACTS
            self._base = numbers[0] if self._acts == SYSTEM else table.actions
            self.legal = [number - self._base for number in numbers]
        else:
            self.player, self._base, self.legal = (ENDED if self._acts == OVER else self._acts), 0, numbers
        if len(path) >= table.longest and self._acts != OVER:
            self.player, self.legal = ENDED, []

    def after(self, action: int) -> Node:
        """The node after a legal action or result. Raises `ValueError` for another number, and at the end."""
        if self.player == ENDED:
            raise ValueError(f"action {action}: the game is over; start from new_initial_state()")
        if action not in self.legal:
            raise ValueError(f"action {action} is not legal in '{self.position}'; legal_actions lists those that are")
        table = self._tree.table
        table.state[:] = self._state
        table.play(action + self._base)
        return Node(self._tree, (*self._path, action))

    @property
    def outcomes(self) -> list[tuple[int, float]]:
        """Where chance or the System acts, each result with its probability; else empty."""
        if self.player != CHANCE_ACTS:
            return []
        if self._acts == SYSTEM:
            return [*zip(self.legal, self._tree.of_system(self._state), strict=True)]
        return [*zip(self.legal, self._tree.table.entry.chances(self._tree.game, self._state), strict=True)]

    @property
    def position(self) -> Any:
        """The position, as an object of the game."""
        return self._tree.table.entry.shown(self._tree.game, self._state.tolist())

    def written(self, action: int) -> str:
        """An action or result in the game's notation, legal or not; a result of chance that cannot happen here as
        ``result`` and its number."""
        if self._acts != CHANCE:
            named = self._tree.table.named
            return str(named[action + self._base]) if 0 <= action + self._base < len(named) else f"action {action}"
        found = dict(zip(self.legal, self._probabilities, strict=True))
        return str(found[action]) if action in found else f"result {action}"

    def number(self, action: Any) -> int:
        """The number of a legal action or result, an object of the game."""
        if self._acts != CHANCE:
            return self._tree.table.number_of[action] - self._base
        return self.legal[[*self._probabilities].index(action)]

    @cached_property
    def _probabilities(self) -> Any:
        return self._tree.game.chance(self.position)

    def __deepcopy__(self, memo: Any) -> Node:
        return self

    def __reduce__(self) -> Any:
        return _at, (self._tree, self._path)

    def __repr__(self) -> str:
        return f"<node {self.position}>"


def _at(tree: Tree, path: tuple[int, ...]) -> Node:
    return reduce(Node.after, path, tree.root)
