"""Tang, Zhang, Zhou and Li (2020), judged by exact values. The rules are those of `docs/learning.md`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb, factorial
from pathlib import Path
from typing import Any

import numpy as np

from qttt.app.studies.sources.judged import Judged, Source, oracle
from qttt.app.studies.verdicts import FAILS, HOLDS, PARTLY
from qttt.learn import BatchEnv
from qttt.learn.learners.td import AS_PUBLISHED, Options, Td, table_of
from qttt.learn.measures import policies
from qttt.learn.measures.exact import measured
from qttt.learn.measures.intervals import interval
from qttt.learn.measures.ladder import result
from qttt.learn.measures.tree import tree_of
from qttt.oracle import Oracle, entry_of, game
from qttt.oracle.progress import Count
from qttt.reference.picture import listed

SQUARES = 9
EPISODES = 100_000
"""As many as the source counts states after."""
RANDOM_GAMES = 100_000
THROUGH = 4
"""Measures go up to this ply."""
RAW, SYMMETRIC = 3, 2
"""The same, where equivalent positions are looked at one by one, and where they are counted."""
MILLION = 1_000_000
LEAST = 0.01
"""Points, of the 20 of a win, by which an agent is better than another at all."""


def judge(seed: int, report: Count, results: Path | None = None) -> Iterator[Judged]:
    """See `judged.Judge`."""
    truth = oracle("goff")
    yield arrangements()
    yield first_move(truth)
    yield unbeatable(truth)
    yield collapses(truth)
    yield from symmetry(truth.game)
    yield numbered(seed, report)
    yield from td(truth, seed, report)


def forests(squares: int, links: int) -> int:
    """How many ways there are to link labelled squares without a cycle.

    >>> [forests(3, links) for links in range(4)]
    [1, 3, 3, 0]
    """
    if squares <= 1:
        return int(links == 0)
    sizes = range(1, min(squares, links + 1) + 1)
    trees = {size: size ** (size - 2) if size > 1 else 1 for size in sizes}
    return sum(comb(squares - 1, size - 1) * trees[size] * forests(squares - size, links - size + 1) for size in sizes)


def arrangements() -> Judged:
    """Boards without a cycle: the marks of plies 1 to n on the links of a forest, in any order."""
    boards = [forests(SQUARES, links) * factorial(links) for links in range(SQUARES)]
    more = sum(boards) > 10**8
    truth = (
        f"Before any collapse there are {sum(boards):,} boards: {boards[6]:,} with six marks, {boards[7]:,} with seven "
        f"and {boards[8]:,} with eight. Each of them can be reached, and those after a collapse come on top."
    )
    return Judged(
        "arrangements", "There are more than 10⁸ piece arrangements", "abstract", HOLDS if more else FAILS, truth
    )


def first_move(oracle: Oracle[Any, Any]) -> Judged:
    """The corners of a diagonal, against all other first moves."""
    start = oracle.game.initial()
    values = oracle.values(start)
    best = {action for action, value in values.items() if value == max(values.values())}
    corners = {action for action in values if str(action) in ("1-9", "3-7")}
    others = sorted({value for action, value in values.items() if action not in best})
    truth = (
        f"{listed(sorted(map(str, best)))} are worth {max(values.values())}, and all {len(values) - len(best)} other "
        f"first moves {listed([*map(str, others)])}."
    )
    verdict = HOLDS if best == corners else PARTLY if corners & best else FAILS
    return Judged("first-move", "The best first move is a pair of opposite corners", "section 8", verdict, truth)


def unbeatable(oracle: Oracle[Any, Any]) -> Judged:
    """What a perfect opponent allows on each side."""
    value = oracle.value(oracle.game.initial())
    truth = (
        f"The game is worth {value}: a perfect X wins every game, so no agent wins or draws as O. As X the best result "
        f"against a perfect O is a win. Two draws in ten games, as in Table 2, show that the app's level was not "
        f"perfect as X in these games, or that the agent was X in them."
    )
    return Judged(
        "level-optimal", "An agent might beat the level Optimal", "section 4", PARTLY if value > 0 else FAILS, truth
    )


def collapses(oracle: Oracle[Any, Any]) -> Judged:
    """How often it matters which of the two boards is taken."""
    tree = tree_of(oracle, THROUGH)
    selections = [n for n, name in enumerate(tree.stages) if "selection" in name]
    rows = np.concatenate([np.arange(*tree.levels[n]) for n in selections])
    rows = rows[tree.decided[rows]]
    loss, of_a = tree.loss, tree.first[rows]
    alike = int(((loss[of_a] == 0) & (loss[of_a + 1] == 0)).sum())
    truth = (
        f"The last mark settles on another square in each of the two boards, so they differ. Of the {len(rows):,} "
        f"cycles up to ply {THROUGH}, counted up to symmetry, {alike:,} are worth the same whichever board is taken."
    )
    return Judged("collapse", "A collapse is a choice between two different boards", "section 6.1.1", HOLDS, truth)


def symmetry(rules: Any) -> Iterator[Judged]:
    """How many positions are equivalent, by the reference."""
    counts, positions = [], {rules.initial()}
    for _ in range(SYMMETRIC + 1):
        classes = {min(str(rules.turned(each, turn)) for turn in rules.symmetries) for each in positions}
        counts.append((len(positions), len(classes)))
        positions = {rules.play(each, action) for each in positions for action in rules.actions(each)}
    shares = listed([f"{every:,} of {classes:,} classes" for every, classes in counts])
    factor = [Fraction(every, classes) for every, classes in counts]
    truth = f"After 0 to {SYMMETRIC} actions there are {shares} of equivalent positions"
    yield Judged(
        "eight-images",
        "Every arrangement has eight equivalent ones",
        "section 6.1.2",
        HOLDS if min(factor) == 8 else PARTLY if max(factor) > 1 else FAILS,
        f"{truth}: symmetrical arrangements have fewer images.",
    )
    yield Judged(
        "symmetry",
        "Leaving out equivalent moves makes the positions up to eight times as few",
        "section 9",
        HOLDS if max(factor) <= 8 else FAILS,
        f"{truth}, at most {float(max(factor)):.2f} times as few. Besides, a player's early marks can be exchanged "
        f"(claim `goff-ply-labels`), which the source does not use.",
    )


def numbered(seed: int, report: Count) -> Judged:
    """How often random play ends with the action that has no number."""
    env = BatchEnv("goff", 1000, seed=seed)
    rules = game("goff")
    final = np.array(
        [getattr(action, "first", 0) == getattr(action, "second", 1) for action in entry_of(rules).numbered(rules)]
    )
    games = specials = 0
    while games < RANDOM_GAMES:
        chosen = env.sample()
        ended = env.step(chosen).ended
        games += int(ended.sum())
        specials += int(final[chosen[ended]].sum())
        report(games, RANDOM_GAMES + EPISODES)
    share = interval(specials, games)
    truth = (
        f"The last mark of a game may have to take one square for itself, x-x, which has no number among the 74: "
        f"{100 * share.share:.1f}% of {games:,} random games end so (interval {100 * share.low:.1f} to "
        f"{100 * share.high:.1f}). Here 72 and 73 play it (RL-ACTION-2)."
    )
    return Judged("actions", "74 actions are all there are", "section 6.1.1", FAILS, truth)


def td(oracle: Oracle[Any, Any], seed: int, report: Count) -> Iterator[Judged]:
    """The learner with a table, as it is published."""
    learner = Td(oracle, seed, AS_PUBLISHED)
    tree = learner.tree_for(RAW)
    inserting = table_of(learner.ground, Options(canonical=False, full_width=False, inserts=True))
    size = learner.options.games
    for step in range(EPISODES // size):
        report(RANDOM_GAMES + step * size, RANDOM_GAMES + EPISODES)
        learner.step(0)
        inserting.learn(step * size, size, seed, 0)
    values = inserting.contents()[1]
    met, looked, zeros = len(learner.table), len(inserting), float((values == 0).mean())
    yield Judged(
        "states",
        "After 100,000 episodes there are more than 10 million states",
        "section 5",
        HOLDS if looked > 10 * MILLION else FAILS,
        f"Looking up a value adds the state to the source's table: {looked:,} states. Only {met:,} were ever the state "
        f"of the game.",
    )
    yield Judged(
        "zeros",
        "Most state values are 0",
        "section 7",
        HOLDS if zeros > 0.5 else FAILS,
        f"{100 * zeros:.1f}% of the values in the table with look-ups are exactly 0.",
    )
    yield from _strength(oracle, tree, learner)


def _strength(oracle: Oracle[Any, Any], tree: Any, learner: Td) -> Iterator[Judged]:
    random, learnt = policies.random(tree), learner.policy(tree)
    optimal = [
        [f"{each.optimal:.2f}" for each in measured(tree, policy).everywhere if "selection" not in each.stage]
        for policy in (learnt, random)
    ]
    as_x, as_o = (result(tree, *pair).value for pair in ((learnt, random), (random, learnt)))
    plain = result(tree, random, random).value
    better = (as_x - plain > LEAST) + (plain - as_o > LEAST)
    truth = (
        f"Share of optimal moves at plies 0 to {RAW}: {', '.join(optimal[0])}; random {', '.join(optimal[1])}. "
        f"Beyond ply {RAW} both sides play perfectly here; X then expects {as_x:.4f} if it is the learner and O is "
        f"random, {as_o:.4f} if it is random and O the learner, and {plain:.4f} if both are random."
    )
    verdict = (FAILS, PARTLY, HOLDS)[better]
    yield Judged("slightly-better", "TD(0) is only slightly better than random", "sections 5 and 7", verdict, truth)


ABOUT = """\
Tang, Zhang, Zhou and Li (2020), "Reinforcement Learning in Quantum Tic Tac Toe". The rules are those of
[Learning](../learning.md). A narrow win of [Goff's game](../../spec/rules/goff.md) is worth 10, a complete win 20."""

SOURCE = Source("Tang, Zhang, Zhou and Li (2020)", ABOUT, judge)
