"""Puts a library of rules under test by `qttt conform`: copy this file beside your adapter, and call `serve`.

It speaks the protocol of spec/protocol.md. A game comes as a list of legal actions (CONFORM-PLAYED-1) and is played
from the start for each question, so the library may change its state. Import it first: what a library prints then goes
to standard error.
"""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

OUTPUT, sys.stdout = sys.stdout, sys.stderr
NAMES = ("name", "ruleset", "begin", "play", "fields", "options", "settles")


def serve(
    *unnamed: object,
    name: str = "",
    ruleset: str = "",
    begin: Callable[[dict[str, Any]], Any] | None = None,
    play: Callable[[Any, str], Any] | None = None,
    fields: Mapping[str, Callable[[Any], Any]] | None = None,
    options: Mapping[str, Sequence[Any]] | None = None,
    settles: str = "",
    **unknown: object,
) -> None:
    """Answer until the runner is done. All arguments have names.

    `begin(options)` makes a new game. `play(game, action)` plays an action, such as "1-9", and returns the game, or
    None if it is the same object. `fields` has a function of a game for each field that the library can answer.
    `options` has the values that it plays for each option: an empty list for all of them. `settles="itself"` states
    that the library settles closed cycles without a selection: one that its `actions` do not have is left out.

    Ends the program with a sentence and status 2 if an argument is wrong.
    """
    checks = {
        f"its arguments by name: {', '.join(NAMES)}": not unnamed and not unknown,
        "name, a text": isinstance(name, str) and name,
        "ruleset, such as 'goff-1.1'": isinstance(ruleset, str) and "-" in ruleset,
        "begin, a function of the options": callable(begin),
        "play, a function of a game and an action": callable(play),
        "fields, a function of a game for each": isinstance(fields, Mapping) and all(map(callable, fields.values())),
        "options, a list of values for each": all(isinstance(v, list) for v in _values(options)),
        "settles, 'itself' or nothing": settles in ("", "itself"),
    }
    for needed, is_right in checks.items():
        if not is_right:
            print(f"serve needs {needed}", file=sys.stderr)
            sys.exit(2)
    assert begin
    assert play
    assert fields is not None

    def answers(request: dict[str, Any]) -> dict[str, Any]:
        game = begin(request["options"])
        for action in request["played"]:
            if (
                settles
                and action.startswith("sel")
                and ("actions" not in fields or action not in fields["actions"](game))
            ):
                continue
            after = play(game, action)
            game = game if after is None else after
        return {field: fields[field](game) for field in request["fields"]}

    declared = {"options": options or {}, "fields": [*fields], "forms": ["played"]}
    started = {"version": 1, "implementation": {"name": name, "language": "Python"}, "rulesets": {ruleset: declared}}
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if request["cmd"] == "stop":
            return
        answer: dict[str, Any] = started
        if request["cmd"] != "start":
            try:
                answer = {"seq": request["seq"], "answers": answers(request)}
            except Exception as error:
                answer = {"seq": request["seq"], "errored": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), file=OUTPUT, flush=True)


def _values(options: object) -> list[object]:
    """The values of a mapping; one that is not a list for anything else, unless it is None."""
    return [*options.values()] if isinstance(options, Mapping) else [] if options is None else [None]
