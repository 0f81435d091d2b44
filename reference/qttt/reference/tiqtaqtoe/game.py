"""TiqTaqToe, the ruleset `tiqtaqtoe-1.0`, as a `Game`: four levels of quantumness, and switches for open points.

A mark is put on one square, or in superposition on two; when no square is certainly empty, a measurement finds one
of the possible boards. The rules are in `tiqtaqtoe.setting`, `tiqtaqtoe.position`, `tiqtaqtoe.moves` and
`tiqtaqtoe.ending`, one function per rule, in the order of the page; this module puts them together.
>>> str(TiqTaqToe("high").position("X1.1-2 O2.2-6"))
'.O...X... | .X...O... | X....O... | XO.......'
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import cast

from qttt.reference.board import Symmetry, image, moved
from qttt.reference.game import Actor, RuleBroken, Score
from qttt.reference.picture import any_of
from qttt.reference.tiqtaqtoe import errors
from qttt.reference.tiqtaqtoe.ending import measured, measurement_due, outcome, value
from qttt.reference.tiqtaqtoe.moves import is_opponents_pair, is_target, is_unentangled, pair_filled, place, superposed
from qttt.reference.tiqtaqtoe.notation import NOTATION, Action, Measurement, Pair, Single
from qttt.reference.tiqtaqtoe.position import SQUARES, Position
from qttt.reference.tiqtaqtoe.setting import LEVELS, SWITCHES, check_setting, switches_of
from qttt.reference.written import WrittenGame, legal_under
from qttt.spec import rulesets


@dataclass(frozen=True, repr=False)
class TiqTaqToe(WrittenGame[Position, Action]):
    """The game with its level and switches, and the `Game` interface over `Position` and `Action`.

    Raises `ValueError` for an unknown level or value, and for a switch that the level does not have.

    Rule: TIQ-LEVEL-1
    Rule: TIQ-SWITCH-1
    """

    level: str = "high"
    target: str = "entangled"
    pair: str = "illegal"
    lines: str = "every-move"
    both: str = "even"

    ruleset = "tiqtaqtoe-1.0"
    options = rulesets()["tiqtaqtoe"].options
    notation = NOTATION
    state = Position
    kinds = Action
    state_rule = "NOTATION-STATE-3"
    example = ".X....... | X........"

    def __post_init__(self) -> None:
        check_setting(self.level, {name: getattr(self, name) for name in SWITCHES})

    @property
    def switches(self) -> dict[str, str]:
        """The switches that the level has, and their values.

        >>> TiqTaqToe("minimal").switches
        {'lines': 'every-move', 'both': 'even'}
        """
        return {name: getattr(self, name) for name in switches_of(self.level)}

    def initial(self) -> Position:
        """One board, without marks.

        Rule: TIQ-STATE-1
        """
        return Position()

    def actor(self, position: Position) -> Actor | None:
        """None at the end, CHANCE if a measurement is due, else the player to move.

        Rule: TIQ-TURN-1
        """
        self.check(position)
        if outcome(position, self.lines):
            return None
        return Actor.CHANCE if measurement_due(position) else position.turn

    def actions(self, position: Position) -> tuple[Action, ...]:
        """The classical moves, ascending, then the superpositions in their order; for chance the boards, ascending.

        Rule: TIQ-MOVE-1

        >>> len(TiqTaqToe("classic").actions(Position())), len(TiqTaqToe("minimal").actions(Position()))
        (9, 45)
        """
        self.check(position)
        if outcome(position, self.lines):
            return ()
        if measurement_due(position):
            return tuple(map(Measurement, position.boards))
        pairs = (Pair(*squares) for squares in combinations(SQUARES, 2))
        return (
            *map(Single, position.empty),
            *(pair for pair in pairs if self._breach(position, pair) is None),
        )

    def play(self, position: Position, action: Action) -> Position:
        """The next position. Raises the first exception that applies, in the order of the page.

        Rule: TIQ-MOVE-1
        """
        self.check(position, action)
        if outcome(position, self.lines):
            raise errors.GameOver(action, position.brief, "no action, because the game is over")
        if isinstance(action, Measurement):
            return self._after_measurement(position, action)
        if measurement_due(position):
            raise errors.MeasurementDue(action, position.brief, "a measurement, because no square is certainly empty")
        if not set(action) <= {*SQUARES}:
            raise errors.NotASquare(action, position.brief, "a square from 1 to 9")
        if isinstance(action, Single):
            if action.square not in position.empty:
                raise errors.NotEmpty(action, position.brief, f"a certainly empty square, {any_of(position.empty)}")
            return place(position, action.square)
        if action.first >= action.second:
            raise errors.NotASquare(action, position.brief, "two different squares, the smaller first")
        if breach := self._breach(position, action):
            expected = EXPECTED[breach].format(targets=TARGETS.get(self.level))
            raise breach(action, position.brief, expected + self._where_legal(position, action))
        return superposed(position, action) if {*action} & {*position.empty} else pair_filled(position, action)

    def _after_measurement(self, position: Position, measurement: Measurement) -> Position:
        if not measurement_due(position):
            raise errors.NoMeasurementDue(measurement, position.brief, "a move, because no measurement is due")
        if measurement.board not in position.boards:
            raise errors.ImpossibleMeasurement(
                measurement,
                position.brief,
                f"a board of the position, such as {any_of([*map(Measurement, position.boards[:2])])}",
            )
        return measured(measurement.board, self.lines)

    def _breach(self, position: Position, pair: Pair) -> type[RuleBroken] | None:
        """The first exception, in the order of the page, for a superposition; None if the superposition is legal."""
        if self.level == "classic":
            return errors.NoSuperpositions
        others = {*pair} - {*position.empty}
        if len(others) == 2:
            if self.pair == "illegal":
                return errors.NoEmptyCell
            if not is_opponents_pair(position, pair):
                return errors.NotAPair
        elif not all(is_target(position, other, self.level) for other in others):
            return errors.NotATarget
        if self.target == "unentangled" and not all(is_unentangled(position, other) for other in others):
            return errors.EntangledTarget
        return None

    def _where_legal(self, position: Position, pair: Pair) -> str:
        """The fewest changes of setting that would make a superposition legal, in words; empty if there are none."""
        games = settings(lines=self.lines, both=self.both)
        return legal_under(self, (game for game in games if game._breach(position, pair) is None))

    def chance(self, position: Position) -> Mapping[Action, Fraction]:
        """The boards that the measurement can find, all equally likely; empty if no measurement is due.

        Rule: TIQ-MEASURE-1
        """
        self.check(position)
        if outcome(position, self.lines) or not measurement_due(position):
            return {}
        return {Measurement(board): Fraction(1, len(position.boards)) for board in position.boards}

    def score(self, position: Position) -> Score:
        """The outcome of an ended game and its value for X. Raises `GameNotOver` for any other position.

        Rule: TIQ-SCORE-1
        """
        self.check(position)
        ended = outcome(position, self.lines)
        if ended is None:
            raise errors.GameNotOver("scoring", position.brief, "the end of the game first")
        return Score(ended, value(ended, self.both, position.plies))

    def plies(self, position: Position) -> int:
        """How many plies have been made."""
        self.check(position)
        return position.plies

    def read_state(self, text: str) -> Position:
        """The position written as `text`. Raises `StateError` for any other text.

        A game that looks for lines after every move has no position that is `measured`.
        """
        return Position.of(text, measurable=self.lines == "full-board")

    @property
    def setting(self) -> dict[str, str]:
        """The level, and the switches that it has."""
        return {"level": self.level, **self.switches}

    def turned(self, position: Position, symmetry: Symmetry) -> Position:
        """The position after a symmetry has moved the squares."""
        self.check(position)
        boards = {"".join(cast(tuple[str, ...], moved(symmetry, tuple(board)))) for board in position.boards}
        return Position(tuple(sorted(boards)), position.measured)

    def turned_action(self, position: Position, action: Action, symmetry: Symmetry) -> Action:
        """The action in the turned position that corresponds to `action` in `position`."""
        if isinstance(action, Measurement):
            return Measurement("".join(cast(tuple[str, ...], moved(symmetry, tuple(action.board)))))
        squares = image(symmetry, *action)
        return Pair(*squares) if isinstance(action, Pair) else Single(*squares)


EXPECTED: Mapping[type[RuleBroken], str] = {
    errors.NoSuperpositions: "a classical move, on one square",
    errors.NoEmptyCell: "a pair with a certainly empty square",
    errors.NotAPair: "a pair with a certainly empty square, or the two squares of one mark of the opponent",
    errors.NotATarget: "the other square to hold {targets}",
    errors.EntangledTarget: "a mark of the opponent that is entangled with no other mark",
}

TARGETS = {
    "minimal": "certainly nothing",
    "moderate": "certainly nothing, or certainly the opponent's mark",
    "high": "the opponent's mark or nothing, and never the mover's mark",
}


def settings(lines: str | None = None, both: str | None = None) -> Iterator[TiqTaqToe]:
    """Every level with every combination of its switches, the canonical one first; only given `lines` and `both`.

    Rule: TIQ-SWITCH-1

    >>> len(list(settings()))
    70
    """
    for level in LEVELS:
        names = switches_of(level)
        for values in product(*(SWITCHES[name] for name in names)):
            game = TiqTaqToe(level, **dict(zip(names, values, strict=True)))
            if lines in (None, game.lines) and both in (None, game.both):
                yield game
