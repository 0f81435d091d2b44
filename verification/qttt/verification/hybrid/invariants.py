"""The conditions that the rules of Q3T impose on every complete game."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid.notation import Action, Link, Measure, Result
from qttt.verification.hybrid.engines import ReferenceEngine
from qttt.verification.hybrid.lemmas import MOST_PLIES

OPPONENT = {"X": "O", "O": "X"}
LINES = ("123", "456", "789", "147", "258", "369", "159", "357")


@dataclass(frozen=True)
class Seen:
    """An engine's answers about a position."""

    actor: str | None
    actions: tuple[Action, ...]
    chance: Mapping[Action, Fraction]
    marks: str
    links: tuple[str, ...]
    outcome: str | None

    @property
    def unmeasured(self) -> str:
        """The numbers of the boxes without a mark, ascending."""
        return "".join(str(box) for box, mark in enumerate(self.marks, start=1) if mark == ".")

    @property
    def measured(self) -> str:
        """The numbers of the boxes with a mark, ascending."""
        return "".join(str(box) for box, mark in enumerate(self.marks, start=1) if mark != ".")


def seen(engine: ReferenceEngine, position: Any) -> Seen:
    return Seen(
        engine.actor(position),
        engine.actions(position),
        engine.chance(position),
        engine.marks(position),
        engine.links(position),
        engine.outcome(position),
    )


@dataclass(frozen=True)
class Played:
    """A complete game: its actions, and the engine's answers before, between and after them."""

    game: Hybrid
    actions: tuple[Action, ...]
    positions: tuple[Seen, ...]
    score: Fraction

    def steps(self) -> Iterator[tuple[Seen, Action, Seen]]:
        """The answers before each action, the action, and the answers after it."""
        yield from (
            (before, action, after)
            for (before, after), action in zip(pairwise(self.positions), self.actions, strict=True)
        )


def longest(game: Hybrid) -> int:
    """The largest number of plies of a game (LEMMA ends)."""
    return MOST_PLIES[game.links, game.targets]


def plies_are_bounded(one: Played) -> bool:
    moves = [action for action in one.actions if not isinstance(action, Result)]
    return len(moves) <= longest(one.game)


def players_alternate(one: Played) -> bool:
    movers = [before.actor for before, action, _ in one.steps() if not isinstance(action, Result)]
    return movers == [("X", "O")[number % 2] for number in range(len(movers))]


def each_measurement_has_one_result(one: Played) -> bool:
    """Chance acts after each classical move, with 1/2 for each mark, and nowhere else."""
    half = {Result.X: Fraction(1, 2), Result.O: Fraction(1, 2)}
    return all(
        (after.actor == "CHANCE") == isinstance(action, Measure)
        and after.chance == (half if after.actor == "CHANCE" else {})
        for _, action, after in one.steps()
    ) and all(isinstance(second, Result) == isinstance(first, Measure) for first, second in pairwise(one.actions))


def marks_change_by_results_alone(one: Played) -> bool:
    """A result marks its box, and changes the targets of the triggered links, by `effect`; a move changes nothing."""
    box = 0
    for before, action, after in one.steps():
        due = dict(enumerate(before.marks, start=1))
        if isinstance(action, Measure):
            box = action.box
        if isinstance(action, Result):
            due[box] = str(action.mark)
            for link in before.links:
                control, target, owner = int(link[0]), int(link[2]), link[4]
                if control == box and owner == action.mark:
                    due[target] = OPPONENT[due[target]] if one.game.effect == "reverse" else owner
        if after.marks != "".join(due.values()):
            return False
    return True


def links_come_by_moves_and_go_with_their_controls(one: Played) -> bool:
    box = "0"
    for before, action, after in one.steps():
        due = [*before.links]
        if isinstance(action, Measure):
            box = str(action.box)
        if isinstance(action, Link):
            due.append(f"{action} {before.actor}")
        if isinstance(action, Result):
            due = [link for link in due if link[0] != box]
        if [*after.links] != sorted(due):
            return False
    return True


def links_lead_from_unmeasured_to_measured_boxes(one: Played) -> bool:
    return all(
        link[0] in position.unmeasured and link[2] in position.measured
        for position in one.positions
        for link in position.links
    )


def links_keep_to_their_limits(one: Played) -> bool:
    """HYB-CONTROL-1 and HYB-TARGET-1."""
    of_a_control = 2 if one.game.links == "two" else 1
    of_a_target = 1 if one.game.targets == "one" else 16
    in_all = 1 if one.game.links == "single" else 16
    return all(
        _most(link[0] for link in position.links) <= of_a_control
        and _most(link[2] for link in position.links) <= of_a_target
        and len(position.links) <= in_all
        for position in one.positions
    )


def _most(items: Iterator[str]) -> int:
    found = [*items]
    return max((found.count(item) for item in found), default=0)


def actions_are_all_and_in_order(one: Played) -> bool:
    return all([*position.actions] == actions_due(one.game, position) for position in one.positions)


def actions_due(game: Hybrid, position: Seen) -> list[Action]:
    """The legal actions of a position, from its marks and links only."""
    if position.actor is None:
        return []
    if position.actor == "CHANCE":
        return [Result.X, Result.O]
    controls = [link[0] for link in position.links]
    targets = [link[2] for link in position.links]
    limit = {"one": 1, "single": 0 if controls else 1, "two": 2}[game.links]
    free = [box for box in position.unmeasured if controls.count(box) < limit]
    open_to = [box for box in position.measured if game.targets == "any" or box not in targets]
    return [
        *(Measure(int(box)) for box in position.unmeasured),
        *(Link(int(control), int(target)) for control in free for target in open_to),
    ]


def a_game_ends_with_lines_or_nine_marks_and_not_before(one: Played) -> bool:
    *earlier, last = one.positions
    return all(outcome_due(position) is position.outcome is None and position.actor for position in earlier) and (
        last.actor is None and last.outcome == outcome_due(last)
    )


def outcome_due(position: Seen) -> str | None:
    """The outcome of a position, from its marks only."""
    having = [
        player for player in "XO" if any(all(position.marks[int(box) - 1] == player for box in line) for line in LINES)
    ]
    if having:
        return "lines of both" if having == ["X", "O"] else f"win of {having[0]}"
    return None if position.unmeasured else "draw"


def scores_are_the_winners(one: Played) -> bool:
    """The last mover is the measurer; if both players have a line, `both` decides the score."""
    *_, (measurer, _, _), _ = one.steps()
    assert measurer.actor
    of_both = {"draw": None, "X": "X", "measurer": measurer.actor, "other": OPPONENT[measurer.actor]}
    winner = {"win of X": "X", "win of O": "O", "lines of both": of_both[one.game.both]}.get(
        str(one.positions[-1].outcome)
    )
    return one.score == {"X": 1, "O": -1, None: 0}[winner]


INVARIANTS: tuple[Callable[[Played], bool], ...] = (
    plies_are_bounded,
    players_alternate,
    each_measurement_has_one_result,
    marks_change_by_results_alone,
    links_come_by_moves_and_go_with_their_controls,
    links_lead_from_unmeasured_to_measured_boxes,
    links_keep_to_their_limits,
    actions_are_all_and_in_order,
    a_game_ends_with_lines_or_nine_marks_and_not_before,
    scores_are_the_winners,
)
