"""Compares the circuits of Q3T, simulated exactly by Qiskit, with the game: equal results, marks and probabilities.

The simulation uses no shots. Qiskit's `Statevector` goes through a circuit; a measurement projects it on both outcomes,
and the simulation follows each possible one. States are not normalised: the square of a length is the probability.
Only Hadamard gates round, and they come first; all other operators have only the entries 0 and 1, with at most one 1
per row, so they move or drop amplitudes. So every nonzero amplitude is the product of nine Hadamard gates applied to 1,
and a probability is a whole number of 512ths up to their rounding, which is checked to be below `BOUND`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

import numpy as np
from qiskit import QuantumCircuit
from qiskit.circuit import CircuitInstruction
from qiskit.circuit.library import CXGate, HGate, XGate
from qiskit.quantum_info import Operator, Statevector

from qttt.reference.hybrid import Hybrid, settings
from qttt.reference.hybrid.circuit import branching, circuit
from qttt.reference.hybrid.notation import NOTATION, Action, Measure
from qttt.verification import Refuted
from qttt.verification.hybrid.conformance import pick

SEED = 2019
GAMES = 192
OPEN = 6
"""The largest number of a game's last results that are left open."""
UNITS, BOUND = 2**9, 1e-9
"""The largest error of a probability, in units of 1/512."""

Found = tuple[tuple[str, ...], str]
"""The results of the boxes in the order of their first measurements, such as '7X'; and the marks that the bits hold,
with a dot for a bit that has not been written."""


# Simulation

GATES = {gate.name: Operator(gate) for gate in (HGate(), XGate(), CXGate(), CXGate(ctrl_state=0))}
FINDS = {"O": Operator([[1, 0], [0, 0]]), "X": Operator([[0, 0], [0, 1]])}
RESETS = {"O": Operator([[1, 0], [0, 0]]), "X": Operator([[0, 1], [0, 0]])}
"""The operators of measuring and of resetting a qubit that is found to be O, |0>, and one found to be X, |1>."""


@dataclass(frozen=True)
class Way:
    """A path through a circuit: the state, not normalised, and the results found so far."""

    state: Statevector
    found: tuple[str, ...]
    marks: str


def simulate(made: QuantumCircuit, entangled: bool = True) -> Iterator[dict[Found, Fraction]]:
    """The possible results of a circuit at each barrier (there is one before each move) and at its end, with exact
    probabilities. Unless qubits may be `entangled`, raises `Refuted` at the first operation after which they are."""
    ways = [Way(Statevector(QuantumCircuit(made.num_qubits)), (), "." * made.num_clbits)]
    for step in made.data:
        if step.operation.name == "barrier":
            yield _sum_by_results(ways)
        else:
            ways = [after for way in ways for after in _after(made, way, step) if probability(after.state)]
            if not entangled and not all(is_product(way.state) for way in ways):
                raise Refuted(
                    f"entangled by {step.operation.name} on {[made.find_bit(at).index for at in step.qubits]}"
                )
    yield _sum_by_results(ways)


def probability(state: Statevector) -> Fraction:
    """The square of a state's length. Raises `ArithmeticError` if it is off by more than the bound."""
    length = state.inner(state).real * UNITS
    exact = round(length)
    if abs(length - exact) > BOUND:
        raise ArithmeticError(f"a probability of {length} / {UNITS}")
    return Fraction(exact, UNITS)


def is_product(state: Statevector) -> bool:
    """Whether no qubits are entangled. Amplitudes other than 0 are equal (see the module), so they must stand for all
    combinations of the qubits that are not certain."""
    seen = np.flatnonzero(np.abs(state.data) > BOUND)
    uncertain = int(np.bitwise_or.reduce(seen ^ seen[0]))
    return len(seen) == 1 << uncertain.bit_count()


def _sum_by_results(ways: Sequence[Way]) -> dict[Found, Fraction]:
    chances: dict[Found, Fraction] = {}
    for way in ways:
        found = way.found, way.marks
        chances[found] = chances.get(found, Fraction(0)) + probability(way.state)
    return chances


def _after(made: QuantumCircuit, way: Way, step: CircuitInstruction) -> Iterator[Way]:
    """The paths after an instruction. The qubits and bits of a conditional block are those of the circuit."""
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


def the_circuit_plays_the_game(games: int = GAMES) -> str:
    """After every move of random games, whose last results are open, the circuit and the game have the same possible
    results, with the same exact probabilities, and no qubits are ever entangled. Raises `Refuted` with the first game
    for which this is false."""
    made = [*settings()]
    ways = 0
    for number in range(games):
        game = made[number % len(made)]
        text = random_game(game, Random(f"{SEED}/{number}"))
        ways += compare_circuit(game, text)
    return f"{games} games, {len(made)} settings, {ways:,} ways that they can go, seed {SEED}"


def random_game(game: Hybrid, draws: Random) -> str:
    """The beginning of a random game, or the whole game, without some of its last results."""
    position, actions = game.initial(), list[Action]()
    while legal := game.actions(position):
        actions.append(pick(legal, draws.getrandbits(32)))
        position = game.play(position, actions[-1])
    actions = actions[: draws.randint(len(actions) // 2, len(actions))]
    measurements = [at for at, action in enumerate(actions) if isinstance(action, Measure)]
    left_open = [at + 1 for at in measurements[-draws.randint(1, OPEN) :]]
    return NOTATION.write(action for at, action in enumerate(actions) if at not in left_open)


def compare_circuit(game: Hybrid, text: str) -> int:
    """The number of ways a game can go. Raises `Refuted` if its circuit goes other ways after some move."""
    boxes = [action.box for action in NOTATION.parse(text) if isinstance(action, Measure)]
    steps = zip(simulate(circuit(game, text), entangled=False), branching(game, text), strict=True)
    for ply, (found, ways) in enumerate(steps):
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
