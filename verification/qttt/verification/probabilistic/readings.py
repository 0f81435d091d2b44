"""The readings of probabilistic tic-tac-toe: what the switches change and what they leave; how long games are; the game
in which success is certain, by plain minimax; and all draws of both generators."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import Any

import numpy as np

from qttt.oracle.perfect import PLAYERS
from qttt.oracle.registry import entry_of
from qttt.reference.board import lines
from qttt.reference.game import Actor
from qttt.reference.probabilistic import SWITCHES, Probabilistic, settings
from qttt.reference.probabilistic.board import GENERATORS, Board, random_board, random_square
from qttt.reference.probabilistic.position import Marks, Position, has_line, is_blocked, marked, open_squares, outcome
from qttt.verification import Refuted, expect
from qttt.verification.probabilistic.certificate import exchange_marks
from qttt.verification.probabilistic.engines import solver_of
from qttt.verification.probabilistic.equivalence import MARKS, text_of_marks, worth_of
from qttt.verification.probabilistic.equivalence_boards import CLASSIC, PRINTED, certain, generated, with_passes
from qttt.verification.stored_values import same_graph

BOARDS = (PRINTED, CLASSIC, generated(0), with_passes(0), certain(0))
BLOCKED = {0: 32, 1: 40}
"""How many blocked marks there are, by their open squares."""
HALF = Fraction(1, 2)


def some_marks(least: int, step: int) -> list[Marks]:
    """Every n-th of the marks on at least so many squares."""
    return [marks for marks in MARKS if len(marks) - marks.count(None) >= least][::step]


# LEMMA blocked


def blocked_marks_are_drawn(least: int = 0, boards: int | None = None) -> str:
    """Blocked marks have at most one open square and are worth 1/2 while the game goes on. Where it ends with them, all
    other marks keep their values and their best squares."""
    counts = Counter(marks.count(None) for marks in filter(is_blocked, MARKS))
    expect("blocked marks by their open squares", counts, BLOCKED)
    compared = some_marks(least, 1)
    for board in BOARDS[:boards]:
        full, blocked = (solver_of(Probabilistic(board, end)) for end in SWITCHES["end"])
        for marks in compared:
            values = full.to_move(marks)
            if is_blocked(marks) and values != (HALF, HALF):
                raise Refuted(f"{marks} on {board} is worth {values}")
            same = values == blocked.to_move(marks)
            if not same or (not is_blocked(marks) and worth_of(full, marks) != worth_of(blocked, marks)):
                raise Refuted(f"{marks} on {board} is worth {values}, and {blocked.to_move(marks)} with end=blocked")
    return f"{len(compared):,} boards of marks on {len(BOARDS[:boards])} boards of probabilities"


# LEMMA first


def exchange_players(position: Position) -> Position:
    """A position with the players exchanged."""
    return Position(exchange_marks(position.marks), position.turn.opponent, position.named)


def positions(marks: Marks) -> Iterator[Position]:
    """The positions with these marks: either player to move, or having named a square."""
    for player in PLAYERS:
        yield from (Position(marks, player, named) for named in (None, *open_squares(marks)))


def players_are_exchanged(least: int = 0, step: int = 1) -> str:
    """A game that O begins is one that X begins, with the players exchanged, on the same board: the start, what can
    happen in every position, and its result. The values of positions do not depend on who begins."""
    count = 0
    chosen = some_marks(least, step)
    for board in (generated(0), certain(0)):
        for end in SWITCHES["end"]:
            of_x, of_o = (Probabilistic(board, end, first) for first in SWITCHES["first"])
            if of_o.initial() != exchange_players(of_x.initial()) or of_o.actor(of_o.initial()) is not Actor.O:
                raise Refuted(f"{of_o!r} begins with '{of_o.initial()}'")
            for position in (position for marks in chosen for position in positions(marks)):
                compare_games(of_x, of_o, position)
                count += 1
            for marks in chosen:
                expect(f"{of_o!r}, {marks}", solver_of(of_o).to_move(marks), solver_of(of_x).to_move(marks))
            if not least:
                expect(repr(of_o), solver_of(of_o).value(of_o.initial()), 1 - solver_of(of_x).value(of_x.initial()))
    return f"{count:,} positions, with either end, on 2 boards"


def compare_games(of_x: Probabilistic, of_o: Probabilistic, position: Position) -> None:
    """Compare the game that X begins at a position with the one that O begins at the exchanged position."""
    there, actor = exchange_players(position), of_x.actor(position)
    after = {action: exchange_players(of_x.play(position, action)) for action in of_x.actions(position)}
    due = actor.opponent if actor in PLAYERS else actor, after, of_x.chance(position)
    found = of_o.actor(there), {action: of_o.play(there, action) for action in of_o.actions(there)}, of_o.chance(there)
    expect(f"'{there}', with the players exchanged", found, due)
    if actor is None:
        expect(f"the score of '{there}'", of_o.score(there).value, 1 - of_x.score(position).value)


# LEMMA ends

SEED = 2028


def most_plies(squares: int, neutral: Fraction) -> Fraction:
    """The bound of the lemma, from the number of open squares and their largest neutral probability."""
    return squares / (1 - neutral)


def play_ends() -> str:
    """Both players together cannot make the average game longer than the bound."""
    board = random_board(SEED)
    longest: dict[Marks, Fraction] = {}
    undecided = [marks for marks in MARKS if outcome(marks) is None]  # whether or not play reaches them
    for marks in sorted(undecided, key=lambda marks: len(open_squares(marks))):
        squares = open_squares(marks)
        longest[marks] = max(_plies(board, marks, square, longest) for square in squares)
        limit = most_plies(len(squares), max(board[square - 1].neutral for square in squares))
        if longest[marks] > limit:
            raise Refuted(f"{marks} on {board}: {longest[marks]} plies on average, more than {limit}")
    start = longest[MARKS[0]]
    return f"{len(longest):,} positions of a random board, seed {SEED}: {float(start):.2f} plies from the start at most"


def _plies(board: Board, marks: Marks, square: int, longest: dict[Marks, Fraction]) -> Fraction:
    """The largest average number of plies if a square is named until it has a mark."""
    success, neutral, failure = board[square - 1]
    with_x, with_o = (marked(marks, square, player) for player in (Actor.X, Actor.O))
    after = [longest.get(marks, Fraction(0)) for marks in (with_x, with_o)]
    return (1 + max(success * a + failure * b for a, b in (after, after[::-1]))) / (1 - neutral)


# The graph of keys


def both_have_lines(marks: Marks) -> bool:
    """Whether no game reaches these marks."""
    return all(has_line(marks, player) for player in PLAYERS)


WON: dict[object, int] = {Actor.X: 1, Actor.O: -1}


def graphs_are_those_of_the_reference(least: int = 0, step: int = 1) -> str:
    """In every reading the graph of keys has the reference's start, actors, chances, winners and positions after each
    action; squares are best exactly where a player is to move."""
    count = 0
    for game in settings(generated(0)):
        entry: Any = entry_of(game)
        graph = entry.graph(game, None)
        if entry.positions(None, [graph.start]) != [game.initial()]:
            raise Refuted(f"{game!r}: the graph begins with {graph.start}")
        there = (position for marks in some_marks(least, step) for position in positions(marks))
        known = [p for p in there if (game.actor(p) if p.named else not both_have_lines(p.marks))]
        count += same_graph(game, None, known)
        keys = np.array(entry.keys(None, known), np.int64)
        winners = [game.actor(p) is None and game.score(p).outcome.winner for p in known]
        expect(f"{game!r}: who has won", graph.expand(keys).won.tolist(), [WON.get(each, 0) for each in winners])
        best = graph.answers.best(keys).tolist()
        if wrong := [p for p, mask in zip(known, best, strict=True) if (mask != 0) != (game.actor(p) in PLAYERS)]:
            raise Refuted(f"{game!r}, '{wrong[0]}' has best squares, or none")
    return f"{count:,} positions, 4 readings"


# Generators


UPPER = 1 << 32
"""How many values the upper half of an output has."""
SOURCES: Mapping[str, tuple[int, Sequence[int], Callable[[int], Sequence[int]]]] = {
    "abraham-2024": (5, range(5, 35, 5), lambda neutral: range(30, 100 - neutral + 5, 5)),
    "sun-2024": (1, range(1, 6 + 1), lambda neutral: range(6, 20 - neutral)),
}
"""What each generator draws in its source: the units of a twentieth, the neutrals, and the successes with one."""


def parts(possibilities: int) -> list[tuple[int, int]]:
    """The first and the last output that should draw each of some possibilities, which are equally likely to within
    2**-32."""
    ends = [-(-number * UPPER // possibilities) for number in range(possibilities + 1)]
    return [(low << 32, (high << 32) - 1) for low, high in pairwise(ends)]


def generators_are_those_of_the_sources() -> None:
    """At the ends of all parts of the outputs, squares are those of the sources. A draw never decreases when its output
    grows, so between the ends the squares are the same."""
    for generator, least_failure in GENERATORS.items():
        unit, neutrals, successes = SOURCES[generator]
        for neutral, of_neutral in zip(neutrals, parts(len(neutrals)), strict=True):
            for success, of_success in zip(successes(neutral), parts(len(successes(neutral))), strict=True):
                due = [Fraction(part, 20 * unit) for part in (success, neutral, 20 * unit - success - neutral)]
                for outputs in product(of_neutral, of_success):
                    expect(f"{generator}, outputs {outputs}", [*random_square(*outputs, least_failure)], due)


# Certain success


REACHABLE = 5478
EMPTY = "........."


@cache
def classic() -> dict[str, int]:
    """Every position that games of tic-tac-toe reach, with its value by minimax: 1 if X wins, -1 if O does."""
    known: dict[str, int] = {}

    def value(board: str) -> int:
        if board not in known:
            player, sign = ("X", 1) if board.count("X") == board.count("O") else ("O", -1)
            following = [board[:at] + player + board[at + 1 :] for at, mark in enumerate(board) if mark == "."]
            lost = any({board[square - 1] for square in line} in ({"X"}, {"O"}) for line in lines())
            known[board] = -sign if lost else sign * max((sign * value(after) for after in following), default=0)
        return known[board]

    value(EMPTY)
    return known


def certain_success_is_tic_tac_toe() -> str:
    """Where naming a square always marks it, positions have the values of tic-tac-toe, by the reference."""
    known, solver = classic(), solver_of(Probabilistic(CLASSIC))
    expect("positions", len(known), REACHABLE)
    for marks, board in ((marks, text_of_marks(marks)) for marks in MARKS if text_of_marks(marks) in known):
        found = getattr(solver.to_move(marks), "XO"[board.count("X") - board.count("O")])
        expect(f"'{board}' with certain success", found, Fraction(known[board] + 1, 2))
    return f"{len(known):,} positions; the empty board is worth {known[EMPTY]}"
