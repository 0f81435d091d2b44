"""The command takes natural words: what people type first, each with what it answers, or how to write it."""

import pytest

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
    "rule collapse": "GOFF-COLLAPSE-2",
    "rule closed cycle": "GOFF-COLLAPSE-1",
    "rule GOFF-COLLAPSE-2 --bibtex": "@misc{qttt-goff-1.1,",
}
HOW = {
    "quantum": "'quantum' means goff or sqt: write one of them",
    "solve": "name a game: goff, sqt, probabilistic, tiqtaqtoe, hybrid; such as: qttt solve goff",
}


@pytest.mark.parametrize("typed", ANSWERS)
def test_natural_words_are_answered(qttt: Run, typed: str) -> None:
    said = qttt(*typed.split())
    assert said.code == 0
    assert ANSWERS[typed] in said.out


@pytest.mark.parametrize("typed", HOW)
def test_words_without_an_answer_say_how(qttt: Run, typed: str) -> None:
    assert qttt(*typed.split()).line == HOW[typed]
