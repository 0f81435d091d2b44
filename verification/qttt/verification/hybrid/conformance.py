"""Runs the conformance vectors of Q3T, as `spec/qttt/spec/vectors/README.md` says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qttt.reference.hybrid.notation import NOTATION
from qttt.reference.hybrid.position import UNMEASURED
from qttt.verification.hybrid.conformance_errors import KNOWN_ERRORS
from qttt.verification.hybrid.engines import SetUp, fast, reference
from qttt.verification.replay import Replayed, Runner


def marks(replayed: Replayed, _: Any) -> Any:
    said = replayed.engine.marks(replayed.position)
    return {str(box): mark for box, mark in enumerate(said, start=1) if mark != UNMEASURED}


def links(replayed: Replayed, _: Any) -> Any:
    return [*replayed.engine.links(replayed.position)]


RUNNER = Runner("hybrid", NOTATION.parse, (marks, links))
run = RUNNER.run


def the_reference_conforms(set_up: SetUp = reference) -> str:
    return RUNNER.every_vector_holds(set_up)


def the_fast_engine_conforms(set_up: SetUp = fast) -> str:
    return RUNNER.every_vector_holds(set_up)


def every_known_error_fails_its_vectors(engines: Mapping[str, SetUp] = KNOWN_ERRORS) -> str:
    return RUNNER.every_known_error_fails_its_vectors(engines)


an_engine_without_the_error: dict[str, SetUp] = {**KNOWN_ERRORS, "lines-before-reversals": reference}
