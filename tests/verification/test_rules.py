"""Two implementations side by side: a difference is shrunk, and comes as a vector; and values that do not follow."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import numpy as np
import pytest

from qttt.fast.batch import CHANCE, OVER, SYSTEM, O, X
from qttt.fast.graph import Expanded
from qttt.reference.goff import Selection
from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid.notation import Action, Link, Measure, Result
from qttt.reference.hybrid.position import Position
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.reference.tiqtaqtoe.notation import Measurement
from qttt.spec import Vector
from qttt.verification import Refuted
from qttt.verification.conform.truth import Truth
from qttt.verification.engines import Illegal, SetUp
from qttt.verification.goff.conformance import TRUTH as GOFF
from qttt.verification.hybrid import conformance
from qttt.verification.hybrid.engines import ReferenceEngine, reference
from qttt.verification.rules import Disagreement, compare, same_games, same_rules
from qttt.verification.tiqtaqtoe.conformance import TRUTH as TIQTAQTOE
from qttt.verification.tiqtaqtoe.solved import tablebase
from qttt.verification.values import from_next, same_values, values_follow, visited

ROOT = Path(__file__).resolve().parents[2]


class _Endless(ReferenceEngine):
    """What has been measured is forgotten."""

    def play(self, position: Position, action: Action) -> Position:
        super().play(position, action)
        return Position()


class _AnyTarget(ReferenceEngine):
    """Accepts links between any boxes, and lists the legal ones."""

    def play(self, position: Position, action: Action) -> Position:
        try:
            return super().play(position, action)
        except Illegal:
            return position


# Two implementations


def altered(truth: Truth, name: str, change: Callable[[Any, Any], Any]) -> SetUp:
    """The reference with other answers of one method, made from the right answer and the last argument."""

    def set_up(options: Mapping[str, Any]) -> Any:
        right = truth.reference(options)

        def answer(self: Any, *arguments: Any) -> Any:
            return change(getattr(right, name)(*arguments), arguments[-1])

        return type("Wrong", (type(right),), {name: answer})(**vars(right))

    return set_up


def _keeps_the_turn(after: Any, action: Any) -> Any:
    return replace(after, turn=after.turn.opponent) if isinstance(action, Link) else after


def _one_board(after: Any, action: Any) -> Any:
    return after if isinstance(action, Measurement) else replace(after, boards=after.boards[:1])


def _uncollapsed(after: Any, action: Any) -> Any:
    return replace(after, definite=(None,) * 9) if isinstance(action, Selection) else after


@pytest.mark.parametrize(
    ("truth", "name", "change", "plies", "what"),
    [
        (conformance.TRUTH, "actions", lambda found, _: found[::-1], 0, "actions"),
        (conformance.TRUTH, "play", _keeps_the_turn, 3, "actor"),
        (conformance.TRUTH, "score", lambda found, _: -found - 1, 9, "value"),
        (TIQTAQTOE, "play", _one_board, 2, "possible"),
        (TIQTAQTOE, "chance", lambda found, _: dict([*found.items()][:1]), 6, "chance"),
        (GOFF, "outcome", lambda found, _: found and "draw", 6, "outcome"),
        (GOFF, "play", _uncollapsed, 3, "actor"),
    ],
)
def test_difference_is_shrunk_to_a_vector(
    truth: Truth, name: str, change: Callable[[Any, Any], Any], plies: int, what: str
) -> None:
    wrong = altered(truth, name, change)
    with pytest.raises(Disagreement) as caught:
        same_games(truth, wrong, 200)
    found = caught.value
    assert found.vector["then"].keys() == {what}
    assert sum(truth.reference(found.vector.get("options", {})).game.is_ply(a) for a in played(truth, found)) <= plies
    schema = json.loads((ROOT / "spec" / "schema" / "vector.schema.json").read_text(encoding="utf-8"))
    ruleset = truth.reference(found.vector.get("options", {})).game.ruleset
    file = {"ruleset": ruleset, "page": "page.md", "section": "Moves", "vectors": [found.vector]}
    jsonschema.validate(json.loads(json.dumps(file)), schema)
    vector = Vector(**{**found.vector, "ruleset": ruleset, "section": "Moves"})
    assert truth.suite.run(truth.reference, vector).wrong == ()
    assert truth.suite.run(wrong, vector).wrong
    assert str(pickle.loads(pickle.dumps(found))) == str(found)


def played(truth: Truth, found: Disagreement) -> tuple[Any, ...]:
    return truth.suite.notation.parse(found.game)


def test_actions_that_only_one_accepts_are_noticed() -> None:
    start, right, wrong = Position(), reference({}), _AnyTarget(Hybrid())
    assert compare(right, wrong, start) == right.actions(start)
    with pytest.raises(Refuted, match="after 1>2, legal: False and True"):
        compare(right, wrong, start, [Link(1, 2)])
    with pytest.raises(Refuted, match=r"^Hybrid.*X measures 5', after =X, position: "):
        same_rules(right, _Endless(Hybrid()), [right.play(start, Measure(5))], [Result.X])


# Values


def test_values_of_other_scores_do_not_follow() -> None:
    right, wrong = (TiqTaqToe("classic", lines="full-board", both=both) for both in ("even", "X"))
    found = tablebase(right)
    assert values_follow(right, found, visited(right, Random(1), 2)) > 10
    with pytest.raises(Refuted, match="the tablebase has"):
        values_follow(right, replace(found, numbers=tablebase(wrong).numbers), visited(wrong, Random(1), 50))


def test_values_of_another_solver_are_not_the_same() -> None:
    class Wrong:
        def __init__(self, game: Any) -> None: ...

        def value(self, position: Any) -> Fraction:
            return Fraction(1)

        def values(self, position: Any) -> dict[Any, Fraction]:
            return {}

    game = TiqTaqToe("classic")
    late = game.position("X1.1 O2.2 X3.3 O4.4 X5.5 O6.6")
    assert same_values(game, tablebase(game), [late]) == 1
    with pytest.raises(Refuted, match="the tablebase has"):
        same_values(game, tablebase(game), [late], Wrong)


def test_values_come_from_the_next_ones() -> None:
    actor = np.array([X, O, OVER, SYSTEM, CHANCE], np.int8)
    counts = np.array([3, 2, 0, 2, 2])
    after = np.array([1, 7, 3, 4, 2, 8, 4, 6, 2])
    found = Expanded(actor, actor, counts, np.arange(9), np.arange(9), np.zeros(9))
    assert from_next(found, after, (1, 4)).tolist() == [7, 2, 0, 7, 4]
    for at, wrong in ((5, 7), (7, 5)):
        with pytest.raises(Refuted, match="is not a multiple of"):
            from_next(found, np.where(np.arange(9) == at, wrong, after), (1, 4))
