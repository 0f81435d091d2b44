"""An engine, in any language, as an agent: it is asked over the protocol for its best actions.

It may play equivalent positions differently, so it is asked in each position as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Generic

import numpy as np

from qttt.app.errors import BadInput, EngineFailed
from qttt.fast.graph import NO_ACTION, Expanded
from qttt.learn.measures import policies
from qttt.learn.measures.measuring import Policy, Side
from qttt.learn.measures.tree import Array, Tree, graph_of, tree_of
from qttt.oracle import Oracle
from qttt.oracle.perfect import A, P
from qttt.oracle.progress import Count, counting
from qttt.oracle.registry import entry_of
from qttt.reference.picture import listed
from qttt.reference.written import WrittenGame
from qttt.verification.conform.session import NotStarted, Session, TooManyLosses
from qttt.verification.engines import options_of
from qttt.verification.questions import Answer, Kind, Question

FIELD = "best"
"""What an engine is asked for; it plays the first."""


class Engine(Generic[P, A]):
    """An engine of a game: it plays the first of its best actions.

    Its answer in a position is remembered. `report` is told in how many positions the engine has been asked. Raises
    BadInput for an engine that does not answer `best` everywhere."""

    def __init__(self, session: Session, oracle: Oracle[P, A], report: Count) -> None:
        self._session, self._oracle, self._report = session, oracle, report
        self._game, self._entry, self._graph = oracle.game, entry_of(oracle.game), graph_of(oracle)
        _check_declared(session, self._game)
        self._from: dict[int, tuple[int, int]] = {}
        self._reached: dict[int, tuple[P, tuple[A, ...]]] = {self._graph.start: (self._game.initial(), ())}
        self._chosen: dict[P, int] = {}

    def side(self, player: int, through: int) -> Side:
        """How it plays one of the players, wherever this can lead it. Raises as `choose`."""

        def kept(keys: Array, found: Expanded) -> Array:
            chosen = self.choose(keys, found, player)[found.owner]
            return np.asarray((chosen == NO_ACTION) | (found.action == chosen))

        tree = tree_of(self._oracle, through, raw=True, kept=kept)
        return Side(tree, policies.random(tree))

    def policy(self, tree: Tree, player: int) -> Policy:
        """What it does as a player in the positions of a raw tree. Raises as `choose`."""
        found = Expanded(tree.actor, tree.won, np.diff(tree.first), tree.action, tree.keys[tree.child], tree.chance)
        chosen: Policy = tree.action == self.choose(tree.keys, found, player)[tree.parent]
        return chosen[None]

    def choose(self, keys: Array, found: Expanded, player: int) -> Array:
        """int64 ``[position]``: the number of its action where the player is to move, elsewhere `NO_ACTION`. Each of
        the keys has been among the children of earlier ones.

        Raises `EngineFailed` for an engine that dies, is silent, answers something else than the protocol allows, or an
        action that is not legal."""
        acts = np.flatnonzero(found.actor == player).tolist()
        reached = {at: self._reach(int(keys[at])) for at in acts}
        due = {position: made for position, made in reached.values() if position not in self._chosen}
        assert isinstance(self._game, WrittenGame)
        setting, ruleset = options_of(self._game), self._game.ruleset
        games = [self._game.write(made) for made in due.values()]
        asked = (Question(ruleset, setting, "game", game, (FIELD,)) for game in games)
        for position, game, answer in zip(due, games, self._session.ask(asked), strict=True):
            legal = [*map(str, self._game.actions(position))]
            self._chosen[position] = legal.index(_best(game, answer, legal))
            self._report(len(self._chosen), None)
        chosen, begin = np.full(len(keys), NO_ACTION, np.int64), found.begin
        for at in acts:
            numbers = found.action[begin[at] : begin[at] + found.counts[at]]
            chosen[at] = np.sort(numbers)[self._chosen[reached[at][0]]]
        owner = found.owner
        made = (chosen[owner] == NO_ACTION) | (chosen[owner] == found.action)
        moves = zip(found.children[made].tolist(), keys[owner[made]].tolist(), found.action[made].tolist(), strict=True)
        for child, parent, action in moves:
            self._from.setdefault(child, (parent, action))
        return chosen

    def _reach(self, key: int) -> tuple[P, tuple[A, ...]]:
        """The position of a key, and actions that lead to it."""
        if key not in self._reached:
            parent, number = self._from[key]
            position, made = self._reach(parent)
            if number < len(self._graph.actions):
                action = self._entry.action(self._graph.actions[number])
            else:
                [wanted] = self._entry.positions(self._graph.answers, [key])
                results = self._game.actions(position)
                action = next(each for each in results if self._game.play(position, each) == wanted)
            self._reached[key] = self._game.play(position, action), (*made, action)
        return self._reached[key]


@contextmanager
def engine_of(oracle: Oracle[P, A], command: Sequence[str], seconds: float) -> Iterator[Engine[P, A]]:
    """The engine of a command; `seconds` is the time limit of an answer. Raises `EngineFailed` if it does not start or
    fails, and as `Engine`."""
    try:
        with counting("positions") as report, Session(command, seconds) as session:
            yield Engine(session, oracle, report)
    except (NotStarted, TooManyLosses) as error:
        raise EngineFailed(str(error)) from error


def _check_declared(session: Session, game: Any) -> None:
    who, has = session.implementation, session.implementation.rulesets.get(game.ruleset)
    if has is None:
        raise BadInput(who.lacks(game.ruleset))
    if FIELD not in has.fields or not has.perfect:
        raise BadInput(
            f"{who.name} does not say which actions are best in {game.ruleset}: its answer to start must have the "
            f"field '{FIELD}' and 'perfect': true (CONFORM-START-1)"
        )
    if unknown := has.lacks(options_of(game)):
        raise BadInput(f"{who.name} does not know the option {unknown[0]} of {game.ruleset}")
    for option in game.options:
        values = [option.text(value) for value in has.options.get(option.name, ())]
        if values and game.setting.get(option.name, values[0]) not in values:
            raise BadInput(f"{who.name} plays {game.ruleset} only with {option.written} {listed(values, 'or')}")


def _best(game: str, answer: Answer, legal: Sequence[str]) -> str:
    """The action that an engine plays after a game. Raises `EngineFailed`."""
    where = f"in the position after '{game}'" if game else "in the starting position"
    if answer.kind is Kind.ERRORED:
        raise EngineFailed(f"the engine failed {where}: {answer.content}")
    if answer.kind is not Kind.ANSWERS or FIELD not in answer.content:
        raise EngineFailed(f"the engine does not say {where} which action is best: {answer.kind} {answer.content}")
    best = answer.content[FIELD]
    if not isinstance(best, list) or not all(isinstance(each, str) for each in best):
        raise EngineFailed(f"the engine answers {best!r} {where}, expected a list of actions, each a text")
    if not best:
        raise EngineFailed(f"the engine answers [] {where}, expected at least one action")
    if best[0] not in legal:
        raise EngineFailed(f"the engine answers {best[0]!r} {where}, which is not legal there")
    return str(best[0])
