"""Training for some minutes: progress, and a state from which training resumes."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypedDict

from qttt.learn.learners.learnt import Learner
from qttt.learn.measures import measuring
from qttt.learn.measures.tree import Tree
from qttt.learn.nets import NetError, NetFile, check_target, identity, load
from qttt.oracle.perfect import A, P
from qttt.reference.game import Game

STATE = ".state"
"""Ends the name of the file, beside that of the net, from which training resumes."""
ANEW = "delete it to begin anew"
"""What to do about a state that cannot be resumed."""
MOST_NAMED = 3
"""The most settings of another training that a message names."""
SAVED_EVERY = 30.0
"""Seconds between two such files."""
FIRST_MEASURE, BETWEEN = 10.0, 1.35
"""Seconds of training after which it is measured first, and by which factor each further time is later."""


Say = Callable[[str], None]


class CurvePoint(TypedDict):
    """A measure on the way: when, the shares of optimal actions by stage, and the worst case."""

    seconds: float
    processor_seconds: float
    steps: int
    optimal: dict[str, float]
    worst_case: dict[str, float]


class Training:
    """A training of a learner, with its net at `out` and its state beside it.

    Continues a training that has been interrupted, or that is to be longer. Raises `NetError` if the net cannot be
    written, if another file is there, or if the state there belongs to another training; and OSError if a file there
    cannot be read."""

    def __init__(self, learner: Learner, game: Game[P, A], tree: Tree, out: Path, say: Say) -> None:
        self.learner, self.tree, self.out, self.say = learner, tree, out, say
        self._game = identity(game)
        self.seconds = self.processor = 0.0
        self.curve: list[CurvePoint] = []
        self.state = out.with_name(out.name + STATE)
        check_target(out, self.state)
        if self.state.exists():
            self._resume()
        self._kept: NetFile = self._snapshot()

    def run(self, minutes: float | None = None, steps: int | None = None) -> NetFile:
        """Train for so many minutes in all, or so many steps in all, those before an interrupt included, or until the
        learner has finished.

        State and net are written every half minute and at the end; an interrupt or OSError writes those of the last
        step, and is raised."""
        try:
            while not self.learner.finished and (part := self._part(minutes, steps)) < 1:
                self._step(part)
            self._measure()
            self._kept = self._snapshot()
        except (KeyboardInterrupt, OSError):
            self._save()
            raise
        return self._save()

    @property
    def record(self) -> Mapping[str, Any]:
        """The record of the last step, and at the end of the whole training."""
        return self._kept.record

    def _step(self, part: float) -> None:
        began, used = time.perf_counter(), time.process_time()
        said = self.learner.step(part)
        self.seconds += time.perf_counter() - began
        self.processor += time.process_time() - used
        due = self.curve[-1]["seconds"] * BETWEEN if self.curve else FIRST_MEASURE
        if self.seconds >= due:
            self._measure()
            self.say(f"{self._time()}, {in_words(self.learner.steps)}, {said}; {self.progress()}")
        self._kept = self._snapshot()
        if self.seconds - self._saved > SAVED_EVERY:
            self._save()
            self._saved = self.seconds

    _saved = 0.0

    def _part(self, minutes: float | None, steps: int | None) -> float:
        """The part of the training that is over."""
        return max(self.seconds / (60 * minutes) if minutes else 0, self.learner.steps / steps if steps else 0)

    def _measure(self) -> None:
        if self.curve and self.curve[-1]["steps"] == self.learner.steps:
            return
        found = measuring.measure(self.tree, self.learner.policy(self.tree))
        optimal = {each.stage: round(each.optimal, 6) for each in found.everywhere}
        worst = {"X": found.as_x, "O": found.as_o}
        seconds, processor = round(self.seconds, 1), round(self.processor, 1)
        self.curve.append(
            CurvePoint(
                seconds=seconds,
                processor_seconds=processor,
                steps=self.learner.steps,
                optimal=optimal,
                worst_case=worst,
            )
        )

    def progress(self) -> str:
        """The last measure in words."""
        found = self.curve[-1]
        plies = [f"{share:.2f}" for stage, share in found["optimal"].items() if "selection" not in stage]
        worst = found["worst_case"]
        return f"optimal at plies 0, 1, …: {' '.join(plies)}; worst case {worst['X']:g} as X, {worst['O']:g} as O"

    def _time(self) -> str:
        return f"{int(self.seconds) // 60}:{int(self.seconds) % 60:02}"

    def _record(self) -> dict[str, object]:
        return {
            "learner": self.learner.name,
            "seed": self.learner.seed,
            "settings": asdict(self.learner.options),
            "steps": self.learner.steps,
            "seconds": round(self.seconds, 3),
            "processor_seconds": round(self.processor, 3),
            "curve": list(self.curve),
        }

    def _snapshot(self) -> NetFile:
        return NetFile(*self._game, "state", {}, self._record(), self.learner.arrays())

    def _net(self) -> NetFile:
        architecture, arrays = self.learner.content()
        return NetFile(*self._game, self.learner.kind, architecture, self._kept.record, arrays)

    def _save(self) -> NetFile:
        self._kept.save(self.state)
        net = self._net()
        net.save(self.out)
        return net

    def _resume(self) -> None:
        found = load(self.state, ANEW)
        if found.kind != "state":
            raise NetError(f"{self.state}: is not the state of a training; name another file")
        record, there, here = found.record, _training_of(found), _training_of(self._snapshot())
        if differ := [name for name in here if there.get(name) != here[name]]:
            named = ["learner"] if "learner" in differ else differ[:MOST_NAMED]
            with_these = ", ".join(f"{name}={there.get(name)}, not {here[name]}" for name in named)
            raise NetError(
                f"{self.state}: belongs to a training with {with_these}; repeat that command, delete the file, or name "
                "another --out"
            )
        try:
            self.seconds, self.processor = float(record["seconds"]), float(record["processor_seconds"])
            self.curve = [_measure(each) for each in record["curve"]]
            self.learner.restore(found.arrays)
            self.learner.steps = int(record["steps"])
        except (KeyError, TypeError, ValueError, IndexError, AttributeError):
            raise NetError(f"{self.state}: its record is incomplete; {ANEW}") from None
        self.say(f"resumes after {self._time()} and {in_words(self.learner.steps)}")


def _training_of(state: NetFile) -> dict[str, str]:
    """What a state must have in common with a training that it continues, as it is typed."""
    settings = state.record.get("settings")
    named = {"game": state.ruleset, **state.options, **{name: state.record.get(name) for name in ("learner", "seed")}}
    return {
        name: _typed(value) for name, value in {**named, **(settings if isinstance(settings, dict) else {})}.items()
    }


def _typed(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _measure(found: Any) -> CurvePoint:
    """A measure of a record. Raises `KeyError`, `TypeError` and `ValueError` if it lacks anything."""
    return {
        "seconds": float(found["seconds"]),
        "processor_seconds": float(found["processor_seconds"]),
        "steps": int(found["steps"]),
        "optimal": {stage: float(share) for stage, share in found["optimal"].items()},
        "worst_case": {player: float(found["worst_case"][player]) for player in "XO"},
    }


def in_words(steps: int) -> str:
    """A number of steps in words.

    >>> in_words(1), in_words(1000)
    ('1 step', '1,000 steps')
    """
    return f"{steps:,} step" + "s" * (steps != 1)
