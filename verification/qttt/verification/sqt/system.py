"""The System's values of a collapse, found without a tablebase, equal those of the tablebase."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from qttt.fast.backend import Cpu
from qttt.fast.goff.key import canonical
from qttt.fast.goff.rules import actions, expanded
from qttt.fast.goff.solve import enumerate_levels
from qttt.fast.sqt.setting import Setting
from qttt.fast.sqt.system import settlements
from qttt.verification import Refuted
from qttt.verification.sqt.solved import tablebase_with

Settlements = Callable[[int, Setting], tuple[Fraction, Fraction]]

PLIES = (2, 3, 4)
SETTINGS = (
    Setting(Fraction(3, 4)),
    Setting(Fraction(1, 20), "draws-second", True),
    Setting(Fraction(16383, 32767), "draws-even", True),
    Setting(Fraction(1), "draws-second"),
)


@cache
def collapses() -> dict[int, tuple[int, ...]]:
    """Every position of plies 2 to 4 with a closed cycle, by its canonical key."""
    found: dict[int, set[int]] = {ply: set() for ply in PLIES}
    for level in enumerate_levels(Cpu(), PLIES[-1] - 1, lambda _: None)[1:]:
        for key in level.keys.tolist():
            following = expanded(key)[1]
            found[level.ply + 1] |= {canonical(key | move) for move in actions(key) if following[move] < 0}
    return {ply: tuple(sorted(keys)) for ply, keys in found.items()}


def the_system_knows_every_early_collapse(values: Settlements = settlements) -> str:
    """The values of both settlements are exact at every collapse of plies 2 to 4, in each of the settings."""
    checked = 0
    for keys in collapses().values():
        for key in keys:
            for setting in SETTINGS:
                a, b = tablebase_with(setting).actions(key, setting).values()
                if values(key, setting) != (a, b):
                    raise Refuted(f"collapse {key:#017x}, {setting}: {values(key, setting)}, expected {a} and {b}")
                checked += 1
    return (
        f"{checked:,} pairs of values, {', '.join(f'{len(keys):,} of ply {ply}' for ply, keys in collapses().items())}"
    )


def probabilities_exchanged(key: int, setting: Setting) -> tuple[Fraction, Fraction]:
    return settlements(key, Setting(1 - setting.q, setting.scoring, setting.double_win))


def settlements_exchanged(key: int, setting: Setting) -> tuple[Fraction, Fraction]:
    a, b = settlements(key, setting)
    return b, a


def infinity_within_reach(key: int, setting: Setting) -> tuple[Fraction, Fraction]:
    """Values are cut off at 2**62."""
    limit = (1 << 62) * setting.scale
    a, b = (max(-limit, min(value, limit)) for value in settlements(key, setting))
    return a, b


def the_double_win_forgotten(key: int, setting: Setting) -> tuple[Fraction, Fraction]:
    return settlements(key, Setting(setting.q, setting.scoring))
