"""What the commands show of the stochastic game: Goff's views, with a System; and `qttt play sqt --dice`, with dice in
place of the System."""

import random
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rich.text import Text

from qttt.app import lenient, screen, stored
from qttt.app.errors import BadInput
from qttt.app.games import Answer, Query
from qttt.app.goff.view import QuantumTerminalGame, QuantumView
from qttt.app.terminal_game import COMMANDS, Player
from qttt.app.view import Advice
from qttt.oracle.perfect import PerfectPlay, Values
from qttt.reference.game import Actor
from qttt.reference.goff import Action, Position, Selection
from qttt.reference.picture import listed
from qttt.reference.sqt import Sqt, advantageous, selection_probabilities
from qttt.reference.sqt.variants import Action as DiceAction
from qttt.reference.sqt.variants import Dice, Throw, Thrown, dice


class SqtView(QuantumView[Sqt, Position, Action]):
    """The view of the stochastic game."""

    def for_perft(self, query: Query) -> Query:
        """A selection is a choice, whoever makes it, so any q will do. In the JSON q is null unless it was typed."""
        counted = Query(query.name, {"q": "1/2", **query.typed})
        if query.get("q") is None:
            counted.json_object["q"] = None
        return counted

    def show(self, query: Query, moves: str, out: Path | None) -> Answer:
        """See `View`; at a closed cycle also what both settlements are worth, and how probable they are."""
        position, shown = query.game.position(moves), super().show(query, moves, out)
        values: Mapping[Selection, Fraction] = {}
        if position.pending:
            values = Query(query.name, query.typed).by("fast").truth.values(position)
        probabilities = selection_probabilities(values, query.game.p) if values else {}

        def display() -> None:
            shown.display()
            for selection, value in values.items():
                told = f"{selection} is worth {screen.worth(value)}, probability {probabilities[selection]}"
                screen.console().print(told)

        known = {"settlements": screen.as_text(values), "probabilities": screen.as_text(probabilities)}
        return shown._replace(json_object=lambda: {**shown.json_object(), **known}, display=display)

    def advice(self, query: Query, moves: str, with_variation: bool = False) -> Advice[Sqt, Position, Action]:
        return super().advice(query, moves, with_variation)

    def json_of_advice(self, query: Query, advice: Advice[Sqt, Position, Action]) -> dict[str, object]:
        said = advice.json_object()
        del said["principal_variation"]  # which chance leaves at the first cycle
        return said

    def solve(self, query: Query) -> Answer:
        """See `View` and `qttt.app.sqt.solve`."""
        from qttt.app.sqt.solve import answer

        return answer(query)

    def play(self, query: Query, players: Mapping[str, Player], seed: int | None) -> None:
        if query.get("dice"):
            play_with_dice(query.game, players, query.tablebase, seed)
        else:
            super().play(query, players, seed)


class SqtTerminalGame(QuantumTerminalGame[Sqt, Position]):
    """A stochastic game being played. The System selects the settlement that is better for O with probability q,
    otherwise the one that is better for X. Rule: SQT-SELECT-1"""

    def act_of_nature(self) -> None:
        self._show()
        game, worths = self.game, self._truth().values(self.position)
        values = {each: value for each, value in worths.items() if isinstance(each, Selection)}
        player = Actor.O if self.chance.randrange(game.q.denominator) < game.q.numerator else Actor.X
        selection, probability = advantageous(values, player), game.system(self.position)[player]
        self.act(selection, announced=False)
        told = Text.assemble("The ", ("System", screen.STYLES["SYSTEM"]), " favours ", (player, screen.STYLES[player]))
        told.append(f" (probability {probability}): {selection}")
        told.append(", which makes no difference" if len({*values.values()}) == 1 else "")
        told_worths = "; ".join(f"{action} is worth {screen.worth(value)}" for action, value in values.items())
        self._out.print(told.append(f". {told_worths}."), soft_wrap=True)


# With dice

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


def perfect_dice(game: Dice, truth: PerfectPlay[Position, Any]) -> PerfectPlay[Thrown, DiceAction]:
    """Perfect play with dice from perfect play with the System, whose values are the same (LEMMA dice)."""

    def value(position: Thrown) -> Fraction:
        if position.selector is None:
            return truth.value(position.position)
        settled = truth.values(position.position).values()
        return max(settled) if position.selector is Actor.X else min(settled)

    def moves(position: Thrown) -> Mapping[DiceAction, Fraction]:
        return truth.values(position.position)

    return PerfectPlay(game, Values(value, moves))


class DiceView(QuantumView[Any, Thrown, DiceAction]):
    """The view of the game with dice."""

    def board(self, position: Thrown) -> Position:
        return position.position

    def turn(self, game: Dice, position: Thrown) -> Text:
        if game.actor(position) is Actor.CHANCE:
            return Text("The dice decide who selects.")
        return super().turn(game, position)


class DiceTerminalGame(QuantumTerminalGame[Any, Thrown]):
    """A game with dice being played."""

    def read(self, typed: str) -> DiceAction:
        board, number = self.position.position, len(self.history) + 1
        action: DiceAction = lenient.action(self.game.rules, board, typed, board.ply + 1, number)
        return action

    def act_of_nature(self) -> None:
        self._show()
        thrown = cast(self.game.rules.q, self.chance)
        self.act(thrown.throw, announced=False)
        self._out.print(thrown.text(), soft_wrap=True)


def play_with_dice(game: Sqt, players: Mapping[str, Player], path: Path | None, seed: int | None) -> None:
    """Play a game with dice. `players` says which of X and O play perfectly; a person plays the others.

    Raises BadInput for an agent of `qttt train`, which knows only the System.
    """
    for name, player in players.items():
        if player not in (True, False):
            raise BadInput(f"--{name.lower()}: a trained net cannot play with dice; leave out --dice")
    with_dice, truth = Dice(game), stored.truth(game, path, players)
    with_throws = cache(lambda: perfect_dice(with_dice, truth()))
    screen.console().print(screen.title(game), LIKE, f"Type a move such as 1-9, or {COMMANDS}.", sep="\n")
    DiceTerminalGame(DiceView(), with_dice, with_throws, players, random.Random(seed)).run()


VIEW = SqtView(SqtTerminalGame)
