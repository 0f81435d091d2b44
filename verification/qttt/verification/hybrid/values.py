"""Values of Q3T's tablebases: they follow from the next positions at all late positions and at random early ones.

Late positions are one of each set that symmetries and the exchange of colours carry to each other (LEMMA symmetry,
LEMMA colours), whether or not play reaches it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, product
from random import Random
from typing import Any, NamedTuple

from qttt.fast.backend import Cpu
from qttt.fast.hybrid.rules import Setting
from qttt.fast.hybrid.solve import solve
from qttt.fast.hybrid.tablebase import Tablebase
from qttt.oracle.hybrid.translate import setting_of
from qttt.reference.board import SYMMETRIES, inverse
from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid, settings
from qttt.reference.hybrid.ending import outcome
from qttt.reference.hybrid.moves import link, may_control, may_receive, measure
from qttt.reference.hybrid.notation import Link
from qttt.reference.hybrid.position import BOXES, UNMEASURED, PendingLink, Position
from qttt.verification import Refuted
from qttt.verification.hybrid.engines import late_tablebase
from qttt.verification.hybrid.lemmas import OTHER_COLOUR, exchanged
from qttt.verification.values import same_values, spoilt, values_follow

Boxes = tuple[int, ...]
Key = tuple[Any, ...]
"""A key shared by all images of a position: the least marks, links and player to move, this player being X first."""


class Image(NamedTuple):
    """A symmetry as two tables by box: where the box goes, and which box comes to it. Entry 0 is 0."""

    there: Boxes
    back: Boxes


IMAGES = tuple(Image((0, *symmetry), (0, *inverse(symmetry))) for symmetry in SYMMETRIES)


@cache
def images(unmeasured: Boxes) -> tuple[Image, ...]:
    """The symmetries that take a set of boxes to the first one of its images."""
    first = min(_image(unmeasured, there) for there, _ in IMAGES)
    return tuple(image for image in IMAGES if _image(unmeasured, image.there) == first)


def _image(boxes: Boxes, there: Boxes) -> Boxes:
    return tuple(sorted(there[box] for box in boxes))


@cache
def open_boxes(number: int) -> tuple[Boxes, ...]:
    """The sets of `number` boxes, up to symmetry.

    >>> open_boxes(1)
    ((1,), (2,), (5,))
    """
    return tuple(boxes for boxes in combinations(BOXES, number) if IMAGES[0] in images(boxes))


def colours_matter(game: Hybrid) -> bool:
    """Whether positions with O to move are not images of positions with X to move."""
    return game.both == "X"


def key(game: Hybrid, position: Position) -> Key:
    """The key of a position in which no box is being measured."""
    of_o = position.turn is Actor.O
    exchange = of_o and not colours_matter(game)
    marks = position.marks.translate(OTHER_COLOUR) if exchange else position.marks
    links = [(link.control, link.target, (link.owner is Actor.X) ^ exchange) for link in position.links]
    found = [
        (
            "".join([marks[box - 1] for box in back[1:]]),
            tuple(sorted([(there[control], there[target], of_x) for control, target, of_x in links])),
        )
        for there, back in images(position.unmeasured)
    ]
    return (*min(found), of_o and not exchange)


def undecided(game: Hybrid, unmeasured: Boxes) -> Iterator[tuple[Position, Key]]:
    """The undecided positions with these boxes unmeasured, one per key, those with the most links first."""
    measured = [box for box in BOXES if box not in unmeasured]
    bare = [_marked(measured, marks) for marks in product("XO", repeat=len(measured))]
    going_on = [position for position in bare if outcome(position) is None]
    turns = (Actor.X, Actor.O) if colours_matter(game) else (Actor.X,)
    for links in sorted(pending(game, unmeasured, measured), key=len, reverse=True):
        for position, turn in product(going_on, turns):
            one = replace(position, links=links, turn=turn)
            name = key(game, one)
            if _is_named(one, name):
                yield one, name


def _marked(boxes: Iterable[int], marks: Iterable[str]) -> Position:
    of_box = dict(zip(boxes, marks, strict=True))
    return Position("".join(of_box.get(box, UNMEASURED) for box in BOXES))


def _is_named(position: Position, name: Key) -> bool:
    """Whether a position is the first of its images."""
    links = tuple((link.control, link.target, link.owner is Actor.X) for link in position.links)
    return name[:2] == (position.marks, links)


def pending(game: Hybrid, controls: Iterable[int], targets: Iterable[int]) -> Iterator[tuple[PendingLink, ...]]:
    """Every set of pending links between these boxes that the switches allow."""
    most = 2 if game.links == "two" else 1
    of_each = []
    for control in controls:
        kinds = [PendingLink(control, target, owner) for target in targets for owner in (Actor.O, Actor.X)]
        of_each.append([some for n in range(most + 1) for some in combinations_with_replacement(kinds, n)])
    for chosen in product(*of_each):
        links = tuple(link for some in chosen for link in some)
        alone = game.targets == "any" or len({link.target for link in links}) == len(links)
        if alone and (game.links != "single" or len(links) <= 1):
            yield links


def image(game: Hybrid, key: Key, number: int) -> Position:
    """One of the sixteen images of a position, or of eight if colours matter."""
    marks, links, of_o = key
    players = (Actor.O, Actor.X)
    pending = tuple(PendingLink(control, target, players[of_x]) for control, target, of_x in links)
    position = game.turned(Position(marks, pending, players[not of_o]), SYMMETRIES[number % 8])
    return position if colours_matter(game) or number // 8 % 2 else exchanged(position)


Solved = Callable[[Setting, int], Any]
"""A function from a setting and a number n to the tablebase of positions with at least n boxes measured."""

# Late positions

CANONICAL = Hybrid()
OTHERS = (Hybrid(both="X"), Hybrid("single", "one", "take", "other"))
LATE = ((CANONICAL, 7), *((other, 8) for other in OTHERS))
SOLVED = tuple(game for game in settings() if (game.links, game.targets) != ("two", "any"))


def late_values_follow(
    solved: Solved = late_tablebase,
    games: Iterable[tuple[Hybrid, int]] = LATE,
    fewest: int = 0,
) -> str:
    """Every undecided position of some games with at least so many boxes measured, and no fewer than the `fewest`, as
    one of its images in turn."""
    count = 0
    for game, least in ((game, max(least, fewest)) for game, least in games):
        tablebase = solved(setting_of(game), least)
        for measured in range(least, len(BOXES)):
            boxes = open_boxes(len(BOXES) - measured)
            names = (name for unmeasured in boxes for _, name in undecided(game, unmeasured))
            found = values_follow(game, tablebase, (image(game, name, number) for number, name in enumerate(names)))
            if found != (2 if colours_matter(game) else 1) * tablebase.positions[measured]:
                raise Refuted(f"{game.switches}: {found:,} positions with {measured} boxes measured")
            count += found
    return f"{count:,} positions"


def values_from_six_boxes_follow(solved: Solved = late_tablebase) -> str:
    """Every undecided position with at least six boxes measured, under the canonical switches."""
    return late_values_follow(solved, [(CANONICAL, 6)])


def late_values_follow_under_all_switches(solved: Solved = late_tablebase) -> str:
    """Every undecided position with eight boxes measured at all settings, with seven if a control carries one link."""
    return late_values_follow(solved, ((game, 8 if game.links == "two" else 7) for game in settings()))


def values_with_a_single_link_follow(solved: Solved = late_tablebase) -> str:
    """All positions, from the first one on, with one pending link in the whole game."""
    games = (game for game in SOLVED if game.links == "single" and game.targets == "any")
    return late_values_follow(solved, ((game, 0) for game in games))


# Random positions

SEED = 2019
FEWER = {0: 60, 1: 5, len(BOXES): 5}
"""Divisors of the number of positions where there are few, or where all have ended."""
SOME = (CANONICAL, Hybrid("single", "one", "take", "other"), Hybrid("one", "one", both="X"))


@lru_cache(maxsize=len(SOME))
def whole_tablebase(game: Hybrid) -> Tablebase:
    """The whole tablebase of a game; the last few are kept."""
    return solve(Cpu(), setting_of(game)).tablebase


def random_values_follow(
    solved: Callable[[Hybrid], Any] = whole_tablebase, games: Iterable[Hybrid] = SOME, each: int = 120
) -> str:
    """So many random positions with each number of measured boxes, fewer with 0, 1 and 9."""
    count = 0
    for game in games:
        random = Random(SEED)
        numbers = (m for number, m in product(range(each), range(len(BOXES) + 1)) if number % FEWER.get(m, 1) == 0)
        positions = (position for measured in numbers for position in drawn(game, measured, random))
        count += values_follow(game, solved(game), positions)
    return f"{count:,} positions, seed {SEED}"


def random_values_follow_under_all_switches(solved: Callable[[Hybrid], Any] = whole_tablebase) -> str:
    """At all solved settings."""
    return random_values_follow(solved, SOLVED, 400)


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


# Two links on a control, and any number on a target

TWO_LINKS = (Hybrid("two"), Hybrid("two", both="X"), Hybrid("two", effect="take"))
MOST_FREE = 2
"""The largest number of further links that a position's controls may carry; with more the solver takes long."""


def values_with_seven_boxes(solved: Solved = late_tablebase, measured: int = 7, number: int = 60) -> str:
    """Random positions in three of the games, by the solver of the reference."""
    count = 0
    for game in TWO_LINKS:
        positions = some_positions(Random(SEED), measured, number)
        count += same_values(game, solved(setting_of(game), measured), positions)
    return f"{count:,} positions with {measured} boxes measured"


def values_with_six_boxes(solved: Solved = late_tablebase) -> str:
    return values_with_seven_boxes(solved, 6, 30)


def some_positions(random: Random, measured: int, number: int) -> Iterator[Position]:
    """Random undecided positions, whether or not play reaches them."""
    while number:
        order = random.sample(BOXES, len(BOXES))
        targets, controls = sorted(order[:measured]), sorted(order[measured:])
        marks = "".join(random.choice("XO") if box in targets else "." for box in BOXES)
        links = [link for control in controls for link in _some_links(random, control, targets)]
        if outcome(bare := Position(marks)) is None and 2 * len(controls) - len(links) <= MOST_FREE:
            yield Position(bare.marks, tuple(sorted(links)), random.choice((Actor.X, Actor.O)))
            number -= 1


def _some_links(random: Random, control: int, targets: list[int]) -> list[PendingLink]:
    """Zero, one or two links; half of the pairs cancel."""
    one, other = (PendingLink(control, random.choice(targets), random.choice((Actor.X, Actor.O))) for _ in range(2))
    return [one, random.choice((one, other))][: random.randrange(3)]


spoilt_late_values, spoilt_values = spoilt(late_tablebase, 7), spoilt(whole_tablebase)
