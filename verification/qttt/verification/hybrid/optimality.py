"""Checks that values of Q3T's tablebases follow from those after the reference's actions, at any number of boxes."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from random import Random

from qttt.fast.backend import Cpu
from qttt.fast.hybrid.rules import Setting, State
from qttt.fast.hybrid.solve import solve
from qttt.fast.hybrid.tablebase import Tablebase
from qttt.oracle.hybrid.translate import setting_of, state_of
from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid.moves import link, may_control, may_receive, measure
from qttt.reference.hybrid.notation import Link
from qttt.reference.hybrid.position import BOXES, UNMEASURED, Position
from qttt.verification import Refuted
from qttt.verification.hybrid.late import CANONICAL, SOLVED
from qttt.verification.hybrid.retrograde import ValueOf, best, worth

SEED = 2019
FEW, MANY = 120, 400
"""Positions with each of most numbers of measured boxes, in the default claim and in the long claim."""
FEWER = {0: 60, 1: 5, len(BOXES): 5}
"""Divisors of the number of positions where there are few, or where all have ended."""
SOME = (CANONICAL, Hybrid("single", "one", "take", "other"), Hybrid("one", "one", both="X"))

Solved = Callable[[Setting], Tablebase]


@lru_cache(maxsize=len(SOME))
def solved(setting: Setting) -> Tablebase:
    """The whole tablebase of a setting; the last few are kept."""
    return solve(Cpu(), setting).tablebase


def values_follow_from_what_actions_lead_to(
    of_setting: Solved = solved, games: Iterable[Hybrid] = SOME, each: int = FEW
) -> str:
    """In random positions with 0 to 9 boxes measured, the value is, by the rules of the reference, the best value after
    the moves, the mean while a box is measured, and the score at the end."""
    count = 0
    for game in games:
        tablebase, random = of_setting(setting_of(game)), Random(SEED)

        def known(position: Position, tablebase: Tablebase = tablebase) -> Fraction:
            return tablebase.value(state_of(position))

        for number, measured in product(range(each), range(len(BOXES) + 1)):
            if number % FEWER.get(measured, 1) == 0:
                for position in drawn(game, measured, random):
                    _follows(game, position, known)
                    count += 1
    return f"{count:,} positions, seed {SEED}"


def values_follow_under_all_switches(of_setting: Solved = solved) -> str:
    """At all solved settings."""
    return values_follow_from_what_actions_lead_to(of_setting, SOLVED, MANY)


def _follows(game: Hybrid, position: Position, known: ValueOf) -> None:
    moves = game.actor(position) in (Actor.X, Actor.O)
    expected = best(game, position, known) if moves else worth(game, position, known)
    if (found := known(position)) != expected:
        raise Refuted(f"{game.switches}, '{position}': {found}, from what the actions lead to {expected}")


def drawn(game: Hybrid, measured: int, random: Random) -> Iterator[Position]:
    """A random position allowed by the switches, whether or not play reaches it; and, if it is undecided, the position
    with one of its boxes being measured."""
    boxes = random.sample(BOXES, measured)
    position = Position("".join(random.choice("XO") if box in boxes else UNMEASURED for box in BOXES))
    for _ in range(random.randrange(2 * len(BOXES))):
        ends = product(position.unmeasured, position.measured)
        legal = [
            Link(control, target)
            for control, target in ends
            if may_control(position, control, game.links) and may_receive(position, target, game.targets)
        ]
        if not legal:
            break
        position = replace(link(position, random.choice(legal)), turn=random.choice((Actor.X, Actor.O)))
    position = replace(position, turn=random.choice((Actor.X, Actor.O)))
    yield position
    if game.actor(position):
        yield measure(position, random.choice(position.unmeasured))


# Errors


class _TurnsAreForgotten(Tablebase):
    def value(self, state: State) -> Fraction:
        return super().value(state._replace(turn="X"))


class _LinksAreForgotten(Tablebase):
    def value(self, state: State) -> Fraction:
        return super().value(state._replace(links=()))


def turns_are_forgotten(setting: Setting) -> Tablebase:
    return _TurnsAreForgotten(setting, solved(setting).numbers)


def links_are_forgotten(setting: Setting) -> Tablebase:
    return _LinksAreForgotten(setting, solved(setting).numbers)


def early_values_are_a_unit_off(setting: Setting) -> Tablebase:
    """With three boxes measured all values are 1/512 too large for the player to move."""
    numbers = [*solved(setting).numbers]
    numbers[3] = tuple(values + 1 for values in numbers[3])
    return Tablebase(setting, tuple(numbers))
