"""Quantum and probabilistic tic-tac-toe: the names that most scripts need.

>>> import qttt
>>> qttt.games()
('goff', 'sqt', 'probabilistic', 'tiqtaqtoe', 'hybrid')
>>> print(qttt.solve(qttt.game("goff")).value("X1.1-9 O2.1-3"))
10

Each name is that of a piece, such as `qttt.oracle.game`, which is imported when the name is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from qttt.app.match import Match as Match
    from qttt.app.rulebook.named import cite as cite
    from qttt.app.rulebook.named import rule as rule
    from qttt.oracle.oracle import solve as solve
    from qttt.oracle.registry import game as game
    from qttt.oracle.registry import games as games
    from qttt.verification.conform.levels import conform as conform

    __version__: str

__path__ = __import__("pkgutil").extend_path(__path__, __name__)  # tools such as griffe know this form
__all__ = ["Match", "__version__", "cite", "conform", "game", "games", "rule", "solve"]

_PLACES = {
    "Match": "qttt.app.match",
    "cite": "qttt.app.rulebook.named",
    "conform": "qttt.verification.conform.levels",
    "game": "qttt.oracle.registry",
    "games": "qttt.oracle.registry",
    "rule": "qttt.app.rulebook.named",
    "solve": "qttt.oracle.oracle",
}


if not TYPE_CHECKING:  # for which any name would exist

    def __getattr__(name: str) -> Any:
        if name == "__version__":
            found: Any = import_module("qttt.app.installed").version()
        elif name in _PLACES:
            found = getattr(import_module(_PLACES[name]), name)
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
