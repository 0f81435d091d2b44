"""The stochastic game in the command."""
