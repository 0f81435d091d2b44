"""Probabilistic tic-tac-toe in double precision, with a proved error bound, and exactly on demand.

- positions: the 19,683 boards of marks, and the order in which they are valued
- lanes: the numbers kernels compute with, a batch of boards side by side
- loop, value: the kernels
- boards: what is solved; random boards
- solve: populations and whole tables
- rounding: the error bound
- squares: what each square is worth, and which ones may be best
- exact: one board, exactly
- answers, batch: batches of answers, the graph and sequences by keys; the rules
"""
