"""What `qttt best` shows of a position, for any game."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Self, TypeVar

from rich.table import Table
from rich.text import Text

from qttt.app import screen
from qttt.app.query import Query
from qttt.reference.game import Rules

G = TypeVar("G", bound=Rules[Any, Any])
P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)


@dataclass(frozen=True)
class Advice(Generic[G, P, A]):
    """A position that a game has reached, and best play from there."""

    game: G
    position: P
    value: Fraction
    actions: Mapping[A, Fraction]
    best: tuple[A, ...]
    variation: str
    """In notation, from this position on, as long as only the players act."""
    probabilities: Mapping[A, Fraction]
    """The probability of each action where chance or the System is to act."""

    @classmethod
    def on(cls, query: Query, moves: str, with_variation: bool = True) -> Self:
        """The advice on a written game or position. Raises what reading the game and finding a tablebase raise."""
        game = query.game
        record = game.read(moves)
        position, play = record.positions[-1], query.truth
        line = play.line(position) if with_variation else ()
        variation = continuation(game, record.actions, position, line) if line else ""
        value, actions, best = play.value(position), play.values(position), play.best(position)
        return cls(game, position, value, actions, best, variation, play.probabilities(position))


def continuation(game: Any, played: tuple[A, ...], position: Any, following: tuple[A, ...]) -> str:
    """The notation of what follows a game that has reached a position; `played` is empty for a written position.

    >>> from qttt.reference.goff import Goff
    >>> game = Goff()
    >>> continuation(game, game.parse("X1.1-9 O2.1-3"), None, game.parse("X1.1-3 selA"))
    'X3.1-3 selA'
    """
    if not played:
        text: str = game.write(following, after=position)
        return text
    return " ".join(game.write((*played, *following)).split()[len(played) :])


def advice_json(advice: Advice[Any, Any, Any], **beside: object) -> dict[str, Any]:
    """The JSON object of an advice without the game; `beside` stands next to the value."""
    return {
        "value": str(advice.value),
        **beside,
        "actor": advice.game.actor(advice.position),
        "actions": screen.as_text(advice.actions),
        "best": [str(action) for action in advice.best],
        "probabilities": screen.as_text(advice.probabilities),
        "principal_variation": advice.variation,
    }


def print_actions(advice: Advice[Any, Any, Any], by_chance: Callable[[], Table]) -> None:
    """Print the actions by value, or the table `by_chance` where chance is to act, and best play. Print nothing if the
    game is over."""
    out = screen.console()
    if advice.actions:
        out.print()
        out.print(by_chance() if advice.probabilities else by_value(advice.actions, advice.value, "moves"))
    if advice.variation:
        out.print()
        screen.print_variation(out, advice.variation)


def by_value(actions: Mapping[Any, Fraction], best: Fraction, named: str) -> Table:
    """A table of actions, with the best ones first."""
    table = screen.table("value", named, right=("value",))
    for value in sorted({*actions.values()}, key=lambda value: abs(value - best)):
        names = " ".join(str(action) for action, its in actions.items() if its == value)
        table.add_row(screen.short(value), Text(names, "bold" if value == best else ""))
    return table
