"""Probabilistic tic-tac-toe in the command."""
