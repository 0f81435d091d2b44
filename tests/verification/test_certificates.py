"""Certificates: what is written holds, what is altered is refused, and the checker knows nothing of the fast engine."""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path

import jsonschema
import pytest

from qttt.reference.game import Actor
from qttt.reference.goff import TABLE_2, Goff, Position
from qttt.reference.notation import Move, Selection, position_after
from qttt.reference.solver import Solver
from qttt.reference.sqt import Sqt
from qttt.verification import Refuted
from qttt.verification.certificate import CertificateError, container
from qttt.verification.certificate.canonical import canonical, text
from qttt.verification.certificate.checker import check, check_certificate
from qttt.verification.certificate.decision import Decision
from qttt.verification.certificate.file import Certificate, Row, load, save
from qttt.verification.certificate.writer import write

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "spec" / "schema" / "certificate.schema.json").read_text(encoding="utf-8"))

LATE = "X1.5-6 O2.2-5 X3.7-8 O4.5-6 selB X5.4-7 O6.3-9"
"""Two components and a single square are left, X is to move, and the value depends on every option but double_win."""

GAMES: list[Goff | Sqt] = [
    Goff(),
    Goff("self"),
    Goff(double_win=True),
    *(Sqt(Fraction(j, 4), scoring) for j in range(5) for scoring in ("draws-even", "draws-second")),
    Sqt(Fraction(2, 7), double_win=True),
]
PLAYERS = [Actor.X, Actor.O]


def certified(game: Goff | Sqt, player: Actor, folder: Path, start: str = LATE) -> Certificate:
    return write(game, Solver(game), player, folder / "certificate", start)


@pytest.fixture(params=PLAYERS)
def certificate(request: pytest.FixtureRequest, tmp_path: Path) -> Certificate:
    return certified(Sqt(Fraction(3, 4)), request.param, tmp_path)


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_what_is_written_holds_and_is_the_value(game: Goff | Sqt, player: Actor, tmp_path: Path) -> None:
    certificate = certified(game, player, tmp_path)
    assert certificate.value == Solver(game).value(position_after(game, LATE))
    assert check(tmp_path / "certificate").certificate == certificate == load(tmp_path / "certificate")


def test_a_finished_game_needs_no_row(tmp_path: Path) -> None:
    over = "X1.1-4 O2.1-4 selA X3.2-5 O4.2-5 selA X5.3-6 O6.3-6 selA"
    certificate = certified(Goff(), Actor.X, tmp_path, over)
    assert certificate.value == 10
    assert not certificate.rows
    assert check(tmp_path / "certificate").positions == 1


def test_the_same_certificate_is_the_same_file(certificate: Certificate, tmp_path: Path) -> None:
    once = (tmp_path / "certificate").read_bytes()
    save(tmp_path / "again", replace(certificate, rows=dict(sorted(certificate.rows.items(), reverse=True))))
    assert (tmp_path / "again").read_bytes() == once


def test_the_checker_imports_nothing_of_the_fast_engine(certificate: Certificate, tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from qttt.verification.certificate.checker import check;"
        "print(check(Path(sys.argv[1])).certificate.value);"
        "print([name for name in sys.modules if name == 'numba' or name.startswith('qttt.fast')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, tmp_path / "certificate"], capture_output=True, text=True, check=True
    )
    assert done.stdout.split("\n") == [str(certificate.value), "[]", ""]


# Alterations with a right checksum: only playing the strategy through can tell


@pytest.mark.parametrize("by", [1, -1, Fraction(1, 1024)])
def test_another_value_is_refused_with_a_game(certificate: Certificate, by: Fraction) -> None:
    said = certificate.value + by
    with pytest.raises(Refuted, match=f"guarantees {certificate.value}, not {said}: '{LATE} ") as refuted:
        check_certificate(replace(certificate, value=said))
    line = str(refuted.value).split("'")[-2]
    assert certificate.game.actor(position_after(certificate.game, line)) is None


def test_another_value_of_any_row_is_refused_with_a_game(certificate: Certificate) -> None:
    for name, (decision, value) in certificate.rows.items():
        altered = {**certificate.rows, name: Row(decision, value + Fraction(1, 8))}
        with pytest.raises(Refuted, match=f"guarantees {value}, not {value + Fraction(1, 8)}: '{LATE} "):
            check_certificate(replace(certificate, rows=altered))


@pytest.mark.parametrize("q", [Fraction(0), Fraction(1, 2), Fraction(7499, 10000), Fraction(1)])
def test_another_probability_is_refused_with_a_game(certificate: Certificate, q: Fraction) -> None:
    with pytest.raises(Refuted, match=f"guarantees .*, not .*: '{LATE} "):
        check_certificate(replace(certificate, game=Sqt(q)))


def test_other_options_are_refused(tmp_path: Path) -> None:
    for player in PLAYERS:
        even = certified(Sqt(Fraction(3, 4)), player, tmp_path)
        with pytest.raises(Refuted, match="guarantees"):
            check_certificate(replace(even, game=Sqt(Fraction(3, 4), "draws-second")))
        opponent = certified(Goff(), player, tmp_path)
        with pytest.raises(Refuted):
            check_certificate(replace(opponent, game=Goff("self")))
    double = "X1.1-9 O2.7-8 X3.1-7 O4.1-7 selA X5.4-5 O6.4-6"
    counted = certified(Sqt(Fraction(3, 4), double_win=True), Actor.X, tmp_path, double)
    with pytest.raises(Refuted, match="guarantees"):
        check_certificate(replace(counted, game=Sqt(Fraction(3, 4))))


def other_decisions(decision: Decision) -> Iterator[Decision]:
    """All other decisions of the same form, legal or not."""
    if decision.move is None:
        others = [Decision(preference=order) for order in permutations(decision.preference)]
    else:
        moves = [Move(*pair) for pair in combinations(range(1, 10), 2)]
        selections = list(Selection) if decision.selection else [None]
        others = [Decision(move, selection) for move in moves for selection in selections]
    return (other for other in others if other != decision)


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("game", [Goff(), Goff("self"), Sqt(Fraction(1, 4))], ids=str)
def test_another_decision_is_refused_unless_it_is_as_good(game: Goff | Sqt, player: Actor, tmp_path: Path) -> None:
    certificate, solver = certified(game, player, tmp_path), Solver(game)
    refused = 0
    for name, row in certificate.rows.items():
        for other in other_decisions(row.decision):
            rows = {**certificate.rows, name: row._replace(decision=other)}
            reason = refusal(replace(certificate, rows=rows))
            if reason:
                assert LATE in reason or "never leads to" in reason
                refused += 1
            elif other.move:
                moved = game.play(Position.of(name), other.move)
                settled = game.play(moved, other.selection) if other.selection else moved
                assert solver.value(settled) == row.value
    assert refused > len(certificate.rows)


def refusal(certificate: Certificate) -> str | None:
    """Why a certificate is refused, None if it is not."""
    try:
        check_certificate(certificate)
    except Refuted as refuted:
        return str(refuted)
    return None


def test_a_missing_row_is_refused_with_a_game(certificate: Certificate) -> None:
    for missing in certificate.rows:
        rows = {name: row for name, row in certificate.rows.items() if name != missing}
        with pytest.raises(Refuted, match=f"after '{LATE}.*' the strategy has no decision here"):
            check_certificate(replace(certificate, rows=rows))


def test_a_row_too_many_is_refused(certificate: Certificate) -> None:
    rows = {**certificate.rows, "": Row(Decision(Move(1, 9)), Fraction(10))}
    with pytest.raises(Refuted, match="1 of the rows are for positions that the strategy never leads to: ''"):
        check_certificate(replace(certificate, rows=rows))


@pytest.mark.parametrize(
    ("decision", "reason"),
    [
        ("1-3 selA", "the strategy must not select once it has played 1-3"),
        ("1>3", "a move is due, and the strategy has none"),
        ("5-6", "the strategy's move breaks a rule: GOFF-MOVE-2: 5-6 is illegal"),
        ("3-3", "the strategy's move breaks a rule: GOFF-MOVE-1: 3-3 is illegal"),
    ],
)
def test_a_decision_that_is_not_due_is_refused(decision: str, reason: str, tmp_path: Path) -> None:
    certificate = certified(Goff(), Actor.X, tmp_path)
    turned = canonical(certificate.first)
    altered = Row(Decision.read(decision).turned(turned.there), certificate.value)
    with pytest.raises(Refuted, match=reason):
        check_certificate(replace(certificate, rows={**certificate.rows, text(turned.key): altered}))


def test_another_start_is_refused(certificate: Certificate) -> None:
    with pytest.raises(Refuted, match="the strategy has no decision here"):
        check_certificate(replace(certificate, start=""))


def test_another_player_is_refused(certificate: Certificate) -> None:
    with pytest.raises(Refuted, match=r"has no decision here|never leads to"):
        check_certificate(replace(certificate, player=certificate.player.opponent))


def test_an_oracle_that_errs_is_noticed(tmp_path: Path) -> None:
    with pytest.raises(Refuted, match=f"the strategy of X guarantees .*, not 20: '{LATE} "):
        write(Goff(), Solver(Goff("self")), Actor.X, tmp_path / "certificate", LATE)
    assert not (tmp_path / "certificate").exists()


# Files


def lines_of(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode("ascii").splitlines()


def write_lines(path: Path, lines: list[str], checksum: bool = True) -> None:
    """Put lines into a file, all but the last, which becomes their checksum."""
    body = "".join(line + "\n" for line in lines[:-1]).encode()
    last = json.dumps({"sha256": hashlib.sha256(body).hexdigest()}) if checksum else lines[-1]
    path.write_bytes(gzip.compress(body + last.encode() + b"\n"))


def test_a_file_cut_short_is_refused(certificate: Certificate, tmp_path: Path) -> None:
    path = tmp_path / "certificate"
    whole, lines = path.read_bytes(), lines_of(path)
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(CertificateError, match=str(path)):
            load(path)
    for count in range(len(lines)):
        path.write_bytes(gzip.compress("".join(line + "\n" for line in lines[:count]).encode()))
        with pytest.raises(CertificateError, match=str(path)):
            load(path)


def test_an_altered_file_is_refused_or_the_same(certificate: Certificate, tmp_path: Path) -> None:
    """A few bits of a compressed file carry nothing: the time in its head, the padding at its end."""
    path = tmp_path / "certificate"
    whole, lines = path.read_bytes(), lines_of(path)
    same = 0
    for at in range(len(whole)):
        path.write_bytes(bytes([*whole[:at], whole[at] ^ 1 << at % 8, *whole[at + 1 :]]))
        found = loaded(path)
        assert found in (None, certificate)
        same += found is not None
    assert same < 10
    joined = "\n".join(lines)
    for at in random.Random(1).sample(range(len(joined)), 200):
        altered = joined[:at] + ("1" if joined[at] != "1" else "2") + joined[at + 1 :]
        write_lines(path, altered.split("\n"), checksum=False)
        assert loaded(path) is None


def loaded(path: Path) -> Certificate | None:
    """The certificate in a file, None if it is refused."""
    try:
        return load(path)
    except CertificateError:
        return None


def header_with(**fields: object) -> Callable[[list[str]], None]:
    def alter(lines: list[str]) -> None:
        lines[0] = json.dumps(json.loads(lines[0]) | fields)

    return alter


def line(at: int, content: str) -> Callable[[list[str]], None]:
    def alter(lines: list[str]) -> None:
        lines[at] = content

    return alter


@pytest.mark.parametrize(
    ("alter", "reason"),
    [
        (header_with(format="qttt-certificate-2"), "line 1: 'qttt-certificate-1' was expected"),
        (header_with(ruleset="sqt-2.0"), "line 1: .* is not one of"),
        (header_with(ruleset="goff-1.0"), "line 1: .*'collapse' is a required property|line 1: Additional properties"),
        (header_with(player="SYSTEM"), "line 1: .* is not one of"),
        (header_with(value="1/0"), "line 1: .* does not match"),
        (header_with(value="2/4"), "'2/4' is not in lowest terms"),
        (header_with(value=10), "line 1: 10 is not of type 'string'"),
        (header_with(rows=1), "has [0-9]+ rows, its header says 1"),
        (header_with(more=1), "line 1: Additional properties"),
        (header_with(start="X1.1-9 X2.1-3"), "token 2 'X2.1-3': GOFF-TURN-1"),
        (header_with(start="X1.1-9 O2.1-9 X3.1-2"), "token 3 'X3.1-2': GOFF-COLLAPSE-1"),
        (header_with(start="X1.1-9 O2.1-9"), "has a closed cycle: expected its selection, too"),
        (header_with(options={"q": "5/4", "scoring": "draws-even", "double_win": False}), "probability from 0 to 1"),
        (header_with(options={"q": "1/4", "scoring": "chess", "double_win": False}), "line 1: .* is not one of"),
        (line(0, "[]"), "line 1: \\[\\] is not of type 'object'"),
        (line(1, "{}"), "line 2: {} is not of type 'array'"),
        (line(1, "[" * 100_000), "line 2 is no JSON"),
        (line(1, ""), "line 2 is no JSON"),
        (line(1, '["X1.1-9", "1-2"]'), "line 2: .* is too short"),
        (line(1, '["X1.1-9", "1-2", "10", 1]'), "line 2: "),
        (line(1, '["X1.1", "1-2", "10"]'), "line 2: .* does not match"),
        (line(1, '["X1.1-9", "1-2 selC", "10"]'), "line 2: .* does not match"),
        (line(1, '["", "1-2\\n", "10"]'), "is no decision"),
        (line(1, '["", "1-2", "10\\n"]'), "not in lowest terms"),
        (line(2, '["", "1-2", "10"]'), "line 3: the position does not come after that of the line before"),
    ],
)
def test_a_malformed_file_is_refused(
    alter: Callable[[list[str]], None], reason: str, certificate: Certificate, tmp_path: Path
) -> None:
    path = tmp_path / "certificate"
    lines = lines_of(path)
    alter(lines)
    write_lines(path, lines)
    with pytest.raises(CertificateError, match=reason) as refused:
        load(path)
    assert str(refused.value).startswith(f"{path}: ")
    assert "\n" not in str(refused.value)


def test_a_position_twice_is_refused(certificate: Certificate, tmp_path: Path) -> None:
    path = tmp_path / "certificate"
    lines = lines_of(path)
    lines.insert(1, lines[1])
    header_with(rows=len(certificate.rows) + 1)(lines)
    write_lines(path, lines)
    with pytest.raises(CertificateError, match="line 3: the position does not come after"):
        load(path)


PACKED = [gzip.compress(text, mtime=0) for text in (b"", b"\xff\n{}\n")]


@pytest.mark.parametrize("content", [b"", b"PK", b"{}", *PACKED])
def test_something_else_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "certificate"
    path.write_bytes(content)
    with pytest.raises(CertificateError, match=str(path)):
        load(path)


def test_no_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CertificateError, match="cannot be read: No such file"):
        load(tmp_path / "missing")
    with pytest.raises(CertificateError, match="cannot be read: Is a directory"):
        load(tmp_path)


def test_a_file_that_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(container, "LARGEST", 1 << 16)
    (tmp_path / "certificate").write_bytes(gzip.compress(bytes(1 << 17)))
    with pytest.raises(CertificateError, match="holds more than 65536 bytes"):
        load(tmp_path / "certificate")


def test_a_scoring_of_its_own_is_not_certified(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="zero-sum scoring alone"):
        certified(Goff(scoring=TABLE_2), Actor.X, tmp_path)


def test_a_start_in_a_closed_cycle_is_not_certified(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="has a closed cycle: expected its selection, too"):
        certified(Goff(), Actor.X, tmp_path, "X1.1-9 O2.1-9")


def test_schema_is_a_schema_and_the_one_of_the_package() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    packaged = ROOT / "verification/qttt/verification/certificate/certificate.schema.json"
    assert json.loads(packaged.read_text(encoding="utf-8")) == SCHEMA


def test_every_line_has_the_form_of_the_schema(certificate: Certificate, tmp_path: Path) -> None:
    for each in lines_of(tmp_path / "certificate"):
        jsonschema.validate(json.loads(each), SCHEMA)


# Progress


def test_progress_is_told_row_by_row(certificate: Certificate, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    check(tmp_path / "certificate", lambda done, total: told.append((done, total)))
    assert told == [(done, len(certificate.rows)) for done in range(1, len(certificate.rows) + 1)]
    written: list[int] = []
    write(Goff(), Solver(Goff()), Actor.X, tmp_path / "other", LATE, written.append)
    assert written == list(range(1, len(load(tmp_path / "other").rows) + 1))


def test_an_interrupt_passes_through(certificate: Certificate, tmp_path: Path) -> None:
    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check(tmp_path / "certificate", interrupt)
