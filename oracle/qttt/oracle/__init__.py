"""The front door: games by name, and exact answers about any of their positions.

>>> from qttt.oracle import game, games, solve
>>> games()
('goff', 'sqt', 'probabilistic', 'tiqtaqtoe', 'hybrid')
>>> board = game("probabilistic", seed=1)
>>> truth = solve(board)
>>> position = board.position("X1.5 failure O2.1")
>>> truth.probabilities(position)
{success: Fraction(7, 10), neutral: Fraction(1, 5), failure: Fraction(1, 10)}
"""

from qttt.oracle.entry import Entry as Entry  # documented in its module
from qttt.oracle.entry import NotSolvable
from qttt.oracle.many import Many
from qttt.oracle.oracle import Oracle, solve
from qttt.oracle.perfect import PerfectPlay
from qttt.oracle.registry import entry, entry_of, game, games, register, unregister

__all__ = [
    "Many",
    "NotSolvable",
    "Oracle",
    "PerfectPlay",
    "entry",
    "entry_of",
    "game",
    "games",
    "register",
    "solve",
    "unregister",
]
