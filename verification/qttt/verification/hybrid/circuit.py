"""The circuits of Q3T, simulated exactly by Qiskit, held against the game: the same results and marks, as probable.

No shots are made. Qiskit's `Statevector` goes through a circuit; a measurement projects it on both outcomes, and the
simulation goes on with each that is possible. States are not normalised: the square of a length is the probability.
Hadamard gates alone round, and they come first; all other operators have the entries 0 and 1 alone, one in a row at
most, so that they move amplitudes or drop them. So all amplitudes but the zeros are what nine Hadamard gates make of 1,
and a probability is a whole number of 512ths but for their rounding, which is checked to be below `BOUND`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from qiskit import QuantumCircuit
from qiskit.circuit import CircuitInstruction
from qiskit.circuit.library import CXGate, HGate, XGate
from qiskit.quantum_info import Operator, Statevector

from qttt.reference.hybrid import Hybrid, settings
from qttt.reference.hybrid.branches import branching
from qttt.reference.hybrid.circuit import circuit
from qttt.reference.hybrid.notation import NOTATION, Action, Measure
from qttt.verification import Refuted
from qttt.verification.hybrid.random_games import pick

SEED = 2019
GAMES = 192
OPEN = 6
"""Of the results of a game so many are left open, at most: the last ones."""
UNITS, BOUND = 2**9, 1e-9
"""Probabilities are counted in units of 1/512; by so many units they may be off."""

Build = Callable[[Hybrid, str], QuantumCircuit]
Found = tuple[tuple[str, ...], str]
"""What the boxes were found to be, in the order in which they were measured first, such as '7X'; and what marks the
bits hold, with a dot for a bit that has not been written."""


# Simulation

GATES = {gate.name: Operator(gate) for gate in (HGate(), XGate(), CXGate(), CXGate(ctrl_state=0))}
FINDS = {"O": Operator([[1, 0], [0, 0]]), "X": Operator([[0, 0], [0, 1]])}
RESETS = {"O": Operator([[1, 0], [0, 0]]), "X": Operator([[0, 1], [0, 0]])}
"""What measuring and resetting make of a qubit where it is found to be O, |0>, and where it is found to be X, |1>."""


@dataclass(frozen=True)
class Way:
    """A way that a circuit can go: the state, not normalised, and what has been found."""

    state: Statevector
    found: tuple[str, ...]
    marks: str


def simulated(made: QuantumCircuit) -> Iterator[dict[Found, Fraction]]:
    """What a circuit can have found at each of its barriers, which stand before the moves, and at its end, with exact
    probabilities."""
    ways = [Way(Statevector(QuantumCircuit(made.num_qubits)), (), "." * made.num_clbits)]
    for step in made.data:
        if step.operation.name == "barrier":
            yield _summed(ways)
        else:
            ways = [after for way in ways for after in _after(made, way, step) if probability(after.state)]
    yield _summed(ways)


def probability(state: Statevector) -> Fraction:
    """The square of a state's length. Raises `ArithmeticError` if it is off by more than the bound."""
    length = state.inner(state).real * UNITS
    exact = round(length)
    if abs(length - exact) > BOUND:
        raise ArithmeticError(f"a probability of {length} / {UNITS}")
    return Fraction(exact, UNITS)


def _summed(ways: Sequence[Way]) -> dict[Found, Fraction]:
    chances: dict[Found, Fraction] = {}
    for way in ways:
        found = way.found, way.marks
        chances[found] = chances.get(found, Fraction(0)) + probability(way.state)
    return chances


def _after(made: QuantumCircuit, way: Way, step: CircuitInstruction) -> Iterator[Way]:
    """The ways after an instruction. The qubits and bits of a conditional block are those of the circuit."""
    qubits = [made.find_bit(qubit).index for qubit in step.qubits]
    match step.operation.name:
        case "measure":
            at = made.find_bit(step.clbits[0]).index
            for mark, finds in FINDS.items():
                found = (*way.found, f"{at + 1}{mark}") if way.marks[at] == "." else way.found
                yield Way(way.state.evolve(finds, qubits), found, way.marks[:at] + mark + way.marks[at + 1 :])
        case "reset":
            for resets in RESETS.values():
                yield replace(way, state=way.state.evolve(resets, qubits))
        case "if_else":
            bit, value = step.operation.condition
            ways = [way]
            for inner in step.operation.blocks[0].data if way.marks[made.find_bit(bit).index] == "OX"[value] else ():
                ways = [after for each in ways for after in _after(made, each, inner)]
            yield from ways
        case gate:
            yield replace(way, state=way.state.evolve(GATES[gate], qubits))


# The comparison


def the_circuit_plays_the_game(build: Build = circuit, games: int = GAMES) -> str:
    """After every move of random games, the last results of which are open, the circuit has found what the game can
    have led to, with the same exact probabilities. Raises `Refuted` with the first game of which that is not so."""
    made = [*settings()]
    ways = 0
    for number in range(games):
        game = made[number % len(made)]
        text = random_game(game, Random(f"{SEED}/{number}"))
        ways += compared(build, game, text)
    return f"{games} games, {len(made)} settings, {ways:,} ways that they can go, seed {SEED}"


def random_game(game: Hybrid, draws: Random) -> str:
    """The beginning of a random game, or all of it, without some of its last results."""
    position, actions = game.initial(), list[Action]()
    while legal := game.actions(position):
        actions.append(pick(legal, draws.getrandbits(32)))
        position = game.play(position, actions[-1])
    actions = actions[: draws.randint(len(actions) // 2, len(actions))]
    measurements = [at for at, action in enumerate(actions) if isinstance(action, Measure)]
    left_open = [at + 1 for at in measurements[-draws.randint(1, OPEN) :]]
    return NOTATION.write(action for at, action in enumerate(actions) if at not in left_open)


def compared(build: Build, game: Hybrid, text: str) -> int:
    """How many ways a game can go. Raises `Refuted` if its circuit goes others after some move."""
    boxes = [action.box for action in NOTATION.parse(text) if isinstance(action, Measure)]
    for ply, (found, ways) in enumerate(zip(simulated(build(game, text)), branching(game, text), strict=True)):
        measured = max(len(way.results) for way in ways)
        for way in ways:
            due = tuple(f"{box}{result.mark}" for box, result in zip(boxes, way.results, strict=False))
            chances = {key: chance for key, chance in found.items() if key[0][: len(due)] == due}
            marks = {marks for _, marks in chances}
            if sum(chances.values()) != way.chance or (len(due) == measured and marks != {way.position.marks}):
                raise Refuted(
                    f"under {game.switches}, after {ply} plies of '{text}': the game comes to '{way.position}' with "
                    f"{' '.join(due)} and probability {way.chance}; the circuit has {chances}"
                )
    return len(ways)
