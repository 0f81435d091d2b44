"""Implementations of Q3T, the hybrid game, behind one interface: the reference and the fast engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from qttt.fast.backend import Cpu
from qttt.fast.hybrid import rules
from qttt.fast.hybrid.pairs import has_pairs
from qttt.fast.hybrid.rules import START, Setting, State, check
from qttt.fast.hybrid.solve import solve
from qttt.fast.hybrid.tablebase import Tablebase
from qttt.oracle.hybrid.translate import action_of, marks_of, position_of, slot_of, state_of
from qttt.reference.game import RuleBroken
from qttt.reference.hybrid import SWITCHES, Hybrid
from qttt.reference.hybrid.circuit import circuit
from qttt.reference.hybrid.notation import NOTATION, Action, Result
from qttt.reference.hybrid.position import UNMEASURED, Position
from qttt.verification import engines
from qttt.verification.engines import Illegal, NamesNoRules, NotAnswered, WritesNoPositions, switched

if TYPE_CHECKING:
    from qiskit import QuantumCircuit
    from qiskit.circuit import CircuitInstruction

S = TypeVar("S")

SOLVABLE = 7
"""The smallest number of measured boxes of a position that the reference's generic solver values."""


class Engine(engines.Engine[S], Protocol[S]):
    """An implementation of the game under its switches."""

    def marks(self, position: S) -> str:
        """The nine boxes in order: X, O, or a dot for an unmeasured box."""
        ...

    def links(self, position: S) -> tuple[str, ...]:
        """The pending links with their owners, `5>7 O`, by control, target and owner, O before X."""
        ...

    def circuit(self, actions: Sequence[Action]) -> tuple[str, ...]:
        """The operations of the circuit of a game, whose results may be left out, in order. Raises `Illegal`."""
        ...


T = TypeVar("T")


def setting_with(make: Callable[..., T], options: Mapping[str, Any]) -> T:
    """The result of `make` for a vector's switches. Raises `Refused` where `make` raises `ValueError`.

    >>> setting_with(Hybrid, {"switches": {"both": "X"}}).switches
    {'links': 'one', 'targets': 'any', 'effect': 'reverse', 'both': 'X'}
    """
    return switched(make, options.get("switches", {}), SWITCHES, "HYB-SWITCH-1")


# The reference


@dataclass(frozen=True)
class ReferenceEngine(engines.ReferenceEngine[Position, Action]):
    """The reference. Planted errors override the methods they get wrong."""

    game: Hybrid

    def marks(self, position: Position) -> str:
        return position.marks

    def links(self, position: Position) -> tuple[str, ...]:
        return tuple(map(str, position.links))

    def circuit(self, actions: Sequence[Action]) -> tuple[str, ...]:
        try:
            return tuple(operations(circuit(self.game, NOTATION.write(actions))))
        except RuleBroken as broken:
            raise Illegal(str(broken), broken.rule) from broken

    def is_early(self, position: Position) -> bool:
        return position.marks.count(UNMEASURED) > 9 - SOLVABLE


def reference(
    options: Mapping[str, Any], engine: Callable[..., ReferenceEngine] = ReferenceEngine, **more: Any
) -> ReferenceEngine:
    """The reference as an implementation; planted errors use another `engine`, or pass it `more` settings."""
    return engine(setting_with(Hybrid, options), **more)


GATES = {
    "h": "HADAMARD",
    "reset": "RESET",
    "x": "NOT",
    "measure": "MEASUREMENT",
    "cx": "CONTROLLED NOT",
    "cx_o0": "ANTI-CONTROLLED NOT",
}
"""The page's name of each operation, by Qiskit's name."""


def operations(made: QuantumCircuit) -> Iterator[str]:
    """The operations of a circuit in order: the name, the qubits and, if there is one, the condition on a bit."""
    for step in made.data:
        match step.operation.name:
            case "barrier":
                pass
            case "if_else":
                bit, value = step.operation.condition
                for inner in step.operation.blocks[0].data:
                    yield f"{_operation(made, inner)} if {made.find_bit(bit).index} is {value}"
            case _:
                yield _operation(made, step)


def _operation(made: QuantumCircuit, step: CircuitInstruction) -> str:
    return " ".join([GATES[step.operation.name], *(str(made.find_bit(qubit).index) for qubit in step.qubits)])


# The fast engine


class FastRules(NamedTuple):
    """The rules of the fast engine for single states."""

    actor: Callable[[State], str | None] = rules.actor
    slots: Callable[[Setting, State], tuple[int, ...]] = rules.slots
    play: Callable[[Setting, State, int], State] = rules.play
    results: Callable[[Setting, State], tuple[State, ...]] = rules.results
    outcome: Callable[[State], str | None] = rules.outcome
    score: Callable[[Setting, State], int] = rules.score

    def actions(self, setting: Setting, state: State) -> tuple[Action, ...]:
        """The legal actions in the order of the engine."""
        results = tuple(Result) if self.results(setting, state) else ()
        return (*map(action_of, self.slots(setting, state)), *results)

    def after(self, setting: Setting, state: State, action: Action) -> State:
        """The state after an action. Raises `Illegal`."""
        if isinstance(action, Result):
            found = dict(zip(Result, self.results(setting, state), strict=False))
            if action not in found:
                raise Illegal(f"{action} is not due")
            return found[action]
        try:
            return self.play(setting, state, slot_of(action))
        except ValueError as error:
            raise Illegal(str(error)) from error


THE_RULES = FastRules()


@cache
def late_tablebase(setting: Setting, least: int = SOLVABLE) -> Tablebase:
    """The tablebase of the positions with at least `least` boxes measured."""
    return solve(Cpu(), setting, least=least).tablebase


@dataclass(frozen=True)
class FastEngine(NamesNoRules, WritesNoPositions):
    """The fast engine's rules on single states, and its tablebase: of late positions, or of all positions when an early
    one is requested."""

    setting: Setting
    rules: FastRules = THE_RULES

    def initial(self) -> State:
        return START

    def of(self, position: Position) -> State:
        return state_of(position)

    def actor(self, position: State) -> str | None:
        return self.rules.actor(position)

    def actions(self, position: State) -> tuple[Action, ...]:
        return self.rules.actions(self.setting, position)

    def chance(self, position: State) -> Mapping[Action, Fraction]:
        found = self.rules.results(self.setting, position)
        return {result: Fraction(1, len(found)) for result, _ in zip(Result, found, strict=False)}

    def play(self, position: State, action: Action) -> State:
        return self.rules.after(self.setting, position, action)

    def marks(self, position: State) -> str:
        return marks_of(position)

    def links(self, position: State) -> tuple[str, ...]:
        return tuple(map(str, position_of(position).links))

    def circuit(self, actions: Sequence[Action]) -> tuple[str, ...]:
        raise NotAnswered

    def outcome(self, position: State) -> str | None:
        return self.rules.outcome(position)

    def score(self, position: State) -> Fraction:
        return Fraction(self.rules.score(self.setting, position))

    def tablebase(self, position: State) -> Tablebase:
        """The tablebase for a position. Raises `NotAnswered` for an early one of a game that is only partly solved."""
        early = (position.x | position.o).bit_count() < SOLVABLE
        if early and has_pairs(self.setting):
            raise NotAnswered
        return late_tablebase(self.setting, 0 if early else SOLVABLE)

    def value(self, position: State) -> Fraction:
        return self.tablebase(position).value(position)

    def values(self, position: State) -> Mapping[Action, Fraction]:
        return {action_of(slot): value for slot, value in self.tablebase(position).values(position).items()}


def fast(options: Mapping[str, Any], **more: Any) -> FastEngine:
    """The fast engine as an implementation; planted errors pass `more` settings to the engine."""
    return FastEngine(setting_with(lambda **switches: check(Setting(**switches)), options), **more)
