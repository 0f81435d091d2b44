"""Probabilistic tic-tac-toe by the fast engine, held against the reference: values and best squares, in fractions, in
double precision and in batches; the random boards of both; games in batches, and the exact probabilities with which
chance is drawn."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain, product

import numpy as np

from qttt.fast.answers import Floats, Ints
from qttt.fast.backend import WIDTH, Cpu, Device
from qttt.fast.probabilistic import rules, solve
from qttt.fast.probabilistic.boards import STEPS, generate, rows_of
from qttt.fast.probabilistic.exact import Exact
from qttt.fast.probabilistic.positions import DIGITS, EMPTY, EXCHANGED, SQUARES, O, X
from qttt.fast.probabilistic.rules import BITS
from qttt.fast.probabilistic.solve import KEPT, PIECE, Population, tables
from qttt.fast.probabilistic.value import DOUBT, ERROR_BOUND
from qttt.reference.game import Actor, Game
from qttt.reference.probabilistic import Action, MoveOutcome, Probabilistic
from qttt.reference.probabilistic.board import GENERATORS, Board, random_board
from qttt.reference.probabilistic.position import Marks, Position, outcome, outcome_probabilities
from qttt.reference.probabilistic.solver import LoopSolver
from qttt.verification import Refuted, batch_comparison
from qttt.verification.batch_comparison import Case, View, drawn, key
from qttt.verification.elsewhere import Numbers, Solves, WebEngine
from qttt.verification.measures import Measured
from qttt.verification.probabilistic.engines import solver_of
from qttt.verification.probabilistic.equivalence_boards import (
    BEYOND,
    CLASSIC,
    SEED,
    awkward,
    beyond,
    boards,
    certain,
    extreme,
    with_passes,
)

MARK = {EMPTY: None, X: Actor.X, O: Actor.O}
MARKS: tuple[Marks, ...] = tuple(tuple(MARK[digit] for digit in digits) for digits in DIGITS.tolist())
"""The marks of every code."""


def worth_of(solver: LoopSolver, marks: Marks) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """The value of naming each open square with X to move, and with O to move; empty where play is over."""
    if outcome(marks):
        return {}, {}
    known, value = solver.lines(marks), solver.to_move(marks)
    of_x = {each.square: each.x + each.n * value.O for each in known}
    return of_x, {each.square: each.x_dash + each.n * value.X for each in known}


def in_doubles(board: Board) -> tuple[Floats, list[int]]:
    """The value of every code with X to move, and the mask of the squares that may be best, by the fast engine."""
    rows = rows_of([board])
    table = tables(Cpu(), rows)
    return table[0], solve.optimal(Cpu(), rows, table)[0].tolist()


def answers_are_those_of_the_reference(each: int = 17, first: int | None = None, least: int = 0, step: int = 1) -> str:
    """On all boards of probabilities, or the first few, at every n-th board of at least so many marks: in fractions the
    value, the value of each square and all best squares are the same; in double precision the value is within the
    bound, and the mask has every best square, and no square worse by more than twice the doubt."""
    some = [*boards(each), *map(beyond, range(each))][:first]
    codes = [code for code, marks in enumerate(MARKS) if len(marks) - marks.count(None) >= least][::step]
    ties = unsure = 0
    for board in some:
        solver, exact = solver_of(Probabilistic(board)), Exact(board)
        doubles = None if BEYOND in board else in_doubles(board)
        for code in codes:
            marks = MARKS[code]
            for player, value, known in zip((X, O), solver.to_move(marks), worth_of(solver, marks), strict=True):
                where = f"'{text_of_marks(marks)}', {MARK[player]} to move, on the board ({board})"
                best = tuple(square for square, number in known.items() if number == value)
                found = exact.value(code, player), exact.squares(code, player), exact.best(code, player)
                if found != (value, known, best):
                    raise Refuted(f"{where}: {found[0]}, best {found[2]}, not {value}, best {best}")
                if doubles is None:
                    continue
                table, masks = doubles
                of_x = code if player == X else EXCHANGED[code]
                number = table[of_x] if player == X else 1 - table[of_x]
                if abs(Fraction(float(number)) - value) > ERROR_BOUND:
                    raise Refuted(f"{where}: {number} in double precision, exactly {value}")
                close = {square for square, number in known.items() if abs(number - value) <= 2 * DOUBT}
                told = {square for square in range(1, 10) if masks[of_x] >> (square - 1) & 1}
                if not {*best} <= told <= close:
                    raise Refuted(f"{where}: {sorted(told)} may be best, {best} are")
                ties, unsure = ties + (len(best) > 1), unsure + (told != {*best})
    count = f"{len(some)} boards of probabilities, {2 * len(codes):,} positions each"
    return f"{count}; {ties:,} with several best squares, {unsure:,} where the mask has others too"


def text_of_marks(marks: Marks) -> str:
    return "".join(str(mark) if mark else "." for mark in marks)


# Populations

COUNT = 2 * PIECE + 5 * WIDTH + 3
"""The number of boards of two launches, and some more that do not fill their last batch."""
TABLES = 2 * KEPT + WIDTH + 1
UNLIKE = (CLASSIC, *(kind(number) for kind in (awkward, certain, extreme, with_passes) for number in range(5)))
"""Boards of other kinds, scattered among those of the generator."""


def solve_population(rows: Floats) -> Population:
    return solve.solve(Cpu(), rows)


def answers_are_those_of_single_boards(solved: Callable[[Floats], Population] = solve_population) -> str:
    """Values and first squares of a population: equal, bit by bit, to those of boards solved individually, a few at a
    time, in another order and with their tables; and some are within the bound of the exact ones."""
    random = np.random.default_rng(SEED)
    rows, order = generate(SEED, 0, COUNT) / STEPS, random.permutation(COUNT)
    places = random.choice(COUNT, len(UNLIKE), replace=False)
    rows[places] = rows_of(UNLIKE)
    found = solved(rows)
    single = [0, *range(2 * PIECE - WIDTH, COUNT), *places, *order[:40]]
    few = [np.arange(count) for count in range(2 * WIDTH + 1)]
    for some in chain([order], few, (np.array([place]) for place in single)):
        answers = solved(rows[some])
        same = answers.values.shape == some.shape and (answers.values == found.values[some]).all()
        if not same or (answers.squares != found.squares[some]).any():
            raise Refuted(f"{len(some)} boards, from board {some[:1]} on, have other answers than among {COUNT:,}")
    chosen = np.array([*single, *order])[:TABLES]
    if (tables(Cpu(), rows[chosen])[:, 0] != found.values[chosen]).any():
        raise Refuted("the value of the empty board differs in a table")
    for place, board in zip(places, UNLIKE, strict=True):
        exact = Exact(board)
        numbers = [exact.value(0), *exact.squares(0).values()]
        for number, value in zip(numbers, [found.values[place], *found.squares[place]], strict=True):
            if abs(Fraction(float(value)) - number) > ERROR_BOUND:
                raise Refuted(f"board {place}: {value}, not {float(number)}")
    return f"{COUNT:,} boards; {len(single)} of them alone, {TABLES} with tables, {len(UNLIKE)} exactly, seed {SEED}"


def the_last_batch_is_not_filled(rows: Floats) -> Population:
    """Values differ by a unit of their precision in a batch that is not full, of several boards."""
    population, values = solve_population(rows), solve_population(rows).values.copy()
    places = slice(len(rows) // WIDTH * WIDTH, None) if WIDTH < len(rows) <= 2 * WIDTH else slice(0)
    values[places] = np.nextafter(values[places], 2)
    return replace(population, values=values)


# Random boards

SEEDS = (0, 1, 2, 1234567, 2024, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 64) - 1)
NUMBERS = (0, 1, 1000, (1 << 32) // 18 - 2, 1 << 32, (1 << 53) - 1, 1 << 59, (1 << 64) // 18 - 5)
"""The last number is the largest whose outputs 64 bits count."""
SOME = 5


def random_boards_are_those_of_the_reference() -> None:
    """Boards of small and large seeds, from small and large numbers on."""
    for generator, seed, first in product(GENERATORS, SEEDS, NUMBERS):
        made = [random_board(seed, number, generator) for number in range(first, first + SOME)]
        if (wrong := generate(seed, first, SOME, generator=generator) != STEPS * rows_of(made)).any():
            raise Refuted(f"{generator}: another board than number {first + wrong.any(axis=1).argmax()} of seed {seed}")


def solve_on(device: Device) -> tuple[Numbers, ...]:
    """What a solve of 1,048,576 random boards finds on a device."""
    found = solve.solve(device, generate(SEED, 0, 1 << 20, device.xp) / STEPS)
    return found.values, found.squares


WEB = WebEngine("probabilistic", ("probabilistic/solve.js", "failure[c] * o[1]", "failure[c] * x[1]"))
solves = Solves(solve_on, 2 * ERROR_BOUND)


# Batches


def planes_of(game: Game[Position, Action], position: Position, history: Sequence[Action]) -> Ints:
    """The planes of a position, from the reference."""
    named = [square == position.named for square in range(1, 10)]
    of_players = [[mark is player for mark in position.marks] for player in (Actor.X, Actor.O)]
    return np.array([*of_players, named, [position.turn is Actor.O] * 9], np.uint8)


def views() -> list[View]:
    return [View("planes", planes_of), View("key", key)]


RARE = Fraction(1, 10**30)
"""A probability below the smallest that is drawn."""
THIRD = Fraction(1, 3)
BOARDS = [
    *(random_board(7, number) for number in range(3)),
    Board([(Fraction(1), Fraction(0), Fraction(0))] * 9),
    Board([(Fraction(0), THIRD, 2 * THIRD), (THIRD, Fraction(0), 2 * THIRD), (THIRD, 2 * THIRD, Fraction(0))] * 3),
    Board([(RARE, 1 - 2 * RARE, RARE), (1 - RARE, RARE, Fraction(0)), (Fraction(0), RARE, 1 - RARE)] * 3),
]
READINGS: list[dict[str, object]] = [
    {"board": random_board(7), "end": "blocked"},
    {"board": random_board(7, generator="sun-2024"), "first": "O"},
    {"board": BOARDS[3], "end": "blocked", "first": "O"},
]
CASES = [Case("probabilistic", {"board": board}, views) for board in BOARDS]
CASES += [Case("probabilistic", options, views) for options in READINGS]
batches_agree = partial(batch_comparison.batches_agree, CASES)

MEASURED = Measured("probabilistic", {"seed": 2024})
"""Play can return, so that random play cannot be counted game by game."""


# Chance

RANDOM_BOARDS = 1_000


def results_have_their_probabilities(random_boards: int = RANDOM_BOARDS) -> str:
    """The shares of the numbers of 60 bits for which each result is drawn, by arithmetic on the thresholds, after
    drawing at their ends. Raises `Refuted` for a share that differs by 2**-60, or is not 0 where it must be."""
    checked = 0
    for board in (*BOARDS, *(random_board(SEED, number) for number in range(random_boards))):
        setting = rules.setting_of(board)
        setting = setting._replace(thresholds=setting.thresholds.astype(object))
        for square in range(1, 10):
            ends, due = [0, *setting.thresholds[square - 1]], outcome_probabilities(board, square)
            if ends != sorted(ends) or ends[-1] != 1 << BITS:
                raise Refuted(f"board {board}, square {square}: thresholds {ends}")
            shares = drawn(partial(rules.draw, [0, 0, square], setting), ends, BITS)
            for number, result in enumerate(MoveOutcome, start=SQUARES):
                share, probability = shares.get(number, Fraction(0)), due.get(result, Fraction(0))
                off = abs(share - probability)
                if off > Fraction(1, 1 << BITS) or (off and not probability):
                    raise Refuted(f"board {board}, square {square}: {result} has probability {share}")
                checked += 1
    return f"{checked:,} results of squares, on {len(BOARDS)} boards and {random_boards:,} random ones, seed {SEED}"
