"""Properties, each written once and tried by two engines: Hypothesis on values that it draws, and CrossHair behind it,
which runs the same text on symbolic values and solves for a value that takes another path.

Here are the engines and the properties of every game. A game's folder adds those of its readers and kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from qttt.reference.game import Actor, RuleBroken
from qttt.reference.notation import NotationError, StateError, split
from qttt.verification import Refuted

Values = st.SearchStrategy[Any]
TOKENS, OTHERS = 100, 20
"""The most examples that CrossHair tries: of a property of tokens or numbers as they are written, and of any other."""
SYMBOLIC: dict[str, Any] = {
    "backend": "crosshair",
    "deadline": None,
    "database": None,
    "derandomize": True,
    "phases": [Phase.generate],
    "report_multiple_bugs": False,
    "suppress_health_check": [*HealthCheck],
}
"""How Hypothesis runs CrossHair: an example is a path through the code."""


@dataclass(frozen=True)
class Property:
    """A property that holds where `holds` raises nothing, for all `values` of its arguments; one `of_tokens` needs
    more examples than any other."""

    holds: Callable[..., None]
    values: dict[str, Values]
    of_tokens: bool = False

    def __str__(self) -> str:
        return self.holds.__name__

    def run(self, engine: settings | None = None) -> None:
        """Try the property, by default with the profile that is loaded. Raises what `holds` raises."""
        test = given(**self.values)(self.holds)
        (engine(test) if engine else test)()


def stated(**values: Values) -> Callable[[Callable[..., None]], Property]:
    """Makes a property of a function, with the values of its arguments."""
    return lambda holds: Property(holds, values)


def read(**values: Values) -> Callable[[Callable[..., None]], Property]:
    """The same for a property of tokens or numbers as they are written."""
    return lambda holds: Property(holds, values, of_tokens=True)


def searched(
    properties: Sequence[Property], tokens: int = TOKENS, others: int = OTHERS, only: Sequence[str] = ()
) -> str:
    """CrossHair finds no value that breaks a property, or one of `only` these, in so many examples of each. Raises
    `Refuted` with the value, and for a property in which CrossHair can't follow the code.

    Not guaranteed: that there is none.
    """
    symbolic = 0
    chosen = [each for each in properties if not only or str(each) in only]
    for each in chosen:
        paths = list[bool]()
        followed = replace(each, holds=_followed(each.holds, paths))
        try:
            followed.run(settings(max_examples=tokens if each.of_tokens else others, **SYMBOLIC))
        except Exception as error:
            notes = " ".join(" ".join(getattr(error, "__notes__", ())).split())
            raise Refuted(f"{each}: {type(error).__name__}: {error}; {notes}") from error
        if not any(paths):
            raise Refuted(f"{each}: CrossHair can't follow it")
        symbolic += sum(paths)
    most = f"at most {tokens} of tokens or numbers, {others} of others"
    return f"{symbolic:,} symbolic examples of {len(chosen)} properties: {most}"


def _followed(holds: Callable[..., None], paths: list[bool]) -> Callable[..., None]:
    """A function that also notes of each call that returns whether CrossHair has followed it."""
    from crosshair.tracers import is_tracing

    @wraps(holds)
    def noted(**values: Any) -> None:
        holds(**values)
        paths.append(is_tracing())  # type: ignore[no-untyped-call]

    return noted


# Properties of every game


def of_game(
    game: Any, actions: Values, settling: str, starts: Sequence[str], states: Sequence[str]
) -> tuple[Property, ...]:
    """The properties of a game. `actions` are any, legal or not. A token that settles a ply begins with `settling`;
    `starts` are legal games to go on with, and `states` written positions of many kinds."""
    notation = game.notation

    @read(token=st.text(max_size=4).map(lambda rest: f"X1.{rest}"))
    def a_move_is_read_as_it_is_written(token: str) -> None:
        with suppress(NotationError):
            assert notation.write_move(1, notation.read_move(token, 1, 1)) == token

    @read(token=st.text(max_size=2).map(lambda rest: f"{settling}{rest}"))
    def what_settles_is_read_as_it_is_written(token: str) -> None:
        with suppress(NotationError):
            assert (action := notation.read_settling(token, 1)) is None or str(action) == token

    @stated(state=st.sampled_from(("", *states)), rest=st.text(max_size=4))
    def a_state_is_read_as_it_is_written(state: str, rest: str) -> None:
        with suppress(StateError):
            assert sorted(str(game.state.of(state + rest)).split()) == sorted(split(state + rest))

    @stated(start=st.sampled_from(starts), text=st.text(max_size=6))
    def a_game_is_read_as_it_is_written(start: str, text: str) -> None:
        with suppress(NotationError, RuleBroken):
            assert game.write(game.read(f"{start} {text}").actions) == " ".join(split(f"{start} {text}"))

    return (
        a_move_is_read_as_it_is_written,
        what_settles_is_read_as_it_is_written,
        a_state_is_read_as_it_is_written,
        a_game_is_read_as_it_is_written,
        *of_play(game, actions, states),
    )


def of_play(game: Any, actions: Values, states: Sequence[str]) -> tuple[Property, ...]:
    """Those of its play."""
    positions = [game.state.of(state) for state in states]

    @stated(position=st.sampled_from(positions), action=actions)
    def play_raises_only_the_exception_of_a_rule(position: Any, action: Any) -> None:
        legal = action in game.actions(position)
        try:
            game.play(position, action)
        except RuleBroken:
            assert not legal
        else:
            assert legal

    @stated(position=st.sampled_from(positions), choice=st.integers(0, 99), symmetry=st.sampled_from(game.symmetries))
    def a_turned_board_has_turned_answers(position: Any, choice: int, symmetry: Any) -> None:
        turned, legal = game.turned(position, symmetry), game.actions(position)
        assert game.actor(turned) == game.actor(position)
        there = [game.turned_action(position, action, symmetry) for action in legal]
        assert {*there} == {*game.actions(turned)}
        if legal:
            at = choice % len(legal)
            assert game.play(turned, there[at]) == game.turned(game.play(position, legal[at]), symmetry)
        else:
            assert game.score(turned) == game.score(position)

    @stated(position=st.sampled_from(positions))
    def probabilities_add_up_to_1(position: Any) -> None:
        chances, favours, actor = game.chance(position), game.system(position), game.actor(position)
        assert {*chances} == ({*game.actions(position)} if actor is Actor.CHANCE else set())
        assert {*favours} == ({Actor.X, Actor.O} if actor is Actor.SYSTEM else set())
        assert sum(chances.values()) + sum(favours.values()) == (actor in (Actor.CHANCE, Actor.SYSTEM))

    return (
        play_raises_only_the_exception_of_a_rule,
        a_turned_board_has_turned_answers,
        probabilities_add_up_to_1,
    )
