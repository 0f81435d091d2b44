"""Goff's game in the command, and what the stochastic game shares with it."""

from qttt.app.command import CommandOption, Offers

COUNTS = (
    'In the JSON "positions" counts the canonical positions of each ply, including those in which the game is over; '
    '"undecided" counts those in which a player is to move.'
)

OFFERS = Offers(
    options=(CommandOption("through", int, "The last ply in the tablebase, 6 or 7. Default: 6.", ("solve",)),),
    help={"solve": COUNTS},
)
