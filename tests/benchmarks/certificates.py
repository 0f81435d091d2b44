"""Certificates: how large, how long to check. Writes the tables of docs/certificates.md.

    python tests/benchmarks/certificates.py                   # print the tables goff, boards, levels and hybrid
    python tests/benchmarks/certificates.py --write levels    # print one, and put it into docs/certificates.md
    python tests/benchmarks/certificates.py whole             # the hybrid game from its start: takes half an hour

Each certificate is written once, from a solved tablebase, and checked once, on one core. Compiling is not counted.
"""

import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from measuring import publish, table

from qttt.oracle import Oracle
from qttt.oracle.perfect import PLAYERS
from qttt.oracle.registry import entry_of
from qttt.reference.probabilistic import Probabilistic
from qttt.reference.probabilistic.board import SQUARES, Board, random_board
from qttt.reference.tiqtaqtoe import settings
from qttt.verification.certificate.file import check, form_of, write
from qttt.verification.goff.certificate_claims import GAMES
from qttt.verification.hybrid.certificate_claims import CANONICAL, FIVE_BOXES, SINGLE, TWO_BOXES
from qttt.verification.probabilistic.certificate_claims import PASSING
from qttt.verification.probabilistic.equivalence_boards import CLASSIC, PRINTED

PAGE = Path(__file__).parents[2] / "docs" / "certificates.md"
SEED = 1
DIGITS = 98
"""Decimals of the longest probabilities that a file of boards may have."""
MOST = 80
"""Characters of a value that is shown."""

Case = tuple[str, Any, str]
"""What a row is called, the game, and the game in notation after which the certificate begins."""


def goff() -> Iterator[Case]:
    for game in GAMES:
        if game.setting.get("scoring") != "draws-second":
            yield f"`{game.ruleset}`, {named(game)}", game, ""


def levels() -> Iterator[Case]:
    """The canonical games of the levels that are solved."""
    for game in settings(both="even"):
        if not others(game) and game.level != "full":
            yield game.level, game, ""


def hybrid() -> Iterator[Case]:
    for game, start in ((CANONICAL, FIVE_BOXES), (CANONICAL, TWO_BOXES), (SINGLE, "")):
        after = f"after `{start}`" if start else "from the start"
        yield f"{', '.join(others(game)) or 'canonical'}, {after}", game, start


def whole() -> Iterator[Case]:
    yield "canonical, from the start", CANONICAL, ""


def boards() -> Iterator[Case]:
    yield "the printed one", Probabilistic(PRINTED), ""
    yield "classic tic-tac-toe", Probabilistic(CLASSIC), ""
    yield "two squares that always pass", Probabilistic(PASSING), ""
    for number in range(3):
        yield f"number {number} of seed {SEED}", Probabilistic(random_board(SEED, number)), ""
    yield f"probabilities of {DIGITS} digits", Probabilistic(longest()), ""


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


def rows(cases: Iterator[Case], path: Path) -> Iterator[tuple[str, ...]]:
    """A row of the table for each game: of its certificates for X and for O, or of the one for both on a board."""
    for name, game, start in cases:
        entry = entry_of(game)
        oracle = Oracle(game, entry.solve(game, "cpu", lambda _: None))
        oracle.best(game.position(start))  # compiled kernels for what follows
        values, found = set(), []
        for player in PLAYERS if form_of(game).has_players else (None,):
            certificate = write(game, oracle, path, player, start)
            began = time.perf_counter()
            check(path)
            values.add(str(certificate.value))
            took = time.perf_counter() - began
            size = [f"{len(certificate.rows):,}"] * (player is not None)  # a board has as many rows as any other
            found.append((*size, f"{path.stat().st_size / 1e3:,.1f}", f"{took:.1f}"))
        [value] = values
        shown = value if len(value) <= MOST else f"a fraction of {len(value):,} characters"
        yield name, shown, *map("; ".join, zip(*found, strict=True))


HEAD = ("game", "value", "rows", "kB", "seconds to check")
TABLES = {each.__name__: each for each in (goff, boards, levels, hybrid)}


def main() -> None:
    chosen = [name for name in sys.argv[1:] if name != "--write"] or [*TABLES]
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen:
            found = rows((TABLES | {"whole": whole})[name](), Path(folder) / "certificate")
            head = [each for each in HEAD if each != "rows" or name != "boards"]
            publish(f"certificates of {name}", table(found, head), PAGE)


if __name__ == "__main__":
    main()
