"""The settings of the hybrid game."""

from typing import NamedTuple

from qttt.fast.board import SQUARES

RULESET = "hybrid-1.0"
BOXES = SQUARES
"""The game calls the squares of `qttt.fast.board` boxes. Rule: HYB-BOX-1"""
SWITCHES = {
    "links": ("one", "single", "two"),
    "targets": ("any", "one"),
    "effect": ("reverse", "take"),
    "both": ("draw", "X", "measurer", "other"),
}
"""The values of each switch, the canonical one first. Rule: HYB-SWITCH-1"""


class Setting(NamedTuple):
    """The switches. Not checked when made: see `check`."""

    links: str = "one"
    targets: str = "any"
    effect: str = "reverse"
    both: str = "draw"


def check(setting: Setting) -> Setting:
    """The setting itself. Raises ValueError for a value that does not exist."""
    for name, values in SWITCHES.items():
        if getattr(setting, name) not in values:
            raise ValueError(f"switch {name}={getattr(setting, name)}: expected {', '.join(values)}")
    return setting


def description(setting: Setting) -> dict[str, object]:
    """How a file names the game whose values it holds."""
    return {"ruleset": RULESET, "switches": setting._asdict()}
