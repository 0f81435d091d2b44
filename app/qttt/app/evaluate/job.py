"""Measures from games as a job, whose parts are games that are played one after the other."""

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from qttt.app import stored
from qttt.app.commands.asked import Answer, Asked
from qttt.app.evaluate import games
from qttt.app.files import check_file
from qttt.app.jobs.job import Job, JsonObject, Ran, Report, unreported
from qttt.learn.measures.sampled import PlayedPart, combined, parts_of, play_part
from qttt.oracle import Oracle

PATHS = ("tablebase", "board")
"""Options that name files."""


class EvaluateJob(Job):
    """The games of an agent as X and as O against every agent of the ladder."""

    kind, unit = "evaluate", "games"
    typed: ClassVar[Mapping[str, str]] = {"agent": "AGENT"}

    def __init__(self, of: Asked, agent: str, many: int, seed: int, oracle: Oracle[Any, Any] | None = None) -> None:
        self.game, self.agent, self.many, self.seed = of, agent, many, seed
        if oracle:
            self.__dict__["oracle"] = oracle

    @classmethod
    def of(cls, asked: JsonObject) -> "EvaluateJob":
        typed = {name: Path(value) if name in PATHS else value for name, value in asked["options"].items()}
        return cls(Asked(asked["game"], typed), asked["agent"], asked["games"], asked["seed"])

    @property
    def asked(self) -> JsonObject:
        typed = {name: str(value) if name in PATHS else value for name, value in self.game.typed.items()}
        return {
            "game": self.game.name,
            "options": typed,
            "agent": self.agent,
            "games": self.many,
            "seed": self.seed,
        }

    @cached_property
    def oracle(self) -> Oracle[Any, Any]:
        """The truth about the game."""
        return Oracle(self.game.game, stored.tablebase(self.game.game, self.game.tablebase))

    @property
    def count(self) -> int:
        return len(parts_of(self.many))

    def size(self, number: int) -> int:
        return parts_of(self.many)[number].games

    def solve(self, number: int, device: str, report: Report = unreported) -> bytes:
        played = play_part(self.oracle, self.agent, parts_of(self.many)[number], self.seed, report)
        losses = {str(rank): its for rank, its in sorted(played.losses.items())}
        return json.dumps([losses, played.rewards, played.error]).encode()

    def check(self, out: Path | None, plot: Path | None) -> None:
        super().check(out, None)
        if plot:
            from qttt.app.plots import check_plot

            check_plot(plot)
            check_file(plot)

    def finish(self, parts: Iterator[bytes], ran: Ran, out: Path | None, plot: Path | None) -> Answer:
        found = combined(self.oracle, self.agent, self.many, map(_read, parts))
        return games.answer(self.game, self.oracle, self.agent, self.many, self.seed, found, plot)


def _read(part: bytes) -> PlayedPart:
    losses, rewards, error = json.loads(part)
    return PlayedPart({int(rank): its for rank, its in losses.items()}, rewards, tuple(error) if error else None)


JOB = EvaluateJob
