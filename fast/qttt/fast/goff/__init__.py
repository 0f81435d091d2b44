"""Goff's game on integers, each module on the ones before it.

- board, outcome, position, moves: squares and actions, outcomes and readings, a position, and its successors
- rules, graph: the rules on the packed state, for batches, and on keys, for many and for one
- three_trees, ends, late: plies 7 to 9 at once
- index, value, answers, tablebase, known, solve: every position enumerated and valued
- learning: what learners play"""
