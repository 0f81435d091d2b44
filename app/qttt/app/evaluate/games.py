"""Measures of an agent from games, printed and as JSON."""

from pathlib import Path
from typing import Any

from qttt.app import screen
from qttt.app.commands.options import seed_in_range
from qttt.app.errors import BadInput
from qttt.app.evaluate.shown import rounded, show_error, write_plot
from qttt.app.query import Answer, Query
from qttt.learn.measures.intervals import CONFIDENCE
from qttt.learn.measures.ladder import LADDER
from qttt.learn.measures.sampled import Error, ResultOfGames, Sampled, StageOfGames
from qttt.oracle import Oracle

MOST_GAMES = 100_000


def answer(
    query: Query, oracle: Oracle[Any, Any], agent: str, games: int, seed: int, found: Sampled, plot: Path | None
) -> Answer:
    """The measures of an agent from games, whose plot is written if a file is named."""
    if plot:
        lines = {"reached": {each.stage: (*each.optimal,) for each in found.reached}}
        write_plot(plot, lines, f"{agent} in {query.game.ruleset}, {games} games as X and as O with each opponent")
    json_object: dict[str, Any] = {
        **query.json_object,
        "agent": agent,
        "games": games,
        "seed": seed,
        "confidence": CONFIDENCE,
        "reached": [*map(_stage, found.reached)],
        "first_errors": [_error(query, found.first_error)] if found.first_error else [],
        "against": {
            name: {"X": _result(found.results[agent, name]), "O": _result(found.results[name, agent])}
            for name in LADDER
        },
    }
    return Answer(lambda: json_object, lambda: _display(query, oracle, agent, games, found))


def check_games(games: int, seed: int) -> None:
    """Raise BadInput for a number of games or a seed that is out of range."""
    if not 1 <= games <= MOST_GAMES:
        raise BadInput(f"--games: {games:,} is out of range: expected 1 to {MOST_GAMES:,}")
    seed_in_range(seed)


def _display(query: Query, oracle: Oracle[Any, Any], agent: str, games: int, found: Sampled) -> None:
    out = screen.console()
    table = screen.table("stage", "actions", "optimal", "95% interval", "loss", right=("actions",))
    for each in found.reached:
        share, low, high = each.optimal
        cells = (f"{share:.3f}", f"{low:.3f}–{high:.3f}", f"{each.regret.mean:.3g}")
        table.add_row(each.stage, f"{each.actions:,}", *cells)
    out.print(table)
    out.print()
    columns = ("X", "O", "X gets", "X wins", "draw", "O wins")
    rows = screen.table(*columns, right=columns[2:3])
    for name in LADDER:
        for pair in ((agent, name), (name, agent)):
            each_result = found.results[pair]
            chances = (f"{low:.2f}–{high:.2f}" for _, low, high in each_result.chances)
            rows.add_row(*pair, f"{each_result.value.mean:.3f}", *chances)
    out.print(rows)
    out.print()
    told = f"{games} games in each row; intervals of 95%. The worst case of {agent} is not known."
    out.print(told, style="dim", soft_wrap=True)
    if found.first_error:
        position, action, loss = found.first_error
        show_error(query, position, action, loss, oracle.best(position))


def _stage(each: StageOfGames) -> dict[str, Any]:
    numbers = {"optimal": each.optimal._asdict(), "regret": each.regret._asdict()}
    return {"stage": each.stage, "actions": each.actions, **{name: _rounded(of) for name, of in numbers.items()}}


def _error(query: Query, error: Error) -> dict[str, Any]:
    position = query.game.write_position(error.position)
    return {"position": position, "action": str(error.action), "loss": rounded(error.loss)}


def _result(found: ResultOfGames) -> dict[str, Any]:
    chances = dict(zip(("X_wins", "draw", "O_wins"), (_rounded(each._asdict()) for each in found.chances), strict=True))
    return {"value": _rounded(found.value._asdict()), **chances}


def _rounded(numbers: dict[str, float]) -> dict[str, float]:
    return {name: rounded(number) for name, number in numbers.items()}
