"""The theorems of `verification/coq`: runs of Coq, and the plans that the theorems on Goff's game need.

A plan says what a player does after a first move to get what it is worth, whatever the opponent does. Nothing of it is
trusted: Coq plays it through (`check` in Forces.v). `python -m qttt.verification.coq OUT` writes all that `coqc` needs
to a new folder. Only a checkout has the theorems."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np

from qttt.fast.answers import Ints
from qttt.fast.batch import O, X
from qttt.fast.goff.board import LOOP, PLACE_SQUARES, SQUARES, place
from qttt.fast.goff.graph import Collapse
from qttt.fast.goff.moves import shift
from qttt.fast.goff.position import FIELD, MARKS
from qttt.fast.graph import Expanded, Graph, walk
from qttt.oracle import solve
from qttt.oracle.registry import entry_of
from qttt.reference.goff import Goff
from qttt.spec.disk import write_whole
from qttt.verification import Refuted
from qttt.verification.records import ROOT

THEOREMS = ROOT / "verification" / "coq"
CLOSED = "Closed under the global context"
"""What Coq says of a theorem that rests on no axiom."""
FIRST_MOVES = tuple((u, v) for u in range(1, SQUARES + 1) for v in range(u + 1, SQUARES + 1))


class Half(NamedTuple):
    """What plans prove: that a player forces what first moves are worth, under a rule of selection."""

    collapse: Collapse
    player: int
    moves: Sequence[tuple[int, int]] = FIRST_MOVES


PLANS = {
    "Plan_1_9": Half("opponent", X, ((1, 9),)),
    "Plans_O_self": Half("self", O),
    "Plans_X_self": Half("self", X),
    "Plans_O_opponent": Half("opponent", O),
    "Plans_X_opponent_1": Half("opponent", X, FIRST_MOVES[:15]),
    "Plans_X_opponent_2": Half("opponent", X, FIRST_MOVES[15:]),
}
"""The files of plans, by their names in Coq, each small enough for 4 GB of memory."""


# Plans


@cache
def graph_of(collapse: Collapse) -> Graph:
    """Goff's game under a rule of selection, solved."""
    game = Goff(collapse=collapse)
    found = entry_of(game).graph(game, solve(game).tablebase)
    assert found
    return found


MARKED = np.array([0, *((1 << u) | (1 << v) for u, v in PLACE_SQUARES[1:].tolist())])
"""``[place]``: its squares as a mask."""


def effort(graph: Graph, player: int, keys: Ints) -> Ints:
    """A guess at how long it takes to play through what follows from positions. Of the guesses tried on
    some first moves this one gave short plans: the pairs of squares that can still be named, fewer if the marks stand
    on few squares."""
    places = (keys[:, None] >> 6 * np.arange(1, MARKS + 1)) & FIELD
    free, bare = (SQUARES - np.bitwise_count(np.bitwise_or.reduce(of[places], 1)).astype(int) for of in (LOOP, MARKED))
    guess = (free * (free - 1) // 2 + 1) * (SQUARES + 3 - bare)
    pending = np.flatnonzero(keys & FIELD)
    if len(pending):
        selections = graph.expand(keys[pending])
        each = effort(graph, player, selections.children).reshape(-1, 2)
        guess[pending] = np.where(selections.actor == player, each.min(1), each.sum(1))
    found: Ints = guess
    return found


def plan(half: Half, move: tuple[int, int]) -> list[int]:
    """The numbers of a player's actions among the legal ones, in the order in which `check` of Forces.v comes to them
    after a first move."""
    graph, player = graph_of(half.collapse), half.player
    start = place(move[0] - 1, move[1] - 1) << shift(1)

    def worth(keys: Ints) -> Ints:
        """What positions are worth to the player."""
        wanted, at = np.unique(keys, return_inverse=True)
        values: Ints = graph.answers.values(graph.canonical(wanted)[0])[at]
        return values if player == X else -values

    least = worth(np.array([start]))[0]
    followed = dict[int, tuple[int | None, list[int]]]()

    def expand(_: int, keys: Ints) -> Ints:
        found = graph.expand(keys)
        chosen = _chosen(found, player, worth, lambda keys: effort(graph, player, keys), least)
        for key, actor, begin, count, at in zip(
            keys.tolist(), found.actor, found.begin.tolist(), found.counts.tolist(), chosen.tolist(), strict=True
        ):
            all_of_it = found.children[begin : begin + count].tolist()
            followed[key] = (at - begin, [all_of_it[at - begin]]) if actor == player else (None, all_of_it)
        kept = np.ones(len(found.children), np.bool_)
        kept[found.actor[found.owner] == player] = False
        kept[chosen[found.actor == player]] = True
        return found.children[kept]

    walk(graph, expand, starts=np.array([start]))
    numbers, done = list[int](), set[int]()

    def visit(key: int) -> None:
        if key not in done:
            number, children = followed[key]
            numbers.extend(() if number is None else (number,))
            for child in children:
                visit(child)
            done.add(key)

    visit(start)
    return numbers


def _chosen(
    found: Expanded, player: int, worth: Callable[[Ints], Ints], effort: Callable[[Ints], Ints], least: int
) -> Ints:
    """int64 ``[position]``: where in the table of actions the player's is, the first of the least effort that keeps
    `least`; of no meaning where the player does not act."""
    acts = np.flatnonzero(found.actor[found.owner] == player)
    children = found.children[acts]
    good = worth(children) >= least
    acts, efforts = acts[good], effort(children[good])
    owner = found.owner[acts]
    order = np.lexsort((acts, efforts, owner))
    owners, first = np.unique(owner[order], return_index=True)
    if not np.array_equal(owners, np.flatnonzero(found.actor == player)):
        raise ValueError("the player cannot keep what the first move is worth")
    chosen = np.zeros(len(found.actor), np.int64)
    chosen[owners] = acts[order][first]
    return chosen


PIECE = 300
"""How many numbers of a plan stand in one number of Coq."""


def _packed(numbers: Sequence[int]) -> str:
    """Numbers as Coq's `unpack` takes them."""
    found = 1
    for number in reversed(numbers):
        found = ((found << 1) << number) | ((1 << number) - 1)
    return hex(found)


@cache
def plan_file(name: str) -> str:
    """The text of a file of plans."""
    half, plans = PLANS[name], list[str]()
    for move in half.moves:
        numbers = plan(half, move)
        pieces = (_packed(numbers[at : at + PIECE]) for at in range(0, len(numbers), PIECE))
        plans.append(f"Definition plan_{move[0]}_{move[1]} := [\n" + ";\n".join(pieces) + "].\n")
    pairs = "; ".join(f"({move}%nat, plan_{move[0]}_{move[1]})" for move in half.moves)
    return (
        "From Coq Require Import List PArith.\nRequire Import Goff Forces Values.\nImport ListNotations.\n"
        f"Local Open Scope positive_scope.\n{''.join(plans)}Definition plans : half := [{pairs}].\n"
        f"Lemma accepted : accept {half.collapse.capitalize()} {'XO'[half.player]} plans = true.\n"
        "Proof. vm_cast_no_check (eq_refl true). Qed.\n"
    )


# Runs of Coq

Alteration = Callable[[str, str], str]
"""Takes the name and the text of a file, and returns another text."""


def unaltered(name: str, text: str) -> str:
    return text


def text_of(name: str) -> str:
    """The text of a file: of plans, or of the repository."""
    return plan_file(name) if name in PLANS else (THEOREMS / f"{name}.v").read_text(encoding="utf-8")


def order(name: str) -> Iterator[str]:
    """The files that a file needs, each after those that it needs itself, and then the file; with repetitions."""
    text = "" if name in PLANS else text_of(name)
    for needed in ("Values",) if name in PLANS else re.findall(r"^Require (?:Import )?(.+)\.$", text, re.M):
        for each in needed.split():
            yield from order(each)
    yield name


def proved(name: str, alter: Alteration = unaltered) -> str:
    """Check all theorems of a file of which it prints the assumptions, in a folder of its own.

    Raises `Refuted` with what Coq says if it rejects a file, or if a theorem rests on an axiom."""
    with TemporaryDirectory() as folder:
        for each in dict.fromkeys(order(name)):
            (Path(folder) / f"{each}.v").write_text(text := alter(each, text_of(each)), encoding="utf-8")
            ran = subprocess.run(["coqc", f"{each}.v"], cwd=folder, capture_output=True, text=True, check=False)
            if ran.returncode:
                raise Refuted(f"Coq rejects {each}.v: {' '.join((ran.stdout + ran.stderr).split())[:400]}")
    theorems = text.count("Print Assumptions")
    if [*filter(None, ran.stdout.splitlines())] != [CLOSED] * theorems or not theorems:
        raise Refuted(f"{name}.v rests on what is not proved: {' '.join(ran.stdout.split())[:400]}")
    return f"{theorems} theorem{'s' * (theorems > 1)}: {CLOSED.lower()}"


def narrow_win(alter: Alteration = unaltered) -> str:
    """X forces at least a narrow win if the opponent selects."""
    return proved("Narrow_win", alter)


def first_moves(alter: Alteration = unaltered) -> str:
    """What the game and all first moves are worth, under both rules of selection."""
    return proved("Theorem", alter)


def loop(alter: Alteration = unaltered) -> str:
    """A loop of probabilistic tic-tac-toe has exactly one solution."""
    return proved("Loop", alter)


def _altered(names: Sequence[str], old: str, new: str) -> Alteration:
    def alter(name: str, text: str) -> str:
        if name not in names:
            return text
        if old not in text:
            raise ValueError(f"{name}.v has no '{old}'")
        return text.replace(old, new, 1)

    return alter


another_tie_break = _altered(["Goff"], "p X <? ply_of_player p O", "p O <? ply_of_player p X")
"""Of two lines the later one wins."""
an_axiom = _altered([*PLANS], "Proof. vm_cast_no_check (eq_refl true). Qed.", "Admitted.")
"""Plans are not checked."""
steeper_lines = _altered(["Loop"], "0 <= slope l < 1) ->", "0 <= slope l <= 1) ->")
"""Slopes may be 1."""


def another_action(name: str, text: str) -> str:
    """The first number of each file of plans is one larger."""
    first = re.search("0x[0-9a-f]+", text) if name in PLANS else None
    return text.replace(first[0], hex(int(first[0], 16) << 1 | 1), 1) if first else text


def main(arguments: Sequence[str]) -> int:
    """Write all files for `coqc` to a new folder, in the order in which it takes them."""
    if len(arguments) != 1:
        print("usage: python -m qttt.verification.coq OUT, a new folder", file=sys.stderr)
        return 2
    if not THEOREMS.is_dir():
        print(f"{THEOREMS}: not found: the theorems are in a checkout only", file=sys.stderr)
        return 2
    out = Path(arguments[0])
    try:
        out.mkdir(parents=True)
    except OSError as error:
        print(f"{out}: {error.strerror}; name a new folder", file=sys.stderr)
        return 2
    for name in dict.fromkeys([each for file in ("Loop", "Narrow_win", "Theorem") for each in order(file)]):
        print(f"{name}.v", flush=True)
        write_whole(out / f"{name}.v", text_of(name).encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
