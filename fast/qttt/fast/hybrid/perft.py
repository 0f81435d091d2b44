"""How many sequences of plies the hybrid game has, in plain Python."""

from collections.abc import Iterator

from qttt.fast.hybrid.boxes import BOXES, SYMMETRIES, TO_REPRESENTATIVE, image
from qttt.fast.hybrid.rules import START, Link, Setting, State, check, play, results, slots
from qttt.fast.sequences import sequences

RESULTS = 2


def perft(setting: Setting, depth: int, start: State = START) -> tuple[int, ...]:
    """How many sequences of 1, 2, ... `depth` plies follow a state; a measurement counts once for each result, also one
    that is due at the start, and a game that is over is not continued.

    Raises ValueError unless 1 <= depth <= 9, and for a setting that does not exist."""
    check(setting)
    return sequences(
        map(_on_representative, results(setting, start) or (start,)),
        depth,
        lambda state: map(_on_representative, _plies(setting, state)),
        lambda state: _number_of_plies(setting, state),
    )


def _plies(setting: Setting, state: State) -> Iterator[State]:
    """The states after each move, a measurement leading to its results."""
    for slot in slots(setting, state):
        after = play(state, slot)
        yield from results(setting, after) or (after,)


def _number_of_plies(setting: Setting, state: State) -> int:
    return sum(RESULTS if slot < BOXES else 1 for slot in slots(setting, state))


def _on_representative(state: State) -> State:
    """A state with as many sequences, turned so that the measured boxes are their representative (lemma `symmetry`)."""
    symmetry = TO_REPRESENTATIVE[state.x | state.o]
    to = SYMMETRIES[symmetry]
    links = sorted(Link(to[control], to[target], owner) for control, target, owner in state.links)
    return state._replace(x=image(state.x, symmetry), o=image(state.o, symmetry), links=tuple(links))
