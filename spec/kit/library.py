"""A small library of Goff's game, as one may find it: squares from 0, a game that changes, no notation."""

from itertools import combinations

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Game:
    """A game: `moves` are pairs of squares, `board` has the number of the move that is classical on each square."""

    def __init__(self) -> None:
        self.moves: list[tuple[int, int]] = []
        self.board: dict[int, int] = {}
        self.cycle = False

    def open_moves(self) -> dict[int, tuple[int, int]]:
        """The moves that are not classical yet, by their numbers."""
        done = set(self.board.values())
        return {number: pair for number, pair in enumerate(self.moves) if number not in done}

    def legal(self) -> list[tuple[int, int]]:
        """The moves that may be made where no cycle waits."""
        free = [square for square in range(9) if square not in self.board]
        if self.is_over():
            return []
        return [(free[0], free[0])] if len(free) == 1 else [*combinations(free, 2)]

    def move(self, a: int, b: int) -> None:
        """Put a mark on two squares, or on the last free one."""
        reached, links = {a}, [*self.open_moves().values()]
        for _ in links:
            reached |= {square for pair in links if reached & {*pair} for square in pair}
        self.cycle = a != b and b in reached
        self.moves.append((a, b))
        if a == b:
            self.board[a] = len(self.moves) - 1

    def collapse(self, square: int) -> None:
        """Let the last mark become classical on one of its squares, and all that hang on it."""
        self.cycle = False
        waiting = [(len(self.moves) - 1, square)]
        while waiting:
            number, at = waiting.pop()
            self.board[at] = number
            for other, (a, b) in self.open_moves().items():
                if at in (a, b) and other not in dict(waiting):
                    waiting.append((other, b if at == a else a))

    def completed(self, player: int) -> int | None:
        """The number of the move that completed the earliest line of player 0 or 1."""
        lines = [[self.board.get(square, -1) for square in line] for line in LINES]
        return min((max(line) for line in lines if all(at >= 0 and at % 2 == player for at in line)), default=None)

    def is_over(self) -> bool:
        """Whether there is a line, or no free square."""
        lines = [self.completed(player) for player in (0, 1)]
        return not self.cycle and (lines != [None, None] or len(self.board) == 9)
