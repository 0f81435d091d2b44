"""Tests any engine against the rules: questions go through a pipe, answers come back and are compared.

`protocol` is the form of the lines, and a `session` runs the engine as a child process. `levels` runs what is
`published` and `campaigns` of random games; `differences` names the rule that a wrong answer breaks, `diagnosis` a
known error or a reading that gives every answer, `identify` the nearest reading. `results` and `report` write down the
outcome, and `server` lets the implementations of this project answer.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qttt.verification.conform.truth import Truth


def truth_of(game: str) -> Truth:
    """What is true of a game: `TRUTH` of `qttt.verification.<game>.conformance`."""
    found: Truth = import_module(f"qttt.verification.{game}.conformance").TRUTH
    return found
