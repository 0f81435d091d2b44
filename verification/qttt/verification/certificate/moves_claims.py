"""What claims on certificates whose rows are moves have in common."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from qttt.reference.game import Actor
from qttt.verification import Refuted
from qttt.verification.certificate.moves import Certificate
from qttt.verification.certificate.moves_checker import Checked
from qttt.verification.perfect import PLAYERS

G = TypeVar("G")
C = TypeVar("C", bound=Certificate[Any, Any])


def the_same(certificate: C) -> C:
    """No alteration."""
    return certificate


def a_value_altered(certificate: C) -> C:
    """The value is less for X, or more for O, which the strategy guarantees all the more."""
    return replace(certificate, value=certificate.value + Fraction(-1 if certificate.player is Actor.X else 1, 512))


def both_certified(
    games: Iterable[G],
    certificate: Callable[[G, Actor], C],
    save: Callable[[Path, C], None],
    check: Callable[[Path], Checked[C]],
    expected: Mapping[G, Fraction] | None = None,
) -> str:
    """Save and check X's certificate and O's of each game: the same value, from below and from above, the expected one
    if there is one. Raises `Refuted`."""
    values, rows, positions = list[str](), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate"
        for game in games:
            found = []
            for player in PLAYERS:
                save(path, certificate(game, player))
                checked = check(path)
                rows, positions = rows + len(checked.certificate.rows), positions + checked.positions
                found.append(checked.certificate.value)
            below, above = found
            if below != above:
                raise Refuted(f"{game}: X's strategy guarantees {below}, O's {above}")
            if expected and below != expected[game]:
                raise Refuted(f"{game}: the strategies guarantee {below}, not {expected[game]}")
            values.append(str(below))
    told = ", ".join(values) if len(values) <= 4 else f"of {len(values)} games"
    return f"values {told}; {rows:,} rows, {positions:,} positions"
