"""How games, positions and oracles show themselves: in a line, and in a notebook."""

import ast
import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from qttt.oracle import Oracle, entry_of
from qttt.reference.agents import RandomAgent
from qttt.reference.game import Actor
from qttt.reference.goff import TABLE_3, Goff
from qttt.reference.playing import play_match
from qttt.reference.tiqtaqtoe import Position
from qttt.spec import rules, rulesets, vectors

NOTEBOOK = Path(__file__).with_name("notebook.ipynb")
LONGEST = 150


def public(truth: Oracle[Any, Any], reached: list[Any]) -> list[Any]:
    """The objects that a user of a game gets."""
    rules_of_game: Any = truth.game
    last = reached[-1]
    ended = next(position for position in reached if rules_of_game.actor(position) is None)
    record = rules_of_game.read(rules_of_game.write(rules_of_game.actions(rules_of_game.initial())[:1]))
    answers = entry_of(rules_of_game).answers(rules_of_game, truth.tablebase)
    score = rules_of_game.score(ended)
    plain = [truth, truth.tablebase, truth.many(reached), answers, rules_of_game, record, score, score.outcome]
    return [
        *plain,
        entry_of(rules_of_game),
        *rules_of_game.options,
        rules_of_game.notation,
        *reached,
        *rules_of_game.actions(last),
    ]


def test_public_objects_are_shown_in_a_short_line(truth: Oracle[Any, Any], reached: list[Any]) -> None:
    for shown in public(truth, reached):
        text = repr(shown)
        assert len(text) <= LONGEST, text
        assert "\n" not in text
        assert "array(" not in text
        assert " object at 0x" not in text


def test_specification_objects_are_shown_in_a_short_line(truth: Oracle[Any, Any]) -> None:
    name = entry_of(truth.game).name
    for shown in (*vectors(name), *rules().values(), rulesets()[name]):
        assert len(repr(shown)) <= 200


def test_position_is_shown_by_the_call_that_makes_it(truth: Oracle[Any, Any], reached: list[Any]) -> None:
    kind = type(truth.game.initial())
    for position in reached:
        if repr(position).startswith("Position"):
            assert eval(repr(position), {"Position": kind}) == position


def test_position_of_many_boards_says_how_many_are_left_out() -> None:
    boards = sorted("".join("X" if at == square else "." for at in range(9)) for square in range(9))
    assert repr(Position(tuple(boards))) == "<position ........X | .......X. | and 7 more>"


def test_long_value_of_a_game_is_left_out() -> None:
    scoring = TABLE_3._replace(draw=TABLE_3.draw._replace(winner=Fraction(1)))
    assert repr(replace(Goff("self"), scoring=scoring)) == "Goff(collapse='self', scoring=…)"


def test_match_says_how_it_ended() -> None:
    played = play_match(Goff(), dict.fromkeys((Actor.X, Actor.O), RandomAgent(Goff())), Random(3))
    assert repr(played) == f"<match of {len(played.actions)} actions: {played.outcome}>"


@pytest.mark.thorough
def test_notebook_shows_positions_games_and_oracles(truth: Oracle[Any, Any], reached: list[Any]) -> None:
    shown: Any = truth.game
    for position in reached:
        assert ElementTree.fromstring(position._repr_svg_()).tag == "{http://www.w3.org/2000/svg}svg"
    options = ElementTree.fromstring(shown._repr_html_())
    assert truth.game.ruleset in "".join(options.itertext())
    assert all(value in "".join(options.itertext()) for value in truth.game.setting.values())
    rows = ElementTree.fromstring(truth._repr_html_()).findall("tr")[1:]
    values, best = truth.values(""), truth.best("")
    assert ["".join(row[0].itertext()) for row in rows] == [*map(str, values)]
    assert ["".join(row[1].itertext()) for row in rows] == [*map(str, values.values())]
    assert [row.find("td/b") is not None for row in rows] == [action in best for action in values]


def displayed(source: str, names: dict[str, Any]) -> dict[str, str]:
    """What a notebook shows of a cell: the last expression, in every form that it offers."""
    tree = ast.parse(source)
    last = tree.body.pop()
    exec(compile(tree, "cell", "exec"), names)
    if not isinstance(last, ast.Expr):
        exec(compile(ast.Module([last], []), "cell", "exec"), names)
        return {}
    shown = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    forms = {"image/svg+xml": "_repr_svg_", "text/html": "_repr_html_", "text/plain": "__repr__"}
    return {form: getattr(shown, method)() for form, method in forms.items() if hasattr(shown, method)}


def test_cells_of_a_notebook_show_what_it_says() -> None:
    """The notebook was written by hand: `metadata.shows` of a cell says what must be in each form of what it shows."""
    names: dict[str, Any] = {}
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    assert {form for cell in cells for form in cell["metadata"]["shows"]} >= {"image/svg+xml", "text/html"}
    for cell in cells:
        forms = displayed("".join(cell["source"]), names)
        for form, words in cell["metadata"]["shows"].items():
            assert words in forms[form]
