"""Goff's solver: the tablebase's answers, what is rejected, and progress."""

import pytest

from qttt.fast.answers import actions_of
from qttt.fast.backend import Cpu
from qttt.fast.goff import rules
from qttt.fast.goff.board import place
from qttt.fast.goff.moves import ACTIONS
from qttt.fast.goff.outcome import UNFINISHED, scores
from qttt.fast.goff.solve import Solution, perft, solve
from qttt.fast.goff.tablebase import undecided
from qttt.fast.progress import Progress


def test_undecided_positions_are_those_that_go_on(solution: Solution) -> None:
    """No line is complete before ply 5. Afterwards the kernel of the rules says the same of each position."""
    tablebase = solution.tablebase
    assert tablebase.undecided[:5] == tablebase.positions[:5]
    some = tablebase.keys[5][::97]
    going = [int(code) for code in some if rules.outcome(int(code)) == UNFINISHED]
    assert undecided((some,)) == (len(going),)
    assert tablebase.positions[5] - tablebase.undecided[5] > 0
    assert len(going) < len(some)


@pytest.mark.parametrize("double_win", [False, True])
@pytest.mark.parametrize("collapse", ["opponent", "self"])
def test_principal_variation_keeps_the_value_to_the_end(
    solution: Solution, collapse: rules.Collapse, double_win: bool
) -> None:
    answers = solution.tablebase.answers(collapse, double_win)
    positions = [rules.INITIAL]
    while best := actions_of(answers.best(positions[-1:]), ACTIONS):
        positions.append(rules.play(positions[-1], best[0]))
    worth = scores(double_win)[rules.outcome(positions[-1])]
    assert answers.values(positions).tolist() == [worth] * len(positions)


def test_invalid_depths_are_rejected() -> None:
    for depth in (0, 10):
        with pytest.raises(ValueError, match="expected 1 to 9"):
            perft(Cpu(), depth)


def test_every_level_is_reported(solution: Solution) -> None:
    seen: list[Progress] = []
    assert solve(Cpu(), report=seen.append).games == solution.games
    finished = [(p.task, p.ply) for p in seen if p.done == p.positions]
    assert finished == [("enumerate", ply) for ply in range(6)] + [("value", ply) for ply in range(6, -1, -1)]


def test_position_no_game_reaches_is_not_found(solution: Solution) -> None:
    with pytest.raises(KeyError, match="no game reaches"):
        solution.tablebase.answers("self").values([place(0, 0) << 42 + 12])
