"""The agents and the solver, in cases derived by hand and on games that are written out; pruning changes only the
number of nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from qttt.reference import playing
from qttt.reference.agents import ExpectiMinimax, MonteCarlo, PerfectAgent, RandomAgent, ends_alone
from qttt.reference.game import Actor, Game, Outcome, Score
from qttt.reference.goff import Goff
from qttt.reference.playing import ENDLESS, draw, outcome_chances, play_match, play_out_at_random
from qttt.reference.probabilistic import Probabilistic
from qttt.reference.probabilistic import solver as probabilistic
from qttt.reference.probabilistic.board import Board, random_board
from qttt.reference.solver import Solver
from qttt.reference.sqt import Sqt
from qttt.reference.tiqtaqtoe import LEVELS, Position, TiqTaqToe
from qttt.reference.tiqtaqtoe.ending import promise, promise_of_board

# Games that are written out: whose node each position is, where its actions lead, and what its ends are worth


@dataclass(frozen=True, eq=False)
class Node:
    """A node's actor and actions; at an end the actor is None and `worth` its value."""

    actor: Actor | None
    children: tuple[Node, ...] = ()
    worth: Fraction = Fraction(0)


@dataclass(frozen=True)
class WrittenOut:
    """A game of nodes, whose actions are numbers. Chance takes its actions 1 : 2 : 3 and so on; `favour` says how often
    the System favours X and O."""

    root: Node
    favour: tuple[Fraction, ...] = (Fraction(3, 4), Fraction(1, 4))
    ruleset = "written-out"

    def initial(self) -> Node:
        return self.root

    def actor(self, position: Node) -> Actor | None:
        return position.actor

    def actions(self, position: Node) -> tuple[int, ...]:
        return tuple(range(len(position.children)))

    def play(self, position: Node, action: int) -> Node:
        return position.children[action]

    def chance(self, position: Node) -> Mapping[int, Fraction]:
        actions = self.actions(position) if position.actor is Actor.CHANCE else ()
        return {action: Fraction(action + 1, sum(actions) + len(actions)) for action in actions}

    def system(self, position: Node) -> Mapping[Actor, Fraction]:
        favoured = zip((Actor.X, Actor.O), self.favour, strict=False)
        return dict(favoured) if position.actor is Actor.SYSTEM else {}

    def score(self, position: Node) -> Score:
        winner = Actor.X if position.worth > 0 else Actor.O if position.worth < 0 else None
        return Score(Outcome(winner, "" if winner else "draw", "HAND-1"), position.worth)


def ends(*worths: int) -> tuple[Node, ...]:
    return tuple(Node(None, (), Fraction(worth)) for worth in worths)


def x(*children: Node) -> Node:
    return Node(Actor.X, children)


def o(*children: Node) -> Node:
    return Node(Actor.O, children)


GAMES: dict[str, Game[Any, Any]] = {
    "goff": Goff(),
    "sqt": Sqt(Fraction(1, 4)),
    "probabilistic": Probabilistic(random_board(1)),
    **{f"tiqtaqtoe {level}": TiqTaqToe(level) for level in LEVELS},
    "tiqtaqtoe full-board": TiqTaqToe("high", target="unentangled", pair="legal", lines="full-board", both="X"),
}
MANY = 4_500


def worth(node: Node) -> Fraction:
    return node.worth


# Random play


def test_drawing_has_the_exact_chances() -> None:
    chances, chance = {"a": Fraction(1, 6), "b": Fraction(0), "c": Fraction(1, 2), "d": Fraction(1, 3)}, Random(1)
    counts = Counter(draw(chances, chance) for _ in range(MANY))
    assert counts["b"] == 0
    for name, share in chances.items():
        assert abs(counts[name] - MANY * share) <= 5 * (MANY * share * (1 - share)) ** 0.5


@pytest.mark.parametrize(("level", "of_o"), [("classic", Fraction(1, 2)), ("minimal", Fraction(1, 3) + Fraction(1, 6))])
def test_chances_of_random_play_by_hand(level: str, of_o: Fraction) -> None:
    """8 is a line of O; after 9 X fills 8, and there is none; and after 8-9 a measurement finds either."""
    chances = outcome_chances(TiqTaqToe(level), Position.of("XOXXOXO.."))
    of_o_found = sum(share for outcome, share in chances.items() if outcome.winner is Actor.O)
    assert (of_o_found, sum(chances.values())) == (of_o, 1)


def late(game: Game[Any, Any], actions: int, chance: Random) -> Any:
    """A position of a player after a number of random actions, or more if chance or the System is to act then."""
    while True:
        position, made = game.initial(), 0
        while actor := game.actor(position):
            if made >= actions and actor in (Actor.X, Actor.O):
                return position
            position, made = game.play(position, chance.choice(game.actions(position))), made + 1


def test_play_without_end_has_an_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "LONGEST", 50)
    game = Probabilistic(Board.of([("0", "1", "0")] * 9))
    assert play_out_at_random(game, game.initial(), Random(1)) == ENDLESS


# Monte Carlo


def test_monte_carlo_takes_the_first_action_with_most_wins_of_the_mover() -> None:
    root = x(*ends(-1, 0, 1, 1))
    assert MonteCarlo(WrittenOut(root), 3).wins(root, Random(1)) == {0: 0, 1: 0, 2: 3, 3: 3}
    for node, first in ((root, 2), (o(*ends(0, 1, -1)), 2), (x(*ends(0, -1)), 0)):
        assert MonteCarlo(WrittenOut(node), 3).choose(node, Random(1)) == first


# Expecti-minimax


THREE_BRANCHES = x(o(*ends(3, 12, 8)), o(*ends(2, 4, 6)), o(*ends(14, 5, 2)))


def test_tree_of_the_textbook_is_pruned_as_there() -> None:
    found = ExpectiMinimax(WrittenOut(THREE_BRANCHES), 3, worth).search(THREE_BRANCHES)
    assert found == (0, Fraction(3), 11)  # two of the thirteen nodes are cut off
    plain = ExpectiMinimax(WrittenOut(THREE_BRANCHES), 3, worth, pruning=False).search(THREE_BRANCHES)
    assert plain == (0, Fraction(3), 13)


def test_first_of_the_best_actions_is_taken() -> None:
    for root in (x(*ends(1, 2, 2, 0)), o(*ends(1, -2, -2, 0))):
        assert ExpectiMinimax(WrittenOut(root), 2, worth).search(root).action == 1


CHANCE = Node(Actor.CHANCE, (o(*ends(18, 18)), o(*ends(-1, -3))))
"""Worth 4: below chance every value counts, also one that on its own would be cut off."""


def test_below_chance_and_the_system_the_window_is_full() -> None:
    for node, value in ((CHANCE, Fraction(4)), (Node(Actor.SYSTEM, CHANCE.children), Fraction(3 * 18 - 3, 4))):
        root = x(*ends(2), node)
        assert ExpectiMinimax(WrittenOut(root), 4, worth).search(root)[:2] == (1, value)


def sampled(game: Game[Any, Any], count: int, seed: int = 7) -> list[Any]:
    """Positions of players, from the start to near the end."""
    chance = Random(seed)
    return [late(game, chance.randrange(1, 9), chance) for _ in range(count)]


@pytest.mark.parametrize("name", GAMES)
def test_pruning_changes_neither_action_nor_value(name: str) -> None:
    game, saved = GAMES[name], 0
    evaluation: Any = promise if name.startswith("tiqtaqtoe") else ends_alone(game, Fraction(1, 2))
    late_only = name == "tiqtaqtoe full"  # whose early positions have hundreds of thousands of nodes
    for position in [late(game, 9, Random(7))] if late_only else sampled(game, 8):
        pruned, plain = (ExpectiMinimax(game, 3, evaluation, pruning).search(position) for pruning in (True, False))
        assert pruned[:2] == plain[:2]
        saved += plain.nodes - pruned.nodes
    assert (saved > 0) == (name != "probabilistic")  # there chance follows every decision


@pytest.mark.parametrize("name", [name for name in GAMES if name not in ("probabilistic", "tiqtaqtoe full")])
def test_search_to_the_end_is_the_solver(name: str) -> None:
    game: Game[Any, Any] = GAMES[name]
    chance = Random(2)
    position = late(game, 10 if name in ("goff", "sqt") else 6, chance)
    found = ExpectiMinimax(game, 14, ends_alone(game)).search(position)
    solver = Solver(game)
    assert found.value == solver.value(position)
    assert found.action == solver.best(position)[0] == PerfectAgent(solver.best).choose(position, chance)


def test_search_that_sees_no_action_is_rejected() -> None:
    with pytest.raises(ValueError, match="a search of depth 1 sees no action: expected at least 2"):
        ExpectiMinimax(Goff(), 1, ends_alone(Goff()))


# Evaluations


@pytest.mark.parametrize(
    ("board", "value"),
    [
        (".........", 0),
        ("X...X....", 25),  # 1-5-9
        ("X...X...O", 5),
        ("O...O....", -25),
        ("O...O...X", -5),
        ("XXX......", 50),
        ("XXXOO....", 25),  # and 4-5-6
        ("OOOXX....", -25),
        ("XXXOOO...", 0),
        ("XX.......", 25),
        ("XXOOOXX..", 5 - 5 - 5 + 5),  # 1-2-3, 4-5-6, 3-5-7, 1-4-7; the other lines have one mark of each
    ],
)
def test_lines_of_a_board_are_counted_as_in_the_thesis(board: str, value: int) -> None:
    assert promise_of_board(board) == value


# Matches


def test_system_needs_values() -> None:
    with pytest.raises(ValueError, match="has a SYSTEM, which needs the values of its actions"):
        play_match(WrittenOut(Node(Actor.SYSTEM, ends(1, 2))), {}, Random(1))


def test_match_without_end_has_an_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "LONGEST", 50)
    game = Probabilistic(Board.of([("0", "1", "0")] * 9))
    played = play_match(game, dict.fromkeys((Actor.X, Actor.O), RandomAgent(game)), Random(1))
    assert played.outcome == ENDLESS
    assert len(played.actions) == 50


# The solver, on small games solved by hand


ANSWER = o(*ends(0, -1))
GAMBLE = Node(Actor.CHANCE, (*ends(12), ANSWER))
"""12 with probability 1/3, and with 2/3 a node where O chooses 0 or -1: worth 10/3."""
ROOT = x(*ends(3), GAMBLE)


def solver_of(root: Node, *favour: Fraction) -> Solver[Node, int]:
    return Solver(WrittenOut(root, favour))


def test_values_and_best_actions_by_hand() -> None:
    solver = solver_of(ROOT)
    assert [solver.value(node) for node in (ROOT, GAMBLE, ANSWER)] == [Fraction(10, 3), Fraction(10, 3), -1]
    assert solver.values(ROOT) == {0: 3, 1: Fraction(10, 3)}
    assert solver.values(GAMBLE) == {0: 12, 1: -1}
    assert (solver.best(ROOT), solver.best(ANSWER)) == ((1,), (1,))
    assert solver.best(GAMBLE) == (), "nobody decides at a node of CHANCE"
    assert solver.line(ROOT) == (1,), "it ends where chance begins"
    end = GAMBLE.children[0]
    assert solver.value(end) == 12
    assert not solver.values(end)
    assert not solver.best(end)


def test_ties_keep_the_documented_order() -> None:
    tied = o(*ends(5), x(*ends(2)), x(*ends(2)))
    assert solver_of(tied).best(tied) == (1, 2)
    assert solver_of(tied).line(tied) == (1, 0)


def test_transpositions_are_valued_once() -> None:
    class Counting(WrittenOut):
        scored = 0

        def score(self, position: Node) -> Score:
            Counting.scored += 1
            return super().score(position)

    shared = ends(7)
    solver = Solver(Counting(root := x(o(*shared), o(*shared))))
    assert [solver.value(root), solver.value(root), Counting.scored] == [7, 7, 1]


def test_long_games_need_no_recursion() -> None:
    (node,), length = ends(1), 20_000
    for _ in range(length):
        node = x(node)
    assert solver_of(node).value(node) == 1
    assert len(solver_of(node).line(node)) == length


@pytest.mark.parametrize("favour", [(), (Fraction(1),), (Fraction(1, 2), Fraction(1, 3))])
def test_system_without_probabilities_is_rejected(favour: tuple[Fraction, ...]) -> None:
    with pytest.raises(ValueError, match="gives SYSTEM no probabilities for its actions in "):
        solver_of(root := Node(Actor.SYSTEM, ends(1, 2)), *favour).value(root)


def test_chance_without_probabilities_is_rejected() -> None:
    class Silent(WrittenOut):
        def chance(self, position: Node) -> Mapping[int, Fraction]:
            return {}

    with pytest.raises(ValueError, match="gives CHANCE no probabilities for its actions in "):
        Solver(Silent(GAMBLE)).value(GAMBLE)


def test_system_favours_by_values_not_by_the_order_of_actions() -> None:
    """1/4 of the larger and 3/4 of the smaller, wherever they stand, and once more a level below."""
    below = Node(Actor.SYSTEM, ends(4, -4))
    root = Node(Actor.SYSTEM, (below, *ends(8)))
    solver = solver_of(root, Fraction(1, 4), Fraction(3, 4))
    assert solver.value(below) == -2
    assert solver.value(root) == Fraction(1, 4) * 8 + Fraction(3, 4) * -2
    assert solver.best(root) == solver.line(root) == ()


def test_iteration_that_comes_back_to_a_pair_has_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    passes, even = probabilistic.Line(1, *map(Fraction, (0, 0, 1))), probabilistic.Line(2, *[Fraction(1, 4)] * 3)
    assert probabilistic.solve((passes, even)).values == (Fraction(1, 3), Fraction(1, 3))
    right = probabilistic.values_of
    wrong = probabilistic.Values(Fraction(1, 2), Fraction(1, 2))
    monkeypatch.setattr(probabilistic, "values_of", lambda i, j: wrong if i.n == 1 else right(i, j))
    with pytest.raises(probabilistic.EndlessIteration, match="a loop of 2 squares is not solved after all 4 pairs of"):
        probabilistic.solve((passes, even))
