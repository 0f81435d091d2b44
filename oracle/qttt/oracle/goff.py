"""Goff's game: a tablebase for each value of `pair` and `last` serves every other option.

A key forgets which of a player's early marks (plies 1, 3, 5 and 2, 4, 6) is which, so `key_of` has no inverse:
`position_of` gives one of the positions with the key. All of them have the same outcome under any play (claim
`goff-ply-labels`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from qttt.fast import backend
from qttt.fast.answers import Answers, Ints
from qttt.fast.batch import Playing
from qttt.fast.goff import outcome, rules
from qttt.fast.goff.board import ACTIONS, PLACE_SQUARES, SEL_A, SEL_B, place
from qttt.fast.goff.known import known_answers
from qttt.fast.goff.moves import outcome_of as end_of
from qttt.fast.goff.moves import shift
from qttt.fast.goff.outcome import OUTCOMES, UNFINISHED, codes_counted, scores
from qttt.fast.goff.position import FIELD, O8, PENDING, X7, X9, field, pack
from qttt.fast.goff.tablebase import Tablebase
from qttt.oracle.entry import Entry, Report, Worth, by_observation
from qttt.oracle.perfect import Values
from qttt.reference.goff import Action, Goff, Mark, Move, Position, Selection, Spooky
from qttt.reference.goff.notation import write_move
from qttt.reference.goff.position import EMPTY_BOARD
from qttt.reference.notation import player_of

if TYPE_CHECKING:
    import pyarrow as pa

    from qttt.fast.graph import Graph
    from qttt.fast.learning import Learning
    from qttt.reference.sqt import Sqt

G = TypeVar("G", Goff, "Sqt")
T = TypeVar("T")

LATE = {7: X7, 8: O8, 9: X9}
"""The field of each late ply."""
FIELDS: tuple[tuple[int, int], ...] = ((0, 1), (3, 2), (1, 3), (4, 4), (2, 5), (5, 6), (X7, 7), (O8, 8), (X9, 9))
"""The fields of a key with their plies, in the order of the plies."""


class MovesOfGoff(Entry[G, Position, Action, T]):
    """What is the same whoever selects; see `Entry`."""

    stored = True
    longest = 13
    """Nine moves and four selections."""
    shares_keys = True

    def worth(self, game: G) -> Worth:
        """In points."""
        return Worth(Fraction(0), Fraction(20), Fraction(40 if game.double_win else 20))

    def perft(self, game: G, depth: int, start: Position, device: str = "auto") -> tuple[int, ...]:
        from qttt.fast.goff.solve import perft

        return perft(backend.device(device), depth, key_of(start), reading_of(game))

    def state(self, game: G, position: Position) -> Sequence[int]:
        return state_of(position, reading_of(game))

    def keys(self, answers: object, positions: Sequence[Position]) -> Sequence[int]:
        return [*map(key_of, positions)]

    def positions(self, answers: object, keys: Sequence[int]) -> list[Position]:
        return [position_of(int(key)) for key in keys]

    def texts(self, answers: object, keys: Ints) -> pa.Array:
        import pyarrow as pa
        from pyarrow import compute

        marks, places = list[pa.Array](), cast(Callable[[Ints, int], Ints], field)
        for at, ply in FIELDS:
            tokens = [f" {written(ply, move_of(each))}" if each else "" for each in range(len(PLACE_SQUARES))]
            marks.append(pa.array(tokens).take(pa.array(places(keys, at))))
        joined = compute.utf8_ltrim_whitespace(compute.binary_join_element_wise(*marks, ""))
        return compute.if_else(compute.equal(joined, ""), EMPTY_BOARD, joined)

    def action(self, code: int) -> Action:
        return action_of(code)

    def numbered(self, game: G) -> Sequence[Action]:
        return NUMBERED

    def shown(self, game: G, state: Sequence[int]) -> Position:
        """See `Entry`. A mark that closed a cycle keeps its ply."""
        return position_of(state[0])


class GoffEntry(MovesOfGoff[Goff, Tablebase]):
    """See `Entry`. Values are those of Rule GOFF-SCORE-2."""

    name, kind, has_chance = "goff", Goff, False

    def stem(self, game: Goff) -> Path:
        switches = outcome.switches(reading_of(game)).items()
        return Path(game.ruleset, "-".join(f"{name}-{value}" for name, value in switches))

    def solve(self, game: Goff, device: str, report: Report) -> Tablebase:
        from qttt.fast.goff.solve import solve

        return solve(backend.device(device), reading_of(game), report=report).tablebase

    def open(self, game: Goff, path: Path) -> Tablebase:
        return Tablebase.open(path, reading_of(game))

    def answers(self, game: Goff, tablebase: Tablebase) -> Answers:
        if tablebase.reading != reading_of(game):
            raise ValueError(f"the tablebase is for {tablebase.switches}, not for {game}")
        return tablebase.answers(game.collapse, game.double_win, game.both)

    def known(self, game: Goff) -> Values[Position, Action]:
        return self.values_by(known_answers(reading_of(game), game.collapse, game.double_win, game.both))

    def playing(self, game: Goff) -> Mapping[str, Playing]:
        from qttt.fast.goff import learning

        plays_source = game == Goff(double_win=game.double_win)
        return by_observation(rules.OBSERVED | (learning.OF_SOURCE if plays_source else {}), setting_of(game))

    def graph(self, game: Goff, tablebase: Tablebase) -> Graph:
        from qttt.fast.goff.graph import GoffGraph

        return GoffGraph(selector_of(game), reading_of(game), self.answers(game, tablebase))

    def learning(self, game: Goff) -> Learning:
        from qttt.fast.goff.learning import learning

        return learning(setting_of(game))


def reading_of(game: Goff | Sqt) -> int:
    """What the switches `pair` and `last` make of the rules, as the kernels take it."""
    return outcome.reading_of(game.pair, game.last)


def selector_of(game: Goff) -> int:
    """Who selects, as the kernels name them."""
    return rules.OPPONENT if game.collapse == "opponent" else rules.SELF


def setting_of(game: Goff) -> rules.Setting:
    """The game with its options, as the kernels take it."""
    return rules.setting_of(selector_of(game), scores(game.double_win, game.both), reading_of(game))


def place_of(move: Move) -> int:
    """The place of a move, whose squares are 1 to 9 in the move and 0 to 8 in the place; one square makes a loop.

    >>> place_of(Move(1, 1)), place_of(Move(1, 2)), place_of(Move(9, 9))
    (1, 2, 45)
    """
    return place(move.first - 1, move.second - 1)


def move_of(place: int) -> Move:
    """The move at a place.

    >>> str(move_of(2))
    '1-2'
    """
    first, second = PLACE_SQUARES[place].tolist()
    return Move(first + 1, second + 1)


def action_of(code: int) -> Action:
    """The action of a code."""
    selections = {SEL_A: Selection.A, SEL_B: Selection.B}
    return selections[code] if code in selections else move_of(code)


NUMBERED: tuple[Action, ...] = tuple(map(action_of, ACTIONS))
"""The actions by their numbers."""


def outcome_of(code: int, double_win: bool, both: str = "narrow") -> str | None:
    """What an outcome code counts as under these options, in words; None while the game goes on.

    >>> [outcome_of(3, True, both) for both in ("narrow", "draw", "first")]
    ['narrow win of X', 'draw', 'complete win of X']
    """
    return None if code == UNFINISHED else OUTCOMES[codes_counted(double_win, both)[code]]


def places_of(position: Position) -> dict[int, int]:
    """The places of all marks by their plies."""
    places = {mark.ply: place(square, square) for square, mark in enumerate(position.definite) if mark}
    return places | {mark.ply: place_of(squares) for mark, squares in position.spooky}


def state_of(position: Position, reading: int) -> list[int]:
    """The state of `qttt.fast.goff.rules` with a position. Unlike in a key of `key_of`, early marks keep their plies.

    >>> ENTRY.shown(Goff(), state_of(Position.of("X1.5-6 O2.3-4 X3.1-2"), 0)) == Position.of("X1.5-6 O2.3-4 X3.1-2")
    True
    """
    places = places_of(position)
    pending = len(places) if position.pending else 0
    key = sum(each << (0 if ply == pending else shift(ply)) for ply, each in places.items())
    return [key, UNFINISHED if pending else end_of(key, reading)]


def key_of(position: Position) -> int:
    """The key of a position.

    >>> key_of(Position()), key_of(Position.of("X1.1-2 O2.1-2")) % 64
    (0, 2)
    """
    places = places_of(position)
    pending = places.pop(position.spooky[-1].mark.ply) if position.pending else 0
    p1, p2, p3, p4, p5, p6, p7, p8, p9 = (places.get(ply, 0) for ply in range(1, 10))
    return pack(p1, p3, p5, p2, p4, p6, p7, p8, p9, pending)


def position_of(key: int) -> Position:
    """A position with this key: in each player's early fields the plies ascend from high to low.

    Not guaranteed: the position whose key `key_of` took; its plies 1, 3, 5 and its plies 2, 4, 6 may be permuted.
    A mark that closed a cycle keeps its ply.

    >>> str(position_of(key_of(Position.of("X1.1-2 O2.3-4 X3.1-2"))))
    'X1.1-2 O2.3-4 X3.1-2'
    >>> str(position_of(key_of(Position.of("X1.1-2 O2.3-4 X3.5-6"))))
    'X1.5-6 O2.3-4 X3.1-2'
    """
    plies = ((0, 1), (1, 3), (2, 5), (3, 2), (4, 4), (5, 6), *((at, ply) for ply, at in LATE.items()))
    marks = {ply: field(key, at) for at, ply in plies if field(key, at)}
    if pending := key & FIELD:
        marks[len(marks) + 1] = pending
    definite: list[Mark | None] = [None] * 9
    spooky = []
    for ply, at in sorted(marks.items()):
        mark, move = Mark(player_of(ply), ply), move_of(at)
        if move.first == move.second:
            definite[move.first - 1] = mark
        else:
            spooky.append(Spooky(mark, move))
    return Position(tuple(definite), tuple(spooky), field(key, PENDING) != 0)


def written(ply: int, move: Move) -> str:
    """A mark as positions have it: a pair of spooky marks, or a definite mark for a move within one square.

    >>> written(1, Move(1, 9)), written(2, Move(3, 3))
    ('X1.1-9', 'O2@3')
    """
    return write_move(ply, move) if move.first != move.second else f"{Mark(player_of(ply), ply)}@{move.first}"


ENTRY = GoffEntry()
