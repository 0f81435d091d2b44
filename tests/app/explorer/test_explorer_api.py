"""The API: every question about every game, its description, and what it says of bad ones."""

import json
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from qttt.app.explorer import server as servers
from qttt.app.explorer.answer import squares_of
from qttt.app.explorer.players import Players
from qttt.app.explorer.question import Question, option_names
from qttt.app.explorer.ready import Ready
from qttt.app.explorer.server import Api
from qttt.app.explorer.shown import Shown, shown
from qttt.fast.progress import Progress
from qttt.oracle import Oracle, entry, game, games
from qttt.reference.game import Actor
from qttt.reference.solver import Solver

from .application import HOST, STARTS, Application, asked

CYCLE = "X1.1-9 O2.1-3 X3.1-3"
MIDGAME = {
    "goff": CYCLE,
    "sqt": CYCLE,
    "probabilistic": "X1.5 success O2.1",
    "tiqtaqtoe": "X1.1-2 O2.2-6 X3.5",
    "hybrid": "X1.7 =X O2.5>7 X3.3",
}


def test_position_has_exact_values(application: Application) -> None:
    answer = application.ask("/goff", moves="X1.1-9 O2.1-3")
    assert answer["actor"] == "X"
    assert answer["value"] == {"exact": "10", "number": 10.0, "means": "narrow win of X"}
    assert len(answer["actions"]) == 36
    best = [each["action"] for each in answer["actions"] if each["best"]]
    assert best == ["1-3", "1-7", "1-8", "1-9", "3-7", "3-8", "3-9", "7-8", "7-9", "8-9"]
    assert answer["actions"][0] == {
        "action": "1-2",
        "token": "X3.1-2",
        "squares": [1, 2],
        "exact": "-20",
        "number": -20.0,
        "means": "complete win of O",
        "best": False,
    }


def test_late_values_are_those_of_the_reference(application: Application) -> None:
    late = "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB O6.2-8"
    rules = game("goff")
    solver = Solver(rules)
    position = rules.position(late)
    values = {str(action): str(solver.value(rules.play(position, action))) for action in rules.actions(position)}
    answer = application.ask("/goff", moves=late)
    assert {each["action"]: each["exact"] for each in answer["actions"]} == values


@pytest.mark.parametrize("name", games())
def test_values_of_a_node_follow_from_its_actions(application: Application, name: str) -> None:
    """A player's node is worth its best action, a node of chance the mean of its results; by the rules of play."""
    options = STARTS.get(name, {})
    for moves in ("", MIDGAME[name]):
        answer = application.ask(f"/{name}", **options, moves=moves)
        values = [Fraction(each["exact"]) for each in answer["actions"]]
        if answer["actor"] in ("X", "O"):
            best = max(values) if answer["actor"] == "X" else min(values)
            assert [each["best"] for each in answer["actions"]] == [value == best for value in values]
        else:
            chances = [Fraction(each["probability"]["exact"]) for each in answer["actions"]]
            assert sum(chances) == 1
            best = sum((chance * value for chance, value in zip(chances, values, strict=True)), Fraction(0))
        assert Fraction(answer["value"]["exact"]) == best


@pytest.mark.parametrize("name", games())
def test_tokens_continue_the_game(application: Application, name: str) -> None:
    options = STARTS.get(name, {})
    chance, moves = random.Random(3), ""
    for _ in range(12):
        answer = application.ask(f"/{name}", **options, moves=moves)
        if not answer["actions"]:
            break
        each = chance.choice(answer["actions"])
        assert list(squares_of(each["action"])) == each["squares"]
        moves = f"{moves} {each['token']}".strip()
        assert application.ask(f"/{name}", **options, moves=moves)["moves"] == moves


def test_moves_go_on_from_a_written_position(application: Application) -> None:
    start = "goff-1.0: X1@9 O2@3 X3@1"
    answer = application.ask("/goff", position=start, moves="O4.5-7 X5.5-7")
    assert answer["position"].endswith(": X1@9 O2@3 X3@1 O4.5-7 X5.5-7")
    assert application.ask("/goff", position=start)["actions"][0]["token"] == "O4.2-4"
    assert application.ask("/goff", moves=start)["start"] == start


@pytest.mark.parametrize("name", games())
def test_documented_questions_are_answered(application: Application, name: str) -> None:
    document = application.ask("/openapi.json")
    own = {"token": None, "squares": "5", "player": "random", "random": "7"}
    paths = [path for path in document["paths"] if path.startswith(f"/api/v1/{name}")]
    assert {"", "/variation", "/after", "/why", "/reply", "/analysis", "/vector"} <= {
        path.removeprefix(f"/api/v1/{name}") for path in paths
    }
    for path in paths:
        described = document["paths"][path]["get"]
        assert described["summary"]
        names = {each["name"] for each in described["parameters"]}
        assert {"moves", "position"} <= names
        parameters = {each: value for each, value in own.items() if each in names and value}
        if "token" in names:
            actions = application.ask(f"/{name}", **STARTS.get(name, {}))["actions"]
            parameters["token"] = actions[0]["token"]
        if path.count("/") == 4 and path.rpartition("/")[2] not in KNOWN:
            continue  # a question of the game's own view, tested with it
        assert application.ask(path.removeprefix("/api/v1"), **STARTS.get(name, {}), **parameters) is not None


KNOWN = ("variation", "after", "why", "reply", "analysis", "vector")


@pytest.mark.parametrize("name", games())
def test_parameters_of_questions_are_no_options(name: str) -> None:
    api = Api(Ready(), Players())
    own = {each for _, (_, names) in api.answers.items() for each in names}
    own |= {each for _, names, _ in shown(name).questions().values() for each in names}
    assert own & {*option_names(name), "moves", "position"} == set()


def test_description_is_openapi(application: Application) -> None:
    document = application.ask("/openapi.json")
    assert document["openapi"] == "3.1.0"
    assert document["info"]["version"] == "v1"
    names = [option.written for option in entry("goff").kind.options]
    parameters = document["paths"]["/api/v1/goff"]["get"]["parameters"]
    assert [each["name"] for each in parameters] == ["moves", "position", *names]
    text = json.dumps(document)
    for schema in ("Worth", "Action", "Problem", "Answer"):
        assert f"#/components/schemas/{schema}" in text
        assert schema in document["components"]["schemas"]


def test_newest_version_needs_no_number(application: Application) -> None:
    game = {"moves": "X1.1-9", "collapse": "self"}
    found = asked(application.own, "/api/goff/vector", game).json
    assert found == application.ask("/goff/vector", **game)
    assert found["options"] == {"collapse": "self"}


@pytest.mark.parametrize(
    ("path", "parameters", "status", "words"),
    [
        ("/chess", {}, 404, "unknown game 'chess': expected goff, sqt, "),
        ("/goff/colour", {}, 400, "unknown question 'colour'"),
        (
            "/goff",
            {"colour": "red"},
            400,
            "unknown parameter 'colour': expected moves, position, collapse, double-win, pair, last or both",
        ),
        ("/goff", {"collapse": "nobody"}, 400, "collapse cannot be 'nobody'"),
        ("/goff", {"moves": "x" * 12_001}, 400, "moves has 12,001 characters: expected at most 12,000"),
        ("/goff", {"moves": "selA " * 401}, 400, "the game has 401 tokens: expected at most 400"),
        ("/goff", {"moves": "X1.9-1"}, 400, "expected ascending squares, 1-9"),
        ("/goff", {"position": "X1.1-9"}, 400, "position is not a written position"),
        ("/goff", {"position": "goff-1.0: -", "moves": "goff-1.0: -"}, 400, "leave one out"),
        ("/sqt", {}, 400, "needs q"),
        ("/sqt", {"q": "2"}, 400, "2"),
        ("/probabilistic", {"seed": "one"}, 400, "seed 'one' is not a number"),
        ("/probabilistic", {"board": "1,0,0"}, 400, "9 squares"),
        ("/goff/why", {"squares": "0"}, 400, "expected one or two squares"),
        ("/goff/reply", {"player": "nobody"}, 400, "unknown player 'nobody'"),
        ("/goff/reply", {"player": "monte-carlo:1000000"}, 400, "unknown player"),
        ("/goff/reply", {"player": "monte-carlo:100", "position": "goff-1.0: -"}, 400, "at most 10 playouts"),
        ("/goff/reply", {"player": "net:../../secret"}, 400, "unknown player"),
        ("/goff/reply", {"player": "random", "random": "-1"}, 400, "expected a whole number from 0"),
        ("/goff/after", {"token": "nonsense"}, 400, "expected a move such as X1.1-9"),
        ("/rules/GOFF-NONE-1", {}, 400, "unknown rule"),
    ],
)
def test_bad_questions_say_what_is_wrong(
    application: Application, path: str, parameters: dict[str, str], status: int, words: str
) -> None:
    found, error = application.rejected(path, **parameters)
    assert found == status
    assert words in error["words"]
    assert "\n" not in error["words"]


def test_broken_rules_are_named_with_their_token(application: Application) -> None:
    _, error = application.rejected("/goff", moves=f"{CYCLE} X4.1-2")
    assert (error["rule"], error["token"], error["number"]) == ("GOFF-TURN-1", "X4.1-2", 4)
    _, error = application.rejected("/goff", moves=f"{CYCLE} O4.1-2")
    assert (error["rule"], error["token"], error["number"]) == ("GOFF-COLLAPSE-1", "O4.1-2", 4)


def test_equal_seeds_give_equal_replies(application: Application) -> None:
    replies = [
        [application.ask("/goff/reply", player="random", random=str(seed))["token"] for seed in range(12)]
        for _ in range(2)
    ]
    assert replies[0] == replies[1]
    assert len({*replies[0]}) > 1


def test_nature_is_drawn_with_its_probabilities(application: Application) -> None:
    options = STARTS["probabilistic"]
    tokens = [
        application.ask("/probabilistic/reply", **options, moves="X1.5", random=str(seed))["token"]
        for seed in range(120)
    ]
    chance = game("probabilistic", seed=1).board[4].success
    assert abs(tokens.count("success") / 120 - float(chance)) < 0.16


def test_perfect_play_leaves_loops(application: Application) -> None:
    """On this board naming 1 always passes: it is a best square, but perfect play names another."""
    board = ";".join(["0,1,0"] + ["1,0,0"] * 8)
    played = {
        application.ask(
            "/probabilistic/reply", board=board, moves="X1.2 success O2.4 success X3.3 success", player="perfect"
        )["token"]
        for _ in range(8)
    }
    assert "O4.1" not in played


def test_monte_carlo_of_the_kernels_wins_at_once(application: Application) -> None:
    line = "X1.5 success O2.1 success X3.4 success O4.2 success"
    board = ";".join(["1,0,0"] * 9)
    reply = application.ask("/probabilistic/reply", board=board, moves=line, player="monte-carlo:100", random="1")
    assert reply["token"] == "X5.6"


def test_luck_of_chance_is_nobodys_loss(application: Application) -> None:
    found = application.ask("/hybrid/analysis", moves="X1.1 =X")
    measured, result = found["actions"]
    assert "loss" in measured
    assert "loss" not in result
    assert Fraction(result["luck"]["exact"]) == Fraction(result["after"]["exact"]) - Fraction(result["before"]["exact"])


def test_rules_have_their_text_without_the_formal_block(application: Application) -> None:
    rule = application.ask("/rules/GOFF-MOVE-2")
    assert rule["title"] == "Occupied squares"
    assert rule["text"].startswith("A square with a definite mark is occupied for good")
    assert "```" not in rule["text"]


def test_many_questions_at_once_are_answered_alike(application: Application) -> None:
    texts = ["", "X1.1-9", "X1.1-9 O2.1-3", CYCLE, f"{CYCLE} selA", "X1.5-6", "X1.5-6 O2.1-2", "X1.4-5 O2.4-6"]
    alone = [application.ask("/goff", moves=text) for text in texts]
    with ThreadPoolExecutor(16) as pool:
        together = [*pool.map(lambda at: application.ask("/goff", moves=texts[at % 8]), range(160))]
    assert all(together[at] == alone[at % 8] for at in range(160))


@pytest.fixture
def sixth(classic: None) -> Any:
    """The application with a sixth game in the registry."""
    return servers.app(Ready(), Players(), [HOST])


def test_progress_is_answered_until_there_are_values(sixth: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    reported, solved, make = Event(), Event(), Shown.oracle

    def oracle(part: Shown, game: Any, report: Callable[[], Any], note: Any) -> Oracle[Any, Any]:
        with report() as tell:
            tell(Progress("enumerate", 3, 10, 40))
        reported.set()
        solved.wait()
        return make(part, game, report, note)

    monkeypatch.setattr(Shown, "oracle", oracle)
    asked(sixth, "/api/classic")
    reported.wait()
    answer = asked(sixth, "/api/classic").json
    assert answer["solved"].items() >= {"state": "working", "task": "enumerate", "ply": 3, "done": 10, "of": 40}.items()
    assert (answer["value"], len(answer["actions"])) == (None, 9)
    solved.set()
    while (answer := asked(sixth, "/api/classic").json)["solved"]["state"] == "working":
        pass
    assert answer["value"]["exact"] == "0"


def test_sixth_game_is_on_the_page_from_its_entry(sixth: Any) -> None:
    index = asked(sixth, "/api").json
    assert [each["name"] for each in index["games"]] == [*games()]
    assert "classic" in games()
    assert asked(sixth, "/classic").status == 200
    view = asked(sixth, "/views/classic.js")
    assert view.body == (Path(servers.__file__).parent / "static" / "plain.js").read_bytes()
    question = Question.of("classic", [("first", "X")])
    assert question.game.actor(question.record.positions[-1]) is Actor.X


def test_shared_page_names_no_game() -> None:
    folder = Path(servers.__file__).parent / "static"
    for file in folder.iterdir():
        words = {word.strip("\"'`/.,;:()") for word in file.read_text(encoding="utf-8").lower().split()}
        assert words & {*games()} == set(), file.name
