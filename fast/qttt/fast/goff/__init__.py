"""Goff's game on integers, each module on the ones before it.

- board, actions, forest, key, outcome, moves: a position, its outcome, and its successors
- batch, rules, graph: the rules on the packed state, for batches, for one position, and for many as a graph
- ends, late: plies 7 to 9 at once
- index, value, answers, tablebase, solve: every position enumerated and valued
- games: random complete games, by the million
- learning, source: what learners play
"""
