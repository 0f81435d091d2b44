"""Stochastic quantum tic-tac-toe, the ruleset `sqt-1.1`."""

from qttt.reference.sqt.game import (
    SCORINGS,
    TWO_WINS,
    ScoringName,
    Sqt,
    advantageous,
    checked,
    draws_even,
    draws_second,
    probability,
    selection_probabilities,
    system_selects,
)
from qttt.reference.sqt.variants import deterministic_games

__all__ = [
    "SCORINGS",
    "TWO_WINS",
    "ScoringName",
    "Sqt",
    "advantageous",
    "checked",
    "deterministic_games",
    "draws_even",
    "draws_second",
    "probability",
    "selection_probabilities",
    "system_selects",
]
