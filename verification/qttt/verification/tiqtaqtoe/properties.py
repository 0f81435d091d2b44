"""Properties of TiqTaqToe: those of every game."""

from functools import partial

from hypothesis import strategies as st

from qttt.reference.tiqtaqtoe import Measurement, Pair, Single, TiqTaqToe
from qttt.verification.properties import of_game, searched

SQUARE = st.integers()
ACTIONS = st.builds(Single, SQUARE) | st.builds(Pair, SQUARE, SQUARE) | st.builds(Measurement, st.text(max_size=9))
STARTS = "", "X1.1-2", "X1.1-2 O2.3"
STATES = (
    ".........",
    ".X....... | X........",
    "XOX..O..X",
    "XOXOXO.X.",
    "XXXOO.... measured",
    ".O..X..X. | .O..XX... | O...X..X. | O...XX...",
    "XOXXOXOXO | XOXXOXXOO",
)
PROPERTIES = of_game(TiqTaqToe(), ACTIONS, "=", STARTS, STATES)
search = partial(searched, PROPERTIES)
