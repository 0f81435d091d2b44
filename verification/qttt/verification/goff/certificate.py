"""Certificates of Goff's game and of SQT: their canonical form, and turns that close a cycle.

The checker tries to close a cycle once for every square on which the last mark can settle, because the result depends
on this square and not on the other square of the move (LEMMA rooted-collapse). So a strategy needs no row for a closed
cycle: the row before it gives the selection of a player who closes the cycle, or the preference among squares of a
player who selects after the opponent's move.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations_with_replacement
from math import inf
from typing import Any

from qttt.reference.board import SYMMETRIES, Symmetry, image, inverse
from qttt.reference.game import Actor, Game
from qttt.reference.goff import TABLE_3, Goff
from qttt.reference.goff.notation import Action, Move, Selection, write_move
from qttt.reference.goff.position import EMPTY_BOARD, Position, components, squares
from qttt.verification.certificate.bounds import BestPlay, Bounds, Canonical
from qttt.verification.certificate.strategy import Form

PAIRS = tuple(Move(*pair) for pair in combinations_with_replacement(squares(), 2))
"""The places of marks: a pair of squares, or for a definite mark a square paired with itself."""

ON = tuple(Move(square, square) for square in squares())
"""The places of definite marks."""

KINDS = ((1, 3, 5), (2, 4, 6), (7,), (8,), (9,))
"""The sets of interchangeable plies."""

BYTE = {
    (ply, pair): len(PAIRS) * kind + at
    for kind, plies in enumerate(KINDS)
    for ply in plies
    for at, pair in enumerate(PAIRS)
}
"""A mark as a byte that does not distinguish interchangeable plies."""


def _translation(symmetry: Symmetry) -> bytes:
    images = [PAIRS.index(Move(*image(symmetry, *pair))) for pair in PAIRS]
    return bytes(len(PAIRS) * kind + image for kind in range(len(KINDS)) for image in images).ljust(256, b"\0")


TRANSLATIONS = tuple(map(_translation, SYMMETRIES))


def canonical(position: Position) -> Canonical | None:
    """The canonical form of a position; None in a closed cycle, where the last ply is not interchangeable.

    Two positions have the same canonical form if and only if one of the eight symmetries of the board, together with
    an exchange of X's plies 1, 3 and 5 among themselves and of O's plies 2, 4 and 6, takes one to the other. Then they
    have the same value, and the symmetry takes the best actions of one to those of the other (LEMMA symmetry, LEMMA
    ply-labels). The lemmas hold under every switch: a pair is forbidden for the squares of a mark whatever its ply, and
    `both` compares only the plies of lines.

    >>> one, other = Position.of("X1.1-2 O2.5-6 X3.1-4"), Position.of("X1.6-9 O2.4-5 X3.8-9")
    >>> canonical(one).key == canonical(other).key
    True
    """
    if position.pending:
        return None
    marks = [BYTE[mark.ply, ON[at]] for at, mark in enumerate(position.definite) if mark]
    marks += [BYTE[mark.ply, pair] for mark, pair in position.spooky]
    word = bytes(marks)
    images = [bytes(sorted(word.translate(translation))) for translation in TRANSLATIONS]
    key = min(images)
    there = SYMMETRIES[images.index(key)]
    return Canonical(key, there, inverse(there))


class Preference(tuple[int, ...]):
    """All entangled squares, the best first, for the player who selects after the opponent's move.

    The last mark settles on the square of its move that comes first.
    """

    __slots__ = ()
    pattern = re.compile(r"[1-9](?:>[1-9])+")

    def __str__(self) -> str:
        return ">".join(map(str, self))


def settling(root: int, other: int) -> tuple[Move, Selection]:
    """The move on two squares and the selection that puts its mark on the first of them.

    >>> settling(9, 1)
    (1-9, selB)
    """
    return (Move(root, other), Selection.A) if root < other else (Move(other, root), Selection.B)


def closing_moves(game: Game[Position, Action], position: Position) -> list[list[Move]]:
    """The legal moves that close a cycle, for each component that has one.

    >>> closing_moves(Goff(), Position.of("X1.1-9 O2.1-3"))
    [[1-3, 1-9, 3-9]]
    """
    moves = [action for action in game.actions(position) if isinstance(action, Move)]
    found = ([move for move in moves if {*move} <= squares] for squares in components(position))
    return [*filter(None, found)]


def turns_by_root(moves: Iterable[Move]) -> dict[int, tuple[Move, Selection]]:
    """One of these moves and a selection for every square on which they can settle their mark, in ascending order.

    >>> turns_by_root([Move(1, 3), Move(3, 9)])
    {1: (1-3, selA), 3: (3-9, selA), 9: (3-9, selB)}
    """
    others = dict(chain(*(((first, second), (second, first)) for first, second in moves)))
    return {root: settling(root, others[root]) for root in sorted(others)}


class GoffBounds(Bounds[Position, Action]):
    """The bounds of a strategy; closing a cycle is tried once for every square on which a legal move can settle its
    mark, and if the player does not select, by the moves to which no other is preferable on both squares.
    """

    def _decided(self, position: Position, view: Canonical | None) -> object:
        decision = super()._decided(position, view)
        if isinstance(decision, Preference) and self.game.actor(position) is self.player:
            raise self._refuted(position, "a move is due, but the strategy has none")
        return decision

    def _replies(self, position: Position, view: Canonical | None) -> Iterable[Sequence[Action]]:
        if view is None:
            return super()._replies(position, view)
        return self._moves(position, view)

    def _moves(self, position: Position, view: Canonical) -> Iterator[tuple[Action, ...]]:
        """The opponent's turns from a position without a closed cycle, including the most harmful ones."""
        cycles = closing_moves(self.game, position)
        closing = {*chain(*cycles)}
        yield from ((action,) for action in self.game.actions(position) if action not in closing)
        for moves in cycles:
            yield from self._closing(position, view, moves)

    def _closing(self, position: Position, view: Canonical, moves: list[Move]) -> Iterator[tuple[Action, ...]]:
        """The turns that close a cycle by these moves, all in one component."""
        if self.game.actor(self.game.play(position, moves[0])) is self.player:
            preference = self._preference(position, view)
            forced = {min(move, key=preference.index): max(move, key=preference.index) for move in moves}
            yield from (settling(root, forced[root]) for root in preference if root in forced)
        elif len(moves) == 1:
            yield (moves[0],)
        else:
            sign = 1 if self.player is Actor.O else -1
            bounds = {root: sign * self._after(position, *turn) for root, turn in turns_by_root(moves).items()}
            harm = {move: sorted((bounds[root] for root in move), reverse=True) for move in moves}
            least: float | Fraction = -inf
            for move in sorted(moves, key=harm.__getitem__, reverse=True):
                if harm[move][1] > least:
                    least = harm[move][1]
                    yield (move,)

    def _preference(self, position: Position, view: Canonical) -> Preference:
        """The squares in the order in which the strategy prefers them."""
        entangled = sorted(chain(*components(position)))
        decision = self._decided(position, view)
        preference = [view.back[square - 1] for square in decision] if isinstance(decision, Preference) else []
        if sorted(preference) != entangled:
            expected = ", ".join(map(str, entangled))
            raise self._refuted(position, f"the strategy must order the squares {expected}, each once")
        return Preference(preference)


class GoffPlay(BestPlay[Position, Action]):
    """Optimal decisions; before an opponent's move after which the player selects, the squares, best first."""

    def _chosen(self, position: Position) -> object:
        if self.game.actor(position) is self._player:
            return super()._chosen(position)
        sign = -1 if self._player is Actor.X else 1
        worth: dict[int, float | Fraction] = dict.fromkeys(chain(*components(position)), inf)
        for moves in closing_moves(self.game, position):
            for root, turn in turns_by_root(moves).items():
                worth[root] = sign * self._oracle.value(self.form.next(position, turn)[0])
        return Preference(sorted(worth, key=lambda root: (worth[root], root)))


class OfGoff(Form[Position, Action]):
    """How certificates of Goff's game and of SQT are written."""

    header, row = "header", "row"
    bounds, best_play = GoffBounds, GoffPlay

    def check_start(self, start: str) -> None:
        """Raise `ValueError` for a start in a closed cycle, and for Goff's game with a scoring other than table 3."""
        if self.game.position(start).pending:
            raise ValueError(f"the start '{start}' has a closed cycle: add selA or selB")
        if isinstance(self.game, Goff) and self.game.scoring != TABLE_3:
            raise ValueError("certificates of Goff's game need its zero-sum scoring, table 3 of the source")

    def canonical(self, position: Position) -> Canonical | None:
        return canonical(position)

    def text(self, key: Any) -> str:
        """A canonical form in notation: marks in ply order, with interchangeable plies in the order of squares.

        >>> from qttt.reference.goff import Goff
        >>> OfGoff(Goff()).text(canonical(Position.of("X1.6-9 O2.4-5 X3.8-9")).key)
        'X1.1-2 O2.5-6 X3.1-4'
        """
        plies = [iter(kind) for kind in KINDS]
        marks = [(next(plies[mark // len(PAIRS)]), PAIRS[mark % len(PAIRS)]) for mark in key]
        return " ".join(write_move(ply, pair) for ply, pair in sorted(marks))

    def position(self, text: str) -> Position:
        """The canonical position with this text.

        >>> from qttt.reference.goff import Goff
        >>> str(OfGoff(Goff()).position("X1.1-1 O2.5-6"))
        'X1@1 O2.5-6'
        """
        return Position.of(re.sub(r"\.([1-9])-\1", r"@\1", text) or EMPTY_BOARD)

    def marks(self, text: str) -> int:
        return len(text.split())

    def size(self, position: Position) -> int:
        return len(position.spooky)

    def decision(self, text: str) -> object:
        """The decision with this text: a move with a selection that may follow, or a preference such as 9>1>3."""
        if Preference.pattern.fullmatch(text):
            return Preference(map(int, text.split(">")))
        return super().decision(text)

    def written(self, decision: object) -> str:
        return str(decision) if isinstance(decision, Preference) else super().written(decision)

    def turned(self, position: Position, decision: object, symmetry: Symmetry) -> object:
        if isinstance(decision, Preference):
            return Preference(symmetry[square - 1] for square in decision)
        return super().turned(position, decision, symmetry)


GAME, FORM = Goff, OfGoff
