"""Probabilistic tic-tac-toe in double precision, with a proved error bound, and exactly on demand.

- positions: the 19,683 boards of marks, and the order in which they are valued
- boards: what is solved; random boards
- value: the kernels, and the error bound
- solve: populations and whole tables; what each square is worth, and which ones may be best
- exact: one board, exactly
- rules, answers: the rules; batches of answers, the graph and sequences by keys"""
