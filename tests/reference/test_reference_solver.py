"""The solver on small games solved by hand, and on late positions of Goff's game against plain minimax."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import pytest

from qttt.reference.game import Actor, Outcome, Score
from qttt.reference.goff import Goff, Position
from qttt.reference.goff.collapse import CollapseRule
from qttt.reference.solver import Solver


@dataclass(frozen=True)
class Tree:
    """A game written down as a table: a node's actor and children. A leaf's value is the number that names it.

    The children of a CHANCE node are weighted 1 : 2 : 3 and so on. At a SYSTEM node `favour` says how often X and O are
    favoured.
    """

    nodes: Mapping[str, tuple[Actor, tuple[str, ...]]]
    favour: tuple[Fraction, ...] = ()
    ruleset = "tree"

    def initial(self) -> str:
        return "root"

    def actor(self, position: str) -> Actor | None:
        return self.nodes[position][0] if position in self.nodes else None

    def actions(self, position: str) -> tuple[str, ...]:
        return self.nodes[position][1] if position in self.nodes else ()

    def play(self, position: str, action: str) -> str:
        return action

    def chance(self, position: str) -> Mapping[str, Fraction]:
        if self.actor(position) is not Actor.CHANCE:
            return {}
        actions = self.actions(position)
        total = sum(range(1, len(actions) + 1))
        return {action: Fraction(weight, total) for weight, action in enumerate(actions, start=1)}

    def system(self, position: str) -> Mapping[Actor, Fraction]:
        favoured = zip((Actor.X, Actor.O), self.favour, strict=False)
        return dict(favoured) if self.actor(position) is Actor.SYSTEM else {}

    def score(self, position: str) -> Score:
        return Score(Outcome(None, "draw", ""), Fraction(position))


# X may take 3, or gamble: 12 with probability 1/3, and with 2/3 a node where O chooses 0 or -1.
# The gamble is worth 1/3 * 12 + 2/3 * (-1) = 10/3, which is more than 3.
GAMBLE = Tree(
    {
        "root": (Actor.X, ("3", "gamble")),
        "gamble": (Actor.CHANCE, ("12", "answer")),
        "answer": (Actor.O, ("0", "-1")),
    }
)


def test_values_by_hand() -> None:
    solver = Solver(GAMBLE)
    assert solver.value("12") == 12
    assert solver.value("answer") == -1
    assert solver.value("gamble") == Fraction(10, 3)
    assert solver.value("root") == Fraction(10, 3)
    assert solver.values("root") == {"3": Fraction(3), "gamble": Fraction(10, 3)}
    assert solver.values("gamble") == {"12": Fraction(12), "answer": Fraction(-1)}
    assert solver.values("12") == {}


def test_best_actions_by_hand() -> None:
    solver = Solver(GAMBLE)
    assert solver.best("root") == ("gamble",)
    assert solver.best("answer") == ("-1",)
    assert solver.best("gamble") == (), "nobody decides at a node of CHANCE"
    assert solver.best("12") == ()
    assert solver.line("root") == ("gamble",), "it ends where chance begins"


def test_ties_keep_the_documented_order() -> None:
    two = (Actor.X, ("2",))
    tied = Tree({"root": (Actor.O, ("5", "late", "early")), "late": two, "early": two})
    assert Solver(tied).best("root") == ("late", "early")
    assert Solver(tied).line("root") == ("late", "2")


def test_transpositions_are_valued_once() -> None:
    class Counting(Tree):
        scored = 0

        def score(self, position: str) -> Score:
            Counting.scored += 1
            return super().score(position)

    shared = Counting({"root": (Actor.X, ("a", "b")), "a": (Actor.O, ("7",)), "b": (Actor.O, ("7",))})
    solver = Solver(shared)
    assert [solver.value("root"), solver.value("root"), Counting.scored] == [7, 7, 1]


def test_long_games_need_no_recursion() -> None:
    length = 20_000
    names = [f"node{at}" for at in range(length)]
    chain = {name: (Actor.X, (follower,)) for name, follower in zip(names, [*names[1:], "1"], strict=True)}
    solver = Solver(Tree(chain))
    assert solver.value("node0") == 1
    assert len(solver.line("node0")) == length


@pytest.mark.parametrize("favour", [(), (Fraction(1),), (Fraction(1, 2), Fraction(1, 3))])
def test_system_without_probabilities_is_rejected(favour: tuple[Fraction, ...]) -> None:
    system = Tree({"root": (Actor.SYSTEM, ("1", "2"))}, favour)
    with pytest.raises(ValueError, match="gives SYSTEM no probabilities for its actions in 'root'"):
        Solver(system).value("root")


def test_chance_without_probabilities_is_rejected() -> None:
    class Silent(Tree):
        def chance(self, position: str) -> Mapping[str, Fraction]:
            return {}

    with pytest.raises(ValueError, match="gives CHANCE no probabilities for its actions in 'root'"):
        Solver(Silent({"root": (Actor.CHANCE, ("1", "2"))})).value("root")


def test_system_favours_by_values_not_by_the_order_of_actions() -> None:
    """1/4 of the larger and 3/4 of the smaller, wherever they stand, and once more a level below."""
    favour = (Fraction(1, 4), Fraction(3, 4))
    tree = Tree({"root": (Actor.SYSTEM, ("below", "8")), "below": (Actor.SYSTEM, ("4", "-4"))}, favour)
    assert Solver(tree).value("below") == -2
    assert Solver(tree).value("root") == Fraction(1, 4) * 8 + Fraction(3, 4) * -2
    assert Solver(tree).best("root") == ()
    assert Solver(tree).line("root") == ()


def minimax(game: Goff, position: Position) -> Fraction:
    """As plain as can be: no memo, no order, recursion."""
    actor = game.actor(position)
    if actor is None:
        return game.score(position).value
    values = [minimax(game, game.play(position, action)) for action in game.actions(position)]
    return max(values) if actor is Actor.X else min(values)


def random_position(game: Goff, ply: int, chooser: random.Random) -> Position:
    while True:
        position = game.initial()
        while position.ply < ply and game.actor(position):
            position = game.play(position, chooser.choice(game.actions(position)))
        if position.ply == ply and game.actor(position):
            return position


@pytest.mark.parametrize("collapse", ["opponent", "self"])
@pytest.mark.parametrize("double_win", [False, True])
def test_late_positions_against_plain_minimax(collapse: CollapseRule, double_win: bool) -> None:
    chooser = random.Random(5)
    game = Goff(collapse=collapse, double_win=double_win)
    solver = Solver(game)
    values = set()
    for ply in [7] * 12 + [8] * 30:
        position = random_position(game, ply, chooser)
        expected = minimax(game, position)
        values.add(expected)
        assert solver.value(position) == expected, f"{position}"
    assert len(values) > 2, "the sample would not tell a constant from a solver"
