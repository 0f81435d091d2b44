"""TiqTaqToe in the command."""

from qttt.app.options import Offers

OFFERS = Offers(
    help={
        "solve": (
            "The value is the chance that only X has a line minus the chance that only O has one, under best play; if "
            'both have one, that counts 0, or what the switch both says. "outcomes" are the chances under one optimal '
            'pair of strategies, "positions" and "undecided" count the canonical positions per ply in which a player '
            'is to move, and "states" counts all positions, with and without those equivalent by symmetry.'
        ),
        "show": "With the chances of each square and the entangled groups.",
        "play": "Chance measures when no square is certainly empty; the command shows the board that was measured.",
    },
)
