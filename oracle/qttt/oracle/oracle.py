"""The oracle: exact answers about any position of a game."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from fractions import Fraction
from functools import cache, cached_property, partial
from html import escape
from math import lcm
from typing import TYPE_CHECKING, Any

from qttt.oracle.entry import Report, canonical
from qttt.oracle.many import Many, about, columns
from qttt.oracle.perfect import A, P, PerfectPlay, Values, known_first
from qttt.oracle.registry import entry_of
from qttt.reference.game import Game

if TYPE_CHECKING:
    import pyarrow as pa

    from qttt.fast.answers import Answers


def solve(
    game: Game[P, A], *, tablebase: str | os.PathLike[str] | None = None, device: str = "auto", progress: bool = True
) -> Oracle[P, A]:
    """The oracle of a game. What ships with the package answers at once; the rest comes from the user's store, or is
    solved and stored, with progress on a terminal: when it is first needed, or now if nothing ships of the game.

    `tablebase` names the file of a stored one to use instead; `device` is auto, cpu or gpu. Raises `TypeError` for what
    is not a game of the registry, `StoreError` for an unusable tablebase, `DeviceError` for a device that is missing or
    fails, and `NotSolvable` if the game is too large.
    """
    from qttt.oracle.progress import progress as shown

    return consult(game, tablebase, device, shown if progress else lambda: nullcontext(lambda _: None))


def consult(
    game: Game[P, A],
    path: str | os.PathLike[str] | None,
    device: str,
    report: Callable[[], AbstractContextManager[Report]],
    note: Callable[[str], None] | None = None,
) -> Oracle[P, A]:
    """The oracle of a game: by what ships, with the tablebase of `store.find_tablebase` when it is first needed; by
    that tablebase if nothing ships or a file is named. `note` is also told if what ships is damaged.

    Raises what `store.find_tablebase` raises; for the device at once."""
    from qttt.fast import backend
    from qttt.oracle.store import find_tablebase

    if device != "auto":
        backend.device(device)
    find = cache(lambda: find_tablebase(game, path, device, report, note))
    return (early(game, find, note) if path is None else None) or Oracle(game, find())


def early(
    game: Game[P, A], find: Callable[[], object], note: Callable[[str], None] | None = None
) -> Oracle[P, A] | None:
    """The oracle of a game by what ships, and by the tablebase that `find` returns when it is first needed; None if
    nothing ships, or if it is damaged, which `note` is told."""
    from qttt.fast.known import Damaged
    from qttt.oracle.store import print_note

    try:
        known = entry_of(game).known(game)
    except Damaged as error:
        (note or print_note)(f"{error}; the solver answers instead")
        return None
    return Oracle(game, known=known, find=find) if known else None


class Oracle(PerfectPlay[P, A]):
    """Exact answers about every position of one game with its options: those of `known`, of what ships with the
    package, and where these end those of its tablebase, or of the one that a function finds when it is first needed.

    A pickled oracle is its game: who reads it gets the oracle that `solve` returns there."""

    game: Game[P, A]

    def __init__(
        self,
        game: Game[P, A],
        tablebase: object = None,
        known: Values[P, A] | None = None,
        find: Callable[[], object] | None = None,
    ) -> None:
        self.game, self._entry, self._find = game, entry_of(game), find or (lambda: tablebase)
        super().__init__(game, known_first(game, known, self._of_tablebase) if known else self._of_tablebase())

    @cached_property
    def tablebase(self) -> Any:
        """The tablebase of the game. Raises what finding it raises."""
        return self._find()

    def _of_tablebase(self) -> Values[P, A]:
        return self._entry.values(self.game, self.tablebase)

    def value_of_q(self, position: P | str) -> Any:
        """The value as an exact function of the System's q, whatever the q of the game, with its pieces, zeros and
        `plot`: a `ValueOfQ`, in a game that has a q. A table that ships has it up to ply 5; later
        positions are searched, at ply 6 for up to half a second.

        Raises as `value`, and `ValueError` in another game, or for switches for which it is not known.
        """
        return self._reached(partial(self._entry.value_of_q, self.game), self._position(position))

    def many(self, positions: Iterable[P | str]) -> Many[A]:
        """The values and best actions of a whole batch at once, in the order given.

        Raises `TypeError` for a single text; put it in a list.
        """
        import numpy as np

        from qttt.fast.answers import aligned, spread_masks

        if isinstance(positions, str):
            raise TypeError(f"many takes several positions: write [{positions!r}] for one")
        asked, answers = [self._position(position) for position in positions], self.answers
        if answers is None:
            return self._one_by_one(asked)
        keys = np.array(self._entry.keys(answers, asked), np.int64)
        best = aligned(spread_masks(answers.best(keys), len(answers.actions)))
        actions = tuple(map(self._entry.action, answers.actions))
        return Many(aligned(answers.values(keys)), answers.scale, best, actions)

    def table(self, ply: int) -> pa.Table:
        """Every position of a ply, one per symmetry class, with its value and best actions, as an Arrow table.

        Columns: those of `qttt.oracle.many.columns`, with the game once, in the metadata. Needs the extra `sweep`.
        Raises `ImportError` without it, and `ValueError` for a ply that the game does not have
        or that is not stored.
        """
        import pyarrow as pa

        if type(ply) is not int or ply < 0:
            raise ValueError(f"ply {ply!r}: expected an integer from 0")
        answers = self.answers
        if answers is not None and hasattr(answers, "positions"):
            positions = self._entry.positions(answers, answers.positions(ply).tolist())
        else:
            positions = positions_of_ply(self.game, ply)
        texts, actors = map(str, positions), map(self.game.actor, positions)
        return pa.table(columns([*texts], [*actors], self.many(positions)), metadata=about(self.game))

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return partial(solve, progress=False), (self.game,)

    def __repr__(self) -> str:
        return f"<oracle of {self.game!r}>"

    def _repr_html_(self) -> str:
        """The value of the game and of its first actions, as a table."""
        best = self.best(self.game.initial())
        rows = "".join(
            f"<tr><td>{_marked(str(action), action in best)}</td><td>{_marked(str(value), action in best)}</td></tr>"
            for action, value in self.values(self.game.initial()).items()
        )
        title = f"{escape(repr(self.game))}: value {self.value(self.game.initial())}"
        return f"<table><caption>{title}</caption><tr><th>action</th><th>value</th></tr>{rows}</table>"

    @cached_property
    def answers(self) -> Answers | None:
        """Answers about batches of keys (see `qttt.fast.answers`); None if the game does not offer them."""
        return self._entry.answers(self.game, self.tablebase)

    def _one_by_one(self, positions: Sequence[P]) -> Many[A]:
        import numpy as np

        from qttt.fast.answers import aligned

        values = [self.value(position) for position in positions]
        best = [self.best(position) for position in positions]
        actions = tuple(dict.fromkeys(action for position in positions for action in self.game.actions(position)))
        scale = lcm(*(value.denominator for value in values))
        chosen = [[action in those for action in actions] for those in best]
        numbers = np.array([int(value * scale) for value in values], object)
        marked = np.array(chosen, np.bool_).reshape(len(positions), len(actions))
        return Many(numbers, Fraction(1, scale), aligned(marked), actions)


def _marked(text: str, best: bool) -> str:
    return f"<b>{escape(text)}</b>" if best else escape(text)


def positions_of_ply(game: Game[P, A], ply: int) -> list[P]:
    """Every position after `ply` plies and their settlement, one per symmetry class, by the reference.

    Raises `ValueError` for a ply that no game has.
    """
    from qttt.reference.perft import after_one_ply

    level = [game.initial()]
    for _ in range(ply):
        found = {canonical(game, child) for position in level for child in after_one_ply(game, position)}
        level = sorted(found, key=str)
    if not level:
        raise ValueError(f"no game of {game.ruleset} reaches ply {ply}")
    return level
