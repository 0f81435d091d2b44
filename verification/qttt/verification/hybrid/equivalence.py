"""Q3T by the fast engine, held against the reference: positions, results and ends, values, games in batches, chance.

Values follow from the next positions at all late positions and at random early ones. Late positions are one of each set
that symmetries and the exchange of colours carry to each other (LEMMA symmetry, LEMMA colours), whether or not play
reaches it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import product
from random import Random

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Cpu, Device
from qttt.fast.hybrid import rules
from qttt.fast.hybrid.layer import Layer, lanes
from qttt.fast.hybrid.places import value_places
from qttt.fast.hybrid.rules import SLOTS
from qttt.fast.hybrid.setting import Setting
from qttt.fast.hybrid.solve import solve, value_rows
from qttt.fast.hybrid.tablebase import Tablebase
from qttt.oracle.entry import canonical as turned
from qttt.oracle.hybrid import setting_of
from qttt.reference.board import SYMMETRIES
from qttt.reference.game import Actor, Game
from qttt.reference.hybrid import SWITCHES, Action, Hybrid, Link, Result, settings
from qttt.reference.hybrid.ending import outcome
from qttt.reference.hybrid.position import BOXES, UNMEASURED, Position, link, may_control, may_receive, measure
from qttt.verification import Refuted, batch_comparison, expect
from qttt.verification.batch_comparison import Case, View, drawn, key
from qttt.verification.elsewhere import Solves, WebEngine
from qttt.verification.engine_comparison import as_it_is, early, same_rules
from qttt.verification.engines import options_of
from qttt.verification.hybrid.certificate import canonical, least
from qttt.verification.hybrid.engines import fast, late_tablebase, reference
from qttt.verification.hybrid.lemmas import cases, pending
from qttt.verification.measures import Measured
from qttt.verification.stored_values import spoil, values_follow

KINDS = tuple(game for game in settings() if game.both == "draw")
"""The games that differ in more than the score when both players have a line."""


# Rules


def rules_agree(plies: int = 3, up_to_symmetry: bool = False) -> str:
    """The positions of up to `plies` plies under all switches; or one of each symmetry class, and of one ply fewer
    where the switches are not canonical. Every result with up to three links and every move with up to two, as in the
    lemmas; and every way to mark nine boxes."""
    count = sum(_agree(game, [position]) for game, position in cases())
    for game in KINDS:
        depth = plies - (up_to_symmetry and game != KINDS[0])
        form = partial(turned, game) if up_to_symmetry else as_it_is
        count += _agree(game, early(game, depth, form))
    boards = [Position("".join(marks), turn=turn) for marks in product("XO", repeat=9) for turn in (Actor.X, Actor.O)]
    for both in SWITCHES["both"]:
        _agree(replace(KINDS[0], both=both), boards)
    return f"{count:,} positions, {len(boards):,} full boards"


def _agree(game: Hybrid, positions: Iterable[Position]) -> int:
    return same_rules(reference(options_of(game)), fast(options_of(game)), positions)


# Values


OTHER_COLOUR = str.maketrans("XO", "OX")


def exchange_colours(position: Position) -> Position:
    """The position with X and O exchanged: marks, owners, and the player to move."""
    links = sorted(link._replace(owner=link.owner.opponent) for link in position.links)
    marks = position.marks.translate(OTHER_COLOUR)
    return Position(marks, tuple(links), position.turn.opponent, position.measuring)


def players_to_move(game: Hybrid) -> tuple[Actor, ...]:
    """Who is to move in one position of each set: both players only if positions with O to move are not images of
    positions with X to move."""
    return (Actor.X, Actor.O) if game.both == "X" else (Actor.X,)


def undecided_positions(game: Hybrid, measured: int) -> Iterator[Position]:
    """The undecided positions with so many measured boxes, one of each set."""
    for marks in map("".join, product("XO" + UNMEASURED, repeat=len(BOXES))):
        bare = Position(marks)
        if len(bare.measured) == measured and least(marks)[0] == marks and outcome(bare) is None:
            for links, turn in product(pending(game, bare.unmeasured, bare.measured), players_to_move(game)):
                position = replace(bare, links=links, turn=turn)
                if canonical(position).key == str(position):
                    yield position


def image(game: Hybrid, position: Position, number: int) -> Position:
    """One of the sixteen images of a position, or of eight if colours matter."""
    turned = game.turned(position, SYMMETRIES[number % 8])
    return exchange_colours(turned) if len(players_to_move(game)) == 1 and number // 8 % 2 else turned


Solved = Callable[[Setting, int], Tablebase]
"""A function from a setting and a number n to the tablebase of positions with at least n boxes measured."""

# Late positions

FIRST = (Hybrid(), Hybrid(both="X"), Hybrid("single", "one", "take", "other"))
ALL_GAMES = tuple(dict.fromkeys((*FIRST, *settings())))
SOLVED = tuple(game for game in settings() if (game.links, game.targets) != ("two", "any"))


def least_boxes(game: Hybrid) -> int:
    """The least number of measured boxes of the positions to compare."""
    if (game.links, game.targets) == ("single", "any"):
        return 0
    return 6 if game == Hybrid() else 8 if game.links == "two" else 7


def late_values_follow(solved: Solved = late_tablebase, games: int | None = None, fewest: int = 0) -> str:
    """Every undecided position of the first `games` with at least so many boxes measured, and no fewer than the
    `fewest`, as one of its images in turn."""
    total = 0
    for game in ALL_GAMES[:games]:
        from_boxes = max(least_boxes(game), fewest)
        tablebase = solved(setting_of(game), from_boxes)
        for measured in range(from_boxes, len(BOXES)):
            positions = (image(game, one, number) for number, one in enumerate(undecided_positions(game, measured)))
            found = values_follow(game, tablebase, positions)
            expect(f"{game!r}: positions", found, len(players_to_move(game)) * tablebase.positions[measured])
            total += found
    return f"{total:,} positions"


# Random positions

SEED = 2019
FEWER = {0: 60, 1: 5, len(BOXES): 5}
"""Divisors of the number of positions where there are few, or where all have ended."""
SOME = (Hybrid(), Hybrid("single", "one", "take", "other"), Hybrid("one", "one", both="X"))


@lru_cache(maxsize=len(SOME))
def whole_tablebase(game: Hybrid) -> Tablebase:
    """The whole tablebase of a game; the last few are kept."""
    return solve(Cpu(), setting_of(game)).tablebase


def random_values_follow(
    solved: Callable[[Hybrid], Tablebase] = whole_tablebase, games: Iterable[Hybrid] = SOME, each: int = 120
) -> str:
    """Some random positions with each number of measured boxes, fewer with 0, 1 and 9."""
    total = 0
    for game in games:
        random = Random(SEED)
        numbers = (m for number, m in product(range(each), range(len(BOXES) + 1)) if number % FEWER.get(m, 1) == 0)
        positions = (position for measured in numbers for position in draw_positions(game, measured, random))
        total += values_follow(game, solved(game), positions)
    return f"{total:,} positions, seed {SEED}"


def random_values_follow_under_all_switches(solved: Callable[[Hybrid], Tablebase] = whole_tablebase) -> str:
    """At all solved settings."""
    return random_values_follow(solved, SOLVED, 400)


def draw_positions(game: Hybrid, measured: int, random: Random) -> Iterator[Position]:
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


# Two orders

BY_PLACE = tuple(dict.fromkeys((Hybrid(), Hybrid("single", both="X"), *SOLVED)))


class OneSet(Layer):
    """A layer without its other sets."""

    @property
    def sets(self) -> tuple[int, ...]:
        return super().sets[:1]


def two_orders_agree(games: int | None = None, most: int = 0) -> str:
    """Every place of the first `games`: each layer is valued row by row and place by place, from the same values of the
    layer above. With `most`, one set of each layer in which it has at most so many places, from seeded bytes instead of
    values."""
    total, seeded, kind = 0, np.random.default_rng(SEED), OneSet if most else Layer
    for setting, measured in product(map(setting_of, BY_PLACE[:games]), reversed(range(len(BOXES) + 1))):
        this, that = kind(setting, measured), Layer(setting, min(measured + 1, len(BOXES)))
        if most and this.size > most:
            continue
        if most or not this.controls:
            above = seeded.integers(-64, 0, (len(lanes(setting)), len(that.sets) * that.size), np.int8)
        values, others = value_rows(Cpu(), this, above), value_places(Cpu(), this, above)
        if len(different := np.argwhere(values != others)):
            at = f"first {different[0].tolist()}"
            raise Refuted(f"{setting}, {measured} boxes: two values at {len(different):,} places, {at}")
        total, above = total + values.size, values
    return f"{total:,} places"


spoilt_late_values, spoilt_values = spoil(late_tablebase, 7), spoil(whole_tablebase)


def solve_on(device: Device) -> tuple[Ints, ...]:
    """What a solve of the canonical game finds on a device."""
    return sum(solve(device, Setting()).tablebase.numbers, ())


WEB = WebEngine("hybrid", ("hybrid/solve.js", '"O" ? -worth : worth', '"X" ? -worth : worth'))
solves = Solves(solve_on)


# Batches


def planes_of(game: Game[Position, Action], position: Position, history: Sequence[Action]) -> Ints:
    """The planes of a position, from the reference."""
    seen = np.zeros((22, 9), np.uint8)
    for at, player in enumerate((Actor.X, Actor.O)):
        seen[at] = [mark == player for mark in position.marks]
    seen[2] = [box == position.measuring for box in range(1, 10)]
    seen[3] = position.turn is Actor.O
    for control, target, owner in position.links:
        seen[4 + 9 * (owner is Actor.O) + control - 1, target - 1] += 1
    return seen


def views() -> list[View]:
    return [View("planes", planes_of), View("key", key)]


CASES = [Case("hybrid", game.switches, views) for game in settings()]
batches_agree = partial(batch_comparison.batches_agree, CASES)

MEASURED = Measured("hybrid", {"links": "single"})


# Chance

LOW_BITS = 10


def results_are_equally_likely() -> None:
    """The shares of the results among all values of the lowest bits of a random number, for any other bits, are the
    reference's probabilities. Raises `Refuted`."""
    due = Hybrid().chance(Position.of("........., X measures 5"))
    shares = drawn(partial(rules.draw, [], rules.setting_of(Setting())), range((1 << LOW_BITS) + 1), LOW_BITS)
    expect("probabilities", shares, {SLOTS + number: due[result] for number, result in enumerate(Result)})
