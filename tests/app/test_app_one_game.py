"""What only one game has: `qttt solve`, `best`, `perft`, `play` and `show` of the stochastic, the hybrid and the
probabilistic game."""

import random
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from contextlib import closing
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.color import Color, ColorSystem

from qttt.app import screen
from qttt.app.hybrid.circuit import open_qasm
from qttt.app.hybrid.view import result_in_words
from qttt.app.sqt.view import Cast, cast, perfect_dice
from qttt.fast.hybrid.scratch import Scratch
from qttt.fast.hybrid.setting import Setting
from qttt.fast.probabilistic.exact import Exact
from qttt.oracle import Oracle
from qttt.oracle.perfect import PerfectPlay, Values
from qttt.reference.game import Actor
from qttt.reference.hybrid import SWITCHES, Hybrid, Result
from qttt.reference.hybrid import Position as HybridPosition
from qttt.reference.hybrid.circuit import circuit as circuit_of
from qttt.reference.hybrid.notation import NOTATION, Action
from qttt.reference.probabilistic import Position, Probabilistic
from qttt.reference.probabilistic.board import Board, random_board
from qttt.reference.probabilistic.picture import SCALE, Picture, colour, lines, svg
from qttt.reference.probabilistic.position import outcome
from qttt.reference.probabilistic.solver import LoopSolver, values_of
from qttt.reference.solver import Solver
from qttt.reference.sqt import Sqt
from qttt.reference.sqt.variants import Dice, Throw, Thrown, dice

from .conftest import SVG, Run

# Perfect play on a board of probabilities, and the picture of what its squares are worth


LATE = "X1.1 success O2.2 success X3.3 failure O4.6 failure X5.5 neutral O6.4 success"


@pytest.mark.parametrize("seed", range(8))
def test_perfect_play_attains_the_value_however_the_other_plays(seed: int) -> None:
    """On boards with squares that always pass, and ties; one to four squares are left."""
    chance = random.Random(seed)
    kinds = [(Fraction(0), Fraction(1), Fraction(0)), *[(Fraction(1, 2), Fraction(0), Fraction(1, 2))] * 4]
    board = Board(chance.choice(kinds) for _ in range(9))
    position = Position()
    while position.marks.count(None) > 1 + seed % 4 or outcome(position.marks):
        drawn = [chance.choice((Actor.X, Actor.O)) for _ in range(9)]
        left = chance.sample(range(9), 1 + seed % 4)
        position = Position(tuple(None if at in left else mark for at, mark in enumerate(drawn)))
    marks, solver = position.marks, LoopSolver(Probabilistic(board))
    play: Oracle[Position, Any] = Oracle(Probabilistic(board), Exact(board))
    found, value = {line.square: line for line in solver.lines(marks)}, solver.to_move(marks)
    for other in found.values():
        for choice in play.choices(Position(marks, Actor.X)):
            got = values_of(found[choice.square], other)
            assert (got.X >= value.X, got.O >= value.O) == (True, True)
        for choice in play.choices(Position(marks, Actor.O)):
            got = values_of(other, found[choice.square])
            assert (got.X <= value.X, got.O <= value.O) == (True, True)


def test_colours_go_from_bad_to_good() -> None:
    board = random_board(1)
    worth = {square: square / 10 for square in range(1, 10)}
    picture = Picture(board, (None,) * 9, worth, (9,))
    assert [picture.goodness(square) for square in (1, 5, 9)] == pytest.approx([0, 0.5, 1])
    styles = [str(span.style) for span in screen.colour_lines(lines(picture)).spans]
    assert styles[0] == "bold rgb({},{},{})".format(*SCALE[0])
    assert "bold rgb({},{},{})".format(*SCALE[-1]) in styles
    named = [Color.from_rgb(*colour(goodness)).downgrade(ColorSystem.STANDARD).number for goodness in (0, 0.5, 1)]
    assert named == [1, 3, 2], "red, yellow, green"
    assert Picture(board, (None,) * 9, dict.fromkeys(worth, 0.5)).goodness(3) == 1


def test_svg(qttt: Run, tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    found = qttt("best", "probabilistic", "--random", "3", LATE, "--svg", str(path), "--json").json
    root = ET.fromstring(path.read_text(encoding="utf-8"))
    texts = ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]
    assert all(f"{float(Fraction(value)):.4f}" in texts for value in found["actions"].values())
    assert f"Best: {', '.join(found['best'])}." in (root.findtext(f"{SVG}desc") or "")
    assert sum(element.get("class") == "mark" for element in root.iter()) == 9 - len(found["actions"])
    assert sum(element.get("class") == "star" for element in root.iter()) == len(found["best"])


def test_svg_of_tiny_probabilities() -> None:
    tiny = Fraction(1, 10**6)
    board = Board([(1 - 2 * tiny, tiny, tiny)] * 9)
    root = ET.fromstring(svg(Picture(board, (None,) * 9, {}), "X to move"))
    assert {">99.9", "<0.1"} <= {element.text for element in root.iter(f"{SVG}text")}


# The circuit of a hybrid game as a drawing, OpenQASM 3, JSON and files


FIGURE_2 = "X1.5 =X O2.2>5 X3.2"


def circuit(qttt: Run, *args: str) -> Any:
    return qttt("show", "hybrid", "--circuit", *args)


def test_wide_drawings_are_folded(qttt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = circuit(qttt, FIGURE_2).out
    monkeypatch.setenv("COLUMNS", "50")
    folded = circuit(qttt, FIGURE_2).out
    assert (drawn.count("box 9: "), folded.count("box 9: ")) == (1, 2)
    assert max(len(line) for line in folded.splitlines() if "box " in line and ":" in line) <= 50


@pytest.mark.thorough
def test_files(qttt: Run, tmp_path: Path) -> None:
    """The suffix, in any case, says what is written; the same picture has the same bytes."""
    files = [tmp_path / f"figure-2{suffix}" for suffix in (".qasm", ".SVG", ".png")]
    for file in files:
        said = circuit(qttt, FIGURE_2, "--qasm", "--out", str(file))
        assert (said.code, said.out.splitlines()[0]) == (0, "OPENQASM 3.0;")
    qasm, svg, png = (file.read_bytes() for file in files)
    assert qasm.decode() == said.out
    assert ET.fromstring(svg).tag.endswith("}svg")
    assert png.startswith(b"\x89PNG\r\n")
    assert sorted(tmp_path.iterdir()) == sorted(files)
    circuit(qttt, FIGURE_2, "--out", str(files[1]))
    assert files[1].read_bytes() == svg


@pytest.mark.parametrize("suffix", ["qasm", "svg"])
def test_unwritable_file_is_rejected(qttt: Run, tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"circuit.{suffix}"
    assert "HYB-MEASURE-1" in circuit(qttt, "X1.5 O2.5", "--out", str(file)).line
    assert not file.exists()
    file.mkdir()
    assert "is a folder; name a file" in circuit(qttt, FIGURE_2, "--out", str(file)).line
    assert [*file.iterdir()] == []


def test_other_errors_come_before_a_missing_extra(qttt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "qiskit", None)
    assert circuit(qttt, "X1.5 O2.5").line.startswith("token 2 'O2.5': HYB-MEASURE-1")
    assert circuit(qttt, "--out", "a.txt").line.startswith("a.txt: expected a name")


def games(seed: int, number: int) -> Iterator[tuple[Hybrid, str]]:
    """Random games under random switches; of every other one about half of the results are left out."""
    chance = random.Random(seed)
    for at in range(number):
        game = Hybrid(**{name: chance.choice(values) for name, values in SWITCHES.items()})
        position, played = game.initial(), list[Action]()
        while actions := game.actions(position):
            played.append(chance.choice(actions))
            position = game.play(position, played[-1])
        kept = [each for each in played if at % 2 or not isinstance(each, Result) or chance.random() < 0.5]
        yield game, NOTATION.write(kept)


def test_openqasm_is_that_of_qiskit() -> None:
    """Without the comments."""
    from qiskit import qasm3

    for game, text in games(5, 60):
        lines = [line for line in open_qasm(game, text).splitlines() if not line.startswith("//")]
        assert lines == qasm3.dumps(circuit_of(game, text)).splitlines()


# The hybrid game


def test_second_solve_of_a_large_game_is_one_line(qttt: Run, user_folder: Path) -> None:
    """It leaves the files of the first one alone."""
    large, folder = Setting("two"), user_folder.parent / "scratch"
    with closing(Scratch(folder, large)) as files:
        files.finish(511)
        before = sorted(folder.rglob("*"))
        said = qttt("solve", "hybrid", "--switch", "links=two")
        assert said.code == 2
        assert said.err.splitlines()[1:] == [
            f"qttt: {folder / '-'.join(('hybrid', *large))}: "
            "another process is solving this game there; wait until it ends"
        ]
        assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize(
    ("position", "result", "effect", "told"),
    [
        (".........", "=O", "reverse", "5 is O"),
        ("......X.., 5>7 O", "=O", "reverse", "O's link to 7 is triggered: 7 turns from X to O"),
        ("......X.., 5>7 O", "=X", "reverse", "O's link to 7 is not triggered: 7 stays X"),
        ("......O.., 5>7 O", "=O", "reverse", "O's link to 7 is triggered: 7 turns from O to X"),
        ("......O.., 5>7 O", "=O", "take", "O's link to 7 is triggered: 7 stays O"),
        ("......X.., 9>7 O", "=O", "reverse", "5 is O"),
        ("......X.., 5>7 O, 5>7 O", "=O", "reverse", "O's two links to 7 are triggered: 7 stays X"),
        ("......X.., 5>7 O, 5>7 O", "=O", "take", "O's two links to 7 are triggered: 7 turns from X to O"),
        ("......X.., 5>7 O, 5>7 O", "=X", "reverse", "O's two links to 7 are not triggered: 7 stays X"),
        (
            *("X.....X.., 5>1 X, 5>7 O", "=X", "reverse"),
            "X's link to 1 is triggered: 1 turns from X to O; O's link to 7 is not triggered: 7 stays X",
        ),
    ],
)
def test_effect_of_a_measurement_is_printed(position: str, result: str, effect: str, told: str) -> None:
    """What is printed about a target agrees with the rules."""
    rules, before = Hybrid("two", effect=effect), HybridPosition.of(f"{position}, X measures 5")
    said = result_in_words(rules, before, Result(result)).plain
    assert said.endswith(told)
    after = rules.play(before, Result(result))
    for clause in said.split("; ")[1:]:
        box, verb, *_, mark = clause.split(": ")[1].split()
        assert after.marks[int(box) - 1] == mark
        assert (before.marks[int(box) - 1] == mark) == (verb == "stays")


# The stochastic game


# Play with dice


class Faces(Random):
    """Dice that show given numbers."""

    def __init__(self, *shown: int) -> None:
        super().__init__()
        self._shown = [*shown]

    def randint(self, a: int, b: int) -> int:
        shown = self._shown.pop(0)
        assert a <= shown <= b
        return shown


def for_o(q: Fraction, thrown: Callable[[Fraction, Random], Cast] = cast) -> Fraction:
    """On which part of all results of the dice O selects."""
    enough = dice(q)
    results = [*product(range(1, 7), repeat=enough[0])] if enough else [(face,) for face in range(1, q.denominator + 1)]
    named = [thrown(q, Faces(*faces)).throw for faces in results]
    return Fraction(named.count(Throw.O), len(named))


PROBABILITIES = [Fraction(text) for text in ("0", "1", "1/2", "1/6", "3/4", "1/36", "35/36", "1/20", "7/11")]


@pytest.mark.parametrize("q", PROBABILITIES, ids=str)
def test_dice_name_o_with_probability_q(q: Fraction) -> None:
    assert for_o(q) == q


def test_dice_that_count_one_less_are_caught() -> None:
    def wrong(q: Fraction, chance: Random) -> Cast:
        return cast(q, chance)._replace(of_o=cast(q, Faces(*[1] * 9)).of_o - 1)

    assert [q for q in PROBABILITIES if for_o(q, wrong) == q] == [Fraction(0)]


def test_two_dice_count_the_first_by_sixes() -> None:
    assert cast(Fraction(3, 4), Faces(5, 3)) == Cast((5, 3), 27, 36, 27)
    assert cast(Fraction(3, 4), Faces(5, 4)).throw is Throw.X


def test_perfect_play_with_dice_has_the_values_of_the_reference() -> None:
    rules = Sqt(Fraction(3, 4))
    game, solver = Dice(rules), Solver(Dice(rules))
    truth = perfect_dice(game, PerfectPlay(rules, Values(Solver(rules).value)))
    waiting = [Thrown(rules.position("X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB X5.8-9 O6.8-9 selA X7.3-6"))]
    seen = set()
    while waiting:
        position = waiting.pop()
        assert truth.value(position) == solver.value(position)
        if position.selector:
            assert truth.values(position) == solver.values(position)
        for action in game.actions(position):
            following = game.play(position, action)
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    assert any(position.selector for position in seen)
