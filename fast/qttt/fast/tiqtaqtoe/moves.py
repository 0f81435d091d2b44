"""Every move from a row of boards: what is legal, and a label of the set of boards that it leads to.

A *label* of a set is the sum of its boards' labels, the least over the eight images of the set. A *key* is
``label << 4 | doubled << 3 | symmetry``: whether the move doubles the set, and which image has the label."""

from typing import Any

from qttt.fast.jit import jitable
from qttt.fast.tiqtaqtoe.boards import ALL, PLACES, SQUARES, X

Work = Any
Rows = Any

IMAGES = 8
SYMMETRY = 7
DOUBLED = 8
TAG_BITS = 4
NONE = -1
"""The key of an illegal move."""

CERTAIN, POSSIBLE = range(2)
"""Masks in `work` (see `survey`): of marks that are in all boards, and in some."""
PLACED = 2
"""``+ 8 square + image``: the sum of labels after a classical move."""
PAIRED = PLACED + IMAGES * SQUARES
"""``+ image``: what one square adds to that sum in a move on two squares."""
WORK = PAIRED + IMAGES

CLASSIC, MINIMAL, MODERATE, HIGH = range(4)


@jitable
def survey(row: Rows, masks: Rows, work: Work) -> None:
    """Find out what is certain and what is possible."""
    certain = (1 << 2 * SQUARES) - 1
    possible = 0
    for j in range(row.shape[0]):
        mask = masks[row[j]]
        certain &= mask
        possible |= mask
    work[CERTAIN] = certain
    work[POSSIBLE] = possible


@jitable
def certainly_empty(work: Work) -> int:
    """The mask of squares that are empty in all boards."""
    return ALL & ~(int(work[POSSIBLE]) | int(work[POSSIBLE]) >> SQUARES)


@jitable
def of(marks: int, mark: int) -> int:
    """The mask of one player's marks."""
    return marks & ALL if mark == X else marks >> SQUARES


@jitable
def exchanged(code: int, mask: int, a: int, b: int, mark: int) -> int:
    """The board with the mover's `mark` in a, and in b what was in a: nothing or the opponent's mark."""
    opponent = 3 - mark
    moved = of(mask, opponent) >> a & 1
    return code + mark * PLACES[a] + moved * opponent * (PLACES[b] - PLACES[a])


@jitable
def filled(code: int, mask: int, a: int, b: int, mark: int) -> int:
    """The board with the mover's `mark` in that one of two squares that is empty."""
    return code + mark * PLACES[b if of(mask, 3 - mark) >> a & 1 else a]


@jitable
def contains(row: Rows, code: int) -> bool:
    """Whether a row, ascending, has a code."""
    low = 0
    high = row.shape[0] - 1
    while low < high:
        middle = (low + high) >> 1
        if row[middle] < code:
            low = middle + 1
        else:
            high = middle
    return bool(row[low] == code)


@jitable
def is_pair(row: Rows, masks: Rows, a: int, b: int, mark: int, free: int) -> bool:
    """Whether in every board one of two squares has the `mark` and the other is empty; and, if `free`, exchanging them
    leaves the set as it is."""
    for j in range(row.shape[0]):
        mask = int(masks[row[j]])
        here = of(mask, mark)
        both = mask | mask >> SQUARES
        if (here >> a & 1) + (here >> b & 1) != 1 or (both >> a & 1) + (both >> b & 1) != 1:
            return False
        if free:
            there = mark * (PLACES[b] - PLACES[a])
            if not contains(row, int(row[j]) + (there if here >> a & 1 else -there)):
                return False
    return True


@jitable
def targets(row: Rows, masks: Rows, work: Work, mark: int, level: int, free: int) -> int:
    """The mask of marked squares that may be superposed with an empty one. Rules: TIQ-TARGET-1, TIQ-TARGET-2"""
    if level <= MINIMAL:
        return 0
    opponent = 3 - mark
    certain = of(int(work[CERTAIN]), opponent)
    if level == MODERATE:
        return certain
    possible = alone(work, opponent)
    if not free:
        return possible
    unentangled = 0
    for a in range(SQUARES):
        for b in range(a):
            if possible >> a & possible >> b & 1 and is_pair(row, masks, a, b, opponent, 1):
                unentangled |= 1 << a | 1 << b
    return certain | unentangled


@jitable
def alone(work: Work, mark: int) -> int:
    """The mask of squares that have the `mark` in some boards or in all, and the other mark in none."""
    return of(int(work[POSSIBLE]), mark) & ~of(int(work[POSSIBLE]), 3 - mark)


@jitable
def least(work: Work, first: int, second: int) -> int:
    """The least of eight sums of labels, each the sum of two in `work`, and which it is."""
    best = (int(work[first]) + int(work[second])) << TAG_BITS
    for s in range(1, IMAGES):
        key = (int(work[first + s]) + int(work[second + s])) << TAG_BITS | s
        best = min(best, key)
    return best


@jitable
def successors(
    i: int, work: Work, rows: Rows, masks: Rows, labels: Rows, mark: int, level: int, free: int, pairs: int, keys: Rows
) -> None:
    """Kernel: the key of every move from row i, `NONE` for an illegal one. `free` and `pairs` are the switches `target`
    and `pair`. Rules: TIQ-MOVE-1, TIQ-SUPER-1, TIQ-PAIR-1"""
    row = rows[i]
    survey(row, masks, work)
    empty = certainly_empty(work)
    for b in range(SQUARES):
        keys[i, b] = NONE
        if empty >> b & 1:
            at = PLACED + IMAGES * b
            for s in range(IMAGES):
                work[at + s] = 0
                work[PAIRED + s] = 0
            for j in range(row.shape[0]):
                add(labels, row[j] + mark * PLACES[b], work, at)
            keys[i, b] = least(work, at, PAIRED)
    others = targets(row, masks, work, mark, level, free)
    fillable = alone(work, 3 - mark) if pairs else 0
    slot = SQUARES
    for a in range(SQUARES):
        for b in range(a + 1, SQUARES):
            keys[i, slot] = NONE
            if empty >> a & empty >> b & 1:
                if level > CLASSIC:
                    keys[i, slot] = least(work, PLACED + IMAGES * a, PLACED + IMAGES * b) | DOUBLED
            elif empty >> b & others >> a & 1:
                keys[i, slot] = superposition(row, masks, labels, work, a, b, mark) | DOUBLED
            elif empty >> a & others >> b & 1:
                keys[i, slot] = superposition(row, masks, labels, work, b, a, mark) | DOUBLED
            elif fillable >> a & fillable >> b & 1 and is_pair(row, masks, a, b, 3 - mark, free):
                keys[i, slot] = filling(row, masks, labels, work, a, b, mark)
            slot += 1


@jitable
def superposition(row: Rows, masks: Rows, labels: Rows, work: Work, a: int, b: int, mark: int) -> int:
    """The key, without `DOUBLED`, after a superposition of a marked square a and an empty one b."""
    for s in range(IMAGES):
        work[PAIRED + s] = 0
    for j in range(row.shape[0]):
        add(labels, exchanged(int(row[j]), int(masks[row[j]]), a, b, mark), work, PAIRED)
    return least(work, PLACED + IMAGES * b, PAIRED)


@jitable
def filling(row: Rows, masks: Rows, labels: Rows, work: Work, a: int, b: int, mark: int) -> int:
    """The key after a move on both squares of the opponent's mark."""
    at = PLACED + IMAGES * a
    for s in range(IMAGES):
        work[PAIRED + s] = 0
        work[at + s] = 0
    for j in range(row.shape[0]):
        add(labels, filled(int(row[j]), int(masks[row[j]]), a, b, mark), work, PAIRED)
    return least(work, at, PAIRED)


@jitable
def add(labels: Rows, code: int, work: Work, at: int) -> None:
    """Add a board's labels, one an image."""
    for s in range(IMAGES):
        work[at + s] += labels[code, s]


@jitable
def squares_of(slot: int, empty: int) -> tuple[int, int]:
    """The squares of a slot, a certainly empty one last; twice the same one for a classical move."""
    if slot < SQUARES:
        return slot, slot
    a = 0
    b = slot - SQUARES + 1
    while b >= SQUARES:
        a += 1
        b += a + 1 - SQUARES
    return (a, b) if empty >> b & 1 else (b, a)


@jitable
def board_after(code: int, mask: int, a: int, b: int, mark: int, tag: int, half: int) -> int:
    """One of the boards that a move makes from a board: the first, or the second of two."""
    if half:
        return exchanged(code, mask, a, b, mark)
    if a == b or tag & DOUBLED:
        return code + mark * PLACES[b]
    return filled(code, mask, a, b, mark)


@jitable
def boards_after(i: int, work: Work, rows: Rows, masks: Rows, turned: Rows, made: Rows, mark: int, out: Rows) -> None:
    """Kernel: the boards after move i in the image that its key names, not in order. `made` is ``[move, 3]``: the row
    moved from, the slot, and the lowest bits of the key."""
    row = rows[made[i, 0]]
    tag = int(made[i, 2])
    image = turned[tag & SYMMETRY]
    survey(row, masks, work)
    a, b = squares_of(int(made[i, 1]), certainly_empty(work))
    boards = row.shape[0]
    for half in range(2 if tag & DOUBLED else 1):
        for j in range(boards):
            out[i, half * boards + j] = image[board_after(int(row[j]), int(masks[row[j]]), a, b, mark, tag, half)]


@jitable
def compare(
    i: int, work: Work, rows: Rows, masks: Rows, turned: Rows, made: Rows, mark: int, out: Rows, clashes: Rows
) -> None:
    """Kernel: whether the boards after move i differ from those of a row of `out`, which ``made[i, 3]`` names."""
    row = rows[made[i, 0]]
    tag = int(made[i, 2])
    image = turned[tag & SYMMETRY]
    found = out[made[i, 3]]
    survey(row, masks, work)
    a, b = squares_of(int(made[i, 1]), certainly_empty(work))
    for half in range(2 if tag & DOUBLED else 1):
        for j in range(row.shape[0]):
            board = image[board_after(int(row[j]), int(masks[row[j]]), a, b, mark, tag, half)]
            if not contains(found, board):
                clashes[i] = 1
                return
