"""All actions in the documented order: places, selA and selB."""

import numpy as np

from qttt.fast.goff.board import PLACE_SQUARES, SQUARES, place

SEL_A, SEL_B = 46, 47
MOVES = tuple(place(i, j) for i in range(SQUARES) for j in range(i, SQUARES))
"""The places in the documented order of moves: ascending first square, then second. Rule: GOFF-ORDER-1"""
ACTIONS = (*MOVES, SEL_A, SEL_B)
"""All actions in the documented order, then selA and selB."""
SELECT_A, SELECT_B = len(MOVES), len(MOVES) + 1
ACTION_AT = np.zeros(len(PLACE_SQUARES), np.int64)
"""``[place]``: the move that makes a mark there."""
ACTION_AT[list(MOVES)] = range(SELECT_A)
SQUARES_OF = PLACE_SQUARES[list(MOVES)]
"""``[action]``: the two squares of a move."""
