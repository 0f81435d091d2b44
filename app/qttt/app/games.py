"""The games that the command knows, by the name a person types."""

from typing import TYPE_CHECKING, Literal

from qttt.app.errors import BadInput

if TYPE_CHECKING:
    from qttt.reference.goff import Goff

Collapse = Literal["opponent", "self"]

RULESETS = {"goff": "goff-1.0"}


def known(ruleset: str) -> str:
    """The name of a ruleset without its version. Raises BadInput for one that is not known.

    >>> known("goff-1.0")
    'goff'
    """
    for name, versioned in RULESETS.items():
        if ruleset in (name, versioned):
            return name
    raise BadInput(f"unknown ruleset '{ruleset}': expected {' or '.join(RULESETS)}")


def goff(collapse: Collapse, double_win: bool) -> "Goff":
    """Goff's game with the options of the command line."""
    from qttt.reference.goff import Goff

    return Goff(collapse, double_win)
