"""A contest from what was typed, and its games played by the engine that was asked for."""

import time
from collections import Counter
from collections.abc import Iterable
from typing import Any

from qttt.app import games
from qttt.app.arena.contest import AgentName, Contest, EngineName, Tally, agent_name, result
from qttt.app.commands.asked import Asked
from qttt.app.errors import BadInput
from qttt.app.probabilistic import boards
from qttt.app.probabilistic.boards import Named
from qttt.app.progress import Count, counting
from qttt.reference.game import Actor, Outcome


def asked_for(
    asked: Asked, agents: tuple[str, str], many: int, seed: int, swap: bool, engine: EngineName | None
) -> Contest:
    """The contest that is asked for. Raises BadInput for anything wrong about it."""
    a, b = map(_agent, "AB", agents)
    with_fast = asked.ruleset == "tiqtaqtoe"
    if engine == "fast" and not with_fast:
        raise BadInput(f"{asked.ruleset} has no fast agents: leave out --engine fast, which is for tiqtaqtoe")
    chosen: EngineName = engine or ("fast" if with_fast else "reference")
    board = boards.board(asked.board, asked.random, asked.number) if asked.ruleset == "probabilistic" else None
    return Contest(game_of(asked, board), a, b, many, seed, swap, chosen, asked.tablebase, board)


def _agent(who: str, text: str) -> AgentName:
    try:
        return agent_name(text)
    except BadInput as error:
        raise BadInput(f"{who}: {error}") from error


def game_of(asked: Asked, board: Named | None) -> Any:
    """The game of the reference; on a board, if there is one."""
    if board:
        from qttt.reference.probabilistic import Probabilistic

        return Probabilistic(board.board)
    if asked.ruleset == "tiqtaqtoe":
        return games.tiqtaqtoe(asked.level, asked.switch)
    if asked.ruleset == "hybrid":
        return games.hybrid(asked.switch)
    return games.chosen(asked.ruleset, asked.collapse, asked.q, asked.scoring, asked.double_win)


def played(contest: Contest) -> Tally:
    """Play the games of a contest and count."""
    began = time.perf_counter()
    results, ends = Counter[str](), Counter[str]()
    with counting("games") as report:
        report(0, contest.games)
        for side, outcome in _outcomes(contest, report):
            results[result(outcome, side)] += 1
            ends[str(outcome)] += 1
    return Tally(contest, results, ends, time.perf_counter() - began)


def _outcomes(contest: Contest, report: Count) -> Iterable[tuple[Actor, Outcome]]:
    if contest.engine == "fast":
        from qttt.app.arena import tiqtaqtoe as arena_tiqtaqtoe

        return arena_tiqtaqtoe.outcomes(contest, report)
    from qttt.app.arena import matches as arena_play

    return arena_play.outcomes(contest, report)
