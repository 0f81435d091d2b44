"""The command takes natural words: what people type first, each with what it answers, or how to write it."""

import time
from pathlib import Path

import pytest

from qttt.oracle import progress

from .conftest import Run

ANSWERS = {
    "goff": "value 10, narrow win of X",
    "games": "Stochastic quantum tic-tac-toe",
    "cite": "The qttt authors (2026). qttt:",
    "cite GOFF-COLLAPSE-2": "GOFF-COLLAPSE-2: What collapses. Rule of goff-1.1",
    "cite sqt --bibtex": "@misc{qttt-sqt-1.1,",
    "help best": "Usage: qttt best [OPTIONS] {GAME} [MOVES]...",
    "-V": "qttt ",
    "version": "qttt ",
    "best Goff": "goff-1.1: collapse opponent",
    "show q3t": "hybrid-1.0",
    "best goff --collapse self": "goff-1.1: collapse self",
    "show sqt --q 1/2 --last draw --json": '"last": "draw"',
    "rule collapse": "GOFF-COLLAPSE-2",
    "rule closed cycle": "GOFF-COLLAPSE-1",
    "rule GOFF-COLLAPSE-2 --bibtex": "@misc{qttt-goff-1.1,",
}
COMPLETED = {
    "best g": ["goff"],
    "best goff --coll": ["--collapse"],
    "best goff --collapse ": ["opponent", "self"],
    "best goff --switch l": ["last=move", "last=draw"],
    "best goff --reading KS": ["KSmanis"],
    "explore --game h": ["hybrid"],
    "conform t": ["tiqtaqtoe"],
}
MOVES = {
    "goff 1-9 1-3": "X1.1-9 O2.1-3",
    "goff x1.1-9": "X1.1-9",
    "goff X1.9-1 o2.3-1": "X1.1-9 O2.1-3",
    "goff X1.1-9,O2.1-3": "X1.1-9 O2.1-3",
    "goff 9-1, 9-1, SELB": "X1.1-9 O2.1-9 selB",
    "sqt --q 1/2 9-1": "X1.1-9",
    "probabilistic --random 1 5 Success 3": "X1.5 success O2.3",
    "probabilistic --random 1 --switch first=O 5 neutral": "O1.5 neutral",
    "tiqtaqtoe 2-1 5": "X1.1-2 O2.5",
    "tiqtaqtoe --switch level=full 1-2 4-3": "X1.1-2 O2.4-3",
    "hybrid 7 =x 5>7": "X1.7 =X O2.5>7",
}
HOW = {
    "show goff 1,9": "'1,9' can mean 1-9 or 1 9: write one of them",
    "show goff 1-9 o1.1-3": "token 2 'o1.1-3': GOFF-TURN-1: expected O at ply 2, O2.1-3",
    "show goff 1-9 there": "token 2 'there': NOTATION-MOVE-1: expected a move such as O2.1-9, or selA or selB",
    "best goff --svg": "Option '--svg' requires an argument; see qttt --help",
    "best goff --svg board.gif": "board.gif: expected a name that ends in .svg or .png",
    "solve sqt --q 1/2 --plot v.svg": "--q and --plot: leave one out",
    "quantum": "'quantum' means goff or sqt: write one of them",
    "solve": "name a game: goff, sqt, probabilistic, tiqtaqtoe, hybrid; such as: qttt solve goff",
    **dict.fromkeys(
        ("evaluate goff", "evaluate random"),
        "name a game: goff, sqt, probabilistic, tiqtaqtoe, hybrid; such as: qttt evaluate random --game goff",
    ),
    "arena goff sqt": (
        "name a game: goff, sqt, probabilistic, tiqtaqtoe, hybrid; such as: qttt arena random random --game goff"
    ),
    "show goff --png board.png": "--png: name the picture's file with --out, such as --out board.png",
    "conform goff --collapse self -- engine": "--collapse: write --switch collapse=VALUE",
    "show goff --level high": "goff has no --level, which is only for tiqtaqtoe; leave it out",
    "show goff --collapse third": "--collapse third: unknown value 'third': expected opponent or self",
    "show goff --last draw --switch last=move": "--last draw: last is given twice; leave one out",
}


@pytest.mark.parametrize("typed", ANSWERS)
def test_natural_words_are_answered(qttt: Run, typed: str) -> None:
    said = qttt(*typed.split())
    assert said.code == 0
    assert ANSWERS[typed] in said.out


@pytest.mark.parametrize("typed", HOW)
def test_words_without_an_answer_say_how(qttt: Run, typed: str) -> None:
    assert qttt(*typed.split()).line == HOW[typed]


@pytest.mark.parametrize("typed", MOVES)
def test_typed_moves_are_read_as_their_canonical_text(qttt: Run, typed: str) -> None:
    name, *words = typed.split()
    options = [part for at, word in enumerate(words) if word.startswith("--") for part in words[at : at + 2]]
    assert qttt("show", name, *words, "--json").json == qttt("show", name, *options, MOVES[typed], "--json").json


@pytest.mark.parametrize("typed", COMPLETED)
def test_tab_completes_games_readings_and_switches(qttt: Run, monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    monkeypatch.setenv("_QTTT_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", f"qttt {typed}")
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split(" "))))
    assert qttt().out.split() == COMPLETED[typed]


def test_long_work_in_a_pipe_says_where_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "EVERY", 0.01)
    with progress.counting("rows") as report:
        report(1234, 5678)
        told = ""
        while "rows: 1,234 of 5,678, after " not in told:
            time.sleep(0.01)
            told += capsys.readouterr().err
    assert all(line.startswith("qttt: rows: ") for line in told.splitlines())


@pytest.mark.parametrize("typed", ["best goff 1-9 --svg", "solve sqt --plot", "best probabilistic --random 1 --svg"])
def test_pictures_are_written(qttt: Run, tmp_path: Path, typed: str) -> None:
    assert qttt(*typed.split(), str(tmp_path / "a.svg")).code == 0
    assert "<svg" in (tmp_path / "a.svg").read_text(encoding="utf-8")
