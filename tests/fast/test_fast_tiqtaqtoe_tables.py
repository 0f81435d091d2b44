"""TiqTaqToe's tables: how much is counted, what progress reports, what is kept on disk, and the GPU's launches."""

from functools import cache, partial, reduce
from pathlib import Path

import pytest

from qttt.fast.answers import UnknownPosition
from qttt.fast.backend import Cpu
from qttt.fast.progress import Progress
from qttt.fast.tiqtaqtoe import agents, boards, solve
from qttt.fast.tiqtaqtoe import enumerate as enumeration
from qttt.fast.tiqtaqtoe.perft import perft
from qttt.fast.tiqtaqtoe.rules import START, Setting, State
from qttt.fast.tiqtaqtoe.single import play
from qttt.fast.tiqtaqtoe.tablebase import Tablebase

CPU = Cpu()


@cache
def solved(setting: Setting) -> Tablebase:
    """The tablebase of a game."""
    return solve.solve(CPU, setting).tablebase


def test_classical_tic_tac_toe_has_5478_positions() -> None:
    table = solved(Setting("classic"))
    assert sum(counts["raw"] for counts in table.states.values()) == 5478
    assert sum(counts["canonical"] for counts in table.states.values()) == 765
    assert table.states["terminal"] == {"canonical": 138, "raw": 958}
    assert table.states["chance"] == {"canonical": 0, "raw": 0}
    assert table.value(START) == 0


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
    assert tuple(positions.values()) == solved(Setting("minimal")).positions


def test_interrupt_is_not_lost() -> None:
    def interrupt(piece: Progress) -> None:
        if (piece.task, piece.ply) == ("value", 4):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve.solve(CPU, Setting("minimal"), interrupt)


def test_sequences_of_classical_games() -> None:
    # well known; 5-ply games are 1,440, so the sixth ply has 54,720 sequences
    expected = (9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872)
    assert perft(CPU, Setting("classic"), 9) == expected
    assert perft(CPU, Setting("classic"), 4) == expected[:4]


def test_sequences_by_hand() -> None:
    # Moves that take one or two of the empty squares: 1,186,920 sequences of five, by the number of superpositions
    # 15,120 + 151,200 + 453,600 + 453,600 + 113,400. The last fill the board, so each is measured in 16 ways.
    assert perft(CPU, Setting("minimal"), 5) == (45, 1332, 23940, 237384, 1186920 + 15 * 113400)
    # against X in one square O has 8 + 36 moves; against X in two, 7 + 21, and 14 more at high
    assert perft(CPU, Setting("moderate"), 2) == (45, 9 * 44 + 36 * 28)
    assert perft(CPU, Setting("high"), 2) == (45, 9 * 44 + 36 * 42)
    assert perft(CPU, Setting("high", pair="legal"), 2) == (45, 9 * 44 + 36 * 43)
    for depth in (0, 10):
        with pytest.raises(ValueError, match="expected 1 to 9"):
            perft(CPU, Setting(), depth)


def test_sequences_from_a_position_by_hand() -> None:
    high, minimal = Setting(), Setting("minimal")
    # after X 1-2: seven single squares, 21 pairs of them, and seven with square 1 or 2
    assert perft(CPU, high, 1, play(high, START, 9)) == (7 + 21 + 2 * 7,)
    # four pairs and a mark: X has a line on 4 of the 16 boards, and on each other one there are 4 squares and 6 pairs
    pairs = reduce(partial(play, minimal), (*(9 + boards.PAIRS.index((at, at + 1)) for at in (0, 2, 4, 6)), 8), START)
    assert perft(CPU, minimal, 1, pairs) == (12 * (4 + 6),)
    full = reduce(partial(play, minimal), (0, 1, 3, 2, 4, 5, 7, 6), START)
    assert perft(CPU, minimal, 3, full) == (1, 0, 0)
    for wrong in (State((1 + 6, 2 + 3, 9 + 54)), State(tuple(range(9, 9 + 16)))):
        with pytest.raises(UnknownPosition, match="no game reaches the position"):
            perft(CPU, high, 1, wrong)


def test_stored_graph_serves_playouts(tmp_path: Path) -> None:
    before = solved(Setting("minimal", both="X"))
    before.save(tmp_path / "table")
    table = Tablebase.open(tmp_path / "table", Setting("minimal", both="X"))
    for slot in range(45):
        after = play(table.setting, START, slot)
        assert table.values(after) == before.values(after)
    assert agents.playouts(CPU, table.graph).chances(START) == agents.playouts(CPU, before.graph).chances(START)
    with pytest.raises(ValueError, match="level 'none'"):
        Tablebase.open(tmp_path / "table", Setting("none"))
