"""Goff's game for learners."""

from functools import partial

import numpy as np

from qttt.fast.goff.batch import OPPONENT, SELF
from qttt.fast.goff.graph import GoffGraphAsIs
from qttt.fast.goff.keyed import IMAGES, RULES, action_of_image, canonical_of, states_of
from qttt.fast.goff.outcome import scores
from qttt.fast.learning import Learning


def learning(opponent_selects: bool, double_win: bool) -> Learning:
    """The game with its options for learners."""
    worth, selector = scores(double_win), OPPONENT if opponent_selects else SELF
    setting = (selector, np.array(worth, np.int64), 0)
    as_is = partial(GoffGraphAsIs, selector)
    return Learning(RULES, IMAGES, setting, states_of, canonical_of, action_of_image, as_is, max(worth))
