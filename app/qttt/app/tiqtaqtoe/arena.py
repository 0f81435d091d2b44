"""Contests of TiqTaqToe on the fast engine."""

from collections.abc import Iterator

import numpy as np

from qttt.app.contest import Contest
from qttt.app.stored import tablebase
from qttt.fast.backend import Cpu
from qttt.fast.tiqtaqtoe.agents import Agent, Agents
from qttt.fast.tiqtaqtoe.matches import played
from qttt.learn.names import AgentName
from qttt.oracle.progress import Count
from qttt.reference.game import Actor, Outcome

BATCH = 20_000
"""Games that are played together."""
OUTCOMES = (
    Outcome(Actor.X, "", "TIQ-END-1"),
    Outcome(Actor.O, "", "TIQ-END-1"),
    Outcome(None, "lines of both", "TIQ-END-2"),
    Outcome(None, "no line", "TIQ-END-3"),
)
"""The outcome of each kind of end. A win by a measurement is not distinguished from one by a move."""


def outcomes(contest: Contest, report: Count) -> Iterator[tuple[Actor, Outcome]]:
    """The side of A and the outcome of each game. The seed decides all games together."""
    answers = tablebase(contest.game, contest.path).answers
    known = Agents(Cpu(), answers)
    a, b = agent(known, contest.a), agent(known, contest.b)
    as_o = contest.games // 2 if contest.swap else 0
    chance, done = np.random.default_rng(contest.seed), 0
    for side, players, games in ((Actor.X, (a, b), contest.games - as_o), (Actor.O, (b, a), as_o)):
        for start in range(0, games, BATCH):
            report(done + start, contest.games)
            for kind in played(answers, players, min(BATCH, games - start), chance).ends.tolist():
                yield side, OUTCOMES[kind]
        done += games


def agent(known: Agents, name: AgentName) -> Agent:
    """An agent by its name."""
    found: Agent = getattr(known, name.kind.replace("-", "_"))(*([name.number] if name.number else []))
    return found
