"""Runs the conformance vectors of TiqTaqToe, as `spec/qttt/spec/vectors/README.md` says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qttt.reference.tiqtaqtoe.notation import NOTATION
from qttt.verification.replay import Replayed, Runner
from qttt.verification.tiqtaqtoe.engines import SetUp, fast, reference
from qttt.verification.tiqtaqtoe.known_errors import KNOWN_ERRORS


def possible(replayed: Replayed, expected: Any) -> Any:
    boards = replayed.engine.boards(replayed.position)
    return len(boards) if isinstance(expected, int) else [*boards]


def probabilities(replayed: Replayed, expected: Any) -> Any:
    said = replayed.engine.probabilities(replayed.position)
    return {
        square: {content: str(number) for content, number in said[int(square)].items() if number} for square in expected
    }


def groups(replayed: Replayed, _: Any) -> Any:
    return [[*group] for group in replayed.engine.groups(replayed.position)]


RUNNER = Runner("tiqtaqtoe", NOTATION.parse, (possible, probabilities, groups))
run = RUNNER.run


def the_reference_conforms(set_up: SetUp = reference) -> str:
    return RUNNER.every_vector_holds(set_up)


def the_fast_engine_conforms(set_up: SetUp = fast) -> str:
    return RUNNER.every_vector_holds(set_up)


def every_known_error_fails_its_vectors(engines: Mapping[str, SetUp] = KNOWN_ERRORS) -> str:
    return RUNNER.every_known_error_fails_its_vectors(engines)


an_engine_without_the_error: dict[str, SetUp] = {**KNOWN_ERRORS, "superposed-line": reference}
