"""The exact measures of agents: see `qttt.verification.measures`."""

from qttt.reference.hybrid import Position
from qttt.verification.measures import Ground


def moves(position: Position) -> int:
    """The measured boxes and the pending links."""
    return len(position.measured) + len(position.links)


GROUND = Ground("hybrid", {"links": "single"}, through=3, counted=1, moves=moves)
perfect_play_loses_nothing = GROUND.perfect_play_loses_nothing
random_play_is_counted = GROUND.random_play_is_counted
