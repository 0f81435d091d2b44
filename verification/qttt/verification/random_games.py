"""Random games, and their texts with random damage, by a seed: for 20,000 games of a page and for engines over a pipe,
which Hypothesis would draw too slowly; and their shrinking."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from random import Random
from typing import TypeVar

from qttt.reference.game import Game

P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)
R = TypeVar("R")
S = TypeVar("S")

Choices = tuple[int, ...]
"""A game: the choice among the legal actions at each step, until the choices run out or the game ends."""

CHARACTERS = "XO0123456789.-selABabquw @:=|>,\t\u017f\u0663\u00a0"
"""What damages a text: what occurs in writing, and letters, a digit and a blank that are not ASCII."""


def random_game(game: Game[P, A], draws: Random, longest: int = sys.maxsize) -> Iterator[tuple[P, tuple[A, ...]]]:
    """The positions of a random game of at most so many actions, each with the actions that lead to it."""
    position = game.initial()
    made: tuple[A, ...] = ()
    yield position, made
    while len(made) < longest and (legal := game.actions(position)):
        made = (*made, draws.choice(legal))
        position = game.play(position, made[-1])
        yield position, made


def visited(game: Game[P, A], draws: Random, games: int) -> Iterator[P]:
    """All positions of random games, ended ones included."""
    return (position for _ in range(games) for position, _ in random_game(game, draws))


def damaged(texts: Sequence[str], draws: Random, number: int) -> Iterator[str]:
    """Texts with up to two changes: a character put in, left out or exchanged; a token doubled, left out or moved."""
    for _ in range(number):
        text = draws.choice(texts)
        for _ in range(draws.choice((0, 1, 1, 1, 2))):
            text = draws.choice(DAMAGES)(text, draws)
        yield text


def _put_in(text: str, draws: Random) -> str:
    at = draws.randrange(len(text) + 1)
    return text[:at] + draws.choice(CHARACTERS) + text[at:]


def _exchanged(text: str, draws: Random) -> str:
    at = draws.randrange(len(text) + 1)
    return text[:at] + draws.choice(CHARACTERS) + text[at + 1 :]


def _left_out(text: str, draws: Random) -> str:
    at = draws.randrange(len(text) + 1)
    return text[:at] + text[at + 1 :]


def _token_changed(text: str, draws: Random) -> str:
    tokens = text.split(" ")
    at = draws.randrange(len(tokens))
    tokens[at : at + 1] = draws.choice(((), (tokens[at], tokens[at]), (draws.choice(tokens),)))
    return " ".join(tokens)


DAMAGES: tuple[Callable[[str, Random], str], ...] = (_put_in, _exchanged, _left_out, _token_changed)


# Games as choices, which can be shrunk


def nth(legal: Sequence[R], choice: int) -> R:
    return legal[choice % len(legal)]


def random_choices(seed: str, number: int) -> Choices:
    draws = Random(seed)
    return tuple(draws.randrange(1 << 16) for _ in range(number))


def shrunk(shows: Callable[[S], R | None], what: S, found: R, simpler: Callable[[S], Iterable[S]]) -> R:
    """The error that the simplest game or text shows, of those that are found step by step: nothing `simpler` by a step
    shows one. The search resumes where it found the last simpler one."""
    tried = 0
    while True:
        others = [*simpler(what)]
        for number in (*range(tried, len(others)), *range(min(tried, len(others)))):
            if refuted := shows(others[number]):
                what, found, tried = others[number], refuted, number
                break
        else:
            return found


def simpler_games(choices: Choices) -> Iterator[Choices]:
    """Games without one choice or two (a move and its result), then games with one choice set to 0, halved or
    made smaller by 1."""
    for left_out in (1, 2):
        yield from (choices[:at] + choices[at + left_out :] for at in reversed(range(len(choices) - left_out + 1)))
    for at, choice in enumerate(choices):
        smaller = dict.fromkeys(less for less in (0, choice // 2, choice - 1) if 0 <= less < choice)
        yield from ((*choices[:at], less, *choices[at + 1 :]) for less in smaller)
