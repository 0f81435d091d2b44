"""TiqTaqToe's boards as codes, what its rules reject, and the kinds of nodes."""

from collections.abc import Callable

import numpy as np
import pytest

from qttt.fast.tiqtaqtoe import boards, moves, nodes
from qttt.fast.tiqtaqtoe.boards import PAIRS, SQUARES, code_of, text
from qttt.fast.tiqtaqtoe.rules import (
    START,
    Setting,
    State,
    check,
    written,
)
from qttt.fast.tiqtaqtoe.single import play, score


def state(*texts: str, measured: bool = False) -> State:
    """The state of boards as texts."""
    return State(tuple(sorted(map(code_of, texts))), measured)


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


def test_slots_turn_with_the_board() -> None:
    # the second symmetry is a quarter turn: square 1 goes to 3, 2 to 6, so the pair 1-2 to 3-6
    assert boards.SLOT_IMAGES[1, slot(1)] == slot(3)
    assert boards.SLOT_IMAGES[1, slot(1, 2)] == slot(3, 6)
    assert all(sorted(images) == list(range(45)) for images in boards.SLOT_IMAGES.tolist())


def test_invalid_setting_is_rejected() -> None:
    for wrong, message in (
        (Setting("quantum"), "level 'quantum': expected classic, minimal, moderate, high"),
        (Setting(both="nobody"), "switch both=nobody: expected even, X, O, last-mover, other"),
        (Setting("minimal", pair="legal"), "switch pair=legal: only the level high has it, this is minimal"),
    ):
        with pytest.raises(ValueError, match=message):
            check(wrong)
    assert check(Setting("moderate", both="X")) == Setting("moderate", both="X")


def test_illegal_move_is_rejected() -> None:
    with pytest.raises(ValueError, match=r"slot 0 is not legal in X\.\.\.\.\.\.\.\."):
        play(Setting(), state("X........"), 0)
    with pytest.raises(ValueError, match="the game is not over"):
        score(Setting(), START)
    assert written(state("XXXOO....", measured=True)) == "XXXOO.... measured"


def images(found: State, symmetry: int) -> list[int]:
    """The boards of an image, ascending."""
    return sorted(int(boards.TURNED[symmetry, code]) for code in found.codes)


def kind_and_images(found: State, lines: bool, kernel: Callable[..., None] = nodes.classify) -> tuple[int, int]:
    """What a set is, by the kernel run as Python."""
    kinds, counts = np.empty(1, np.uint8), np.empty(1, np.uint8)
    tables = boards.MASKS, boards.HAS_LINE, boards.TURNED
    rows = np.array([found.codes], np.uint16)
    kernel(0, np.empty(moves.WORK, np.int64), rows, *tables, int(lines), kinds, counts)
    return int(kinds[0]), int(counts[0])


KINDS = [
    (("XX.OOXX..",), nodes.DECISION, 8),
    ((".........",), nodes.DECISION, 1),
    (("X........",), nodes.DECISION, 4),
    (("X........", "........X"), nodes.DECISION, 2),
    (("XXXOO....",), nodes.X_WON, 8),
    (("OOOXXXX..",), nodes.BOTH, 8),
    (("XOXXOOOXX",), nodes.NEITHER, 4),
    (("XXX.OO...", "X..XOOX.."), nodes.DECISION, 8),
    (("XOXXOOOX.", "XOXXOO.XO"), nodes.CHANCE, 8),
]


@pytest.mark.parametrize(("texts", "kind", "count"), KINDS)
def test_kinds_of_nodes(texts: tuple[str, ...], kind: int, count: int) -> None:
    assert kind_and_images(state(*texts), lines=True) == (kind, count)


def test_lines_may_count_only_on_full_boards() -> None:
    assert kind_and_images(state("XXXOO...."), lines=False)[0] == nodes.DECISION
    assert kind_and_images(state("XXXOOXOXO"), lines=False)[0] == nodes.X_WON
    assert kind_and_images(state("XXXOOXOXO", "XXXOOXOOX"), lines=False)[0] == nodes.CHANCE
