"""Agents that play every game of the family, and matches between them.

Written against the `Game` interface alone. `random_play` plays at random, `monte_carlo` and `expecti_minimax` are the
searches of Wong (2023), with the evaluations of `evaluation`; `perfect` follows values that it is given; `match` lets
two agents play.
"""
