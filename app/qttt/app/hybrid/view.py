"""What the commands show of Q3T: boxes, and in words what pending links will do and what a measurement has done."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path

from rich.console import Group
from rich.table import Table
from rich.text import Text

from qttt.app import screen
from qttt.app.errors import BadInput, tell
from qttt.app.games import Answer, Query
from qttt.app.terminal_game import TerminalGame
from qttt.app.view import Advice, View
from qttt.oracle import Oracle
from qttt.reference.game import Actor, Record, Score
from qttt.reference.hybrid import Action, Hybrid, Link, Measure, PendingLink, Position, Result
from qttt.reference.hybrid.picture import lines, svg
from qttt.reference.hybrid.position import BOXES, turned
from qttt.reference.picture import any_of

LINES_OF_BOTH = "lines of both"
"""The ending for which a switch says who wins."""
POSITIONS = "undecided positions up to symmetry"

MEASURE = """\
7       measure box 7: it is X or O, with equal chances, and stays measured"""
LINK = """\
5>7     link box 5, not yet measured, to box 7, measured: when 5 is measured
        and is found to be yours, {effect}"""
EFFECTS = {
    "reverse": "7 turns from X to O, or from O to X",
    "take": "7 becomes yours",
}
LINKS = {
    "one": "a box that is not measured has at most one link",
    "single": "there is one link at a time on the whole board",
    "two": "a box that is not measured has at most two links",
}
TARGETS = {"any": "", "one": ";\n        at most one link leads to a measured box"}
COMMANDS = """\
undo    take back your last move, and what followed it; chance measures again
quit    leave the game"""
BOTH = {
    "draw": "a draw",
    "X": "won by X",
    "measurer": "won by the player who has measured",
    "other": "won by the player who has not measured",
}
WON = """\
Three marks of a player in a row win, whoever has measured. If both players
get a line at once, the game is {both}."""


class HybridView(View[Hybrid, Position, Action]):
    """The view of Q3T: boxes, and links that wait for a measurement."""

    undecided = ("both", "draw")
    titled = True

    def show(self, query: Query, moves: str, out: Path | None) -> Answer:
        """See `View`; or the circuit of the game."""
        circuit, qasm = map(query.get, ("circuit", "qasm"))
        if not circuit and not qasm:
            return super().show(query, moves, out)
        from qttt.app.hybrid.circuit import answer

        return answer(query.game, moves, out, bool(qasm))

    def json_of_position(self, game: Hybrid, record: Record[Position, Action]) -> dict[str, object]:
        """In `boxes` an unmeasured box is a dot."""
        position = record.positions[-1]
        return {
            **super().json_of_position(game, record),
            "boxes": {str(box): position.marks[box - 1] for box in BOXES},
            "links": [link._asdict() for link in position.links],
            "measuring": position.measuring,
        }

    def svg(self, game: Hybrid, position: Position) -> str:
        return svg(position, self.turn(game, position).plain)

    def print_picture(self, game: Hybrid, position: Position) -> None:
        """Print the picture, and what the pending links will do unless the game is over."""
        out = screen.console()
        out.print(screen.Drawing(lambda width: lines(position, width)))
        for line in links_in_words(game, position):
            out.print(line, soft_wrap=True)

    def print_position(self, game: Hybrid, position: Position) -> None:
        super().print_position(game, position)
        if moves := choice(game.actions(position)):
            screen.console().print(moves, style="dim", soft_wrap=True)

    def turn(self, game: Hybrid, position: Position) -> Text:
        actor = game.actor(position)
        if actor is None:
            return _ended(game.score(position))
        if actor is Actor.CHANCE:
            player, does = position.turn, f" measures {position.measuring}: X or O, with equal chances"
        else:
            player, does = actor, f" to move: {screen.many(len(game.actions(position)), 'move')}"
        return Text.assemble((player, screen.STYLES[player]), does)

    def by_chance(self, advice: Advice[Hybrid, Position, Action]) -> Table:
        """The possible results, with their values and effects."""
        table = screen.table("value", "probability", "found", right=("value", "probability"))
        for result in Result:
            what = result_in_words(advice.game, advice.position, result)
            table.add_row(screen.worth(advice.actions[result]), str(advice.probabilities[result]), what)
        return table

    def solve(self, query: Query) -> Answer:
        """See `View`. Of the largest games nothing is stored. Raises BadInput for one of them if a file is named, or
        the disk has no room, DeviceError for a missing device, and what `solving` raises."""
        from qttt.app.hybrid.reading import HybridReading
        from qttt.app.solved import cost_in_words, first_moves_table, json_of_reading, print_head, solving
        from qttt.fast.hybrid import scratch
        from qttt.fast.hybrid.solve import Solution, device, solve
        from qttt.oracle.hybrid import setting_of, solvable
        from qttt.oracle.store import user_folder

        game = query.game
        setting, fits = setting_of(game), solvable(game)
        folder = None if fits else user_folder() / "scratch"
        if folder:
            if query.out:
                raise BadInput("--out: not available: the tablebase of this game is too large; omit it")
            memory, disk = (f"{size / 1e9:.0f} GB" for size in scratch.needs(setting))
            tell(f"needs about {memory} of memory, and {disk} of files in {folder} until the end; can be interrupted")
        kept = replace(query, store=query.store and fits)
        run = partial(solve, scratch=folder)
        with solving(kept, query.json_object, Solution, run, setting, on=device, plies="measured") as solution:
            reading = HybridReading.of(Oracle(game, solution.tablebase))

        def display() -> None:
            out = print_head(game, reading.value, ahead(reading.value))
            replies = screen.table("found", "value", "O's best replies", right=("value",))
            for move, _ in reading.classes:
                for result, best in reading.replies[move].items():
                    replies.add_row(f"{move} {result}", str(best.value), " ".join(map(str, best.best)))
            positions = screen.table("measured", "positions", right=("measured", "positions"))
            for measured, count in enumerate(reading.positions):
                positions.add_row(str(measured), f"{count:,}")
            first_moves = first_moves_table(reading.classes, reading.first_moves)
            counted = Group(Text(POSITIONS, "dim"), positions, Text(), Text(cost_in_words(solution)))
            out.print(screen.SideBySide(Group(first_moves, Text(), replies), counted))

        return Answer(lambda: json_of_reading(reading, solution), display)

    def example(self, game: Hybrid) -> str:
        return " such as 7 or 5>7"

    def welcome(self, game: Hybrid) -> None:
        super().welcome(game)
        screen.console().print(self.help_on(game), style="dim")

    def help_on(self, game: Hybrid) -> str:
        link = LINK.format(effect=EFFECTS[game.effect])
        limits = f"        ({LINKS[game.links]}{TARGETS[game.targets]})"
        return "\n".join([MEASURE, link, limits, COMMANDS, WON.format(both=BOTH[game.both])])


class HybridTerminalGame(TerminalGame[Hybrid, Position, Action]):
    """A game of Q3T being played."""

    def act_of_nature(self) -> None:
        before, result = self.position, self.chance.choice([*Result])
        self.act(result, announced=False)
        self._out.print(result_in_words(self.game, before, result), soft_wrap=True)


def ahead(value: Fraction) -> Text:
    """Which player is ahead at a value, in words.

    >>> ahead(Fraction(1, 32)).plain
    'X, who moves first, is ahead: moving first is an advantage.'
    >>> ahead(Fraction(0)).plain
    'Neither player is ahead: moving first is neither an advantage nor a disadvantage.'
    """
    if not value:
        return Text("Neither player is ahead: moving first is neither an advantage nor a disadvantage.")
    player, which, what = (Actor.X, "first", "an advantage") if value > 0 else (Actor.O, "second", "a disadvantage")
    return Text.assemble((player, screen.STYLES[player]), f", who moves {which}, is ahead: moving first is {what}.")


def _ended(score: Score) -> Text:
    told = screen.game_over(score.outcome)
    if score.outcome.how != LINES_OF_BOTH:
        return told
    if not score.value:
        return told.append(", which is a draw")
    winner = Actor.X if score.value > 0 else Actor.O
    return told.append_text(Text.assemble(", which ", (winner, screen.STYLES[winner]), " wins"))


def choice(actions: Sequence[Action]) -> str:
    """Moves in words; empty if there are no moves.

    >>> choice([Measure(5), Measure(9), Link(5, 7), Link(9, 7)])
    'measure 5 or 9; link 5 or 9 to 7'
    """
    boxes = [action.box for action in actions if isinstance(action, Measure)]
    links = [action for action in actions if isinstance(action, Link)]
    if not boxes:
        return ""
    if not links:
        return f"measure {_either(boxes)}"
    controls, targets = _either([link.control for link in links]), _either([link.target for link in links])
    return f"measure {_either(boxes)}; link {controls} to {targets}"


def _either(boxes: Sequence[int]) -> str:
    return any_of(sorted({*boxes}))


def links_in_words(game: Hybrid, position: Position) -> list[Text]:
    """What the pending links will do if they are triggered, one line per kind of link; empty if the game has ended."""
    if not game.actor(position):
        return []
    return [_link_in_words(game, position, link, number) for link, number in Counter(position.links).items()]


def _link_in_words(game: Hybrid, position: Position, link: PendingLink, number: int) -> Text:
    arrow = Text(f"{link.control} > {link.target} of {link.owner}", screen.STYLES[link.owner])
    before, after = _marks_of(game, position, link, number)
    becomes = f"stays {after}" if before is after else f"becomes {after}"
    twice = ", twice" * (number > 1)
    return arrow.append(f"{twice}: if {link.control} is found {link.owner}, {link.target} {becomes}", "default")


def result_in_words(game: Hybrid, position: Position, result: Result) -> Text:
    """The result of the measurement that is due in a position, and its effect on the targets of the box."""
    box, mark = position.measuring, result.mark
    told = Text.assemble(f"{box} is ", (mark, screen.STYLES[mark]))
    for link, number in Counter(link for link in position.links if link.control == box).items():
        told.append("; ").append_text(_effect_in_words(game, position, link, number, mark))
    return told


def _effect_in_words(game: Hybrid, position: Position, link: PendingLink, number: int, result: Actor) -> Text:
    """The effect of equal links."""
    triggered = link.owner is result
    before, after = _marks_of(game, position, link, number if triggered else 0)
    what = f"turns from {before} to {after}" if before is not after else f"stays {after}"
    are = ("is" if number == 1 else "are") + " not" * (not triggered)
    links = f"{'two ' * (number > 1)}link{'s' * (number > 1)}"
    return Text.assemble(
        (f"{link.owner}'s", screen.STYLES[link.owner]),
        f" {links} to {link.target} {are} triggered: {link.target} {what}",
    )


def _marks_of(game: Hybrid, position: Position, link: PendingLink, number: int) -> tuple[Actor, Actor]:
    """The mark of a target, before and after `number` equal links are triggered."""
    before = after = Actor(position.marks[link.target - 1])
    for _ in range(number):
        after = Actor(turned(after, link.owner, game.effect))
    return before, after


VIEW = HybridView(HybridTerminalGame)
