"""The hybrid game's solver against the definition of the values, on the CPU and on the strict device."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from qttt.fast import backend
from qttt.fast.hybrid import pairs, ranking, value, value_pairs
from qttt.fast.hybrid import solve as solver
from qttt.fast.hybrid.pairs import Loads, PairLayer, has_pairs, loads
from qttt.fast.hybrid.rules import SWITCHES, Link, Setting, State, actor, outcome, play, results, score, slots, written
from qttt.fast.hybrid.solve import solve
from qttt.fast.hybrid.tablebase import Tablebase
from qttt.verification.strict_device import StrictDevice

CPU = backend.device("cpu")
SETTINGS = [Setting(*values) for values in product(*SWITCHES.values())]


def some_state(setting: Setting, random: Random, measured: int) -> State:
    """A random position with a given number of boxes measured that has not ended."""
    while True:
        order = random.sample(range(9), 9)
        inside, outside = order[:measured], order[measured:]
        x = sum(1 << box for box in inside if random.random() < 0.5)
        o = sum(1 << box for box in inside) & ~x
        links: list[Link] = []
        for control in outside * ranking.capacity(setting):
            free = inside if setting.targets == "any" else sorted(set(inside) - {link.target for link in links})
            if random.random() < 0.6 and free and not (links and setting.links == "single"):
                links.append(Link(control, random.choice(free), random.choice("XO")))
        found = State(x, o, tuple(sorted(links)), random.choice("XO"))
        if outcome(found) is None:
            return found


def plain_value(setting: Setting) -> Any:
    """The value of a state by definition."""

    @cache
    def found(at: State) -> Fraction:
        if actor(at) is None:
            return Fraction(score(setting, at))
        if at.measuring is not None:
            return sum(map(found, results(setting, at)), Fraction(0)) / 2
        return (max if at.turn == "X" else min)(found(play(setting, at, slot)) for slot in slots(setting, at))

    return found


class Plain(backend.Cpu):
    """Runs another kernel instead, as Python."""

    def __init__(self, body: Any) -> None:
        self.body = body

    def launch(self, kernel: backend.Kernel, count: int, *arguments: Any) -> None:
        for i in range(count):
            self.body(i, np.empty(kernel.work, np.int64), *arguments)


def differences(setting: Setting, tablebase: Tablebase, measured: int, count: int) -> Iterator[str]:
    """Where a tablebase has another value than the definition."""
    by_definition, random = plain_value(setting), Random(6)
    for _ in range(count):
        at = some_state(setting, random, measured)
        if tablebase.value(at) != by_definition(at):
            yield f"{setting}: {written(at)}"


@pytest.mark.parametrize("setting", SETTINGS)
def test_late_positions_have_the_value_by_definition(setting: Setting) -> None:
    tablebase = solve(CPU, setting, least=7 if has_pairs(setting) else 6).tablebase
    assert not list(differences(setting, tablebase, 8, 30))
    assert not list(differences(setting, tablebase, 7, 15))
    assert not list(differences(setting, tablebase, 6, 0 if setting.links == "two" else 3))


MUTANTS = {
    "a link that nobody triggers": ("^ work[OF_X + b]", "^ 0"),
    "a link of the other player": ("if code & 1:", "if not code & 1:"),
    "links that always reverse": ("~(work[OF_O + b] if take else 0)", "~0"),
    "the colours not exchanged": ("linked[at | (full ^ marks)]", "linked[at | marks]"),
    "the owner not exchanged": ("(b * measured + target) + 1]", "(b * measured + target)]"),
    "no quantum moves": ("if work[PENDING + b] < capacity:", "if False:"),
    "another sign": ("max(best, -total >> 1)", "max(best, total >> 1)"),
    "the same mark twice": ("turned[r, b, o] | place[r, b]", "turned[r, b, o]"),
    "not all targets": ("for target in range(measured):", "for target in range(1):"),
}


PAIR_MUTANTS = {
    "a link that nobody triggers": ("^ acts[load, 1]", "^ 0"),
    "what the other result keeps": ("acts[load, 2]", "acts[load, 0]"),
    "what the other result turns": ("acts[load, 3]", "acts[load, 1]"),
    "the colours not exchanged": ("| (full ^ marks)", "| marks"),
    "the other loads forgotten": ("at = exchange + (linked_loads", "at = (linked_loads"),
    "no quantum moves": ("if linked_loads[load, target] >= 0:", "if False:"),
    "not all targets": ("for target in range(measured):", "for target in range(1):"),
    "another sign": ("max(best, -total)", "max(best, total)"),
    "the same mark twice": ("turned[r, b, o] | place[r, b]", "turned[r, b, o]"),
    "only the first load": ("+ i % of_loads[b]", ""),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_planted_error_is_caught(name: str) -> None:
    setting = Setting(effect="take") if "take" in MUTANTS[name][0] else Setting()
    assert caught(value, "value", *MUTANTS[name], setting)


@pytest.mark.parametrize("name", PAIR_MUTANTS)
def test_planted_error_with_two_links_on_a_control_is_caught(name: str) -> None:
    setting = Setting("two", effect="take" if "keeps" in name else "reverse")
    assert caught(value_pairs, "value_pairs", *PAIR_MUTANTS[name], setting)


def caught(module: ModuleType, kernel: str, right: str, wrong: str, setting: Setting) -> bool:
    """Whether a kernel with other text in its source gives another value than the definition."""
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    assert source.count(right) == 1
    mutant: dict[str, Any] = {"__name__": "mutant"}
    exec(source.replace(right, wrong), mutant)
    tablebase = solve(Plain(mutant[kernel]), setting, least=8).tablebase
    return next(differences(setting, tablebase, 8, 300), None) is not None


@pytest.mark.parametrize("table", ["carried", "turned", "into", "place", "exchanged"])
def test_wrong_table_is_caught(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(setting: Setting, measured: int) -> ranking.Layer:
        right = ranking.layer(setting, measured)
        instead = right.weights if table == "exchanged" else np.roll(getattr(right, table), 1, -1)
        changed: dict[str, Any] = {table: instead}
        return replace(right, **changed) if measured == 6 else right

    monkeypatch.setattr(solver, "layer_of", wrong)
    tablebase = solve(CPU, Setting(), least=6).tablebase
    assert next(differences(Setting(), tablebase, 6, 10), None)


@pytest.mark.parametrize("table", ["acts", "exchanged", "linked"])
def test_wrong_table_of_loads_is_caught(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = loads("reverse", 7)
    tables = {name: getattr(right, name) for name in Loads.__dataclass_fields__}
    wrong = Loads(**tables | {table: np.roll(tables[table], 1, 0)})
    monkeypatch.setattr(pairs, "loads", lambda effect, measured: wrong if measured == 7 else loads(effect, measured))
    tablebase = solve(CPU, Setting("two"), least=7).tablebase
    assert next(differences(Setting("two"), tablebase, 7, 40), None)


def test_links_carried_wrongly_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    carried = PairLayer.carried
    monkeypatch.setattr(PairLayer, "carried", lambda this: np.roll(carried(this), 1, -1))
    tablebase = solve(CPU, Setting("two"), least=7).tablebase
    assert next(differences(Setting("two"), tablebase, 7, 40), None)


@pytest.fixture(scope="module")
def canonical() -> Tablebase:
    return solve(StrictDevice(), Setting()).tablebase


def test_every_value_follows_from_the_next_ones(canonical: Tablebase) -> None:
    random = Random(7)
    for measured in range(1, 9):
        for _ in range(50):
            at = some_state(Setting(), random, measured)
            after = {slot: canonical.value(play(Setting(), at, slot)) for slot in slots(Setting(), at)}
            best = canonical.value(at)
            assert best == (max if at.turn == "X" else min)(after.values())
            assert canonical.values(at) == after
            assert canonical.best(at) == tuple(slot for slot in after if after[slot] == best)
    assert canonical.best(State(x=0b111)) == ()


def test_part_of_a_game_is_not_stored(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="only a part"):
        solve(CPU, Setting(), least=8).tablebase.save(tmp_path / "part")
    assert not (tmp_path / "part").exists()
