"""Random complete games of Q3T under all switches: each game keeps the rules."""

from functools import partial
from random import Random
from typing import Any

from qttt.reference.hybrid import Hybrid, settings
from qttt.reference.hybrid.notation import NOTATION, Action, Link, Measure, Result
from qttt.reference.hybrid.position import BOXES
from qttt.verification import Refuted
from qttt.verification.engines import Illegal, SetUp
from qttt.verification.hybrid.conformance import MOST_ACTIONS, options_of, pick
from qttt.verification.hybrid.engines import ReferenceEngine, reference
from qttt.verification.hybrid.invariants import INVARIANTS, Played, longest, seen
from qttt.verification.rules import Choices, random_choices, shrunk

SEED = 2019
GAMES = 480
PROBES = 4
"""The number of unlisted actions tried at every position."""
EVERY_ACTION: tuple[Action, ...] = (
    *map(Measure, BOXES),
    *(Link(control, target) for control in BOXES for target in BOXES),
    *Result,
)


def random_games_keep_the_rules(set_up: SetUp = reference, games: int = GAMES) -> str:
    """Every invariant holds for games in all settings in turn. Raises `Refuted` with the simplest game found by
    shrinking the first game that breaks one."""
    made = [*settings()]
    for number in range(games):
        choices = random_choices(f"{SEED}/{number}", MOST_ACTIONS)
        breaks = partial(broken, set_up, made[number % len(made)])
        if found := breaks(choices):
            raise shrunk(breaks, choices, found)
    return f"{games} games, {len(made)} settings, seed {SEED}"


def broken(set_up: SetUp, game: Hybrid, choices: Choices) -> Refuted | None:
    """The rule violation found in a game played to its end, or None."""
    try:
        one = played(set_up(options_of(game)), game, choices)
    except Refuted as refuted:
        return refuted
    wrong = next((invariant.__name__ for invariant in INVARIANTS if not invariant(one)), None)
    written = NOTATION.write(one.actions)
    return Refuted(f"under {game.switches} this does not hold: {wrong}, in '{written}'") if wrong else None


def played(engine: ReferenceEngine, game: Hybrid, choices: Choices) -> Played:
    """A game to its end, taking the first measurement when choices run out. Raises `Refuted` if the game does not end,
    if a listed action is rejected, and if an unlisted one is accepted."""
    position, actions = engine.initial(), list[Action]()
    positions = [seen(engine, position)]
    while legal := engine.actions(position):
        choice = choices[len(actions)] if len(actions) < len(choices) else 0
        for other in Random(choice).sample(EVERY_ACTION, PROBES):
            if other not in legal and accepts(engine, position, other):
                raise Refuted(
                    f"under {game.switches} after '{NOTATION.write(actions)}' {other} is accepted but not listed"
                )
        if len(actions) > longest(game) + len(BOXES):
            raise Refuted(f"under {game.switches} '{NOTATION.write(actions)}' does not end")
        action = pick(legal, choice)
        if not accepts(engine, position, action):
            raise Refuted(f"under {game.switches} after '{NOTATION.write(actions)}' {action} is listed but rejected")
        position = engine.play(position, action)
        actions.append(action)
        positions.append(seen(engine, position))
    return Played(game, tuple(actions), tuple(positions), engine.score(position))


def accepts(engine: ReferenceEngine, position: Any, action: Action) -> bool:
    try:
        engine.play(position, action)
    except Illegal:
        return False
    return True
