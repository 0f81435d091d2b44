"""The fields that only the conformance vectors of Q3T have."""

from collections.abc import Callable
from typing import Any

from qttt.reference.hybrid import Hybrid, settings
from qttt.reference.hybrid.notation import NOTATION
from qttt.reference.hybrid.position import UNMEASURED
from qttt.verification import about
from qttt.verification.conformance import Replayed, Suite
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


the_reference_conforms = about(reference, SUITE.conformance)
the_fast_engine_conforms = about(fast, SUITE.conformance)
every_known_error_fails_its_vectors = about(KNOWN_ERRORS, SUITE.known_errors)


def written_positions_are_read_back(game: Callable[..., Hybrid] = Hybrid) -> str:
    return positions_are_read_back([game(**setting.switches) for setting in settings()])
