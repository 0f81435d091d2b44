"""Markdown."""

from collections.abc import Iterable, Sequence


def markdown(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown.

    >>> print(markdown(["q", "value"], [["1/2", 5]]), end="")
    | q | value |
    |---|---|
    | 1/2 | 5 |
    """
    lines = [f"| {' | '.join(map(str, line))} |\n" for line in (head, *rows)]
    return "".join([lines[0], f"|{'---|' * len(head)}\n", *lines[1:]])
