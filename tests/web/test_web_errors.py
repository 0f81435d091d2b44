"""What the JavaScript package says of bad input is what Python says of it, word for word."""

import json
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from qttt.oracle import game

pytestmark = pytest.mark.engines
BOARD = ";".join(["0.5,0.5,0", "1,0,0", "1/3,1/3,1/3"] * 3)
SETTINGS: tuple[tuple[str, dict[str, str]], ...] = (
    ("goff", {}),
    ("goff", {"collapse": "self", "double_win": "yes", "pair": "forbidden"}),
    ("goff", {"pair": "forbidden", "last": "draw"}),
    ("sqt", {"q": "3/4"}),
    ("sqt", {"q": "1/3", "last": "draw"}),
    ("probabilistic", {"board": BOARD}),
    ("probabilistic", {"board": BOARD, "end": "blocked", "first": "O"}),
    *(("tiqtaqtoe", {"level": level}) for level in ("classic", "minimal", "moderate", "high", "full")),
    ("tiqtaqtoe", {"target": "unentangled", "lines": "full-board"}),
    ("tiqtaqtoe", {"pair": "legal"}),
    ("hybrid", {}),
    ("hybrid", {"links": "single", "targets": "one"}),
    ("hybrid", {"links": "two", "targets": "one"}),
)
SQUARES = f"1,0 1,0,0,0 x,0,0 -1,0,0 1.5,0,0 150%,0,0 0.5,0.5,0.25 1/3,1/3,1/4 0.5,0.2,0.2 {'1' * 120},0,0 1.0;1,0,0"
"""Squares whose chances are none."""
OPTIONS: tuple[tuple[str, dict[str, str]], ...] = (
    *((name, {"colour": "red"}) for name in ("goff", "probabilistic", "tiqtaqtoe", "hybrid")),
    *(("goff", {name: "x"}) for name in ("collapse", "double_win", "pair", "last", "both")),
    ("sqt", {}),
    *(("sqt", {"q": q}) for q in ("75%", "-1/2", "3/2", "1/0", "", "x", "1" * 120)),
    *(("sqt", {"q": "1/2", name: "x"}) for name in ("scoring", "double_win", "pair", "last", "both", "collapse")),
    *(("probabilistic", {"board": BOARD.replace("1,0,0", square, 1)}) for square in SQUARES.split()),
    *(("probabilistic", {"board": BOARD, name: "x"}) for name in ("end", "first")),
    *(("tiqtaqtoe", {"level": "high", name: "x"}) for name in ("level", "target", "pair", "lines", "both", "gate")),
    *(("tiqtaqtoe", {"level": level, "pair": "legal"}) for level in ("classic", "minimal", "moderate", "full")),
    ("tiqtaqtoe", {"gate": "swap"}),
    *(("hybrid", {name: "x"}) for name in ("links", "targets", "effect", "both")),
)
WORDS = """
X O . - = > 5 X1 X1. x1.1-2 X1.1-2- X0.1-2 X1.0 X1.10 X1.1-10 X1.1> X1.1>0 selC SelA sel success neutral failure sucess
Neutral won =X =O =Z =X........ =XO.X..O.. =XO.X..O. diceX 1-9 X1,1-2 (X1.1-2) | free to move measures measured named
XO. XXX, X, ........., X........, O, 5>7 X1@1 O2@1 X1@0 none ......... X........ XO....... 1,0,0,0
"""
"""Tokens that stand where others should."""
Case = tuple[str, dict[str, str], str, str, str]


def games(rules: Any, chance: random.Random) -> Iterator[tuple[list[str], Any]]:
    """Random games, each as its tokens and its last position; some have ended."""
    for _ in range(4):
        position, actions, most = rules.initial(), list[Any](), chance.choice((1, 2, 3, 5, 8, 12, 40))
        while len(actions) < most and (legal := rules.actions(position)):
            actions.append(chance.choice(legal))
            position = rules.play(position, actions[-1])
        yield rules.write(actions).split(), position


def moves(rules: Any) -> list[str]:
    """Actions that the game may have, legal or not."""
    squares = range(1, 10)
    pairs = [f"{a}{sign}{b}" for sign in "->" for a in squares for b in squares]
    return [*map(str, squares), *pairs, "selA", "selB", "success", "neutral", "failure", "=X", "=O", "=X........"]


def cases() -> Iterator[Case]:
    yield from ((name, options, "options", "", "") for name, options in OPTIONS)
    chance = random.Random(45)
    for name, options in SETTINGS:
        rules = game(name, **options)
        for tokens, position in games(rules, chance):
            ply = 1 + sum("." in token and token[0] in "XO" for token in tokens)
            for action in chance.sample(moves(rules), 25):
                player, number = chance.choice("XO"), chance.choice((ply, ply, ply + 1))
                yield name, options, "read", " ".join([*tokens, f"{player}{number}.{action}"]), ""
                yield name, options, "read", " ".join([*tokens, action]), ""
                yield name, options, "play", " ".join(tokens), action
            written = rules.write_position(position)
            head, _, state = written.partition(":")
            for text, how in ((" ".join(tokens), "read"), (head, "head"), (state, "state")):
                parts = text.split()
                for at in range(len(parts) + 1):
                    other, swapped = chance.choice(WORDS.split()), chance.choice(parts or ["X"])
                    for changed in (
                        [*parts[:at], other, *parts[at:]],
                        [*parts[:at], other, *parts[at + 1 :]],
                        [*parts[:at], swapped, *parts[at:]],
                        [*parts[:at], *parts[at + 1 :]],
                    ):
                        made = " ".join(changed)
                        whole = {"read": made, "head": f"{made}: {state}", "state": f"{head}: {made}"}[how]
                        yield name, options, "read" if how == "read" else "position", whole, ""


def said(name: str, options: dict[str, str], how: str, text: str, action: str) -> str | None:
    """What Python says; None if it has nothing to say, or cannot be asked, because its actions are objects."""
    try:
        rules = game(name, **options)
        if how == "play":
            position, made = rules.read(text).positions[-1], made_of(rules, action)
            if made is not None:
                rules.play(position, made)
        elif how != "options":
            (rules.position if how == "position" else rules.read)(text)
    except ValueError as error:
        return bare(str(error)) if how == "options" else str(error)
    return None


def bare(message: str) -> str:
    """A message about options without what differs: the rule of a switch, and the sign in a name of two words."""
    return re.sub(r" \([A-Z]+-[A-Z]+-[0-9]+\)$", "", message.replace("double_win", "double-win"))


def made_of(rules: Any, action: str) -> Any:
    """The action that a text writes; None if it writes none."""
    for token in (action, f"X1.{action}", f"O1.{action}"):
        with suppress(ValueError):
            (found,) = rules.parse(token)
            return found
    return None


def test_errors_are_worded_as_in_python() -> None:
    node = shutil.which("node") or pytest.skip("node is not installed")
    given = list(cases())
    done = subprocess.run(
        [node, Path(__file__).with_name("errors.mjs")],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=True,
    )
    found = [
        theirs and bare(theirs) if how == "options" else theirs
        for (_, _, how, *_), theirs in zip(given, json.loads(done.stdout), strict=True)
    ]
    expected = [said(*each) for each in given]
    # A text that no action of Python's writes is an error in JavaScript alone.
    compared = [each for each in zip(given, expected, found, strict=True) if each[1] or each[0][2] != "play"]
    assert len({theirs for _, _, theirs in compared}) > 1000
    assert [each for each in compared if each[1] != each[2]] == []
