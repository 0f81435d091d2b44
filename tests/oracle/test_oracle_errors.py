"""Invalid arguments, for any game: one sentence that says what is wrong, also of a reading named by a program; and what
interrupts reach."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from qttt.fast.store import StoreError
from qttt.oracle import Oracle, entry, entry_of, game, games, register, solve, unregister
from qttt.oracle.registry import options, readings
from qttt.reference.game import RuleBroken
from qttt.reference.notation import NotationError
from qttt.reference.perft import perft
from qttt.spec.rulesets import Program, programs

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
    kind, words = (
        (NotationError, "NOTATION-") if isinstance(given, str) else (TypeError, "is not an action of .*: expected")
    )
    with pytest.raises(kind, match=words):
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


def test_unknown_device_is_rejected(truth: Oracle[Any, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
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


@pytest.mark.parametrize("program", [each for each in programs() if each.is_code], ids=lambda program: program.owner)
def test_reading_has_the_options_of_the_program(program: Program) -> None:
    for who in (program.owner, *([] if program.version else [program.name])):
        made = game(program.game, reading=who)
        for option, value in program.reading.items():
            assert made.setting[option.replace("-", "_")] == value


def test_text_of_rules_is_no_reading() -> None:
    assert not {each.owner for each in programs() if not each.is_code} & {*readings("goff")}


def test_what_agrees_with_the_reading_may_be_said_again() -> None:
    plain = game("sqt", reading="Oxel40")
    assert plain == game("sqt", reading="Oxel40", q="0.5", both="first", double_win=False)
    assert plain != game("sqt", reading="Oxel40", scoring="draws-second")
    assert game("goff", reading="KSmanis") == game("goff-1.1", double_win=True)


@pytest.mark.parametrize(
    ("name", "options", "why"),
    [
        ("tiqtaqtoe", {"reading": "quantumlib/unitary"}, "unknown program: expected .*quantumlib-QUANTUM_V1, .* or"),
        ("goff", {"reading": "nobody"}, "reading=nobody: unknown program: expected KSmanis, .* or"),
        ("goff", {"reading": "Oxel40"}, "plays sqt with q=1/2, double-win=no, .*; ask for sqt, not goff"),
        ("sqt", {"reading": "KSmanis", "q": "1/2"}, "plays goff with .*; ask for goff, not sqt"),
        ("goff", {"reading": "KSmanis", "double_win": False}, "KSmanis/QTTT has double-win=yes, not no; leave one out"),
        ("sqt", {"reading": "Oxel40", "q": "1/3"}, "Oxel40/qtttgym has q=1/2, not 1/3; leave one out"),
        ("goff", {"collapse": "chance"}, "a coin selects in sqt with --q 1/2"),
    ],
)
def test_contradiction_is_rejected_in_one_line(name: str, options: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why) as caught:
        game(name, **options)
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_process_is_deaf_to_interrupts_from_its_first_line_on() -> None:
    program = """
import signal, subprocess, sys
from qttt.oracle.processes import uninterrupted
signal.signal(signal.SIGINT, signal.default_int_handler)
child = "import signal; signal.raise_signal(signal.SIGINT); print('went on')"
with uninterrupted():
    subprocess.run([sys.executable, "-c", child])
try:
    with uninterrupted():
        signal.raise_signal(signal.SIGINT)
        print("held", flush=True)
except KeyboardInterrupt:
    print("heard")
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == ("went on\nheld\nheard\n", "")
