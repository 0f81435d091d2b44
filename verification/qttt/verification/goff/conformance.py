"""The conformance vectors of Goff's game: the fields that only this game has, and errors that the vectors must find."""

from collections.abc import Callable
from functools import partial
from typing import Any

import networkx as nx

from qttt.reference.game import Actor, Outcome
from qttt.reference.goff import Action, Goff, Move, Position, Selection, Spooky, ending, settings
from qttt.reference.goff.collapse import collapsing, final_move, settled_squares
from qttt.reference.goff.picture import cycle, text
from qttt.reference.goff.position import Board, entanglement, next_mark, open_squares
from qttt.verification.conform.truth import Replayed, Suite, Truth
from qttt.verification.engine_comparison import games_turn
from qttt.verification.engines import SetUp, options_of
from qttt.verification.goff.engines import definite_marks, fast, reference
from qttt.verification.mutation import edit, with_globals, with_rules

# The errors of public implementations, planted in the reference


PlyOfPlayer = Callable[[Board, Actor], int | None]


def _wrong(rules: dict[str, object], ply_of_player: PlyOfPlayer = ending.ply_of_player) -> SetUp:
    """The reference with other methods of the game, or other functions that they use."""
    return partial(reference, game=with_rules(Goff, **rules), ply_of_player=ply_of_player)


def _eight_squares(game: Goff, position: Position) -> Outcome | None:
    """The game ends, possibly in a draw, when eight squares are definite."""
    full = len(open_squares(position.definite)) < 2
    return Goff._outcome(game, position) or (Outcome(None, "draw", "GOFF-END-5") if full else None)


def _no_mark(position: Position, move: Move) -> Position:
    """The final move is made, and its mark never becomes definite."""
    return Position(position.definite, (*position.spooky, Spooky(next_mark(position), move)))


def _nine_plies(game: Goff, position: Position) -> Outcome | None:
    """After ply 9 a game without a line is a draw, whatever is definite."""
    over = position.ply == 9 and not position.pending
    return Goff._outcome(game, position) or (Outcome(None, "draw", "GOFF-END-5") if over else None)


class _Stuck(Goff):
    """A player without a legal move cannot go on, and the game does not end."""

    def _outcome(self, position: Position) -> Outcome | None:
        ended = super()._outcome(position)
        return None if ended and ended.rule == "GOFF-PAIR-2" else ended


def _automatic(game: Goff, position: Position, action: Action) -> Position:
    """The last mark is placed at once, so that nobody makes the final move."""
    after = Goff.play(game, position, action)
    moves = game.actions(after)
    return Goff.play(game, after, moves[0]) if moves and final_move(after.definite) else after


def _unless_own(game: Goff, position: Position, move: Move) -> bool:
    """Players must not repeat the pair of a mark of their own, and may repeat the opponent's."""
    mover = next_mark(position).player
    return all(mark.player != mover or squares != move for mark, squares in position.spooky)


def _settles(choose: Callable[[Position], Selection | None]) -> SetUp:
    """A closed cycle is settled at once, as `choose` says, without a selection; None leaves it to a player."""

    def play(game: Goff, position: Position, action: Action) -> Position:
        after = Goff.play(game, position, action)
        chosen = choose(after) if after.pending else None
        return Goff.play(game, after, chosen) if chosen else after

    return _wrong({"play": play})


def _if_own(chosen: Selection) -> Callable[[Position], Selection | None]:
    """Only a cycle of one player's marks is settled."""
    return lambda position: chosen if len({mark.player for mark, _ in cycle(position)}) == 1 else None


def _first_mark_first(position: Position) -> Selection:
    """The settlement in which the first mark of the cycle takes the first square of its move."""
    first, squares = cycle(position)[0]
    settled = settled_squares(position, Selection.A)
    return Selection.A if settled[first.ply] == squares.first else Selection.B


def _cycle_alone(game: Goff, position: Position, action: Action) -> Position:
    """The marks of a closed cycle settle one after the other, each on the first of its squares that is free; one
    without such a square is lost. Marks of branches stay spooky, also on squares that are now taken."""
    after = Goff.play(game, position, action)
    if not after.pending:
        return after
    definite, left = list(after.definite), {mark.ply: (mark, squares) for mark, squares in after.spooky}
    start = next(squares.first for _, squares in left.values() if squares.first in collapsing(after))
    for _, _, ply in nx.find_cycle(after.entanglement, start):
        mark, squares = left.pop(ply)
        if at := next((square for square in squares if not definite[square - 1]), None):
            definite[at - 1] = mark
        else:
            left[ply] = mark, Move(squares.first, squares.first)  # a loop, so that plies count on
    return Position(tuple(definite), tuple(Spooky(*left[ply]) for ply in sorted(left)))


def _settling_all(root: Callable[[set[int]], int]) -> SetUp:
    """A selection also settles the other components, each as if `root` of its squares were selected."""

    def play(game: Goff, position: Position, action: Action) -> Position:
        after = Goff.play(game, position, action)
        if not isinstance(action, Selection):
            return after
        definite = list(after.definite)
        graph = nx.Graph(entanglement(after.spooky))
        marks = {frozenset(squares): mark for mark, squares in after.spooky}
        for squares in nx.connected_components(graph):
            for near, far in nx.bfs_edges(graph, root(squares)):
                definite[far - 1] = marks[frozenset((near, far))]
        return Position(tuple(definite))

    return _wrong({"play": play})


def _settling_first_squares(game: Goff, position: Position, action: Action) -> Position:
    """A selection also settles each other mark, in order, on the first of its squares, with what depends on it."""
    after = Goff.play(game, position, action)
    if not isinstance(action, Selection):
        return after
    definite, left = list(after.definite), {squares: mark for mark, squares in after.spooky}

    def settle(squares: Move, at: int) -> None:
        definite[at - 1] = left.pop(squares)
        for other in [other for other in left if at in other]:
            settle(other, other.first + other.second - at)

    for squares in [*left]:
        if squares in left:
            settle(squares, squares.first)
    return Position(tuple(definite))


def _largest_ply_of_all_marks(board: Board, player: Actor) -> int | None:
    """A tie is broken by the largest ply of all of a player's marks."""
    has_line = ending.marks_of_lines(board, player)
    return max(mark.ply for mark in board if mark and mark.player == player) if has_line else None


def _largest_ply_of_lines(board: Board, player: Actor) -> int | None:
    """A player with two lines has the larger of their plies. This changes no outcome of a game."""
    return max(map(ending.ply_of_line, ending.marks_of_lines(board, player)), default=None)


def _first_line(board: Board) -> Outcome | None:
    """If both players have a line, the first one in reading order wins: the upper row, or the column further left."""
    players = [{mark and mark.player for mark in (board[square - 1] for square in line)} for line in ending.LINES]
    holders = [player for line in players for player in (Actor.X, Actor.O) if line == {player}]
    return Outcome(holders[0], "narrow", "GOFF-END-4") if len({*holders}) == 2 else None


def _win_of(player: Actor) -> Callable[[Board], Outcome | None]:
    """If both players have a line, this one wins, whichever line is earlier."""
    return lambda board: Outcome(player, "narrow", "GOFF-END-4") if ending.narrow(board) else None


def _ties(
    narrow: Callable[[Board], Outcome | None], how: str = "narrow", of_player: PlyOfPlayer = ending.ply_of_player
) -> SetUp:
    """Lines of both players are judged by another rule, and called such a win where no switch says how."""
    first = with_globals(ending.won_first, narrow=narrow)
    called = first if how == "complete" else narrow
    judged = {**ending.LINES_OF_BOTH, "narrow": called, "first": first}
    return _wrong({"outcome": with_globals(ending.outcome, LINES_OF_BOTH=judged)}, of_player)


_later = edit(ending.narrow, "of_x < of_o", "of_x > of_o")
_OVER = "if self._outcome(position)"
KNOWN_ERRORS: dict[str, SetUp] = {
    "no-move-is-no-end": partial(reference, game=_Stuck),
    "own-pair-forbidden": _wrong({"_allows": _unless_own}),
    "own-cycle-settles-itself": _settles(_if_own(Selection.A)),
    "settled-by-a-fixed-order": _settles(lambda position: Selection.A),
    "automatic-last-mark": _wrong({"play": _automatic}),
    "no-final-move": _wrong(
        {
            "actions": edit(Goff.actions, "return (final,)", "return ()"),
            "_breach": edit(Goff._breach, _OVER, f"{_OVER} or final_move(position.definite)"),
        }
    ),
    "final-mark-is-lost": _wrong({"play_final": _no_mark, "_outcome": _nine_plies}),
    "eight-squares-end": _wrong({"_outcome": _eight_squares}),
    "lines-are-not-seen": _wrong({"_outcome": lambda game, position: None}),
    "foreign-collapse": _settling_all(min),
    "largest-ply-of-all-marks": _ties(
        with_globals(ending.narrow, ply_of_player=_largest_ply_of_all_marks), of_player=_largest_ply_of_all_marks
    ),
    "first-line-in-reading-order": _ties(_first_line, "complete"),
    "x-wins-ties": _ties(_win_of(Actor.X)),
    "o-wins-ties": _ties(_win_of(Actor.O)),
    "later-line-wins": _ties(_later),
    "largest-line-of-player": partial(reference, ply_of_player=_largest_ply_of_lines),
}
"""An implementation for each error flagged in vectors."""
VARIANTS: dict[str, tuple[SetUp, ...]] = {
    "own-cycle-settles-itself": (_settles(_if_own(Selection.B)),),
    "settled-by-a-fixed-order": (
        _settles(lambda position: Selection.B),
        _settles(_first_mark_first),
        _wrong({"play": _cycle_alone}),
    ),
    "no-final-move": (_wrong({"final_move": lambda definite: None}),),
    "foreign-collapse": (_settling_all(max), _wrong({"play": _settling_first_squares})),
    "later-line-wins": (_ties(_later, "complete"),),
    "first-line-in-reading-order": (_ties(_first_line),),
    "x-wins-ties": (_ties(_win_of(Actor.X), "complete"),),
    "o-wins-ties": (_ties(_win_of(Actor.O), "complete"),),
}
"""Other forms of some errors."""


def _together(*engines: Any) -> SetUp:
    """The reference with several errors; where two change one method, the first one's counts."""
    kinds = (each.keywords["game"] for each in engines if "game" in each.keywords)
    plies = (each.keywords.get("ply_of_player", ending.ply_of_player) for each in engines)
    ply = next((each for each in plies if each is not ending.ply_of_player), ending.ply_of_player)
    return partial(reference, game=type("Wrong", (*kinds, Goff), {}), ply_of_player=ply)


an_engine_without_the_error: dict[str, SetUp] = {**KNOWN_ERRORS, "foreign-collapse": reference}


# Fields of vectors


def collapse(replayed: Replayed) -> object:
    legal = replayed.engine.actions(replayed.position)
    return [str(action) for action in legal] if Selection.A in legal else None


def definite(replayed: Replayed) -> object:
    marks = definite_marks(replayed.engine.shown(replayed.position))
    return {str(square): str(mark) for square, mark in marks.items()}


def spooky(replayed: Replayed) -> object:
    return [*map(str, replayed.engine.shown(replayed.position).spooky)]


def components(replayed: Replayed) -> object:
    return replayed.engine.components(replayed.position)


def player_ply(replayed: Replayed) -> object:
    return {player.value: replayed.engine.player_ply(replayed.position, player) for player in (Actor.X, Actor.O)}


def score_table_2(replayed: Replayed) -> object:
    if replayed.engine.actor(replayed.position):
        return None
    return [str(score) for score in replayed.engine.points(replayed.position)]


SUITE = Suite("goff", (collapse, definite, spooky, components, player_ply, score_table_2))

LATE, LONGEST = 7, 14
"""The first ply whose positions an engine without a tablebase values; the largest number of actions of a game."""


TRUTH = Truth(
    suite=SUITE,
    reference=reference,
    fast=fast,
    rules={
        "actor": "GOFF-TURN-1",
        "outcome": "GOFF-END-1",
        "collapse": "GOFF-CYCLE-1",
        "definite": "GOFF-MOVE-1",
        "spooky": "GOFF-MOVE-1",
        "components": "GOFF-GRAPH-2",
        "actions": "GOFF-ORDER-1",
        "value": "GOFF-SCORE-2",
        "legal": "GOFF-MOVE-1",
    },
    by_action={
        "sel": {
            "legal": "GOFF-COLLAPSE-1",
            "actor": "GOFF-SELECT-1",
            "definite": "GOFF-COLLAPSE-2",
            "spooky": "GOFF-COLLAPSE-2",
        },
        r"(.)-\1": dict.fromkeys(("legal", "actor", "outcome", "definite", "spooky"), "GOFF-FINAL-1"),
    },
    elsewhere={"GOFF-COLLAPSE-2": "GOFF-COLLAPSE-3"},
    searched="GOFF-SCORE-2",
    state=("definite", "spooky"),
    settings=lambda: [*map(options_of, settings())],
    longest=LONGEST,
    is_late=lambda position: position.ply >= LATE,
    picture=text,
    lacks=frozenset({"player_ply", "score_table_2", "dice", "outcome_rule", "position", "marks"}),
    by_option={("GOFF-SELECT-1", "self"): "GOFF-SELECT-2", ("SQT-SCORE-1", "draws-second"): "SQT-SCORE-2"},
    known_errors=KNOWN_ERRORS,
    variants=VARIANTS,
    together=_together,
)
boards_turn = partial(games_turn, TRUTH, valued=True)
