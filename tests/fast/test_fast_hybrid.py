"""The hybrid game's rules on masks, worked out by hand, and its solver against them."""

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

from qttt.fast import backend, store
from qttt.fast.hybrid import boxes, pairs, ranking, value, value_pairs
from qttt.fast.hybrid import solve as solver
from qttt.fast.hybrid.count import positions
from qttt.fast.hybrid.pairs import Loads, PairLayer, has_pairs, loads
from qttt.fast.hybrid.reach import reachable
from qttt.fast.hybrid.rules import (
    START,
    SWITCHES,
    Link,
    Setting,
    State,
    actor,
    check,
    link_slot,
    outcome,
    play,
    results,
    score,
    slots,
    written,
)
from qttt.fast.hybrid.solve import solve
from qttt.fast.hybrid.tablebase import Tablebase

CPU = backend.device("cpu")
SETTINGS = [Setting(*values) for values in product(*SWITCHES.values())]


def state(marks: str, *links: str, turn: str = "X", measuring: int | None = None) -> State:
    """The state of nine marks and links such as "5>7 O"."""
    x, o = (sum(1 << box for box, found in enumerate(marks) if found == mark) for mark in "XO")
    pending = sorted(Link(int(link[0]) - 1, int(link[2]) - 1, link[4]) for link in links)
    return State(x, o, tuple(pending), turn, None if measuring is None else measuring - 1)


def played(setting: Setting, game: str) -> State:
    """The state after moves and results such as "1 =X 2>1"."""
    found = START
    for token in game.split():
        if token.startswith("="):
            found = results(setting, found)["XO".index(token[1])]
        else:
            control, *target = (int(box) - 1 for box in token.split(">"))
            found = play(setting, found, link_slot(control, *target) if target else control)
    return found


def test_the_game_of_the_source() -> None:
    won = played(Setting(), "7 =X 5>7 3 =X 9>3 5 =O 9 =O")
    assert won == state("..O.O.O.O")
    assert outcome(won) == "win of O"
    before = played(Setting(), "7 =X 5>7 3 =X 9>3 5")
    assert (actor(before), written(before)) == ("CHANCE", "..X...X.., 5>7 O, 9>3 O, X measures 5")
    assert results(Setting(), before) == (
        state("..X.X.X..", "9>3 O", turn="O"),
        state("..X.O.O..", "9>3 O", turn="O"),
    )


def test_what_a_triggered_link_does() -> None:
    # it reverses what is there, or makes it the owner's; the other result leaves the target alone
    before = state("O........", "2>1 O", measuring=2)
    assert results(Setting(), before) == (state("OX.......", turn="O"), state("XO.......", turn="O"))
    assert results(Setting(effect="take"), before)[1] == state("OO.......", turn="O")
    assert results(Setting(effect="take"), state("X........", "2>1 O", measuring=2))[1] == state("OO.......", turn="O")
    # two links that are triggered together cancel
    two = state("O........", "2>1 O", "2>1 O", measuring=2)
    assert results(Setting("two"), two)[1] == state("OO.......", turn="O")


def test_legal_moves() -> None:
    assert slots(Setting(), START) == tuple(range(9))
    one = state("XO.......", "3>1 X", "4>1 O")
    classical = tuple(range(2, 9))
    links = [link_slot(control, target) for control in range(2, 9) for target in (0, 1)]
    assert slots(Setting("two"), one) == (*classical, *links)
    assert slots(Setting(), one) == (*classical, *links[4:])
    assert slots(Setting(targets="one"), one) == (*classical, *links[5::2])
    assert slots(Setting("single"), one) == classical
    assert slots(Setting("single"), state("XO.......")) == (*classical, *links)
    with pytest.raises(ValueError, match=r"slot 0 is not legal in XO\.\.\.\.\.\.\., 3>1 X, 4>1 O, X to move"):
        play(Setting(), one, 0)
    assert slots(Setting(), state("XXX......")) == slots(Setting(), state("XO.......", measuring=3)) == ()


def test_ends() -> None:
    both = state("XXXOOO...", turn="O")
    assert outcome(both) == "lines of both"
    worth = {setting: score(Setting(both=setting), both) for setting in SWITCHES["both"]}
    assert worth == {"draw": 0, "X": 1, "measurer": 1, "other": -1}
    worth = {setting: score(Setting(both=setting), both._replace(turn="X")) for setting in SWITCHES["both"]}
    assert worth == {"draw": 0, "X": 1, "measurer": -1, "other": 1}
    assert (outcome(state("XOXXOOOXX")), score(Setting(), state("XOXXOOOXX"))) == ("draw", 0)
    assert score(Setting(), state("OOO.XX.X.")) == -1
    with pytest.raises(ValueError, match="the game goes on"):
        score(Setting(), START)


def test_what_is_no_setting_is_refused() -> None:
    with pytest.raises(ValueError, match="switch effect=swap: expected reverse, take"):
        check(Setting(effect="swap"))
    with pytest.raises(ValueError, match="switches links=two targets=any: their layers are those of `pairs`"):
        ranking.layer(Setting("two"), 8)


def test_sets_of_boxes() -> None:
    # up to the eight symmetries there are as many sets of n boxes as of the 9 - n others, 102 in all
    assert [len(masks) for masks in boxes.REPRESENTATIVES] == [1, 3, 8, 16, 23, 23, 16, 8, 3, 1]
    lines = {frozenset(line) for line in boxes.LINES}
    assert len(set(boxes.SYMMETRIES)) == 8
    for to in boxes.SYMMETRIES:
        assert {frozenset(to[box] for box in line) for line in lines} == lines


@pytest.mark.parametrize("setting", [Setting(), Setting("single"), Setting(targets="one"), Setting("two", "one")])
@pytest.mark.parametrize("measured", [0, 1, 2, 5, 6, 7, 8, 9])
def test_no_two_sets_of_links_have_one_rank(setting: Setting, measured: int) -> None:
    this = ranking.layer(setting, measured)
    assert len(set(this.rows.tolist())) == len({tuple(row) for row in this.links.tolist()}) == this.starts[-1]
    assert this.rows.min() >= 0
    assert this.rows.max() < this.ranks
    links = (this.links != ranking.NO_LINK).sum(1)
    for number, (start, stop) in enumerate(zip(this.starts, this.starts[1:], strict=False)):
        assert (links[start:stop] == number).all()


def by_hand(setting: Setting, measured: int) -> int:
    """How many classes of undecided positions there are, by looking at each."""
    classes = set()
    for mask in (mask for mask in range(boxes.ALL + 1) if mask.bit_count() == measured):
        inside, outside = boxes.members(mask), boxes.members(boxes.ALL & ~mask)
        kinds = [None, *product(inside, "XO")]
        for x in (x for x in range(boxes.ALL + 1) if x & ~mask == 0 and outcome(State(x, mask & ~x)) is None):
            for choice in product(kinds, repeat=len(outside)):
                links = [(control, *kind) for control, kind in zip(outside, choice, strict=True) if kind]
                targets = [target for _, target, _ in links]
                if setting.links == "single" and len(links) > 1:
                    continue
                if setting.targets == "one" and len(set(targets)) < len(targets):
                    continue
                images = (
                    (
                        boxes.image(x, s),
                        boxes.image(mask, s),
                        *sorted((to[control], to[target], owner) for control, target, owner in links),
                    )
                    for s, to in enumerate(boxes.SYMMETRIES)
                )
                classes.add(min(images))
    return len(classes)


@pytest.mark.parametrize(
    ("setting", "measured"),
    [(Setting(), 8), (Setting("single"), 1), (Setting(targets="one"), 1), (Setting(targets="one"), 8)],
)
def test_classes_of_positions(setting: Setting, measured: int) -> None:
    assert positions(setting)[measured] == by_hand(setting, measured)


def reached_by_hand(setting: Setting, most: int) -> list[int]:
    """How many classes of undecided positions play reaches with so many boxes measured, by playing."""
    todo, seen = [START], {START}
    while todo:
        at = todo.pop()
        after = results(setting, at) or [play(setting, at, slot) for slot in slots(setting, at)]
        new = {each for each in after if (each.x | each.o).bit_count() <= most} - seen
        seen |= new
        todo += new
    classes: list[set[Any]] = [set() for _ in range(most + 1)]
    for at in seen:
        if actor(at) in ("X", "O"):
            own, measured = at.x if at.turn == "X" else at.o, at.x | at.o
            images = (
                (
                    boxes.image(own, s),
                    boxes.image(measured, s),
                    *sorted((to[control], to[target], owner != at.turn) for control, target, owner in at.links),
                )
                for s, to in enumerate(boxes.SYMMETRIES)
            )
            classes[measured.bit_count()].add(min(images))
    return [*map(len, classes)]


@pytest.mark.parametrize(("setting", "most"), [(Setting("single"), 2), (Setting(targets="one"), 1)])
def test_positions_that_play_reaches(setting: Setting, most: int) -> None:
    found = reachable(CPU, setting)
    assert list(found[: most + 1]) == reached_by_hand(setting, most)
    assert all(some <= every for some, every in zip(found, positions(setting), strict=True))


def some_state(setting: Setting, random: Random, measured: int) -> State:
    """A random position with so many boxes measured that has not ended."""
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
    """Where a tablebase says another value than the definition."""
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


def test_moves_of_a_late_position() -> None:
    """The last box, 9, makes 1 5 9 a line if X is found, and else the game is a draw. X, who is to move, measures it: O
    would link it to 1, 3, 5 or 8, and then O has a line if O is found. If O is to move that is what O does."""
    tablebase = solve(CPU, Setting("two"), least=8).tablebase
    at = state("XOXOXOOX.")
    assert (tablebase.value(at), tablebase.best(at)) == (Fraction(1, 2), (8,))
    of_o = at._replace(turn="O")
    assert tablebase.value(of_o) == 0
    assert tablebase.best(of_o) == tuple(link_slot(8, target) for target in (0, 2, 4, 7))


def test_two_equal_links_do_nothing_unless_they_take() -> None:
    """Of the position before. Taken by O, 5 makes a line of O with 9."""
    for effect, worth in (("reverse", Fraction(1, 2)), ("take", Fraction(0))):
        tablebase = solve(CPU, Setting("two", effect=effect), least=8).tablebase
        assert tablebase.value(state("XOXOXOOX.", "9>5 O", "9>5 O")) == worth
        assert tablebase.value(state("XOXOXOOX.", "9>7 O", "9>7 O")) == Fraction(1, 2)


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
def test_a_planted_error_is_caught(name: str) -> None:
    setting = Setting(effect="take") if "take" in MUTANTS[name][0] else Setting()
    assert caught(value, "value", *MUTANTS[name], setting)


@pytest.mark.parametrize("name", PAIR_MUTANTS)
def test_a_planted_error_with_two_links_on_a_control_is_caught(name: str) -> None:
    setting = Setting("two", effect="take" if "keeps" in name else "reverse")
    assert caught(value_pairs, "value_pairs", *PAIR_MUTANTS[name], setting)


def caught(module: ModuleType, kernel: str, right: str, wrong: str, setting: Setting) -> bool:
    """Whether a kernel with other text in its source says another value than the definition."""
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    assert source.count(right) == 1
    mutant: dict[str, Any] = {"__name__": "mutant"}
    exec(source.replace(right, wrong), mutant)
    tablebase = solve(Plain(mutant[kernel]), setting, least=8).tablebase
    return next(differences(setting, tablebase, 8, 300), None) is not None


@pytest.mark.parametrize("table", ["carried", "turned", "into", "place", "exchanged"])
def test_a_wrong_table_is_caught(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(setting: Setting, measured: int) -> ranking.Layer:
        right = ranking.layer(setting, measured)
        instead = right.weights if table == "exchanged" else np.roll(getattr(right, table), 1, -1)
        changed: dict[str, Any] = {table: instead}
        return replace(right, **changed) if measured == 6 else right

    monkeypatch.setattr(solver, "layer_of", wrong)
    tablebase = solve(CPU, Setting(), least=6).tablebase
    assert next(differences(Setting(), tablebase, 6, 10), None)


@pytest.mark.parametrize("table", ["acts", "exchanged", "linked"])
def test_a_wrong_table_of_loads_is_caught(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
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
    return solve(CPU, Setting()).tablebase


def test_every_value_follows_from_the_next_ones(canonical: Tablebase) -> None:
    random = Random(7)
    for measured in range(1, 9):
        for _ in range(50):
            at = some_state(Setting(), random, measured)
            values = canonical.values(at)
            assert canonical.value(at) == (max if at.turn == "X" else min)(values.values())
            assert canonical.best(at)[0] in values
    assert canonical.best(state("XXX......")) == ()


def test_a_tablebase_is_kept_and_refused(tmp_path: Path) -> None:
    solution = solve(CPU, Setting("single", both="X"))
    tablebase, random = solution.tablebase, Random(8)
    tablebase.save(tmp_path / "kept")
    again = Tablebase.open(tmp_path / "kept", Setting("single", both="X"))
    for measured in range(1, 9):
        at = some_state(Setting("single"), random, measured)
        assert again.values(at) == tablebase.values(at)
    with pytest.raises(store.StoreError, match="switches is"):
        Tablebase.open(tmp_path / "kept", Setting("single"))
    with pytest.raises(ValueError, match="only a part"):
        solve(CPU, Setting(), least=8).tablebase.save(tmp_path / "part")


@pytest.mark.parametrize(
    "wrong",
    [
        state("XO.......", "3>1 X", "3>2 X"),
        state("XO.......", "1>2 X"),
        state("XO.......", "3>4 X"),
        State(1, 1),
        state("XO.......", turn="Y"),
    ],
)
def test_what_is_no_position_is_refused(wrong: State) -> None:
    with pytest.raises(KeyError, match="is no position of this game"):
        solve(CPU, Setting(), least=8).tablebase.value(wrong)


def test_what_was_not_solved_is_refused() -> None:
    with pytest.raises(KeyError, match="fewer boxes measured than were solved"):
        solve(CPU, Setting(), least=8).tablebase.value(START)


def test_three_links_on_a_control_are_refused() -> None:
    with pytest.raises(KeyError, match="is no position of this game"):
        solve(CPU, Setting("two"), least=8).tablebase.value(state("XXOOXXOO.", "9>1 X", "9>1 X", "9>2 X"))
