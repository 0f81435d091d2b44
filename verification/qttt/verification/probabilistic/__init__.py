"""The claims about probabilistic tic-tac-toe."""
