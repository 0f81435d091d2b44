"""The tablebase of the hybrid game: the exact value of every position of one game, and what follows from it.

On disk it is a folder with a manifest and a NumPy array a number of measured boxes."""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from qttt.fast import store
from qttt.fast.hybrid import rules
from qttt.fast.hybrid.boxes import ALL, BOXES, SYMMETRIES, TO_REPRESENTATIVE, image, members
from qttt.fast.hybrid.count import positions
from qttt.fast.hybrid.pairs import layer_of
from qttt.fast.hybrid.ranking import capacity
from qttt.fast.hybrid.rules import RULESET, SWITCHES, Setting, State, check, written


def lanes(setting: Setting) -> tuple[int, ...]:
    """What lines of both are worth to the player to move, for each array of values that the game needs. Where they are
    X's there are two: positions with X to move, and those with O to move, exchanged. Rule: HYB-END-2"""
    return {"draw": (0,), "X": (1, -1), "measurer": (-1,), "other": (1,)}[setting.both]


@dataclass(frozen=True, eq=False)
class Tablebase:
    """One game, and per number of measured boxes the values, to the player to move, of all positions times the `scale`
    of the layer: ``[lane][place]``, with the places of `ranking` or `pairs`.

    Exact for every position within the switches, whether play reaches it or not, over or not, a box being measured or
    not; KeyError for any other, and for one that was not solved."""

    setting: Setting
    numbers: tuple[tuple[Any, ...], ...]

    @property
    def positions(self) -> tuple[int, ...]:
        """How many undecided positions have 0 to 8 boxes measured, up to symmetry and exchange of
        colours, whether play reaches them or not (see `reach`)."""
        return positions(self.setting)

    def value(self, state: State) -> Fraction:
        """What X can expect if both play best: X's chance to win minus O's, lines of both worth what the switch says.

        Rule: HYB-VALUE-1"""
        self._check(state)
        results = rules.results(self.setting, state)
        if results:
            return sum(map(self.value, results), Fraction(0)) / len(results)
        lane, place = self._place(state)
        measured = (state.x | state.o).bit_count()
        number = int(self.numbers[measured][lane][place])
        return Fraction(number if state.turn == "X" else -number, layer_of(self.setting, measured).scale)

    def values(self, state: State) -> dict[int, Fraction]:
        """The value of each legal move, in the documented order; empty where nobody moves."""
        self._check(state)
        legal = rules.slots(self.setting, state)
        return {slot: self.value(rules.play(self.setting, state, slot)) for slot in legal}

    def best(self, state: State) -> tuple[int, ...]:
        """All optimal moves, in the documented order; none where nobody moves."""
        values = self.values(state)
        if not values:
            return ()
        best = (max if state.turn == "X" else min)(values.values())
        return tuple(slot for slot, value in values.items() if value == best)

    def save(self, folder: Path) -> None:
        """Write the tablebase; an older one in the folder is replaced. All or nothing: see `qttt.fast.store`.

        Raises ValueError if only a part of the game was solved."""
        if not all(self.numbers):
            raise ValueError("only a part of the game was solved")
        arrays = {f"measured-{m}": np.stack(numbers) for m, numbers in enumerate(self.numbers)}
        store.save(folder, _description(self.setting), arrays)

    @classmethod
    def open(cls, folder: Path, setting: Setting) -> "Tablebase":
        """Map the saved tablebase of a game into memory. Raises `qttt.fast.store.StoreError` for what is not one, not
        that game's, or not intact; ValueError for a setting that does not exist."""
        _, arrays = store.load(folder, _description(check(setting)))
        layers = {f"measured-{m}": layer_of(setting, m) for m in range(BOXES + 1)}
        if {name: (array.shape, array.dtype) for name, array in arrays.items()} != {
            name: ((len(lanes(setting)), this.size), np.dtype(this.dtype)) for name, this in layers.items()
        }:
            raise store.StoreError(f"{folder / store.MANIFEST}: does not describe a tablebase of {RULESET}")
        return cls(setting, tuple(tuple(arrays[f"measured-{m}"]) for m in range(BOXES + 1)))

    def _check(self, state: State) -> None:
        """Raises KeyError for what is no position."""
        if not _is_position(self.setting, state):
            raise KeyError(f"{written(state)} is no position of this game")

    def _place(self, state: State) -> tuple[int, int]:
        """The lane and the place of a position in which no box is measured. Raises KeyError for one not solved."""
        measured = state.x | state.o
        if not self.numbers[measured.bit_count()]:
            raise KeyError(f"{written(state)} has fewer boxes measured than were solved")
        this = layer_of(self.setting, measured.bit_count())
        symmetry = TO_REPRESENTATIVE[measured]
        to, found = SYMMETRIES[symmetry], image(measured, symmetry)
        inside, outside = members(found), members(ALL & ~found)
        own = state.x if state.turn == "X" else state.o
        links = [(outside.index(to[c]), inside.index(to[t]), int(owner != state.turn)) for c, t, owner in state.links]
        rank = this.ranks * this.representatives.index(found) + this.rank(links)
        marks = sum(1 << inside.index(to[box]) for box in members(own))
        return (0 if state.turn == "X" else len(lanes(self.setting)) - 1), rank << this.measured | marks


def _is_position(setting: Setting, state: State) -> bool:
    """Whether a state is within the rules and the switches."""
    measured = state.x | state.o
    controls = [link.control for link in state.links]
    targets = [link.target for link in state.links]
    return (
        0 <= measured <= ALL
        and not state.x & state.o
        and state.turn in rules.OTHER
        and all(0 <= box < BOXES and not measured >> box & 1 for box in controls)
        and all(0 <= box < BOXES and measured >> box & 1 for box in targets)
        and all(link.owner in rules.OTHER for link in state.links)
        and all(controls.count(box) <= capacity(setting) for box in controls)
        and (setting.links != "single" or len(controls) <= 1)
        and (setting.targets == "any" or len(set(targets)) == len(targets))
        and (state.measuring is None or _may_be_measured(state, state.measuring))
    )


def _may_be_measured(state: State, box: int) -> bool:
    return 0 <= box < BOXES and not (state.x | state.o) >> box & 1 and rules.outcome(state) is None


def _description(setting: Setting) -> dict[str, Any]:
    return {"ruleset": RULESET, "switches": {name: getattr(setting, name) for name in SWITCHES}}
