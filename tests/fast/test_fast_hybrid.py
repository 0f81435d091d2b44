"""The hybrid game by hand: its rules on masks, and what its tablebase answers and rejects in late positions."""

from fractions import Fraction

import pytest

from qttt.fast import backend
from qttt.fast.hybrid import ranking
from qttt.fast.hybrid.rules import (
    START,
    SWITCHES,
    Link,
    Setting,
    State,
    actor,
    check,
    link_slot,
    outcome,
    play,
    results,
    score,
    slots,
    written,
)
from qttt.fast.hybrid.solve import solve

CPU = backend.device("cpu")


def state(marks: str, *links: str, turn: str = "X", measuring: int | None = None) -> State:
    """The state of nine marks and links such as "5>7 O"."""
    x, o = (sum(1 << box for box, found in enumerate(marks) if found == mark) for mark in "XO")
    pending = sorted(Link(int(link[0]) - 1, int(link[2]) - 1, link[4]) for link in links)
    return State(x, o, tuple(pending), turn, None if measuring is None else measuring - 1)


def played(setting: Setting, game: str) -> State:
    """The state after moves and results such as "1 =X 2>1"."""
    found = START
    for token in game.split():
        if token.startswith("="):
            found = results(setting, found)["XO".index(token[1])]
        else:
            control, *target = (int(box) - 1 for box in token.split(">"))
            found = play(setting, found, link_slot(control, *target) if target else control)
    return found


def test_game_of_the_source() -> None:
    won = played(Setting(), "7 =X 5>7 3 =X 9>3 5 =O 9 =O")
    assert won == state("..O.O.O.O")
    assert outcome(won) == "win of O"
    before = played(Setting(), "7 =X 5>7 3 =X 9>3 5")
    assert (actor(before), written(before)) == ("CHANCE", "..X...X.., 5>7 O, 9>3 O, X measures 5")
    assert results(Setting(), before) == (
        state("..X.X.X..", "9>3 O", turn="O"),
        state("..X.O.O..", "9>3 O", turn="O"),
    )


def test_effect_of_a_triggered_link() -> None:
    # it reverses the mark there, or makes it the owner's; the other result leaves the target as it is
    before = state("O........", "2>1 O", measuring=2)
    assert results(Setting(), before) == (state("OX.......", turn="O"), state("XO.......", turn="O"))
    assert results(Setting(effect="take"), before)[1] == state("OO.......", turn="O")
    assert results(Setting(effect="take"), state("X........", "2>1 O", measuring=2))[1] == state("OO.......", turn="O")
    # two links that are triggered together cancel
    two = state("O........", "2>1 O", "2>1 O", measuring=2)
    assert results(Setting("two"), two)[1] == state("OO.......", turn="O")


def test_legal_moves() -> None:
    assert slots(Setting(), START) == tuple(range(9))
    one = state("XO.......", "3>1 X", "4>1 O")
    classical = tuple(range(2, 9))
    links = [link_slot(control, target) for control in range(2, 9) for target in (0, 1)]
    assert slots(Setting("two"), one) == (*classical, *links)
    assert slots(Setting(), one) == (*classical, *links[4:])
    assert slots(Setting(targets="one"), one) == (*classical, *links[5::2])
    assert slots(Setting("single"), one) == classical
    assert slots(Setting("single"), state("XO.......")) == (*classical, *links)
    with pytest.raises(ValueError, match=r"slot 0 is not legal in XO\.\.\.\.\.\.\., 3>1 X, 4>1 O, X to move"):
        play(Setting(), one, 0)
    assert slots(Setting(), state("XXX......")) == slots(Setting(), state("XO.......", measuring=3)) == ()


def test_ends() -> None:
    both = state("XXXOOO...", turn="O")
    assert outcome(both) == "lines of both"
    worth = {setting: score(Setting(both=setting), both) for setting in SWITCHES["both"]}
    assert worth == {"draw": 0, "X": 1, "measurer": 1, "other": -1}
    worth = {setting: score(Setting(both=setting), both._replace(turn="X")) for setting in SWITCHES["both"]}
    assert worth == {"draw": 0, "X": 1, "measurer": -1, "other": 1}
    assert (outcome(state("XOXXOOOXX")), score(Setting(), state("XOXXOOOXX"))) == ("draw", 0)
    assert score(Setting(), state("OOO.XX.X.")) == -1
    with pytest.raises(ValueError, match="the game is not over"):
        score(Setting(), START)


def test_game_goes_on_while_a_box_is_measured() -> None:
    before = state("OXOOOX.XO", "7>2 O", measuring=7)
    assert (outcome(before), actor(before), slots(Setting(), before)) == (None, "CHANCE", ())
    after = state("OXOOOXXXO", turn="O"), state("OOOOOXOXO", turn="O")
    assert results(Setting(), before) == after
    assert [*map(outcome, after)] == ["win of O"] * 2


def test_invalid_setting_is_rejected() -> None:
    with pytest.raises(ValueError, match="switch effect=swap: expected reverse, take"):
        check(Setting(effect="swap"))
    with pytest.raises(ValueError, match="switches links=two targets=any: their layers are those of `pairs`"):
        ranking.layer(Setting("two"), 8)


def test_moves_of_a_late_position() -> None:
    """The last box, 9, makes 1 5 9 a line if X is found; otherwise the game is a draw. X, who is to move, measures it:
    O would link it to 1, 3, 5 or 8, and then O has a line if O is found. If O is to move that is what O does."""
    tablebase = solve(CPU, Setting("two"), least=8).tablebase
    at = state("XOXOXOOX.")
    assert (tablebase.value(at), tablebase.best(at)) == (Fraction(1, 2), (8,))
    of_o = at._replace(turn="O")
    assert tablebase.value(of_o) == 0
    assert tablebase.best(of_o) == tuple(link_slot(8, target) for target in (0, 2, 4, 7))


def test_two_equal_links_do_nothing_unless_they_take() -> None:
    """Of the position before. Taken by O, 5 makes a line of O with 9."""
    for effect, worth in (("reverse", Fraction(1, 2)), ("take", Fraction(0))):
        tablebase = solve(CPU, Setting("two", effect=effect), least=8).tablebase
        assert tablebase.value(state("XOXOXOOX.", "9>5 O", "9>5 O")) == worth
        assert tablebase.value(state("XOXOXOOX.", "9>7 O", "9>7 O")) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("setting", "wrong"),
    [
        (Setting(), state("XO.......", "3>1 X", "3>2 X")),
        (Setting(), state("XO.......", "1>2 X")),
        (Setting(), state("XO.......", "3>4 X")),
        (Setting(), state("XO.......", "3>3 X")),
        (Setting(), state("XO.......", "3>1 Z")),
        (Setting(), state("XO.......", turn="Y")),
        (Setting(), State(1, 1)),
        (Setting(), State(1 << 9)),
        (Setting(), State(-1)),
        (Setting("single"), state("XO.......", "3>1 X", "4>2 O")),
        (Setting(targets="one"), state("XO.......", "3>1 X", "4>1 O")),
        (Setting("two"), state("XXOOXXOO.", "9>1 X", "9>1 X", "9>2 X")),
    ],
)
def test_invalid_position_is_rejected(setting: Setting, wrong: State) -> None:
    """Nor is it one while a box is measured, not even the control of the wrong link."""
    tablebase = solve(CPU, setting, least=8).tablebase
    for at in (wrong, *(wrong._replace(measuring=box) for box in range(9))):
        for ask in (tablebase.value, tablebase.values, tablebase.best):
            with pytest.raises(KeyError, match="is not a position of this game"):
                ask(at)


@pytest.mark.parametrize(
    ("marks", "measuring"), [("XO.......", 1), ("XO.......", 2), ("XO.......", 0), ("XO.......", 13), ("XXX......", 4)]
)
def test_boxes_that_cannot_be_measured_are_rejected(marks: str, measuring: int) -> None:
    """Boxes 1 and 2 are measured already, 0 and 13 are not boxes, and with a line the game is over."""
    tablebase = solve(CPU, Setting(), least=8).tablebase
    with pytest.raises(KeyError, match=f"X measures {measuring} is not a position of this game"):
        tablebase.value(state(marks, measuring=measuring))


def test_unsolved_position_is_rejected() -> None:
    with pytest.raises(KeyError, match="fewer boxes measured than were solved"):
        solve(CPU, Setting(), least=8).tablebase.value(START)


@pytest.mark.parametrize("least", [-1, 10])
def test_other_numbers_of_measured_boxes_are_rejected(least: int) -> None:
    for setting in (Setting(), Setting("two")):
        with pytest.raises(ValueError, match=f"^least {least}: expected 0 to 9 measured boxes$"):
            solve(CPU, setting, least=least)
