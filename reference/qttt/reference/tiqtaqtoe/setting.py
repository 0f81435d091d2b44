"""The levels of TiqTaqToe and its switches: the first part of the page `tiqtaqtoe-1.1`."""

from collections.abc import Mapping

from qttt.reference.picture import any_of
from qttt.reference.written import check_switches

UNIFORM = ("classic", "minimal", "moderate", "high")
"""The levels at which boards are equally likely, from no quantumness to high quantumness. Rule: TIQ-LEVEL-1"""
LEVELS = (*UNIFORM, "full")
"""All levels; at the last one, boards have amplitudes. Rule: TIQ-AMPLITUDE-1"""

SWITCHES: Mapping[str, tuple[str, ...]] = {
    "target": ("entangled", "unentangled"),
    "pair": ("illegal", "legal"),
    "lines": ("every-move", "full-board"),
    "both": ("even", "X", "O", "last-mover", "other"),
    "gate": ("iswap", "swap"),
}
"""Every switch and its values, the canonical one first. Rule: TIQ-SWITCH-1"""


def switches_of(level: str) -> tuple[str, ...]:
    """The switches that a level has: those about lines everywhere, the others at one level.

    Raises `ValueError` for an unknown level.

    Rule: TIQ-LEVEL-1
    Rule: TIQ-SWITCH-1
    Rule: TIQ-GATE-1

    >>> switches_of("moderate"), switches_of("full")
    (('lines', 'both'), ('lines', 'both', 'gate'))
    """
    if level not in LEVELS:
        raise ValueError(f"unknown level {level!r}: expected {any_of(LEVELS)}")
    own = {"high": ("target", "pair"), "full": ("gate",)}.get(level, ())
    return tuple(name for name in SWITCHES if name in (*own, "lines", "both"))


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
    check_switches(switches, SWITCHES)
    for name, value in switches.items():
        if name not in own and value != SWITCHES[name][0]:
            raise ValueError(f"level {level} has no switch {name}: expected {any_of(own)}")
