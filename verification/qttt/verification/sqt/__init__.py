"""The claims about stochastic quantum tic-tac-toe."""
