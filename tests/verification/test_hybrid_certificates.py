"""Certificates of Q3T: what is written holds, what is altered is refused, the checker needs no fast engine."""

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
from qttt.reference.hybrid import Hybrid
from qttt.reference.hybrid_notation import Link, Measure, Move, parse
from qttt.reference.hybrid_position import Position
from qttt.reference.notation import position_after
from qttt.verification import Refuted, registry
from qttt.verification.certificate import CertificateError
from qttt.verification.certificate.canonical import SYMMETRIES
from qttt.verification.certificate.container import ruleset
from qttt.verification.certificate.moves_claims import a_value_altered
from qttt.verification.hybrid import certificate_claims as claims
from qttt.verification.hybrid.certificate import Certificate, Row, load, save
from qttt.verification.hybrid.certificate_canonical import canonical, turned
from qttt.verification.hybrid.certificate_writer import write
from qttt.verification.hybrid.checker import check, check_certificate
from qttt.verification.hybrid.engines import late_tablebase
from qttt.verification.hybrid.lemmas import turned as turned_position
from qttt.verification.hybrid.perfect import PerfectPlay
from qttt.verification.hybrid.translate import setting_of
from qttt.verification.perfect import PLAYERS

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "spec" / "schema" / "certificate.schema.json").read_text(encoding="utf-8"))

GAME = Hybrid()
LAST_BOX = "X1.1 =X O2.3 =O X3.2 =X O4.4 =O X5.6 =X O6.5 =O X7.8 =X O8.7 =X"
"""XXO OOX XX. with X to move: on 9, X completes the last row, and O nothing."""

HALF = Fraction(1, 2)


def by_hand(
    player: Actor, value: Fraction, move: Move | None = None, game: Hybrid = GAME, start: str = LAST_BOX
) -> Certificate:
    """A certificate from the last box on, with a row if there is a move."""
    view = canonical(position_after(game, LAST_BOX, parse))
    rows = {view.text: Row(turned(move, view.there), value)} if move else {}
    return Certificate(game, player, value, start, rows)


@pytest.fixture
def certificate() -> Certificate:
    return claims.certificate_of(GAME, Actor.X)


@pytest.fixture
def path(certificate: Certificate, tmp_path: Path) -> Path:
    save(tmp_path / "certificate", certificate)
    return tmp_path / "certificate"


def refused(certificate: Certificate) -> str:
    with pytest.raises(Refuted) as refuted:
        check_certificate(certificate)
    assert "\n" not in str(refuted.value)
    return str(refuted.value)


def test_a_certificate_by_hand_holds(tmp_path: Path) -> None:
    """X measures 9 and wins with X; with O nobody has a line."""
    certificate = by_hand(Actor.X, HALF, Measure(9))
    save(tmp_path / "certificate", certificate)
    checked = check(tmp_path / "certificate")
    assert (checked.certificate, checked.positions) == (certificate, 1)


def test_the_opponents_replies_are_all_played() -> None:
    """X may link 9 to any of the other boxes, and O has to measure it then. With O nothing happens. With X, X has the
    last row; but both have lines if 6 has turned, O alone has one if 7 has, and nobody if 8 has."""
    rows = {}
    for target in range(1, 9):
        view = canonical(position_after(GAME, f"{LAST_BOX} X9.9>{target}", parse))
        value = {6: Fraction(0), 7: -HALF, 8: Fraction(0)}.get(target, HALF)
        rows[view.text] = Row(turned(Measure(9), view.there), value)
    certificate = replace(by_hand(Actor.O, HALF), rows=rows)
    assert check_certificate(certificate).positions == 9
    for name in rows:
        left = {each: row for each, row in rows.items() if each != name}
        assert "the strategy of O guarantees 1, not 1/2" in refused(replace(certificate, rows=left))


def test_a_certificate_may_begin_where_a_measurement_is_due(tmp_path: Path) -> None:
    certificate = by_hand(Actor.X, HALF, start=f"{LAST_BOX} X9.9")
    save(tmp_path / "certificate", certificate)
    assert check(tmp_path / "certificate").positions == 0
    assert "the strategy of O guarantees 1/2, not 0" in refused(by_hand(Actor.O, Fraction(0), start=f"{LAST_BOX} X9.9"))


def test_where_there_is_no_row_the_game_is_lost() -> None:
    """Nothing is claimed, and so nothing has to be proved."""
    assert check_certificate(by_hand(Actor.X, Fraction(-1))).positions == 1
    assert "the strategy of X guarantees -1, not 1/2" in refused(by_hand(Actor.X, HALF))


@pytest.mark.parametrize(
    ("certificate", "reason"),
    [
        (by_hand(Actor.X, Fraction(1), Measure(9)), "the strategy of X guarantees 1/2, not 1"),
        (by_hand(Actor.X, Fraction(0), Measure(9)), "the strategy of X guarantees 1/2, not 0"),
        (by_hand(Actor.X, HALF, Measure(1)), "the strategy's move breaks a rule: HYB-MEASURE-1: "),
        (by_hand(Actor.X, HALF, Link(1, 9)), "the strategy's move breaks a rule: HYB-LINK-1: "),
        (by_hand(Actor.X, HALF, Link(9, 9)), "the strategy's move breaks a rule: HYB-LINK-1: "),
        (by_hand(Actor.O, HALF), "the strategy of O guarantees 1, not 1/2"),
    ],
)
def test_a_false_certificate_is_refused(certificate: Certificate, reason: str) -> None:
    assert reason in refused(certificate)


def test_a_row_that_is_never_led_to_is_refused() -> None:
    assert "1 of the rows are for positions that the strategy never leads to: '" in refused(
        by_hand(Actor.X, HALF, Measure(9), start=f"{LAST_BOX} X9.9")
    )


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("game", claims.GAMES, ids=lambda game: "-".join(game.switches.values()))
def test_what_is_written_holds(game: Hybrid, player: Actor, tmp_path: Path) -> None:
    certificate = claims.certificate_of(game, player)
    save(tmp_path / "certificate", certificate)
    checked = check(tmp_path / "certificate")
    assert checked.certificate == certificate == load(tmp_path / "certificate")
    assert checked.positions > len(certificate.rows)
    assert certificate.value == PerfectPlay(game, late_tablebase(setting_of(game), 5)).value(certificate.first)
    for name in certificate.rows:
        position = Position.of(name)
        assert canonical(position).text == name
        assert game.actor(position) is player


def test_a_start_where_a_measurement_is_due_is_written(tmp_path: Path) -> None:
    start = f"{claims.FIVE_BOXES} X7.4"
    below, above = (claims.certificate_of(GAME, player, start) for player in PLAYERS)
    assert below.value == above.value
    assert GAME.actor(below.first) is Actor.CHANCE
    assert check_certificate(below).certificate is below


def test_rows_are_reported(certificate: Certificate, tmp_path: Path) -> None:
    written: list[int] = []
    oracle = PerfectPlay(GAME, late_tablebase(setting_of(GAME), 5))
    again = write(GAME, oracle, Actor.X, tmp_path / "certificate", claims.FIVE_BOXES, written.append)
    checked: list[tuple[int, int]] = []
    check_certificate(again, lambda done, of: checked.append((done, of)))
    count = len(certificate.rows)
    assert again == certificate
    assert written[:count] == [*range(1, count + 1)]
    assert checked == [(done, count) for done in range(1, count + 1)]


class Boastful(PerfectPlay):
    """Says a little too much of every position."""

    def value(self, position: Position) -> Fraction:
        return super().value(position) + Fraction(1, 512)


class Exchanged(PerfectPlay):
    """Takes X's chances for O's."""

    def value(self, position: Position) -> Fraction:
        return -super().value(position)


@pytest.mark.parametrize("oracle", [Boastful, Exchanged])
def test_an_oracle_that_errs_is_noticed(oracle: type[PerfectPlay], tmp_path: Path) -> None:
    erring = oracle(GAME, late_tablebase(setting_of(GAME), 5))
    with pytest.raises(Refuted, match=r"the strategy of X guarantees .*, not "):
        write(GAME, erring, Actor.X, tmp_path / "certificate", claims.FIVE_BOXES)
    assert not (tmp_path / "certificate").exists()


def test_the_canonical_form_is_that_of_all_images() -> None:
    """Four boxes are measured, and the marks are their own image under a reflection, so that the links decide."""
    for text in ("X.O...X.O, 5>1 O, 8>9 X, O to move", "XX......., X to move", "X...O...X, 3>5 O, X to move"):
        position = Position.of(text)
        forms = {canonical(turned_position(position, table)).text for table in SYMMETRIES}
        assert forms == {canonical(position).text}
        for table in SYMMETRIES:
            view = canonical(turned_position(position, table))
            assert str(turned_position(turned_position(position, table), view.there)) == view.text
            assert str(turned_position(Position.of(view.text), view.back)) == str(turned_position(position, table))


def test_the_same_certificate_is_the_same_file(certificate: Certificate, path: Path, tmp_path: Path) -> None:
    save(tmp_path / "again", replace(certificate, rows=dict(reversed([*certificate.rows.items()]))))
    assert (tmp_path / "again").read_bytes() == path.read_bytes()


def test_the_checker_imports_nothing_of_the_fast_engine(path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from qttt.verification.hybrid.checker import check;"
        "print(check(Path(sys.argv[1])).certificate.value);"
        "print([name for name in sys.modules if name in ('numba', 'numpy') or name.startswith('qttt.fast')])"
    )
    done = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[1:] == ["[]", ""]


@pytest.mark.parametrize(
    "alter",
    [
        a_value_altered,
        claims.a_late_value_altered,
        claims.a_move_altered,
        claims.a_row_left_out,
        claims.a_row_too_many,
        claims.another_effect,
    ],
)
def test_an_alteration_is_refused(alter: claims.Alteration, certificate: Certificate) -> None:
    assert "'" in refused(alter(certificate))


@pytest.mark.parametrize(
    ("name", "game"), [("hybrid-certified", claims.CANONICAL), ("hybrid-single-link-certified", claims.SINGLE)]
)
def test_values_of_whole_games_are_those_that_claims_say(name: str, game: Hybrid) -> None:
    [claim] = [claim for claim in registry.claims() if claim.id == name]
    assert claim.statement.endswith(f", {claims.VALUES[game]}.")


def test_another_value_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Right certificates of another position than the first one: both say the same, which is not what is expected."""
    start = f"{LAST_BOX} X9.9"
    monkeypatch.setattr(claims, "certificate_of", lambda game, player, _: by_hand(player, HALF, None, game, start))
    with pytest.raises(Refuted, match="the strategies guarantee 1/2, not -17/512"):
        claims.the_game_is_certified()


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
    assert json.loads(lines[0])["options"] == GAME.switches
    assert ruleset(path) == "hybrid-1.0"


@pytest.mark.parametrize(
    ("at", "content", "reason"),
    [
        (0, {"ruleset": "tiqtaqtoe-1.0"}, "line 1: 'hybrid-1.0' was expected"),
        (0, {"rows": 7}, "has 3 rows, its header says 7"),
        (0, {"player": "CHANCE"}, "line 1: 'CHANCE' is not one of"),
        (0, {"options": GAME.switches | {"links": "three"}}, "line 1: 'three' is not one of"),
        (0, {"options": {"links": "one", "targets": "any", "effect": "take"}}, "line 1: 'both' is a required property"),
        (0, {"options": GAME.switches | {"level": "high"}}, "line 1: Additional properties"),
        (0, {"start": "X1.1 O2.1"}, "token 2 'O2.1': HYB-RESULT-1: "),
        (0, {"start": "X1.1 =X X2.2"}, "token 3 'X2.2': HYB-TURN-1: "),
        (1, ["X........, X to move", "5"], "line 2: .* is too short"),
        (1, ["X......., X to move", "5", "1/2"], "line 2: .* does not match"),
        (1, ["X........, X measures 2", "5", "1/2"], "line 2: .* does not match"),
        (1, ["X........, 2>1, X to move", "5", "1/2"], "line 2: .* does not match"),
        (1, ["X........, X to move", "0", "1/2"], "line 2: '0' does not match"),
        (1, ["X........, X to move", "5-7", "1/2"], "line 2: '5-7' does not match"),
        (1, ["........., X to move", "5\n", "1/2"], "is no move: expected a box such as 5, or a control and a target"),
        (1, ["X........, X to move", "5", 0.5], "line 2: 0.5 is not of type 'string'"),
        (2, ["........., X to move", "5", "1/2"], "line 3: the position does not come after that of the line before"),
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
    with pytest.raises(CertificateError, match=reason) as malformed:
        load(path)
    assert str(malformed.value).startswith(f"{path}: ")
    assert "\n" not in str(malformed.value)
