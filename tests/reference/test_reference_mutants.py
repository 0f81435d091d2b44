"""Break a rule on purpose, and a position derived by hand comes out wrong.

Each row plants one error in a rule function of a game and asks for one fact. The fact must be right with the rule as it
is, and wrong with the error: the errors known from other implementations of the games among them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import networkx as nx
import pytest

from qttt.reference.board import lines
from qttt.reference.game import Actor, Outcome
from qttt.reference.goff import Goff, Mark, Move, Selection
from qttt.reference.goff import Position as GoffPosition
from qttt.reference.goff import collapse as goff_collapse
from qttt.reference.goff import ending as goff_ending
from qttt.reference.goff import game as goff
from qttt.reference.goff import position as goff_position
from qttt.reference.goff.position import Board
from qttt.reference.hybrid import Hybrid, Link, PendingLink
from qttt.reference.hybrid import Position as HybridPosition
from qttt.reference.hybrid import ending as hybrid_ending
from qttt.reference.hybrid import game as hybrid
from qttt.reference.hybrid import moves as hybrid_moves
from qttt.reference.hybrid import position as hybrid_position
from qttt.reference.hybrid.position import links_graph
from qttt.reference.notation import player_of
from qttt.reference.solver import Solver
from qttt.reference.sqt import TWO_WINS, Sqt, probability, selection_probabilities
from qttt.reference.sqt import game as sqt
from qttt.reference.sqt.dice import Dice, Thrown
from qttt.reference.tiqtaqtoe import Pair, Single, TiqTaqToe
from qttt.reference.tiqtaqtoe import Position as TiqTaqToePosition
from qttt.reference.tiqtaqtoe import ending as tiqtaqtoe_ending
from qttt.reference.tiqtaqtoe import game as tiqtaqtoe
from qttt.reference.tiqtaqtoe import moves as tiqtaqtoe_moves
from qttt.reference.tiqtaqtoe import position as tiqtaqtoe_position
from qttt.reference.tiqtaqtoe.position import SQUARES

GOFF, HYBRID = Goff(), Hybrid()


class Mutant(NamedTuple):
    """`where.name` becomes `wrong`; `fact` is then no longer `truth`."""

    what: str
    where: Any
    name: str
    wrong: object
    fact: Callable[[], object]
    truth: object


def is_listed(game: Any, text: str, action: object) -> bool:
    """Whether an action is among those after a game."""
    return action in game.actions(game.position(text))


def is_rejected(made: Callable[[], object]) -> bool:
    try:
        made()
    except ValueError:
        return True
    return False


def is_accepted(game: Any, text: str, action: object) -> bool:
    """Whether an action can be played after a game."""
    position = game.position(text)
    return not is_rejected(lambda: game.play(position, action))


# Goff


CHAIN = "X1.1-2 O2.2-3 X3.1-3"
TWO_COMPONENTS = "X1.5-6 O2.1-2 X3.8-9 O4.1-2"
EIGHT_DEFINITE = "X1.1-2 O2.1-2 selB X3.3-4 O4.3-4 selA X5.5-6 O6.5-6 selB X7.7-8 O8.7-8 selA"
IDLE_MARK = "X1@1 O2@4 X3@2 O4@5 X5@3 O6@6 X7@7"
TWO_LINES = "X1@1 O2@5 X3@2 O4@6 X5@3 O6@8 X7@4 O8@9 X9@7"


def goff_outcome(text: str) -> str:
    return str(goff_ending.outcome(GoffPosition.of(text)))


def simple_graph_cycle(position: GoffPosition, move: Move) -> bool:
    graph = nx.Graph(position.entanglement)
    return not graph.has_edge(*move) and bool(nx.has_path(graph, *move))


def other_selection(position: GoffPosition, selection: Selection) -> dict[int, int]:
    (other,) = set(Selection) - {selection}
    return settled_squares(position, other)


def swapped(position: GoffPosition, selection: Selection) -> dict[int, int]:
    """The last mark where it belongs, the two youngest others exchanged."""
    squares = settled_squares(position, selection)
    *_, first, second = sorted(set(squares) - {position.ply})
    return squares | {first: squares[second], second: squares[first]}


def everything_collapses(position: GoffPosition, selection: Selection) -> GoffPosition:
    settled = settle(position, selection)
    rest = {spooky.squares.first: spooky.mark for spooky in settled.spooky}
    board = tuple(rest.get(at, mark) for at, mark in enumerate(settled.definite, start=1))
    return GoffPosition(board)


def selector_moves(position: GoffPosition) -> Actor:
    return next_mark(position).player.opponent


def every_mark_counts(board: Board, player: Actor) -> int | None:
    if not goff_ending.marks_of_lines(board, player):
        return None
    return max(mark.ply for mark in board if mark and mark.player is player)


def last_line_counts(board: Board, player: Actor) -> int | None:
    return max(map(goff_ending.ply_of_line, goff_ending.marks_of_lines(board, player)), default=None)


def eight_squares_end(position: GoffPosition, double_win: bool = False) -> object:
    if position.definite.count(None) == 1:
        position = replace(position, definite=tuple(mark or Mark(Actor.O, 8) for mark in position.definite))
    return outcome(position, double_win)


def any_line_wins_completely(board: Board) -> Outcome | None:
    holders = [player for player in (Actor.X, Actor.O) if goff_ending.marks_of_lines(board, player)]
    return Outcome(holders[0], "complete", "GOFF-END-2") if holders else None


def every_component(position: GoffPosition) -> frozenset[int]:
    return frozenset(square for pair in position.spooky for square in pair.squares)


settled_squares, settle = goff_collapse.settled_squares, goff_collapse.settle
next_mark, outcome = goff_position.next_mark, goff_ending.outcome

OF_GOFF = [
    Mutant(
        "a line runs on into the next row",
        goff_ending, "LINES", (*lines(), (3, 4, 5)),
        lambda: outcome(GoffPosition.of("X1@3 O2@1 X3@4 O4@9 X5@5")), None,
    ),
    Mutant(
        "O moves at odd plies",
        goff_collapse, "next_mark", lambda position: Mark(Actor.O, position.ply + 1),
        lambda: GOFF.actor(GoffPosition()), Actor.X,
    ),
    Mutant(
        "definite marks may be covered",
        goff, "open_squares", lambda board: goff_position.squares(),
        lambda: is_accepted(GOFF, "X1.1-2 O2.1-2 selA", Move(2, 3)), False,
    ),
    Mutant(
        "one square may be named twice",
        goff, "is_usual_move", lambda move: True,
        lambda: is_accepted(GOFF, "", Move(5, 5)), False,
    ),
    Mutant(
        "moves in descending order",
        goff, "usual_moves", lambda board: goff_position.usual_moves(board)[::-1],
        lambda: GOFF.actions(GoffPosition())[0], Move(1, 2),
    ),
    Mutant(
        "two marks on the same two squares are not a cycle",
        goff_position, "closes_cycle", simple_graph_cycle,
        lambda: GOFF.position("X1.1-2 O2.1-2").pending, True,
    ),
    Mutant(
        "only two marks on the same two squares are a cycle",
        goff_position, "closes_cycle", lambda position, move: position.entanglement.has_edge(*move),
        lambda: GOFF.position(CHAIN).pending, True,
    ),
    Mutant(
        "selA is selB",
        goff_collapse, "settled_squares", other_selection,
        lambda: str(GOFF.position(f"{CHAIN} selA")), "X1@2 O2@3 X3@1",
    ),
    Mutant(
        "marks settle on squares they were never on",
        goff_collapse, "settled_squares", swapped,
        lambda: str(GOFF.position(f"{CHAIN} selA")), "X1@2 O2@3 X3@1",
    ),
    Mutant(
        "components collapse that the last move is not part of",
        goff, "settle", everything_collapses,
        lambda: str(GOFF.position(f"{TWO_COMPONENTS} selA")), "X1.5-6 O2@2 X3.8-9 O4@1",
    ),
    Mutant(
        "every component collapses",
        goff_collapse, "collapsing", every_component,
        lambda: str(GOFF.position(f"{TWO_COMPONENTS} selA")), "X1.5-6 O2@2 X3.8-9 O4@1",
    ),
    Mutant(
        "branches of the cycle stay spooky",
        goff_collapse, "collapsing", lambda position: frozenset(position.spooky[-1].squares),
        lambda: str(GOFF.position("X1.1-2 O2.2-3 X3.1-2 selA")), "X1@2 O2@3 X3@1",
    ),
    Mutant(
        "the mover selects",
        goff, "SELECTOR", {"opponent": goff_collapse.mover_selects},
        lambda: GOFF.actor(GOFF.position(CHAIN)), Actor.O,
    ),
    Mutant(
        "the last mover moves again after the selection",
        goff, "player_to_move", selector_moves,
        lambda: GOFF.actor(GOFF.position(f"{CHAIN} selA")), Actor.O,
    ),
    Mutant(
        "no special final move",
        goff, "final_move", lambda board: None,
        lambda: GOFF.actions(GOFF.position(EIGHT_DEFINITE)), (Move(9, 9),),
    ),
    Mutant(
        "the game ends when eight squares are definite",
        goff, "outcome", eight_squares_end,
        lambda: GOFF.actor(GOFF.position(EIGHT_DEFINITE)), Actor.X,
    ),
    Mutant(
        "the largest ply of all marks breaks the tie",
        goff_ending, "ply_of_player", every_mark_counts,
        lambda: goff_outcome(IDLE_MARK), "narrow win of X",
    ),
    Mutant(
        "the largest ply over a player's lines counts",
        goff_ending, "ply_of_player", last_line_counts,
        lambda: goff_ending.ply_of_player(GoffPosition.of(TWO_LINES).definite, Actor.X), 5,
    ),
    Mutant(
        "the smallest ply of a line's marks counts",
        goff_ending, "ply_of_line", lambda marks: min(mark.ply for mark in marks),
        lambda: goff_outcome("X1@1 O2@4 X3@8 O4@5 X5@2 O6@6 X7@3"), "narrow win of O",
    ),
    Mutant(
        "any line wins completely",
        goff_ending, "complete", any_line_wins_completely,
        lambda: goff_outcome(IDLE_MARK), "narrow win of X",
    ),
    Mutant(
        "nine definite marks are a draw whatever lines there are",
        goff_ending, "marks_of_lines", lambda board, player: (),
        lambda: goff_outcome(TWO_LINES), "complete win of X",
    ),
]  # fmt: skip


# SQT


DRAW_OR_NARROW = "X1.1-2 O2.1-2 selB X3.3-5 O4.3-5 selB X5.4-6 O6.4-6 selB X7.7-8 O8.7-8"


def larger_to_o(values: Any, player: Actor) -> Selection:
    (other,) = set(Selection) - {advantageous(values, player)}
    return other


advantageous = sqt.advantageous


OF_SQT = [
    Mutant(
        "the opponent selects",
        sqt, "system_selects", lambda mover: mover.opponent,
        lambda: Sqt(Fraction(1, 2)).actor(GOFF.position(TWO_WINS)), Actor.SYSTEM,
    ),
    Mutant(
        "the larger value is O's",
        sqt, "advantageous", larger_to_o,
        lambda: selection_probabilities(dict(zip(Selection, (Fraction(1), Fraction(0)), strict=True)), Fraction(1)),
        {Selection.A: 1, Selection.B: 0},
    ),
    Mutant(
        "probabilities are not checked",
        sqt, "checked", lambda q, p=None: q,
        lambda: is_rejected(lambda: probability("2")), True,
    ),
    Mutant(
        "draws are even",
        sqt, "SCORINGS", {"draws-second": sqt.draws_even()},
        lambda: Solver(Sqt(Fraction(1), "draws-second")).value(GOFF.position(DRAW_OR_NARROW)), -5,
    ),
    Mutant(
        "p and q are exchanged",
        Sqt, "p", property(lambda game: game.q),
        lambda: Sqt(Fraction(0)).system(GOFF.position(TWO_WINS))[Actor.X], 1,
    ),
    Mutant(
        "dice are thrown at once",
        Dice, "_due", lambda game, position: True,
        lambda: Dice(Sqt(Fraction(1, 2))).actions(Thrown(GoffPosition()))[0], Move(1, 2),
    ),
]  # fmt: skip


# TiqTaqToe


MINIMAL, MODERATE, HIGH = TiqTaqToe("minimal"), TiqTaqToe("moderate"), TiqTaqToe("high")
UNENTANGLED, PAIRS = TiqTaqToe(target="unentangled"), TiqTaqToe(pair="legal")
FULL_BOARD = TiqTaqToe("minimal", lines="full-board")
SEVEN_PLIES = "X1.1-7 O2.4-8 X3.2 O4.5 X5.3 O6.6 X7.9"
FIGURE_8 = ("X....O...", "XO.......", ".X...O...", ".O...X...")


def line_on_every_board(position: TiqTaqToePosition, player: Actor) -> bool:
    """A line on every board, whichever it is."""
    return all(any(all(board[q - 1] == player for q in line) for line in lines()) for board in position.boards)


def line_of_possible_marks(position: TiqTaqToePosition, player: Actor) -> bool:
    return any(all(player in position.held[q - 1] for q in line) for line in lines())


def either_square(position: TiqTaqToePosition, pair: Pair) -> TiqTaqToePosition:
    """The mark on either square, and what was there is lost."""
    boards = [tiqtaqtoe_moves.written(board, q, position.turn) for board in position.boards for q in pair]
    return tiqtaqtoe_position.of_boards({*boards})


def only_on_the_new_square(position: TiqTaqToePosition, pair: Pair) -> TiqTaqToePosition:
    """The new mark stays where it is put: nothing is exchanged."""
    return tiqtaqtoe_moves.place(position, pair.second)


def own_marks_too(level: str, opponent: str) -> tuple[frozenset[str], ...]:
    return (*targets(level, opponent), frozenset("X"), frozenset("O"))


def whatever_may_be_the_opponents(position: TiqTaqToePosition, square: int, level: str) -> bool:
    return is_target(position, square, level) or position.turn.opponent in position.held[square - 1]


def certain_marks_only(level: str, opponent: str) -> tuple[frozenset[str], ...]:
    return targets("moderate" if level == "high" else level, opponent)


def two_squares_of_any_marks(position: TiqTaqToePosition, pair: Pair) -> bool:
    return all(position.held[square - 1] == {".", position.turn.opponent} for square in pair)


def pair_doubled(position: TiqTaqToePosition, pair: Pair) -> TiqTaqToePosition:
    filled = pair_filled(position, pair).boards
    return TiqTaqToePosition(tuple(sorted([*filled, *filled])))


def nine_certain_or_superposed_marks(position: TiqTaqToePosition) -> bool:
    return position.plies == 9 and len(position.boards) > 1


def all_uncertain_squares(position: TiqTaqToePosition, a: int, b: int) -> bool:
    return None in (position.certain[a - 1], position.certain[b - 1])


def never_both_marked(position: TiqTaqToePosition, a: int, b: int) -> bool:
    return all("." in pair for pair in zip(position.columns[a - 1], position.columns[b - 1], strict=True))


targets, is_target = tiqtaqtoe_moves.superposed_targets, tiqtaqtoe_moves.is_target
pair_filled = tiqtaqtoe_moves.pair_filled

OF_TIQTAQTOE = [
    Mutant(
        "a switch that the level does not have is taken",
        tiqtaqtoe, "check_setting", lambda level, switches: None,
        lambda: is_rejected(lambda: TiqTaqToe("moderate", pair="legal")), True,
    ),
    Mutant(
        "a line runs on into the next row",
        tiqtaqtoe_ending, "lines", lambda: (*lines(), (3, 4, 5)),
        lambda: HIGH.actor(HIGH.position("X1.3 O2.1 X3.4 O4.9 X5.5")), Actor.O,
    ),
    Mutant(
        "a line on every board counts, whichever it is",
        tiqtaqtoe_ending, "has_line", line_on_every_board,
        lambda: HIGH.actor(TiqTaqToePosition.of("XXXOO.... | OO.XXX...")), Actor.O,
    ),
    Mutant(
        "marks in superposition make a line",
        tiqtaqtoe_ending, "has_line", line_of_possible_marks,
        lambda: HIGH.actor(HIGH.position("X1.1-4 O2.5 X3.2 O4.6 X5.3")), Actor.O,
    ),
    Mutant(
        "all uncertain squares are entangled",
        tiqtaqtoe_position, "entangled", all_uncertain_squares,
        lambda: tiqtaqtoe_position.groups(HIGH.position("X1.1-2 O2.3-4")), ((1, 2), (3, 4)),
    ),
    Mutant(
        "entangled squares are those of which one is always empty",
        tiqtaqtoe_position, "entangled", never_both_marked,
        lambda: tiqtaqtoe_position.groups(HIGH.position("X1.1 O2.1-2")), ((1, 2),),
    ),
    Mutant(
        "O begins",
        tiqtaqtoe_position, "player_of", lambda ply: player_of(ply + 1),
        lambda: HIGH.actor(TiqTaqToePosition()), Actor.X,
    ),
    Mutant(
        "a superposition overwrites what it meets",
        tiqtaqtoe, "superposed", either_square,
        lambda: {*HIGH.position("X1.1-2 O2.2-6").boards}, {*FIGURE_8},
    ),
    Mutant(
        "a superposition exchanges nothing",
        tiqtaqtoe, "superposed", only_on_the_new_square,
        lambda: {*HIGH.position("X1.1-2 O2.2-6").boards}, {*FIGURE_8},
    ),
    Mutant(
        "a player's own marks are targets",
        tiqtaqtoe_moves, "superposed_targets", own_marks_too,
        lambda: is_listed(HIGH, "X1.1 O2.9", Pair(1, 2)), False,
    ),
    Mutant(
        "a square that may hold either player's mark is a target",
        tiqtaqtoe, "is_target", whatever_may_be_the_opponents,
        lambda: is_listed(HIGH, "X1.1-2 O2.2-6", Pair(2, 3)), False,
    ),
    Mutant(
        "superposed marks are targets at the level moderate",
        tiqtaqtoe_moves, "superposed_targets", lambda level, opponent: targets("high", opponent),
        lambda: is_listed(MODERATE, "X1.1-2", Pair(2, 3)), False,
    ),
    Mutant(
        "only certain marks are targets at the level high",
        tiqtaqtoe_moves, "superposed_targets", certain_marks_only,
        lambda: is_listed(HIGH, "X1.1-2", Pair(2, 3)), True,
    ),
    Mutant(
        "entangled marks are targets under target=unentangled",
        tiqtaqtoe, "is_unentangled", lambda position, square: True,
        lambda: is_listed(UNENTANGLED, "X1.1-2 O2.2-6 X3.5", Pair(1, 3)), False,
    ),
    Mutant(
        "certain marks are not targets under target=unentangled",
        tiqtaqtoe, "is_unentangled", lambda position, square: position.certain[square - 1] in (".", None),
        lambda: is_listed(UNENTANGLED, "X1.1", Pair(1, 2)), True,
    ),
    Mutant(
        "the squares of two marks are a pair",
        tiqtaqtoe, "is_opponents_pair", two_squares_of_any_marks,
        lambda: is_listed(PAIRS, "X1.1-2 O2.9 X3.3-4", Pair(1, 3)), False,
    ),
    Mutant(
        "a coin is tossed for a pair",
        tiqtaqtoe, "pair_filled", pair_doubled,
        lambda: len(PAIRS.position("X1.1-2 O2.1-2").boards), 2,
    ),
    Mutant(
        "a measurement waits for nine marks",
        tiqtaqtoe, "measurement_due", nine_certain_or_superposed_marks,
        lambda: MINIMAL.actor(MINIMAL.position(SEVEN_PLIES)), Actor.CHANCE,
    ),
    Mutant(
        "X begins again after a measurement",
        TiqTaqToePosition, "turn",
        property(lambda position: player_of(1 if len(position.boards) == 1 else position.plies + 1)),
        lambda: MINIMAL.actor(MINIMAL.position(f"{SEVEN_PLIES} =.XX.OOXOX")), Actor.O,
    ),
    Mutant(
        "lines of both are a win of X",
        tiqtaqtoe_ending, "winner_of_both", lambda both, plies: Actor.X,
        lambda: MINIMAL.score(MINIMAL.position(f"{SEVEN_PLIES} =XXXOOO..X")).value, 0,
    ),
    Mutant(
        "the last mover is the next one",
        tiqtaqtoe_ending, "player_of", lambda ply: player_of(ply + 1),
        lambda: TiqTaqToe("minimal", both="last-mover").score(TiqTaqToePosition.of("XXXOOO..X")).value, 1,
    ),
    Mutant(
        "lines=full-board looks at every move",
        tiqtaqtoe_ending, "lines_count", lambda position, looked_for: True,
        lambda: FULL_BOARD.actor(TiqTaqToePosition.of("XXXOO....")), Actor.O,
    ),
    Mutant(
        "lines=full-board forgets that a measurement has made the line",
        tiqtaqtoe, "measured", lambda board, looked_for: tiqtaqtoe_ending.measured(board, "every-move"),
        lambda: FULL_BOARD.actor(FULL_BOARD.position(f"{SEVEN_PLIES} =XXXOOO..X")), None,
    ),
    Mutant(
        "a measurement ends the game, line or not",
        tiqtaqtoe_ending, "is_complete", lambda position: len(position.boards) == 1 and position.plies > 5,
        lambda: MINIMAL.actor(MINIMAL.position(f"{SEVEN_PLIES} =.XX.OOXOX")), Actor.O,
    ),
    Mutant(
        "a square that may be empty is open",
        TiqTaqToePosition, "empty", property(lambda position: [q for q in SQUARES if "." in position.held[q - 1]]),
        lambda: is_listed(HIGH, "X1.1-2", Single(2)), False,
    ),
]  # fmt: skip


# Q3T


FIGURE_3 = "X1.7 =X O2.5>7 X3.3 =X O4.9>3 X5.5 =O O6.9 =O"


def marks(text: str, game: Hybrid = HYBRID) -> str:
    return game.position(text).marks


def score(text: str, game: Hybrid = HYBRID) -> tuple[str, int]:
    ended = game.score(HybridPosition.of(text))
    return str(ended.outcome), int(ended.value)


def link_of_the_opponent(position: HybridPosition, move: Link) -> HybridPosition:
    return hybrid_moves.link(replace(position, turn=position.turn.opponent), move)


def of_the_measurer(position: HybridPosition, result: Actor, effect: str) -> HybridPosition:
    """A link is triggered by the mark of the player who measures."""
    links = tuple(one._replace(owner=position.turn) for one in position.links)
    return hybrid_moves.measured(replace(position, links=links), result, effect)


def by_any_result(position: HybridPosition, result: Actor, effect: str) -> HybridPosition:
    links = tuple(one._replace(owner=result) for one in position.links)
    return hybrid_moves.measured(replace(position, links=links), result, effect)


def links_stay(position: HybridPosition, result: Actor, effect: str) -> HybridPosition:
    return replace(hybrid_moves.measured(position, result, effect), links=position.links)


def turn_stays(position: HybridPosition, result: Actor, effect: str) -> HybridPosition:
    return replace(hybrid_moves.measured(position, result, effect), turn=position.turn)


def first_line(position: HybridPosition) -> Outcome | None:
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


OF_HYBRID = [
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
        lambda: HYBRID.position("X1.7 =X O2.5>7 X3.5 =X").links, (),
    ),
    Mutant(
        "a measurement is not a ply",
        hybrid, "measured", turn_stays,
        lambda: HYBRID.position("X1.7 =X").turn, Actor.O,
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
        lambda: is_listed(HYBRID, "X1.7 =X O2.5>7", Link(5, 7)), False,
    ),
    Mutant(
        "all links are X's",
        hybrid_position, "links_graph", of_one_owner,
        lambda: marks("X1.7 =X O2.5>7 X3.5 =O"), "....O.O..",
    ),
    Mutant(
        "no link is pending",
        hybrid_position, "links_graph", lambda _: links_graph(()),
        lambda: is_listed(Hybrid(targets="one"), "X1.7 =X O2.5>7", Link(6, 7)), False,
    ),
    Mutant(
        "a control carries any number of links",
        hybrid, "may_control", always,
        lambda: is_listed(HYBRID, "X1.7 =X O2.5>7", Link(5, 7)), False,
    ),
    Mutant(
        "one link is pending in the whole game",
        hybrid, "may_control", lambda position, *_: not position.links,
        lambda: is_listed(HYBRID, "X1.7 =X O2.5>7", Link(6, 7)), True,
    ),
    Mutant(
        "a target receives one link",
        hybrid, "may_receive", lambda position, box, _: all(one.target != box for one in position.links),
        lambda: is_listed(HYBRID, "X1.7 =X O2.5>7", Link(6, 7)), True,
    ),
    Mutant(
        "targets=one is ignored",
        hybrid, "may_receive", always,
        lambda: is_listed(Hybrid(targets="one"), "X1.7 =X O2.5>7", Link(6, 7)), False,
    ),
    Mutant(
        "a line of X is looked for first",
        hybrid, "outcome", first_line,
        lambda: score("XXXOOO..., X to move"), ("lines of both", 0),
    ),
    Mutant(
        "the diagonals are not lines",
        hybrid_ending, "lines", lambda: lines()[:6],
        lambda: HYBRID.actor(HYBRID.position(FIGURE_3)), None,
    ),
    Mutant(
        "the player to move has measured last",
        hybrid_ending, "winner_of_both", lambda both, measurer: measurer.opponent,
        lambda: score("XXXOOO..., X to move", Hybrid(both="measurer")), ("lines of both", -1),
    ),
    Mutant(
        "a game without a line ends before nine boxes are measured",
        hybrid_ending, "UNMEASURED", "?",
        lambda: HYBRID.actor(HybridPosition.of(".OXXOOOX., X to move")), Actor.X,
    ),
]  # fmt: skip


MUTANTS = {"goff": OF_GOFF, "sqt": OF_SQT, "tiqtaqtoe": OF_TIQTAQTOE, "hybrid": OF_HYBRID}


@pytest.mark.parametrize(
    "mutant",
    [pytest.param(mutant, id=f"{game}: {mutant.what}") for game, mutants in MUTANTS.items() for mutant in mutants],
)
def test_broken_rule_is_caught(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fact is right with the rule as it is, and wrong with the error."""
    monkeypatch.setattr(goff_ending, "marks_of_lines", goff_ending.marks_of_lines.__wrapped__)  # no cache
    assert mutant.fact() == mutant.truth
    monkeypatch.setattr(mutant.where, mutant.name, mutant.wrong)
    assert mutant.fact() != mutant.truth, f"nothing shows that {mutant.what}"
