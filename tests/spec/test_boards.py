"""The schema of files of boards says what the page says, as far as a schema can."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from qttt.spec import Vector, schema, vectors

VALIDATOR = jsonschema.Draft202012Validator(schema("board"))
FILES = [vector for vector in vectors("probabilistic") if "json" in vector.options]
BEYOND_A_SCHEMA = {"PROB-SQUARE-1", "PROB-NUMBER-1"}
"""A sum of 1, and how a number is written."""


@pytest.mark.parametrize("vector", FILES, ids=lambda vector: vector.id)
def test_schema_agrees_with_the_vectors(vector: Vector) -> None:
    try:
        content = json.loads(vector.options["json"].removeprefix("\ufeff"))
    except json.JSONDecodeError:
        assert "refused" in vector.then
        return
    refused = {entry.get("refused") for entry in vector.then.get("boards", [])} | {vector.then.get("refused")}
    repeated = '"squares": [[0.5, 0.2, 0.3]' in vector.options["json"] and vector.options["json"].count('"squares"') > 1
    if refused == {None}:
        assert VALIDATOR.is_valid(content)
    elif refused - {None} - BEYOND_A_SCHEMA and not repeated:
        assert not VALIDATOR.is_valid(content)


@pytest.mark.parametrize(
    "square",
    [[0.5, 0.5], [0.5, 0.2, 0.2, 0.1], [1.5, 0, 0], [-0.5, 0.5, 1], ["50 %", 0.5, 0], ["1/0", 0, 0], [None, 0.5, 0.5],
     {"success": 1, "neutral": 0}, {"success": 1, "neutral": 0, "failure": 0, "more": 0}, [".5", 0.5, 0], "1"],
    ids=str,
)  # fmt: skip
def test_schema_rejects_mutant(square: Any) -> None:
    good: list[Any] = [[0.5, "20%", "3/10"]] * 8
    assert VALIDATOR.is_valid([*good, {"success": 0.5, "neutral": 0.2, "failure": 0.3}])
    assert not VALIDATOR.is_valid([*good, square])
