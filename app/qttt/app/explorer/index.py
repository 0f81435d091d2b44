"""What the server can be asked about: the games with their options, and who can play."""

from typing import Any

from qttt.app.explorer.players import Players
from qttt.app.explorer.question import game_of, setting_of
from qttt.app.explorer.shown import shown, start_of, title
from qttt.oracle.registry import earlier, entry, games


def index_json(players: Players) -> dict[str, Any]:
    """All games, with what the page needs to know before it asks about one."""
    return {"version": 1, "games": [game_json(name) for name in games()], "players": players.names()}


def game_json(name: str) -> dict[str, Any]:
    """A game: its names, the options with which the page begins, and what else can be chosen."""
    part, found = shown(name), entry(name)
    start = start_of(name)
    begun = game_of(name, tuple((option.replace("-", "_"), value) for option, value in start.items()))
    worth = found.worth(begun)
    return {
        "name": name,
        "ruleset": begun.ruleset,
        "earlier": [*earlier(name)],
        "short": part.short or title(name, begun),
        "title": title(name, begun),
        "about": part.about,
        "start": dict(start),
        "ordered": part.ordered,
        "view": f"/views/{name}.js",
        "worth": {"draw": float(worth.draw), "win": float(worth.win), "most": float(worth.most)},
        "options": [
            {
                "name": option.written,
                "note": option.note,
                "rule": option.rule,
                "values": list(option.values),
                "default": option.default,
            }
            for option in begun.options
        ],
        "beside": [
            {"label": each.label, "game": each.game, "options": dict(each.options)} for each in part.beside(begun)
        ],
        "setting": setting_of(begun),
    }
