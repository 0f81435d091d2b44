"""Who can play on the page, and their moves; and what happens where chance or the System acts."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from qttt.app.explorer import playouts
from qttt.app.explorer.question import BadQuestion, Question
from qttt.app.explorer.ready import Ready
from qttt.oracle.perfect import PLAYERS
from qttt.oracle.registry import entry_of
from qttt.reference.agents.expecti_minimax import ExpectiMinimax
from qttt.reference.agents.monte_carlo import MonteCarlo
from qttt.reference.agents.random_play import Agent, RandomAgent, drawn
from qttt.reference.picture import listed

PLAYOUTS = (1, 3, 10, 30, 100, 300)
"""The strengths of Monte Carlo on the page."""
MOST_PLAYOUTS, DEPTHS = 1_000, (2, 3)
MOST_BY_REFERENCE = 10
"""Most playouts after each action where the reference plays them: after a written position, or in a game without
kernels."""
SEED = "random"
"""The parameter of a random seed; `seed` is an option of some game."""
SEEDS = 1 << 64


class Players:
    """Everybody who can be asked for a move; `nets` are the files of `qttt train` that the command has named."""

    def __init__(self, nets: Sequence[str] = ()) -> None:
        self._nets = tuple(nets)
        self._agents: dict[tuple[str, Any], Agent[Any, Any]] = {}

    def names(self) -> list[dict[str, Any]]:
        """The players, by the names under which they are asked for."""
        found = [{"name": "perfect", "words": "perfect play"}]
        found += [{"name": f"monte-carlo:{n}", "words": f"Monte Carlo, {n} playout{'s' * (n > 1)}"} for n in PLAYOUTS]
        found += [{"name": f"expecti-minimax:{n}", "words": f"expecti-minimax, depth {n}"} for n in DEPTHS]
        found.append({"name": "random", "words": "random moves"})
        return [*found, *({"name": f"net:{n}", "words": f"net {name}"} for n, name in enumerate(self._nets, start=1))]

    def reply_json(self, question: Question, asked: Mapping[str, str], ready: Ready) -> dict[str, Any]:
        """What a player does in a position, or where chance or the System acts what happens: a token.

        Equal seeds give equal answers; without a seed, chance is the machine's. Raises `BadQuestion`.
        """
        game, position = question.game, question.record.positions[-1]
        actor = game.actor(position)
        if actor is None:
            raise BadQuestion("the game is over: nobody is to act")
        chance = random.SystemRandom() if SEED not in asked else random.Random(_seed(asked[SEED]))
        name = asked.get("player", "")
        if actor not in PLAYERS:
            chances = game.chance(position) or ready.oracle(game).probabilities(position)
            action = drawn(chances, chance)
        elif name == "perfect":
            action = chance.choice(ready.oracle(game).choices(position))
        else:
            action = self._chosen(question, name, chance)
        return {"token": question.token(action), "actor": actor}

    def prepare(self, game: Any) -> None:
        """Compile what players need beyond values, so that nobody waits for it later."""
        playouts.prepare(game)

    def _chosen(self, question: Question, name: str, chance: random.Random) -> Any:
        game, number = question.game, _number(name, "monte-carlo", MOST_PLAYOUTS)
        if number and not question.start and playouts.has_kernels(game):
            return playouts.choose(question, game, number, chance)
        if number > MOST_BY_REFERENCE:
            raise BadQuestion(
                f"{name} takes too long here, where no kernel plays: expected at most {MOST_BY_REFERENCE} playouts"
            )
        return self._agent(question, name).choose(question.record.positions[-1], chance)

    def _agent(self, question: Question, name: str) -> Agent[Any, Any]:
        game = question.game
        key = name, (question.name, question.options)
        if key not in self._agents:
            if len(self._agents) > 100:
                self._agents.clear()
            self._agents[key] = self._made(question, game, name)
        return self._agents[key]

    def _made(self, question: Question, game: Any, name: str) -> Agent[Any, Any]:
        if name == "random":
            return RandomAgent(game)
        if number := _number(name, "monte-carlo", MOST_PLAYOUTS):
            return MonteCarlo(game, number)
        if (number := _number(name, "expecti-minimax", max(DEPTHS))) in DEPTHS:
            return ExpectiMinimax(game, number, entry_of(game).evaluation(game))
        if number := _number(name, "net", len(self._nets)):
            from qttt.app.agents import trained

            found: Agent[Any, Any] = trained(self._nets[number - 1], game)
            return found
        known = ["perfect", "random", f"monte-carlo:1 to monte-carlo:{MOST_PLAYOUTS}"]
        known += [f"expecti-minimax:{depth}" for depth in DEPTHS] + [f"net:{at + 1}" for at in range(len(self._nets))]
        raise BadQuestion(f"unknown player '{name[:40]}': expected {listed(known, 'or')}")


def _number(name: str, kind: str, most: int) -> int:
    """The number of a player of a kind, such as 30 in `monte-carlo:30`; 0 if it is another player or out of range."""
    head, _, number = name.partition(":")
    found = int(number) if number.isascii() and number.isdecimal() and len(number) < 6 else 0
    return found if head == kind and found <= most else 0


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 20 and int(text) < SEEDS):
        raise BadQuestion(f"{SEED} '{text[:40]}': expected a whole number from 0 to 2^64 - 1")
    return int(text)
