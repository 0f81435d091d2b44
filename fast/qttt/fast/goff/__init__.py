"""Goff's game on integers, each module on the ones before it.

- board, forest, key, outcome, moves: a position and its successors
- ends, late, count: plies 7 to 9 at once
- index, value, solve: every position enumerated and valued
- rules, query, tablebase: one position at a time
- games: whole games in batches
"""
