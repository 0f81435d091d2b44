"""TiqTaqToe's boards as codes, its tables and matches: what is rejected and reported."""

from functools import cache

import pytest

from qttt.fast.answers import UnknownPosition
from qttt.fast.backend import Cpu
from qttt.fast.progress import Progress
from qttt.fast.tiqtaqtoe import boards, solve
from qttt.fast.tiqtaqtoe import enumerate as enumeration
from qttt.fast.tiqtaqtoe.boards import code_of, text
from qttt.fast.tiqtaqtoe.setting import Setting, State, check, written
from qttt.fast.tiqtaqtoe.solve import estimates, perft
from qttt.fast.tiqtaqtoe.tablebase import Tablebase

CPU = Cpu()


@cache
def solved(setting: Setting) -> Tablebase:
    """The tablebase of a game."""
    return solve.solve(CPU, setting).tablebase


def test_tables_of_boards() -> None:
    assert text(code_of("XO.X..O.X")) == "XO.X..O.X"
    assert code_of("X........") == 1
    assert code_of(".O.......") == 6
    assert [boards.PAIRS.index(pair) for pair in ((0, 1), (0, 2), (7, 8))] == [0, 1, 35]
    with pytest.raises(ValueError, match="expected nine of X, O and"):
        code_of("XO")
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
    assert written(State((code_of("XXXOO...."),), measured=True)) == "XXXOO.... measured"


def test_clash_of_labels_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "LABELS", boards.LABELS % 64 + 1)
    with pytest.raises(enumeration.LabelClash, match="have one label"):
        enumeration.enumerate_graph(CPU, Setting("minimal"))


def test_progress_is_reported() -> None:
    told: list[Progress] = []
    solve.solve(CPU, Setting("minimal"), told.append)
    ended = [(piece.task, piece.ply) for piece in told if piece.done == piece.positions]
    assert ended == [("enumerate", ply) for ply in range(9)] + [("value", ply) for ply in range(9, -1, -1)]
    positions = {piece.ply: piece.positions for piece in told if piece.task == "enumerate"}
    assert [*positions.values()] == solved(Setting("minimal")).graph.sizes[:-1].sum(1).tolist()


def test_interrupt_is_not_lost() -> None:
    def interrupt(piece: Progress) -> None:
        if (piece.task, piece.ply) == ("value", 4):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve.solve(CPU, Setting("minimal"), interrupt)


def test_sequences_of_no_position_and_of_no_depth_are_rejected() -> None:
    for wrong in (State((1 + 6, 2 + 3, 9 + 54)), State(tuple(range(9, 9 + 16)))):
        with pytest.raises(UnknownPosition, match="no game reaches the position"):
            perft(CPU, Setting(), 1, wrong)
    for depth in (0, 10):
        with pytest.raises(ValueError, match="expected 1 to 9"):
            perft(CPU, Setting(), depth)


def test_state_that_no_game_reaches() -> None:
    for wrong in (State((1 + 3,)), State((1, 6)), State((1, 1)), State(()), State((0, 1, 2)), State((0,), True)):
        with pytest.raises(KeyError, match="no game reaches the position"):
            solved(Setting("minimal")).value(wrong)


def test_one_mark_promises_nothing() -> None:
    graph = solved(Setting("minimal")).graph
    assert not estimates(CPU, graph)[graph.starts[1] : graph.starts[2]].any()
