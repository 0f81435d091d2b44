"""The exact measures of agents: see `qttt.verification.measures`."""

from qttt.verification.measures import Ground

GROUND = Ground("goff", {}, through=3, counted=1, moves=lambda position: position.ply)
perfect_play_loses_nothing = GROUND.perfect_play_loses_nothing
random_play_is_counted = GROUND.random_play_is_counted
