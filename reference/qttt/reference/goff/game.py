"""Goff's quantum tic-tac-toe, the ruleset `goff-1.1`, as a `Game`.

The rules are in the modules `goff.position`, `goff.collapse` and `goff.ending`, one function per rule, in the
order of the page. This module puts them together: legal actions, next positions, turns and values.
>>> game = Goff()
>>> pending = game.position("X1.1-9 O2.1-3 X3.1-3")
>>> game.actor(pending)
<Actor.O: 'O'>
>>> str(game.play(pending, Selection.A))
'X1@9 O2@3 X3@1'
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, cast

from qttt.reference.board import Symmetry, image, moved
from qttt.reference.game import Actor, Outcome, RuleBroken, Score
from qttt.reference.goff import errors
from qttt.reference.goff.collapse import (
    SELECTOR,
    CollapseRule,
    final_move,
    play_final,
    player_to_move,
    selections,
    settle,
)
from qttt.reference.goff.ending import LINES_OF_BOTH, TABLE_3, Scoring, outcome, value
from qttt.reference.goff.notation import NOTATION, Action, Move, Selection
from qttt.reference.goff.position import (
    Board,
    Position,
    Spooky,
    carries_a_mark,
    is_usual_move,
    open_squares,
    squares,
    usual_moves,
    with_spooky,
)
from qttt.reference.written import WrittenGame, check_switches, legal_under
from qttt.spec import rulesets

SWITCHES: Mapping[str, tuple[str, ...]] = {
    "pair": ("legal", "forbidden"),
    "last": ("move", "draw"),
    "both": (*LINES_OF_BOTH,),
}
"""Every switch and its values, the canonical one first. Rule: GOFF-SWITCH-1"""


@dataclass(frozen=True, repr=False)
class Goff(WrittenGame[Position, Action]):
    """Goff's game: the options of the page, and the `Game` interface over `Position` and `Action`.

    `collapse` says who selects: the opponent of the player who closed the cycle (rule 3a of the source), or
    that player ("self", rule 3a''). `double_win` turns on the optional double win. `pair`, `last` and `both` are the
    switches. `scoring` is table 3 by default. Raises `ValueError` for an unknown collapse rule or value of a switch and
    a `double_win` that is not a bool.

    Rule: GOFF-SWITCH-1
    """

    collapse: CollapseRule = "opponent"
    double_win: bool = False
    pair: str = "legal"
    last: str = "move"
    both: str = "narrow"
    scoring: Scoring = TABLE_3

    ruleset = "goff-1.1"
    options = rulesets()["goff"].options
    notation = NOTATION
    state = Position
    kinds = Action
    state_rule = "NOTATION-STATE-1"
    example = "X1@9 O2@3 X3.1-7"

    def __post_init__(self) -> None:
        if self.collapse not in SELECTOR:
            expected = " or ".join(map(repr, SELECTOR))
            raise ValueError(f"unknown collapse rule {self.collapse!r}: expected {expected}")
        if not isinstance(self.double_win, bool):
            raise ValueError(f"unknown double_win {self.double_win!r}: expected True or False")
        check_switches(self.switches, SWITCHES)

    @property
    def switches(self) -> dict[str, str]:
        """The switches and their values.

        >>> Goff(last="draw").switches
        {'pair': 'legal', 'last': 'draw', 'both': 'narrow'}
        """
        return {name: getattr(self, name) for name in SWITCHES}

    def _outcome(self, position: Position) -> Outcome | None:
        return outcome(position, self.double_win, **self.switches)

    def initial(self) -> Position:
        """The empty board.

        Rule: GOFF-BOARD-1
        """
        return Position()

    def actor(self, position: Position) -> Actor | None:
        """Who selects if a closed cycle waits to be settled, else who moves; None at the end.

        >>> after_cycle = Position.of("X1.1-9 O2.1-3 X3.1-3")
        >>> str(Goff().actor(after_cycle)), str(Goff(collapse="self").actor(after_cycle))
        ('O', 'X')
        """
        self.check(position)
        if position.pending:
            return SELECTOR[self.collapse](position.spooky[-1].mark.player)
        return None if self._outcome(position) else player_to_move(position)

    def actions(self, position: Position) -> tuple[Action, ...]:
        """The legal actions: selA, selB; or the final move; or the usual moves, ascending. None at the end.

        Rule: GOFF-ORDER-1

        >>> len(Goff().actions(Position()))
        36
        """
        self.check(position)
        if position.pending:
            return selections(position)
        if self._outcome(position):
            return ()
        if final := final_move(position.definite):
            return (final,)
        return tuple(move for move in usual_moves(position.definite) if self._allows(position, move))

    def play(self, position: Position, action: Action) -> Position:
        """The next position.

        Raises `GameOver`, `SelectionPending`, `NothingToSelect`, `NotASquare`, `NotAscending`, `NotTheFinalMove`,
        `NotTwoSquares`, `OccupiedSquare` or `RepeatedPair`: the first that applies, in this order. The message names
        the values of switches under which the action would be legal.

        Rule: GOFF-ERROR-1

        >>> Goff().play(Position.of("X1.1-9 O2@3"), Move(3, 4))
        Traceback (most recent call last):
        qttt.reference.goff.errors.OccupiedSquare: GOFF-MOVE-2: 3-4 is illegal in ...: expected two of the squares...
        """
        action = self.notation.named(action)
        self.check(position, action)
        if breach := self._breach(position, action):
            expected = self._instead(position, action, breach) + self._where_legal(position, action)
            raise breach(action, position, expected)
        if isinstance(action, Selection):
            return settle(position, action)
        return with_spooky(position, action) if is_usual_move(action) else play_final(position, action)

    def _breach(self, position: Position, action: Action) -> type[RuleBroken] | None:
        """The first exception, in the order of the page, for an action; None if the action is legal."""
        if self._outcome(position):
            return errors.GameOver
        if isinstance(action, Selection):
            return None if position.pending else errors.NothingToSelect
        if position.pending:
            return errors.SelectionPending
        final, free = final_move(position.definite), open_squares(position.definite)
        if not {*action} <= {*squares()}:
            return errors.NotASquare
        if action.first > action.second:
            return errors.NotAscending
        if final and is_usual_move(action):
            return errors.NotTheFinalMove
        if not final and not is_usual_move(action):
            return errors.NotTwoSquares
        if not {*action} <= {*free}:
            return errors.OccupiedSquare
        return None if self._allows(position, action) else errors.RepeatedPair

    def _instead(self, position: Position, action: Any, breach: type[RuleBroken]) -> str:
        """What was expected instead of an action that `breach` forbids."""
        final, free = final_move(position.definite), ", ".join(map(str, open_squares(position.definite)))
        if breach is errors.NotAscending:
            return f"{action.second}-{action.first}"
        return {
            errors.GameOver: "no action, because the game is over",
            errors.NothingToSelect: "a move, because no cycle is closed",
            errors.SelectionPending: "selA or selB, because a cycle is closed",
            errors.NotASquare: "squares from 1 to 9",
            errors.NotTheFinalMove: f"{final}, the only move left",
            errors.NotTwoSquares: "two different squares",
            errors.OccupiedSquare: str(final or f"two of the squares {free}"),
            errors.RepeatedPair: "a pair of squares that carries no mark",
        }[breach]

    def _allows(self, position: Position, move: Move) -> bool:
        """Whether the switch `pair` allows a usual move.

        Rule: GOFF-PAIR-1
        """
        return self.pair == "legal" or not carries_a_mark(position, move)

    def _where_legal(self, position: Position, action: Action) -> str:
        """The fewest changes of switches that would make an action legal, in words; empty if there are none."""
        games = (replace(self, pair=pair, last=last) for pair, last in product(SWITCHES["pair"], SWITCHES["last"]))
        return legal_under(self, (game for game in games if game._breach(position, action) is None))

    def score(self, position: Position) -> Score:
        """The outcome of an ended game and its value for X. Raises `GameNotOver` for any other position.

        >>> score = Goff().score(Position.of("X1@1 O2@4 X3@2 O4@5 X5@3"))
        >>> str(score.outcome), score.value
        ('complete win of X', Fraction(20, 1))
        """
        self.check(position)
        ended = self._outcome(position)
        if ended is None:
            raise errors.GameNotOver("scoring", position, "the end of the game first")
        return Score(ended, value(ended, self.scoring))

    def plies(self, position: Position) -> int:
        """How many plies have been made."""
        self.check(position)
        return position.ply

    def turned(self, position: Position, symmetry: Symmetry) -> Position:
        """The position after a symmetry has moved the squares."""
        self.check(position)
        definite = cast(Board, moved(symmetry, position.definite))
        spooky = tuple(Spooky(mark, Move(*image(symmetry, *squares))) for mark, squares in position.spooky)
        return Position(definite, spooky, position.pending)

    def turned_action(self, position: Position, action: Action, symmetry: Symmetry) -> Action:
        """The action in the turned position that corresponds to `action` in `position`."""
        self.check(position, action)
        if isinstance(action, Move):
            return Move(*image(symmetry, *action))
        first, second = (symmetry[square - 1] for square in position.spooky[-1].squares)
        return action if first < second else Selection.B if action is Selection.A else Selection.A


def settings() -> Iterator[Goff]:
    """Every combination of the options, the canonical one first.

    Rule: GOFF-SETTING-1

    >>> len(list(settings()))
    48
    """
    for collapse, double_win in product(SELECTOR, (False, True)):
        for pair, last, both in product(*SWITCHES.values()):
            yield Goff(collapse, double_win, pair, last, both)
