"""Probabilistic tic-tac-toe on one board as a graph of keys: see `qttt.fast.graph`.

The keys are those of `answers`, and each is canonical: a board of probabilities has no symmetry in general. Play can
return: if nothing is marked, the other player faces the same board of marks, and may leave it as it is, too."""

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.batch import CHANCE, OVER
from qttt.fast.graph import NO_ACTION, Expanded
from qttt.fast.probabilistic.answers import CODE, NAMED_BITS, TURN_BIT, Answers
from qttt.fast.probabilistic.boards import Probabilities
from qttt.fast.probabilistic.positions import DIGITS, EMPTY, O_LINE, PLACE, SQUARES, UNDECIDED, X_LINE, O, X

TURN = 1 << TURN_BIT
RESULTS = 3
"""Success, neutral, failure."""
RANKS = 4
"""Ranks of the positions with equally many marks: X is to move, X has named a square, and the same for O."""


class ProbabilisticGraph:
    """The graph of a board. Raises ValueError for a board beyond double precision, as `boards.given` does."""

    start = 0

    def __init__(self, board: Probabilities) -> None:
        self.answers = Answers(board)
        self.actions = self.answers.actions
        self._chances = np.array([[float(number) for number in row] for row in board])
        self._possible = np.array([[number > 0 for number in row] for row in board])

    def plies(self, keys: Ints) -> Ints:
        """See `qttt.fast.graph.Graph`: the marks on the board."""
        found: Ints = (DIGITS[keys & CODE] != EMPTY).sum(1)
        return found

    def rank(self, keys: Ints) -> Ints:
        """See `qttt.fast.graph.Graph`."""
        found: Ints = RANKS * self.plies(keys) + 2 * (keys & TURN != 0) + (keys >> NAMED_BITS != 0)
        return found

    def stage(self, rank: int) -> str:
        """See `qttt.fast.graph.Graph`."""
        marks, who = divmod(rank, RANKS)
        return f"{marks} {'mark' if marks == 1 else 'marks'}, {'XO'[who // 2]}{', named' * (who % 2)}"

    def canonical(self, keys: Ints) -> Ints:
        """See `qttt.fast.graph.Graph`."""
        return keys

    def expand(self, keys: Ints) -> Expanded:
        """See `qttt.fast.graph.Graph`. Rules: PROB-MOVE-1, PROB-OUTCOME-1, PROB-TURN-1, PROB-END-1, PROB-END-2"""
        code, turn, named = keys & CODE, keys >> TURN_BIT & 1, keys >> NAMED_BITS
        goes_on, waits = UNDECIDED[code], named > 0
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
        children[at, SQUARES:] = np.where(self._possible[square], after, NO_ACTION)
        chances[at, SQUARES:] = self._chances[square]
        return Expanded.of(actor, won, children, chances)
