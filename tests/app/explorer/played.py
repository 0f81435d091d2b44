"""One game of each kind, played on, for the tests that hold for every game."""

from typing import NamedTuple


class Played(NamedTuple):
    """A game in play: its moves, what the page says of the last one and under which rule, and where somebody selects or
    chance acts, with all results."""

    moves: str
    words: str
    rule: str
    nodes: dict[str, list[str]]


MEASURED = [f"={a}{b}{c}{d}X" for a in ("X.", ".X") for b in ("O.", ".O") for c in ("X.", ".X") for d in ("O.", ".O")]
OUTCOMES = ["success", "neutral", "failure"]
SELECTIONS = ["selA", "selB"]
PLAYED = {
    "goff": Played(
        "X1.1-9 O2.1-3 X3.1-3",
        "close a cycle",
        "GOFF-CYCLE-1",
        {"X1.1-9 O2.1-9": SELECTIONS, "X1.1-9 O2.1-3 X3.1-3": SELECTIONS},
    ),
    "sqt": Played(
        "X1.1-9 O2.1-9 selA",
        "The System selected selA",
        "SQT-SELECT-1",
        {"X1.1-9 O2.1-9": SELECTIONS, "X1.1-9 O2.1-3 X3.1-3": SELECTIONS},
    ),
    "probabilistic": Played(
        "X1.5 failure",
        "5 gets the mark of O",
        "PROB-OUTCOME-1",
        {"X1.5": OUTCOMES, "X1.5 neutral O2.1": OUTCOMES},
    ),
    "tiqtaqtoe": Played(
        "X1.1-2 O2.2-6",
        "with probability 1/2",
        "TIQ-SUPER-1",
        {"X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9": MEASURED},
    ),
    "hybrid": Played(
        "X1.7 =X O2.5>7 X3.5 =O",
        "7 turns from X to O",
        "HYB-RESULT-1",
        {"X1.7": ["=X", "=O"], "X1.7 =X O2.5>7 X3.5": ["=X", "=O"]},
    ),
}
