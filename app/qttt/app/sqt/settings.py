"""Settings that a user has typed."""

from qttt.app.errors import BadInput
from qttt.fast.sqt.setting import Setting
from qttt.oracle.sqt import entry
from qttt.reference.sqt import Sqt


def setting_of(game: Sqt) -> Setting:
    """The setting of a game in the terms of the fast engine. Raises BadInput if its q has too large a denominator."""
    try:
        return entry.setting_of(game)
    except ValueError as error:
        raise BadInput(str(error)) from error
