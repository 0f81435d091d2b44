"""The probabilistic game in the registry."""
