"""Certificates of whole games: written from the fast engine's values, checked by the reference alone.

Each check takes an alteration, none unless another is given. It is made to every certificate before it goes into its
file, with a right checksum, so that only playing it through can tell.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

from qttt.fast.backend import Cpu
from qttt.fast.sqt.solve import solve
from qttt.fast.sqt.tablebase import Tablebase
from qttt.reference.game import Actor
from qttt.reference.goff import Goff, Position
from qttt.reference.goff_collapse import CollapseRule
from qttt.reference.notation import Move, Selection
from qttt.reference.sqt import SCORINGS, Sqt
from qttt.verification import Refuted
from qttt.verification.certificate.checker import check
from qttt.verification.certificate.decision import Decision
from qttt.verification.certificate.file import Certificate, save
from qttt.verification.certificate.writer import Oracle, write
from qttt.verification.goff.perfect import PerfectPlay
from qttt.verification.goff.solved import tablebase
from qttt.verification.sqt.perfect import PerfectSqt, setting_of

PLAYERS = (Actor.X, Actor.O)
Alteration = Callable[[Certificate], Certificate]

GOFF = (Goff("self"), Goff("opponent"))
SQT = tuple(Sqt(Fraction(j, 4), scoring) for j in (1, 2, 3) for scoring in SCORINGS)
GAMES: tuple[Goff | Sqt, ...] = (*GOFF, *SQT)
"""The games that are certified from the initial position."""

AFTER_A_COLLAPSE = "X1.1-9 O2.1-3 X3.1-3 selA"
"""The start of the source's Figure 2."""


def oracle_of(game: Goff | Sqt) -> Oracle:
    """The fast engine's values of one of the games."""
    return PerfectPlay(game, tablebase()) if isinstance(game, Goff) else PerfectSqt(game, _sqt_tablebase())


@cache
def _sqt_tablebase() -> Tablebase:
    """The games of SQT, solved once."""
    return solve(Cpu(), [*map(setting_of, SQT)]).tablebase


def the_same(certificate: Certificate) -> Certificate:
    """No alteration."""
    return certificate


def goff_is_certified(alter: Alteration = the_same) -> str:
    """Both rules of selection, from the initial position."""
    return _are_certified(GOFF, alter)


def goff_is_certified_after_a_collapse(alter: Alteration = the_same) -> str:
    """Both rules of selection, from a position of ply 3."""
    return _are_certified(GOFF, alter, AFTER_A_COLLAPSE)


def sqt_is_certified(alter: Alteration = the_same) -> str:
    """Three q and two scorings, from the initial position."""
    return _are_certified(SQT, alter)


def sqt_is_certified_after_a_collapse(alter: Alteration = the_same) -> str:
    """Three q and two scorings, from a position of ply 3."""
    return _are_certified(SQT, alter, AFTER_A_COLLAPSE)


def _are_certified(games: Iterable[Goff | Sqt], alter: Alteration, start: str = "") -> str:
    """Check X's certificate and O's of each game: the same value, from below and from above."""
    values, rows, positions = [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate"
        for game in games:
            for player in PLAYERS:
                save(path, alter(_certificate(game, player, start)))
                checked = check(path)
                rows, positions = rows + len(checked.certificate.rows), positions + checked.positions
            below, above = (_certificate(game, player, start).value for player in PLAYERS)
            if below != above:
                raise Refuted(f"X's strategy guarantees {below}, O's {above}")
            values.append(str(below))
    return f"values {', '.join(values)}; {rows:,} rows, {positions:,} positions"


@cache
def _certificate(game: Goff | Sqt, player: Actor, start: str) -> Certificate:
    with tempfile.TemporaryDirectory() as folder:
        return write(game, oracle_of(game), player, Path(folder) / "certificate", start)


def a_value_altered(certificate: Certificate) -> Certificate:
    """The value is one more."""
    return replace(certificate, value=certificate.value + 1)


def a_move_altered(certificate: Certificate) -> Certificate:
    """At the first of the shortest positions with a move the strategy makes another legal one."""
    game, player = certificate.game, certificate.player
    moves = {name: row.decision.move for name, row in certificate.rows.items() if row.decision.move}
    name = min(moves, key=lambda name: (len(name), name))
    position = Position.of(name)
    other = next(move for move in game.actions(position) if isinstance(move, Move) and move != moves[name])
    moved = game.play(position, other)
    selects = moved.pending and game.actor(moved) is player
    row = certificate.rows[name]._replace(decision=Decision(other, Selection.A if selects else None))
    return replace(certificate, rows={**certificate.rows, name: row})


def a_row_left_out(certificate: Certificate) -> Certificate:
    """The last row is missing."""
    *rows, _ = sorted(certificate.rows)
    return replace(certificate, rows={row: certificate.rows[row] for row in rows})


def another_selector(certificate: Certificate) -> Certificate:
    """The other player selects."""
    assert isinstance(certificate.game, Goff)
    collapse: CollapseRule = "self" if certificate.game.collapse == "opponent" else "opponent"
    return replace(certificate, game=replace(certificate.game, collapse=collapse))


def another_probability(certificate: Certificate) -> Certificate:
    """The System favours O with half the probability."""
    assert not isinstance(certificate.game, Goff)
    return replace(certificate, game=replace(certificate.game, q=certificate.game.q / 2))
