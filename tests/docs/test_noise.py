"""The bounds on noise, against density matrices and every pattern of wrong bits."""

from fractions import Fraction
from itertools import product

import noise


def mixed(d: Fraction, boards: list[str]) -> dict[str, Fraction]:
    """The accepted results of measuring a group of squares that is depolarised with probability d: from the diagonal of
    its density matrix, two qubits a square, X's before O's."""
    qubits = 2 * len(boards[0])
    code = {"X": "10", "O": "01", ".": "00"}
    diagonal = dict.fromkeys(map("".join, product("01", repeat=qubits)), d / 2**qubits)
    for board in boards:
        diagonal["".join(code[square] for square in board)] += (1 - d) / len(boards)
    assert sum(diagonal.values()) == 1
    counts = [boards[0].count(mark) for mark in "XO"]
    accepted = {
        board: diagonal["".join(code[square] for square in board)]
        for board in map("".join, product("XO.", repeat=len(boards[0])))
        if [board.count(mark) for mark in "XO"] == counts
    }
    return {board: share / sum(accepted.values()) for board, share in accepted.items()}


def test_wrong_share_is_that_of_the_density_matrix() -> None:
    d = Fraction(1, 10)
    figure_8 = ["X.O", "XO.", ".XO", ".OX"]
    found = mixed(d, figure_8)
    share = noise.depolarised(d, 3, 1, 1)
    for board, chance in found.items():
        assert chance == (1 - share) * Fraction(board in figure_8, 4) + share / len(found)
    assert mixed(d, ["X.", ".X"]) == {"X.": Fraction(1, 2), ".X": Fraction(1, 2)}
    wrong = noise.depolarised(d, 3, 1, 0)
    assert any(chance != (1 - wrong) * Fraction(board in figure_8, 4) + wrong / 6 for board, chance in found.items())


def test_misread_results_are_bounded() -> None:
    """Two squares, each mark counted: every pattern of wrong bits is tried."""
    e = Fraction(1, 20)
    right = wrong = Fraction(0)
    for flips in product((0, 1), repeat=6):
        chance = e ** sum(flips) * (1 - e) ** (6 - sum(flips))
        bits = [bit ^ flip for bit, flip in zip((1, 0, 0, 1, 0, 0), flips, strict=True)]  # X . . as 10 01 00: X O .
        squares = [*zip(bits[::2], bits[1::2], strict=True)]
        legal = (1, 1) not in squares and sum(bits[::2]) == 1 and sum(bits[1::2]) == 1
        right += chance * (legal and not any(flips))
        wrong += chance * (legal and any(flips))
    assert 0 < wrong / (wrong + right) <= noise.misread(e, 3)
    assert noise.misread(Fraction(0), 9) == 0


def test_noise_is_harmless_only_below_the_value() -> None:
    rate = noise.harmless(noise.change_by_readout, Fraction(5, 32))
    assert noise.change_by_readout(rate) < Fraction(5, 32) <= noise.change_by_readout(rate + Fraction(1, 1000))
    assert noise.harmless(noise.change_by_depolarising, Fraction(0)) == 0
