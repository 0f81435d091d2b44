"""SQT, the stochastic game, on integers: Goff's positions and moves (`qttt.fast.goff`), other values.

- setting: what a value depends on besides the position
- offers, late: plies 7 to 9, independent of the setting
- pairs: plies 7 to 9 where pairs are forbidden, in a setting
- lanes, value, solve: every position valued in many settings at once
- answers, tablebase: batches of answers, and what is known of a position, in memory and on disk; batch: the System
- polynomial, piecewise: functions of q, exactly
- every_q, functions: the functions of all positions; the table of them that ships, and its use
"""
