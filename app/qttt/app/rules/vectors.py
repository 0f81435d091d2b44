"""Vectors in words: what is given, and what is expected."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from qttt.spec import Vector

MOST = 12
"""Entries of a list that are shown; of a longer one the number is told too."""
NAMES = {
    "actor": "to act",
    "player_ply": "ply of the lines",
    "outcome_rule": "by",
    "first_moves": "values of first moves",
    "value_near": "value near",
    "score_table_2": "scores",
}


def given(vector: Vector) -> str:
    """What a vector gives, on one line: a game with the next token, marks, a written position, or options.

    >>> from qttt.spec import vectors
    >>> given(vectors("goff")[0]), given(vectors("hybrid")[292])[:20]
    ('X1.1-9', 'open game X1.1 =X O2')
    """
    if vector.given_marks is not None:
        return "marks " + _pairs(vector.given_marks)
    if vector.given_position is not None:
        return f"position {vector.given_position}"
    if vector.given_open is not None:
        return f"open game {vector.given_open}"
    return " ".join(filter(None, (vector.given, vector.when))) or "the start"


def options(vector: Vector) -> str:
    """The options of a vector on one line; empty if all have their defaults."""
    return _short(", ".join(f"{name} {_value(value)}" for name, value in vector.options.items()), 200)


def expected(vector: Vector) -> str:
    """What must hold, as a phrase.

    >>> from qttt.spec import vectors
    >>> vector = next(each for each in vectors("goff") if each.id == "goff-collapse-0001")
    >>> expected(vector)
    'rejected by GOFF-COLLAPSE-1 at token 3'
    """
    return "; ".join(_expectations(vector.then))


def _expectations(then: Mapping[str, Any]) -> Iterator[str]:
    if "refused" in then:
        yield f"the setting is rejected by {then['refused']}"
        return
    if then.get("legal") is False:
        yield f"rejected by {then['error']} at token {then['token']}"
        return
    if then.get("legal"):
        yield "legal"
    for field, value in then.items():
        if field != "legal":
            yield f"{NAMES.get(field, field.replace('_', ' '))}: {_value(value)}"


def _value(value: Any) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case str():
            return _short(value or "empty", 160)
        case {}:
            return _pairs(value)
        case [*items]:
            shown = ", ".join(
                f"{{{_value(item)}}}" if isinstance(item, list) else _value(item) for item in items[:MOST]
            )
            return (f"{shown}, … ({len(items)})" if len(items) > MOST else shown) or "none"
        case _:
            return json.dumps(value, ensure_ascii=False)


def _pairs(value: Mapping[str, Any]) -> str:
    items = [f"{name} {_value(each)}" for name, each in value.items()]
    return ", ".join(items[:MOST]) + (f", … ({len(items)})" if len(items) > MOST else "") or "none"


def _short(text: str, most: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
