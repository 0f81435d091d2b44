"""The exact measures of agents: see `qttt.verification.measures`."""

from qttt.verification.measures import Ground

GROUND = Ground("tiqtaqtoe", {"level": "minimal"}, through=9, counted=1, moves=lambda position: position.plies)
perfect_play_loses_nothing = GROUND.perfect_play_loses_nothing
random_play_is_counted = GROUND.random_play_is_counted
