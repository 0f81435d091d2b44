"""Any policy as an agent: a function that is asked, in batches, what it does where it sees what the Gymnasium
environments show.

What these show can depend on the moves that led to a position: on their order in Goff's game and in the stochastic one,
on all moves since the last measurement in TiqTaqToe. A policy may then play a position in several ways, so it is
measured on a tree in which each position has a node for every way in which moves lead to it (`unfold`). If that had
more than `qttt.fast.graph.MOST` actions, the policy is asked about each image of each position instead, after the first
and after the last of the moves that lead to it, and must answer the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import numpy as np

from qttt.fast import graph
from qttt.fast.backend import Cpu
from qttt.fast.batch import CHANCE, LEAVE, LOOK, Games, O, X
from qttt.learn.measures.measuring import Measures, Meeting, Side, actions_of, measure
from qttt.learn.measures.policies import random
from qttt.learn.measures.tree import Array, Tree, tree_of
from qttt.learn.one_game import game_of
from qttt.oracle import solve
from qttt.oracle.perfect import A, P
from qttt.oracle.progress import waiting
from qttt.oracle.registry import entry_of
from qttt.reference.game import Game

Asked = Callable[[Array, Array], Any]
"""A policy: see `evaluate`."""
AT_ONCE = 1 << 14
"""The most positions that a policy is asked about at once."""
ROUNDING = 1e-5
"""By how much the sum of probabilities may differ from 1: float32 has 7 decimals."""


def evaluate(policy: Asked, game: str | Game[P, A], *, through: int | None = None, **options: object) -> Measures:
    """Measure a policy exactly, as `qttt evaluate` measures its agents: what its actions lose by stage, its worst case
    as X and as O, and its exploitability.

    - policy: ``policy(observation, mask)`` is asked about up to 16,384 positions at once, in which either player may be
      to act. `observation`, uint8 ``[position, number]``, has in each row the observation of the game's environment in
      `qttt.learn.gym`, and `mask`, bool ``[position, action]``, the legal actions. It returns an action for each
      position, integers ``[position]``, or probabilities ``[position, action]`` that are 0 for illegal actions and add
      up to 1 within 1e-5; they are divided by their sum. An action counts as the only one that the policy makes there:
      a policy that draws must return its probabilities. It is asked twice about the first positions, and must answer
      the same
    - game: a name and its `options`, as for `qttt.oracle.game`, or a game
    - through: the positions with at most this many moves made are measured, in `hybrid` measured boxes and pending
      links; both sides play perfectly beyond them. Default: the whole game in `probabilistic` and `tiqtaqtoe`, else 3

    Guaranteed: the measures are those of the policy in the game as it is, whatever it does in the images of a position
    and wherever it sees which moves led there. Each number is within 1e-10 of the exact one, under the conditions of
    `qttt.learn.measures.measuring`. The exception are settings in which there are more than 33,554,432 actions after
    different moves, such as all moves of TiqTaqToe at the levels moderate and high: there each position is asked about
    after the first and after the last moves that lead to it, and nothing is known of a policy whose answers depend on
    the moves in another way.

    A terminal shows that it works. Raises `TypeError` unless the policy is a function, and `ValueError` for an answer
    of the policy that is not as described (a wrong shape or type, probabilities that are not finite, negative or do not
    add up to 1, an illegal action), with the position; for one that answers in two ways; for one that depends on the
    moves that led to a position where these are too many; and what `qttt.oracle.game`, `solve` and `tree_of` raise.

    >>> def random(observation, mask):
    ...     return mask / mask.sum(1, keepdims=True)
    >>> found = evaluate(random, "tiqtaqtoe", level="classic")
    >>> [round(worth, 4) for worth in (found.value, found.as_x, found.as_o, found.exploitability)]
    [0.0, -0.9249, 0.9948, 0.9598]
    >>> [(stage.stage, round(stage.regret, 4)) for stage in found.everywhere[:2]]
    [('ply 0', 0.0), ('ply 1', 0.625)]

    A model that MaskablePPO of sb3-contrib has trained is a policy in two lines:

    >>> def trained(observation, mask):
    ...     return model.predict(observation, action_masks=mask, deterministic=True)[0]
    """
    if not callable(policy):
        raise TypeError(f"policy {policy!r}: expected a function of observations and masks")
    played = game_of(game, options)
    oracle = solve(played)
    with waiting("Measuring the policy"):
        tree = tree_of(oracle, entry_of(played).measured if through is None else through)
        tree = unfold(tree) if count_unfolded(tree) <= graph.MOST else tree
        return measure(*ask(policy, tree))


def ask(policy: Asked, tree: Tree) -> Side:
    """What a policy does in the positions of a tree of `unfold` in which a player acts; or, of a tree that is not raw,
    in every image of them, where it must answer the same after the first and after the last of the moves that lead
    there. The tree of the result says where the policy sees the same, but for a probability of 2^-60.

    Raises `ValueError` as `evaluate`."""
    first, last = Ways(tree), Ways(tree, last=True)
    numbers = np.full(len(tree.keys), -1)
    found, decided = np.zeros((tree.images, len(tree.action))), np.flatnonzero(tree.decided)
    for image, start in product(range(tree.images), range(0, len(decided), AT_ONCE)):
        at = decided[start : start + AT_ONCE]
        seen, mask = first.see(at, image)
        likely = _answer(policy, tree, at, image, seen, mask)
        if not (image or start):
            drawn = np.abs(_answer(policy, tree, at, image, seen, mask) - likely).max(1) > ROUNDING
            for wrong in at[drawn].tolist():
                raise ValueError(
                    f"the policy answers in two ways in '{tree.position(wrong, image)}': a policy that draws must "
                    f"return its probabilities"
                )
        weights = np.random.default_rng(0).integers(1 << 62, size=seen.shape[1])
        numbers[at] = seen @ weights
        other = seen if tree.raw else last.see(at, image)[0]
        again = np.flatnonzero((other != seen).any(1))
        if len(again):
            differs = np.abs(_answer(policy, tree, at[again], image, other[again], mask[again]) - likely[again])
            for wrong in at[again[differs.max(1) > ROUNDING]].tolist():
                raise ValueError(
                    f"the policy plays '{tree.position(wrong, image)}' in different ways after different moves, of "
                    f"which there are too many: measure fewer moves (through)"
                )
        actions, begin = actions_of(tree, at)
        row = np.repeat(np.arange(len(at)), np.diff([*begin, len(actions)]))
        found[image, actions] = likely[row, tree.place_of_actions(actions, image)]
    return Side(replace(tree, seen=numbers) if tree.raw else tree, found)


def _answer(policy: Asked, tree: Tree, at: Array, image: int, seen: Array, mask: Array) -> Array:
    """float64 ``[position, action]``: the probabilities that a policy answers. Raises `ValueError` as `evaluate`."""
    count, actions = mask.shape
    answered = policy(seen.copy(), mask.copy())

    def refuse(wrong: Any, what: Callable[[int], str]) -> None:
        for row in np.flatnonzero(wrong).tolist():
            raise ValueError(f"the policy's answer in '{tree.position(int(at[row]), image)}': {what(row)}")

    try:
        given = np.asarray(answered)
    except ValueError:
        given = np.asarray(None)
    if given.shape == (count,) and given.dtype.kind in "iu":
        legal = (given >= 0) & (given < actions)
        legal[legal] = mask[np.flatnonzero(legal), given[legal]]
        refuse(~legal, lambda row: f"action {given[row]} is not legal; expected one that the mask marks")
        return np.asarray(np.arange(actions) == given[:, None], np.float64)
    if given.shape != (count, actions) or given.dtype.kind not in "biuf":
        found = repr(answered)[:60] if given.dtype.kind == "O" else f"the shape {given.shape} of {given.dtype}"
        raise ValueError(
            f"the policy's answer in {count:,} positions, the first '{tree.position(int(at[0]), image)}': expected "
            f"integers of the shape {(count,)} or probabilities of the shape {(count, actions)}, found {found}"
        )
    likely = given.astype(np.float64)
    refuse(~np.isfinite(likely).all(1), lambda row: "a probability is not a finite number")
    refuse((likely < 0).any(1), lambda row: f"a probability is {likely[row].min():.6g}; expected 0 to 1")
    unasked = (likely > 0) & ~mask
    refuse(unasked.any(1), lambda row: f"action {unasked[row].argmax()} is not legal, and its probability is not 0")
    sums = likely.sum(1)
    refuse(np.abs(sums - 1) > ROUNDING, lambda row: f"the probabilities add up to {sums[row]:.6g}, not to 1")
    return np.asarray(likely / sums[:, None])


class Ways:
    """How moves lead to the positions of a tree from the start or from a result of chance, the first or the last in the
    order of the tree, and so what a player sees there."""

    def __init__(self, tree: Tree, last: bool = False) -> None:
        self._tree, self._entry = tree, entry_of(tree.oracle.game)
        self._playing = self._entry.playing(tree.oracle.game)["planes"]
        by_chance = tree.actor[tree.parent] == CHANCE
        moves = np.flatnonzero(~by_chance)[:: 1 if last else -1]
        self._into = np.full(len(tree.keys), -1)
        self._into[tree.child[moves]] = moves  # of several actions that lead to a position the last one stays
        if not last:
            self._into[tree.child[by_chance]] = -1
        self._back = (tree.then == 0).argmax(1)
        self._known: dict[int, Array] = {}

    def see(self, at: Array, image: int) -> tuple[Array, Array]:
        """An image of positions in which a player acts, as the Gymnasium environment shows it: uint8 ``[position,
        number]``, and the legal actions, bool ``[position, action]``."""
        tree, moves = self._tree, list[Array]()
        here, images = at.copy(), np.full(len(at), image)
        while len(going := np.flatnonzero(self._into[here] >= 0)):
            made, number = self._into[here[going]], np.full(len(at), LEAVE)
            here[going], images[going] = tree.parent[made], tree.then[images[going], self._back[tree.turn[made]]]
            number[going] = tree.place_of_actions(made, images[going])
            moves.append(number)
        games = Games(Cpu(), self._playing, len(at), restart=False)
        begins, of_each = np.unique(here * tree.images + tree.same[here, images], return_inverse=True)
        games.states[:] = np.stack([*map(self._begin, begins.tolist())])[of_each]
        shown = games.step(np.full(len(at), LOOK))
        for number in reversed(moves):
            shown = games.step(number)
        assert (shown.to_move == tree.actor[at]).all()
        return shown.observation.reshape(len(at), -1), shown.legal.astype(np.bool_)

    def _begin(self, number: int) -> Array:
        """The state in an image of a position that no moves lead to, from a number of both."""
        if number not in self._known:
            position = self._tree.position(*divmod(number, self._tree.images))
            state = self._entry.state(self._tree.oracle.game, position)
            self._known[number] = np.array([*state, *[0] * (self._playing.rules.numbers + 1 - len(state))], np.int64)
        return self._known[number]


def _begins(tree: Tree) -> Array:
    """bool ``[position, image]``: where moves begin that can be seen: at the start, and after results of chance."""
    everybody = np.broadcast_to(random(tree), (tree.images, len(tree.action)))
    reached = Meeting(tree, everybody, everybody, (X, O)).reached
    after = np.zeros(len(tree.keys), np.bool_)
    after[tree.child[tree.actor[tree.parent] == CHANCE]] = True
    found = np.zeros_like(reached)
    at, image = np.nonzero(reached & after[:, None])
    found[at, tree.same[at, image]] = True
    found[0, 0] = True
    return found


def count_unfolded(tree: Tree) -> int:
    """How many actions `unfold` makes of a tree that is not raw; about as many, where they are too many."""
    ways, sizes = _begins(tree).astype(np.float64), np.diff(tree.first)
    for start, stop in tree.levels:
        for image in range(tree.images):
            actions, _ = actions_of(tree, np.flatnonzero(ways[start:stop, image]) + start)
            actions = actions[tree.actor[tree.parent[actions]] != CHANCE]
            after = tree.then[image, tree.turn[actions]]
            np.add.at(ways, (tree.child[actions], after), ways[tree.parent[actions], image])
    return int(ways.sum(1) @ sizes)


def unfold(tree: Tree) -> Tree:
    """The raw tree in which every position of a tree that is not raw has a node for each way in which moves lead there
    from the start, or from a result of chance. Positions in which the tree ends have one node for each image."""
    begins, ends = _begins(tree), np.diff(tree.first) == 0
    level_of = np.repeat(np.arange(len(tree.levels)), np.diff(tree.levels).ravel())
    chances, place = tree.chances, np.full((len(tree.keys), tree.images), -1)
    nodes: list[list[Array]] = []
    for start, stop in tree.levels:
        at, image = np.nonzero(begins[start:stop] | ends[start:stop, None])
        place[at + start, image] = np.arange(len(at))
        nodes.append([np.stack([at + start, image])])
    sizes = np.array([each[0].shape[1] for each in nodes])
    parts = []
    for level in nodes:
        at, image = np.concatenate(level, 1)
        actions, _ = actions_of(tree, at)
        owner = np.repeat(image, np.diff(tree.first)[at])
        child, after = tree.child[actions], tree.then[owner, tree.turn[actions]]
        by_chance = tree.actor[tree.parent[actions]] == CHANCE
        number = tree.action[actions].astype(np.int64)
        number[~by_chance] = tree.place_of_actions(actions[~by_chance], owner[~by_chance])
        joins = by_chance | ends[child]
        into, index = level_of[child], place[child, tree.same[child, after]]
        for later in np.unique(into[~joins]).tolist():
            here = np.flatnonzero(~joins & (into == later))
            index[here] = sizes[later] + np.arange(len(here))
            sizes[later] += len(here)
            nodes[later].append(np.stack([child[here], after[here]]))
        parts.append((number, into, index, chances[np.minimum(owner, len(chances) - 1), actions]))
    at, image = np.concatenate([part for level in nodes for part in level], 1)
    action, into, index, chance = map(np.concatenate, zip(*parts, strict=True))
    first = np.concatenate([[0], np.cumsum(sizes)])
    keys = tree.keys[at]
    for each in range(1, tree.images):
        keys[image == each] = tree.graph.image(keys[image == each], each)
    same = {name: getattr(tree, name)[at] for name in ("plies", "actor", "ended", "won", "value")}
    begin, turn = np.concatenate([[0], np.cumsum(np.diff(tree.first)[at])]), np.zeros(len(action), np.int8)
    levels, child = tuple(pairwise(first.tolist())), first[into] + index
    changed = replace(tree, **same, keys=keys, first=begin, raw=True, levels=levels)
    return replace(changed, action=action, child=child, turn=turn, chance=chance)
