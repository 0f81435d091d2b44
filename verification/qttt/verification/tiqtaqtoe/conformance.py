"""The fields that only the conformance vectors of TiqTaqToe have."""

from collections.abc import Callable
from typing import Any

from qttt.reference.tiqtaqtoe import TiqTaqToe, settings
from qttt.reference.tiqtaqtoe.notation import NOTATION
from qttt.verification import about
from qttt.verification.conformance import Replayed, Suite
from qttt.verification.tiqtaqtoe.engines import fast, reference
from qttt.verification.tiqtaqtoe.planted.reference import KNOWN_ERRORS
from qttt.verification.written import positions_are_read_back


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


SUITE = Suite("tiqtaqtoe", NOTATION, (possible, probabilities, groups))


the_reference_conforms = about(reference, SUITE.conformance)
the_fast_engine_conforms = about(fast, SUITE.conformance)
every_known_error_fails_its_vectors = about(KNOWN_ERRORS, SUITE.known_errors)


def written_positions_are_read_back(game: Callable[..., TiqTaqToe] = TiqTaqToe) -> str:
    return positions_are_read_back([game(setting.level, **setting.switches) for setting in settings()])
