"""The source's own searches from the start: they find the exact values, and enter the printed numbers of positions."""

from collections.abc import Callable
from fractions import Fraction

from qttt.fast.sqt.search import Nodes, search_qt, search_sqt
from qttt.fast.sqt.setting import Setting
from qttt.reference.goff import Position
from qttt.reference.sqt import Sqt
from qttt.verification import Refuted
from qttt.verification.goff.solved import fast_value as goff_value
from qttt.verification.sqt.solved import fast_value

Q = Fraction(3, 4)
PRINTED = {"QT": 87_833_388, "naive": 140_389_750, "modified": None}
"""Table 6 of the source at q = 0.75. The modified search's printed count, 137,103,153, is not reproduced."""

Search = Callable[[str], tuple[Fraction, Nodes]]


def search(name: str) -> tuple[Fraction, Nodes]:
    """A search of the source by name."""
    if name == "QT":
        value, nodes = search_qt()
        return Fraction(value), nodes
    return search_sqt(Setting(Q), modified=name == "modified")


def the_sources_searches_are_right(run: Search = search) -> str:
    """All three find the engine's value; QT and the naive search enter as many positions as the source prints."""
    exact = {"QT": goff_value(0, "opponent")} | dict.fromkeys(("naive", "modified"), fast_value(Position(), Sqt(Q)))
    found = []
    for name, printed in PRINTED.items():
        value, nodes = run(name)
        if value != exact[name]:
            raise Refuted(f"the {name} search finds {value}, the engine {exact[name]}")
        if printed not in (None, nodes.total):
            raise Refuted(f"the {name} search enters {nodes.total:,} positions, the source {printed:,}")
        found.append(f"{name} {value}, {nodes.total:,} nodes")
    return "; ".join(found)


def closed_cycles_are_counted(name: str) -> tuple[Fraction, Nodes]:
    value, nodes = search(name)
    return value, Nodes(nodes.linked, nodes.settled + nodes.collapses, nodes.finished, nodes.collapses, nodes.again)


def another_probability(name: str) -> tuple[Fraction, Nodes]:
    return search(name) if name == "QT" else search_sqt(Setting(Fraction(1)), modified=name == "modified")
