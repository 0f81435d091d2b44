"""The stochastic game in the registry."""
