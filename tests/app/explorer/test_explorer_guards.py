"""Who may ask the server, how, and what a page may load. Each attack succeeds where its guard is taken away."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.types import ASGIApp

from qttt.app.explorer import guards, server
from qttt.app.explorer.guards import HEADERS, Guard, hosts_of, is_loopback
from qttt.app.explorer.players import Players
from qttt.app.explorer.ready import Ready

from .application import HOST, Reply, asked

WHY = "/api/goff/why"
SQUARES = {"squares": "5"}
"""A question that needs no values."""


@pytest.fixture
def app() -> ASGIApp:
    """The application, which has not been asked for any value."""
    return server.app(Ready(), Players(), hosts_of("127.0.0.1", 8000))


def test_own_page_may_ask(app: ASGIApp) -> None:
    own = {"sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "origin": f"http://{HOST}"}
    assert asked(app, WHY, SQUARES, own).status == 200
    assert asked(app, WHY, SQUARES).status == 200


ATTACKS: dict[str, tuple[int, Callable[[ASGIApp], Reply]]] = {
    "another name of this address": (421, lambda app: asked(app, WHY, SQUARES, {"host": "evil.example:8000"})),
    "another port": (421, lambda app: asked(app, WHY, SQUARES, {"host": "127.0.0.1:9"})),
    "the page of another site": (403, lambda app: asked(app, WHY, SQUARES, {"sec-fetch-site": "cross-site"})),
    "another site on this machine": (403, lambda app: asked(app, WHY, SQUARES, {"sec-fetch-site": "same-site"})),
    "a foreign origin": (403, lambda app: asked(app, WHY, SQUARES, {"origin": "http://evil.example"})),
    "an opaque origin": (403, lambda app: asked(app, WHY, SQUARES, {"origin": "null"})),
    "a POST": (405, lambda app: asked(app, WHY, SQUARES, method="POST")),
    "a HEAD": (405, lambda app: asked(app, WHY, SQUARES, method="HEAD")),
    "an OPTIONS": (405, lambda app: asked(app, WHY, SQUARES, method="OPTIONS")),
    "an endless address": (414, lambda app: asked(app, WHY, SQUARES | {"moves": " " * 20_000})),
}


TAKEN_AWAY: dict[int, Callable[[pytest.MonkeyPatch], None]] = {
    421: lambda patch: patch.setattr(Guard, "_knows", lambda self, host: True),
    403: lambda patch: patch.setattr(Guard, "_is_elsewhere", lambda self, scope, headers: False),
    405: lambda patch: patch.setattr(guards, "METHODS", ("GET", "POST", "HEAD", "OPTIONS")),
    414: lambda patch: patch.setattr(guards, "MOST_BYTES", 1_000_000),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_attacks_are_rejected_by_their_guard(app: ASGIApp, attack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    status, attempt = ATTACKS[attack]
    reply = attempt(app)
    assert (reply.status, reply.headers["content-type"]) == (status, "application/json")
    TAKEN_AWAY[status](monkeypatch)
    assert attempt(app).body != reply.body


def test_links_from_other_sites_open_the_page_only(app: ASGIApp) -> None:
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert asked(app, "/goff", {"moves": "X1.1-9"}, link).status == 200
    assert asked(app, WHY, SQUARES, link).status == 403


def test_every_reply_binds_the_page(app: ASGIApp) -> None:
    for path in ("/", "/goff", "/main.js", "/views/goff.js", "/api", "/nowhere", WHY):
        reply = asked(app, path)
        assert {name: reply.headers.get(name) for name in HEADERS} == HEADERS, path
    policy = HEADERS["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in policy


UNSAFE = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|\son[a-z]+=|\sstyle="
"""What would let text become code, or what the policy would block."""
ELSEWHERE = r"https?://|//[a-z]+\.[a-z]"
"""The address of another server."""


def forbidden(text: str) -> list[str]:
    """What a file of the page must not contain; the name of the SVG namespace is not an address that is opened."""
    return re.findall(f"{UNSAFE}|{ELSEWHERE}", text.replace("http://www.w3.org/", ""))


def test_nothing_of_the_page_comes_from_elsewhere() -> None:
    folder = Path(server.__file__).parent / "static"
    games = [*folder.parents[1].glob("*/*.js"), *folder.parents[1].glob("*/*.css")]
    assert {each.name for each in games} >= {"view.js", "circuit.js", "boards.js", "levels.js"}
    found = {file.name: forbidden(file.read_text(encoding="utf-8")) for file in [*folder.iterdir(), *games]}
    assert {name: words for name, words in found.items() if words} == {}


def test_guard_finds_planted_errors() -> None:
    planted = ["root.innerHTML = text;", "eval(text);", '<p onclick="go()">', '<p style="color: red">']
    planted += ['import "https://example.org/a.js";', 'src="//example.org/a.js"']
    assert [text for text in planted if not forbidden(f"const text = 1;\n{text}\n")] == []


BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8", "sec-fetch-mode": "navigate"}
"""What a browser sends where a person opens an address."""

FOR_PEOPLE: dict[str, tuple[int, str, Callable[[ASGIApp], Reply]]] = {
    "an unknown game": (404, "Nothing is at this address", lambda app: asked(app, "/nogame", (), BROWSER)),
    "a path below a game": (404, "Nothing is at this address", lambda app: asked(app, "/goff/<b>", (), BROWSER)),
    "an endless address": (
        414,
        "at most 16,000 bytes",
        lambda app: asked(app, "/goff", {"moves": "x" * 20_000}, BROWSER),
    ),
    "another host": (421, "open the address", lambda app: asked(app, "/goff", (), BROWSER | {"host": "evil.example"})),
    "an odd method": (405, "&lt;B&gt; is not", lambda app: asked(app, "/goff", (), BROWSER, method="<B>")),
}


@pytest.mark.parametrize("address", FOR_PEOPLE)
def test_person_gets_a_page_with_one_sentence(app: ASGIApp, address: str) -> None:
    status, words, attempt = FOR_PEOPLE[address]
    reply = attempt(app)
    text = reply.body.decode()
    assert (reply.status, reply.headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert words in text
    assert ('<a href="/">Open the explorer</a>' in text) == (status != 421)
    assert {name: reply.headers.get(name) for name in HEADERS} == HEADERS
    assert forbidden(text) == []
    assert "<b>" not in text.lower().replace("<body>", "")


def test_programs_get_json_for_the_same_addresses(app: ASGIApp) -> None:
    assert "page is at /" in asked(app, "/nogame").json["error"]["words"]
    assert asked(app, "/api/nogame", (), BROWSER).json["error"]["words"].startswith("unknown game")
    api_only = server.app(Ready(), Players(), hosts_of("127.0.0.1", 8000), api_only=True)
    assert asked(api_only, "/goff", (), BROWSER).json["error"]["words"].endswith("the API is at /api")
    assert asked(api_only, "/goff", (), BROWSER | {"host": "evil.example"}).status == 421


def test_slash_after_a_game_is_accepted(app: ASGIApp) -> None:
    reply = asked(app, "/goff/", {"moves": "X1.1-9 O2.1-3"}, BROWSER)
    assert (reply.status, reply.headers["location"]) == (307, "/goff?moves=X1.1-9+O2.1-3")
    assert asked(app, "/goff/").headers["location"] == "/goff"


@pytest.mark.parametrize(
    ("what", "parameters"),
    [
        ("", [("collapse", "self"), ("collapse", "opponent")]),
        ("", [("collapse", "self"), ("collapse", "self")]),
        ("", [("double-win", "yes"), ("double_win", "no")]),
        ("/why", [("squares", "5"), ("squares", "6")]),
        ("/why", [("squares", "5"), ("moves", ""), ("moves", "X1.1-9")]),
    ],
)
def test_repeated_parameter_is_rejected(app: ASGIApp, what: str, parameters: list[tuple[str, str]]) -> None:
    reply = asked(app, f"/api/goff{what}", parameters)
    assert reply.status == 400
    assert reply.json["error"]["words"].endswith("is given twice; leave one out")


def test_rule_of_a_bad_option_is_named_once(app: ASGIApp) -> None:
    error = asked(app, "/api/probabilistic", {"board": "1,2,3"}).json["error"]
    assert (error["words"], error["rule"]) == ("a board must have 9 squares: found 1", "PROB-BOARD-1")


def test_colons_are_neither_game_nor_position(app: ASGIApp) -> None:
    for parameter in ("moves", "position"):
        error = asked(app, "/api/goff", {parameter: ":::"}).json["error"]
        assert error["words"] == (
            "this is neither a game nor a written position; expected moves in the notation of goff-1.1, "
            "or a position such as goff-1.1: X1@9 O2@3 X3.1-7"
        )


@pytest.mark.parametrize(
    "path",
    [
        "/../../../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/static/main.js",
        "/views/../../pyproject.toml",
        "/views/goff",
        "/etc/passwd",
        "//etc/passwd",
        "/main.js/",
    ],
)
def test_paths_do_not_reach_the_file_system(app: ASGIApp, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.open", lambda *_, **__: pytest.fail("a file was opened"))
    assert asked(app, path).status == 404


def test_api_only_has_no_page() -> None:
    app = server.app(Ready(), Players(), hosts_of("127.0.0.1", 8000), api_only=True)
    assert asked(app, "/").status == 404
    assert asked(app, "/main.js").status == 404
    assert asked(app, "/api").status == 200


def test_hosts_of_a_server() -> None:
    assert hosts_of("127.0.0.1", 8000) == ["127.0.0.1:8000", "localhost:8000", "[::1]:8000"]
    assert "localhost" in hosts_of("127.0.0.1", 80)
    assert "10.0.0.7:8000" in hosts_of("10.0.0.7", 8000)
    assert [is_loopback(each) for each in ("::1", "10.0.0.7", "example.org")] == [True, False, False]
