"""Implementations of TiqTaqToe behind one interface: the reference and the fast engine."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import Any, TypeVar

from qttt.fast.backend import Cpu
from qttt.fast.tiqtaqtoe import single
from qttt.fast.tiqtaqtoe.rules import START, Setting, State, check
from qttt.fast.tiqtaqtoe.solve import solve_all
from qttt.fast.tiqtaqtoe.tablebase import Tablebase
from qttt.oracle.tiqtaqtoe.translate import action_of, board_of, measurement_of, slot_of, state_of
from qttt.reference.tiqtaqtoe import LEVELS, SWITCHES, TiqTaqToe
from qttt.reference.tiqtaqtoe.notation import Action, Measurement
from qttt.reference.tiqtaqtoe.position import Position, groups, probabilities
from qttt.verification import engines
from qttt.verification.engines import Illegal, NamesNoRules, NotAnswered, WritesNoPositions, switched

Probabilities = Mapping[int, Mapping[str, Fraction]]

SOLVABLE = 6
"""The fewest marks of a position that the reference's generic solver values; at the level classic any number."""


T = TypeVar("T")


def setting_with(make: Callable[..., T], options: Mapping[str, Any]) -> T:
    """The result of `make` for a vector's level and switches. Raises `Refused` where `make` raises `ValueError`.

    >>> setting_with(TiqTaqToe, {"level": "minimal", "switches": {"both": "X"}}).switches
    {'lines': 'every-move', 'both': 'X'}
    """
    level = options["level"]
    wrong = "TIQ-SWITCH-1" if level in LEVELS else "TIQ-LEVEL-1"
    return switched(partial(make, level), options.get("switches", {}), SWITCHES, "TIQ-SWITCH-1", wrong)


# The reference


@dataclass(frozen=True)
class ReferenceEngine(engines.ReferenceEngine[Position, Action]):
    """The reference. Planted errors override the methods they get wrong."""

    game: TiqTaqToe

    def boards(self, position: Position) -> tuple[str, ...]:
        return position.boards

    def probabilities(self, position: Position) -> Probabilities:
        return probabilities(position)

    def groups(self, position: Position) -> tuple[tuple[int, ...], ...]:
        return groups(position)

    def is_early(self, position: Position) -> bool:
        return position.plies < SOLVABLE and self.game.level != "classic"


def reference(
    options: Mapping[str, Any], engine: Callable[..., ReferenceEngine] = ReferenceEngine, **more: Any
) -> ReferenceEngine:
    """The reference as an implementation; planted errors use another `engine`, or pass it `more` settings."""
    return engine(setting_with(TiqTaqToe, options), **more)


# The fast engine


@cache
def tablebases(setting: Setting) -> Mapping[Setting, Tablebase]:
    """The solver's results for a setting and for the settings that differ from it only in `both`."""
    alike = [setting._replace(both=value) for value in SWITCHES["both"]]
    return {solution.tablebase.setting: solution.tablebase for solution in solve_all(Cpu(), alike)}


def tablebase(setting: Setting) -> Tablebase:
    """The tablebase of a setting. Raises `NotAnswered` where solving would take long: at the level high, under a switch
    that changes the positions."""
    canonical = setting._replace(both="even")
    if setting.level == "high" and canonical != Setting():
        raise NotAnswered
    return tablebases(canonical)[setting]


@dataclass(frozen=True)
class FastEngine(NamesNoRules, WritesNoPositions):
    """The fast engine's rules on single states, and its tablebases."""

    setting: Setting
    rules: Any = single
    solved: Callable[[Setting], Tablebase] = tablebase

    def initial(self) -> State:
        return START

    def of(self, position: Position) -> State:
        return state_of(position)

    def actor(self, position: State) -> str | None:
        said: str | None = self.rules.actor(self.setting, position)
        return said

    def actions(self, position: State) -> tuple[Action, ...]:
        moves = map(action_of, self.rules.slots(self.setting, position))
        return (*moves, *map(measurement_of, self.rules.measurements(self.setting, position)))

    def chance(self, position: State) -> Mapping[Action, Fraction]:
        found = self.rules.measurements(self.setting, position)
        return {measurement_of(state): Fraction(1, len(found)) for state in found}

    def play(self, position: State, action: Action) -> State:
        if isinstance(action, Measurement):
            for state in self.rules.measurements(self.setting, position):
                if measurement_of(state) == action:
                    return State(*state)
            raise Illegal(f"{action} cannot be found")
        try:
            return State(*self.rules.play(self.setting, position, slot_of(action)))
        except ValueError as error:
            raise Illegal(str(error)) from error

    def boards(self, position: State) -> tuple[str, ...]:
        return tuple(sorted(map(board_of, position.codes)))

    def probabilities(self, position: State) -> Probabilities:
        raise NotAnswered

    def groups(self, position: State) -> tuple[tuple[int, ...], ...]:
        raise NotAnswered

    def outcome(self, position: State) -> str | None:
        said: str | None = self.rules.outcome(self.setting, position)
        return said

    def score(self, position: State) -> Fraction:
        return Fraction(self.rules.score(self.setting, position))

    def value(self, position: State) -> Fraction:
        return self.solved(self.setting).value(position)

    def values(self, position: State) -> Mapping[Action, Fraction]:
        return {action_of(slot): value for slot, value in self.solved(self.setting).values(position).items()}


def fast(options: Mapping[str, Any], **more: Any) -> FastEngine:
    """The fast engine as an implementation; planted errors pass `more` settings to the engine."""
    setting = setting_with(lambda *level, **switches: check(Setting(*level, **switches)), options)
    return FastEngine(setting, **more)
