"""Moves as people type them: with or without player and ply, in any order of squares and any case.

Only the command and `Match` read moves so, and they print what is meant in notation. `Game.read`, `qttt check`, the
protocol and the vectors take notation only.
"""

import re

from qttt.app.errors import BadInput
from qttt.oracle.perfect import A, P
from qttt.reference.game import Record, RuleBroken
from qttt.reference.notation import Notation, NotationError, split
from qttt.reference.picture import listed
from qttt.reference.written import WrittenGame, is_position

TURN = re.compile(r"[XO][0-9]+\.", re.IGNORECASE | re.ASCII)
PAIR = re.compile(r"([1-9])-([1-9])")
UNCLEAR = re.compile(r"(?<![^\s,])([1-9]),([1-9])(?![^\s,])")
"""A pair, or two moves."""


def action(game: WrittenGame[P, A], position: P, typed: str, ply: int, number: int = 1) -> A:
    """The action that was typed as the `number`-th token, where the next move is that of `ply`.

    What the notation reads has this meaning only. Otherwise squares may change places, and a hyphen may stand for
    another sign; of several meanings a legal one is taken. Raises `NotationError` for a text without a meaning, and
    `BadInput` for one with several.

    >>> from qttt.reference.goff import Goff
    >>> from qttt.reference.hybrid import Hybrid
    >>> action(Goff(), Goff().initial(), "x1.9-1", 1), action(Hybrid(), Hybrid().initial(), "5>1", 1)
    (1-9, 5>1)
    >>> action(Hybrid(), Hybrid().initial(), "5-1", 1)
    Traceback (most recent call last):
    qttt.app.errors.BadInput: token 1 '5-1' can mean 1>5 or 5>1: write one of them
    """
    notation: Notation[A] = game.notation
    refusals = list[NotationError]()
    for cased in (typed, typed.lower(), typed.upper(), typed[:3].lower() + typed[3:].upper()):
        try:
            if settling := notation.read_settling(cased, number):
                return settling
        except NotationError as error:
            refusals.append(error)
    if refusals:
        raise refusals[0]
    turn = TURN.match(typed)
    before = turn[0].upper() if turn else notation.write_move(ply, "")
    move = typed[turn.end() :] if turn else typed
    try:
        return notation.read_move(before + move, number, ply)
    except NotationError as error:
        refused, swapped = error, [f"{b}{sign}{a}" for a, b in PAIR.findall(move) for sign in "->"]
    meanings = set[A]()
    for each in [*swapped, move.replace("-", ">")] if PAIR.fullmatch(move) else []:
        try:
            meanings.add(notation.read_move(before + each, number, ply))
        except NotationError as error:
            refused = error if error.rule.endswith("-TURN-1") else refused
    found = sorted(meanings.intersection(game.actions(position)) or meanings, key=str)
    if len(found) > 1:
        raise BadInput(f"token {number} '{typed}' can mean {listed([*map(str, found)], 'or')}: write one of them")
    if not found:
        raise NotationError(typed, number, refused.rule, refused.expected)
    return found[0]


def read(game: WrittenGame[P, A], text: str) -> Record[P, A]:
    """A game that was typed, with spaces or commas between actions; for a written position, only that position.

    Raises as `action`, and the `RuleBroken` of a rule with token and number.

    >>> from qttt.reference.goff import Goff
    >>> read(Goff(), "1-9 O2.3-1 x3.1-3 SELA").actions
    (1-9, 1-3, 1-3, selA)
    """
    if is_position(text):
        return game.read(text)
    positions, actions = [game.initial()], list[A]()
    pairs = any("-" in str(action) for action in game.actions(positions[0]))
    if pairs and (found := UNCLEAR.search(text)):
        raise BadInput(f"'{found[0]}' can mean {found[1]}-{found[2]} or {found[1]} {found[2]}: write one of them")
    for number, typed in enumerate(split(text.replace(",", " ")), start=1):
        ply = sum(map(game.is_ply, actions)) + 1
        actions.append(action(game, positions[-1], typed, ply, number))
        try:
            positions.append(game.play(positions[-1], actions[-1]))
        except RuleBroken as broken:
            broken.token, broken.number = typed, number
            raise
    return Record(tuple(positions), tuple(actions))
