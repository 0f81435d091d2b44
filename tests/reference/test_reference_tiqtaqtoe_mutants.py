"""Break a rule of TiqTaqToe on purpose, and a position derived by hand comes out wrong.

Each row plants one error in a rule function and asks for one fact. The fact must be right with the rule as it
is, and wrong with the error.
"""

from __future__ import annotations

import pytest

from qttt.reference.board import lines
from qttt.reference.game import Actor
from qttt.reference.notation import player_of
from qttt.reference.tiqtaqtoe import Action, Pair, Position, Single, TiqTaqToe
from qttt.reference.tiqtaqtoe import ending as tiqtaqtoe_ending
from qttt.reference.tiqtaqtoe import game as tiqtaqtoe
from qttt.reference.tiqtaqtoe import moves as tiqtaqtoe_moves
from qttt.reference.tiqtaqtoe import position as tiqtaqtoe_position
from qttt.reference.tiqtaqtoe.position import SQUARES

from .mutants import Mutant

MINIMAL, MODERATE, HIGH = TiqTaqToe("minimal"), TiqTaqToe("moderate"), TiqTaqToe("high")
UNENTANGLED, PAIRS = TiqTaqToe(target="unentangled"), TiqTaqToe(pair="legal")
FULL_BOARD = TiqTaqToe("minimal", lines="full-board")
SEVEN_PLIES = "X1.1-7 O2.4-8 X3.2 O4.5 X5.3 O6.6 X7.9"
FIGURE_8 = ("X....O...", "XO.......", ".X...O...", ".O...X...")


def after(text: str, game: TiqTaqToe = HIGH) -> Position:
    return game.position(text)


def legal(text: str, action: Action, game: TiqTaqToe = HIGH) -> bool:
    return action in game.actions(after(text, game))


def line_on_every_board(position: Position, player: Actor) -> bool:
    """A line on every board, whichever it is."""
    return all(any(all(board[q - 1] == player for q in line) for line in lines()) for board in position.boards)


def line_of_possible_marks(position: Position, player: Actor) -> bool:
    return any(all(player in position.held[q - 1] for q in line) for line in lines())


def either_square(position: Position, pair: Pair) -> Position:
    """The mark on either square, and what was there is lost."""
    boards = [tiqtaqtoe_moves.written(board, q, position.turn) for board in position.boards for q in pair]
    return tiqtaqtoe_position.of_boards({*boards})


def only_on_the_new_square(position: Position, pair: Pair) -> Position:
    """The new mark stays where it is put: nothing is exchanged."""
    return tiqtaqtoe_moves.place(position, pair.second)


def own_marks_too(level: str, opponent: str) -> tuple[frozenset[str], ...]:
    return (*targets(level, opponent), frozenset("X"), frozenset("O"))


def whatever_may_be_the_opponents(position: Position, square: int, level: str) -> bool:
    return is_target(position, square, level) or position.turn.opponent in position.held[square - 1]


def certain_marks_only(level: str, opponent: str) -> tuple[frozenset[str], ...]:
    return targets("moderate" if level == "high" else level, opponent)


def two_squares_of_any_marks(position: Position, pair: Pair) -> bool:
    return all(position.held[square - 1] == {".", position.turn.opponent} for square in pair)


def pair_doubled(position: Position, pair: Pair) -> Position:
    filled = pair_filled(position, pair).boards
    return Position(tuple(sorted([*filled, *filled])))


def nine_certain_or_superposed_marks(position: Position) -> bool:
    return position.plies == 9 and len(position.boards) > 1


def all_uncertain_squares(position: Position, a: int, b: int) -> bool:
    return None in (position.certain[a - 1], position.certain[b - 1])


def never_both_marked(position: Position, a: int, b: int) -> bool:
    return all("." in pair for pair in zip(position.columns[a - 1], position.columns[b - 1], strict=True))


targets, is_target = tiqtaqtoe_moves.superposed_targets, tiqtaqtoe_moves.is_target
pair_filled, measured = tiqtaqtoe_moves.pair_filled, tiqtaqtoe_ending.measured

MUTANTS = [
    Mutant(
        "a switch that the level does not have is taken",
        tiqtaqtoe, "check_setting", lambda level, switches: None,
        lambda: refused("moderate", pair="legal"), True,
    ),
    Mutant(
        "a line runs on into the next row",
        tiqtaqtoe_ending, "lines", lambda: (*lines(), (3, 4, 5)),
        lambda: HIGH.actor(after("X1.3 O2.1 X3.4 O4.9 X5.5")), Actor.O,
    ),
    Mutant(
        "a line on every board counts, whichever it is",
        tiqtaqtoe_ending, "has_line", line_on_every_board,
        lambda: HIGH.actor(Position.of("XXXOO.... | OO.XXX...")), Actor.O,
    ),
    Mutant(
        "marks in superposition make a line",
        tiqtaqtoe_ending, "has_line", line_of_possible_marks,
        lambda: HIGH.actor(after("X1.1-4 O2.5 X3.2 O4.6 X5.3")), Actor.O,
    ),
    Mutant(
        "all uncertain squares are entangled",
        tiqtaqtoe_position, "entangled", all_uncertain_squares,
        lambda: tiqtaqtoe_position.groups(after("X1.1-2 O2.3-4")), ((1, 2), (3, 4)),
    ),
    Mutant(
        "entangled squares are those of which one is always empty",
        tiqtaqtoe_position, "entangled", never_both_marked,
        lambda: tiqtaqtoe_position.groups(after("X1.1 O2.1-2")), ((1, 2),),
    ),
    Mutant(
        "O begins",
        tiqtaqtoe_position, "player_of", lambda ply: player_of(ply + 1),
        lambda: HIGH.actor(Position()), Actor.X,
    ),
    Mutant(
        "a superposition overwrites what it meets",
        tiqtaqtoe, "superposed", either_square,
        lambda: {*after("X1.1-2 O2.2-6").boards}, {*FIGURE_8},
    ),
    Mutant(
        "a superposition exchanges nothing",
        tiqtaqtoe, "superposed", only_on_the_new_square,
        lambda: {*after("X1.1-2 O2.2-6").boards}, {*FIGURE_8},
    ),
    Mutant(
        "a player's own marks are targets",
        tiqtaqtoe_moves, "superposed_targets", own_marks_too,
        lambda: legal("X1.1 O2.9", Pair(1, 2)), False,
    ),
    Mutant(
        "a square that may hold either player's mark is a target",
        tiqtaqtoe, "is_target", whatever_may_be_the_opponents,
        lambda: legal("X1.1-2 O2.2-6", Pair(2, 3)), False,
    ),
    Mutant(
        "superposed marks are targets at the level moderate",
        tiqtaqtoe_moves, "superposed_targets", lambda level, opponent: targets("high", opponent),
        lambda: legal("X1.1-2", Pair(2, 3), MODERATE), False,
    ),
    Mutant(
        "only certain marks are targets at the level high",
        tiqtaqtoe_moves, "superposed_targets", certain_marks_only,
        lambda: legal("X1.1-2", Pair(2, 3)), True,
    ),
    Mutant(
        "entangled marks are targets under target=unentangled",
        tiqtaqtoe, "is_unentangled", lambda position, square: True,
        lambda: legal("X1.1-2 O2.2-6 X3.5", Pair(1, 3), UNENTANGLED), False,
    ),
    Mutant(
        "certain marks are no targets under target=unentangled",
        tiqtaqtoe, "is_unentangled", lambda position, square: position.certain[square - 1] in (".", None),
        lambda: legal("X1.1", Pair(1, 2), UNENTANGLED), True,
    ),
    Mutant(
        "the squares of two marks are a pair",
        tiqtaqtoe, "is_opponents_pair", two_squares_of_any_marks,
        lambda: legal("X1.1-2 O2.9 X3.3-4", Pair(1, 3), PAIRS), False,
    ),
    Mutant(
        "a coin is tossed for a pair",
        tiqtaqtoe, "pair_filled", pair_doubled,
        lambda: len(after("X1.1-2 O2.1-2", PAIRS).boards), 2,
    ),
    Mutant(
        "a measurement waits for nine marks",
        tiqtaqtoe, "measurement_due", nine_certain_or_superposed_marks,
        lambda: MINIMAL.actor(after(SEVEN_PLIES, MINIMAL)), Actor.CHANCE,
    ),
    Mutant(
        "X begins again after a measurement",
        Position, "turn", property(lambda position: player_of(1 if len(position.boards) == 1 else position.plies + 1)),
        lambda: MINIMAL.actor(after(f"{SEVEN_PLIES} =.XX.OOXOX", MINIMAL)), Actor.O,
    ),
    Mutant(
        "lines of both are a win of X",
        tiqtaqtoe_ending, "winner_of_both", lambda both, plies: Actor.X,
        lambda: MINIMAL.score(after(f"{SEVEN_PLIES} =XXXOOO..X", MINIMAL)).value, 0,
    ),
    Mutant(
        "the last mover is the next one",
        tiqtaqtoe_ending, "player_of", lambda ply: player_of(ply + 1),
        lambda: TiqTaqToe("minimal", both="last-mover").score(Position.of("XXXOOO..X")).value, 1,
    ),
    Mutant(
        "lines=full-board looks at every move",
        tiqtaqtoe_ending, "lines_count", lambda position, looked_for: True,
        lambda: FULL_BOARD.actor(Position.of("XXXOO....")), Actor.O,
    ),
    Mutant(
        "lines=full-board forgets that a measurement has made the line",
        tiqtaqtoe, "measured", lambda board, looked_for: measured(board, "every-move"),
        lambda: FULL_BOARD.actor(after(f"{SEVEN_PLIES} =XXXOOO..X", FULL_BOARD)), None,
    ),
    Mutant(
        "a measurement ends the game, line or not",
        tiqtaqtoe_ending, "is_complete", lambda position: len(position.boards) == 1 and position.plies > 5,
        lambda: MINIMAL.actor(after(f"{SEVEN_PLIES} =.XX.OOXOX", MINIMAL)), Actor.O,
    ),
    Mutant(
        "a square that may be empty is open",
        Position, "empty", property(lambda position: [q for q in SQUARES if "." in position.held[q - 1]]),
        lambda: legal("X1.1-2", Single(2)), False,
    ),
]  # fmt: skip


def refused(level: str, **switches: str) -> bool:
    try:
        TiqTaqToe(level, **switches)
    except ValueError:
        return True
    return False


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.what)
def test_broken_rule_is_caught(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    mutant.check(monkeypatch)
