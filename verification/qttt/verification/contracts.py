"""Contracts checked by CrossHair: functions of bools that must always return True, run along every path."""

from collections.abc import Callable
from inspect import signature

from crosshair.core_and_libs import analyze_function, run_checkables
from crosshair.options import AnalysisOptionSet
from crosshair.statespace import MessageType

from qttt.verification import Refuted

Contract = Callable[..., bool]


class NotConfirmed(RuntimeError):
    """CrossHair neither went through every path nor found a counterexample in time."""


def confirm(contract: Contract, seconds: int = 120) -> str:
    """Confirm a contract, a function with the docstring line ``post: _``. Its parameters must be bools.

    So n parameters make at most 2 ** n paths, and a confirmation is worth as much as running them all. `confirm` first
    calls the contract once, because CrossHair fails while networkx loads parts of itself at first use. Raises `Refuted`
    with a counterexample, and `NotConfirmed` if a path was not reached: silence is not a confirmation.
    """
    bools = len(signature(contract).parameters)
    contract(*[False] * bools)
    options = AnalysisOptionSet(report_all=True, per_condition_timeout=seconds)
    messages = list(run_checkables(analyze_function(contract, options)))
    states = [message.state for message in messages]
    if states == [MessageType.CONFIRMED]:
        return f"every path of {contract.__name__}, at most 2^{bools} = {2**bools}"
    if MessageType.POST_FAIL in states:
        raise Refuted("; ".join(message.message for message in messages))
    raise NotConfirmed("; ".join(f"{message.state.name}: {message.message}" for message in messages) or "no contract")
