"""The tools of the proofs and the claims about TiqTaqToe: their parts, and what they must reject."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

import pytest
import z3

from qttt.reference.game import Actor
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.reference.tiqtaqtoe.moves import exchanged
from qttt.reference.tiqtaqtoe.notation import Pair
from qttt.reference.tiqtaqtoe.position import Position
from qttt.verification.tiqtaqtoe import groups as kinds
from qttt.verification.tiqtaqtoe import lemmas, matches
from qttt.verification.tiqtaqtoe.lemmas import Cells

HIGH = TiqTaqToe("high")


def test_board_of_terms_exchanges_squares_as_a_text() -> None:
    board = Cells(*(z3.BitVec(letter, 2) for letter in "abcdefghi"))
    assert "".join(map(str, board.exchanged(Pair(2, 9)).terms)) == exchanged("abcdefghi", Pair(2, 9)) == "aicdefghb"


def test_moves_that_are_proved_are_those_of_the_game() -> None:
    """The boards after a move of O are those that the proofs speak of."""

    def cells(board: str) -> Cells:
        return Cells(*(z3.BitVecVal(".XO".index(content), 2) for content in board))

    def board(made: Cells) -> str:
        of_o = (z3.simplify(z3.substitute(term, (lemmas.MARK, z3.BitVecVal(2, 2)))) for term in made.terms)
        return "".join(".XO"[content.as_long()] for content in of_o)

    before = HIGH.position("X1.1-2 O2.1-3 X3.4")
    moves = lemmas.THE_MOVES
    made_by: dict[str, Callable[[Cells], Iterable[Cells]]] = {
        "O4.5": lambda one: [moves.placed(one, 5)],
        "O4.4-9": lambda one: moves.superposed(one, 4, 9),
        "O4.2-9": lambda one: moves.superposed(one, 2, 9),
        "O4.5-6": lambda one: moves.superposed(one, 6, 5),
    }
    for move, made in made_by.items():
        after = HIGH.position(f"X1.1-2 O2.1-3 X3.4 {move}")
        assert {board(each) for one in before.boards for each in made(cells(one))} == {*after.boards}
    pair = HIGH.position("X1.1-2")
    filled = TiqTaqToe("high", pair="legal").position("X1.1-2 O2.1-2")
    assert {board(moves.filled(cells(one), Pair(1, 2))) for one in pair.boards} == {*filled.boards}


def test_kinds_do_not_depend_on_square_order() -> None:
    assert kinds.kind_of(["XO", "OX"]) == ("OX", "XO")
    assert kinds.kind_of(["X.O", "O.X", ".XO", "OX."]) == kinds.kind_of([".OX", ".XO", "XO.", "X.O"])
    assert kinds.kind_of(["X.O", ".XO"]) != kinds.kind_of(["XO.", "OX."])


def test_groups_on_a_board_have_the_mover_that_is_asked_for() -> None:
    for mover in (Actor.X, Actor.O):
        position = kinds.on_board([(".X", "X."), ("OX", "XO")], mover)
        assert position.turn is mover
        assert len(position.boards) == 4


def test_games_from_three_empty_squares_match_hand_results() -> None:
    """X wins on 7. After 8 O must take 7, after 9 it wins on 8; X's last square wins only after 8 and 9."""
    games, start = matches.every_game(matches.CLASSIC), Position.of("XOXXOO...")
    third, sixth = Fraction(1, 3), Fraction(1, 6)
    lost = [0] * 6 + [1, third, 0]
    assert games.following(start, (matches.RANDOM, matches.RANDOM)) == (Fraction(1, 2), sixth, 0, third, *lost)
    assert {str(move): chance for move, chance in games.decided(start, matches.ONCE).items()} == {"7": 1}
    after = Position.of("XOXXOO..X")
    assert {str(move): chance for move, chance in games.decided(after, matches.TWICE).items()} == {"8": 1}


def test_divergence_is_the_relative_entropy() -> None:
    assert matches.divergence(0.5, 0.5) == 0
    assert matches.divergence(1, 0.5) == matches.divergence(0, 0.5) == pytest.approx(0.693147, abs=1e-6)
    assert matches.divergence(0.01, 0) > 6
