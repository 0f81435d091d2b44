"""Sets of boards, as rows of ascending codes: what a set is, its legal moves, and labels of the sets that follow.

A *label* of a set is the sum of its boards' labels, the least over the eight images of the set. A *key* is
``label << 4 | doubled << 3 | symmetry``: whether the move doubles the set, and which image has the label."""

from qttt.fast.answers import Ints
from qttt.fast.backend import Kernel, Work
from qttt.fast.jit import jitable
from qttt.fast.tiqtaqtoe.boards import ALL, CODES, HAS_LINE, PLACES, SLOTS, SQUARES, X
from qttt.fast.tiqtaqtoe.setting import BOTH, DECISION, MEASUREMENT, NEITHER, O_WON, X_WON

Rows = Ints

IMAGES = 8
SYMMETRY = 7
DOUBLED = 8
TAG_BITS = 4
NONE = -1
"""The key of an illegal move."""

PLACED = 0
"""``+ 8 square + image``: the sum of labels after a classical move."""
OTHERS = PLACED + IMAGES * SQUARES
"""``+ image``: that of the other boards, or of all boards, after a move on two squares."""
NO_BOARDS = OTHERS + IMAGES
"""``+ image``: 0."""
LEGAL = NO_BOARDS + IMAGES
"""``+ slot``: whether the move is legal."""
WORK = LEGAL + SLOTS
CODE_WORDS = -(-CODES // 32)
"""Numbers of 32 bits that hold one for each board."""

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
def classify(i: int, work: Work, rows: Rows, masks: Rows, turned: Rows, lines: int, kinds: Rows, images: Rows) -> None:
    """Kernel: what row i is, see `kind_of`, and how many different images it has."""
    row = rows[i]
    certain, possible = survey(row, masks)
    kinds[i] = kind_of(certain, possible, row.shape[0], lines)
    kept = 0
    for s in range(IMAGES):
        j = 0
        while j < row.shape[0] and contains(row, turned[s, row[j]]):
            j += 1
        kept += j == row.shape[0]
    images[i] = IMAGES // kept


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
def board_after(code: int, mask: int, a: int, b: int, mark: int, tag: int, half: int) -> int:
    """One of the boards that a move makes from a board: the first, or the second of two.

    The first has the mover's `mark` in b; the second in a, and in b what was in a: nothing or the opponent's mark. A
    move on both squares of the opponent's mark takes the empty one."""
    moved = of(mask, 3 - mark) >> a & 1
    if half:
        return code + mark * PLACES[a] + moved * (3 - mark) * (PLACES[b] - PLACES[a])
    return code + mark * PLACES[b if moved or a == b or tag & DOUBLED else a]


@jitable
def nth_after(row: Rows, masks: Rows, a: int, b: int, mark: int, tag: int, n: int) -> int:
    """The board number n of those that a move makes, the first one of each board before the second ones."""
    half = 1 if n >= row.shape[0] else 0
    code = int(row[n - half * row.shape[0]])
    return board_after(code, int(masks[code]), a, b, mark, tag, half)


@jitable
def add(
    row: Rows, masks: Rows, labels: Rows, a: int, b: int, mark: int, tag: int, half: int, work: Work, at: int
) -> None:
    """Add the labels of the boards after a move to eight sums, one for each image."""
    for j in range(row.shape[0]):
        code = board_after(int(row[j]), int(masks[row[j]]), a, b, mark, tag, half)
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
def successors(
    i: int, work: Work, rows: Rows, masks: Rows, labels: Rows, mark: int, level: int, free: int, pairs: int, keys: Rows
) -> None:
    """Kernel: the key of every move from row i, `NONE` for an illegal one."""
    row = rows[i]
    certain, possible = survey(row, masks)
    empty = certainly_empty(possible)
    find_moves(row, masks, certain, possible, mark, level, free, pairs, work[LEGAL:])
    for k in range(LEGAL):
        work[k] = 0
    for slot in range(SLOTS):
        keys[i, slot] = NONE
        if work[LEGAL + slot]:
            for s in range(IMAGES):
                work[OTHERS + s] = 0
            a, b = squares_of(slot, empty)
            placed = PLACED + IMAGES * b
            if a == b:
                add(row, masks, labels, a, b, mark, 0, 0, work, placed)
                keys[i, slot] = least(work, placed, NO_BOARDS)
            elif empty >> a & 1:
                keys[i, slot] = least(work, placed, PLACED + IMAGES * a) | DOUBLED
            elif empty >> b & 1:
                add(row, masks, labels, a, b, mark, DOUBLED, 1, work, OTHERS)
                keys[i, slot] = least(work, placed, OTHERS) | DOUBLED
            else:
                add(row, masks, labels, a, b, mark, 0, 0, work, OTHERS)
                keys[i, slot] = least(work, OTHERS, NO_BOARDS)


@jitable
def boards_after(i: int, work: Work, rows: Rows, masks: Rows, turned: Rows, made: Rows, mark: int, out: Rows) -> None:
    """Kernel: the boards after move i in the image that its key names, not in order. `made` is ``[move, 3]``: the row
    moved from, the slot, and the lowest bits of the key."""
    row = rows[made[i, 0]]
    tag = int(made[i, 2])
    _, possible = survey(row, masks)
    a, b = squares_of(int(made[i, 1]), certainly_empty(possible))
    for n in range(out.shape[1]):
        out[i, n] = turned[tag & SYMMETRY, nth_after(row, masks, a, b, mark, tag, n)]


@jitable
def compare(
    i: int,
    work: Work,
    rows: Rows,
    masks: Rows,
    turned: Rows,
    made: Rows,
    mark: int,
    out: Rows,
    first: Rows,
    clashes: Rows,
) -> None:
    """Kernel: whether the boards after any of the moves first[i] to first[i + 1] - 1 differ from row i of `out`.

    The scratch memory is the row as a set, a bit for each code: a look-up costs less than a search of the row."""
    if first[i] == first[i + 1]:
        return
    for k in range(CODE_WORDS):
        work[k] = 0
    for n in range(out.shape[1]):
        code = int(out[i, n])
        work[code >> 5] |= 1 << (code & 31)
    for k in range(first[i], first[i + 1]):
        row = rows[made[k, 0]]
        tag = int(made[k, 2])
        _, possible = survey(row, masks)
        a, b = squares_of(int(made[k, 1]), certainly_empty(possible))
        for n in range(out.shape[1]):
            code = int(turned[tag & SYMMETRY, nth_after(row, masks, a, b, mark, tag, n)])
            if not work[code >> 5] >> (code & 31) & 1:
                clashes[i] = 1


CLASSIFY = Kernel(classify, WORK, chunk=512)
SUCCESSORS = Kernel(successors, WORK, chunk=512)
BOARDS_AFTER = Kernel(boards_after, WORK, chunk=512)
COMPARE = Kernel(compare, CODE_WORDS, chunk=512)
