"""Statements of Sakuta and Tomioka (2017) about Table 1 and Figures 5 to 8, judged by values on the source's grid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from qttt.app.studies.sources.judged import Judged, judged_by, judged_if
from qttt.app.studies.sqt.sweep import Row, swept
from qttt.fast.backend import Cpu
from qttt.oracle.oracle import Oracle
from qttt.reference.picture import decimal, listed
from qttt.reference.sqt import Sqt

FIRST_MOVES = ("1-2", "1-3", "1-5", "1-6", "1-9", "2-5", "2-6", "2-8")
STAY = ("1-3", "1-5", "1-9")
"""The first moves whose values do not become negative, as the source says."""
EVEN = Fraction(3, 4)
"""Where the source finds the game even if draws count for O."""
ZERO = Fraction("0.7353"), Fraction("0.7354")
"""Between these q the value goes through zero: `docs/figures`."""

Goffs = Oracle[Any, Any]


class Values(NamedTuple):
    """The values of the game and of the first moves on the source's grid: by scoring, option and q."""

    games: Mapping[tuple[str, bool], Mapping[Fraction, Fraction]]
    first_moves: Mapping[tuple[str, bool], Mapping[Fraction, Mapping[str, Fraction]]]

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Values:
        """The values of some rows."""
        games: dict[tuple[str, bool], dict[Fraction, Fraction]] = {}
        moves: dict[tuple[str, bool], dict[Fraction, Mapping[str, Fraction]]] = {}
        for row in rows:
            setting = row.game.scoring, row.game.double_win
            games.setdefault(setting, {})[row.game.q] = row.value
            moves.setdefault(setting, {})[row.game.q] = {str(move): value for move, value in row.first_moves.items()}
        return cls(games, moves)


PLAIN, DOUBLE = ("draws-even", False), ("draws-even", True)
FOR_O, FOR_O_DOUBLE = ("draws-second", False), ("draws-second", True)


def four_games(opponent: Goffs, own: Goffs, values: Values) -> Judged:
    """Table 1."""
    starts = {
        "the opponent selects": opponent.value(opponent.game.initial()),
        "the mover selects": own.value(own.game.initial()),
        "q = 0": values.games[PLAIN][Fraction(0)],
        "q = 1": values.games[PLAIN][Fraction(1)],
    }
    return Judged(
        "four-games",
        "There are four deterministic games: a narrow win, two complete wins and a draw",
        "section 3 and Table 1",
        judged_by([value == expected for value, expected in zip(starts.values(), (10, 20, 20, 0), strict=True)]),
        f"{listed([f'{value} if {name}' for name, value in starts.items()])}. The two complete wins are different "
        "games, which two collapses tell apart (claim `sqt-four-games`).",
    )


def falling(values: Values) -> Judged:
    """Figure 5: from 20 to 0, and never up."""
    along = [*values.games[PLAIN].items()]
    steps = [after <= before for (_, before), (_, after) in pairwise(along)]
    flat = [q for (_, before), (q, after) in pairwise(along) if before == after]
    ends = [along[0][1] == 20, along[-1][1] == 0]
    also = f", but it is constant up to q = {listed([*map(str, flat)])}" if flat else ""
    return Judged(
        "falling",
        "The value is 20 at q = 0, decreases as q grows, and is 0 at q = 1",
        "section 4.3 and Figure 5",
        judged_by([*ends, *steps, not flat]),
        f"It is {along[0][1]} at q = 0 and {along[-1][1]} at q = 1, and never increases{also}, from one step of 0.05 "
        "to the next: between q = 0.381966… and 1/2 it is exactly 10, the value of a narrow win "
        "([the exact function](../figures/README.md)).",
    )


def advantage(values: Values) -> Judged:
    """Who is ahead for q below 1."""
    ahead = {q: value > 0 for q, value in values.games[PLAIN].items() if q < 1}
    return Judged(
        "advantage",
        "With perfect play X has the advantage unless q = 1",
        "section 4.3",
        judged_by(ahead),
        f"The value is positive at {sum(ahead.values())} of {len(ahead)} values of q below 1, and "
        f"{values.games[PLAIN][Fraction(1)]} at q = 1. Between them it never increases (claim `sqt-figures-5-6`).",
    )


def at_zero(values: Values) -> Judged:
    """Both options at q = 0."""
    found = [values.games[setting][Fraction(0)] for setting in (PLAIN, DOUBLE)]
    return Judged(
        "at-zero",
        "At q = 0 the double win contributes nothing: the value is 20 with and without it",
        "section 4.3",
        judged_if(found == [20, 20]),
        f"Without it the value is {found[0]}, with it {found[1]}.",
    )


def double_win(values: Values) -> Judged:
    """Figures 5 and 6."""
    same = [values.games[PLAIN][q] == values.games[DOUBLE][q] for q in values.games[PLAIN]]
    moves = [
        values.first_moves[DOUBLE][q][move] - value
        for q, found in values.first_moves[PLAIN].items()
        for move, value in found.items()
    ]
    return Judged(
        "double-win",
        "The double win hardly changes the value: Figures 5 and 6 are nearly the same",
        "section 4.3, Figures 5 and 6",
        judged_if(all(same)),
        f"They are {'exactly the same' if all(same) else 'different'}: the values are equal at {sum(same)} of "
        f"{len(same)} values of q, and as functions (claim `sqt-one-three`). First moves differ by up to "
        f"{decimal(max(map(abs, moves)), 2)} points.",
    )


def order(values: Values) -> Judged:
    """Whether the order of the first moves changes with q."""
    orders = {
        tuple(sorted(FIRST_MOVES, key=lambda move: (-found[move], move)))
        for q, found in values.first_moves[PLAIN].items()
    }
    turned = [
        (a, b)
        for at, a in enumerate(FIRST_MOVES)
        for b in FIRST_MOVES[at + 1 :]
        if len({found[a] > found[b] for found in values.first_moves[PLAIN].values() if found[a] != found[b]}) == 2
    ]
    return Judged(
        "order",
        "The order of the first moves changes with q",
        "section 4.3 and Figure 7",
        judged_if(bool(turned)),
        f"The first moves come in {len(orders)} different orders on the grid, and {len(turned)} of the 28 pairs of "
        "them change places. 1-3 is always among the best (claim `sqt-one-three`).",
    )


def negative(values: Values) -> Judged:
    """Which first moves become negative."""
    least = {move: min(found[move] for found in values.first_moves[PLAIN].values()) for move in FIRST_MOVES}
    cases = {move: (value < 0) != (move in STAY) for move, value in least.items()}
    below = [move for move, value in least.items() if value < 0]
    return Judged(
        "negative",
        "As q grows, all first moves but 1-3, 1-5 and 1-9 become negative",
        "section 4.3 and Figure 7",
        judged_by(cases),
        f"{listed(below)} become negative; the least values are "
        f"{listed([f'{value} after {move}' for move, value in least.items()])}.",
    )


def _even(values: Values, setting: tuple[str, bool]) -> tuple[bool, Fraction, Fraction]:
    found = values.games[setting]
    nearest = min(found, key=lambda q: abs(found[q]))
    return nearest == EVEN, nearest, found[nearest]


def even(values: Values) -> Judged:
    """Figure 8."""
    is_there, nearest, value = _even(values, FOR_O)
    rows = swept([Sqt(q, "draws-second", False) for q in ZERO], Cpu(), lambda _: None)
    above, below = (row.value for row in rows)
    between = above > 0 > below
    return Judged(
        "even",
        "If a draw is worth 5 points to O, the value reaches zero around q = 0.75",
        "section 4.3, section 6 and Figure 8",
        judged_by([is_there, between]),
        f"Of the source's values of q the value is nearest to zero at q = {nearest}: {value} ({decimal(value, 3)}). "
        f"It goes through zero {'between' if between else 'not between'} q = {float(ZERO[0])} and {float(ZERO[1])}, at "
        "0.735384187830… ([exactly](../figures/README.md)).",
    )


def even_with_double_win(values: Values) -> Judged:
    """The same with the option."""
    is_there, nearest, value = _even(values, FOR_O_DOUBLE)
    same = values.games[FOR_O] == values.games[FOR_O_DOUBLE]
    return Judged(
        "even-double-win",
        "The results are similar with the double win",
        "section 4.3",
        judged_by([is_there, same]),
        f"They are {'the same' if same else 'different'} at all values of q; nearest to zero at q = {nearest}, with "
        f"{value}.",
    )
