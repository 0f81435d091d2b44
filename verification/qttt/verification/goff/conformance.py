"""The fields that only the conformance vectors of Goff's game have."""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

from qttt.reference.game import Actor
from qttt.reference.goff import Goff, Selection
from qttt.reference.goff.collapse import SELECTOR
from qttt.reference.goff.notation import NOTATION
from qttt.reference.goff.picture import text
from qttt.verification import about
from qttt.verification.conform.truth import Truth
from qttt.verification.conformance import Replayed, Suite, as_texts
from qttt.verification.engines import SetUp
from qttt.verification.goff.engines import fast, mark_of, reference
from qttt.verification.goff.planted import KNOWN_ERRORS
from qttt.verification.texts import texts_are_read_back

CLASS = {3: 1, 5: 1, 4: 2, 6: 2}
"""The ply that stands for each early ply if an engine does not distinguish them."""


def collapse(replayed: Replayed, _: Any) -> Any:
    legal = replayed.engine.actions(replayed.position)
    return [str(action) for action in legal] if Selection.A in legal else None


def definite(replayed: Replayed, expected: Any) -> Any:
    said = {str(square): str(mark) for square, mark in replayed.engine.definite(replayed.position).items()}
    return expected if expected and _same(replayed, said.items(), expected.items()) else said


def spooky(replayed: Replayed, expected: Any) -> Any:
    said = [str(pair) for pair in replayed.engine.spooky(replayed.position)]
    pairs = [[text.split(".")[::-1] for text in texts] for texts in (said, expected or ())]
    return expected if expected and _same(replayed, *pairs) else said


def _same(replayed: Replayed, said: Any, expected: Any) -> bool:
    """Whether an engine that forgets early plies gives the expected answer: (place, mark) by (place, mark)."""

    def forgetting(marks: Any) -> list[tuple[str, Actor, int]]:
        known = ((place, mark_of(text)) for place, text in marks)
        return sorted((place, mark.player, CLASS.get(mark.ply, mark.ply)) for place, mark in known)

    return not replayed.engine.knows_plies and forgetting(said) == forgetting(expected)


def components(replayed: Replayed, _: Any) -> Any:
    return replayed.engine.components(replayed.position)


def player_ply(replayed: Replayed, _: Any) -> Any:
    return {player.value: replayed.engine.player_ply(replayed.position, player) for player in (Actor.X, Actor.O)}


def score_table_2(replayed: Replayed, _: Any) -> Any:
    if replayed.engine.actor(replayed.position):
        return None
    return [str(score) for score in replayed.engine.points(replayed.position)]


def first_moves(replayed: Replayed, expected: Any) -> Any:
    """The values of the moves named in the expected answer, or of all."""
    values = as_texts(replayed.engine.values(replayed.position))
    return {text: values.get(text) for text in expected or values}


SUITE = Suite("goff", NOTATION, (collapse, definite, spooky, components, player_ply, score_table_2, first_moves))

RULES = {
    "actor": "GOFF-TURN-1",
    "outcome": "GOFF-END-1",
    "collapse": "GOFF-CYCLE-1",
    "definite": "GOFF-COLLAPSE-3",
    "spooky": "GOFF-COLLAPSE-2",
    "components": "GOFF-GRAPH-2",
    "actions": "GOFF-MOVE-3",
}
LATE, LONGEST = 7, 14
"""The first ply whose positions an engine without a tablebase values; the largest number of actions of a game."""


def truth(suite: Suite, reference: SetUp, fast: SetUp, settings: Sequence[Mapping[str, Any]]) -> Truth:
    """What is true in Goff's game, or in one that is built on it."""
    return Truth(
        suite,
        reference,
        fast,
        RULES,
        lambda: settings,
        LONGEST,
        lambda position: position.ply >= LATE,
        text,
        frozenset({"definite", "spooky", "player_ply", "score_table_2", "dice", "outcome_rule", "position"}),
    )


TRUTH = truth(
    SUITE, reference, fast, [{}, {"collapse": "self"}, {"double_win": True}, {"collapse": "self", "double_win": True}]
)

the_reference_conforms = about(reference, SUITE.conformance)
the_fast_engine_conforms = about(fast, SUITE.conformance)
every_known_error_fails_its_vectors = about(KNOWN_ERRORS, SUITE.known_errors)


def written_positions_are_read_back(game: Callable[..., Goff] = Goff) -> str:
    return texts_are_read_back([game(*setting) for setting in product(SELECTOR, (False, True))])
