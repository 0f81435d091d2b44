"""Exact measures of an agent, printed and as JSON."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from qttt.app import screen
from qttt.app.evaluate.shown import Stage, rounded, show_error, training_of, write_plot
from qttt.app.query import Answer, Query
from qttt.learn.measures.exact import TOLERANCE, Measures, OfStage, measured
from qttt.learn.measures.ladder import LADDER, Result, Results, elo, policy_of, results
from qttt.learn.measures.tree import Array, Tree


def answer(query: Query, tree: Tree, agent: str, policy: Array, through: int, plot: Path | None) -> Answer:
    """The measures of an agent with a policy. Raises `ValueError` for a policy that is none."""
    found = measured(tree, policy)
    policies = {name: policy_of(name, tree, through) for name in LADDER} | {agent: policy}
    against = results(tree, policies)
    ratings = elo(against)
    if plot:
        lines = {"all positions": _shares(found.everywhere), "reached": _shares(found.reached)}
        write_plot(plot, lines, f"{agent} in {query.game.ruleset}", training_of(agent, found.value))
    json_object: dict[str, Any] = {
        **query.json_object,
        "agent": agent,
        "through": through,
        "everywhere": [*map(_stage, found.everywhere)],
        "reached": [*map(_stage, found.reached)],
        "value": rounded(found.value),
        "worst_case": {"X": rounded(found.as_x), "O": rounded(found.as_o)},
        "exploitability": rounded(found.exploitability),
        "first_errors": [_error(tree, at) for at in found.first_errors[:3]],
        "against": {name: {"X": _result(against[agent, name]), "O": _result(against[name, agent])} for name in LADDER},
        "elo": ratings and {name: None if each is None else rounded(each) for name, each in ratings.items()},
    }
    return Answer(lambda: json_object, lambda: _display(query, tree, agent, found, against, ratings))


def _display(
    query: Query, tree: Tree, agent: str, found: Measures, against: Results, ratings: dict[str, float | None] | None
) -> None:
    out = screen.console()
    table = screen.table(
        "stage", "positions", "optimal", "loss", "reached", "optimal", "loss", right=("positions", "reached")
    )
    reached = {each.stage: each for each in found.reached}
    for each in found.everywhere:
        own = reached.get(each.stage)
        cells = (f"{own.positions:,}", f"{own.optimal:.3f}", f"{own.regret:.3g}") if own else ("0", "", "")
        table.add_row(each.stage, f"{each.positions:,}", f"{each.optimal:.3f}", f"{each.regret:.3g}", *cells)
    out.print(table)
    out.print()
    worst = f"X gets {found.as_x:.4g} if {agent} is X and {found.as_o:.4g} if it is O"
    out.print(f"The game is worth {found.value:.4g}. Against a best responder {worst}.")
    out.print(f"Exploitability: {abs(found.exploitability):.4g}")
    out.print()
    names = [*dict.fromkeys((agent, *LADDER))]
    columns = ("X", "O", "X gets", "X wins", "draw", "O wins")
    rows = screen.table(*columns, right=columns[2:])
    for name in LADDER:
        rows.add_row(agent, name, *_cells(against[agent, name]))
        if name != agent:
            rows.add_row(name, agent, *_cells(against[name, agent]))
    out.print(rows)
    if ratings:
        out.print()
        out.print(f"Elo: {', '.join(f'{name} {_rating(ratings[name])}' for name in names)}")
    if found.first_errors:
        _show_first_error(query, tree, found.first_errors[0])


def _show_first_error(query: Query, tree: Tree, action: int) -> None:
    at = int(tree.parent[action])
    actions = range(tree.first[at], tree.first[at + 1])
    loss = tree.loss
    best = [tree.named(each) for each in actions if loss[each] < TOLERANCE]
    show_error(query, tree.position(at), tree.named(action), float(loss[action]), best)


def _shares(stages: Iterable[OfStage]) -> dict[str, Stage]:
    return {each.stage: (each.optimal, each.optimal, each.optimal) for each in stages}


def _rating(rating: float | None) -> str:
    return "unbounded" if rating is None else f"{rating:.0f}"


def _cells(found: Result) -> Iterable[str]:
    chances = [f"{chance:.3f}" for chance in found.chances] if found.chances else [""] * 3
    return (f"{found.value:.3f}", *chances)


def _stage(each: OfStage) -> dict[str, Any]:
    return {**each._asdict(), "optimal": rounded(each.optimal), "regret": rounded(each.regret)}


def _error(tree: Tree, action: int) -> dict[str, Any]:
    at = int(tree.parent[action])
    position = tree.oracle.game.write_position(tree.position(at))
    return {"position": position, "action": str(tree.named(action)), "loss": rounded(float(tree.loss[action]))}


def _result(found: Result) -> dict[str, Any]:
    chances = dict(zip(("X_wins", "draw", "O_wins"), map(rounded, found.chances or ()), strict=False))
    return {"value": rounded(found.value), **chances}
