"""TiqTaqToe's solver and agents against a plain game on texts, positions derived by hand, and known numbers."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

from qttt.fast.backend import Cpu
from qttt.fast.tiqtaqtoe import agents, boards, rules, solve, values
from qttt.fast.tiqtaqtoe.boards import code_of
from qttt.fast.tiqtaqtoe.rules import START, SWITCHES, Setting, State
from qttt.fast.tiqtaqtoe.tablebase import Tablebase
from qttt.fast.tiqtaqtoe.values import BEST, valued
from qttt.verification.strict_device import StrictDevice

CPU = Cpu()
LINES = [tuple(map(int, line)) for line in ["012", "345", "678", "036", "147", "258", "048", "246"]]
PAIRS = list(combinations(range(9), 2))
SETTINGS = [
    Setting("classic"),
    Setting("classic", lines="full-board"),
    Setting("minimal"),
    Setting("minimal", lines="full-board"),
    Setting("moderate"),
    Setting("moderate", lines="full-board"),
    Setting("high"),
    Setting("high", "unentangled", "legal", "full-board"),
]
"""One of each level and each kind of play; `both` has all of its values in turn."""


@cache
def solved(setting: Setting) -> dict[str, Tablebase]:
    """The tablebases of a game under each value of the switch `both`."""
    several = [setting._replace(both=both) for both in SWITCHES["both"]]
    return {
        table.setting.both: table for table in (found.tablebase for found in solve.solve_all(StrictDevice(), several))
    }


class Node(NamedTuple):
    """A position of the plain game: the set of boards as texts, and whether a measurement left a line there."""

    boards: frozenset[str]
    measured: bool = False

    @property
    def state(self) -> State:
        return State(tuple(sorted(map(code_of, self.boards))), self.measured)


class Plain:
    """The game from its rules, on sets of texts, with nothing of the engine in it."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.value = cache(self._value)
        self.chances = cache(self._chances)
        self.seen = cache(self._seen)

    def holds(self, node: Node, square: int) -> set[str]:
        return {board[square] for board in node.boards}

    def result(self, node: Node) -> str | None:
        """X, O, both or neither at the end, otherwise None."""
        some = next(iter(node.boards))
        full = len(node.boards) == 1 and "." not in some
        players = set()
        if self.setting.lines == "every-move" or full or node.measured:
            for line in LINES:
                held = [self.holds(node, square) for square in line]
                players |= {player for player in "XO" if held == [{player}] * 3}
        if len(players) == 2:
            return "both"
        return players.pop() if players else "neither" if full else None

    def is_due(self, node: Node) -> bool:
        return len(node.boards) > 1 and all(self.holds(node, square) != {"."} for square in range(9))

    def x_moves(self, node: Node) -> bool:
        return next(iter(node.boards)).count(".") % 2 == 1

    def measured(self, node: Node) -> list[Node]:
        full = self.setting.lines == "full-board"
        found = sorted(node.boards)
        having = [any(board[a] == board[b] == board[c] != "." for a, b, c in LINES) for board in found]
        return [Node(frozenset([board]), full and line) for board, line in zip(found, having, strict=True)]

    def partners(self, node: Node, square: int) -> set[int]:
        """The squares that are in one group with this one, itself among them."""
        total, group = len(node.boards), {square}
        columns = list(zip(*node.boards, strict=True))
        while True:
            more = {
                b
                for a in group
                for b in range(9)
                for u in set(columns[a])
                for v in set(columns[b])
                if a != b
                and total * list(zip(columns[a], columns[b], strict=True)).count((u, v))
                != columns[a].count(u) * columns[b].count(v)
            }
            if more <= group:
                return group
            group |= more

    def is_target(self, node: Node, square: int, foe: str) -> bool:
        level, held = self.setting.level, self.holds(node, square)
        if held == {foe}:
            return level in ("moderate", "high")
        if held != {".", foe} or level != "high":
            return False
        return self.setting.target == "entangled" or len(self.partners(node, square)) == 2

    def moves(self, node: Node) -> dict[int, Node]:
        """What each slot leads to; empty at the end and where a measurement is due."""
        if self.result(node) or self.is_due(node):
            return {}
        me, foe = "XO" if self.x_moves(node) else "OX"
        empty = {square for square in range(9) if self.holds(node, square) == {"."}}
        found = {square: Node(frozenset(put(board, square, me) for board in node.boards)) for square in sorted(empty)}
        if self.setting.level == "classic":
            return found
        for slot, (a, b) in enumerate(PAIRS, 9):
            if {a, b} & empty:
                free, other = (b, a) if b in empty else (a, b)
                if other in empty or self.is_target(node, other, foe):
                    marked = found[free].boards
                    swapped = {put(put(board, a, board[b]), b, board[a]) for board in marked}
                    found[slot] = Node(marked | swapped)
                    assert len(found[slot].boards) == 2 * len(node.boards)
            elif self.setting.pair == "legal":
                cases = {board[a] + board[b] for board in node.boards}
                if cases == {"." + foe, foe + "."} and self.is_target(node, a, foe):
                    found[slot] = Node(frozenset(put(x, a if x[a] == "." else b, me) for x in node.boards))
        return found

    def _value(self, node: Node) -> dict[str, Fraction]:
        """The value under each value of the switch `both`."""
        ended = self.result(node)
        if ended:
            return {both: Fraction(worth(ended, both, self.x_moves(node))) for both in SWITCHES["both"]}
        after = self.moves(node).values()
        if after:
            choose = max if self.x_moves(node) else min
            return {both: choose(self.value(child)[both] for child in after) for both in SWITCHES["both"]}
        results = [self.value(result) for result in self.measured(node)]
        return {both: sum(each[both] for each in results) / Fraction(len(results)) for both in SWITCHES["both"]}

    def _chances(self, node: Node) -> list[Fraction]:
        """Of X, O, both and neither if everything is random."""
        if ended := self.result(node):
            return [Fraction(ended == how) for how in ("X", "O", "both", "neither")]
        after = list(self.moves(node).values()) or self.measured(node)
        every = [self.chances(child) for child in after]
        return [sum(column) / Fraction(len(every)) for column in zip(*every, strict=True)]

    def _seen(self, node: Node, depth: int) -> Fraction:
        """What expecti-minimax sees."""
        if depth == 1 or self.result(node):
            return Fraction(sum(map(promise, node.boards)), len(node.boards))
        if after := self.moves(node).values():
            return (max if self.x_moves(node) else min)(self.seen(child, depth - 1) for child in after)
        results = self.measured(node)
        return sum((self.seen(result, depth - 1) for result in results), Fraction(0)) / len(results)


LINES_OF_BOTH = Node(frozenset({"XXXOOO..X", "XXXOO..OX", "XX.OOOX.X", "XX.OO.XOX"}))
"""X in 3 or 7, O in 6 or 8: both have a line, X has one, O has one, or O makes one in 6 with the next move."""


def put(board: str, square: int, content: str) -> str:
    return board[:square] + content + board[square + 1 :]


def worth(ended: str, both: str, x_moves: bool) -> int:
    """The value of an end, X or O to move if it were not an end."""
    if ended == "both":
        ended = {"last-mover": "OX"[not x_moves], "other": "XO"[not x_moves]}.get(both, both)
    return {"X": 1, "O": -1}.get(ended, 0)


def promise(board: str) -> int:
    """The heuristic of the thesis (Wong 2023, Section 3.4)."""
    table = {(2, 0): 25, (0, 2): -25, (2, 1): 5, (1, 2): -5, (3, 0): 50, (0, 3): -50}
    held = [[board[square] for square in line] for line in LINES]
    return sum(table.get((line.count("X"), line.count("O")), 0) for line in held)


def walk(plain: Plain, random: Random, least: int, most: int) -> Iterator[Node]:
    """The positions of a random game from `least` marks on, with few enough boards to go through all that follows."""
    node = Node(frozenset(["." * 9]))
    while True:
        made = 9 - next(iter(node.boards)).count(".")
        if made >= least and len(node.boards) <= most:
            yield node
        after = list(plain.moves(node).values()) or ([] if plain.result(node) else plain.measured(node))
        if not after:
            return
        node = random.choice(after)


@cache
def sample(setting: Setting) -> tuple[Plain, list[Node]]:
    """Positions of random games, late enough for the plain game; in classic the start too, elsewhere lines of both."""
    plain, random = Plain(setting), Random(7)
    least = 3 if setting.level == "classic" else 6
    nodes = [node for _ in range(6) for node in walk(plain, random, least, 8)]
    return plain, [Node(frozenset(["." * 9])) if setting.level == "classic" else LINES_OF_BOTH, *nodes]


def differences(setting: Setting, tables: dict[str, Tablebase]) -> Iterator[str]:
    """Where tablebases and plain game disagree."""
    plain, nodes = sample(setting)
    for node in nodes:
        values = plain.value(node)
        for both, table in tables.items():
            if table.value(node.state) != values[both]:
                yield f"{table.setting}: {rules.written(node.state)} is worth {values[both]}"
            after = {slot: plain.value(child)[both] for slot, child in plain.moves(node).items()}
            if table.values(node.state) != after:
                yield f"{table.setting}: other moves in {rules.written(node.state)}"


@pytest.mark.parametrize("setting", SETTINGS)
def test_late_positions_have_the_value_of_the_plain_game(setting: Setting) -> None:
    assert len(sample(setting)[1]) > 12
    assert not list(differences(setting, solved(setting)))


@pytest.mark.parametrize("setting", SETTINGS)
def test_states_are_linked_as_they_are_played(setting: Setting) -> None:
    table, random = solved(setting)["even"], Random(3)
    for level in table.graph.levels:
        groups = [group for group, size in enumerate(level.sizes) if size]
        for _ in range(15):
            group = random.choice(groups)
            row = random.choice(level.rows(group)).tolist()
            turn = random.choice(boards.TURNED)
            found = State(tuple(sorted(int(turn[code]) for code in row)), group == 9)
            place = table.graph.place(found)
            legal = rules.slots(setting, found)
            assert tuple(table.graph.moves(place)) == tuple(table.values(found)) == legal
            for move in random.sample(legal, min(4, len(legal))):
                after = rules.play(setting, found, move)
                assert table.graph.moves(place)[move] == table.graph.place(after).node
                assert table.values(found)[move] == table.value(after)
            if legal:
                chosen = (max if rules.actor(setting, found) == "X" else min)(table.values(found).values())
                assert table.value(found) == chosen
                assert table.best(found) == tuple(m for m in legal if table.values(found)[m] == chosen)
            results = [table.value(result) for result in rules.measurements(setting, found)]
            if results:
                assert table.value(found) == sum(results, Fraction(0)) / len(results)


def canonical(node: Node) -> tuple[str, ...]:
    """The least image of a position."""
    turned = [[0, 1, 2, 3, 4, 5, 6, 7, 8]]
    for _ in range(3):
        turned.append([turned[-1][square] for square in (6, 3, 0, 7, 4, 1, 8, 5, 2)])
    turned += [[image[square] for square in (2, 1, 0, 5, 4, 3, 8, 7, 6)] for image in turned]
    return min(tuple(sorted("".join(board[s] for s in image) for board in node.boards)) for image in turned)


@pytest.mark.parametrize(("level", "plies"), [("classic", 10), ("minimal", 4), ("moderate", 3), ("high", 3)])
def test_positions_are_those_of_the_plain_game(level: str, plies: int) -> None:
    plain, table = Plain(Setting(level)), solved(Setting(level))["even"]
    found = {canonical(node): node for node in [Node(frozenset(["." * 9]))]}
    for ply, count in enumerate(table.positions[: plies - 1]):
        deciding = [node for node in found.values() if plain.moves(node)]
        assert len(deciding) == count, f"ply {ply + 1}"
        if ply + 2 < plies:
            found = {canonical(child): child for node in deciding for child in plain.moves(node).values()}


def state(*texts: str) -> State:
    return State(tuple(sorted(map(code_of, texts))))


def test_measurement_by_hand() -> None:
    # O is in 8 or in 9. If in 8, X completes 1-5-9; if in 9, X takes 8 for nothing.
    due = state("XOXOXXOO.", "XOXOXXO.O")
    # Where O's mark may be taken along, X then exchanges 8 and 9, and completes 1-5-9 half the time.
    for level, half in (("minimal", 2), ("moderate", 3), ("high", 3)):
        table = solved(Setting(level))["even"]
        assert table.value(due) == Fraction(half, 4)
        assert [*table.outcomes(due)] == [Fraction(half, 4), 0, 0, 1 - Fraction(half, 4)]
        assert table.values(due) == {}
        assert table.best(due) == ()


@pytest.mark.parametrize(
    ("both", "value"), [("even", "-1/4"), ("X", "0"), ("O", "-1/2"), ("last-mover", "0"), ("other", "-1/2")]
)
def test_lines_of_both_by_hand(both: str, value: str) -> None:
    table = solved(Setting("minimal"))[both]
    assert table.value(LINES_OF_BOTH.state) == Fraction(value)
    assert [*table.outcomes(LINES_OF_BOTH.state)] == [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4), 0]


def test_line_counts_later_at_a_full_board() -> None:
    # X has a line before O makes one and X fills the board: with both lines the game is even, X's point or O's
    after = state("XXXOO.XO.")
    tables = solved(Setting("classic", lines="full-board"))
    assert {both: str(tables[both].value(after)) for both in ("even", "X", "O")} == {"even": "0", "X": "1", "O": "-1"}
    assert solved(Setting("classic"))["even"].value(after) == 1


@pytest.mark.parametrize("setting", SETTINGS)
def test_outcomes_add_up_to_the_value(setting: Setting) -> None:
    _, nodes = sample(setting)
    for both, table in solved(setting).items():
        for found in (START, *(node.state for node in nodes)):
            outcomes = table.outcomes(found)
            assert sum(outcomes) == 1
            if both in ("even", "X", "O"):
                expected = outcomes.x - outcomes.o + {"even": 0, "X": 1, "O": -1}[both] * outcomes.both
                assert table.value(found) == expected


def test_state_that_no_game_reaches() -> None:
    table = solved(Setting("minimal"))["even"]
    for wrong in (
        state("XX......."),
        state("X........", ".O......."),
        State((1, 1)),
        State(()),
        State((0, 1, 2)),
        State((0,), measured=True),
    ):
        with pytest.raises(KeyError, match="no game reaches the position"):
            table.value(wrong)


MUTANTS: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "the worst move": (solve, "valued", lambda d, l, f, x, b, s: valued(d, l, f, not x, b, s)),
    "measurements halved": (solve, "floordiv", lambda sums, count: sums // (2 * count)),
    "lines of both are X's": (values, "score_of_both", lambda setting, made: 1),
    "the last mover is the next one": (
        values,
        "score_of_both",
        lambda setting, made: rules.score_of_both(setting, made + 1),
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_planted_error_of_the_solver_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    setting = Setting("minimal")
    several = [setting._replace(both=both) for both in SWITCHES["both"]]
    monkeypatch.setattr(*MUTANTS[name])
    tables = {found.tablebase.setting.both: found.tablebase for found in solve.solve_all(CPU, several)}
    assert next(differences(setting, tables), None)


def random_play_differs(setting: Setting) -> bool:
    """Whether the chances of random play differ from the plain game's by more than the tolerance."""
    plain, nodes = sample(setting)
    random_play = agents.playouts(CPU, solved(setting)["even"].graph)
    return any(
        abs(Fraction(found) - exact) > Fraction(agents.ERROR_BOUND) * exact
        for node in nodes
        for found, exact in zip(random_play.chances(node.state), plain.chances(node), strict=True)
    )


@pytest.mark.parametrize("setting", SETTINGS)
def test_random_play_is_that_of_the_plain_game(setting: Setting) -> None:
    assert not random_play_differs(setting)


def test_random_play_of_classical_tic_tac_toe() -> None:
    # known: X wins 737 in 1,260 random games, O 121 in 420, and 8 in 63 are drawn
    chances = agents.playouts(CPU, solved(Setting("classic"))["even"].graph).chances(START)
    for found, exact in zip(
        chances, (Fraction(737, 1260), Fraction(121, 420), Fraction(0), Fraction(8, 63)), strict=True
    ):
        assert abs(Fraction(found) - exact) <= Fraction(agents.ERROR_BOUND) * exact


@pytest.mark.parametrize(
    ("board", "worth_of_it"),
    [
        (".........", 0),
        ("XX.......", 25),
        ("OO.......", -25),
        ("XXO......", 5),
        ("OOX......", -5),
        ("XXX......", 50),
        ("OOO......", -50),
        ("X...X....", 25),  # 1-5-9
        ("X...O...X", 5),
        ("XXXOO....", 50 - 25),  # X has two nowhere else: 1-4-7, 2-5-8, 1-5-9 and 3-5-7 have one of each
    ],
)
def test_heuristic_by_hand(board: str, worth_of_it: int) -> None:
    assert agents.EVALUATIONS[code_of(board)] == worth_of_it


def sight_differs(setting: Setting, depth: int) -> bool:
    """Whether expecti-minimax sees something else than it does in the plain game."""
    plain, nodes = sample(setting)
    horizon = agents.horizon(CPU, solved(setting)["even"].graph, depth)
    return any(
        horizon.values(node.state) != {slot: plain.seen(child, depth - 1) for slot, child in plain.moves(node).items()}
        for node in nodes
    )


@pytest.mark.parametrize("depth", [2, 3, 6])
@pytest.mark.parametrize("setting", SETTINGS)
def test_expecti_minimax_sees_what_it_does_in_the_plain_game(setting: Setting, depth: int) -> None:
    assert not sight_differs(setting, depth)


@pytest.mark.parametrize(
    ("name", "replacement"),
    [
        ("EVALUATIONS", np.abs(agents.EVALUATIONS)),
        ("floordiv", lambda sums, count: sums),
        # a measurement that is not a level of its own
        ("valued", lambda d, l, f, x, b, s, found: valued(d, l, f, x, b, s)),
    ],
)
def test_planted_error_of_expecti_minimax_is_caught(
    name: str, replacement: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agents, name, replacement)
    assert sight_differs(Setting("minimal"), 3)


@pytest.mark.parametrize(("name", "replacement"), [("MEAN_OF_MOVES", BEST), ("truediv", lambda sums, count: sums)])
def test_planted_error_of_random_play_is_caught(name: str, replacement: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agents, name, replacement)
    assert random_play_differs(Setting("minimal"))


def test_first_look_ahead_by_hand() -> None:
    # one mark promises nothing; a second one X may put beside it is worth 25 in a line
    graph = solved(Setting("high"))["even"].graph
    assert set(agents.horizon(CPU, graph, 2).values(START).values()) == {0}
    with pytest.raises(ValueError, match="depth 1: expected at least 2"):
        agents.horizon(CPU, graph, 1)
