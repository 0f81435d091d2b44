"""What every game has besides its rules: options, written games and written positions, symmetries.

A game inherits `WrittenGame` and defines what differs: how a token, a state and an option are read."""

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import Field, fields
from fractions import Fraction
from html import escape
from typing import Any, ClassVar, Self, TypeVar, get_args

from qttt.reference.board import SYMMETRIES, Symmetry
from qttt.reference.game import Actor, Game, Record
from qttt.reference.notation import Notation, NotationError, StateError, play_out, split
from qttt.reference.picture import any_of
from qttt.spec import Option, rulesets

P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)

OPTION = re.compile(r"(?P<name>[a-z]+(?:-[a-z]+)*)=(?P<value>.+)")
LONGEST = 60
"""The largest number of characters of a value in the `repr` of a game."""


class OptionError(ValueError):
    """An unknown option, or a value that the option does not allow; the message names both."""


class WrittenGame(Game[P, A], ABC):
    """The part of a `Game` that does not depend on its rules.

    `options` are the choices of the ruleset, `notation` reads and writes its tokens, `state` is the type of its
    positions, whose `of` reads a written state, `kinds` is that of its actions, `state_rule` is the rule on written
    states, and `example` is a written state for messages. `has_system` says whether a game has nodes of the SYSTEM.
    """

    ruleset: ClassVar[str]
    options: ClassVar[tuple[Option, ...]]
    state: ClassVar[type[Any]]
    kinds: ClassVar[Any]
    state_rule: ClassVar[str]
    example: ClassVar[str]
    has_system: ClassVar[bool] = False
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    @abstractmethod
    def notation(self) -> Notation[Any]:
        """How its actions are written."""

    # Options

    @classmethod
    def of(cls, **options: object) -> Self:
        """The game with these options, each a value of the page, as a text or a Python value.

        An omitted option has its default. Raises `OptionError` for an unknown option or value, and for a missing
        required option.
        """
        known = {option.name: option for option in cls.options}
        for name in options:
            if name not in known:
                expected = ", ".join(known) or "none"
                raise OptionError(f"{cls.ruleset} has no option {name!r}: its options are {expected}")
        for option in cls.options:
            if option.default is None and option.name not in options:
                raise OptionError(f"{cls.ruleset} needs {option.name}: {option.expected}")
        return cls(**{name: cls.read_option(known[name], given) for name, given in options.items()})

    @classmethod
    def read_option(cls, option: Option, given: object) -> object:
        """The value of an option that `given` writes. Raises `OptionError` for any other value."""
        if option.flag and isinstance(given, bool):
            return given
        if not isinstance(given, str) or given not in option.values:
            expected = option.expected_for(given)
            raise OptionError(f"{option.name} cannot be {given!r}: expected {expected} ({option.rule})")
        return given == "yes" if option.flag else given

    @classmethod
    def write_option(cls, option: Option, value: object) -> str:
        """The value of an option in writing."""
        return ("no", "yes")[bool(value)] if option.flag else str(value)

    @property
    def setting(self) -> dict[str, str]:
        """Every option of the game that applies, with its value in writing, in the order of the page."""
        return {option.name: self.write_option(option, getattr(self, option.name)) for option in self.options}

    def __repr__(self) -> str:
        """The call that makes the game, without arguments that have their default; `…` stands for long values."""
        given = [(field.name, getattr(self, field.name), field.default) for field in fields(self)]
        texts = {name: repr(value) for name, value, default in given if value != default}
        chosen = (f"{name}={text if len(text) <= LONGEST else '…'}" for name, text in texts.items())
        return f"{type(self).__name__}({', '.join(chosen)})"

    def _repr_html_(self) -> str:
        """The ruleset with its title, and every option with its value and its rule, as an HTML table."""
        title = next((rules.title for rules in rulesets().values() if rules.id == self.ruleset), type(self).__name__)
        rows = "".join(
            f"<tr><td>{written}</td><td>{escape(self.setting[option.name])}</td><td>{option.rule}</td></tr>"
            for written, option in self._own_options.items()
        )
        head = "<tr><th>option</th><th>value</th><th>rule</th></tr>"
        return f"<table><caption>{escape(title)}, {self.ruleset}</caption>{head}{rows}</table>"

    def check(self, position: object, *actions: object) -> None:
        """Raise `TypeError` if `position` is not a position, or one of `actions` not an action, of this game."""
        if not isinstance(position, self.state):
            raise TypeError(f"{position!r} is not a position of {self.ruleset}: make one with game.position(text)")
        self._check_actions(*actions)

    def _check_actions(self, *actions: object) -> None:
        for action in actions:
            if not isinstance(action, self.kinds):
                expected = " or ".join(kind.__name__ for kind in get_args(self.kinds) or (self.kinds,))
                raise TypeError(f"{action!r} is not an action of {self.ruleset}: expected {expected}")

    # Nature

    def chance(self, position: P) -> Mapping[A, Fraction]:
        """Empty: by default a game has no CHANCE."""
        return {}

    def system(self, position: P) -> Mapping[Actor, Fraction]:
        """Empty: by default a game has no SYSTEM."""
        return {}

    # Games

    def is_ply(self, action: A) -> bool:
        """Whether an action is a ply; a selection, a measurement or a result belongs to the ply before it."""
        return not isinstance(action, self.notation.settling)

    def parse(self, text: str) -> tuple[A, ...]:
        """The actions of a written game, in order; none for an empty text.

        Guaranteed: every token is well formed, and the plies of the moves count up from 1. Not guaranteed: that
        the game is legal. `write(parse(text))` is `text` with single spaces. Raises `NotationError`.

        Rule: NOTATION-GAME-1
        """
        return self.notation.parse(_text(text))

    def write(self, actions: Iterable[A], after: P | None = None) -> str:
        """The text of a game played from the start, or of what follows a position: tokens separated by single spaces.

        Raises `TypeError` if an element is not an action. Not checked: that the game is legal.

        Rule: NOTATION-GAME-1
        """
        actions = tuple(actions)
        self._check_actions(*actions)
        return self.notation.write(actions, 0 if after is None else self.plies(after))

    def plies(self, position: P) -> int:
        """How many plies have been made; if a position does not say, 0 or 1, according to the player to move."""
        actor = self.actor(position)
        return int(actor == "O")

    def read(self, text: str) -> Record[P, A]:
        """The written game `text`, played from the start; for a written position, only that position.

        Raises `NotationError` for a malformed text, and for an illegal action the `RuleBroken` of the rule, which
        then carries the token and its number.
        """
        if is_position(_text(text)):
            return Record((self.position(text),), ())
        return play_out(self, text)

    # Positions

    def position(self, text: str) -> P:
        """The position after the written game `text`, or the written position `text`. Raises as `read`.

        Rule: NOTATION-POSITION-1
        """
        if not is_position(_text(text)):
            return self.read(text).positions[-1]
        head, _, state = text.partition(":")
        tokens = split(head)
        self._check_head(tokens)
        try:
            return self.read_state(state)
        except StateError as error:
            number = len(tokens) + error.number
            raise NotationError(error.token, number, self.state_rule, error.expected) from None

    def write_position(self, position: P) -> str:
        """The position as one line: the ruleset, every option, a colon and the state.

        `game.position(game.write_position(p))` is p for every position p that a game reaches. Raises `TypeError` for
        anything but a position.

        Rule: NOTATION-POSITION-1
        """
        self.check(position)
        return f"{' '.join([self.ruleset, *self._written_options])}: {position}"

    def read_state(self, text: str) -> P:
        """The position written as `text`. Raises `StateError` for any other text."""
        position: P = self.state.of(text)
        return position

    def _check_head(self, tokens: list[str]) -> None:
        """Check that a written position belongs to this game. Raises `NotationError`."""
        rule = "NOTATION-POSITION-1"
        if not tokens or (tokens[0] != self.ruleset and not self._is_earlier(tokens[0])):
            raise NotationError("".join(tokens[:1]), 1, rule, f"{self.ruleset}, the ruleset of this game")
        own = self._own_options
        for number, token in enumerate(tokens[1:], start=2):
            match = OPTION.fullmatch(token)
            option = own.get(match["name"]) if match else None
            if match is None or option is None:
                expected = " ".join(self._written_options) or "none"
                raise NotationError(token, number, rule, f"an option of this game: {expected}")
            if any(earlier.startswith(f"{option.written}=") for earlier in tokens[1 : number - 1]):
                raise NotationError(token, number, rule, f"{option.written} only once")
            if not self._has(option, match["value"]):
                expected = f"{option.written}={self.setting[option.name]}, the option of this game"
                raise NotationError(token, number, rule, expected)

    def _has(self, option: Option, written: str) -> bool:
        """Whether an option of the game has a written value."""
        if written == self.setting[option.name]:
            return True
        try:
            return bool(self.read_option(option, written) == getattr(self, option.name))
        except ValueError:
            return False

    def _is_earlier(self, version: str) -> bool:
        """Whether an earlier version of the ruleset has this game."""
        own = dict(written.split("=", 1) for written in self._written_options)
        return any(rules.has(version, own) for rules in rulesets().values() if rules.id == self.ruleset)

    @property
    def _own_options(self) -> dict[str, Option]:
        """The options that apply to the game, by their names in writing."""
        return {option.written: option for option in self.options if option.name in self.setting}

    @property
    def _written_options(self) -> list[str]:
        return [f"{written}={self.setting[option.name]}" for written, option in self._own_options.items()]

    # Symmetries

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the board that leave the game unchanged. Default: all eight."""
        return SYMMETRIES

    @abstractmethod
    def turned(self, position: P, symmetry: Symmetry) -> P:
        """The position after a symmetry has moved the squares."""

    @abstractmethod
    def turned_action(self, position: P, action: A, symmetry: Symmetry) -> A:
        """The action in the turned position that corresponds to `action` in `position`."""


def check_switches(chosen: Mapping[str, str], known: Mapping[str, Sequence[str]]) -> None:
    """Reject a value that a switch does not have. Raises `ValueError`.

    >>> check_switches({"pair": "never"}, {"pair": ("legal", "forbidden")})
    Traceback (most recent call last):
    ValueError: switch pair: unknown value 'never': expected legal or forbidden
    """
    for name, value in chosen.items():
        if value not in known[name]:
            raise ValueError(f"switch {name}: unknown value {value!r}: expected {any_of(known[name])}")


def legal_under(game: object, others: Iterable[object]) -> str:
    """The fewest changes of setting that lead from a game to one of `others`, in words; empty if there are no others.

    >>> from qttt.reference.hybrid import Hybrid
    >>> legal_under(Hybrid(), [Hybrid("two", "one"), Hybrid("two")])
    '; legal under links=two'
    """
    changes = [{name: new for name, new in vars(other).items() if new != getattr(game, name)} for other in others]
    fewest = min(changes, key=len, default={})
    return "; legal under " + ", ".join(f"{name}={new}" for name, new in fewest.items()) if fewest else ""


def is_position(text: str) -> bool:
    """Whether a text is meant as a written position and not as a written game: only a position has a colon.

    >>> is_position("X1.1-9 O2.1-3"), is_position("hybrid-1.0 links=one: ........., X to move")
    (False, True)
    """
    return ":" in text


def _text(text: object) -> str:
    if not isinstance(text, str):
        raise TypeError(f"a written game or position must be a str: {text!r} is a {type(text).__name__}")
    return text
