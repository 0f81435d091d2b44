"""Measures of agents: how often they are right, what their errors cost, and their worst case."""
