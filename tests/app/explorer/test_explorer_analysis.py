"""The analysis of a game: its turning point, and its largest loss."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from qttt.app.explorer.verdict import turning_point
from qttt.reference.game import Actor

from .application import Application

X, O, CHANCE = Actor.X, Actor.O, Actor.CHANCE
SURE = (("board", ";".join(["1,0,0"] * 9)),)
"""The options of a board where each mark is placed for sure: ordinary tic-tac-toe, with a node of chance per move."""
BOARD_1 = (("seed", "1"),)

GAMES = [
    # 10 before X9 and -10 after it; O8 gave away 30, from -20 to 10, and O won all the same.
    ("goff", (), "X1.4-7 O2.4-9 X3.2-7 O4.2-5 X5.1-8 O6.6-9 X7.1-2 O8.3-9 X9.1-7 selB", "X9.1-7", "O8.3-9"),
    ("goff", (), "X1.1-9 O2.1-3 X3.5-6 O4.1-3 selA", "X3.5-6", "X3.5-6"),
    ("goff", (), "X1.1-9 O2.1-3", None, None),
    # By hand: against 5 and 9, O must take a corner; after O4.2 the move X5.3 threatens both 6 and 7.
    ("probabilistic", SURE, "X1.5 success O2.1 success X3.9 success O4.2 success X5.3 success", "O4.2", "O4.2"),
    # X1.7 leaves X with 0.498 instead of 0.561; O2.8 gives away 0.136, and chance puts X's mark there.
    ("probabilistic", BOARD_1, "X1.7 failure O2.8 success X3.9 failure", "X1.7", "O2.8"),
    # X1.9 leaves X ahead; only the failure puts X behind.
    ("probabilistic", BOARD_1, "X1.9 failure O2.5 success X3.1 failure", None, "X1.9"),
    # X5 turns 0.35 into -0.37, and the measurement finds a draw; after X3, which cost the lead too, X was ahead again.
    ("tiqtaqtoe", (), "X1.3-9 O2.8 X3.4-6 O4.5-9 X5.1-8 O6.2-6 X7.7 =XOXXO.XO.", "X5.1-8", "X5.1-8"),
]


@pytest.mark.parametrize(("name", "options", "moves", "turn", "largest"), GAMES)
def test_analysis_finds_turning_point_and_largest_loss(
    application: Application,
    name: str,
    options: Sequence[tuple[str, str]],
    moves: str,
    turn: str | None,
    largest: str | None,
) -> None:
    found = application.ask(f"/{name}/analysis", **dict(options), moves=moves)
    tokens = [None if found[key] is None else found["actions"][found[key]]["token"] for key in ("turn", "largest")]
    assert tokens == [turn, largest]
    assert all(token in found["verdict"] for token in tokens if token)


def test_turning_point_of_goff_is_in_the_values_of_the_oracle(application: Application) -> None:
    oracle = application.oracle("goff")
    values = [int(oracle.value(position)) for position in oracle.game.read(GAMES[0][2]).positions]
    assert values == [10, 0, 20, 10, 10, -10, 0, -20, 10, -10, -10]


def test_verdict_names_what_would_have_held(application: Application) -> None:
    found = application.ask("/goff/analysis", moves=GAMES[0][2])
    held = found["actions"][8]["best"][0]
    assert found["verdict"].startswith("X9.1-7 was the turning point: X was ahead before it and has not been since. ")
    assert f"{held} would have held that." in found["verdict"] or f"{held}, " in found["verdict"]
    assert found["actions"][7]["grade"] == "blunder"
    assert found["verdict"].endswith("The largest loss was O8.3-9: from complete win of O to narrow win of X.")


@pytest.mark.parametrize(
    ("actors", "values", "turn"),
    [
        ([X, O], [0, 0, 0], None),
        ([X, O], [1, 0, 0], 0),
        ([X, O], [1, 0, 1], 1),  # X stands as well as before again, and O worse than before
        ([X, O, X], [1, -1, 0, 0], 1),  # both lost a win: the last counts
        ([X, O, X], [1, -1, 1, -1], 2),
        ([X, CHANCE], [2, 1, -1], None),  # X lost value but stayed ahead; chance decided
        ([X, CHANCE], [1, -1, 1], None),  # chance gave it back
        ([X, O, X], [None, None, 1, -1], 2),
        ([X, O, X], [1, 0, None, 0], 0),
    ],
)
def test_turning_point_is_never_made_good(actors: list[Actor], values: list[int | None], turn: int | None) -> None:
    exact = [None if value is None else Fraction(value) for value in values]
    assert turning_point(actors, exact, Fraction(0)) == turn
    mirrored = [{X: O, O: X}.get(actor, actor) for actor in actors]
    assert turning_point(mirrored, [value and -value for value in exact], Fraction(0)) == turn
