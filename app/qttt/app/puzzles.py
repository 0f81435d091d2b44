"""The puzzles of the explorer: positions of random games in which the player to act has only one best action.

In a source tree `python -m qttt.app.puzzles [GAME…]` writes `web/page/GAME/puzzles.js`, from the oracle."""

import json
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from qttt.app.commands.explore import WEB
from qttt.oracle import Oracle, game, games, solve
from qttt.oracle.perfect import PLAYERS
from qttt.oracle.registry import entry, entry_of
from qttt.reference.game import Actor
from qttt.spec.disk import write_whole

OPENED = {"q": "1/2", "seed": 1}
"""The options with which the explorer opens the games that need them."""
SEED, PUZZLES, SAME = 1, 10, 2
"""The seed of the random games, the number of puzzles, and the most of the same length."""
CHOICE = 5
"""The fewest actions among which one is to be found."""
SLIP = 16
"""Every other action loses more than this part of the range of all values, so that a learner can see it."""
HEAD = """/** Puzzles, written by `python -m qttt.app.puzzles`. */

/** @type {import("../types.js").Puzzle[]} */
export default [
"""


class Puzzle(NamedTuple):
    """How many actions the game still takes, a written game, the only best action after it, and the value."""

    length: int
    moves: str
    best: str
    value: str


def options(name: str) -> dict[str, Any]:
    """The options with which the explorer opens a game."""
    return {option: value for option, value in OPENED.items() if option in entry(name).parameters}


def puzzles(name: str) -> list[Puzzle]:
    """The puzzles of a game, the shortest first."""
    rules, chance, found = game(name, **options(name)), Random(SEED), list[Puzzle]()
    truth = solve(rules, progress=False)
    while len(found) < PUZZLES:
        actions, positions = list[Any](), [rules.initial()]
        while legal := rules.actions(positions[-1]):
            actions.append(chance.choice(legal))
            positions.append(rules.play(positions[-1], actions[-1]))
        at = chance.choice([i for i, each in enumerate(positions[:-1]) if rules.actor(each) in PLAYERS])
        if action := only_best(truth, positions[at]):
            value, left = str(truth.value(positions[at])), length(truth, positions[at])
            if sum(each.length == left for each in found) < SAME:
                found.append(Puzzle(left, rules.write(actions[:at]), action, value))
    return sorted(found)


def only_best(truth: Oracle[Any, Any], position: Any) -> str:
    """The only best action of several; empty if another one is almost as good, or if it leaves the player to act worse
    than a draw."""
    rules, values = truth.game, truth.values(position)
    if len(values) < CHOICE:
        return ""
    worth, side = entry_of(rules).worth(rules), 1 if rules.actor(position) is Actor.X else -1
    (best, most), (_, second) = sorted(values.items(), key=lambda each: -side * each[1])[:2]
    slip = SLIP * side * (most - second) <= 2 * (worth.most - worth.draw)
    return "" if slip or side * most < side * worth.draw else str(best)


def length(truth: Oracle[Any, Any], position: Any) -> int:
    """How many actions the game still takes under best play, with the likeliest result each time."""
    rules, actions = truth.game, 0
    while rules.actions(position):
        odds = truth.probabilities(position)
        action = max(odds, key=lambda each: odds[each]) if odds else truth.choices(position)[0]
        position, actions = rules.play(position, action), actions + 1
    return actions


def path(name: str) -> Path:
    """The file with the puzzles of a game."""
    return WEB / "page" / name / "puzzles.js"


def module(name: str) -> str:
    """The content of the file."""
    rows = [{"moves": each.moves, "best": each.best, "value": each.value} for each in puzzles(name)]
    return HEAD + "".join(f"  {json.dumps(row)},\n" for row in rows) + "];\n"


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m qttt.app.puzzles", description="Write the puzzles of games, or of all.")
    parser.add_argument("games", nargs="*", choices=games())
    for each in parser.parse_args().games or games():
        write_whole(path(each), module(each).encode())
        print(path(each))
