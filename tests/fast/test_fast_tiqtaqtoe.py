"""TiqTaqToe's boards as codes, what its rules reject, and the kinds of moves."""

import numpy as np
import pytest

from qttt.fast.tiqtaqtoe import boards
from qttt.fast.tiqtaqtoe.boards import PAIRS, SQUARES, code_of, text
from qttt.fast.tiqtaqtoe.rules import Setting, State, check, written


def state(*texts: str) -> State:
    """The state of boards as texts."""
    return State(tuple(sorted(map(code_of, texts))))


def slot(*squares: int) -> int:
    """The slot of a move on one or two squares, 1 to 9."""
    first, *rest = (square - 1 for square in squares)
    return SQUARES + PAIRS.index((first, *rest)) if rest else first


def test_tables_of_boards() -> None:
    assert text(code_of("XO.X..O.X")) == "XO.X..O.X"
    assert code_of("X........") == 1
    assert code_of(".O.......") == 6
    assert slot(9) == 8
    assert (slot(1, 2), slot(1, 3), slot(8, 9)) == (9, 10, 44)
    with pytest.raises(ValueError, match="expected nine of X, O and"):
        code_of("XO")
    lines = {frozenset(line) for line in boards.LINES}
    assert len({tuple(image) for image in boards.SYMMETRIES.tolist()}) == 8
    for image in boards.SYMMETRIES.tolist():
        assert {frozenset(image[square] for square in line) for line in lines} == lines
    assert (boards.TURNED[0] == np.arange(boards.CODES)).all()
    # no two boards have one label, nor any power of two of them more than 58 bits
    assert len(set(boards.LABELS[:, 0].tolist())) == boards.CODES
    assert boards.LABELS.min() > 0
    assert 256 * int(boards.LABELS.max()) < 1 << 58


def test_invalid_setting_is_rejected() -> None:
    for wrong, message in (
        (Setting("quantum"), "level 'quantum': expected classic, minimal, moderate, high"),
        (Setting(both="nobody"), "switch both=nobody: expected even, X, O, last-mover, other"),
        (Setting("minimal", pair="legal"), "switch pair=legal: only the level high has it, this is minimal"),
    ):
        with pytest.raises(ValueError, match=message):
            check(wrong)
    assert check(Setting("moderate", both="X")) == Setting("moderate", both="X")


def test_state_is_written_as_text() -> None:
    assert written(State(state("XXXOO....").codes, measured=True)) == "XXXOO.... measured"
