"""A position as a conformance vector, ready to be pasted into a file of vectors."""

from typing import Any

from qttt.app.explorer.answer import told_json
from qttt.app.explorer.question import Question
from qttt.app.explorer.shown import shown
from qttt.reference.game import Actor


def vector_json(question: Question) -> dict[str, Any]:
    """A vector in the form of `spec/schema/vector.schema.json`: what every engine must say about the position."""
    game, record = question.game, question.record
    position = record.positions[-1]
    actor = game.actor(position)
    then: dict[str, Any] = {"legal": True} if question.start else {}
    then |= {"actor": actor, "position": game.write_position(position)}
    if actions := [str(action) for action in game.actions(position)]:
        then["actions"] = actions
    if actor is Actor.CHANCE:
        then["chance"] = {str(action): str(chance) for action, chance in game.chance(position).items()}
    if actor is None:
        outcome = game.score(position).outcome
        then |= {"outcome": str(outcome), "outcome_rule": outcome.rule}
    rules = [each["rule"] for each in told_json(question)] + ([then["outcome_rule"]] if actor is None else [])
    options = shown(question.name).vector_options(game)
    return {
        "id": f"{question.name}-explorer-0001",
        "rules": [*dict.fromkeys(rules)] or ["NOTATION-POSITION-1"],
        "flags": [],
        "source": "generated",
        "comment": "Copied from the explorer.",
        **({"options": options} if options else {}),
        **({"given_position": game.write_position(position)} if question.start else {"given": question.moves}),
        "when": None,
        "then": then,
    }
