"""An entry of the registry: what the oracle needs to know about a game. The reference supplies the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from qttt.oracle.perfect import PerfectPlay
from qttt.reference.solver import Solver

if TYPE_CHECKING:
    from qttt.fast.answers import Answers
    from qttt.fast.progress import Progress

G = TypeVar("G")

Report = Callable[["Progress"], None]


class NotSolvable(ValueError):
    """A game is too large to be solved from the requested position; the message says from where it can be solved."""


class Entry(Generic[G]):
    """A game in the registry: how it is made, solved, stored and queried.

    Only `name` and `kind`, the class of the game, are required: the reference then solves positions on request, and
    nothing is stored. A game with an engine provides `solve`, `open` and `perfect`, and `answers` for batches.
    """

    name: str
    kind: Any

    stored = False
    """Whether tablebases of the game are stored."""

    def __repr__(self) -> str:
        return f"<entry of {self.name}>"

    def make(self, **options: object) -> G:
        """The game with these options. Raises `ValueError` for an unknown option or value."""
        game: G = self.kind.of(**options)
        return game

    def folder(self, game: G) -> Path:
        """Where the tablebase of a game lies below the user's folder: one folder per setting."""
        setting: dict[str, str] = game.setting  # type: ignore[attr-defined]
        chosen = [
            f"{option.written}-{setting[option.name]}".replace("/", "-")
            for option in self.kind.options
            if setting.get(option.name, option.default) != option.default
        ]
        return Path(self.kind.ruleset) / ("-".join(chosen) or "canonical")

    def solve(self, game: G, device: str, report: Report) -> Any:
        """The tablebase of the game, with the value of every position. Raises `NotSolvable`."""
        return None

    def open(self, game: G, folder: Path) -> Any:
        """The tablebase of the game in a folder. Raises `StoreError`."""
        raise NotImplementedError

    def perfect(self, game: G, tablebase: Any) -> PerfectPlay[Any, Any]:
        """Perfect play from a tablebase that `solve` or `open` has returned."""
        solver: Solver[Any, Any] = Solver(game)  # type: ignore[arg-type]
        return PerfectPlay(game, solver.value)  # type: ignore[arg-type]

    def answers(self, game: G, tablebase: Any) -> Answers | None:
        """Answers about batches of keys; None if the game does not offer them."""
        return None

    def keys(self, answers: Any, positions: Sequence[Any]) -> Sequence[int]:
        """The keys of positions, as `answers` takes them."""
        raise NotImplementedError

    def positions(self, answers: Any, keys: Sequence[int]) -> list[Any]:
        """Positions with these keys, which `answers` has returned."""
        raise NotImplementedError

    def action(self, code: int) -> Any:
        """The action with a code of `answers.actions`."""
        raise NotImplementedError
