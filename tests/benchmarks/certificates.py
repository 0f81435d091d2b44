"""Certificates: how large, how long to check.

Each certificate is written once, from a solved tablebase, and checked once, on one core. Compiling is not counted.
"""

import random
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

from measuring import Row, spent

from qttt.oracle import Oracle
from qttt.oracle.perfect import PLAYERS
from qttt.oracle.registry import entry_of
from qttt.reference.probabilistic import Probabilistic
from qttt.reference.probabilistic.board import SQUARES, Board, random_board
from qttt.reference.tiqtaqtoe import settings
from qttt.verification.certificate import check, form_of, write
from qttt.verification.goff.certificate_claims import GAMES
from qttt.verification.hybrid.certificate_claims import CANONICAL, FIVE_BOXES, SINGLE, TWO_BOXES
from qttt.verification.probabilistic.certificate_claims import PASSING
from qttt.verification.probabilistic.equivalence_boards import CLASSIC, PRINTED

SEED = 1
DIGITS = 98
"""Decimals of the longest probabilities that a file of boards may have."""
MOST = 80
"""Characters of a value that is shown."""

Case = tuple[str, Any, str]
"""What a row is called, the game, and the game in notation after which the certificate begins."""


def goff() -> Iterator[Row]:
    chosen = (game for game in GAMES if game.setting.get("scoring") != "draws-second")
    return rows((f"`{game.ruleset}`, {named(game)}", game, "") for game in chosen)


def levels() -> Iterator[Row]:
    """The canonical games of the levels that are solved."""
    canonical = (game for game in settings(both="even") if not others(game) and game.level != "full")
    return rows((game.level, game, "") for game in canonical)


def hybrid() -> Iterator[Row]:
    cases = ((CANONICAL, FIVE_BOXES), (CANONICAL, TWO_BOXES), (SINGLE, ""))
    return rows(
        (f"{', '.join(others(game)) or 'canonical'}, {f'after `{start}`' if start else 'from the start'}", game, start)
        for game, start in cases
    )


def whole() -> Iterator[Row]:
    """The hybrid game from its start."""
    return rows([("canonical, from the start", CANONICAL, "")])


def boards() -> Iterator[Row]:
    cases = [("the printed one", PRINTED), ("classic tic-tac-toe", CLASSIC), ("two squares that always pass", PASSING)]
    cases += [(f"number {number} of seed {SEED}", random_board(SEED, number)) for number in range(3)]
    cases += [(f"probabilities of {DIGITS} digits", longest())]
    return rows((name, Probabilistic(board), "") for name, board in cases)


def longest() -> Board:
    """A random board with probabilities as long as they may be."""
    source, one = random.Random(SEED), 10**DIGITS
    rows = []
    for _ in SQUARES:
        low, high = sorted(source.randrange(one) for _ in range(2))
        rows.append([f"0.{part:0{DIGITS}d}" for part in (low, high - low, one - high)])
    return Board.of(rows)


def named(game: Any) -> str:
    """All options of a game."""
    return ", ".join(f"{option.written}={game.setting[option.name]}" for option in game.options)


def others(game: Any) -> list[str]:
    """The switches of a game that differ from their defaults."""
    chosen = ((option, game.setting.get(option.name)) for option in game.options if option.switch)
    return [f"`{option.written}={value}`" for option, value in chosen if value not in (None, option.default)]


def rows(cases: Iterable[Case]) -> Iterator[Row]:
    """A row of the table for each game: of its certificates for X and for O, or of the one for both on a board."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "certificate")
        for name, game, start in cases:
            entry = entry_of(game)
            oracle = Oracle(game, entry.solve(game, "cpu", lambda _: None))
            oracle.best(game.position(start))  # compiled kernels for what follows
            values, found = set(), []
            for player in PLAYERS if form_of(game).has_players else (None,):
                certificate = write(game, oracle, path, player, start)
                took = spent(lambda: check(path), perf_counter)
                values.add(str(certificate.value))
                size = [f"{len(certificate.rows):,}"] * (player is not None)  # a board has as many rows as any other
                found.append((*size, f"{path.stat().st_size / 1e3:,.1f}", f"{took:.1f}"))
            [value] = values
            shown = value if len(value) <= MOST else f"a fraction of {len(value):,} characters"
            yield name, shown, *map("; ".join, zip(*found, strict=True))
