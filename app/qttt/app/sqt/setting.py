"""The setting of a stochastic game: for the fast engine, and in JSON."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from qttt.app import screen
from qttt.app.errors import BadInput
from qttt.app.games import json_of
from qttt.fast.sqt.setting import Setting
from qttt.oracle import sqt
from qttt.reference.goff import Action
from qttt.reference.sqt import Sqt


def setting_of(game: Sqt) -> Setting:
    """The setting of a game in the terms of the fast engine. Raises BadInput if its q has too large a denominator."""
    try:
        return sqt.setting_of(game)
    except ValueError as error:
        raise BadInput(str(error)) from error


def setting_object(game: Sqt, value: Fraction, first_moves: Mapping[Action, Fraction]) -> dict[str, Any]:
    """The JSON object of a setting and its values."""
    return {
        **json_of(game),
        "value": str(value),
        "first_moves": screen.as_text(first_moves),
    }
