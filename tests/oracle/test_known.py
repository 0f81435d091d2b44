"""What ships answers without a solve and without a store; where it ends or is damaged, a solved game answers."""

from collections.abc import Callable
from typing import Any, NoReturn

import pytest

from qttt.fast import known
from qttt.fast.known import Damaged
from qttt.oracle import Oracle, entry_of, game, perfect, store
from qttt.oracle import oracle as oracles
from qttt.oracle.perfect import PLAYERS

SHIPPED = [
    *(game("goff", pair=pair, last=last) for pair in ("legal", "forbidden") for last in ("move", "draw")),
    *(game("tiqtaqtoe", level=level) for level in ("classic", "minimal", "moderate", "high")),
]
"""A game of each table."""
PLAYED = "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB O6.2-8 X7.2-4 O8.2-4 selA"


def unneeded() -> NoReturn:
    raise AssertionError("a tablebase is asked for")


def early(rules: Any, find: Callable[[], Any] = unneeded) -> Oracle[Any, Any]:
    """The oracle by what ships of a game."""
    found = oracles.early(rules, find)
    assert found
    return found


@pytest.mark.parametrize("rules", SHIPPED, ids=str)
def test_start_is_known_without_a_solve(rules: Any) -> None:
    oracle, start = early(rules), rules.initial()
    best = oracle.best(start)
    assert {oracle.values(start)[action] for action in best} == {oracle.value(start)}
    position = start
    for action in oracle.line(start):
        position = rules.play(position, action)
    assert rules.actor(position) not in PLAYERS


def test_what_ships_answers_as_a_solved_game(
    truth: Oracle[Any, Any], reached: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every ply, with cycles that wait to be settled, in games that nobody would play."""
    if entry_of(truth.game).known(truth.game) is None:
        pytest.skip("nothing ships of this game with these options")
    monkeypatch.setattr(perfect, "MOST", 1 << 20)
    oracle, solved = early(truth.game, lambda: truth.tablebase), Oracle(truth.game, truth.tablebase)
    for position in (truth.game.initial(), *reached):
        assert oracle.value(position) == solved.value(position)
        assert oracle.values(position) == solved.values(position)
        assert oracle.best(position) == solved.best(position)
    for position in (truth.game.initial(), *reached[:3], *reached[::20]):
        assert oracle.line(position) == solved.line(position)


@pytest.mark.parametrize(
    "marks",
    [
        "X1@1 O2.2-3 X3.4-5 O4.6-7 X5.8-9 O6.2-4",  # a cycle of one mark
        "X1@1 O2.4-5 X3@2 O4.6-7 X5@3 O6.8-9",  # O moved after the end
    ],
)
def test_position_that_no_game_reaches_is_rejected(marks: str) -> None:
    rules = game("goff")
    position = rules.position(f"{rules.write_position(rules.initial()).partition(':')[0]}: {marks}")
    with pytest.raises(ValueError, match=r"no game of goff-1\.1 reaches"):
        early(rules).value(position)


def test_solved_game_answers_after_many_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(perfect, "MOST", 3)
    oracle = early(game("goff"))
    assert [oracle.value("") for _ in range(3)] == [10, 10, 10]
    with pytest.raises(AssertionError, match="a tablebase is asked for"):
        oracle.value("")


def test_damaged_table_is_one_line_and_the_solver_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def damaged(name: str) -> NoReturn:
        raise Damaged(f"{name}.xz: is altered: it does not match its digest; install qttt again")

    monkeypatch.setattr(known, "load", damaged)
    asked = list[Any]()

    monkeypatch.setattr(store, "find_tablebase", lambda *of: asked.append(of))
    monkeypatch.setattr(oracles, "Oracle", lambda game, tablebase: tablebase)
    oracles.consult(game("goff"), None, "auto", unneeded)
    assert len(asked) == 1
    assert capsys.readouterr().err == (
        "qttt: goff-legal-move.xz: is altered: it does not match its digest; install qttt again; "
        "the solver answers instead\n"
    )
