"""Playable boards: a vector's game as one picture with a frame for each position, which the page steps through.

A frame is chosen by the fragment of the picture's address: `goff-collapse-0007.svg#2` shows the position after two
tokens. Without a fragment the picture shows the last position.
"""

import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib import import_module
from itertools import chain
from multiprocessing import get_context
from typing import Any, NamedTuple

from qttt.reference.game import RuleBroken
from qttt.reference.notation import NotationError
from qttt.spec import Vector, games, vectors
from qttt.verification.conform.levels import truth_of
from qttt.verification.conformance import Suite
from qttt.verification.engines import Illegal, NotAnswered, Refused

OPENING = re.compile(r"<svg\b[^>]*>")
STYLE = re.compile(r"<style>(.*?)</style>", re.S)
DROPPED = re.compile(r"\s*(?:<title>.*?</title>|<desc>.*?</desc>|<style>.*?</style>)", re.S)
FRAMES = ".frame { display: none } .frame:target, .last { display: inline } .frame:target ~ .last { display: none }"
"""Only the frame that the address names is shown; the last one if it names none."""


PART = 80
"""Vectors that a process draws at a time."""


class Board(NamedTuple):
    """A playable board: the tokens, and the picture with a frame for the start and one after each token."""

    tokens: Sequence[str]
    svg: str


def boards() -> dict[str, Board]:
    """The boards of all vectors that have one, by their IDs, drawn in parallel."""
    parts = [part for game in games() for part in batched(vectors(game))]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        return {id: made for drawn in pool.map(_boards, parts) for id, made in drawn.items()}


def batched(of_game: Sequence[Vector]) -> list[Sequence[Vector]]:
    """The vectors of a game in parts, in order, so that games with a common beginning stay together."""
    return [of_game[start : start + PART] for start in range(0, len(of_game), PART)]


def _boards(some: Sequence[Vector]) -> dict[str, Board]:
    return {vector.id: made for vector in some if (made := board(vector))}


def board(vector: Vector) -> Board | None:
    """The board of a vector; None if the vector gives no position that can be drawn.

    The tokens end with the last legal one. A vector that states marks or a position has no tokens.
    """
    try:
        tokens, positions = _played(vector)
        pictures = [_drawn(position) for position in positions]
    except (Refused, NotAnswered, Illegal, RuleBroken, NotationError, ValueError, AttributeError):
        return None
    return Board(tokens, _stacked(vector.id, pictures)) if pictures else None


def _played(vector: Vector) -> tuple[list[str], list[Any]]:
    """The tokens of a vector's game, up to the last legal one, and the positions before and after them."""
    name = vector.ruleset.rpartition("-")[0]
    truth = truth_of(name)
    engine = truth.reference(vector.options)
    if vector.given_marks is not None:
        return [], [engine.board(vector.given_marks)]
    if vector.given_position is not None:
        return [], [engine.read_position(vector.given_position)]
    if vector.given is None or "boards" in vector.then:
        return [], []
    text = vector.given
    if vector.when is not None and vector.then.get("legal"):
        text = f"{text} {vector.when}"
    actions = _parsed(truth.suite, engine, text)
    positions = [engine.initial()]
    for action in actions:
        positions.append(engine.play(positions[-1], action))
    return text.split(), positions


def _parsed(suite: Suite, engine: Any, text: str) -> Sequence[Any]:
    parse = getattr(engine, "parse", suite.notation.parse)
    actions: Sequence[Any] = parse(text)
    return actions


@cache
def _drawn(position: Any) -> str:
    """The picture of a position. The position of a game built on another may hold one of the other."""
    picture = _picture(type(position).__module__.rpartition(".")[0])
    if picture is None:
        inner = next(value for value in position if _picture(type(value).__module__.rpartition(".")[0]))
        return _drawn(inner)
    drawn: str = picture.svg(position)
    return drawn


@cache
def _picture(package: str) -> Any:
    """The module of a package that draws its positions; None if it has none."""
    try:
        return import_module(f"{package}.picture")
    except ImportError:
        return None


def _stacked(title: str, pictures: Sequence[str]) -> str:
    """One picture with these pictures as frames, numbered from 0. They share the size and the style of the first."""
    opening = OPENING.search(pictures[0])
    assert opening
    frames = chain(_frames(pictures[:-1], "frame"), _frames(pictures[-1:], "frame last", len(pictures) - 1))
    styles = "".join(dict.fromkeys(style for picture in pictures for style in STYLE.findall(picture)))
    return "\n".join([opening[0], f"<title>{title}</title>", f"<style>{styles}{FRAMES}</style>", *frames, "</svg>\n"])


def _frames(pictures: Sequence[str], kind: str, first: int = 0) -> Iterator[str]:
    for number, picture in enumerate(pictures, first):
        body = OPENING.sub("", DROPPED.sub("", picture)).replace("</svg>", "").strip()
        yield f'<g id="{number}" class="{kind}">{body}</g>'
