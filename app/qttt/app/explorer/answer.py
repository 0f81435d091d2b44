"""The answer about a position, as an object for JSON."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from qttt.app.explorer.question import Question, setting_of
from qttt.app.explorer.ready import Ready
from qttt.app.explorer.shown import Shown, shown
from qttt.oracle import Oracle
from qttt.oracle.entry import NotSolvable
from qttt.oracle.perfect import PLAYERS
from qttt.reference.game import Actor, RuleBroken
from qttt.reference.notation import NotationError, player_of
from qttt.spec import rules

SQUARES = re.compile(r"(?P<first>[1-9])(?:[->](?P<second>[1-9]))?")
FORMS = ("{0}", "{0}-{1}", "{0}>{1}")
"""How actions on one square or two are written."""


def position_json(question: Question, ready: Ready) -> dict[str, Any]:
    """A position: whose node it is, its actions with their values, and what the last action has done."""
    game, record = question.game, question.record
    position, part = record.positions[-1], shown(question.name)
    actor = game.actor(position)
    answer: dict[str, Any] = {
        "game": question.name,
        "ruleset": game.ruleset,
        "options": setting_of(game),
        "start": question.start or None,
        "moves": question.moves,
        "position": game.write_position(position),
        "actor": actor,
        "outcome": None,
        "next": part.next(game, position),
        "words": part.words(game, position),
        "picture": part.picture(game, position),
        "told": told_json(question),
        **values_json(question, ready),
    }
    if actor is None:
        ended = game.score(position).outcome
        answer["outcome"] = {"words": str(ended), "winner": ended.winner, "rule": ended.rule}
    return answer


def values_json(question: Question, ready: Ready) -> dict[str, Any]:
    """The actions of a position with their values, and the value of the position itself.

    Where values are not known, `solved` says why, and the actions stand without values.
    """
    game, position = question.game, question.record.positions[-1]
    described = Described(shown(question.name), game)
    actions, actor = game.actions(position), game.actor(position)
    chances = game.chance(position) if actor not in PLAYERS else {}
    values, value, solved = _known(ready, game, position, actor)
    if solved["state"] == "ready" and actor is Actor.SYSTEM:
        chances = ready.oracle(game).probabilities(position)
    best = value if actor in PLAYERS else None
    texts = [str(action) for action in actions]
    rows = []
    for action, text, token in zip(actions, texts, _tokens(question, actions, texts), strict=True):
        row: dict[str, Any] = {"action": text, "token": token, "squares": squares_of(text)}
        if action in values:
            row |= described(values[action])
            row["best"] = values[action] == best
        if chances:
            row["probability"] = worth(chances.get(action, Fraction(0)))
        rows.append(row)
    return {"solved": solved, "value": None if value is None else described(value), "actions": rows}


def _known(
    ready: Ready, game: Any, position: Any, actor: Actor | None
) -> tuple[Mapping[Any, Fraction], Fraction | None, dict[str, Any]]:
    """The values of the actions, that of the position, and what can be said about the solve."""
    truth = ready.truth(game)
    if truth.oracle is None:
        return {}, None, truth.json_object()
    try:
        values = truth.oracle.values(position)
        if actor in PLAYERS:
            return values, (max if actor is Actor.X else min)(values.values()), {"state": "ready"}
        return values, truth.oracle.value(position), {"state": "ready"}
    except NotSolvable as error:
        return {}, None, {"state": "unsolved", "words": str(error)}


class Described:
    """Values for JSON, each with what it means in words; equal values are described once."""

    def __init__(self, part: Shown, game: Any) -> None:
        self._part, self._game = part, game
        self._known: dict[tuple[int, int], dict[str, Any]] = {}

    def __call__(self, value: Fraction) -> dict[str, Any]:
        """The value exactly, rounded, and in words."""
        key = value.numerator, value.denominator
        if key not in self._known:
            self._known[key] = worth(value) | {"means": self._part.means(self._game, value)}
        return self._known[key]


def _tokens(question: Question, actions: Sequence[Any], texts: Sequence[str]) -> list[str]:
    """The token of each action: the text around the first one on the board serves the others as well."""
    first = next((action for action, text in zip(actions, texts, strict=True) if squares_of(text)), None)
    if first is None:
        return [*texts]
    head = question.token(first).removesuffix(str(first))
    return [head + text if squares_of(text) else text for text in texts]


@lru_cache(maxsize=4096)
def squares_of(action: str) -> tuple[int, ...]:
    """The squares to click on for an action, none for an action of another kind.

    >>> squares_of("1-9"), squares_of("5-5"), squares_of("selA")
    ((1, 9), (5,), ())
    """
    found = SQUARES.fullmatch(action)
    return (*dict.fromkeys(int(square) for square in found.groups() if square),) if found else ()


def worth(value: Fraction) -> dict[str, Any]:
    """A number for JSON: exactly, as text, and within one rounding.

    >>> worth(Fraction(5, 32))
    {'exact': '5/32', 'number': 0.15625}
    """
    return {"exact": str(value), "number": float(value)}


def told_json(question: Question) -> list[dict[str, str]]:
    """What the last action of a game has done."""
    actions, positions = question.record.actions, question.record.positions
    if not actions:
        return []
    told = shown(question.name).told(question.game, positions[-2], actions[-1], positions[-1])
    return [{"words": each.words, "rule": each.rule, "title": rules()[each.rule].title} for each in told]


def why_json(question: Question, squares: list[int]) -> dict[str, Any]:
    """Why the squares that a person has clicked on are no move: the rule, and what is expected instead."""
    game, position = question.game, question.record.positions[-1]
    legal = [action for action in game.actions(position) if squares_of(str(action))]
    others = [square for action in legal for square in squares_of(str(action))] or [*range(1, 10)]
    first, *rest = squares
    partner = rest[0] if rest else next((square for square in others if square != first), 1)
    for form in FORMS[1:] if rest else FORMS:
        ends = (first, partner) if ">" in form or (rest and shown(question.name).ordered) else sorted((first, partner))
        if (problem := _problem(game, position, form.format(*(ends if "{1}" in form else (first,))))) is not None:
            return problem
    return {"legal": True, "rule": None, "title": "", "words": ""}


def _problem(game: Any, position: Any, text: str) -> dict[str, Any] | None:
    """What is wrong with a move; None for a form of moves that the game does not have."""
    ply = game.plies(position) + 1
    turn = player_of(ply, Actor(getattr(game, "first", Actor.X)))
    try:
        action = game.notation.read_move(f"{turn}{ply}.{text}", 1, ply)
        game.play(position, action)
    except RuleBroken as broken:
        title = rules()[broken.rule].title
        return {"legal": False, "rule": broken.rule, "title": title, "words": f"expected {broken.expected}"}
    except NotationError:
        return None
    return {"legal": True, "rule": None, "title": "", "words": ""}


def variation_json(question: Question, ready: Ready) -> dict[str, Any]:
    """The principal variation: its tokens, as long as only the players act."""
    truth = ready.truth(question.game)
    if truth.oracle is None:
        return {"solved": truth.json_object(), "tokens": []}
    record = question.record
    line = truth.oracle.line(record.positions[-1])
    tokens = question.written((*record.actions, *line))[len(record.actions) :]
    return {"solved": {"state": "ready"}, "tokens": tokens}


def after_json(question: Question, token: str, ready: Ready) -> dict[str, Any]:
    """What an action would do: the rules that it brings into play, what it costs, and what follows.

    Where a player is next, `replies` are that player's. Where chance or the System is next, `results` are what may
    happen, as in `values_json`, and `likeliest` is the first result of the largest probability, with the replies to it.
    """
    before, after = question, Question(question.name, question.options, question.start, f"{question.moves} {token}")
    game, position = after.game, after.record.positions[-1]
    answer: dict[str, Any] = {"told": told_json(after), "cost": None, "replies": None}
    answer |= {"results": None, "likeliest": None}
    truth = ready.truth(game)
    if truth.oracle is None:
        return answer
    value = truth.oracle.value(position)
    mover = game.actor(before.record.positions[-1])
    if mover in PLAYERS:
        answer["cost"] = worth(abs(truth.oracle.value(before.record.positions[-1]) - value))
    if chances := truth.oracle.probabilities(position):
        likeliest = after.after(max(chances, key=lambda action: chances[action]))
        answer["results"] = values_json(after, ready)["actions"]
        answer["likeliest"] = {"token": likeliest.moves.split()[-1], "replies": _replies(likeliest, truth.oracle)}
    else:
        answer["replies"] = _replies(after, truth.oracle)
    return answer


def _replies(question: Question, oracle: Oracle[Any, Any]) -> dict[str, Any] | None:
    """The replies that keep the value, and what the worst reply gives away; None if no player is to reply."""
    game, position, part = question.game, question.record.positions[-1], shown(question.name)
    actor = game.actor(position)
    if actor not in PLAYERS:
        return None
    values = oracle.values(position)
    best, worst = (max, min) if actor is Actor.X else (min, max)
    kept = [action for action, value in values.items() if value == best(values.values())]
    lost = worst(values.values())
    return {
        "actor": actor,
        "of": len(values),
        "hold": [question.token(action) for action in kept],
        "kept": worth(best(values.values())) | {"means": part.means(game, best(values.values()))},
        "lost": worth(lost) | {"means": part.means(game, lost)},
    }
