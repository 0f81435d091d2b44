"""Q3T as a quantum circuit: nine qubits, operation by operation as the actions of a game come.

See the page's section The circuit. Box b is qubit b - 1 and classical bit b - 1; |1> is X, and |0> is O. Only
`circuit` needs the extra `qiskit`.

>>> for turn in gated(Hybrid(), "X1.5 =X O2.2>5 X3.2"):
...     print(turn.token, *turn.operations, sep="; ")
X1.5; RESET 4; NOT 4; MEASUREMENT 4
O2.2>5
X3.2; MEASUREMENT 1; ANTI-CONTROLLED NOT 1 4; MEASUREMENT 4

A circuit also plays a game with some results left open, every way that it can go. `X1.7 O2.5>7 X3.5 =O` leaves open
what is found in box 7. Whether a move is legal does not depend on results, so such a game has the same moves on every
branch, until it ends.

>>> for branch in branches(Hybrid(), "X1.7 O2.5>7 X3.5 =O"):
...     print(*branch.results, branch.position, branch.chance)
=X =O ....O.O.., O to move 1/2
=O =O ....O.X.., O to move 1/2
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from qttt.reference.game import Actor, RuleBroken
from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid.notation import NOTATION, Action, Link, Move, Result, write_move
from qttt.reference.hybrid.position import BOXES, PendingLink, Position
from qttt.reference.notation import player_of, split

if TYPE_CHECKING:
    from qiskit import QuantumCircuit

GATES = {
    "HADAMARD": "h",
    "RESET": "reset",
    "NOT": "x",
    "MEASUREMENT": "measure",
    "CONTROLLED NOT": "cx",
    "ANTI-CONTROLLED NOT": "cx_o0",
}
"""The name of each of the page's operations in Qiskit and OpenQASM."""
BIT = {Actor.X: 1, Actor.O: 0}


class Operation(NamedTuple):
    """An operation of the page: its name, its qubits and, if it has a condition, a bit and the value of the bit."""

    name: str
    qubits: tuple[int, ...]
    condition: tuple[int, int] | None = None

    def __str__(self) -> str:
        when = ["if {} is {}".format(*self.condition)] if self.condition else []
        return " ".join([self.name, *map(str, self.qubits), *when])

    def add(self, made: QuantumCircuit) -> None:
        """Add the operation to a circuit."""
        if self.condition:
            with made.if_test((made.clbits[self.condition[0]], self.condition[1])):
                self._replace(condition=None).add(made)
        elif self.name == "MEASUREMENT":
            made.measure(self.qubits, self.qubits)
        elif self.name == "ANTI-CONTROLLED NOT":
            made.cx(*self.qubits, ctrl_state=0)
        else:
            getattr(made, GATES[self.name])(*self.qubits)


class Turn(NamedTuple):
    """A move, its token and player, its written result (None: open, or a quantum move), and what it adds."""

    token: str
    player: Actor
    move: Move
    result: Result | None
    operations: tuple[Operation, ...]


def gated(game: Hybrid, text: str) -> Iterator[Turn]:
    """The moves of a written game, whose results may be left out, with their operations: written results are fixed, and
    the others measured. Not guaranteed for a text that `branches` rejects.

    Rule: HYB-MEASURE-1
    Rule: HYB-LINK-1
    Rule: HYB-CIRCUIT-1
    """
    links = list[PendingLink]()
    for ply, (move, result) in enumerate(turns(NOTATION.parse(text)), start=1):
        made, player = list[Operation](), player_of(ply)
        if isinstance(move, Link):
            links.append(PendingLink(*move, player))
        else:
            if result:
                made += fixed(move.box, result.mark)
            made.append(Operation("MEASUREMENT", (move.box - 1,)))
            for link in links:
                if link.control == move.box:
                    made += (*act(link, game.effect), Operation("MEASUREMENT", (link.target - 1,)))
        yield Turn(write_move(ply, move), player, move, result, tuple(made))


def fixed(box: int, mark: Actor, condition: tuple[int, int] | None = None) -> tuple[Operation, ...]:
    """The mark of a box becomes certain: RESET gives O, and a NOT after it gives X.

    Rule: HYB-RESULT-1
    """
    return tuple(Operation(name, (box - 1,), condition) for name in ("RESET", "NOT")[: 1 + BIT[mark]])


def act(link: PendingLink, effect: str) -> tuple[Operation, ...]:
    """What a link does when its control has been measured.

    Reversing is a controlled NOT, anti-controlled if the link is O's. No gate can take a mark (`effect=take`):
    the control's bit decides whether the target is fixed anew, with the owner's mark.

    Rule: HYB-TRIGGER-1
    """
    control, value = link.control - 1, BIT[link.owner]
    if effect == "take":
        return fixed(link.target, link.owner, (control, value))
    return (Operation("CONTROLLED NOT" if value else "ANTI-CONTROLLED NOT", (control, link.target - 1)),)


def circuit(game: Hybrid, text: str) -> QuantumCircuit:
    """The circuit of a written game in Qiskit. A barrier with the name of a move stands before its operations.

    Guaranteed: the circuit of a longer game begins with it; and LEMMA circuit, that it finds results and marks with the
    probabilities of `branches`. Raises what `branches` raises, and `ImportError` without Qiskit.

    Rule: HYB-STATE-1
    """
    from qiskit import ClassicalRegister, QuantumCircuit, QuantumRegister

    branches(game, text)
    made = QuantumCircuit(QuantumRegister(len(BOXES), "boxes"), ClassicalRegister(len(BOXES), "marks"))
    made.h(made.qubits)
    for turn in gated(game, text):
        made.barrier(label=turn.token)
        for operation in turn.operations:
            operation.add(made)
    return made


class Branch(NamedTuple):
    """A way that a game can go: the results in order, to the end of its moves or of the game, and its probability given
    the written results."""

    results: tuple[Result, ...]
    position: Position
    chance: Fraction


def turns(actions: Sequence[Action]) -> Iterator[tuple[Move, Result | None]]:
    """The moves of a game, each with its result; None for an open result and for a quantum move.

    >>> [(str(move), result) for move, result in turns(NOTATION.parse("X1.7 O2.5>7 X3.5 =O"))]
    [('7', None), ('5>7', None), ('5', =O)]
    """
    for action, after in zip_longest(actions, actions[1:]):
        if not isinstance(action, Result):
            yield action, after if isinstance(after, Result) else None


def branches(game: Hybrid, text: str) -> tuple[Branch, ...]:
    """Every way that a written game can go, to the end of its text: the last of `branching`, with the same errors."""
    return branching(game, text)[-1]


def branching(game: Hybrid, text: str) -> list[tuple[Branch, ...]]:
    """Every way that a written game can go: before its first move, and after each move and what it finds.

    Branches on which X is found come first; probabilities add up to 1. A branch on which the game has ended stays as it
    is: a later move need not be legal on it. Raises `NotationError` and the `RuleBroken` of a rule, as `play_out` does;
    the game is over if it is over on every branch.

    Rule: HYB-RESULT-1
    Rule: HYB-CIRCUIT-2
    """
    ways = [Branch((), game.initial(), Fraction(1))]
    stages = [tuple(ways)]
    tokens, actions = split(text), NOTATION.parse(text)
    for number, (token, action, following) in enumerate(zip_longest(tokens, actions, actions[1:]), start=1):
        try:
            ways = _played(game, ways, action)
        except RuleBroken as broken:
            broken.token, broken.number = token, number
            raise
        if not isinstance(following, Result):
            ways = [*_found(game, ways)]
            stages.append(tuple(ways))
    return stages


def _played(game: Hybrid, ways: Sequence[Branch], action: Action) -> list[Branch]:
    """The branches after a written action."""
    going = [game.actor(way.position) is not None for way in ways]
    if not any(going):
        game.play(ways[0].position, action)
    return [_after(game, way, action) if goes else way for way, goes in zip(ways, going, strict=True)]


def _found(game: Hybrid, ways: Sequence[Branch]) -> Iterator[Branch]:
    """The branches after an open result, if a result is due."""
    for way in ways:
        chances = game.chance(way.position)
        for result, chance in chances.items():
            yield _after(game, way, result)._replace(chance=way.chance * chance)
        if not chances:
            yield way


def _after(game: Hybrid, way: Branch, action: Action) -> Branch:
    results = (*way.results, action) if isinstance(action, Result) else way.results
    return way._replace(results=results, position=game.play(way.position, action))
