"""The histories of a ply as a set of bits, with the rank of each: 1.1 billion histories in as many bytes.

A history of ply n is n places of 1 to 45, so it has a *number* below 45 ** n, and numbers are in the order of
histories. A set has a bit for each number, 1 if the history is in the set. For each block of bits the set also stores
how many bits are set before the block, so that ranking a history counts the bits of one block only. Ply 6 takes 1.2 GB:
45 ** 6 bits, set or not, and the counts.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from qttt.fast.backend import Cpu, Kernel
from qttt.fast.goff.board import PLACES
from qttt.fast.goff.forest import MARKS
from qttt.fast.goff.moves import Work
from qttt.fast.jit import jitable
from qttt.verification.goff.histories import mark

WORD, BLOCK = 64, 8
"""Bits of a word, words of a block."""
WINDOW = 1 << 16
"""Words searched at a time."""
PIECE = 1 << 19


@jitable
def number_of(history: int, ply: int) -> int:
    """The number of a history of this ply."""
    number = 0
    for p in range(1, ply + 1):
        number = PLACES * number + mark(history, p) - 1
    return number


@jitable
def history_of(number: int, ply: int) -> int:
    """The history of this ply with this number."""
    history = 0
    for p in range(ply, 0, -1):
        history |= (number % PLACES + 1) << (6 * (MARKS - p))
        number //= PLACES
    return history


@jitable
def ones(word: int) -> int:
    """The number of bits set in a word of 64 bits."""
    pairs = word - ((word >> 1) & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333)
    eights = (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((eights * 0x0101010101010101) >> 56) & 127


@jitable
def rank(number: int, bits: Any, before: Any) -> int:
    """The number of smaller numbers in a set."""
    word = number // WORD
    count = before[word // BLOCK]
    for w in range(word // BLOCK * BLOCK, word):
        count += ones(bits[w])
    return int(count + ones(bits[word] & ((1 << (number % WORD)) - 1)))


@jitable
def put_in(i: int, work: Work, numbers: Any, bits: Any) -> None:
    """Kernel: set the bit of a number, unless it is negative."""
    if numbers[i] >= 0:
        bits[numbers[i] // WORD] |= 1 << (numbers[i] % WORD)


PUT_IN = Kernel(put_in, 1, chunk=1 << 62)
"""Runs in one thread, because two threads that set bits of one word would lose some."""


@dataclass(frozen=True)
class Level:
    """A set of histories of a ply: `bits` (int64 words) and, in `before`, their count before each block of words."""

    ply: int
    bits: Any
    before: Any
    count: int

    @classmethod
    def of(cls, ply: int, parts: Iterable[Any]) -> "Level":
        """The set of all numbers in some arrays, without negative ones."""
        bits = np.zeros((PLACES**ply // (WORD * BLOCK) + 1) * BLOCK, np.int64)
        for numbers in parts:
            Cpu().launch(PUT_IN, numbers.size, numbers.reshape(-1), bits)
        counts = np.bitwise_count(bits.view(np.uint64)).reshape(-1, BLOCK).sum(axis=1, dtype=np.int64)
        return cls(ply, bits, np.cumsum(counts) - counts, int(counts.sum()))

    def pieces(self) -> Iterator[tuple[int, Any]]:
        """The numbers in ascending order, in pieces, each with the rank of its first number."""
        first = 0
        for start in range(0, len(self.bits), WINDOW):
            words = self.bits[start : start + WINDOW]
            there = np.flatnonzero(words)
            at = np.flatnonzero(np.unpackbits(words[there].view(np.uint8), bitorder="little"))
            numbers = (start + there[at // WORD]) * WORD + at % WORD
            for n in range(0, len(numbers), PIECE):
                yield first + n, numbers[n : n + PIECE]
            first += len(numbers)
