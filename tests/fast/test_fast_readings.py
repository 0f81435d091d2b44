"""Goff's game in the readings that change its moves and its ends: games, values, counts and names."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from qttt.fast import store
from qttt.fast.backend import Cpu
from qttt.fast.goff import rules
from qttt.fast.goff.board import LOOP, place
from qttt.fast.goff.games import playouts
from qttt.fast.goff.key import FIELD, canonical, field, plies
from qttt.fast.goff.moves import SEL_A
from qttt.fast.goff.outcome import DRAW, UNFINISHED
from qttt.fast.goff.reading import DRAWN, FORBIDDEN, READINGS, reading_of, switches
from qttt.fast.goff.solve import LAST, perft, value_last
from qttt.fast.goff.tablebase import Tablebase
from qttt.oracle import game
from qttt.oracle.goff.translate import action_of, outcome_of
from qttt.oracle.registry import entry_of
from qttt.reference import perft as reference_perft
from qttt.verification.goff.rules import OneByOne
from qttt.verification.values import values_to_the_end

GAMES, POSITIONS = 40, 16


def histories(reading: int, games: int, seed: int) -> list[list[int]]:
    """The actions of random games."""
    played = playouts(Cpu(), games, seed, record=True, reading=reading)
    return [[action for action in row if action] for row in played.actions.tolist()]


def late_keys(reading: int, count: int) -> np.ndarray[Any, Any]:
    """Canonical keys of undecided settled positions of ply 6 in random games, with at most six open squares."""
    found = set[int]()
    for made in histories(reading, 30 * count, seed=reading):
        key = rules.INITIAL
        for action in made:
            key = rules.play(key, action, reading)
            if plies(key) == LAST and not key & FIELD:
                break
        settled = sum(LOOP[field(key, i)] > 0 for i in range(LAST))
        if rules.outcome(key, reading) == UNFINISHED and plies(key) == LAST and settled > 2:
            found.add(int(canonical(key)))
    assert len(found) >= count
    return np.array(sorted(found)[:: len(found) // count], np.int64)


@pytest.mark.parametrize("reading", READINGS)
def test_random_games_are_games_of_the_reference(reading: int) -> None:
    """The reference accepts each action, has as many legal ones, and ends the game with the same outcome."""
    goff, ends = game("goff", double_win=True, **switches(reading)), set[str]()
    for made in histories(reading, GAMES, seed=7):
        key, position = rules.INITIAL, goff.initial()
        for action in made:
            legal = tuple(map(action_of, rules.actions(key, reading)))
            assert (goff.actions(position), rules.outcome(key, reading)) == (legal, UNFINISHED)
            key, position = rules.play(key, action, reading), goff.play(position, action_of(action))
        assert outcome_of(rules.outcome(key, reading), True) == str(goff.score(position).outcome)
        ends.add(goff.score(position).outcome.rule)
    expected = {FORBIDDEN: {"GOFF-PAIR-2"}, DRAWN: {"GOFF-LAST-1"}, FORBIDDEN | DRAWN: {"GOFF-PAIR-2", "GOFF-LAST-1"}}
    assert ends & {"GOFF-PAIR-2", "GOFF-LAST-1"} == expected.get(reading, set())


@pytest.mark.parametrize("reading", READINGS)
def test_late_values_are_those_of_every_game(reading: int) -> None:
    keys = late_keys(reading, POSITIONS)
    records, alone = (value_last(device, keys, lambda _: None, reading) for device in (Cpu(), OneByOne()))
    assert records.tolist() == alone.tolist()
    codes = (records & 63).astype(np.uint8)
    late = Tablebase((*[keys[:0]] * LAST, keys), (*[codes[:0]] * LAST, codes), reading)
    for collapse, both in (("opponent", "narrow"), ("self", "narrow"), ("self", "draw"), ("opponent", "first")):
        values_to_the_end(
            {game("goff", collapse=collapse, both=both, double_win=True, **switches(reading)): late}, keys
        )


@pytest.mark.parametrize("reading", READINGS)
def test_counts_are_those_of_the_reference(reading: int) -> None:
    goff = game("goff", **switches(reading))
    for text in ("X1@1 O2@2 X3.3-4 O4@9 X5.5-6 O6.5-7", "X1@1 O2@9 X3.3-4 O4@5 X5@2 O6.3-6"):
        position = goff.position(f"{goff.ruleset}: {text}")
        assert entry_of(goff).perft(goff, 3, position) == reference_perft.perft(goff, 3, position)


def test_early_counts_leave_out_repeated_pairs() -> None:
    """Of 36 pairs one is taken at ply 2, and each of the 35 others leaves 34: no cycle is closed by two marks."""
    assert perft(Cpu(), 2, reading=FORBIDDEN) == (36, 36 * 35)
    assert perft(Cpu(), 2) == (36, 36 * 35 + 36 * 2)


def test_two_joined_squares_are_a_draw_where_pairs_are_forbidden() -> None:
    """Seven marks settle in 1 to 7 without a line, O8 joins 8 and 9."""
    places = [place(square, square) for square in (0, 4, 5, 1, 2, 3, 6)]
    key = sum(p << 54 - 6 * i for i, p in enumerate(places[:3])) | sum(
        p << 36 - 6 * i for i, p in enumerate(places[3:])
    )
    after = rules.play(key, place(7, 8), FORBIDDEN)
    assert [rules.outcome(after, reading) for reading in READINGS] == [UNFINISHED, DRAW, UNFINISHED, DRAW]
    assert rules.actions(after, FORBIDDEN) == () != rules.actions(after)
    last = rules.play(rules.play(after, place(7, 8)), SEL_A)
    assert [rules.outcome(last, reading) for reading in READINGS] != [UNFINISHED] * 4


def test_names_of_outcomes_follow_the_switch_both() -> None:
    codes = range(6)
    assert [outcome_of(code, True, "draw") for code in codes if code in (1, 3)] == ["draw"] * 2
    assert [outcome_of(code, False, "first") for code in codes] == (
        ["complete win of O"] * 2 + ["draw"] + ["complete win of X"] * 3
    )
    with pytest.raises(ValueError, match="both 'second': expected narrow, draw, first"):
        outcome_of(3, True, "second")


def test_tablebase_is_opened_for_its_reading_only(tmp_path: Path) -> None:
    keys = tuple(np.arange(1, dtype=np.int64) for _ in range(7))
    Tablebase(keys, tuple(np.full(1, 2 | 2 << 3, np.uint8) for _ in range(7)), FORBIDDEN).save(tmp_path / "file")
    assert Tablebase.open(tmp_path / "file", FORBIDDEN).reading == FORBIDDEN
    with pytest.raises(store.StoreError, match="switches are pair=forbidden, expected pair=legal"):
        Tablebase.open(tmp_path / "file")
    with pytest.raises(store.StoreError, match="switches are last=move, expected last=draw"):
        Tablebase.open(tmp_path / "file", FORBIDDEN | DRAWN)
    with pytest.raises(ValueError, match="pair 'never': expected legal or forbidden"):
        reading_of("never", "move")
