"""TiqTaqToe in the explorer."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from qttt.app.explorer.answer import worth
from qttt.app.explorer.shown import Shown, Told, ended, lines_of_one
from qttt.reference.game import Actor
from qttt.reference.picture import listed
from qttt.reference.tiqtaqtoe import Measurement, Position
from qttt.reference.tiqtaqtoe.notation import Single
from qttt.reference.tiqtaqtoe.picture import Picture, describe
from qttt.reference.tiqtaqtoe.position import EMPTY, certain


class TiqTaqToeShown(Shown):
    """See `Shown`."""

    short = "TiqTaqToe"
    about = (
        "A mark goes on one empty square, or in superposition on two: then it is on either with equal chances, and may "
        "get entangled with the opponent's marks. When no square is certainly empty, a measurement finds one of the "
        "possible boards. Three certain marks in a row win."
    )

    def picture(self, game: Any, position: Position) -> Mapping[str, Any]:
        shown = _picture(position)
        return {
            "squares": {
                str(square): {content: worth(chance) for content, chance in held.items() if chance}
                for square, held in shown.chances.items()
            },
            "groups": [[*group] for group in shown.groups],
            "boards": [*position.boards],
            "lines": lines_of_one(partial(certain, position), None, EMPTY),
        }

    def words(self, game: Any, position: Position) -> str:
        return describe(_picture(position))

    def means(self, game: Any, value: Fraction) -> str:
        return ""

    def told(self, game: Any, before: Position, action: Any, after: Position) -> Sequence[Told]:
        if isinstance(action, Measurement):
            boards = f"{len(before.boards)} {'equally likely' if before.uniform else 'possible'} boards"
            told = [Told(f"A measurement found one of {boards}", "TIQ-MEASURE-1")]
            return [*told, *ended(game, after)]
        mover = before.turn
        if isinstance(action, Single):
            told = [Told(f"{mover} marked {action.square}, which was certainly empty", "TIQ-MOVE-1")]
        elif game.level == "full":
            flipped = action.second if action.second in before.empty else action.first
            words = f"{mover} flipped {flipped}, and the gate acted on {action.first} and {action.second}"
            told = [Told(words, "TIQ-SPLIT-1")]
        else:
            told = [_superposed(before, action, mover)]
            grown = [group for group in _picture(after).groups if action.first in group]
            if grown and len(grown[0]) > 2:
                told.append(Told(f"The squares {listed([*map(str, grown[0])])} are entangled", "TIQ-GROUP-1"))
        if game.actor(after) is Actor.CHANCE:
            words = f"No square is {'certainly empty' if after.uniform else 'free'}: a measurement is due"
            told.append(Told(words, "TIQ-MEASURE-1"))
        return [*told, *ended(game, after)]

    def next(self, game: Any, position: Position) -> str:
        match game.actor(position):
            case None:
                return ""
            case Actor.CHANCE:
                return f"A measurement finds one of {len(position.boards)} boards"
        one = "name a square" if game.level == "classic" else "name a square, or two for a superposition"
        return f"{position.turn} to move: {one}"

    def vector_options(self, game: Any) -> dict[str, Any]:
        return {"level": game.level, **{k: v for k, v in super().vector_options(game).items() if k != "level"}}


_picture = lru_cache(maxsize=64)(Picture.of)
"""The picture of a position, its words and what its last move did need the same groups."""


def _superposed(before: Position, pair: Any, mover: Actor) -> Told:
    first, second = pair
    empty = [square for square in pair if square in before.empty]
    if not empty:
        words = f"{mover} took, on each board, whichever of {first} and {second} the opponent's mark is not on"
        return Told(words, "TIQ-PAIR-1")
    if len(empty) == 2:
        return Told(f"{mover} is on {first} or on {second}, each with probability 1/2", "TIQ-SUPER-1")
    other = second if empty[0] == first else first
    held = "a mark" if certain(before, other) else "a mark that may be there"
    words = f"{mover} marked {empty[0]} and swapped it with {other}, {held}, with probability 1/2"
    return Told(words, "TIQ-SUPER-1")


SHOWN = TiqTaqToeShown()
