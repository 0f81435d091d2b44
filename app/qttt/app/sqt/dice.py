"""`qttt play sqt --dice`: the stochastic game with dice in place of the System."""

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rich.text import Text

from qttt.app import screen, stored
from qttt.app.errors import BadInput
from qttt.app.goff.view import QuantumMatch, QuantumView
from qttt.app.match import COMMANDS
from qttt.oracle.perfect import PerfectPlay, Values
from qttt.reference.game import Actor
from qttt.reference.goff import Position
from qttt.reference.picture import listed
from qttt.reference.sqt import Sqt
from qttt.reference.sqt.variants import Dice, Throw, Thrown, dice

FACES = 6
LIKE = "At a closed cycle dice name the player who selects."


class Cast(NamedTuple):
    """What was thrown: dice of six faces, or one device with as many equally likely results as q needs; the number
    that counts, and on how many of the results O selects."""

    faces: tuple[int, ...]
    number: int
    results: int
    of_o: int

    @property
    def throw(self) -> Throw:
        """The throw, by the player whom it names. Rule: SQT-DICE-1"""
        return Throw.O if self.number <= self.of_o else Throw.X

    def text(self) -> Text:
        """The throw as a line."""
        name = str(self.throw.player)
        shown = f"{listed([*map(str, self.faces)])}" if self.faces else "nothing to throw"
        rest = f", {self.number} of {self.results}: O selects up to {self.of_o}" if self.results > 1 else ""
        return Text.assemble(f"Dice: {shown}{rest}. ", (name, screen.STYLES[name]), " selects.")


def cast(q: Fraction, chance: random.Random) -> Cast:
    """A throw for a probability q that O selects: the smallest sufficient number of dice, at most two, or a device with
    as many results as the denominator of q. Rule: SQT-DICE-1

    >>> cast(Fraction(3, 4), random.Random(1))
    Cast(faces=(2, 5), number=11, results=36, of_o=27)
    """
    if (enough := dice(q)) is None:
        face = chance.randint(1, q.denominator)
        return Cast((face,), face, q.denominator, q.numerator)
    count, of_o = enough
    faces = tuple(chance.randint(1, FACES) for _ in range(count))
    number = 1 + sum((face - 1) * FACES**place for place, face in enumerate(reversed(faces)))
    return Cast(faces, number, FACES**count, of_o)


def perfect_dice(game: Dice, truth: PerfectPlay[Any, Any]) -> PerfectPlay[Thrown, Any]:
    """Perfect play with dice from perfect play with the System, whose values are the same (LEMMA dice)."""

    def value(position: Thrown) -> Fraction:
        if position.selector is None:
            return truth.value(position.position)
        settled = truth.values(position.position).values()
        return max(settled) if position.selector is Actor.X else min(settled)

    def moves(position: Thrown) -> Mapping[Any, Fraction]:
        return truth.values(position.position)

    return PerfectPlay(game, Values(value, moves))


class DiceView(QuantumView):
    """The view of the game with dice."""

    def board(self, position: Thrown) -> Position:
        return position.position

    def turn(self, game: Any, position: Thrown) -> Text:
        if game.actor(position) is Actor.CHANCE:
            return Text("The dice decide who selects.")
        return super().turn(game, position)


class DiceMatch(QuantumMatch):
    """A game with dice being played."""

    def act_of_nature(self) -> None:
        self._show()
        thrown = cast(self.game.rules.q, self.chance)
        self.act(thrown.throw, announced=False)
        self._out.print(thrown.text(), soft_wrap=True)


def play(game: Sqt, players: Mapping[str, Any], path: Path | None, seed: int | None) -> None:
    """Play a game with dice. `players` says which of X and O play perfectly; a person plays the others.

    Raises BadInput for an agent of `qttt train`, which knows only the System.
    """
    for name, player in players.items():
        if player not in (True, False):
            raise BadInput(f"--{name.lower()}: a trained net cannot play with dice; leave out --dice")
    with_dice, truth = Dice(game), stored.truth(game, path, players)
    with_throws: Callable[[], Any] = cache(lambda: perfect_dice(with_dice, truth()))
    screen.console().print(screen.title(game), LIKE, f"Type a move such as 1-9, or {COMMANDS}.", sep="\n")
    DiceMatch(DiceView(), with_dice, with_throws, players, random.Random(seed)).run()
