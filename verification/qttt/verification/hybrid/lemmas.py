"""Lemmas of the page on Q3T that the reference shows: LEMMA ends, LEMMA symmetry, LEMMA measuring-alone.

`cases` are positions in which every kind of action meets every kind of link.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from random import Random

from qttt.reference.game import Actor, Score
from qttt.reference.hybrid import SWITCHES, Action, Hybrid, Link, Measure, PendingLink, Position, Result, settings
from qttt.reference.hybrid.position import BOXES, UNMEASURED
from qttt.reference.solver import Solver
from qttt.spec.text import PAGES
from qttt.verification import Refuted, expect
from qttt.verification.engine_comparison import GENERATORS, turns
from qttt.verification.hybrid.certificate import least
from qttt.verification.random_games import visited

SEED = 2019
CONTROLS, TARGETS = (3, 4), (1, 2)
LINKS = [PendingLink(*link) for link in sorted(product(CONTROLS, TARGETS, (Actor.X, Actor.O)))]

Case = tuple[Hybrid, Position]


def cases() -> Iterator[Case]:
    """Two boxes measured, links from two others to them: every result with up to three links of either player, under
    both effects, every move with up to two links, under all limits; and the positions of a random game at each setting.
    """
    for effect, marks, turn in product(SWITCHES["effect"], ("XX", "XO", "OX", "OO"), (Actor.X, Actor.O)):
        for links in _up_to(3):
            yield Hybrid(effect=effect), Position(marks.ljust(9, UNMEASURED), links, turn, CONTROLS[0])
    for links_are, targets, turn in product(SWITCHES["links"], SWITCHES["targets"], (Actor.X, Actor.O)):
        for links in _up_to(2):
            yield Hybrid(links_are, targets), Position("XO".ljust(9, UNMEASURED), links, turn)
    random = Random(SEED)
    yield from ((game, position) for game in settings() for position in visited(game, random, 1))


def _up_to(most: int) -> Iterator[tuple[PendingLink, ...]]:
    """Links that controls can carry: at most two each."""
    for number in range(most + 1):
        for links in combinations_with_replacement(LINKS, number):
            if all(sum(link.control == control for link in links) <= 2 for control in CONTROLS):
                yield links


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


# Ends

MOST_PLIES = dict.fromkeys(product(("one", "single"), ("any", "one")), 17) | {("two", "any"): 25, ("two", "one"): 24}
"""The largest number of plies of a game by `links` and `targets`."""

NO_LINE = "XOXXOOOXX"
"""Nine marks without a line; every beginning has no line either."""

Carried = tuple[int, ...]
"""The number of links that each unmeasured box carries, ascending: all that further moves depend on."""


def play_ends() -> None:
    """The longest games, as if no line ended a game, and under each effect the page's game of that length."""
    games = {sum(map(Hybrid().is_ply, Hybrid().parse(text))): text for text in longest_games()}
    for (links, targets), most in MOST_PLIES.items():
        found = longest(Hybrid(links, targets), (0,) * len(BOXES))
        expect(f"plies of the longest games, links={links}, targets={targets}", found, most)
        for effect in SWITCHES["effect"]:
            game = Hybrid(links, targets, effect)
            if most not in games or game.actor(game.read(games[most]).positions[-1]):
                raise Refuted(f"{game.switches}: the page has no game of {most} plies that ends")


def longest_games() -> list[str]:
    """The games in the proof of LEMMA ends on the page."""
    blocks = (PAGES / "hybrid.md").read_text(encoding="utf-8").split("\n\n")
    return [block for block in blocks if block.startswith("    X1.1 =X")]


@cache
def longest(game: Hybrid, carried: Carried) -> int:
    """The largest number of further plies, if no line ends the game."""
    return max((1 + longest(game, then) for then in _then(game, carried)), default=0)


def _then(game: Hybrid, carried: Carried) -> set[Carried]:
    """The numbers of links that boxes may carry after a move, and after its result if it has one."""
    measured = len(BOXES) - len(carried)
    controls = [measured + 1 + at for at, number in enumerate(carried) for _ in range(number)]
    links = tuple(PendingLink(control, at % measured + 1, Actor.O) for at, control in enumerate(controls))
    position = Position(NO_LINE[:measured].ljust(len(BOXES), UNMEASURED), links)
    reached = set[Carried]()
    for move in game.actions(position):
        after = game.play(position, move)
        for one in [game.play(after, result) for result in Result] if isinstance(move, Measure) else [after]:
            numbers = Counter(link.control for link in one.links)
            reached.add(tuple(sorted(numbers[box] for box in one.unmeasured)))
    return reached


# Symmetry


def games_turn_with_the_board() -> str:
    """In all cases: actor, actions, chances and next positions. For all marks that end a game: ending and score."""
    with_marks = (Position("".join(marks)) for marks in product("XO" + UNMEASURED, repeat=len(BOXES)))
    ended = [position for position in with_marks if Hybrid().actor(position) is None]
    some = [*cases(), *((Hybrid(), position) for position in ended)]
    for (game, position), symmetry in product(some, GENERATORS):
        turns(game, position, symmetry)
    return f"{len(some):,} positions, of which {len(ended):,} ended"


# Measuring alone

BEST = Fraction(3, 256)
"""X's chance of winning minus O's if both choose their boxes optimally and X begins."""


class Measuring(Hybrid):
    """The game without links; positions are the first of their eight images (LEMMA symmetry). Raises `Refuted` if both
    players have a line."""

    def actions(self, position: Position) -> tuple[Action, ...]:
        return tuple(action for action in super().actions(position) if not isinstance(action, Link))

    def play(self, position: Position, action: Action) -> Position:
        after = super().play(position, action)
        return after if after.measuring else replace(after, marks=least(after.marks)[0])

    def score(self, position: Position) -> Score:
        score = super().score(position)
        if score.outcome.rule == "HYB-END-2":
            raise Refuted(f"both players have a line without a link, in '{position}'")
        return score


def measuring_alone_favours_who_begins() -> None:
    """3/256 for X if boxes are chosen optimally."""
    game = Measuring()
    expect("X's chance minus O's", Solver(game).value(game.initial()), BEST)
