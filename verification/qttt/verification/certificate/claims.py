"""The common part of the claims on certificates of all games: certificates are written from the values of the fast
engine, and checked by the reference only.

Each check takes an alteration (default: none). It alters every certificate before writing the file, with a correct
checksum, so that only the check of the strategy can reveal the alteration. The checker, which takes short cuts, must
find the bounds of plain play.
"""

import tempfile
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from qttt.oracle import Oracle
from qttt.oracle.perfect import PLAYERS
from qttt.reference.game import Actor
from qttt.verification import Refuted, expect
from qttt.verification.certificate import AnyCertificate, check, form_of, save
from qttt.verification.certificate.bounds import Canonical, Strategy
from qttt.verification.certificate.strategy import Certificate, Form, Row
from qttt.verification.random_games import visited
from qttt.verification.stored_values import combine

G = TypeVar("G")
C = TypeVar("C")
Alteration = Callable[[Certificate], Certificate]
Tablebases = Callable[[Any, str], object]
"""Gives a tablebase of a game that has the position after a written one, and all that follow."""

SMALL = Fraction(1, 512)


def unaltered(certificate: C) -> C:
    return certificate


def are_certified(
    games: Iterable[G],
    certificates: Callable[[G], Iterable[AnyCertificate]],
    expected: Mapping[G, Fraction | int] | None = None,
) -> str:
    """Save and check the certificates of each game.

    Raises `Refuted` unless all certificates hold and prove the same value, from below and from above, which must equal
    the expected value if one is given.
    """
    values, rows, size = list[Fraction](), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate"
        for game in games:
            found = []
            for certificate in certificates(game):
                save(path, certificate)
                checked = check(path).certificate
                rows, size = rows + len(checked.rows), size + path.stat().st_size
                found.append(checked.value)
            if len({*found}) > 1:
                raise Refuted(f"{game}: X's strategy guarantees {found[0]}, O's {found[1]}")
            expect(f"{game}: what the strategies guarantee", found[0], expected[game] if expected else found[0])
            values.append(found[0])
    shown = ", ".join(map(str, values)) if len(values) <= 6 else f"of {len(values)} games"
    return f"values {shown}; {rows:,} rows, {size:,} bytes"


@lru_cache(maxsize=16)
def certificate_of(tablebase: Tablebases, game: Any, player: Actor, start: str) -> Certificate:
    """The certificate of a game for a player from a position on, from the values of a tablebase."""
    made: Certificate = form_of(game).make(Oracle(game, tablebase(game, start)), player, start)
    return made


def certified(
    tablebase: Tablebases, games: Iterable[G], start: str = "", expected: Mapping[G, Fraction | int] | None = None
) -> Callable[[Alteration], str]:
    """The check `are_certified` of games from a position on, for both players; by default of unaltered certificates."""
    chosen = tuple(games)

    def check(alter: Alteration = unaltered) -> str:
        return are_certified(
            chosen, lambda game: (alter(certificate_of(tablebase, game, each, start)) for each in PLAYERS), expected
        )

    return check


# Alterations


def under(certificate: Certificate, **options: object) -> Certificate:
    """The certificate, labelled as one of the game under other options."""
    form = certificate.form
    return replace(certificate, form=replace(form, game=replace(form.game, **options)))


def another(option: str, first: object, second: object) -> Alteration:
    """Labels a certificate as one of the game with the first value of an option, or with the second if it has that."""

    def altered(certificate: Certificate) -> Certificate:
        return under(certificate, **{option: second if getattr(certificate.game, option) == first else first})

    return altered


def a_value_altered(certificate: Certificate) -> Certificate:
    """The value is smaller for X, or larger for O: weaker than the strategy's guarantee."""
    return replace(certificate, value=certificate.value + (-SMALL if certificate.player is Actor.X else SMALL))


def a_late_value_altered(certificate: Certificate) -> Certificate:
    """A row of a position with the most marks has another value."""
    name = max(certificate.rows, key=_lateness(certificate))
    row = certificate.rows[name]
    return _with(certificate, name, row._replace(value=row.value + SMALL))


def a_move_altered(certificate: Certificate) -> Certificate:
    """At the position with the fewest marks the strategy makes the turn listed after the right one."""
    form = certificate.form
    moves = [name for name, row in certificate.rows.items() if type(row.decision) is tuple]
    name = min(moves, key=_lateness(certificate))
    turns = [*form.turns(form.position(name), form.game.actions)]
    row = certificate.rows[name]
    return _with(certificate, name, row._replace(decision=turns[(turns.index(row.decision) + 1) % len(turns)]))


def a_row_left_out(certificate: Certificate) -> Certificate:
    """The row of a position with the most marks is missing."""
    name = max(certificate.rows, key=_lateness(certificate))
    return replace(certificate, rows={each: row for each, row in certificate.rows.items() if each != name})


def a_row_too_many(certificate: Certificate) -> Certificate:
    """The certificate has a row for a position of the other player."""
    form, game = certificate.form, certificate.game
    position = game.initial()
    while (view := form.canonical(position)) is None or game.actor(position) is not certificate.player.opponent:
        position = game.play(position, game.actions(position)[0])
    return _with(certificate, form.text(view.key), next(iter(certificate.rows.values())))


def _with(certificate: Certificate, name: str, row: Row) -> Certificate:
    return replace(certificate, rows={**certificate.rows, name: row})


def _lateness(certificate: Certificate) -> Callable[[str], tuple[int, str]]:
    """The function from a position's text to its number of marks and the text."""
    return lambda name: (certificate.form.marks(name), name)


# Bounds by plain play: every action in turn, without canonical forms, memory or omissions

MANY = 1_000
"""The number of random games among which one has a late position."""
Drawn = Callable[[Any, Random], Iterable[object]]
"""Positions of a game, drawn at random."""


def late(game: Any, random: Random, is_late: Callable[[Any], bool]) -> Any:
    """The first late position of random games."""
    return next(filter(is_late, visited(game, random, MANY)))


class RandomPlay:
    """A strategy of random legal decisions, equal at positions with the same canonical form, and without a decision at
    the share `unknown` of the positions."""

    def __init__(self, form: Form[object, object], player: Actor, seed: int, unknown: Fraction = Fraction(0)) -> None:
        self.form, self.player, self.random, self._unknown = form, player, Random(seed), unknown
        self._decisions: dict[Hashable, object] = {}

    def decision(self, position: object, view: Canonical) -> object:
        """A decision, on the board of the canonical form. Raises `LookupError` where there is no decision."""
        if view.key not in self._decisions:
            decision = self.form.turned(position, self.chosen(position), view.there)
            self._decisions[view.key] = None if self.random.random() < self._unknown else decision
        if self._decisions[view.key] is None:
            raise LookupError(view.key)
        return self._decisions[view.key]

    def said(self, _: Canonical) -> None:
        """None: the strategy states no value."""

    def chosen(self, position: Any) -> object:
        return next(self.form.turns(position, lambda at: [self.random.choice(self.form.game.actions(at))]))


class PlainPlay:
    """The bounds of a strategy for a player by plain play."""

    def __init__(self, form: Form[object, object], player: Actor, strategy: Strategy[object]) -> None:
        self.form, self.game, self.player, self.strategy = form, form.game, player, strategy

    def bound(self, position: object) -> Fraction:
        game = self.game
        if game.actor(position) is self.player:
            return self.own(position)
        after = {action: self.bound(game.play(position, action)) for action in game.actions(position)}
        return combine(game, position, after)

    def own(self, position: Any) -> Fraction:
        """The bound of a position where the player is to act."""
        try:
            decision = self.decision(position)
        except LookupError:
            return self.form.lost[self.player]
        for action in decision:
            position = self.game.play(position, action)
        return self.bound(position)

    def decision(self, position: object) -> Any:
        """The strategy's decision, on the board of the position. Raises `LookupError` where there is no decision."""
        view = self.form.canonical(position)
        assert view
        decision = self.strategy.decision(position, view)
        return self.form.turned(self.game.turned(position, view.there), decision, view.back)


def check_bounds(
    forms: Iterable[Form[Any, Any]],
    drawn: Drawn,
    draws: int,
    seed: int,
    play: type[RandomPlay] = RandomPlay,
    plain: type[PlainPlay] = PlainPlay,
    unknown: Fraction = Fraction(0),
) -> str:
    """Compare the bounds of random strategies of both players in each game, at positions from `draws` random draws.

    The check asks for bounds one position after another, so that the bounds remembered earlier are used.
    Raises `Refuted` with a position where they differ.
    """
    random, strategies, count = Random(seed), 0, 0
    for form in forms:
        for player in PLAYERS:
            strategy = play(form, player, strategies, unknown)
            expected, found = plain(form, player, strategy), form.bounds(form, player, strategy)
            strategies += 1
            for position in (position for _ in range(draws) for position in drawn(form.game, random)):
                expect(f"{form.game}, {player}, '{position}'", found.of(position), expected.bound(position))
                count += 1
    return f"{count} positions, {strategies} strategies, seed {seed}"
