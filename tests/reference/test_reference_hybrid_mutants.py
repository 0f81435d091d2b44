"""Break a rule of Q3T on purpose, and a position derived by hand comes out wrong.

Each row plants one error in a rule function and asks for one fact. The fact must be right with the rule as it is, and
wrong with the error.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from qttt.reference.board import lines
from qttt.reference.game import Actor, Outcome
from qttt.reference.hybrid import Hybrid, Link, Position
from qttt.reference.hybrid import ending as hybrid_ending
from qttt.reference.hybrid import game as hybrid
from qttt.reference.hybrid import moves as hybrid_moves
from qttt.reference.hybrid import position as hybrid_position
from qttt.reference.hybrid.moves import link, measured
from qttt.reference.hybrid.position import PendingLink, links_graph

from .mutants import Mutant

GAME = Hybrid()
FIGURE_3 = "X1.7 =X O2.5>7 X3.3 =X O4.9>3 X5.5 =O O6.9 =O"


def after(text: str, game: Hybrid = GAME) -> Position:
    return game.position(text)


def marks(text: str, game: Hybrid = GAME) -> str:
    return after(text, game).marks


def legal(text: str, control: int, target: int, game: Hybrid = GAME) -> bool:
    return Link(control, target) in game.actions(after(text, game))


def score(text: str, game: Hybrid = GAME) -> tuple[str, int]:
    ended = game.score(Position.of(text))
    return str(ended.outcome), int(ended.value)


def link_of_the_opponent(position: Position, move: Link) -> Position:
    return link(replace(position, turn=position.turn.opponent), move)


def of_the_measurer(position: Position, result: Actor, effect: str) -> Position:
    """A link is triggered by the mark of the player who measures."""
    links = tuple(one._replace(owner=position.turn) for one in position.links)
    return measured(replace(position, links=links), result, effect)


def by_any_result(position: Position, result: Actor, effect: str) -> Position:
    links = tuple(one._replace(owner=result) for one in position.links)
    return measured(replace(position, links=links), result, effect)


def links_stay(position: Position, result: Actor, effect: str) -> Position:
    return replace(measured(position, result, effect), links=position.links)


def turn_stays(position: Position, result: Actor, effect: str) -> Position:
    return replace(measured(position, result, effect), turn=position.turn)


def first_line(position: Position) -> Outcome | None:
    """X is looked at before O."""
    for player in (Actor.X, Actor.O):
        if hybrid_ending.has_line(position, player):
            return Outcome(player, "", "HYB-END-1")
    return None


def backwards(links: tuple[PendingLink, ...]) -> object:
    return links_graph(tuple(one._replace(control=one.target, target=one.control) for one in links))


def of_one_owner(links: tuple[PendingLink, ...]) -> object:
    return links_graph(tuple(one._replace(owner=Actor.X) for one in links))


def always(*_: object) -> bool:
    return True


MUTANTS = [
    Mutant(
        "links belong to the opponent",
        hybrid, "link", link_of_the_opponent,
        lambda: marks("X1.7 =X O2.5>7 X3.5 =O"), "....O.O..",
    ),
    Mutant(
        "the measurer's mark triggers, whoever owns the link",
        hybrid, "measured", of_the_measurer,
        lambda: marks("X1.7 =X O2.5>7 X3.5 =O"), "....O.O..",
    ),
    Mutant(
        "either mark triggers",
        hybrid, "measured", by_any_result,
        lambda: marks("X1.7 =X O2.5>7 X3.5 =X"), "....X.X..",
    ),
    Mutant(
        "links stay when their control is measured",
        hybrid, "measured", links_stay,
        lambda: after("X1.7 =X O2.5>7 X3.5 =X").links, (),
    ),
    Mutant(
        "a measurement is no ply",
        hybrid, "measured", turn_stays,
        lambda: after("X1.7 =X").turn, Actor.O,
    ),
    Mutant(
        "a link makes the mark its owner's",
        hybrid_moves, "turned", lambda mark, owner, effect: str(owner),
        lambda: marks("X1.7 =O O2.5>7 X3.5 =O"), "....O.X..",
    ),
    Mutant(
        "effect=take reverses",
        hybrid_moves, "turned", lambda mark, owner, effect: str(mark.opponent),
        lambda: marks("X1.7 =O O2.5>7 X3.5 =O", Hybrid(effect="take")), "....O.O..",
    ),
    Mutant(
        "links lead from target to control",
        hybrid_position, "links_graph", backwards,
        lambda: legal("X1.7 =X O2.5>7", 5, 7), False,
    ),
    Mutant(
        "all links are X's",
        hybrid_position, "links_graph", of_one_owner,
        lambda: marks("X1.7 =X O2.5>7 X3.5 =O"), "....O.O..",
    ),
    Mutant(
        "no link is pending",
        hybrid_position, "links_graph", lambda _: links_graph(()),
        lambda: legal("X1.7 =X O2.5>7", 6, 7, Hybrid(targets="one")), False,
    ),
    Mutant(
        "a control carries any number of links",
        hybrid, "may_control", always,
        lambda: legal("X1.7 =X O2.5>7", 5, 7), False,
    ),
    Mutant(
        "one link is pending in the whole game",
        hybrid, "may_control", lambda position, *_: not position.links,
        lambda: legal("X1.7 =X O2.5>7", 6, 7), True,
    ),
    Mutant(
        "a target receives one link",
        hybrid, "may_receive", lambda position, box, _: all(one.target != box for one in position.links),
        lambda: legal("X1.7 =X O2.5>7", 6, 7), True,
    ),
    Mutant(
        "targets=one is ignored",
        hybrid, "may_receive", always,
        lambda: legal("X1.7 =X O2.5>7", 6, 7, Hybrid(targets="one")), False,
    ),
    Mutant(
        "a line of X is looked for first",
        hybrid, "outcome", first_line,
        lambda: score("XXXOOO..., X to move"), ("lines of both", 0),
    ),
    Mutant(
        "the diagonals are no lines",
        hybrid_ending, "lines", lambda: lines()[:6],
        lambda: GAME.actor(after(FIGURE_3)), None,
    ),
    Mutant(
        "the player to move has measured last",
        hybrid_ending, "winner_of_both", lambda both, measurer: measurer.opponent,
        lambda: score("XXXOOO..., X to move", Hybrid(both="measurer")), ("lines of both", -1),
    ),
    Mutant(
        "a game without a line ends before nine boxes are measured",
        hybrid_ending, "UNMEASURED", "?",
        lambda: GAME.actor(Position.of(".OXXOOOX., X to move")), Actor.X,
    ),
]  # fmt: skip


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.what)
def test_broken_rule_is_caught(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    mutant.check(monkeypatch)
