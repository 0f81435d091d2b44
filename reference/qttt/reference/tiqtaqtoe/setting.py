"""The levels of TiqTaqToe and its switches: the first part of the page `tiqtaqtoe-1.0`."""

from collections.abc import Mapping

from qttt.reference.picture import any_of

LEVELS = ("classic", "minimal", "moderate", "high")
"""From no quantumness to high quantumness. Rule: TIQ-LEVEL-1"""

SWITCHES: Mapping[str, tuple[str, ...]] = {
    "target": ("entangled", "unentangled"),
    "pair": ("illegal", "legal"),
    "lines": ("every-move", "full-board"),
    "both": ("even", "X", "O", "last-mover", "other"),
}
"""Every switch and its values, the canonical one first. Rule: TIQ-SWITCH-1"""


def switches_of(level: str) -> tuple[str, ...]:
    """The switches that a level has: all at the level high, only those about lines elsewhere.

    Raises `ValueError` for an unknown level.

    Rule: TIQ-LEVEL-1
    Rule: TIQ-SWITCH-1

    >>> switches_of("moderate")
    ('lines', 'both')
    """
    if level not in LEVELS:
        raise ValueError(f"unknown level {level!r}: expected {any_of(LEVELS)}")
    return tuple(SWITCHES) if level == "high" else ("lines", "both")


def check_setting(level: str, switches: Mapping[str, str]) -> None:
    """Reject a setting that does not exist.

    Raises `ValueError` for an unknown level or value, and for a switch that the level does not have, unless the switch
    has its canonical value.

    Rule: TIQ-SWITCH-1

    >>> check_setting("moderate", {"pair": "legal"})
    Traceback (most recent call last):
    ValueError: level moderate has no switch pair: expected lines or both
    """
    own = switches_of(level)
    for name, value in switches.items():
        values = SWITCHES[name]
        if value not in values:
            raise ValueError(f"switch {name}: unknown value {value!r}: expected {any_of(values)}")
        if name not in own and value != values[0]:
            raise ValueError(f"level {level} has no switch {name}: expected {any_of(own)}")
