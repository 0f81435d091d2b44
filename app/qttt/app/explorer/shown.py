"""What the explorer shows of a game beyond positions, actions and values; a game's own is in `<game>/explorer.py`."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, NamedTuple

from qttt.oracle import Oracle, store
from qttt.oracle.registry import options
from qttt.reference.board import lines
from qttt.reference.game import Record
from qttt.spec import rulesets


class Told(NamedTuple):
    """Something that an action has done, in words, and the rule that says so."""

    words: str
    rule: str


class Beside(NamedTuple):
    """Another game whose values stand beside those of a game: the same notation under another rule."""

    label: str
    game: str
    options: Mapping[str, str]


Answerer = Callable[[Any, Record[Any, Any], Mapping[str, str]], Mapping[str, Any]]
"""Answers a question about a game that has been played, with further parameters, as an object for JSON."""


class Shown:
    """What the explorer shows of a game. These are the defaults, for a game that has nothing of its own.

    A game's `explorer.py` defines `SHOWN`, an instance of a subclass. `view.js` beside it draws the game on the page.
    """

    short = ""
    """The name of the game on its tab; empty for its title."""
    about = ""
    """The game in two or three sentences, for somebody who has never heard of it."""
    start: Mapping[str, str] = {}
    """The options with which the page begins, as parameters of an address."""
    ordered = False
    """Whether it matters which of two squares is clicked first."""

    def picture(self, game: Any, position: Any) -> Mapping[str, Any]:
        """What the page needs to draw a position."""
        return {"text": str(position)}

    def words(self, game: Any, position: Any) -> str:
        """A position in sentences, for readers who cannot see the picture."""
        return str(position)

    def means(self, game: Any, value: Fraction) -> str:
        """What a value means, in words; empty if there is nothing to add to the number."""
        return ""

    def told(self, game: Any, before: Any, action: Any, after: Any) -> Sequence[Told]:
        """What an action has done, and why."""
        return ()

    def next(self, game: Any, position: Any) -> str:
        """What is to be done in a position, in words."""
        return ""

    def beside(self, game: Any) -> Sequence[Beside]:
        """The games whose values may stand beside this one's."""
        return ()

    def vector_options(self, game: Any) -> dict[str, Any]:
        """The options of a game as a conformance vector has them: those that are not at their default."""
        from qttt.verification.engines import options_of

        return options_of(game)

    def oracle(self, game: Any, report: Callable[[], Any], note: Callable[[str], None] | None) -> Oracle[Any, Any]:
        """The oracle of a game, opened or solved now; `report` and `note` are those of `qttt.oracle.store.found`."""
        return Oracle(game, store.found(game, None, "auto", report, note))

    def questions(self) -> Mapping[str, tuple[Answerer, Sequence[str], str]]:
        """Further questions that only this game answers: by name, how, with which parameters, and what about."""
        return {}


def lines_of_one(mark: Callable[[int], Any], *empty: Any) -> list[list[int]]:
    """The lines whose squares all have the same mark, other than those of empty squares."""
    marks = {line: {mark(square) for square in line} for line in lines()}
    return [[*line] for line, held in marks.items() if len(held) == 1 and held.isdisjoint(empty)]


def ended(game: Any, position: Any) -> list[Told]:
    """How a game has ended; empty if it has not."""
    if game.actor(position) is not None:
        return []
    outcome = game.score(position).outcome
    return [Told(f"The game is over, {outcome}", outcome.rule)]


@cache
def shown(name: str) -> Shown:
    """What the explorer shows of a game."""
    module = f"qttt.app.{name}.explorer"
    own = find_spec(f"qttt.app.{name}") and find_spec(module)
    found: Shown = import_module(module).SHOWN if own else Shown()
    return found


def start_of(name: str) -> Mapping[str, str]:
    """The options with which the page of a game begins: its own, or an example of each required one."""
    needed = {option.written: option.example or option.values[0] for option in options(name) if option.default is None}
    return shown(name).start or needed


def title(name: str, game: Any) -> str:
    """The title of a game's rules."""
    known = rulesets()
    return known[name].title if name in known else str(game.ruleset)


def files_of(name: str, suffix: str) -> Mapping[str, bytes]:
    """The files beside a game's `explorer.py` with a suffix by their names: `view.js` draws the game on the page."""
    package = type(shown(name)).__module__.rpartition(".")[0]
    found = [each for each in files(package).iterdir() if each.name.endswith(suffix)]
    return {each.name: each.read_bytes() for each in found}
