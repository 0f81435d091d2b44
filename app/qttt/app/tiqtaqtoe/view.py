"""What the commands show of TiqTaqToe."""

from collections import Counter
from fractions import Fraction

from rich.console import Group
from rich.table import Table
from rich.text import Text

from qttt.app import screen
from qttt.app.games import Answer, Query, json_of_position
from qttt.app.terminal_game import TerminalGame
from qttt.app.view import Advice, View
from qttt.oracle.tiqtaqtoe import chances
from qttt.reference.game import Actor, Record
from qttt.reference.playing import draw_result
from qttt.reference.tiqtaqtoe import Action, Position, TiqTaqToe
from qttt.reference.tiqtaqtoe.picture import LEGEND, NAMES, lines, svg
from qttt.reference.tiqtaqtoe.position import SQUARES, certain, groups, probabilities

COLOURS = {"a": "green", "b": "magenta", "c": "yellow", "d": "cyan"}
"""Colours of the entangled groups: nine squares make at most four groups."""
GROUP_STYLES = COLOURS | {letter.upper(): f"bold {colour}" for letter, colour in COLOURS.items()}

SINGLE = "5       mark square 5, which must be certainly empty"
SUPERPOSE = """\
1-3     superpose: mark square 1 or 3, which must be certainly empty, and swap
        the contents of the two with probability 1/2; the other square must"""
TARGETS = {
    "minimal": "be certainly empty, too",
    "moderate": "be certainly empty, or certainly hold your opponent's mark",
    "high": "hold nothing or your opponent's mark, for certain or not, and never yours",
}
UNENTANGLED = "        (target=unentangled: no mark that is entangled with other marks)"
SPLIT = """\
1-3     split: flip square 3 if it is free, else square 1; that is, put your
        mark there if the square is empty, and take your own mark away; then
        the gate acts on both squares. Any two squares, in either order.
5       mark square 5, which must be free: empty after the last measurement, and
        not named since"""
PAIR = """\
        (pair=legal: or both hold one mark of your opponent in superposition;
        your mark is put where that mark is not)"""
COMMANDS = """\
undo    take back your last move, and what followed it{again}
quit    leave the game"""
MEASURE = """\
When no square is {free}, chance measures: one of the possible boards
remains."""
LINES = {
    "every-move": "Three certain marks of one player in a row win.",
    "full-board": "Three marks of one player in a row win, but lines count only when {when}.",
}


class TiqTaqToeView(View[TiqTaqToe, Position, Action]):
    """The view of TiqTaqToe: squares with chances, and groups that are entangled."""

    undecided = ("both", "neither")
    fast_agents = ("random", "monte-carlo", "expecti-minimax", "perfect")
    titled = True

    def json_of_position(self, game: TiqTaqToe, record: Record[Position, Action]) -> dict[str, object]:
        """`squares` has the chances of X, O and '.', an empty square."""
        position = record.positions[-1]
        return {
            **json_of_position(game, position, position.plies),
            "boards": len(position.boards),
            "squares": {square: screen.as_text(each) for square, each in probabilities(position).items()},
            "groups": [list(group) for group in groups(position)],
        }

    def svg(self, game: TiqTaqToe, position: Position) -> str:
        return svg(position, self.turn(game, position).plain)

    def print_picture(self, game: TiqTaqToe, position: Position) -> None:
        out = screen.console()
        out.print(screen.Drawing(lambda width: lines(position, width), GROUP_STYLES))
        if groups(position):
            out.print(LEGEND, style="dim")

    def turn(self, game: TiqTaqToe, position: Position) -> Text:
        actor = game.actor(position)
        if actor is None:
            return screen.game_over(game.score(position).outcome)
        boards = screen.many(len(position.boards), f"{'equally likely' if position.uniform else 'possible'} board")
        if actor is Actor.CHANCE:
            return Text(f"To be measured: {boards}")
        told = f" to move: {screen.many(len(game.actions(position)), 'move')}"
        told += f"; {boards}" * (len(position.boards) > 1)
        return Text.assemble((actor, screen.STYLES[actor]), told)

    def json_of_advice(self, query: Query, advice: Advice[TiqTaqToe, Position, Action]) -> dict[str, object]:
        return advice.json_object(outcomes=screen.as_text(chances(query.truth, advice.position)._asdict()))

    def print_actions(self, query: Query, advice: Advice[TiqTaqToe, Position, Action]) -> None:
        """See `View`; before the actions the chances of each ending."""
        if advice.actions:
            ending = chances(query.truth, advice.position)._asdict()
            screen.console().print(f"{chances_in_words(ending)}.", soft_wrap=True)
        super().print_actions(query, advice)

    def by_chance(self, advice: Advice[TiqTaqToe, Position, Action]) -> Table:
        """The boards that may be measured, by value: how many, how probable, and one of them."""
        table = screen.table("value", "boards", "probability", "such as", right=("value", "boards", "probability"))
        for value, boards in sorted(Counter(advice.actions.values()).items(), reverse=True):
            probability = Fraction(boards, len(advice.actions))
            example = next(str(action) for action, its in advice.actions.items() if its == value)
            table.add_row(screen.worth(value), str(boards), str(probability), example)
        return table

    def solve(self, query: Query) -> Answer:
        """See `View`. Raises DeviceError for a missing device, and what `solving` raises."""
        from qttt.app import solved
        from qttt.app.tiqtaqtoe.reading import TiqTaqToeReading
        from qttt.fast.tiqtaqtoe import solve
        from qttt.oracle.tiqtaqtoe import setting_of

        setting = setting_of(query.game)
        with solved.solving(query, query.json_object, solve.Solution, solve.solve, setting) as solution:
            reached = TiqTaqToeReading.of(query.by("fast").game, solution.tablebase)

        def display() -> None:
            told = f"{chances_in_words(reached.chances._asdict())}."
            out = solved.print_head(reached.game, reached.value, told)
            states = screen.table("positions", "canonical", "total", right=("canonical", "total"))
            for kind, counts in reached.states.items():
                states.add_row(kind, *(f"{counts[form]:,}" for form in ("canonical", "raw")))
            cost = Text(solved.cost_in_words(solution))
            best_first = sorted(reached.classes, key=lambda row: -reached.first_moves[row[0]])
            table = solved.first_moves_table(best_first, reached.first_moves)
            beside = Group(solved.positions_table(reached.positions), Text(), states, Text(), cost)
            out.print(screen.SideBySide(table, beside))

        return Answer(lambda: solved.json_of_reading(reached, solution), display)

    def example(self, game: TiqTaqToe) -> str:
        return f" such as {example(game)}"

    def help_on(self, game: TiqTaqToe) -> str:
        if game.level == "classic":
            return "\n".join([SINGLE, COMMANDS.format(again=""), LINES[game.lines].format(when="the board is full")])
        lines = [SPLIT] if game.level == "full" else [SINGLE, f"{SUPERPOSE}\n        {TARGETS[game.level]}"]
        if game.target == "unentangled":
            lines.append(UNENTANGLED)
        if game.pair == "legal":
            lines.append(PAIR)
        won = LINES[game.lines].format(when="the board is measured or full")
        measure = MEASURE.format(free="free" if game.level == "full" else "certainly empty")
        return "\n".join([*lines, COMMANDS.format(again="; chance measures again"), measure, won])


class TiqTaqToeTerminalGame(TerminalGame[TiqTaqToe, Position, Action]):
    """A game of TiqTaqToe being played."""

    def act_of_nature(self) -> None:
        self._show()
        before = self.position
        self.act(draw_result(self.game, before, self.chance), announced=False)
        self._out.print(_measurement_text(before, self.position), soft_wrap=True)


def example(game: TiqTaqToe) -> str:
    """Moves as they are typed."""
    return "5" if game.level == "classic" else "5 or 1-3"


def _measurement_text(before: Position, after: Position) -> Text:
    """A measurement in words: how probable it was, and what is now on the squares that were uncertain."""
    told = Text(f"Measured, one of {screen.many(len(before.boards), 'board')}: ")
    uncertain = [square for square in SQUARES if certain(before, square) is None]
    for square in uncertain:
        content = after.boards[0][square - 1]
        told.append(f"{'' if square == uncertain[0] else ', '}{square} ")
        told.append(f"is {NAMES[content]}", screen.STYLES.get(content, ""))
    return told


def chances_in_words(chances: dict[str, Fraction]) -> str:
    """How a game ends, with its chances.

    >>> chances_in_words({"X": Fraction(1, 2), "O": Fraction(1, 4), "both": Fraction(0), "neither": Fraction(1, 4)})
    'Only X has a line with probability 1/2, only O 1/4, both 0, neither 1/4'
    """
    x, *others = chances.values()
    rest = zip(("only O", "both", "neither"), others, strict=True)
    return f"Only X has a line with probability {x}, " + ", ".join(f"{who} {chance}" for who, chance in rest)


VIEW = TiqTaqToeView(TiqTaqToeTerminalGame)
