"""What learners have learnt, from their files: the numbers of docs/learning.md and docs/learning/.

    python tests/benchmarks/learners.py --curves NAME=FILE... rows of docs/learning/curves.csv: each measure
    python tests/benchmarks/learners.py --own-play FILE... the exact worst case through the whole game
    python tests/benchmarks/learners.py --ladder FILE...   results of games against the agents of the ladder
    python tests/benchmarks/learners.py --images N         AlphaZero on single images, predictions averaged
    python tests/benchmarks/learners.py --corrections N    AlphaZero for N steps, each correction turned back

Files are those of `qttt train`. Shares are those of optimal actions over all positions of a ply, selections left out;
the worst case is what a best responder leaves to X, with perfect play beyond the measured plies. --own-play goes
through all that a net can meet to the end of the game, so nothing is assumed there.
"""

import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from measuring import print_rows

from qttt.fast.batch import O, X
from qttt.fast.net import Net
from qttt.learn.learners import td
from qttt.learn.learners.agents import NetAgent
from qttt.learn.learners.learnt import LearntGame
from qttt.learn.measures import ladder, measuring
from qttt.learn.measures.own_play import own_play
from qttt.learn.measures.played import PolicyOf, played
from qttt.learn.measures.tree import Array, first_of, tree_of
from qttt.learn.nets import NetFile, load
from qttt.learn.trained import agent
from qttt.oracle import game, solve

THROUGH = 3
GAMES = 2_000
"""Of each row of --ladder."""
SEEDS = (1, 2)
WORST = "worst case as X, as O"
Rows = Iterator[tuple[str, ...]]
"""A table, head first."""


def curves(words: list[str]) -> Iterator[str]:
    """The measures of trainings, each named as in `NAME=FILE`, as CSV; those of a name follow each other."""
    yield "training,seed,processor_seconds,steps,ply_2,ply_3,worst_X,worst_O"
    for word in words:
        name, _, path = word.partition("=")
        record = load(Path(path)).record
        for each in record["curve"]:
            plies, worst = [each["optimal"][f"ply {ply}"] for ply in (2, 3)], each["worst_case"]
            cells = (name, record["seed"], each["processor_seconds"], each["steps"], *plies, worst["X"], worst["O"])
            yield ",".join(map(str, cells))


def own(path: Path) -> str:
    """The worst cases of a net through the whole game."""
    made = agent(f"net:{path}", game("goff"))
    assert isinstance(made, NetAgent)
    oracle = solve(game("goff"))
    found = [own_play(oracle, made.actions, player) for player in (X, O)]
    weights = int(np.size(made.net[1]))
    text = [f"as {name} {each.worst:g} in {each.positions:,} positions" for name, each in zip("XO", found, strict=True)]
    return f"{path.name}: sizes {made.net[0].tolist()}, {weights:,} numbers; worst case {', '.join(text)}"


def against_ladder(paths: list[str]) -> Rows:
    """The shares of each file's games against each agent of the ladder, in percent, with their intervals."""
    oracle = solve(game("goff"))
    yield "learner", "opponent", "side", f"wins, draws, losses in {GAMES:,} games"
    for path in paths:
        file = load(Path(path))
        raw = not file.architecture.get("canonical", True)
        policy_of = of_raw_table(file, oracle) if raw else partial(ladder.policy_of, f"net:{path}")
        for opponent in ladder.LADDER:
            agents = policy_of, partial(ladder.policy_of, opponent)
            for side, step, (x, o) in (("X", 1, agents), ("O", -1, agents[::-1])):
                shares = played(oracle, x, o, GAMES, seed=1).chances[::step]
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


def corrections(steps: int) -> Rows:
    """Trainings of equal length, each with a correction turned back, and one with all of them."""
    from qttt.learn.learners import alphazero

    oracle = solve(game("goff"))
    tree = tree_of(oracle, THROUGH)
    yield "turned back", f"optimal at plies 0 to {THROUGH}", "mean", WORST, "processor time"
    for name, settings in [*CORRECTIONS.items(), ("all of the published code", dict(alphazero.AS_PUBLISHED))]:
        began = time.process_time()
        learners = [trained(oracle, seed, steps, **settings) for seed in SEEDS]
        found = [measuring.measured(tree, each.policy(tree)) for each in learners]
        spent = (time.process_time() - began) / len(SEEDS)
        plies = np.mean([[each.optimal for each in one.everywhere if "sel" not in each.stage] for one in found], axis=0)
        ends = "; ".join(f"{one.as_x:.4g}, {one.as_o:.4g}" for one in found)
        yield name, " ".join(f"{share:.2f}" for share in plies), f"{plies.mean():.3f}", ends, f"{spent:.0f} s"


def averaged(learnt: LearntGame, net: Net, keys: Array) -> Array:
    """The probabilities of the actions, averaged over the images of each position under all symmetries."""
    numbers = np.tile(np.arange(learnt.actions, dtype=np.float32), (len(keys), 1))
    found = np.zeros((len(keys), learnt.actions))
    for symmetry in range(learnt.learning.images.count):
        images, came_from = learnt.turned(keys, np.full(len(keys), symmetry, np.int64), numbers)
        legal = learnt.seen(images)[1].astype(bool)
        rows = np.nonzero(legal)[0]
        found[rows, came_from[legal].astype(np.int64)] += learnt.predictions(net, images)[0][legal]
    return found / learnt.learning.images.count


def images(steps: int) -> Rows:
    """Trainings on one image of each position, drawn at random, measured with one image and with the mean of all."""
    oracle = solve(game("goff"))
    tree = tree_of(oracle, THROUGH + 1)
    acts = np.flatnonzero(tree.decided)
    yield "seed", "predictions", f"optimal at plies 0 to {THROUGH + 1}", "mean", WORST
    for seed in SEEDS:
        learner = trained(oracle, seed, steps, canonical=False)
        net, wanted = learner.fit.net(), np.full(len(tree.keys), -1, np.int64)
        wanted[acts] = averaged(learner.learnt, net, tree.keys[acts]).argmax(1)
        mean = first_of(tree, tree.action == wanted[tree.parent])[:1]
        for name, policy in (("of one image", learner.policy(tree)), ("mean of eight", mean)):
            one = measuring.measured(tree, policy)
            plies = [each.optimal for each in one.everywhere if "sel" not in each.stage]
            shown = " ".join(f"{share:.3f}" for share in plies)
            yield str(seed), name, shown, f"{np.mean(plies):.3f}", f"{one.as_x:.4g}, {one.as_o:.4g}"


def main(words: list[str]) -> None:
    match words:
        case ["--curves", *named]:
            print(*curves(named), sep="\n")
        case ["--own-play", *files]:
            print(*(own(Path(file)) for file in files), sep="\n")
        case ["--ladder", *files]:
            print_rows(against_ladder(files))
        case ["--corrections" | "--images" as what, steps]:
            print_rows((corrections if what == "--corrections" else images)(int(steps)))
        case _:
            print(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
