"""Certificates of TiqTaqToe: what is written holds, what is altered is refused, the checker needs no fast engine."""

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
from qttt.reference.notation import position_after
from qttt.reference.solver import Solver
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.reference.tiqtaqtoe_notation import Action, Pair, Single, parse
from qttt.reference.tiqtaqtoe_position import Position
from qttt.verification import Refuted
from qttt.verification.certificate import CertificateError
from qttt.verification.certificate import checker as of_goff
from qttt.verification.certificate.container import ruleset
from qttt.verification.certificate.moves_claims import a_value_altered
from qttt.verification.perfect import PLAYERS
from qttt.verification.tiqtaqtoe import certificate_claims as claims
from qttt.verification.tiqtaqtoe.certificate import Certificate, Move, Row, load, save
from qttt.verification.tiqtaqtoe.certificate_canonical import canonical, turned
from qttt.verification.tiqtaqtoe.certificate_writer import write
from qttt.verification.tiqtaqtoe.checker import check, check_certificate
from qttt.verification.tiqtaqtoe.perfect import Chances, PerfectPlay
from qttt.verification.tiqtaqtoe.solved import tablebase

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "spec" / "schema" / "certificate.schema.json").read_text(encoding="utf-8"))

MODERATE = TiqTaqToe("moderate")
LAST_SQUARE = "X1.1 O2.3 X3.2 O4.4 X5.6 O6.5 X7.7 O8.8"
"""X has 1, 2, 6 and 7, O has 3, 4, 5 and 8. On 9 X completes nothing; in superposition with 3 or with 4, X completes
the first row or the first column with probability 1/2, and O never anything."""


def by_hand(player: Actor, value: Fraction, move: Move | None = None, game: TiqTaqToe = MODERATE) -> Certificate:
    """A certificate from the last square on, with a row if there is a move."""
    view = canonical(position_after(game, LAST_SQUARE, parse))
    rows = {view.text: Row(turned(move, view.there), value)} if move else {}
    return Certificate(game, player, value, LAST_SQUARE, rows)


@pytest.fixture
def certificate() -> Certificate:
    return claims.certificate_of(MODERATE, Actor.X)


@pytest.fixture
def path(certificate: Certificate, tmp_path: Path) -> Path:
    save(tmp_path / "certificate", certificate)
    return tmp_path / "certificate"


HALF = Fraction(1, 2)


@pytest.mark.parametrize("move", [Pair(3, 9), Pair(4, 9)])
def test_a_certificate_by_hand_holds(move: Pair, tmp_path: Path) -> None:
    for certificate in (by_hand(Actor.X, HALF, move), by_hand(Actor.O, HALF)):
        save(tmp_path / "certificate", certificate)
        assert check(tmp_path / "certificate").certificate == certificate


@pytest.mark.parametrize(
    ("certificate", "reason"),
    [
        (by_hand(Actor.X, Fraction(1), Pair(3, 9)), "the strategy of X guarantees 1/2, not 1$"),
        (by_hand(Actor.X, HALF, Single(9)), "the strategy of X guarantees 0, not 1/2$"),
        (by_hand(Actor.X, HALF, Pair(5, 9)), "the strategy of X guarantees 0, not 1/2$"),
        (by_hand(Actor.X, HALF, Single(1)), "the strategy's move breaks a rule: TIQ-MOVE-1: "),
        (by_hand(Actor.X, HALF, Pair(1, 9)), "the strategy's move breaks a rule: TIQ-TARGET-1: "),
        (by_hand(Actor.X, HALF, Pair(3, 9), TiqTaqToe("minimal")), "breaks a rule: TIQ-TARGET-1: .*level=moderate"),
        (by_hand(Actor.X, HALF), "the strategy of X has no move$"),
        (by_hand(Actor.O, Fraction(0)), "the strategy of O guarantees 1/2, not 0$"),
        (by_hand(Actor.O, HALF, Pair(3, 9)), "1 of the rows are for positions that the strategy never leads to: '"),
    ],
)
def test_a_false_certificate_is_refused(certificate: Certificate, reason: str) -> None:
    with pytest.raises(Refuted, match=reason) as refuted:
        check_certificate(certificate)
    assert "\n" not in str(refuted.value)
    assert "in 'XXOOOXXO.', " in str(refuted.value) or certificate.player is Actor.O


@pytest.mark.parametrize("player", PLAYERS)
def test_what_is_written_holds(player: Actor, tmp_path: Path) -> None:
    certificate = claims.certificate_of(MODERATE, player)
    save(tmp_path / "certificate", certificate)
    checked = check(tmp_path / "certificate")
    assert checked.certificate == certificate == load(tmp_path / "certificate")
    assert certificate.value == HALF
    assert checked.positions > len(certificate.rows)
    for name in certificate.rows:
        position = Position.of(name)
        assert canonical(position).text == name
        assert MODERATE.actor(position) is player


def test_rows_are_reported(certificate: Certificate, tmp_path: Path) -> None:
    written: list[int] = []
    oracle = PerfectPlay(MODERATE, tablebase(MODERATE))
    again = write(MODERATE, oracle, Actor.X, tmp_path / "certificate", report=written.append)
    checked: list[tuple[int, int]] = []
    check_certificate(again, lambda done, of: checked.append((done, of)))
    count = len(certificate.rows)
    assert again == certificate
    assert written == [*range(1, count + 1)]
    assert checked == [(done, count) for done in written]


class Boastful(PerfectPlay):
    """Says a little too much of every position."""

    def value(self, position: Position) -> Fraction:
        return super().value(position) + Fraction(1, 512)


class Backward(PerfectPlay):
    """Takes the worst actions for the best."""

    def best(self, position: Position) -> tuple[Action, ...]:
        values = self.actions(position)
        return tuple(action for action, value in values.items() if value == min(values.values()))


@pytest.mark.parametrize("oracle", [Boastful, Backward])
def test_an_oracle_that_errs_is_noticed(oracle: type[PerfectPlay], tmp_path: Path) -> None:
    game = TiqTaqToe("minimal")
    with pytest.raises(Refuted, match=r"in '\.\.\.\.\.\.\.\.\.', the strategy of X guarantees .*, not "):
        write(game, oracle(game, tablebase(game)), Actor.X, tmp_path / "certificate")
    assert not (tmp_path / "certificate").exists()


def test_the_same_certificate_is_the_same_file(certificate: Certificate, path: Path, tmp_path: Path) -> None:
    save(tmp_path / "again", replace(certificate, rows=dict(reversed([*certificate.rows.items()]))))
    assert (tmp_path / "again").read_bytes() == path.read_bytes()


def test_the_checker_imports_nothing_of_the_fast_engine(path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from qttt.verification.tiqtaqtoe.checker import check;"
        "print(check(Path(sys.argv[1])).certificate.value);"
        "print([name for name in sys.modules if name in ('numba', 'numpy') or name.startswith('qttt.fast')])"
    )
    done = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n") == ["1/2", "[]", ""]


@pytest.mark.parametrize(
    "alter",
    [
        a_value_altered,
        claims.a_late_value_altered,
        claims.a_move_altered,
        claims.a_row_left_out,
        claims.a_row_too_many,
        claims.another_level,
        claims.another_worth_of_lines_of_both,
    ],
)
def test_an_alteration_is_refused(alter: claims.Alteration, certificate: Certificate) -> None:
    with pytest.raises(Refuted, match="'") as refuted:
        check_certificate(alter(certificate))
    assert "\n" not in str(refuted.value)


# Files


def lines_of(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode("ascii").splitlines()


def write_lines(path: Path, lines: list[str]) -> None:
    """Put lines into a file, all but the last, which becomes their checksum."""
    body = "".join(line + "\n" for line in lines[:-1]).encode()
    last = json.dumps({"sha256": hashlib.sha256(body).hexdigest()})
    path.write_bytes(gzip.compress(body + last.encode() + b"\n"))


def test_lines_have_the_form_of_the_schema(path: Path) -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    lines = lines_of(path)
    for line in [*lines[:40], lines[-1]]:
        validator.validate(json.loads(line))
    assert json.loads(lines[0])["options"] == {"level": "moderate", "lines": "every-move", "both": "even"}
    assert ruleset(path) == "tiqtaqtoe-1.0"


HIGH = {"level": "high", "lines": "every-move", "both": "even"}


@pytest.mark.parametrize(
    ("at", "content", "reason"),
    [
        (0, {"format": "qttt-certificate-2"}, "line 1: 'qttt-certificate-1' was expected"),
        (0, {"ruleset": "goff-1.0"}, "line 1: 'tiqtaqtoe-1.0' was expected"),
        (0, {"rows": 7}, "has 3 rows, its header says 7"),
        (0, {"board": []}, "line 1: Additional properties"),
        (0, {"player": "CHANCE"}, "line 1: 'CHANCE' is not one of"),
        (0, {"options": {"level": "low", "lines": "every-move", "both": "even"}}, "line 1: 'low' is not one of"),
        (0, {"options": {"level": "minimal", "lines": "every-move"}}, "line 1: 'both' is a required property"),
        (0, {"options": HIGH}, "line 1: '(target|pair)' is a required property"),
        (0, {"options": HIGH | {"level": "minimal", "pair": "illegal"}}, "line 1: "),
        (0, {"options": HIGH | {"switch": "on"}}, "line 1: Additional properties"),
        (0, {"start": "X1.1 O2.1"}, "token 2 'O2.1': TIQ-MOVE-1: "),
        (0, {"start": "X1.1 X2.2"}, "token 2 'X2.2': TIQ-TURN-1: "),
        (0, {"value": "2/4"}, "'2/4' is not in lowest terms"),
        (1, ["X........", "5"], "line 2: .* is too short"),
        (1, ["X.......", "5", "1/2"], "line 2: .* does not match"),
        (1, ["X........ measured", "5", "1/2"], "line 2: .* does not match"),
        (1, ["X........", "0", "1/2"], "line 2: '0' does not match"),
        (1, ["X........", "5 ", "1/2"], "line 2: '5 ' does not match"),
        (1, [".........", "5\n", "1/2"], "is no move: expected a square such as 5, or two such as 1-3"),
        (1, ["X........", 5, "1/2"], "line 2: 5 is not of type 'string'"),
        (1, ["X........", "5", 0.5], "line 2: 0.5 is not of type 'string'"),
        (2, [".........", "5", "1/2"], "line 3: the position does not come after that of the line before"),
        (1, {}, "line 2: {} is not of type 'array'"),
    ],
)
def test_a_malformed_file_is_refused(
    at: int, content: object, reason: str, certificate: Certificate, tmp_path: Path
) -> None:
    path = tmp_path / "short"
    save(path, replace(certificate, rows=dict(sorted(certificate.rows.items())[:3])))
    lines = lines_of(path)
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
    path.write_bytes(whole[:3000] + bytes([whole[3000] ^ 1]) + whole[3001:])
    with pytest.raises(CertificateError, match=str(path)):
        load(path)


def test_a_file_of_another_game_is_refused(path: Path) -> None:
    with pytest.raises(CertificateError, match="line 1: "):
        of_goff.check(path)


def test_a_start_must_be_a_game() -> None:
    with pytest.raises(ValueError, match="TIQ-LEVEL-1"):
        Certificate(TiqTaqToe("classic"), Actor.X, HALF, "X1.1-2", {})


# Perfect play


def test_perfect_play_answers_as_the_reference_does() -> None:
    solver, perfect = Solver(MODERATE), PerfectPlay(MODERATE, tablebase(MODERATE))
    game = parse(f"{LAST_SQUARE} X9.3-9")
    position = MODERATE.initial()
    for ply, action in enumerate(game, start=1):
        position = MODERATE.play(position, action)
        if ply >= 6:
            assert perfect.value(position) == solver.value(position)
            assert perfect.actions(position) == solver.action_values(position)
            assert perfect.best(position) == solver.best(position)
    assert perfect.outcomes(position) == Chances(HALF, Fraction(0), Fraction(0), HALF)
    before = position_after(MODERATE, LAST_SQUARE, parse)
    assert perfect.variation(before) == ((Pair(3, 9),), position)


def test_perfect_play_refuses_the_tablebase_of_another_game() -> None:
    with pytest.raises(ValueError, match=r"the tablebase is of .*moderate.*, not of .*minimal"):
        PerfectPlay(TiqTaqToe("minimal"), tablebase(MODERATE))


def test_perfect_play_knows_no_position_that_play_does_not_reach() -> None:
    with pytest.raises(KeyError, match="no game reaches"):
        PerfectPlay(MODERATE, tablebase(MODERATE)).value(Position.of("XX......."))
