"""`qttt games`: the games, by name."""

from qttt.app import screen
from qttt.app.command import Command
from qttt.app.games import Answer, version
from qttt.app.options import Json
from qttt.oracle.registry import games as registered
from qttt.spec import rulesets


def games(as_json: Json = False) -> None:
    """List the games: name, ruleset and title."""
    titles = {name: rulesets()[name].title if name in rulesets() else "" for name in registered()}
    rows = [{"game": name, "ruleset": f"{name}-{version(name)}", "title": titles[name]} for name in titles]

    def display() -> None:
        table = screen.table("game", "ruleset", "title")
        for row in rows:
            table.add_row(*row.values())
        screen.console().print(table)

    Answer(lambda: rows, display).show(as_json)


COMMANDS = {"games": Command(games)}
