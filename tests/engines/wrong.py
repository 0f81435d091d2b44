"""Engines of Goff's game with an error each: the library of the adapter kit, with a method or two of another kind."""

from __future__ import annotations

from itertools import combinations

from library import LINES, Game


class Right(Game):
    """The library, with what an adapter asks it for."""

    settles = False
    """Whether it settles cycles without a selection."""

    def actor(self) -> str | None:
        return None if self.is_over() else "XO"[len(self.moves) % 2]

    def actions(self) -> list[str]:
        return ["selA", "selB"] if self.cycle else [f"{a + 1}-{b + 1}" for a, b in self.legal()]

    def outcome(self) -> str | None:
        lines = self.completed(0), self.completed(1)
        if not self.is_over():
            return None
        if None in lines:
            return self.of_one(lines[0] is not None) if {*lines} != {None} else "draw"
        return self.of_both(*lines)  # type: ignore[arg-type]

    def of_one(self, is_x: bool) -> str:
        return f"complete win of {'X' if is_x else 'O'}"

    def of_both(self, x: int, o: int) -> str:
        return f"narrow win of {'X' if x < o else 'O'}"

    def definite(self) -> dict[str, str]:
        return {f"{at + 1}": f"{'XO'[number % 2]}{number + 1}" for at, number in sorted(self.board.items())}

    def play(self, action: str) -> None:
        if action.startswith("sel"):
            self.collapse(self.moves[-1]["AB".index(action[-1])])
        else:
            a, b = (int(square) - 1 for square in action.split("-"))
            self.move(a, b)

    def free(self) -> list[int]:
        return [square for square in range(9) if square not in self.board]

    def has_mark(self, pair: tuple[int, int], of: int | None = None) -> bool:
        """Whether a pair carries a spooky mark, of a player if one is given."""
        return any(squares == pair and of in (None, number % 2) for number, squares in self.open_moves().items())

    def lines(self) -> list[tuple[int, ...]]:
        return [line for line in LINES if len({self.board.get(at, at + 0.5) % 2 for at in line}) == 1]


# Errors of the page


class NoFinalMove(Right):
    def legal(self) -> list[tuple[int, int]]:
        return [] if self.is_over() else [*combinations(self.free(), 2)]


class EightSquares(Right):
    def is_over(self) -> bool:
        return super().is_over() or (not self.cycle and len(self.board) == 8)


class AutomaticLastMark(Right):
    def collapse(self, square: int) -> None:
        super().collapse(square)
        if len(self.board) == 8 and not self.is_over():
            self.move(*self.free() * 2)


class OwnPair(Right):
    def legal(self) -> list[tuple[int, int]]:
        return [pair for pair in super().legal() if not self.has_mark(pair, len(self.moves) % 2)]


class FixedOrder(Right):
    settles, root = True, 0

    def move(self, a: int, b: int) -> None:
        super().move(a, b)
        if self.cycle:
            self.collapse((a, b)[self.root])


class FixedOrderB(FixedOrder):
    root = 1


class OwnCycle(Right):
    settles, root = True, 0

    def move(self, a: int, b: int) -> None:
        super().move(a, b)
        if self.cycle and len({number % 2 for number in self.around(a, b)}) == 1:
            self.collapse((a, b)[self.root])

    def around(self, a: int, b: int) -> list[int]:
        """The numbers of the moves of the cycle: one path from square to square."""
        last = len(self.moves) - 1
        paths: list[tuple[int, list[int]]] = [(a, [last])]
        for at, path in paths:
            if at == b and len(path) > 1:
                return path
            links = (item for item in self.open_moves().items() if at in item[1] and item[0] not in path)
            paths += [(squares[squares[0] == at], [*path, number]) for number, squares in links]
        return []


class OwnCycleB(OwnCycle):
    root = 1


class ForeignCollapse(Right):
    def collapse(self, square: int) -> None:
        super().collapse(square)
        while left := self.open_moves():
            of_least = min(left, key=lambda number: min(left[number]))
            tree = self.tree(min(left[of_least]))
            self.board |= tree

    def tree(self, root: int) -> dict[int, int]:
        """Where the marks around a square settle if it is left to another one."""
        settled, waiting = dict[int, int](), [root]
        for at in waiting:
            for number, (a, b) in self.open_moves().items():
                if at in (a, b) and number not in settled.values():
                    settled[b if at == a else a] = number
                    waiting.append(b if at == a else a)
        return settled


class LargestPly(Right):
    def completed(self, player: int) -> int | None:
        if super().completed(player) is None:
            return None
        return max(number for number in self.board.values() if number % 2 == player)


class LaterLine(Right):
    def of_both(self, x: int, o: int) -> str:
        return f"narrow win of {'X' if x > o else 'O'}"


class LaterLineComplete(Right):
    def of_both(self, x: int, o: int) -> str:
        return f"complete win of {'X' if x > o else 'O'}"


class ReadingOrder(Right):
    how = "complete"

    def of_both(self, x: int, o: int) -> str:
        return f"{self.how} win of {'XO'[self.board[self.lines()[0][0]] % 2]}"


class ReadingOrderNarrow(ReadingOrder):
    how = "narrow"


class CycleAlone(Right):
    """Only the marks of the cycle settle, one after the other: each on the first of its squares that is free, if one
    is, else nowhere."""

    settles = True
    gone = frozenset[int]()

    def open_moves(self) -> dict[int, tuple[int, int]]:
        return {number: pair for number, pair in super().open_moves().items() if number not in self.gone}

    def move(self, a: int, b: int) -> None:
        super().move(a, b)
        if self.cycle:
            self.cycle = False
            for number in next(filter(None, (self.walk(first, [], []) for first, _ in self.open_moves().values()))):
                free = [at for at in self.moves[number] if at not in self.board]
                self.board |= dict.fromkeys(free[:1], number)
                self.gone |= {number}

    def walk(self, at: int, seen: list[int], passed: list[int]) -> list[int]:
        """The numbers of the moves of the first cycle from a square, from where it is entered."""
        if at in seen:
            return passed[seen.index(at) :]
        links = ((number, pair) for number, pair in self.open_moves().items() if at in pair and number not in passed)
        return next(filter(None, (self.walk(sum(p) - at, [*seen, at], [*passed, n]) for n, p in links)), [])


class BranchesStay(OwnCycle):
    """Marks of branches stay spooky."""

    settles, move = False, Right.move

    def collapse(self, square: int) -> None:
        before, cycle = {*self.board}, self.around(*self.moves[-1])
        super().collapse(square)
        self.board = {at: number for at, number in self.board.items() if at in before or number in cycle}


class NarrowToX(Right):
    def of_both(self, x: int, o: int) -> str:
        return "narrow win of X"


class CompleteToO(Right):
    def of_both(self, x: int, o: int) -> str:
        return "complete win of O"


class LostFinalMark(Right):
    def move(self, a: int, b: int) -> None:
        super().move(a, b)
        if a == b:
            del self.board[a]

    def is_over(self) -> bool:
        return super().is_over() or (not self.cycle and len(self.moves) == 9)


class NoLines(Right):
    def is_over(self) -> bool:
        return False


# Readings


class SelfSelects(Right):
    def actor(self) -> str | None:
        return None if self.is_over() else "XO"[(len(self.moves) + self.cycle) % 2]


class DoubleWin(Right):
    def of_one(self, is_x: bool) -> str:
        return "double win of X" if is_x and len(self.lines()) == 2 else super().of_one(is_x)


class NoPair(Right):
    def legal(self) -> list[tuple[int, int]]:
        return [pair for pair in super().legal() if not self.has_mark(pair)]

    def is_over(self) -> bool:
        stuck = len(self.free()) > 1 and all(map(self.has_mark, combinations(self.free(), 2)))
        return super().is_over() or (not self.cycle and stuck)


class NoPairNoEnd(NoPair):
    def is_over(self) -> bool:
        return Right.is_over(self)


class BothDraw(Right):
    def of_both(self, x: int, o: int) -> str:
        return "draw"


class BothFirst(Right):
    def of_both(self, x: int, o: int) -> str:
        return f"complete win of {'X' if x < o else 'O'}"


# A reading with another one, or with an error


class LastDrawBothFirst(EightSquares, BothFirst): ...


class SelfNoPair(SelfSelects, NoPair): ...


class LastDrawBothDraw(EightSquares, BothDraw): ...


class SelfLaterLine(SelfSelects, LaterLine): ...


class SelfLargestPly(SelfSelects, LargestPly): ...


class LastDrawLargestPly(EightSquares, LargestPly): ...


class SelfForeignCollapse(SelfSelects, ForeignCollapse): ...


class DoubleWinNoFinalMove(DoubleWin, NoFinalMove): ...


class ThreeErrors(CycleAlone, NoFinalMove, CompleteToO): ...


class NoPairThreeErrors(NoPairNoEnd, ReadingOrder):
    def legal(self) -> list[tuple[int, int]]:
        return [(a, b) for a, b in super().legal() if a != b]


# Errors that no page knows


class NoOutcome(Right):
    def outcome(self) -> None:
        return None


class AlwaysX(Right):
    def actor(self) -> str:
        return "X"


class AlwaysDraw(Right):
    def outcome(self) -> str | None:
        return super().outcome() and "draw"


class NoCentre(Right):
    def legal(self) -> list[tuple[int, int]]:
        return [pair for pair in super().legal() if 4 not in pair]


class Exchanged(Right):
    def collapse(self, square: int) -> None:
        a, b = self.moves[-1]
        super().collapse(a + b - square)


class NoRising(Right):
    def completed(self, player: int) -> int | None:
        lines = [[self.board.get(square, -1) for square in line] for line in LINES[:-1]]
        return min((max(line) for line in lines if all(at >= 0 and at % 2 == player for at in line)), default=None)


class LastMoverWins(Right):
    def of_both(self, x: int, o: int) -> str:
        return f"narrow win of {'OX'[len(self.moves) % 2]}"


class OutcomeIsText(Right):
    def outcome(self) -> str | None:
        found = super().outcome()
        return found and found.split(" ")[0]


class AfterCycleSameMoves(Right):
    def actor(self) -> str | None:
        turned = len(self.moves) + (bool(self.board) and not self.cycle and len(self.moves) < 9)
        return None if self.is_over() else "XO"[turned % 2]


class TreesStay(Right):
    def collapse(self, square: int) -> None:
        before = {*self.board}
        super().collapse(square)
        a, b = self.moves[-1]
        if len(self.board) - len(before) > 3:
            del self.board[next(at for at in self.board if at not in before and at not in (a, b))]


class EndsAtSeven(Right):
    def is_over(self) -> bool:
        return super().is_over() or (not self.cycle and len(self.board) >= 7)


class LineOfSpooky(Right):
    def actor(self) -> str | None:
        own = [pair for number, pair in self.open_moves().items() if number % 2 == 0]
        return None if len(own) == 4 else super().actor()
