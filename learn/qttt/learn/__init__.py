"""Environments to learn the games in, and exact measures of what has been learnt.

>>> from qttt.learn import BatchEnv
>>> env = BatchEnv("goff", 4, seed=1)
>>> step = env.step(env.sample())
>>> step.to_move.tolist(), step.legal.shape
([1, 1, 1, 1], (4, 47))
"""

from qttt.learn.batch import BatchEnv

__all__ = ["BatchEnv"]
