"""TiqTaqToe's solver and agents: positions derived by hand, and known numbers."""

from fractions import Fraction
from functools import cache

import pytest

from qttt.fast.backend import Cpu
from qttt.fast.tiqtaqtoe import agents, solve
from qttt.fast.tiqtaqtoe.boards import code_of
from qttt.fast.tiqtaqtoe.rules import START, SWITCHES, Setting, State
from qttt.fast.tiqtaqtoe.tablebase import Tablebase
from qttt.verification.strict_device import StrictDevice

CPU = Cpu()


@cache
def solved(setting: Setting) -> dict[str, Tablebase]:
    """The tablebases of a game under each value of the switch `both`."""
    several = [setting._replace(both=both) for both in SWITCHES["both"]]
    return {
        table.setting.both: table for table in (found.tablebase for found in solve.solve_all(StrictDevice(), several))
    }


def state(*texts: str) -> State:
    return State(tuple(sorted(map(code_of, texts))))


LINES_OF_BOTH = state("XXXOOO..X", "XXXOO..OX", "XX.OOOX.X", "XX.OO.XOX")
"""X in 3 or 7, O in 6 or 8: both have a line, X has one, O has one, or O makes one in 6 with the next move."""


def test_measurement_by_hand() -> None:
    # O is in 8 or in 9. If in 8, X completes 1-5-9; if in 9, X takes 8 for nothing.
    due = state("XOXOXXOO.", "XOXOXXO.O")
    # Where O's mark may be taken along, X then exchanges 8 and 9, and completes 1-5-9 half the time.
    for level, half in (("minimal", 2), ("moderate", 3), ("high", 3)):
        table = solved(Setting(level))["even"]
        assert table.value(due) == Fraction(half, 4)
        assert [*table.outcomes(due)] == [Fraction(half, 4), 0, 0, 1 - Fraction(half, 4)]
        assert table.values(due) == {}
        assert table.best(due) == ()


@pytest.mark.parametrize(
    ("both", "value"), [("even", "-1/4"), ("X", "0"), ("O", "-1/2"), ("last-mover", "0"), ("other", "-1/2")]
)
def test_lines_of_both_by_hand(both: str, value: str) -> None:
    table = solved(Setting("minimal"))[both]
    assert table.value(LINES_OF_BOTH) == Fraction(value)
    assert [*table.outcomes(LINES_OF_BOTH)] == [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4), 0]


def test_line_counts_later_at_a_full_board() -> None:
    # X has a line before O makes one and X fills the board: with both lines the game is even, X's point or O's
    after = state("XXXOO.XO.")
    tables = solved(Setting("classic", lines="full-board"))
    assert {both: str(tables[both].value(after)) for both in ("even", "X", "O")} == {"even": "0", "X": "1", "O": "-1"}
    assert solved(Setting("classic"))["even"].value(after) == 1


def test_state_that_no_game_reaches() -> None:
    table = solved(Setting("minimal"))["even"]
    for wrong in (
        state("XX......."),
        state("X........", ".O......."),
        State((1, 1)),
        State(()),
        State((0, 1, 2)),
        State((0,), measured=True),
    ):
        with pytest.raises(KeyError, match="no game reaches the position"):
            table.value(wrong)


def test_random_play_of_classical_tic_tac_toe() -> None:
    # known: X wins 737 in 1,260 random games, O 121 in 420, and 8 in 63 are drawn
    chances = agents.playouts(CPU, solved(Setting("classic"))["even"].graph).chances(START)
    for found, exact in zip(
        chances, (Fraction(737, 1260), Fraction(121, 420), Fraction(0), Fraction(8, 63)), strict=True
    ):
        assert abs(Fraction(found) - exact) <= Fraction(agents.ERROR_BOUND) * exact


@pytest.mark.parametrize(
    ("board", "worth_of_it"),
    [
        (".........", 0),
        ("XX.......", 25),
        ("OO.......", -25),
        ("XXO......", 5),
        ("OOX......", -5),
        ("XXX......", 50),
        ("OOO......", -50),
        ("X...X....", 25),  # 1-5-9
        ("X...O...X", 5),
        ("XXXOO....", 50 - 25),  # X has two nowhere else: 1-4-7, 2-5-8, 1-5-9 and 3-5-7 have one of each
    ],
)
def test_heuristic_by_hand(board: str, worth_of_it: int) -> None:
    assert agents.EVALUATIONS[code_of(board)] == worth_of_it


def test_first_look_ahead_by_hand() -> None:
    # one mark promises nothing; a second one X may put beside it is worth 25 in a line
    graph = solved(Setting("high"))["even"].graph
    assert set(agents.horizon(CPU, graph, 2).values(START).values()) == {0}
    with pytest.raises(ValueError, match="depth 1: expected at least 2"):
        agents.horizon(CPU, graph, 1)
