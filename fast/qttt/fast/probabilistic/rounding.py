"""How far a value in double precision can be from the exact one (lemma `rounding`)."""

from qttt.fast.probabilistic.positions import SQUARES

UNIT = 2.0**-53
"""No operation has a larger relative error."""
A_LOOP = 16
"""Of values from -1 to 1, the error of what a loop leads to grows by at most this many units."""
ERROR_BOUND = (SQUARES * A_LOOP / 2 + 1) * UNIT
"""The bound for values from 0 to 1: none is further from its exact value, for any probabilities."""
DOUBT = 2 * (ERROR_BOUND + A_LOOP / 2 * UNIT)
"""A square whose value is less than the largest by at most this much may be the best; any other is not."""
