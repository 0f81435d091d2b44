"""The library under test: `qttt conform -- python adapter.py`."""

from front import serve
from library import Game


def play(game: Game, action: str) -> None:
    """Play an action of the notation: "1-9" is a move, selA and selB choose a square of the last one."""
    if action.startswith("sel"):
        game.collapse(game.moves[-1]["AB".index(action[-1])])
    else:
        a, b = action.split("-")
        game.move(int(a) - 1, int(b) - 1)


def actor(game: Game) -> str | None:
    return None if game.is_over() else "XO"[len(game.moves) % 2]


def actions(game: Game) -> list[str]:
    return ["selA", "selB"] if game.cycle else [f"{a + 1}-{b + 1}" for a, b in game.legal()]


def outcome(game: Game) -> str | None:
    x, o = game.completed(0), game.completed(1)
    if not game.is_over():
        return None
    if x is None or o is None:
        return "draw" if x == o else f"complete win of {'X' if o is None else 'O'}"
    return f"narrow win of {'X' if x < o else 'O'}"


serve(
    name="library.py",
    ruleset="goff-1.1",
    begin=lambda _: Game(),
    play=play,
    fields={"actor": actor, "actions": actions, "outcome": outcome},
    options={"collapse": ["opponent"], "double_win": [False], "pair": ["legal"], "last": ["move"], "both": ["narrow"]},
)
