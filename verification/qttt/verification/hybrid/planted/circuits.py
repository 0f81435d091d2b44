"""Circuits of Q3T with one error each, for the comparison with the game to refute."""

from collections.abc import Callable
from typing import NamedTuple

from qiskit import QuantumCircuit

from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid.branches import turns
from qttt.reference.hybrid.circuit import act, circuit, fix, measure
from qttt.reference.hybrid.notation import NOTATION, Link, Result
from qttt.reference.hybrid.position import PendingLink
from qttt.reference.notation import player_of
from qttt.verification.hybrid.circuit import Build
from qttt.verification.mutation import with_globals

# Errors of a part


def _acting(change: Callable[[PendingLink], PendingLink], effect: str = "") -> Build:
    return with_globals(circuit, act=lambda made, link, right: act(made, change(link), effect or right))


links_are_xs = _acting(lambda link: link._replace(owner=Actor.X))
links_are_the_opponents = _acting(lambda link: link._replace(owner=link.owner.opponent))
controls_and_targets_are_exchanged = _acting(lambda link: link._replace(control=link.target, target=link.control))
links_take = _acting(lambda link: link, "take")
links_reverse = _acting(lambda link: link, "reverse")
results_are_not_fixed = with_globals(circuit, fix=lambda *_: None)
results_are_fixed_as_os = with_globals(circuit, fix=lambda made, box, _: fix(made, box, Actor.O))


def boxes_are_counted_from_the_end(game: Hybrid, text: str) -> QuantumCircuit:
    return circuit(game, text).reverse_bits()


def box_9_is_not_superposed(game: Hybrid, text: str) -> QuantumCircuit:
    made = circuit(game, text)
    del made.data[8]
    return made


# Errors of the order


class Classical(NamedTuple):
    """A classical move: its box, the text after it, the links that it controls, and the links of earlier controls."""

    box: int
    result: Result | None
    own: list[PendingLink]
    spent: list[PendingLink]


def _in_turns(
    classical: Callable[[QuantumCircuit, Classical, str], None],
    quantum: Callable[[QuantumCircuit, PendingLink, str], None] = lambda *_: None,
) -> Build:
    """A circuit with other instructions for classical and quantum moves."""

    def built(game: Hybrid, text: str) -> QuantumCircuit:
        made, links, spent = circuit(game, ""), list[PendingLink](), list[PendingLink]()
        for ply, (move, result) in enumerate(turns(NOTATION.parse(text)), start=1):
            made.barrier()
            if isinstance(move, Link):
                links.append(PendingLink(*move, player_of(ply)))
                quantum(made, links[-1], game.effect)
            else:
                own = [link for link in links if link.control == move.box]
                classical(made, Classical(move.box, result, own, spent), game.effect)
                spent += own
        return made

    return built


def _measured(made: QuantumCircuit, move: Classical) -> None:
    if move.result:
        fix(made, move.box, move.result.mark)
    measure(made, move.box)


def _without_gates(made: QuantumCircuit, move: Classical, _: str) -> None:
    _measured(made, move)
    for link in move.own:
        measure(made, link.target)


def _gates_first(made: QuantumCircuit, move: Classical, effect: str) -> None:
    """The order of the source's Protocol 4."""
    for link in move.own:
        act(made, link, effect)
    _without_gates(made, move, effect)


def _fixed_last(made: QuantumCircuit, move: Classical, effect: str) -> None:
    _measured(made, move._replace(result=None))
    if move.result:
        fix(made, move.box, move.result.mark)
    for link in move.own:
        act(made, link, effect)
        measure(made, link.target)


def _staying(made: QuantumCircuit, move: Classical, effect: str) -> None:
    _measured(made, move)
    for link in move.spent + move.own:
        act(made, link, effect)
        measure(made, link.target)


def _not_measured_again(made: QuantumCircuit, move: Classical, effect: str) -> None:
    _measured(made, move)
    for link in move.own:
        act(made, link, effect)


gates_are_put_in_at_once = _in_turns(_without_gates, act)
gates_stand_before_the_fixing = _in_turns(_gates_first)
results_are_fixed_behind_the_measurement = _in_turns(_fixed_last)
links_act_again = _in_turns(_staying)
targets_are_not_measured_again = _in_turns(_not_measured_again)
