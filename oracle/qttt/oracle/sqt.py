"""The stochastic game: a tablebase per setting, with the keys of Goff's game; and the values of the game and of its
first moves as exact functions of q, and where they change.

>>> found = functions_of_q("draws-second")
>>> [root_text(root) for root in found.value.zeros()]
['0.735384187830']
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from qttt.fast import backend
from qttt.fast.answers import Answers
from qttt.fast.batch import Playing
from qttt.fast.container import Arrays
from qttt.fast.goff import rules
from qttt.fast.goff.board import place
from qttt.fast.goff.graph import INITIAL, play
from qttt.fast.graph import Graph
from qttt.fast.sqt.functions import Functions
from qttt.fast.sqt.polynomial import Best, Piecewise, Polynomial, Root, best_moves
from qttt.fast.sqt.setting import LARGEST_DENOMINATOR, UNIT, Setting
from qttt.fast.sqt.system import Advantage
from qttt.fast.sqt.tablebase import Tablebase
from qttt.fast.store import StoreError
from qttt.oracle import goff
from qttt.oracle.entry import Report, by_observation
from qttt.oracle.perfect import Values
from qttt.reference import picture
from qttt.reference.goff import Action, Position
from qttt.reference.sqt import ScoringName, Sqt

KEPT = 1 << 12
"""Values that are remembered."""


class SqtEntry(goff.MovesOfGoff[Sqt, Tablebase]):
    """See `Entry`. Values are those of Rule SQT-VALUE-1."""

    name, kind = "sqt", Sqt
    bare: Mapping[str, str | int] = {"q": "1/2"}

    def solve(self, game: Sqt, device: str, report: Report) -> Tablebase:
        from qttt.fast.sqt.solve import solve

        return solve(backend.device(device), [setting_of(game)], report).tablebase

    def open(self, game: Sqt, path: Path) -> Tablebase:
        found = Tablebase.open(path)
        if setting_of(game) not in found.settings:
            setting = ", ".join(f"{name} = {value}" for name, value in game.setting.items())
            raise StoreError(f"{path}: has no values for {setting}")
        return found

    def known(self, game: Sqt) -> Values[Position, Action] | None:
        if not first_reading(game):
            return None
        found = Functions(game.scoring, game.double_win)
        value = lru_cache(KEPT)(lambda position: UNIT * found.at(goff.key_of(position), game.q))
        return Values(value, complete=game.q.denominator > LARGEST_DENOMINATOR)

    def value_of_q(self, game: Sqt, position: Position) -> Any:
        if not first_reading(game):
            raise ValueError(f"functions of q are known for pair=legal, last=move and both=narrow only, not for {game}")
        return ValueOfQ(Functions(game.scoring, game.double_win).function(goff.key_of(position)))

    def answers(self, game: Sqt, tablebase: Tablebase) -> Answers:
        return tablebase.answers(setting_of(game))

    def playing(self, game: Sqt) -> Mapping[str, Playing]:
        setting = setting_of(replace(game, q=Fraction(0)) if first_reading(game) else game)  # else q must be solvable
        return by_observation(rules.OBSERVED, rules.setting_of(rules.BY_SYSTEM, setting.scores, setting.reading))

    def system(self, game: Sqt, tablebase: Tablebase) -> Advantage:
        return Advantage(tablebase.answers(setting_of(game)), game.q)

    def graph(self, game: Sqt, tablebase: Tablebase) -> Graph:
        from qttt.fast.goff.graph import GoffGraph

        answers = self.answers(game, tablebase)
        return GoffGraph(rules.BY_SYSTEM, goff.reading_of(game), answers, self.system(game, tablebase).probabilities)


def first_reading(game: Sqt) -> bool:
    """Whether a game has the first value of each switch: functions of q are known for no other."""
    return (game.pair, game.last, game.both) == ("legal", "move", "narrow")


def setting_of(game: Sqt) -> Setting:
    """The fast engine's name for a game. Raises `ValueError` if its q has too large a denominator.

    >>> from fractions import Fraction
    >>> setting_of(Sqt(Fraction(3, 4)))
    Setting(q=Fraction(3, 4), scoring='draws-even', double_win=False, pair='legal', last='move', both='narrow')
    """
    return Setting(game.q, game.scoring, game.double_win, game.pair, game.last, game.both)


FIRST_MOVES = ("1-2", "1-3", "1-5", "1-6", "1-9", "2-5", "2-6", "2-8")
"""One for each symmetry class, as Sakuta and Tomioka (2017) name them."""
DIGITS = 12
"""Decimal places of the decimals beside exact numbers."""
POWERS = ("", "q", "q²", "q³", "q⁴")
STEPS = 400
"""A curve is drawn through its values at this many equal steps of q."""


class Piece(NamedTuple):
    """A polynomial in q between two ends: its coefficients, that of q**0 first, in points."""

    low: Root
    high: Root
    coefficients: tuple[Fraction, ...]


@dataclass(frozen=True)
class ValueOfQ:
    """What a position is worth to X, in points, as an exact function of q from 0 to 1; two positions with equal values
    at each q have equal functions.

    An end of a piece and a zero are algebraic numbers: a `Root` has the polynomial of which it is a root, and lies from
    `low` to `high`, which are equal if it is rational; `refined()` halves that interval.

    >>> from qttt.oracle import game, solve
    >>> value = solve(game("sqt", q="1/2")).value_of_q("")
    >>> str(value("1/3")), len(value.pieces), [root_text(root) for root in value.zeros]
    ('100/9', 10, ['1'])
    """

    function: Piecewise

    def __call__(self, q: object) -> Fraction:
        """The value at q: a `Fraction`, an int, a text such as 3/4, or a float, which is the decimal that it prints.
        Raises `ValueError` for what is not a number from 0 to 1."""
        return UNIT * self.function(Sqt.of(q=q).q)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces from q = 0 to q = 1; each has both of its ends."""
        parts = self.function.parts()
        return tuple(Piece(low, high, tuple(Fraction(UNIT * each) for each in piece)) for low, high, piece in parts)

    @property
    def zeros(self) -> tuple[Root, ...]:
        """Where X and O are even, ascending; of an interval on which they are even throughout, its ends."""
        return self.function.zeros()

    def plot(self, axes: Any = None) -> Any:
        """Draw the curve, its breaks as dots and its zeros as squares on axes of matplotlib, by default new ones, which
        are returned. Needs the extra `figures`."""
        if axes is None:
            import matplotlib.pyplot as plt

            axes = plt.figure().add_subplot()
        places = [Fraction(at, STEPS) for at in range(STEPS + 1)]
        (line,) = axes.plot([*map(float, places)], [float(self(q)) for q in places])
        ends = [*map(float, self.function.ends)]
        axes.plot(ends, [float(self(q)) for q in ends], "o", color=line.get_color())
        axes.plot([*map(float, self.zeros)], [0.0] * len(self.zeros), "s")
        axes.set(xlim=(0, 1), xlabel="q", ylabel="value, in points")
        return axes

    def __str__(self) -> str:
        """The pieces with their ends, a line for each."""
        pieces = ((root_text(low), root_text(high), formula(piece, UNIT)) for low, high, piece in self.function.parts())
        return "\n".join(f"{low} to {high}: {piece}" for low, high, piece in pieces)


@dataclass(frozen=True)
class FunctionsOfQ:
    """The functions of the start and of FIRST_MOVES in one setting, in units of `qttt.fast.sqt.setting.UNIT` points."""

    value: Piecewise
    first_moves: Mapping[str, Piecewise]

    @cached_property
    def best(self) -> tuple[Best, ...]:
        """The best first moves along q."""
        return best_moves(self.value, self.first_moves)


def read_functions(scoring: ScoringName, double_win: bool, arrays: Arrays | None = None) -> FunctionsOfQ:
    """The functions in a table, or in the one that ships. Raises `qttt.fast.known.Damaged`."""
    found = Functions(scoring, double_win, arrays)
    return FunctionsOfQ(found.function(INITIAL), {name: found.function(key_after(name)) for name in FIRST_MOVES})


def key_after(move: str) -> int:
    """The key of the position after one of FIRST_MOVES, and of the start."""
    return play(INITIAL, place(int(move[0]) - 1, int(move[2]) - 1)) if move else INITIAL


@cache
def functions_of_q(scoring: ScoringName = "draws-even", double_win: bool = False) -> FunctionsOfQ:
    """The functions, by the table that ships. Raises `qttt.fast.known.Damaged`."""
    return read_functions(scoring, double_win)


def root_decimal(root: Root) -> str:
    """A root as a decimal of DIGITS places, correctly rounded."""
    while (low := picture.decimal(root.low, DIGITS)) != picture.decimal(root.high, DIGITS):
        root = root.refined()
    return low


def root_text(root: Root) -> str:
    """A root for people: a fraction, or a decimal if it is irrational.

    >>> from qttt.fast.sqt.polynomial import roots
    >>> [root_text(root) for root in roots((1, -2, -6, 12))]
    ['0.408248290464', '1/2']
    """
    return str(root.low) if root.low == root.high else root_decimal(root)


def origin(root: Root) -> str:
    """The polynomial of which an irrational root is a root; empty for a fraction."""
    return "" if root.low == root.high else formula(root.minimal)


def formula(piece: Polynomial, unit: int = 1) -> str:
    """A polynomial as it is written, times a unit.

    >>> formula((4, 0, -1), 5), formula(()), formula((0, 1, 3))
    ('20 − 5q²', '0', 'q + 3q²')
    """
    text = ""
    for power, coefficient in zip(POWERS, piece, strict=False):
        if coefficient:
            size = abs(unit * coefficient)
            term = f"{'' if size == 1 and power else size}{power}"
            text += (" − " if text else "−") + term if coefficient < 0 else (" + " if text else "") + term
    return text or "0"


ENTRY = SqtEntry()
