"""The bounds on noise of the page about Wong, against density matrices and every board that can be
misread."""

import re
from doctest import DocTestParser
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "sources" / "wong-2023.md"


@pytest.fixture
def bounds() -> dict[str, Any]:
    """What the block of the page defines."""
    [block] = re.findall(r'<details id="noise">.*?```pycon\n(.*?)```', PAGE.read_text(encoding="utf-8"), re.S)
    names: dict[str, Any] = {"Fraction": Fraction}
    for example in DocTestParser().get_examples(block):
        if example.source.startswith(("from", "def")):
            exec(example.source, names)
    return names


def measured(d: Fraction, boards: list[str], *counts: int) -> dict[str, Fraction]:
    """The accepted results of a group, from the diagonal of its density matrix: the boards in equal shares, depolarised
    with probability d."""
    diagonal = {board: d / 4 ** len(board) for board in map("".join, product("XO.", repeat=len(boards[0])))}
    for board in boards:
        diagonal[board] += (1 - d) / len(boards)
    accepted = {board: share for board, share in diagonal.items() if [*map(board.count, "XO")] == [*counts]}
    return {board: share / sum(accepted.values()) for board, share in accepted.items()}


def test_wrong_share_is_that_of_the_density_matrix(bounds: dict[str, Any]) -> None:
    d, figure_8 = Fraction(1, 10), ["X.O", "XO.", ".XO", ".OX"]
    share = bounds["depolarised"](d, 3, 1, 1)
    for board, chance in (found := measured(d, figure_8, 1, 1)).items():
        assert chance == (1 - share) * Fraction(board in figure_8, 4) + share / len(found)
    assert measured(d, ["X.", ".X"], 1, 0) == {"X.": Fraction(1, 2), ".X": Fraction(1, 2)}


def test_misread_results_are_bounded(bounds: dict[str, Any]) -> None:
    """Nine squares with a mark of each player: each board that can be accepted, and how many qubits must be misread."""
    e, right, wrong = Fraction(1, 20), Fraction(0), Fraction(0)
    for x, o in product(range(9), repeat=2):
        read = ["10" if at == x else "01" if at == o else "00" for at in range(9)]
        misread = sum(map(str.__ne__, "".join(read), "1001" + "00" * 7))
        chance = (x != o) * e**misread * (1 - e) ** (18 - misread)
        right, wrong = right + chance * (misread == 0), wrong + chance * (misread > 0)
    assert 0 < wrong / (right + wrong) <= bounds["qubits_misread"](e)
