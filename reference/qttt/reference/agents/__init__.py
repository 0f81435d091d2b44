"""Agents that play every game of the family, and matches between them.

They use the `Game` interface only. `random_play` plays at random, `monte_carlo` and `expecti_minimax` are the
searches of Wong (2023), with the evaluations of `evaluation`; `perfect` follows the values given to it; `match` lets
two agents play.
"""
