"""`Match` and the command take moves as people type them; everything else takes notation only."""

import json
from copy import copy
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest

from qttt.app import command
from qttt.app.errors import BadInput
from qttt.app.games import Query
from qttt.app.match import Match
from qttt.oracle import game, solve
from qttt.reference.game import RuleBroken
from qttt.reference.notation import NotationError
from qttt.verification.conform.server import Server

OPTIONS: dict[str, dict[str, Any]] = {"sqt": {"q": "1/2"}, "probabilistic": {"board": [["3/4", "1/4", "0"]] * 9}}
TYPED = [
    ("goff", "1-9 O2.3-1 x3.1-3 SELA", "X1.1-9 O2.1-3 X3.1-3 selA"),
    ("goff", "  x1.9-1\n", "X1.1-9"),
    ("sqt", "2-1 o2.2-1 selb", "X1.1-2 O2.1-2 selB"),
    ("probabilistic", "5 Success", "X1.5 success"),
    ("tiqtaqtoe", "2-1", "X1.1-2"),
    ("hybrid", "9 =x o2.1>9", "X1.9 =X O2.1>9"),
    ("hybrid", "9 =X 9-1", "X1.9 =X O2.1>9"),
]
WRONG = [
    ("goff", "1-9 X2.3-1", "token 2 'X2.3-1': GOFF-TURN-1: expected O at ply 2, O2.1-3"),
    ("goff", "9-9", "token 1 '9-9': GOFF-MOVE-1"),
    ("goff", "1-9 1-10", "token 2 '1-10': NOTATION-MOVE-1"),
    ("goff", "selC", "token 1 'selC': NOTATION-SELECT-1"),
    ("goff", "SELA", "token 1 'SELA': GOFF-COLLAPSE-1"),
    ("goff", "goff-1.1: X1@9 O2.3-1", "token 3 'O2.3-1': NOTATION-STATE-1"),
    ("hybrid", "5-1", "token 1 '5-1' can mean 1>5 or 5>1: write one of them"),
    ("hybrid", "9>1", "token 1 '9>1': HYB-LINK-1"),
    ("probabilistic", "1-3", "token 1 '1-3': NOTATION-SQUARE-1"),
]


def of(name: str, **options: Any) -> Any:
    return game(name, **{**OPTIONS.get(name, {}), **options})


@pytest.mark.parametrize(("name", "typed", "written"), TYPED)
def test_what_is_typed_is_played_and_printed_in_notation(name: str, typed: str, written: str) -> None:
    match = Match(name, **OPTIONS.get(name, {}))
    for move in typed.split():
        match.push(move)
    assert str(match) == written
    assert command.typed(Query(name, OPTIONS.get(name, {})), typed) == written
    assert str(Match(name, typed, **OPTIONS.get(name, {}))) == written


@pytest.mark.parametrize(("name", "typed", "message"), WRONG)
def test_what_means_nothing_or_two_things_is_rejected(name: str, typed: str, message: str) -> None:
    with pytest.raises((NotationError, RuleBroken, BadInput)) as caught:
        Match(name, typed, **OPTIONS.get(name, {}))
    assert str(caught.value).startswith(message)


def test_order_stays_where_it_has_a_meaning() -> None:
    """A split of the level full is not that of the exchanged squares."""
    assert [str(Match("tiqtaqtoe", typed, level="full")) for typed in ("2-1", "1-2")] == ["X1.2-1", "X1.1-2"]
    assert str(Match("tiqtaqtoe", "2-1")) == "X1.1-2"


@pytest.mark.parametrize(("name", "typed", "written"), TYPED)
def test_reading_and_protocol_take_notation_only(name: str, typed: str, written: str) -> None:
    rules = of(name)
    truth = solve(rules, progress=False)
    for read in (rules.read, rules.parse, rules.position, truth.value):
        read(written)
        with pytest.raises(NotationError):
            read(typed)
    request: dict[str, Any] = {"cmd": "ask", "seq": 1, "ruleset": rules.ruleset, "game": typed, "fields": ["actor"]}
    request["options"] = OPTIONS.get(name, {})
    answers = BytesIO()
    Server("reference", "").serve(BytesIO(json.dumps(request).encode() + b"\n"), answers)
    assert json.loads(answers.getvalue())["illegal"]["error"].startswith("NOTATION-")


def test_match_answers_as_the_oracle() -> None:
    match, truth = Match("goff"), solve(game("goff"))
    assert match.push("1-9") == match.actions[0]
    match.push(match.legal[1])
    position = match.position
    assert (match.turn, match.legal) == ("X", game("goff").actions(position))
    assert (match.value(), match.best()) == (truth.value(position), truth.best(position))
    assert match.values() == truth.values(position)
    assert match.values()["1-3"] == match.value() == 10
    assert str(match.undo()) == "1-3"
    assert (str(match), match.turn) == ("X1.1-9", "O")


def test_copy_of_a_match_goes_its_own_way() -> None:
    match = Match("goff", "1-9 1-3")
    copied = copy(match)
    copied.push("1-2")
    assert (str(match), str(copied)) == ("X1.1-9 O2.1-3", "X1.1-9 O2.1-3 X3.1-2")


def test_match_keeps_its_state_if_a_move_is_illegal() -> None:
    match = Match("goff", "1-9")
    for move in ("1-1", "5", "selA"):
        with pytest.raises(ValueError, match="-"):
            match.push(move)
    assert str(match) == "X1.1-9"
    match.undo()
    with pytest.raises(IndexError):
        match.undo()
    assert str(match) == ""


def test_match_from_a_position_goes_on_with_its_plies() -> None:
    match = Match("goff", "goff-1.1: X1@9 O2@3 X3.1-7")
    with pytest.raises(NotationError, match="expected O at ply 4"):
        match.push("X5.1-2")
    assert str(match.push("o4.2-1")) == "1-2"
    assert str(match).endswith(": X1@9 O2@3 X3.1-7 O4.1-2")


def test_match_that_is_over_says_how() -> None:
    match = Match("probabilistic", board=[("1", "0", "0")] * 9)
    for square in "14253":
        assert match.outcome is None
        match.push(square)
        match.push("success")
    assert (match.turn, match.legal, match.best(), match.outcome) == (None, (), (), "win of X")
    assert "Game over: value 1" in match.svg(values=True)


@pytest.mark.parametrize("name", ["goff", "sqt", "probabilistic", "tiqtaqtoe", "hybrid"])
def test_picture_has_the_value_of_every_action_on_request(name: str) -> None:
    match = Match(name, **OPTIONS.get(name, {}))
    match.push(match.legal[-1])
    drawn = ElementTree.fromstring(match.svg(values=True))
    texts = " ".join(text for text in drawn.itertext() if text)
    assert f"{match.turn} to act: value {match.value()}" in " ".join(texts.split())
    assert all(str(action) in texts for action in match.legal)
    assert match.svg() == match._repr_svg_() == match.position._repr_svg_()
