"""The values of all late positions of Q3T by the rules of the reference only, the most measured boxes first.

One position is valued of each set that symmetries and the exchange of colours carry to each other (LEMMA symmetry,
LEMMA colours), whether or not play reaches it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, combinations_with_replacement, product
from typing import Any, NamedTuple

from qttt.reference.board import SYMMETRIES, inverse
from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid.ending import outcome
from qttt.reference.hybrid.position import BOXES, UNMEASURED, PendingLink, Position
from qttt.verification.hybrid.lemmas import OTHER_COLOUR

Boxes = tuple[int, ...]
Key = tuple[Any, ...]
"""A key shared by all images of a position: the least marks, links and player to move, this player being X first."""
Values = dict[Key, Fraction]
ValueOf = Callable[[Position], Fraction]


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


# Values


def worth(game: Hybrid, position: Position, known: ValueOf) -> Fraction:
    """The value, by the rules, of a position that has ended or is being measured; `known` gives that of any other.

    Rules: HYB-SCORE-1, HYB-VALUE-1"""
    match game.actor(position):
        case None:
            return game.score(position).value
        case Actor.CHANCE:
            chances = game.chance(position).items()
            return sum((chance * worth(game, game.play(position, one), known) for one, chance in chances), Fraction(0))
        case _:
            return known(position)


def best(game: Hybrid, position: Position, known: ValueOf) -> Fraction:
    """The value of a position where X or O moves, from the values after the moves. Rule: HYB-VALUE-1"""
    after = [worth(game, game.play(position, action), known) for action in game.actions(position)]
    return max(after) if position.turn is Actor.X else min(after)


def values(game: Hybrid, least: int, run: Callable[..., Iterable[Values]] = map) -> dict[int, Values]:
    """The values of all undecided positions by the number of measured boxes, from 8 down to `least`. `run` maps a
    function over its arguments, perhaps in parallel."""
    found: dict[int, Values] = {}
    for measured in range(len(BOXES) - 1, least - 1, -1):
        one = partial(_valued, game, found.get(measured + 1, {}))
        boxes = open_boxes(len(BOXES) - measured)
        found[measured] = {name: value for some in run(one, boxes) for name, value in some.items()}
    return found


def _valued(game: Hybrid, after: Values, unmeasured: Boxes) -> Values:
    """The values of the positions with these boxes unmeasured, given those with fewer: a quantum move leaves the same
    boxes unmeasured, and adds one link."""
    found: Values = {}

    def known(position: Position) -> Fraction:
        values = found if position.unmeasured == unmeasured else after
        value = values[key(game, position)]
        return -value if position.turn is Actor.O and not colours_matter(game) else value

    for position, name in undecided(game, unmeasured):
        found[name] = best(game, position, known)
    return found
