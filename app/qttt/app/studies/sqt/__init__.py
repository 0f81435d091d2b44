"""The stochastic game for a grid of q and as a function of q, and the figures and tables of its source."""
