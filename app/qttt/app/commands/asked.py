"""What is asked of a command, and what it answers, whatever the game."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from qttt.app import games
from qttt.app.commands.options import Side, print_json
from qttt.app.errors import BadInput
from qttt.app.games import Collapse, Level, Scoring

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A game by its name, and the options that not all games have as they were typed: None or False for those that
    were not. Raises BadInput for one that the game does not have."""

    ruleset: str
    collapse: Collapse | None = None
    q: str | None = None
    scoring: Scoring | None = None
    double_win: bool = False
    through: int | None = None
    out: Path | None = None
    tablebase: Path | None = None
    player: Side | None = None
    board: Path | None = None
    random: int | None = None
    number: int | None = None
    exact: bool = False
    skip_bad: bool = False
    level: Level | None = None
    switch: list[str] | None = None

    def __post_init__(self) -> None:
        options = (field.name for field in fields(self) if field.name != "ruleset")
        games.check_options(self.ruleset, {_typed(name): getattr(self, name) for name in options})

    @property
    def side(self) -> Side:
        """Whose strategy is asked for. Raises BadInput if nobody's is."""
        if self.player is None:
            raise BadInput(f"{self.ruleset} needs --player, X or O: whose strategy to write")
        return self.player


class Answer(NamedTuple):
    """What a command has found: the object or list for JSON, and how to print it for people."""

    described: Callable[[], Any]
    printed: Callable[[], None]

    @classmethod
    def of(cls, found: T, described: Callable[[T], Any], printed: Callable[[T], None]) -> "Answer":
        """The answer that tells what has been found."""
        return cls(lambda: described(found), lambda: printed(found))

    def tell(self, as_json: bool) -> None:
        """Print the answer in one of the two ways."""
        if as_json:
            print_json(self.described())
        else:
            self.printed()


def _typed(name: str) -> str:
    """How an option is typed.

    >>> _typed("double_win")
    '--double-win'
    """
    return "--" + name.replace("_", "-")
