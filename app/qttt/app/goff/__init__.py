"""Goff's game in the command, and what the stochastic game shares with it."""

from qttt.app.options import Offers

COUNTS = (
    'In the JSON "positions" counts the canonical positions of each ply, including those in which the game is over; '
    '"undecided" counts those in which a player is to move.'
)

OFFERS = Offers(help={"solve": COUNTS})
