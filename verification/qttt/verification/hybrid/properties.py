"""Properties of Q3T: those of every game, and a measurement by reference and kernel."""

from functools import partial

from hypothesis import strategies as st

from qttt.fast.hybrid.rules import SLOTS, play
from qttt.fast.hybrid.rules import setting_of as kernel_setting
from qttt.oracle.hybrid import position_of_state, setting_of, state_of
from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid, Link, Measure, PendingLink, Position, Result
from qttt.reference.hybrid.position import measured
from qttt.verification.properties import of_game, searched, stated

BOX = st.integers(1, 9)
ACTIONS = st.builds(Measure, st.integers()) | st.builds(Link, st.integers(), st.integers()) | st.sampled_from(Result)
STARTS = "", "X1.7 =X", "X1.7 =X O2.5>7"
STATES = (
    "........., X to move",
    "..X...X.., 5>7 O, X measures 5",
    "..X...X.., 5>7 O, 9>3 O, X to move",
    "XO.XO.X.., O to move",
    "XXXOO...., X to move",
)


@stated(marks=st.sampled_from(("XOXOXOXOX", "OOOXXXOOO")), box=BOX, target=BOX, result=st.booleans(), own=st.booleans())
def the_kernel_measures_as_the_reference_does(marks: str, box: int, target: int, result: bool, own: bool) -> None:
    if box == target:
        return
    links = (PendingLink(box, target, Actor.X if own else Actor.O),)
    position = Position(f"{marks[: box - 1]}.{marks[box:]}", links, Actor.X, box)
    for effect in ("reverse", "take"):
        state = state_of(position)
        play(state, [], SLOTS + result, kernel_setting(setting_of(Hybrid(effect=effect))))
        assert position_of_state(state) == measured(position, Actor.O if result else Actor.X, effect)


PROPERTIES = (*of_game(Hybrid(), ACTIONS, "=", STARTS, STATES), the_kernel_measures_as_the_reference_does)
search = partial(searched, PROPERTIES)
