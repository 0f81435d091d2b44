"""Every file that a command reads is refused in one line, at once, if it is not plain, or not what it should be."""

import gzip
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Run

READ = {
    "board.json": "solve probabilistic --board {}",
    "board.csv": "solve probabilistic --board {}",
    "certificate": "check {}",
    "table": "best goff --tablebase {}",
    "net": "evaluate net:{} --game goff --through 0",
    "agent": "arena net:{} random --game goff --games 2 --seed 1",
}
"""A file of each kind that a command reads, and a command that reads it."""


def link_to_pipe(path: Path) -> None:
    os.mkfifo(path.with_name("pipe"))
    path.symlink_to("pipe")


def hole(path: Path) -> None:
    path.touch()
    os.truncate(path, 1 << 40)


FORGED: dict[str, Callable[[Path], object]] = {
    "nothing": lambda _: None,
    "pipe": os.mkfifo,
    "link to a pipe": link_to_pipe,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "folder": Path.mkdir,
    "loop": lambda path: path.symlink_to(path.name),
    "empty": Path.touch,
    "huge": hole,
    "deep": lambda path: path.write_text("[" * 100_000),
    "deep and packed": lambda path: path.write_bytes(gzip.compress(b"[" * 100_000 + b"\n{}\n")),
    "deep in a header": lambda path: path.write_bytes((1 << 16).to_bytes(8, "little") + b"[" * (1 << 16)),
    "list": lambda path: path.write_text("[[], {}, true, 100.0]"),
    "number": lambda path: path.write_text("1" * 10_000),
    "bytes": lambda path: path.write_bytes(b"\xff\xfe\x00" * 9),
}


@pytest.mark.skipif(os.name == "nt", reason="pipes and links of POSIX")
@pytest.mark.parametrize("name", READ)
def test_what_cannot_be_read_is_one_line(qttt: Run, name: str, tmp_path: Path) -> None:
    for what, make in FORGED.items():
        (folder := tmp_path / what.replace(" ", "-")).mkdir()
        make(path := folder / name)
        line = qttt(*READ[name].format(path).split()).line
        assert str(path) in line, what
        assert len(line) < 1000
