"""Agents that play every game of the family, by its `Rules` only.

`RandomAgent` plays at random, `MonteCarlo` and `ExpectiMinimax` are the searches of Wong (2023), `PerfectAgent`
follows the values given to it. `qttt.reference.playing` lets two agents play.
"""

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from math import inf
from random import Random
from typing import Generic, NamedTuple, TypeVar

from qttt.reference.game import Actor, Rules
from qttt.reference.playing import play_out_at_random

P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)
Bound = Fraction | float
"""A value, or one of the infinities that a window begins with."""


class RandomAgent(Generic[P, A]):
    """Chooses among the legal actions, each with the same probability."""

    def __init__(self, game: Rules[P, A]) -> None:
        self.game = game

    def choose(self, position: P, chance: Random) -> A:
        """Any legal action."""
        return chance.choice(self.game.actions(position))


class PerfectAgent(Generic[P, A]):
    """Chooses the first of the best actions that `best` returns for a position, such as a solver's or a tablebase's.

    >>> from qttt.reference.goff import Goff
    >>> from qttt.reference.solver import Solver
    >>> late = Goff().position("X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB O6.2-8")
    >>> str(PerfectAgent(Solver(Goff()).best).choose(late, Random(1)))
    '2-4'
    """

    def __init__(self, best: Callable[[P], Sequence[A]]) -> None:
        self._best = best

    def choose(self, position: P, chance: Random) -> A:
        """The first best action; `chance` is not used."""
        return self._best(position)[0]


class MonteCarlo(Generic[P, A]):
    """The Monte Carlo agent of Wong (2023, Section 2.4), for any game.

    After each legal action it plays `playouts` games out at random, counts those that the mover wins, and chooses the
    action with the most; ties go to the first in the documented order. A drawn playout counts as lost, whether no
    player or both players have a line: the outcome has no winner, whatever its value. Every action gets equally many
    playouts, and nothing is kept for the next move.

    Raises `ValueError` if `playouts` is less than 1.

    >>> from qttt.reference.tiqtaqtoe import Position, TiqTaqToe
    >>> agent = MonteCarlo(TiqTaqToe("minimal"), 10)
    >>> str(agent.choose(Position.of("XX.OO...."), Random(1)))
    '3'
    """

    def __init__(self, game: Rules[P, A], playouts: int) -> None:
        if playouts < 1:
            raise ValueError(f"{playouts} playouts decide nothing: expected at least 1")
        self.game, self.playouts = game, playouts

    def choose(self, position: P, chance: Random) -> A:
        """The action with the most won playouts."""
        wins = self.wins(position, chance)
        return max(wins, key=lambda action: wins[action])

    def wins(self, position: P, chance: Random) -> dict[A, int]:
        """How many playouts the mover wins after each legal action, in the documented order."""
        mover = self.game.actor(position)
        assert mover in (Actor.X, Actor.O)
        children = {action: self.game.play(position, action) for action in self.game.actions(position)}
        return {action: self._won(child, mover, chance) for action, child in children.items()}

    def _won(self, position: P, mover: Actor | None, chance: Random) -> int:
        return sum(play_out_at_random(self.game, position, chance).winner is mover for _ in range(self.playouts))


class Found(NamedTuple, Generic[A]):
    """The result of a search: the first best action, its estimated value for X, and the number of nodes entered."""

    action: A
    value: Fraction
    nodes: int


class ExpectiMinimax(Generic[P, A]):
    """The expecti-minimax agent of Wong (2023, Algorithm 1 and Sections 2.6, 2.7), for any game.

    `depth` is the number of levels of the tree, including the root's: at depth 2 the root and its children are nodes,
    46 on the empty board of a game with 45 first moves. A measurement is a level like any other. `evaluation` estimates
    the value for X of a node of the last level, and of an ended game above it.

    An action replaces the best one so far only if it is strictly better, so the first best in the documented order is
    chosen. Alpha-beta pruning skips the rest of a decision node once alpha >= beta; actions are tried in the documented
    order. Below nodes of CHANCE and of the SYSTEM the window is full again, because every value counts there. So
    pruning changes only the number of nodes, not the action or its value; `pruning=False` turns it off.

    The value at CHANCE is the expectation of the values found, at the SYSTEM that of Rule SQT-VALUE-1.
    Raises `ValueError` if `depth` is less than 2, because such a search would see no action.

    >>> from qttt.reference.agents import ends_alone
    >>> from qttt.reference.goff import Goff
    >>> ExpectiMinimax(Goff(), 2, ends_alone(Goff())).search(Goff().initial()).nodes
    37
    """

    def __init__(
        self, game: Rules[P, A], depth: int, evaluation: Callable[[P], Fraction], pruning: bool = True
    ) -> None:
        if depth < 2:
            raise ValueError(f"a search of depth {depth} sees no action: expected at least 2")
        self.game, self.depth, self.evaluation, self.pruning = game, depth, evaluation, pruning

    def choose(self, position: P, chance: Random) -> A:
        """The first best action; `chance` is not used."""
        return self.search(position).action

    def search(self, position: P) -> Found[A]:
        """The first best action where a player decides, its value and the nodes entered, including the root."""
        search = _Search(self)
        value = search.decided(position, self.depth, -inf, inf)
        assert search.action is not None
        return Found(search.action, value, search.nodes + 1)


class _Search(Generic[P, A]):
    """One search: the nodes entered below the root so far, and the best action of the root."""

    def __init__(self, agent: ExpectiMinimax[P, A]) -> None:
        self.game, self.agent = agent.game, agent
        self.nodes = 0
        self.action: A | None = None

    def value(self, position: P, depth: int, alpha: Bound, beta: Bound) -> Fraction:
        """The value of a node below the root: exact if it is between alpha and beta, else a bound on the same side."""
        self.nodes += 1
        actor = self.game.actor(position)
        if depth == 1 or actor is None:
            return self.agent.evaluation(position)
        if actor in (Actor.X, Actor.O):
            return self.decided(position, depth, alpha, beta)
        children = {action: self.game.play(position, action) for action in self.game.actions(position)}
        values = {action: self.value(child, depth - 1, -inf, inf) for action, child in children.items()}
        if actor is Actor.SYSTEM:
            favour = self.game.system(position)
            return favour[Actor.X] * max(values.values()) + favour[Actor.O] * min(values.values())
        return sum((chance * values[action] for action, chance in self.game.chance(position).items()), Fraction(0))

    def decided(self, position: P, depth: int, alpha: Bound, beta: Bound) -> Fraction:
        """The value of a node where a player decides; `action` is then its first best one."""
        sign = 1 if self.game.actor(position) is Actor.X else -1
        best: Fraction | None = None
        chosen: A | None = None
        for action in self.game.actions(position):
            value = self.value(self.game.play(position, action), depth - 1, alpha, beta)
            if best is None or sign * value > sign * best:
                best, chosen = value, action
            if sign > 0:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if self.agent.pruning and alpha >= beta:
                break
        assert best is not None
        self.action = chosen
        return best


def ends_alone(game: Rules[P, A], even: Fraction = Fraction(0)) -> Callable[[P], Fraction]:
    """The evaluation that knows only ended games: their exact value, and `even` for any other position.

    >>> from qttt.reference.goff import Goff
    >>> ends_alone(Goff())(Goff().initial())
    Fraction(0, 1)
    """

    def evaluation(position: P) -> Fraction:
        return even if game.actor(position) else game.score(position).value

    return evaluation
