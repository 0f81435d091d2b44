"""Certificates of every game: files, alterations, progress, and no trace of the fast engine.

The files in `certificates` were written long ago: they must stay valid, and byte for byte what is written now, unless
they are of an earlier version of their ruleset.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import random
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import pytest

from qttt.fast.probabilistic.exact import Exact
from qttt.oracle import Oracle, PerfectPlay
from qttt.oracle.perfect import Values
from qttt.reference.game import Actor
from qttt.reference.solver import Solver
from qttt.spec import rulesets, schema
from qttt.verification import Refuted
from qttt.verification.certificate import AnyCertificate, check, container, content, form_of, load, save, write
from qttt.verification.certificate.container import CertificateError
from qttt.verification.certificate.strategy import Certificate

FOLDER = Path(__file__).with_name("certificates")


class Written(NamedTuple):
    """A certificate as it was written: its value, its rows, and how many positions the check remembered."""

    value: str
    rows: int
    positions: int | None


WRITTEN = {
    "goff-opponent-X": Written("10", 10, 20),
    "goff-opponent-O": Written("10", 16, 33),
    "goff-self-X": Written("20", 6, 11),
    "goff-self-O": Written("20", 16, 27),
    "sqt-X": Written("55/8", 10, 23),
    "sqt-O": Written("780/49", 16, 39),
    "goff-forbidden-X": Written("10", 11, 19),
    "goff-forbidden-O": Written("10", 40, 69),
    "goff-first-X": Written("20", 3, 6),
    "goff-first-O": Written("20", 26, 49),
    "sqt-forbidden-X": Written("20/7", 11, 25),
    "sqt-forbidden-O": Written("20/7", 32, 85),
    "tiqtaqtoe-X": Written("1/4", 96, 255),
    "tiqtaqtoe-O": Written("1/8", 13, 63),
    "hybrid-X": Written("3/8", 91, 137),
    "hybrid-O": Written("5/16", 29, 54),
    "hybrid-measuring-O": Written("1/8", 21, 41),
    "probabilistic": Written("1255/2394", 5547, None),
}
STRATEGIES = ["goff-self-X", "goff-forbidden-O", "sqt-O", "tiqtaqtoe-O", "hybrid-measuring-O"]
ONE_EACH = ["goff-forbidden-O", "sqt-forbidden-X", "tiqtaqtoe-O", "hybrid-O", "probabilistic"]

every = pytest.mark.parametrize("name", WRITTEN)
every_strategy = pytest.mark.parametrize("name", STRATEGIES)
every_game = pytest.mark.parametrize("name", ONE_EACH)


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.certificate"


@cache
def certificate_of(name: str) -> Any:
    return load(path_of(name))


def oracle_of(certificate: AnyCertificate) -> Any:
    board = getattr(certificate.game, "board", None)
    return Oracle(certificate.game, Exact(board)) if board else Solver(certificate.game)


def again(certificate: AnyCertificate, path: Path, oracle: Any = None, report: Any = None) -> AnyCertificate:
    """The same certificate, written once more."""
    asked = oracle or oracle_of(certificate)
    return write(certificate.game, asked, path, certificate.player, certificate.start, report)


@pytest.mark.thorough
def test_every_game_has_a_certificate() -> None:
    assert {certificate_of(name).game.ruleset for name in ONE_EACH} == {each.id for each in rulesets().values()}


def test_certificate_of_a_board_has_no_switches() -> None:
    game = replace(certificate_of("probabilistic").game, end="blocked")
    with pytest.raises(ValueError, match="is of the canonical game: leave out the switches"):
        form_of(game).check_start("")


@every
def test_old_file_holds(name: str) -> None:
    checked = check(path_of(name))
    assert checked.certificate == certificate_of(name)
    is_current = json.loads(lines_of(path_of(name))[0])["ruleset"] == checked.certificate.header()["ruleset"]
    assert (content(checked.certificate) == path_of(name).read_bytes()) == is_current
    assert WRITTEN[name] == (str(checked.certificate.value), len(checked.certificate.rows), checked.positions)


@pytest.mark.slow
@every
def test_old_file_is_written_again(name: str, tmp_path: Path) -> None:
    assert again(certificate_of(name), tmp_path / "again") == certificate_of(name)
    assert (tmp_path / "again").read_bytes() == content(certificate_of(name))


@every
def test_lines_have_the_form_of_the_schema(name: str) -> None:
    validator = jsonschema.Draft202012Validator(schema("certificate"))
    lines = lines_of(path_of(name))
    for line in [*lines[:40], lines[-1]]:
        validator.validate(json.loads(line))


def test_checker_imports_nothing_of_the_fast_engine() -> None:
    program = (
        "import sys; from pathlib import Path; from qttt.verification.certificate import check;"
        "print(check(Path(sys.argv[1])).certificate.value);"
        "fast = ('numba', 'numpy', 'qttt.fast', 'qttt.oracle');"
        "print([name for name in sys.modules if name.startswith(fast)])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, path_of("hybrid-O")], capture_output=True, text=True, check=True
    )
    assert done.stdout.split("\n") == [WRITTEN["hybrid-O"].value, "[]", ""]


# Alterations with a right checksum: only the check of the strategy can detect them. The mutants of the claims
# *-certified are others


@every_strategy
def test_other_value_of_any_row_is_rejected_with_game(name: str) -> None:
    """Of a large certificate some rows."""
    certificate = certificate_of(name)
    for text, row in [*certificate.rows.items()][:: 1 + len(certificate.rows) // 20]:
        said = row.value + Fraction(1, 8)
        rows = {**certificate.rows, text: row._replace(value=said)}
        with pytest.raises(Refuted) as refuted:
            replace(certificate, rows=rows).checked()
        assert_refuting(certificate, str(refuted.value), row.value, said)


def assert_refuting(certificate: Certificate, message: str, bound: Fraction, said: Fraction) -> None:
    """The message begins after the start, and ends with a game that goes on to the end, or to the first act of chance
    or the first position without a row."""
    player, start = certificate.player, re.escape(certificate.start)
    expected = rf"after '{start}.*', in '.*', the strategy of {player} guarantees {bound}, not {said}: '({start}.*)'"
    match = re.fullmatch(expected, message)
    assert match, message
    game = certificate.game
    last = game.position(match[1])
    if game.actor(last) is player:
        assert certificate.form.lost
    else:
        assert game.actor(last) in (None, Actor.CHANCE)


@pytest.mark.parametrize("ruleset", ["goff-1.0", "goff-1.1"])
def test_options_are_those_of_the_version(ruleset: str, path: Path) -> None:
    first, *others = lines_of(path_of("goff-opponent-X"))
    old = json.loads(first)["options"]
    for options in (old, old | {"pair": "legal", "last": "move", "both": "narrow"}, old | {"pair": "legal"}):
        path.write_bytes(packed([json.dumps(json.loads(first) | {"ruleset": ruleset, "options": options}), *others]))
        assert (refusal(path) == "") == (len(options) == (2 if ruleset == "goff-1.0" else 5))


@every_strategy
def test_other_start_is_rejected(name: str) -> None:
    with pytest.raises(Refuted, match=r"has no decision|guarantees"):
        replace(certificate_of(name), start="").checked()


class Boastful(PerfectPlay[Any, Any]):
    """Perfect play whose value of every position is a little too large."""

    def __init__(self, truth: Any) -> None:
        super().__init__(truth.game, Values(lambda position: truth.value(position) + Fraction(1, 512)))


@pytest.mark.slow
@every_game
def test_certificate_of_an_oracle_that_errs_is_not_written(name: str, tmp_path: Path) -> None:
    certificate = certificate_of(name)
    with pytest.raises(Refuted, match=r"guarantees .*, not |the value with [XO] to move is |always passes, by "):
        again(certificate, tmp_path / "certificate", Boastful(oracle_of(certificate)))
    assert not (tmp_path / "certificate").exists()


# Files


def lines_of(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode("ascii").splitlines()


def packed(lines: list[str], checksum: bool = True) -> bytes:
    """A file with all lines but the last, which becomes their checksum."""
    body = "".join(line + "\n" for line in lines[:-1]).encode()
    last = json.dumps({"sha256": hashlib.sha256(body).hexdigest()}) if checksum else lines[-1]
    return gzip.compress(body + last.encode() + b"\n", mtime=0)


def refusal(path: Path) -> str:
    """Why a file is rejected: one line that begins with its path. Empty if it is read."""
    try:
        load(path)
    except CertificateError as refused:
        message = str(refused)
    else:
        return ""
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    assert len(message) < len(str(path)) + 400
    return message.removeprefix(f"{path}: ")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "certificate"


@every_game
def test_file_cut_short_is_rejected(name: str, path: Path) -> None:
    whole, lines = path_of(name).read_bytes(), lines_of(path_of(name))
    for length in range(0, len(whole), max(1, len(whole) // 400)):
        path.write_bytes(whole[:length])
        assert refusal(path)
    for count in range(min(len(lines), 20)):
        path.write_bytes(gzip.compress("".join(line + "\n" for line in lines[:count]).encode()))
        assert refusal(path)


@pytest.mark.slow
@every_game
def test_altered_file_is_rejected_or_equal(name: str, path: Path) -> None:
    """A few bits of a compressed file carry nothing: the time in its head, the padding at its end."""
    whole, text = path_of(name).read_bytes(), "\n".join(lines_of(path_of(name)))
    equal = 0
    for at in [*range(20), *random.Random(0).sample(range(len(whole)), 100)]:
        path.write_bytes(bytes([*whole[:at], whole[at] ^ 1 << at % 8, *whole[at + 1 :]]))
        if not refusal(path):
            assert load(path) == certificate_of(name)
            equal += 1
    assert equal < 10
    for at in random.Random(1).sample(range(len(text)), 100):
        altered = text[:at] + ("1" if text[at] != "1" else "2") + text[at + 1 :]
        path.write_bytes(packed(altered.split("\n"), checksum=False))
        assert refusal(path)


@every_game
def test_other_ruleset_is_rejected(name: str, path: Path) -> None:
    first, *others = lines_of(path_of(name))
    own = json.loads(first)["ruleset"].rpartition("-")[0]
    for ruleset in (each.id for each in rulesets().values() if each.name != own):
        path.write_bytes(packed([json.dumps(json.loads(first) | {"ruleset": ruleset}), *others]))
        assert re.match("line [12]: ", refusal(path))
    path.write_bytes(packed([json.dumps(json.loads(first) | {"ruleset": "chess-1.0"}), *others]))
    assert refusal(path).startswith("is for the unknown ruleset 'chess-1.0': expected goff-1.1, ")


def test_other_player_is_rejected_by_the_checksum(path: Path) -> None:
    first, *rest = lines_of(path_of("sqt-X"))
    path.write_bytes(packed([first.replace('"player": "X"', '"player": "O"'), *rest], checksum=False))
    assert refusal(path) == "is altered: the checksum does not match"


def test_position_twice_is_rejected(path: Path) -> None:
    first, row, *others = lines_of(path_of("sqt-X"))
    path.write_bytes(packed([json.dumps(json.loads(first) | {"rows": len(others) + 1}), row, row, *others]))
    assert refusal(path).startswith("line 3: the position does not come after")


COMPRESSED = [gzip.compress(text, mtime=0) for text in (b"", b"\xff\n{}\n", b"[]\n")]


@pytest.mark.parametrize("found", [b"", b"PK", b"{}", b"\x1f\x8b", b"\x1f\x8b\x08", *COMPRESSED, packed(["[]", ""])])
def test_other_content_is_rejected(found: bytes, path: Path) -> None:
    path.write_bytes(found)
    assert refusal(path)


def test_large_file_is_rejected_before_it_is_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with path.open("wb") as file:
        file.truncate(container.LARGEST_FILE + 1)
    monkeypatch.setattr(os, "open", None)
    most = container.LARGEST_FILE
    assert refusal(path) == f"cannot be read: has {most + 1} bytes, expected at most {most}"


def test_file_with_too_much_content_is_rejected_packed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if it notes too small a size."""
    monkeypatch.setattr(container, "LARGEST", 1 << 16)
    packed_up = gzip.compress(bytes(1 << 17), mtime=0)
    path.write_bytes(packed_up[:-4] + bytes(4))
    assert refusal(path)
    path.write_bytes(packed_up)
    monkeypatch.setattr(gzip.GzipFile, "read", None)
    assert refusal(path).endswith(f"holds more than {container.LARGEST} bytes, the maximum for a certificate")


# Progress


def test_progress_is_reported_row_by_row(path: Path) -> None:
    certificate = certificate_of("goff-self-O")
    written: list[int] = []
    checked: list[tuple[int, int]] = []
    again(certificate, path, report=written.append)
    check(path, lambda done, of: checked.append((done, of)))
    count = len(certificate.rows)
    assert written[:count] == [*range(1, count + 1)]
    assert checked == [(done, count) for done in range(1, count + 1)]


def test_interrupt_passes_through() -> None:
    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check(path_of("sqt-X"), interrupt)


@every_game
def test_start_must_be_legal(name: str) -> None:
    form = form_of(certificate_of(name).game)
    player = Actor.X if form.has_players else None
    with pytest.raises(ValueError, match=r"X0|leave out the game"):
        form.make(None, player, "X0.1") if form.has_players else save(path_of("X0"), form.make(None, start="X0.1"))
