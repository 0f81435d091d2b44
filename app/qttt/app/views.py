"""The views of games, by their names."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qttt.app.view import View


@cache
def view(name: str) -> "View":
    """The view of a game: its own, `VIEW` in `qttt.app.<name>.view`, or the one of every game."""
    has_own = find_spec(f"qttt.app.{name}")
    viewed: View = import_module(f"qttt.app.{name}.view" if has_own else "qttt.app.view").VIEW
    return viewed
