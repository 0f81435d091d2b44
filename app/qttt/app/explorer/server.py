"""The server: the page, and the API behind it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from qttt.app.errors import one_line
from qttt.app.explorer import answer
from qttt.app.explorer.analysis import analysis_json
from qttt.app.explorer.assets import PAGE, Asset, assets
from qttt.app.explorer.guards import Guard
from qttt.app.explorer.index import index_json
from qttt.app.explorer.openapi import openapi_json
from qttt.app.explorer.players import SEED, Players
from qttt.app.explorer.question import BadQuestion, Question
from qttt.app.explorer.ready import NotReady, Ready
from qttt.app.explorer.rejections import rejected, rejected_in_kind
from qttt.app.explorer.rules import rule_json
from qttt.app.explorer.shown import shown
from qttt.app.explorer.vector import vector_json
from qttt.oracle.entry import NotSolvable
from qttt.oracle.registry import games
from qttt.reference.game import RuleBroken
from qttt.reference.notation import NotationError

VERSION = "v1"
PREFIXES = (f"/api/{VERSION}", "/api")
"""The API under its version, and the newest version without one."""

Json = Mapping[str, Any]
Answer = Callable[[Question, Mapping[str, str]], Json]


class Api:
    """Answers to all questions, by name, each with the parameters that it takes besides those of a position."""

    def __init__(self, ready: Ready, players: Players) -> None:
        self.ready, self.players = ready, players
        self.answers: Mapping[str, tuple[Answer, Sequence[str]]] = {
            "": (lambda question, _: answer.position_json(question, ready), ()),
            "variation": (lambda question, _: answer.variation_json(question, ready), ()),
            "after": (lambda question, own: answer.after_json(question, own.get("token", ""), ready), ("token",)),
            "why": (lambda question, own: answer.why_json(question, squares(own.get("squares", ""))), ("squares",)),
            "reply": (lambda question, own: players.reply_json(question, own, ready), ("player", SEED)),
            "analysis": (lambda question, _: analysis_json(question, ready), ()),
            "vector": (lambda question, _: vector_json(question), ()),
        }

    def found(self, game: str, what: str) -> tuple[Answer, Sequence[str]]:
        """How a question is answered, and its own parameters. Raises `BadQuestion`."""
        if what in self.answers:
            return self.answers[what]
        own = shown(game).questions() if game in games() else {}
        if what not in own:
            known = [name for name in (*self.answers, *own) if name]
            raise BadQuestion(f"unknown question '{what[:40]}': expected one of {', '.join(known)}")
        answerer, parameters, _ = own[what]
        return lambda question, given: answerer(question.game, question.record, given), parameters

    def json(self, name: str, what: str, parameters: Sequence[tuple[str, str]]) -> Json:
        """The answer to a question about a game. Raises `BadQuestion`, and what reading a game raises."""
        answered, own = self.found(name, what)
        question = Question.of(name, parameters, own)
        return answered(question, _once([each for each in parameters if each[0] in own]))


def app(ready: Ready, players: Players, hosts: Sequence[str], api_only: bool = False) -> ASGIApp:
    """The application, guarded. With `api_only` without the page."""
    api = Api(ready, players)

    async def ask(request: Request) -> Response:
        name, what = request.path_params["game"], request.path_params.get("what", "")
        return await answered(lambda: api.json(name, what, request.query_params.multi_items()))

    async def index(request: Request) -> Response:
        return await answered(lambda: index_json(players))

    async def openapi(request: Request) -> Response:
        return await answered(lambda: openapi_json(VERSION, api))

    async def rule(request: Request) -> Response:
        return await answered(lambda: rule_json(request.path_params["rule"]))

    routes = []
    for prefix in PREFIXES:
        routes += [
            Route(prefix, index),
            Route(f"{prefix}/openapi.json", openapi),
            Route(f"{prefix}/rules/{{rule}}", rule),
            Route(f"{prefix}/{{game}}", ask),
            Route(f"{prefix}/{{game}}/{{what}}", ask),
        ]
    if not api_only:
        routes += _page_routes()
    own = Starlette(routes=routes, exception_handlers={404: _no_api if api_only else _no_page, 500: _failed})
    own.router.redirect_slashes = False
    return Guard(own, hosts, has_page=not api_only)


def _asked(answer: Callable[[], Json]) -> Json:
    """An answer, without values if what ships does not have them and the game is not solved yet."""
    try:
        return answer()
    except NotReady:
        return answer()


async def answered(answer: Callable[[], Json]) -> Response:
    """The response with an answer, or with what is wrong with the question."""
    try:
        return JSONResponse(await run_in_threadpool(_asked, answer), headers={"cache-control": "no-store"})
    except BadQuestion as error:
        return rejected(error.status, one_line(error), rule=error.rule, token=error.token, number=error.number)
    except (NotationError, RuleBroken) as error:
        words = f"expected {error.expected}"
        return rejected(400, one_line(words), rule=error.rule, token=error.token, number=error.number)
    except NotSolvable as error:
        return rejected(422, one_line(error))
    except ValueError as error:
        return rejected(400, one_line(error))


def _page_routes() -> list[Route]:
    found = assets()

    def serve(asset: Asset) -> Callable[[Request], Any]:
        async def served(request: Request) -> Response:
            headers = {"cache-control": "no-cache", "etag": asset.tag}
            if request.headers.get("if-none-match") == asset.tag:
                return Response(status_code=304, headers=headers)
            return Response(asset.content, media_type=asset.kind, headers=headers)

        return served

    async def without_slash(request: Request) -> Response:
        return RedirectResponse(str(request.url.replace(scheme="", netloc="", path=request.url.path.rstrip("/"))))

    page = serve(found[f"/{PAGE}"])
    return [
        *(Route(path, serve(asset)) for path, asset in found.items()),
        Route("/", page),
        *(Route(f"/{name}", page) for name in games()),
        *(Route(f"/{name}/", without_slash) for name in games()),
    ]


async def _no_page(request: Request, error: Exception) -> Response:
    return rejected_in_kind(request.scope, 404, "nothing is at this address: the page is at /, the API at /api")


async def _no_api(request: Request, error: Exception) -> Response:
    return rejected(404, "nothing is at this address: the API is at /api")


async def _failed(request: Request, error: Exception) -> Response:
    return rejected_in_kind(request.scope, 500, "an error in this program; the terminal shows it: please report it")


def squares(text: str) -> list[int]:
    """The squares of a parameter such as `1-9`. Raises `BadQuestion`.

    >>> squares("1-9")
    [1, 9]
    """
    parts = text.split("-")
    if not 1 <= len(parts) <= 2 or not all(part in "123456789" and len(part) == 1 for part in parts):
        raise BadQuestion(f"squares '{text[:40]}': expected one or two squares, such as 5 or 1-9")
    return [*map(int, parts)]


def _once(parameters: Sequence[tuple[str, str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in parameters:
        if name in found:
            raise BadQuestion(f"{name} is given twice; leave one out")
        found[name] = value
    return found
