"""`qttt evaluate`: exact measures of an agent."""

from collections.abc import Iterable
from typing import Any

from qttt.app import screen, stored
from qttt.app.commands.asked import Answer, Asked
from qttt.app.errors import BadInput
from qttt.learn.measures.exact import Measures, OfStage, measured
from qttt.learn.measures.ladder import LADDER, Result, policy_of, result
from qttt.learn.measures.tree import Tree, tree_of
from qttt.oracle import Oracle

DIGITS = 6
"""Decimals of the printed numbers, which are within 1e-10 of the exact ones."""


def answer(asked: Asked, agent: str, through: int) -> Answer:
    """The measures of an agent. Raises BadInput for an unknown agent and for a game that is not measured."""
    oracle = Oracle(asked.game, stored.tablebase(asked.game, asked.tablebase))
    try:
        tree = tree_of(oracle, through)
        policy = policy_of(agent, tree, through)
    except ValueError as error:
        raise BadInput(str(error)) from error
    found = measured(tree, policy)
    others = {name: policy_of(name, tree, through) for name in LADDER}
    results = {name: (result(tree, policy, other), result(tree, other, policy)) for name, other in others.items()}
    json_object: dict[str, Any] = {
        **asked.json_object,
        "agent": agent,
        "through": through,
        "everywhere": [*map(_stage, found.everywhere)],
        "reached": [*map(_stage, found.reached)],
        "value": _rounded(found.value),
        "worst_case": {"X": _rounded(found.as_x), "O": _rounded(found.as_o)},
        "exploitability": _rounded(found.exploitability),
        "first_errors": [_error(tree, at) for at in found.first_errors[:3]],
        "against": {name: {"X": _result(as_x), "O": _result(as_o)} for name, (as_x, as_o) in results.items()},
    }
    return Answer(lambda: json_object, lambda: _display(tree, agent, found, results))


def _display(tree: Tree, agent: str, found: Measures, results: dict[str, tuple[Result, Result]]) -> None:
    out = screen.console()
    table = screen.table(
        "stage", "positions", "optimal", "loss", "reached", "optimal", "loss", right=("positions", "reached")
    )
    reached = {each.stage: each for each in found.reached}
    for each in found.everywhere:
        own = reached.get(each.stage)
        cells = (f"{own.positions:,}", f"{own.optimal:.3f}", f"{own.regret:.2f}") if own else ("0", "", "")
        table.add_row(each.stage, f"{each.positions:,}", f"{each.optimal:.3f}", f"{each.regret:.2f}", *cells)
    out.print(table)
    out.print()
    worst = f"X gets {found.as_x:.4g} if {agent} is X and {found.as_o:.4g} if it is O"
    out.print(f"The game is worth {found.value:g}. Against a best responder {worst}.")
    out.print(f"Exploitability: {found.exploitability:.4g}")
    if found.first_errors:
        at = found.first_errors[0]
        error = _error(tree, at)
        out.print(f"First loss: {error['action']} after '{error['position']}' loses {error['loss']:g}.")
    out.print()
    rows = screen.table("X", "O", "X gets", "X wins", "draw", "O wins", right=("X gets", "X wins", "draw", "O wins"))
    for name, (as_x, as_o) in results.items():
        rows.add_row(agent, name, *_cells(as_x))
        if name != agent:
            rows.add_row(name, agent, *_cells(as_o))
    out.print(rows)


def _cells(found: Result) -> Iterable[str]:
    chances = [f"{chance:.3f}" for chance in found.chances] if found.chances else [""] * 3
    return (f"{found.value:.3f}", *chances)


def _stage(each: OfStage) -> dict[str, Any]:
    return {**each._asdict(), "optimal": _rounded(each.optimal), "regret": _rounded(each.regret)}


def _error(tree: Tree, action: int) -> dict[str, Any]:
    at = int(tree.parent[action])
    position = tree.oracle.game.write_position(tree.position(at))
    return {"position": position, "action": str(tree.named(action)), "loss": _rounded(float(tree.loss[action]))}


def _result(found: Result) -> dict[str, Any]:
    chances = dict(zip(("X_wins", "draw", "O_wins"), map(_rounded, found.chances or ()), strict=False))
    return {"value": _rounded(found.value), **chances}


def _rounded(number: float) -> float:
    return round(number, DIGITS) + 0.0
