"""The certificate of a strategy for one player, and how each game writes one.

`Form` serves every game in which only the symmetries of the board lead to equivalent positions. Other games override
the methods that differ.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from operator import itemgetter
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from qttt.reference.board import Symmetry, inverse
from qttt.reference.game import Actor
from qttt.reference.notation import NotationError
from qttt.spec import rulesets
from qttt.verification import Refuted
from qttt.verification.certificate.bounds import BestPlay, Bounds, Canonical, Oracle, Report
from qttt.verification.certificate.container import fraction

P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)

CheckReport = Callable[[int, int], None]
"""Called with the number of rows used so far and the number of all rows."""
TURN = "X1."
"""The beginning of a written game, which a written decision lacks."""


@dataclass(frozen=True)
class Checked:
    """A certificate that holds; for a strategy, also the number of positions remembered, up to symmetry."""

    certificate: Any
    positions: int | None = None


class Row(NamedTuple):
    """The strategy's decision at a position, and the value it is stated to guarantee."""

    decision: Any
    value: Fraction


@dataclass(frozen=True)
class Form(Generic[P, A]):
    """How strategies of a game are written: canonical positions, decisions, options.

    A decision is a sequence of actions that the player makes before anybody else acts. `header` and `row` are the
    definitions of the lines in the schema. `lost` is the score of a lost game, for a game whose strategies need no
    row where the player may lose.
    """

    game: Any

    header: ClassVar[str] = "strategy"
    row: ClassVar[str] = "position"
    has_players: ClassVar[bool] = True
    lost: ClassVar[Mapping[Actor, Fraction]] = {}
    bounds: ClassVar[type[Bounds[Any, Any]]] = Bounds
    best_play: ClassVar[type[BestPlay[Any, Any]]] = BestPlay

    # Files

    @classmethod
    def of(cls, game: Any, header: Mapping[str, Any]) -> Self:
        """The form for the game of a class with the options in a header: of an earlier version, those that it had.

        Raises `ValueError` for invalid options."""
        form = cls(game.of(**header["options"]))
        lacked = next((each.lacked for each in rulesets().values() if each.id == game.ruleset), {})
        new = lacked.get(header["ruleset"], ())
        expected = {name: value for name, value in form.options.items() if name not in new}
        if expected != header["options"]:
            raise ValueError(f"the options {header['options']} must be written as {expected}")
        return form

    @property
    def options(self) -> dict[str, object]:
        """The options as in a header."""
        flags = {option.name for option in self.game.options if option.flag}
        return {name: getattr(self.game, name) if name in flags else text for name, text in self.game.setting.items()}

    def read(self, header: Mapping[str, Any], rows: Iterable[Any]) -> "Certificate":
        """The certificate with this header and these rows. Raises `ValueError` if it is malformed."""
        found = {position: Row(self.decision(decision), fraction(value)) for position, decision, value in rows}
        return Certificate(self, Actor(header["player"]), fraction(header["value"]), header["start"], found)

    def make(self, oracle: Oracle[P, A], player: Actor, start: str, report: Report | None = None) -> "Certificate":
        """The certificate of a player for the position after a game in notation, from the values of an engine.

        Plays the strategy through against every reply. Raises `Refuted` with a game if the strategy does not guarantee
        the value of the start, and the errors of reading and playing `start`.
        """
        first = Certificate(self, player, Fraction(0), start, {}).first
        strategy = self.best_play(self, oracle, player, report)
        strategy.prepare(first)
        bounds = self.bounds(self, player, strategy, self.game.read(start).actions)
        strategy.known = bounds.known
        value = bounds.of(first)
        bounds.compare(first, oracle.value(first))
        chosen = {key: decision for key, decision in strategy.decisions.items() if key in bounds.known}
        rows = {self.text(key): Row(decision, bounds.known[key]) for key, decision in chosen.items()}
        return Certificate(self, player, value, start, rows)

    # Positions

    def check_start(self, start: str) -> None:
        """Raise `ValueError` if no strategy begins after this game, and the errors of reading and playing it."""
        self.game.position(start)

    def canonical(self, position: P) -> Canonical | None:
        """The canonical form of a position; None for a position that is not remembered.

        Equal keys mean equivalent positions. If several symmetries lead to the form, any of them may be given.
        """
        images = ((str(self.game.turned(position, symmetry)), symmetry) for symmetry in self.game.symmetries)
        text, there = min(images, key=itemgetter(0))
        return Canonical(text, there, inverse(there))

    def text(self, key: Hashable) -> str:
        """A canonical form as in a row."""
        return str(key)

    def position(self, text: str) -> P:
        """The canonical position with this text. Raises `ValueError` for any other text."""
        position: P = self.game.read_state(text)
        return position

    def marks(self, text: str) -> int:
        """The number of marks at the canonical position with this text, which begins with the nine squares."""
        return sum(map(text[:9].count, "XO"))

    def size(self, position: P) -> int:
        """A guess at the number of positions that can follow, to choose between equally good moves."""
        return 0

    # Decisions

    def decision(self, text: str) -> object:
        """The decision with this text. Raises `ValueError` for any other text.

        >>> from qttt.reference.hybrid import Hybrid
        >>> Form(Hybrid()).decision("5>7")
        (5>7,)
        """
        try:
            actions = self.game.parse(TURN + text)
        except NotationError as error:
            raise ValueError(f"{text!r} is not a decision: expected {error.expected}") from None
        if (written := self.written(actions)) != text:
            raise ValueError(f"{text!r} is not a decision: expected {written!r}")
        return actions

    def written(self, decision: object) -> str:
        """A decision as in a row."""
        text: str = self.game.write(decision)
        return text.removeprefix(TURN)

    def turned(self, position: P, decision: Any, symmetry: Symmetry) -> object:
        """A legal decision at a position, on the board turned by a symmetry."""
        turned = []
        for number, action in enumerate(decision, start=1):
            turned.append(self.game.turned_action(position, action, symmetry))
            if number < len(decision):
                position = self.game.play(position, action)
        return tuple(turned)

    def turns(self, position: P, chosen: Callable[[P], Iterable[A]]) -> Iterator[tuple[A, ...]]:
        """The chosen actions of the player to act, in sequences that end when somebody else acts."""
        player = self.game.actor(position)
        for action in chosen(position):
            after = self.game.play(position, action)
            if self.game.actor(after) is player and self.canonical(after) is None:
                yield from ((action, *others) for others in self.turns(after, chosen))
            else:
                yield (action,)

    def next(self, position: P, turn: tuple[A, ...]) -> tuple[P, ...]:
        """The remembered positions that a turn leads to."""
        for action in turn:
            position = self.game.play(position, action)
        if self.canonical(position):
            return (position,)
        return tuple(self.game.play(position, action) for action in self.game.actions(position))


@dataclass(frozen=True)
class Certificate:
    """A strategy for a player, and the value it is stated to guarantee.

    From the position after the game `start` (in notation) on, X's strategy gets at least `value` on average, O's allows
    at most `value`. `rows` is keyed by canonical positions, as text. Raises the errors of reading and playing `start`,
    and `ValueError` if no strategy of the game begins there.
    """

    form: Form[Any, Any]
    player: Actor
    value: Fraction
    start: str
    rows: Mapping[str, Row] = field(repr=False)

    def __post_init__(self) -> None:
        self.form.check_start(self.start)

    @property
    def game(self) -> Any:
        return self.form.game

    @property
    def first(self) -> Any:
        return self.game.position(self.start)

    def header(self) -> dict[str, object]:
        """The content of a file's first line, except the format and the number of rows."""
        return {
            "ruleset": self.game.ruleset,
            "options": self.form.options,
            "player": self.player.value,
            "value": str(self.value),
            "start": self.start,
        }

    def lines(self) -> Iterator[tuple[object, ...]]:
        return ((name, self.form.written(row.decision), str(row.value)) for name, row in self.rows.items())

    def checked(self, report: CheckReport | None = None) -> Checked:
        """Play the strategy through.

        Raises `Refuted` with a game if the strategy does not guarantee exactly the stated value, has no decision or an
        illegal one, and with the position of a row that the strategy never leads to.
        """
        rows = _Rows(self, report)
        bounds = self.form.bounds(self.form, self.player, rows, self.game.read(self.start).actions)
        bounds.compare(self.first, self.value)
        if unused := self.rows.keys() - rows.used:
            raise Refuted(f"rows for positions that the strategy never reaches: {len(unused)}, such as '{min(unused)}'")
        return Checked(self, len(bounds.known))


class _Rows:
    """The strategy that the rows of a certificate define, and the rows used so far."""

    def __init__(self, certificate: Certificate, report: CheckReport | None) -> None:
        self._text, self._rows, self._report = certificate.form.text, certificate.rows, report
        self.used: set[str] = set()

    def decision(self, _: object, view: Canonical) -> object:
        name = self._text(view.key)
        decision = self._rows[name].decision
        if name not in self.used:
            self.used.add(name)
            if self._report:
                self._report(len(self.used), len(self._rows))
        return decision

    def said(self, view: Canonical) -> Fraction | None:
        row = self._rows.get(self._text(view.key))
        return row.value if row else None
