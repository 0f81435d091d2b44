"""What a strategy does at a position: a move, or a preference among the squares on which a last mark may settle."""

from __future__ import annotations

import re
from dataclasses import dataclass

from qttt.reference.notation import Move, Selection
from qttt.verification.certificate.canonical import turned_pair

MOVE = re.compile(r"([1-9])-([1-9])(?: (selA|selB))?")
PREFERENCE = re.compile(r"[1-9](?:>[1-9])+")


@dataclass(frozen=True)
class Decision:
    """What to do at a position without a closed cycle.

    To the player who moves it says the `move`, and the `selection` if the move closes a cycle and this player selects.
    To the player who selects after the opponent's move it gives in `preference` all squares that are entangled with
    others, the best first: the last mark settles on that square of its move which comes first.
    """

    move: Move | None = None
    selection: Selection | None = None
    preference: tuple[int, ...] = ()

    @classmethod
    def read(cls, text: str) -> Decision:
        """The decision with this text. Raises `ValueError` if it is none.

        >>> Decision.read("1-3 selB")
        Decision(move=Move(first=1, second=3), selection=<Selection.B: 'selB'>, preference=())
        >>> Decision.read("9>1>3").preference
        (9, 1, 3)
        """
        if match := MOVE.fullmatch(text):
            return cls(Move(int(match[1]), int(match[2])), Selection(match[3]) if match[3] else None)
        if PREFERENCE.fullmatch(text):
            return cls(preference=tuple(map(int, text.split(">"))))
        raise ValueError(f"{text!r} is no decision: expected a move such as 1-3 or 1-3 selA, or squares such as 9>1>3")

    def __str__(self) -> str:
        if self.move is None:
            return ">".join(map(str, self.preference))
        return f"{self.move} {self.selection}" if self.selection else str(self.move)

    def turned(self, table: tuple[int, ...]) -> Decision:
        """The same decision on a board that a symmetry has turned, square to square.

        >>> from qttt.verification.certificate.canonical import SYMMETRIES
        >>> str(Decision.read("1-2 selA").turned(SYMMETRIES[2]))
        '8-9 selB'
        """
        if self.move is None:
            return Decision(preference=tuple(table[square] for square in self.preference))
        move, selection = turned_pair(self.move, table), self.selection
        if selection and table[self.move.first] != move.first:
            selection = Selection.B if selection is Selection.A else Selection.A
        return Decision(move, selection)
