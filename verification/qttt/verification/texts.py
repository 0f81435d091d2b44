"""Texts of random games that are read back, and such texts with random damage."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from qttt.reference.game import Game
from qttt.reference.notation import NotationError
from qttt.verification import Refuted

CHARACTERS = "XO0123456789.-selABabquw @:=|>,\t\u017f\u0663\u00a0"
"""What damages a text: what occurs in writing, and letters, a digit and a blank that are not ASCII."""


def random_game(game: Game[Any, Any], draws: Random, longest: int) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """The positions of a random game, each with the actions that lead to it."""
    position = game.initial()
    made: tuple[Any, ...] = ()
    yield position, made
    while len(made) < longest and (legal := game.actions(position)):
        made = (*made, draws.choice(legal))
        position = game.play(position, made[-1])
        yield position, made


LONGEST, SEED = 30, 2027
"""The largest number of actions of a game, because some games can continue without end; and the seed."""


def texts_are_read_back(settings: Sequence[Game[Any, Any]], games: int = 140) -> str:
    """Every position of random games, played in all settings in turn: its line is read as this position and written as
    this line, and the text of its game as this game, for any blanks. The last line of each game is rejected in all
    other settings."""
    count = 0
    for number in range(games):
        game = settings[number % len(settings)]
        played = [*random_game(game, Random(f"{SEED}/{number}"), LONGEST)]
        for position, _ in played:
            _is_read_back(game, game.write_position(position), position, game.position, game.write_position)
        _is_read_back(game, game.write(played[-1][1]), played[-1][1], game.parse, game.write)
        for other in settings:
            if other is not game:
                _is_refused(other, game.write_position(played[-1][0]))
        count += len(played)
    return f"{count:,} positions of {games} games, {len(settings)} settings, seed {SEED}"


def _is_read_back(
    game: Game[Any, Any], text: str, meant: Any, read: Callable[[str], Any], write: Callable[[Any], str]
) -> None:
    with_blanks = text.replace(" ", " \n ").replace(":", " :")
    for each in (text, f"\t{with_blanks} "):
        try:
            found = read(each)
        except NotationError as error:
            raise Refuted(f"'{text}' is not read: {error}") from error
        if found != meant or write(found) != text:
            raise Refuted(f"'{text}' is read as '{write(found)}'")


def _is_refused(game: Game[Any, Any], line: str) -> None:
    try:
        game.position(line)
    except NotationError as error:
        if error.rule == "NOTATION-POSITION-1":
            return
        raise Refuted(f"'{line}' is rejected by {error.rule}") from error
    raise Refuted(f"'{line}' is read as a position under {dict(game.setting)}")


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
