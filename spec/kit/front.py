"""Puts a library of rules under test by `qttt conform`: copy this file beside your adapter, and call `serve`.

It speaks the protocol of spec/protocol.md. A game comes as a list of legal actions (CONFORM-PLAYED-1) and is played
from the start for each question, so the library may change its state.
"""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any


def serve(
    name: str,
    ruleset: str,
    begin: Callable[[dict[str, Any]], Any],
    play: Callable[[Any, str], Any],
    fields: Mapping[str, Callable[[Any], Any]],
    options: Mapping[str, Sequence[Any]] | None = None,
) -> None:
    """Answer until the runner is done.

    `begin(options)` makes a new game. `play(game, action)` plays an action, such as "1-9", and returns the game, or
    None if it is the same object. `fields` has a function of a game for each field that the library can answer.
    `options` has the values that it plays for each option: an empty list for all of them.
    """
    declared = {"options": options or {}, "fields": [*fields], "forms": ["played"]}
    started = {"version": 1, "implementation": {"name": name, "language": "Python"}, "rulesets": {ruleset: declared}}
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if request["cmd"] == "stop":
            return
        answer = started if request["cmd"] == "start" else {"seq": request["seq"]}
        if request["cmd"] == "ask":
            try:
                game = begin(request["options"])
                for action in request["played"]:
                    after = play(game, action)
                    game = game if after is None else after
                answer["answers"] = {field: fields[field](game) for field in request["fields"]}
            except Exception as error:
                answer = {"seq": request["seq"], "errored": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)
