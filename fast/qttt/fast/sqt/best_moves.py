"""Which moves are best, for every q: exactly, from their functions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from qttt.fast.sqt.piecewise import Piecewise
from qttt.fast.sqt.polynomial import Root, difference, roots

Spans = list[tuple[Root, Root]]
"""Closed intervals, ascending, without a common point; one of no length is a point."""


@dataclass(frozen=True)
class Best:
    """The best moves, by their names, ascending, everywhere between two ends, or at the point that is both ends."""

    low: Root
    high: Root
    moves: tuple[str, ...]


def best_moves(value: Piecewise, moves: Mapping[str, Piecewise]) -> tuple[Best, ...]:
    """The sets of best moves along the interval of the functions, ascending. Neighbours have different sets.

    Functions that are equal on either side of a point are equal at it, so where two parts meet the set is the larger of
    theirs; if it is larger than both, the point is a part of its own. `value` is the largest of `moves` everywhere.
    """
    spans = {move: equal_spans(value, function) for move, function in sorted(moves.items())}
    cuts = sorted({end for found in spans.values() for span in found for end in span} | {value.ends[0], value.ends[-1]})
    parts = [Best(cuts[0], cuts[0], _at(cuts[0], cuts[0], spans))]
    for low, high in pairwise(cuts):
        parts += [Best(low, high, _at(low, high, spans)), Best(high, high, _at(high, high, spans))]
    return tuple(_merged(parts))


def equal_spans(a: Piecewise, b: Piecewise) -> Spans:
    """Where two functions on one interval are equal."""
    found: Spans = []
    for low, high, piece in a.parts():
        for its_low, its_high, its_piece in b.parts():
            start, stop = max(low, its_low), min(high, its_high)
            if not start < stop:
                continue
            excess = difference(piece, its_piece)
            if not excess:
                found.append((start, stop))
            else:
                found += [(root, root) for root in roots(excess) if not (root < start or stop < root)]
    return _joined(found)


def _joined(spans: Spans) -> Spans:
    joined: Spans = []
    for low, high in sorted(spans):
        if joined and not joined[-1][1] < low:
            joined[-1] = joined[-1][0], max(joined[-1][1], high)
        else:
            joined.append((low, high))
    return joined


def _at(low: Root, high: Root, spans: Mapping[str, Spans]) -> tuple[str, ...]:
    """The moves whose spans cover the interval."""
    return tuple(
        move for move, found in spans.items() if any(not low < start and not stop < high for start, stop in found)
    )


def _merged(parts: list[Best]) -> Iterator[Best]:
    """The parts with neighbours of one set made one."""
    current = parts[0]
    for part in parts[1:]:
        if part.moves == current.moves:
            current = Best(current.low, part.high, current.moves)
        else:
            yield current
            current = part
    yield current
