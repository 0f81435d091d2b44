"""The words of the formal text, besides those of the pages: finite sets and maps, quantifiers, and the grammar.

Everything is immutable and finite, so a word can go through all cases.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from fractions import Fraction
from itertools import chain, combinations, product
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
V = TypeVar("V", bound=Hashable)


class Map(Mapping[K, V]):
    """A finite map, immutable and hashable: `f[x]` is a value, `f | g` is `g` where `g` is defined and `f` elsewhere.

    >>> Map({1: "X"}) | Map({2: "O"})
    {1: 'X', 2: 'O'}
    """

    __slots__ = ("_hash", "_pairs")

    def __init__(self, pairs: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> None:
        self._pairs = dict(pairs)
        self._hash = hash(frozenset(self._pairs.items()))

    def __getitem__(self, key: K) -> V:
        return self._pairs[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._pairs)

    def __len__(self) -> int:
        return len(self._pairs)

    def keys(self) -> KeysView[K]:
        return self._pairs.keys()

    def values(self) -> ValuesView[V]:
        return self._pairs.values()

    def items(self) -> ItemsView[K, V]:
        return self._pairs.items()

    def __or__(self, other: Map[K, V]) -> Map[K, V]:
        return Map({**self._pairs, **other._pairs})

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Map) and self._pairs == other._pairs

    def __reduce__(self) -> tuple[type[Map[K, V]], tuple[dict[K, V]]]:
        return Map, (self._pairs,)

    def __repr__(self) -> str:
        return repr(self._pairs)


def dom(f: Mapping[K, V]) -> frozenset[K]:
    """The domain of a map."""
    return frozenset(f.keys())


def ran(f: Mapping[K, V]) -> frozenset[V]:
    """The range of a map: the set of its values."""
    return frozenset(f.values())


def subsets(elements: Iterable[T]) -> Iterator[frozenset[T]]:
    """All subsets of a finite set.

    >>> len([*subsets({1, 2, 3})])
    8
    """
    members = tuple(elements)
    return map(frozenset, chain.from_iterable(combinations(members, size) for size in range(len(members) + 1)))


def choices(offers: Mapping[K, Iterable[V]]) -> Iterator[Map[K, V]]:
    """All maps with the domain of `offers` and at each place a value from what is offered there.

    >>> [*choices({1: (5, 6), 2: (7,)})]
    [{1: 5, 2: 7}, {1: 6, 2: 7}]
    """
    keys = tuple(offers)
    return (Map(zip(keys, values, strict=True)) for values in product(*offers.values()))


def the(candidates: Iterable[T]) -> T:
    """The one element that there is; equal candidates count once. Raises `ValueError` if there is none or another.

    >>> the(n for n in range(9) if n * n == 49)
    7
    """
    elements = set(candidates)
    if len(elements) != 1:
        raise ValueError(f"'the' needs exactly one element: there are {len(elements)}")
    return elements.pop()


def head(candidates: Iterable[T]) -> T | None:
    """The first of a sequence; None if it is empty."""
    return next(iter(candidates), None)


WORDS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {word.__name__: word for word in (all, any, choices, dom, head, int, len, max, min, ran, range, sorted, str)}
    | {word.__name__: word for word in (subsets, sum, the, tuple, zip)}
    | {"set": frozenset, "Fraction": Fraction, "Map": Map, "NamedTuple": NamedTuple}
)
"""Every word of the formal text that no page defines, by its name. `set` makes a frozen set."""
