"""Random bits that are a fixed function of numbers, the same on every device."""

from types import ModuleType

from qttt.fast.backend import Array
from qttt.fast.jit import jitable

LOW_62 = (1 << 62) - 1


@jitable
def random_bits(seed: int, game: int, ply: int) -> int:
    """62 bits that look random, a fixed function of three numbers (a finaliser after Steele, Lea and Flood, 2014)."""
    x = (seed * 0x1F83D9ABFB41BD6B + game * 0x1E3779B97F4A7C15 + ply * 0x14CF5AD432745937) & LOW_62
    x = ((x ^ (x >> 30)) * 0x3F58476D1CE4E5B9) & LOW_62
    x = ((x ^ (x >> 27)) * 0x14D049BB133111EB) & LOW_62
    return x ^ (x >> 31)


def split_mix(xp: ModuleType, z: Array) -> Array:
    """SplitMix64 (Steele, Lea and Flood, 2014) of states, an array of the module `xp` of uint64."""
    z = (z ^ z >> xp.uint64(30)) * xp.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ z >> xp.uint64(27)) * xp.uint64(0x94D049BB133111EB)
    return z ^ z >> xp.uint64(31)


GAMMA = 0x9E3779B97F4A7C15
"""The step from one state of SplitMix64 to the next."""
