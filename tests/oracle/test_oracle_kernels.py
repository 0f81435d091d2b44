"""Games whose rules the kernels apply, without networkx. That these are the rules is a claim, `written-positions`."""

import subprocess
import sys

import pytest

from qttt.oracle import game
from qttt.oracle.kernels import Kernels, by_kernels
from qttt.oracle.registry import entry_of
from qttt.reference.game import RuleBroken
from qttt.reference.goff import Goff


def test_another_kernel_is_noticed() -> None:
    """With the rules of the other selection, the players of a closed cycle are exchanged."""
    goff, other = game("goff"), game("goff", collapse="self")
    same = by_kernels(goff)
    vars(same)["_kernels"] = Kernels(other)
    closed = same.read("X1.1-9 O2.1-9").positions[-1]
    assert same.actor(closed) != goff.actor(closed)


def test_reference_does_not_stand_in_for_a_kernel_that_rejects_too_much() -> None:
    goff = game("goff")
    same, kernels = by_kernels(goff), Kernels(goff)
    kernels.numbers = lambda position: {}  # type: ignore[assignment]
    vars(same)["_kernels"] = kernels
    assert same.actions(same.initial()) == ()
    with pytest.raises(AssertionError, match="the kernels reject 1-2, which the rules allow"):
        same.play(same.initial(), goff.actions(goff.initial())[0])


def test_the_game_is_still_of_its_kind() -> None:
    same = by_kernels(game("goff", collapse="self"))
    assert repr(same) == "Goff(collapse='self')"
    assert entry_of(same).name == "goff"
    assert isinstance(same, Goff)
    assert same.collapse == "self"


def test_written_positions_and_errors_are_those_of_the_reference() -> None:
    goff = game("goff")
    same = by_kernels(goff)
    written = goff.position("goff-1.0 collapse=opponent double-win=no: X1.1-9 O2.1-3")
    assert (same.actor(written), same.actions(written)) == (goff.actor(written), goff.actions(written))
    for text in ("X1.1-9 O2.1-3 X3.1-3 O4.1-2", "X1.1-9 O2.3-3"):
        said = []
        for each in (goff, same):
            with pytest.raises(RuleBroken) as broken:
                each.read(text)
            said.append(str(broken.value))
        assert said[0] == said[1]


def test_question_loads_neither_networkx_nor_a_compiler() -> None:
    asking = (
        "import sys; from qttt.oracle import game; from qttt.oracle.kernels import by_kernels\n"
        "played = by_kernels(game('goff')); record = played.read('X1.1-9 O2.1-3 X3.1-3 selA O4.5-7')\n"
        "played.actions(record.positions[-1]); print(*{'networkx', 'numba', 'pydantic'} & {*sys.modules})"
    )
    said = subprocess.run([sys.executable, "-c", asking], capture_output=True, text=True, check=True)
    assert said.stdout == "\n"
