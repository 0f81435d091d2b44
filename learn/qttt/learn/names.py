"""Agents as they are written, such as ``monte-carlo:100`` and ``net:FILE:SIMULATIONS``."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from qttt.reference.picture import listed

DEEPEST = 14
"""Levels of the longest game of TiqTaqToe: nine moves, four measurements, and the start."""
KINDS: Mapping[str, tuple[str, int, int] | None] = {
    "random": None,
    "monte-carlo": ("playouts", 1, 100_000),
    "expecti-minimax": ("depth", 2, DEEPEST),
    "perfect": None,
}
"""The agents but those of `qttt train`, each with its number's name and range, if it has a number."""
WRITTEN = [*(f"{kind}:{has[0].upper()}" if has else kind for kind, has in KINDS.items()), "net:FILE[:SIMULATIONS]"]
AGENTS = listed(WRITTEN, "or")
MOST_SIMULATIONS = 100_000
LONGEST = 30
"""The most digits of a number of simulations that is read."""


class AgentName(NamedTuple):
    """An agent as it is written: its kind, its playouts, depth or simulations, if it has any, and the file of a net."""

    kind: str
    number: int = 0
    file: str = ""

    def __str__(self) -> str:
        number = self.number or re.search(":[0-9]+$", self.file)  # which would be read as one of simulations
        return ":".join([self.kind, *filter(None, [self.file]), *([str(self.number)] if number else [])])


def agent_name(text: str, deepest: int = DEEPEST, others: Sequence[str] = ()) -> AgentName:
    """An agent from what was typed; `others` are agents that could have been typed as well.

    Raises `ValueError` for an unknown agent, and for a number out of range or a depth above `deepest`.

    >>> agent_name("monte-carlo:100"), agent_name("net:a.qttt:64")
    (AgentName(kind='monte-carlo', number=100, file=''), AgentName(kind='net', number=64, file='a.qttt'))
    """
    kind, colon, number = text.partition(":")
    if kind == "net":
        return _net(text, number)
    if kind not in KINDS:
        raise ValueError(f"unknown agent '{text}': expected {listed([*WRITTEN, *others], 'or')}")
    has = KINDS[kind]
    if has is None:
        if colon:
            raise ValueError(f"{text}: {kind} takes no number; leave out :{number}")
        return AgentName(kind)
    what, least, most = has
    most = min(most, deepest) if what == "depth" else most
    if not _is_number(number) or len(number) > 9 or not least <= int(number) <= most:
        raise ValueError(f"{text}: expected {kind}:{what.upper()} with {what} from {least} to {most:,}")
    return AgentName(kind, int(number))


def _net(text: str, rest: str) -> AgentName:
    file, colon, number = rest.rpartition(":")
    if not (colon and _is_number(number)):
        file, number = rest, "0"
    number = number.lstrip("0") or "0"
    if not file:
        raise ValueError(f"agent {text!r}: expected net:FILE or net:FILE:SIMULATIONS")
    if len(number) > LONGEST or int(number) > MOST_SIMULATIONS:
        many = f"{int(number):,}" if len(number) <= LONGEST else number
        raise ValueError(f"agent {text!r}: {many} simulations are too many: expected 1 to {MOST_SIMULATIONS:,}")
    return AgentName("net", int(number), file)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal()
