"""What learners have learnt, from their files: the numbers of docs/learning.md and docs/learning/.

Files are those of `qttt train`. Shares are those of optimal actions over all positions of a ply, selections left out;
the worst case is what a best responder leaves to X, with perfect play beyond the measured plies.
"""

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from measuring import Row, Text

from qttt.fast.learning import Net
from qttt.learn.learners import td
from qttt.learn.learners.learnt import LearntGame
from qttt.learn.measures import measuring, policies
from qttt.learn.measures.games import PolicyOf, play_games
from qttt.learn.measures.tree import Array, first_of, tree_of
from qttt.learn.nets import NetFile, load
from qttt.oracle import game, solve

THROUGH = 3
GAMES = 2_000
"""In each match against an agent of the ladder."""
SEEDS = (1, 2)


def curves(*words: str) -> Text:
    """The measures of trainings, each named as in `NAME=FILE`, as CSV; those of a name follow each other."""
    rows = ["training,seed,processor_seconds,steps,ply_2,ply_3,worst_X,worst_O"]
    for word in words:
        name, _, path = word.partition("=")
        record = load(Path(path)).record
        for each in record["curve"]:
            plies, worst = [each["optimal"][f"ply {ply}"] for ply in (2, 3)], each["worst_case"]
            cells = (name, record["seed"], each["processor_seconds"], each["steps"], *plies, worst["X"], worst["O"])
            rows.append(",".join(map(str, cells)))
    return Text("\n".join(rows))


def against_ladder(*paths: str) -> Iterator[Row]:
    """The shares of each file's games against each agent of the ladder, in percent, with their intervals."""
    oracle = solve(game("goff"))
    for path in paths:
        file = load(Path(path))
        raw = not file.architecture.get("canonical", True)
        policy_of = of_raw_table(file, oracle) if raw else partial(policies.policy_of, f"net:{path}")
        for opponent in policies.LADDER:
            agents = policy_of, partial(policies.policy_of, opponent)
            for side, step, (x, o) in (("X", 1, agents), ("O", -1, agents[::-1])):
                shares = play_games(oracle, x, o, GAMES, seed=1).chances[::step]
                shown = ", ".join(f"{100 * of:.1f} ({100 * low:.1f} to {100 * high:.1f})" for of, low, high in shares)
                yield file.record["learner"], opponent, side, shown


def of_raw_table(file: NetFile, oracle: Any) -> PolicyOf:
    """The policies of a table with a value for each position, equivalent ones included."""
    learner = td.Td(oracle, 0, td.AS_PUBLISHED)
    learner.table.fill(np.asarray(file.arrays["keys"]), np.asarray(file.arrays["values"]))
    return learner.policy


CORRECTIONS: dict[str, dict[str, Any]] = {
    "all corrected": {},
    "backup as printed (RL-SEARCH-2)": {"mean_backup": False},
    "no noise on the empty board (RL-NOISE-1)": {"noise_at_start": False},
    "no noise at all": {"noise_share": 0.0},
    "greedy first, drawn from turn 7 on (RL-POLICY-1)": {"sampled_from": 7, "sampled_to": 99, "greedy_as_one": True},
    "drawn in all turns (RL-POLICY-1)": {"sampled_to": 99},
    "no sampled openings": {"openings": 0},
    "oldest samples kept (RL-SAMPLE-2)": {"newest": False},
    "the result only as value (RL-SAMPLE-1)": {"search_share": 0.0},
    "one image at random, not the canonical one (RL-SYMMETRY-2)": {"canonical": False},
    "a gate of 40 games (RL-GATE-1)": {"gate_games": 40},
    "marks only, no collapses": {"features": "marks"},
}
"""What is turned back, and the settings that do so."""
SMALL: dict[str, Any] = {"games": 128, "simulations": 32, "replay": 10_000, "batch": 256}
"""What makes the trainings short."""


def trained(oracle: Any, seed: int, steps: int, **settings: Any) -> Any:
    """AlphaZero after a short training."""
    from qttt.learn.learners import alphazero

    learner = alphazero.AlphaZero(oracle.game, seed, alphazero.Options(**(SMALL | settings)))
    for step in range(steps):
        learner.step(step / steps)
    return learner


def optimal(found: measuring.Measures) -> list[float]:
    """The share of optimal actions at each ply."""
    return [each.optimal for each in found.everywhere if "sel" not in each.stage]


def worst(found: measuring.Measures) -> str:
    """The worst cases as X and as O."""
    return f"{found.as_x:.4g}, {found.as_o:.4g}"


def corrections(steps: str) -> Iterator[Row]:
    """Trainings of equal length, each with a correction turned back, and one with all of them."""
    from qttt.learn.learners import alphazero

    oracle = solve(game("goff"))
    tree = tree_of(oracle, THROUGH)
    for name, settings in [*CORRECTIONS.items(), ("all of the published code", dict(alphazero.AS_PUBLISHED))]:
        began = time.process_time()
        learners = [trained(oracle, seed, int(steps), **settings) for seed in SEEDS]
        found = [measuring.measure(tree, each.policy(tree)) for each in learners]
        spent = (time.process_time() - began) / len(SEEDS)
        plies = np.mean([optimal(one) for one in found], axis=0)
        ends = "; ".join(map(worst, found))
        yield name, " ".join(f"{share:.2f}" for share in plies), f"{plies.mean():.3f}", ends, f"{spent:.0f} s"


def averaged(learnt: LearntGame, net: Net, keys: Array) -> Array:
    """The probabilities of the actions, averaged over the images of each position under all symmetries."""
    numbers = np.tile(np.arange(learnt.actions, dtype=np.float32), (len(keys), 1))
    found = np.zeros((len(keys), learnt.actions))
    for symmetry in range(learnt.learning.images.count):
        images, came_from = learnt.turn(keys, np.full(len(keys), symmetry, np.int64), numbers)
        legal = learnt.seen(images)[1].astype(bool)
        rows = np.nonzero(legal)[0]
        found[rows, came_from[legal].astype(np.int64)] += learnt.predictions(net, images)[0][legal]
    return found / learnt.learning.images.count


def images(steps: str) -> Iterator[Row]:
    """Trainings on one image of each position, drawn at random, measured with one image and with the mean of all."""
    oracle = solve(game("goff"))
    tree = tree_of(oracle, THROUGH + 1)
    acts = np.flatnonzero(tree.decided)
    for seed in SEEDS:
        learner = trained(oracle, seed, int(steps), canonical=False)
        net, wanted = learner.fit.net(), np.full(len(tree.keys), -1, np.int64)
        wanted[acts] = averaged(learner.learnt, net, tree.keys[acts]).argmax(1)
        mean = first_of(tree, tree.action == wanted[tree.parent])[:1]
        for name, policy in (("of one image", learner.policy(tree)), ("mean of eight", mean)):
            one = measuring.measure(tree, policy)
            shown = " ".join(f"{share:.3f}" for share in optimal(one))
            yield str(seed), name, shown, f"{np.mean(optimal(one)):.3f}", worst(one)
