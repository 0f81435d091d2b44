"""Q3T's largest games beside another solver, `tests/engines/q3t.rs`, which is written from the rule page and shares
nothing with the fast engine. Needs a checkout and rustc.

Positions are texts, as the other solver writes them. Of each it says who acts and what follows, and the value of one
after which few positions can follow.
"""

import json
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import count, islice, product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.backend import Cpu, Device
from qttt.fast.board import ALL, TO_REPRESENTATIVE, image
from qttt.fast.hybrid.answers import KERNEL, places_of
from qttt.fast.hybrid.known import LARGEST, Early, game_of, known_answers
from qttt.fast.hybrid.layer import SCALE, Layer
from qttt.fast.hybrid.rules import O_BITS
from qttt.fast.hybrid.rules import setting_of as switches_of
from qttt.fast.hybrid.sets import Lanes, ValueSet, value_set
from qttt.fast.hybrid.setting import BOXES, RULESET, SWITCHES
from qttt.fast.hybrid.solve import solve
from qttt.oracle.hybrid import key_of, setting_of
from qttt.reference.hybrid import Hybrid, Position
from qttt.verification import Refuted, expect
from qttt.verification.hybrid.equivalence import SEED, draw_positions
from qttt.verification.stored_values import SOME

SOURCE = Path(__file__).resolve().parents[4] / "tests" / "engines" / "q3t.rs"
GAMES = tuple(Hybrid("two", "any", *switches) for switches in product(SWITCHES["effect"], SWITCHES["both"]))
DIFFERENT = tuple(Hybrid(*game_of(name)) for name in LARGEST)
"""The games whose values differ."""
SET = np.array([image(boxes, TO_REPRESENTATIVE[boxes]) for boxes in range(ALL + 1)])
"""``[boxes]``: the set of measured boxes with which the fast engine values some measured boxes."""
Said = Mapping[str, Any]
Ask = Callable[..., dict[str, Said]]


def values_are_those_of_another_solver(value: ValueSet = value_set, least: int = 0, each: int = 20) -> str:
    """In all games the shipped values of plies 0 and 1 follow from those of ply 2. In those that differ the values of
    random positions with each number of measured boxes, at least `least`: of `each` by a search, and of as many from
    those of the next positions. If every position is solved, then the shipped values, too."""
    with TemporaryDirectory() as folder:
        program = Path(folder, "q3t")
        subprocess.run(["rustc", "-O", "--edition=2021", "-o", program, SOURCE], check=True)
        early = sum(early_values_follow(partial(ask_solver, program, game), game) for game in GAMES)
        found = [
            late_values(partial(ask_solver, program, game), game, value, least, each, Path(folder))
            for game in DIFFERENT
            if each
        ]
    searched, followed = map(sum, zip((0, 0), *found, strict=True))
    return f"{early} shipped values follow, {searched:,} others are searched for, {followed:,} follow; seed {SEED}"


def ask_solver(program: Path, game: Hybrid, positions: Iterable[str], *fields: str) -> dict[str, Said]:
    """What the other solver says of positions."""
    texts = [*dict.fromkeys(positions)]
    question = {"cmd": "ask", "seq": 1, "ruleset": RULESET, "options": {"switches": game.switches}, "fields": fields}
    lines = "".join(json.dumps(question | {"position": text}) + "\n" for text in texts)
    told = subprocess.run([program], input=lines, text=True, stdout=subprocess.PIPE, check=True).stdout
    return {text: json.loads(line)["answers"] for text, line in zip(texts, told.splitlines(), strict=True)}


def shipped_of(game: Hybrid) -> Early:
    """The answers of what ships of a game."""
    known = known_answers(setting_of(game))
    assert known
    return known


def early_values_follow(ask: Ask, game: Hybrid) -> int:
    """The number of positions of plies 0 and 1, whose shipped values follow from those of the next positions."""
    answers = shipped_of(game)
    positions = decision_texts(unfold(ask, [write_position(Position())]))
    nodes = unfold(ask, positions)
    after = decision_texts(nodes)
    values = dict(zip(after, answers.values(keys_of(after)).tolist(), strict=True))
    return check_that_values_follow(nodes, {text: values[text] for text in positions}, values)


def late_values(ask: Ask, game: Hybrid, value: ValueSet, least: int, each: int, folder: Path) -> tuple[int, int]:
    """The number of positions whose values are those of a search, and of those whose values follow."""
    searched, some = dict[str, int](), list[str]()
    for measured in range(least, BOXES):
        few, draws = dict[str, int](), undecided_texts(game, measured)
        while measured and len(few) < each:
            few |= {text: number_of(said) for text, said in ask(islice(draws, each), "value").items() if said}
        searched |= few
        some += islice(draws, each)
    nodes = unfold(ask, some)
    texts = [*searched, *decision_texts(nodes)]
    keys, (shipped, stored) = keys_of(texts), shipped_of(game).shipped
    found = look_up_while_solving(game, np.concatenate((keys, shipped)), value, least, folder)
    if not least and (found[len(keys) :] != stored).any():
        raise Refuted(f"{game!r}: a shipped value is not that of a fresh solve")
    values = dict(zip(texts, found.tolist(), strict=False))
    for text, number in searched.items():
        expect(f"{text}, in units of 1/{SCALE}", values[text], number)
    return len(searched), check_that_values_follow(nodes, {text: values[text] for text in some}, values)


def undecided_texts(game: Hybrid, measured: int) -> Iterator[str]:
    """Random positions in which a player is to move, whether or not play reaches them."""
    random = Random(f"{SEED}/{measured}")
    every = (next(draw_positions(game, measured, random)) for _ in count())
    return (write_position(position) for position in every if game.actor(position))


def look_up_while_solving(game: Hybrid, keys: Ints, value: ValueSet, least: int, folder: Path) -> Ints:
    """The values of keys that a solve finds, each looked up when the set of its measured boxes has just been valued."""
    setting, sets = setting_of(game), SET[(keys | keys >> O_BITS) & ALL]
    switches, found = switches_of(setting), np.zeros(len(keys), np.int64)

    def looked_up(device: Device, this: Layer, mask: int, after: Lanes, values: Lanes) -> None:
        value(device, this, mask, after, values)
        here = np.flatnonzero(sets == mask)
        every = places_of(setting, this.measured, tuple(values))
        places = every._replace(where=every.where - this.sets.index(mask) * every.rows)
        numbers = np.empty(len(here), np.int64)
        device.launch(KERNEL, len(here), keys[here], switches, places, numbers)
        found[here] = numbers

    solve(Cpu(), setting, least=least, scratch=folder, value=looked_up)
    return found


def unfold(ask: Ask, positions: Iterable[str]) -> dict[str, Said]:
    """What the other solver says of positions and of those that follow until somebody decides again or the game ends,
    with the values of ends."""
    level = [*positions]
    nodes = ask(level, "actor", "after")
    for _ in range(2):
        level = [after for text in level for after in nodes[text]["after"]]
        nodes |= ask(level, "actor", "after")
        level = [text for text in level if nodes[text]["actor"] == "CHANCE"]
    ends = ask((text for text, node in nodes.items() if not node["actor"]), "value")
    return {text: {**node, **ends.get(text, {})} for text, node in nodes.items()}


def decision_texts(nodes: Mapping[str, Said]) -> list[str]:
    """The positions in which a player is to move."""
    return [text for text, node in nodes.items() if node["actor"] in ("X", "O")]


def check_that_values_follow(nodes: Mapping[str, Said], positions: Mapping[str, int], values: Mapping[str, int]) -> int:
    """The number of positions, after comparing the value of each with those of what follows. Raises `Refuted`."""

    def worth(text: str) -> int:
        node = nodes[text]
        if node["actor"] == "CHANCE":
            return sum(map(worth, node["after"])) // 2
        return values[text] if node["actor"] else number_of(node)

    for text, number in positions.items():
        best = max if nodes[text]["actor"] == "X" else min
        expect(f"{text}, in units of 1/{SCALE}", number, best(map(worth, nodes[text]["after"])))
    return len(positions)


def write_position(position: Position) -> str:
    return f"{RULESET}: {position}"


def keys_of(texts: Iterable[str]) -> Ints:
    return np.array([key_of(Position.of(text.partition(": ")[2])) for text in texts], np.int64)


def number_of(said: Said) -> int:
    """A value in the units of the fast engine."""
    return int(Fraction(said["value"]) * SCALE)


def spoilt_set(device: Device, this: Layer, mask: int, after: Lanes, values: Lanes) -> None:
    """Value a set, and then raise one in so many of its values."""
    value_set(device, this, mask, after, values)
    values[0][::SOME] += 1
