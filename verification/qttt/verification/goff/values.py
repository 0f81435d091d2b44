"""Compares values of the fast engine with the reference, on sampled positions."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain

from qttt.fast.backend import Cpu
from qttt.fast.goff.games import playouts
from qttt.oracle.goff.translate import action_of, key_of, position_of
from qttt.reference.goff import Action, CollapseRule, Goff, Position
from qttt.reference.goff.notation import NOTATION
from qttt.verification import Refuted
from qttt.verification.engines import SetUp
from qttt.verification.goff.engines import reference
from qttt.verification.goff.solved import fast_action_values, fast_value, tablebase

SEED = 2006
ALL_PLIES = 3
EARLY_POSITIONS = {4: 500, 5: 500}
LATE_POSITIONS = {6: 6, 7: 100, 8: 300}
GAMES = 2_000

RULES: tuple[CollapseRule, ...] = ("opponent", "self")
Value = Callable[[int, CollapseRule, bool], Fraction]


def sampled_games(count: int) -> list[list[Action]]:
    """Random complete games of the seed."""
    played = playouts(Cpu(), count, SEED, record=True).actions
    return [[action_of(code) for code in game if code] for game in played.tolist()]


def sampled_positions(wanted: dict[int, int]) -> Iterator[Position]:
    """Undecided positions of random games, settled and pending, at most the `wanted` number of each ply."""
    game = Goff()
    left, seen = dict(wanted), set()
    for history in sampled_games(GAMES):
        position = game.initial()
        for action in history:
            if left.get(position.ply, 0) and position not in seen:
                left[position.ply] -= 1
                seen.add(position)
                yield position
            position = game.play(position, action)


def late_values_are_those_of_the_reference(set_up: SetUp = reference) -> str:
    """Compares, from ply 6 on, values of positions and of actions by the generic solver and by the fast engine."""
    options = [(rule, double) for rule in RULES for double in (False, True)]
    engines = {(rule, double): set_up({"collapse": rule, "double_win": double}) for rule, double in options}
    count = 0
    for position in sampled_positions(LATE_POSITIONS):
        for (rule, double), exact in engines.items():
            found = fast_value(key_of(position), rule, double), fast_action_values(key_of(position), rule, double)
            if (exact.value(position), exact.values(position)) != found:
                raise Refuted(f"'{position}', {rule} selects: {exact.value(position)} and {found[0]}")
        count += 1
    return f"{count} positions of plies {', '.join(map(str, LATE_POSITIONS))}, seed {SEED}"


def values_follow_from_the_next_ply(value: Value = fast_value) -> str:
    """Up to ply 5 the value is the best of the values after each action of the reference, for the actor.

    With the claim on late values, this makes early values right at all these positions.
    """
    stored = (position_of(key) for keys in tablebase().keys[: ALL_PLIES + 1] for key in keys.tolist())
    count = 0
    for position in chain(stored, sampled_positions(EARLY_POSITIONS)):
        for rule in RULES:
            game = Goff(rule)
            best = max if game.actor(position) == "X" else min
            follows = best(value(key_of(game.play(position, a)), rule, True) for a in game.actions(position))
            if follows != value(key_of(position), rule, True):
                raise Refuted(f"'{position}', {rule} selects: {value(key_of(position), rule, True)}, not {follows}")
        count += 1
    return f"{count:,} positions of plies 0 to 5, seed {SEED}"


def with_early_values_of_the_other_rule(key: int, collapse: CollapseRule, double_win: bool) -> Fraction:
    early = key < 1 << 57 and key & 63 == 0
    return fast_value(key, "self" if early and collapse == "opponent" else collapse, double_win)


def games_are_read_as_they_are_written(writer: Callable[[list[Action]], str] = NOTATION.write) -> str:
    """Reading a written game returns the same game, and writing it the same text, for any spaces between the tokens."""
    for history in sampled_games(GAMES):
        text = writer(history)
        if (
            list(NOTATION.parse(text)) != history
            or NOTATION.write(NOTATION.parse(f"  {text.replace(' ', '   ')} ")) != text
        ):
            raise Refuted(f"{[str(action) for action in history]} is written '{text}'")
    return f"{GAMES:,} games, seed {SEED}"


def with_every_selection_a(history: list[Action]) -> str:
    return NOTATION.write(history).replace("selB", "selA")
