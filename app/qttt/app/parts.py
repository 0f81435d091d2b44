"""The games' own parts of the commands: a module a game, or a family of games, which is loaded when it is needed."""

from pathlib import Path
from typing import Protocol

from qttt.app.commands.asked import Answer, Asked
from qttt.app.commands.options import Engine
from qttt.app.games import OPTIONS


class Parts(Protocol):
    """What every game has."""

    def solve(self, asked: Asked, device: str) -> Answer:
        """Value every position, and store the tablebase if a folder is named."""
        ...

    def play(self, asked: Asked, perfect: dict[str, bool], seed: int | None) -> None:
        """Play in the terminal; `perfect` says for X and O who plays perfectly."""
        ...

    def certify(self, asked: Asked, moves: str, out: Path) -> Answer:
        """Write a certificate to a file."""
        ...


class QuantumParts(Parts, Protocol):
    """What every quantum game has besides."""

    def show(self, asked: Asked, moves: str, svg: Path | None) -> Answer:
        """The position after a written game; its picture to a file, if one is named."""
        ...

    def best(self, asked: Asked, moves: str) -> Answer:
        """The value of the position after a written game, and best play from there."""
        ...

    def perft(self, asked: Asked, depth: int, engine: Engine, device: str) -> Answer:
        """The numbers of move sequences of 1, 2, ... `depth` plies."""
        ...


class SwitchedParts(QuantumParts, Protocol):
    """What a game with switches has besides."""

    def readings(self, asked: Asked, device: str) -> Answer:
        """The values of the game under its switches; written to a file as well, if one is named."""
        ...


def parts(ruleset: str) -> Parts:
    """Those of a game."""
    if ruleset == "probabilistic":
        from qttt.app.probabilistic import parts as parts_probabilistic

        return parts_probabilistic
    return quantum_parts(ruleset)


def quantum_parts(ruleset: str) -> QuantumParts:
    """Those of a quantum game."""
    if ruleset in OPTIONS["--switch"]:
        return switched_parts(ruleset)
    from qttt.app.goff import parts as parts_goff

    return parts_goff


def switched_parts(ruleset: str) -> SwitchedParts:
    """Those of a game with switches."""
    if ruleset == "hybrid":
        from qttt.app.hybrid import parts as parts_hybrid

        return parts_hybrid
    from qttt.app.tiqtaqtoe import parts as parts_tiqtaqtoe

    return parts_tiqtaqtoe
