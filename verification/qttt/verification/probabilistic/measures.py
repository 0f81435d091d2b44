"""The exact measures of agents: see `qttt.verification.measures`. Play can return, so games cannot be counted one by
one."""

from qttt.verification.measures import Ground

GROUND = Ground("probabilistic", {"seed": 2024}, through=9, counted=0, moves=lambda position: 0)
perfect_play_loses_nothing = GROUND.perfect_play_loses_nothing
