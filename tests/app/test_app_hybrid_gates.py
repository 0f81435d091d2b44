"""The circuit of a Q3T game in OpenQASM 3, as Qiskit writes it."""

import random
from collections.abc import Iterator

from qiskit import qasm3

from qttt.app.hybrid.qasm import open_qasm
from qttt.reference.hybrid import SWITCHES, Hybrid, Result
from qttt.reference.hybrid.circuit import circuit
from qttt.reference.hybrid.notation import NOTATION, Action


def games(seed: int, number: int) -> Iterator[tuple[Hybrid, str]]:
    """Random games under random switches; of every other one about half of the results are left out."""
    chance = random.Random(seed)
    for at in range(number):
        game = Hybrid(**{name: chance.choice(values) for name, values in SWITCHES.items()})
        position, played = game.initial(), list[Action]()
        while actions := game.actions(position):
            played.append(chance.choice(actions))
            position = game.play(position, played[-1])
        kept = [each for each in played if at % 2 or not isinstance(each, Result) or chance.random() < 0.5]
        yield game, NOTATION.write(kept)


def test_openqasm_is_that_of_qiskit() -> None:
    """Without the comments."""
    for game, text in games(5, 60):
        lines = [line for line in open_qasm(game, text).splitlines() if not line.startswith("//")]
        assert lines == qasm3.dumps(circuit(game, text)).splitlines()
