"""What the tests of stored tablebases share: a small tablebase of every game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from qttt.fast import container, store
from qttt.fast.backend import Cpu
from qttt.fast.goff.tablebase import SCORING
from qttt.fast.goff.tablebase import Tablebase as GoffTablebase
from qttt.fast.hybrid.setting import Setting as HybridSetting
from qttt.fast.hybrid.solve import solve as solve_hybrid
from qttt.fast.hybrid.tablebase import Tablebase as HybridTablebase
from qttt.fast.sqt.lanes import Lanes
from qttt.fast.sqt.setting import Setting as SqtSetting
from qttt.fast.sqt.tablebase import Tablebase as SqtTablebase
from qttt.fast.tiqtaqtoe.setting import START
from qttt.fast.tiqtaqtoe.setting import Setting as TiqTaqToeSetting
from qttt.fast.tiqtaqtoe.solve import solve as solve_tiqtaqtoe
from qttt.fast.tiqtaqtoe.tablebase import Tablebase as TiqTaqToeTablebase


def edited(path: Path, changes: Mapping[str, Any] | None = None, arrays: Mapping[str, Any] | None = None) -> None:
    """Change the description of a tablebase, or put other arrays there; with a digest that fits."""
    description, before = container.read(path, store.FORMAT)
    container.write(path, {**description, **(changes or {})}, before if arrays is None else arrays)


@dataclass(frozen=True)
class Case:
    """The tablebase of one game, and how to open it.

    - answer: what to compare of a tablebase; options: what the description must say
    - entries: changes of the description, with words of the error that follows
    - values: an array, an index, a value to put there, and words of the error"""

    tablebase: Any
    open: Callable[[Any], Any]
    options: dict[str, Any]
    answer: Callable[[Any], Any]
    entries: list[tuple[dict[str, Any], str]]
    values: list[tuple[str, Any, int, str]]

    def error(self, path: Path) -> str:
        """The message of the error with which a tablebase is rejected."""
        with pytest.raises(store.StoreError) as raised:
            self.open(path)
        assert "\n" not in str(raised.value)
        assert str(raised.value).startswith(f"{path}: ")
        return str(raised.value)

    def check_intact(self, path: Path | str) -> None:
        """Fails unless the tablebase opens and is this one."""
        assert self.answer(self.open(path)) == self.answer(self.tablebase)


def bytes_of(*arrays: Any) -> list[bytes]:
    return [array.tobytes() for array in arrays]


def of_goff() -> Case:
    """The first positions of each ply, with draws."""
    keys = tuple(np.arange(ply + 1, dtype=np.int64) for ply in range(7))
    codes = tuple(np.full(ply + 1, 2 | 2 << 3, np.uint8) for ply in range(7))
    return Case(
        GoffTablebase(keys, codes),
        GoffTablebase.open,
        {
            "ruleset": "goff-1.1",
            "switches": {"pair": "legal", "last": "move"},
            "scoring": SCORING,
            "collapse": ["opponent", "self"],
            "double_win": [False, True],
            "both": ["narrow", "draw", "first"],
        },
        lambda table: [
            bytes_of(*table.keys, *table.codes),
            table.answers("self").values([0]).tolist(),
            table.positions,
        ],
        [],
        [
            ("ply-4.codes", (2,), 6 << 3, "codes that are not pairs of outcomes"),
            ("ply-4.codes", (2,), 6, "codes that are not pairs of outcomes"),
            ("ply-4.keys", (2,), 9, "ply-4.keys is not in ascending order"),
            ("ply-4.keys", (4,), 1 << 60, f"ply-4.keys has values from 0 to {1 << 60}, expected 0 to {(1 << 60) - 1}"),
            ("ply-4.keys", (2,), 1, "ply-4.keys is not in ascending order"),
            ("ply-4.keys", (0,), -1, "ply-4.keys has values from -1 to 4, expected 0 to"),
        ],
    )


def of_sqt() -> Case:
    """The first positions of each ply, with draws."""
    settings = (SqtSetting(Fraction(3, 4)), SqtSetting(Fraction(1, 3), "draws-second", True))
    lanes = Lanes.of(settings)
    counts = range(1, 8)
    keys = tuple(np.arange(n, dtype=np.int64) for n in counts)
    classes = tuple(np.zeros(n, np.int32) for n in counts)
    rows = tuple(np.zeros((2, lanes.size), lanes.scores.dtype) for _ in counts)

    def of_first(q: object, **other: object) -> dict[str, Any]:
        return {"settings": [{**settings[0].written, "q": q, **other}, settings[1].written]}

    return Case(
        SqtTablebase(settings, keys, classes, rows),
        SqtTablebase.open,
        {"ruleset": "sqt-1.1", "settings": [setting.written for setting in settings]},
        lambda table: [
            bytes_of(*table.keys, *table.classes, *table.rows),
            *(table.value(0, setting) for setting in settings),
        ],
        [
            *(
                (of_first(q), "expected a fraction in lowest terms from 0 to 1, such as '3/4'")
                for q in ("3/0", "1e999999999", "6/8", "0.75", "-1/4", " 3/4", "३/4", "1/" + "9" * 4000, "", 0.75, None)
            ),
            (of_first("5/4"), "expected a Fraction from 0 to 1"),
            (of_first("1/32768"), "expected a denominator of at most"),
            (of_first("1/64"), "ply-0.rows is int32 (2, 2), expected int64 (any, 2)"),
            (of_first("3/4", scoring="draws-odd"), "expected draws-even or draws-second"),
            (of_first("3/4", double_win=0), "expected True or False"),
            (of_first("3/4", last="skip"), "expected move or draw"),
            (of_first("3/4", pair="forbidden"), "settings of several readings"),
            ({"settings": []}, "no settings"),
            ({"settings": [{"q": "3/4", "double_win": True}]}, "scoring is missing"),
            ({"settings": ["3/4"] * 2}, "entries of another type"),
        ],
        [
            ("ply-4.classes", (2,), 2, "ply-4.classes has values from 0 to 2, expected 0 to 1"),
            ("ply-4.classes", (2,), -1, "ply-4.classes has values from -1 to 0, expected 0 to 1"),
            ("ply-4.rows", (1, 0), 4 * 4**4 + 1, "ply-4.rows has values from 0 to 1025, expected"),
            ("ply-4.rows", (1, 0), -4 * 4**4 - 1, "ply-4.rows has values from -1025 to 0, expected"),
            ("ply-4.keys", (2,), 1, "ply-4.keys is not in ascending order"),
        ],
    )


def of_tiqtaqtoe() -> Case:
    setting = TiqTaqToeSetting("minimal", both="X")
    table = solve_tiqtaqtoe(Cpu(), setting).tablebase
    graph = table.graph
    counts, ended, last = graph.counts.tolist(), int(np.flatnonzero(graph.kinds == 0)[0]), len(graph.links) - 1
    return Case(
        table,
        lambda path: TiqTaqToeTablebase.open(path, setting),
        {"ruleset": "tiqtaqtoe-1.1", "level": "minimal", "switches": {"lines": "every-move", "both": "X"}},
        lambda table: [bytes_of(table.numbers), table.positions, table.states, table.value(START)],
        [
            ({"level": "high"}, "level is 'high', expected 'minimal'"),
            ({"switches": {"lines": "full-board", "both": "X"}}, "are lines=full-board, expected lines=every-move"),
        ],
        [
            ("kinds", (0,), 6, "kinds has values from 0 to 6, expected 0 to 5"),
            ("boards", (0,), 19683, "to 19683, expected 0 to 19682"),
            ("slots", (0,), 45, "slots has values from 0 to 45, expected 0 to 44"),
            ("links", (0,), -1, "links has values from -1 to"),
            ("links", (last,), int(graph.sizes.sum(1).max()) - 1, "links to nodes that do not exist"),
            ("values", (0,), 513, "values has values from -512 to 513, expected -512 to 512"),
            ("values", (ended,), 0, "values of ended games that are not their scores"),
            ("first", (1,), -1, "moves that do not follow each other"),
            ("labels", (5,), 0, "labels that are not in ascending order"),
            ("sizes", (0, 0), -1, "sizes has values from -1 to"),
            ("sizes", (3, 0), 7, "first is int32"),
            ("counts", (0, 0), counts[0][0] + 1, "counts of other nodes"),
            ("counts", (0, 1), 8 * counts[0][0] + 1, "counts of other nodes"),
        ],
    )


def of_hybrid() -> Case:
    setting = HybridSetting("single", both="X")
    return Case(
        solve_hybrid(Cpu(), setting).tablebase,
        lambda path: HybridTablebase.open(path, setting),
        {"ruleset": "hybrid-1.0", "switches": {"links": "single", "targets": "any", "effect": "reverse", "both": "X"}},
        lambda table: [bytes_of(*layer) for layer in table.numbers],
        [
            (
                {"switches": {"links": "single", "targets": "any", "effect": "reverse", "both": "draw"}},
                "switches are both=draw, expected both=X",
            )
        ],
        [
            ("measured-3", (0, 0), -128, "measured-3 has values from -128 to"),
            ("measured-9", (0, 0), -5, "values of full boards that are not their scores"),
        ],
    )


CASES = {"goff": of_goff, "sqt": of_sqt, "tiqtaqtoe": of_tiqtaqtoe, "hybrid": of_hybrid}


@pytest.fixture(scope="module", params=CASES)
def case(request: pytest.FixtureRequest) -> Case:
    return CASES[request.param]()


@pytest.fixture
def path(case: Case, tmp_path: Path) -> Path:
    """A stored tablebase, with nothing beside it."""
    path = tmp_path / "place" / "table"
    path.parent.mkdir()
    case.tablebase.save(path)
    return path
