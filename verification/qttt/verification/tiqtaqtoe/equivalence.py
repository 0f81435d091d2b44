"""Reference and fast rules of TiqTaqToe side by side: actor, actions, successors, chances, outcome, score."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from qttt.fast.tiqtaqtoe import rules
from qttt.fast.tiqtaqtoe.rules import Setting, State
from qttt.oracle.tiqtaqtoe.translate import measurement_of, move_of, position_of, setting_of, state_of
from qttt.reference.game import Actor
from qttt.reference.tiqtaqtoe import LEVELS, SWITCHES, TiqTaqToe, settings
from qttt.reference.tiqtaqtoe.notation import Action
from qttt.reference.tiqtaqtoe.position import Position
from qttt.verification import Refuted
from qttt.verification.mutation import with_globals
from qttt.verification.tiqtaqtoe.certificate import canonical

_slots = lru_cache(maxsize=1)(rules.slots)
_play = with_globals(rules.play, slots=_slots)
"""The text of the engine, which computes the legal slots of a state once for all moves from it."""


class Fast(NamedTuple):
    """The rules of the fast engine for single states."""

    actor: Callable[[Setting, State], str | None] = rules.actor
    slots: Callable[[Setting, State], tuple[int, ...]] = _slots
    play: Callable[[Setting, State, int], State] = _play
    measurements: Callable[[Setting, State], tuple[State, ...]] = rules.measurements
    outcome: Callable[[Setting, State], str | None] = rules.outcome
    score: Callable[[Setting, State], int] = rules.score

    def actions(self, setting: Setting, state: State) -> dict[Action, State]:
        """The successor of each action, in the order of the engine."""
        if self.actor(setting, state) == "CHANCE":
            return {measurement_of(after): after for after in self.measurements(setting, state)}
        return {move_of(slot): self.play(setting, state, slot) for slot in self.slots(setting, state)}


THE_RULES = Fast()


class Scope(NamedTuple):
    """The positions to compare: of some games, those with at most the given number of marks."""

    games: tuple[TiqTaqToe, ...]
    marks: int


def games(level: str) -> tuple[TiqTaqToe, ...]:
    """The games of a level that differ in more than the score when both players have a line."""
    return tuple(game for game in settings(both="even") if game.level == level)


CLASSIC, MINIMAL, MODERATE, HIGH = map(games, LEVELS)
ALL = 9
"""Marks on a full board."""
CANONICAL = (Scope(CLASSIC, ALL), Scope(MINIMAL[:1], ALL), Scope(MODERATE[:1], 3), Scope(HIGH[:1], 3))
SWITCHED = (Scope(MINIMAL[1:], 2), Scope(MODERATE[1:], 2), Scope(HIGH[-1:], 2))
WHOLE = (Scope(CLASSIC, ALL), Scope(MINIMAL, ALL), Scope(MODERATE, 3), Scope(HIGH, 3))


def rules_agree(fast: Fast = THE_RULES, scopes: Iterable[Scope] = (*SWITCHED, *CANONICAL)) -> str:
    """One position of each canonical form, and all its successors: the whole levels classic and minimal, and up to
    three marks at the others; fewer marks under switches."""
    count = 0
    for scope in scopes:
        for game in scope.games:
            for position in walk(game, scope.marks):
                compare(game, position, fast)
                count += 1
    return f"{count:,} canonical positions"


def rules_agree_under_all_switches(fast: Fast = THE_RULES) -> str:
    """The same positions under all switches."""
    return rules_agree(fast, WHOLE)


def walk(game: TiqTaqToe, marks: int) -> Iterator[Position]:
    """One position of each canonical form that play reaches, with at most `marks` marks."""
    found, waiting = {canonical(game.initial()).key}, [game.initial()]
    while waiting:
        position = waiting.pop()
        yield position
        for action in game.actions(position):
            after = game.play(position, action)
            if after.plies <= marks and (name := canonical(after).key) not in found:
                found.add(name)
                waiting.append(after)


def compare(game: TiqTaqToe, position: Position, fast: Fast) -> None:
    """Raise `Refuted` if reference and fast engine differ at a position."""
    setting, state = setting_of(game), state_of(position)
    if position_of(state) != position:
        raise Refuted(f"'{position}' comes back as '{position_of(state)}'")
    actor, of_fast = game.actor(position), fast.actor(setting, state)
    _same(game, position, "actor", actor and str(actor), of_fast)
    if actor is None:
        _compare_ends(game, position, fast)
        return
    _same(game, position, "outcome", None, fast.outcome(setting, state))
    expected = {action: state_of(game.play(position, action)) for action in game.actions(position)}
    found = fast.actions(setting, state)
    _same(game, position, "actions", [*map(str, expected)], [*map(str, found)])
    for action, after in expected.items():
        _same(game, position, f"after {action}", position_of(after), position_of(found[action]))
    if actor is Actor.CHANCE:
        _same(game, position, "chances", {*game.chance(position).values()}, {Fraction(1, len(found))})


def _compare_ends(game: TiqTaqToe, position: Position, fast: Fast) -> None:
    for both in SWITCHES["both"]:
        one = replace(game, both=both)
        setting, state = setting_of(one), state_of(position)
        score = one.score(position)
        _same(one, position, "outcome", str(score.outcome), fast.outcome(setting, state))
        _same(one, position, "score", score.value, fast.score(setting, state))
        _same(one, position, "actions", [], [*fast.slots(setting, state), *fast.measurements(setting, state)])


def _same(game: TiqTaqToe, position: Position, what: str, of_reference: Any, of_fast: Any) -> None:
    if of_reference != of_fast:
        raise Refuted(f"{game.level} {game.switches}, '{position}', {what}: {of_reference} and {of_fast}")


# Errors


def _without_the_second_board(setting: Setting, state: State, slot: int) -> State:
    after = _play(setting, state, slot)
    return after._replace(codes=after.codes[: len(state.codes)])


def _descending(setting: Setting, state: State) -> tuple[int, ...]:
    return _slots(setting, state)[::-1]


def _in_the_order_of_codes(setting: Setting, state: State) -> tuple[State, ...]:
    return tuple(sorted(rules.measurements(setting, state)))


def _full_boards_are_drawn(setting: Setting, state: State) -> str | None:
    ended = rules.outcome(setting, state)
    return rules.NONE if ended and rules.marks(state) == ALL else ended


def _of_the_other_player(setting: Setting, state: State) -> int:
    return -rules.score(setting, state)


def _measured_boards_go_on(setting: Setting, state: State) -> tuple[State, ...]:
    return tuple(after._replace(measured=False) for after in rules.measurements(setting, state))


no_coin_is_tossed = THE_RULES._replace(play=_without_the_second_board)
moves_are_listed_backwards = THE_RULES._replace(slots=_descending)
boards_are_listed_by_their_codes = THE_RULES._replace(measurements=_in_the_order_of_codes)
a_line_of_the_last_mark_is_not_noticed = THE_RULES._replace(outcome=_full_boards_are_drawn)
wins_are_losses = THE_RULES._replace(score=_of_the_other_player)
measured_lines_do_not_end = THE_RULES._replace(measurements=_measured_boards_go_on)
