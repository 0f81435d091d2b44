"""`qttt perft`: counts of move sequences."""

from collections.abc import Sequence

from qttt.app import screen
from qttt.app.errors import BadInput


def counted(engine: str, depth: int, device: str) -> list[int]:
    """The counts for depth 1, 2, ... `depth`, which every game shares: a selection is a choice, whoever makes it.

    Raises BadInput if the reference is to use a GPU.
    """
    if engine == "reference":
        if device == "gpu":
            raise BadInput("the reference uses no GPU: leave out --device gpu, or take --engine fast")
        from qttt.reference.goff import Goff
        from qttt.reference.perft import perft as reference_perft

        return list(reference_perft(Goff(), depth))
    from qttt.fast.backend import device as device_called
    from qttt.fast.goff.solve import perft

    return list(perft(device_called(device), depth))


def printed(counts: Sequence[int]) -> None:
    """Print the counts as a table."""
    table = screen.table("depth", "sequences", right=("depth", "sequences"))
    for depth, count in enumerate(counts, start=1):
        table.add_row(str(depth), f"{count:,}")
    screen.console().print(table)
