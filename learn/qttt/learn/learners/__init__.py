"""Learners of the games, and how they are trained."""
