"""The tables that ship: each is packed, read and checked; whatever is damaged says so in one line."""

import gzip
import hashlib
import json
import lzma
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from qttt.fast import container, known
from qttt.fast.goff import outcome
from qttt.fast.known import makers, web
from qttt.fast.known.__main__ import DIGESTS, SHIPPED, main
from qttt.spec import rulesets

ARRAYS: dict[str, container.Array] = {
    "codes": np.arange(300, dtype=np.uint8),
    "functions": np.array([[1, -2]], np.int16),
}


def made() -> known.Table:
    """A small table, as a maker returns it."""
    return {"ruleset": "goff-1.1"}, {**ARRAYS}


def web_table(name: str) -> known.Table:
    """The same for browsers."""
    description, arrays = known.load(name)
    return description, {each: array.ravel() for each, array in arrays.items()}


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file of a small table `small`, the only one that ships."""
    monkeypatch.setattr(makers, "MAKERS", {"small": f"{__name__}:made"})
    monkeypatch.setattr(known, "path", lambda name: tmp_path / f"{name}.xz")
    monkeypatch.setattr(makers, "WEB_MAKERS", {"small": f"{__name__}:web_table"})
    monkeypatch.setattr(web, "DATA", tmp_path)
    known.load.cache_clear()
    main([])
    known.load.cache_clear()
    yield tmp_path / "small.xz"
    known.load.cache_clear()


def test_table_is_what_its_maker_returned(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    description, arrays = known.load("small")
    assert description == {"format": known.FORMAT, "table": "small", "ruleset": "goff-1.1"}
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == array.dtype
        assert (arrays[name] == array).all()
        assert not arrays[name].flags.writeable
    packed = table.read_bytes()
    main(["small"])
    assert table.read_bytes() == packed
    assert container.digest(description, ARRAYS) in capsys.readouterr().out


def test_table_for_browsers_is_made_of_the_one_that_ships(table: Path) -> None:
    file = table.with_suffix(".gz")
    content = file.read_bytes()
    file.unlink()
    main([SHIPPED])
    assert file.read_bytes() == content
    first, rest = gzip.decompress(content).split(b"\n", 1)
    arrays = [["functions", "int16", 2], ["codes", "uint8", 300]]
    assert json.loads(first) == {"table": "small", "ruleset": "goff-1.1", "arrays": arrays}
    assert rest == b"\x01\x00\xfe\xff" + bytes(ARRAYS["codes"])


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[:-1],
        lambda content: content + b"\0",
        lambda content: content[1:],
        lambda content: gzip.compress(gzip.decompress(content) + b"\0"),
        lambda content: gzip.compress(gzip.decompress(content)[:-1]),
    ],
)
def test_damaged_table_for_browsers_is_not_read(table: Path, damage: Callable[[bytes], bytes]) -> None:
    file = table.with_suffix(".gz")
    assert web.load("small")[0] == {"table": "small", "ruleset": "goff-1.1"}
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(ValueError, match=r"small\.gz: "):
        web.load("small")


def test_array_that_browsers_lack_is_rejected() -> None:
    with pytest.raises(ValueError, match="an array of int64: expected uint8"):
        web.pack({}, {"keys": np.arange(3)})


def test_unknown_table_is_not_made(table: Path) -> None:
    with pytest.raises(SystemExit, match="no table large: expected small, or --shipped"):
        main(["small", "large"])


def repacked(content: bytes, at: int) -> bytes:
    """The file with one byte of what is packed altered."""
    whole = bytearray(lzma.decompress(content))
    whole[at] ^= 1
    return lzma.compress(whole)


@pytest.mark.parametrize(
    ("damage", "wrong"),
    [
        (lambda content: None, "cannot be read: No such file or directory"),
        (lambda content: b"", "is truncated, or has bytes too many"),
        (lambda content: content[:-1], "is truncated, or has bytes too many"),
        (lambda content: content + b"\0", "is truncated, or has bytes too many"),
        (lambda content: content[:-9] + b"#" + content[-8:], "Corrupt input data"),
        (lambda content: b"#" + content[1:], "Input format not supported by decoder"),
        (lambda content: repacked(content, -1), "is altered: it does not match its digest"),
        (lambda content: repacked(content, 0), "is not a file of this program"),
        (lambda content: lzma.compress(b""), "is not a file of this program"),
        (lambda content: known.pack({"table": "other"}, ARRAYS), "holds the table other, expected small"),
        (lambda content: known.pack({"format": "mine"}, ARRAYS), f"has the format mine, expected {known.FORMAT}"),
    ],
)
def test_damaged_table_is_named_in_one_line(table: Path, damage: Callable[[bytes], bytes | None], wrong: str) -> None:
    content = damage(table.read_bytes())
    table.unlink() if content is None else table.write_bytes(content)
    with pytest.raises(known.Damaged) as raised:
        known.load("small")
    assert str(raised.value) == f"{table}: {wrong}; install qttt again"


def assert_digests_listed() -> None:
    """The digests of all tables are listed beside them, as `sha256sum` prints them."""
    files = [*map(known.path, makers.MAKERS), *map(web.path, makers.WEB_MAKERS)]
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    assert files[0].with_name(DIGESTS).read_text(encoding="utf-8") == "".join(lines)


def test_digests_of_tables_are_listed_whenever_some_are_made(table: Path) -> None:
    assert_digests_listed()
    table.with_name(DIGESTS).unlink()
    main([SHIPPED])
    assert_digests_listed()


def test_digests_of_the_tables_that_ship_are_listed() -> None:
    assert_digests_listed()


@pytest.mark.parametrize("name", makers.MAKERS)
def test_every_table_ships_intact(name: str) -> None:
    """A game that has changed needs its tables again: python -m qttt.fast.known NAME."""
    described = known.load(name)[0]
    assert described["table"] == name
    assert described["ruleset"] == rulesets()[name.partition("-")[0]].id
    assert described.get("both", [*outcome.BOTH]) == [*outcome.BOTH]


def test_all_tables_that_ship_are_small() -> None:
    assert sum(known.path(name).stat().st_size for name in makers.MAKERS) <= 1_500_000


@pytest.mark.parametrize("name", makers.WEB_MAKERS)
def test_every_table_for_browsers_is_small(name: str) -> None:
    assert web.path(name).stat().st_size <= 500_000


LONG = ("goff", "sqt", "tiqtaqtoe-high", "tiqtaqtoe-moderate")
"""How the names of tables begin that take long to make."""
REMADE = [
    pytest.param(name, marks=pytest.mark.slow) if name.startswith(LONG) else name
    for name in makers.MAKERS
    if name != "hybrid-largest"  # takes 28 GB on the disk: claim `hybrid-values-of-another-solver`
]


def assert_reproduced(made: known.Table, shipped: known.Table) -> None:
    """Both have the same description, and the same arrays, entry by entry."""
    assert made[0] == shipped[0]
    assert made[1].keys() == shipped[1].keys()
    for name, array in made[1].items():
        assert array.dtype == shipped[1][name].dtype, name
        assert np.array_equal(array, shipped[1][name]), name


@pytest.mark.thorough
@pytest.mark.parametrize("name", REMADE)
def test_shipped_table_is_made_anew(name: str) -> None:
    assert_reproduced(makers.make(name), known.load(name))


@pytest.mark.parametrize("name", makers.WEB_MAKERS)
def test_table_for_browsers_is_made_anew(name: str) -> None:
    description, arrays = makers.make_for_web(name)
    kept = {key: value for key, value in description.items() if key != "format"}
    assert_reproduced((kept, {each: array.ravel() for each, array in arrays.items()}), web.load(name))


def test_reproduction_notices_one_bit_and_another_description() -> None:
    description, arrays = known.load("tiqtaqtoe-classic")
    altered = {name: array.copy() for name, array in arrays.items()}
    last = [*altered.values()][-1].reshape(-1)
    last[-1] ^= 1
    for wrong in (description, altered), (description | {"ruleset": "tiqtaqtoe-1.0"}, arrays):
        with pytest.raises(AssertionError):
            assert_reproduced(wrong, (description, arrays))
