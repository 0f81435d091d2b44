"""Every reader of texts takes time in proportion to their length, whatever they say."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from time import process_time
from types import SimpleNamespace
from typing import Any

import pytest

from qttt.fast import container
from qttt.oracle import game, games
from qttt.reference.probabilistic import file
from qttt.spec import disk, text
from qttt.verification.certificate import container as certificate
from qttt.verification.conform import protocol, server

SIZE, LARGER = 1 << 10, 1 << 14
SLOWEST = 64
"""How many times as long the larger text may take; in proportion it is 16."""
LEAST = 1e-3
"""Seconds below which a time says little."""

SHAPES: dict[str, Callable[[int], str]] = {
    "an open string of quotes": lambda size: '{"a":"' + '\\"' * (size // 2) + "[]" * 65,
    "open brackets": lambda size: "[" * size,
    "blanks": lambda size: " " * size + "x",
    "backslashes": lambda size: '"' + "\\" * size,
    "a long token": lambda size: "X1.1" + "1" * size,
    "a long number": lambda size: "[0." + "1" * size + "]",
    "cells": lambda size: '"0.5" , ' * (size // 8),
    "lines": lambda size: "\r\n" * (size // 2),
    "open fences": lambda size: "```ebnf\n" * (size // 8),
    "keys": lambda size: json.dumps({str(key): key for key in range(size // 10)}),
}
OPTIONS: dict[str, dict[str, object]] = {"sqt": {"q": "3/4"}, "probabilistic": {"seed": 1}}


def asked(line: str) -> None:
    """Read a request as an engine does."""
    any_server: Any = SimpleNamespace(_games={})
    server.Server._request(any_server, line.encode())


def headed(content: str) -> None:
    """Read a text as the header of a file of arrays."""
    container.unpack(len(content).to_bytes(8, "little") + content.encode(), "any")


def readers() -> Iterator[tuple[str, Callable[[str], object]]]:
    """Every reader by its name."""
    yield "JSON", disk.read_json
    yield "an answer", lambda line: protocol.parsed(line.encode())
    yield "a request", asked
    yield "a file of arrays", headed
    yield "a line of a certificate", lambda line: certificate._line(line.encode(), lambda _: None, "a line")
    yield "boards in CSV", file.read_csv
    yield "boards in JSON", file.read_json
    yield "a grammar", text.Grammar
    for pattern in ("HEADING", "BLOCK", "ROW", "LEMMA", "BASIS", "SHOWN"):
        yield f"rule pages: {pattern}", lambda page, pattern=pattern: [*getattr(text, pattern).finditer(page)]  # type: ignore[misc]
    for name in games():
        made = game(name, **OPTIONS.get(name, {}))
        yield f"games of {name}", made.parse
        yield f"positions of {name}", type(made).state.of


def took(read: Callable[[str], object], content: str) -> float:
    """The seconds of the processor, the least of three."""
    found = []
    for _ in range(3):
        began = process_time()
        with suppress(ValueError):
            read(content)
        found.append(process_time() - began)
    return min(found)


def slow(read: Callable[[str], object], shapes: Iterable[str] = SHAPES) -> dict[str, float]:
    """The shapes that take more than `SLOWEST` times as long when they are larger, with how many times."""
    times = {name: [took(read, SHAPES[name](size)) for size in (SIZE, LARGER)] for name in shapes}
    return {name: more / less for name, (less, more) in times.items() if more > SLOWEST * max(less, LEAST)}


@pytest.mark.parametrize(("name", "read"), [*readers()])
def test_reader_is_linear(name: str, read: Callable[[str], object]) -> None:
    assert slow(read) == {}


def test_reader_that_looks_again_is_slow() -> None:
    assert slow(lambda content: [content.count("x") for _ in content], ["lines"]).keys() == {"lines"}
