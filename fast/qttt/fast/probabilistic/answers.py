"""One board of the probabilistic game in batches: the values of positions, of all their squares, and the best squares;
and its graph of keys, see `qttt.fast.graph`.

A key is ``code | turn << 15 | named << 16``: a board of marks (see `positions`), 0 if X is to move and 1 if O, and the
square that this player has named, from 1, or 0 before that. Values are in double precision. Best squares are exact.

Each key is canonical: a board of probabilities has no symmetry in general. Play can return: if nothing is marked, the
other player faces the same board of marks, and may leave it as it is, too."""

from fractions import Fraction
from functools import cached_property, partial

import numpy as np
from numpy.typing import ArrayLike

from qttt.fast.answers import Ints, check_known, normalise_keys
from qttt.fast.backend import Cpu
from qttt.fast.batch import CHANCE, OVER
from qttt.fast.board import CODES, DIGITS, EMPTY, SQUARES, O, X
from qttt.fast.graph import NO_ACTION, Expanded, count_sequences
from qttt.fast.probabilistic.boards import Probabilities, rows_of
from qttt.fast.probabilistic.exact import Exact
from qttt.fast.probabilistic.positions import EXCHANGED, GOES_ON, O_LINE, PLACE, X_LINE
from qttt.fast.probabilistic.solve import optimal, tables, worth
from qttt.fast.probabilistic.value import DOUBT

RULESET = "probabilistic-1.1"
TURN_BIT, NAMED_BITS = 15, 16
CODE, NAMED = (1 << TURN_BIT) - 1, 15


def _possible(goes_on: Ints) -> Ints:
    padded = np.full((CODE + 1, NAMED + 1), False)
    padded[:CODES, 0] = ~(X_LINE & O_LINE)
    padded[:CODES, 1 : SQUARES + 1] = goes_on[:, None] & (DIGITS == EMPTY)
    return padded


POSSIBLE = {end: _possible(goes_on) for end, goes_on in GOES_ON.items()}
"""``[code, named]``, by the value of the switch `end`: whether there is such a position; none has lines of both
players."""


def key_of(code: int, player: int = X, named: int = 0) -> int:
    """The key of a board of marks with a player to move, `X` or `O` of `positions`, who may have named a square."""
    return code | int(player == O) << TURN_BIT | named << NAMED_BITS


class Answers:
    """Answers about positions on one board of probabilities: see `qttt.fast.answers.Answers`.

    Values are X's, float64 from 0 to 1, each within `error` of the exact value. Best squares are exact: where double
    precision leaves several, fractions decide, once per board of marks. Raises ValueError for a board beyond double
    precision, as `boards.rows_of` does."""

    actions = tuple(range(1, SQUARES + 1))
    scale = Fraction(1)
    error = DOUBT / 2

    def __init__(self, board: Probabilities, end: str = "full") -> None:
        rows = rows_of([board])
        self._board, self._rows, self._end = board, rows, end
        self._table = tables(Cpu(), rows)[0]
        self._masks = np.where(GOES_ON[end], optimal(Cpu(), rows, self._table[None])[0], 0).astype(np.int64)
        self._open = np.bitwise_count(self._masks) > 1

    def values(self, keys: ArrayLike) -> Ints:
        """See `qttt.fast.answers.Answers`: float64. Rule: PROB-VALUE-1"""
        codes, turn, named = self._known(keys)
        found: Ints = self._table[codes]
        at = np.flatnonzero(named)
        found[at] = self._worth(codes[at], named[at] - 1)
        return np.where(turn, 1 - found, found)

    def action_values(self, keys: ArrayLike) -> Ints:
        """See `qttt.fast.answers.Answers`: float64, NaN everywhere if a square is named. Rule: PROB-MOVE-1"""
        codes, turn, named = self._known(keys)
        found = np.full((len(codes), SQUARES), np.nan)
        at, square = np.nonzero((GOES_ON[self._end][codes] & (named == 0))[:, None] & (DIGITS[codes] == EMPTY))
        worths = self._worth(codes[at], square)
        found[at, square] = np.where(turn[at], 1 - worths, worths)
        return found

    def best(self, keys: ArrayLike) -> Ints:
        """See `qttt.fast.answers.Answers`; 0 if a square is named."""
        codes, _, named = self._known(keys)
        for code in np.unique(codes[self._open[codes] & (named == 0)]).tolist():
            self._masks[code] = sum(1 << square - 1 for square in self._exact.best(code))
            self._open[code] = False
        return np.where(named, 0, self._masks[codes])

    def _worth(self, codes: Ints, squares: Ints) -> Ints:
        """The value of naming a square, for the player to move as X."""
        found: Ints = worth(EXCHANGED, self._rows[0], self._table, codes, squares, PLACE[squares])
        return found

    def _known(self, keys: ArrayLike) -> tuple[Ints, Ints, Ints]:
        """The code of each key, as the player to move has it as X, the turn and the named square."""
        wanted = normalise_keys(keys)
        named = np.minimum(wanted >> NAMED_BITS & CODE, NAMED)
        unknown = (wanted >> NAMED_BITS > NAMED) | (wanted < 0) | ~POSSIBLE[self._end][wanted & CODE, named]
        check_known(wanted, unknown, wanted, f"no game reaches this position of {RULESET}")
        turn = wanted >> TURN_BIT & 1
        return np.where(turn, EXCHANGED[wanted & CODE], wanted & CODE), turn, named

    @cached_property
    def _exact(self) -> Exact:
        return Exact(self._board)


TURN = 1 << TURN_BIT
RESULTS = 3
"""Success, neutral, failure."""
RANKS = 4
"""Ranks of the positions with equally many marks: X is to move, X has named a square, and the same for O."""


def follow_keys(board: Probabilities, end: str, keys: Ints) -> Expanded:
    """What follows from positions.

    Rules: PROB-MOVE-1, PROB-OUTCOME-1, PROB-TURN-1, PROB-END-1, PROB-END-2, PROB-END-4"""
    numbers = np.array(board, object)
    code, turn, named = keys & CODE, keys >> TURN_BIT & 1, keys >> NAMED_BITS
    goes_on, waits = GOES_ON[end][code], named > 0
    actor = np.select([~goes_on, waits], [OVER, CHANCE], turn).astype(np.int8)
    won = np.select([X_LINE[code], O_LINE[code]], [1, -1], 0).astype(np.int8)
    children = np.full((len(keys), SQUARES + RESULTS), NO_ACTION, np.int64)
    chances = np.zeros(children.shape)
    may_name = (goes_on & ~waits)[:, None] & (DIGITS[code] == EMPTY)
    squares = keys[:, None] | np.arange(1, SQUARES + 1) << NAMED_BITS
    children[:, :SQUARES] = np.where(may_name, squares, NO_ACTION)
    at = np.flatnonzero(waits)
    square = named[at] - 1
    mover = np.where(turn[at], O, X)
    marks = np.stack([mover, np.full(len(at), EMPTY), X + O - mover], 1)
    after = code[at, None] + marks * PLACE[square][:, None] | (TURN - (keys[at, None] & TURN))
    children[at, SQUARES:] = np.where(numbers[square] > 0, after, NO_ACTION)
    chances[at, SQUARES:] = numbers[square].astype(np.float64)
    return Expanded.of(actor, won, children, chances)


class ProbabilisticGraph:
    """The graph of a board under the switches, which `begins` with X or O of `positions`.

    Raises ValueError for a board beyond double precision, as `boards.rows_of` does."""

    actions = Answers.actions
    symmetries = np.arange(SQUARES)[None]

    def __init__(self, board: Probabilities, end: str = "full", begins: int = X) -> None:
        self.answers, self.expand, self.start = Answers(board, end), partial(follow_keys, board, end), key_of(0, begins)

    def plies(self, keys: Ints) -> Ints:
        """See `qttt.fast.graph.Graph`: the marks on the board."""
        found: Ints = (DIGITS[keys & CODE] != EMPTY).sum(1)
        return found

    def rank(self, keys: Ints) -> Ints:
        found: Ints = RANKS * self.plies(keys) + 2 * (keys & TURN != 0) + (keys >> NAMED_BITS != 0)
        return found

    def stage(self, rank: int) -> str:
        marks, who = divmod(rank, RANKS)
        return f"{marks} {'mark' if marks == 1 else 'marks'}, {'XO'[who // 2]}{', named' * (who % 2)}"

    def canonical(self, keys: Ints) -> tuple[Ints, Ints]:
        return keys, np.zeros_like(keys)

    def image(self, keys: Ints, symmetry: int) -> Ints:
        return keys

    def image_of_actions(self, keys: Ints, actions: Ints, symmetry: int) -> Ints:
        return actions


def perft(board: Probabilities, depth: int, start: int = 0, end: str = "full") -> tuple[int, ...]:
    """How many sequences of 1, 2, ... `depth` actions follow a key: naming a square is one action and its outcome
    another, and a game that is over is not continued. Raises ValueError unless 1 <= depth <= 9."""

    def after(keys: Ints) -> tuple[Ints, Ints]:
        found = follow_keys(board, end, keys)
        return found.children, found.owner

    return count_sequences(after, start, depth)
