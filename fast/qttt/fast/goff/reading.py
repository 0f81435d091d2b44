"""The readings of Goff's game that change its moves and its ends, as a set of bits that kernels take.

The other switches choose who selects and what an outcome is worth: they change neither positions nor outcome codes."""

from qttt.fast.jit import jitable

FIRST_READING = 0
"""The reading with the first value of each switch."""
FORBIDDEN, DRAWN = 1, 2
"""A pair that carries a spooky mark may not be named again: Rule GOFF-PAIR-1. The last open square ends the game as a
draw: Rule GOFF-LAST-1."""
READINGS = range(4)
Forbids = tuple[int, ...]
"""Whether pairs are forbidden, for kernels that are compiled for one of the two: empty if not. The length of a tuple is
known when a kernel is compiled, so that the reading with legal pairs does not pay for the other."""

_VALUES = {"pair": ("legal", "forbidden"), "last": ("move", "draw")}


def reading_of(pair: str, last: str) -> int:
    """The reading with these values of the switches. Raises ValueError for an unknown value.

    >>> [reading_of(pair, last) for last in ("move", "draw") for pair in ("legal", "forbidden")]
    [0, 1, 2, 3]
    """
    given = {"pair": pair, "last": last}
    for name, values in _VALUES.items():
        if given[name] not in values:
            raise ValueError(f"{name} {given[name]!r}: expected {' or '.join(values)}")
    return sum(values.index(given[name]) << n for n, (name, values) in enumerate(_VALUES.items()))


def switches(reading: int) -> dict[str, str]:
    """The values of the switches of a reading.

    >>> switches(FORBIDDEN)
    {'pair': 'forbidden', 'last': 'move'}
    """
    return {name: values[(reading >> n) & 1] for n, (name, values) in enumerate(_VALUES.items())}


def forbids(reading: int) -> Forbids:
    """What a reading forbids."""
    return (1,) if reading & FORBIDDEN else ()


@jitable
def ends_without_line(free: int, made: int, reading: int) -> bool:
    """Whether a settled position of `made` marks, none of them in a line, is a draw though squares are `free`: the last
    one, or two that the last spooky mark joins. Rules: GOFF-LAST-1, GOFF-PAIR-2"""
    return (free == 1 and reading & DRAWN != 0) or (free == 2 and made == 8 and reading & FORBIDDEN != 0)
