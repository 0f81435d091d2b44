"""TiqTaqToe, the ruleset `tiqtaqtoe-1.1`, as a `Game`: five levels of quantumness, and switches for open points.

A mark is put on one square, or in superposition on two; when no square is certainly empty, a measurement finds one
of the possible boards. The rules are in `tiqtaqtoe.position`, `tiqtaqtoe.moves`,
`tiqtaqtoe.amplitudes` and `tiqtaqtoe.ending`, in the order of the page; this module puts them together.
>>> str(TiqTaqToe("high").position("X1.1-2 O2.2-6"))
'.O...X... | .X...O... | X....O... | XO.......'
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product
from typing import Any, ClassVar, NamedTuple, cast

from qttt.reference.board import Symmetry, image, moved
from qttt.reference.game import Actor, RuleBroken, Score
from qttt.reference.picture import any_of
from qttt.reference.tiqtaqtoe import errors
from qttt.reference.tiqtaqtoe.amplitudes import Superposition, found, marked, scaled, split
from qttt.reference.tiqtaqtoe.ending import measured, measurement_due, outcome, value
from qttt.reference.tiqtaqtoe.moves import (
    LEVELS,
    SWITCHES,
    UNIFORM,
    check_setting,
    is_opponents_pair,
    is_target,
    is_unentangled,
    pair_filled,
    place,
    superposed,
    switches_of,
)
from qttt.reference.tiqtaqtoe.notation import NOTATION, ORDERED, Action, Measurement, Pair, Single
from qttt.reference.tiqtaqtoe.position import SQUARES, Position
from qttt.reference.written import WrittenGame, legal_under
from qttt.spec import rulesets


class _ByLevel(NamedTuple):
    """An attribute that differs at the level full; the class has the value `full`, which covers all levels."""

    full: Any
    others: Any

    def __get__(self, game: Any, kind: type) -> Any:
        return self.full if game is None or game.level == "full" else self.others


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
    gate: str = "iswap"

    ruleset = "tiqtaqtoe-1.1"
    options = rulesets()["tiqtaqtoe"].options
    notation = cast(ClassVar[Any], _ByLevel(ORDERED, NOTATION))
    state = Position
    kinds = Action
    state_rule = cast(ClassVar[Any], _ByLevel("NOTATION-STATE-5", "NOTATION-STATE-3"))
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
        return Superposition() if self.level == "full" else Position()

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

        Rule: TIQ-ORDER-1

        >>> len(TiqTaqToe("classic").actions(Position())), len(TiqTaqToe("minimal").actions(Position()))
        (9, 45)
        """
        self.check(position)
        if outcome(position, self.lines):
            return ()
        if measurement_due(position):
            return tuple(map(Measurement, position.boards))
        named = permutations(SQUARES, 2) if self.level == "full" else combinations(SQUARES, 2)
        pairs = (Pair(*squares) for squares in named)
        return (
            *map(Single, position.empty),
            *(pair for pair in pairs if self._breach(position, pair) is None),
        )

    def play(self, position: Position, action: Action) -> Position:
        """The next position. Raises the first exception that applies, in the order of the page.

        Rule: TIQ-ERROR-1
        """
        action = self.notation.named(action)
        self.check(position, action)
        if outcome(position, self.lines):
            raise errors.GameOver(action, position.brief, "no action, because the game is over")
        if isinstance(action, Measurement):
            return self._after_measurement(position, action)
        free = "certainly empty" if position.uniform else "free"
        if measurement_due(position):
            raise errors.MeasurementDue(action, position.brief, f"a measurement, because no square is {free}")
        if not set(action) <= {*SQUARES}:
            raise errors.NotASquare(action, position.brief, "a square from 1 to 9")
        if isinstance(action, Single):
            if action.square not in position.empty:
                raise errors.NotEmpty(action, position.brief, f"a {free} square, {any_of(position.empty)}")
            at = action.square
            return marked(position, at) if isinstance(position, Superposition) else place(position, at)
        if isinstance(position, Superposition):
            if action.first == action.second:
                raise errors.NotASquare(action, position.brief, "two different squares")
            return split(position, action, self.gate)
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
        after = measured(measurement.board, self.lines)
        if isinstance(position, Superposition):
            return found(position, measurement.board, after.measured)
        return after

    def _breach(self, position: Position, pair: Pair) -> type[RuleBroken] | None:
        """The first exception, in the order of the page, for a superposition; None if the superposition is legal."""
        if self.level == "full":
            return None
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
        games = settings(lines=self.lines, both=self.both, levels=UNIFORM)
        return legal_under(self, (game for game in games if game._breach(position, pair) is None))

    def chance(self, position: Position) -> Mapping[Action, Any]:
        """The boards that the measurement can find, with their probabilities; empty if no measurement is due.

        Rule: TIQ-MEASURE-1
        """
        self.check(position)
        if outcome(position, self.lines) or not measurement_due(position):
            return {}
        return {Measurement(board): share for board, share in zip(position.boards, position.shares, strict=True)}

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
        kind = Superposition if self.level == "full" else Position
        return kind.of(text, measurable=self.lines == "full-board")

    @property
    def setting(self) -> dict[str, str]:
        """The level, and the switches that it has."""
        return {"level": self.level, **self.switches}

    def turned(self, position: Position, symmetry: Symmetry) -> Position:
        """The position after a symmetry has moved the squares."""
        self.check(position)
        boards = ["".join(cast(tuple[str, ...], moved(symmetry, tuple(board)))) for board in position.boards]
        if isinstance(position, Superposition):
            amplitudes = dict(zip(boards, position.amplitudes, strict=True))
            return scaled(amplitudes, image(symmetry, *position.free), position.turn, position.measured)
        return Position(tuple(sorted(boards)), position.measured)

    def turned_action(self, position: Position, action: Action, symmetry: Symmetry) -> Action:
        """The action in the turned position that corresponds to `action` in `position`."""
        if isinstance(action, Measurement):
            return Measurement("".join(cast(tuple[str, ...], moved(symmetry, tuple(action.board)))))
        if self.level == "full" and isinstance(action, Pair):
            return Pair(*(image(symmetry, square)[0] for square in action))
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


def settings(lines: str | None = None, both: str | None = None, levels: Sequence[str] = LEVELS) -> Iterator[TiqTaqToe]:
    """Every level with every combination of its switches, the canonical one first; only given `lines` and `both`.

    Rule: TIQ-SETTING-1

    >>> len(list(settings())), len(list(settings(levels=UNIFORM)))
    (90, 70)
    """
    for level in levels:
        names = switches_of(level)
        for values in product(*(SWITCHES[name] for name in names)):
            game = TiqTaqToe(level, **dict(zip(names, values, strict=True)))
            if lines in (None, game.lines) and both in (None, game.both):
                yield game
