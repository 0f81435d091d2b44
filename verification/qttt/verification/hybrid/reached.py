"""Compares the fast engine's counts of games and positions of Q3T with the reference's own play."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from qttt.fast.backend import Cpu
from qttt.fast.hybrid import perft, reach, rules
from qttt.fast.hybrid.count import positions
from qttt.fast.hybrid.rules import Setting
from qttt.oracle.hybrid.translate import setting_of
from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid.position import Position
from qttt.reference.perft import after_one_ply
from qttt.reference.perft import perft as of_the_reference
from qttt.verification import Refuted
from qttt.verification.hybrid.retrograde import Key, key
from qttt.verification.mutation import with_globals

Perft = Callable[[Setting, int], tuple[int, ...]]
Reached = Callable[[Setting], tuple[int, ...]]

# Games

GAMES = (Hybrid(), Hybrid("two", effect="take"), Hybrid("single"), Hybrid("one", "one"))


def perft_is_the_same(fast: Perft = perft.perft, plies: int = 3) -> str:
    """To ply 3, with each value of links, of targets and of effect."""
    told = []
    for game in GAMES:
        counts, found = counted(game, plies), fast(setting_of(game), plies)
        if counts != found:
            raise Refuted(f"{game.switches}: perft {counts} and {found}")
        told.append(f"{_named(game)} {_listed(counts)}")
    return "; ".join(told)


def perft_of_longer_games_is_the_same(fast: Perft = perft.perft) -> str:
    """To ply 4, which some games do not reach because they end earlier."""
    return perft_is_the_same(fast, 4)


@lru_cache(maxsize=len(GAMES))
def counted(game: Hybrid, plies: int) -> tuple[int, ...]:
    """Perft by the reference."""
    return of_the_reference(game, plies)


def _named(game: Hybrid) -> str:
    return " ".join(game.switches.values())


def _listed(counts: Iterable[int]) -> str:
    return ", ".join(f"{count:,}" for count in counts)


# Positions


class Scope(NamedTuple):
    """A game, and the largest number of measured boxes of the positions to count."""

    game: Hybrid
    most: int


EARLY = (Scope(Hybrid("single"), 2), Scope(Hybrid("one", "one"), 2))
WHOLE = (Scope(Hybrid(), 1), Scope(Hybrid("single"), 8))


def by_the_engine(setting: Setting) -> tuple[int, ...]:
    return reach.reachable(Cpu(), setting)


def reached_positions_are_the_same(fast: Reached = by_the_engine, scopes: Iterable[Scope] = EARLY) -> str:
    """Up to two measured boxes, with one pending link in the whole game, and with one on each control and target."""
    told = []
    for game, most in scopes:
        counts, found = reached(game, most), fast(setting_of(game))[: most + 1]
        if counts != found:
            raise Refuted(f"{game.switches}: play reaches {counts} positions, the engine counts {found}")
        told.append(f"{_named(game)} {_listed(counts)}")
    return "; ".join(told)


def all_reached_positions_are_the_same(fast: Reached = by_the_engine) -> str:
    """Any number of measured boxes, with one pending link in the whole game; up to one under the canonical switches."""
    return reached_positions_are_the_same(fast, WHOLE)


@lru_cache(maxsize=len(EARLY) + len(WHOLE))
def reached(game: Hybrid, most: int) -> tuple[int, ...]:
    """The numbers of undecided positions with 0, 1, ... `most` boxes measured that play reaches, up to symmetry and
    exchange of colours (LEMMA symmetry, LEMMA colours)."""
    start = game.initial()
    layers: list[dict[Key, Position]] = [{} for _ in range(most + 1)]
    layers[0][key(game, start)] = start
    for measured, layer in enumerate(layers):
        todo = [*layer.values()]
        while todo:
            for after in after_one_ply(game, todo.pop()):
                number = len(after.measured)
                if number > most or game.actor(after) is None:
                    continue
                name = key(game, after)
                if name not in layers[number]:
                    layers[number][name] = after
                    todo += [after] * (number == measured)
    return tuple(map(len, layers))


# Errors


def results_count_once(setting: Setting, depth: int) -> tuple[int, ...]:
    last_plies = with_globals(perft._number_of_plies, RESULTS=1)
    return with_globals(perft.perft, _number_of_plies=last_plies)(setting, depth)


def controls_carry_one_link(setting: Setting, depth: int) -> tuple[int, ...]:
    return perft.perft(setting._replace(links="one"), depth)


def targets_receive_any(setting: Setting, depth: int) -> tuple[int, ...]:
    return perft.perft(setting._replace(targets="any"), depth)


def games_go_on_after_lines(setting: Setting, depth: int) -> tuple[int, ...]:
    slots = with_globals(rules.slots, actor=lambda state: state.turn)
    last_plies = with_globals(perft._number_of_plies, slots=slots)
    return with_globals(perft.perft, _number_of_plies=last_plies)(setting, depth)


def every_position_is_counted(setting: Setting) -> tuple[int, ...]:
    """The count includes positions that play does not reach."""
    return tuple(positions(setting))


def symmetries_are_forgotten(setting: Setting) -> tuple[int, ...]:
    """Only symmetries that take a set of measured boxes to another set are kept."""
    return with_globals(reach.reachable, keeping=lambda _: (0,))(Cpu(), setting)


def one_link_is_one_a_control(setting: Setting) -> tuple[int, ...]:
    return by_the_engine(setting._replace(links="one", targets="one"))
