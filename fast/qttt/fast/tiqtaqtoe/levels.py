"""The kernels that make a level from the one before.

In the new level the sets of several boards follow a *gap*, and the single boards stand at the end of the gap: how many
there are is known only when all sets are measured. `codes` and `nodes` are those of the new level with the gap."""

from types import ModuleType
from typing import NamedTuple

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Kernel, Work
from qttt.fast.jit import jitable
from qttt.fast.tiqtaqtoe import boards
from qttt.fast.tiqtaqtoe.boards import ALL, CODES, HAS_LINE, SLOTS, SQUARES
from qttt.fast.tiqtaqtoe.graph import GROUPS, MEASURED
from qttt.fast.tiqtaqtoe.moves import (
    DOUBLED,
    IMAGES,
    SUMS,
    SYMMETRY,
    TAG_BITS,
    Rows,
    bit_of,
    changes,
    contains,
    find_moves,
    key_after,
    kind_of,
    nth_after,
    squares_of,
    survey,
)
from qttt.fast.tiqtaqtoe.setting import DECISION, KINDS, MEASUREMENT, Setting, switches

SET, MADE, LINK = range(3)
"""The rows of moves: the set that a move leads to, as ``group << 58 | label``, or the rank of a single board; how it is
made, as ``node << 10 | slot << 4 | tag``, with the lowest bits of its key; and ``link << 6 | slot``, with the node that
it leads to. Before that `LINK` says whether a move is the first to its set, in the order of sets."""
SET_BITS = 58
SLOT_BITS = 6
ONE_SLOT = (1 << SLOT_BITS) - 1
TAG = (1 << TAG_BITS) - 1

LABELS, ABOUT, COUNT = range(3)
"""The rows of nodes: labels; what a node is, as ``images << 48 | kind << 45 | legal``, with the number of its images
and a bit for each legal slot, so that the lowest nine are the squares that are certainly empty; and the number of its
moves."""
KIND_AT = SLOTS
IMAGES_AT = KIND_AT + KINDS.bit_length()
ONE_KIND = (1 << IMAGES_AT - KIND_AT) - 1

SIZES = GROUPS
"""``+ group``: how many nodes the new level has; before it ``group``: where the moves to a group begin in `order`."""
MOVES = SIZES + GROUPS
"""How many moves the new level has."""
CLASHES = MOVES + 1
"""Whether two sets have one label."""
TOLD = CLASHES + 1

CODE_WORDS = -(-CODES // 32)
"""Numbers of 32 bits that hold one for each board."""
UNSORTED = CODE_WORDS
"""``+ board``: the codes of a set, in the scratch memory of `join`."""
JOIN_WORK = UNSORTED + (1 << MEASURED - 1)


class Game(NamedTuple):
    """The tables of boards, and of `SINGLES`; what the host reads, see `SIZES`; and per rank of a single board whether
    it is a node by a move or a measurement, or in row 1 by a measurement that leaves a line, and the nodes that a move
    and a measurement lead to. `lines` as in `kind_of`; then `switches`."""

    masks: Ints
    turned: Ints
    labels: Ints
    ranks: Ints
    single_codes: Ints
    told: Ints
    singles: Ints
    found: Ints
    lines: int
    level: int
    free: int
    pairs: int


def game_of(xp: ModuleType, setting: Setting) -> Game:
    """A game with nothing found."""
    there = (boards.MASKS, boards.TURNED, boards.LABELS, boards.RANKS, boards.SINGLES)
    masks, turned, labels, ranks, codes = map(xp.asarray, there)
    told, singles = xp.zeros(TOLD, np.int64), xp.zeros((2, len(boards.SINGLES)), np.uint8)
    found, lines = xp.empty((2, len(boards.SINGLES)), np.int32), int(setting.lines == "every-move")
    return Game(masks, turned, labels, ranks, codes, told, singles, found, lines, *switches(setting))


class Sets(NamedTuple):
    """The sets of a level: the boards, where the nodes of each group begin, and the end, and where its boards begin."""

    boards: Ints
    starts: tuple[int, ...]
    places: tuple[int, ...]


class Moves(NamedTuple):
    """The moves from a level, by ascending node and slot (see `SET`); in which order their sets ascend; and how many
    sets there are up to each move of this order, single boards left out."""

    moves: Ints
    order: Ints
    numbers: Ints


@jitable
def group_of(node: int, sets: Sets) -> int:
    """The group of a node."""
    group = 0
    while node >= sets.starts[group + 1]:
        group += 1
    return group


@jitable
def places_of(node: int, sets: Sets) -> tuple[int, int]:
    """Where the boards of a node begin, and the end."""
    group = group_of(node, sets)
    bits = group % MEASURED
    at = sets.places[group] + (node - sets.starts[group] << bits)
    return at, at + (1 << bits)


@jitable
def describe(row: Rows, game: Game, lines: int, mark: int, legal: Work) -> int:
    """What a set is: see `ABOUT`. `lines` as in `kind_of`; the next move is of `mark`."""
    certain, possible = survey(row, game.masks)
    kind = kind_of(certain, possible, row.shape[0], lines)
    kept = 0
    for s in range(IMAGES):
        j = 0
        while j < row.shape[0] and contains(row, game.turned[s, row[j]]):
            j += 1
        kept += j == row.shape[0]
    about = IMAGES // kept << IMAGES_AT | kind << KIND_AT
    if kind == DECISION:
        find_moves(row, game.masks, certain, possible, mark, game.level, game.free, game.pairs, legal)
        for slot in range(SLOTS):
            about |= int(legal[slot]) << slot
    return about


@jitable
def find(i: int, work: Work, game: Game, sets: Sets, about: Rows, first: Rows, mark: int, moves: Rows) -> None:
    """Kernel: every move from node i."""
    if first[i] == first[i + 1]:
        return
    group = group_of(i, sets)
    begin, end = places_of(i, sets)
    row = sets.boards[begin:end]
    empty = about[i] & ALL
    for k in range(SUMS):
        work[k] = 0
    m = int(first[i])
    for slot in range(SLOTS):
        if about[i] >> slot & 1:
            key = key_after(row, game.masks, game.labels, empty, mark, slot, work)
            moves[MADE, m] = (i << SLOT_BITS | slot) << TAG_BITS | key & TAG
            if group or key & DOUBLED:
                moves[SET, m] = (group + 1 if key & DOUBLED else group) << SET_BITS | key >> TAG_BITS
            else:
                a, b = squares_of(slot, empty)
                rank = game.ranks[nth_after(row, game.masks, a, b, mark, 0, 0)]
                game.singles[0, rank] = 1
                moves[SET, m] = rank
            m += 1


@jitable
def divide(k: int, work: Work, game: Game, moves: Rows, order: Rows) -> None:
    """Kernel: whether move k in the order of sets is the first to its set, and where the moves to each group begin."""
    here = moves[SET, order[k]]
    before = moves[SET, order[k - 1]] if k else -1
    group = here >> SET_BITS
    moves[LINK, k] = 1 if group and here != before else 0
    for begun in range((before >> SET_BITS) + 1, group + 1):
        game.told[begun] = k
    if k + 1 == order.shape[0]:
        for begun in range(group + 1, GROUPS):
            game.told[begun] = k + 1


@jitable
def sets_before(group: int, numbers: Rows, told: Rows) -> int:
    """How many sets of several boards the lower groups have."""
    return int(numbers[told[group] - 1]) if told[group] else 0


@jitable
def boards_before(group: int, numbers: Rows, told: Rows) -> int:
    """How many boards these sets have."""
    total = 0
    for lower in range(1, group):
        total += sets_before(lower + 1, numbers, told) - sets_before(lower, numbers, told) << lower
    return total


@jitable
def first_move(number: int, numbers: Rows) -> int:
    """Where the moves to a set begin in the order of sets."""
    low = 0
    high = numbers.shape[0]
    while low < high:
        middle = low + high >> 1
        if numbers[middle] < number:
            low = middle + 1
        else:
            high = middle
    return low


@jitable
def sort(unsorted: Work, row: Rows) -> None:
    """Write a row of different codes in ascending order: a processor compares many at once."""
    for n in range(row.shape[0]):
        lower, code = 0, int(unsorted[n])
        for other in range(row.shape[0]):
            lower += 1 if unsorted[other] < code else 0
        row[lower] = code


@jitable
def write(nodes: Rows, at: int, label: int, about: int) -> None:
    """Write what a node is."""
    nodes[LABELS, at] = label
    nodes[ABOUT, at] = about
    count = 0
    for slot in range(SLOTS):
        count += about >> slot & 1
    nodes[COUNT, at] = count


@jitable
def join(
    i: int,
    work: Work,
    game: Game,
    sets: Sets,
    about: Rows,
    made: Moves,
    mark: int,
    gap: int,
    codes: Rows,
    nodes: Rows,
) -> None:
    """Kernel: set i of the new level: its boards after the first move to it, compared with those after all others; what
    it is; and the boards that a measurement finds there.

    The scratch memory has the boards as a set, a bit for each code: a look-up costs less than a search of the row."""
    moves, order, numbers = made
    if i >= numbers[numbers.shape[0] - 1]:
        return
    k = first_move(i + 1, numbers)
    to = moves[SET, order[k]]
    group = to >> SET_BITS
    at = gap + boards_before(group, numbers, game.told) + (i - sets_before(group, numbers, game.told) << group)
    row = codes[at : at + (1 << group)]
    for word in range(CODE_WORDS):
        work[word] = 0
    new = True
    while k < order.shape[0] and numbers[k] == i + 1:
        how = moves[MADE, order[k]]
        image = game.turned[how & SYMMETRY]
        node = how >> SLOT_BITS + TAG_BITS
        begin, end = places_of(node, sets)
        a, b = squares_of(how >> TAG_BITS & ONE_SLOT, about[node] & ALL)
        bit = bit_of(a, 3 - mark)
        free = about[node] >> a & 1
        for half in range(2 if how & DOUBLED else 1):
            empty, taken = changes(a, b, mark, how, half)
            at = UNSORTED + half * (end - begin) - begin
            for n in range(begin, end):
                code = int(sets.boards[n])
                code = int(image[code + (empty if free or not game.masks[code] >> bit & 1 else taken)])
                if new:
                    work[at + n] = code
                    work[code >> 5] |= 1 << (code & 31)
                elif not work[code >> 5] >> (code & 31) & 1:
                    game.told[CLASHES] = 1
        new = False
        k += 1
    sort(work[UNSORTED:], row)
    new_about = describe(row, game, game.lines, 3 - mark, work)
    write(nodes, gap + i, to & (1 << SET_BITS) - 1, new_about)
    if new_about >> KIND_AT & ONE_KIND == MEASUREMENT:
        for n in range(row.shape[0]):
            mask = int(game.masks[row[n]])
            line = HAS_LINE[mask & ALL] or HAS_LINE[mask >> SQUARES]
            game.singles[1 if line and not game.lines else 0, game.ranks[row[n]]] = 1


@jitable
def add_single(
    i: int, work: Work, game: Game, made: Moves, mark: int, begin: int, end: int, codes: Rows, nodes: Rows
) -> None:
    """Kernel: the single board of rank `begin` + i, one of those before `end`, as a node; it may be two. The next move
    is of `mark`. Item 0 also writes how many nodes each group has."""
    told = game.told
    rank = begin + i
    gap = end - begin + 1
    moved = 0
    number = 0
    left = 0
    lower = 0
    for each in range(begin, end):
        moved += game.singles[0, each]
        left += game.singles[1, each]
        if each < rank:
            number += game.singles[0, each]
            lower += game.singles[1, each]
    sets = sets_before(MEASURED, made.numbers, told)
    if game.singles[0, rank]:
        add_node(rank, game, game.lines, mark, gap - moved + number, gap - moved + number, work, codes, nodes)
        game.found[0, rank] = number
        game.found[1, rank] = number
    if game.singles[1, rank]:
        place = gap + boards_before(MEASURED, made.numbers, told) + lower
        add_node(rank, game, 1, mark, gap + sets + lower, place, work, codes, nodes)
        game.found[1, rank] = moved + sets + lower
    if i == 0:
        told[SIZES] = moved
        told[SIZES + MEASURED] = left
        for group in range(1, MEASURED):
            told[SIZES + group] = sets_before(group + 1, made.numbers, told) - sets_before(group, made.numbers, told)


@jitable
def add_node(
    rank: int, game: Game, lines: int, mark: int, at: int, place: int, work: Work, codes: Rows, nodes: Rows
) -> None:
    """Write a single board as node `at`, with its board at `place`."""
    code = game.single_codes[rank]
    codes[place] = code
    write(nodes, at, game.labels[code, 0], describe(codes[place : place + 1], game, lines, mark, work))


@jitable
def link(k: int, work: Work, game: Game, made: Moves, first: Rows) -> None:
    """Kernel: the node that move k in the order of sets leads to. Item 0 also writes how many moves follow."""
    m = made.order[k]
    to = made.moves[SET, m]
    node = int(game.told[SIZES]) + int(made.numbers[k]) - 1 if to >> SET_BITS else int(game.found[0, to])
    made.moves[LINK, m] = node << SLOT_BITS | made.moves[MADE, m] >> TAG_BITS & ONE_SLOT
    if k == 0:
        game.told[MOVES] = first[first.shape[0] - 1]


FIND = Kernel(find, SUMS, chunk=512)
DIVIDE = Kernel(divide, 1)
JOIN = Kernel(join, JOIN_WORK)
ADD_SINGLE = Kernel(add_single, SLOTS)
LINK_MOVES = Kernel(link, 1)
