"""The fields that only the conformance vectors of Q3T have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from qttt.reference.hybrid import Hybrid, settings
from qttt.reference.hybrid.notation import NOTATION
from qttt.reference.hybrid.position import UNMEASURED
from qttt.verification.conformance import Replayed, Suite, conformance, known_errors
from qttt.verification.engines import SetUp
from qttt.verification.hybrid.engines import fast, reference
from qttt.verification.hybrid.planted.reference import KNOWN_ERRORS
from qttt.verification.written import positions_are_read_back


def marks(replayed: Replayed, _: Any) -> Any:
    said = replayed.engine.marks(replayed.position)
    return {str(box): mark for box, mark in enumerate(said, start=1) if mark != UNMEASURED}


def links(replayed: Replayed, _: Any) -> Any:
    return [*replayed.engine.links(replayed.position)]


def circuit(replayed: Replayed, _: Any) -> Any:
    return [*replayed.engine.circuit(replayed.actions)]


SUITE = Suite("hybrid", NOTATION, (marks, links, circuit))


def the_reference_conforms(set_up: SetUp = reference) -> str:
    return conformance(SUITE, set_up)


def the_fast_engine_conforms(set_up: SetUp = fast) -> str:
    return conformance(SUITE, set_up)


def every_known_error_fails_its_vectors(engines: Mapping[str, SetUp] = KNOWN_ERRORS) -> str:
    return known_errors(SUITE, engines)


def written_positions_are_read_back(game: Callable[..., Hybrid] = Hybrid) -> str:
    return positions_are_read_back([game(**setting.switches) for setting in settings()])
