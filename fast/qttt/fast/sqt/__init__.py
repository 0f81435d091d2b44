"""SQT, the stochastic game, on integers: Goff's positions and moves (`qttt.fast.goff`), other values.

- setting: what a value depends on besides the position; system: how the System acts
- late: plies 7 to 9, independent of the setting
- lanes, value, pairs, solve: every position valued in many settings at once; pairs: where pairs are forbidden
- answers, tablebase: batches of answers, and what is known of a position, in memory and on disk
- polynomial: functions of q, exactly
- every_q, functions: the functions of all positions; the table of them that ships, and its use"""
