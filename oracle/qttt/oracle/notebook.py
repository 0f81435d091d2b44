"""How an oracle shows itself in a notebook."""

from html import escape
from typing import Any


def table_of(oracle: Any) -> str:
    """The value of the game and of its first actions, as an HTML table."""
    game = oracle.game
    start = game.initial()
    values = oracle.values(start)
    best = {*oracle.best(start)}
    rows = "".join(
        f"<tr><td>{_marked(str(action), action in best)}</td><td>{_marked(str(value), action in best)}</td></tr>"
        for action, value in values.items()
    )
    title = f"{escape(repr(game))}: value {oracle.value(start)}"
    return f"<table><caption>{title}</caption><tr><th>action</th><th>value</th></tr>{rows}</table>"


def _marked(text: str, best: bool) -> str:
    return f"<b>{escape(text)}</b>" if best else escape(text)
