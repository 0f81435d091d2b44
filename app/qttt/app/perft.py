"""`qttt perft`: counts of move sequences."""

from collections.abc import Mapping, Sequence
from typing import Any

from qttt.app import screen
from qttt.app.commands.asked import Answer
from qttt.app.errors import BadInput
from qttt.reference.hybrid import Hybrid
from qttt.reference.tiqtaqtoe import TiqTaqToe


def counted(engine: str, depth: int, device: str) -> list[int]:
    """The counts for depth 1, 2, ... `depth`, which Goff's game and the stochastic one share: a selection is a choice,
    whoever makes it.

    Raises BadInput if the reference is to use a GPU.
    """
    if engine == "reference":
        from qttt.reference.goff import Goff

        return _by_reference(Goff(), depth, device)
    from qttt.fast.backend import device as device_called
    from qttt.fast.goff.solve import perft

    return list(perft(device_called(device), depth))


def counted_tiqtaqtoe(game: TiqTaqToe, engine: str, depth: int, device: str) -> list[int]:
    """The counts of TiqTaqToe; a ply counts once for each board that its measurement can find. Raises as `counted`."""
    if engine == "reference":
        return _by_reference(game, depth, device)
    from qttt.fast.backend import device as device_called
    from qttt.fast.tiqtaqtoe.perft import perft
    from qttt.verification.tiqtaqtoe.translate import setting_of

    return list(perft(device_called(device), setting_of(game), depth))


def counted_hybrid(game: Hybrid, engine: str, depth: int, device: str) -> list[int]:
    """The counts of the hybrid game; a measurement counts once for each result. Raises as `counted`."""
    if engine == "reference":
        return _by_reference(game, depth, device)
    if device == "gpu":
        raise BadInput("the sequences of hybrid are not counted on a GPU: leave out --device gpu")
    from qttt.fast.hybrid.perft import perft
    from qttt.verification.hybrid.translate import setting_of

    return list(perft(setting_of(game), depth))


def _by_reference(game: Any, depth: int, device: str) -> list[int]:
    if device == "gpu":
        raise BadInput("the reference uses no GPU: leave out --device gpu, or take --engine fast")
    from qttt.reference.perft import perft

    return list(perft(game, depth))


def answer(game: Mapping[str, Any], engine: str, counts: Sequence[int]) -> Answer:
    """The answer to what is asked, of a game that JSON tells so."""
    return Answer(lambda: {**game, "engine": engine, "counts": counts}, lambda: _printed(counts))


def _printed(counts: Sequence[int]) -> None:
    """Print the counts as a table."""
    table = screen.table("depth", "sequences", right=("depth", "sequences"))
    for depth, count in enumerate(counts, start=1):
        table.add_row(str(depth), f"{count:,}")
    screen.console().print(table)
