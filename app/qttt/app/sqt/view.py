"""What the commands show of the stochastic game: Goff's views, with a System."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.text import Text

from qttt.app import screen
from qttt.app.errors import BadInput, tell
from qttt.app.games import Answer, Query
from qttt.app.goff.view import QuantumMatch, QuantumView, classes_of_first_moves
from qttt.app.sqt.setting import setting_object, setting_of
from qttt.app.view import Advice
from qttt.fast.known import Damaged, load
from qttt.fast.sqt.functions import NAME
from qttt.oracle import Oracle
from qttt.oracle.sqt import first_reading
from qttt.reference.game import Actor
from qttt.reference.sqt import advantageous, selection_probabilities

if TYPE_CHECKING:
    from qttt.app.sqt.along_q import Row


class SqtView(QuantumView):
    """The view of the stochastic game."""

    def counted(self, query: Query) -> Query:
        """A selection is a choice, whoever makes it, so any q will do. In the JSON q is null unless it was typed."""
        counted = Query(query.name, {"q": "1/2", **query.typed})
        if query.get("q") is None:
            counted.json_object["q"] = None
        return counted

    def show(self, query: Query, moves: str, svg: Path | None) -> Answer:
        """See `View`; at a closed cycle also what both settlements are worth, and how probable they are."""
        position, shown = query.game.position(moves), super().show(query, moves, svg)
        values: Mapping[Any, Fraction] = {}
        if position.pending:
            values = Query(query.name, query.typed).by("fast").truth.values(position)
        probabilities = selection_probabilities(values, query.game.p) if values else {}

        def display() -> None:
            shown.display()
            for selection, value in values.items():
                told = f"{selection} is worth {screen.worth(value)}, probability {probabilities[selection]}"
                screen.console().print(told)

        known = {"settlements": screen.as_text(values), "probabilities": screen.as_text(probabilities)}
        return Answer(lambda: {**shown.json_object(), **known}, display)

    def advice(self, query: Query, moves: str, with_variation: bool = False) -> Advice:
        return super().advice(query, moves, with_variation)

    def json_of_advice(self, query: Query, advice: Advice) -> dict[str, Any]:
        said = advice.json_object()
        del said["principal_variation"]  # which chance leaves at the first cycle
        return said

    def solve(self, query: Query, device: str, store: bool) -> Answer:
        """See `View`. Without --device, --out and --again the answer is looked up, where that is possible.

        Raises DeviceError for a missing device, BadInput for --q with --step and, when the game is solved, for a q with
        too large a denominator; and what `solving` raises."""
        if query.get("q") is None:
            from qttt.app.sqt.along_q import answer

            return answer(query, device)
        if query.get("step"):
            raise BadInput("--q and --step: leave one out")
        if device == "auto" and query.out is None and not query.get("again") and first_reading(query.game):
            try:
                return looked_up(query)
            except Damaged as error:
                tell(f"{error}; the solver answers instead")
        from qttt.app.solved import cost, cost_in_words, solving
        from qttt.fast.backend import device as device_called
        from qttt.fast.sqt import solve

        setting = setting_of(query.game)
        game = query.by("fast").game
        with solving(
            query,
            device,
            store,
            {"ruleset": game.ruleset},
            solve.Solution,
            lambda report: solve.solve(device_called(device), [setting], report),
        ) as solution:
            play, start = Oracle(game, solution.tablebase), game.initial()
            row = game, play.value(start), play.values(start)
        counts = {"positions": solution.tablebase.positions, "undecided": solution.tablebase.undecided}
        return answered(row, counts, cost(solution), cost_in_words(solution))

    def play(self, query: Query, players: Mapping[str, Any], seed: int | None) -> None:
        if query.get("dice"):
            from qttt.app.sqt.dice import play

            play(query.game, players, query.tablebase, seed)
        else:
            super().play(query, players, seed)


def looked_up(query: Query) -> Answer:
    """The answer of `qttt solve` to a query of the first reading, by the table that ships. Raises Damaged."""
    from qttt.app.sqt.along_q import values_at
    from qttt.oracle.sqt import functions_of_q

    game = query.by("fast").game
    row = values_at(functions_of_q(game.scoring, game.double_win), [game])[0]
    return answered(row, load(NAME)[0], {}, "looked up: --again solves")


def answered(row: "Row", counts: Mapping[str, Any], cost: Mapping[str, Any], in_words: str) -> Answer:
    """The answer of `qttt solve`: the values in a game, the `positions` and `undecided` ones of each ply, the cost."""
    from qttt.app.solved import first_moves_table, positions_table

    game, value, first_moves = row

    def json_object() -> dict[str, Any]:
        positions = {name: [*counts[name]] for name in ("positions", "undecided")}
        return {**setting_object(game, value, first_moves), **positions, **cost}

    def display() -> None:
        beside = Group(positions_table(counts["undecided"], counts["positions"]), Text(), Text(in_words))
        out = screen.console()
        out.print(screen.title(game))
        out.print()
        out.print(Text(f"value {screen.worth(value)}", style="bold"))
        out.print()
        table = first_moves_table(classes_of_first_moves(game, first_moves), first_moves)
        out.print(screen.SideBySide(table, beside))

    return Answer(json_object, display)


class SystemMatch(QuantumMatch):
    """A stochastic game being played. The System selects the settlement that is better for O with probability q,
    otherwise the one that is better for X. Rule: SQT-SELECT-1"""

    def act_of_nature(self) -> None:
        self._show()
        game, values = self.game, self._truth().values(self.position)
        player = Actor.O if self.chance.randrange(game.q.denominator) < game.q.numerator else Actor.X
        selection, probability = advantageous(values, player), game.system(self.position)[player]
        self.act(selection, announced=False)
        told = Text.assemble("The ", ("System", screen.STYLES["SYSTEM"]), " favours ", (player, screen.STYLES[player]))
        told.append(f" (probability {probability}): {selection}")
        told.append(", which makes no difference" if len({*values.values()}) == 1 else "")
        worths = "; ".join(f"{action} is worth {screen.worth(value)}" for action, value in values.items())
        self._out.print(told.append(f". {worths}."), soft_wrap=True)


VIEW = SqtView(SystemMatch)
