"""What an oracle says of any game: every method agrees with the others, with the rules, and with the reference; batches
are exact, and rounded once, also where numbers need more than 64 bits."""

import json
import multiprocessing
import pickle
from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from pyarrow import types

from qttt.fast import backend
from qttt.oracle import Oracle, entry_of, game, solve
from qttt.oracle.many import Many, columns
from qttt.reference.game import Actor
from qttt.reference.probabilistic.solver import LoopSolver
from qttt.reference.solver import Solver

PLAYERS = (Actor.X, Actor.O)


def test_value_follows_from_the_values_of_the_actions(truth: Oracle[Any, Any], reached: list[Any]) -> None:
    """Where chance or the System acts, the probabilities give the value."""
    for position in reached:
        values, actor = truth.values(position), truth.game.actor(position)
        assert tuple(values) == truth.game.actions(position)
        chances = truth.probabilities(position)
        best = ()
        if actor is None:
            value = truth.game.score(position).value
        elif actor in PLAYERS:
            value = (max if actor is Actor.X else min)(values.values())
            best = tuple(action for action, each in values.items() if each == value)
        else:
            assert sum(chances.values()) == 1
            value = sum((chance * values[action] for action, chance in chances.items()), Fraction(0))
        assert truth.value(position) == value
        assert truth.optimal(position) == best
        assert {*truth.best(position)} == {*best}
        assert bool(chances) == (actor not in (*PLAYERS, None))


def test_line_is_best_play_to_where_no_player_acts(truth: Oracle[Any, Any], reached: list[Any]) -> None:
    for position in reached[:10]:
        after = position
        for action in truth.line(position):
            assert action in truth.best(after)
            after = truth.game.play(after, action)
            assert truth.value(after) == truth.value(position)
        assert truth.game.actor(after) not in PLAYERS


def test_reference_finds_the_same_values(truth: Oracle[Any, Any], random_games: list[list[Any]]) -> None:
    kind: Any = LoopSolver if truth.game.ruleset.startswith("probabilistic") else Solver
    solver = kind(truth.game)
    for *_, position, _ in sorted(random_games, key=len)[-3:]:  # the longest games have the smallest rests
        assert solver.value(position) == truth.value(position)


def test_texts_and_positions_get_equal_answers(truth: Oracle[Any, Any], reached: list[Any]) -> None:
    for position in reached:
        text = truth.game.write_position(position)
        assert truth.game.position(text) == position
        for ask in (truth.value, truth.values, truth.best, truth.line, truth.probabilities):
            assert ask(text) == ask(position)
    first = truth.game.actions(truth.game.initial())[:1]
    assert truth.value(truth.game.write(first)) == truth.values("")[first[0]]


def test_symmetries_keep_the_values(truth: Oracle[Any, Any], reached: list[Any]) -> None:
    for symmetry in truth.game.symmetries:
        for position in reached[::5]:
            turned = truth.game.turned(position, symmetry)
            expected = {truth.game.turned_action(position, a, symmetry): v for a, v in truth.values(position).items()}
            assert truth.values(turned) == expected


def test_batch_is_answered_like_its_positions(truth: Oracle[Any, Any], reached: list[Any]) -> None:
    given = [*reached, truth.game.write_position(reached[-1]), ""]
    found = truth.many(given)
    assert len(found) == len(given)
    assert [found.value(at) for at in range(len(given))] == [*map(truth.value, given)]
    assert [found.best_of(at) for at in range(len(given))] == [*map(truth.best, given)]
    assert found.values.dtype == np.float64
    assert found.values == pytest.approx([float(truth.value(position)) for position in given])
    assert found.best.shape == (len(given), len(found.actions))


def test_arrays_can_be_taken_over_without_a_copy(truth: Oracle[Any, Any], reached: list[Any]) -> None:
    found = truth.many(reached)
    for array in (found.values, found.best, *([found.numbers] if found.numbers.dtype != object else ())):
        assert array.flags.c_contiguous
        assert array.ctypes.data % 64 == 0
        array.fill(0)
        taken = np.from_dlpack(array)
        array.fill(1)
        assert taken.all()


def test_few_positions_are_answered_without_a_compiler(
    truth: Oracle[Any, Any], reached: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    if not entry_of(truth.game).stored:
        pytest.skip("solved now, by compiled kernels")
    few = reached[:: len(reached) // 10]
    compiled = [(truth.value(position), truth.values(position), truth.best(position)) for position in few]
    with monkeypatch.context() as patch:
        patch.setattr(backend, "_interpreted", Counter())
        patch.setattr(backend, "_loop", None)
        fresh = solve(truth.game, progress=False)
        assert [(fresh.value(position), fresh.values(position), fresh.best(position)) for position in few] == compiled


def test_empty_batch_has_empty_answers(truth: Oracle[Any, Any]) -> None:
    found = truth.many([])
    assert (len(found), len(found.values), len(found.best)) == (0, 0, 0)


def test_table_has_one_position_of_each_symmetry_class(truth: Oracle[Any, Any]) -> None:
    table = truth.table(ply=1)
    rows, written = table.to_pylist(), json.loads(table.schema.metadata[b"qttt"])["game"]
    positions = [truth.game.position(f"{written} {row['position']}") for row in rows]
    classes = {min(str(truth.game.turned(p, s)) for s in truth.game.symmetries) for p in positions}
    assert len(classes) == len(positions) > 0
    for row, position in zip(rows, positions, strict=True):
        assert Fraction(int(row["numerator"]), int(row["denominator"])) == truth.value(position)
        assert row["value"] == float(truth.value(position))
        assert isinstance(row["numerator"], str) == (truth.value(position).numerator > 1 << 63)
        assert row["best"] == [*map(str, truth.best(position))]
        assert row["actor"] == truth.game.actor(position)


def test_stored_game_is_opened_and_not_solved_again(truth: Oracle[Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    entry = entry_of(truth.game)
    if entry.stored:
        monkeypatch.setattr(type(entry), "solve", lambda *_: pytest.fail("solved again"))
    again = solve(truth.game, progress=False)
    assert again.values("") == truth.values("")


def test_oracle_is_pickled_as_its_game(truth: Oracle[Any, Any], reached: list[Any]) -> None:
    found = pickle.loads(pickle.dumps(truth))
    assert [found.value(position) for position in reached] == [truth.value(position) for position in reached]
    assert repr(found) == repr(truth)


@pytest.mark.thorough
def test_oracles_answer_in_a_pool_of_new_processes() -> None:
    truths = [solve(game(name)) for name in ("goff", "tiqtaqtoe")]
    starts = [truth.game.initial() for truth in truths]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        found = pool.starmap(Oracle.value, zip(truths, starts, strict=True))
    assert found == [truth.value(start) for truth, start in zip(truths, starts, strict=True)]


def test_game_is_made_from_its_written_options(truth: Oracle[Any, Any]) -> None:
    name = entry_of(truth.game).name
    assert game(name, **truth.game.setting) == truth.game
    for option in truth.game.options:
        with pytest.raises(ValueError, match=r"no such value|a board must have 9 squares: found 1"):
            game(name, **{**truth.game.setting, option.name: "no such value"})
    with pytest.raises(ValueError, match=f"no option 'colour': its options are {truth.game.options[0].name}"):
        game(name, **truth.game.setting, colour="red")


SQT = Fraction(5, 30001**4)
"""The scale of SQT at a q of denominator 30001: 5 times the largest number needs more than 64 bits."""
WIDE = [2979983765143354418, -2979983765143354419, 3 * 30001**4, 7, 0]


@pytest.mark.parametrize(
    ("numbers", "scale", "wide"),
    [
        (np.array([3, -8, 0], np.int64), Fraction(1, 8), ()),
        (np.array([], np.int64), Fraction(1, 8), ()),
        (np.array([2**53 + 1, -(2**53) - 3], np.int64), Fraction(1, 3), ()),
        (np.array(WIDE[3:], np.int64), SQT, ()),
        (np.array(WIDE, np.int64), SQT, ("numerator",)),
        (np.array([2**62, -(2**62)], np.int64), Fraction(2), ("numerator",)),
        (np.array([-(2**62)], np.int64), Fraction(2), ()),
        (np.array([-(2**62) - 1], np.int64), Fraction(2), ("numerator",)),
        (np.array([1], np.int64), Fraction(1, 2**63), ("denominator",)),
        (np.array([3**90, 2**200], object), Fraction(1, 7**80), ("numerator", "denominator")),
        (np.array([], object), Fraction(1), ()),
    ],
)
def test_batch_is_exact_and_rounded_once(numbers: np.ndarray, scale: Fraction, wide: tuple[str, ...]) -> None:
    exact = [int(number) * scale for number in numbers]
    best = np.zeros((len(numbers), 2), np.bool_)
    best[::2, 1] = best[1::2, 0] = True
    found = Many(numbers, scale, best, ("a", "b"))
    assert [found.value(at) for at in range(len(found))] == exact
    assert found.values.dtype == np.float64
    assert found.values.tolist() == [*map(float, exact)]  # Python rounds a fraction to the nearest double
    table = columns(["position"] * len(numbers), ["X"] * len(numbers), found)
    assert [*table] == ["position", "actor", "numerator", "denominator", "value", "best"]
    assert {name for name in ("numerator", "denominator") if types.is_string(table[name].type)} == {*wide}
    assert [
        Fraction(int(a), int(b))
        for a, b in zip(*(table[name].to_pylist() for name in ("numerator", "denominator")), strict=True)
    ] == exact
    assert [int(each) for each in table["denominator"].to_pylist()] == [each.denominator for each in exact]
    assert table["value"].to_pylist() == found.values.tolist()
    assert table["best"].to_pylist() == [[*found.best_of(at)] for at in range(len(found))]


def test_actions_are_found_by_their_texts() -> None:
    goff = game("goff")
    values = solve(goff).values("X1.1-9 O2.1-3")
    action = next(action for action in values if str(action) == "1-3")
    assert values["1-3"] == values.get("1-3") == values[action]
    assert "1-3" in values
    assert "3-1" not in values
    assert values.get("3-1", 5) == 5
    with pytest.raises(KeyError):
        values["3-1"]
    assert goff.play(goff.initial(), "1-3") == goff.position("X1.1-3")
    assert solve(game("sqt", q="1/2")).probabilities("X1.1-2 O2.1-2")["selA"] == Fraction(1, 2)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        (0.75, "3/4"),
        (0.1, "1/10"),
        (1e-7, "1/10000000"),
        (1.0, "1"),
        (np.float64(0.1), "1/10"),
        (np.int64(1), "1"),
    ],
)
def test_number_is_the_decimal_that_it_prints(given: float, meant: str) -> None:
    assert game("sqt", q=given) == game("sqt", q=meant)


@pytest.mark.parametrize("given", [float("nan"), float("inf"), 1.5, -0.1])
def test_float_that_beyond_0_to_1_is_rejected(given: float) -> None:
    with pytest.raises(ValueError, match="q must be"):
        game("sqt", q=given)


def test_best_play_ends_the_game_at_once_where_it_can(truth: Oracle[Any, Any]) -> None:
    """Of several optimal actions those come first after which the game is over, whatever chance and the System do."""
    game, chance, several = truth.game, Random(1), 0

    def ends(position: Any) -> bool:
        return game.actor(position) not in PLAYERS and all(ends(game.play(position, a)) for a in game.actions(position))

    for _ in range(40):
        position = game.initial()
        while actions := game.actions(position):
            ending = [a for a in actions if game.actor(position) in PLAYERS and ends(game.play(position, a))]
            if ending:
                optimal = truth.optimal(position)
                ending = [action for action in ending if action in optimal]
                several += 0 < len(ending) < len(optimal)
                first = (*ending, *(action for action in optimal if action not in ending))
                assert truth.best(position)[: len(optimal)] == first, game.write_position(position)
                assert not ending or (truth.line(position)[0], truth.choices(position)) == (ending[0], (*ending,))
            position = game.play(position, chance.choice(actions))
    assert (several > 0) == (game.ruleset[:5] != "proba"), "two open squares never end that game for certain"


def test_selection_that_wins_comes_before_one_that_wins_later() -> None:
    won = "X1.1-8 O2.6-8 X3.1-3 O4.4-8 X5.5-7 O6.1-2 X7.5-8 O8.3-6"
    truth = solve(game("goff"), progress=False)
    assert [*map(str, truth.best(won))] == ["selB", "selA"]
    assert [*map(str, truth.line(won))] == ["selB"]
