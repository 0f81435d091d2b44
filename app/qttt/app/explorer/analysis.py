"""A game judged afterwards: what each action has cost or brought, and where it turned."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from qttt.app.explorer.answer import worth
from qttt.app.explorer.question import Question
from qttt.app.explorer.ready import Ready
from qttt.app.explorer.shown import shown
from qttt.app.explorer.verdict import turning_point, verdict
from qttt.oracle import Oracle
from qttt.oracle.entry import NotSolvable
from qttt.oracle.perfect import PLAYERS
from qttt.oracle.registry import entry_of
from qttt.reference.game import Actor

GRADES = {"slip": Fraction(1, 16), "mistake": Fraction(1, 4), "blunder": Fraction(1)}
"""How bad a loss is, with the largest share of the range of all values."""


def analysis_json(question: Question, ready: Ready) -> dict[str, Any]:
    """Every action of a game with the values before and after, its loss (or luck, where chance acted) and what would
    have held the value; the places of the turning point and of the largest loss; and a verdict in words."""
    truth = ready.truth(question.game)
    if truth.oracle is None:
        return {"solved": truth.json_object(), "actions": [], "turn": None, "largest": None, "verdict": ""}
    record, tokens = question.record, question.written(question.record.actions)
    values = [_value(truth.oracle, position) for position in record.positions]
    rows = [_row(question, truth.oracle, at, tokens, values) for at in range(len(tokens))]
    draw = entry_of(question.game).worth(question.game).draw
    turn = turning_point([row["actor"] for row in rows], values, draw)
    largest = _largest(rows)
    return {
        "solved": {"state": "ready"},
        "actions": rows,
        "turn": turn,
        "largest": largest,
        "verdict": verdict(rows, turn, largest, draw),
    }


def _value(oracle: Oracle[Any, Any], position: Any) -> Fraction | None:
    """The value of a position; None if it is not solved."""
    try:
        return oracle.value(position)
    except NotSolvable:
        return None


def _row(
    question: Question, oracle: Oracle[Any, Any], at: int, tokens: list[str], values: list[Fraction | None]
) -> dict[str, Any]:
    game, position, part = question.game, question.record.positions[at], shown(question.name)
    before, after, actor = values[at], values[at + 1], game.actor(position)
    row: dict[str, Any] = {"token": tokens[at], "actor": actor, "before": None, "after": None}
    if before is None or after is None:
        return row
    row |= {"before": worth(before) | {"means": part.means(game, before)}}
    row |= {"after": worth(after) | {"means": part.means(game, after)}}
    if actor in PLAYERS:
        loss = before - after if actor is Actor.X else after - before
        held = oracle.best(position) if loss else ()
        written = question.record.actions[:at]
        row |= {"loss": worth(loss), "grade": grade(question, loss)}
        row |= {"best": [question.written((*written, action))[-1] for action in held]}
    else:
        row["luck"] = worth(after - before)
    return row


def grade(question: Question, loss: Fraction) -> str:
    """How bad a loss is: empty, `slip`, `mistake` or `blunder`, by its share of the range of all values."""
    if not loss:
        return ""
    scale = entry_of(question.game).worth(question.game)
    share = loss / (2 * (scale.most - scale.draw))
    return next(name for name, most in GRADES.items() if share <= most)


def _largest(rows: Sequence[Mapping[str, Any]]) -> int | None:
    """The place of the largest loss, of equal ones the last; None if nobody lost value."""
    losses = {at: Fraction(row["loss"]["exact"]) for at, row in enumerate(rows) if row.get("grade")}
    return max(losses, key=lambda at: (losses[at], at)) if losses else None
