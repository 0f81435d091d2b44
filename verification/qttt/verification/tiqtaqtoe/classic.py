"""The level classic is tic-tac-toe: by plain rules, and as probabilistic tic-tac-toe with success 1."""

from fractions import Fraction

from qttt.oracle import Oracle
from qttt.reference.game import Actor, Score
from qttt.reference.probabilistic import Choice, Probabilistic
from qttt.reference.probabilistic import Position as Marks
from qttt.reference.solver import Solver
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.reference.tiqtaqtoe.notation import Action, Single
from qttt.reference.tiqtaqtoe.position import Board, Position
from qttt.verification import Refuted
from qttt.verification.probabilistic.classic import REACHABLE, classic
from qttt.verification.probabilistic.equivalence_boards import CLASSIC
from qttt.verification.tiqtaqtoe.solved import tablebase

THE_CLASSIC = TiqTaqToe("classic")


def plain() -> dict[Board, Fraction]:
    """Every board of tic-tac-toe, with its value to X by minimax over plain rules: 1, 0 or -1."""
    return {"".join(str(mark or ".") for mark in marks): 2 * value - 1 for marks, value in classic().items()}


def the_level_classic_is_tic_tac_toe(game: TiqTaqToe = THE_CLASSIC) -> str:
    """Every position has one board; the boards are those of tic-tac-toe, and have the same successors and endings in
    probabilistic tic-tac-toe with success 1 on all squares. Plain minimax, the generic solver of the reference and the
    tablebase give them the same values, and the empty board the value 0."""
    worth, solver, player = plain(), Solver(game), Oracle(THE_CLASSIC, tablebase(THE_CLASSIC))
    reached = _reached(game)
    if {*map(str, reached)} != worth.keys() or len(worth) != REACHABLE:
        raise Refuted(f"{len(reached):,} positions, of tic-tac-toe {len(worth):,}, known {REACHABLE:,}")
    raw = sum(forms["raw"] for forms in tablebase(THE_CLASSIC).states.values())
    if raw != REACHABLE:
        raise Refuted(f"{raw:,} positions are enumerated, not {REACHABLE:,}")
    for position in reached:
        _is_the_same(game, position)
        found = solver.value(position), player.value(position)
        if found != (worth[str(position)],) * 2:
            raise Refuted(f"'{position}': {worth[str(position)]}; {found[0]}, {found[1]}")
    return f"{len(reached):,} positions; the empty board is worth {worth['.........']}"


def _reached(game: TiqTaqToe) -> list[Position]:
    found, waiting = {game.initial()}, [game.initial()]
    while waiting:
        position = waiting.pop()
        for action in game.actions(position):
            after = game.play(position, action)
            if after not in found:
                found.add(after)
                waiting.append(after)
    return [*found]


CERTAIN = Probabilistic(CLASSIC)


def _is_the_same(game: TiqTaqToe, position: Position) -> None:
    """Raise `Refuted` unless the position has the actions, successors and ending that the marks have with
    success 1."""
    marks = marks_of(position)
    squares = [choice.square for choice in CERTAIN.actions(marks) if isinstance(choice, Choice)]
    if [*game.actions(position)] != [*map(Single, squares)]:
        raise Refuted(f"'{position}': {game.actions(position)}, in the other game {squares}")
    for square in squares:
        named = CERTAIN.play(marks, Choice(square))
        [success] = CERTAIN.actions(named)
        after, expected = game.play(position, Single(square)), CERTAIN.play(named, success)
        if marks_of(after) != expected:
            raise Refuted(f"'{position}' and {square}: '{after}', in the other game '{expected}'")
    if not squares:
        outcomes = game.score(position).outcome, CERTAIN.score(marks).outcome
        if outcomes[0].winner is not outcomes[1].winner:
            raise Refuted(f"'{position}': {outcomes[0]}, in the other game {outcomes[1]}")


def marks_of(position: Position) -> Marks:
    """A position of one board as a position of probabilistic tic-tac-toe.

    >>> str(marks_of(Position.of("XO.......")))
    'XO. ... ..., X to move'
    """
    [board] = position.boards
    return Marks(tuple(None if content == "." else Actor(content) for content in board), position.turn)


class _DrawsAreOfO(TiqTaqToe):
    def score(self, position: Position) -> Score:
        ended, value = super().score(position)
        return Score(ended, value if ended.winner else Fraction(-1))


class _ActionsAreListedBackwards(TiqTaqToe):
    def actions(self, position: Position) -> tuple[Action, ...]:
        return super().actions(position)[::-1]


lines_wait_for_a_full_board = TiqTaqToe("classic", lines="full-board")
draws_are_of_o = _DrawsAreOfO("classic")
actions_are_listed_backwards = _ActionsAreListedBackwards("classic")
