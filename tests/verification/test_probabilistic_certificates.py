"""Certificates of boards: what is written holds, what is altered is refused, the checker uses the reference alone."""

from __future__ import annotations

import gzip
import hashlib
import json
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import jsonschema
import pytest

from qttt.reference.game import Actor
from qttt.reference.probabilistic import Position, Probabilistic
from qttt.reference.probabilistic_board import Board
from qttt.reference.probabilistic_position import open_squares
from qttt.reference.probabilistic_solver import Line, LoopSolver, Values
from qttt.verification import Refuted
from qttt.verification.certificate import CertificateError, checker, container
from qttt.verification.probabilistic import certificate_claims as claims
from qttt.verification.probabilistic.certificate import EMPTY, Certificate, Row, load, marks_of, save, text
from qttt.verification.probabilistic.certificate_writer import write
from qttt.verification.probabilistic.checker import Table, check, check_certificate, exchanged, told, wrong_with
from qttt.verification.probabilistic.perfect import PerfectProbabilistic

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "spec" / "schema" / "certificate.schema.json").read_text(encoding="utf-8"))

PASSING = claims.PASSING


@pytest.fixture
def certificate() -> Certificate:
    return claims.certificate_of(PASSING)


@pytest.fixture
def path(certificate: Certificate, tmp_path: Path) -> Path:
    save(tmp_path / "certificate", certificate)
    return tmp_path / "certificate"


@pytest.mark.parametrize("board", claims.BOARDS[:2], ids=["passing", "printed"])
def test_what_is_written_holds_and_is_what_the_reference_finds(board: Board, tmp_path: Path) -> None:
    certificate, solver = claims.certificate_of(board), LoopSolver(Probabilistic(board))
    save(tmp_path / "certificate", certificate)
    assert check(tmp_path / "certificate").certificate == certificate == load(tmp_path / "certificate")
    assert certificate.value == solver.value(Position())
    for marks, row in certificate.rows.items():
        assert row.values == solver.values(marks)
        assert solver.values(exchanged(marks)) == (1 - row.values.O, 1 - row.values.X)


def test_rows_are_reported(certificate: Certificate, tmp_path: Path) -> None:
    written: list[int] = []
    write(PASSING, PerfectProbabilistic(PASSING), tmp_path / "certificate", written.append)
    checked: list[tuple[int, int]] = []
    check_certificate(certificate, lambda done, of: checked.append((done, of)))
    count = len(certificate.rows)
    assert written == [*range(1, count + 1)]
    assert checked == [(done, count) for done in written]


def test_an_oracle_that_errs_is_noticed(tmp_path: Path) -> None:
    first, second, *others = PASSING
    with pytest.raises(Refuted, match=r"'[XO. ]*': "):
        write(PASSING, PerfectProbabilistic(Board([second, first, *others])), tmp_path / "certificate")
    assert not (tmp_path / "certificate").exists()


def test_the_same_certificate_is_the_same_file(certificate: Certificate, path: Path, tmp_path: Path) -> None:
    save(tmp_path / "again", replace(certificate, rows=dict(reversed([*certificate.rows.items()]))))
    assert (tmp_path / "again").read_bytes() == path.read_bytes()


def test_the_checker_imports_nothing_of_the_fast_engine(certificate: Certificate, path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from qttt.verification.probabilistic.checker import check;"
        "print(check(Path(sys.argv[1])).certificate.value);"
        "print([name for name in sys.modules if name in ('numba', 'numpy') or name.startswith('qttt.fast')])"
    )
    done = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n") == [str(certificate.value), "[]", ""]


# Alterations


@pytest.mark.parametrize(
    ("alter", "reason"),
    [
        (claims.a_value_altered, r"'\.\.\. \.\.\. \.\.\.': the value with X to move is .*, but X names [1-9], worth"),
        (claims.a_late_value_altered, "'[XO. ]*': "),
        (claims.a_worse_square, r"the value with X to move is .*, but X names [1-9], worth"),
        (claims.a_row_left_out, "1 of the rows are missing: '[XO. ]*'"),
        (claims.the_rows_of_another_board, "'[XO. ]*': the value with [XO] to move is"),
        (claims.first_squares_alone, "'[XO. ]*': [XO] names .*, but [1-9] is better, worth"),
        (
            claims.play_without_end_is_won,
            "'[XO. ]*': X always passes, by [15], and has .*: play without end is worth",
        ),
        (
            claims.play_without_end_is_lost,
            "'[XO. ]*': O always passes, by [15], and has .*: play without end is worth",
        ),
    ],
)
def test_an_alteration_is_refused(alter: claims.Alteration, reason: str, certificate: Certificate) -> None:
    with pytest.raises(Refuted, match=reason) as refuted:
        check_certificate(alter(certificate))
    assert "\n" not in str(refuted.value)


def test_any_other_value_and_any_worse_square_is_refused(certificate: Certificate) -> None:
    """Of rows here and there, as `check_certificate` looks at them."""
    table = Table(certificate)
    refused = 0
    for marks, row in [*certificate.rows.items()][::40]:
        lines = table.lines(marks)
        assert wrong_with(row, lines) is None
        for by in (Fraction(1, 10**50), Fraction(-1, 10**50)):
            x, o = row.values
            for values in (Values(x + by, o), Values(x, o + by), Values(x + by, o + by)):
                assert wrong_with(row._replace(values=values), lines)
        for square in range(1, 10):
            line = lines.get(square)
            if line is None or line.x + line.n * row.values.O != row.values.X:
                assert wrong_with(row._replace(of_x=square), lines)
                refused += 1
            if line is None or line.x_dash + line.n * row.values.X != row.values.O:
                assert wrong_with(row._replace(of_o=square), lines)
                refused += 1
    assert refused > 1000


@pytest.mark.parametrize(
    ("alpha", "beta"), [("1/4", "3/4"), ("5/8", "3/4"), ("1/4", "3/8"), ("1/2", "3/4"), ("1/3", "1/2"), ("3/8", "3/8")]
)
def test_with_squares_that_pass_only_the_number_nearest_a_half_is_let_through(alpha: str, beta: str) -> None:
    """Every pair V = V' between alpha and beta solves this loop, whatever the squares."""
    low, high, half = Fraction(alpha), Fraction(beta), Fraction(1, 2)
    leave = Fraction(2, 3)
    lines = {
        1: Line(1, x=leave * low, x_dash=leave * low + leave, n=1 - leave),
        2: Line(2, x=Fraction(0), x_dash=leave * high, n=1 - leave),
        9: Line(9, x=Fraction(0), x_dash=Fraction(0), n=Fraction(1)),
    }
    right = max(low, min(high, half))
    let_through = set()
    for value in {low, high, half, right, (low + high) / 2, (low + right) / 2, (right + high) / 2}:
        for of_x in lines:
            for of_o in lines:
                if wrong_with(Row(of_x, of_o, Values(value, value)), lines) is None:
                    let_through.add(value)
    assert let_through == {right}


def test_a_row_too_many_is_refused(certificate: Certificate) -> None:
    row = certificate.rows[EMPTY]
    for more in ("O.. ... ...", "XXX ... ...", "XOX XOO OXX"):
        with pytest.raises(Refuted, match=f"1 of the rows are for marks that have none: '{more}'"):
            check_certificate(replace(certificate, rows={**certificate.rows, marks_of(more): row}))


def test_a_square_that_is_taken_is_refused(certificate: Certificate) -> None:
    marks = marks_of("... .X. ...")
    row = certificate.rows[marks]._replace(of_o=5)
    with pytest.raises(Refuted, match="O names 5, which is not open"):
        check_certificate(replace(certificate, rows={**certificate.rows, marks: row}))


def test_long_numbers_are_told_shortly(certificate: Certificate) -> None:
    long = Fraction(10**3999 + 1, 10**3999)
    last = max(certificate.rows, key=lambda marks: (-len(open_squares(marks)), text(marks)))
    row = certificate.rows[last]
    with pytest.raises(Refuted) as refuted:
        check_certificate(
            replace(certificate, rows={**certificate.rows, last: row._replace(values=Values(long, long))})
        )
    assert len(str(refuted.value)) < 200
    assert told(Fraction(7) ** 9999) == "no number from 0 to 1"


# Files


def lines_of(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode("ascii").splitlines()


def write_lines(path: Path, lines: list[str]) -> None:
    """Put lines into a file, all but the last, which becomes their checksum."""
    body = "".join(line + "\n" for line in lines[:-1]).encode()
    last = json.dumps({"sha256": hashlib.sha256(body).hexdigest()})
    path.write_bytes(gzip.compress(body + last.encode() + b"\n"))


@pytest.fixture
def short(certificate: Certificate, tmp_path: Path) -> Path:
    """A file with a few rows, which is as well formed as a whole one."""
    save(tmp_path / "short", replace(certificate, rows=dict([*certificate.rows.items()][:9])))
    return tmp_path / "short"


def test_lines_have_the_form_of_the_schema(path: Path) -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    lines = lines_of(path)
    for line in [*lines[:50], lines[-1]]:
        validator.validate(json.loads(line))
    assert json.loads(lines[0])["board"][1] == ["1/3", "1/3", "1/3"]
    assert json.loads(lines[1])[0] == "... ... ..."


@pytest.mark.parametrize(
    ("at", "content", "reason"),
    [
        (0, {"format": "qttt-certificate-2"}, "line 1: 'qttt-certificate-1' was expected"),
        (0, {"ruleset": "goff-1.0"}, "line 1: 'probabilistic-1.0' was expected"),
        (0, {"rows": 1}, "has 9 rows, its header says 1"),
        (0, {"player": "X"}, "line 1: Additional properties"),
        (0, {"board": []}, r"line 1: \[\] is too short|line 1: \[\] should be non-empty"),
        (
            0,
            {"board": [["1/2", "1/2", "0"]] * 8 + [["1/2", "1/2", "1/2"]]},
            "square 9: 0.5 [+] 0.5 [+] 0.5 is 1.5, 0.5 more",
        ),
        (0, {"board": [["2", "-1", "0"]] * 9}, "square 1: success is 2: a probability is from 0 to 1"),
        (0, {"board": [["2/4", "1/2", "0"]] * 9}, "'2/4' is not in lowest terms"),
        (0, {"board": [["1/0", "1/2", "0"]] * 9}, "line 1: .* does not match"),
        (0, {"board": [["1" * 5000, "1/2", "0"]] * 9}, "a number has more than 4000 digits"),
        (1, ["... ... ...", 1, 1, "1/2"], "line 2: .* is too short"),
        (1, ["... ... ...", 0, 1, "1/2", "1/2"], "line 2: 0 is less than the minimum"),
        (1, ["... ... ...", 1, 10, "1/2", "1/2"], "line 2: 10 is greater than the maximum"),
        (1, ["... ... ...", 1, "1", "1/2", "1/2"], "line 2: '1' is not of type 'integer'"),
        (1, ["... ... ...", 1, 1, 0.5, "1/2"], "line 2: 0.5 is not of type 'string'"),
        (1, ["... ... ...", 1, 1, "1/2", "NaN"], "line 2: 'NaN' does not match"),
        (1, ["... ... ...", 1, 1, "1/2", "1/" + "3" * 4500], "a number has more than 4000 digits"),
        (1, ["... ... ... ", 1, 1, "1/2", "1/2"], "line 2: .* does not match"),
        (1, ["... ... ...\n", 1, 1, "1/2", "1/2"], "is no position"),
        (2, ["... ... ...", 1, 1, "1/2", "1/2"], "line 3: the position does not come after that of the line before"),
        (1, {}, "line 2: {} is not of type 'array'"),
    ],
)
def test_a_malformed_file_is_refused(at: int, content: object, reason: str, short: Path) -> None:
    path, lines = short, lines_of(short)
    whole = json.loads(lines[0]) | content if at == 0 and isinstance(content, dict) else content
    lines[at] = json.dumps(whole)
    write_lines(path, lines)
    with pytest.raises(CertificateError, match=reason) as refused:
        load(path)
    assert str(refused.value).startswith(f"{path}: ")
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < len(str(path)) + 300


def test_a_file_cut_short_or_altered_is_refused(path: Path) -> None:
    whole = path.read_bytes()
    for length in range(0, len(whole), 997):
        path.write_bytes(whole[:length])
        with pytest.raises(CertificateError, match=str(path)):
            load(path)
        with pytest.raises(CertificateError, match=str(path)):
            container.ruleset(path)
    path.write_bytes(whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:])
    with pytest.raises(CertificateError, match=str(path)):
        load(path)


def test_a_file_that_unpacks_to_too_much_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(container, "LARGEST", 1 << 16)
    for read in (load, container.ruleset):
        with pytest.raises(CertificateError, match="holds more than 65536 bytes"):
            read(path)


def test_a_value_too_long_is_not_written(certificate: Certificate, tmp_path: Path) -> None:
    row = certificate.rows[EMPTY]._replace(values=Values(Fraction(1, 10**4000), Fraction(1)))
    with pytest.raises(ValueError, match="more than 4000 digits"):
        save(tmp_path / "certificate", replace(certificate, rows={**certificate.rows, EMPTY: row}))
    assert not (tmp_path / "certificate").exists()


def test_both_kinds_are_told_apart(path: Path, tmp_path: Path) -> None:
    assert container.ruleset(path) == Probabilistic.ruleset
    with pytest.raises(CertificateError, match="line 1: "):
        checker.check(path)
    write_lines(tmp_path / "list", ["[]", ""])
    assert container.ruleset(tmp_path / "list") == ""
    with pytest.raises(CertificateError, match="cannot be read"):
        container.ruleset(tmp_path / "none")


# Perfect play


def test_perfect_play_answers_as_the_reference_does() -> None:
    game, solver, perfect = Probabilistic(PASSING), LoopSolver(Probabilistic(PASSING)), PerfectProbabilistic(PASSING)
    for name in ("X.O .OX ...", "... ... ...", "XXX OO. ...", "XOX XOO OXX", ".OX .XO ..."):
        for turn in (Actor.X, Actor.O):
            position = Position(marks_of(name), turn)
            reached = [position, *(game.play(position, action) for action in game.actions(position))]
            for each in reached:
                assert perfect.value(each) == solver.value(each)
                assert perfect.best(each) == solver.best(each)
                assert perfect.action_values(each) == solver.action_values(each)
