"""Enumerates the possible kinds of groups, and checks that boards are all combinations of the groups' contents."""

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement, permutations, product

from qttt.reference.game import Actor
from qttt.reference.tiqtaqtoe import Measurement, Pair, Single, TiqTaqToe
from qttt.reference.tiqtaqtoe.moves import is_opponents_pair
from qttt.reference.tiqtaqtoe.position import EMPTY, SQUARES, Board, Position, groups
from qttt.verification import Refuted, expect

Kind = tuple[Board, ...]
"""The joint contents of a group's squares, ascending, with the squares in the order that makes them come first."""

CERTAIN: frozenset[Kind] = frozenset({(EMPTY,), ("X",), ("O",)})
"""A square that is certain, as if it were a group."""
KINDS: dict[int, tuple[Kind, ...]] = {
    1: ((".X", "X."), (".O", "O.")),
    2: (("OX", "XO"),),
    3: ((".OX", ".XO", "O.X", "OX."), (".OX", ".XO", "X.O", "XO.")),
    4: (
        (".OXX", ".XOX", "O.XX", "OX.X", "X.XO", "XOX.", "XX.O", "XXO."),
        (".OOX", ".OXO", "O.OX", "O.XO", "OX.O", "OXO.", "XO.O", "XOO."),
    ),
}
"""The kinds of the page, with its numbers."""
GAMES: tuple[tuple[dict[str, str], tuple[int, ...]], ...] = (
    ({"level": "classic"}, ()),
    ({"level": "minimal"}, (1,)),
    ({"level": "moderate"}, (1, 2)),
    ({"level": "high", "target": "unentangled"}, (1, 2, 3)),
    ({"level": "high", "target": "unentangled", "pair": "legal"}, (1, 2, 3)),
    ({"level": "high"}, (1, 2, 3, 4)),
    ({"level": "high", "pair": "legal"}, (1, 2, 3, 4)),
)
"""The kinds in a game; the last game allows everything that any other does."""
MOST_BOARDS = 64


def every_group_is_of_a_known_kind() -> None:
    """All groups that moves make from certain squares and from such groups, up to names of squares.

    Only the squares that a move names change; one of them was certainly empty, or they make a pair. What a move may
    name depends only on their groups. So it is enough to check each kind on an otherwise empty board, and all pairs of
    kinds: both squares of a pair are in the same group, and a move leaves the other group unchanged. All squares that
    moves have joined are one group, so the groups are those of the page."""
    for options, numbers in GAMES:
        expected = CERTAIN.union(*(KINDS[number] for number in numbers))
        expect(f"groups of {options} that differ from the page's", _kinds(TiqTaqToe(**options)) ^ expected, set())
    every = sorted(kind for kinds in KINDS.values() for kind in kinds)
    for one, other in combinations_with_replacement(every, 2):
        _are_apart(one, other)
    expect("the most boards of groups together", _most_boards(len(SQUARES)), MOST_BOARDS)


def _most_boards(squares: int) -> int:
    """The largest number of boards that groups on `squares` squares have together."""
    sizes = {(len(kind[0]), len(kind)) for kinds in KINDS.values() for kind in kinds}
    return max((boards * _most_boards(squares - size) for size, boards in sizes if size <= squares), default=1)


def kind_of(boards: Iterable[Board]) -> Kind:
    """The kind of the joint contents of some squares.

    >>> kind_of(["XO", "OX"]), kind_of([".X.", "..X"])
    (('OX', 'XO'), ('..X', '.X.'))
    """
    columns = tuple(zip(*boards, strict=True))
    return min(tuple(sorted(map("".join, zip(*order, strict=True)))) for order in permutations(columns))


def contents_of(position: Position, squares: Iterable[int]) -> set[Board]:
    """The joint contents of some squares."""
    return {"".join(board[square - 1] for square in squares) for board in position.boards}


def on_board(kinds: Iterable[Kind], mover: Actor) -> Position:
    """Groups of some kinds, each on the next squares; the other squares are empty except the last, which has a mark if
    that makes it the mover's turn."""
    boards = ["".join(parts).ljust(len(SQUARES), EMPTY) for parts in product(*kinds)]
    position = Position(tuple(sorted(boards)))
    return position if position.turn is mover else Position(tuple(sorted(board[:-1] + "X" for board in boards)))


def _kinds(game: TiqTaqToe) -> set[Kind]:
    found = sorted(CERTAIN)
    for kind in found:  # which grows
        found += {*_after(game, kind)} - {*found}
    return {*found}


def _after(game: TiqTaqToe, kind: Kind) -> Iterator[Kind]:
    """The kinds that a group becomes by any player's move that names one of its squares, and perhaps the next one."""
    size = len(kind[0])
    for mover in (Actor.X, Actor.O):
        position = on_board([kind], mover)
        for move in game.actions(position):
            squares = set(move) if isinstance(move, Single | Pair) else set()
            if squares & {*range(1, size + 1)} and max(squares) <= size + 1:
                after = game.play(position, move)
                together = tuple(range(1, max(size, *squares) + 1))
                made = kind_of(contents_of(after, together))
                if max(len(made[0]), len(made)) > MOST_BOARDS // 8:
                    raise Refuted(f"{move} in '{position}' makes a large group: {' | '.join(made)}")
                expected = () if made in CERTAIN else (together,)
                expect(f"the groups after {move} in '{position}'", groups(after), expected)
                yield made


def _are_apart(one: Kind, other: Kind) -> None:
    """Check that no pair has squares of both groups, that these are the groups, and that moves in one leave the other
    unchanged."""
    game = TiqTaqToe(**GAMES[-1][0])
    size, both = len(one[0]), len(one[0]) + len(other[0])
    first, second = tuple(range(1, size + 1)), tuple(range(size + 1, both + 1))
    for mover in (Actor.X, Actor.O):
        position = on_board([one, other], mover)
        expect(f"the groups of '{position}'", groups(position), (first, second))
        for squares in product(first, second):
            if is_opponents_pair(position, Pair(*squares)):
                raise Refuted(f"{squares} are a pair in '{position}'")
        for move in game.actions(position):
            if isinstance(move, Measurement) or {*move} & {*second}:
                continue
            rest = tuple(square for square in SQUARES if square not in second)
            after = game.play(position, move)
            if len(after.boards) != len(contents_of(after, rest)) * len(other) or contents_of(after, second) != {
                *other
            }:
                raise Refuted(f"{move} in '{position}' changes the group {second}")
