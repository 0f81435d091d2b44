"""Sets of boards, as rows of ascending codes: what a set is, its legal moves, and labels of the sets that follow.

A *label* of a set is the sum of its boards' labels, the least over the eight images of the set. A *key* is
``label << 4 | doubled << 3 | symmetry``: whether the move doubles the set, and which image has the label."""

from qttt.fast.answers import Ints
from qttt.fast.backend import Work
from qttt.fast.jit import jitable
from qttt.fast.tiqtaqtoe.boards import ALL, HAS_LINE, PLACES, SQUARES, X
from qttt.fast.tiqtaqtoe.setting import BOTH, DECISION, MEASUREMENT, NEITHER, O_WON, X_WON

Rows = Ints

IMAGES = 8
SYMMETRY = 7
DOUBLED = 8
TAG_BITS = 4

PLACED = 0
"""``+ 8 square + image``: the sum of labels after a classical move."""
OTHERS = PLACED + IMAGES * SQUARES
"""``+ image``: that of the other boards, or of all boards, after a move on two squares."""
NO_BOARDS = OTHERS + IMAGES
"""``+ image``: 0."""
SUMS = NO_BOARDS + IMAGES
"""The scratch memory of `key_after`."""

CLASSIC, MINIMAL, MODERATE, HIGH = range(4)


@jitable
def survey(row: Rows, masks: Rows) -> tuple[int, int]:
    """The marks that are on all boards, and those that are on some, as masks."""
    certain = (1 << 2 * SQUARES) - 1
    possible = 0
    for j in range(row.shape[0]):
        mask = int(masks[row[j]])
        certain &= mask
        possible |= mask
    return certain, possible


@jitable
def certainly_empty(possible: int) -> int:
    """The mask of squares that are empty on all boards."""
    return ALL & ~(possible | possible >> SQUARES)


@jitable
def kind_of(certain: int, possible: int, boards: int, lines: int) -> int:
    """What a set is. `lines`: whether lines count before all squares are certain. Rules: TIQ-END-1, TIQ-END-2,
    TIQ-END-3, TIQ-MEASURE-1"""
    empty = certainly_empty(possible)
    if lines or (boards == 1 and empty == 0):
        x = HAS_LINE[certain & ALL]
        o = HAS_LINE[certain >> SQUARES]
        if x or o:
            return BOTH if x and o else X_WON if x else O_WON
    if empty:
        return DECISION
    return MEASUREMENT if boards > 1 else NEITHER


@jitable
def of(marks: int, mark: int) -> int:
    """The mask of one player's marks."""
    return marks & ALL if mark == X else marks >> SQUARES


@jitable
def alone(possible: int, mark: int) -> int:
    """The mask of squares that have the `mark` on some boards or on all, and the other mark on none."""
    return of(possible, mark) & ~of(possible, 3 - mark)


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
    """Whether on every board one of two squares has the `mark` and the other is empty; and, if `free`, exchanging them
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
def targets(row: Rows, masks: Rows, certain: int, possible: int, mark: int, level: int, free: int) -> int:
    """The mask of marked squares that may be superposed with an empty one. Rules: TIQ-TARGET-1, TIQ-TARGET-2"""
    if level <= MINIMAL:
        return 0
    opponent = 3 - mark
    if level == MODERATE:
        return of(certain, opponent)
    entangled = alone(possible, opponent)
    if not free:
        return entangled
    unentangled = 0
    for a in range(SQUARES):
        for b in range(a):
            if entangled >> a & entangled >> b & 1 and is_pair(row, masks, a, b, opponent, 1):
                unentangled |= 1 << a | 1 << b
    return of(certain, opponent) | unentangled


@jitable
def find_moves(
    row: Rows, masks: Rows, certain: int, possible: int, mark: int, level: int, free: int, pairs: int, legal: Work
) -> None:
    """Write whether each move is legal. `free` and `pairs` are the switches `target` and `pair`. Rules: TIQ-MOVE-1,
    TIQ-SUPER-1, TIQ-PAIR-1"""
    empty = certainly_empty(possible)
    others = targets(row, masks, certain, possible, mark, level, free)
    fillable = alone(possible, 3 - mark) if pairs else 0
    slot = SQUARES
    for a in range(SQUARES):
        here = empty >> a & 1
        legal[a] = here
        for b in range(a + 1, SQUARES):
            there = empty >> b & 1
            if here and there:
                legal[slot] = level > CLASSIC
            elif here or there:
                legal[slot] = others >> (b if here else a) & 1
            else:
                both = fillable >> a & fillable >> b & 1
                legal[slot] = 1 if both and is_pair(row, masks, a, b, 3 - mark, free) else 0
            slot += 1


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
def changes(a: int, b: int, mark: int, tag: int, half: int) -> tuple[int, int]:
    """What is added to the code of a board for one of the boards that a move makes from it, the first or the second of
    two: if the opponent's mark is not in a, and if it is there.

    The first has the mover's `mark` in b; the second in a, and in b what was in a: nothing or the opponent's mark. A
    move on both squares of the opponent's mark takes the empty one."""
    if half:
        return mark * PLACES[a], mark * PLACES[a] + (3 - mark) * (PLACES[b] - PLACES[a])
    return mark * PLACES[b if a == b or tag & DOUBLED else a], mark * PLACES[b]


@jitable
def bit_of(square: int, mark: int) -> int:
    """The bit of a player's mark in a mask."""
    return square if mark == X else square + SQUARES


@jitable
def nth_after(row: Rows, masks: Rows, a: int, b: int, mark: int, tag: int, n: int) -> int:
    """The board number n of those that a move makes, the first one of each board before the second ones."""
    half = 1 if n >= row.shape[0] else 0
    code = int(row[n - half * row.shape[0]])
    empty, taken = changes(a, b, mark, tag, half)
    return code + (taken if masks[code] >> bit_of(a, 3 - mark) & 1 else empty)


@jitable
def add(
    row: Rows, masks: Rows, labels: Rows, a: int, b: int, mark: int, tag: int, half: int, work: Work, at: int
) -> None:
    """Add the labels of the boards after a move to eight sums, one for each image."""
    empty, taken = changes(a, b, mark, tag, half)
    bit = bit_of(a, 3 - mark)
    for j in range(row.shape[0]):
        code = int(row[j])
        code += taken if masks[code] >> bit & 1 else empty
        for s in range(IMAGES):
            work[at + s] += labels[code, s]


@jitable
def least(work: Work, first: int, second: int) -> int:
    """The least of eight sums of labels, each the sum of two in `work`, and which it is."""
    best = (int(work[first]) + int(work[second])) << TAG_BITS
    for s in range(1, IMAGES):
        key = (int(work[first + s]) + int(work[second + s])) << TAG_BITS | s
        best = min(best, key)
    return best


@jitable
def key_after(row: Rows, masks: Rows, labels: Rows, empty: int, mark: int, slot: int, work: Work) -> int:
    """The key of a legal move. The sums of labels in `work` are those of the row's lower legal slots; none at first,
    when all are 0."""
    for s in range(IMAGES):
        work[OTHERS + s] = 0
    a, b = squares_of(slot, empty)
    placed = PLACED + IMAGES * b
    if a == b:
        add(row, masks, labels, a, b, mark, 0, 0, work, placed)
        return least(work, placed, NO_BOARDS)
    if empty >> a & 1:
        return least(work, placed, PLACED + IMAGES * a) | DOUBLED
    if empty >> b & 1:
        add(row, masks, labels, a, b, mark, DOUBLED, 1, work, OTHERS)
        return least(work, placed, OTHERS) | DOUBLED
    add(row, masks, labels, a, b, mark, 0, 0, work, OTHERS)
    return least(work, OTHERS, NO_BOARDS)
