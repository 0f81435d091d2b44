"""Pictures of the games of vectors, with a frame for each position.

A frame is chosen by the fragment of the picture's address: `goff-collapse-0007.svg#2` shows the position after two
tokens. Without a fragment the picture shows the last position.
"""

import re
from collections.abc import Hashable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from qttt.reference.game import RuleBroken
from qttt.reference.notation import NotationError
from qttt.spec import Vector, games, vectors
from qttt.verification.conform import truth_of
from qttt.verification.engines import Illegal, NotAnswered, OptionsRejected

DOCS = Path(__file__).parent
OPENING = re.compile(r"<svg\b[^>]*>")
STYLE = re.compile(r"\s*<style>(.*?)</style>", re.S)
AROUND = re.compile(r"\s*(?:<svg\b[^>]*>|</svg>|<title>.*?</title>|<desc>.*?</desc>)", re.S)
RULE = re.compile(r"\.[^{}/]*\{[^}]*\}")
"""A rule of a style sheet."""
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
    every = [vector for game in games() for vector in vectors(game)]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        drawn = pool.map(board, every, chunksize=PART)
        return {vector.id: made for vector, made in zip(every, drawn, strict=True) if made}


def board(vector: Vector) -> Board | None:
    """The board of a vector; None if the vector gives no position that can be drawn.

    The tokens end with the last legal one. A vector that states marks or a position has no tokens.
    """
    try:
        tokens, positions, board = _play(vector)
        pictures = [drawn(position, board) for position in positions]
    except (OptionsRejected, NotAnswered, Illegal, RuleBroken, NotationError, ValueError, AttributeError):
        return None
    return Board(tokens, _stack(vector.id, pictures)) if pictures else None


def _play(vector: Vector) -> tuple[list[str], list[Any], Any]:
    """The tokens of a vector's game, up to the last legal one, the positions before and after them, and their board of
    probabilities."""
    truth = truth_of(vector.ruleset.rpartition("-")[0])
    engine = truth.reference(vector.options)
    if vector.given_marks is not None:
        return [], [engine.board(vector.given_marks)], None
    on = getattr(engine.game, "board", None)
    if vector.given_position is not None:
        return [], [engine.position(vector.given_position)], on
    if vector.given is None or "boards" in vector.then:
        return [], [], None
    text = f"{vector.given} {vector.when}" if vector.when is not None and vector.then.get("legal") else vector.given
    positions = [engine.initial()]
    for action in engine.parse(text):
        positions.append(engine.play(positions[-1], action))
    return text.split(), positions, on


@cache
def drawn(position: Hashable, board: Hashable = None) -> str:
    """The picture of a position as the explorer draws it, with the probabilities of a board if one is given.

    The position of a game built on another may hold one of the other.
    """
    picture = _picture(type(position).__module__.rpartition(".")[0])
    if picture is None:
        assert isinstance(position, tuple)
        return drawn(next(value for value in position if _picture(type(value).__module__.rpartition(".")[0])))
    words = (str(position).rpartition(", ")[2],) if board else ()
    return in_look(picture.svg(picture.Picture.of(position, board) if board else position, *words))


def in_look(svg: str) -> str:
    """A picture of the reference as the explorer draws it."""
    words = svg.replace("on grey:", "framed:").replace("below each worth: ", "")
    return words.replace("</style>", f"{style_sheet('board.css')}</style>")


def content(position: Hashable, board: Hashable = None) -> str:
    """The picture of a position with its styles, to be put on a sheet."""
    return AROUND.sub("", drawn(position, board))


@cache
def style_sheet(name: str) -> str:
    """A style sheet of `docs/site` with the explorer's colours, for light and dark pages."""
    rules = RULE.findall((DOCS / "site" / name).read_text(encoding="utf-8"))
    text = (DOCS.parent / "web/board/style.js").read_text(encoding="utf-8")
    colours = re.findall(r'([a-z0-9-]+)"?: \["(#[0-9a-f]{6})", "(#[0-9a-f]{6})"\]', text)
    light, dark = ({name: both[at] for name, *both in colours} for at in (0, 1))

    def filled(colours: dict[str, str], wanted: str) -> str:
        kept = "\n".join(rule for rule in rules if wanted in rule)
        return re.sub(r"var\(--(.*?)\)", lambda named: colours[named[1]], kept)

    return f"\n{filled(light, '')}\n@media (prefers-color-scheme: dark) {{\n{filled(dark, 'var(')}\n}}\n"


@cache
def _picture(package: str) -> Any:
    """The module of a package that draws its positions; None if it has none."""
    try:
        return import_module(f"{package}.picture")
    except ImportError:
        return None


def _stack(title: str, pictures: Sequence[str]) -> str:
    """One picture with these pictures as frames, numbered from 0. They share the size of the first."""
    opening = OPENING.search(pictures[0])
    assert opening
    styles = "".join(dict.fromkeys(style for picture in pictures for style in STYLE.findall(picture)))
    kinds = [*["frame"] * (len(pictures) - 1), "frame last"]
    frames = (
        f'<g id="{number}" class="{kind}">{STYLE.sub("", AROUND.sub("", picture)).strip()}</g>'
        for number, (kind, picture) in enumerate(zip(kinds, pictures, strict=True))
    )
    return "\n".join([opening[0], f"<title>{title}</title>", f"<style>{styles}{FRAMES}</style>", *frames, "</svg>\n"])
