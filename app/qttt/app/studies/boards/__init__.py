"""The values of very many random boards of the probabilistic game."""
