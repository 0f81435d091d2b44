"""TiqTaqToe's rules on codes and the kernels of moves, against positions derived by hand and against each other."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from qttt.fast.tiqtaqtoe import boards, moves, nodes
from qttt.fast.tiqtaqtoe.boards import PAIRS, SQUARES, O, X, code_of, text
from qttt.fast.tiqtaqtoe.rules import (
    LEVELS,
    START,
    SWITCHES,
    Setting,
    State,
    actor,
    check,
    marks,
    measurements,
    outcome,
    play,
    score,
    slots,
    written,
)

SETTINGS = [
    *(Setting(level) for level in LEVELS),
    Setting("minimal", lines="full-board"),
    Setting("high", "unentangled"),
    Setting("high", pair="legal"),
    Setting("high", "unentangled", "legal", "full-board"),
]


def state(*texts: str, measured: bool = False) -> State:
    """The state of boards as texts."""
    return State(tuple(sorted(map(code_of, texts))), measured)


def slot(*squares: int) -> int:
    """The slot of a move on one or two squares, 1 to 9."""
    first, *rest = (square - 1 for square in squares)
    return SQUARES + PAIRS.index((first, *rest)) if rest else first


def played(setting: Setting, *made: tuple[int, ...]) -> State:
    """The state after moves, given by squares."""
    found = START
    for squares in made:
        found = play(setting, found, slot(*squares))
    return found


def walk(setting: Setting, random: Random) -> Iterator[State]:
    """The states of a random game."""
    found = START
    while (turn := actor(setting, found)) is not None:
        yield found
        found = (
            random.choice(measurements(setting, found))
            if turn == "CHANCE"
            else play(setting, found, random.choice(slots(setting, found)))
        )
    yield found


def test_tables_of_boards() -> None:
    assert text(code_of("XO.X..O.X")) == "XO.X..O.X"
    assert code_of("X........") == 1
    assert code_of(".O.......") == 6
    assert slot(9) == 8
    assert (slot(1, 2), slot(1, 3), slot(8, 9)) == (9, 10, 44)
    with pytest.raises(ValueError, match="expected nine of X, O and"):
        code_of("XO")
    lines = {frozenset(line) for line in boards.LINES}
    assert len({tuple(image) for image in boards.SYMMETRIES.tolist()}) == 8
    for image in boards.SYMMETRIES.tolist():
        assert {frozenset(image[square] for square in line) for line in lines} == lines
    assert (boards.TURNED[0] == np.arange(boards.CODES)).all()
    # no two boards have one label, nor any power of two of them more than 58 bits
    assert len(set(boards.LABELS[:, 0].tolist())) == boards.CODES
    assert boards.LABELS.min() > 0
    assert 256 * int(boards.LABELS.max()) < 1 << 58


def test_slots_turn_with_the_board() -> None:
    # the second symmetry is a quarter turn: square 1 goes to 3, 2 to 6, so the pair 1-2 to 3-6
    assert boards.SLOT_IMAGES[1, slot(1)] == slot(3)
    assert boards.SLOT_IMAGES[1, slot(1, 2)] == slot(3, 6)
    assert all(sorted(images) == list(range(45)) for images in boards.SLOT_IMAGES.tolist())


@pytest.mark.parametrize(
    ("level", "singles", "pairs"), [("classic", 9, 0), ("minimal", 9, 36), ("moderate", 9, 36), ("high", 9, 36)]
)
def test_first_moves(level: str, singles: int, pairs: int) -> None:
    legal = slots(Setting(level), START)
    assert legal == tuple(range(singles + pairs))


def test_example_of_the_thesis() -> None:
    # X in 1 and 2; O in 2 and 6 then: X is in 1 with 50 percent, in 2 and in 6 with 25 percent each
    after = played(Setting(), (1, 2), (2, 6))
    assert after == state("XO.......", "X....O...", ".X...O...", ".O...X...")
    assert actor(Setting(), after) == "X"


def test_superpositions_of_each_level() -> None:
    # one move of X, certainly in 1: O may superpose it with an empty square from moderate on
    for level, pairs in (("classic", 0), ("minimal", 28), ("moderate", 36), ("high", 36)):
        assert len(slots(Setting(level), played(Setting(level), (1,)))) == 8 + pairs
    # X in 1 and 2: O may take 1 or 2 and one of the seven empty squares only at high
    for level, pairs in (("minimal", 21), ("moderate", 21), ("high", 21 + 14)):
        assert len(slots(Setting(level), played(Setting(level), (1, 2)))) == 7 + pairs
    # one's own mark is not a target
    assert slot(1, 3) not in slots(Setting(), played(Setting(), (1,), (2,)))


def test_superposition_with_the_opponents_mark() -> None:
    assert played(Setting("moderate"), (1,), (1, 2)) == state("XO.......", "OX.......")


def test_switch_target() -> None:
    # X in 1 and 2, O in 4 and then exchanged with 2: squares 1, 2 and 4 are one group. After X in 9
    # square 1 holds X or nothing: a target, but an entangled one
    made = [(1, 2), (2, 4), (9,)]
    for target, legal in (("entangled", True), ("unentangled", False)):
        setting = Setting(target=target)
        assert (slot(1, 3) in slots(setting, played(setting, *made))) == legal
        # the mark in 1 and 2 alone is a target under both
        assert slot(1, 3) in slots(setting, played(setting, (1, 2), (4,), (9,)))


def test_two_marks_that_go_together_are_entangled() -> None:
    # X in 1 with O in 3, or X in 2 with O in 4: no game reaches it, but the rule covers it
    together = state("X.O......", ".X.O.....")
    assert slot(3, 5) in slots(Setting(), together)
    assert slot(3, 5) not in slots(Setting(target="unentangled"), together)
    assert slot(3, 4) in slots(Setting(pair="legal"), together)
    assert slot(3, 4) not in slots(Setting(target="unentangled", pair="legal"), together)


def test_switch_pair() -> None:
    for pair, legal in (("illegal", False), ("legal", True)):
        setting = Setting(pair=pair)
        assert (slot(1, 2) in slots(setting, played(setting, (1, 2)))) == legal
    assert played(Setting(pair="legal"), (1, 2), (1, 2)) == state("XO.......", "OX.......")
    # nobody fills a pair of their own
    assert slot(1, 2) not in slots(Setting(pair="legal"), played(Setting(pair="legal"), (1, 2), (9,)))


def test_measurement_is_due_when_no_square_is_certainly_empty() -> None:
    setting = Setting("minimal")
    after = played(setting, (1, 2), (3, 4), (5, 6), (7, 8), (9,))
    assert actor(setting, after) == "CHANCE"
    assert slots(setting, after) == ()
    results = [text(result.codes[0]) for result in measurements(setting, after)]
    assert results == sorted(results)
    assert len(results) == 16
    assert "X.O.X.O.X" in results
    # O is next after five marks, and four squares are free again
    assert actor(setting, state("X.O..XO.X")) == "O"
    assert measurements(setting, START) == ()


def test_line_is_three_squares_and_the_same_in_every_board() -> None:
    two_lines = state("XXX.OO...", "X..XOOX..")
    assert outcome(Setting(), two_lines) is None
    assert outcome(Setting(), state("XXX.OO...", "XXXO.O...")) == "win of X"
    assert outcome(Setting(), state("XXXOOO...")) == "lines of both"
    assert outcome(Setting(), state("XOXXOOOXX")) == "no line"
    assert outcome(Setting(), state("XX.OOO.X.")) == "win of O"


def test_switch_lines() -> None:
    setting = Setting("classic", lines="full-board")
    won = played(setting, (1,), (4,), (2,), (5,), (3,))
    assert (outcome(setting, won), actor(setting, won)) == (None, "O")
    assert outcome(Setting("classic"), won) == "win of X"
    assert outcome(setting, won._replace(measured=True)) == "win of X"
    due = state("XXXOO....", "XX.OOX...")
    assert actor(setting, due) == "O"
    full = state("XXXOOXOXO", "XXXOOOXXO")
    assert measurements(setting, full) == (
        state("XXXOOOXXO", measured=True),
        state("XXXOOXOXO", measured=True),
    )
    assert measurements(Setting("classic"), full) == ()


@pytest.mark.parametrize(
    ("both", "after_seven", "after_eight"),
    [("even", 0, 0), ("X", 1, 1), ("O", -1, -1), ("last-mover", 1, -1), ("other", -1, 1)],
)
def test_value_if_both_players_have_a_line(both: str, after_seven: int, after_eight: int) -> None:
    assert score(Setting(both=both), state("XXXOOO..X")) == after_seven
    assert score(Setting(both=both), state("XXXOOO.OX")) == after_eight
    assert score(Setting(both=both), state("XXXOO.O..")) == 1


def test_invalid_setting_is_rejected() -> None:
    for wrong, message in (
        (Setting("quantum"), "level 'quantum': expected classic, minimal, moderate, high"),
        (Setting(both="nobody"), "switch both=nobody: expected even, X, O, last-mover, other"),
        (Setting("minimal", pair="legal"), "switch pair=legal: only the level high has it, this is minimal"),
    ):
        with pytest.raises(ValueError, match=message):
            check(wrong)
    assert check(Setting("moderate", both="X")) == Setting("moderate", both="X")


def test_illegal_move_is_rejected() -> None:
    with pytest.raises(ValueError, match=r"slot 0 is not legal in X\.\.\.\.\.\.\.\."):
        play(Setting(), state("X........"), 0)
    with pytest.raises(ValueError, match="the game is not over"):
        score(Setting(), START)
    assert written(state("XXXOO....", measured=True)) == "XXXOO.... measured"


def keys_of(setting: Setting, found: State, kernels: Any = moves) -> list[int]:
    """The keys of a state's moves, by the kernel run as Python."""
    keys = np.empty((1, boards.SLOTS), np.int64)
    switches = LEVELS.index(setting.level), int(setting.target == "unentangled"), int(setting.pair == "legal")
    work = np.empty(kernels.WORK, np.int64)
    rows = np.array([found.codes], np.uint16)
    kernels.successors(0, work, rows, boards.MASKS, boards.LABELS, O if marks(found) % 2 else X, *switches, keys)
    return [int(key) for key in keys[0]]


def label(found: State) -> int:
    """The least sum of labels over the images of a state, by definition."""
    return min(sum(int(boards.LABELS[boards.TURNED[s, code], 0]) for code in found.codes) for s in range(8))


def differences(kernels: Any, sample: list[tuple[Setting, State]]) -> Iterator[str]:
    """Where the kernels of moves disagree with the rules."""
    for setting, found in sample:
        keys = keys_of(setting, found, kernels)
        legal = tuple(slot for slot, key in enumerate(keys) if key != kernels.NONE)
        if legal != slots(setting, found):
            yield f"{setting}: {legal} legal in {written(found)}"
            continue
        for move in legal:
            after = play(setting, found, move)
            if keys[move] >> kernels.TAG_BITS != label(after):
                yield f"{setting}: another label after {move} in {written(found)}"
            if bool(keys[move] & kernels.DOUBLED) != (len(after.codes) > len(found.codes)):
                yield f"{setting}: another size after {move} in {written(found)}"
            if boards_after(kernels, found, move, keys[move]) != images(after, keys[move] & kernels.SYMMETRY):
                yield f"{setting}: other boards after {move} in {written(found)}"


def boards_after(kernels: Any, found: State, move: int, key: int) -> list[int]:
    """The boards after a move, by the kernel run as Python."""
    out = np.zeros((1, len(found.codes) << int(key & kernels.DOUBLED > 0)), np.uint16)
    made = np.array([[0, move, key & 15, 0]])
    rows, mark = np.array([found.codes], np.uint16), O if marks(found) % 2 else X
    work = np.empty(kernels.WORK, np.int64)
    kernels.boards_after(0, work, rows, boards.MASKS, boards.TURNED, made, mark, out)
    clashes = np.zeros(1, np.uint8)
    out.sort()
    kernels.compare(0, work, rows, boards.MASKS, boards.TURNED, made, mark, out, clashes)
    assert not clashes[0]
    other = out.copy()
    other[0, -1] = boards.CODES - 1
    kernels.compare(0, work, rows, boards.MASKS, boards.TURNED, made, mark, other, clashes)
    assert clashes[0]
    return [int(code) for code in out[0]]


def images(found: State, symmetry: int) -> list[int]:
    """The boards of an image, ascending."""
    return sorted(int(boards.TURNED[symmetry, code]) for code in found.codes)


@pytest.fixture(scope="module")
def sample() -> list[tuple[Setting, State]]:
    """Decisions of random games in several settings, and two that few games reach."""
    random = Random(5)
    found = [
        (setting, each)
        for setting in SETTINGS
        for _ in range(3)
        for each in walk(setting, random)
        if actor(setting, each) in ("X", "O") and len(each.codes) <= 16
    ]
    for target in SWITCHES["target"]:
        setting = Setting(target=target, pair="legal")
        found += [(setting, played(setting, *made)) for made in ([(1, 2)], [(1, 2), (2, 4), (9,)], [(1, 2), (9,)])]
        found.append((setting, state("X.O......", ".X.O.....")))
    return found


def test_kernels_agree_with_the_rules(sample: list[tuple[Setting, State]]) -> None:
    assert len(sample) > 100
    assert not list(differences(moves, sample))


MUTANTS = {
    "empty in some boards is enough": (
        "return ALL & ~(int(work[POSSIBLE]) | int(work[POSSIBLE]) >> SQUARES)",
        "return ALL & ~(int(work[CERTAIN]) | int(work[CERTAIN]) >> SQUARES)",
    ),
    "superposed marks at moderate": ("if level == MODERATE:", "if level == CLASSIC:"),
    "any mark as target": (" & ~of(int(work[POSSIBLE]), 3 - mark)", ""),
    "certain marks no targets": ("return certain | unentangled", "return unentangled"),
    "a mark that moves nothing": (" + moved * opponent * (PLACES[b] - PLACES[a])", ""),
    "an exchange that is always made": ("    if half:\n", "    if half or tag & DOUBLED:\n"),
    "entangled pairs as free ones": ("if free:\n            there", "if False:\n            there"),
    "the full one of a pair filled": ("PLACES[b if of(mask, 3 - mark) >> a & 1 else a]", "PLACES[a]"),
    "an image that is not the least": ("best = min(best, key)", "best = max(best, key)"),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_planted_error_is_caught(name: str, sample: list[tuple[Setting, State]]) -> None:
    right, wrong = MUTANTS[name]
    source = Path(moves.__file__).read_text(encoding="utf-8")
    assert right in source
    mutant: dict[str, Any] = {"__name__": "mutant"}
    exec(source.replace(right, wrong), mutant)
    kernels = type("Mutant", (), {key: staticmethod(v) if callable(v) else v for key, v in mutant.items()})
    with pytest.raises(AssertionError):
        assert not next(differences(kernels, sample), None)


def kind_and_images(found: State, lines: bool, kernel: Callable[..., None] = nodes.classify) -> tuple[int, int]:
    """What a set is, by the kernel run as Python."""
    kinds, counts = np.empty(1, np.uint8), np.empty(1, np.uint8)
    tables = boards.MASKS, boards.HAS_LINE, boards.TURNED
    rows = np.array([found.codes], np.uint16)
    kernel(0, np.empty(moves.WORK, np.int64), rows, *tables, int(lines), kinds, counts)
    return int(kinds[0]), int(counts[0])


KINDS = [
    (("XX.OOXX..",), nodes.DECISION, 8),
    ((".........",), nodes.DECISION, 1),
    (("X........",), nodes.DECISION, 4),
    (("X........", "........X"), nodes.DECISION, 2),
    (("XXXOO....",), nodes.X_WON, 8),
    (("OOOXXXX..",), nodes.BOTH, 8),
    (("XOXXOOOXX",), nodes.NEITHER, 4),
    (("XXX.OO...", "X..XOOX.."), nodes.DECISION, 8),
    (("XOXXOOOX.", "XOXXOO.XO"), nodes.CHANCE, 8),
]


@pytest.mark.parametrize(("texts", "kind", "count"), KINDS)
def test_kinds_of_nodes(texts: tuple[str, ...], kind: int, count: int) -> None:
    assert kind_and_images(state(*texts), lines=True) == (kind, count)


def test_lines_may_count_only_on_full_boards() -> None:
    assert kind_and_images(state("XXXOO...."), lines=False)[0] == nodes.DECISION
    assert kind_and_images(state("XXXOOXOXO"), lines=False)[0] == nodes.X_WON
    assert kind_and_images(state("XXXOOXOXO", "XXXOOXOOX"), lines=False)[0] == nodes.CHANCE
