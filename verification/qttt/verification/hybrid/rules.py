"""Q3T by the reference and by the fast engine: early positions, results and ends, games, perft, what play reaches."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache, partial
from itertools import product

from qttt.fast.backend import Cpu
from qttt.fast.hybrid import reach
from qttt.oracle.entry import canonical as turned
from qttt.oracle.hybrid.translate import setting_of
from qttt.reference.game import Actor
from qttt.reference.hybrid import SWITCHES, Hybrid, settings
from qttt.reference.hybrid.position import Position
from qttt.reference.perft import after_one_ply
from qttt.verification import Refuted
from qttt.verification.engines import SetUp
from qttt.verification.hybrid.certificate import canonical
from qttt.verification.hybrid.conformance import options_of
from qttt.verification.hybrid.engines import fast, reference
from qttt.verification.hybrid.lemmas import cases
from qttt.verification.hybrid.values import exchanged
from qttt.verification.rules import as_it_is, early, same_perft, same_rules

KINDS = tuple(game for game in settings() if game.both == "draw")
"""The games that differ in more than the score when both players have a line."""


# Rules


def rules_agree(set_up: SetUp = fast, plies: int = 3, up_to_symmetry: bool = False) -> str:
    """The positions of up to `plies` plies under all switches; or one of each symmetry class, and of one ply fewer
    where the switches are not canonical. Every result with up to three links and every move with up to two, as in the
    lemmas; and every way to mark nine boxes."""
    count = sum(_agree(set_up, game, [position]) for game, position in cases())
    for game in KINDS:
        depth = plies - (up_to_symmetry and game != KINDS[0])
        form = partial(turned, game) if up_to_symmetry else as_it_is
        count += _agree(set_up, game, early(game, depth, form))
    return f"{count:,} positions, {_ends_agree(set_up):,} full boards"


def _agree(set_up: SetUp, game: Hybrid, positions: Iterable[Position]) -> int:
    return same_rules(reference(options_of(game)), set_up(options_of(game)), positions)


def _ends_agree(set_up: SetUp) -> int:
    boards = [Position("".join(marks), turn=turn) for marks in product("XO", repeat=9) for turn in (Actor.X, Actor.O)]
    for both in SWITCHES["both"]:
        _agree(set_up, replace(KINDS[0], both=both), boards)
    return len(boards)


# Perft

GAMES = (Hybrid(), Hybrid("two", effect="take"), Hybrid("single"), Hybrid("one", "one"))


def perft_is_the_same(plies: int = 4) -> str:
    """With each value of links, of targets and of effect; to ply 4, which some games do not reach."""
    return same_perft(dict.fromkeys(GAMES, plies))


# Positions that play reaches


REACHED = {Hybrid("single"): 8, Hybrid("one", "one"): 2, Hybrid(): 1}
"""Games, each with the largest number of measured boxes of the positions to count."""


def reached_positions_are_the_same(boxes: int = 9, games: int | None = None) -> str:
    """With one pending link in the whole game, with one on each control and target, and under the canonical switches;
    only up to a number of measured boxes, and only the first `games`."""
    told = []
    for game, most in [(game, min(most, boxes)) for game, most in REACHED.items()][:games]:
        counts, found = reached(game, most), reach.reachable(Cpu(), setting_of(game), most)
        if counts != found:
            raise Refuted(f"{game.switches}: play reaches {counts} positions, the engine counts {found}")
        told.append(f"{' '.join(game.switches.values())} {', '.join(f'{count:,}' for count in counts)}")
    return "; ".join(told)


def form(position: Position) -> str:
    """The same for positions equivalent by symmetry and exchange of colours (LEMMA symmetry, LEMMA colours)."""
    return str(canonical(position if position.turn is Actor.X else exchanged(position)).key)


@cache
def reached(game: Hybrid, most: int) -> tuple[int, ...]:
    """The numbers of undecided positions with 0, 1, ... `most` boxes measured that play reaches, of each form once."""
    start = game.initial()
    layers: list[dict[str, Position]] = [{} for _ in range(most + 1)]
    layers[0][form(start)] = start
    for measured, layer in enumerate(layers):
        todo = [*layer.values()]
        while todo:
            for after in after_one_ply(game, todo.pop()):
                number = len(after.measured)
                if number > most or game.actor(after) is None:
                    continue
                name = form(after)
                if name not in layers[number]:
                    layers[number][name] = after
                    todo += [after] * (number == measured)
    return tuple(map(len, layers))
