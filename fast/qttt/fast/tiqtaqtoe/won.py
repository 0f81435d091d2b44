"""How probable it is that the Monte Carlo agent makes each of some moves: see `qttt.fast.most_won`."""

import numpy as np

from qttt.fast import most_won
from qttt.fast.backend import Device
from qttt.fast.tiqtaqtoe.boards import SLOTS
from qttt.fast.tiqtaqtoe.paths import Ints, Moves


def chances_to_win_most(device: Device, playouts: int, won: Ints, moves: Moves) -> Ints:
    """``[move]``, float64: the chance that a move has the most won playouts of its place, and is the first of those in
    the documented order. Exact for the given chances as `qttt.fast.most_won` says."""
    order = np.argsort(moves.owner * SLOTS + moves.slot)
    found = np.empty(len(won))
    found[order] = most_won.chances_to_win_most(device, playouts, won[order], np.append(moves.begin, len(won)))
    return found
