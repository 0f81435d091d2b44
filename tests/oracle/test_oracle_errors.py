"""Invalid arguments, for any game: one sentence that says what is wrong."""

from pathlib import Path
from typing import Any

import pytest

from qttt.fast.store import StoreError
from qttt.oracle import Oracle, entry, entry_of, game, games, register, solve, unregister
from qttt.oracle.registry import options
from qttt.reference.game import RuleBroken
from qttt.reference.perft import perft

NO_POSITIONS = (None, 7, (1, 9), b"", object())
NO_ACTIONS = (None, (1, 9), "X1.1-9", 5, 2.5, [1, 2])
QUESTIONS = ("value", "values", "best", "line", "probabilities")


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("given", NO_POSITIONS, ids=lambda given: type(given).__name__)
def test_oracle_rejects_invalid_position(truth: Oracle[Any, Any], question: str, given: Any) -> None:
    with pytest.raises(TypeError, match=f"expected a position of {truth.game.ruleset} or a text: .* is neither"):
        getattr(truth, question)(given)


def test_batch_of_one_text_is_rejected(truth: Oracle[Any, Any]) -> None:
    with pytest.raises(TypeError, match=r"many takes several positions: write \['X1'\] for one"):
        truth.many("X1")
    with pytest.raises(TypeError, match="expected a position of"):
        truth.many(["", None])


@pytest.mark.parametrize("ply", [-1, 1.0, "1", True])
def test_oracle_rejects_invalid_ply(truth: Oracle[Any, Any], ply: Any) -> None:
    with pytest.raises(ValueError, match=f"ply {ply!r}: expected an integer from 0"):
        truth.table(ply)


@pytest.mark.parametrize("given", ["X1.1-9", *NO_POSITIONS], ids=lambda given: type(given).__name__)
def test_game_rejects_invalid_position(truth: Oracle[Any, Any], given: Any) -> None:
    rules = truth.game
    action = rules.actions(rules.initial())[0]
    for ask in (rules.actor, rules.actions, rules.score, rules.write_position, lambda p: rules.play(p, action)):
        with pytest.raises(TypeError, match=r"is not a position of .*: make one with game.position\(text\)"):
            ask(given)


@pytest.mark.parametrize("given", NO_ACTIONS, ids=lambda given: type(given).__name__)
def test_game_rejects_invalid_action(truth: Oracle[Any, Any], given: Any) -> None:
    with pytest.raises(TypeError, match=r"is not an action of .*: expected"):
        truth.game.play(truth.game.initial(), given)
    with pytest.raises(TypeError, match=r"is not an action of .*: expected"):
        truth.game.write([given])


@pytest.mark.parametrize("given", [None, 5, ["X1.1-9"]], ids=lambda given: type(given).__name__)
def test_game_rejects_what_is_not_text(truth: Oracle[Any, Any], given: Any) -> None:
    for ask in (truth.game.position, truth.game.read, truth.game.parse):
        with pytest.raises(TypeError, match="a written game or position must be a str"):
            ask(given)


def test_score_before_the_end_is_rejected(truth: Oracle[Any, Any], reached: list[Any]) -> None:
    for position in reached:
        if truth.game.actor(position) is not None:
            with pytest.raises(RuleBroken, match="the end of the game first"):
                truth.game.score(position)


@pytest.mark.parametrize("depth", [-1, 1.5, "2"])
def test_perft_rejects_invalid_depth(truth: Oracle[Any, Any], depth: Any) -> None:
    with pytest.raises(ValueError, match=r"depth .*: expected an integer from 0"):
        perft(truth.game, depth)


def test_position_of_another_game_is_rejected(truth: Oracle[Any, Any]) -> None:
    state = type(truth.game.initial())
    other = next(name for name in games() if entry(name).kind.state is not state)
    foreign = entry(other).kind.state()
    with pytest.raises(TypeError, match=f"expected a position of {truth.game.ruleset}"):
        truth.value(foreign)
    with pytest.raises(TypeError, match="is not a position of"):
        truth.game.actor(foreign)


def test_file_is_rejected_for_a_game_that_is_not_stored(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="tablebases of probabilistic are not stored; omit the file"):
        solve(game("probabilistic", seed=1), tablebase=tmp_path)


@pytest.mark.parametrize("given", ["goff", None, object(), 3])
def test_only_games_are_solved(given: Any) -> None:
    with pytest.raises(TypeError, match=r"is not a game: make one with game\(name, \*\*options\)"):
        solve(given)


def test_unknown_device_is_rejected(truth: Oracle[Any, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setattr("qttt.oracle.store.user_folder", lambda: tmp_path)
    with pytest.raises(ValueError, match="device 'abacus': expected auto, cpu or gpu"):
        solve(truth.game, device="abacus")


@pytest.mark.parametrize("name", ["chess", "goff-9.9", "", None, 5])
def test_unknown_game_is_named(name: Any) -> None:
    for ask in (game, entry, options):
        with pytest.raises(ValueError, match=r"unknown (game|ruleset)"):
            ask(name)


def test_registry_names_cannot_be_reused_or_removed(truth: Oracle[Any, Any]) -> None:
    with pytest.raises(ValueError, match="is registered already"):
        register(entry_of(truth.game))
    with pytest.raises(ValueError, match="was not added by register"):
        unregister(entry_of(truth.game).name)
