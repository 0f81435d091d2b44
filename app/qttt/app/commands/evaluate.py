"""`qttt evaluate`: measures of an agent from what it does in every position, or from games."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Annotated, Generic

import typer
from rich.text import Text

from qttt.app import plots, screen, stored
from qttt.app.command import ENGINE, Command, EngineCommand, GameCommand, view
from qttt.app.engine import engine_of
from qttt.app.errors import BadInput
from qttt.app.files import suffix_of, write_bytes
from qttt.app.games import Answer, Query
from qttt.app.options import Json, Timeout, check_games, seed_in_range
from qttt.fast.batch import O, X
from qttt.learn.measures.games import ResultOfGames, Sampled, measure_by_games, play_games
from qttt.learn.measures.measuring import Measures, Mistake, Policy, Side, measure, measure_sides
from qttt.learn.measures.policies import DEEPEST, LADDER, OutOfReach, Result, elo, policy_of, result
from qttt.learn.measures.statistics import CONFIDENCE
from qttt.learn.measures.tree import Tree, tree_of
from qttt.learn.names import AGENTS, agent_name
from qttt.oracle import Oracle
from qttt.oracle.perfect import A, P
from qttt.oracle.progress import counting, waiting
from qttt.oracle.registry import entry_of

MOST_GAMES = 100_000
DIGITS = 12
"""Decimals of the numbers in JSON, of which ten are exact."""
FEW = 6
"""The most best actions that are named."""
RESULTS = ("X wins", "draw", "O wins")
MEASURING = "Measuring the positions"
Pair = tuple[str, str]
"""The names of X and O."""
PolicyOfPlayer = Callable[[Tree, int], Policy]
"""What an agent does as a player in the positions of a tree."""


class EvaluateCommand(EngineCommand, GameCommand):
    """A command about a game that may be followed by -- and an engine."""


def evaluate(
    query: Query,
    context: typer.Context,
    agent: Annotated[
        str,
        typer.Argument(metavar="AGENT", help=f"Who is measured: {AGENTS}; or engine, with its command after --."),
    ],
    through: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="Measure the positions with at most this many moves made, in hybrid measured boxes and pending links. "
            "Default: 9, the whole game, in probabilistic and tiqtaqtoe; 3 in the others.",
        ),
    ] = None,
    many: Annotated[
        int, typer.Option("--games", metavar="N", help="Number of games in each row that is played.")
    ] = 100,
    seed: Annotated[int, typer.Option(help="Random seed of these games; equal seeds give equal games.")] = 1,
    timeout: Timeout = 10.0,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also draw the shares of optimal actions to this file (.svg or .png)."),
    ] = None,
    as_json: Json = False,
) -> int:
    """Measure an agent: its optimal actions, its losses, its worst case, and its results.

    Shares and losses are means over positions up to symmetry: over all of them, and over those that the agent's play
    can reach. An agent that plays the images of a position differently counts with the mean over the images. The worst
    case is what a best responder makes of the agent. If the measured positions are not the whole game, both sides play
    perfectly beyond them, and the results of games that the agents play to the end stand beside. Where the chances of
    monte-carlo are not known, it is measured by games only. Shares of games have 95% intervals (Wilson).

    An engine speaks the protocol of spec/protocol.md and plays the first of its best actions, as in: qttt evaluate
    engine --game goff -- ./my-engine. It is asked in every position that its own play can reach, as the position is.
    Exit code 3: the engine failed.
    """
    command = context.meta[ENGINE]
    _check_agent(query.name, agent, command)
    check_games(many, MOST_GAMES)
    seed_in_range(seed)
    plots.check_plot(plot)
    oracle = Oracle(query.game, stored.tablebase(query.game, query.tablebase))
    plies = entry_of(query.game).measured if through is None else through
    asked = Asked(query, oracle, agent, plies, many, seed, plot)
    try:
        if command:
            with engine_of(oracle, command, timeout) as engine:
                sides = {player: engine.side(player, plies) for player in (X, O)}
                answer = _measure(asked, measure_sides(sides), sides, engine.policy)
        else:
            try:
                with waiting(MEASURING):
                    side = Side(asked.tree, policy_of(agent, asked.tree))
                    measures = measure(*side)
            except OutOfReach:
                with counting("games") as report:
                    answer = _measure_by_games(asked, measure_by_games(oracle, agent, many, seed, report))
            else:
                answer = _measure(asked, measures, {X: side, O: side}, lambda tree, player: policy_of(agent, tree))
    except ValueError as error:
        raise BadInput(str(error)) from error
    return answer.show(as_json)


@dataclass
class Asked(Generic[P, A]):
    """What is to be measured, and how."""

    query: Query
    oracle: Oracle[P, A]
    agent: str
    through: int
    games: int
    seed: int
    plot: Path | None

    @cached_property
    def tree(self) -> Tree:
        """The measured positions up to symmetry."""
        return tree_of(self.oracle, self.through)

    @property
    def pairs(self) -> list[Pair]:
        """Who is X and who is O in each row of results."""
        return [*dict.fromkeys(pair for name in LADDER for pair in ((self.agent, name), (name, self.agent)))]


def _check_agent(game: str, agent: str, command: Sequence[str]) -> None:
    example = f"qttt evaluate engine --game {game} -- ./my-engine"
    if agent != "engine":
        try:
            agent_name(agent, DEEPEST, ["engine with its command after --"])
        except ValueError as error:
            raise BadInput(str(error)) from error
    if command and agent != "engine":
        raise BadInput(f"{agent} takes no command after --; to measure an engine: {example}")
    if agent == "engine" and not command:
        raise BadInput(f"name the engine after --, such as: {example}")


@dataclass
class Found(Generic[P, A]):
    """What was found of an agent from its policy: its measures, the results of policies, and of games where the
    measured positions are not the whole game."""

    asked: Asked[P, A]
    measures: Measures
    expected: Mapping[Pair, Result]
    games: Mapping[Pair, ResultOfGames]

    @property
    def whole(self) -> bool:
        """Whether the measured positions are the whole game."""
        return not self.games

    @cached_property
    def ratings(self) -> Mapping[str, float | None] | None:
        """The Elo ratings in whole games."""
        return elo(self.expected) if self.whole else None

    def json_object(self) -> dict[str, object]:
        """The JSON object without the game and the agent."""
        asked, measures = self.asked, self.measures
        found = {
            "through": asked.through,
            "whole": self.whole,
            "everywhere": [*measures.everywhere],
            "reached": [*measures.reached],
            "value": measures.value,
            "worst_case": {"X": measures.as_x, "O": measures.as_o},
            "exploitability": measures.exploitability,
            "first_errors": [_error(asked.query, mistake) for mistake in measures.mistakes],
            "against": _against(asked.agent, self.expected),
            "elo": self.ratings,
        }
        if self.games:
            of_games = {"games": asked.games, "seed": asked.seed, "confidence": CONFIDENCE}
            found["played"] = of_games | {"against": _against(asked.agent, self.games)}
        return found

    def display(self) -> None:
        """Print the measures and the results."""
        out, measures, agent = screen.console(), self.measures, self.asked.agent
        moves = screen.many(self.asked.through, "move")
        if not self.whole:
            out.print(f"Positions with at most {moves} made. Beyond them, both sides play perfectly.", soft_wrap=True)
            out.print()
        _show_stages(measures)
        out.print()
        worst = f"X gets {measures.as_x:.4g} if {agent} is X and {measures.as_o:.4g} if it is O"
        out.print(f"The game is worth {measures.value:.4g}. Against a best responder {worst}.")
        out.print(f"Exploitability: {abs(measures.exploitability):.4g}")
        out.print()
        if self.whole:
            rows = screen.table("X", "O", "X gets", *RESULTS, right=("X gets", *RESULTS))
            for pair in self.asked.pairs:
                chances = [f"{chance:.3f}" for chance in self.expected[pair].chances or ()]
                rows.add_row(*pair, f"{self.expected[pair].value:.3f}", *chances)
            out.print(rows)
        else:
            _show_games(self.asked, self.games, self.expected)
            out.print(f"beyond: what X gets if both sides play perfectly beyond {moves}.", style="dim", soft_wrap=True)
        if self.ratings:
            out.print()
            shown = (f"{name} {'unbounded' if its is None else f'{its:.0f}'}" for name, its in self.ratings.items())
            out.print(f"Elo: {', '.join(shown)}")
        if measures.mistakes:
            _show_mistake(self.asked.query, measures.mistakes[0])


def _measure(asked: Asked[P, A], measures: Measures, sides: Mapping[int, Side], policy: PolicyOfPlayer) -> Answer:
    """The measures of an agent from its policy, which `sides` has for the measured positions and `policy` for any."""
    agent, whole = asked.agent, not sides[X].tree.stops
    names = [*dict.fromkeys((agent, *LADDER))]
    pairs = [(x, o) for x in names for o in names] if whole else asked.pairs
    with waiting(MEASURING):
        expected = {(x, o): _expect(asked, sides, x, o) for x, o in pairs}
    games: dict[Pair, ResultOfGames] = {}
    if not whole:
        as_player = {player: lambda tree, player=player: policy(tree, player) for player in (X, O)}
        with counting("games") as report:
            for number, (x, o) in enumerate(pairs):
                report(number * asked.games, len(pairs) * asked.games)
                of_x, of_o = (
                    as_player[player] if name == agent else partial(policy_of, name)
                    for player, name in ((X, x), (O, o))
                )
                games[x, o] = play_games(asked.oracle, of_x, of_o, asked.games, asked.seed)
    stages = {"all positions": measures.everywhere, "reached": measures.reached}
    lines = {name: {each.stage: (each.optimal,) * 3 for each in those} for name, those in stages.items()}
    found = Found(asked, measures, expected, games)
    return Answer(
        lambda: _json({**asked.query.json_object, "agent": agent, **found.json_object()}),
        found.display,
        write=lambda: _draw(asked.plot, lines, f"{agent} in {asked.query.game.ruleset}"),
    )


def _expect(asked: Asked[P, A], sides: Mapping[int, Side], x: str, o: str) -> Result:
    """The result of two agents, on the tree of the side that the measured one plays, if one of them is that. Who wins
    is left out where others play the rest of the game."""
    agent = asked.agent
    tree = sides[X if x == agent else O].tree if agent in (x, o) else asked.tree
    of_x, of_o = (sides[player].policy if name == agent else policy_of(name, tree) for player, name in ((X, x), (O, o)))
    found = result(tree, of_x, of_o)
    return found._replace(chances=None) if tree.stops else found


def _measure_by_games(asked: Asked[P, A], taken: Sampled) -> Answer:
    """The measures of an agent from games."""
    query, agent, games = asked.query, asked.agent, asked.games
    lines = {"reached": {each.stage: (*each.optimal,) for each in taken.reached}}
    caption = f"{agent} in {query.game.ruleset}, {games} games as X and as O with each opponent"
    json_object = {
        "games": games,
        "seed": asked.seed,
        "confidence": CONFIDENCE,
        "reached": [*taken.reached],
        "first_errors": [_error(query, mistake) for mistake in taken.mistakes],
        "against": _against(agent, taken.results),
    }

    def display() -> None:
        out = screen.console()
        table = screen.table("stage", "actions", "optimal", "95% interval", "loss", right=("actions",))
        for each in taken.reached:
            share, low, high = each.optimal
            cells = (f"{share:.3f}", f"{low:.3f}–{high:.3f}", f"{each.regret.mean:.3g}")
            table.add_row(each.stage, f"{each.actions:,}", *cells)
        out.print(table)
        out.print()
        _show_games(asked, taken.results)
        out.print(f"The worst case of {agent} is not known.", style="dim", soft_wrap=True)
        for mistake in taken.mistakes:
            _show_mistake(query, mistake)

    return Answer(
        lambda: _json({**query.json_object, "agent": agent, **json_object}),
        display,
        write=lambda: _draw(asked.plot, lines, caption),
    )


def _show_stages(measures: Measures) -> None:
    """Print the shares and losses by stage."""
    reached = {each.stage: each for each in measures.reached}
    everywhere = {each.stage: each for each in measures.everywhere}
    columns = ("positions", "optimal", "loss") if everywhere else ()
    table = screen.table("stage", *columns, "reached", "optimal", "loss", right=("positions", "reached"))
    for stage in everywhere or reached:
        of_all, own = (
            (f"{each.positions:,}", f"{each.optimal:.3f}", f"{each.regret:.3g}") if each else ("0", "", "")
            for each in (everywhere.get(stage), reached.get(stage))
        )
        table.add_row(stage, *(of_all if columns else ()), *own)
    screen.console().print(table)


def _show_games(
    asked: Asked[P, A],
    games: Mapping[Pair, ResultOfGames],
    expected: Mapping[Pair, Result] | None = None,
) -> None:
    """Print the results of games, beside what X gets if both sides play perfectly beyond the measured positions."""
    columns = ("X gets", *RESULTS)
    rows = screen.table("X", "O", *(("beyond", *columns) if expected else columns), right=("beyond", *columns))
    for pair in asked.pairs:
        shares = (f"{share:.2f}" for share, *_ in games[pair].chances)
        beyond = (f"{expected[pair].value:.3f}",) if expected else ()
        rows.add_row(*pair, *beyond, f"{games[pair].value.mean:.3f}", *shares)
    out = screen.console()
    out.print(rows)
    out.print()
    widest = max(high - low for each in games.values() for _, low, high in each.chances) / 2
    told = f"{asked.games:,} games in each row, played to the end; 95% intervals of shares reach up to ±{widest:.2f}."
    out.print(told, style="dim", soft_wrap=True)


def _json(value: object) -> object:
    """A value for JSON: objects for named tuples, and rounded numbers."""
    if isinstance(value, float):
        return round(value, DIGITS) + 0.0
    if isinstance(value, list):
        return [*map(_json, value)]
    named_tuple = getattr(value, "_asdict", lambda: value)()
    return {name: _json(each) for name, each in named_tuple.items()} if isinstance(named_tuple, dict) else value


def _error(query: Query, mistake: Mistake) -> dict[str, object]:
    position = query.game.write_position(mistake.position)
    return {"position": position, "action": str(mistake.action), "loss": mistake.loss}


def _against(agent: str, outcomes: Mapping[Pair, Result | ResultOfGames]) -> dict[str, object]:
    """The results against each agent of the ladder, as X and as O."""

    def told(pair: tuple[str, str]) -> dict[str, object]:
        chances: Iterable[object] = outcomes[pair].chances or ()
        names = (name.replace(" ", "_") for name in RESULTS)
        return {"value": outcomes[pair].value, **dict(zip(names, chances, strict=False))}

    return {name: {"X": told((agent, name)), "O": told((name, agent))} for name in LADDER}


def _show_mistake(query: Query, mistake: Mistake) -> None:
    """Print the position in which an agent first errs, its action, and the best ones."""
    out = screen.console()
    out.print()
    out.print(Text("The first error", "bold"))
    view(query.name).show(query, query.game.write_position(mistake.position), None).display()
    more = f" and {len(mistake.best) - FEW} more" if len(mistake.best) > FEW else ""
    best = ", ".join(map(str, mistake.best[:FEW])) + more
    out.print(f"{mistake.action} loses {mistake.loss:.4g}; best: {best}", soft_wrap=True)


def _draw(path: Path | None, lines: Mapping[str, Mapping[str, tuple[float, float, float]]], caption: str) -> None:
    """Write the shares of optimal actions by stage as a picture, if a file is named."""
    if path:
        write_bytes(path, plots.shares([plots.Shares(*line) for line in lines.items()], caption, suffix_of(path)))


COMMANDS = {"evaluate": Command(evaluate, EvaluateCommand, "--game")}
