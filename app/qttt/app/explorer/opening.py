"""What the command opens: a game, perhaps one that has been played, checked before the server starts."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

from qttt.app.errors import BadInput
from qttt.app.explorer.question import BadQuestion, Question, setting_of
from qttt.app.explorer.shown import start_of
from qttt.app.games import Query
from qttt.oracle.registry import games
from qttt.reference.written import is_position

BRANCHES = "tree"
"""The parameter of the page's address with the branches of a game; only the page reads it."""


class Opening(NamedTuple):
    """What the browser opens: the path of the page, the game whose values are made ready first, and the nets that can
    be played against."""

    path: str
    game: Any
    nets: tuple[str, ...]


def opened(query: Query, text: str, nets: Sequence[str]) -> Opening:
    """The page of a game in notation, of a written position, or of a link to the explorer; the last two name their
    options themselves.

    Raises `BadInput`, and what reading a game raises.
    """
    if is_link(text):
        parameters = _linked(query, text)
    elif is_position(text):
        if query.typed:
            raise BadInput("the written position names its options: leave out the others")
        named = [each.partition("=")[::2] for each in text.partition(":")[0].split()[1:]]
        parameters = [*named, ("moves", text)]
    else:
        parameters = [*_options(query), ("moves", text)]
    question = _question(query.name, parameters)
    options = [(name, value) for name, value in parameters if name not in ("moves", "position", BRANCHES)]
    branches = [(name, value) for name, value in parameters if name == BRANCHES]
    address = urlencode([*options, *_played(question), *branches])
    checked = tuple(_net(each, question.game) for each in nets)
    return Opening(f"/{query.name}" + (f"?{address}" if address else ""), question.game, checked)


def is_link(text: str) -> bool:
    """Whether a text is meant as an address.

    >>> is_link("http://127.0.0.1:8000/goff?moves=X1.1-9"), is_link("goff-1.0: X1@9 O2@3 X3@1")
    (True, False)
    """
    return text.startswith(("http://", "https://"))


def game_of_link(text: str) -> str:
    """The game that a link to the explorer opens. Raises `BadInput` for another link."""
    try:
        name = urlsplit(text).path.strip("/") or games()[0]
    except ValueError:
        name = ""
    if name not in games():
        expected = f"http://127.0.0.1:8000/{games()[0]}, a game or a written position"
        raise BadInput(f"this link is not of the explorer: expected an address such as {expected}")
    return name


def _linked(query: Query, text: str) -> list[tuple[str, str]]:
    """The parameters of a link; where it names no option, those with which the page begins."""
    if query.typed or query.name != game_of_link(text):
        raise BadInput("the link names its game and its options: leave out the others")
    found = parse_qsl(urlsplit(text).query, keep_blank_values=True)
    if all(name in ("moves", "position", BRANCHES) for name, _ in found):
        return [*start_of(query.name).items(), *found]
    return found


def _options(query: Query) -> list[tuple[str, str]]:
    """The options that were typed, and those with which the page begins where one is required."""
    start = {name.replace("-", "_"): value for name, value in start_of(query.name).items()}
    if not query.typed:
        return [*start_of(query.name).items()]
    kind = {option.name: option for option in _kind(query).options}
    needed = {name: value for name, value in start.items() if name in kind and name not in query.typed}
    game = Query(query.name, {**needed, **query.typed}).game
    return [(name, value) for name, value in setting_of(game).items() if value != kind[name.replace("-", "_")].default]


def _kind(query: Query) -> Any:
    from qttt.oracle.registry import entry

    return entry(query.name).kind


def _question(name: str, parameters: Sequence[tuple[str, str]]) -> Question:
    try:
        question = Question.of(name, parameters, (BRANCHES,))
        assert question.record
    except BadQuestion as error:
        raise BadInput(f"{error} ({error.rule})" if error.rule else str(error)) from error
    return question


def _played(question: Question) -> list[tuple[str, str]]:
    return [(name, text) for name, text in (("position", question.start), ("moves", question.moves)) if text]


def _net(text: str, game: Any) -> str:
    from qttt.app.agents import trained

    name = text if text.startswith("net:") else f"net:{text}"
    trained(name, game)
    return name
