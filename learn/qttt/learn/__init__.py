"""Environments to learn the games in, and measures of what has been learnt.

>>> from qttt.learn import BatchEnv
>>> env = BatchEnv("goff", 4, seed=1)
>>> step = env.step(env.sample())
>>> step.to_move.tolist(), step.legal.shape
([1, 1, 1, 1], (4, 47))
"""

import sys
from importlib import import_module

from qttt.learn.batch import BatchEnv
from qttt.learn.measures.asked import evaluate

__all__ = ["BatchEnv", "evaluate"]

if "gymnasium" in sys.modules:
    import_module("qttt.learn.gym")  # registers the environments
