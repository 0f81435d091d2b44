"""The description of the API in OpenAPI 3.1."""

from typing import TYPE_CHECKING, Any

from qttt.app.explorer.players import SEED
from qttt.app.explorer.question import LONGEST_TEXT, MOST_TOKENS
from qttt.app.explorer.shown import shown, title
from qttt.oracle.registry import entry, games

if TYPE_CHECKING:
    from qttt.app.explorer.server import Api

QUESTIONS = {
    "": "A position: its actions with exact values, what the last action did, and a picture of it as data",
    "variation": "The principal variation, as long as only the players act",
    "after": "What an action would do: rules, cost, results of chance, and the replies that keep the value",
    "why": "Why squares that were clicked on are no move",
    "reply": "The move of a player, or what happens where chance or the System acts",
    "analysis": "Every action of a game judged, the turning point, the largest loss, and a verdict in words",
    "vector": "The position as a conformance vector",
}
OWN = {
    "token": "An action as it is written, such as X3.1-9",
    "squares": "One or two squares, such as 5 or 1-9",
    "player": "Who plays, such as perfect or monte-carlo:30; the list of games has all names",
    SEED: "A random seed; equal seeds give equal answers",
}


def openapi_json(version: str, api: "Api") -> dict[str, Any]:
    """The document: one path for each question about each game."""
    paths: dict[str, Any] = {
        f"/api/{version}": _path("The games, their options, and who can play", []),
        f"/api/{version}/rules/{{rule}}": _path(
            "The text of a rule in Markdown",
            [{"name": "rule", "in": "path", "required": True, "schema": {"type": "string"}}],
        ),
    }
    for name in games():
        for what, (_, own) in api.answers.items():
            path = f"/api/{version}/{name}" + (f"/{what}" if what else "")
            paths[path] = _path(f"{title(name, entry(name).kind)}: {QUESTIONS[what]}", _parameters(name, own))
        for what, (_, own, about) in shown(name).questions().items():
            paths[f"/api/{version}/{name}/{what}"] = _path(about, _parameters(name, own))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "qttt: exact values of quantum and probabilistic tic-tac-toe",
            "version": version,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
            "description": (
                f"Answers about any position. Only GET; a text has at most {LONGEST_TEXT:,} characters, a game at most "
                f"{MOST_TOKENS} tokens. Exact numbers are texts such as 5/32 in `exact`, rounded ones in `number`. "
                "While a game is being solved, `solved.state` is `working` and values are missing. `/api` is the "
                "newest version."
            ),
        },
        "paths": paths,
        "components": {"schemas": SCHEMAS},
    }


def _path(summary: str, parameters: list[dict[str, Any]]) -> dict[str, Any]:
    problem = {"description": "What is wrong, in one line", "content": _json("Problem")}
    answer = {"description": summary, "content": _json("Answer")}
    return {"get": {"summary": summary, "parameters": parameters, "responses": {"200": answer, "4XX": problem}}}


def _json(schema: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}}


def _parameters(name: str, own: Any) -> list[dict[str, Any]]:
    kind = entry(name).kind
    found = [
        _parameter("moves", "The game so far; empty for its start"),
        _parameter("position", "A written position from which the moves go on; without it, the start of the game"),
    ]
    for option in kind.options:
        schema = {"type": "string"} | ({"enum": list(option.values)} if option.values else {})
        found.append(_parameter(option.written, option.note, schema=schema | _default(option.default)))
    known = {option.name for option in kind.options}
    for each in entry(name).parameters:
        if each not in known:
            found.append(_parameter(each, f"The {each} of a random board, instead of the other options"))
    return found + [_parameter(each, OWN.get(each, each)) for each in own]


def _default(value: str | None) -> dict[str, str]:
    return {} if value is None else {"default": value}


def _parameter(name: str, words: str, schema: dict[str, Any] | None = None) -> dict[str, Any]:
    shape = schema or {"type": "string", "maxLength": LONGEST_TEXT}
    return {"name": name, "in": "query", "required": False, "description": words, "schema": shape}


def _of(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": required, "properties": properties}


_TEXT, _NUMBER, _ANY = {"type": "string"}, {"type": "number"}, {"type": "object"}
_WORTH = {"$ref": "#/components/schemas/Worth"}
_REPLIES = {"oneOf": [{"$ref": "#/components/schemas/Replies"}, {"type": "null"}]}
SCHEMAS: dict[str, Any] = {
    "Worth": _of(["exact", "number"], exact=_TEXT, number=_NUMBER, means=_TEXT),
    "Action": _of(
        ["action", "token", "squares"],
        action=_TEXT,
        token=_TEXT,
        squares={"type": "array", "items": {"type": "integer"}},
        exact=_TEXT,
        number=_NUMBER,
        means=_TEXT,
        best={"type": "boolean"},
        probability=_WORTH,
    ),
    "Replies": _of(
        ["actor", "of", "hold", "kept", "lost"],
        actor=_TEXT,
        of={"type": "integer"},
        hold={"type": "array", "items": _TEXT},
        kept=_WORTH,
        lost=_WORTH,
    ),
    "Problem": _of(["error"], error=_of(["words"], words=_TEXT, rule={"type": ["string", "null"]})),
    "Answer": {
        "type": "object",
        "description": "The fields depend on the question; those of a position and of `after` are listed here.",
        "properties": {
            "game": _TEXT,
            "ruleset": _TEXT,
            "options": _ANY,
            "moves": _TEXT,
            "position": _TEXT,
            "actor": {"enum": ["X", "O", "CHANCE", "SYSTEM", None]},
            "outcome": {"type": ["object", "null"]},
            "solved": _of(["state"], state={"enum": ["ready", "working", "failed", "unsolved"]}),
            "value": {"oneOf": [_WORTH, {"type": "null"}]},
            "actions": {"type": "array", "items": {"$ref": "#/components/schemas/Action"}},
            "results": {"type": ["array", "null"], "items": {"$ref": "#/components/schemas/Action"}},
            "likeliest": {"type": ["object", "null"], "properties": {"token": _TEXT, "replies": _REPLIES}},
            "replies": _REPLIES,
            "told": {"type": "array", "items": _of(["words", "rule", "title"], words=_TEXT, rule=_TEXT, title=_TEXT)},
            "picture": _ANY,
        },
    },
}
