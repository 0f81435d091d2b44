"""The kernel that values positions of Q3T, layer by layer, reads only layers that are already valued."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from qttt.fast.backend import Cpu, Device
from qttt.fast.hybrid.boxes import BOXES
from qttt.fast.hybrid.ranking import Layer, layer, scores
from qttt.fast.hybrid.rules import SWITCHES, Setting
from qttt.fast.hybrid.solve import steps
from qttt.fast.hybrid.value import SCALE, VALUE
from qttt.verification import Refuted

TOO_MUCH = 32 * SCALE
"""More than any value: the number, as the opponent's loss, wherever the kernel must not read."""
UNTOUCHED = -TOO_MUCH
"""The number wherever the kernel must not write."""
LIMITS = tuple(Setting(*some) for some in product(SWITCHES["links"], SWITCHES["targets"]) if some != ("two", "any"))
FEW = tuple(setting for setting in LIMITS if setting.targets == "one" and setting.links != "two")

Steps = Callable[[Device, Setting, Layer], list[tuple[int, tuple[Any, ...]]]]


def the_kernel_reads_later_layers(the_steps: Steps = steps, settings: Iterable[Setting] = FEW) -> str:
    """For each number of measured boxes and of links, the kernel writes the values of exactly the positions with these
    numbers. Of the values with as many boxes it reads only those with one more link; the other array holds only those
    with one more box. Which entries it reads is not checked."""
    count = 0
    for setting in settings:
        for measured in range(BOXES):
            this = layer(setting, measured)
            following = np.zeros(layer(setting, measured + 1).size, np.int16)
            for links, (items, arguments) in enumerate(the_steps(Cpu(), setting, this)):
                linked, values = np.full(this.size, -TOO_MUCH, np.int16), np.full(this.size, UNTOUCHED, np.int16)
                _of_ranks(this, linked)[:, _ranks(this, links + 1)] = 0
                Cpu().launch(VALUE, items, *arguments, scores(measured, 0), following, linked, values)
                _is_valued(this, values, links, f"{setting}, {measured} boxes measured, {links} links")
                count += items << measured
    return f"{count:,} positions"


def the_kernel_reads_later_layers_at_all_limits(the_steps: Steps = steps) -> str:
    return the_kernel_reads_later_layers(the_steps, LIMITS)


def _is_valued(this: Layer, values: Any, links: int, what: str) -> None:
    """Raise `Refuted` unless exactly the positions with `links` links have a value."""
    due = _of_ranks(this, values)[:, _ranks(this, links)]
    if due.min() == UNTOUCHED:
        raise Refuted(f"{what}: not all positions are valued")
    if due.max() > SCALE:
        raise Refuted(f"{what}: a position is read that does not have one more link")
    if np.count_nonzero(values != UNTOUCHED) != due.size:
        raise Refuted(f"{what}: other positions are also valued")


def _of_ranks(this: Layer, values: Any) -> Any:
    """The values by the representative, the rank of the links, and the marks."""
    return values.reshape(len(this.representatives), this.ranks, 1 << this.measured)


def _ranks(this: Layer, links: int) -> Any:
    """The ranks of all sets of `links` links."""
    return this.rows[slice(*this.starts[links : links + 2])] if links + 1 < len(this.starts) else this.rows[:0]


# Errors


def _links_are_not_added(device: Device, setting: Setting, this: Layer) -> list[tuple[int, tuple[Any, ...]]]:
    return steps(device, setting, replace(this, weights=np.zeros_like(this.weights)))


def _one_link_counts_as_none(device: Device, setting: Setting, this: Layer) -> list[tuple[int, tuple[Any, ...]]]:
    """The first set of one link is taken for the empty set."""
    first, second, *others = this.starts
    starts = (first, second + bool(others), *others)
    return steps(device, setting, replace(this, starts=starts))


links_are_not_added = _links_are_not_added
one_link_counts_as_none = _one_link_counts_as_none
