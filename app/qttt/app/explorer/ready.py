"""Oracles of the games that are asked about, made once: tablebases opened or solved, kernels compiled."""

import random
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from qttt.app.explorer.question import BadQuestion
from qttt.app.explorer.shown import shown
from qttt.oracle import Oracle
from qttt.oracle.entry import NotSolvable
from qttt.oracle.oracle import early
from qttt.oracle.registry import entry_of

if TYPE_CHECKING:
    from qttt.fast.progress import Progress

MOST = 48
"""Most oracles that are kept; the one that was asked longest ago goes first."""
PATIENCE = 0.15
"""Seconds for which a question waits for an oracle that is not ready yet."""
POSITIONS = 96
"""So many positions are asked about before an oracle is ready: the first 64 are answered without compiled kernels."""


class NotReady(BadQuestion):
    """A question that needs values which are still being computed, or which cannot be computed."""

    status = 503

    def __init__(self, state: dict[str, Any]) -> None:
        super().__init__(state.get("words") or "the values are being computed: ask again in a moment")


class Closed(Exception):
    """The server ends while a game is being solved."""


@dataclass
class Truth:
    """The oracle of one game with its options, or how far it is."""

    game: Any
    oracle: Oracle[Any, Any] | None = None
    problem: str | None = None
    progress: "Progress | None" = None
    began: float = field(default_factory=time.monotonic)
    done: threading.Event = field(default_factory=threading.Event)

    def json_object(self) -> dict[str, Any]:
        """The state as an object for JSON: ready, working with its progress, or failed with the reason."""
        if self.oracle is not None:
            return {"state": "ready"}
        if self.problem is not None:
            return {"state": "failed", "words": self.problem}
        said: dict[str, Any] = {"state": "working", "seconds": round(time.monotonic() - self.began, 1)}
        if piece := self.progress:
            said |= {"task": piece.task, "ply": piece.ply, "done": piece.done, "of": piece.positions}
        return said


class Ready:
    """Oracles by game. Each is made by a thread of its own, one at a time for each ruleset. Until then what ships
    answers, if anything does.

    `note` is told what goes wrong on the way; `then` is called with each game whose oracle is ready, while it already
    answers. A game whose oracle is being made answers without values; nobody waits for a compiler in silence.
    """

    def __init__(
        self, note: Callable[[str], None] | None = None, then: Callable[[Any], None] = lambda game: None
    ) -> None:
        self._truths: OrderedDict[tuple[str, str], Truth] = OrderedDict()
        self._one_at_a_time: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._warm: set[str] = set()
        self._note, self._then = note, then

    def truth(self, game: Any, patience: float = PATIENCE) -> Truth:
        """The oracle of a game or how far it is, made if it is new. Waits for it at most so many seconds."""
        key = game.ruleset, repr(sorted(game.setting.items()))
        with self._lock:
            truth = self._truths.get(key)
            if truth is None:
                truth = self._truths[key] = Truth(game)
                truth.oracle = early(game, partial(self._beyond, truth), self._note)
                lock = self._one_at_a_time.setdefault(game.ruleset, threading.Lock())
                threading.Thread(target=self._make, args=(truth, lock), daemon=True).start()
                self._forget()
            self._truths.move_to_end(key)
        if truth.oracle is None and truth.problem is None:
            truth.done.wait(patience)
        return truth

    def oracle(self, game: Any) -> Oracle[Any, Any]:
        """The oracle of a game. Raises `NotReady` while it is being made."""
        truth = self.truth(game)
        if truth.oracle is None:
            raise NotReady(truth.json_object())
        return truth.oracle

    def close(self) -> None:
        """End what is being solved; nothing half-made is kept."""
        self._closing.set()

    def _forget(self) -> None:
        over = max(0, len(self._truths) - MOST)
        for key in [key for key, truth in self._truths.items() if truth.done.is_set()][:over]:
            del self._truths[key]

    def _make(self, truth: Truth, lock: threading.Lock) -> None:
        def report(piece: "Progress") -> None:
            if self._closing.is_set():
                raise Closed
            truth.progress = piece

        @contextmanager
        def reporting() -> Iterator[Callable[["Progress"], None]]:
            yield report

        try:
            with lock:
                truth.began = time.monotonic()
                part = shown(entry_of(truth.game).name)
                first = self._finish(truth, part.oracle(truth.game, reporting, self._note))
            if first:
                self._then(truth.game)
        except Closed:
            truth.problem = "the server is ending"
        except Exception as error:  # whatever goes wrong is shown on the page
            truth.problem = str(error) or type(error).__name__
        finally:
            truth.done.set()

    def _finish(self, truth: Truth, oracle: Oracle[Any, Any]) -> bool:
        """Let an oracle answer, the first one of a ruleset after all its kernels are compiled; whether it is that."""
        first = truth.game.ruleset not in self._warm
        if first:
            warm(oracle)
            self._warm.add(truth.game.ruleset)
        with self._lock:
            truth.oracle = oracle
            truth.done.set()
        return first

    def _beyond(self, truth: Truth) -> Any:
        """Let what ships answer no longer, since it does not answer a question; raises `NotReady`."""
        with self._lock:
            if not truth.done.is_set():
                truth.oracle = None
        raise NotReady(truth.json_object())


def warm(oracle: Oracle[Any, Any], positions: int = POSITIONS) -> None:
    """Ask about the positions of some random games, so that all kernels are compiled."""
    game, chance = oracle.game, random.Random(1)
    position, asked = game.initial(), 0
    while asked < positions:
        try:
            oracle.values(position)
            oracle.line(position)
        except NotSolvable:
            asked += positions // 8
        asked += 1
        actions = game.actions(position)
        position = game.play(position, chance.choice(actions)) if actions else game.initial()
