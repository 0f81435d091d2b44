"""Names of values."""

from fractions import Fraction

from qttt.fast.goff.outcome import OUTCOMES
from qttt.oracle.goff.translate import VALUES


def outcome_name(value: Fraction) -> str:
    """The outcome that has this value.

    >>> outcome_name(Fraction(10))
    'narrow win of X'
    """
    return OUTCOMES[VALUES.index(value)]
