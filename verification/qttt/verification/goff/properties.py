"""Properties of Goff's game: those of every game, and the reference against the kernels of outcome and settlement."""

from functools import partial
from itertools import combinations

from hypothesis import strategies as st

from qttt.fast.goff.board import SQUARES
from qttt.fast.goff.position import ABSENT, FOREST, component, entangle
from qttt.fast.goff.position import settling_square as settled_square
from qttt.reference.goff import Goff, Mark, Move, Position, Selection, Spooky
from qttt.reference.goff.collapse import settled_squares
from qttt.reference.notation import player_of
from qttt.verification.goff.engines import outcomes_of
from qttt.verification.properties import of_game, searched, stated

ACTIONS = st.builds(Move, st.integers(), st.integers()) | st.sampled_from(Selection)
STARTS = "", "X1.1-9 O2.1-9 selA", "X1.1-9 O2.1-9"
STATES = (
    "-",
    "X1.1-9 O2.3-5",
    "X1@9 O2@3 X3@1 O4.5-7",
    "X1.1-9 O2.1-9",
    "X1@1 O2@2 X3@3",
    "X1@1 O2@4 X3@5 O4@9 X5@2 O6@3 X7@8 O8@7",
)


@stated(choices=st.lists(st.integers(0, SQUARES - 1), max_size=SQUARES))
def the_kernel_knows_the_outcome(choices: list[int]) -> None:
    free, plies = [*range(SQUARES)], dict[int, int]()
    for ply, choice in enumerate(choices, start=1):
        plies[free.pop(choice % len(free))] = ply
    by_reference, by_kernel = outcomes_of(plies)
    assert by_reference == by_kernel


@stated(moves=st.lists(st.sampled_from([*combinations(range(SQUARES), 2)]), min_size=2, max_size=5))
def the_kernel_settles_marks_where_the_reference_does(moves: list[tuple[int, int]]) -> None:
    forest = [*[ABSENT] * 18, *[0] * (FOREST - 18)]
    spooky = []
    for i, (u, v) in enumerate(moves):
        spooky.append(Spooky(Mark(player_of(i + 1), i + 1), Move(u + 1, v + 1)))
        if component(forest, u, i) >> v & 1:
            break
        entangle(forest, i, u, v)
    else:
        return
    for selection, root in zip(Selection, (u, v), strict=True):
        expected = settled_squares(Position(spooky=tuple(spooky), pending=True), selection)
        assert expected.pop(i + 1) == root + 1
        assert expected == {ply: settled_square(forest, ply - 1, root) + 1 for ply in expected}


PROPERTIES = (
    *of_game(Goff(), ACTIONS, "sel", STARTS, STATES),
    the_kernel_knows_the_outcome,
    the_kernel_settles_marks_where_the_reference_does,
)
search = partial(searched, PROPERTIES)
