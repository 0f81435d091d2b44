"""Q3T, the hybrid of quantum and classical tic-tac-toe, the ruleset `hybrid-1.0`, as a `Game`.

Nine boxes are measured one by one, and chance makes each X or O; instead of measuring, a player may link an unmeasured
box to a measured one, whose mark is reversed if measuring the unmeasured box finds the player's mark. The rules are in
`hybrid.position` and `hybrid.ending`, one function per rule, in the order of the page; this module
puts them together.
>>> str(Hybrid().position("X1.7 =X O2.5>7 X3.5 =O"))
'....O.O.., O to move'
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import cast

from qttt.reference.board import Symmetry, moved
from qttt.reference.game import Actor, RuleBroken, Score
from qttt.reference.hybrid import errors
from qttt.reference.hybrid.ending import outcome, value
from qttt.reference.hybrid.notation import NOTATION, Action, Link, Measure, Result
from qttt.reference.hybrid.position import (
    BOXES,
    PendingLink,
    Position,
    link,
    may_control,
    may_receive,
    measure,
    measured,
)
from qttt.reference.picture import any_of
from qttt.reference.written import WrittenGame, check_switches, legal_under
from qttt.spec import rulesets

SWITCHES: Mapping[str, tuple[str, ...]] = {
    "links": ("one", "single", "two"),
    "targets": ("any", "one"),
    "effect": ("reverse", "take"),
    "both": ("draw", "X", "measurer", "other"),
}
"""Every switch and its values, the canonical one first. Rule: HYB-SWITCH-1"""


@dataclass(frozen=True, repr=False)
class Hybrid(WrittenGame[Position, Action]):
    """The game with its switches, and the `Game` interface over `Position` and `Action`.

    Raises `ValueError` for an unknown value.

    Rule: HYB-SWITCH-1
    """

    links: str = "one"
    targets: str = "any"
    effect: str = "reverse"
    both: str = "draw"

    ruleset = "hybrid-1.0"
    options = rulesets()["hybrid"].options
    notation = NOTATION
    state = Position
    kinds = Action
    state_rule = "NOTATION-STATE-4"
    example = "..X...X.., 5>7 O, X to move"

    def __post_init__(self) -> None:
        check_switches(self.switches, SWITCHES)

    @property
    def switches(self) -> dict[str, str]:
        """The switches and their values.

        >>> Hybrid(both="X").switches
        {'links': 'one', 'targets': 'any', 'effect': 'reverse', 'both': 'X'}
        """
        return {name: getattr(self, name) for name in SWITCHES}

    def initial(self) -> Position:
        """Nine unmeasured boxes, no link, X to move.

        Rule: HYB-STATE-1
        """
        return Position()

    def actor(self, position: Position) -> Actor | None:
        """None at the end, CHANCE if a measurement waits for its result, else the player to move.

        Rule: HYB-TURN-1
        """
        self.check(position)
        if outcome(position):
            return None
        return position.turn if position.measuring is None else Actor.CHANCE

    def actions(self, position: Position) -> tuple[Action, ...]:
        """The classical moves, ascending, then the quantum moves by control and target; for chance X, then O.

        Rule: HYB-ORDER-1

        >>> [len(Hybrid().actions(Position.of(text))) for text in ("........., X to move", "X........, O to move")]
        [9, 16]
        """
        self.check(position)
        if outcome(position):
            return ()
        if position.measuring is not None:
            return tuple(Result)
        links = (Link(control, target) for control, target in product(position.unmeasured, position.measured))
        return (
            *map(Measure, position.unmeasured),
            *(move for move in links if self._breach(position, move) is None),
        )

    def play(self, position: Position, action: Action) -> Position:
        """The next position. Raises the first exception that applies, in the order of the page.

        Rule: HYB-ERROR-1
        """
        action = self.notation.named(action)
        self.check(position, action)
        if outcome(position):
            raise errors.GameOver(action, position, "no action, because the game is over")
        if isinstance(action, Result):
            if position.measuring is None:
                raise errors.NoResultDue(action, position, "a move, because nothing is being measured")
            return measured(position, action.mark, self.effect)
        if position.measuring is not None:
            raise errors.ResultDue(action, position, f"the result of measuring {position.measuring}, =X or =O")
        if not {*action} <= {*BOXES}:
            raise errors.NotABox(action, position, "a box from 1 to 9")
        if isinstance(action, Measure):
            if action.box not in position.unmeasured:
                raise errors.BoxMeasured(action, position, f"an unmeasured box, {any_of(position.unmeasured)}")
            return measure(position, action.box)
        if breach := self._breach(position, action):
            raise breach(action, position, self._instead(position, breach) + self._where_legal(position, action))
        return link(position, action)

    def _breach(self, position: Position, move: Link) -> type[RuleBroken] | None:
        """The first exception, in the order of the page, for a link between boxes; None if the link is legal."""
        if move.control not in position.unmeasured:
            return errors.ControlMeasured
        if move.target in position.unmeasured:
            return errors.TargetUnmeasured
        if not may_control(position, move.control, self.links):
            return errors.ControlLinked
        if not may_receive(position, move.target, self.targets):
            return errors.TargetLinked
        return None

    def _instead(self, position: Position, breach: type[RuleBroken]) -> str:
        """What was expected instead of a link that `breach` forbids."""
        if breach is errors.ControlMeasured:
            return f"an unmeasured box as the control, {any_of(position.unmeasured)}"
        if breach is errors.TargetUnmeasured:
            some = any_of(position.measured) if position.measured else "but no box is measured yet"
            return f"a measured box as the target, {some}"
        if breach is errors.TargetLinked:
            return "a target that no pending link leads to"
        return {
            "one": "a control without a pending link",
            "single": f"no link while {position.links[0]} is pending",
            "two": "a control with at most one pending link",
        }[self.links]

    def _where_legal(self, position: Position, move: Link) -> str:
        """The fewest changes of switches that would make a link legal, in words; empty if there are none."""
        games = (replace(self, links=links, targets=targets) for links, targets in LIMITS)
        return legal_under(self, (game for game in games if game._breach(position, move) is None))

    def chance(self, position: Position) -> Mapping[Action, Fraction]:
        """X and O with 1/2 each where a measurement waits for its result; empty elsewhere.

        Rule: HYB-RESULT-1
        """
        self.check(position)
        if self.actor(position) is not Actor.CHANCE:
            return {}
        return {result: Fraction(1, 2) for result in Result}

    def score(self, position: Position) -> Score:
        """The outcome of an ended game and its value for X. Raises `GameNotOver` for any other position.

        Rule: HYB-SCORE-1
        """
        self.check(position)
        ended = outcome(position)
        if ended is None:
            raise errors.GameNotOver("scoring", position, "the end of the game first")
        return Score(ended, value(ended, self.both, position.turn.opponent))

    def turned(self, position: Position, symmetry: Symmetry) -> Position:
        """The position after a symmetry has moved the squares."""
        self.check(position)
        marks = "".join(cast(tuple[str, ...], moved(symmetry, tuple(position.marks))))
        links = (PendingLink(symmetry[a - 1], symmetry[b - 1], owner) for a, b, owner in position.links)
        measuring = position.measuring and symmetry[position.measuring - 1]
        return Position(marks, tuple(sorted(links)), position.turn, measuring)

    def turned_action(self, position: Position, action: Action, symmetry: Symmetry) -> Action:
        """The action in the turned position that corresponds to `action` in `position`."""
        if isinstance(action, Result):
            return action
        boxes = [symmetry[box - 1] for box in action]
        return Link(*boxes) if isinstance(action, Link) else Measure(*boxes)


LIMITS = tuple(product(SWITCHES["links"], SWITCHES["targets"]))


def settings() -> Iterator[Hybrid]:
    """Every combination of the switches, the canonical one first.

    Rule: HYB-SETTING-1

    >>> len(list(settings()))
    48
    """
    for values in product(*SWITCHES.values()):
        yield Hybrid(*values)
