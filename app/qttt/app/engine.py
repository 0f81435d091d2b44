"""An engine, in any language, as an agent: it is asked over the protocol for its best actions in every position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from qttt.app.errors import BadInput, EngineFailed
from qttt.learn.measures.tree import Array, Tree
from qttt.oracle.progress import counting
from qttt.oracle.registry import entry_of
from qttt.reference.picture import listed
from qttt.verification.conform.pipe import NotStarted
from qttt.verification.conform.session import Session, TooManyLosses
from qttt.verification.questions import Answer, Kind, Question

ENGINE = "engine"
"""The name of the agent."""
FIELD = "best"
"""What an engine is asked for; it plays the first."""


@dataclass(frozen=True)
class Place:
    """A position of a tree: its number, a game that leads to it, and each action by its text."""

    at: int
    game: str
    actions: Mapping[str, int]


def policy_of_engine(tree: Tree, command: Sequence[str], seconds: float) -> Array:
    """The policy of an engine: the first of its best actions, in every position of a tree.

    `seconds` is the time limit of an answer. Raises `EngineFailed` for an engine that does not start, dies, is silent,
    answers something else than the protocol allows, or an action that is not legal, and BadInput for one that does not
    answer `best` everywhere.
    """
    game, policy = tree.oracle.game, np.zeros(len(tree.action))
    count = int(tree.decided.sum())
    try:
        with counting("positions") as report, Session(command, seconds) as session:
            _check_declared(session, game)
            places = [*places_of(tree)]
            asked = (Question(game.ruleset, options_of(game), "game", place.game, (FIELD,)) for place in places)
            for done, (place, answer) in enumerate(zip(places, session.ask(asked), strict=True), start=1):
                policy[_chosen(place, answer)] = 1
                report(done, count)
    except (NotStarted, TooManyLosses) as error:
        raise EngineFailed(str(error)) from error
    return policy


def options_of(game: Any) -> dict[str, Any]:
    """The options of a game as the protocol has them."""
    given: dict[str, Any] = {}
    for option in game.options:
        value = game.setting[option.name]
        if value != option.default:
            rows = [row.split(",") for row in value.split(";")]
            given[option.name] = (value == "yes") if option.flag else rows if len(rows) > 1 else value
    return given


def places_of(tree: Tree) -> Iterator[Place]:
    """Every position of a tree in which a player acts, each with a game that leads to it, or to its image."""
    game, graph, entry = tree.oracle.game, tree.graph, entry_of(tree.oracle.game)
    number = {key: at for at, key in enumerate(tree.keys.tolist())}
    reached: dict[int, tuple[Any, tuple[Any, ...]]] = {0: (game.initial(), ())}
    waiting = [0]
    for at in waiting:
        position, made = reached[at]
        start, stop = tree.first[at : at + 2].tolist()
        if start == stop:
            continue
        legal = game.actions(position)
        after = [game.play(position, action) for action in legal]
        keys = graph.canonical(np.array(entry.keys(graph.answers, after), np.int64))
        children = [number[key] for key in keys.tolist()]
        for action, child, following in zip(legal, children, after, strict=True):
            if child not in reached:
                reached[child] = following, (*made, action)
                waiting.append(child)
        if tree.decided[at]:
            own = {int(tree.child[action]): action for action in reversed(range(start, stop))}
            yield Place(at, game.write(made), dict(zip(map(str, legal), map(own.__getitem__, children), strict=True)))


def _check_declared(session: Session, game: Any) -> None:
    who, has = session.implementation, session.implementation.rulesets.get(game.ruleset)
    if has is None:
        raise BadInput(who.lacks(game.ruleset))
    if FIELD not in has.fields or not has.perfect:
        raise BadInput(
            f"{who.name} does not say which actions are best in {game.ruleset}: its answer to start must have the "
            f"field '{FIELD}' and 'perfect': true (CONFORM-START-1)"
        )
    if unknown := sorted(options_of(game).keys() - has.options.keys()):
        raise BadInput(f"{who.name} does not know the option {unknown[0]} of {game.ruleset}")
    for option in game.options:
        values = [option.text(value) for value in has.options.get(option.name, ())]
        if values and game.setting[option.name] not in values:
            raise BadInput(f"{who.name} plays {game.ruleset} only with {option.written} {listed(values, 'or')}")


def _chosen(place: Place, answer: Answer) -> int:
    """The action of the tree that an engine plays. Raises `EngineFailed`."""
    where = f"in the position after '{place.game}'" if place.game else "in the starting position"
    if answer.kind is Kind.ERRORED:
        raise EngineFailed(f"the engine failed {where}: {answer.content}")
    if answer.kind is not Kind.ANSWERS or FIELD not in answer.content:
        raise EngineFailed(f"the engine does not say {where} which action is best: {answer.kind} {answer.content}")
    best = answer.content[FIELD]
    if not isinstance(best, list) or not all(isinstance(each, str) for each in best):
        raise EngineFailed(f"the engine answers {best!r} {where}, expected a list of actions, each a text")
    if not best:
        raise EngineFailed(f"the engine answers [] {where}, expected at least one action")
    if best[0] not in place.actions:
        raise EngineFailed(f"the engine answers {best[0]!r} {where}, which is not legal there")
    return place.actions[best[0]]
