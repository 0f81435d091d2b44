"""Goff's game in the command, and what the stochastic game shares with it."""
